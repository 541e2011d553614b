package catalogtest

import (
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/course"
)

func TestLanguageIsNoPartOfARun(t *testing.T) {
	s := everything(t)
	for _, path := range []string{"/d/svm/frame.png?C=10", "/d/svm/run.csv?C=10", "/d/svm/recipe.json?C=10"} {
		if body(t, get(t, s, path)) != body(t, get(t, s, path+"&lang=zh")) {
			t.Errorf("%s differs by language", path)
		}
	}
	d, _ := catalog.Find("svm")
	r, err := d.ParseRecipe(url.Values{"C": {"10"}, "lang": {"zh"}})
	if err != nil || r.Params["C"] != "10" || len(r.Params) == 0 {
		t.Errorf("the recipe is %+v, %v", r, err)
	}
	if !slices.Contains(algos.ReservedKeys, "lang") {
		t.Error("a parameter may be called lang")
	}
}

func TestPagesLinkToThemselvesInTheOtherLanguage(t *testing.T) {
	s := everything(t)
	for path, want := range map[string]string{
		"/":                         `href="/?lang=zh"`,
		"/d/svm?C=10&step=3":        `href="/d/svm?C=10&amp;lang=zh&amp;step=3"`,
		"/d/svm/code?file=svm.go":   `href="/d/svm/code?file=svm.go&amp;lang=zh"`,
		"/d/svm?lang=zh":            `href="/d/svm?lang=en"`,
		`/nowhere?a="><script>`:     `href="/nowhere?a=%22%3E%3Cscript%3E&amp;lang=zh"`,
		"//elsewhere.example/?x=%2": `href="`,
	} {
		if got := body(t, get(t, s, strings.ReplaceAll(path, `"><script>`, "%22%3E%3Cscript%3E"), "Accept", page)); !strings.Contains(got, want) {
			t.Errorf("%s has no %s", path, want)
		}
	}
}

// TestChinesePagesAreChinese reads pages. No English word may be outside an
// element that says that it is English.
func TestChinesePagesAreChinese(t *testing.T) {
	t.Parallel()
	s := everything(t)
	paths := []string{
		"/", "/nowhere", "/d/nothing", "/d/svm?C=none", "/d/svm?nothing=1", "/d/svm?data=moons~1e9&preset=none", "/embed/svm?hide=all&speed=9", "/d/svm?step=end", "/d/perceptron/code", "/checks/perceptron",
		"/embed/em-gmm", "/course/003", "/course/000", "/shelf/support-vector-machines", "/course/none", "/d/perceptron?course=none", "/d/perceptron/replay.html?preset=trace",
		"/script", "/script/bar",
	}
	for _, d := range catalog.All {
		paths = append(paths, "/d/"+d.ID)
	}
	for _, path := range paths {
		markup := body(t, get(t, s, path, "Accept", page, "Accept-Language", "zh"))
		for _, found := range english(t, markup) {
			t.Errorf("%s says %q", path, found)
		}
	}
	// The walk must be able to fail.
	if len(english(t, `<html lang="zh"><p title="Share">中文 Copy link</p><p lang="en">fine <b lang="zh">Not fine</b></p></html>`)) != 3 {
		t.Error("the walk overlooks English")
	}
}

var (
	inlined = regexp.MustCompile(`(?s)<(script|style|template)[^>]*>.*?</(script|style|template)>`)
	latin   = regexp.MustCompile(`[A-Za-z]{2,}`)
)

// proper are the words that are the same in Chinese.
var proper = strings.Fields(`Playground Firefox Chrome Edge Safari English SVG PNG GIF CSV JSON Markdown HTML URL QR GET
	length width weight
	Home End PageUp PageDown Esc Enter Delete Shift Ctrl Tab Alt Go yield ms iframe log exp sin max min ln arg Re Im of and on in the to XOR ROC
	USV QDQ bandana panama`) // words of the string kernel

// spokenAttributes are attributes that people read or hear.
var spokenAttributes = []string{"aria-label", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label", "data-tip"}

// english finds English text in a Chinese page.
func english(t *testing.T, markup string) []string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(inlined.ReplaceAllString(markup, "")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var found []string
	look := func(language, text string) {
		if language != "zh" {
			return
		}
		if saysEnglish(text) {
			found = append(found, strings.TrimSpace(text))
		}
	}
	languages := []string{""}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		here := languages[len(languages)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if l := attribute(token, "lang"); l != "" {
				here = l
			}
			if slices.Contains([]string{"math", "code"}, token.Name.Local) {
				here = "none"
			}
			languages = append(languages, here)
			for _, name := range spokenAttributes {
				look(here, attribute(token, name))
			}
		case xml.EndElement:
			languages = languages[:len(languages)-1]
		case xml.CharData:
			look(here, string(token))
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

var quoted = regexp.MustCompile(`"[^"]*"|“[^”]*”|（[^（）]*）`) // what the reader wrote, names to write, and the English of a term

// saysEnglish reports whether a text on a Chinese page has an English word: one
// that is neither the same in Chinese nor in what a demo says in Chinese, such as
// the name in "RBF（高斯）" or in a reference.
func saysEnglish(text string) bool {
	return slices.ContainsFunc(algotest.LatinWords(quoted.ReplaceAllString(text, "")), func(word string) bool {
		word = strings.TrimRight(word, "ᵀᵢⱼₖₐ") // letters raised and lowered, which Unicode counts as Latin
		return latin.MatchString(word) && !slices.Contains(proper, word) && !namesInChinese()[word] && !slices.ContainsFunc(inTables(), begins(word))
	})
}

// begins compares a word with its beginning, as a picture shortens it.
func begins(word string) func(string) bool {
	return func(whole string) bool { return whole == word || len(word) > 3 && strings.HasPrefix(whole, word) }
}

// inTables are the words in the tables of presets: data, the same in every language.
var inTables = sync.OnceValue(func() []string {
	var words []string
	for _, d := range catalog.All {
		for _, p := range d.Presets {
			r, err := d.Recipe(p.ID)
			if err != nil {
				continue
			}
			table := r.Data.Table
			for _, c := range table.Columns {
				words = append(words, algotest.LatinWords(c.Name)...)
				words = append(words, algotest.LatinWords(strings.Join(c.Words, " "))...)
			}
		}
	}
	return words
})

var namesInChinese = sync.OnceValue(func() map[string]bool {
	names := algotest.Names(catalog.All, "zh")
	for _, n := range course.All() {
		for _, text := range texts(n) {
			for _, word := range algotest.LatinWords(text.ZH) {
				names[word] = true
			}
		}
	}
	return names
})

// texts are all texts of a note.
func texts(n course.Note) []course.Text {
	all := []course.Text{n.Title, n.About, n.Name, n.Part}
	for _, s := range n.Sections {
		all = append(append(all, s.Title), s.Slips...)
		for _, l := range slices.Concat(s.Demos, s.Ask) {
			all = append(all, l.Text)
		}
	}
	return all
}
