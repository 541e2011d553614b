package emelbo

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/unsupervised/internal/lloyd"
)

// half returns the states after the start, every E-step and every M-step.
func halfSteps(t *testing.T, s dataset.Source, v ...string) []view {
	var list []view
	for _, s := range algotest.Steps(t, Demo, s, algotest.Values(v...)) {
		if s.Size != algos.Micro {
			list = append(list, s.View.(view))
		}
	}
	return list
}

// The textbook's EM, with densities and not their logarithms, makes the same iterations.
func TestAgainstTheTextbook(t *testing.T) {
	x := []float64{-3.1, -2.4, -2.1, -1.7, -1.2, -0.4, 0.6, 1.1, 1.5, 1.9, 2.3, 3.2}
	weight, mean, variance := []float64{0.6, 0.2, 0.2}, []float64{-1, 1, 0.5}, []float64{1.44, 1.44, 1.44}
	runs := halfSteps(t, dataset.NumberLine(x...), "k", "3", "sigma", "1.2", "odds", "3", "mean3", "0.5", "max_iter", "20", "tol", "0")
	for i := 2; i < len(runs); i += 2 {
		loglik, count := 0.0, make([]float64, 3)
		q := make([][]float64, len(x))
		for i, x := range x {
			q[i] = make([]float64, 3)
			p := 0.0
			for k := range 3 {
				q[i][k] = weight[k] / math.Sqrt(2*math.Pi*variance[k]) * math.Exp(-(x-mean[k])*(x-mean[k])/(2*variance[k]))
				p += q[i][k]
			}
			loglik += math.Log(p)
			for k := range 3 {
				q[i][k] /= p
				count[k] += q[i][k]
			}
		}
		algotest.Near(t, "log p", runs[i-1].loglik, loglik, 1e-10)
		for k := range 3 {
			first, second := 0.0, 0.0
			for i, x := range x {
				first += q[i][k] * x / count[k]
			}
			for i, x := range x {
				second += q[i][k] * (x - first) * (x - first) / count[k]
			}
			weight[k], mean[k], variance[k] = count[k]/float64(len(x)), first, second
			c := runs[i].theta[k]
			algotest.Near(t, "weight", c.weight, weight[k], 1e-10)
			algotest.Near(t, "mean", c.mean, mean[k], 1e-9)
			algotest.Near(t, "variance", c.variance, variance[k], 1e-9)
		}
	}
}

// No q on a fine grid of the simplex has a larger bound than the E-step's, no corner a
// larger one than hard EM's, and none with the held share a larger one than that by hand.
func TestNoOtherSharesAreBetter(t *testing.T) {
	for _, options := range [][]string{{"e_step", "soft"}, {"e_step", "hard"}, {"own", "true", "row", "3", "q", "0.35"}} {
		v := halfSteps(t, twelve, append(options, "k", "3", "mean3", "0.3")...)[1]
		a := make([]float64, 3)
		for i, x := range v.x {
			v.theta.joint(a, x)
			best, _ := elbo(v.q.row(i), a)
			for p := 0; p <= 40; p++ {
				for r := 0; p+r <= 40; r++ {
					q := []float64{float64(p) / 40, float64(r) / 40, float64(40-p-r) / 40}
					switch {
					case v.Own && i == v.Row && q[0] != 0.35, v.EStep == hard && slices.Max(q) < 1:
						continue
					}
					if other, _ := elbo(q, a); other > best+1e-12 {
						t.Errorf("%v: row %d: %v has the bound %v, above %v", options, i, q, other, best)
					}
				}
			}
		}
	}
}

// Hard EM with equal weights and one σ is k-means, whatever σ is.
func TestHardEMIsKMeans(t *testing.T) {
	points := dataset.Generate("gmm", 60, 1, 5)
	set := algotest.Load(t, points)
	line1 := dataset.Set{Dim: 1, Target: dataset.None}
	var x []lloyd.Vec
	for _, p := range set.Points {
		line1.Points = append(line1.Points, dataset.Point{X: [2]float64{p.X[0]}})
		x = append(x, lloyd.Vec{p.X[0]})
	}
	for _, sigma := range []string{"0.01", "1", "30"} {
		centres := []lloyd.Vec{{-1}, {1}, {0}}
		runs := halfSteps(t, dataset.Explicit(line1), "k", "3", "e_step", "hard", "m_step", "means", "sigma", sigma)
		for i := 2; i < len(runs); i += 2 {
			centres = lloyd.Step(x, centres)
			for k, c := range runs[i].theta {
				algotest.Near(t, fmt.Sprintf("σ = %s, iteration %d, mean %d", sigma, i/2, k+1), c.mean, centres[k][0], 1e-12)
			}
		}
	}
}

// As σ falls the shares of soft EM harden, its means come to those of k-means and
// −2σ² log p to J; log p itself goes to −∞, and a tie stays one.
func TestFallingSigma(t *testing.T) {
	centres, _ := lloydEnd([]float64{-3.1, -2.4, -2.1, -1.7, -1.2, -0.4, 0.6, 1.1, 1.5, 1.9, 2.3, 3.2}, -1, 1)
	off, gap, last := math.Inf(1), math.Inf(1), math.Inf(1)
	for _, sigma := range []string{"1", "0.5", "0.25", "0.1", "0.03", "0.01"} {
		runs := halfSteps(t, twelve, "m_step", "means", "sigma", sigma)
		v := runs[len(runs)-1]
		nowOff := math.Abs(v.theta[0].mean-centres[0]) + math.Abs(v.theta[1].mean-centres[1])
		j := v.inertia() * v.Sigma * v.Sigma
		nowGap := math.Abs(-2*v.Sigma*v.Sigma*v.loglik - j)
		if nowOff > off || nowGap > gap {
			t.Errorf("σ = %s: the means are %v off, and −2σ² log p is %v off J", sigma, nowOff, nowGap)
		}
		if v.Sigma <= 0.25 && v.loglik > last {
			t.Errorf("σ = %s: log p is %v, and was %v", sigma, v.loglik, last)
		}
		off, gap, last = nowOff, nowGap, v.loglik
	}
	if off > 1e-12 || gap > 0.01 {
		t.Errorf("at the smallest σ the means are %v off, and −2σ² log p is %v off J", off, gap)
	}
	for _, sigma := range []string{"1", "0.1", "0.001"} {
		v := halfSteps(t, dataset.NumberLine(-1, 0, 1), "m_step", "means", "sigma", sigma)[1]
		if q := v.q.row(1); q[0] != 0.5 {
			t.Errorf("σ = %s: the tie has the shares %v", sigma, q)
		}
	}
}

// Unequal weights move the border between two means by σ² log(π₁/π₂)/(μ₂ − μ₁).
func TestBorder(t *testing.T) {
	for _, sigma := range []float64{1, 0.5, 0.1} {
		v := halfSteps(t, dataset.NumberLine(-1, 1), "m_step", "means", "sigma", fmt.Sprint(sigma), "odds", "3")[0]
		x, a, r := sigma*sigma*math.Log(3)/2, make([]float64, 2), make([]float64, 2)
		v.theta.joint(a, x)
		posterior(r, a)
		algotest.Near(t, "the share at the border", r[0], 0.5, 1e-12)
	}
}

func lloydEnd(x []float64, centres ...float64) (end []float64, rounds int) {
	var points, at []lloyd.Vec
	for _, v := range x {
		points = append(points, lloyd.Vec{v})
	}
	for _, v := range centres {
		at = append(at, lloyd.Vec{v})
	}
	_, rounds = lloyd.Fit(points, at, 100)
	for _, c := range at {
		end = append(end, c[0])
	}
	return end, rounds
}

// Where the bound touches in one parameter, it does so in the whole curve: below log p
// everywhere, and its top is where the M-step goes.
func TestBoundLiesBelow(t *testing.T) {
	for _, v := range halfSteps(t, twelve, "m_step", "first_mean", "sigma", "0.8", "mean1", "-2.9", "mean2", "1.7") {
		s := v.slice(v.theta)
		top := v.refit(v.theta[0], v.q, 0).mean
		_, best := s.at(v.x, top)
		for i := range 1001 {
			if l, b := s.at(v.x, -4+0.008*float64(i)); b > l+1e-10 || b > best+1e-10 {
				t.Errorf("iteration %d, μ₁ = %v: the bound is %v, log p %v, the top %v", v.iter, -4+0.008*float64(i), b, l, best)
			}
		}
		if l, b := s.at(v.x, v.theta[0].mean); math.Abs(l-v.loglik) > 1e-10 || math.Abs(b-v.elbo) > 1e-10 {
			t.Errorf("the curves pass through %v and %v, not %v and %v", l, b, v.loglik, v.elbo)
		}
	}
}

// Points that leave nothing to fit get an answer, or a sentence.
func TestDegenerate(t *testing.T) {
	same := dataset.NumberLine(2, 2, 2)
	for _, c := range []struct {
		data  dataset.Source
		v     []string
		state algos.State
	}{
		{same, nil, algos.Converged},
		{same, []string{"min_variance", "0"}, algos.Diverged},
		{same, []string{"e_step", "hard"}, algos.Converged},
		{dataset.NumberLine(5), []string{"k", "4", "m_step", "means"}, algos.Converged},
		{dataset.NumberLine(1, 2), []string{"k", "4", "e_step", "hard"}, algos.Converged},
		{dataset.NumberLine(1, 2), []string{"k", "2", "min_variance", "0", "mean1", "1", "mean2", "2", "sigma", "0.1"}, algos.Diverged},
		{dataset.NumberLine(1e9-2, 1e9-1, 1e9), []string{"schedule", "incremental"}, algos.Converged},
	} {
		all := halfSteps(t, c.data, c.v...)
		if last := all[len(all)-1]; last.status.State != c.state {
			t.Errorf("%v %v: %v", c.data, c.v, last.status)
		}
	}
	if last := algotest.Last(t, Demo, dataset.NumberLine(1, 2), algotest.Values("own", "true", "row", "2")); last.Status.State != algos.Refused {
		t.Error("a row that is none is not refused")
	}
}
