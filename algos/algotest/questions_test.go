package algotest

import (
	"context"
	"iter"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// A halved is a run that halves 1 until it is small.
type halved struct {
	view
	left float64
}

type view struct{}

func (view) Say() []algos.Line     { return []algos.Line{{Text: "It was halved."}} }
func (view) Checks() []algos.Check { return nil }
func (view) Panels() []mark.Panel {
	matrix := mark.Matrix{Rows: 1, Cols: 2, Values: []float64{0, 1}, RowRefs: []string{"r"}, ColRefs: []string{"c0", "c1"}}
	return []mark.Panel{{ID: "side", Marks: []mark.Mark{mark.Bars{Y: []float64{1, 2}, Refs: []string{"b0", "b1"}}, matrix}}}
}
func (view) Model() algos.Model { return algos.Model{} }

// questioned is a demo of one preset with a question.
func questioned(q algos.Question) algos.Demo {
	return algos.Define(
		algos.Demo{ID: "halving", Metrics: []string{"left"}, Presets: []algos.Preset{{ID: "one"}}, Questions: []algos.Question{q}},
		func(*struct{}, *param.Set) {},
		func(context.Context, algos.Problem, struct{}) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				for left := 1.0; left > 0.1; left /= 2 {
					s := algos.Step{Size: algos.Normal, Metrics: []float64{left}, Status: algos.Status{State: algos.Running}, View: halved{left: left}}
					if left < 0.2 {
						s.Status = algos.Status{State: algos.Converged, Reason: "It is small."}
					}
					if !yield(s) {
						return
					}
				}
			}, nil
		})
}

// A part of the contract that finds nothing wrong with a bad question is worthless.
func TestQuestionsAreExamined(t *testing.T) {
	calls := 0
	left := func(s algos.Step) float64 { return s.View.(halved).left }
	good := algos.Question{
		ID: "left", Kind: algos.SayNumber,
		Ask: func(algos.Step) (algos.Asked, bool) { return algos.Asked{Text: "1 + 1?"}, true },
		Answer: func(_, then algos.Step) (algos.Answer, bool) {
			return algos.Answer{Number: left(then), Tolerance: 0.01}, true
		},
	}
	faults := func(q algos.Question) string {
		r := &report{}
		questions(t.Context(), questioned(q), r)
		return strings.Join(r.faults, "\n")
	}
	if f := faults(good); f != "" {
		t.Fatalf("a good question has faults: %s", f)
	}
	picks := func(kind algos.QuestionKind, on string, marks ...algos.Pick) func(*algos.Question) {
		return func(q *algos.Question) {
			q.Kind = kind
			q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{Text: "?", On: on, Marks: marks}, true }
			q.Answer = func(_, _ algos.Step) (algos.Answer, bool) { return algos.Answer{Points: []int{1}}, true }
		}
	}
	b0, b1 := algos.Pick{Ref: "b0", Name: "bar 1"}, algos.Pick{Ref: "b1", Name: "bar 2"}
	for _, sound := range []func(*algos.Question){
		picks(algos.PickBar, "side", b0, b1), picks(algos.PickCell, "side", algos.Pick{Ref: "r c0", Name: "left"}, algos.Pick{Ref: "r c1", Name: "right"}),
	} {
		q := good
		sound(&q)
		if f := faults(q); f != "" {
			t.Errorf("%s: %s", q.Kind, f)
		}
	}
	for name, c := range map[string]struct {
		spoil func(*algos.Question)
		want  string
	}{
		"one mark":   {picks(algos.PickBar, "side", b0), "1 marks to pick"},
		"no panel":   {picks(algos.PickBar, "other", b0, b1), "no such panel"},
		"no mark":    {picks(algos.PickBar, "side", b0, algos.Pick{Ref: "b2", Name: "bar 3"}), "shows no mark"},
		"same marks": {picks(algos.PickBar, "side", b0, algos.Pick{Ref: "b1", Name: "bar 1"}), "are the same"},
		"nameless":   {picks(algos.PickBar, "side", b0, algos.Pick{Ref: "b1"}), "is called"},
		"stray marks": {func(q *algos.Question) {
			q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{Text: "?", Marks: []algos.Pick{b0, b1}}, true }
		}, "marks to pick in a question of the kind number"},
		"kind":    {func(q *algos.Question) { q.Kind = "riddle" }, "of no kind"},
		"id":      {func(q *algos.Question) { q.ID = "what is left" }, "does not fit a URL"},
		"words":   {func(q *algos.Question) { q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{}, true } }, "no words"},
		"unasked": {func(q *algos.Question) { q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{}, false } }, "answered at no step"},
		"until": {func(q *algos.Question) {
			q.Until = func(_, later algos.Step) bool { return left(later) < 0.5 }
		}, "more than what is kept"},
		"options": {func(q *algos.Question) {
			q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{Text: "?", Options: []say.Phrase{"a"}}, true }
		}, "options to a question"},
		"answer": {func(q *algos.Question) {
			q.Answer = func(_, _ algos.Step) (algos.Answer, bool) { calls++; return algos.Answer{Number: float64(calls)}, true }
		}, "answers otherwise"},
		"later": {func(q *algos.Question) {
			q.Ask = func(algos.Step) (algos.Asked, bool) {
				calls++
				return algos.Asked{Text: say.Vars{"n": calls}.Text("<n>?")}, true
			}
		}, "depends on later steps"},
		"range": {func(q *algos.Question) {
			q.Ask = func(algos.Step) (algos.Asked, bool) { return algos.Asked{Text: "?", Most: 0.2}, true }
		}, "cannot be given"},
	} {
		q := good
		c.spoil(&q)
		if f := faults(q); !strings.Contains(f, c.want) {
			t.Errorf("%s: %q, want %q", name, f, c.want)
		}
	}
}
