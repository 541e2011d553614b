package algos_test

import (
	"context"
	"errors"
	"iter"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

type options struct{ C float64 }

// toy is a demo that only counts, so that recipes can be tested without maths.
var toy = algos.Define(algos.Demo{
	ID: "toy", Title: "Toy", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 50}},
	Presets: []algos.Preset{
		{ID: "pair", Title: "Pair", Data: dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, -1}), Seed: 1, Step: 3},
		{ID: "strong", Title: "Strong", Data: dataset.Generate("moons", 20, 0.1, 4), Params: map[string]string{"C": "100"}, Seed: 9, Step: algos.Last},
	},
}, func(o *options, s *param.Set) {
	s.Float(&o.C, "C", 1, 1e-6, 1e6)
}, func(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		yield(algos.Step{Phase: "start"})
	}, nil
})

func parse(t *testing.T, query string) algos.Recipe {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := toy.ParseRecipe(q)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return r
}

func TestRecipeStartsFromItsPreset(t *testing.T) {
	r := parse(t, "")
	if r.Preset != "pair" || r.Step != 3 || r.Seed != 1 || len(r.Params) != 0 {
		t.Errorf("the empty query gives %+v", r)
	}
	r = parse(t, "preset=strong&seed=2")
	if r.Params["C"] != "100" || r.Seed != 2 || r.Step != algos.Last || r.Data.Generator != "moons" {
		t.Errorf("the preset gives %+v", r)
	}
}

// A preset that has another id now opens by the old one, and its recipe has the new one.
func TestOldPresets(t *testing.T) {
	d := toy
	d.Presets = slices.Clone(d.Presets)
	for i, p := range d.Presets {
		if p.ID == "strong" {
			d.Presets[i] = p.Renamed("dear")
		}
	}
	r, err := d.Recipe("dear")
	if err != nil || r.Preset != "strong" || r.Params["C"] != "100" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := d.Recipe("cheap"); err == nil {
		t.Error("an id that no preset had is taken")
	}
}

func TestOwnDataStartsAtTheEnd(t *testing.T) {
	if r := parse(t, "data=moons"); r.Step != algos.Last {
		t.Errorf("step %d", r.Step)
	}
	if r := parse(t, "data=moons&step=2"); r.Step != 2 {
		t.Errorf("step %d", r.Step)
	}
}

func TestQueryHoldsOnlyWhatDiffers(t *testing.T) {
	for query, want := range map[string]string{
		"":                                  "",
		"C=1":                               "",
		"C=10.0":                            "C=10",
		"step=3":                            "",
		"step=4":                            "step=4",
		"step=end":                          "step=end",
		"seed=1":                            "",
		"preset=pair":                       "",
		"preset=strong":                     "preset=strong&step=end", // the end is said: a page opens elsewhere
		"preset=strong&C=100":               "preset=strong&step=end",
		"preset=strong&C=1":                 "C=1&preset=strong&step=end",
		"view=-1,1,-2,2&seed=7":             "seed=7&view=-1%2C1%2C-2%2C2",
		"preset=strong&step=0":              "preset=strong&step=0",
		"preset=strong&data=moons~20~0.1~4": "preset=strong&step=end",
	} {
		q, err := parse(t, query).Query(toy)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Encode(); got != want {
			t.Errorf("%q became %q, want %q", query, got, want)
		}
	}
}

// A page opens where the query says, or else the preset; and instead of an end that
// nobody has asked for, midway.
func TestOpening(t *testing.T) {
	d := toy
	d.Presets = append(slices.Clone(d.Presets),
		algos.NewPreset("own", "Own", dataset.Generate("moons", 20, 0.1, 4), "step=end&opens=7", ""),
		algos.NewPreset("late", "Late", dataset.Generate("moons", 20, 0.1, 4), "step=end&opens=end", ""))
	for query, want := range map[string]int{
		"":                         3,
		"C=7":                      3,
		"step=end":                 algos.Last,
		"preset=strong":            algos.Midway,
		"preset=strong&step=end":   algos.Last,
		"preset=strong&step=5":     5,
		"preset=strong&lang=zh":    algos.Midway,
		"data=moons":               algos.Midway,
		"data=moons&step=end":      algos.Last,
		"preset=own":               7,
		"preset=own&lang=zh":       7,
		"preset=own&course=003.E":  7,
		"preset=own&C=7":           algos.Midway,
		"preset=own&data=moons":    algos.Midway,
		"preset=late":              algos.Last,
		"preset=late&step=4":       4,
		"preset=late&view=0,1,0,1": algos.Midway,
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Opening(r, q); got != want {
			t.Errorf("%q opens at %d, want %d", query, got, want)
		}
	}
}

func TestBadRecipesNameTheField(t *testing.T) {
	for query, want := range map[string]string{
		"preset=none":               "preset: toy has no preset \"none\"; it has pair, strong",
		"step=-1":                   "step: ",
		"step=1e9":                  "step: ",
		"seed=-4":                   "seed: ",
		"seed=99999999999999999999": "seed: ",
		"view=1,0,0,1":              "view: ",
		"view=0,1":                  "view: ",
		"view=NaN,1,0,1":            "view: ",
		"data=nonsense":             "data: ",
		"C=0":                       "C: ",
		"gamma=1":                   "gamma: there is no such parameter",
		"C=1&C=2":                   "C: is given more than once",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = toy.ParseRecipe(q)
		var bad *param.Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q…", query, err, want)
		}
	}
}

func TestRecipeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := toy.Recipe(rapid.SampledFrom([]string{"", "pair", "strong"}).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		r.Seed = rapid.Uint64Range(0, 1<<53-1).Draw(t, "seed")
		r.Step = rapid.IntRange(-1, 1000).Draw(t, "step")
		if c := rapid.Float64Range(1e-6, 1e6).Draw(t, "C"); c != 1 {
			r.Params = param.Values{"C": param.Format(c)}
		}
		if rapid.Bool().Draw(t, "own") {
			n := rapid.IntRange(0, 40).Draw(t, "n")
			s := dataset.Set{Dim: 2, Target: dataset.Classes, Signed: rapid.Bool().Draw(t, "signed")}
			coord := rapid.Float64Range(-1e6, 1e6)
			for range n {
				s.Points = append(s.Points, dataset.Point{X: [2]float64{coord.Draw(t, "x"), coord.Draw(t, "y")}, Y: float64(rapid.IntRange(0, 1).Draw(t, "class"))})
			}
			r.Data = dataset.Explicit(s)
		}
		q, err := r.Query(toy)
		if err != nil {
			t.Fatal(err)
		}
		back, err := url.ParseQuery(q.Encode())
		if err != nil {
			t.Fatal(err)
		}
		got, err := toy.ParseRecipe(back)
		if err != nil {
			t.Fatalf("%s: %v", q.Encode(), err)
		}
		if !got.Data.Equal(r.Data) {
			t.Fatalf("points changed: %s", q.Encode())
		}
		got.Data, r.Data = dataset.Source{}, dataset.Source{}
		if diff := cmp.Diff(r, got); diff != "" {
			t.Fatalf("%s: %s", q.Encode(), diff)
		}
	})
}

func FuzzParseRecipe(f *testing.F) {
	for _, s := range []string{"", "C=10&seed=3", "data=moons~20~0.1~4&step=end", "preset=strong&view=-1,1,-2,2", "data=~~~", "step=end&step=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		q, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		r, err := toy.ParseRecipe(q)
		if err != nil {
			var bad *param.Error
			if !errors.As(err, &bad) || bad.Field == "" && !q.Has("") {
				t.Fatalf("%q: an error without a field: %v", query, err)
			}
			return
		}
		out, err := r.Query(toy)
		if err != nil {
			t.Fatal(err)
		}
		again, err := toy.ParseRecipe(out)
		if err != nil {
			t.Fatalf("%q became %q: %v", query, out.Encode(), err)
		}
		if twice, err := again.Query(toy); err != nil || twice.Encode() != out.Encode() {
			t.Fatalf("%q is not stable: %q, then %q (%v)", query, out.Encode(), twice.Encode(), err)
		}
	})
}

func TestDemoRefusesPointsOfTheWrongKind(t *testing.T) {
	three := dataset.Set{Dim: 2, Target: dataset.Classes, Points: []dataset.Point{{Y: 0}, {Y: 2}}}
	many := dataset.Set{Dim: 2, Target: dataset.Classes, Points: make([]dataset.Point, 51)}
	for want, s := range map[string]dataset.Set{
		"3 classes":                      three,
		"at most 50":                     many,
		"1 input columns":                {Dim: 1, Target: dataset.Values},
		"a column y of numbers or words": {Dim: 2, Target: dataset.None},
	} {
		_, err := toy.Steps(t.Context(), algos.NewProblem(s, 1, mark.FitWindow(s)), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// own is a demo that makes its examples itself.
var own = algos.Define(algos.Demo{
	ID: "own", Title: "Own", Presets: []algos.Preset{{ID: "first", Title: "First", Seed: 1}, {ID: "longer", Title: "Longer", Params: map[string]string{"n": "9"}}},
}, func(o *int, s *param.Set) {
	s.Int(o, "n", 4, 1, 20)
}, func(_ context.Context, p algos.Problem, n int) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		for range n {
			if !yield(algos.Step{Phase: "example"}) {
				return
			}
		}
	}, nil
})

func TestOwnExamplesNeedNoPoints(t *testing.T) {
	r, err := own.ParseRecipe(url.Values{"preset": {"longer"}})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	run, err := r.Run(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	for range run {
		steps++
	}
	if q, err := r.Query(own); err != nil || q.Encode() != "preset=longer" || steps != 9 || r.Data.String() != "" {
		t.Errorf("%d steps of %q with the data %q (%v)", steps, q.Encode(), r.Data, err)
	}
	_, err = own.ParseRecipe(url.Values{"data": {"moons"}})
	var bad *param.Error
	if !errors.As(err, &bad) || bad.Field != "data" {
		t.Errorf("points in a link: %v", err)
	}
	set := dataset.Labelled([3]float64{1, 0, 1}).Set
	if _, err := own.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), nil); err == nil {
		t.Error("points were taken")
	}
	if own.Input.Limit() != 0 {
		t.Errorf("it takes %d points", own.Input.Limit())
	}
}

// A preset may show another part of the plane than the one that fits its points;
// other points get their own.
func TestPresetsMayHaveAWindow(t *testing.T) {
	d := toy
	far := algos.NewPreset("far", "From afar", d.Presets[0].Data, "view=-9,9,-8,8", "Look.")
	d.Presets = append(d.Presets, far)
	for query, want := range map[string]string{
		"preset=far":                     "preset=far",
		"preset=far&view=fit":            "preset=far&view=fit",
		"preset=far&view=0,1,0,1":        "preset=far&view=0%2C1%2C0%2C1",
		"preset=far&data=moons~20~0.1~4": "data=moons~20~0.1~4&preset=far",
		"view=fit":                       "",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		back, err := r.Query(d)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := url.QueryUnescape(back.Encode()); got != must(url.QueryUnescape(want)) {
			t.Errorf("%s is written as %s, want %s", query, got, want)
		}
		if query == "preset=far" && r.Window != far.Window {
			t.Errorf("the window is %+v", r.Window)
		}
	}
}

func must(text string, err error) string {
	if err != nil {
		panic(err)
	}
	return text
}
