package gpregression

import (
	"math"
	"slices"
	"testing"

	"playground/algos/dataset"
	"playground/algos/grid"
)

// Between the nodes a table is off by the cube of their distance; at the nodes it is
// exact.
func TestTable(t *testing.T) {
	w := grid.Window{X0: -1, X1: 2, Y0: 0, Y1: 2}
	f := func(x, y float64) float64 { return math.Sin(x) * math.Cos(2*y) }
	coarse := table{Grid: grid.Grid{Window: w, NX: 33, NY: 33}}
	coarse.values = make([]float64, coarse.Len())
	grid.Fill(coarse.values, coarse.Grid, f)
	same := make([]float64, coarse.Len())
	if coarse.fill(same, coarse.Grid); !slices.EqualFunc(same, coarse.values, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
		t.Error("the nodes have other values")
	}
	fine := grid.Grid{Window: w, NX: 50, NY: 41}
	got := make([]float64, fine.Len())
	coarse.fill(got, fine)
	for i, v := range got {
		x, y := fine.X(i%fine.NX), fine.Y(i/fine.NX)
		border := x < w.X0+0.1 || x > w.X1-0.1 || y < w.Y0+0.07 || y > w.Y1-0.07 // one-sided there
		if d := math.Abs(v - f(x, y)); d > 2e-4 && !border || d > 4e-3 {
			t.Fatalf("off by %v at (%v, %v)", d, x, y)
		}
	}
}

// The evidence surface is the log evidence of a fit with those numbers.
func TestSurfaceIsTheEvidence(t *testing.T) {
	set := load(t, dataset.Generate("sine", 15, 0.2, 3))
	s := lastStep(t, set, vals("1*rbf(1)", "0.05")).View.(*state)
	a, b, ok := s.axes()
	if !ok || a != 1 || b != 2 {
		t.Fatalf("the axes are %d and %d", a, b)
	}
	for _, v := range [][3]float64{{1, 1, 0.05}, {1, 0.3, 1}, {1, 5, 1e-3}} {
		l, z := make([]float64, 15*16/2), make([]float64, 15)
		k := s.k.With(v[:2])
		for i, at := 0, 0; i < 15; i++ {
			for j := range i + 1 {
				l[at] = k.At(s.x[i], s.x[j])
				at++
			}
		}
		f, ok := refit(t.Context(), k, v[2], s.x, s.y)
		if !ok {
			t.Fatal("no fit")
		}
		near(t, "the log evidence", logEvidence(l, z, s.y, v[2]), f.logEvidence(), 1e-10*(1+math.Abs(f.logEvidence())))
	}
	if got := logEvidence([]float64{1, 1, 1}, make([]float64, 2), []float64{0, 1}, 0); !math.IsInf(got, -1) {
		t.Errorf("a singular matrix has the log evidence %v", got)
	}
	if _, ok := s.surface(); !ok {
		t.Error("no surface")
	}
}
