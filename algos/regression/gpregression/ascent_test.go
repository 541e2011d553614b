package gpregression

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/mark"
)

// The gradient of the log evidence is its derivative by the logarithm of every
// number and of the noise, to 10⁻⁵ and as far as five-point differences of two steps
// agree with each other: with a short period higher derivatives are large.
func TestEvidenceGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set, v := problem(t)
		v["noise_var"] = rapid.SampledFrom([]string{"0.01", "0.3", "2"}).Draw(t, "more noise")
		run, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), v)
		if err != nil {
			t.Fatal(err)
		}
		var m *task
		for s := range run {
			if s.Status.State == algos.Refused || len(set.Points) == 0 {
				return
			}
			m = s.View.(view).task
			break
		}
		theta := m.theta(m.k, m.opt.NoiseVar)
		value, grad, ok := m.objective(theta)
		if !ok {
			return
		}
		for i := range theta {
			at := func(d float64) float64 {
				moved := slices.Clone(theta)
				moved[i] += d
				f, _, _ := m.objective(moved)
				return f
			}
			slope := func(h float64) float64 { return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h) }
			coarse, fine := slope(1e-4), slope(2e-5)
			slack := 1e-5*(1+math.Abs(value)+math.Abs(fine)) + math.Abs(coarse-fine)
			if d := math.Abs(grad[i] - fine); d > slack {
				t.Fatalf("derivative %d is %v, differences give %v and %v (value %v)", i, grad[i], coarse, fine, value)
			}
		}
	})
}

// Both explanations of the ambiguous points are found, and the better one is kept.
func TestTwoOptima(t *testing.T) {
	all := steps(t, load(t, ambiguous), vals("1*rbf(1)", "0.1", "optimize", "true", "n_starts", "6"))
	last := all[len(all)-1]
	h := last.View.(view).ascent
	if len(h.optima) < 2 {
		t.Fatalf("%d optima: %+v", len(h.optima), h.optima)
	}
	for _, o := range h.optima {
		if o.value > last.Metric("log_evidence")+1e-9 {
			t.Errorf("an optimum of %v is better than the %v that was kept", o.value, last.Metric("log_evidence"))
		}
	}
	// The quick wave, from the given start, and the slow trend.
	near(t, "the first optimum", h.optima[0].value, -11.557, 5e-4)
	near(t, "the best optimum", last.Metric("log_evidence"), -10.311, 5e-4)
	// Evidence never falls within a start, and a start ends where it is flat.
	before := math.Inf(-1)
	for _, s := range all {
		switch v := s.View.(view); v.phase {
		case setting:
			before = s.Metric("log_evidence")
		case climbing:
			if now := s.Metric("log_evidence"); now < before-1e-12 {
				t.Errorf("%s: the evidence falls from %v to %v", s.Phase, before, now)
			} else {
				before = now
			}
		}
	}
}
