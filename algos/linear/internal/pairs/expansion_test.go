package pairs

import (
	"math"
	"testing"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
)

var points = []dataset.Point{{X: [2]float64{101, -3}}, {X: [2]float64{104, 2}}, {X: [2]float64{99, 4}}}

// A function of coefficients that sum to 0 is the same whether the points are
// measured from their mean or not: its values, its field, its offset.
func TestMeasuredFromTheMean(t *testing.T) {
	coef := []float64{0.5, 0, -0.5}
	f := NewInputs(kernel.Linear{}, points, Mean(points)).Expand(0.25, func(i int) float64 { return coef[i] })
	if len(f.Centres) != 2 {
		t.Errorf("%d centres, though one coefficient is 0", len(f.Centres))
	}
	w, b := f.Weights(), f.Offset()
	if w != [2]float64{1, -3.5} {
		t.Errorf("w = %v", w)
	}
	g := grid.Grid{Window: grid.Window{X0: 98, X1: 105, Y0: -4, Y1: 5}, NX: 4, NY: 3}
	field, want := make([]float64, g.Len()), make([]float64, g.Len())
	f.Field(field, g)
	grid.Fill(want, g, func(x, y float64) float64 { return w[0]*x + w[1]*y + b })
	for i := range want {
		if math.Abs(field[i]-want[i]) > 1e-12 {
			t.Errorf("node %d: %v, want %v", i, field[i], want[i])
		}
	}
	at := [2]float64{100, 1}
	if got, want := f.Value(at), w[0]*at[0]+w[1]*at[1]+b; math.Abs(got-want) > 1e-12 {
		t.Errorf("f(%v) = %v, want %v", at, got, want)
	}
}

// The guarantees of duality are withdrawn for a kernel matrix with a negative
// eigenvalue, and for one that is too large to look at, but never for a kernel.
func TestNotAKernel(t *testing.T) {
	tanh := kernel.Sigmoid{Gamma: 1, Coef0: -1}
	apart := []dataset.Point{{X: [2]float64{0.5, 0}}, {X: [2]float64{1.5, 0}}}
	if why := NewInputs(tanh, apart, Mean(apart)).NotAKernel(); why == "" {
		t.Error("a negative eigenvalue is no objection")
	}
	if why := NewInputs(tanh, make([]dataset.Point, maxSpectrum+1), [2]float64{}).NotAKernel(); why == "" {
		t.Error("too many points are no objection")
	}
	if why := NewInputs(kernel.RBF{Gamma: 1}, apart, Mean(apart)).NotAKernel(); why != "" {
		t.Errorf("the RBF kernel is one: %s", why)
	}
}
