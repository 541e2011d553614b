package perceptron

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/param"
)

func collectWith(t testing.TB, data dataset.Source, v param.Values) []algos.Step {
	t.Helper()
	run, err := algos.Recipe{Demo: Demo.ID, Params: v, Seed: 1, Data: data}.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(run)
}

// path returns θ after every update.
func path(all []algos.Step) []vector {
	var thetas []vector
	for _, s := range all {
		if v := s.View.(view); v.Kind == novikoff.Update {
			thetas = append(thetas, v.theta)
		}
	}
	return thetas
}

// The traces of the notes' inventory: 004 W41.
func TestVariantTraces(t *testing.T) {
	for _, c := range []struct {
		name string
		v    param.Values
		want []vector
	}{
		{"batch", param.Values{"variant": batch}, []vector{{-4, 0}, {-3, -2}, {-7. / 3, -8. / 3}}},
		{"batch of 1", param.Values{"variant": batch, "eta": "1"}, []vector{
			{-4, 0}, {-2, -4}, {-8, 0}, {-6, -4}, {-4, -6}, {-10, -2}, {-8, -4}, {-6, -6}, {-4, -8}, {-10, -4}, {-8, -6}, {-6, -8},
		}},
		{"margin", param.Values{"variant": marginal}, []vector{{math.Sqrt2 / 2, -math.Sqrt2 / 2}, {math.Sqrt2/2 - 3/math.Sqrt(13), 2/math.Sqrt(13) - math.Sqrt2/2}}},
		// With γ = 0 and η = 1 the variable increment is the standard rule.
		{"increment of 1", param.Values{"variant": increment, "eta": "1", "gamma": "1e-300"}, []vector{
			{2, -2}, {-1, 0}, {-1, -2}, {-4, 0}, {-2, -2}, {0, -4}, {-3, -2}, {-1, -4}, {-4, -2}, {-2, -4}, {-5, -2}, {-3, -4},
		}},
	} {
		c.v["bias"] = "false"
		got := path(collectWith(t, fourPoints, c.v))
		if !slices.EqualFunc(got, c.want, func(a, b vector) bool { return norm(addScaled(a, -1, b)) < 1e-14 }) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]float64{ // η(4)
		"1": 1, "0.5": 0.5, " 2 / k ": 0.5, "1/sqrt(k)": 0.5, "1/k^2": 1. / 16, "1/k^0.5": 0.5, "1e-3": 1e-3, "1/k^0": 1,
	} {
		r, err := parseRate(text)
		if got := r.at(4); err != nil || got != want {
			t.Errorf("%q: η(4) = %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "k", "1/2k", "0", "-1", "1e9", "1/k^9", "1/k^-1", "nan", "1/n", "..", "1/k^1.2.3", "1/k/k"} {
		if r, err := parseRate(text); err == nil {
			t.Errorf("%q was read as %+v", text, r)
		}
	}
}

// The integrals that the conditions are compared with are bounds at every length.
func TestRateIntegrals(t *testing.T) {
	for _, r := range []rate{{1, 0}, {3, 0.25}, {1, 0.5}, {0.5, 1}, {1, 0.9}, {2, 2}} {
		var s sums
		for k := 1; k <= 5000; k++ {
			s = s.add(r.at(k), 1)
			if s.eta < r.grows(k)*(1-1e-12) || s.squares > r.squares(k)*(1+1e-12) {
				t.Fatalf("%+v, k = %d: sums %v and %v, integrals %v and %v", r, k, s.eta, s.squares, r.grows(k), r.squares(k))
			}
		}
	}
}

// One sample, any start: the count is foretold (004 W1).
func TestOneSampleFromAnywhere(t *testing.T) {
	for start, want := range map[float64]int{0: 1, -2: 3, -2.5: 3, -0.25: 1, 0.5: 0, 3: 0, -7: 8} {
		all := collectWith(t, dataset.Labelled([3]float64{1, 0, 1}), param.Values{"fit_intercept": "false", "theta": param.Format(start) + ",0"})
		last := all[len(all)-1]
		if got := last.Model().Value("updates"); got != want || last.Status.State != algos.Converged {
			t.Errorf("from %v: %v updates, want %d", start, got, want)
		}
		for _, c := range last.Checks() {
			if c.Verdict != algos.Holds && c.Name != "angle" {
				t.Errorf("from %v: %+v", start, c)
			}
		}
	}
}

// Whatever the rule, the points and the start, no guarantee is broken.
func TestVariantPromisesHold(t *testing.T) {
	ends := map[algos.State]int{}
	at := 0
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		at = 0
		trial := algotest.Trial{Set: drawSet(t)}
		scale := math.Pow(10, float64(rapid.IntRange(-3, 3).Draw(t, "start scale")))
		trial.Params = algotest.Values(
			"variant", rapid.SampledFrom([]string{standard, marginal, increment, batch}).Draw(t, "variant"),
			"eta", rapid.SampledFrom([]string{"1", "1/k", "0.25/sqrt(k)", "1/k^2", "1e3", "2/k^0.7"}).Draw(t, "eta"),
			"gamma", rapid.SampledFrom([]string{"0", "0", "0.1", "1", "3"}).Draw(t, "gamma"),
			"fit_intercept", fmt.Sprint(rapid.Bool().Draw(t, "bias")), "max_epochs", "15",
			"order", rapid.SampledFrom([]string{inFile, inFile, shuffled, firstWrong, worstWrong, mildWrong}).Draw(t, "order"),
			"unit", fmt.Sprint(rapid.Bool().Draw(t, "unit")), "orders", fmt.Sprint(rapid.Bool().Draw(t, "orders")),
			"best", fmt.Sprint(rapid.Bool().Draw(t, "best")), "slide", rapid.SampledFrom([]string{"0", "-0.7", "1e-7", "1e9"}).Draw(t, "slide"),
			"other", fmt.Sprint(rapid.Bool().Draw(t, "other")),
		)
		if rapid.Bool().Draw(t, "moved") {
			coordinate := rapid.Float64Range(-3, 3)
			trial.Params["theta_init"] = param.Format(scale*coordinate.Draw(t, "θ₁")) + "," + param.Format(scale*coordinate.Draw(t, "θ₂"))
		}
		return trial
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		if (at < 3 || at%50 == 0) && (len(s.Say()) == 0 || len(s.Panels()) < 3) {
			t.Fatal("nothing to show")
		}
		if at++; !s.Status.Final() {
			return
		}
		ends[s.Status.State]++
		v := s.View.(view)
		if got := len(v.demanding(v.theta)); (got == 0) != (s.Status.State == algos.Converged) && v.Mistakes == 0 {
			t.Fatalf("%+v with %d samples that trigger an update", s.Status, got)
		}
		if s.Status.State == algos.Converged && !v.best.Separable {
			t.Fatal("converged on points that are not separable")
		}
	})
	if ends[algos.Converged] == 0 || ends[algos.Exhausted] == 0 {
		t.Errorf("ends %v", ends)
	}
}

// The notes' 12/γ², on many samples of the circle with a known margin.
func TestMarginPerceptronOnTheCircle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		angle := 2 * math.Pi * r.Float64()
		var rows [][3]float64
		for len(rows) < 30 {
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			if s := cos*math.Cos(angle) + sin*math.Sin(angle); math.Abs(s) > 0.05 {
				rows = append(rows, [3]float64{cos, sin, math.Copysign(1, s)})
			}
		}
		all := collect(dataset.Labelled(rows...).Set, options{Variant: marginal, MaxEpochs: 10_000})
		last := all[len(all)-1].View.(view)
		gamma := last.best.Gamma
		if k := last.k(); last.status.State != algos.Converged || k*gamma*gamma > 12 || last.margin < gamma/2 {
			t.Fatalf("%v updates with γ = %v end at the margin %v: %+v", k, gamma, last.margin, last.status)
		}
	}
}

// A margin that no line has is never reached, and the run says why.
func TestTooMuchMargin(t *testing.T) {
	all := collectWith(t, fourPoints, param.Values{"fit_intercept": "false", "variant": marginal, "gamma": "0.5"})
	last := all[len(all)-1]
	if !strings.Contains(last.Status.Reason.String(), "no θ has a margin of γ/2 = 0.25: the maximum is γ* = 0.0985") {
		t.Errorf("%+v", last.Status)
	}
	if c := last.Checks()[0]; c.Verdict != algos.NotApplicable || c.Name != "bound" {
		t.Errorf("%+v", c)
	}
}

// Every certificate of the variants can fail.
func TestCorruptedVariantsBreakThePromises(t *testing.T) {
	end := func(v param.Values) view {
		v["bias"] = "false"
		all := collectWith(t, fourPoints, v)
		return all[len(all)-1].View.(view)
	}
	lastUpdate := func(v param.Values) view {
		v["bias"] = "false"
		for _, s := range slices.Backward(collectWith(t, fourPoints, v)) {
			if v := s.View.(view); v.Kind == novikoff.Update {
				return v
			}
		}
		t.Fatal("no update")
		return view{}
	}
	one := collectWith(t, dataset.Labelled([3]float64{1, 0, 1}), param.Values{"fit_intercept": "false", "theta_init": "-2,0"})
	var cases []algotest.Spoiling
	for _, c := range []struct {
		name    string
		on      view
		corrupt func(*view)
	}{
		{"count", one[len(one)-1].View.(view), func(s *view) { s.updates++ }},
		{"bound", end(param.Values{"theta_init": "5,2"}), func(s *view) { s.updates = 164 }},
		{"bound", end(param.Values{"variant": marginal}), func(s *view) { s.updates = 1236 }},
		{"bound", end(param.Values{"variant": marginal, "theta_init": "1,0"}), func(s *view) { s.updates = 10_000 }},
		{"bound", end(param.Values{"variant": increment}), func(s *view) { s.sums.gain = 1e6 }},
		{"bound", end(param.Values{"variant": batch, "eta": "1"}), func(s *view) { s.updates = 1e6 }},
		{"projection", end(param.Values{"variant": increment}), func(s *view) { s.theta[0] *= -1 }},
		{"projection", end(param.Values{"theta_init": "5,2"}), func(s *view) { s.theta = vector{5, 2} }},
		{"norm", end(param.Values{"variant": batch}), func(s *view) { s.theta = vector{-30, -40} }},
		{"norm", end(param.Values{"variant": marginal}), func(s *view) { s.theta = vector{-30, -40} }},
		{"growth", lastUpdate(param.Values{"variant": marginal}), func(s *view) { s.theta = vector{-3, -4} }},
		{"eta-sum", end(param.Values{"variant": increment}), func(s *view) { s.sums.eta = 2.3 }},
		{"eta-ratio", end(param.Values{"variant": increment}), func(s *view) { s.sums.squares *= 2 }},
		{"reached", end(param.Values{"variant": increment}), func(s *view) { s.theta = addScaled(vector{}, 0.5, s.theta) }},
		{"orders", end(param.Values{"orders": "true"}), func(s *view) {
			t := *s.task
			t.endings = func() []ending { return []ending{{theta: vector{1}, updates: 134, margin: 0.1}} }
			s.task = &t
		}},
		{"best-margin", end(param.Values{"orders": "true"}), func(s *view) {
			t := *s.task
			t.endings = func() []ending { return []ending{{theta: vector{1}, updates: 3, margin: 0.32}} }
			s.task = &t
		}},
		{"foot", end(param.Values{"show_max_margin": "true"}), func(s *view) { t := *s.task; t.drop.at = t.drop.from; s.task = &t }},
		{"bayes", collectWith(t, lucky, param.Values{"fit_intercept": "false"})[2].View.(view), func(s *view) {
			t := *s.task
			t.mixture = &mixture{1, 0.5}
			s.task, s.theta = &t, vector{1, 1}
		}},
		{"reached", end(param.Values{"variant": marginal}), func(s *view) { s.theta = vector{-1, -1} }},
	} {
		s := c.on
		c.corrupt(&s)
		cases = append(cases, algotest.Spoiling{Check: c.name, Good: c.on, Spoilt: s})
	}
	algotest.Spoilt(t, cases)
}

// Far starts and wild scales give finite numbers and no broken guarantee.
func TestVariantScales(t *testing.T) {
	data := dataset.Labelled([3]float64{1e9, -1e-9, 1}, [3]float64{-1e9, 1e-9, -1}, [3]float64{3e-9, 1e9, 1}, [3]float64{1e-9, -1e9, -1}, [3]float64{0, 0, 1})
	for _, rule := range []string{standard, marginal, increment, batch} {
		for _, bias := range []string{"true", "false"} {
			for _, theta := range []string{"0,0", "1e9,-1e9", "1e-9,0"} {
				for _, s := range collectWith(t, data, param.Values{"variant": rule, "fit_intercept": bias, "theta_init": theta, "max_epochs": "20", "eta": "1e6"}) {
					for _, c := range s.Checks() {
						if c.Verdict == algos.Broken || c.Verdict != algos.NotApplicable && (math.IsNaN(c.Left+c.Right) || math.IsInf(c.Left+c.Right, 0)) {
							t.Fatalf("%s, bias %s from %s, %s: %+v", rule, bias, theta, s.Phase, c)
						}
					}
				}
			}
		}
	}
}
