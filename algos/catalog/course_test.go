package catalog_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/course"
)

func TestNotesNameWhatThereIs(t *testing.T) {
	for _, n := range course.All() {
		if err := n.Check(catalog.All); err != nil {
			t.Error(err)
		}
	}
}

// What a note puts off has a name in the list of what is to come, and what is built is not in it.
func TestWhatIsToComeHasAName(t *testing.T) {
	var built, names []string
	for _, d := range catalog.All {
		built = append(built, d.ID)
	}
	for _, m := range course.Coming(nil) {
		if slices.Contains(built, m.ID) {
			t.Errorf("%s is built: take it off the list of what is to come", m.ID)
		}
		names = append(names, m.ID)
	}
	for _, n := range course.All() {
		for _, s := range n.Sections {
			for _, id := range s.Later {
				if !slices.Contains(names, id) {
					t.Errorf("%s %s puts off %s, which has no name in the list of what is to come", n.ID, s.ID, id)
				}
			}
		}
	}
}

// What a note may not say is noticed.
func TestNotesThatAreWrong(t *testing.T) {
	text := course.Text{EN: "Text", ZH: "文字"}
	good := course.Note{ID: "003", Title: text, About: text, Name: text, Part: course.Text{EN: "part %s", ZH: "第 %s 部分"}, Sections: []course.Section{
		{ID: "E", Title: text, Demos: []course.Link{{Demo: "perceptron", Query: "step=3", Text: text}}},
	}}
	if err := good.Check(catalog.All); err != nil {
		t.Fatalf("a note that is right: %v", err)
	}
	asks := course.Link{Demo: "svm", Query: "preset=triple&step=0", Text: text, Answer: "end"}
	for want, spoil := range map[string]func(n *course.Note, s *course.Section){
		"asks twice":       func(_ *course.Note, s *course.Section) { s.Ask = []course.Link{asks, asks} },
		"or else the step": func(_ *course.Note, s *course.Section) { asks := asks; asks.Answer = ""; s.Ask = []course.Link{asks} },
		"which is no step": func(_ *course.Note, s *course.Section) {
			asks := asks
			asks.Answer = "soon"
			s.Ask = []course.Link{asks}
		},
		"which the demo does": func(_ *course.Note, s *course.Section) {
			asks := asks
			asks.Answer, asks.Question = "", "none"
			s.Ask = []course.Link{asks}
		},
		"is no question":          func(_ *course.Note, s *course.Section) { s.Demos[0].Answer = "end" },
		"its place is empty":      func(_ *course.Note, s *course.Section) { s.Where.EN = "sections 1–2" },
		"a heading is empty":      func(_ *course.Note, s *course.Section) { s.Demos[0].Under.ZH = "标题" },
		"has not one %s":          func(n *course.Note, _ *course.Section) { n.Part.EN = "part" },
		"three digits":            func(n *course.Note, _ *course.Section) { n.ID = "3" },
		"empty in a language":     func(_ *course.Note, s *course.Section) { s.Title.ZH = "" },
		"not in English":          func(_ *course.Note, s *course.Section) { s.Title.EN = "文字" },
		"formula without an end":  func(_ *course.Note, s *course.Section) { s.Slips = []course.Text{{EN: "$x", ZH: "$x$"}} },
		"it is empty":             func(_ *course.Note, s *course.Section) { s.Demos = nil },
		"0 sections":              func(n *course.Note, _ *course.Section) { n.Sections = nil },
		"another section has it":  func(n *course.Note, s *course.Section) { n.Sections = append(n.Sections, *s) },
		`there is no demo "none"`: func(_ *course.Note, s *course.Section) { s.Demos[0].Demo = "none" },
		"no preset":               func(_ *course.Note, s *course.Section) { s.Demos[0].Query = "preset=none" },
		"no such parameter": func(_ *course.Note, s *course.Section) {
			s.Ask = []course.Link{{Demo: "svm", Query: "q=1", Text: text}}
		},
		"step 30000 is above":  func(_ *course.Note, s *course.Section) { s.Demos[0].Query = "step=30000" },
		"chooses the language": func(_ *course.Note, s *course.Section) { s.Demos[0].Query = "lang=zh" },
		"is to come later":     func(_ *course.Note, s *course.Section) { s.Later = []string{"svm"} },
		"has no title":         func(_ *course.Note, s *course.Section) { s.Later = []string{"unheard-of"} },
		"twice":                func(_ *course.Note, s *course.Section) { s.Demos = append(s.Demos, s.Demos[0]) },
	} {
		n := good
		n.Sections = slices.Clone(good.Sections)
		n.Sections[0].Demos = slices.Clone(n.Sections[0].Demos)
		spoil(&n, &n.Sections[0])
		if err := n.Check(catalog.All); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The step that a link names is one of its run.
func TestNotesLinkToStepsThatExist(t *testing.T) {
	type run struct{ demo, query string }
	most := map[run]int{} // the last step that is asked of each run
	for _, n := range course.All() {
		for _, s := range n.Sections {
			for _, l := range slices.Concat(s.Demos, s.Ask) {
				q, err := url.ParseQuery(l.Query)
				if err != nil || !q.Has("step") || q.Get("step") == "end" {
					continue // the preset's own step, which the contract looks at, or an end
				}
				r, err := l.Recipe(catalog.All)
				if err != nil {
					continue // told above
				}
				q.Del("step")
				k := run{l.Demo, q.Encode()}
				most[k] = max(most[k], r.Step)
			}
		}
	}
	for k, step := range most {
		d, _ := catalog.Find(k.demo)
		if last := reached(t, d, k.query, step); last < step {
			t.Errorf("%s?%s has %d steps, and a note links to step %d", k.demo, k.query, last, step)
		}
	}
}

// reached goes through a run up to a step, and returns how far it came.
func reached(t *testing.T, d algos.Demo, query string, step int) int {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	for range steps {
		if last++; last == step {
			break
		}
	}
	return last
}
