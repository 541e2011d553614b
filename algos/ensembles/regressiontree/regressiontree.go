// Package regressiontree teaches the tree of squared errors (Breiman, Friedman, Olshen and Stone, 1984; note 002.38):
// a leaf predicts the mean of its targets, and a node is split at the feature j and the threshold s that minimise
//
//	SSE = Σ_{x_j ≤ s} (y − ȳ_L)² + Σ_{x_j > s} (y − ȳ_R)².
//
// With a complexity parameter α the grown tree is then pruned by its weakest links.
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
	Keywords:      "CART, squared error, SSE, piecewise constant, cost-complexity pruning, ccp_alpha, overfitting, best-first, 回归树, 平方误差, 剪枝, 分段常数",
	Summary:       "Piecewise-constant regression (CART): each axis-aligned split reduces the squared error most.",
	Units:         algos.Units{Step: "split", First: "one <step> at the threshold that lowers the SSE most"},
	Family:        "Trees and ensembles",
	Prerequisites: []string{"decision-tree"},
	Input: input.Spec{
		Points:    &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: maxPoints},
		Table:     &input.Table{Target: dataset.Values, Words: true, Max: maxPoints},
		ScaleFree: true,
	},
	Formula: `\min_{j,\,s}\; \sum_{x_{ij} \le s} (y_i - \bar y_L)^2 + \sum_{x_{ij} > s} (y_i - \bar y_R)^2`,
	Sources: files,
	Books:   []fs.FS{sheet.Words},
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 6 (trees)"},
		{Source: "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, Classification and Regression Trees (1984)", Where: "chapters 3 and 8"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some to the board.",
	Metrics: []string{"sse", "leaves"},
	Charts: []mark.Chart{
		{ID: "sse", Title: "Sum of squared errors", Y: "SSE", Series: []mark.Series{{Metric: "sse", Label: "SSE", Role: mark.RoleAccent}}},
	},
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures,
}, bind, run)

// maxPoints bounds the samples: a step judges every threshold by counting its two sides, which takes the square of them.
const maxPoints = 400

type options struct {
	Depth   int
	MinLeaf int
	Growth  string
	Alpha   float64
	Own     float64
}

// The orders in which leaves are split. The tree at the end is the same.
const (
	best    = "best-first"
	breadth = "level-wise"
)

func bind(o *options, s *param.Set) {
	s.Int(&o.Depth, "max_depth", 3, 0, 30).Slider(0, 10).Label("max depth").Zero("no limit").Hint("0 = no limit; scikit-learn: max_depth")
	s.Int(&o.MinLeaf, "min_samples_leaf", 1, 1, 100).Was("min_leaf").Slider(1, 20).Label("min samples per leaf").
		Hint("minimum on either side of a split; scikit-learn: min_samples_leaf")
	s.Choice(&o.Growth, "growth", best,
		param.Option{Value: best, Label: "best-first", Hint: "next is the leaf with the largest SSE reduction"},
		param.Option{Value: breadth, Label: "level-wise"},
	).Was("order").Reads("best", best).Reads("breadth", breadth).Label("growth order")
	s.Float(&o.Alpha, "ccp_alpha", 0, 0, 1e9).Was("alpha").Slider(0, 0.5).Label("complexity α").Group("Pruning").
		Hint("prunes splits that lower the MSE by less per leaf; choose it on a validation set; scikit-learn: ccp_alpha")
	s.Float(&o.Own, "threshold", 0, -1e9, 1e9).Was("try").Slider(-5, 5).Label("your threshold").Group("Show").
		Hint("compare it with the best: drag it below the SSE reduction")
}

// run grows the tree by one split per step, after a look at the thresholds of every feature, and prunes it.
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
