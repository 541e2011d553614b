package perceptron

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// λ of sizes apart is judged by its terms, and must add up to 1.
func TestHullIsJudgedByItsTerms(t *testing.T) {
	data := dataset.Labelled([3]float64{1e8, 3e8, 1}, [3]float64{-3e-8, 1e-8, 1}, [3]float64{2e8, -1e8, 1}, [3]float64{1e-3, 5, -1}, [3]float64{-7, 0.1, 1})
	for _, bias := range []string{"true", "false"} {
		s := collectWith(t, data, param.Values{"fit_intercept": bias, "max_epochs": "2"})[0].View.(view)
		if s.best.Separable {
			t.Fatal("separable")
		}
		if c := algotest.Check(t, s, "hull"); c.Verdict != algos.Holds || !(c.Rounding <= 1e-14*c.Size) || !(c.Size > 0) {
			t.Errorf("bias %s: %+v", bias, c)
		}
		task := *s.task
		task.best.Weights = make([]float64, len(task.best.Rows))
		s.task = &task
		if c := algotest.Check(t, s, "hull"); c.Verdict != algos.Broken {
			t.Errorf("bias %s, no weights: %+v", bias, c)
		}
	}
}

// No link of the chain holds where a reader sees that it does not.
func TestEveryLinkOfTheProofLooksTrue(t *testing.T) {
	data := dataset.Labelled([3]float64{1, 1e-8, 1}, [3]float64{-1, 1e-8, 1})
	s := collectWith(t, data, param.Values{"fit_intercept": "false", "max_epochs": "1"})[0].View.(view)
	s.updates, s.theta = 1e8, vector{1, 0.9999} // ⟨θ, θ*⟩ = 0.9999 < kγ = 1 < √k R
	if c := algotest.Check(t, s, "sandwich"); c.Verdict != algos.Undecided {
		t.Errorf("%+v", c)
	}
}

// The updates on one sample are foretold exactly or not at all.
func TestCountIsForetoldExactly(t *testing.T) {
	for start, want := range map[string]algos.Verdict{"0,0": algos.Holds, "-0.3,-0.9": algos.NotApplicable, "-0.25,-0.9": algos.Holds} {
		all := collectWith(t, dataset.Labelled([3]float64{0.1, 0.3, 1}), param.Values{"fit_intercept": "false", "theta": start})
		first, last := algotest.Check(t, all[0].View, "count"), algotest.Check(t, all[len(all)-1].View, "count")
		if first.Verdict == algos.Holds || last.Verdict != want || last.Within != 0 {
			t.Errorf("from %s: %+v, at the end %+v", start, first, last)
		}
	}
}

// The number on the right is that of the formula in the claim.
func TestMarginClaimHasItsNumber(t *testing.T) {
	data := dataset.Labelled([3]float64{3, 1, 1}, [3]float64{-2, 1, -1})
	for _, c := range []struct {
		gamma, theta, claim string
		right               func(v view, gamma, a, k float64) float64
	}{
		{
			"3", "0,0", `$\lVert\theta\rVert\le 1+2/\gamma+\frac{3}{4}\gamma\,\max(0,\,k-1)$: $\theta$ grows slowly`,
			func(_ view, gamma, _, k float64) float64 { return 1 + 2/gamma + 0.75*gamma*max(0, k-1) },
		},
		{
			"3", "1,2", `$\lVert\theta\rVert\le\max(a,\,1+2/\gamma)+\frac{3}{4}\gamma\,k$ with $a=\lVert\theta^{(0)}\rVert$`,
			func(_ view, gamma, a, k float64) float64 { return max(a, 1+2/gamma) + 0.75*gamma*k },
		},
		{
			"0.1", "0,0", `$\lVert\theta\rVert\le 1+2/\delta+(\delta/4+\gamma/2)\,\max(0,\,k-1)$ with $\delta=2\gamma^*-\gamma$`,
			func(v view, gamma, _, k float64) float64 {
				delta := 2*v.best.Gamma - gamma
				return 1 + 2/delta + (delta/4+gamma/2)*max(0, k-1)
			},
		},
	} {
		for _, s := range collectWith(t, data, param.Values{"variant": marginal, "gamma": c.gamma, "theta_init": c.theta, "max_epochs": "5"}) {
			v := s.View.(view)
			got := algotest.Check(t, v, "norm")
			if want := c.right(v, 2*v.half, norm(v.start), v.k()); got.Claim.String() != c.claim || math.Abs(got.Right-want) > 1e-12*want {
				t.Fatalf("γ = %s from %s: %s with %v, want %v", c.gamma, c.theta, got.Claim, got.Right, want)
			}
		}
	}
}

// Where θ is so long that a growth is no more than its rounding, the guarantee is not
// decided, and says so.
func TestGrowthLostInALongTheta(t *testing.T) {
	data := dataset.Labelled([3]float64{3, 1, 1}, [3]float64{-2, 1, -1})
	s := collectWith(t, data, param.Values{"variant": marginal, "gamma": "1e-12"})[2].View.(view)
	s.before, s.theta = vector{1e8}, vector{math.Nextafter(1e8, 2e8)}
	if c := algotest.Check(t, s, "growth"); c.Verdict != algos.Undecided || c.Why == "" {
		t.Errorf("%+v", c)
	}
	s.theta[0] += 1e-5
	if c := algotest.Check(t, s, "growth"); c.Verdict != algos.Broken {
		t.Errorf("%+v", c)
	}
}
