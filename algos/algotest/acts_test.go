package algotest

import (
	"context"
	"iter"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// A pulled is a step's view: what was done so far.
type pulled struct {
	view
	text say.Phrase
}

func (p pulled) Say() []algos.Line { return []algos.Line{{Text: p.text}} }

// pulling is a demo whose steps say what text makes of the actions and the step.
func pulling(text func(acts []int, n int) say.Phrase, extra int, acts ...param.Act) algos.Demo {
	return algos.Define(algos.Demo{ID: "pulling"}, func(o *[]int, s *param.Set) { s.Actions(o, "pulls", 5, acts...) },
		func(_ context.Context, _ algos.Problem, o []int) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				last := max(len(o), extra)
				for n := range last + 1 {
					s := algos.Step{Size: algos.Normal, Status: algos.Status{State: algos.Running}, View: pulled{text: text(o, n)}}
					if n == last {
						s.Status.State = algos.Converged
					}
					if !yield(s) {
						return
					}
				}
			}, nil
		})
}

// A part of the contract that finds nothing wrong with bad actions is worthless.
func TestActionsExtendTheRun(t *testing.T) {
	steady := func(_ []int, n int) say.Phrase { return say.Vars{"n": n}.Text("<n>") }
	a, b := param.Act{Label: "a", Key: "a"}, param.Act{Label: "b", Key: "b"}
	for name, c := range map[string]struct {
		demo algos.Demo
		want string
	}{
		"sound":      {pulling(steady, 0, a, b), ""},
		"digits":     {pulling(steady, 0, param.Act{Label: "a"}, param.Act{Label: "b"}), ""},
		"looks back": {pulling(func(acts []int, n int) say.Phrase { return say.Vars{"n": n, "all": len(acts)}.Text("<n> of <all>") }, 0, a, b), "another one"},
		"idle":       {pulling(steady, 9, a, b), "nothing was done"},
		"nothing":    {pulling(steady, 0), "nothing to do"},
		"same keys":  {pulling(steady, 0, a, a), "is taken"},
		"page's key": {pulling(steady, 0, a, param.Act{Label: "r", Key: "r"}), `"r" of "r" is taken`},
		"odd key":    {pulling(steady, 0, a, param.Act{Label: "b", Key: "Enter"}), "no digit"},
		"no label":   {pulling(steady, 0, a, param.Act{Key: "b"}), "no label"},
	} {
		r := &report{}
		acted(t.Context(), c.demo, r)
		if got := strings.Join(r.faults, "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
