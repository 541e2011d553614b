package logistic

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/arith"
	"playground/algos/dataset"
)

// Where the points are so far apart that every probability is 0 or 1, the residuals
// are −1, 0 and 1, and no rounding makes 0 of their sum.
func TestSaturatedResidualsDoNotVanish(t *testing.T) {
	steps := algotest.Steps(t, Demo, algotest.ReadCSV(t, Demo, "testdata/huge.csv"), vals("solver", "gd", "max_iter", "200"))
	for _, name := range []string{"balance", "moments"} {
		if c := algotest.Check(t, steps[2], name); c.Verdict != algos.Open || math.Abs(c.Left) < 0.5 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// A guarantee that is kept up to the tolerance says how near that is, and decides
// nothing where the tolerance is as large as what vanishes.
func TestCoarseToleranceDecidesNothing(t *testing.T) {
	data := dataset.Generate("overlap", 40, 0.9, 5)
	for tol, want := range map[string]algos.Verdict{"0.01": algos.Holds, "1": algos.Open} {
		last := algotest.Last(t, Demo, data, vals("tol", tol))
		c := algotest.Check(t, last, "decrement")
		if reason := last.Status.Reason.String(); strings.Contains(reason, "above its minimum") != (want == algos.Open) {
			t.Errorf("tolerance %s: %s", tol, reason)
		}
		if c.Verdict != want || want == algos.Open && !strings.Contains(c.Why.String(), "lower the tolerance") {
			t.Errorf("tolerance %s: %+v", tol, c)
		}
	}
}

// The dual keeps its digits where α is tiny.
func TestDualOfTwoPoints(t *testing.T) {
	two := dataset.Labelled([3]float64{1, 2, -1}, [3]float64{-1, 0, 1})
	for _, s := range algotest.Steps(t, Demo, two, vals("lambda", "1e-6")) {
		if c := algotest.Check(t, s, "dual"); c.Verdict != algos.Holds {
			t.Fatalf("%s: %+v", s.Phase, c)
		}
	}
}

// With a falling η the steps become short enough for the guarantee of gradient
// descent, which is about the η of the step.
func TestFallingStepsBecomeShort(t *testing.T) {
	data := dataset.Generate("overlap", 40, 0.9, 5)
	steps := algotest.Steps(t, Demo, data, vals("solver", "gd", "eta", "1", "eta_decay", "true", "max_iter", "60"))
	if c := algotest.Check(t, steps[2], "descent"); c.Verdict != algos.NotApplicable {
		t.Errorf("the first step: %+v", c)
	}
	last := steps[len(steps)-1]
	if c := algotest.Check(t, last, "descent"); c.Verdict != algos.Holds || strings.Contains(last.Status.Reason.String(), "overshoot") {
		t.Errorf("the last step: %+v, %s", c, last.Status.Reason)
	}
}

// Every update is reckoned in numbers; a probability of almost 1 stands in brackets
// behind a minus.
func TestUpdatesAreReckoned(t *testing.T) {
	read, brackets := 0, false
	data := dataset.Generate("blobs", 40, 0.45, 3)
	for _, s := range algotest.Steps(t, Demo, data, vals("solver", "sgd", "eta", "5", "labels", "01", "max_iter", "100")) {
		for _, l := range s.Say() {
			tex := l.TeX.String()
			brackets = brackets || strings.Contains(tex, "1 - (1-")
			for _, statement := range arith.Statements(tex, true) {
				n, faults := statement.Check()
				if read += n; len(faults) > 0 {
					t.Errorf("%s: %v", tex, faults)
				}
			}
		}
	}
	if read < 200 || !brackets { // a residual and an update for each of the 100
		t.Errorf("%d comparisons, brackets: %v", read, brackets)
	}
}
