package algotest

import (
	"context"
	"iter"
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// An inspection that finds nothing wrong in a spoilt step would be worthless.
func TestInspectionFindsFaults(t *testing.T) {
	sound := func() shown {
		return shown{
			Phase: "start", Next: algos.Next{Small: "check"}, Status: algos.Status{State: algos.Running},
			Say: []algos.Line{{Text: "One."}}, Checks: []algos.Check{{Name: "n", Claim: "c", Verdict: algos.Holds}},
			Panels: []mark.Panel{{ID: "board", Alt: "a", Marks: []mark.Mark{mark.Points{At: make([]mark.XY, 2), Refs: []string{"x1", "x2"}}}}},
		}
	}
	schema := param.Schema{{Name: "query", Kind: param.Point}, {Name: "C", Kind: param.Float}}
	if f := sound().faults(schema); len(f) > 0 {
		t.Fatalf("a sound step has faults: %q", f)
	}
	nan := math.NaN()
	add := func(m mark.Mark) func(*shown) {
		return func(s *shown) { s.Panels[0].Marks[0] = m }
	}
	holes := sound()
	add(mark.Field{Partial: true, Eval: func(dst []float64, _ grid.Grid) { dst[3], dst[4] = nan, math.Inf(1) }})(&holes)
	if f := holes.faults(schema); len(f) > 0 {
		t.Errorf("a field that is undefined in part has faults: %q", f)
	}
	for name, c := range map[string]struct {
		spoil func(*shown)
		want  string
	}{
		"sentence":       {func(s *shown) { s.Say[0].Text = "θ = NaN" }, "NaN"},
		"formula":        {func(s *shown) { s.Say[0].TeX = `\frac{1` }, "frac"},
		"claim":          {func(s *shown) { s.Checks[0].Claim = `$\frac{1$` }, "frac"},
		"reference":      {func(s *shown) { s.Say[0].TeX = `\ref{x3}{x_3}` }, "nothing in the pictures is called x3"},
		"check":          {func(s *shown) { s.Checks[0].Left = nan }, "compares NaN"},
		"broken":         {func(s *shown) { s.Checks[0].Verdict = algos.Broken }, "a promise is broken"},
		"reason":         {func(s *shown) { s.Checks[0].Verdict = algos.NotApplicable }, "why it does not apply"},
		"mark":           {add(mark.Ray{A: math.Inf(1)}), "+Inf"},
		"field":          {add(mark.Field{Eval: func(dst []float64, _ grid.Grid) { dst[3] = nan }}), "NaN"},
		"whole field":    {add(mark.Field{Partial: true, Lo: nan}), ".Lo is NaN"},
		"tooltip":        {add(mark.Points{At: make([]mark.XY, 1), Refs: []string{"x1"}, Tip: func(int) say.Phrase { return "%!d" }}), "Tip(0)"},
		"parallel":       {add(mark.Points{At: make([]mark.XY, 2), Class: []int{1}}), "2 of At and 1 of Class"},
		"rings":          {add(mark.Rings{At: make([]mark.XY, 2), Labels: []say.Phrase{"a"}}), "1 of Labels"},
		"segment":        {add(mark.Segments{From: make([]mark.XY, 2)}), "0 of To"},
		"segment refs":   {add(mark.Segments{From: make([]mark.XY, 2), To: make([]mark.XY, 2), Refs: []string{"a"}}), "1 of Refs"},
		"arrows":         {add(mark.Arrows{From: make([]mark.XY, 1), To: make([]mark.XY, 1), Labels: []say.Phrase{"a", "b"}}), "2 of Labels"},
		"texts":          {add(mark.Texts{At: make([]mark.XY, 1)}), "0 of Text"},
		"ellipses":       {add(mark.Ellipses{Mean: make([]mark.XY, 1), Radii: []float64{1, 2}}), "0 of Cov"},
		"band":           {add(mark.Band{X: []float64{1, 2}, Lo: []float64{1, 2}, Hi: []float64{1}}), "1 of Hi"},
		"bar refs":       {add(mark.Bars{Y: []float64{1, 2, 3}, Refs: []string{"x1", "x2"}}), "3 of Y and 2 of Refs"},
		"bar tips":       {add(mark.Bars{Y: []float64{1, 2}, Tips: []say.Phrase{"one"}}), "1 of Tips"},
		"bar classes":    {add(mark.Bars{Y: []float64{1, 2}, Class: []int{0, 1, 0}}), "3 of Class"},
		"bar places":     {add(mark.Bars{Y: []float64{1, 2}, X: []float64{1}}), "1 of X"},
		"hot bar":        {add(mark.Bars{Y: []float64{1, 2}, Hot: []int{2}}), "bar 2 of 2"},
		"cells":          {add(mark.Matrix{Rows: 2, Cols: 2, Values: make([]float64, 3)}), "3 values"},
		"cell refs":      {add(mark.Matrix{Rows: 1, Cols: 2, Values: make([]float64, 2), ColRefs: []string{"x1"}}), "references for"},
		"hot cell":       {add(mark.Matrix{Rows: 1, Cols: 1, Values: make([]float64, 1), Hot: [][2]int{{0, 1}}}), "is hot"},
		"edge":           {add(mark.Graph{Nodes: make([]mark.Node, 2), Edges: []mark.Edge{{To: 2}}}), "edge 0"},
		"handle":         {add(mark.Handle{Param: "qeury", Tip: "it"}), `"qeury"`},
		"handled number": {add(mark.Handle{Param: "C", Tip: "it"}), "sets a"},
		"handle's tip":   {add(mark.Handle{Param: "query"}), "does not say what it sets"},
		"event":          {func(s *shown) { s.Events = []algos.Event{{Kind: "gargle", Text: "it gargles"}} }, "live.event.gargle"},
		"nameless event": {func(s *shown) { s.Events = []algos.Event{{Kind: "mistake"}} }, "says nothing"},
		"first":          {func(s *shown) { s.Panels[0].ID = "other" }, "called"},
		"twice":          {func(s *shown) { s.Panels = append(s.Panels, s.Panels[0]) }, "called"},
		"alt":            {func(s *shown) { s.Panels[0].Alt = "" }, "cannot see it"},
		"panels":         {func(s *shown) { s.Panels = nil }, "0 panels"},
		"prediction":     {func(s *shown) { s.Predict = []algos.Value{{Name: "score", Value: nan}} }, "NaN"},
		"next":           {func(s *shown) { s.Status = algos.Status{State: algos.Converged, Reason: "done"} }, "next step"},
		"silent":         {func(s *shown) { s.Say = nil }, "0 sentences"},
	} {
		s := sound()
		c.spoil(&s)
		if got := strings.Join(s.faults(schema), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}

// A query is a state that draws the parameter "query" as a mark to drag.
type query struct {
	at    [2]float64
	param string
}

func (q query) Say() []algos.Line     { return []algos.Line{{Text: "Here."}} }
func (q query) Checks() []algos.Check { return nil }
func (q query) Model() algos.Model    { return algos.Model{} }
func (q query) Panels() []mark.Panel {
	var drawn mark.Mark = mark.Points{At: []mark.XY{{X: q.at[0], Y: q.at[1]}}, Refs: []string{"x0"}}
	if q.param != "" {
		drawn = mark.Handle{At: mark.XY{X: q.at[0], Y: q.at[1]}, Param: q.param, Tip: "the query"}
	}
	return []mark.Panel{{ID: "board", Alt: "a query", Edits: mark.EditsData, Marks: []mark.Mark{drawn}}}
}

// asking is a demo of one step that draws a query, as the draw function has it.
func asking(draw func(at [2]float64) query) algos.Demo {
	type options struct{ Query [2]float64 }
	d := algos.Demo{ID: "asking", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None}}, Presets: []algos.Preset{{
		ID: "first", Title: "First", Note: "Look.", Data: dataset.Labelled([3]float64{0, 0, 1}, [3]float64{2, 2, -1}),
	}}}
	return algos.Define(d, func(o *options, s *param.Set) { s.Point(&o.Query, "query", [2]float64{1, 1}, 100) },
		func(_ context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				yield(algos.Step{Phase: "asked", Status: algos.Status{State: algos.Converged, Reason: "It has asked."}, View: draw(o.Query)})
			}, nil
		})
}

// The contract finds a query that leaves the board, and a mark that moves another
// parameter than its own or none.
func TestContractFindsLostHandles(t *testing.T) {
	for name, c := range map[string]struct {
		part func(d algos.Demo) []string
		draw func(at [2]float64) query
		want string // nothing: no fault
	}{
		"sound":       {faultsOf(t, "handles"), func(at [2]float64) query { return query{at, "query"} }, ""},
		"in view":     {faultsOf(t, "presets"), func(at [2]float64) query { return query{at, "query"} }, ""},
		"misspelt":    {faultsOf(t, "handles"), func(at [2]float64) query { return query{at, "qeury"} }, "no mark of a preset or a variant can be dragged"},
		"undrawn":     {faultsOf(t, "handles"), func(at [2]float64) query { return query{at, ""} }, "no mark of a preset or a variant can be dragged"},
		"stays":       {faultsOf(t, "handles"), func([2]float64) query { return query{[2]float64{1, 1}, "query"} }, "the mark that sets it is at"},
		"fetched":     {faultsOf(t, "presets"), func([2]float64) query { return query{[2]float64{5, 1}, "query"} }, ""},
		"not dragged": {faultsOf(t, "presets"), func([2]float64) query { return query{[2]float64{1, -5}, ""} }, "the point at (1, -5) is outside of the picture"},
	} {
		got := c.part(asking(c.draw))
		if c.want == "" && len(got) > 0 || !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}

// faultsOf returns a part of the contract by its name.
func faultsOf(t *testing.T, name string) func(algos.Demo) []string {
	t.Helper()
	for _, p := range parts {
		if p.name == name {
			return func(d algos.Demo) []string { return p.report(t.Context(), d).faults }
		}
	}
	t.Fatalf("the contract has no part %q", name)
	return nil
}

// One demo stands for each kind of input.
func TestRepresentatives(t *testing.T) {
	all := []algos.Demo{
		{ID: "a", Input: input.Spec{Points: &input.Points{Target: dataset.Classes, Classes: 2}}},
		{ID: "svm", Input: input.Spec{Points: &input.Points{Target: dataset.Classes, Classes: 2}}},
		{ID: "b", Input: input.Spec{Points: &input.Points{Target: dataset.Values}}},
		{ID: "c", Input: input.Spec{Points: &input.Points{Target: dataset.Values}}},
		{ID: "d", Input: input.Spec{Points: &input.Points{Target: dataset.Classes, Classes: 8}}},
		{ID: "e"},
		{ID: "em-gmm", Input: input.Spec{Points: &input.Points{Target: dataset.None}}},
	}
	ids := func(demos []algos.Demo) string {
		var ids []string
		for _, d := range demos {
			ids = append(ids, d.ID)
		}
		return strings.Join(ids, " ")
	}
	t.Setenv("PLAYGROUND_FULL", "")
	if got, want := ids(Representatives(all)), "svm b d e em-gmm"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	t.Setenv("PLAYGROUND_FULL", "1")
	if got, want := ids(Representatives(all)), ids(all); got != want {
		t.Errorf("all in full: %s, want %s", got, want)
	}
}
