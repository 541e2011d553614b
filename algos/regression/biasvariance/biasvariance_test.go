package biasvariance

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
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
	t.exact, t.expected = slices.Clone(t.exact), slices.Clone(t.expected)
	change(&t)
	v.task = &t
	return v
}

// but is the view with another measurement of the chosen setting.
func (v view) but(change func(*measured)) view {
	v.all = slices.Clone(v.all)
	change(&v.all[v.chosen])
	return v
}

func TestSpoiltStatesAreCaught(t *testing.T) {
	curve := last(t, "n_datasets", "600")
	sure := curve
	sure.optimism.Mean += 1
	moved := curve
	moved.mean = slices.Clone(curve.mean)
	for i := range moved.mean {
		moved.mean[i] += 0.3
	}
	lines := last(t, "estimator", ridge)
	odd := func(of func(*parts)) view { return lines.with(func(t *task) { of(&t.exact[t.chosen]) }) }
	little := last(t, "estimator", ridge, "lambda", "0.1")
	many := last(t, "estimator", averaging)
	alike := many
	alike.covariances *= 1.5
	shrunk := last(t, "estimator", shrinkage)
	wild := shrunk
	wild.far.Hits = wild.far.N / 2
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "decomposition", Good: curve, Spoilt: curve.but(func(m *measured) { m.variance *= 1.01 })},
		{Check: "error", Good: curve, Spoilt: curve.but(func(m *measured) { m.fresh *= 1.5 })},
		{Check: "mean", Good: curve, Spoilt: moved},
		{Check: "variance", Good: curve, Spoilt: curve.but(func(m *measured) { m.unbiased *= 2 })},
		{Check: "closed-form", Good: curve, Spoilt: curve.with(func(t *task) { t.exact[t.chosen].variance *= 2 })},
		{Check: "optimism", Good: curve, Spoilt: sure},
		{Check: "ridge-bias", Good: lines, Spoilt: odd(func(e *parts) { e.bias2 *= 1.1 })},
		{Check: "ridge-covariance", Good: lines, Spoilt: odd(func(e *parts) { e.variance *= 1.1 })},
		{Check: "beats", Good: little, Spoilt: little.with(func(t *task) { t.exact[t.chosen].bias2 = 9 })},
		{Check: "pairs", Good: many, Spoilt: alike},
		{Check: "best", Good: shrunk, Spoilt: shrunk.with(func(t *task) { t.exact[t.chosen] = parts{} })},
		{Check: "cramer-rao", Good: shrunk, Spoilt: shrunk.with(func(t *task) { t.exact[t.chosen].variance /= 2 })},
		{Check: "chebyshev", Good: shrunk, Spoilt: wild},
	})
}

// Too few data sets decide nothing, and say so.
func TestTooFewDataSets(t *testing.T) {
	v := last(t, "estimator", spread, "n_datasets", "20")
	for _, name := range []string{"variance", "closed-form"} {
		if c := algotest.Check(t, v, name); c.Verdict != algos.Open || c.Why == "" {
			t.Errorf("%+v", c)
		}
	}
}

// The fits are those of least squares by the normal equations, of ridge regression by its
// formula, and means of the nearest by their definition.
func TestFitsByOtherRoutes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := grid(9), make([]float64, 9)
	for i := range y {
		y[i] = r.NormFloat64()
	}
	at := []float64{-0.9, 0.05, 0.7}
	task := func(o options) *task {
		o.Topic, o.Truth, o.Inputs, o.N, o.Sigma = learner, sine, fixed, len(x), 1
		s, err := newTask(context.Background(), dataset.Cells{}, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := task(options{Method: polynomial, Degree: 4})
	for j, h := range s.fit(x, y, at) {
		for i, want := range solved(powersOf(x, j), powersOf(at, j), y, 0) {
			algotest.Near(t, fmt.Sprint("degree ", j), h[i], want, 1e-9)
		}
	}
	s = task(options{Method: ridge, Degree: 4, Penalty: 0.3})
	for j, h := range s.fit(x, y, at) {
		for i, want := range solved(transposed(legendre(x, 4)), transposed(legendre(at, 4)), y, s.settings[j]) {
			algotest.Near(t, fmt.Sprint("λ = ", s.settings[j]), h[i], want, 1e-11)
		}
	}
	s = task(options{Method: neighbours, K: 3})
	for j, k := range s.settings {
		h := s.fit(x, y, []float64{-1})[j]
		algotest.Near(t, fmt.Sprint("k = ", k), h[0], mean(y[:int(k)]), 1e-15)
	}
}

func powersOf(x []float64, degree int) *mat.Dense {
	m := mat.NewDense(len(x), degree+1, nil)
	for i, xi := range x {
		for d := range degree + 1 {
			m.Set(i, d, math.Pow(xi, float64(d)))
		}
	}
	return m
}

func transposed(columns [][]float64) *mat.Dense {
	m := mat.NewDense(len(columns[0]), len(columns), nil)
	for j, c := range columns {
		m.SetCol(j, c)
	}
	return m
}

// solved are the values of the fit by (XᵀX + λI)θ = Xᵀy.
func solved(x, at *mat.Dense, y []float64, lambda float64) []float64 {
	_, p := x.Dims()
	var gram mat.Dense
	gram.Mul(x.T(), x)
	for j := range p {
		gram.Set(j, j, gram.At(j, j)+lambda)
	}
	var right, theta, h mat.VecDense
	right.MulVec(x.T(), mat.NewVecDense(len(y), y))
	if err := theta.SolveVec(&gram, &right); err != nil {
		panic(err)
	}
	h.MulVec(at, &theta)
	return h.RawVector().Data
}

// Bias² and variance by brute force: the noise takes the values ±σ, and all 2ⁿ data sets
// are looked at. Mean and variance of what is linear do not depend on the noise's law.
func TestClosedFormByEnumeration(t *testing.T) {
	const n = 8
	for _, pairs := range [][]string{
		{"degree", "2"},
		{"method", neighbours, "k", "3", "truth", jump},
		{"method", ridge, "degree", "5", "penalty", "0.5", "truth", cubic},
		{"degree", "7", "truth", line},
	} {
		v := last(t, append(pairs, "n", "8", "n_datasets", "2", "sigma", "0.7")...)
		x, f := grid(n), truthOf(v.Truth, nil)
		sum, squared, loss := make([]float64, places), make([]float64, places), 0.0
		for signs := range 1 << n {
			y := mapped(x, f)
			for i := range y {
				y[i] += 0.7 * float64(2*(signs>>i&1)-1)
			}
			h := v.fit(x, y, grid(places))[v.chosen]
			loss += v.distance(h, v.truth)
			for i := range h {
				sum[i] += h[i]
				squared[i] += h[i] * h[i]
			}
		}
		bias2, variance := 0.0, 0.0
		for i := range sum {
			m := sum[i] / (1 << n)
			bias2 += v.weight * (m - v.truth[i]) * (m - v.truth[i])
			variance += v.weight * (squared[i]/(1<<n) - m*m)
		}
		e, _ := v.theory()
		algotest.Near(t, fmt.Sprint(pairs, ": bias²"), e.bias2, bias2, 1e-12)
		algotest.Near(t, fmt.Sprint(pairs, ": variance"), e.variance, variance, 1e-10)
		algotest.Near(t, fmt.Sprint(pairs, ": error"), e.error(), loss/(1<<n), 1e-10)
	}
}

// At its inputs a polynomial has the variance σ²(d + 1)/n on average, whatever they are:
// the trace of a projection.
func TestTraceOfTheHat(t *testing.T) {
	for d := range 8 {
		v := last(t, "n", "12", "degree", fmt.Sprint(d), "n_datasets", "2")
		algotest.Near(t, "trace", v.last.trace, float64(d+1), 1e-12)
	}
	fixedInputs := last(t, "method", ridge, "degree", "5", "penalty", "0.5", "n", "12", "n_datasets", "2")
	algotest.Near(t, "trace of ridge by its eigenvalues", fixedInputs.task.trace(grid(12)), fixedInputs.last.trace, 1e-12)
}

// W13: MSE_λ = (4σ² + λ²‖θ*‖²)/(2 + λ)², and W14 beside it, for all λ, truths and noises.
func TestExampleOneOfTheNote(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		eighths := func(name string, lo, hi int) float64 { return float64(rapid.IntRange(8*lo, 8*hi).Draw(r, name)) / 8 }
		lambda, s, a, b := eighths("lambda", 0, 50), eighths("sigma", 0, 3), eighths("slope", -3, 3), eighths("offset", -3, 3)
		of := func(measure string) parts {
			s, err := newTask(context.Background(), dataset.Cells{}, options{
				Topic: ridge, Design: "-1, 1", Lambda: lambda, Sigma: s, Target: [2]float64{a, b}, Measure: measure, At: 1.5,
			})
			if err != nil {
				r.Fatal(err)
			}
			return s.exact[s.chosen]
		}
		d := (2 + lambda) * (2 + lambda)
		algotest.Near(t, "(55)", of(coefficients).error(), (4*s*s+lambda*lambda*(a*a+b*b))/d, 1e-12)
		algotest.Near(t, "W14", of(prediction).error(), (6.5*s*s+lambda*lambda*(1.5*a+b)*(1.5*a+b))/d, 1e-12)
	})
}

// The squared bias as (53) of the note 004 prints it, with the power −1, is not that of (55).
func TestPrintedPowerIsASlip(t *testing.T) {
	v := last(t, "estimator", ridge, "sigma", "1.4142135623730951", "lambda", "1", "n_datasets", "2")
	inverse := v.gram(1).inverse()
	w := inverse.times(v.Target)
	printed := w[0]*v.Target[0] + w[1]*v.Target[1] + v.formula().variance
	algotest.Near(t, "as it is printed", printed, 47.0/36, 1e-14)
	algotest.Near(t, "as it is", v.formula().error(), 37.0/36, 1e-14)
}

// 000 (2.15): x = 1, 2, 3 with the truth (2, −1) and λ = 1 has the bias (−7/12, 9/8).
func TestBiasOfTheNote(t *testing.T) {
	v := last(t, "estimator", ridge, "design", "1, 2, 3", "target", "2,-1", "lambda", "1", "n_datasets", "2")
	algotest.Near(t, "slope", v.expected[0], 17.0/12, 1e-14)
	algotest.Near(t, "offset", v.expected[1], 1.0/8, 1e-14)
}

// 000 (2.21): with λ = 0 the estimate is off by VD⁺Uᵀξ.
func TestErrorBySingularValues(t *testing.T) {
	v := last(t, "estimator", ridge, "design", "1, 1.2, 0.9", "lambda", "0", "n_datasets", "3")
	x := mat.NewDense(3, 2, []float64{1, 1, 1.2, 1, 0.9, 1})
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no decomposition")
	}
	var u, w mat.Dense
	svd.UTo(&u)
	svd.VTo(&w)
	d := svd.Values(nil)
	for i := range 2 {
		off := 0.0
		for k := range 2 {
			for r := range 3 {
				off += w.At(i, k) / d[k] * u.At(r, k) * (v.last.y[r] - v.Target[0]*x.At(r, 0) - v.Target[1])
			}
		}
		algotest.Near(t, "off by", v.fits[2][i]-v.truth[i], off, 1e-12)
	}
}

// The terms of the variance have its expectation: their mean is the variance with k − 1.
func TestTermsOfTheVariance(t *testing.T) {
	v := last(t, "n_datasets", "50")
	m, sum := v.now(), 0.0
	for _, h := range v.fits {
		sum += v.distance(h, v.mean)
	}
	algotest.Near(t, "with k − 1", m.unbiased, sum/49, 1e-12)
	algotest.Near(t, "with k", m.variance, sum/50, 1e-12)
}

// Standard errors are as large as the spread over runs with other seeds.
func TestStandardErrors(t *testing.T) {
	type of func(measured) (float64, float64)
	for name, f := range map[string]of{
		"loss":     func(m measured) (float64, float64) { return m.loss, m.seLoss },
		"fresh":    func(m measured) (float64, float64) { return m.fresh, m.seNew },
		"variance": func(m measured) (float64, float64) { return m.unbiased, m.seVariance },
		"bias²":    func(m measured) (float64, float64) { return m.bias2, m.seBias },
	} {
		var x []float64
		se := 0.0
		for seed := range 150 {
			var v view
			p := algos.NewProblem(dataset.Set{}, uint64(seed), mark.FitWindow(dataset.Set{}))
			run, err := Demo.Steps(context.Background(), p, algotest.Values("n_datasets", "40", "degree", "0", "truth", line))
			if err != nil {
				t.Fatal(err)
			}
			for s := range run {
				v = s.View.(view)
			}
			y, e := f(v.now())
			x = append(x, y)
			se += e / 150
		}
		m, sum := mean(x), 0.0
		for _, y := range x {
			sum += (y - m) * (y - m)
		}
		if sd := math.Sqrt(sum / 149); !(se > 0.75*sd && se < 1.35*sd) {
			t.Errorf("%s: a standard error of %v, a spread of %v", name, se, sd)
		}
	}
}

// Whatever the numbers: no promise is broken, and each run ends.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		number := func(name string, lo, hi float64) string {
			return param.Format(rapid.Float64Range(lo, hi).Draw(t, name))
		}
		whole := func(name string, lo, hi int) string { return fmt.Sprint(rapid.IntRange(lo, hi).Draw(t, name)) }
		power := func(name string) string { return param.Format(math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, name))) }
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		return algotest.Trial{
			Set: dataset.Set{Target: dataset.None}, Seed: rapid.Uint64().Draw(t, "seed"),
			Params: algotest.Values("estimator", pick("estimator", learner, averaging, shrinkage, spread, maximum, ridge), "n_datasets", whole("n_datasets", 2, 60),
				"truth", pick("truth", sine, line, cubic, jump, flat), "method", pick("method", polynomial, neighbours, ridge), "inputs", pick("inputs", fixed, random),
				"degree", whole("degree", 0, 9), "k", whole("k", 1, 20), "n", whole("n", 1, 25), "n_estimators", whole("n_estimators", 1, 20),
				"lambda", power("lambda"), "penalty", power("penalty"), "sigma", number("sigma", 0, 2), "theta", number("theta", -3, 3),
				"factor", number("factor", 0, 2), "ddof", number("ddof", -5, 2), "rho", number("rho", 0, 1), "bias", number("bias", -1, 1),
				"design", pick("design", "-1, 1", "1, 2, 3", "0", "1, 1.2", "-2, -1, 0, 1, 2"), "measure", pick("measure", coefficients, prediction),
				"target", number("slope", -2, 2)+","+number("offset", -2, 2)),
		}
	})
}

// What cannot be estimated is refused in words, or answered.
func TestDegenerate(t *testing.T) {
	for _, c := range []struct{ pairs, want string }{
		{"estimator=variance ddof=1 n=1", "The divisor n − c must be positive: use more samples, or a smaller c. A single sample has no variance."},
		{"estimator=maximum theta=0", "U(0, θ) requires θ > 0: increase the true θ."},
		{"estimator=ridge design=2,2 lambda=0", "All inputs are equal, so XᵀX is singular, and the least-squares solution is not unique. With λ > 0 it is."},
	} {
		s := algotest.Last(t, Demo, own, values(c.pairs))
		if s.Status.State != algos.Refused || s.Status.Reason.String() != c.want {
			t.Errorf("%s: %s, %q", c.pairs, s.Status.State, s.Status.Reason)
		}
	}
	for _, pairs := range []string{
		"estimator=variance n=1", "estimator=variance sigma=0", "estimator=shrinkage theta=0 sigma=0", "estimator=ridge design=2,2 lambda=0.1", "estimator=ridge target=0,0 sigma=0",
		"n=1", "n=1 inputs=random method=ridge", "n=3 degree=12",
		"n=3 method=neighbours k=50", "sigma=0 degree=15 n=100", "estimator=averaging rho=1", "estimator=averaging sigma=0",
		"method=ridge penalty=0 n=4 degree=15", "method=ridge penalty=0 n=4 degree=15 inputs=random",
	} {
		v := values(pairs)
		v["n_datasets"] = "25"
		s := algotest.Last(t, Demo, own, v)
		if s.Status.State != algos.Converged {
			t.Errorf("%s: %s, %q", pairs, s.Status.State, s.Status.Reason)
		}
		algotest.Promises(t, s)
		for _, f := range algotest.Faults(Demo, s) {
			t.Errorf("%s: %s", pairs, f)
		}
	}
}

func values(pairs string) param.Values {
	v := param.Values{}
	for _, p := range strings.Fields(pairs) {
		name, value, _ := strings.Cut(p, "=")
		v[name] = value
	}
	return v
}

func TestTypedInputs(t *testing.T) {
	for text, want := range map[string]string{
		"":       "there has to be an input",
		"1, two": "an input is a number between −100 and 100",
		"NaN":    "an input is a number between −100 and 100",
		"101":    "an input is a number between −100 and 100",
	} {
		if err := readable(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Legends and names on pictures are Unicode, which has no subscript D: no underscore is left for it.
func TestNoUnderscoresOnPictures(t *testing.T) {
	for _, p := range presets {
		last := algotest.Run(t, Demo, p.Data, p.Seed, p.Params)
		for _, q := range last.Panels() {
			for _, m := range q.Marks {
				for _, field := range []string{"Legend", "Name"} {
					if f := reflect.ValueOf(m).FieldByName(field); f.IsValid() && strings.Contains(f.String(), "_") {
						t.Errorf("%s, %s: %q", p.ID, q.ID, f.String())
					}
				}
			}
		}
	}
}

// A true function that is drawn by hand has its values at the middles of the columns, and straight
// lines between them; the decomposition is that of any other truth.
func TestTruthDrawnByHand(t *testing.T) {
	f := truthOf(byHand, []float64{1, -1, 0.5, 2})
	for x, want := range map[float64]float64{-1: 1, -0.75: 1, -0.5: 0, -0.25: -1, 0: -0.25, 0.25: 0.5, 0.75: 2, 1: 2} {
		if got := f(x); math.Abs(got-want) > 1e-15 {
			t.Errorf("ȳ(%v) = %v, want %v", x, got, want)
		}
	}
	drawn := dataset.Grid([]float64{1, -1, 0.5, 2})
	for _, inputs := range []string{fixed, random} {
		s := algotest.Last(t, Demo, drawn, algotest.Values("truth", byHand, "inputs", inputs, "n_datasets", "60"))
		algotest.Promises(t, s)
		v := s.View.(view)
		if v.truth[0] != 1 || v.truth[places-1] != 2 || v.truth[(places-1)/2] != -0.25 {
			t.Errorf("%s inputs: the truth is %v at its ends and middle", inputs, []float64{v.truth[0], v.truth[(places-1)/2], v.truth[places-1]})
		}
	}
	if p := last(t, "truth", byHand, "n_datasets", "2").Panels()[1]; p.Edits != mark.EditsCurve || p.X.Max != float64(canvas.Start.Cols) {
		t.Errorf("drawn on %s: %+v", p.ID, p.X)
	}
}
