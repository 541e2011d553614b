package algotest

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// The file that is called as the demo comes first, presets and questions at the end,
// tests last. A text is found as a whole before it is found as a part.
func TestSourcesHaveAnOrder(t *testing.T) {
	files := fstest.MapFS{
		"quiz.go":      {Data: []byte("package a\n\nvar q = \"mean\"\n")},
		"a.go":         {Data: []byte("package a\n\nimport \"b\"\n\nvar t = \"the mean\"\n")},
		"a_test.go":    {Data: []byte("package a\n\nvar x = \"one\"\n")},
		"rounding.go":  {Data: []byte("package a\n")},
		"story.go":     {Data: []byte("package a\n\nvar s, u = \"<x> falls \" + \"to <y>.\", \"two\"\n")},
		"examples.go":  {Data: []byte("package a\n")},
		"model.go":     {Data: []byte("package a\n")},
		"unrelated.md": {Data: []byte("mean")},
	}
	sources := sourcesOf(files)
	var names []string
	for _, s := range sources {
		names = append(names, s.name)
	}
	if want := []string{"a.go", "model.go", "story.go", "rounding.go", "examples.go", "quiz.go", "a_test.go"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	for text, want := range map[string][2]int{"mean": {5, 0}, "the": {0, 0}, "two": {2, 1}, "<x> falls to <y>.": {2, 0}, "b": {7, 0}} {
		if file, at := placeIn(sources, text); [2]int{file, at} != want {
			t.Errorf("%q stands in file %d at %d, want %d", text, file, at, want)
		}
	}
}

// A talker says what it is told to say.
type talker struct{ said, claim, asked say.Phrase }

func (v talker) Say() []algos.Line     { return []algos.Line{{Text: v.said}, {TeX: `x = 1`}} }
func (v talker) Checks() []algos.Check { return []algos.Check{algos.Equal("one", v.claim, 1, 1, 0)} }
func (v talker) Model() algos.Model    { return algos.Model{} }
func (v talker) Panels() []mark.Panel  { return []mark.Panel{{ID: "board", Alt: "nothing to do"}} }

// talking is a demo of two steps on its own examples.
func talking(v talker) algos.Demo {
	d := algos.Demo{ID: "talking", Title: "Talking", Family: "Nowhere", Presets: []algos.Preset{{ID: "first", Title: "First", Note: "Look."}}}
	d.Questions = []algos.Question{algos.Ask("asked", algos.SayNumber,
		func(now algos.At[talker]) (algos.Asked, bool) { return algos.Asked{Text: now.View.asked}, true }, algos.AtEnd,
		func(_, _ algos.At[talker]) (algos.Answer, bool) {
			return algos.Answer{Number: 1, Why: "It is one."}, true
		})}
	return algos.Define(d, func(o *struct{ N int }, s *param.Set) {
		s.Int(&o.N, "n", 1, 1, 3).Label("how many of them").Group("Numbers")
	},
		func(context.Context, algos.Problem, struct{ N int }) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				if yield(algos.Step{Phase: "start", Next: algos.Next{Step: "finish"}, Status: algos.Status{State: algos.Running}, View: v}) {
					yield(algos.Step{Phase: "ended", Status: algos.Status{State: algos.Converged, Reason: "It ends."}, View: v})
				}
			}, nil
		})
}

// One run of the contract lists all that is missing, once, with what it is and how to add
// it, and the shelf with the place of its name.
func TestTranslationNamesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(wordsKey, dir)
	d := talking(talker{said: "It says <so>.", claim: "one is one", asked: "How many?"})
	r := &report{}
	translation(t.Context(), d, r)
	said := strings.Join(r.faults, "\n")
	for _, want := range []string{
		"zh.json lacks 12 texts", "`go run ./cmd/playground translate -demo talking` adds a line for each",
		`title: "Talking"`, `parameter: "how many of them"`,
		`preset: "Look."`, `sentence: "It says <so>."`, `claim: "one is one"`, `question: "How many?"`, `answer: "It is one."`,
		`event: "It ends."`, `phase: "ended"`, `button: "finish"`,
		`lang/zh.json lacks the name of the shelf "Nowhere": add a line "text.Nowhere"`,
		`lang/zh.json lacks the name of the group of parameters "Numbers": add a line "text.Numbers"`,
	} {
		if strings.Count(said, want) != 1 {
			t.Errorf("%d times %q in\n%s", strings.Count(said, want), want, said)
		}
	}
	if strings.Contains(said, "x = 1") || strings.Contains(said, "nothing to do") {
		t.Errorf("it lacks what needs no words, or what all demos share:\n%s", said)
	}
	text, err := os.ReadFile(filepath.Join(dir, "zh.json"))
	if err != nil || !strings.Contains(string(text), "\t\"It says <so>.\": \"\"") || strings.Contains(string(text), "nothing to do") {
		t.Errorf("filled with %q, %v", text, err)
	}
}

// An empty value is still to be translated.
func TestEmptyValuesAreMissing(t *testing.T) {
	l := &listener{kinds: map[say.Template]string{}}
	l.text("sentence", "One.", "Two.", "Three.", "One.")
	var texts []string
	for _, x := range l.lacking(say.Book{"One.": "一。", "Two.": ""}) {
		texts = append(texts, x.Text)
	}
	if !slices.Equal(texts, []string{"Two.", "Three."}) {
		t.Errorf("%q", texts)
	}
	book, err := algos.ReadBook(fstest.MapFS{"zh.json": {Data: []byte(`{"One.": "一。", "Two.": ""}`)}}, "zh.json")
	if err != nil || len(book) != 1 {
		t.Errorf("%v, %v: what is empty stays in English", book, err)
	}
}

// The log tells what is used beside the budget, and in what it is more.
func TestBudget(t *testing.T) {
	l := &listener{demo: talking(talker{}), kinds: map[say.Template]string{}, panels: map[string]bool{}, checks: map[string]bool{}}
	if got, want := l.budget(), "the budget: 1 of 9 parameters, 0 of 7 panels, 0 of 10 checks, 0 of 170 templates, 0 of 1500 lines"; got[0] != want {
		t.Errorf("%q", got)
	}
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		l.panels[id] = true
	}
	if got := l.budget(); !strings.HasSuffix(got[0], "; beyond it in panels") {
		t.Errorf("%q", got)
	}
	r := &report{}
	translation(t.Context(), talking(talker{said: "One.", claim: "one"}), r)
	if len(r.notes) != 1 || !strings.Contains(r.notes[0], "1 of 9 parameters, 1 of 7 panels, 1 of 10 checks") {
		t.Errorf("%q", r.notes)
	}
}
