// Package kernelridge teaches kernel ridge regression: of all functions f of the
// kernel's space the one with the smallest
//
//	J(f) = Σ (yᵢ − f(xᵢ))² + λ‖f‖².
//
// By the representer theorem it is a kernel expansion with one coefficient per point,
//
//	f(x) = Σ αᵢ k(xᵢ, x),  (K + λI) α = y,
//
// so that every coefficient is a residual over λ: λαᵢ = yᵢ − f(xᵢ). There is no intercept.
//
// The run solves the system in one of three ways: by a Cholesky factor that grows by
// a row for every observation, one coefficient at a time, or by conjugate gradients.
package kernelridge

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is kernel ridge regression.
var Demo = algos.Define(algos.Demo{
	ID:            "kernel-ridge",
	Title:         "Kernel ridge regression",
	Keywords:      "KRR, representer theorem, RKHS, reproducing kernel, regularisation, dual ridge, 核岭回归, 表示定理, 再生核希尔伯特空间",
	Summary:       "Regression with a kernel and an RKHS-norm penalty: by the representer theorem one coefficient per point, each a residual over λ.",
	Units:         algos.Units{First: "one <step> adds an observation and its kernel function"},
	Family:        "Regression",
	Prerequisites: []string{"kernel-perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: 300}},
	Formula:       `\min_f\; \sum_i (y_i - f(x_i))^2 + \lambda\|f\|^2, \quad f(x) = \sum_i \alpha_i k(x_i, x), \quad (K + \lambda I)\,\alpha = y`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 4 (representer theorem)"},
		{Source: "004", Where: "handout F (kernels)"},
		{Source: "B. Schölkopf, R. Herbrich, A. J. Smola, COLT 2001", Where: "a generalized representer theorem"},
		{Source: "C. Saunders, A. Gammerman, V. Vovk, ICML 1998", Where: "ridge regression in dual variables"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some to the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective", Y: "J", Series: []mark.Series{
			{Metric: "objective", Label: "J = RSS + λ‖f‖²", Role: mark.RoleAccent},
			{Metric: "sse", Label: "RSS", Role: mark.RoleBad},
			{Metric: "bound", Label: "dual lower bound of J", Bound: true},
		}},
		{ID: "norm", Title: "RKHS norm of f", Y: "‖f‖²", Series: []mark.Series{{Metric: "norm2", Label: "‖f‖²"}}},
	},
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures, Benches: timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	kernel.Options
	Lambda float64 // λ
	Solver string
	Tol    float64    // of the iterations: ‖y − (K+λI)α‖ ≤ Tol·‖y‖ ends them
	XQuery [2]float64 // where f⊥ is shown
	Side   string     // what the side plots show
}

// The solvers.
const (
	exact      = "exact"
	coordinate = "coordinate"
	conjugate  = "cg"
)

// What the side plots show.
const (
	alongLambda = "path"
	threeLosses = "losses"
)

func bind(o *Options, s *param.Set) {
	s.Float(&o.Lambda, "lambda", 0.3, 0, 1e9).Log(1e-6, 100).Label("λ").
		Hint("hyperparameter of regularisation: λ → 0 interpolates, large shrinks f to 0; scikit-learn: alpha")
	o.Bind(s, kernel.Options{Kernel: "rbf", Gamma: 2, Degree: 3, Coef0: 1})
	s.Choice(&o.Solver, "solver", exact,
		param.Option{Value: exact, Label: "exact (Cholesky)", TeX: `K + \lambda I = LL^\top`},
		param.Option{
			Value: coordinate, Label: "coordinate descent", TeX: `\alpha_i \leftarrow \alpha_i + r_i/(k_{ii} + \lambda)`,
			Hint: "greedy coordinate (Gauss–Southwell): the largest decrease of J",
		},
		param.Option{Value: conjugate, Label: "conjugate gradients", TeX: `\alpha \leftarrow \alpha + a\,p`, Hint: "at most n iterations in exact arithmetic"},
	).Group("Solver")
	s.Float(&o.Tol, "tol", 1e-6, 1e-12, 0.01).Log(1e-10, 0.01).Label("tolerance").Group("Solver").When("solver", coordinate, conjugate).
		Hint("stop when the residual of the linear system is below this fraction of ‖y‖")
	s.Point(&o.XQuery, "x_query", [2]float64{1.5, 1.1}, 1e9).Was("through").Label("query point of f + g").Group("Show").
		Hint("point through which f + g passes, another function with the same residuals; drag it in the plot of f and g")
	s.Choice(&o.Side, "side", alongLambda,
		param.Option{Value: alongLambda, Label: "path over λ"},
		param.Option{
			Value: threeLosses, Label: "three losses", TeX: `\sum_i \ell\bigl(y_i f(x_i)\bigr) + \lambda\|f\|^2`,
			Hint: "squared, logistic and hinge loss on the same points; for targets −1 and 1",
		},
	).Label("side plots").Group("Show")
}

// maxSteps is the most steps of an iteration.
const maxSteps = 3000

// run solves the system (K + λI)α = y.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if err := kernel.TooLarge(o.New(), p.Points); err != nil {
		return nil, err
	}
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		algos.Uses(ctx, t)
		switch o.Solver {
		case coordinate:
			t.byCoordinates(yield)
		case conjugate:
			t.byDirections(yield)
		default:
			t.byRows(ctx, yield)
		}
	}, nil
}
