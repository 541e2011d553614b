// Package decisiontree teaches trees that classify: splits on one feature each, one below the other, and a class
// in every leaf.
//
//	grow(D):
//	    if all samples of D are of one class, or no split separates them: a leaf
//	    take the split with the largest gain φ(D) − Σ |Dᵥ|/|D| φ(Dᵥ)
//	    for every branch v: grow(Dᵥ)
//
// φ is the Gini index (CART), the entropy (ID3) or the misclassification error; C4.5 divides the gain by the entropy of the
// children's sizes. A tree that fits every sample is pruned afterwards.
//
// Files: fresh.go counts errors on samples that no tree was grown from, by the size of the tree and where one validation
// set chooses among many trees.
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

// Demo is the decision tree, on points or on a table that may have categorical features.
var Demo = algos.Define(algos.Demo{
	ID:       "decision-tree",
	Title:    "Decision tree",
	Keywords: "CART, ID3, C4.5, Gini, impurity, entropy, information gain, gain ratio, pruning, ccp_alpha, REP, MDL, rules, 决策树, 信息增益, 增益率, 基尼指数, 剪枝, 规则",
	Summary:  "A classification tree (CART, ID3, C4.5) of axis-aligned splits; each leaf predicts its majority class.",
	Units:    algos.Units{Step: "split", First: "one <step> of a node, which lowers the Gini index most"},
	Family:   "Trees and ensembles",
	Input: input.Spec{
		Points:    &input.Points{Dims: []int{1, 2}, Target: dataset.Classes, Classes: 8},
		Table:     &input.Table{Target: dataset.Classes, Words: true},
		ScaleFree: true,
	},
	Formula: `\mathrm{gain}(D, a) = \varphi(D) - \sum_v \frac{|D_v|}{|D|}\,\varphi(D_v)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "001", Where: "chapter 3, decision trees"},
		{Source: "002", Where: "lecture 6, trees and ensembles"},
		{Source: "003", Where: "decision trees"},
		{Source: "L. Breiman et al., Classification and Regression Trees (1984)", Where: "chapters 2–4: Gini, and pruning by α·size"},
		{Source: "J. R. Quinlan, C4.5 (1993)", Where: "the gain ratio, and rules"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of two classes.",
	Metrics: []string{"potential", "train_error", "leaves", "validation_error", "bits", "test_error"},
	Renamed: map[string]string{"aside_error": "validation_error"},
	Charts: []mark.Chart{
		{ID: "errors", Title: "Training and test error", Y: "fraction of samples", Series: []mark.Series{
			{Metric: "train_error", Label: "training error", Role: mark.RoleAccent},
			{Metric: "potential", Label: "impurity of the leaves", Role: mark.RoleInk},
			{Metric: "validation_error", Label: "validation error", Role: mark.RoleClass3},
			{Metric: "test_error", Label: "test error", Role: mark.RoleGood},
		}},
		{ID: "size", Title: "Number of leaves", Y: "leaves", Series: []mark.Series{{Metric: "leaves", Label: "leaves", Role: mark.RoleAccent}}},
	},
	Questions: questions, Goals: goals, Presets: presets, Fixtures: fixtures, Benches: timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Criterion string
	MaxDepth  int
	MinLeaf   int
	// MinDecrease is by how much a split lowers the impurity of the whole tree at least.
	MinDecrease float64
	Branches    string
	Prune       string
	Alpha       float64
	ShowX       int
	ShowY       int
	WhatIf      string
	Index       int
	Place       [2]float64
}

// The criteria.
const (
	gini     = "gini"
	entropy  = "entropy"
	mistakes = "error"
	ratio    = "gain-ratio"
)

// Branches of splits on categorical features.
const (
	multiway = "multiway"
	binary   = "binary"
)

// The ways to prune.
const (
	unpruned     = "none"
	byAlpha      = "ccp"
	byValidation = "rep"
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
		param.Option{Value: mistakes, Label: "misclassification error", TeX: `\varphi(D) = 1 - \max_k p_k`},
	).Label("split criterion").Hint("impurity measure that a split lowers; scikit-learn: criterion")
	s.Int(&o.MaxDepth, "max_depth", 0, 0, 60).Slider(0, 10).Label("max depth").Zero("no limit").
		Hint("maximum number of splits from root to leaf; 0 = no limit; scikit-learn: max_depth")
	s.Int(&o.MinLeaf, "min_samples_leaf", 1, 1, 500).Was("min_leaf").Slider(1, 30).Label("min samples per leaf").
		Hint("no split leaves a child with fewer samples; scikit-learn: min_samples_leaf")
	s.Float(&o.MinDecrease, "min_impurity_decrease", 0, 0, 1).Slider(0, 0.1).Label("min impurity decrease").Zero("no limit").
		Hint("stop where no split lowers the weighted impurity by so much; 0 = no limit; scikit-learn: min_impurity_decrease")
	s.Choice(&o.Prune, "prune", unpruned,
		param.Option{Value: unpruned, Label: "no pruning"},
		param.Option{Value: byAlpha, Label: "cost-complexity (α)", TeX: `\min_T\; \text{errors}(T) + \alpha\cdot\text{leaves}(T)`},
		param.Option{Value: byValidation, Label: "reduced-error (validation)", Hint: "one third of the samples is the validation set"},
		param.Option{Value: byMDL, Label: "description length (MDL)", TeX: `\min_T\; \text{bits}(T) + \text{bits}(\text{exceptions})`},
	).Reads("alpha", byAlpha).Reads("validation", byValidation).Label("pruning").Hint("against overfitting: which nodes of the full tree become leaves")
	s.Float(&o.Alpha, "ccp_alpha", 1, 0, 2000).Was("alpha").Slider(0, 12).Label("complexity α").
		Hint("cost per leaf, in misclassifications; 0 removes only useless leaves. scikit-learn: ccp_alpha").When("prune", byAlpha)
	s.Choice(&o.WhatIf, "what_if", nothing,
		param.Option{Value: nothing, Label: "no change"},
		param.Option{Value: moved, Label: "move a point"},
		param.Option{Value: relabelled, Label: "relabel a point"},
		param.Option{Value: gone, Label: "remove a point"},
	).Reads("gone", gone).Label("perturb one point").Hint("for points: the tree of the perturbed data is shown beside it").Group("Compare")
	s.Int(&o.Index, "perturb_index", 1, 1, dataset.MaxPoints).Was("row").Slider(1, 60).Label("point index").
		When("what_if", moved, relabelled, gone).Group("Compare")
	s.Point(&o.Place, "place", [2]float64{}, 1e9).Label("new position").When("what_if", moved).Group("Compare")
	s.Choice(&o.Branches, "categorical_split", multiway,
		param.Option{Value: multiway, Label: "multiway (one branch per category)"},
		param.Option{Value: binary, Label: "binary (one category vs rest)"},
	).Was("words").Label("categorical splits").Hint("only for tables with categorical features").Group("Tables")
	s.Int(&o.ShowX, "x_feature", 1, 1, 12).Was("show_x").Label("x-axis feature").Hint("for tables: which features are plotted").Group("Tables")
	s.Int(&o.ShowY, "y_feature", 2, 1, 12).Was("show_y").Label("y-axis feature").Group("Tables")
}

// run grows the tree by one split per step, and prunes one node per step; a small step tries all splits on one feature.
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
