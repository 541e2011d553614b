package cart

import (
	"testing"

	"playground/algos/grid"
)

// layers are three trees on the same points, with weights.
func layers(t *testing.T) []Layer {
	t.Helper()
	columns, y := readCSV(t, "moons")
	var all []Layer
	for k, weight := range []float64{1, -0.7, 0.4} {
		target := make([]float64, len(y))
		for i := range y {
			target[i] = y[i] * float64(1+i%(k+2))
		}
		tree, err := Regress(t.Context(), Sort(columns), target, Options{Depth: k + 1})
		if err != nil {
			t.Fatal(err)
		}
		value := make([]float64, len(tree.Nodes))
		for i, n := range tree.Nodes {
			value[i] = n.Value
		}
		all = append(all, Layer{Tree: tree, Value: value, Weight: weight})
	}
	return all
}

// The cells have the sum of the trees, on thresholds too, by both ways to make them.
func TestCellsAreTheSum(t *testing.T) {
	all := layers(t)
	c := Compose(0.25, all...)
	var cuts [2][]float64
	for j := range cuts {
		cuts[j] = append(cuts[j], c.cuts[j]...)
	}
	added := NewCells(cuts, mostCells)
	added.Add(0.25, func([2]float64) float64 { return 1 })
	for _, l := range all {
		added.Add(l.Weight, func(x [2]float64) float64 { return l.Value[l.Tree.Leaf(x[:]...)] })
	}
	before := added.Clone()
	g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -2, Y1: 2}, NX: 31, NY: 29}
	fields := [2][]float64{make([]float64, g.Len()), make([]float64, g.Len())}
	for k, c := range []*Cells{c, before} {
		c.Field(func(f float64) float64 { return f })(fields[k], g)
	}
	xs, ys := append([]float64{-2, 3}, c.cuts[0]...), append([]float64{-2, 2}, c.cuts[1]...)
	for _, x := range xs {
		for _, y := range ys {
			want := 0.25
			for _, l := range all {
				want += l.Weight * l.Value[l.Tree.Leaf(x, y)]
			}
			for _, c := range []*Cells{c, before} {
				if got := c.At([2]float64{x, y}); got-want > 1e-12 || want-got > 1e-12 {
					t.Fatalf("at (%v, %v): %v, want %v", x, y, got, want)
				}
			}
		}
	}
	for i := range fields[0] {
		if d := fields[0][i] - fields[1][i]; d > 1e-12 || d < -1e-12 {
			t.Fatalf("node %d: %v and %v", i, fields[0][i], fields[1][i])
		}
	}
	if NewCells(cuts, 3) != nil {
		t.Error("more cells than are allowed")
	}
}

// A staircase begins and ends at the borders, and its values are those of the sum.
func TestStairs(t *testing.T) {
	c := NewCells([2][]float64{{1, 2}, nil}, 10)
	c.Add(1, func(x [2]float64) float64 {
		switch {
		case x[0] <= 1:
			return 3
		case x[0] <= 2:
			return 5
		}
		return 4
	})
	at := c.Stairs(0, 4, func(f float64) float64 { return 2 * f })
	want := [][2]float64{{0, 6}, {1, 6}, {1, 10}, {2, 10}, {2, 8}, {4, 8}}
	if len(at) != len(want) {
		t.Fatalf("%v, want %v", at, want)
	}
	for i, p := range at {
		if p.X != want[i][0] || p.Y != want[i][1] {
			t.Errorf("%v, want %v", at, want)
		}
	}
}

// The boxes of the leaves tile a window, and lie where the tree goes.
func TestBoxesTile(t *testing.T) {
	for _, l := range layers(t) {
		area := 0.0
		l.Tree.Boxes([2]float64{-2, -2}, [2]float64{3, 2}, func(leaf int, lo, hi [2]float64) {
			area += (hi[0] - lo[0]) * (hi[1] - lo[1])
			middle := []float64{(lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2}
			way := l.Tree.Way(middle)
			if lo[0] < hi[0] && lo[1] < hi[1] && (l.Tree.Leaf(middle...) != leaf || way[len(way)-1] != leaf || way[0] != 0) {
				t.Errorf("%v lies in leaf %d, not %d; its way is %v", middle, l.Tree.Leaf(middle...), leaf, way)
			}
		})
		if area < 20-1e-9 || area > 20+1e-9 {
			t.Errorf("the boxes have the area %v of 20", area)
		}
	}
}
