// Package lasso teaches least squares with a penalty that makes coefficients exactly 0:
//
//	‖y − Xθ − θ₀‖²/(2n) + λ(r‖θ‖₁ + (1 − r)‖θ‖²/2)
//
// with r = 1 for the lasso and less for the elastic net. Coordinate descent takes one
// column at a time: the best θⱼ while the others stay is a soft threshold. ISTA takes a
// step down the gradient for all of them and thresholds what comes out. Beside the run
// stand the whole path of solutions against λ, the error on rows left out, and the plane
// of two coefficients, where the ball of the penalty touches the ellipses of the loss.
package lasso

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/penalised"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the lasso.
var Demo = algos.Define(algos.Demo{
	ID:    "lasso",
	Title: "Lasso",
	Keywords: "L1, sparsity, feature selection, soft threshold, coordinate descent, ISTA, proximal gradient, elastic net, regularisation path, duality gap, " +
		"稀疏, 软阈值, 坐标下降, 弹性网, 正则化路径",
	Summary:       "A penalty on |θ| that makes coefficients exactly 0: by coordinate descent or ISTA, with the diamond and the whole path.",
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Units: algos.Units{Step: "update", Pass: "sweep"},
	Formula: `\min_{\theta_0,\,\theta}\; \frac{1}{2n}\|y - X\theta - \theta_0\|^2 + ` +
		`\lambda\Bigl(r\|\theta\|_1 + \frac{1-r}{2}\|\theta\|^2\Bigr)`,
	Sources: files,
	Books:   []fs.FS{penalised.Words},
	Refs: []algos.Ref{
		{Source: "000", Where: "2.4 (lasso)"},
		{Source: "002", Where: "§1 (LASSO)"},
		{Source: "R. Tibshirani, Regression Shrinkage and Selection via the Lasso, JRSS B 58 (1996)"},
		{Source: "J. Friedman, T. Hastie, R. Tibshirani, Regularization Paths for Generalized Linear Models via Coordinate Descent, JSS 33 (2010)"},
		{Source: "A. Beck, M. Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm, SIAM J. Imaging Sci. 2 (2009)", Where: "theorem 3.1"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"objective", "dual", "gap", "excess", "bound", "nonzero"},
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective and dual value", Y: "J", Series: []mark.Series{
			{Metric: "objective", Label: "J(θ)"}, {Metric: "dual", Label: "dual value", Bound: true},
		}},
		{ID: "gap", Title: "What is left", Y: "J − J*", Log: true, Series: []mark.Series{
			{Metric: "gap", Label: "duality gap"}, {Metric: "excess", Label: "J − J*"}, {Metric: "bound", Label: "bound of ISTA", Bound: true},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Lambda     float64
	Ratio      float64
	Solver     string
	Eta        float64 // step size of ISTA, in units of 1/L
	Tol        float64
	Iterations int
	Intercept  bool
	First      int
	Second     int
	Along      string // what stands beside the path
}

// The solvers.
const (
	cd   = "cd"
	ista = "ista"
)

// What is drawn against λ beside the path.
const (
	errors  = "errors"
	freedom = "freedom"
)

func bind(o *Options, s *param.Set) {
	s.Float(&o.Lambda, "lambda", 0.6, 0, 1e12).Log(1e-3, 10).Label("λ").Hint("drag it in the picture of the path; in the notes' scale, Σr² + λ‖θ‖₁, " +
		"it is 2nλ")
	s.Float(&o.Ratio, "ratio", 1, 0, 1).Label("ratio r").Hint("1: lasso; below: elastic net; 0: ridge, which makes nothing 0")
	s.Choice(&o.Solver, "solver", cd,
		param.Option{Value: cd, Label: "coordinate descent", TeX: `\theta_j \leftarrow \frac{S(z_j, \lambda r)}{\|x_j\|^2/n + \lambda(1-r)}`},
		param.Option{
			Value: ista, Label: "ISTA (proximal gradient)",
			TeX: `\theta \leftarrow \frac{S(\theta + \eta X^\top r/n,\; \eta\lambda r)}{1 + \eta\lambda(1-r)}`,
		},
	)
	s.Float(&o.Eta, "eta", 1, 0.01, 4).Label("step size × L").When("solver", ista).Hint("1: η = 1/L, for which the bound holds; above 2 it may run away")
	s.Float(&o.Tol, "tol", 1e-9, 1e-14, 1e-3).Log(1e-12, 1e-3).Label("tolerance").Hint("the run ends where the duality gap is this share of J(0)")
	s.Int(&o.Iterations, "iterations", 1000, 1, 5000).Slider(10, 1000).Label("most sweeps").Hint("of ISTA, updates")
	s.Bool(&o.Intercept, "intercept", true).Label("intercept θ₀").Hint("it is never penalised")
	s.Int(&o.First, "first", 0, 0, penalised.MaxColumns).Label("plane: across").Group("Show").Hint("a column; 0: the one that enters first")
	s.Int(&o.Second, "second", 0, 0, penalised.MaxColumns).Label("plane: up").Group("Show").Hint("a column; 0: the one that enters next")
	s.Choice(&o.Along, "along", errors,
		param.Option{Value: errors, Label: "error on rows left out"},
		param.Option{Value: freedom, Label: "degrees of freedom"},
	).Label("beside the path").Group("Show")
}

// run is the loop of the solver that was chosen.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	loop := t.descend
	if o.Solver == ista {
		loop = t.shrink
	}
	return func(yield func(algos.Step) bool) {
		for s := range loop() {
			if !yield(view{state: s}.step()) {
				return
			}
		}
	}, nil
}
