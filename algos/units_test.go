package algos

import (
	"context"
	"iter"
	"testing"

	"playground/algos/param"
	"playground/algos/say"
)

// A demo that names its steps once need not name what comes next.
func TestUnitsNameWhatComesNext(t *testing.T) {
	for _, c := range []struct {
		name  string
		units Units
		next  Next
		want  Next
	}{
		{"nothing said", Units{}, Next{}, Next{Small: "next step", Step: "next step", Pass: "to the end"}},
		{"names", Units{Small: "proposal", Step: "round", Pass: "epoch"}, Next{}, Next{Small: "next proposal", Step: "next round", Pass: "next epoch"}},
		{"a name of the step", Units{Step: "query"}, Next{}, Next{Small: "next query", Step: "next query", Pass: "to the end"}},
		{"a step said more exactly", Units{Step: "split", Pass: "level"}, Next{Step: "split node 4"}, Next{Small: "split node 4", Step: "split node 4", Pass: "next level"}},
		{"a small step alone", Units{}, Next{Small: "look at x₁"}, Next{Small: "look at x₁", Step: "look at x₁", Pass: "to the end"}},
		{"a small step of a round", Units{Step: "round"}, Next{Small: "look at x₁"}, Next{Small: "look at x₁", Step: "next round", Pass: "to the end"}},
		{"all said", Units{Step: "round"}, Next{Small: "a", Step: "b", Pass: "c"}, Next{Small: "a", Step: "b", Pass: "c"}},
	} {
		d := Define(Demo{ID: "units", Units: c.units}, func(*struct{}, *param.Set) {}, func(context.Context, Problem, struct{}) (iter.Seq[Step], error) {
			return func(yield func(Step) bool) { yield(Step{Next: c.next, Status: Status{State: Running}}) }, nil
		})
		run, err := d.Steps(t.Context(), Problem{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for s := range run {
			if got := (Next{say.Phrase(s.Next.Small.String()), say.Phrase(s.Next.Step.String()), say.Phrase(s.Next.Pass.String())}); got != c.want {
				t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
			}
		}
	}
}

// What a new reader is told of the first press uses the name of a step, in every language.
func TestHint(t *testing.T) {
	chinese := func(u Units) string {
		book, err := ReadBook(words, "zh.json")
		if err != nil {
			t.Fatal(err)
		}
		book["round"], book["one <step> adds a stump"] = "轮", "每一<step>加入一个树桩"
		return u.Hint().In(book)
	}
	for _, c := range []struct {
		units Units
		en    string
		zh    string
	}{
		{Units{Step: "round", First: "one <step> adds a stump"}, "one round adds a stump", "每一轮加入一个树桩"},
		{Units{First: "one <step> adds a stump"}, "one step adds a stump", "每一步加入一个树桩"},
		{Units{Step: "round"}, "", ""},
	} {
		if en, zh := c.units.Hint().String(), chinese(c.units); en != c.en || zh != c.zh {
			t.Errorf("%+v: %q and %q, want %q and %q", c.units, en, zh, c.en, c.zh)
		}
	}
	if got := (Units{Small: "look", Step: "round"}); got.Name(Micro) != "look" || got.Name(Normal) != "round" || got.Name(Pass) != "" {
		t.Errorf("%q, %q, %q", got.Name(Micro), got.Name(Normal), got.Name(Pass))
	}
}
