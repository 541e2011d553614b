package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// named returns a step as a run yields it whose metrics have these names.
func named(t testing.TB, metrics []string, s algos.Step) algos.Step {
	t.Helper()
	d := fake(slices.Values([]algos.Step{s}))
	d.Metrics = metrics
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(run)[0]
}

func TestStepLine(t *testing.T) {
	s := named(t, []string{"norm2", "angle", "bound"}, algos.Step{
		Phase:   "mistake on x₇, \"the\" last",
		Events:  []algos.Event{{Kind: "mistake", Text: "mistake on x₇"}, {Kind: "converged"}},
		Metrics: []float64{0.1, math.NaN(), math.Inf(1)},
		Status:  algos.Status{State: algos.Running},
		View: fakeView{checks: []algos.Check{
			algos.AtMost("novikoff", "", 2, 4, 0),
			algos.Equal("sum", "", 1, 2, 0),
			algos.Inapplicable("margin", "", "no line separates the points"),
			algos.Tends("gap", "", 1, 0, 1e-3, algos.Status{State: algos.Running}),
		}},
	})
	want := `{"step":7,"phase":"mistake on x₇, \"the\" last","events":["mistake","converged"],` +
		`"metrics":{"norm2":0.1,"angle":null,"bound":null},"checks":[` +
		`{"name":"novikoff","left":2,"rel":"<=","right":4,"holds":true,"verdict":"holds"},` +
		`{"name":"sum","left":1,"rel":"=","right":2,"holds":false,"verdict":"broken"},` +
		`{"name":"margin","left":null,"rel":"<=","right":null,"holds":null,"verdict":"not-applicable","why":"no line separates the points"},` +
		`{"name":"gap","left":1,"rel":"->","right":0,"holds":null,"verdict":"open","within":0.001}],"status":"running"}` + "\n"
	if diff := cmp.Diff(want, string(appendStep(nil, 7, s))); diff != "" {
		t.Error(diff)
	}
}

// The names that metrics had before follow those of today, except for one that another metric has now.
func TestStepLineHasOldNames(t *testing.T) {
	d := fake(slices.Values([]algos.Step{{Metrics: []float64{1, 2}, View: fakeView{}}}))
	d.Metrics = []string{"inertia", "test_error"}
	d.Renamed = map[string]string{"objective": "inertia", "heldout": "test_error", "inertia": "test_error"}
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	s := slices.Collect(run)[0]
	want := `"metrics":{"inertia":1,"test_error":2,"heldout":2,"objective":1}`
	if got := string(appendStep(nil, 0, s)); !strings.Contains(got, want) {
		t.Errorf("%s is without %s", got, want)
	}
	if s.Metric("heldout") != 2 || s.Metric("inertia") != 1 {
		t.Errorf("heldout %g, inertia %g", s.Metric("heldout"), s.Metric("inertia"))
	}
}

func TestFinalLine(t *testing.T) {
	s := algos.Step{
		Status: algos.Status{State: algos.Converged, Reason: "no mistake"},
		View: fakeView{model: algos.Model{
			Values: []algos.Value{
				{Name: "theta", Value: []float64{0.5, math.NaN()}},
				{Name: "pair", Value: [2]float64{1, 2}},
				{Name: "means", Value: [][]float64{{1}, {2, 3}, {}}},
				{Name: "support", Value: []int{0, 3}},
				{Name: "names", Value: []string{"a", "b\n"}},
				{Name: "kernel", Value: "rbf"},
				{Name: "separable", Value: true},
				{Name: "passes", Value: 12},
				{Name: "nothing", Value: nil},
				{Name: "stumps", Value: [][]algos.Value{{{Name: "feature", Value: 1}}}},
			},
			Predict: func(x [2]float64) []algos.Value { return []algos.Value{{Name: "score", Value: x[0] - x[1]}} },
		}},
	}
	line, err := appendFinal(nil, 9, s, dataset.Left{}, places{points: [][2]float64{{1, 2}, {3, 0.25}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"final":true,"steps":9,"status":"converged","reason":"no mistake","model":{"theta":[0.5,null],"pair":[1,2],` +
		`"means":[[1],[2,3],[]],"support":[0,3],"names":["a","b\n"],"kernel":"rbf","separable":true,"passes":12,"nothing":null,` +
		`"stumps":[{"feature":1}]},"predict":[{"score":-1},{"score":2.75}]}` + "\n"
	if diff := cmp.Diff(want, string(line)); diff != "" {
		t.Error(diff)
	}
}

func TestFinalLineRefusesWhatItCannotWrite(t *testing.T) {
	view := fakeView{model: algos.Model{Values: []algos.Value{{Name: "loss", Value: func() {}}}}}
	if _, err := appendFinal(nil, 0, algos.Step{View: view}, dataset.Left{}, places{}); err == nil || !strings.Contains(err.Error(), "the model: loss: a func() cannot be written") {
		t.Errorf("error %v", err)
	}
	if _, err := appendFinal(nil, 0, algos.Step{View: fakeView{}}, dataset.Left{}, places{points: [][2]float64{{1, 2}}}); err == nil || !strings.Contains(err.Error(), "predicts nothing") {
		t.Errorf("error %v", err)
	}
}

func TestStringsAndNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(rapid.String().Draw(t, "text"), "\ufffd")
		var gotText string
		if err := json.Unmarshal(appendString(nil, text), &gotText); err != nil || gotText != text {
			t.Fatalf("%q became %q (%v)", text, gotText, err)
		}
		x := rapid.Float64().Draw(t, "x")
		if math.IsInf(x, 0) || math.IsNaN(x) {
			t.Skip("written as null")
		}
		var got float64
		if err := json.Unmarshal(appendNumber(nil, x), &got); err != nil || got != x {
			t.Fatalf("%v became %v (%v)", x, got, err)
		}
	})
}

func TestOddValuesAreStillJSON(t *testing.T) {
	if line := appendNumber(nil, math.Copysign(0, -1)); string(line) != "0" {
		t.Errorf("−0 is written as %s", line)
	}
	if line := appendString(nil, "a\xffb"); !json.Valid(line) {
		t.Errorf("%q", line)
	}
}

// fakeView is a view with given checks, model and panels.
type fakeView struct {
	checks []algos.Check
	model  algos.Model
	panels []mark.Panel
}

func (v fakeView) Say() []algos.Line     { return nil }
func (v fakeView) Checks() []algos.Check { return v.checks }
func (v fakeView) Panels() []mark.Panel  { return v.panels }
func (v fakeView) Model() algos.Model    { return v.model }
