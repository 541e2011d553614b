package kernelridge

import (
	"errors"

	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/kernel"
	"playground/algos/regression/internal/gp"
)

// timed is what the benchmarks time: K + λI, its factor and α.
var timed = []algos.Bench{
	{Task: "krr rbf fit", Data: dataset.BenchSurface, Sizes: []int{200, 1000, 2000}, Setup: fitting},
}

// The kernel and the penalty of the benchmark.
const (
	benchGamma  = 1.0
	benchLambda = 0.01
)

func fitting(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	k, n := kernel.RBF{Gamma: benchGamma}, len(x)
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	alpha := make([]float64, n)
	fit := func() error {
		for i := range n { // the lower half is all that is looked at
			k.Row(a.Data[i*n:i*n+i+1], x[:i+1], i)
			a.Data[i*n+i] += benchLambda
		}
		copy(alpha, y)
		if !gp.Solve(a, alpha) {
			return errors.New("the matrix is not positive definite")
		}
		return nil
	}
	if err := fit(); err != nil {
		return nil, nil, err
	}
	do = func() {
		if err := fit(); err != nil {
			panic(err) // it has worked a moment ago
		}
	}
	answers = func() []algos.Value {
		f := expansion{k, x, alpha}
		return []algos.Value{{Name: "y", Value: []float64{f.value(x[0]), f.value([2]float64{}), f.value(x[n-1])}}}
	}
	return do, answers, nil
}
