// Package decisiontree teaches trees that classify: questions about one column each, asked one below the other, and a class
// in every leaf.
//
//	grow(D):
//	    if all rows of D are of one class, or no question divides them: a leaf
//	    ask the question with the largest gain φ(D) − Σ |Dᵥ|/|D| φ(Dᵥ)
//	    for every answer v: grow(Dᵥ)
//
// φ is the Gini index (CART), the entropy (ID3) or the share of mistakes; C4.5 divides the gain by the entropy of the parts'
// sizes. A tree that fits every row is pruned afterwards.
//
// Sources: L. Breiman, J. Friedman, R. Olshen, C. Stone, Classification and Regression Trees (1984); J. R. Quinlan,
// Induction of decision trees (1986) and C4.5 (1993).
package decisiontree

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the decision tree, on points or on a table that may hold words.
var Demo = algos.Define(algos.Demo{
	ID:       "decision-tree",
	Title:    "Decision tree",
	Keywords: "CART, ID3, C4.5, Gini, entropy, information gain, gain ratio, pruning, MDL, rules, 决策树, 信息增益, 增益率, 基尼指数, 剪枝, 规则",
	Summary:  "Questions about one column each, and a class at the end of every way.",
	Units:    algos.Units{Step: "split", First: "one <step> of a node, where the Gini index falls most"},
	Family:   "Trees and ensembles",
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Classes, Classes: 8},
		Table:  &input.Table{Target: dataset.Classes, Words: true},
	},
	Formula: `\mathrm{gain}(D, a) = \varphi(D) - \sum_v \frac{|D_v|}{|D|}\,\varphi(D_v)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "001", Where: "chapter 3, decision trees"},
		{Source: "002", Where: "lecture 6, trees and ensembles"},
		{Source: "003", Where: "part B, decision trees"},
		{Source: "L. Breiman et al., Classification and Regression Trees (1984)", Where: "chapters 2–4: Gini, and pruning by α·size"},
		{Source: "J. R. Quinlan, C4.5 (1993)", Where: "the gain ratio, and rules"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some of two classes on the board.",
	Metrics: []string{"potential", "train_error", "leaves", "aside_error", "bits"},
	Charts: []mark.Chart{
		{ID: "errors", Title: "Errors", Y: "share of the rows", Series: []mark.Series{
			{Metric: "train_error", Label: "training error", Role: mark.RoleAccent},
			{Metric: "potential", Label: "impurity of the leaves", Role: mark.RoleInk},
			{Metric: "aside_error", Label: "on the rows set aside", Role: mark.RoleClass3},
		}},
		{ID: "size", Title: "Leaves", Y: "leaves", Series: []mark.Series{{Metric: "leaves", Label: "leaves", Role: mark.RoleAccent}}},
	},
	Questions: questions, Goals: goals, Presets: presets, Fixtures: fixtures, Benches: timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Criterion string
	MaxDepth  int
	MinLeaf   int
	Words     string
	Prune     string
	Alpha     float64
	ShowX     int
	ShowY     int
	WhatIf    string
	Row       int
	Place     [2]float64
}

// The criteria.
const (
	gini     = "gini"
	entropy  = "entropy"
	mistakes = "error"
	ratio    = "gain-ratio"
)

// Branches of questions about words.
const (
	multiway = "multiway"
	binary   = "binary"
)

// The ways to prune.
const (
	unpruned     = "none"
	byAlpha      = "alpha"
	byValidation = "validation"
	byMDL        = "mdl"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Criterion, "criterion", gini,
		param.Option{Value: gini, Label: "Gini index (CART)", TeX: `\varphi(D) = 1 - \sum_k p_k^2`},
		param.Option{Value: entropy, Label: "entropy (ID3)", TeX: `\varphi(D) = -\sum_k p_k \log_2 p_k`},
		param.Option{
			Value: ratio, Label: "gain ratio (C4.5)",
			TeX: `\frac{\mathrm{gain}(D, a)}{H_a(D)}, \quad H_a(D) = -\sum_v \frac{|D_v|}{|D|}\log_2\frac{|D_v|}{|D|}`,
		},
		param.Option{Value: mistakes, Label: "share of mistakes", TeX: `\varphi(D) = 1 - \max_k p_k`},
	).Label("criterion φ").Hint("how mixed the rows of a node are")
	s.Int(&o.MaxDepth, "max_depth", 0, 0, 60).Slider(0, 10).Label("deepest").Hint("the most questions on a way; 0 means no limit")
	s.Int(&o.MinLeaf, "min_leaf", 1, 1, 500).Slider(1, 30).Label("least rows of a leaf")
	s.Choice(&o.Words, "words", multiway,
		param.Option{Value: multiway, Label: "a branch for every word"},
		param.Option{Value: binary, Label: "one word or the others"},
	).Label("questions about words").Hint("only for tables with columns of words")
	s.Choice(&o.Prune, "prune", unpruned,
		param.Option{Value: unpruned, Label: "not at all"},
		param.Option{Value: byAlpha, Label: "a leaf costs α mistakes", TeX: `\min_T\; \text{mistakes}(T) + \alpha\cdot\text{leaves}(T)`},
		param.Option{Value: byValidation, Label: "by rows set aside", Hint: "a third of the rows is not learnt from"},
		param.Option{Value: byMDL, Label: "by the shortest description (MDL)", TeX: `\min_T\; \text{bits}(T) + \text{bits}(\text{mistakes})`},
	).Label("prune")
	s.Float(&o.Alpha, "alpha", 1, 0, 2000).Slider(0, 12).Label("α").Hint("the price of a leaf, in mistakes").When("prune", byAlpha)
	s.Int(&o.ShowX, "show_x", 1, 1, 12).Label("column across").Hint("of a table: which input the board shows")
	s.Int(&o.ShowY, "show_y", 2, 1, 12).Label("column upwards")
	s.Choice(&o.WhatIf, "what_if", nothing,
		param.Option{Value: nothing, Label: "nothing"},
		param.Option{Value: moved, Label: "one point elsewhere"},
		param.Option{Value: relabelled, Label: "one point of another class"},
		param.Option{Value: gone, Label: "one point less"},
	).Label("what if").Hint("of points: the tree of the others beside it").Group("Compare")
	s.Int(&o.Row, "row", 1, 1, dataset.MaxPoints).Slider(1, 60).Label("which point").When("what_if", moved, relabelled, gone).Group("Compare")
	s.Point(&o.Place, "place", [2]float64{}, 1e9).Label("where it would lie").When("what_if", moved).Group("Compare")
}

// run grows the tree a question a step, and prunes it a node a step; a small step tries all questions about one column.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	algos.Uses(ctx, t)
	return func(yield func(algos.Step) bool) {
		if !yield(t.view(starting, 0, 0, 0).step()) || t.ended(0, 0) {
			return
		}
		for k := range t.splits {
			for j := range t.x {
				if !yield(t.view(looking, k, 0, j).step()) {
					return
				}
			}
			if !yield(t.view(splitting, k+1, 0, 0).step()) || t.ended(k+1, 0) {
				return
			}
		}
		for k := range t.folds {
			if !yield(t.view(folding, len(t.splits), k+1, 0).step()) || t.ended(len(t.splits), k+1) {
				return
			}
		}
	}, nil
}
