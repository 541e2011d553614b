package gp

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
)

// Timed is what the benchmarks time: a fit with fixed numbers, forecasts on a grid
// of 50×50, and one more observation.
var Timed = []algos.Bench{
	{Task: "gpr fit (fixed hyper)", Data: dataset.BenchSurface, Sizes: []int{200, 1000}, Setup: timing(func(w *bulk) error { return w.fit() })},
	{Task: "gpr predict 2500 mean", Data: dataset.BenchSurface, Sizes: []int{200, 1000}, Setup: timing(func(w *bulk) error { w.forecastMean(); return nil })},
	{Task: "gpr predict 2500 mean+std", Data: dataset.BenchSurface, Sizes: []int{200, 1000}, Setup: timing((*bulk).forecast)},
	{Task: "gpr fit+predict mean+std", Data: dataset.BenchSurface, Sizes: []int{200, 1000}, Setup: timing(func(w *bulk) error {
		return errors.Join(w.fit(), w.forecast())
	})},
	{Task: "gpr lml+gradient", Data: dataset.BenchSurface, Sizes: []int{200, 1000}, Setup: evidenceWork},
	{Task: "gpr add a point, 200 inputs mean+std", Data: dataset.BenchSurface, Sizes: []int{500}, Setup: addingWork},
}

const (
	benchKernel = "1*rbf(0.7)"
	benchNoise  = 0.01
)

// A bulk is a process fitted to all observations at once, without a story.
type bulk struct {
	k        covariance.Kernel
	x        [][2]float64
	y        []float64
	l        blas64.General // the lower factor of K + σ²I
	alpha    []float64
	grid     grid.Grid
	mean     []float64
	vari     []float64
	evidence float64
}

func newBulk(x [][2]float64, y []float64) (*bulk, error) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		return nil, err
	}
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 50, NY: 50}
	w := &bulk{k: k, x: x, y: y, grid: g, mean: make([]float64, g.Len()), vari: make([]float64, g.Len())}
	return w, w.fit()
}

// fit factorises K + σ²I and solves for α.
func (w *bulk) fit() error {
	n := len(w.x)
	if len(w.l.Data) != n*n {
		w.l = blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	}
	halves(n, func(from, to int) {
		for i := from; i < to; i++ {
			w.k.Row(w.l.Data[i*n:(i+1)*n], w.x, i)
			w.l.Data[i*n+i] += benchNoise
		}
	})
	if !cholesky(w.l) {
		return errors.New("the covariance matrix is not positive definite")
	}
	w.alpha = append(w.alpha[:0], w.y...)
	v := blas64.Vector{N: n, Inc: 1, Data: w.alpha}
	blas64.Trsv(blas.NoTrans, lower(w.l), v)
	w.evidence = -blas64.Dot(v, v)/2 - float64(n)/2*math.Log(2*math.Pi)
	blas64.Trsv(blas.Trans, lower(w.l), v)
	for i := range n {
		w.evidence -= math.Log(w.l.Data[i*n+i])
	}
	return nil
}

func (w *bulk) forecastMean() { w.k.Field(w.mean, w.grid, w.x, w.alpha) }

func (w *bulk) forecast() error {
	w.forecastMean()
	Variances(w.vari, w.k, lower(w.l), w.x, w.grid)
	return nil
}

// answers are the log evidence and mean and standard deviation at two corners and
// a node close to the middle.
func (w *bulk) answers() []algos.Value {
	nodes := []int{0, 25*50 + 25, len(w.mean) - 1}
	mean, std := make([]float64, len(nodes)), make([]float64, len(nodes))
	for i, q := range nodes {
		mean[i], std[i] = w.mean[q], SD(w.vari[q])
	}
	return []algos.Value{{Name: "lml", Value: w.evidence}, {Name: "mean", Value: mean}, {Name: "std", Value: std}}
}

func timing(part func(*bulk) error) func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	return func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
		w, err := newBulk(x, y)
		if err != nil {
			return nil, nil, err
		}
		if err := w.forecast(); err != nil {
			return nil, nil, err
		}
		do = func() {
			if err := part(w); err != nil {
				panic(err) // it has worked a moment ago
			}
		}
		return do, w.answers, nil
	}
}

// evidenceWork is an iterate of the ascent on the evidence.
func evidenceWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		return nil, nil, err
	}
	var value float64
	var slope []float64
	do = func() { value, slope, _ = Evidence(context.Background(), k, benchNoise, x, y) }
	if do(); slope == nil {
		return nil, nil, errors.New("the covariance matrix is singular")
	}
	answers = func() []algos.Value {
		return []algos.Value{{Name: "lml", Value: value}, {Name: "gradient", Value: slope}}
	}
	return do, answers, nil
}

// addingWork is one observation more, with mean and variance at 200 inputs.
func addingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		return nil, nil, err
	}
	line := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -1, Y1: 1}, NX: 200, NY: 2}
	probes := make([][2]float64, line.NX)
	for i := range probes {
		probes[i] = [2]float64{line.X(i), 0}
	}
	last := len(x) - 1
	p := New(k, benchNoise, probes, len(x))
	for i, at := range x[:last] {
		p = p.Add(at, y[i], p.At(at))
	}
	var q *Posterior
	do = func() { q = p.Add(x[last], y[last], p.At(x[last])) } // overwrites the same row each time
	answers = func() []algos.Value {
		return []algos.Value{{Name: "lml", Value: q.LogEvidence()}, {Name: "mean", Value: q.Mean[:3]}, {Name: "variance", Value: q.Var[:3]}}
	}
	return do, answers, nil
}
