package mark_test

import (
	"testing"

	"playground/algos/dataset"
	"playground/algos/mark"
)

// Age in years against income in pounds is a cloud, not a vertical line: each
// axis has its own scale, and the fitted window is what the board shows.
func TestBoardOfDifferentScalesHasTwoAxes(t *testing.T) {
	for _, c := range []struct {
		name  string
		x, y  [2]float64
		equal bool
	}{
		{"age and income", [2]float64{20, 64}, [2]float64{25_000, 85_000}, false},
		{"income and age", [2]float64{25_000, 85_000}, [2]float64{20, 64}, false},
		{"metres and 10 kg", [2]float64{1.55, 1.9}, [2]float64{4.8, 8.8}, true},
		{"cm and kg", [2]float64{150, 195}, [2]float64{45, 110}, true},
		{"one scale", [2]float64{-3, 3}, [2]float64{-1, 1}, true},
	} {
		s := dataset.Set{Dim: 2, Points: []dataset.Point{{X: [2]float64{c.x[0], c.y[0]}}, {X: [2]float64{c.x[1], c.y[1]}}}}
		w := mark.FitWindow(s)
		b := mark.Board(s, w)
		if b.Equal != c.equal {
			t.Errorf("%s: equal units are %t, want %t", c.name, b.Equal, c.equal)
		}
		if b.X.Min != w.X0 || b.X.Max != w.X1 || b.Y.Min != w.Y0 || b.Y.Max != w.Y1 {
			t.Errorf("%s: the board shows %v, %v, not the window %v", c.name, b.X, b.Y, w)
		}
	}
}
