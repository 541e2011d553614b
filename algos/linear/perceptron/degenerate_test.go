package perceptron_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/perceptron"
	"playground/algos/param"
)

// unbroken reports every guarantee that a step breaks.
func unbroken(t *testing.T, s algos.Step) {
	t.Helper()
	for _, check := range s.Checks() {
		if check.Verdict == algos.Broken {
			t.Errorf("%s: %+v", s.Phase, check)
		}
	}
}

func TestDegenerateSets(t *testing.T) {
	same := dataset.Labelled([3]float64{.75, .75, 1}, [3]float64{.75, .75, -1}, [3]float64{.75, .75, 1}).Set
	for _, c := range []struct {
		name  string
		set   dataset.Set
		state algos.State
		bias  string
	}{
		{"no points", dataset.Labelled().Set, algos.Refused, "true"},
		{"one class", readRows(t, "path_single_class"), algos.Converged, "true"},
		{"one point", readRows(t, "path_one_point"), algos.Converged, "true"},
		{"contradictory duplicates", readRows(t, "path_dup"), algos.Cycling, "true"},
		{"identical with both labels", same, algos.Cycling, "true"},
		{"identical", readRows(t, "path_identical"), algos.Cycling, "true"},
		{"on a line", readRows(t, "path_collinear"), algos.Exhausted, "true"},
		{"constant feature", readRows(t, "path_const_feature"), algos.Exhausted, "true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := steps(t, c.set, param.Values{"bias": c.bias}, 0)
			last := all[len(all)-1]
			if last.Status.State != c.state || last.Status.Reason == "" {
				t.Errorf("%+v, want %s", last.Status, c.state)
			}
			for _, s := range all {
				unbroken(t, s)
				if len(s.Panels()) == 0 || len(s.Say()) == 0 {
					t.Fatal("nothing to show")
				}
			}
		})
	}
}

// The cycle of two equal points with both labels is as short as it can be.
func TestContradictionCycles(t *testing.T) {
	all := steps(t, dataset.Labelled([3]float64{.3, .7, 1}, [3]float64{.3, .7, -1}).Set, nil, 0)
	for _, s := range all {
		for _, e := range s.Events {
			if e.Kind == "cycle" && (s.Metric("updates") != 2 || e.Text.String() != "θ repeats its value of 2 updates ago") {
				t.Errorf("after %v updates: %s", s.Metric("updates"), e.Text)
			}
		}
	}
	if last := all[len(all)-1]; last.Status.State != algos.Cycling {
		t.Errorf("%+v", last.Status)
	}
}

// cloud returns 2n points around (±2, ∓2)·scale.
func cloud(n int, scale, spread float64) dataset.Set {
	r := rand.New(rand.NewPCG(7, 7))
	rows := make([][3]float64, 0, 2*n)
	for range n {
		for _, y := range []float64{-1, 1} {
			rows = append(rows, [3]float64{scale * (2*y + spread*r.NormFloat64()), scale * (-2*y + spread*r.NormFloat64()), y})
		}
	}
	return dataset.Labelled(rows...).Set
}

func TestScales(t *testing.T) {
	for _, scale := range []float64{1e-6, 1, 1e6} {
		for _, spread := range []float64{0.4, 3} {
			t.Run(fmt.Sprint(scale, spread), func(t *testing.T) {
				all := steps(t, cloud(1000, scale, spread), param.Values{"max_epochs": "2"}, 6000)
				for i, s := range all {
					if i%500 == 0 || i == len(all)-1 {
						unbroken(t, s)
					}
				}
			})
		}
	}
	for _, file := range []string{"path_huge_scale", "path_offset"} {
		t.Run(file, func(t *testing.T) {
			for _, s := range steps(t, readRows(t, file), param.Values{"max_epochs": "30"}, 0) {
				unbroken(t, s)
			}
		})
	}
}

// A set may be separable, but not through the origin.
func TestOriginAndLiftedSeparabilityDiffer(t *testing.T) {
	set := dataset.Labelled([3]float64{1, 1, -1}, [3]float64{2, 2, 1}).Set
	through := steps(t, set, param.Values{"fit_intercept": "false"}, 0)
	lifted := steps(t, set, nil, 0)
	if got := through[0].Model().Value("separable"); got != false {
		t.Error("separable through the origin")
	}
	if last := lifted[len(lifted)-1]; last.Status.State != algos.Converged {
		t.Errorf("%+v", last.Status)
	}
}

func TestPresetShows(t *testing.T) {
	recipe, err := perceptron.Demo.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	run, err := recipe.Run(t.Context(), perceptron.Demo)
	if err != nil {
		t.Fatal(err)
	}
	var last algos.Step
	for s := range run {
		last = s
	}
	// Enough updates to watch, few enough to step through.
	if k := last.Metric("updates"); last.Status.State != algos.Converged || k < 15 || k > 60 {
		t.Errorf("the first preset ends after %v updates: %+v", k, last.Status)
	}
}

func TestPredictWritesLabelsAsTheSetDoes(t *testing.T) {
	set := dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}).Set
	for _, signed := range []bool{true, false} {
		set.Signed = signed
		all := steps(t, set, nil, 0)
		model := all[len(all)-1].Model()
		for i, p := range set.Points {
			got := model.Predict(p.X)
			if got[0].Name != "label" || got[0].Value != set.Label(i) || got[1].Name != "score" {
				t.Errorf("signed %v: %+v", signed, got)
			}
		}
	}
	// A score of exactly 0 gets the label of the first class.
	start := steps(t, set, nil, 1)[0].Model().Predict([2]float64{5, 5})
	if start[0].Value != set.Label(0) || start[1].Value != 0.0 {
		t.Errorf("at θ = 0: %+v", start)
	}
}

func BenchmarkRun2000(b *testing.B) {
	set := cloud(1000, 1, 3)
	for b.Loop() {
		steps(b, set, param.Values{"max_epochs": "2"}, 0)
	}
}
