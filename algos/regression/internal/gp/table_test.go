package gp

import (
	"math"
	"slices"
	"testing"

	"playground/algos/grid"
)

// Between the nodes a table is off by the cube of their distance; at the nodes it is
// exact.
func TestTable(t *testing.T) {
	w := grid.Window{X0: -1, X1: 2, Y0: 0, Y1: 2}
	f := func(x, y float64) float64 { return math.Sin(x) * math.Cos(2*y) }
	coarse := Table{Grid: grid.Grid{Window: w, NX: 33, NY: 33}}
	coarse.Values = make([]float64, coarse.Len())
	grid.Fill(coarse.Values, coarse.Grid, f)
	same := make([]float64, coarse.Len())
	if coarse.Fill(same, coarse.Grid); !slices.EqualFunc(same, coarse.Values, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
		t.Error("the nodes have other values")
	}
	fine := grid.Grid{Window: w, NX: 50, NY: 41}
	got := make([]float64, fine.Len())
	coarse.Fill(got, fine)
	for i, v := range got {
		x, y := fine.X(i%fine.NX), fine.Y(i/fine.NX)
		border := x < w.X0+0.1 || x > w.X1-0.1 || y < w.Y0+0.07 || y > w.Y1-0.07 // one-sided there
		if d := math.Abs(v - f(x, y)); d > 2e-4 && !border || d > 4e-3 {
			t.Fatalf("off by %v at (%v, %v)", d, x, y)
		}
	}
}
