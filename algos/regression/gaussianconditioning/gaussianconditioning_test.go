package gaussianconditioning

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// last plays a run to its end.
func last(t testing.TB, pairs ...string) view {
	t.Helper()
	return algotest.Last(t, Demo, own, algotest.Values(pairs...)).View.(view)
}

// with is the view with a task that was changed.
func (v view) with(change func(*task)) view {
	t := *v.task
	change(&t)
	v.task = &t
	return v
}

func TestSpoiltStatesAreCaught(t *testing.T) {
	v, flat := last(t, "cov", "0.8"), last(t, "cov", "0")
	moved := v.with(func(t *task) { t.answer.mean += 0.1 })
	wide := v.with(func(t *task) { t.answer.variance *= 1.1 })
	elsewhere := v.with(func(t *task) { t.answer.mean += 20 })
	p := last(t, "topic", product, "mean2", "2", "var2", "0.5")
	off := p.with(func(t *task) { t.answer.mean += 0.1 })
	broad := p.with(func(t *task) { t.answer.variance *= 3 })
	u := last(t, "topic", update, "observations", "1, 2, 3")
	vague, beside, lucky := u, u, u
	vague.now.variance = 1.1 * vague.before.variance
	beside.now.mean += 0.1
	lucky.evidence += 0.1
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "area", Good: v, Spoilt: elsewhere},
		{Check: "slice-mean", Good: v, Spoilt: moved},
		{Check: "slice-variance", Good: v, Spoilt: wide},
		{Check: "narrower", Good: v, Spoilt: v.with(func(t *task) { t.answer.variance = 2 })},
		{Check: "share", Good: v, Spoilt: wide},
		{Check: "kept", Good: flat, Spoilt: flat.with(func(t *task) { t.answer.mean += 0.1 })},
		{Check: "precision", Good: v, Spoilt: wide},
		{Check: "determinant", Good: v, Spoilt: wide},
		{Check: "total-variance", Good: v, Spoilt: wide},
		{Check: "constant", Good: p, Spoilt: p.with(func(t *task) { t.logFactor += 0.1 })},
		{Check: "precisions", Good: p, Spoilt: p.with(func(t *task) { t.answer.variance /= 1000 })}, // looks at the middle alone
		{Check: "weighted", Good: p, Spoilt: off},
		{Check: "sharper", Good: p, Spoilt: broad},
		{Check: "same-mean", Good: p, Spoilt: off},
		{Check: "same-variance", Good: p, Spoilt: broad},
		{Check: "posterior", Good: u, Spoilt: vague},
		{Check: "at-once", Good: u, Spoilt: beside},
		{Check: "shrinks", Good: u, Spoilt: vague},
		{Check: "evidence", Good: u, Spoilt: lucky},
	})
}

// The density along the slice is largest at the conditional mean, and the second
// derivative of its logarithm there is minus one over the conditional variance: by
// differences of the definition of the density.
func TestConditionalByDifferences(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		j := drawn(r)
		value := rapid.Float64Range(-3, 3).Draw(r, "given")
		c := j.given(value)
		h := c.sd() / 16
		f := func(x float64) float64 { return j.log(x, value) }
		first := (f(c.mean+h) - f(c.mean-h)) / (2 * h)
		second := (f(c.mean+h) - 2*f(c.mean) + f(c.mean-h)) / (h * h)
		algotest.Near(t, "the slope at the mean", first*c.sd(), 0, 1e-8)
		algotest.Near(t, "the curvature", -second*c.variance, 1, 1e-7)
	})
}

func drawn(t *rapid.T) joint {
	v1, v2 := rapid.Float64Range(0.1, 10).Draw(t, "var1"), rapid.Float64Range(0.1, 10).Draw(t, "var2")
	rho := rapid.Float64Range(-0.99, 0.99).Draw(t, "rho")
	return joint{
		[2]float64{rapid.Float64Range(-3, 3).Draw(t, "mean1"), rapid.Float64Range(-3, 3).Draw(t, "mean2")},
		[3]float64{v1, rho * math.Sqrt(v1*v2), v2},
	}
}

// The precision matrix against that of a library.
func TestPrecisionMatrix(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		j := drawn(r)
		var inverse mat.Dense
		if err := inverse.Inverse(mat.NewDense(2, 2, []float64{j.cov[0], j.cov[1], j.cov[1], j.cov[2]})); err != nil {
			r.Fatal(err)
		}
		l := j.precision()
		for i, want := range [3]float64{inverse.At(0, 0), inverse.At(0, 1), inverse.At(1, 1)} {
			algotest.Near(t, fmt.Sprint("entry ", i), l[i], want, 1e-10)
		}
	})
}

// The total probability: the conditionals, weighted by the marginal of x₂ and added up,
// are the marginal of x₁.
func TestConditionalsAddUpToTheMarginal(t *testing.T) {
	j := joint{[2]float64{0.5, -1}, [3]float64{2, 1.1, 1.5}}
	own, other := j.marginal(0), j.marginal(1)
	for _, x := range []float64{-2, 0, 0.5, 3} {
		sum, h := 0.0, other.sd()/20
		for i := -200; i <= 200; i++ {
			v := other.mean + float64(i)*h
			sum += h * other.density(v) * j.given(v).density(x)
		}
		algotest.Near(t, "the marginal", sum, own.density(x), 1e-13)
	}
}

// To exchange the two values gives another answer (a slip of the notes): the slopes are
// those of two lines.
func TestWhichOneIsGivenMatters(t *testing.T) {
	j := joint{cov: [3]float64{4, 1, 1}}
	swapped := joint{cov: [3]float64{1, 1, 4}}
	if a, b := j.given(1.5), swapped.given(1.5); a != (normal{1.5, 3}) || b != (normal{0.375, 0.75}) {
		t.Errorf("%v, %v", a, b)
	}
}

// The order of observations does not matter.
func TestOrderOfObservations(t *testing.T) {
	a, b := last(t, "topic", update, "observations", "1, -2, 0.5, 3"), last(t, "topic", update, "observations", "3 0.5 -2 1")
	algotest.Near(t, "mean", a.now.mean, b.now.mean, 1e-14)
	algotest.Near(t, "variance", a.now.variance, b.now.variance, 1e-14)
	algotest.Near(t, "evidence", a.evidence, b.evidence, 1e-13)
}

// The density of all observations, by the inverse and the determinant of their covariance.
func TestEvidenceByMatrices(t *testing.T) {
	v := last(t, "topic", update, "mean1", "-1", "var1", "2", "var2", "0.5", "observations", "1, -2, 0.5, 3")
	n := len(v.observations)
	cov, d := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, y := range v.observations {
		d.SetVec(i, y-v.Mean1)
		for k := i; k < n; k++ {
			cov.SetSym(i, k, v.Var1)
		}
		cov.SetSym(i, i, v.Var1+v.Var2)
	}
	var chol mat.Cholesky
	var z mat.VecDense
	if !chol.Factorize(cov) || chol.SolveVecTo(&z, d) != nil {
		t.Fatal("no factor")
	}
	want := -mat.Dot(d, &z)/2 - chol.LogDet()/2 - float64(n)/2*math.Log(2*math.Pi)
	algotest.Near(t, "log evidence", v.evidence, want, 1e-13)
}

// Whatever the numbers: no guarantee is broken, and each run ends.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		number := func(name string, lo, hi float64) string {
			return param.Format(rapid.Float64Range(lo, hi).Draw(t, name))
		}
		power := func(name string) string { return param.Format(math.Pow(10, rapid.Float64Range(-4, 4).Draw(t, name))) }
		return algotest.Trial{
			Set: dataset.Set{Target: dataset.None}, Seed: rapid.Uint64().Draw(t, "seed"),
			Params: algotest.Values("topic", rapid.SampledFrom([]string{conditioning, product, update}).Draw(t, "topic"),
				"mean1", number("mean1", -farthest, farthest), "mean2", number("mean2", -farthest, farthest), "var1", power("var1"), "var2", power("var2"),
				"cov", number("cov", -2, 2), "given", number("given", -farthest, farthest), "n", fmt.Sprint(rapid.IntRange(0, 40).Draw(t, "n"))),
		}
	})
}

// A covariance that is none is refused in words that name the fields and the limits, and
// can be dragged back.
func TestNoCovariance(t *testing.T) {
	for cov, want := range map[string]string{
		"1.5": "cov = 1.5 is not a valid covariance for these variances: it must be between −√(var1·var2) = −1 and √(var1·var2) = 1.",
		"-1": "cov = −1 is almost ±√(var1·var2): Σ is singular, x₁ is a linear function of x₂, and there is no joint density. " +
			"Keep cov between −1 and 1, away from both ends.",
	} {
		s := algotest.Last(t, Demo, own, algotest.Values("cov", cov))
		if s.Status.State != algos.Refused || s.Status.Reason.String() != want {
			t.Errorf("%s: %s, %q", cov, s.Status.State, s.Status.Reason)
		}
		held := slices.ContainsFunc(s.Panels(), func(p mark.Panel) bool {
			return slices.ContainsFunc(p.Marks, func(m mark.Mark) bool {
				h, ok := m.(mark.Handle)
				return ok && h.Param == "cov"
			})
		})
		if !held {
			t.Errorf("%s: nothing to drag it back with", cov)
		}
	}
}

func TestTypedObservations(t *testing.T) {
	for text, want := range map[string]string{
		"1, two":       "an observation is a number between −1000 and 1000",
		"NaN":          "an observation is a number between −1000 and 1000",
		"1e4":          "an observation is a number between −1000 and 1000",
		repeated("1,"): "there are at most 200 observations",
	} {
		if err := readable(text); err == nil || err.Error() != want {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	if all, err := parse(" 1;2，3、-4.5e1 "); err != nil || !slices.Equal(all, []float64{1, 2, 3, -45}) {
		t.Errorf("%v, %v", all, err)
	}
}

func repeated(s string) (text string) {
	for range maxObservations + 1 {
		text += s
	}
	return text
}

// Far out the area of a slice is too small to be written, and the conditional is as good as
// anywhere.
func TestFarOut(t *testing.T) {
	v := last(t, "given", "100")
	if c := algotest.Check(t, v, "area"); c.Verdict != algos.NotApplicable || c.Why == "" {
		t.Errorf("%+v", c)
	}
	algotest.Near(t, "mean", v.answer.mean, 80, 1e-15)
	algotest.Near(t, "variance", v.answer.variance, 0.36, 1e-15)
}
