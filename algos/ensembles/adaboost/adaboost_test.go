package adaboost

import (
	"math"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/say"
)

// rounds returns the steps that complete a round.
func rounds(all []algos.Step) []algos.Step {
	return slices.DeleteFunc(slices.Clone(all[1:]), func(s algos.Step) bool { return !strings.HasPrefix(s.Phase.String(), "reweigh") })
}

// The standard example of the notes (000 2B-14, 001 2B-8, 002 N13): the numbers
// have as many digits as the notes print.
func TestTenPoints(t *testing.T) {
	const digits = 6e-8
	done := rounds(algotest.Steps(t, Demo, tenPoints, algotest.Values("n_estimators", "6")))
	if len(done) != 6 {
		t.Fatalf("%d rounds", len(done))
	}
	eps := []float64{3.0 / 10, 3.0 / 14, 2.0 / 11, 7.0 / 36, 11.0 / 58, 9.0 / 47}
	for k, s := range done {
		algotest.Near(t, "ε", s.Metric("weighted_error"), eps[k], 1e-14)
		algotest.Near(t, "α", s.Metric("alpha"), []float64{.4236489, .6496415, .7520387, .7106928, .7261262, .7201808}[k], digits)
		algotest.Near(t, "training error", s.Metric("train_error"), []float64{.3, .3, 0, 0, 0, 0}[k], 0)
		for _, m := range []string{"exp_loss", "bound"} {
			algotest.Near(t, m, s.Metric(m), []float64{.9165151, .7521398, .5801925, .4592484, .3600766, .2833610}[k], digits)
		}
		algotest.Near(t, "edge bound", s.Metric("edge_bound"), []float64{.9231163, .7840635, .6403473, .5312763, .4381908, .3622363}[k], digits)
	}
	algotest.Near(t, "margin after 3", done[2].Metric("margin"), .1760, 5e-5)

	// The first stumps: + left of 2.5, + left of 8.5, − left of 5.5.
	stumps := done[5].Model().Value("stumps").([][]algos.Value)
	for k, want := range [][3]float64{{0, 2.5, -1}, {0, 8.5, -1}, {0, 5.5, 1}} {
		h := algos.Model{Values: stumps[k]}
		if h.Value("feature") != int(want[0]) || h.Value("threshold") != want[1] || h.Value("polarity") != int(want[2]) {
			t.Errorf("h%d is %v, want %v", k+1, stumps[k], want)
		}
	}
	// 1/14 for what is right and 1/6 for what is wrong in the first round; then the
	// blocks of 002.
	for i, w := range done[0].Model().Value("weights").([]float64) {
		want := 1.0 / 14
		if i >= 6 && i <= 8 {
			want = 1.0 / 6
		}
		algotest.Near(t, "w", w, want, 1e-14)
	}
	for i, want := range []float64{.0454545, .0454545, .0454545, .1666667, .1666667, .1666667, .1060606, .1060606, .1060606, .0454545} {
		algotest.Near(t, "w after round 2", done[1].Model().Value("weights").([]float64)[i], want, digits)
	}
	// 002's Z of the single rounds.
	for k, r := range done[5].View.(view).next.rounds[:3] {
		algotest.Near(t, "Z", done[5].View.(view).z(r), []float64{.916515, .820652, .771389}[k], 6e-7)
	}
}

// The smallest margin of the ten points goes to 1/3 (000 2B-14).
func TestMarginsGrow(t *testing.T) {
	done := rounds(algotest.Steps(t, Demo, tenPoints, algotest.Values("n_estimators", "100")))
	algotest.Near(t, "margin after 10", done[9].Metric("margin"), .2493, 5e-5)
	algotest.Near(t, "margin after 100", done[99].Metric("margin"), .3253, 5e-5)
	if far := algotest.Last(t, Demo, tenPoints, algotest.Values("n_estimators", "1000")).Metric("margin"); far < .3253 || far > 1.0/3 {
		t.Errorf("margin after 1000: %v", far)
	}
}

// 003 N12: the form with β on the ten points, whose total weight goes 10, 6,
// 2.571429, 0.935065, and the unweighted majority of three makes no error.
func TestMajority(t *testing.T) {
	done := rounds(algotest.Steps(t, Demo, tenPoints, algotest.Values("n_estimators", "3", "alpha_form", "beta")))
	for k, s := range done {
		c := algotest.Check(t, s, "total")
		algotest.Near(t, "W", c.Left, []float64{6, 2.571429, .935065}[k], 6e-7)
		algotest.Near(t, "β", math.Exp(-s.Metric("alpha")), []float64{3.0 / 7, 3.0 / 11, 2.0 / 9}[k], 1e-14)
	}
	last := done[2].View.(view).next
	for i, x := range last.x {
		votes := 0.0
		for _, r := range last.rounds {
			votes += r.h.at(x)
		}
		if mistaken(votes, last.y[i]) {
			t.Errorf("the majority gets %s wrong", say.Row(i).Name())
		}
	}
	sum := 0.0
	for _, h := range done[2].Model().Value("stumps").([][]algos.Value) {
		sum += algos.Model{Values: h}.Value("alpha").(float64)
	}
	algotest.Near(t, "the sum of the votes", sum, 1, 1e-15)
	// γ = 0.1 in every round: (1 − 4γ²)^{T/2} after 10, 100 and 231 rounds.
	z := (&task{}).z(&round{err: 0.4})
	for rounds, want := range map[float64]float64{10: .815373, 100: .129886, 231: .00896} {
		algotest.Near(t, "bound", math.Pow(z, rounds), want, 6e-6)
	}
}

// The three conventions choose the same weak learners and label alike; their
// scores differ by a factor.
func TestConventionsAgree(t *testing.T) {
	data := dataset.Generate("overlap", 50, 0.9, 3)
	for _, weak := range []string{stump, depth2} {
		var last [3]algos.Step
		for k, alpha := range []string{half, full, beta} {
			last[k] = algotest.Last(t, Demo, data, algotest.Values("alpha_form", alpha, "base_learner", weak, "n_estimators", "25"))
		}
		sum := last[0].View.(view).next.sum
		for k := range 100 {
			x := [2]float64{-3 + 0.6*float64(k%10), -3 + 0.6*float64(k/10)}
			a := last[0].Model().Predict(x)
			for i, factor := range []float64{1, 2, 1 / sum} {
				b := last[i].Model().Predict(x)
				algotest.Near(t, "score", b[1].Value.(float64), factor*a[1].Value.(float64), 1e-14)
				if a[0] != b[0] {
					t.Errorf("at %v the labels are %v and %v", x, a[0], b[0])
				}
			}
		}
		for _, m := range metricNames {
			if m != "alpha" && !math.IsNaN(last[0].Metric(m)) {
				algotest.Near(t, m, last[1].Metric(m), last[0].Metric(m), 0)
			}
		}
		algotest.Near(t, "α", last[1].Metric("alpha"), 2*last[0].Metric("alpha"), 1e-15)
		algotest.Near(t, "ln 1/β", last[2].Metric("alpha"), 2*last[0].Metric("alpha"), 1e-15)
	}
}

// Points that a program may choke on: an answer, or a sentence that says why
// there is none.
func TestDegenerate(t *testing.T) {
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
		rounds int
	}{
		{"no points", dataset.Labelled(), nil, algos.Refused, "no points", 0},
		{"one point", dataset.Labelled([3]float64{1, 2, -1}), nil, algos.Refused, "coincide", 0},
		{"one place", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}), nil, algos.Refused, "coincide", 0},
		{"one place, trees", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}), []string{"base_learner", depth2}, algos.Refused, "coincide", 0},
		{"two points", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 2, -1}), nil, algos.Converged, "ε = 0", 1},
		{"one stump", dataset.Generate("blobs", 40, 0.35, 3), nil, algos.Converged, "h₁ makes no error", 1},
		{"XOR by stumps", corners, nil, algos.Converged, "ε = 0.5 ≥ ½", 0},
		{"XOR by trees", corners, []string{"base_learner", depth2}, algos.Converged, "ε = 0", 1},
		{
			"chance level for trees", dataset.Labelled([][3]float64{{0, 0, 1}, {0, 0, -1}, {1, 0, 1}, {1, 0, -1}}...),
			[]string{"base_learner", depth2},
			algos.Converged, "≥ ½", 0,
		},
		{"one class, trees", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 3, 1}), []string{"base_learner", depth2}, algos.Converged, "ε = 0", 1},
		{
			"one class", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 3, 1}, [3]float64{2, 3, 1}),
			[]string{"n_estimators", "9"},
			algos.Converged, "All 9 rounds", 9,
		},
		{"contradiction", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, -1}, [3]float64{1, 0, 1}), nil, algos.Converged, "≥ ½", 1},
		{"many rounds", outlier, []string{"n_estimators", "1000"}, algos.Converged, "misclassifies 0 of 17 points", 1000},
		{
			"many trees", dataset.Generate("moons", 40, 0.2, 1),
			[]string{"n_estimators", "1000", "base_learner", depth2},
			algos.Converged, "misclassifies 0 of 40 points", 1000,
		},
		{"last round", tenPoints, []string{"n_estimators", "1"}, algos.Converged, "The one round is done", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := algotest.Steps(t, Demo, c.data, algotest.Values(c.params...))
			last := all[len(all)-1]
			for k, s := range all {
				if k < 40 || k%97 == 0 || s.Status.Final() {
					checkAll(t, s)
				}
			}
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			if n, _ := last.Model().Value("rounds").(int); n != c.rounds {
				t.Errorf("%d rounds, want %d", n, c.rounds)
			}
			last.Say()
			last.Panels()
		})
	}
}

// checkAll reports every guarantee that is violated.
func checkAll(t testing.TB, s algos.Step) {
	t.Helper()
	for _, c := range s.Checks() {
		if c.Verdict == algos.Broken || c.Verdict == algos.Open {
			t.Errorf("%s, %s: %v %s %v (tolerance %.2g) is %s: %s", s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Rounding, c.Verdict, c.Why)
		}
	}
}

// A perfect weak learner decides alone, with a finite vote that can be
// written to a file.
func TestPerfectStump(t *testing.T) {
	for _, alpha := range []string{half, full, beta} {
		last := algotest.Last(t, Demo, dataset.Labelled([3]float64{1, 1, -1}, [3]float64{2, 0, 1}, [3]float64{3, 1, 1}), algotest.Values("alpha_form", alpha))
		for m, want := range map[string]float64{
			"weighted_error": 0, "alpha": 1, "train_error": 0, "exp_loss": 0, "bound": 0, "margin": 1, "edge_bound": math.Exp(-0.5),
		} {
			algotest.Near(t, m, last.Metric(m), want, 0)
		}
		p := last.Model().Predict([2]float64{1.6, 0})
		if p[0].Value != 1 || p[1].Value != 1.0 {
			t.Errorf("%s: %v", alpha, p)
		}
		if n := len(last.Model().Value("stumps").([][]algos.Value)); n != 1 {
			t.Errorf("%d stumps", n)
		}
	}
}

// The error on test points is that of the model on points of the same generator
// with another seed; without a generator there is none.
func TestHeldOut(t *testing.T) {
	src := dataset.Generate("moons", 60, 0.25, 9)
	for k, s := range algotest.Steps(t, Demo, src, algotest.Values("n_estimators", "12", "alpha_form", full)) {
		if k%3 != 0 {
			continue
		}
		other := src
		other.N, other.Seed = testPoints, src.Seed+testSeed
		set, err := other.Load()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.Metric("test_error"), wrongLabels(s, set); got != want {
			t.Errorf("step %d: %v, want %v", k, got, want)
		}
	}
	if got := algotest.Last(t, Demo, tenPoints, nil).Metric("test_error"); !math.IsNaN(got) {
		t.Errorf("test points from nowhere: %v", got)
	}
}

// The training error is that of the model's labels, also where F = 0.
func TestTrainingErrorIsThatOfTheLabels(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, outlier, algotest.Values("n_estimators", "8")) {
		set, _ := outlier.Load()
		algotest.Near(t, "training error", s.Metric("train_error"), wrongLabels(s, set), 0)
	}
}

// wrongLabels is the share of points that the model labels wrong.
func wrongLabels(s algos.Step, set dataset.Set) float64 {
	wrong := 0
	for _, p := range set.Points {
		if s.Model().Predict(p.X)[0].Value != set.Label(p.Class()) {
			wrong++
		}
	}
	return float64(wrong) / float64(len(set.Points))
}
