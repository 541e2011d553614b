// Package cart grows binary trees: at every node the split x_j ≤ s of which the impurity of the
// rows falls most (Breiman, Friedman, Olshen and Stone, 1984; notes 002.32–38, 003.05–10).
//
// Rows are sorted once for every column ([Sort]), and a node keeps that order, so that a split
// costs what its rows cost. Ensembles grow all of their trees from one [Sorted], with
// other multiplicities or other targets.
package cart

import (
	"context"
	"slices"
)

// A Sorted is columns of numbers with their rows in rising order, column by column.
type Sorted struct {
	X     [][]float64 // the columns, each with a number a row
	order [][]int32
}

// Sort sorts the rows of every column. Rows with equal numbers keep their order.
func Sort(columns [][]float64) *Sorted {
	s := &Sorted{X: columns, order: make([][]int32, len(columns))}
	for j, x := range columns {
		at := make([]int32, len(x))
		for i := range at {
			at[i] = int32(i)
		}
		slices.SortStableFunc(at, func(a, b int32) int {
			switch {
			case x[a] < x[b]:
				return -1
			case x[a] > x[b]:
				return 1
			}
			return 0
		})
		s.order[j] = at
	}
	return s
}

// Rows is how many rows there are.
func (s *Sorted) Rows() int {
	if len(s.X) == 0 {
		return 0
	}
	return len(s.X[0])
}

// Columns turns points into columns.
func Columns(points [][2]float64, dim int) [][]float64 {
	out := make([][]float64, dim)
	for j := range out {
		out[j] = make([]float64, len(points))
		for i, p := range points {
			out[j][i] = p[j]
		}
	}
	return out
}

// Options are when a tree stops, and what it looks at.
type Options struct {
	Depth    int // the most splits above a leaf; 0 means no limit
	MinLeaf  int // the least rows on either side of a split, counted as often as they are drawn; 0 means 1
	MinSplit int // nodes with fewer rows are leaves; 0 means 2
	// Times is how often each row is drawn; nil means once. A row that is not drawn takes no part.
	Times []int
	// Choose names the columns that a node may split, the first ones first where splits are equally good; nil means all, in
	// their order. It is asked in the order in which nodes are made.
	Choose func() []int
	// Look is how many of the columns that Choose names are looked at, 0 for all; the others only one by one where those
	// before them allow no split.
	Look int
}

// A Tree is nodes in the order in which they were made, the root first, a node's left subtree before its
// right one.
type Tree struct {
	Nodes []Node
	ways  []way
}

// A way is what a row meets at a node on its way down: sixteen bytes instead of a whole [Node], the children side by side. So a
// tree of some thousand nodes stays in the cache, and which side a row takes is an addition.
type way struct {
	threshold float64
	feature   int32 // Leaf where the way ends
	next      int32 // the left child, the right one behind it; of a leaf the place of its node
}

// A Node is a leaf, or a split of its rows.
type Node struct {
	N        int // rows, counted as often as they were drawn
	Depth    int
	Impurity float64
	Counts   []int   // of every class; nil in trees of values
	Value    float64 // mean of the target; in trees of classes the class with most rows, the smallest of several
	// Feature is the column of the split, or Leaf. Rows with x ≤ Threshold go left.
	Feature   int
	Threshold float64
	Gain      float64 // by how much the mean impurity of the rows falls
	Left      int
	Right     int
}

// Leaf is the feature of a node that is not split.
const Leaf = -1

// Leaf returns the place of the leaf in which x lies.
func (t *Tree) Leaf(x ...float64) int {
	w := &t.ways[0]
	for w.feature >= 0 {
		at := w.next
		if !(x[w.feature] <= w.threshold) {
			at++
		}
		w = &t.ways[at]
	}
	return int(w.next)
}

// flatten lays out the ways, level by level.
func (t *Tree) flatten() {
	t.ways = make([]way, 1, len(t.Nodes))
	of := make([]int32, 1, len(t.Nodes)) // the node of a way
	for k := 0; k < len(of); k++ {
		n := &t.Nodes[of[k]]
		if n.Feature == Leaf {
			t.ways[k] = way{feature: Leaf, next: of[k]}
			continue
		}
		t.ways[k] = way{threshold: n.Threshold, feature: int32(n.Feature), next: int32(len(of))}
		of, t.ways = append(of, int32(n.Left), int32(n.Right)), append(t.ways, way{}, way{})
	}
}

// Next is the child on whose side a number of the node's column lies.
func (n Node) Next(x float64) int {
	if x <= n.Threshold {
		return n.Left
	}
	return n.Right
}

// At is the value of the leaf in which x lies.
func (t *Tree) At(x ...float64) float64 { return t.Nodes[t.Leaf(x...)].Value }

// Leaves counts the leaves.
func (t *Tree) Leaves() int { return (len(t.Nodes) + 1) / 2 }

// Deepest is the most splits above a leaf.
func (t *Tree) Deepest() int {
	deepest := 0
	for _, n := range t.Nodes {
		deepest = max(deepest, n.Depth)
	}
	return deepest
}

// interval is how many nodes are made before the context is looked at.
const interval = 64

// A grower makes the nodes of one tree.
type grower struct {
	Options
	criterion
	s     *Sorted
	order [][]int32 // the rows of the tree, column by column; a node is a part of each
	all   []int
	left  []bool // of a row: whether it goes to the left of the split that is being made
	spare []int32
	tree  *Tree
	ctx   context.Context
	err   error
}

func grow(ctx context.Context, s *Sorted, c criterion, o Options) (*Tree, error) {
	o.MinLeaf, o.MinSplit = max(o.MinLeaf, 1), max(o.MinSplit, 2)
	g := &grower{Options: o, criterion: c, s: s, tree: &Tree{}, ctx: ctx, left: make([]bool, s.Rows()), spare: make([]int32, s.Rows())}
	for j, order := range s.order {
		g.all = append(g.all, j)
		mine := order
		if o.Times == nil {
			mine = slices.Clone(order)
		} else {
			mine = make([]int32, 0, len(order))
			for _, i := range order {
				if o.Times[i] > 0 {
					mine = append(mine, i)
				}
			}
		}
		g.order = append(g.order, mine)
	}
	if len(g.order) == 0 || len(g.order[0]) == 0 {
		return nil, ErrNoRows
	}
	g.node(0, len(g.order[0]), 0)
	if g.err != nil {
		return nil, g.err
	}
	g.tree.Nodes = slices.Clone(g.tree.Nodes) // the list has grown by halves
	g.tree.flatten()
	return g.tree, nil
}

// node makes the node of the rows from lo to hi in every order, and what is below it.
func (g *grower) node(lo, hi, depth int) int {
	at := len(g.tree.Nodes)
	if at%interval == 0 && g.err == nil {
		g.err = g.ctx.Err()
	}
	g.tree.Nodes = append(g.tree.Nodes, g.describe(g.order[0][lo:hi], depth))
	n := &g.tree.Nodes[at]
	if g.err != nil || n.Impurity <= g.pure() || n.N < g.MinSplit || n.N < 2*g.MinLeaf || g.Depth > 0 && depth >= g.Depth {
		return at
	}
	columns := g.all
	if g.Choose != nil {
		columns = g.Choose()
	}
	look := len(columns)
	if g.Look > 0 {
		look = min(look, g.Look)
	}
	best := g.best(columns[:look], lo, hi)
	for ; best.Feature == Leaf && look < len(columns); look++ {
		best = g.best(columns[look:look+1], lo, hi)
	}
	if best.Feature == Leaf {
		return at
	}
	mid := g.part(best, lo, hi)
	left := g.node(lo, mid, depth+1)
	right := g.node(mid, hi, depth+1)
	n = &g.tree.Nodes[at] // the list has grown
	n.Feature, n.Threshold, n.Left, n.Right = best.Feature, best.Threshold, left, right
	n.Gain = fall(*n, g.tree.Nodes[left], g.tree.Nodes[right])
	return at
}

// part puts the rows of a node that go left before the others, in every order, and
// returns where the others begin.
func (g *grower) part(s Split, lo, hi int) int {
	x := g.s.X[s.Feature]
	for _, i := range g.order[0][lo:hi] {
		g.left[i] = x[i] <= s.Threshold
	}
	mid := lo
	for _, order := range g.order {
		to, others := lo, 0
		for _, i := range order[lo:hi] {
			if g.left[i] {
				order[to] = i
				to++
				continue
			}
			g.spare[others] = i
			others++
		}
		copy(order[to:hi], g.spare[:others])
		mid = to
	}
	return mid
}
