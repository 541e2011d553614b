// Package randomforest teaches random forests: bagged trees that may look at a few columns only, drawn at random.
//
//	for b = 1, 2, …, B:
//	    draw n rows with replacement
//	    hᵦ = a tree grown on them, whose splits look at d′ of the d columns:
//	         drawn once for the tree (the notes), or anew for every split (Breiman)
//	the forest says what most hᵦ say
//
// The trees are worse alone, and less alike: of the variance ρσ² + (1−ρ)σ²/B of their mean the first term gets smaller.
//
// Sources: L. Breiman, Machine Learning 45 (2001); T. K. Ho, IEEE TPAMI 20 (1998), with columns for the tree.
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
	ID:            "random-forest",
	Title:         "Random forest",
	Keywords:      "random forests, random subspaces, bagging, permutation importance, out-of-bag, OOB, ensemble, Breiman, 随机森林, 随机子空间, 置换重要性, 集成学习, 决策树",
	Summary:       "Bagged trees that may look at a few columns only: worse alone, less alike, better together.",
	Units:         algos.Units{Step: "tree", First: "one <step> joins, each split of which looks at columns drawn at random"},
	Family:        "Trees and ensembles",
	Prerequisites: []string{"bagging"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: dataset.MaxClasses},
		Table:  &input.Table{Target: dataset.Either, Words: true},
	},
	Formula: `\bar p(x) = \frac{1}{B}\sum_{b=1}^{B} p_b(x), \quad \operatorname{Var} \bar p = \rho\sigma^2 + \frac{1-\rho}{B}\,\sigma^2`,
	Sources: files,
	Books:   []fs.FS{committee.Words, sheet.Words},
	Refs: []algos.Ref{
		{Source: "001", Where: "chapter 9, §9.3"},
		{Source: "002", Where: "lecture 6, random forest"},
		{Source: "003", Where: "part B, random trees"},
		{Source: "L. Breiman, Machine Learning 45 (2001)", Where: "columns for every split, the out-of-bag error, importance by permutation"},
		{Source: "T. K. Ho, IEEE TPAMI 20 (1998)", Where: "columns for the whole tree"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some of both classes on the board.",
	Metrics:   committee.MetricNames,
	Charts:    committee.Charts,
	Questions: []algos.Question{committee.AskImportant, committee.AskTrend, committee.AskWrong},
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

func bind(o *committee.Options, s *param.Set) {
	o.Bind(s, 25)
	s.Int(&o.Features, "features", 1, 1, 10).Slider(1, 6).Label("columns drawn d′").Hint("as many as there are, or more: all of them, and the forest is bagging")
	s.Choice(&o.Per, "per", committee.Split,
		param.Option{Value: committee.Split, Label: "for every split", Hint: "Breiman, and most programs"},
		param.Option{Value: committee.Tree, Label: "once for every tree", Hint: "lecture notes 001, 002 and 003"},
	).Label("they are drawn")
	s.Choice(&o.Columns, "columns", committee.Plain,
		param.Option{Value: committee.Plain, Label: "x₁, x₂"},
		param.Option{Value: committee.Rotated, Label: "also x₁+x₂, x₁−x₂", Hint: "cuts along the diagonals"},
		param.Option{Value: committee.Products, Label: "also x₁², x₁x₂, x₂²", Hint: "pairs of cuts, and cuts along hyperbolas"},
		param.Option{Value: committee.Noise, Label: "also four columns of noise", Hint: "numbers that a place has by itself and that know nothing of the class"},
	).Label("columns").Hint("of points; a table has its own")
	o.BindShown(s)
}

// run is the textbook loop, a member in two small steps.
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
		for b := range t.Members {
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
