package svm

import (
	"context"
	"fmt"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
)

// timed is what the benchmarks time: the solver alone, and the field that a frame
// shades.
var timed = []algos.Bench{
	{Task: "svc rbf fit", Data: algos.Moons, Sizes: []int{200, 1000, 5000}, Setup: fitting(1)},
	{Task: "svc rbf fit C=1000", Data: algos.Moons, Sizes: []int{200, 1000}, Setup: fitting(1000)},
	{Task: "svc decision 100x100", Data: algos.Moons, Sizes: []int{200, 1000, 5000}, Setup: deciding},
}

// benchBytes is the memory for the kernel matrix of the benchmarks.
const benchBytes = 32 << 20

// benchKernel and benchGrid are those of the benchmarks.
var (
	benchKernel = kernel.RBF{Gamma: 1}
	benchGrid   = grid.Grid{Window: grid.Window{X0: -1.5, X1: 2.5, Y0: -1.25, Y1: 1.5}, NX: 100, NY: 100}
)

// fitting solves the dual at that price of slack, to LIBSVM's tolerance.
func fitting(c float64) func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	return func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
		s, err := solve(x, y, c)
		if err != nil {
			return nil, nil, err
		}
		do = func() {
			if s, err = solve(x, y, c); err != nil {
				panic(err) // the same problem was solved a moment ago
			}
		}
		answers = func() []algos.Value {
			return []algos.Value{
				{Name: "dual_objective", Value: -s.Objective},
				{Name: "bias", Value: s.Offset},
				{Name: "n_sv", Value: len(supportOf(s.Alpha))},
				{Name: "n_iter", Value: s.Iterations},
			}
		}
		return do, answers, nil
	}
}

// deciding evaluates f on a grid of 100×100.
func deciding(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	s, err := solve(x, y, 1)
	if err != nil {
		return nil, nil, err
	}
	support := supportOf(s.Alpha)
	centres, coef := make([][2]float64, len(support)), make([]float64, len(support))
	for k, i := range support {
		centres[k], coef[k] = x[i], s.Alpha[i]*y[i]
	}
	field := make([]float64, benchGrid.Len())
	do = func() { benchKernel.Field(field, benchGrid, centres, coef, s.Offset) }
	answers = func() []algos.Value {
		return []algos.Value{{Name: "n_sv", Value: len(support)}, {Name: "first", Value: field[0]}, {Name: "last", Value: field[len(field)-1]}}
	}
	return do, answers, nil
}

func solve(x [][2]float64, y []float64, c float64) (smo.Solution, error) {
	const tol, most = 1e-3, 10_000_000
	bounds := make([]float64, len(y))
	for i := range bounds {
		bounds[i] = c
	}
	s, err := smo.Solve(context.Background(), smo.Problem{Y: y, C: bounds, K: smo.NewGramWithin(benchBytes, benchKernel, x)}, tol, most)
	if err != nil {
		return s, fmt.Errorf("svm on %d points: %w", len(y), err)
	}
	return s, nil
}

// supportOf are the rows with α > 0.
func supportOf(alpha []float64) []int {
	var rows []int
	for i, a := range alpha {
		if a > 0 {
			rows = append(rows, i)
		}
	}
	return rows
}
