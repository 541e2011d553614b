package gpregression

import (
	"math"
	"os"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/regression/internal/gp"
)

func readCSV(t testing.TB, file string) dataset.Set {
	t.Helper()
	f, err := os.Open("testdata/" + file + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, err := dataset.ReadCSV(f, dataset.Values)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestDegenerateSets(t *testing.T) {
	huge := load(t, spread(12, -1e6, 2e6, func(x float64) float64 { return 1e6 * math.Sin(x/1e6) }))
	far := load(t, spread(12, 1e6, 6, math.Sin))
	for name, set := range map[string]dataset.Set{
		"one point": readCSV(t, "path_one_1d"), "repeated inputs": readCSV(t, "path_dup_x"), "constant values": readCSV(t, "path_const_y"),
		"huge": huge, "far away": far, "all at zero": load(t, dataset.Pairs(0, 1, 0, -2, 0, 0)),
		"no points": {Dim: 1, Target: dataset.Values}, "no points in the plane": {Dim: 2, Target: dataset.Values},
	} {
		for _, kernel := range []string{"1*rbf(1)", "linear(1)", "linear(0)", "1*periodic(1,1.5)+matern12(1e-6)", "1e-9*rbf(1e9)", "linear(1)*linear(1)"} {
			for _, noise := range []string{"0", "0.01"} {
				for _, optimise := range []string{"false", "true"} {
					all := steps(t, set, vals(kernel, noise, "optimize", optimise, "n_starts", "2"))
					last := all[len(all)-1]
					if !last.Status.Final() || last.Status.Reason == "" {
						t.Errorf("%s, %s, σ² = %s: %+v", name, kernel, noise, last.Status)
					}
					for _, s := range []algos.Step{all[0], all[len(all)/2], last} {
						algotest.Promises(t, s)
						s.Say()
						m, sd := prediction(s.Model(), [2]float64{0.5})
						if !gp.Finite(m) || !gp.Finite(sd) || sd < 0 {
							t.Errorf("%s, %s, σ² = %s: the prediction %v ± %v", name, kernel, noise, m, sd)
						}
					}
					if len(last.Panels()) < 2 {
						t.Error("nothing is drawn")
					}
					if t.Failed() {
						t.Fatalf("%s, %s, σ² = %s, optimise %s", name, kernel, noise, optimise)
					}
				}
			}
		}
	}
}

// Equal inputs without noise get a jitter with a name; with the least noise they
// do not need one.
func TestJitterIsNamed(t *testing.T) {
	all := steps(t, load(t, duplicate), vals("1*rbf(1)", "0"))
	for _, s := range all {
		if text := spoken(s); !strings.Contains(text, "A jitter of 10⁻¹²") && !strings.Contains(text, "A jitter of 1 × 10⁻¹²") {
			t.Fatalf("%s says nothing of a jitter: %s", s.Phase, text)
		}
	}
	last := all[len(all)-1]
	if last.Model().Value("jitter") != 1e-12 || last.Model().Value("noise_var") != 0.0 {
		t.Errorf("the model has the jitter %v", last.Model().Value("jitter"))
	}
	quiet := lastStep(t, load(t, duplicate), vals("1*rbf(1)", "1e-6"))
	if quiet.Model().Value("jitter") != nil || strings.Contains(spoken(quiet), "jitter") {
		t.Error("a jitter where noise does")
	}
}

// Equal inputs with different values contradict each other without noise, which is said from
// the second of them on; equal values do not, and noise reconciles them.
func TestContradictionIsSaid(t *testing.T) {
	set := dataset.Pairs(0, 0, 1, 1, 1, 2, 2, 0)
	for _, s := range steps(t, load(t, set), vals("1*rbf(1)", "0")) {
		if got, want := strings.Contains(spoken(s), "contradict each other"), s.View.(view).seen() > 2; got != want {
			t.Errorf("%s speaks of a contradiction: %v", s.Phase, got)
		}
	}
	last := lastStep(t, load(t, set), vals("1*rbf(1)", "0"))
	if reason := last.Status.Reason.String(); !strings.Contains(reason, "−∞") || !strings.Contains(reason, "choose σ² > 0") {
		t.Errorf("the run ends with %q", reason)
	}
	for name, last := range map[string]algos.Step{
		"equal values": lastStep(t, load(t, dataset.Pairs(0, 0, 1, 1, 1, 1, 2, 0)), vals("1*rbf(1)", "0")),
		"noise":        lastStep(t, load(t, set), vals("1*rbf(1)", "0.1")),
	} {
		if strings.Contains(spoken(last), "contradict") {
			t.Errorf("%s: a contradiction", name)
		}
	}
}

// A kernel of rank 3 has parabolas for functions: no other five values can be taken, which is said from the
// fourth observation on, with what the mean misses.
func TestKernelOfRankThree(t *testing.T) {
	const parabolas = "linear(1)*linear(1)"
	for _, s := range steps(t, load(t, dataset.Pairs(0, 0, 1, 1, 2, 0, 3, 2, 4, 1)), vals(parabolas, "0")) {
		if got, want := strings.Contains(spoken(s), "no function of the process"), s.View.(view).seen() > 3; got != want {
			t.Errorf("%s says that no function fits: %v", s.Phase, got)
		}
	}
	last := lastStep(t, load(t, dataset.Pairs(0, 0, 1, 1, 2, 0, 3, 2, 4, 1)), vals(parabolas, "0"))
	// The residuals of the parabola of least squares: −2/35, 15/35, −33/35, 29/35, −9/35.
	if i, miss := last.View.(view).outOfReach(); i != 2 || math.Abs(miss-33./35) > 1e-3 {
		t.Errorf("x%d is missed by %v", i, miss)
	}
	if reason := last.Status.Reason.String(); !strings.Contains(reason, "choose σ² > 0") {
		t.Errorf("the run ends with %q", reason)
	}
	for name, last := range map[string]algos.Step{
		"a parabola": lastStep(t, load(t, dataset.Pairs(0, 1, 1, 2, 2, 5, 3, 10, 4, 17)), vals(parabolas, "0")),
		"noise":      lastStep(t, load(t, dataset.Pairs(0, 0, 1, 1, 2, 0, 3, 2, 4, 1)), vals(parabolas, "0.1")),
	} {
		if strings.Contains(spoken(last), "no function of the process") {
			t.Errorf("%s: no function", name)
		}
	}
}

func spoken(s algos.Step) string {
	var b strings.Builder
	for _, l := range s.Say() {
		b.WriteString((l.Text + "\n").String())
	}
	return b.String()
}

func TestRefused(t *testing.T) {
	kernel := strings.TrimSuffix(strings.Repeat("linear(1)*", 10), "*")
	set := load(t, dataset.Pairs(1e9, 1))
	last := lastStep(t, set, vals(kernel, "1"))
	if last.Status.State != algos.Refused || !strings.Contains(last.Status.Reason.String(), "beyond 10¹⁰⁰") {
		t.Errorf("%+v", last.Status)
	}
}

func TestTooManyPoints(t *testing.T) {
	set := load(t, dataset.Generate("sine", 501, 0.2, 1))
	_, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), nil)
	if err == nil || !strings.Contains(err.Error(), "501 points are too many: gp-regression takes at most 500") {
		t.Errorf("%v", err)
	}
}
