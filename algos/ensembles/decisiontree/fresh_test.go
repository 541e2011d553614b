package decisiontree

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// What the views count split by split is what sending every test point down the tree gives.
func TestTestErrorIsCounted(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, dataset.Generate("overlap", 60, 0.9, 3), algotest.Values("prune", byAlpha, "ccp_alpha", "2")) {
		v, wrong := s.View.(view), 0
		for i, x := range v.fresh.x {
			if v.nodes[v.leaf(func(j int) float64 { return x[j] }, v.splits, v.folds)].label != v.fresh.y[i] {
				wrong++
			}
		}
		algotest.Near(t, s.Phase.String(), s.Metric("test_error"), float64(wrong)/freshPoints, 1e-15)
	}
}

// The validation set that has chosen the best of many trees is optimistic about it, and not about a tree that was not chosen.
func TestReusedValidationSetIsOptimistic(t *testing.T) {
	const seeds = 24
	first, best, spread := 0.0, 0.0, 0.0
	for seed := range uint64(seeds) {
		v := algotest.Last(t, Demo, dataset.Generate("overlap", 120, 0.9, seed+1), algotest.Values("prune", byValidation)).View.(view)
		if len(v.chosen) != candidates {
			t.Fatalf("%d candidates", len(v.chosen))
		}
		a, b := v.chosen[0], v.chosen[candidates-1]
		first, best = first+(a.test-a.validation)/seeds, best+(b.test-b.validation)/seeds
		spread += (a.test - a.validation) * (a.test - a.validation) / seeds
	}
	if se := math.Sqrt(spread / seeds); math.Abs(first) > 3*se {
		t.Errorf("a tree that was not chosen has a test error that is larger by %g than its validation error, with a standard error of %g", first, se)
	}
	if best < 0.05 {
		t.Errorf("the best of %d has a test error that is larger by %g only", candidates, best)
	}
}

// The lesson's numbers of the validation set that is used too often.
func TestLessonOfTheReusedValidationSet(t *testing.T) {
	v := algotest.Linked(t, Demo, "lesson", "?preset=reuse&step=end#reuse").View.(view)
	last := v.chosen[len(v.chosen)-1]
	algotest.Written(t, Demo, "lesson", "0.1", last.validation)
	algotest.Written(t, Demo, "lesson", "0.289", last.test)
	grown := algotest.Linked(t, Demo, "lesson", "?preset=validation&step=33#bysize").View.(view).fresh.wrong
	for k, wrong := range grown[1:] {
		if wrong < grown[1] {
			t.Errorf("the test error falls to %d of %d after %d splits", wrong, freshPoints, k+1)
		}
	}
}

// No split of a tree lowers its impurity by less than the smallest decrease, and every leaf that could has been split.
func TestSmallestDecrease(t *testing.T) {
	data := dataset.Generate("overlap", 80, 0.9, 5)
	full := algotest.Last(t, Demo, data, nil).View.(view)
	for _, eps := range []string{"0.005", "0.02", "0.6"} {
		v := algotest.Last(t, Demo, data, algotest.Values("min_impurity_decrease", eps)).View.(view)
		if len(v.nodes) >= len(full.nodes) {
			t.Errorf("ε = %s: %d nodes of %d", eps, len(v.nodes), len(full.nodes))
		}
		for _, n := range v.nodes {
			if n.ask != nil && v.decrease(n) < v.MinDecrease {
				t.Errorf("ε = %s: a split lowers the impurity by %g", eps, v.decrease(n))
			}
			if n.ask == nil && !n.short && n.impurity > 0 {
				t.Errorf("ε = %s: node %d stopped for another reason", eps, n.id)
			}
		}
		if eps == "0.6" && (len(v.nodes) != 1 || !v.nodes[0].short) {
			t.Errorf("ε = 0.6: %d nodes", len(v.nodes))
		}
	}
	// Four corners: no split has a gain, so the rule never starts.
	if v := algotest.Last(t, Demo, corners, algotest.Values("min_impurity_decrease", "0.001")).View.(view); len(v.nodes) != 1 {
		t.Errorf("four corners: %d nodes", len(v.nodes))
	}
}

// The stopping rule is a guarantee that a smaller decrease violates.
func TestStoppingRuleCanFail(t *testing.T) {
	steps := algotest.Steps(t, Demo, dataset.Generate("overlap", 80, 0.9, 5), algotest.Values("min_impurity_decrease", "0.02"))
	first := steps[3].View.(view)
	bad := changed(first, 0, func(n *node) { *n.ask = first.candidates(first.current(), 0)[0] })
	algotest.Spoilt(t, []algotest.Spoiling{{Check: "enough", Good: first, Spoilt: bad}})
	if c := first.checkEnough(); c.Verdict != algos.Holds {
		t.Error(c)
	}
}
