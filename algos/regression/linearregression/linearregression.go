// Package linearregression teaches ordinary least squares: the θ that minimises
//
//	Σ (yᵢ − θ₀ − ⟨θ, xᵢ⟩)².
//
// The exact solver takes the columns of X one by one (Householder's QR, package
// lsq) and shows the fit by those so far. Beside it are the normal equations, and
// how many digits they lose; gradient descent on the plane of two parameters, by all samples,
// one sample, a mini-batch or with momentum, which converges only for η < 2/L; and
// Lᵖ losses of the residuals, Σ|rᵢ|ᵖ, by iteratively reweighted least squares (IRLS).
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
	Summary: "Ordinary least squares (OLS): exact by QR, by gradient descent, SGD or momentum, or with an Lᵖ loss (IRLS).",
	Family:  "Regression",
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Formula: `\min_{\theta_0,\,\theta}\; \sum_i \bigl(y_i - \theta_0 - \langle\theta, x_i\rangle\bigr)^2`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.1 (least squares, other powers)"},
		{Source: "002", Where: "§1 (linear regression, gradient, closed form)"},
		{Source: "003", Where: "linear regression, gradient descent, SGD and momentum"},
		{Source: "004", Where: "handout D (Gaussian linear model)"},
		{Source: "Å. Björck, Numerical Methods for Least Squares Problems (1996)", Where: "chapters 1 and 2"},
	},
	MinPoints: 1, TooFew: tooFew,
	Metrics: []string{"loss", "min_loss", "excess", "rss"}, Renamed: map[string]string{"least": "min_loss"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Loss", Y: "loss", Series: []mark.Series{
			{Metric: "loss", Label: "current"}, {Metric: "min_loss", Label: "exact solution", Bound: true},
		}},
		{ID: "excess", Title: "Excess loss (log scale)", Y: "loss", Log: true, Series: []mark.Series{{Metric: "excess", Label: "loss − minimum loss"}}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
	Books: []fs.FS{squares.Words},
}, bind, run)

const tooFew = "There are no points yet: put some on the board."

// Options are the parameters of the demo.
type Options struct {
	Solver    string
	Loss      string
	Eta       float64
	Momentum  float64 // α
	Batch     int
	P         float64 // power of the residuals
	MaxIter   int
	Intercept bool
	Overlay   string // what is drawn on the board besides the fit
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

// What is drawn on the board besides the fit.
const (
	squared  = "squares"
	gaussian = "gaussian"
	binned   = "regression-function"
	refitted = "refits"
	powers   = "powers"
	plain    = "none"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Solver, "solver", exact,
		param.Option{Value: exact, Label: "exact (QR)", TeX: `X = QR, \quad R\,\theta = Q^\top y`},
		param.Option{Value: gd, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla L(\theta)`},
		param.Option{Value: sgd, Label: "SGD", TeX: `\theta \leftarrow \theta - \eta\,\nabla L_i(\theta)`, Hint: "stochastic gradient descent: one " +
			"random sample per step"},
		param.Option{Value: minibatch, Label: "mini-batch SGD", TeX: `\theta \leftarrow \theta - \eta\,\nabla L_B(\theta)`, Hint: "one random " +
			"mini-batch per step"},
		param.Option{
			Value: momentum, Label: "momentum", TeX: `V \leftarrow \alpha V - \eta\,\nabla L(\theta), \quad \theta \leftarrow \theta + V`,
			Hint: "gradient descent with momentum (heavy ball)",
		},
		param.Option{Value: irls, Label: "Lᵖ loss (IRLS)", TeX: `\min_\theta \sum_i |r_i|^p, \quad w_i = |r_i|^{p-2}`, Hint: "iteratively " +
			"reweighted least squares; p = 1: least absolute deviations"},
	)
	s.Choice(&o.Loss, "loss", mean,
		param.Option{Value: mean, Label: "mean", TeX: `L = \frac{1}{n}\sum_i r_i^2`},
		param.Option{Value: sum, Label: "sum", TeX: `L = \sum_i r_i^2`},
	).Label("loss").Hint("same minimiser; the summed loss has an n-times larger gradient, so the learning rate must be n times smaller")
	descents := []string{gd, sgd, minibatch, momentum}
	s.Float(&o.Eta, "eta", 0.1, 1e-24, 1e6).Log(0.001, 10).Label("learning rate η").When("solver", descents...).
		Hint("drag along the curve: η < 2/L converges, η > 2/L diverges (scikit-learn: eta0 of SGDRegressor)")
	s.Float(&o.Momentum, "momentum", 0.9, 0, 0.999).Was("alpha").Slider(0, 0.99).Label("momentum α").When("solver", momentum).
		Hint("0: plain gradient descent; near 1: long memory, oscillations")
	s.Int(&o.Batch, "batch", 8, 1, dataset.MaxPoints).Slider(1, 64).Label("batch size").When("solver", minibatch)
	s.Float(&o.P, "p", 1, 1, 4).Label("exponent p of the loss").When("solver", irls).
		Hint("1: absolute loss, robust to outliers; 2: squared loss; 4: dominated by the largest residuals")
	s.Int(&o.MaxIter, "max_iter", 200, 1, 5000).Was("iterations").Slider(10, 1000).Label("max iterations").When("solver", append(descents, irls)...)
	s.Bool(&o.Intercept, "fit_intercept", true).Was("intercept").Label("intercept θ₀").
		Hint("off: the line goes through the origin (scikit-learn: fit_intercept)")
	s.Choice(&o.Overlay, "overlay", squared,
		param.Option{Value: squared, Label: "squared residuals", Hint: "least squares minimises the total area of these squares"},
		param.Option{Value: gaussian, Label: "Gaussian noise model", TeX: `y \mid x \sim N\bigl(f(x),\, \hat\sigma^2\bigr)`, Hint: "f ± σ̂, and the density of y " +
			"at some x; maximum likelihood"},
		param.Option{Value: binned, Label: "regression function E[y | x]", TeX: `E[y \mid x]`, Hint: "mean target at each input, or in intervals of x"},
		param.Option{Value: refitted, Label: "refits to resampled noise", TeX: `y_i' = \hat f(x_i) + \varepsilon_i, \quad \varepsilon_i \sim N(0, \hat\sigma^2)`},
		param.Option{Value: powers, Label: "several exponents p", TeX: `\min_\theta \sum_i |r_i|^p`, Hint: "the lines for p = 1, 1.5, 2, 4 and ∞ at once"},
		param.Option{Value: plain, Label: "residuals only"},
	).Label("overlay").Was("squares").Reads("true", squared).Reads("false", plain).Hint("drawn on the plot besides the fit, for one feature")
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
