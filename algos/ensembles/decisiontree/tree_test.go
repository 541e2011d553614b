package decisiontree

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/param"
)

const peers = "../../cart/testdata/"

func points(t *testing.T, name string) dataset.Source {
	t.Helper()
	text, err := os.ReadFile(peers + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	var seen []float64
	for k, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if k == 0 {
			continue
		}
		f := strings.Split(line, ",")
		var v [3]float64
		for j := range v {
			if v[j], err = strconv.ParseFloat(f[j], 64); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Contains(seen, v[2]) {
			seen = append(seen, v[2])
		}
		set.Points = append(set.Points, dataset.Point{X: [2]float64{v[0], v[1]}, Y: v[2]})
	}
	slices.Sort(seen)
	for i := range set.Points {
		set.Points[i].Y = float64(slices.Index(seen, set.Points[i].Y))
	}
	return dataset.Explicit(set)
}

func settings(criterion string, depth, leaf int) param.Values {
	return algotest.Values("criterion", criterion, "max_depth", strconv.Itoa(depth), "min_samples_leaf", strconv.Itoa(max(1, leaf)))
}

// The demo grows the trees of package cart, which are scikit-learn's: the same splits, gains and impurities, at every depth.
func TestPeer(t *testing.T) {
	for _, name := range []string{"moons", "circles", "xor", "blobs_overlap", "blobs3", "iris2", "path_dup", "path_const_feature", "path_identical"} {
		source := points(t, name)
		set, err := source.Load()
		if err != nil {
			t.Fatal(err)
		}
		columns, y := [][]float64{nil, nil}, []int(nil)
		for _, p := range set.Points {
			columns[0], columns[1], y = append(columns[0], p.X[0]), append(columns[1], p.X[1]), append(y, p.Class())
		}
		for criterion, kind := range map[string]cart.Impurity{gini: cart.Gini, entropy: cart.Entropy, mistakes: cart.Error} {
			for _, o := range []cart.Options{{}, {Depth: 2}, {Depth: 4, MinLeaf: 3}} {
				want, err := cart.Classify(t.Context(), cart.Sort(columns), y, kind, o)
				if err != nil {
					t.Fatal(err)
				}
				last := algotest.Last(t, Demo, source, settings(criterion, o.Depth, o.MinLeaf))
				v := last.View.(view)
				if _, _, leaves := v.sums(); leaves != want.Leaves() {
					t.Errorf("%s, %s, %+v: %d leaves, want %d", name, criterion, o, leaves, want.Leaves())
					continue
				}
				var same func(a, b int)
				same = func(a, b int) {
					n, m := v.nodes[a], want.Nodes[b]
					if len(n.rows) != m.N || math.Abs(n.impurity-m.Impurity) > 1e-13 {
						t.Fatalf("%s, %s: node of %d rows, want %d", name, criterion, len(n.rows), m.N)
					}
					if n.ask == nil || m.Feature == cart.Leaf {
						return
					}
					if n.ask.feature != m.Feature || n.ask.threshold != m.Threshold || math.Abs(n.ask.gain-m.Gain) > 1e-12 {
						t.Fatalf("%s, %s: %+v, want %+v", name, criterion, *n.ask, m)
					}
					same(n.children[0], m.Left)
					same(n.children[1], m.Right)
				}
				same(0, 0)
			}
		}
	}
}

// scikit-learn's accuracy of trees to purity.
func TestPeerScores(t *testing.T) {
	text, err := os.ReadFile(peers + "cart.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			Data, Criterion string
			MaxDepth        int     `json:"max_depth"`
			MinLeaf         int     `json:"min_samples_leaf"`
			Tied            int     `json:"tied_nodes"`
			Score           float64 `json:"train_score"`
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, c := range all.Cases {
		if c.Tied > 0 || c.Criterion == "squared_error" {
			continue
		}
		met++
		last := algotest.Last(t, Demo, points(t, c.Data), settings(c.Criterion, c.MaxDepth, c.MinLeaf))
		algotest.Near(t, c.Data, 1-last.Metric("train_error"), c.Score, 1e-11)
	}
	if met < 10 {
		t.Errorf("only %d", met)
	}
}

// All trees of depth two are tried: greed is never better, and on XOR it is worse.
func TestGreedIsNotBest(t *testing.T) {
	worse := 0
	for seed := range uint64(12) {
		last := algotest.Last(t, Demo, dataset.Generate("xor", 24, 0.5, seed+1), algotest.Values("max_depth", "2"))
		v := last.View.(view)
		best, ok := v.best2()
		_, wrong, _ := v.sums()
		if !ok || best > wrong {
			t.Errorf("greed %d, best %d", wrong, best)
		}
		if best < wrong {
			worse++
		}
		if brute := exhaustive(v); brute != best {
			t.Errorf("the best is %d, by another search %d", best, brute)
		}
	}
	if worse == 0 {
		t.Error("greed was always best")
	}
}

// exhaustive tries every pair of halves, each with its own best cut, by counting rows one by one.
func exhaustive(v view) int {
	cut := func(keep func(i int) bool) int {
		least := math.MaxInt
		for j := range v.x {
			for _, at := range append([]float64{math.Inf(-1)}, v.x[j]...) {
				var counts [2][2]int
				for i := range v.y {
					if keep(i) {
						side := 0
						if v.x[j][i] > at {
							side = 1
						}
						counts[side][v.y[i]]++
					}
				}
				least = min(least, min(counts[0][0], counts[0][1])+min(counts[1][0], counts[1][1]))
			}
		}
		return least
	}
	least := math.MaxInt
	for j := range v.x {
		for _, at := range v.x[j] {
			least = min(least, cut(func(i int) bool { return v.x[j][i] <= at })+cut(func(i int) bool { return v.x[j][i] > at }))
		}
	}
	return least
}

// Pruning by validation ends where no fold is without cost, and MDL at the shortest of all subtrees.
func TestPruning(t *testing.T) {
	for _, prune := range []string{byAlpha, byValidation, byMDL} {
		for seed := range uint64(5) {
			all := algotest.Steps(t, Demo, dataset.Generate("overlap", 70, 0.9, seed+1), algotest.Values("prune", prune, "ccp_alpha", "1.5"))
			last := all[len(all)-1]
			for _, c := range last.Checks() {
				if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
					t.Errorf("%s: %s: %v %s %v", prune, c.Name, c.Left, c.Rel, c.Right)
				}
			}
			v := last.View.(view)
			if len(v.task.folds) == 0 {
				t.Errorf("%s with seed %d prunes nothing", prune, seed)
			}
			for k, f := range v.task.folds {
				if prune != byAlpha && f.after > f.before {
					t.Errorf("%s: fold %d goes from %g to %g", prune, k, f.before, f.after)
				}
			}
		}
	}
}

// A word that no row of a node has stops there, with the class of most.
func TestWordsNeverSeen(t *testing.T) {
	m := algotest.Last(t, Demo, tennis, algotest.Values("criterion", "entropy")).Model()
	label := func(row ...float64) any { return algos.Model{Values: m.PredictRow(row)}.Value("label") }
	if got := label(0, 0, 0, 0); got != "no" {
		t.Errorf("sunny and humid is %v", got)
	}
	if got := label(9, 0, 0, 0); got != "yes" {
		t.Errorf("a word never seen is %v, want the class of most", got)
	}
}

// Data that a program may choke on.
func TestDegenerate(t *testing.T) {
	for _, c := range []struct {
		name  string
		data  dataset.Source
		state algos.State
		words string
	}{
		{"one class", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 3, 1}), algos.Converged, "have the same class"},
		{"one place", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}), algos.Converged, "No split separates"},
		{"contradiction", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}, [3]float64{2, 1, 1}), algos.Converged, "misclassifies 1 of 3 samples"},
		{"constant column", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{2, 1, -1}), algos.Converged, "2 leaves and misclassifies 0"},
		{"ten columns", wide(1000), algos.Converged, "of 1000 samples"},
	} {
		last := algotest.Last(t, Demo, c.data, algotest.Values())
		if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
			t.Errorf("%s: %s, %s", c.name, last.Status.State, last.Status.Reason)
		}
	}
}
