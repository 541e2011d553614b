package panel_test

import (
	"math"
	"testing"

	"playground/algos/mark"
	"playground/algos/panel"
)

// off is by how much the chords of a curve miss its function, as a share of a height,
// where they are wider than a pixel.
func off(at []mark.XY, height float64, f func(float64) float64) float64 {
	worst, least := 0.0, (at[len(at)-1].X-at[0].X)/1000
	for i := 1; i < len(at); i++ {
		a, b := at[i-1], at[i]
		for _, share := range []float64{0.25, 0.5, 0.75} {
			if b.X-a.X > least {
				worst = max(worst, math.Abs(f(a.X+share*(b.X-a.X))-(a.Y+share*(b.Y-a.Y)))/height)
			}
		}
	}
	return worst
}

// However steep a function is, its curve has no corners; where it is straight, no
// places are added.
func TestCurvesAreSmooth(t *testing.T) {
	for name, f := range map[string]func(float64) float64{
		"steep": func(x float64) float64 { return 1 / (1 + math.Exp(-300*x)) },
		"step":  func(x float64) float64 { return 1 / (1 + math.Exp(-1e6*(x-0.1234))) },
		"bump":  func(x float64) float64 { return math.Exp(-1e3 * x * x) },
		"wave":  func(x float64) float64 { return math.Sin(40 * x) },
	} {
		at := panel.Curve(-1, 1, 100, 1, f)
		if worst := off(at, 1, f); worst > 0.01 {
			t.Errorf("%s: the curve of %d places is off by %.3g of the height", name, len(at), worst)
		}
		if len(at) > 2500 {
			t.Errorf("%s: %d places", name, len(at))
		}
	}
	if at := panel.Curve(0, 3, 30, 1, func(x float64) float64 { return 2*x - 1 }); len(at) != 31 {
		t.Errorf("a line has %d places", len(at))
	}
	if at := panel.Curve(0, 1, 10, 1, func(x float64) float64 { return math.Inf(1) }); len(at) != 11 {
		t.Errorf("what is infinite has %d places", len(at))
	}
}
