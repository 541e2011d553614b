// Package regressiontree teaches the tree of squared errors (Breiman, Friedman, Olshen and Stone, 1984; note 002.38):
// a leaf says the mean of its targets, and a node is split at the feature j and the threshold s that leave least of
//
//	SSE = Σ_{x_j ≤ s} (y − ȳ_L)² + Σ_{x_j > s} (y − ȳ_R)².
//
// With a price α of a leaf the grown tree is then pruned by its weakest links.
package regressiontree

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the regression tree.
var Demo = algos.Define(algos.Demo{
	ID:            "regression-tree",
	Title:         "Regression tree",
	Keywords:      "CART, squared error, piecewise constant, cost-complexity pruning, 回归树, 平方误差, 剪枝, 分段常数",
	Summary:       "A staircase of means: every split is the threshold that takes most from the squared error.",
	Units:         algos.Units{Step: "split", First: "one <step> cuts at the best of all thresholds"},
	Family:        "Trees and ensembles",
	Prerequisites: []string{"decision-tree"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: maxPoints},
		Table:  &input.Table{Target: dataset.Values, Words: true, Max: maxPoints},
	},
	Formula: `\min_{j,\,s}\; \sum_{x_{ij} \le s} (y_i - \bar y_L)^2 + \sum_{x_{ij} > s} (y_i - \bar y_R)^2`,
	Sources: files,
	Books:   []fs.FS{sheet.Words},
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 6 (trees), lines 625–633"},
		{Source: "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, Classification and Regression Trees (1984)", Where: "chapters 3 and 8"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"sse", "leaves"},
	Charts: []mark.Chart{
		{ID: "sse", Title: "Sum of squared errors", Y: "SSE", Series: []mark.Series{{Metric: "sse", Label: "SSE", Role: mark.RoleAccent}}},
	},
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures,
}, bind, run)

// maxPoints bounds the rows: a step judges every threshold by counting its two sides, which takes the square of them.
const maxPoints = 400

type options struct {
	Depth   int
	MinLeaf int
	Order   string
	Alpha   float64
	Try     float64
}

// The orders in which leaves are split. The tree at the end is the same.
const (
	best    = "best"
	breadth = "breadth"
)

func bind(o *options, s *param.Set) {
	s.Int(&o.Depth, "max_depth", 3, 0, 30).Slider(0, 10).Label("depth at most").Hint("splits above a leaf; 0 sets no limit")
	s.Int(&o.MinLeaf, "min_leaf", 1, 1, 100).Slider(1, 20).Label("points in a leaf, at least").Hint("no threshold leaves fewer on either side")
	s.Choice(&o.Order, "order", best,
		param.Option{Value: best, Label: "largest fall first", Hint: "the leaf whose split takes most from the SSE"},
		param.Option{Value: breadth, Label: "level by level"},
	).Label("which leaf next")
	s.Float(&o.Alpha, "alpha", 0, 0, 1e9).Slider(0, 0.5).Label("α").Group("Pruning").
		Hint("price of a leaf: splits that save less mean squared error for each leaf are taken back; drag it in the picture of pruning")
	s.Float(&o.Try, "try", 0, -1e9, 1e9).Slider(-5, 5).Label("threshold to try").Group("Show").Hint("drag it below the curve of the fall")
}

// run grows the tree a split a step, after a look at the thresholds of every feature, and prunes it.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		algos.Uses(ctx, t)
		v := view{task: t, node: -1}
		for yield(v.step()) && !v.last() {
			v = v.next()
		}
	}, nil
}
