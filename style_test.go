package playground_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/course"
)

// Files of the style that the texts are held to, see CONTRIBUTING.md.
const (
	styleFile  = "lang/testdata/style.txt"        // words to avoid
	termsFile  = "lang/testdata/terms.txt"        // the core terms of the methods
	countsFile = "lang/testdata/style-counts.txt" // how often texts break the style today
)

// Limits of the style.
const (
	longSentence = 30 // words
	longLabel    = 24 // characters of a parameter's label
)

// A text is something that a visitor reads, and where it stands.
type text struct{ area, where, lang, words string }

// TestStyle reads every visible text with the list of words to avoid, and titles, labels, sentences and core terms.
// The counts of what it finds may only fall: a higher one is a fault, and so is a lower one that is not written down.
// STYLE=update in the environment writes the counts; STYLE=<area> shows all that is found in an area, such as svm.
func TestStyle(t *testing.T) {
	found := map[string][]string{}
	note := func(kind, area, what string) { found[kind+"\t"+area] = append(found[kind+"\t"+area], what) }
	texts := slices.Concat(bookTexts(t), markdownTexts(t), courseTexts(), interfaceTexts(t))
	avoidWords(t, texts, note)
	for _, x := range texts {
		if x.lang == "en" {
			longSentences(x, note)
		}
	}
	titlesAndLabels(t, note)
	coreTerms(t, note)
	oneTranslation(t, note)
	compareCounts(t, found)
}

// compareCounts compares what is found with what is written down.
func compareCounts(t *testing.T, found map[string][]string) {
	t.Helper()
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(found)) {
		lines = append(lines, key+"\t"+strconv.Itoa(len(found[key])))
	}
	if os.Getenv("STYLE") == "update" {
		if err := os.WriteFile(countsFile, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	known := map[string]int{}
	for _, row := range rowsOf(t, countsFile) {
		n, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatalf("%s: %v", countsFile, err)
		}
		known[row[0]+"\t"+row[1]] = n
		if n > len(found[row[0]+"\t"+row[1]]) {
			t.Errorf("%s in %s: %d, %d are written down: STYLE=update go test . -run TestStyle", row[0], row[1], len(found[row[0]+"\t"+row[1]]), n)
		}
	}
	shown := os.Getenv("STYLE")
	for _, key := range slices.Sorted(maps.Keys(found)) {
		kind, area, _ := strings.Cut(key, "\t")
		if n := len(found[key]); n > known[key] || area == shown {
			t.Errorf("%s in %s: %d, at most %d\n\t%s", kind, area, n, known[key], strings.Join(found[key], "\n\t"))
		}
	}
}

// rowsOf are the lines of a file of the style, without comments, cut at tabs.
func rowsOf(t *testing.T, file string) (rows [][]string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// avoidWords looks for the words of the list.
func avoidWords(t *testing.T, texts []text, note func(kind, area, what string)) {
	t.Helper()
	var right []*regexp.Regexp
	for _, row := range rowsOf(t, styleFile) {
		if row[0] == "right" {
			right = append(right, regexp.MustCompile(row[1]))
		}
	}
	for i := range texts {
		for _, r := range right {
			texts[i].words = r.ReplaceAllString(texts[i].words, "…")
		}
	}
	for _, row := range rowsOf(t, styleFile) {
		if row[0] == "right" {
			continue
		}
		pattern, allowed := regexp.MustCompile(row[1]), strings.Split(row[3], ", ")
		for _, x := range texts {
			if x.lang == row[0] && !slices.Contains(allowed, x.area) && pattern.MatchString(x.words) {
				note(row[1]+" → "+row[2], x.area, x.where+": "+x.words)
			}
		}
	}
}

var sentenceEnd = regexp.MustCompile(`[.!?;:](?:\s|$)`)

// longSentences looks for sentences that need a second reading.
func longSentences(x text, note func(kind, area, what string)) {
	for _, s := range sentenceEnd.Split(x.words, -1) {
		if n := len(strings.Fields(s)); n > longSentence {
			note(fmt.Sprintf("sentence above %d words", longSentence), x.area, fmt.Sprintf("%s: %d words: %s", x.where, n, s))
		}
	}
}

var (
	clause     = regexp.MustCompile(`^(?:What|Where|How|Which|Why|Who)\b`)
	finiteVerb = regexp.MustCompile(`\b(?:is|are|was|were|has|have|does|do|moves?|begins?|falls?|keeps?|takes?|gives?|stops?)\b`)
)

// titlesAndLabels looks at the titles of panels and charts, and at the labels of parameters.
func titlesAndLabels(t *testing.T, note func(kind, area, what string)) {
	t.Helper()
	for _, d := range catalog.All {
		titles := map[string]bool{}
		for _, c := range d.Charts {
			titles[c.Title] = true
		}
		for _, line := range golden(t, d) {
			if rest, ok := strings.CutPrefix(line, "panel "); ok {
				_, title, _ := strings.Cut(rest, ": ")
				titles[title] = true
			}
		}
		for _, title := range slices.Sorted(maps.Keys(titles)) {
			if clause.MatchString(title) {
				note("title that is a clause", d.ID, title)
			}
		}
		for _, p := range d.Schema() {
			if len([]rune(p.Label)) > longLabel {
				note(fmt.Sprintf("label above %d characters", longLabel), d.ID, p.Name+": "+p.Label)
			}
			if finiteVerb.MatchString(p.Label) {
				note("label with a verb", d.ID, p.Name+": "+p.Label)
			}
		}
	}
}

// coreTerms asks that a demo names the terms of its method where it shows them, and in its lesson.
func coreTerms(t *testing.T, note func(kind, area, what string)) {
	t.Helper()
	shown, lessons := map[string]string{}, map[string]string{}
	for _, d := range catalog.All {
		words := []string{d.Title, d.Summary}
		for _, p := range d.Schema() {
			words = append(words, p.Label, p.Hint, p.Group)
			for _, c := range p.Choices {
				words = append(words, c.Label, c.Hint)
			}
		}
		words = append(words, golden(t, d)...)
		words = slices.AppendSeq(words, maps.Keys(book(t, filepath.Join(folders()[d.ID], "zh.json"))))
		shown[d.ID], lessons[d.ID] = strings.ToLower(strings.Join(words, "\n")), strings.ToLower(d.Lesson)
	}
	for _, row := range rowsOf(t, termsFile) {
		for demo := range strings.SplitSeq(row[2], ", ") {
			if _, ok := shown[demo]; !ok {
				continue // it says which ones in words: those with points, those with a board
			}
			named := func(in string) bool {
				return slices.ContainsFunc(synonyms(row[0]), func(term string) bool { return strings.Contains(in, term) })
			}
			if !named(shown[demo]) {
				note("core term not shown", demo, row[0])
			}
			if !named(lessons[demo]) {
				note("core term not in the lesson", demo, row[0])
			}
		}
	}
}

// synonyms are the names of a term: those between commas, and those in brackets.
func synonyms(term string) []string {
	names := strings.FieldsFunc(strings.ToLower(term), func(r rune) bool { return strings.ContainsRune("(),/", r) })
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return slices.DeleteFunc(names, func(s string) bool { return s == "" })
}

// golden are the lines of the demo's golden file up to its hashes: the words of its pictures, guarantees and steps.
func golden(t *testing.T, d algos.Demo) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folders()[d.ID], "testdata", "golden.txt"))
	if err != nil {
		t.Fatal(err)
	}
	words, _, _ := strings.Cut(string(content), "\n= steps:")
	return strings.Split(words, "\n")
}

var demoID = regexp.MustCompile(`\bID:\s+"([a-z-]+)"`)

// folders are where the demos stand, by id.
var folders = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	sources, _ := filepath.Glob("algos/*/*/*.go") // the pattern is well formed
	for _, source := range sources {
		content, err := os.ReadFile(source)
		if err != nil {
			panic(err) // it was listed
		}
		for _, m := range demoID.FindAllStringSubmatch(string(content), -1) {
			if d, ok := catalog.Find(m[1]); ok && strings.Contains(string(content), strconv.Quote(d.Title)) && strings.Contains(string(content), "algos.Define(") {
				out[d.ID] = filepath.Dir(source)
			}
		}
	}
	return out
})

// areaOf is the demo whose folder a file is in, or shared.
func areaOf(file string) string {
	for id, folder := range folders() {
		if filepath.Dir(file) == folder {
			return id
		}
	}
	return "shared"
}

var places = regexp.MustCompile(`<[^<>]*>`)

// bookTexts are the sentences and labels of all demos and of what they share.
func bookTexts(t *testing.T) (all []text) {
	t.Helper()
	for file, book := range books(t) {
		area := areaOf(file)
		for _, english := range slices.Sorted(maps.Keys(book)) {
			all = append(
				all,
				text{area, file, "en", plain(places.ReplaceAllString(english, "N"))},
				text{area, file, "zh", plain(places.ReplaceAllString(book[english], "N"))},
			)
		}
	}
	return all
}

// books are the translations below algos, by file.
func books(t *testing.T) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	for _, pattern := range []string{"algos/zh.json", "algos/*/zh.json", "algos/*/*/zh.json", "algos/*/*/*/zh.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			out[file] = book(t, file)
		}
	}
	return out
}

// book is the translations of a file.
func book(t *testing.T, file string) (b map[string]string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &b); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return b
}

// oneTranslation looks for texts that are said in Chinese in two ways.
func oneTranslation(t *testing.T, note func(kind, area, what string)) {
	t.Helper()
	said := map[string]map[string]bool{}
	for _, book := range books(t) {
		for english, chinese := range book {
			if said[english] == nil {
				said[english] = map[string]bool{}
			}
			said[english][chinese] = true
		}
	}
	for _, english := range slices.Sorted(maps.Keys(said)) {
		if len(said[english]) > 1 {
			note("two translations", "all", fmt.Sprintf("%s: %q", english, slices.Sorted(maps.Keys(said[english]))))
		}
	}
}

var (
	formula  = regexp.MustCompile(`(?s)\$\$.*?\$\$|\$[^$]*\$`)
	linkAddr = regexp.MustCompile(`\]\([^)]*\)`)
	code     = regexp.MustCompile("`[^`]*`")
	emphasis = strings.NewReplacer("*", "", "[", "", "]", "", "_", " ")
)

// plain is a text without formulas, addresses of links, code and marks.
func plain(words string) string {
	words = formula.ReplaceAllString(words, "x")
	words = linkAddr.ReplaceAllString(words, "]")
	words = code.ReplaceAllString(words, "code")
	return strings.TrimSpace(emphasis.Replace(words))
}

// markdownTexts are the paragraphs and items of lessons, tours, errata and documents. References and fenced code are left out.
func markdownTexts(t *testing.T) (all []text) {
	t.Helper()
	for _, pattern := range []string{"README.md", "CONTRIBUTING.md", "docs/*.md", "algos/*/*/*.md", "algos/skeleton/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			area, lang := "docs", "en"
			if strings.HasPrefix(file, "algos/") {
				area = areaOf(file)
			}
			if strings.HasSuffix(file, ".zh.md") {
				lang = "zh"
			}
			all = append(all, paragraphs(area, file, lang, string(content))...)
		}
	}
	return all
}

var (
	fenced = regexp.MustCompile("(?s)```.*?```")
	item   = regexp.MustCompile(`^(?:- |\d+\. |> |#+ |\|)`)
)

// paragraphs are the paragraphs, items, headings and rows of tables of a text in Markdown.
func paragraphs(area, file, lang, source string) (all []text) {
	source = fenced.ReplaceAllString(source, "")
	for _, references := range []string{"\n## References\n", "\n## 参考文献\n"} {
		source, _, _ = strings.Cut(source, references)
	}
	source = formula.ReplaceAllString(source, "x")
	start, words := 0, ""
	end := func() {
		if w := plain(words); w != "" {
			all = append(all, text{area, fmt.Sprintf("%s:%d", file, start), lang, w})
		}
		words = ""
	}
	for i, line := range strings.Split(source, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || item.MatchString(line) {
			end()
			start = i + 1
		}
		if strings.HasPrefix(line, "|") {
			for cell := range strings.SplitSeq(line, "|") {
				words = cell
				end()
			}
			continue
		}
		words += " " + item.ReplaceAllString(line, "")
	}
	end()
	return all
}

// courseTexts are the texts of the course pages.
func courseTexts() (all []text) {
	add := func(where string, x course.Text) {
		all = append(all, text{"courses", where, "en", plain(x.EN)}, text{"courses", where, "zh", plain(x.ZH)})
	}
	for _, n := range course.All() {
		add(n.ID, n.About)
		for _, s := range n.Sections {
			where := course.Key(n.ID, s.ID)
			add(where, s.Title)
			for _, l := range slices.Concat(s.Demos, s.Ask) {
				add(where, l.Text)
			}
			for _, slip := range s.Slips {
				add(where, slip)
			}
		}
	}
	return all
}

// interfaceTexts are the texts of the pages.
func interfaceTexts(t *testing.T) (all []text) {
	t.Helper()
	for _, lang := range []string{"en", "zh"} {
		content, err := os.ReadFile("lang/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]any
		if err := json.Unmarshal(content, &messages); err != nil {
			t.Fatal(err)
		}
		for _, key := range slices.Sorted(maps.Keys(messages)) {
			switch m := messages[key].(type) {
			case string:
				all = append(all, text{"interface", key, lang, plain(m)})
			case map[string]any:
				for _, form := range slices.Sorted(maps.Keys(m)) {
					all = append(all, text{"interface", key, lang, plain(fmt.Sprint(m[form]))})
				}
			case []any:
				for _, form := range m {
					all = append(all, text{"interface", key, lang, plain(fmt.Sprint(form))})
				}
			}
		}
	}
	return all
}
