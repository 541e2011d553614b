package gpregression

import (
	"math"
	"testing"

	"playground/algos/dataset"
	"playground/algos/regression/internal/gp"
)

// The evidence surface is the log evidence of a fit with those numbers.
func TestSurfaceIsTheEvidence(t *testing.T) {
	set := load(t, dataset.Generate("sine", 15, 0.2, 3))
	s := lastStep(t, set, vals("1*rbf(1)", "0.05")).View.(view)
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
		f, ok := gp.NewFit(t.Context(), k, v[2], s.x, s.y)
		if !ok {
			t.Fatal("no fit")
		}
		near(t, "the log evidence", gp.LogEvidence(l, z, s.y, v[2]), f.LogEvidence(), 1e-10*(1+math.Abs(f.LogEvidence())))
	}
	if got := gp.LogEvidence([]float64{1, 1, 1}, make([]float64, 2), []float64{0, 1}, 0); !math.IsInf(got, -1) {
		t.Errorf("a singular matrix has the log evidence %v", got)
	}
	if _, ok := s.surface(); !ok {
		t.Error("no surface")
	}
}
