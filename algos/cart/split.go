package cart

import "errors"

// ErrNoRows says that a tree was asked for without rows.
var ErrNoRows = errors.New("a tree needs a row")

// A Split sends rows with x ≤ Threshold in the column Feature to the left.
type Split struct {
	Feature   int
	Threshold float64
	score     float64 // what the criterion compares; larger is better
}

// A criterion is an impurity, and how it falls. That of a grower is used by one goroutine.
type criterion interface {
	// describe is the node of rows, without a split.
	describe(rows []int32, depth int) Node
	// pure is up to which impurity a node counts as pure.
	pure() float64
	// begin makes ready to look at the splits of a node's rows.
	begin(rows []int32)
	// scan looks at every threshold between two neighbours of the node's rows, which come in the order of their
	// numbers x, and keeps the best that leaves enough rows on either side in best. A split is better than
	// another if its gain is larger by more than rounding.
	scan(x []float64, rows []int32, column, minLeaf int, best *Split)
}

// best is the best split of a node in the columns that are given: of equally good ones that of the first
// column, and there the smallest threshold. Where no split leaves enough rows on either side, its feature is
// Leaf.
func (g *grower) best(columns []int, lo, hi int) Split {
	best := Split{Feature: Leaf}
	g.begin(g.order[0][lo:hi])
	for _, j := range columns {
		g.scan(g.s.X[j], g.order[j][lo:hi], j, g.MinLeaf, &best)
	}
	return best
}

// Midway is the threshold between two neighbours a < b: half of their sum, and a where
// rounding would make it b, as b has to go right.
func Midway(a, b float64) float64 {
	if m := a/2 + b/2; m < b {
		return m
	}
	return a
}
