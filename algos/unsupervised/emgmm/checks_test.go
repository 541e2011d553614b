package emgmm

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, perhaps with duplicates or on a line, and settings.
func problem(t *rapid.T) algotest.Trial {
	n, dim := rapid.IntRange(1, 16).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "dim")
	scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 1e4}).Draw(t, "scale")
	shift := rapid.SampledFrom([]float64{0, 0, 100}).Draw(t, "shift")
	onLine := rapid.IntRange(0, 9).Draw(t, "on a line") == 0
	rows := make([][]float64, n)
	for i := range rows {
		if i > 0 && rapid.IntRange(0, 6).Draw(t, "copy") == 0 {
			rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			continue
		}
		rows[i] = make([]float64, dim)
		for d := range rows[i] {
			rows[i][d] = scale * (shift + rapid.Float64Range(-2, 2).Draw(t, "x"))
		}
		if onLine && dim == 2 {
			rows[i][1] = 2*rows[i][0] + 1
		}
	}
	return algotest.Trial{Seed: rapid.Uint64Max(99).Draw(t, "seed"), Set: algotest.Load(t, points(rows...)), Params: param.Values{
		"k":          fmt.Sprint(rapid.IntRange(1, min(n, 5)).Draw(t, "k")),
		"covariance": rapid.SampledFrom([]string{"full", "diag", "spherical", "tied"}).Draw(t, "covariance"),
		"init":       rapid.SampledFrom([]string{"random", "kmeans++", "rows", "hand"}).Draw(t, "init"),
		"reg":        rapid.SampledFrom([]string{"0", "1e-9", "1e-6", "1e-3", "0.5"}).Draw(t, "reg"),
		"spread":     rapid.SampledFrom([]string{"1", "0.3", "0.01"}).Draw(t, "spread"),
		"iterations": "60",
	}}
}

// No promise is broken at any step of any run: the log-likelihood rises by at
// least what reg allows, the bound holds and touches, shares are shares, and the
// mixture keeps the moments of the data, for all shapes of covariances.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Without reg the certificate is plain monotony; with reg the log-likelihood may
// fall, and does here.
func TestRegMayCostLikelihood(t *testing.T) {
	falls := 0
	states := after(algotest.Steps(t, Demo, dataset.Generate("gmm", 60, 1, 2), algotest.Values("k", "2", "reg", "0.05", "spread", "0.05", "iterations", "60")))
	for i, s := range states[1:] {
		if s.loglik < states[i].loglik {
			falls++
		}
		if c := s.checkMonotone(); c.Verdict != algos.Holds {
			t.Errorf("iteration %d: %+v", s.iter, c)
		}
	}
	if falls == 0 {
		t.Error("the log-likelihood never fell: the example tests nothing")
	}
}

// At the end of a run without reg the gradient of the log-likelihood, taken by
// finite differences in every free parameter, is zero.
func TestStationaryByFiniteDifferences(t *testing.T) {
	for _, sh := range []shape{full, diagonal, spherical, tied} {
		last := algotest.Last(t, Demo, dataset.Generate("gmm", 80, 1, 1), algotest.Values("covariance", string(sh), "reg", "0"))
		if last.Status.State != algos.Converged {
			t.Fatalf("%s: %v", sh, last.Status)
		}
		s := last.View.(view).state
		e, r := s.engine(), make([]float64, len(s.r))
		// Steps of h leave an error of h²·ℓ‴ ≈ 10⁻⁵ and one of rounding of ulp·|ℓ|/h ≈ 10⁻⁹.
		const h, tol = 1e-4, 1e-4
		slope := func(change func(m mixture, h float64)) float64 {
			value := func(h float64) float64 {
				m := s.theta.clone()
				change(m, h)
				return e.expect(r, m)
			}
			return (value(h) - value(-h)) / (2 * h)
		}
		try := func(what string, change func(m mixture, h float64)) {
			if g := slope(change); !(math.Abs(g) <= tol) {
				t.Errorf("%s: the slope by %s is %g", sh, what, g)
			}
		}
		for j := range s.K {
			for d := range 2 {
				try(fmt.Sprint("mean ", j, d), func(m mixture, h float64) { m.mean[j][d] += h * 0.1 })
			}
			// Weights move along Σπ = 1.
			try(fmt.Sprint("weight ", j), func(m mixture, h float64) {
				m.weight[j] += h * 0.1
				m.weight[(j+1)%s.K] -= h * 0.1
			})
			for _, d := range [][]int{{0}, {1}, {2}, {0, 2}} {
				if sh == diagonal && slices.Contains(d, 1) || sh == spherical && len(d) < 2 {
					continue // not free
				}
				try(fmt.Sprint("covariance ", j, d), func(m mixture, h float64) {
					for c := range m.cov {
						if c == j || sh == tied {
							for _, entry := range d {
								m.cov[c][entry] += h * 0.01
							}
						}
					}
				})
			}
		}
		// The test can fail: away from the end there is a slope.
		if g := slope(func(m mixture, h float64) { m.mean[0][0] += 0.1 + h }); math.Abs(g) < 1 {
			t.Errorf("%s: no slope beside the maximum: %g", sh, g)
		}
	}
}

// Every certificate can fail: a state spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := func(phase phase, v ...string) view {
		var found view
		for _, s := range algotest.Steps(t, Demo, dataset.Generate("gmm", 80, 1, 1), algotest.Values(v...)) {
			if v := s.View.(view); v.phase == phase && v.iter > 0 {
				found = v
			}
		}
		return found
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		view  view
		spoil func(s *state)
	}{
		{"monotone", good(raising), func(s *state) { s.loglik = s.oldLoglik - 1e-9 }},
		{"monotone", good(raising, "reg", "0"), func(s *state) { s.loglik = s.oldLoglik - 1e-9 }},
		{"bound", good(raising), func(s *state) { s.elbo = s.loglik + 1e-9 }},
		{"bound", good(sharing), func(s *state) { s.elbo = s.loglik - 1e-9 }},
		{"shares", good(sharing), func(s *state) { s.r[5] += 1e-12 }},
		{"shares", good(sharing), func(s *state) { s.theta.weight[0] -= 1e-12 }},
		{"shares", good(sharing), func(s *state) { s.r[0], s.r[1] = -0.5, 1.5-s.r[2] }},
		{"moments", good(raising), func(s *state) { s.theta.mean[0][0] += 1e-9 }},
		{"moments", good(raising, "covariance", "spherical"), func(s *state) { s.theta.cov[0][0] += 1e-9 }},
		{"moments", good(raising, "covariance", "tied"), func(s *state) { s.theta.cov[0][1] += 1e-9 }},
		{"covariance", good(raising), func(s *state) { s.theta.cov[1] = sym{1, 1, 1} }},
		{"covariance", good(raising, "reg", "0"), func(s *state) { s.theta.cov[1] = sym{1, 2, 1} }},
		{"stationary", good(raising), func(s *state) { s.theta.mean[0][1] += 1e-6 }},
		{"stationary", good(raising), func(s *state) { s.theta.weight[0] += 1e-6; s.theta.weight[1] -= 1e-6 }},
	} {
		spoilt := *c.view.state
		spoilt.theta, spoilt.r = spoilt.theta.clone(), slices.Clone(spoilt.r)
		c.spoil(&spoilt)
		v := c.view
		v.state = &spoilt
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.view, Spoilt: v})
	}
	algotest.Spoilt(t, cases)
}
