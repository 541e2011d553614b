package catalog_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos/say"
)

// counting is a place that counts a noun, with the name of its value and the noun.
var counting = regexp.MustCompile(`<([A-Za-z][A-Za-z0-9_]*)(?:=[^ >]*)? ([a-z]+(?: [a-z]+)*)>`)

// Where a place is the subject of what follows, or "there is" stands before it.
var (
	subject = regexp.MustCompile(`(?:^|[.:;,] |\b(?:and|but|while|where|as|if|because|that) )$`)
	there   = regexp.MustCompile(`(?i)\bthere (?:is|are|was|were) (?:[a-z]+ )?$`)
)

// Sentences of all demos and of the kit that count something are right for 0, 1 and 2: the noun
// has its plural, and a verb that belongs to it is within the place, where it follows the number.
func TestCountedNounsAgreeWithTheirVerbs(t *testing.T) {
	found := 0
	for file, texts := range templates(t, "..") {
		for _, text := range texts {
			for _, at := range counting.FindAllStringSubmatchIndex(text, -1) {
				found++
				for _, f := range miscounted(text[:at[0]], text[at[2]:at[3]], text[at[4]:at[5]], text[at[1]:]) {
					t.Errorf("%s: %q: %s", file, text, f)
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d places are looked at", found)
	}
}

// What reads wrong is noticed.
func TestMiscountedNouns(t *testing.T) {
	for _, text := range []string{
		"There are <n table>.", "there was <n mistake>", "<n point> are added.", "In all, <n point> is added.", "so far: <n other> remain", "<n tables>",
	} {
		at := counting.FindStringSubmatchIndex(text)
		if len(miscounted(text[:at[0]], text[at[2]:at[3]], text[at[4]:at[5]], text[at[1]:])) == 0 {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{
		"There <n is table>.", "<n point is> added.", "The mean of <n point> is 3.", "<n column of numbers>", "<n feature has> variance 0", "<n class> rejected",
	} {
		at := counting.FindStringSubmatchIndex(text)
		if f := miscounted(text[:at[0]], text[at[2]:at[3]], text[at[4]:at[5]], text[at[1]:]); len(f) > 0 {
			t.Errorf("%q: %v", text, f)
		}
	}
}

// miscounted says what is wrong with a place between two texts for 0, 1 and 2 things.
func miscounted(before, name, noun, after string) []string {
	var faults []string
	verbs := say.PluralVerbs()
	next, _, _ := strings.Cut(strings.TrimPrefix(after, " "), " ")
	next = strings.Trim(next, ".,:;!?")
	one, many := verbs[next] != "", false
	for _, single := range verbs {
		many = many || next == single
	}
	of := func(n int) string { return say.Vars{name: n}.Text("<" + name + " " + noun + ">").String() }
	if subject.MatchString(before) && strings.HasPrefix(after, " ") {
		if one {
			faults = append(faults, of(1)+" "+next+": the verb belongs into the place")
		}
		if many {
			faults = append(faults, of(2)+" "+next+": the verb belongs into the place")
		}
	}
	if m := there.FindString(before); m != "" {
		faults = append(faults, m+of(1)+" or "+of(2)+": the verb belongs into the place, before the noun")
	}
	words := strings.Fields(noun)
	for _, w := range words { // but for verbs, and for the last word of "columns of numbers"
		if _, verb := inverse(verbs)[w]; verb || strings.Contains(noun, " of "+w) {
			continue
		}
		if strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") {
			faults = append(faults, of(2)+": the noun is a plural already")
		}
	}
	return faults
}

func inverse(m map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[v] = k
	}
	return out
}

// templates are the string literals of the Go files below a folder that are no tests, by file.
func templates(t *testing.T, root string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/say/") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := literalText(e)
			if ok && strings.Contains(text, "<") {
				all[path] = append(all[path], text)
			}
			return !ok
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, texts := range all {
		slices.Sort(texts)
	}
	return all
}

// literalText is the text of a string literal, or of a sum of them.
func literalText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, ok := literalText(e.X)
		right, both := literalText(e.Y)
		return left + right, ok && both && e.Op == token.ADD
	}
	return "", false
}
