// Package linearregression teaches least squares: the θ that makes
//
//	Σ (yᵢ − θ₀ − ⟨θ, xᵢ⟩)²
//
// least. The exact solver takes the columns of X one by one (Householder's QR, package
// lsq) and shows the fit by those so far. Beside it stand the normal equations, and
// how many digits they lose; the descent on the plane of two parameters, by all rows,
// one row, a few rows or with momentum, which comes to the minimum only for η < 2/L; and
// other powers of the residuals, Σ|rᵢ|ᵖ, by least squares that are weighted again and
// again (IRLS).
package linearregression

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
	"playground/algos/regression/internal/squares"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is linear regression.
var Demo = algos.Define(algos.Demo{
	ID:    "linear-regression",
	Title: "Linear regression",
	Keywords: "least squares, OLS, QR, Householder, normal equations, gradient descent, SGD, mini-batch, momentum, IRLS, least absolute deviations, " +
		"mtcars, 最小二乘, 线性回归, 梯度下降",
	Summary: "The line whose squares are smallest: solved exactly, by gradient descent, or with other powers of the residuals.",
	Family:  "Regression",
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Formula: `\min_{\theta_0,\,\theta}\; \sum_i \bigl(y_i - \theta_0 - \langle\theta, x_i\rangle\bigr)^2`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "2.1–2.2 (least squares, other powers)"},
		{Source: "002", Where: "§1 (linear regression, gradient, closed form)"},
		{Source: "003", Where: "linear regression, gradient descent, SGD and momentum"},
		{Source: "004", Where: "part D (Gaussian linear model)"},
		{Source: "Å. Björck, Numerical Methods for Least Squares Problems (1996)", Where: "chapters 1 and 2"},
	},
	MinPoints: 1, TooFew: tooFew,
	Metrics: []string{"loss", "least", "excess", "rss"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Loss", Y: "loss", Series: []mark.Series{
			{Metric: "loss", Label: "of this step"}, {Metric: "least", Label: "of the exact solution", Bound: true},
		}},
		{ID: "excess", Title: "Above the least loss", Y: "loss", Log: true, Series: []mark.Series{{Metric: "excess", Label: "loss − least loss"}}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
	Books: []fs.FS{squares.Words},
}, bind, run)

const tooFew = "There are no points yet: put some on the board."

// Options are the parameters of the demo.
type Options struct {
	Solver     string
	Loss       string
	Eta        float64
	Alpha      float64 // momentum
	Batch      int
	P          float64 // power of the residuals
	Iterations int
	Intercept  bool
	Squares    bool
}

// The solvers and the losses.
const (
	exact     = "exact"
	gd        = "gd"
	sgd       = "sgd"
	minibatch = "minibatch"
	momentum  = "momentum"
	irls      = "irls"

	sum  = "sum"
	mean = "mean"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Solver, "solver", exact,
		param.Option{Value: exact, Label: "exact (QR)", TeX: `X = QR, \quad R\,\theta = Q^\top y`},
		param.Option{Value: gd, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla L(\theta)`},
		param.Option{Value: sgd, Label: "stochastic gradient", TeX: `\theta \leftarrow \theta - \eta\,\nabla L_i(\theta)`, Hint: "one row a step, drawn at random"},
		param.Option{Value: minibatch, Label: "mini-batches", TeX: `\theta \leftarrow \theta - \eta\,\nabla L_B(\theta)`, Hint: "a few rows a step, " +
			"drawn at random"},
		param.Option{Value: momentum, Label: "momentum", TeX: `V \leftarrow \alpha V - \eta\,\nabla L(\theta), \quad \theta \leftarrow \theta + V`},
		param.Option{Value: irls, Label: "other powers (IRLS)", TeX: `\min_\theta \sum_i |r_i|^p, \quad w_i = |r_i|^{p-2}`, Hint: "weighted least " +
			"squares, again and again"},
	)
	s.Choice(&o.Loss, "loss", mean,
		param.Option{Value: mean, Label: "mean", TeX: `L = \frac{1}{n}\sum_i r_i^2`},
		param.Option{Value: sum, Label: "sum", TeX: `L = \sum_i r_i^2`},
	).Label("loss").Hint("the minimum is at the same place; a sum has a gradient n times as long, so it needs a step size n times as small")
	descents := []string{gd, sgd, minibatch, momentum}
	s.Float(&o.Eta, "eta", 0.1, 1e-24, 1e6).Log(0.001, 10).Label("step size η").When("solver", descents...).
		Hint("drag it under its curve: below 2/L the descent comes to the minimum, above it runs away")
	s.Float(&o.Alpha, "alpha", 0.9, 0, 0.999).Slider(0, 0.99).Label("momentum α").When("solver", momentum)
	s.Int(&o.Batch, "batch", 8, 1, dataset.MaxPoints).Slider(1, 64).Label("rows in a batch").When("solver", minibatch)
	s.Float(&o.P, "p", 1, 1, 4).Label("power p").When("solver", irls).
		Hint("1: absolute values, which outliers hardly move; 2: squares; 4: the largest residuals count most")
	s.Int(&o.Iterations, "iterations", 200, 1, 5000).Slider(10, 1000).Label("most updates").When("solver", append(descents, irls)...)
	s.Bool(&o.Intercept, "intercept", true).Label("intercept θ₀").Hint("without it the line goes through the origin")
	s.Bool(&o.Squares, "squares", true).Label("residuals as squares").Hint("least squares makes the sum of these areas least")
}

// run is the loop of the solver that was chosen.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	loop := t.descend
	switch o.Solver {
	case exact:
		loop = t.reflect
	case irls:
		loop = t.reweight
	}
	return func(yield func(algos.Step) bool) {
		for s := range loop() {
			if !yield(view{state: s}.step()) {
				return
			}
		}
	}, nil
}
