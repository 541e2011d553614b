package kernelridge

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

func vals(kv ...string) param.Values { return algotest.Values(kv...) }

// problem draws points, perhaps with equal inputs, a kernel and a penalty.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	rows := make([][2]float64, n)
	for i := range rows {
		rows[i] = [2]float64{rapid.Float64Range(-2, 2).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "y")}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			rows[i][0] = rows[rapid.IntRange(0, i-1).Draw(t, "of")][0]
		}
	}
	v := param.Values{
		"kernel": rapid.SampledFrom([]string{"linear", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
		"lambda": param.Format(math.Pow(10, rapid.Float64Range(-10, 2).Draw(t, "log lambda"))),
		"gamma":  param.Format(math.Pow(10, rapid.Float64Range(-1, 1).Draw(t, "log gamma"))),
		"coef0":  param.Format(rapid.Float64Range(-1, 1).Draw(t, "coef0")),
		"degree": rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "degree"),
		"solver": rapid.SampledFrom([]string{exact, exact, coordinate, conjugate}).Draw(t, "solver"),
	}
	return algotest.Trial{Set: algotest.Load(t, dataset.Line(rows...)), Params: v, Most: 300}
}

// No promise is broken at any step of any run, and none is open at the end.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Every certificate can fail: a state spoilt on purpose is caught by the promise that is
// there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	last := func(kv ...string) *state { return algotest.Last(t, Demo, sine, vals(kv...)).View.(view).state }
	right, poly, slow := last(), last("kernel", "poly", "gamma", "0.5", "lambda", "1"), last("solver", coordinate)
	classes := algotest.Last(t, Demo, sides, vals("side", "losses", "lambda", "0.1")).View.(view).state
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state *state
		spoil func(s *state)
	}{
		{"residual", right, func(s *state) { s.alpha[3] *= 1.001; *s = *relook(s) }},
		{"residual", slow, func(s *state) { s.alpha[3] += 1; *s = *relook(s) }},
		{"value", right, func(s *state) { s.alpha[3] *= 1.01; *s = *relook(s) }},
		{"gap", slow, func(s *state) { s.objective += 1e-3 }},
		{"rise", slow, func(s *state) { s.bound -= 1e-3 }},
		{"norm", right, func(s *state) { s.norm2 *= 1.001 }},
		{"loss", right, func(s *state) { s.sse *= 1.001 }},
		{"primal", poly, func(s *state) { s.f[2] += 1e-6 }},
		{"process", right, func(s *state) { s.mean[4] += 1e-6 }},
		{"effective", right, func(s *state) {
			bent := *s.task
			bent.chol = slices.Clone(bent.chol)
			bent.chol[0] *= 1.001
			s.task = &bent
		}},
		{"unified", classes, func(s *state) { s.alpha[3] *= 1.001; *s = *relook(s) }},
		{"left-out", right, func(s *state) {
			bent := *s.task
			bent.best = slices.Clone(bent.best)
			for i := range bent.best {
				bent.best[i] *= 1.001
			}
			s.task = &bent
		}},
	} {
		spoilt := *c.state
		spoilt.alpha, spoilt.f, spoilt.mean = slices.Clone(spoilt.alpha), slices.Clone(spoilt.f), slices.Clone(spoilt.mean)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: view{state: c.state, phase: adding}, Spoilt: view{state: &spoilt, phase: adding}})
	}
	algotest.Spoilt(t, cases)
}

// relook measures changed coefficients, with what a run has kept besides.
func relook(s *state) *state {
	n := s.look(s.alpha, s.seen)
	n.mean, n.was, n.before, n.status = s.mean, s.was, s.before, s.status
	return n
}

// All solvers come to one function.
func TestSolversAgree(t *testing.T) {
	want := algotest.Last(t, Demo, sine, nil).Model()
	for _, solver := range []string{coordinate, conjugate} {
		got := algotest.Last(t, Demo, sine, vals("solver", solver, "tol", "1e-11")).Model()
		for x := -3.0; x <= 3; x += 0.5 {
			algotest.Near(t, solver, got.Mean([2]float64{x}), want.Mean([2]float64{x}), 1e-9)
		}
	}
}

// No coefficients are better than those of the run: J rises in every direction, as finite
// differences see it.
func TestNothingIsBetter(t *testing.T) {
	v := algotest.Last(t, Demo, sine, nil).View.(view)
	for i := range v.alpha {
		for _, d := range []float64{1e-3, -1e-3} {
			moved := slices.Clone(v.alpha)
			moved[i] += d
			if j := v.look(moved, v.seen).objective; j <= v.objective {
				t.Errorf("α%d %+v: J = %v, not above %v", i+1, d, j, v.objective)
			}
		}
	}
}

// Leaving points out one at a time, by refits, gives the curve of the picture.
func TestLeftOutErrorsAreThoseOfRefits(t *testing.T) {
	set := algotest.Load(t, sine)
	v := algotest.Last(t, Demo, sine, nil).View.(view)
	r := v.modes().at(v.Lambda)
	sum := 0.0
	for i, p := range set.Points {
		less := set.Clone()
		less.Points = slices.Delete(less.Points, i, i+1)
		e := p.Y - algotest.Last(t, Demo, dataset.Explicit(less), nil).Model().Mean(p.X)
		sum += e * e / float64(len(set.Points))
	}
	algotest.Near(t, "leave-one-out", r.out, math.Sqrt(sum), 1e-12)
	algotest.Near(t, "training", r.train, v.rmse(), 1e-12)
	algotest.Near(t, "norm", r.norm2, v.norm2, 1e-12)
	algotest.Near(t, "effective", r.effective, v.modes().effective(v.Lambda), 1e-12)
}

// As λ falls to 0 the function comes to the one through the points.
func TestSmallPenaltyInterpolates(t *testing.T) {
	few := algotest.Last(t, Demo, fewSpots, vals("lambda", "0"))
	near := algotest.Last(t, Demo, fewSpots, vals("lambda", "1e-9"))
	for i, p := range algotest.Load(t, fewSpots).Points {
		algotest.Near(t, "f", few.Model().Mean(p.X), p.Y, 1e-13)
		algotest.Near(t, "α", near.Model().Value("alpha").([]float64)[i], few.Model().Value("alpha").([]float64)[i], 1e-8)
	}
}

// Points that a program may choke on: an answer, or a sentence that says why there is none.
func TestDegenerate(t *testing.T) {
	one := dataset.Line([2]float64{1, 2})
	same := dataset.Line([2]float64{1, 2}, [2]float64{1, 7}, [2]float64{1, 3})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
	}{
		{"no points", dataset.Line(), nil, algos.Refused, "no points"},
		{"one point", one, nil, algos.Converged, "are added"},
		{"one point, no penalty", one, []string{"lambda", "0"}, algos.Converged, ""},
		{"one place", same, nil, algos.Converged, ""},
		{"one place, no penalty", same, []string{"lambda", "0"}, algos.Refused, "minimum-norm"},
		{"one place, tiny penalty", same, []string{"lambda", "1e-18"}, algos.Refused, "too small"},
		{"at the origin, linear", dataset.Line([2]float64{0, 2}), []string{"kernel", "linear"}, algos.Converged, ""},
		{"at the origin, linear, no penalty", dataset.Line([2]float64{0, 2}), []string{"kernel", "linear", "lambda", "0"}, algos.Refused, "singular"},
		{"no kernel", sine, []string{"kernel", "sigmoid", "coef0", "-1", "gamma", "1"}, algos.Refused, "negative eigenvalue"},
		{"no kernel, large penalty", sine, []string{"kernel", "sigmoid", "coef0", "-1", "gamma", "1", "lambda", "30"}, algos.Converged, ""},
		{"overflow", dataset.Line([2]float64{1e9, 2}, [2]float64{-1e9, 3}), []string{"kernel", "poly", "gamma", "1e6", "degree", "10"}, algos.Refused, "smaller γ"},
		{"huge targets", dataset.Line([2]float64{0, 1e9}, [2]float64{1, -1e9}), nil, algos.Converged, ""},
		{"all zero", dataset.Line([2]float64{0, 0}, [2]float64{1, 0}), []string{"solver", conjugate}, algos.Converged, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(c.params...))
			algotest.Promises(t, last)
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			last.Panels()
		})
	}
}

// What the benchmarks time is the function of the demo.
func TestBenchmarkIsTheDemo(t *testing.T) {
	set := algotest.Load(t, bowl)
	var x [][2]float64
	var y []float64
	for _, p := range set.Points {
		x, y = append(x, p.X), append(y, p.Y)
	}
	do, answers, err := timed[0].Setup(x, y)
	if err != nil {
		t.Fatal(err)
	}
	do()
	got := answers()[0].Value.([]float64)
	f := algotest.Last(t, Demo, bowl, vals("gamma", "1", "lambda", "0.01")).Model().Mean
	for i, at := range [][2]float64{x[0], {}, x[len(x)-1]} {
		algotest.Near(t, "f", got[i], f(at), 1e-11)
	}
}

// BenchmarkLook is everything that a page shows of a step.
func BenchmarkLook(b *testing.B) {
	last := algotest.Last(b, Demo, dataset.Generate("sine", 100, 0.2, 1), nil)
	for b.Loop() {
		last.Say()
		last.Checks()
		last.Panels()
	}
}

// A sentence that names a change shows one: two coefficients that look the same are said to hardly
// change. Before the first kernel function the curve is 0, and no rounding of it.
func TestSentencesShowWhatChanged(t *testing.T) {
	for _, p := range presets {
		for _, s := range algotest.Steps(t, Demo, p.Data, p.Params) {
			for _, line := range s.Say() {
				text := line.Text.String()
				if _, after, ok := strings.Cut(text, ": from "); ok {
					if from, to, ok := strings.Cut(strings.TrimSuffix(after, "."), " to "); ok && from == to {
						t.Errorf("%s, %s: %s", p.ID, s.Phase, text)
					}
				}
			}
		}
	}
	first := algotest.Steps(t, Demo, cubic, vals("kernel", "poly", "gamma", "1", "lambda", "0.5"))[1]
	if text := first.Say()[0].Text.String(); !strings.Contains(text, "the current prediction is 0 ") {
		t.Errorf("before any kernel function: %s", text)
	}
}

// The three losses on the same points: of each no coefficients are better, in any direction, than those
// found, and a distant point of its own class turns the squared loss alone.
func TestThreeLosses(t *testing.T) {
	at := slices.IndexFunc(presets, func(p algos.Preset) bool { return p.ID == "losses" })
	v := algotest.Run(t, Demo, presets[at].Data, 0, presets[at].Params).View.(view)
	n := len(v.y)
	wrong := [3]int{}
	for kind, fit := range v.losses() {
		value := func(alpha []float64) float64 {
			j := 0.0
			for i := range n {
				f := dot(v.gram[i*n:(i+1)*n], alpha)
				j += loss(kind, v.y[i]*f) + v.Lambda*alpha[i]*f
			}
			return j
		}
		least := value(fit.alpha)
		for i := range n {
			if fit.f[i]*v.y[i] <= 0 {
				wrong[kind]++
			}
			for _, d := range []float64{1e-3, -1e-3} {
				moved := slices.Clone(fit.alpha)
				if moved[i] += d; value(moved) < least-1e-12 {
					t.Errorf("loss %d, α%d %+v: %v is less than %v", kind, i+1, d, value(moved), least)
				}
			}
		}
	}
	if wrong != [3]int{squaredLoss: 1} {
		t.Errorf("misclassified %v", wrong)
	}
	if c := v.state.checkUnified(); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	// The squared loss is the ridge regression that the run shows.
	for i, a := range v.losses()[squaredLoss].alpha {
		algotest.Near(t, "α", a, v.alpha[i], 1e-12)
	}
	if c := algotest.Last(t, Demo, sine, vals("side", "losses")).View.(view).state.checkUnified(); c.Verdict != algos.NotApplicable {
		t.Errorf("targets that are no classes: %+v", c)
	}
}

// The board explains at most seven kinds of marks at any step of any preset, and the first step shows
// the data.
func TestBoardHasFewKindsOfMarks(t *testing.T) {
	for _, p := range presets {
		for k, s := range algotest.Steps(t, Demo, p.Data, p.Params) {
			kinds, dots := map[string]bool{}, 0
			for _, m := range s.View.(view).board().Marks {
				if l := reflect.ValueOf(m).FieldByName("Legend"); l.IsValid() && l.String() != "" {
					kinds[l.String()] = true
				}
				if q, ok := m.(mark.Points); ok {
					dots += len(q.At)
				}
			}
			if len(kinds) > 7 || k == 0 && dots != len(s.View.(view).y) {
				t.Errorf("%s, %s: %d kinds, %d points", p.ID, s.Phase, len(kinds), dots)
			}
		}
	}
}
