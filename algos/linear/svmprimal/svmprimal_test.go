package svmprimal

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
)

func vals(kv ...string) param.Values { return algotest.Values(kv...) }

func task0(t testing.TB, src dataset.Source, o Options) *task {
	t.Helper()
	set, err := src.Load()
	if err != nil {
		t.Fatal(err)
	}
	k, err := newTask(t.Context(), algos.NewProblem(set, 1, grid.Window{}), o)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The sub-gradient is the slope of J by finite differences where J has one, and
// J's own convexity everywhere: J(b) ≥ J(a) + ⟨g, b − a⟩ + ½‖b − a‖².
func TestSubgradients(t *testing.T) {
	for _, form := range formNames {
		k := task0(t, dataset.Generate("overlap", 25, 0.9, 2), Options{Form: form, Method: "subgradient", C: 0.7})
		rapid.Check(t, func(t *rapid.T) {
			draw := func(name string) vector {
				v := vector{rapid.Float64Range(-3, 3).Draw(t, name), rapid.Float64Range(-3, 3).Draw(t, name), rapid.Float64Range(-3, 3).Draw(t, name)}
				if form != "augmented" {
					v[2] = 0
				}
				return v
			}
			a, b := k.look(draw("a")), k.look(draw("b"))
			g := k.gradient(a)
			d := k.distance(a.theta, b.theta)
			lower := a.objective + g[0]*(b.theta[0]-a.theta[0]) + g[1]*(b.theta[1]-a.theta[1]) + g[2]*(b.theta[2]-a.theta[2]) + d*d/2
			if b.objective < lower-1e-9 {
				t.Fatalf("%s: J(b) = %v is below its tangent bowl %v", form, b.objective, lower)
			}
		})
		for i, h := range []vector{{1e-6}, {0, 1e-6}, {0, 0, 1e-6}} {
			if i == 2 && form != "augmented" {
				continue
			}
			at := vector{0.3, -0.45, 0.2}
			up, down := k.look(add(at, 1, h)), k.look(add(at, -1, h))
			algotest.Near(t, form, k.gradient(k.look(at))[i], (up.objective-down.objective)/2e-6, 1e-5)
		}
	}
}

// The best θ₀ is the best of a fine search, and the interval ends where it costs
// more.
func TestBestOffset(t *testing.T) {
	k := task0(t, dataset.Generate("overlap", 21, 0.9, 4), Options{Form: "intercept", Method: "subgradient", C: 1})
	hinge := func(theta vector) float64 {
		sum := 0.0
		for i, x := range k.x {
			sum += max(0, 1-k.y[i]*dot(theta, x))
		}
		return sum
	}
	for _, theta := range []vector{{}, {1, 1}, {-0.3, 2}, {5, -4}} {
		best, lo, hi, _ := k.offset(theta)
		least := hinge(vector{theta[0], theta[1], best})
		for o := -30.0; o <= 30; o += 0.01 {
			h := hinge(vector{theta[0], theta[1], o})
			if h < least-1e-9 || (o < lo-0.01 || o > hi+0.01) && h <= least {
				t.Errorf("θ = %v: θ₀ = %v costs %v, the best one %v costs %v, interval [%v, %v]", theta, o, h, best, least, lo, hi)
				break
			}
		}
		l := k.look(theta)
		balance := 0.0
		for i := range k.x {
			_, _, _, share := k.offset(theta)
			balance += k.y[i] * k.pullOf(i, l.theta, k.y[i]*dot(l.theta, k.x[i]), share)
		}
		if math.Abs(balance) > 1e-12 {
			t.Errorf("θ = %v: Σay = %v", theta, balance)
		}
	}
}

// All forms and methods end at the optimum that a search without any dual finds.
func TestEndsAtTheOptimum(t *testing.T) {
	src := dataset.Generate("overlap", 24, 0.9, 6)
	for _, form := range formNames {
		var thetas []vector
		for _, method := range []string{"subgradient", "sgd"} {
			last := algotest.Last(t, Demo, src, vals("bias_mode", form, "method", method, "C", "0.3", "max_iter", "300"))
			algotest.Promises(t, last)
			if last.Status.State != algos.Converged {
				t.Errorf("%s, %s: %+v", form, method, last.Status)
			}
			m := last.Model()
			theta := m.Value("theta").([]float64)
			thetas = append(thetas, vector{theta[0], theta[1], m.Value("theta0").(float64)})
			algotest.Near(t, form+" "+method, m.Value("objective").(float64), m.Value("dual").(float64), 1e-9)
		}
		for i := range 3 {
			algotest.Near(t, form, thetas[1][i], thetas[0][i], 1e-13)
		}
		k := task0(t, src, Options{Form: form, Method: "subgradient", C: 0.3})
		at := k.look(vector{})
		for h := 1.0; h > 1e-9; { // compass search
			better := false
			for i := range 27 {
				d := vector{float64(i%3 - 1), float64(i/3%3 - 1), float64(i/9 - 1)}
				if form != "augmented" && d[2] != 0 {
					continue
				}
				if l := k.look(add(at.theta, h, d)); l.objective < at.objective {
					at, better = l, true
				}
			}
			if !better {
				h /= 2
			}
		}
		if at.objective < k.best.dual-1e-9 || at.objective > k.best.dual+1e-3 {
			t.Errorf("%s: a search finds J = %v, the dual is %v", form, at.objective, k.best.dual)
		}
	}
}

// The bound holds step by step, and without the last step the run comes as close
// as it says.
func TestRates(t *testing.T) {
	for _, form := range formNames {
		for _, rate := range []string{"strong", "pegasos", "constant"} {
			steps := algotest.Steps(t, Demo, dataset.Generate("overlap", 30, 0.9, 5),
				vals("bias_mode", form, "schedule", rate, "C", "0.1", "dual_polish", "false", "max_iter", "400", "tol", "1e-9", "eta", "0.05"))
			for _, s := range steps {
				algotest.Promises(t, s)
				if c := algotest.Check(t, s, "rate"); c.Verdict != algos.Holds {
					t.Fatalf("%s, %s, %s: %+v", form, rate, s.Phase, c)
				}
			}
			last := steps[len(steps)-1]
			if excess := last.Metric("excess") / last.Metric("dual"); last.Status.State != algos.Exhausted || excess > 0.1 {
				t.Errorf("%s, %s: %v, still %v above", form, rate, last.Status, excess)
			}
		}
	}
}

// The band locks at the largest margin, from both starts, in every form.
func TestBandLocks(t *testing.T) {
	locked := 0
	for seed := range uint64(20) {
		for _, form := range formNames {
			src := dataset.Generate("blobs", 30, 0.45, seed)
			steps := algotest.Steps(t, Demo, src, vals("method", "widen", "bias_mode", form))
			last := steps[len(steps)-1]
			if last.Status.State == algos.Refused {
				continue
			}
			locked++
			for i, s := range steps {
				algotest.Promises(t, s)
				if i > 0 && s.Metric("objective") > steps[i-1].Metric("objective")*(1+1e-12) {
					t.Errorf("%s, seed %d, step %d: the band became narrower", form, seed, i)
				}
			}
			algotest.Near(t, form, last.Metric("objective"), last.Metric("dual"), 1e-9)
			if last.Metric("apart") > 1e-9*(1+last.Metric("objective")) {
				t.Errorf("%s, seed %d: two starts end %v apart", form, seed, last.Metric("apart"))
			}
		}
	}
	if locked < 40 {
		t.Errorf("only %d bands", locked)
	}
}

func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		rows := make([][3]float64, n)
		for i := range rows {
			rows[i] = [3]float64{rapid.Float64Range(-3, 3).Draw(t, "x1"), rapid.Float64Range(-3, 3).Draw(t, "x2"), 0}
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			}
			rows[i][2] = float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)
		}
		place := func(name string) string {
			return param.Format(rapid.Float64Range(-5, 5).Draw(t, name)) + "," + param.Format(rapid.Float64Range(-5, 5).Draw(t, name))
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Labelled(rows...)), Seed: rapid.Uint64().Draw(t, "seed"), Params: param.Values{
			"bias_mode": rapid.SampledFrom(formNames[:]).Draw(t, "form"),
			"method":    rapid.SampledFrom([]string{"subgradient", "sgd", "widen"}).Draw(t, "method"),
			"schedule":  rapid.SampledFrom([]string{"strong", "pegasos", "constant"}).Draw(t, "rate"),
			"C":         param.Format(math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log C"))),
			"eta":       param.Format(math.Pow(10, rapid.Float64Range(-3, 0).Draw(t, "log eta"))),
			"init":      place("init"), "init2": place("init2"), "max_iter": "40",
		}}
	})
}

// Every certificate can fail: a state spoilt on purpose is caught.
func TestSpoiltStatesAreCaught(t *testing.T) {
	at := func(params param.Values, at int) view {
		steps := algotest.Steps(t, Demo, dataset.Generate("blobs", 24, 0.7, 3), params)
		if at < 0 {
			at += len(steps)
		}
		return steps[at].View.(view)
	}
	soft := at(vals("max_iter", "50"), 60)
	end := at(vals("max_iter", "50"), -1)
	band := at(vals("method", "widen"), -1)
	beside := at(vals("max_iter", "50", "line", "manual", "candidates", "1,1,0", "compare_penalty", "1"), 60)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state view
		spoil func(v *view)
	}{
		{"weak-duality", soft, func(v *view) { v.now.objective = 0.9 * v.best.dual }},
		{"bowl", soft, func(v *view) { v.now.objective = v.best.dual }},
		{"bowl", end, func(v *view) { v.now.theta[0] += 0.01 }},
		{"unique", end, func(v *view) { v.now.theta[0] += 10 }},
		{"rate", soft, func(v *view) { v.regret = 0 }},
		{"average", soft, func(v *view) { v.average[1] += 100 }},
		{"own-bound", soft, func(v *view) { v.lower = v.best.dual + 1e-3 }},
		{"gap", end, func(v *view) { v.least += 1 }},
		{"offset", soft, func(v *view) { v.now.theta[2] += 20 }},
		{"factor", soft, func(v *view) { v.now.objective *= 1.001 }},
		{"hand", beside, func(v *view) {
			v.hand = &hand{u: v.hand.u, at: v.hand.at, r: slices.Clone(v.hand.r)}
			for t := range v.hand.r {
				v.hand.r[t] = 10
			}
		}},
		{"envelope", beside, func(v *view) { v.kept = []kept{{half: 0.01}} }},
		{"penalty", beside, func(v *view) {
			s := v.shrinkage()
			s.now[0].Theta[0] *= 1.01
			v.shrinkage = func() shrinkage { return s }
		}},
		{"touch", beside, func(v *view) {
			s := v.shrinkage()
			s.now[0].Theta[0] *= -1
			v.shrinkage = func() shrinkage { return s }
		}},
		{"forms", soft, func(v *view) { v.forms[1].dual, v.forms[1].primal = 1e3, 1e3 }},
		{"feasible", band, func(v *view) { v.band.theta[2] += 0.01 }},
		{"grows", band, func(v *view) { v.eta = 2 * v.band.gamma }},
		{"locked", band, func(v *view) { v.band.u = vector{1, 0, 0} }},
	} {
		spoilt := c.state
		k := *spoilt.task
		spoilt.task = &k
		if spoilt.band != nil {
			b := *spoilt.band
			spoilt.band = &b
		}
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.state, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

func TestDegenerate(t *testing.T) {
	same := dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1})
	oneClass := dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 2, 1})
	narrow := dataset.Labelled([3]float64{2e-12, 4e-12, -1}, [3]float64{5e-4, 5e-4, 1}, [3]float64{0, 2e-12, 1})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params param.Values
		state  algos.State
		words  string
	}{
		{"no points", dataset.Labelled(), nil, algos.Refused, "no points"},
		{"one class", oneClass, nil, algos.Converged, ""},
		{"one class, band", oneClass, vals("method", "widen"), algos.Refused, "same label"},
		{"one class, band through the origin", oneClass, vals("method", "widen", "bias_mode", "no-intercept"), algos.Converged, "Maximum margin"},
		{"one place", same, nil, algos.Converged, ""},
		{"one place, band", same, vals("method", "widen"), algos.Refused, "No line separates"},
		{"W4: no line through the origin", twoPoints, vals("method", "widen", "bias_mode", "no-intercept"), algos.Refused, "through the origin"},
		{"too narrow", narrow, vals("method", "widen"), algos.Refused, "too narrow"},
		{"tiny", dataset.Labelled([3]float64{1e-150, 0, 1}, [3]float64{-1e-150, 0, -1}), nil, algos.Converged, ""},
		{"huge", dataset.Labelled([3]float64{1e9, 1e9, 1}, [3]float64{-1e9, 5e8, -1}), vals("C", "1e9"), algos.Converged, ""},
		{"at the origin", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, 1}), vals("bias_mode", "no-intercept"), algos.Converged, ""},
	} {
		last := algotest.Last(t, Demo, c.data, c.params)
		algotest.Promises(t, last)
		if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
			t.Errorf("%s: %+v", c.name, last.Status)
		}
	}
}

// Two starts, one θ; and θ₀ of an interval (W9).
func TestUniqueness(t *testing.T) {
	for _, starts := range [][2]string{{"0,0", "5,5"}, {"-4,2", "1,-1"}} {
		last := algotest.Last(t, Demo, dataset.Generate("blobs", 24, 0.7, 3),
			vals("init", starts[0], "init2", starts[1], "C", "0.1", "max_iter", "3000", "dual_polish", "false", "tol", "1e-4"))
		if d := last.Metric("apart"); d > 0.02 || algotest.Check(t, last, "unique").Verdict != algos.Holds {
			t.Errorf("%v: %v apart", starts, d)
		}
	}
	c := algotest.Check(t, algotest.Last(t, Demo, twoPoints, vals("C", "0.25")), "offset")
	if !strings.Contains(c.Why.String(), "from −1.5 to −0.5") {
		t.Errorf("%+v", c)
	}
}

// A long run is fast.
func TestLongRun(t *testing.T) {
	set, _ := dataset.Generate("overlap", 100, 0.9, 1).Load()
	run, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, grid.Window{}), vals("max_iter", "10000", "tol", "1e-12", "method", "sgd"))
	if err != nil {
		t.Fatal(err)
	}
	steps, last := 0, algos.Step{}
	for s := range run {
		steps, last = steps+1, s
	}
	if steps != 20_002 {
		t.Errorf("%d steps", steps)
	}
	if !slices.ContainsFunc(last.Events, func(e algos.Event) bool { return e.Kind == "lock" }) {
		t.Error("it does not lock")
	}
}

func BenchmarkLargest(b *testing.B) {
	for b.Loop() {
		algotest.Last(b, Demo, dataset.Generate("overlap", 500, 0.9, 1), vals("max_iter", "1000", "tol", "1e-12"))
	}
}

// Where the solver beside the run has not come to an optimum, nothing is said of
// that optimum: the runs of the audit far from the origin, and at C = 10⁹.
func TestUnsolvedOptimum(t *testing.T) {
	far := algotest.ReadCSV(t, Demo, "testdata/far_5.csv")
	steps := algotest.Steps(t, Demo, far, vals("C", "10", "bias_mode", "no-intercept", "max_iter", "50", "dual_polish", "false"))
	s := steps[4]
	algotest.Near(t, "excess", s.Metric("excess"), s.Metric("best")-s.Metric("dual"), 0)
	for _, name := range []string{"gap", "forms", "rate", "own-bound"} {
		if c := algotest.Check(t, s, name); c.Verdict != algos.NotApplicable {
			t.Errorf("%+v", c)
		}
	}
	reason := steps[len(steps)-1].Status.Reason.String()
	if !strings.Contains(reason, "between 232.267 and 232.268") {
		t.Error(reason)
	}
	last := algotest.Last(t, Demo, algotest.ReadCSV(t, Demo, "testdata/far_4.csv"), vals("C", "1e9"))
	if c := algotest.Check(t, last, "forms"); c.Verdict != algos.NotApplicable {
		t.Errorf("%v ≤ %v of %v: %+v", c.Left, c.Right, last.Model().Value("optima"), c)
	}
}

// Where it has come to one, no guarantee is lost to the size of the numbers: θ₀ is of
// the size of the scores, however small C.
func TestHugeCoordinates(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, algotest.ReadCSV(t, Demo, "testdata/scale_8.csv"), vals("C", "1e-6")) {
		algotest.Promises(t, s)
		if c := algotest.Check(t, s, "offset"); c.Verdict != algos.Holds || c.Size > 100*(1+c.Left) {
			t.Fatalf("%s: %+v", s.Phase, c)
		}
	}
}
