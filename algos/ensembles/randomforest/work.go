package randomforest

import (
	"context"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/grid"
)

// timed are a forest of a hundred full trees with one feature of two a split, and its votes on a grid.
var timed = []algos.Bench{
	{Task: "random forest 100 fit", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: fittingWork},
	{Task: "random forest 100 predict 100x100", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: predictingWork},
}

const timedTrees = 100

func forest(x [][2]float64, y []float64) (*committee.Bulk, error) {
	return committee.NewBulk(context.Background(),
		committee.Options{Estimators: timedTrees, Forest: true, MaxFeatures: 1, FeatureSampling: committee.Split}, x, y)
}

func fittingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	var b *committee.Bulk
	do = func() { b, err = forest(x, y) }
	return do, func() []algos.Value {
		return []algos.Value{{Name: "trees", Value: len(b.Trees)}, {Name: "train_acc", Value: b.Accuracy(x, y)}, {Name: "nodes", Value: b.Nodes()}}
	}, nil
}

func predictingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	b, err := forest(x, y)
	if err != nil {
		return nil, nil, err
	}
	g := grid.Grid{Window: grid.Window{X0: -1.5, X1: 2.5, Y0: -1.25, Y1: 1.5}, NX: 100, NY: 100}
	var votes []float64
	return func() { votes = b.Votes(g) }, func() []algos.Value {
		return []algos.Value{{Name: "first", Value: votes[0]}, {Name: "last", Value: votes[len(votes)-1]}}
	}, nil
}
