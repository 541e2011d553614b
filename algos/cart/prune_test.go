package cart

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// The pruning paths of scikit-learn, on trees to purity.
func TestPruningPeer(t *testing.T) {
	text, err := os.ReadFile("testdata/cart.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			ID, Data, Criterion string
			Tied                int `json:"tied_nodes"`
			Pruning             *struct {
				Alphas  []float64
				Leaving []float64 `json:"total_leaf_impurity"`
			}
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, c := range all.Cases {
		if c.Pruning == nil || c.Tied > 0 { // with ties the peer's tree is another one
			continue
		}
		met++
		x, y := readCSV(t, c.Data)
		kind := Gini
		if c.Criterion == "entropy" {
			kind = Entropy
		}
		tree, err := Classify(t.Context(), Sort(x), labels(y), kind, Options{})
		if err != nil {
			t.Fatal(err)
		}
		// Its path has a tree for each α: what is folded for the same α comes at once.
		var alphas, costs []float64
		for _, l := range tree.Prune() {
			if k := len(alphas); k > 0 && l.Alpha <= alphas[k-1]+1e-9 {
				costs[k-1] = l.Cost
				continue
			}
			alphas, costs = append(alphas, l.Alpha), append(costs, l.Cost)
		}
		want, left := c.Pruning.Alphas[1:], c.Pruning.Leaving[1:]
		if len(alphas) != len(want) {
			t.Errorf("%s: %v, want %v", c.ID, alphas, want)
			continue
		}
		for k := range want {
			if math.Abs(alphas[k]-want[k]) > 1e-10 || math.Abs(costs[k]-left[k]) > 1e-10 {
				t.Errorf("%s: α = %g leaves %g, want %g and %g", c.ID, alphas[k], costs[k], want[k], left[k])
			}
		}
	}
	if met < 3 {
		t.Errorf("only %d paths were met", met)
	}
}

// For every α the path's tree is the cheapest of all subtrees, by dynamic programming.
func TestPruningIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "rows")
		x := [][]float64{rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "x")}
		y := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
		tree, err := Classify(t.Context(), Sort(x), y, Gini, Options{})
		if err != nil {
			t.Fatal(err)
		}
		alpha := rapid.Float64Range(0, 0.5).Draw(t, "alpha")
		var cheapest func(at int) float64
		cheapest = func(at int) float64 {
			m := tree.Nodes[at]
			leaf := m.Impurity*float64(m.N)/float64(n) + alpha
			if m.Feature == Leaf {
				return leaf
			}
			return min(leaf, cheapest(m.Left)+cheapest(m.Right))
		}
		cost, leaves := 0.0, tree.Leaves()
		for _, m := range tree.Nodes {
			if m.Feature == Leaf {
				cost += m.Impurity * float64(m.N) / float64(n)
			}
		}
		for _, l := range tree.Prune() {
			if l.Alpha > alpha {
				break
			}
			cost, leaves = l.Cost, l.Leaves
		}
		if got, want := cost+alpha*float64(leaves), cheapest(0); math.Abs(got-want) > 1e-9 {
			t.Fatalf("the tree of the path costs %g, the cheapest %g", got, want)
		}
	})
}
