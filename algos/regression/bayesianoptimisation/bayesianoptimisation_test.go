package bayesianoptimisation

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/optimize"
	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/param"
)

// end plays a run to its end.
func end(t testing.TB, pairs ...string) view {
	t.Helper()
	return algotest.Last(t, Demo, own, algotest.Values(pairs...)).View.(view)
}

// Minima are as the literature says: the value at each, no node of a fine grid below, and
// a search from there finds nothing lower.
func TestMinimaOfTheLiterature(t *testing.T) {
	for _, f := range functions {
		task := &task{f: f}
		side := 20001
		if f.dims == 2 {
			side = 301
		}
		for _, x := range task.lattice(side) {
			if y := f.value(x); y < f.minimum()-1e-12 {
				t.Errorf("%s: %v at %v, below the minimum %v", f.name, y, x, f.minimum())
			}
		}
		for _, u := range f.at {
			algotest.Near(t, f.name, f.f(u), f.least, 1e-9)
			for i := range f.dims {
				algotest.Near(t, f.name+": there and back", f.own(f.board(u))[i], u[i], 1e-14)
			}
			r, err := optimize.Minimize(optimize.Problem{Func: func(p []float64) float64 {
				var at [2]float64
				copy(at[:], p)
				return f.f(at)
			}}, u[:f.dims], nil, &optimize.NelderMead{})
			if err != nil {
				t.Fatal(err)
			}
			if r.F < f.least-1e-9 {
				t.Errorf("%s: %v at %v", f.name, r.F, r.X)
			}
		}
	}
	// Values of other books.
	for name, want := range map[string]float64{"forrester": -6.020740, "waves": -1.899599, "gramacy-lee": -0.869011, "branin": 0.397887, "camel": -1.031628} {
		algotest.Near(t, name, find(name).least, want, 1e-6)
	}
}

// The curve runs through its knots, is monotone between them and constant beyond, so its
// minimum is that of the lowest knot.
func TestCurveTurnsAtKnotsOnly(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var knots [][2]float64
		for range rapid.IntRange(1, maxKnots).Draw(r, "n") {
			knots = append(knots, [2]float64{rapid.Float64Range(-3, 3).Draw(r, "x"), rapid.Float64Range(-3, 3).Draw(r, "y")})
		}
		c := newCurve(knots)
		for i, x := range c.x {
			if y := c.at(x); math.Abs(y-c.y[i]) > 1e-12 {
				t.Fatalf("at knot %d the curve is %v, not %v", i, y, c.y[i])
			}
			if i == 0 {
				continue
			}
			last, sign := c.y[i-1], c.y[i]-c.y[i-1]
			for k := 1; k <= 50; k++ {
				y := c.at(c.x[i-1] + (x-c.x[i-1])*float64(k)/50)
				if (y-last)*sign < -1e-12 {
					t.Fatalf("between %v and %v the curve turns", c.x[i-1], x)
				}
				last = y
			}
		}
		f := drawnThrough(knots)
		for x := -3.0; x <= 3; x += 0.01 {
			if f.value([2]float64{x}) < f.minimum()-1e-12 {
				t.Fatalf("at %v it is below its minimum", x)
			}
		}
	})
}

// Knots at one place are one, at their mean height.
func TestKnotsAtOnePlace(t *testing.T) {
	c := newCurve([][2]float64{{1, 2}, {0, 0}, {1, 4}, {1.001, 3}})
	if !slices.Equal(c.x, []float64{0, 1}) || c.y[1] != 3 {
		t.Errorf("%v, %v", c.x, c.y)
	}
}

// The closed forms of EI and PI against integrals, and against their derivatives: EI falls
// with the mean as fast as the probability, and rises with s as the density.
func TestClosedForms(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		goal, m, s := rapid.Float64Range(-3, 3).Draw(r, "goal"), rapid.Float64Range(-3, 3).Draw(r, "m"), math.Pow(10, rapid.Float64Range(-1, 0.5).Draw(r, "log s"))
		z := (goal - m) / s
		value, bound := expectedByIntegral(goal, m, s)
		if e := expected(goal, m, s); math.Abs(e-value) > bound+1e-15*(1+z*z) {
			t.Fatalf("EI(%v, %v, %v) = %v, added up %v", goal, m, s, e, value)
		}
		value, bound = probabilityByIntegral(goal, m, s)
		if p := probability(goal, m, s, 0); math.Abs(p-value) > bound+1e-15 {
			t.Fatalf("PI(%v, %v, %v) = %v, added up %v", goal, m, s, p, value)
		}
		h := 1e-4 * s
		slope := (expected(goal, m+h, s) - expected(goal, m-h, s)) / (2 * h)
		algotest.Near(t, "∂EI/∂m", slope, -below(z), 1e-7)
		slope = (expected(goal, m, s+h) - expected(goal, m, s-h)) / (2 * h)
		algotest.Near(t, "∂EI/∂s", slope, density(z), 1e-7)
	})
	if expected(1, 0.25, 0) != 0.75 || expected(0, 0.25, 0) != 0 || probability(1, 0, 1e-9, 1e-6) != 0 {
		t.Error("where f is known")
	}
}

// The place that is asked is the best of a much finer grid. Far from all values an acquisition is
// all but flat, and of its many low tops not all are refined: so much may be missed.
func TestSearchFindsTheOptimum(t *testing.T) {
	for _, acquisition := range []string{lcb, ei, pi} {
		for _, f := range []string{"forrester", "waves", "gramacy-lee", "branin"} {
			for _, s := range algotest.Steps(t, Demo, own, algotest.Values("function", f, "acquisition", acquisition, "budget", "9", "xi", "0.05")) {
				v := s.View.(view)
				if v.phase != examining {
					continue
				}
				c, side := v.criterion(acquisition), 4001
				if v.plane() {
					side = 121
				}
				best := math.Inf(-1)
				for _, x := range v.lattice(side) {
					best = max(best, c.gain(c.choose(v.post, x).value))
				}
				if g := c.gain(v.pick.value); g < best-1e-4*(1+math.Abs(best)) {
					t.Errorf("%s on %s after %d: %v, and %v elsewhere", acquisition, f, v.count(), g, best)
				}
			}
		}
	}
}

// Equal places are told apart by their order: the first.
func TestTies(t *testing.T) {
	v := end(t, "n_initial_points", "0", "budget", "1")
	if v.post.X[0] != [2]float64{-reach} {
		t.Errorf("all places are equal, and %v is asked", v.post.X[0])
	}
	v = end(t, "n_initial_points", "0", "budget", "1", "function", "branin")
	if v.post.X[0] != [2]float64{-reach, -reach} {
		t.Errorf("all places are equal, and %v is asked", v.post.X[0])
	}
	// One value in the middle, and the board is symmetric: the left of two equal places.
	v = end(t, "function", drawn, "knots", "1", "h1", "0,0", "initial_points", "0", "budget", "2")
	if v.post.X[1][0] >= 0 {
		t.Errorf("of two equal places %v is asked", v.post.X[1])
	}
}

// With κ = 0 the search stays in a valley that is not the deepest; with κ = 2 it does not.
func TestExploitationGetsStuck(t *testing.T) {
	recipe, err := Demo.Recipe("stuck")
	if err != nil {
		t.Fatal(err)
	}
	play := func() view {
		a, err := Demo.Try(t.Context(), recipe, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return a.Last.View.(view)
	}
	v := play()
	if v.regret() < 0.69 || v.count() == v.Budget || !strings.Contains(v.status.Reason.String(), "posterior standard deviation is only") {
		t.Errorf("κ = 0: %v above the minimum after %d: %s", v.regret(), v.count(), v.status.Reason)
	}
	recipe.Params["kappa"] = "2"
	if v := play(); v.regret() > 1e-3 {
		t.Errorf("κ = 2: %v above the minimum", v.regret())
	}
}

// The grid and random search that a run is compared with, worked out again.
func TestOthers(t *testing.T) {
	v := end(t, "function", "waves", "budget", "7")
	low := math.Inf(1)
	for i := range 7 {
		u := 2.7 + 4.8*(float64(i)+0.5)/7
		low = min(low, math.Sin(u)+math.Sin(10*u/3))
	}
	algotest.Near(t, "a grid of 7", v.gridBest[6], low, 1e-14)
	// The mean of the first random value is that of the function.
	mean := 0.0
	for i := range 10000 {
		mean += v.f.value([2]float64{-reach + 6*(float64(i)+0.5)/10000}) / 10000
	}
	if spread := 0.8 / math.Sqrt(randomRuns); math.Abs(v.random[0]-mean) > 4*spread {
		t.Errorf("one random place has the mean %v, the function %v", v.random[0], mean)
	}
	for n := 1; n < 7; n++ {
		if v.random[n] > v.random[n-1] || v.randomLo[n] > v.random[n] && v.randomLo[n] > v.randomHi[n] {
			t.Errorf("random search worsens: %v", v.random)
		}
	}
	if n := len(end(t, "function", "branin", "budget", "10").spread(10)); n != 9 {
		t.Errorf("a grid of %d places of 10", n)
	}
}

// Every certificate can fail: a state that was spoilt on purpose is caught.
func TestSpoiltStatesAreCaught(t *testing.T) {
	at := func(n int, pairs ...string) view {
		for _, s := range algotest.Steps(t, Demo, own, algotest.Values(pairs...)) {
			if v := s.View.(view); v.phase == evaluating && v.count() == n {
				return v
			}
		}
		t.Fatal("no such step")
		return view{}
	}
	spoilt := func(v view, spoil func(v *view)) view {
		p, k := *v.post, *v.task
		p.X, p.Z, p.L = slices.Clone(p.X), slices.Clone(p.Z), slices.Clone(p.L)
		k.f.f = v.f.f
		v.post, v.task, v.y = &p, &k, slices.Clone(v.y)
		v.pick.draw = slices.Clone(v.pick.draw)
		spoil(&v)
		return v
	}
	bound, improving := at(6), at(6, "acquisition", ei)
	probable, drawing := at(6, "acquisition", pi, "xi", "0.1"), at(6, "acquisition", thompson)
	refitted := at(6, "refit", "true", "function", "gramacy-lee")
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		good  view
		spoil func(v *view)
	}{
		{"floor", bound, func(v *view) { v.f.least += 100 }},
		{"through", bound, func(v *view) { v.post.Z[2] += 1e-3 }},
		{"known", bound, func(v *view) { v.post.Noise = -1e-3 }},
		{"forecast", bound, func(v *view) { v.pick.mean += 1e-3 }},
		{"lcb", bound, func(v *view) { v.Kappa = -0.1 }},
		{"chosen", bound, func(v *view) { v.pick.value += 1 }},
		{"chosen", improving, func(v *view) { v.pick.value /= 10 }},
		{"ei", improving, func(v *view) { v.pick.mean += 1e-3 }},
		{"nothing", improving, func(v *view) { v.best += 0.5; v.y[v.bestAt()] += 0.5 }},
		{"positive", improving, func(v *view) { v.pick.value = -0.1 }},
		{"pi", probable, func(v *view) { v.pick.sd *= 1.01 }},
		{"chosen", probable, func(v *view) { v.pick.value /= 10 }},
		{"draw", drawing, func(v *view) { v.pick.value += 5 }},
	} {
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.good, Spoilt: spoilt(c.good, c.spoil)})
	}
	// The new numbers are taken for the old ones, and the old for the new.
	swapped := refitted
	swapped.post, _ = refitted.fit(refitted.before.K, refitted.post.X, refitted.y)
	swapped.before = refitted.post
	cases = append(cases, algotest.Spoiling{Check: "evidence", Good: refitted, Spoilt: swapped})
	algotest.Spoilt(t, cases)
}

// First places are read whichever commas are used, and others are refused in words.
func TestFirstPlaces(t *testing.T) {
	all, err := parse("-1 0, 2 1.5；0 0")
	if err != nil || len(all) != 3 || all[1][1] != 1.5 {
		t.Errorf("%v, %v", all, err)
	}
	for text, want := range map[string]error{"4": errPlace, "x": errPlace, "NaN": errPlace, "1 2 3": errNumbers, strings.Repeat("1,", 21): errMany} {
		if _, err := parse(text); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	s := algotest.Last(t, Demo, own, algotest.Values("initial_points", "1 2"))
	if s.Status.State != algos.Refused || !strings.Contains(s.Status.Reason.String(), "An initial point has 2 numbers") {
		t.Errorf("%+v", s.Status)
	}
	v := end(t, "function", "branin", "initial_points", "-1 0, 2 1.5", "budget", "2")
	if !slices.Equal(v.post.X, [][2]float64{{-1, 0}, {2, 1.5}}) {
		t.Errorf("%v", v.post.X)
	}
}

// What spoils formulas gets an answer: equal places, a constant, one evaluation, no first
// place, kernels without a variance.
func TestDegenerateRuns(t *testing.T) {
	constant := []string{"function", drawn, "knots", "1", "h1", "0,0.5"}
	for name, pairs := range map[string][]string{
		"equal places":     {"initial_points", "1, 1, 1, 2"},
		"equal to the eye": {"initial_points", "1, 1.0000001, 2"},
		"asked again":      {"initial_points", "1, 2", "manual_eval", "3", "manual_x", "1"},
		"constant":         append(constant, "budget", "15"),
		"constant, EI":     append(constant, "acquisition", ei),
		"one":              {"budget", "1"},
		"none":             {"budget", "1", "n_initial_points", "0", "acquisition", thompson},
		"no variance":      {"kernel", "linear(0)", "n_initial_points", "0"},
		"a line":           {"kernel", "linear(1)", "refit", "true"},
		"noise alone":      {"kernel", "1e-9*rbf(1)", "noise_var", "4"},
		"very long":        {"kernel", "1*rbf(1000)", "n_initial_points", "12", "refit", "true"},
		"very short":       {"kernel", "1*rbf(0.001)", "budget", "16"},
		"huge":             {"kernel", "1e9*rbf(1)", "refit", "true"},
	} {
		for _, f := range []string{"forrester", "camel"} {
			for _, a := range []string{lcb, ei, pi, thompson} {
				v := param.Values{"function": f, "acquisition": a}
				for k, x := range algotest.Values(pairs...) {
					v[k] = x
				}
				if v["function"] == "camel" && v["initial_points"] != "" {
					continue
				}
				for i, s := range algotest.Steps(t, Demo, own, v) {
					algotest.Promises(t, s)
					if i%4 == 0 || s.Status.Final() {
						for _, fault := range algotest.Faults(Demo, s) {
							t.Errorf("%s, %s, %s, step %d: %s", name, f, a, i, fault)
						}
					}
					if s.Status.Final() && s.Status.Reason == "" {
						t.Errorf("%s: no reason", name)
					}
				}
				if t.Failed() {
					t.Fatalf("%s, %s, %s", name, f, a)
				}
			}
		}
	}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(r *rapid.T) algotest.Trial {
		return algotest.Trial{
			Seed: rapid.Uint64Range(1, 1000).Draw(r, "seed"),
			Params: param.Values{
				"function":         rapid.SampledFrom(append(names(1), names(2)...)).Draw(r, "function"),
				"acquisition":      rapid.SampledFrom([]string{lcb, ei, pi, thompson}).Draw(r, "acquisition"),
				"kernel":           rapid.SampledFrom([]string{"1*rbf(0.8)", "matern52(1)", "2*matern12(0.5)", "rbf(2)+linear(1)", "rq(1,1)"}).Draw(r, "kernel"),
				"noise_var":        rapid.SampledFrom([]string{"0", "0", "0.0001", "0.1"}).Draw(r, "noise"),
				"kappa":            rapid.SampledFrom([]string{"0", "1", "2", "20"}).Draw(r, "kappa"),
				"xi":               rapid.SampledFrom([]string{"0", "0.2"}).Draw(r, "xi"),
				"refit":            rapid.SampledFrom([]string{"false", "true"}).Draw(r, "refit"),
				"n_initial_points": rapid.SampledFrom([]string{"0", "1", "3", "7"}).Draw(r, "n_initial_points"),
				"budget":           "10",
			},
		}
	})
}

// A run that is left in the middle leaves off.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	run, err := algotest.Start(ctx, Demo, algotest.Load(t, own), 1, algotest.Values("function", "branin", "budget", "60"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range run {
		if n++; n == 5 {
			cancel()
		}
	}
	if n > 6 {
		t.Errorf("%d steps after the end", n)
	}
}

func BenchmarkRun(b *testing.B) {
	for _, c := range [][]string{
		{"function", "waves", "kernel", "matern12(1)", "budget", "60"},
		{"function", "branin", "kernel", "matern12(1)", "budget", "60"},
		{"function", "branin", "kernel", "matern12(1)", "budget", "60", "refit", "true"},
	} {
		b.Run(strings.Join(c, " "), func(b *testing.B) {
			for b.Loop() {
				end(b, c...)
			}
		})
	}
}
