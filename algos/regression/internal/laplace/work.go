package laplace

import (
	"context"
	"errors"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
)

// Timed is what the benchmarks time: the mode with fixed numbers, and probabilities on a grid of 50×50.
var Timed = []algos.Bench{
	{Task: "gpc laplace fit", Data: dataset.BenchMoons, Sizes: []int{200, 500, 1000}, Setup: fitting},
	{Task: "gpc predict_proba 2500", Data: dataset.BenchMoons, Sizes: []int{200, 500, 1000}, Setup: forecasting},
}

const benchKernel = "4*rbf(0.7)"

var errNoMode = errors.New("no mode: the method of Newton does not come to one")

func fitting(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		return nil, nil, err
	}
	var s *State
	ok := false
	do = func() { s, ok = New(k, x, y).Mode(context.Background()) }
	if do(); !ok {
		return nil, nil, errNoMode
	}
	return do, func() []algos.Value { return []algos.Value{{Name: "lml", Value: s.Evidence()}} }, nil
}

func forecasting(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		return nil, nil, err
	}
	s, ok := New(k, x, y).Mode(context.Background())
	if !ok {
		return nil, nil, errNoMode
	}
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 50, NY: 50}
	p, variance := make([]float64, g.Len()), make([]float64, g.Len())
	do = func() {
		s.Means(p, g)
		s.Variances(variance, g)
		Averages(p, variance)
	}
	do()
	return do, func() []algos.Value {
		return []algos.Value{{Name: "p", Value: []float64{p[0], p[25*50+25], p[len(p)-1]}}}
	}, nil
}
