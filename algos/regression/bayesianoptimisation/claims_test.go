package bayesianoptimisation

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// A probability is compared where rounding leaves it determined, up to a thousandth: a
// tolerance of two thirds would let every query pass.
func TestChosenComparesDeterminedProbabilities(t *testing.T) {
	p, _ := Demo.Preset("greedy")
	skipped := false
	for i, s := range algotest.Steps(t, Demo, p.Data, p.Params) {
		v := s.View.(view)
		if v.pick.by != acquired {
			continue
		}
		c := algotest.Check(t, v, "chosen")
		if c.Rounding > 1e-3+1e-9 {
			t.Errorf("step %d: %v ≥ %v within %v is %s", i, c.Left, c.Right, c.Rounding, c.Verdict)
		}
		skipped = skipped || strings.Contains(c.Why.String(), "rounding decides")
		if c.Verdict == algos.Broken {
			t.Errorf("step %d: %v ≥ %v", i, c.Left, c.Right)
		}
	}
	if !skipped {
		t.Error("no step has a grid point at which rounding decides: the test shows nothing")
	}
}

// The number of evaluations has one total on the page, that of the run: its end may come before
// the budget is used up.
func TestHeadlineHasNoTotal(t *testing.T) {
	for _, p := range Demo.Presets[:4] {
		for _, s := range algotest.Steps(t, Demo, p.Data, p.Params) {
			if note := s.Panels()[0].Note.String(); strings.Contains(note, " of ") || note == "" {
				t.Fatalf("%s: %q", p.ID, note)
			}
		}
	}
}
