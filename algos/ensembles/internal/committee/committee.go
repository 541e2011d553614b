// Package committee is bagging: trees that are grown on bootstrap samples and vote, and what can be said of
// them by the out-of-bag samples (Breiman, Machine Learning 24, 1996, and 45, 2001). Demos choose which features
// a tree may look at. Trees tell classes and vote, or they tell values and the ensemble says the mean.
//
//	for b = 1, 2, …, B:
//	    draw n rows with replacement
//	    hᵦ = a tree grown on them
//	the committee says what most members say, or what the mean of their shares says
//
// Member b draws from a stream of its own, so it does not depend on how many there are.
package committee

import (
	"context"
	"embed"
	"math/rand/v2"
	"slices"

	"playground/algos/cart"
)

// Words are the files of the package, which speaks for the demos of ensembles.
//
//go:embed *.go *.json
var Words embed.FS

// Options are what an ensemble is made of.
type Options struct {
	Estimators      int
	MaxDepth        int    // 0 means no limit
	Voting          string // Majority or Mean
	Forest          bool   // whether features are drawn
	MaxFeatures     int    // how many
	FeatureSampling string // Tree or Split: how often they are drawn
	FeatureSet      string // what the inputs are made of: Plain, Rotated, Products or Noise
	XFeature        int    // of a table: the features on the axes, counted from 1
	YFeature        int
}

// The values of options.
const (
	Majority = "hard"
	Mean     = "soft"
	Tree     = "tree"
	Split    = "split"
)

// MaxEstimators bounds a run.
const MaxEstimators = 1000

// Draw counts how often each sample is drawn: as many draws with replacement as there are samples.
func Draw(r *rand.Rand, times []int) {
	clear(times)
	for range times {
		times[r.IntN(len(times))]++
	}
}

// Pick draws m of d features without replacement, in a random order.
func Pick(r *rand.Rand, m, d int) []int {
	all := make([]int, d)
	for j := range all {
		all[j] = j
	}
	shuffle(r, all, m)
	return all[:m]
}

// shuffle puts m random ones of the features to the front, in a random order.
func shuffle(r *rand.Rand, columns []int, m int) {
	for j := range min(m, len(columns)-1) {
		k := j + r.IntN(len(columns)-j)
		columns[j], columns[k] = columns[k], columns[j]
	}
}

// offered is how many features are drawn of d; 0 where none are.
func (o Options) offered(d int) int {
	if !o.Forest || o.MaxFeatures >= d {
		return 0
	}
	return o.MaxFeatures
}

// Grow grows one tree on the samples as often as they were drawn. It returns the features that were drawn for the whole
// tree, nil where it may look at all of them. Every split looks at its features in a random order, so that of
// equally good splits in several features no feature is always the one that is taken.
func (o Options) Grow(ctx context.Context, s *cart.Sorted, y cart.Criterion, times []int, r *rand.Rand) (*cart.Tree, []int, error) {
	d := len(s.X)
	m := o.offered(d)
	var columns []int
	looked := Pick(r, d, d)
	if m > 0 && o.FeatureSampling == Tree {
		columns = slices.Sorted(slices.Values(looked[:m]))
		looked = slices.Clone(columns)
	}
	how := cart.Options{Depth: o.MaxDepth, Times: times, Look: m, Choose: func() []int {
		shuffle(r, looked, len(looked))
		return looked
	}}
	if y.Labels == nil {
		tree, err := cart.Regress(ctx, s, y.Values, how)
		return tree, columns, err
	}
	tree, err := cart.Classify(ctx, s, y.Labels, y.Impurity, how)
	return tree, columns, err
}

// says adds what a leaf says to the shares of the classes: its majority, or the shares of its samples; or to the sum of the values.
func (o Options) says(dst []float64, n *cart.Node) {
	if n.Counts == nil {
		dst[0] += n.Value
		return
	}
	if o.Voting != Mean {
		dst[int(n.Value)]++
		return
	}
	for k, c := range n.Counts {
		dst[k] += float64(c) / float64(n.N)
	}
}

// Winner is the class with the largest share, the first of several.
func Winner(shares []float64) int {
	best := 0
	for k, s := range shares {
		if s > shares[best] {
			best = k
		}
	}
	return best
}
