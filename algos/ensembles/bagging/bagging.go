// Package bagging teaches bagging: trees that are grown on bootstrap samples, and vote.
//
//	for b = 1, 2, …, B:
//	    draw n rows with replacement
//	    hᵦ = a tree grown on them
//	the committee says what most hᵦ say, or the mean of their shares
//
// A sample is out-of-bag with the probability (1 − 1/n)ⁿ → e⁻¹, so every sample has trees that have not seen it. Their
// votes test the ensemble without other points: the out-of-bag error.
//
// Source: L. Breiman, Machine Learning 24 (1996).
package bagging

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

// Demo is bagging with classification trees.
var Demo = algos.Define(algos.Demo{
	ID:    "bagging",
	Title: "Bagging",
	Keywords: "bootstrap aggregating, bootstrap, out-of-bag (OOB) error, ensemble, committee, base learner, diversity, " +
		"categorical feature, tree, Breiman, 装袋法, 自助法, 包外估计, 集成学习, 决策树",
	Summary: "Bootstrap aggregating: an ensemble of decision trees, each trained on a bootstrap sample, votes.",
	Units:   algos.Units{Step: "tree", First: "one <step> is trained on a bootstrap sample and votes"},
	Family:  "Trees and ensembles",
	Input: input.Spec{
		Points:    &input.Points{Dims: []int{1, 2}, Target: dataset.Either, Classes: dataset.MaxClasses},
		Table:     &input.Table{Target: dataset.Either, Words: true},
		ScaleFree: true,
	},
	Formula: `\bar p(x) = \frac{1}{B}\sum_{b=1}^{B} p_b(x), \quad \Pr(\text{out-of-bag}) = \left(1-\frac{1}{n}\right)^n \to e^{-1}`,
	Sources: files,
	Books:   []fs.FS{committee.Words, sheet.Words},
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 6, §6.1"},
		{Source: "001", Where: "chapter 9, §9.2"},
		{Source: "002", Where: "lecture 6, bootstrap and bagging"},
		{Source: "L. Breiman, Machine Learning 24 (1996)", Where: "bagging predictors"},
		{Source: "A. Krogh, J. Vedelsby, NIPS 7 (1995)", Where: "ambiguity decomposition of an ensemble"},
	},
	MinPoints: 1, TooFew: "There are no points yet: place some of both classes on the board.",
	Metrics:   committee.MetricNames,
	Renamed:   committee.Renamed,
	Charts:    committee.Charts,
	Questions: []algos.Question{committee.AskOut, committee.AskTrend, committee.AskWrong},
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

func bind(o *committee.Options, s *param.Set) {
	o.Bind(s, 25)
	o.BindShown(s)
}

// run is the textbook loop, a tree in two small steps.
func run(ctx context.Context, p algos.Problem, o committee.Options) (iter.Seq[algos.Step], error) {
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
