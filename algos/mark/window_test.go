package mark_test

import (
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/mark"
)

func TestFitWindowShowsEveryPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]float64{1e-6, 1, 1e3, 1e9}).Draw(t, "scale")
		shift := rapid.SampledFrom([]float64{0, 1, 1e6}).Draw(t, "shift")
		var s dataset.Set
		s.Dim = 2
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			x := rapid.Float64Range(-1, 1)
			s.Points = append(s.Points, dataset.Point{X: [2]float64{shift + scale*x.Draw(t, "x"), scale * x.Draw(t, "y")}})
		}
		w := mark.FitWindow(s)
		if w.Empty() {
			t.Fatalf("an empty window %+v", w)
		}
		for _, p := range s.Points {
			if !w.Contains(p.X[0], p.X[1]) {
				t.Fatalf("%v lies outside %+v", p.X, w)
			}
		}
	})
}

func TestFitWindowOfOnePointIsAroundIt(t *testing.T) {
	for _, x := range []float64{0, 1, -5, 1e6, 1e9} {
		w := mark.FitWindow(dataset.Set{Dim: 2, Points: []dataset.Point{{X: [2]float64{x, x}}}})
		if !(w.X0 < x && x < w.X1 && w.Y0 < x && x < w.Y1) {
			t.Errorf("the point (%g, %g) is not inside %+v", x, x, w)
		}
	}
}
