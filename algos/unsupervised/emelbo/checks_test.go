package emelbo

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, perhaps with copies, and settings.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 1e4, 1e-100}).Draw(t, "scale")
	shift := rapid.SampledFrom([]float64{0, 0, 100}).Draw(t, "shift")
	set := dataset.Set{Dim: 1, Target: dataset.None}
	for i := range n {
		x := scale * (shift + rapid.Float64Range(-3, 3).Draw(t, "x"))
		if i > 0 && rapid.IntRange(0, 6).Draw(t, "copy") == 0 {
			x = set.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X[0]
		}
		set.Points = append(set.Points, dataset.Point{X: [2]float64{x}})
	}
	number := func(name string, lo, hi float64) string {
		return param.Format(rapid.Float64Range(lo, hi).Draw(t, name))
	}
	return algotest.Trial{Set: set, Most: 400, Params: param.Values{
		"k":            strconv.Itoa(rapid.IntRange(2, maxK).Draw(t, "k")),
		"e_step":       rapid.SampledFrom([]string{soft, hard}).Draw(t, "e_step"),
		"m_step":       rapid.SampledFrom([]string{all, places, means, onlyFirst}).Draw(t, "m_step"),
		"schedule":     rapid.SampledFrom([]string{batch, incremental}).Draw(t, "schedule"),
		"sigma":        rapid.SampledFrom([]string{"0.001", "0.1", "1", "1", "20"}).Draw(t, "sigma"),
		"odds":         rapid.SampledFrom([]string{"1", "1", "0.01", "1e6"}).Draw(t, "odds"),
		"min_variance": rapid.SampledFrom([]string{"0", "1e-6", "0.1"}).Draw(t, "min_variance"),
		"own":          rapid.SampledFrom([]string{"false", "true"}).Draw(t, "own"),
		"row":          strconv.Itoa(rapid.IntRange(0, n-1).Draw(t, "row")),
		"q":            rapid.SampledFrom([]string{"0", "1", "0.5", "0.9", "1e-9"}).Draw(t, "q"),
		"mean1":        number("mean1", -4, 4), "mean2": number("mean2", -4, 4), "mean3": number("mean3", -4, 4),
		"max_iter": "20",
	}}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Every certificate can fail: a state spoilt on purpose is caught, by the check that is
// there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := func(at phase, v ...string) view {
		var found view
		for _, s := range algotest.Steps(t, Demo, twelve, algotest.Values(append(v, "max_iter", "3")...)) {
			if v := s.View.(view); v.phase == at {
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
		{"sum", good(raising), func(s *state) { s.kl += 1e-4 }},
		{"sum", good(sharing, "e_step", "hard"), func(s *state) { s.kl = 0 }},
		{"bound", good(raising), func(s *state) { s.elbo = s.loglik + 1e-3 }},
		{"touch", good(sharing), func(s *state) { s.elbo = s.loglik - 1e-3 }},
		{"touch", good(asking), func(s *state) { s.q.fresh[len(s.q.fresh)-2] += 0.1; s.q.fresh[len(s.q.fresh)-1] -= 0.1 }},
		{"rise", good(raising), func(s *state) { s.elbo = s.was - 1e-3 }},
		{"rise", good(asking, "e_step", "hard"), func(s *state) { s.elbo = s.was - 1e-3 }},
		{"monotone", good(raising), func(s *state) { s.loglik = s.old - 1e-3 }},
		{"slope", good(sharing), func(s *state) { s.q.fresh[0] -= 1e-3 }},
		{"slope", good(sharing), func(s *state) { s.theta[1].mean += 1e-3 }},
		{"top", good(raising), func(s *state) { s.theta[0].mean += 1e-4 }},
		{"top", good(fitting), func(s *state) { s.theta[0].mean += 1e-4 }},
		{"kmeans", good(sharing, "e_step", "hard", "m_step", "means"), func(s *state) { s.elbo -= 1e-3 }},
		{"kmeans", good(sharing, "m_step", "means"), func(s *state) { s.loglik -= 20 }},
		{"kmeans", good(sharing, "m_step", "means"), func(s *state) { s.loglik += 20 }},
	} {
		spoilt := *c.view.state
		spoilt.theta, spoilt.q.fresh = slices.Clone(spoilt.theta), slices.Clone(spoilt.q.fresh)
		c.spoil(&spoilt)
		v := c.view
		v.state = &spoilt
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.view, Spoilt: v})
	}
	algotest.Spoilt(t, cases)
}
