// Package svm teaches the support vector machine: the dual problem of the
// soft-margin classifier
//
//	maximise  Σαᵢ − ½ ΣΣ αᵢαⱼyᵢyⱼk(xᵢ, xⱼ)  with  Σαᵢyᵢ = 0  and  0 ≤ αᵢ ≤ C
//
// solved by sequential minimal optimisation, one pair of variables at a time.
// The classifier is the sign of f(x) = Σαᵢyᵢk(xᵢ, x) + θ₀. The hard margin is the
// same problem with C = ∞.
//
// Package smo holds the mathematics of a pair and package pairs the loop; this
// package tells it as a story: what each step did, the theoretical guarantees of it,
// and what to draw.
package svm

import (
	"context"
	"embed"
	"io/fs"
	"iter"
	"slices"

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

// Demo is the support vector machine by SMO.
var Demo = algos.Define(algos.Demo{
	ID:    "svm",
	Title: "Support vector machine",
	Keywords: "SVM, SVC, SMO, sequential minimal optimization, maximum margin, kernel trick, RBF, KKT, dual, Lagrange, " +
		"quadratic programming, hinge, 支持向量机, 最大间隔, 对偶, 核函数, 序列最小优化, 二次规划",
	Summary:       "The maximum-margin classifier for two classes, trained by sequential minimal optimisation (SMO): two dual variables per step.",
	Units:         algos.Units{Step: "pair", First: "one <step> of multipliers is optimised, and the margin moves"},
	Family:        "Support vector machines",
	Prerequisites: []string{"svm-primal"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Formula: `\max_{\alpha}\; \sum_i \alpha_i - \frac{1}{2}\sum_{i,j} \alpha_i \alpha_j y_i y_j k(x_i, x_j) ` +
		`\quad \text{s.t.} \quad \sum_i \alpha_i y_i = 0, \quad 0 \le \alpha_i \le C`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 3, §3.1–3.2; chapter 4, §4.1–4.2"},
		{Source: "001", Where: "chapter 4, §4.1–4.4"},
		{Source: "002", Where: "lecture 3 (max margin, soft margin, kernels) and SMO"},
		{Source: "004", Where: "handouts B (primal) and G (duality, XOR)"},
		{Source: "R.-E. Fan, P.-H. Chen, C.-J. Lin, JMLR 6 (2005)", Where: "working set selection using second order information"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of both classes.",
	Metrics: metricNames,
	Charts: append(pairs.Charts, mark.Chart{ID: "margin", Title: "Margin", Y: "1/‖w‖", Series: []mark.Series{
		{Metric: "margin", Label: "1/‖w‖", Role: mark.RoleGood},
	}}, mark.Chart{ID: "support", Title: "Support vectors", Y: "points", Series: []mark.Series{
		{Metric: "sv", Label: "α > 0"},
		{Metric: "bounded", Label: "α = C"},
		{Metric: "errors", Label: "misclassified", Role: mark.RoleBad},
	}}),
	Presets: slices.Concat(presets, spacePresets), Questions: questions, Goals: goals, Fixtures: slices.Concat(fixtures, spaceFixtures), Benches: timed, Books: []fs.FS{pairs.Words},
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	kernel.Options
	Feature
	C    float64 // penalty of a slack
	Hard bool    // C = ∞
	Tol  float64 // largest KKT violation at which the run has converged
}

func bind(o *Options, s *param.Set) {
	s.Float(&o.C, "C", 1, 1e-6, 1e9).Log(0.01, 1000).Label("regularisation C").When("hard_margin", "false").
		Hint("inverse regularisation strength, a hyperparameter: small C = wide margin, more violations; large C = narrow margin, fewer; scikit-learn: C")
	s.Bool(&o.Hard, "hard_margin", false).Was("hard").Label("hard margin").Hint("C = ∞: no margin violations allowed; inseparable classes have no solution")
	o.Bind(s, kernel.Options{Kernel: "rbf", Gamma: 1.2, Degree: 3, Coef0: 1})
	o.Feature.bind(s)
	s.Float(&o.Tol, "tol", 1e-3, 1e-12, 1).Log(1e-9, 0.1).Label("tolerance").Group("Solver").
		Hint("largest KKT violation at convergence: small = accurate, slow; scikit-learn: tol")
}

// maxPairs is the most pairs that a run optimises: a hundred for each of the most
// points that a board takes.
const maxPairs = 100 * dataset.MaxPoints

// run chooses the pair that violates the conditions most and optimises it, until no
// pair does: [pairs.Steps].
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if err := kernel.TooLarge(o.New(), p.Points); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(ctx, p, o)
		solver := t.solver()
		algos.Uses(ctx, solver)
		defer t.gram.Close()
		var now *state
		for at := range pairs.Steps(solver, o.Tol, maxPairs) {
			switch at.Phase {
			case pairs.Starting:
				now = t.look(at)
			case pairs.Optimising:
				now = t.after(now, at)
			}
			if !yield(view{state: now, phase: at.Phase}.step()) || now.Status.Final() {
				return
			}
		}
	}, nil
}
