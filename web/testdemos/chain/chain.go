// Package chain is a demo for tests of parameters that are matrices: a Markov chain with its
// transition matrix, a joint distribution and a covariance matrix.
package chain

import (
	"context"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Options of the demo.
type Options struct {
	P     [][]float64 // transition matrix
	Joint [][]float64
	Cov   [][]float64
}

// Demo returns the demo.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "chain", Title: "Markov chain", Summary: "A chain with a transition matrix, for tests.", Family: "Tests",
		Metrics: []string{"first"}, Formula: `\pi \leftarrow \pi P`,
		Charts: []mark.Chart{{ID: "first", Title: "Probability", Series: []mark.Series{{Metric: "first", Label: "of the first state"}}}},
		Presets: []algos.Preset{
			{ID: "weather", Title: "Weather", Note: "Two states.", Seed: 1},
			{ID: "cycle", Title: "Cycle", Note: "Three states in turn.", Params: param.Pairs("P", "0 1 0; 0 0 1; 1 0 0"), Seed: 1},
		},
	}, bind, start)
}

func bind(o *Options, s *param.Set) {
	s.Matrix(&o.P, "P", [][]float64{{0.7, 0.3}, {0.2, 0.8}}, 0, 1, nil).Square(2, 4).Sums(param.EachRow).Step(0.1).
		Names([]string{"sunny", "rainy"}, []string{"sunny", "rainy"}).Label("transition matrix P").Hint("row: from, column: to")
	s.Matrix(&o.Joint, "joint", [][]float64{{0.25, 0.25}, {0.25, 0.25}}, 0, 1, nil).Size(param.Extent{Least: 1, Most: 3}, param.Extent{Least: 2, Most: 3}).
		Sums(param.AllOf).Label("joint distribution")
	s.Matrix(&o.Cov, "cov", [][]float64{{1, 0}, {0, 1}}, -10, 10, definite).Symmetric().Label("covariance matrix")
}

// definite says whether a 2 × 2 matrix is not positive definite.
func definite(m [][]float64) say.Phrase {
	if m[0][0] > 0 && m[0][0]*m[1][1] > m[0][1]*m[1][0] {
		return ""
	}
	return "the matrix is not positive definite: make the numbers on its diagonal larger"
}

const last = 4

// state is a step's view.
type state struct {
	Options
	pi []float64
}

func start(_ context.Context, _ algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		s := state{Options: o, pi: make([]float64, len(o.P))}
		s.pi[0] = 1
		for n := range last + 1 {
			step := algos.Step{Phase: "step", Size: algos.Normal, Metrics: []float64{s.pi[0]}, Status: algos.Status{State: algos.Running}, View: s}
			if n == last {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
			s.pi = s.moved()
		}
	}, nil
}

// moved is the distribution one step later.
func (s state) moved() []float64 {
	next := make([]float64, len(s.pi))
	for i, p := range s.pi {
		for j, q := range s.P[i] {
			next[j] += p * q
		}
	}
	return next
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"p": s.pi[0], "joint": s.Joint[0][0], "cov": s.Cov[0][1]}.Text("The first state has probability <p>, the first pair <joint>; the covariance is <cov>.")}}
}

func (s state) Checks() []algos.Check { return nil }
func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "pi", Value: s.pi}, {Name: "joint", Value: s.Joint}, {Name: "cov", Value: s.Cov}}}
}

func (s state) Panels() []mark.Panel {
	p := mark.CellBoard(dataset.Grid(s.P...).Cells, 0, 1)
	p.Edits = ""
	return []mark.Panel{p}
}
