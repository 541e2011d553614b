package kernelperceptron

import (
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// The two ways to compute f are compared relative to their terms, however large
// those are, and a wrong factor of a feature shows.
func TestIdentityIsRelative(t *testing.T) {
	set, _ := Demo.Preset("circles")
	mixed := dataset.Labelled([3]float64{1e6, -2e6, 1}, [3]float64{-3e-6, 1e-6, -1}, [3]float64{2, 1, 1}, [3]float64{-1e3, 4, -1})
	for _, c := range []struct {
		data dataset.Source
		with param.Values
	}{
		{set.Data, param.Values{"degree": "10", "gamma": "1e6", "max_epochs": "3"}},
		{set.Data, param.Values{"kernel": "linear", "max_epochs": "3"}},
		{mixed, param.Values{"degree": "3", "max_epochs": "3"}},
		{mixed, param.Values{"kernel": "linear", "max_epochs": "3"}},
	} {
		v := *viewOf(algotest.Last(t, Demo, c.data, c.with))
		if c := algotest.Check(t, &v, "identity"); c.Verdict != algos.Holds || c.Left > 1e-12 || c.Rounding > 1e-12 {
			t.Errorf("%+v", c)
		}
		task := *v.task
		task.phi = slices.Clone(task.phi)
		for m := range task.phi {
			task.phi[m].weight *= 1.001
		}
		spoilt := v
		spoilt.task = &task
		if c := algotest.Check(t, &spoilt, "identity"); c.Verdict != algos.Broken {
			t.Errorf("with wrong factors: %+v", c)
		}
	}
}

// What a bar says is no equation: the first feature is 1, and its weight is not 1·1.
func TestBarsSayNoEquation(t *testing.T) {
	set, _ := Demo.Preset("circles")
	v := viewOf(algotest.Last(t, Demo, set.Data, param.Values{"max_epochs": "1"}))
	for _, m := range v.weights(v.alpha.list()).Marks {
		if bars, ok := m.(mark.Bars); ok {
			if got := bars.Tips[0].String(); got != "feature 1·1: weight 7" {
				t.Error(got)
			}
			return
		}
	}
	t.Error("no bars")
}

// Two labels at almost one place have a margin under a Gaussian kernel: what is no
// more than rounding is not said to be settled.
func TestNearlyEqualPointsAreNotSaidToBeInseparable(t *testing.T) {
	data := dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1 + 1e-8, 1, -1})
	v := viewOf(algotest.Last(t, Demo, data, param.Values{"kernel": "rbf", "max_epochs": "3"}))
	if c := algotest.Check(t, v, "bound"); c.Verdict != algos.NotApplicable || !strings.Contains(c.Why.String(), "up to rounding") {
		t.Errorf("%+v", c)
	}
	if v.status.State != algos.Converged {
		t.Error("nothing has separated them")
	}
}

// The recursion counts what Pascal's triangle says, and the features are as many.
func TestMonomialsAreCounted(t *testing.T) {
	for n := range 6 {
		for d := range 11 {
			if got, want := monomials(n, d), choose(n+d, d); float64(got) != want {
				t.Errorf("%d variables, degree %d: %d, want %v", n, d, got, want)
			}
		}
	}
	set, _ := Demo.Preset("circles")
	for _, c := range []struct {
		with param.Values
		want float64
	}{
		{param.Values{"degree": "3"}, 10},
		{param.Values{"degree": "5"}, 21},
		{param.Values{"degree": "5", "coef0": "0"}, 6},
		{param.Values{"kernel": "linear"}, 2},
	} {
		c.with["max_epochs"] = "1"
		if got := algotest.Check(t, algotest.Last(t, Demo, set.Data, c.with).View, "count"); got.Verdict != algos.Holds || got.Left != c.want {
			t.Errorf("%v: %+v", c.with, got)
		}
	}
}
