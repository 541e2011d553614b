package regressiontree

import (
	"context"
	"math"

	"playground/algos/ensembles/internal/cart"
)

const folds = 5

// validate is the mean squared error at points left out, five parts in turn, of the trees of the pruning path: the
// whole tree first. Between two prices of the path stands their geometric mean (Breiman et al., 1984, section 8.5).
func (t *task) validate(ctx context.Context) []float64 {
	n := len(t.y)
	if n < 2*folds {
		return nil
	}
	errors := make([]float64, len(t.links)+1)
	deal := t.Stream(1).Perm(n)
	for f := range folds {
		times := make([]int, n)
		for i := range times {
			times[i] = 1
		}
		var out []int
		for k := f; k < n; k += folds {
			out, times[deal[k]] = append(out, deal[k]), 0
		}
		o := t.grown()
		o.Times = times
		tree, err := cart.Regress(ctx, t.sorted, t.y, o)
		if err != nil {
			return nil
		}
		links := tree.Prune()
		folded := make([]bool, len(tree.Nodes))
		at := 0
		for k := range errors {
			if ctx.Err() != nil {
				return nil
			}
			for price := t.price(k); at < len(links) && links[at].Alpha <= price; at++ {
				folded[links[at].Node] = true
			}
			for _, i := range out {
				d := t.y[i] - t.prunedAt(tree, folded, i)
				errors[k] += d * d / float64(n)
			}
		}
	}
	return errors
}

// price is the α at which the k-th tree of the path is judged.
func (t *task) price(k int) float64 {
	switch {
	case k == 0:
		return 0
	case k == len(t.links):
		return math.Inf(1)
	}
	return math.Sqrt(t.links[k-1].Alpha * t.links[k].Alpha)
}

func (t *task) prunedAt(tree *cart.Tree, folded []bool, row int) float64 {
	at := 0
	for tree.Nodes[at].Feature != cart.Leaf && !folded[at] {
		at = tree.Nodes[at].Next(t.sorted.X[tree.Nodes[at].Feature][row])
	}
	return tree.Nodes[at].Value
}
