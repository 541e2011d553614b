package committee

import (
	"context"
	"math/rand/v2"

	"playground/algos/cart"
	"playground/algos/grid"
)

// A Bulk is an ensemble without a story, of two classes: what the benchmarks time.
type Bulk struct {
	Options
	Trees []*cart.Tree
}

// NewBulk grows all trees, from the sorting on. Labels are negative or positive.
func NewBulk(ctx context.Context, o Options, x [][2]float64, y []float64) (*Bulk, error) {
	b := &Bulk{Options: o}
	classes, times := make([]int, len(y)), make([]int, len(y))
	for i, v := range y {
		if v > 0 {
			classes[i] = 1
		}
	}
	s := cart.Sort(cart.Columns(x, 2))
	for k := range o.Estimators {
		r := rand.New(rand.NewPCG(1, uint64(k)))
		Draw(r, times)
		tree, _, err := o.Grow(ctx, s, cart.Criterion{Labels: classes}, times, r)
		if err != nil {
			return nil, err
		}
		b.Trees = append(b.Trees, tree)
	}
	return b, nil
}

// Votes is the share of the second class at every node of a grid.
func (b *Bulk) Votes(g grid.Grid) []float64 {
	r := newRaster(b.Options, g, 2)
	for _, t := range b.Trees {
		r.add(t)
	}
	votes := r.sum(1)
	for i := range votes {
		votes[i] /= float64(len(b.Trees))
	}
	return votes
}

// Accuracy is the share of points that the ensemble gets right.
func (b *Bulk) Accuracy(x [][2]float64, y []float64) float64 {
	right := 0
	for i, at := range x {
		says := make([]float64, 2)
		for _, t := range b.Trees {
			b.says(says, &t.Nodes[t.Leaf(at[:]...)])
		}
		if Winner(says) == 1 == (y[i] > 0) {
			right++
		}
	}
	return float64(right) / float64(len(x))
}

// Nodes is how many nodes a tree has on average.
func (b *Bulk) Nodes() float64 {
	nodes := 0
	for _, t := range b.Trees {
		nodes += len(t.Nodes)
	}
	return float64(nodes) / float64(len(b.Trees))
}
