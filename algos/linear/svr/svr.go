// Package svr teaches support vector regression: the flattest function that has
// all targets within ε, or pays for those outside of this tube,
//
//	minimise  ½‖w‖² + C Σ ξᵢ   with  |f(xᵢ) − yᵢ| ≤ ε + ξᵢ,  ξᵢ ≥ 0.
//
// Its dual has two variables a point, α for one above the tube and α* for one
// below,
//
//	maximise  Σ yᵢβᵢ − ε Σ (αᵢ + αᵢ*) − ½ ΣΣ βᵢβⱼ k(xᵢ, xⱼ),  β = α − α*,
//	with      Σ βᵢ = 0,  0 ≤ αᵢ, αᵢ* ≤ C,
//
// and the function is f(x) = Σ βᵢ k(xᵢ, x) + b. (001, §4.5 calls α and α* γ and β.)
//
// Package smo solves it as it solves the classifier, one pair of variables at a
// time, and package pairs has the loop; this package tells it as a story.
package svr

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

// Demo is ε-support vector regression by SMO.
var Demo = algos.Define(algos.Demo{
	ID:       "svr",
	Title:    "Support vector regression",
	Keywords: "SVM, SVR, epsilon tube, regression, kernel, SMO, 支持向量回归, 回归",
	Summary: "ε-insensitive regression (ε-SVR) by SMO: the flattest function within ε of the data; only points on or outside the tube are " +
		"support vectors.",
	Family:        "Regression",
	Prerequisites: []string{"svm"},
	Units:         algos.Units{Step: "pair"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: 1000}},
	Formula:       `\min_{w,\,b}\; \frac{1}{2}\|w\|^2 + C\sum_i \max(0,\, |f(x_i) - y_i| - \varepsilon), \quad f(x) = \sum_i \beta_i k(x_i, x) + b`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "001", Where: "chapter 4, §4.5 (support vector regression)"},
		{Source: "A. J. Smola, B. Schölkopf, Statistics and Computing 14 (2004)", Where: "a tutorial on support vector regression"},
		{Source: "C.-C. Chang, C.-J. Lin, LIBSVM, ACM TIST 2 (2011)", Where: "§2.3 and §4 (one solver for both)"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some.",
	Metrics: metricNames,
	Charts: append(
		pairs.Charts,
		mark.Chart{ID: "support", Title: "Support vectors", Y: "points", Series: []mark.Series{
			{Metric: "sv", Label: "β ≠ 0"},
			{Metric: "bounded", Label: "|β| = C"},
			{Metric: "outside", Label: "outside the tube", Role: mark.RoleBad},
		}},
		mark.Chart{ID: "errors", Title: "Errors", Y: "residual", Series: []mark.Series{
			{Metric: "rmse", Label: "RMSE"},
			{Metric: "slack", Label: "mean slack ξ", Role: mark.RoleBad},
		}}),
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures, Books: []fs.FS{pairs.Words},
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	kernel.Options
	C       float64 // penalty of a slack
	Epsilon float64 // half the width of the tube
	Tol     float64 // largest KKT violation at which the run has converged
}

func bind(o *Options, s *param.Set) {
	s.Float(&o.C, "C", 1, 1e-6, 1e9).Log(0.01, 1000).Label("regularisation C").
		Hint("inverse regularisation strength: small C = flatter function, large C = follows the data; scikit-learn: C")
	s.Float(&o.Epsilon, "epsilon", 0.1, 0, 1e9).Slider(0, 1).Label("tube half-width ε").
		Hint("half-width of the ε-insensitive tube: 0 = every point contributes, large = sparse and flat; scikit-learn: epsilon")
	o.Bind(s, kernel.Options{Kernel: "rbf", Gamma: 0.5, Degree: 3, Coef0: 1})
	s.Float(&o.Tol, "tol", 1e-8, 1e-12, 1).Log(1e-10, 0.1).Label("tolerance").Group("Solver").
		Hint("largest KKT violation at convergence: small = accurate, slow; scikit-learn: tol")
}

// maxPairs is the most pairs that a run optimises.
const maxPairs = 200_000

// run chooses the pair that violates the conditions most and optimises it, until no
// pair does: [pairs.Steps].
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if err := kernel.TooLarge(o.New(), p.Points); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(p, o)
		var now *state
		solver := t.solver()
		algos.Uses(ctx, solver)
		for at := range pairs.Steps(solver, o.Tol, maxPairs) {
			switch at.Phase {
			case pairs.Starting:
				now = t.look(at)
			case pairs.Optimising:
				now = t.after(now, at)
			}
			if !yield(view{now, at.Phase}.step()) || now.Status.Final() {
				return
			}
		}
	}, nil
}
