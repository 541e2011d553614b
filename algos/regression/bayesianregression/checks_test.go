package bayesianregression

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// No guarantee is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		s := dataset.Set{Dim: 1, Target: dataset.Values}
		for i := range rapid.IntRange(0, 12).Draw(t, "n") {
			p := dataset.Point{X: [2]float64{rapid.Float64Range(-3, 3).Draw(t, "x")}, Y: rapid.Float64Range(-3, 3).Draw(t, "y")}
			if i > 0 && rapid.IntRange(0, 4).Draw(t, "copy") == 0 {
				p.X = s.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
			}
			s.Points = append(s.Points, p)
		}
		return algotest.Trial{Set: s, Params: param.Values{
			"basis":     rapid.SampledFrom([]string{powers, binomial, origin}).Draw(t, "basis"),
			"degree":    rapid.SampledFrom([]string{"1", "2", "3", "5", "10"}).Draw(t, "degree"),
			"noise_var": rapid.SampledFrom([]string{"1e-9", "1e-4", "0.1", "10"}).Draw(t, "noise"),
			"prior_var": rapid.SampledFrom([]string{"1e-6", "0.1", "1", "100", "1e12"}).Draw(t, "prior"),
		}}
	})
}

// Every certificate can fail: a state spoilt on purpose is caught, by the check that is
// there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := algotest.Last(t, Demo, straight, nil).View.(view)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(v *view)
	}{
		// The observation is taken away again.
		{"shrink", func(v *view) { more := *v.before; more.n++; v.before, v.post = v.post, &more }},
		{"batch", func(v *view) { v.post.mu[0] += 1e-9 }},
		{"ridge", func(v *view) { v.post.mu[1] += 1e-9 }},
		{"chain", func(v *view) { v.post.logP += 1e-4 }},
		{"laplace", func(v *view) { v.post.logP += 1e-4 }},
		{"laplace", func(v *view) { v.post.factor.r[0] *= 1.001 }},
		{"space-mean", func(v *view) { v.post.mu[0] += 1e-7 }},
		{"space-variance", func(v *view) { v.post.factor.r[3] *= 1 + 1e-6 }},
		{"average", func(v *view) { v.post.logP = v.best(v.post) + 1e-3 }},
		{"bic-below", func(v *view) { v.post.logP++ }},
		{"bic-above", func(v *view) { v.post.logP-- }},
	} {
		spoilt := good
		p, f := *good.post, *good.post.factor
		f.r, p.mu, p.factor = slices.Clone(f.r), slices.Clone(p.mu), &f
		spoilt.post = &p
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: good, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// The page guarantees the numbers of weights and functions to be equal; here to 1e-10.
func TestWeightSpaceIsFunctionSpace(t *testing.T) {
	for _, p := range presets[:5] {
		r, err := Demo.Recipe(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		last := algotest.Last(t, Demo, p.Data, r.Params)
		for _, name := range []string{"space-mean", "space-variance", "chain"} {
			c := algotest.Check(t, last.View, name)
			if off := c.Off(); c.Verdict == algos.Holds && off > 1e-10*max(1, c.Size, math.Abs(c.Right)) || c.Verdict == algos.Broken {
				t.Errorf("%s, %s: %v %s %v is %s", p.ID, name, c.Left, c.Rel, c.Right, c.Verdict)
			}
		}
	}
}

// What cannot be asked for is refused, and what can has numbers.
func TestDegenerateSets(t *testing.T) {
	for name, set := range map[string]dataset.Source{
		"repeated": repeated, "one": dataset.Pairs(0, 1), "huge": dataset.Pairs(-1e8, 1e8, 0, 3, 1e8, -1e8),
		"far": dataset.Pairs(1e6, 1, 1e6+1, 2, 1e6+2, 2.5), "none": dataset.Pairs(),
	} {
		for _, degree := range []string{"0", "1", "10"} {
			for _, noise := range []string{"1e-9", "0.1"} {
				for _, prior := range []string{"1e-9", "1", "1e12"} {
					last := algotest.Last(t, Demo, set, param.Pairs("degree", degree, "noise_var", noise, "prior_var", prior))
					algotest.Promises(t, last)
					for _, p := range last.Model().Predict([2]float64{0.5}) {
						if x := p.Value.(float64); math.IsNaN(x) || math.IsInf(x, 0) {
							t.Errorf("%s, degree %s, σ² = %s, σ_p² = %s: %s is %v", name, degree, noise, prior, p.Name, x)
						}
					}
				}
			}
		}
	}
	if s := algotest.Last(t, Demo, straight, param.Pairs("basis", origin, "degree", "0")); s.Status.State != algos.Refused {
		t.Error(s.Status)
	}
}
