package svr

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// However short the kernel is, between two neighbouring places of the drawn function the
// function is nowhere off the chord by a hundredth of the board, but where it turns
// within a pixel.
func TestCurvesAreSmoothAtAnyLength(t *testing.T) {
	set := dataset.Generate("sine", 25, 0.2, 1)
	for _, gamma := range []string{"0.1", "10", "100", "1000", "10000"} {
		v := algotest.Last(t, Demo, set, param.Pairs("kernel", "rbf", "gamma", gamma, "C", "100", "epsilon", "0.01")).View.(view)
		var line []mark.XY
		for _, m := range v.board().Marks {
			switch m := m.(type) {
			case mark.PolyLine:
				if m.Name == "f(x)" {
					line = m.At
				}
			case mark.Band:
				if len(m.X) != len(m.Lo) || len(m.X) != len(m.Hi) {
					t.Errorf("γ = %s: the tube has %d places, %d below and %d above", gamma, len(m.X), len(m.Lo), len(m.Hi))
				}
			}
		}
		worst, w := 0.0, v.Window
		for i := 1; i < len(line); i++ {
			a, b := line[i-1], line[i]
			for _, share := range []float64{0.25, 0.5, 0.75} {
				if x := a.X + share*(b.X-a.X); b.X-a.X > (w.X1-w.X0)/1000 {
					worst = max(worst, math.Abs(v.curve().Value([2]float64{x})-(a.Y+share*(b.Y-a.Y)))/(w.Y1-w.Y0))
				}
			}
		}
		if len(line) == 0 || worst > 0.01 {
			t.Errorf("γ = %s: the curve of %d places is off by %.3g of the board's height", gamma, len(line), worst)
		}
	}
}
