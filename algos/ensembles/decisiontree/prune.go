package decisiontree

import (
	"context"
	"math"

	"playground/algos/cart"
)

// A fold makes a node a leaf.
type fold struct {
	node   int
	alpha  float64 // the effective α: from there on the leaf costs no more
	before float64 // what pruning compares, before and after
	after  float64
	leaves int // that are left
}

// family are the children of all nodes.
func (t *task) family() [][]int {
	out := make([][]int, len(t.nodes))
	for i, n := range t.nodes {
		out[i] = n.children
	}
	return out
}

// wrong counts the misclassified samples of a node.
func (n *node) wrong() int { return len(n.rows) - n.counts[n.label] }

// prune finds out which nodes become leaves, in their order.
func (t *task) prune(ctx context.Context) error {
	t.path = t.weakest()
	switch t.Prune {
	case byAlpha:
		for _, l := range t.path {
			if l.alpha <= t.Alpha {
				t.folds = append(t.folds, l)
			}
		}
	case byValidation:
		return t.reduce(ctx)
	case byMDL:
		t.shorten()
	}
	return nil
}

// weakest is the path of weakest links: with errors + α·leaves.
func (t *task) weakest() []fold {
	cost := make([]float64, len(t.nodes))
	for i, n := range t.nodes {
		cost[i] = float64(n.wrong())
	}
	before := 0.0
	for _, n := range t.nodes {
		if n.ask == nil {
			before += float64(n.wrong())
		}
	}
	var out []fold
	rising := 0.0
	for _, l := range cart.Weakest(t.family(), cost) {
		rising = max(rising, l.Alpha)
		out = append(out, fold{node: l.Node, alpha: rising, before: before, after: l.Cost, leaves: l.Leaves})
		before = l.Cost
	}
	return out
}

// reduce folds the node that saves most validation errors, as long as none is added. Of equally good
// ones it takes that with most leaves.
func (t *task) reduce(ctx context.Context) error {
	own := make([]int, len(t.nodes)) // validation errors at a node, if it were a leaf
	for _, i := range t.aside {
		for at := 0; ; {
			n := t.nodes[at]
			if n.label != t.y[i] {
				own[at]++
			}
			if n.ask == nil {
				break
			}
			k := n.ask.branch(t.x[n.ask.feature][i])
			if k < 0 {
				break // a category that no training sample has here
			}
			at = n.children[k]
		}
	}
	folded, inside := make([]bool, len(t.nodes)), make([]bool, len(t.nodes))
	below, leaves := make([]int, len(t.nodes)), make([]int, len(t.nodes))
	lost := t.lost()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		inside[0] = true
		for i, n := range t.nodes {
			for _, k := range n.children {
				inside[k] = inside[i] && !folded[i]
			}
		}
		best := -1
		for i := len(t.nodes) - 1; i >= 0; i-- {
			n := t.nodes[i]
			below[i], leaves[i] = own[i], 1
			if folded[i] || n.ask == nil {
				continue
			}
			below[i], leaves[i] = lost[i], 0
			for _, k := range n.children {
				below[i] += below[k]
				leaves[i] += leaves[k]
			}
			spared := below[i] - own[i]
			if inside[i] && spared >= 0 && (best < 0 || spared > below[best]-own[best] || spared == below[best]-own[best] && leaves[i] > leaves[best]) {
				best = i
			}
		}
		if best < 0 {
			return nil
		}
		before := below[0]
		folded[best] = true
		t.folds = append(t.folds, fold{node: best, before: float64(before), after: float64(before - below[best] + own[best])})
	}
}

// lost counts, at every node, the validation errors on samples whose category has no branch there.
func (t *task) lost() []int {
	lost := make([]int, len(t.nodes))
	for _, i := range t.aside {
		if at := t.leaf(func(j int) float64 { return t.x[j][i] }, len(t.splits), 0); t.nodes[at].ask != nil && t.nodes[at].label != t.y[i] {
			lost[at]++
		}
	}
	return lost
}

// bits is what a node costs in the description of the tree, besides the exceptions: one bit for leaf or split, and
// then its class, or its feature and its threshold or category.
func (t *task) bits(n *node, leaf bool) float64 {
	if leaf {
		return 1 + math.Log2(float64(len(t.classes))) + float64(n.wrong())*t.exception()
	}
	bits := 1 + math.Log2(float64(len(t.x)))
	switch {
	case !n.ask.words:
		bits += math.Log2(float64(max(1, t.distinct[n.ask.feature]-1)))
	case n.ask.word != whole:
		bits += math.Log2(float64(len(t.words[n.ask.feature])))
	}
	return bits
}

// exception is the bits of a misclassified sample: which it is, and its class.
func (t *task) exception() float64 {
	return math.Log2(float64(len(t.learn))) + math.Log2(float64(max(2, len(t.classes)))-1)
}

// raw is the bits of a sample by itself, as the notes encode it: the value of every feature, and the class.
func (t *task) raw() float64 {
	bits := math.Log2(float64(len(t.classes)))
	for j, words := range t.words {
		bits += math.Log2(float64(max(len(words), t.distinct[j])))
	}
	return bits
}

// length is the whole description: the tree and its exceptions.
func (t *task) length(splits, folds int) float64 {
	sum := 0.0
	t.visit(splits, folds, func(n *node, leaf bool) { sum += t.bits(n, leaf) })
	return sum
}

// shorten folds a node, from the bottom up, where that makes the description no longer: as the bits add up, this is the
// shortest of all subtrees.
func (t *task) shorten() {
	below := make([]float64, len(t.nodes))
	total := t.length(len(t.splits), 0)
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := t.nodes[i]
		leaf := t.bits(n, true)
		if below[i] = leaf; n.ask == nil {
			continue
		}
		whole := t.bits(n, false)
		for _, k := range n.children {
			whole += below[k]
		}
		if leaf <= whole {
			t.folds = append(t.folds, fold{node: i, before: total, after: total - whole + leaf})
			total += leaf - whole
			continue
		}
		below[i] = whole
	}
}
