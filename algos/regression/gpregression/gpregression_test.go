package gpregression

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/gp"
)

func vals(kernel, noise string, more ...string) param.Values {
	v := param.Values{"kernel": kernel, "noise_var": noise}
	for i := 0; i+1 < len(more); i += 2 {
		v[more[i]] = more[i+1]
	}
	return v
}

func load(t testing.TB, s dataset.Source) dataset.Set {
	t.Helper()
	set, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The worked examples of the notes, to the digits that they were computed to.
func TestNotes(t *testing.T) {
	type at struct{ x, mean, variance float64 }
	for _, c := range []struct {
		name     string
		data     dataset.Source
		noise    string
		evidence float64 // NaN where the notes give none
		at       []at
		tol      float64
	}{
		{"000, one point", onePoint, "0.1", -1.4211391, []at{{0, .9090909, .0909091}, {1, .5513915, .6655641}}, 5e-8},
		{"000, two points", twoPoints, "0.01", -2.9820637, []at{{0, 0, .3576039}}, 5e-8},
		{"002, one datum", onePoint, "0", math.NaN(), []at{{1, .6065307, .6321206}}, 5e-8},
		{"002, one datum with noise", onePoint, "0.5", math.NaN(), []at{{1, .4043538, .7547470}}, 5e-8},
		{"002, three points", threePoints, "0", math.NaN(), []at{{-1, -1, 0}, {.5, .98271036, .01789237}, {3, .0689423, .97065359}}, 5e-8},
		{
			"002, three points with noise", threePoints, "0.1", math.NaN(),
			[]at{{-1, -.8476674, .08599016}, {.5, .86555197, .08239524}, {3, .08492632, .9769963}},
			5e-8,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := lastStep(t, load(t, c.data), vals("rbf(1)", c.noise))
			algotest.Promises(t, last)
			if !math.IsNaN(c.evidence) {
				near(t, "the log evidence", last.Metric("log_evidence"), c.evidence, c.tol)
			}
			for _, p := range c.at {
				mean, sd := prediction(last.Model(), [2]float64{p.x})
				near(t, "the mean", mean, p.mean, c.tol)
				near(t, "the variance", sd*sd, p.variance, c.tol)
			}
		})
	}
}

// With the linear kernel the mean is the ridge line of the notes, and the weights
// are its dual variables.
func TestLinearKernelIsRidge(t *testing.T) {
	model := lastStep(t, load(t, ridgePoints), vals("linear(1)", "1")).Model()
	for x, want := range map[float64]float64{0: 0.5, 1: 7. / 6, 2.5: 13. / 6} {
		mean, _ := prediction(model, [2]float64{x})
		near(t, "the ridge line", mean, want, 1e-14)
	}
	for i, want := range []float64{-1. / 6, 7. / 6, -1. / 2} {
		near(t, "α", model.Value("alpha").([]float64)[i], want, 1e-14)
	}
}

// The steps tell the story in order, and only conditioning changes the numbers.
func TestSteps(t *testing.T) {
	all := steps(t, load(t, threePoints), vals("rbf(1)", "0.1"))
	want := []string{
		"prior",
		"compute k(x₁, X)", "predict y₁", "condition on (x₁, y₁)",
		"compute k(x₂, X)", "predict y₂", "condition on (x₂, y₂)",
		"compute k(x₃, X)", "predict y₃", "condition on (x₃, y₃)",
	}
	if len(all) != len(want) {
		t.Fatalf("%d steps", len(all))
	}
	for i, s := range all {
		if s.Phase.String() != want[i] {
			t.Errorf("step %d is %q, want %q", i, s.Phase, want[i])
		}
		if micro := i%3 != 0; micro != (s.Size == algos.Micro) {
			t.Errorf("step %d has the size %d", i, s.Size)
		} else if micro && s.Metric("log_evidence") != all[i-1].Metric("log_evidence") {
			t.Errorf("step %d changes the evidence", i)
		}
	}
	if all[0].Metric("log_evidence") != 0 || all[9].Size != algos.Pass || all[9].Status.State != algos.Converged {
		t.Errorf("the prior has the evidence %v, the end is %+v", all[0].Metric("log_evidence"), all[9].Status)
	}
}

// At every step the process is that of the observations so far.
func TestEveryStepIsAFitOfItsOwn(t *testing.T) {
	set := load(t, dataset.Generate("sine", 25, 0.2, 4))
	v := vals("0.8*rbf(1.3)+0.1*matern32(0.4)", "0.03")
	for i, s := range steps(t, set, v) {
		if i%9 != 3 {
			continue
		}
		part := set.Clone()
		part.Points = part.Points[:i/3]
		alone := lastStep(t, part, v)
		near(t, "the log evidence", s.Metric("log_evidence"), alone.Metric("log_evidence"), 1e-12)
		for _, x := range []float64{-2.5, 0.1, 4} {
			m1, s1 := prediction(s.Model(), [2]float64{x})
			m2, s2 := prediction(alone.Model(), [2]float64{x})
			near(t, "the mean", m1, m2, 1e-12)
			near(t, "the sd", s1, s2, 1e-12)
		}
	}
}

// Draws keep their random numbers: a little change of a parameter moves them a
// little, and another number of draws leaves the first ones alone.
func TestDrawsKeepTheirRandomNumbers(t *testing.T) {
	set := load(t, dataset.Generate("sine", 8, 0.2, 4))
	draws := func(kernel, count string) [][]float64 {
		s := lastStep(t, set, vals(kernel, "0.05", "samples", count)).View.(view)
		return s.curves().sample()
	}
	three, five, moved := draws("1*rbf(1)", "3"), draws("1*rbf(1)", "5"), draws("1*rbf(1.001)", "3")
	for i := range three {
		for j := range three[i] {
			if three[i][j] != five[i][j] {
				t.Fatalf("draw %d changes when there are more", i)
			}
			if d := math.Abs(three[i][j] - moved[i][j]); d > 0.05 {
				t.Fatalf("draw %d jumps by %v", i, d)
			}
		}
	}
	if len(draws("1*rbf(1)", "0")) != 0 {
		t.Error("a draw was not asked for")
	}
}

// Draws have the mean and the variance of the process: over the ten of many seeds,
// within four standard errors.
func TestDrawsAreFromTheProcess(t *testing.T) {
	set := load(t, dataset.Generate("sine", 4, 0.2, 4))
	var sum, sum2, n float64
	var s view
	const node = 20
	for seed := range uint64(60) {
		run, err := Demo.Steps(t.Context(), algos.NewProblem(set, seed, mark.FitWindow(set)), vals("1*rbf(1)", "0.05", "samples", "10"))
		if err != nil {
			t.Fatal(err)
		}
		for step := range run {
			s = step.View.(view)
		}
		for _, f := range s.curves().sample() {
			z := (f[node] - s.post.Mean[node]) / gp.SD(s.post.Var[node])
			sum, sum2, n = sum+z, sum2+z*z, n+1
		}
	}
	if mean := sum / n; math.Abs(mean) > 4/math.Sqrt(n) {
		t.Errorf("the mean of %v draws is off by %v standard deviations", n, mean)
	}
	if v := sum2 / n; math.Abs(v-1) > 4*math.Sqrt(2/n) {
		t.Errorf("the variance of %v draws is %v of what it should be", n, v)
	}
}

// The public model reads back as a kernel, and predicts what the metrics say.
func TestModel(t *testing.T) {
	last := lastStep(t, load(t, dataset.Generate("sine", 20, 0.2, 3)), vals("1*rbf(1)", "0.1", "optimize", "true"))
	model := last.Model()
	again := lastStep(t, load(t, dataset.Generate("sine", 20, 0.2, 3)), vals(model.Value("kernel").(string), param.Format(model.Value("noise_var").(float64))))
	near(t, "the log evidence", again.Metric("log_evidence"), model.Value("log_evidence").(float64), 1e-9)
	if model.Value("log_evidence") != last.Metric("log_evidence") {
		t.Error("the model and the metrics disagree")
	}
	v := model.Predict([2]float64{0.5})
	if len(v) != 2 || v[0].Name != "mean" || v[1].Name != "sd" {
		t.Errorf("%+v", v)
	}
}

// On a line the second coordinate of an input counts for nothing, also not in a
// linear kernel.
func TestLineIgnoresTheSecondCoordinate(t *testing.T) {
	model := lastStep(t, load(t, ridgePoints), vals("linear(1)+rbf(1)", "1")).Model()
	m1, s1 := prediction(model, [2]float64{0.3, 0})
	m2, s2 := prediction(model, [2]float64{0.3, 7})
	if m1 != m2 || s1 != s2 {
		t.Error("it counts")
	}
}

func TestBadParameters(t *testing.T) {
	set := load(t, onePoint)
	for name, v := range map[string]param.Values{
		"kernel: at character 5: the length scale is wanted": {"kernel": "rbf()"},
		"kernel: at character 1: there is no kernel":         {"kernel": "gauss(1)"},
		"noise_var: ":                 {"noise_var": "-1"},
		"n_starts: ":                  {"starts": "0"},
		"q1: \"here\" is not a point": {"q1": "here"},
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), v)
		if err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%v: %v, want %s…", v, err, name)
		}
	}
}
