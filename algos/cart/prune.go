package cart

import "math"

// A Link is a node that cost-complexity pruning makes a leaf: from Alpha on, its effective α, the smaller
// tree costs no more (Breiman et al., 1984, chapter 3).
type Link struct {
	Node   int     // which becomes a leaf
	Alpha  float64 // the error reduction per removed leaf
	Leaves int     // of the tree that is left
	Cost   float64 // of its leaves
}

// Weakest prunes a tree by its weakest links, up to the root: the whole path of trees that are the
// smallest minimum of cost + α·leaves for some α. A child comes behind its parent; cost is what a node costs as a leaf.
// Links with the same α, up to rounding, come one after the other, the last node first.
func Weakest(children [][]int, cost []float64) []Link {
	n := len(children)
	folded := make([]bool, n)
	below, leaves := make([]float64, n), make([]int, n) // of the subtree
	inside := make([]bool, n)
	var path []Link
	for {
		inside[0] = true
		for i := range n {
			for _, k := range children[i] {
				inside[k] = inside[i] && !folded[i]
			}
		}
		weakest, least := -1, math.Inf(1)
		for i := n - 1; i >= 0; i-- {
			below[i], leaves[i] = cost[i], 1
			if folded[i] || len(children[i]) == 0 {
				continue
			}
			below[i], leaves[i] = 0, 0
			for _, k := range children[i] {
				below[i] += below[k]
				leaves[i] += leaves[k]
			}
			if alpha := (cost[i] - below[i]) / float64(leaves[i]-1); inside[i] && alpha < least-1e-12 {
				weakest, least = i, alpha
			}
		}
		if weakest < 0 {
			return path
		}
		folded[weakest] = true
		left := leaves[0] - leaves[weakest] + 1
		path = append(path, Link{Node: weakest, Alpha: max(0, least), Leaves: left, Cost: below[0] - below[weakest] + cost[weakest]})
	}
}

// Prune is the path of a binary tree whose nodes cost their impurity, each by its fraction of the samples.
func (t *Tree) Prune() []Link {
	children, cost := make([][]int, len(t.Nodes)), make([]float64, len(t.Nodes))
	for i, n := range t.Nodes {
		if n.Feature != Leaf {
			children[i] = []int{n.Left, n.Right}
		}
		cost[i] = n.Impurity * float64(n.N) / float64(t.Nodes[0].N)
	}
	return Weakest(children, cost)
}
