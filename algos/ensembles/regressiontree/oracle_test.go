package regressiontree

import (
	"fmt"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
	"playground/algos/param"
)

// A sklearn is a node of scikit-learn's tree; every threshold of [Lo, Hi) makes the same split.
type sklearn struct {
	N                             int
	Impurity, Value, Lo, Hi, Gain float64
	Feature                       *int
	Ties                          []any
	Left, Right                   *sklearn
}

// last is the end of a run on points or on a table.
func last(t *testing.T, data dataset.Source, v param.Values) algos.Step {
	t.Helper()
	p, err := algos.Recipe{Data: data}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	run, err := Demo.Steps(t.Context(), p, v)
	if err != nil {
		t.Fatal(err)
	}
	var out algos.Step
	for s := range run {
		algotest.Promises(t, s)
		out = s
	}
	return out
}

// The trees of scikit-learn, node by node, from what the demo returns as its model, in both orders.
func TestPeer(t *testing.T) {
	var all struct {
		Cases []struct {
			ID, Data string
			MaxDepth int `json:"max_depth"`
			MinLeaf  int `json:"min_samples_leaf"`
			Leaves   int
			Tied     int `json:"tied_nodes"`
			Tree     *sklearn
		}
	}
	algotest.ReadJSON(t, "testdata/cart.json", &all)
	points := all.Cases
	all.Cases = nil
	algotest.ReadJSON(t, "testdata/cars.json", &all)
	if len(points) != 21 || len(all.Cases) != 12 {
		t.Fatalf("%d and %d cases", len(points), len(all.Cases))
	}
	for _, c := range append(points, all.Cases...) {
		for _, order := range []string{best, breadth} {
			data := sheet.Cars()
			if c.Data != "cars" {
				data = algotest.ReadCSV(t, Demo, "testdata/"+c.Data+".csv")
			}
			s := last(t, data, algotest.Values("max_depth", fmt.Sprint(c.MaxDepth), "min_samples_leaf", fmt.Sprint(c.MinLeaf), "growth", order))
			if got := s.Metric("leaves"); c.Tied == 0 && got != float64(c.Leaves) {
				t.Errorf("%s: %g leaves, want %d", c.ID, got, c.Leaves)
			}
			tree, ok := s.Model().Value("tree").([][]algos.Value)
			if !ok {
				t.Fatal("no tree")
			}
			alike(t, c.ID, tree, 0, c.Tree)
		}
	}
}

func field(node []algos.Value, name string) (float64, bool) {
	for _, f := range node {
		if f.Name != name {
			continue
		}
		switch x := f.Value.(type) {
		case int:
			return float64(x), true
		case float64:
			return x, true
		}
	}
	return math.NaN(), false
}

func alike(t *testing.T, id string, tree [][]algos.Value, at int, want *sklearn) {
	t.Helper()
	near := func(name string, w float64) {
		if got, _ := field(tree[at], name); !(math.Abs(got-w) <= 1e-11*max(1, math.Abs(w))) { // the peer's numbers have twelve digits
			t.Errorf("%s, node %d: %s %g, want %g", id, at, name, got, w)
		}
	}
	near("n", float64(want.N))
	near("impurity", want.Impurity)
	near("value", want.Value)
	feature, split := field(tree[at], "feature")
	if split != (want.Feature != nil) {
		t.Errorf("%s, node %d: split %t", id, at, split)
		return
	}
	if !split {
		return
	}
	near("gain", want.Gain)
	if len(want.Ties) > 0 {
		return // the choice is free, and what follows depends on it
	}
	s, _ := field(tree[at], "threshold")
	if feature != float64(*want.Feature) || s < want.Lo-1e-11 || s >= want.Hi+1e-11 {
		t.Errorf("%s, node %d: %g ≤ %g, want %d in [%g, %g)", id, at, feature, s, *want.Feature, want.Lo, want.Hi)
		return
	}
	l, _ := field(tree[at], "left")
	r, _ := field(tree[at], "right")
	alike(t, id, tree, int(l), want.Left)
	alike(t, id, tree, int(r), want.Right)
}
