package diffusionkernel

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// After an odd power a partial sum may have a negative eigenvalue, as on the board that the
// lesson shows. Where λ|μ| is at most 1 it has none, whatever the power.
func TestPartialSumsAfterOddPowers(t *testing.T) {
	v := algotest.Linked(t, Demo, "lesson", "?preset=rooms&step=3").View.(view)
	if least := v.sum.least(); least >= 0 {
		t.Errorf("the smallest eigenvalue of the lesson's board is %v", least)
	}
	steps := algotest.Steps(t, Demo, edge, algotest.Values("time", "0.2"))
	one := steps[1].View.(view)
	spec, ok := one.sum.spectrum()
	if !ok {
		t.Fatal("no eigenvalues")
	}
	algotest.Near(t, "smaller eigenvalue after the first power", spec.values[0], 0.6, 1e-14)
	algotest.Near(t, "larger eigenvalue after the first power", spec.values[1], 1, 1e-14)
	for seed := range uint64(6) {
		for _, s := range algotest.Steps(t, Demo, random(seed, 6, 0.6), algotest.Values("time", "0.05")) {
			v := s.View.(view)
			if v.Time*math.Abs(v.spec.values[0]) > 1 {
				t.Fatal("the eigenvalues are too large for the claim")
			}
			if least := v.sum.least(); least < -1e-12 {
				t.Errorf("seed %d, power %d: smallest eigenvalue %v", seed, v.k, least)
			}
		}
	}
}

// heavy is a graph on which the terms of the series cancel: the sum is off by thousandths,
// and the bound of its rounding error by seven orders of magnitude.
var heavy = dataset.Drawn(round(9, 1),
	[3]float64{0, 1, 0.917}, [3]float64{0, 2, 1.591}, [3]float64{0, 3, 1.475}, [3]float64{0, 4, 1.149}, [3]float64{0, 5, 0.486},
	[3]float64{0, 6, 1.319}, [3]float64{0, 7, 0.127}, [3]float64{0, 8, 1.85}, [3]float64{1, 2, 1.202}, [3]float64{1, 3, 1.654},
	[3]float64{1, 4, 1.303}, [3]float64{1, 5, 1.327}, [3]float64{1, 8, 1.224}, [3]float64{2, 3, 1.847}, [3]float64{2, 4, 0.123},
	[3]float64{2, 5, 0.745}, [3]float64{3, 4, 0.432}, [3]float64{3, 5, 1.293}, [3]float64{3, 8, 0.441})

// Where terms cancel, the end of the run gives the error that there is, and no bound that is
// larger than every entry of the kernel.
func TestCancellationGivesTheErrorItself(t *testing.T) {
	steps := algotest.Steps(t, Demo, heavy, algotest.Values("time", "3"))
	last := steps[len(steps)-1]
	v := last.View.(view)
	if !v.rough || v.tells(v.lost) {
		t.Fatalf("the bound of the rounding error is %v, the state %v", v.lost, v.state)
	}
	if missing := v.missing(); missing > 0.1 || !strings.Contains(last.Status.Reason.String(), "largest error of an entry") {
		t.Errorf("the error is %v, and the run says: %s", missing, last.Status.Reason)
	}
	for _, s := range steps {
		v := s.View.(view)
		for _, line := range v.Say() {
			text := line.Text.String()
			if strings.Contains(text, "may be") && v.lost > 1 || strings.Contains(text, "error bound:") && v.bound > 1 {
				t.Errorf("step %d: %s", v.k, text)
			}
		}
		if c := v.checkMissing(); c.Verdict == algos.Holds && c.Right > 1 {
			t.Errorf("step %d: a bound of %v is a guarantee", v.k, c.Right)
		}
	}
}

// The page opens where all heat is positive, on a board without axes: where a node is drawn
// means nothing.
func TestOpeningShowsHeat(t *testing.T) {
	first := Demo.Presets[0]
	v := algotest.Steps(t, Demo, first.Data, nil)[first.Opens].View.(view)
	for i, x := range v.sum.row(v.s) {
		if x < 0 {
			t.Errorf("node %d has the heat %v", i+1, x)
		}
	}
	if b := v.board(); !b.X.Hidden || !b.Y.Hidden {
		t.Error("the graph has axes")
	}
}
