// Package svmloocv teaches the leave-one-out error of a support vector machine:
//
//	LOOCV = (1/n) Σₜ Loss(yₜ, f⁻ᵗ(xₜ))
//
// where f⁻ᵗ is the classifier of all points but the t-th and Loss is 1 for a
// wrong label. A point that is no support vector can be left out without any
// effect, hence LOOCV ≤ N/n with N support vectors (004, handout B, proposition
// 1). One step is one refit, from scratch.
package svmloocv

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/linear/internal/pairs"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the leave-one-out error of the support vector machine.
var Demo = algos.Define(algos.Demo{
	ID:            "svm-loocv",
	Title:         "Leave-one-out error of the SVM",
	Keywords:      "SVM, cross-validation, LOOCV, LOO, generalization, generalisation, model selection, 交叉验证, 留一法, 泛化, 模型选择, 支持向量机",
	Summary:       "Leave-one-out cross-validation of an SVM: it is refitted without each point in turn, and only support vectors can be misclassified.",
	Family:        "Support vector machines",
	Prerequisites: []string{"svm"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 300}},
	Formula:       `\text{LOOCV} = \frac{1}{n}\sum_{t=1}^{n} \text{Loss}\bigl(y_t,\, f^{-t}(x_t)\bigr) \le \frac{N}{n}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout B, §1.2: support vectors, equations (9)–(11), proposition 1"},
		{Source: "A. Luntz, V. Brailovsky, Technicheskaya Kibernetica 3 (1969)", Where: "the leave-one-out error is almost unbiased"},
		{Source: "V. Vapnik, Statistical Learning Theory (1998)", Where: "§10.7: leave-one-out and essential support vectors"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of both classes.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "error", Title: "Leave-one-out error and its bound", Y: "error rate", Series: []mark.Series{
			{Metric: "loocv", Label: "leave-one-out errors so far / n", Role: mark.RoleBad},
			{Metric: "bound", Label: "N/n", Bound: true},
			{Metric: "train", Label: "training error"},
		}},
		{ID: "change", Title: "Effect of removing the point", Y: "max |f⁻ᵗ − f| on the points", Series: []mark.Series{
			{Metric: "change", Label: "change of f"},
		}},
		{ID: "margin", Title: "Leave-one-out margin yₜf⁻ᵗ(xₜ)", Y: "margin", Series: []mark.Series{
			{Metric: "score_out", Label: "trained without xₜ: f⁻ᵗ(xₜ)", Role: mark.RoleAccent},
			{Metric: "score_in", Label: "trained with xₜ: f(xₜ)"},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Books: []fs.FS{pairs.Words},
}, bind, run)

// Options are the parameters of the demo: those of the support vector machine.
type Options struct {
	kernel.Options
	C    float64 // penalty of a slack
	Hard bool    // C = ∞
	Tol  float64 // largest KKT violation at which a fit has converged
}

func bind(o *Options, s *param.Set) {
	s.Float(&o.C, "C", 1, 1e-6, 1e9).Log(0.01, 1000).Label("regularisation C").When("hard_margin", "false").
		Hint("inverse regularisation strength: small C = many support vectors, loose bound; large C = few; scikit-learn: C")
	s.Bool(&o.Hard, "hard_margin", false).Was("hard").Label("hard margin").Hint("C = ∞: no margin violations allowed; inseparable classes have no solution")
	o.Bind(s, kernel.Options{Kernel: "rbf", Gamma: 1.2, Degree: 3, Coef0: 1})
	s.Float(&o.Tol, "tol", 1e-8, 1e-12, 1).Log(1e-10, 0.1).Label("tolerance").Group("Solver").
		Hint("largest KKT violation at convergence: small = accurate, slow; scikit-learn: tol")
}

// run fits all points, and then all but one, for every one.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if len(p.Points) == 1 {
		return nil, algos.Refuse("There is only one point: without it the training set is empty.")
	}
	if err := kernel.TooLarge(o.New(), p.Points); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(p, o)
		algos.Uses(ctx, t.gram)
		defer t.gram.Close()
		if t.full = t.nothing(); t.possible() {
			full, err := t.fit(ctx)
			if err != nil {
				return
			}
			if t.full = full; full.sv > 0 {
				if t.only, err = t.fit(ctx, full.bystanders()...); err != nil {
					return
				}
			}
		}
		now := t.start()
		if !yield(now.step()) || now.status.Final() {
			return
		}
		for row := range t.y {
			now = now.leave(row)
			if !yield(now.step()) {
				return
			}
			less, err := t.fit(ctx, row)
			if err != nil {
				return
			}
			now = now.refit(less)
			if !yield(now.step()) {
				return
			}
		}
	}, nil
}
