package catalog_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// sources are the points and the table of the demo's first presets that have them, on scales that differ.
func sources(t *testing.T, d algos.Demo) (all []dataset.Source, params []param.Values) {
	t.Helper()
	points, table := false, false
	for _, preset := range d.Presets {
		r, err := d.Recipe(preset.ID)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Problem()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !p.Table.Empty() && !table:
			table = true
			all, params = append(all, dataset.Tabled(p.Table)), append(params, r.Params)
		case len(p.Points) > 2 && !points:
			points = true
			s := p.All()
			if d.Input.Supervised() {
				s.Hold([]int{1, len(s.Points) - 1}, true)
			}
			for i := range s.Points {
				x := &s.Points[i].X
				x[0] = 40 + 13*x[0]
				if s.Dim == 2 {
					x[1] = 55_000 + 17_000*x[1]
				}
			}
			all, params = append(all, dataset.Explicit(s)), append(params, r.Params)
		}
	}
	return all, params
}

// A run on standardised features is bit for bit the run on data that were standardised by hand before: its
// metrics, sentences, checks and results. Only the units of its axes and of what it is asked are the data's.
func TestStandardisedRunIsTheRunOnStandardisedData(t *testing.T) {
	able := 0
	for _, d := range catalog.All {
		all, params := sources(t, d)
		if !d.Input.Scalable() {
			if len(d.Form()) != len(d.Schema()) {
				t.Errorf("%s: its features are as they are, and its form has a switch", d.ID)
			}
			continue
		}
		if len(all) == 0 {
			t.Errorf("%s has no preset with data", d.ID)
		}
		able++
		for k, source := range all {
			name := d.ID + " points"
			if !source.Table.Empty() {
				name = d.ID + " table"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				set := source.Set
				window := mark.FitWindow(set)
				r := algos.Recipe{Demo: d.ID, Data: source, Params: params[k], Seed: 3, Window: window}
				hand := r
				r.Params = param.Values{algos.Standardise: "true"}
				maps.Copy(r.Params, params[k])
				scaling := set.Scaling()
				if source.Table.Empty() {
					by := set
					by.Points = scaling.Points(set.Points)
					hand.Data, hand.Window = dataset.Explicit(by), algos.Scaled(scaling, window)
				} else {
					scaling = source.Table.Scaling()
					hand.Data = dataset.Tabled(scaling.Table(source.Table))
				}
				compareRuns(t, d, r, hand, scaling)
			})
		}
	}
	if able < 25 {
		t.Errorf("%d demos can standardise features", able)
	}
}

func compareRuns(t *testing.T, d algos.Demo, r, hand algos.Recipe, scaling dataset.Scaling) {
	t.Helper()
	const most = 40
	var runs [2][]algos.Step
	var problems [2]algos.Problem
	for i, r := range []algos.Recipe{r, hand} {
		p, err := r.Problem()
		if err != nil {
			t.Fatal(err)
		}
		seq, err := d.Steps(t.Context(), p, r.Params)
		if err != nil {
			t.Fatal(err)
		}
		problems[i] = p
		for s := range seq {
			if runs[i] = append(runs[i], s); len(runs[i]) == most {
				break
			}
		}
	}
	if len(runs[0]) != len(runs[1]) {
		t.Fatalf("%d steps, by hand %d", len(runs[0]), len(runs[1]))
	}
	for n, s := range runs[0] {
		h := runs[1][n]
		for k := range s.Metrics {
			if !same(s.Metrics[k], h.Metrics[k]) {
				t.Fatalf("step %d: metric %d is %v, by hand %v", n, k, s.Metrics[k], h.Metrics[k])
			}
		}
		if n%7 != 0 && n != len(runs[0])-1 {
			continue
		}
		for what, of := range map[string]func(algos.Step) any{
			"checks":   func(s algos.Step) any { return s.Checks() },
			"model":    func(s algos.Step) any { return s.Model().Values },
			"sentence": func(s algos.Step) any { return s.Own().Say() },
		} {
			if a, b := fmt.Sprint(of(s)), fmt.Sprint(of(h)); a != b {
				t.Fatalf("step %d: %s\n%s\nby hand\n%s", n, what, a, b)
			}
		}
		set, _, _ := problems[0].Given()
		for i, p := range set.Points[:min(5, len(set.Points))] {
			z := scaling.Place(p.X)
			if m, by := s.Model(), h.Model(); m.Predict != nil {
				if a, b := fmt.Sprint(m.Predict(p.X)), fmt.Sprint(by.Predict(z)); a != b {
					t.Fatalf("step %d: at x%d %s, by hand %s", n, i, a, b)
				}
				if a, b := m.Predicted(set.Target, p.X), by.Predicted(set.Target, z); !same(a, b) {
					t.Fatalf("step %d: at x%d %v, by hand %v", n, i, a, b)
				}
			}
		}
		if m := s.Model(); m.PredictRow != nil && !r.Data.Table.Empty() {
			row, z := inputs(r.Data.Table), inputs(hand.Data.Table)
			if a, b := fmt.Sprint(m.PredictRow(row)), fmt.Sprint(h.Model().PredictRow(z)); a != b {
				t.Fatalf("step %d: of the first sample %s, by hand %s", n, a, b)
			}
		}
	}
	board := runs[0][0].Panels()[0]
	if by := runs[1][0].Panels()[0]; board.X.Min != by.X.Min || board.Y.Max != by.Y.Max || len(board.Marks) != len(by.Marks) {
		t.Errorf("the board shows %v, by hand %v", board.X, by.X)
	}
	if r.Data.Set.Dim > 0 && (board.X.Factor != scaling[0].SD || board.X.Shift != scaling[0].Mean) && string(board.X.Name) != "" && !board.X.Hidden {
		t.Errorf("the axis %s of the board reads %v + %v·x, want %v", board.X.Name, board.X.Shift, board.X.Factor, scaling[0])
	}
	first := fmt.Sprint(runs[0][0].Say())
	numeric := slices.ContainsFunc(scaling, func(s dataset.Scale) bool { return !s.None() })
	if strings.Contains(first, "Features are standardised: ") != numeric {
		t.Errorf("the first step does not tell it: %s", first)
	}
}

// inputs are those of the first sample of a table.
func inputs(t dataset.Table) (row []float64) {
	for k, c := range t.Columns {
		if !c.Wanted {
			row = append(row, t.Rows[0][k])
		}
	}
	return row
}

// A link with the switch is read back as the same recipe, and its data are in their own units.
func TestStandardisedLinksHaveTheDataInTheirUnits(t *testing.T) {
	for _, d := range catalog.All {
		if !d.Input.Scalable() {
			continue
		}
		for _, preset := range d.Presets[:1] {
			plain, err := d.Link("preset=" + preset.ID)
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Link("preset=" + preset.ID + "&standardise=1")
			if err != nil || !r.Standardised() {
				t.Fatalf("%s: standardised %t, %v", d.ID, r.Standardised(), err)
			}
			q, err := r.Query(d)
			if err != nil || q.Get(algos.Standardise) != "true" {
				t.Errorf("%s: its link is %v, %v", d.ID, q, err)
			}
			back, err := d.ParseRecipe(q)
			if err != nil || !back.Standardised() || !back.Data.Equal(plain.Data) {
				t.Errorf("%s: read back as %+v, %v", d.ID, back, err)
			}
			var a, b strings.Builder
			if err := plain.WriteData(&a, d); err != nil {
				t.Fatal(err)
			}
			if err := r.WriteData(&b, d); err != nil || a.String() != b.String() {
				t.Errorf("%s: the file of its data has others, %v", d.ID, err)
			}
		}
	}
}

// The word scale, which is one over the variances of the features, means those of the features as they are standardised.
func TestWidthOfStandardisedFeatures(t *testing.T) {
	d, _ := catalog.Find("svm")
	const data = "data=moons~60~0.24~7"
	for _, link := range []string{"&standardise=1&gamma=scale", "&gamma=scale&standardise=true"} {
		r, err := d.Link(data + link)
		if err != nil {
			t.Fatal(err)
		}
		gamma, err := strconv.ParseFloat(r.Params["gamma"], 64)
		if err != nil || math.Abs(gamma-0.5) > 1e-3 { // two features of variance 1
			t.Errorf("%s: γ = %s, want 0.5", link, r.Params["gamma"])
		}
	}
}

// Points that are held out are standardised by the statistics of the others.
func TestHeldOutPointsAreStandardisedByTheTrainingSet(t *testing.T) {
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Held: 1, Points: []dataset.Point{
		{X: [2]float64{1, 100}}, {X: [2]float64{3, 500}, Y: 1}, {X: [2]float64{1000, 7}, Y: 1},
	}}
	r := algos.Recipe{Data: dataset.Explicit(set), Params: param.Values{algos.Standardise: "true"}}
	p, err := r.Problem()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(p.Points, p.HeldOut); got != "[{[-1 -1] 0} {[1 1] 1}] [{[998 -1.465] 1}]" {
		t.Errorf("standardised to %s", got)
	}
	if given, _, _ := p.Given(); !dataset.Explicit(given).Equal(dataset.Explicit(set)) {
		t.Errorf("given as %v", given)
	}
}

// The offer comes with its reason where the scales differ by more than 10 times, and not for trees.
func TestStandardisingIsOfferedWhereScalesDiffer(t *testing.T) {
	far := dataset.Set{Dim: 2, Points: []dataset.Point{{X: [2]float64{20, 25_000}}, {X: [2]float64{60, 85_000}}}}
	near := dataset.Set{Dim: 2, Points: []dataset.Point{{X: [2]float64{20, 25}}, {X: [2]float64{60, 85}}}}
	for _, c := range []struct {
		demo  string
		set   dataset.Set
		times float64
	}{{"svm", far, 1500}, {"svm", near, 0}, {"kmeans", far, 1500}, {"decision-tree", far, 0}, {"pca", far, 0}} {
		d, _ := catalog.Find(c.demo)
		times, widest := d.Apart(c.set, dataset.Table{})
		if times != c.times || (widest == "x₂") != (c.times > 0) {
			t.Errorf("%s: %v times, %q; want %v", c.demo, times, widest, c.times)
		}
	}
}
