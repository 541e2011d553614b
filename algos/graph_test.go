package algos_test

import (
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/drawn"
	"playground/algos/algotest/either"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
)

// A demo of graphs takes points as nodes without edges, and refuses what is no graph of
// its kind; others refuse edges.
func TestGraphInput(t *testing.T) {
	d := drawn.Demo()
	path := d.Presets[0].Data.Set
	if in := d.Input; in.Limit() != 8 || in.Task() != "graph" || in.Own() || in.Supervised() || in.Classes() != dataset.MaxClasses && in.Classified() {
		t.Errorf("limit %d, task %s", in.Limit(), in.Task())
	}
	if (input.Spec{Points: &input.Points{Graph: &input.Graph{}}}).Limit() != dataset.MaxNodes {
		t.Error("a graph has no limit of nodes")
	}
	for _, g := range dataset.Generators() {
		if d.Input.Suits(g) {
			t.Errorf("%s draws no edges", g.ID)
		}
	}
	directed, many := path.Clone(), path.Clone()
	directed.Directed = true
	for range 6 {
		many.Points = append(many.Points, dataset.Point{})
	}
	for _, c := range []struct {
		name string
		demo algos.Demo
		set  dataset.Set
		want string
	}{
		{"a graph", d, path, ""},
		{"points", d, dataset.Set{Dim: 2, Target: dataset.None, Points: path.Points}, ""},
		{"directions", d, directed, "degrees takes undirected graphs: weights must be symmetric"},
		{"many nodes", d, many, "9 nodes are too many: degrees takes at most 8"},
		{"edges for points", either.Demo(), path, "means takes points without edges, not a graph"},
	} {
		err := c.demo.Check(algos.NewProblem(c.set, 1, mark.FitWindow(c.set)), nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// The heavier an edge, the wider; where all weigh the same, they are of one width between.
func TestDataEdges(t *testing.T) {
	widths := func(weights ...float64) (all []float64) {
		s := dataset.Set{Dim: 2, Target: dataset.None, Points: make([]dataset.Point, len(weights)+1)}
		for i, w := range weights {
			s.Edges = append(s.Edges, dataset.Edge{From: i, To: i + 1, Weight: w})
		}
		for _, m := range mark.DataEdges(s) {
			all = append(all, m.(mark.Segments).Style.Width)
		}
		return all
	}
	if got := widths(); got != nil {
		t.Errorf("no edges are %v", got)
	}
	if got := widths(0.1, 4, 2, 4); !slices.Equal(got, []float64{1, 1.75, 3.25}) {
		t.Errorf("the widths are %v", got)
	}
	if got := widths(7, 7); !slices.Equal(got, []float64{1.75}) {
		t.Errorf("of one weight they are %v", got)
	}
}
