package algos_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// split is a demo that calls every point left or right of the mean of all, and counts its
// steps down from n.
var split = algos.Define(algos.Demo{
	ID: "split", Title: "Split", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Presets: []algos.Preset{
		{ID: "row", Title: "Row", Data: row, Seed: 1},
		{ID: "long", Title: "Long", Data: row, Seed: 1, Params: map[string]string{"n": "9"}},
		{ID: "made", Title: "Made", Data: dataset.Generate("moons", 20, 0.1, 4), Seed: 1},
	},
	Goals: []algos.Goal{
		{ID: "steps", Asks: 5, Reached: func(a algos.Attempt) (algos.Score, bool) { return algos.Counted(a.Steps, "<n step>"), true }},
		{ID: "few", Asks: 5, Fewer: true, OwnPoints: true, Reached: func(a algos.Attempt) (algos.Score, bool) { return algos.Counted(a.Steps, "<n step>"), true }},
		{ID: "nothing", Reached: func(algos.Attempt) (algos.Score, bool) { return algos.Score{}, true }},
	},
}, func(n *int, s *param.Set) {
	s.Int(n, "n", 4, 1, 20)
}, func(_ context.Context, p algos.Problem, n int) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		for i := range n + 1 {
			s := algos.Step{Status: algos.Status{State: algos.Running}, View: mean{points: p.Points}}
			if i == n {
				s.Status.State = algos.Converged
			}
			if !yield(s) {
				return
			}
		}
	}, nil
})

var row = dataset.Labelled([3]float64{-2, 0, 1}, [3]float64{-1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1})

// mean is the state of split.
type mean struct {
	algos.View
	points []dataset.Point
}

func (m mean) Model() algos.Model {
	sum := 0.0
	for _, p := range m.points {
		sum += p.X[0]
	}
	return algos.Model{Predict: func(x [2]float64) []algos.Value {
		return []algos.Value{{Name: "label", Value: x[0] > sum/float64(len(m.points))}}
	}}
}

// tried plays a link and returns what the goals say, after the run of another one.
func tried(t *testing.T, query, before string) ([]algos.Result, algos.Attempt) {
	t.Helper()
	try := func(query string) (algos.Recipe, algos.Attempt) {
		r, err := split.Link(query)
		if err != nil {
			t.Fatal(err)
		}
		a, err := split.Try(t.Context(), r, 100)
		if err != nil {
			t.Fatal(err)
		}
		return r, a
	}
	r, a := try(query)
	if before != "" {
		_, b := try(before)
		a.Before = b.Outcome()
	}
	return split.Judge(r, a), a
}

// A preset reaches nothing, wherever its points were taken from and whatever its seed;
// own parameters and own points do, as far as the goal lets them.
func TestJudgeOwnRuns(t *testing.T) {
	moons, err := dataset.Generate("moons", 20, 0.1, 4).Load()
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]string{
		"":                                nil,
		"seed=8":                          nil,
		"step=2":                          nil,
		"preset=long":                     nil,
		"n=9":                             nil, // it is another preset
		"preset=long&n=4":                 nil,
		"data=" + row.String():            nil,
		"data=moons~20~0.1~4":             nil,
		"preset=made&data=" + text(moons): nil,
		"n=5":                             {"steps"},
		"data=p2s~1_0_1":                  {"few"},
		"data=moons~21~0.1~4&n=7":         {"steps"},
		"data=moons~21~0.1~4&n=5":         {"steps", "few"},
	} {
		results, _ := tried(t, query, "")
		var reached []string
		for _, r := range results {
			if r.Reached {
				reached = append(reached, r.Goal)
			}
			if r.Goal == "nothing" {
				t.Errorf("%q: something is counted that has no words", query)
			}
		}
		if !slices.Equal(reached, want) {
			t.Errorf("%q reaches %v, want %v", query, reached, want)
		}
	}
}

func text(s dataset.Set) string { return dataset.Explicit(s).String() }

// Points count as turned only where one point alone was moved or added, which does not
// count itself.
func TestTurned(t *testing.T) {
	for query, want := range map[string]int{
		"data=p2s~-2_0_1~-1_0_1~1_0_1~20_0_1":        1,
		"data=p2s~-2_0_1~-1_0_1~1_0_1~2_0_1~-50_0_1": 2,
		"data=p2s~-2_0_1~-1_0_1~1_0_1~2_1_1":         0,
		"":                                           -1, // nothing was moved
		"data=p2s~-2_0_1~-1_0_1~1_1_1~20_0_1":        -1, // two were
		"data=p2s~-2_0_1~-1_0_1~1_0_1":               -1, // one is gone
		"data=p2s~-2_0_1~-1_0_1~1_0_1~20_0_1&n=5":    -1,
		"data=p2s~-2_0_1~-1_0_1~1_0_1~20_0_1&seed=2": -1,
		"data=p2s": -1,
	} {
		if _, a := tried(t, query, "preset=row"); a.Turned() != want {
			t.Errorf("%q turns %d, want %d", query, a.Turned(), want)
		}
	}
	if _, a := tried(t, "data=p2s~1_0_1", ""); a.Turned() != -1 {
		t.Error("without a run before there is something to compare")
	}
}

func TestTryEndsEarly(t *testing.T) {
	r, err := split.Link("n=9")
	if err != nil {
		t.Fatal(err)
	}
	a, err := split.Try(t.Context(), r, 3)
	if err != nil || a.Complete || a.Steps != 3 || a.Params["n"] != "9" || a.Outcome() != nil {
		t.Errorf("%+v (%v)", a, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := split.Try(over, r, 3); err == nil {
		t.Error("nobody wants the run any more, and it goes on")
	}
}
