// Package lasso teaches least squares with an L1 penalty, which makes coefficients exactly 0:
//
//	‖y − Xθ − θ₀‖²/(2n) + λ(ρ‖θ‖₁ + (1 − ρ)‖θ‖²/2)
//
// with ρ = 1 for the lasso and less for the elastic net. Coordinate descent takes one
// feature at a time: the minimiser θⱼ with the others fixed is a soft threshold. ISTA takes a
// gradient step for all of them and soft-thresholds the result. Beside the run
// are the whole regularisation path, the cross-validation error, and the plane
// of two coefficients, where the ball of the penalty touches the contours of the loss.
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
	Summary:       "Lasso and elastic net: least squares with an L1 penalty and sparse solutions, by coordinate descent or ISTA.",
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Units: algos.Units{Step: "update", Pass: "sweep", First: "one <step> moves the next coefficient to its minimiser"},
	Formula: `\min_{\theta_0,\,\theta}\; \frac{1}{2n}\|y - X\theta - \theta_0\|^2 + ` +
		`\lambda\Bigl(\rho\|\theta\|_1 + \frac{1-\rho}{2}\|\theta\|^2\Bigr)`,
	Sources: files,
	Books:   []fs.FS{penalised.Words},
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.1.2 (lasso)"},
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
		{ID: "gap", Title: "Duality gap and suboptimality", Y: "J − J*", Log: true, Series: []mark.Series{
			{Metric: "gap", Label: "duality gap"}, {Metric: "excess", Label: "J − J*"}, {Metric: "bound", Label: "bound of ISTA", Bound: true},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Lambda    float64
	Ratio     float64
	Solver    string
	Eta       float64 // learning rate of ISTA, in units of 1/L
	Tol       float64
	MaxIter   int
	Intercept bool
	First     int
	Second    int
	Along     string // what stands beside the path
}

// The solvers.
const (
	cd   = "cd"
	ista = "ista"
)

// What is drawn against λ beside the path.
const (
	cv      = "cv"
	freedom = "dof"
)

func bind(o *Options, s *param.Set) {
	s.Float(&o.Lambda, "lambda", 0.6, 0, 1e12).Log(1e-3, 10).Label("regularisation λ").
		Hint("0: least squares; λ_max or more: all coefficients 0. Also draggable " +
			"on the path (scikit-learn: alpha)")
	s.Float(&o.Ratio, "l1_ratio", 1, 0, 1).Was("ratio").Label("L1 ratio ρ").
		Hint("1: lasso; between: elastic net; 0: ridge, no sparsity (scikit-learn: l1_ratio of " +
			"ElasticNet)")
	s.Choice(&o.Solver, "solver", cd,
		param.Option{Value: cd, Label: "coordinate descent", TeX: `\theta_j \leftarrow \frac{S(z_j, \lambda\rho)}{\|x_j\|^2/n + \lambda(1-\rho)}`},
		param.Option{
			Value: ista, Label: "ISTA (proximal gradient)",
			TeX: `\theta \leftarrow \frac{S(\theta + \eta X^\top r/n,\; \eta\lambda\rho)}{1 + \eta\lambda(1-\rho)}`,
		},
	)
	s.Float(&o.Eta, "eta", 1, 0.01, 4).Label("step size (× 1/L)").When("solver", ista).Hint("1: η = 1/L, and the bound holds; above 2 ISTA may diverge")
	s.Float(&o.Tol, "tol", 1e-9, 1e-14, 1e-3).Log(1e-12, 1e-3).Label("tolerance").Hint("stop when the duality gap is below this fraction of J(0) " +
		"(scikit-learn: tol)")
	s.Int(&o.MaxIter, "max_iter", 1000, 1, 5000).Was("iterations").Slider(10, 1000).Label("max iterations (sweeps)").Hint("for ISTA: number of iterations " +
		"(scikit-learn: max_iter)")
	s.Bool(&o.Intercept, "fit_intercept", true).Was("intercept").Label("intercept θ₀").Hint("never penalised (scikit-learn: fit_intercept)")
	s.Int(&o.First, "plot_x", 0, 0, penalised.MaxColumns).Was("first").Label("x-axis coefficient").Group("Show").
		Hint("feature index; 0 = first to enter the path")
	s.Int(&o.Second, "plot_y", 0, 0, penalised.MaxColumns).Was("second").Label("y-axis coefficient").Group("Show").
		Hint("feature index; 0 = second to enter the path")
	s.Choice(&o.Along, "along", cv,
		param.Option{Value: cv, Label: "cross-validation error"},
		param.Option{Value: freedom, Label: "effective degrees of freedom"},
	).Label("second plot").Reads("errors", cv).Reads("freedom", freedom).Group("Show")
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
