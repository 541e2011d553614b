package main

import (
	"bufio"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// hostile are runs on numbers of which rounding leaves little, and the guarantees that have
// nothing to decide there. They are checked at the last steps at which they apply.
var hostile = []struct {
	name   string
	args   []string
	data   string // a file in testdata/numbers
	checks []string
}{
	{"huge inputs", []string{"-demo", "ridge"}, "huge.csv", nil},
	{"huge inputs, drawn targets", []string{"-demo", "ridge", "-set", "penalise=all", "-set", "labels=drawn"}, "huge.csv", []string{"ball", "shorter"}},
	{"a flat prior", []string{"-demo", "bayesian-regression", "-preset", "flat"}, "", []string{"space-mean", "space-variance"}},
	{
		"a flat prior of degree 10",
		[]string{"-demo", "bayesian-regression", "-set", "degree=10", "-set", "prior_var=1e12"},
		"ties.csv",
		[]string{"laplace", "average", "shrink"},
	},
	{"hardly any noise", []string{"-demo", "bayesian-regression", "-set", "noise_var=1e-9"}, "far-line.csv", []string{"chain"}},
	{"far from 0", []string{"-demo", "linear-regression", "-preset", "far-away"}, "", nil},
	{"farther from 0", []string{"-demo", "linear-regression"}, "far.csv", nil},
	{"tiny inputs", []string{"-demo", "active-learning"}, "tiny-line.csv", []string{"leverages", "chain"}},
	{"queries at one place", []string{"-demo", "bayesian-optimisation", "-preset", "greedy"}, "", nil},
	{"points far from 0", []string{"-demo", "kernels", "-set", "expression=sigmoid(1,-1)-logdist"}, "far-points.csv", []string{"difference"}},
	{"hardly any width", []string{"-demo", "em-elbo", "-set", "sigma=1e-6"}, "huge-line.csv", []string{"slope", "top"}},
	{"huge points", []string{"-demo", "dp-mixture"}, "huge-points.csv", []string{"ratio"}},
}

// A guarantee whose tolerance is as large as what it compares cannot fail, and so it proves
// nothing: it is undecided, however equal its sides look.
func TestGuaranteesThatCannotFailAreUndecided(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"run"}, c.args...)
			if c.data != "" {
				args = append(args, "-data", filepath.Join("testdata", "numbers", c.data))
			}
			undecided := map[string]bool{}
			for _, k := range checksOf(t, args) {
				tolerance := max(k.Rounding, k.Within)
				sides := max(math.Abs(k.Left), math.Abs(k.Right))
				ordered := k.Rel == "<=" && k.Left <= k.Right-tolerance || k.Rel == ">=" && k.Left >= k.Right+tolerance
				if sides <= 1e-6*k.Size { // rounding beside what it is made of
					sides = k.Size
				}
				if k.Verdict == "holds" && tolerance > 0 && sides > 0 && tolerance >= sides && !ordered {
					t.Errorf("%s holds: %v %s %v within %v", k.Name, k.Left, k.Rel, k.Right, tolerance)
				}
				if k.Verdict == "undecided" {
					undecided[k.Name] = true
				}
			}
			for _, name := range c.checks {
				if !undecided[name] {
					t.Errorf("%s is decided", name)
				}
			}
		})
	}
}

// A limit that holds has come near, beside what is compared: two sums of which one is nearly
// twice the other have not, however many terms they have.
func TestLimitsThatHoldHaveComeNear(t *testing.T) {
	for _, c := range []struct{ demo, preset, check string }{
		{"svm", "circles", "hinge"},
		{"svm", "lift", "hinge"},
		{"svm", "moons", "hinge"},
		{"autoencoder", "linear", "pca"},
		{"mcmc", "leapfrog-long", "order"},
	} {
		t.Run(c.demo+" "+c.preset, func(t *testing.T) {
			t.Parallel()
			held := 0
			for _, k := range checksOf(t, []string{"run", "-demo", c.demo, "-preset", c.preset}) {
				if k.Name != c.check || k.Verdict != "holds" {
					continue
				}
				held++
				if k.Right != 0 && math.Abs(k.Left-k.Right) > 0.02*math.Max(math.Abs(k.Left), math.Abs(k.Right)) {
					t.Errorf("%v -> %v holds", k.Left, k.Right)
				}
			}
			if held == 0 && c.preset != "lift" { // which ends at its tolerance
				t.Error("it never holds")
			}
		})
	}
}

// A readCheck is a guarantee as a script reads it.
type readCheck struct {
	Name, Rel, Verdict                  string
	Left, Right, Within, Rounding, Size float64
}

// checksOf returns the guarantees of all steps of a run.
func checksOf(t *testing.T, args []string) []readCheck {
	t.Helper()
	var out strings.Builder
	if err := (app{demos: catalog.All, stdout: &out}).run(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	var all []readCheck
	lines := bufio.NewScanner(strings.NewReader(out.String()))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var step struct{ Checks []readCheck }
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			t.Fatal(err)
		}
		all = slices.Concat(all, step.Checks)
	}
	return all
}

// A metric that is exactly 0 is 0 to a script, and null is one that a step does not define.
func TestMetricsOfZero(t *testing.T) {
	for _, c := range []struct{ demo, preset, metric string }{
		{"ridge", "bayes", "excess"}, {"lasso", "all-zero", "gap"}, {"lasso", "all-zero", "excess"}, {"linear-regression", "wampler", "excess"},
	} {
		var out strings.Builder
		if err := (app{demos: catalog.All, stdout: &out}).run(t.Context(), []string{"run", "-demo", c.demo, "-preset", c.preset}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if last := lines[len(lines)-2]; !strings.Contains(last, `"`+c.metric+`":0,`) {
			t.Errorf("%s of %s: %s", c.metric, c.demo, last)
		}
	}
}
