package cart

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

func readCSV(t testing.TB, name string) (columns [][]float64, y []float64) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	for k, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, ",")
		if k == 0 {
			columns = make([][]float64, len(fields)-1)
			continue
		}
		for j, f := range fields {
			v, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
			if err != nil {
				t.Fatal(err)
			}
			if j == len(columns) {
				y = append(y, v)
				continue
			}
			columns[j] = append(columns[j], v)
		}
	}
	return columns, y
}

// A peer is a node of scikit-learn's tree; every threshold of [Lo, Hi) makes the same split.
type peer struct {
	N               int
	Impurity, Value float64
	Counts          []float64
	Feature         *int
	Lo, Hi, Gain    float64
	Ties            json.RawMessage
	Left, Right     *peer
}

// The trees of scikit-learn 1.x on thirteen data sets: the same splits, impurities and gains, down to where
// several splits are equally good and the choice is free.
func TestPeer(t *testing.T) {
	text, err := os.ReadFile("testdata/cart.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			ID, Data, Criterion string
			MaxDepth            int `json:"max_depth"`
			MinLeaf             int `json:"min_samples_leaf"`
			Tree                *peer
			Leaves              int
			Tied                int `json:"tied_nodes"`
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Cases) < 100 {
		t.Fatalf("%d cases", len(all.Cases))
	}
	for _, c := range all.Cases {
		t.Run(c.ID, func(t *testing.T) {
			x, y := readCSV(t, c.Data)
			o := Options{Depth: c.MaxDepth, MinLeaf: c.MinLeaf}
			var tree *Tree
			var err error
			switch c.Criterion {
			case "squared_error":
				tree, err = Regress(t.Context(), Sort(x), y, o)
			case "gini":
				tree, err = Classify(t.Context(), Sort(x), labels(y), Gini, o)
			default:
				tree, err = Classify(t.Context(), Sort(x), labels(y), Entropy, o)
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Tied == 0 && tree.Leaves() != c.Leaves {
				t.Errorf("%d leaves, want %d", tree.Leaves(), c.Leaves)
			}
			same(t, tree, 0, c.Tree, "root")
		})
	}
}

func counted(a []int, b []float64) bool {
	return slices.EqualFunc(a, b, func(a int, b float64) bool { return float64(a) == b })
}

func labels(y []float64) []int {
	var of []float64
	for _, v := range y {
		if !slices.Contains(of, v) {
			of = append(of, v)
		}
	}
	slices.Sort(of)
	out := make([]int, len(y))
	for i, v := range y {
		out[i] = slices.Index(of, v)
	}
	return out
}

func same(t *testing.T, tree *Tree, at int, want *peer, where string) {
	t.Helper()
	n := tree.Nodes[at]
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-11*max(1, math.Abs(b)) } // the peer's numbers have twelve digits
	if n.N != want.N || !near(n.Impurity, want.Impurity) || n.Counts != nil && !counted(n.Counts, want.Counts) || n.Counts == nil && !near(n.Value, want.Value) {
		t.Errorf("%s: %+v, want %+v", where, n, *want)
		return
	}
	if want.Feature == nil {
		if n.Feature != Leaf {
			t.Errorf("%s: is split at %g of %d", where, n.Threshold, n.Feature)
		}
		return
	}
	if n.Feature == Leaf || !near(n.Gain, want.Gain) {
		t.Errorf("%s: %+v gains %g, want %g", where, n, n.Gain, want.Gain)
		return
	}
	if len(want.Ties) > 0 {
		return // the choice is free, and what follows depends on it
	}
	if n.Feature != *want.Feature || n.Threshold < want.Lo-1e-11 || n.Threshold >= want.Hi+1e-11 {
		t.Errorf("%s: %d ≤ %g, want %d in [%g, %g)", where, n.Feature, n.Threshold, *want.Feature, want.Lo, want.Hi)
		return
	}
	same(t, tree, n.Left, want.Left, where+" left")
	same(t, tree, n.Right, want.Right, where+" right")
}

// Every split is the best of all, judged by counting anew; ties go to the smallest column and threshold; every
// row lies in the leaf in which it was counted.
func TestSplitsAreTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(1, 24).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "p")
		x := make([][]float64, p)
		for j := range x {
			x[j] = rapid.SliceOfN(rapid.Map(rapid.IntRange(-4, 4), func(v int) float64 { return float64(v) / 2 }), n, n).Draw(t, "x")
		}
		times := rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "times")
		times[0] = 1
		o := Options{Depth: rapid.IntRange(0, 4).Draw(t, "depth"), MinLeaf: rapid.IntRange(1, 3).Draw(t, "leaf"), Times: times}
		c := Criterion{Times: times}
		s := Sort(x)
		var tree *Tree
		var err error
		if rapid.Bool().Draw(t, "classes") {
			c.Impurity = Impurity(rapid.IntRange(0, 2).Draw(t, "impurity"))
			c.Labels = rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
			tree, err = Classify(t.Context(), s, c.Labels, c.Impurity, o)
		} else {
			c.Values = rapid.SliceOfN(rapid.Float64Range(-10, 10), n, n).Draw(t, "y")
			tree, err = Regress(t.Context(), s, c.Values, o)
		}
		if err != nil {
			t.Fatal(err)
		}
		var rows []int32
		for i, w := range times {
			if w > 0 {
				rows = append(rows, int32(i))
			}
		}
		check(t, tree, 0, s, c, o, rows)
	})
}

func check(t *rapid.T, tree *Tree, at int, s *Sorted, c Criterion, o Options, rows []int32) {
	n := tree.Nodes[at]
	total := 0
	for _, i := range rows {
		total += c.Times[i]
	}
	if n.N != total {
		t.Fatalf("node %d has %d rows, want %d", at, n.N, total)
	}
	type option struct {
		column int
		Candidate
	}
	var all []option
	for j := range s.X {
		candidates, err := Candidates(t.Context(), s, c, rows, j)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range candidates {
			if k.Left.N >= max(1, o.MinLeaf) && k.Right.N >= max(1, o.MinLeaf) {
				all = append(all, option{j, k})
			}
		}
	}
	pure := n.Impurity <= 1e-20
	if n.Feature == Leaf {
		if !pure && len(all) > 0 && (o.Depth == 0 || n.Depth < o.Depth) {
			t.Fatalf("node %d is not split, but could be", at)
		}
		return
	}
	// Gains that differ by less than equal differ by rounding alone, and the first of them is taken; those that
	// differ by more than apart differ in truth. Between the two lies the slack of the trees, 1e-13 of the
	// impurity for values and 1e-12 for classes, and either may be taken.
	equal, apart := 1e-14*n.Impurity, 1e-11*n.Impurity
	chosen := false
	for _, k := range all {
		switch mine := k.column == n.Feature && k.Threshold == n.Threshold; {
		case mine && math.Abs(k.Gain-n.Gain) > equal:
			t.Fatalf("node %d gains %g, want %g", at, n.Gain, k.Gain)
		case mine:
			chosen = true
		case k.Gain > n.Gain+apart:
			t.Fatalf("node %d is split at %d ≤ %g for %g, want %d ≤ %g for %g", at, n.Feature, n.Threshold, n.Gain, k.column, k.Threshold, k.Gain)
		case !chosen && math.Abs(k.Gain-n.Gain) <= equal:
			t.Fatalf("node %d is split at %d ≤ %g, want %d ≤ %g, which comes first and gains as much", at, n.Feature, n.Threshold, k.column, k.Threshold)
		}
	}
	if !chosen {
		t.Fatalf("node %d is split at %d ≤ %g, which is no threshold between two rows", at, n.Feature, n.Threshold)
	}
	var left, right []int32
	for _, i := range rows {
		if s.X[n.Feature][i] <= n.Threshold {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	check(t, tree, n.Left, s, c, o, left)
	check(t, tree, n.Right, s, c, o, right)
}

// Rows that are drawn several times count as that many rows.
func TestTimesAreRows(t *testing.T) {
	x, y := readCSV(t, "iris2")
	times := make([]int, len(y))
	long, ly := make([][]float64, len(x)), []float64(nil)
	for i := range y {
		times[i] = i * 7 % 4
		for range times[i] {
			for j := range x {
				long[j] = append(long[j], x[j][i])
			}
			ly = append(ly, y[i])
		}
	}
	for _, k := range []Impurity{Gini, Entropy, Error} {
		a, err := Classify(t.Context(), Sort(x), labels(y), k, Options{Times: times, Depth: 4})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Classify(t.Context(), Sort(long), labels(ly), k, Options{Depth: 4})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(a.Nodes), fmt.Sprint(b.Nodes); got != want {
			t.Errorf("%d: %s\nwant %s", k, got, want)
		}
	}
}

func TestMidway(t *testing.T) {
	for _, c := range [][3]float64{{1, 2, 1.5}, {1, math.Nextafter(1, 2), 1}, {math.MaxFloat64 / 2, math.MaxFloat64, math.MaxFloat64 * 0.75}, {-1, 1, 0}} {
		if got := Midway(c[0], c[1]); got != c[2] {
			t.Errorf("between %g and %g: %g, want %g", c[0], c[1], got, c[2])
		}
	}
}

// Where the columns that are looked at allow no split, those behind them are: a column of equal numbers does not end a tree.
func TestLook(t *testing.T) {
	x := [][]float64{{1, 1, 1, 1}, {3, 3, 3, 3}, {0, 1, 2, 3}}
	order := func() []int { return []int{0, 1, 2} }
	for look := range 4 {
		tree, err := Classify(t.Context(), Sort(x), []int{0, 0, 1, 1}, Gini, Options{Choose: order, Look: look})
		if err != nil || tree.Leaves() != 2 || tree.Nodes[0].Feature != 2 {
			t.Errorf("look at %d: %+v, %v", look, tree, err)
		}
	}
	tree, err := Classify(t.Context(), Sort(x[1:]), []int{0, 0, 1, 1}, Gini, Options{Choose: func() []int { return []int{0} }})
	if err != nil || tree.Leaves() != 1 {
		t.Errorf("only what is named may be split: %+v, %v", tree, err)
	}
}

// The short way down a tree ends where its nodes say, also on a threshold and where there is no number.
func TestLeaf(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	points, y := make([][2]float64, 300), make([]int, 300)
	for i := range points {
		points[i], y[i] = [2]float64{float64(r.IntN(40)), float64(r.IntN(40))}, r.IntN(3)
	}
	tree, err := Classify(t.Context(), Sort(Columns(points, 2)), y, Gini, Options{})
	if err != nil {
		t.Fatal(err)
	}
	places := append(slices.Clone(points), [2]float64{math.NaN(), 3}, [2]float64{3, math.NaN()}, [2]float64{math.Inf(1), math.Inf(-1)})
	for _, n := range tree.Nodes {
		places = append(places, [2]float64{n.Threshold, n.Threshold}, [2]float64{math.Nextafter(n.Threshold, 99), n.Threshold})
	}
	for _, x := range places {
		at := 0
		for tree.Nodes[at].Feature != Leaf {
			at = tree.Nodes[at].Next(x[tree.Nodes[at].Feature])
		}
		if got := tree.Leaf(x[:]...); got != at {
			t.Errorf("%v: leaf %d, want %d", x, got, at)
		}
	}
}
