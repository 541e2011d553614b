// Package randomforest teaches random forests: bagged trees that may look at a few features only, drawn at random.
//
//	for b = 1, 2, …, B:
//	    draw n rows with replacement
//	    hᵦ = a tree grown on them, whose splits look at d′ of the d columns:
//	         drawn once for the tree (the notes), or anew for every split (Breiman)
//	the forest says what most hᵦ say
//
// The trees are worse alone, and less alike: of the variance ρσ² + (1−ρ)σ²/B of their mean the first term gets smaller.
//
// Sources: L. Breiman, Machine Learning 45 (2001); T. K. Ho, IEEE TPAMI 20 (1998), with features for the tree.
package randomforest

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/ensembles/internal/sheet"
	"playground/algos/input"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the random forest of classification trees.
var Demo = algos.Define(algos.Demo{
	ID:    "random-forest",
	Title: "Random forest",
	Keywords: "random forests, random feature subset, random subspaces, bagging, base learner, permutation importance, out-of-bag (OOB) error, " +
		"diversity, categorical feature, ensemble, bootstrap sample, Breiman, 随机森林, 随机子空间, 置换重要性, 集成学习, 决策树",
	Summary:       "Bagged decision trees with a random feature subset at each split: weaker but less correlated base learners, a vote of lower variance.",
	Units:         algos.Units{Step: "tree", First: "one <step> is trained with random feature subsets and votes"},
	Family:        "Trees and ensembles",
	Prerequisites: []string{"bagging"},
	Input: input.Spec{
		Points:    &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: dataset.MaxClasses},
		Table:     &input.Table{Target: dataset.Either, Words: true},
		ScaleFree: true,
	},
	Formula: `\bar p(x) = \frac{1}{B}\sum_{b=1}^{B} p_b(x), \quad \operatorname{Var} \bar p = \rho\sigma^2 + \frac{1-\rho}{B}\,\sigma^2`,
	Sources: files,
	Books:   []fs.FS{committee.Words, sheet.Words},
	Refs: []algos.Ref{
		{Source: "001", Where: "chapter 9, §9.3"},
		{Source: "002", Where: "lecture 6, random forest"},
		{Source: "003", Where: "random forests"},
		{Source: "L. Breiman, Machine Learning 45 (2001)", Where: "feature subsets per split, the out-of-bag error, permutation importance"},
		{Source: "T. K. Ho, IEEE TPAMI 20 (1998)", Where: "feature subsets per tree (random subspace method)"},
	},
	MinPoints: 1, TooFew: "There are no points yet: place some of both classes on the board.",
	Metrics:   committee.MetricNames,
	Renamed:   committee.Renamed,
	Charts:    committee.Charts,
	Questions: []algos.Question{committee.AskImportant, committee.AskTrend, committee.AskWrong},
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

func bind(o *committee.Options, s *param.Set) {
	o.Bind(s, 25)
	s.Int(&o.MaxFeatures, "max_features", 1, 1, 10).Was("features").Slider(1, 6).Label("max features d′").
		Hint("size of the random feature subset; d′ = all features is bagging; scikit-learn: max_features")
	s.Choice(&o.FeatureSampling, "feature_sampling", committee.Split,
		param.Option{Value: committee.Split, Label: "per split", Hint: "a new subset at every split: Breiman, scikit-learn"},
		param.Option{Value: committee.Tree, Label: "per tree (subspace)", Hint: "random subspace method: one subset for the whole tree; notes 001, 002, 003"},
	).Was("per").Label("feature sampling")
	s.Choice(&o.FeatureSet, "feature_set", committee.Plain,
		param.Option{Value: committee.Plain, Label: "x₁, x₂"},
		param.Option{Value: committee.Rotated, Label: "+ x₁+x₂, x₁−x₂", Hint: "oblique splits along the diagonals, besides axis-aligned splits"},
		param.Option{Value: committee.Products, Label: "+ x₁², x₁x₂, x₂²", Hint: "quadratic features: splits in pairs, and along hyperbolas"},
		param.Option{Value: committee.Noise, Label: "+ four noise features", Hint: "features that are independent of the class"},
	).Was("columns").Reads("plain", committee.Plain).Reads("rotated", committee.Rotated).Label("feature set").
		Hint("features computed from a point; a table has its own")
	o.BindShown(s)
}

// run is the textbook loop, a tree in two small steps.
func run(ctx context.Context, p algos.Problem, o committee.Options) (iter.Seq[algos.Step], error) {
	o.Forest = true
	t, err := committee.NewTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		show := func(s algos.Step, v committee.View) bool {
			s.View = view{v}
			return yield(s)
		}
		now := t.Start()
		if !show(now.Started()) {
			return
		}
		for b := range t.Estimators {
			m, err := t.Member(ctx, b+1) // draw rows, grow a tree
			if err != nil || !show(now.Drawn(m)) {
				return
			}
			now, err = now.After(ctx, m) // it votes
			if err != nil || !show(now.Voted()) {
				return
			}
		}
	}, nil
}
