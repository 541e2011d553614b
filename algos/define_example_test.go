package algos_test

import (
	"context"
	"fmt"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// A halving is the state of a run: what is left, and how often it was halved.
type halving struct {
	left  float64
	times int
}

func (h halving) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"k": h.times, "left": h.left}}
	s.Text("After <k halving>, <left> is left.")
	s.TeX(`x_{<k>} = 2^{-<k>}\,x_0 = \hl{<left>}`)
	return s.Lines
}

func (h halving) Checks() []algos.Check {
	return []algos.Check{algos.AtMost("falls", "what is left is at most the start", h.left, 1, 0).Between("left", "start")}
}

func (h halving) Panels() []mark.Panel {
	return []mark.Panel{{ID: "board", Title: "What is left", Alt: say.Vars{"left": h.left}.Text("<left> is left")}}
}

func (h halving) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "left", Value: h.left}}}
}

// A demo is a description, its options and a loop that yields steps. Whatever
// shows it asks a step what happened, what theory promises and what to draw.
func ExampleDefine() {
	type options struct{ Steps int }
	demo := algos.Define(
		algos.Demo{ID: "halving", Title: "Halving", Metrics: []string{"left"}},
		func(o *options, s *param.Set) { s.Int(&o.Steps, "steps", 3, 1, 100) },
		func(_ context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				h := halving{left: 1}
				for ; h.times < o.Steps; h = (halving{h.left / 2, h.times + 1}) {
					if !yield(algos.Step{Phase: "halved", Status: algos.Status{State: algos.Running}, Metrics: []float64{h.left}, View: h}) {
						return
					}
				}
				yield(algos.Step{Phase: "halved", Status: algos.Status{State: algos.Converged, Reason: "That is enough."}, Metrics: []float64{h.left}, View: h})
			}, nil
		})
	run, err := demo.Steps(context.Background(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), param.Values{"steps": "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s := range run {
		for _, line := range s.Say() {
			fmt.Println(line.Text + line.TeX)
		}
	}
	_, err = demo.Steps(context.Background(), algos.Problem{}, param.Values{"steps": "0"})
	fmt.Println(err)
	// Output:
	// After 0 halvings, 1 is left.
	// x_{0} = 2^{-0}\,x_0 = \hl{1}
	// After 1 halving, 0.5 is left.
	// x_{1} = 2^{-1}\,x_0 = \hl{0.5}
	// After 2 halvings, 0.25 is left.
	// x_{2} = 2^{-2}\,x_0 = \hl{0.25}
	// That is enough.
	// steps: 0 is out of range: it must be from 1 to 100
}
