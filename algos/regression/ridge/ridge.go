// Package ridge teaches ridge regression: least squares at a price for long θ,
//
//	J(θ) = Σ (yᵢ − θ₀ − ⟨θ, xᵢ⟩)² + λ‖θ‖²
//
// with θ₀ free or paid for as well. The exact solver is least squares on the rows of X
// with those of √λI below (Householder's QR, package lsq), one column a step. Gradient
// descent comes to the same minimum for η < 2/L, and the online solver takes one row a
// step by a rank-one update of the inverse (Sherman and Morrison). Everything about other
// λ, the path, the degrees of freedom, the errors at rows left out and the expected error
// for a known θ*, comes from the singular values of X.
package ridge

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
	"playground/algos/regression/internal/squares"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is ridge regression.
var Demo = algos.Define(algos.Demo{
	ID:    "ridge",
	Title: "Ridge regression",
	Keywords: "Tikhonov regularisation, L2 penalty, weight decay, shrinkage, degrees of freedom, hat matrix, leave-one-out, Sherman–Morrison, " +
		"recursive least squares, MAP, ridge trace, bias and variance, 岭回归, L2 正则化, 收缩, 自由度, 递推最小二乘",
	Summary:       "Least squares that pays for long coefficients: a little bias buys much less variance.",
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Formula: `\min_{\theta_0,\,\theta}\; \sum_i \bigl(y_i - \theta_0 - \langle\theta, x_i\rangle\bigr)^2 + \lambda\,\|\theta\|^2`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "2.3, 2.5, 2.7 (ridge, its bias, MAP), 0.3 (Sherman–Morrison)"},
		{Source: "002", Where: "§1 (ridge), lecture on Bayesian regression (MAP)"},
		{Source: "004", Where: "part D (regularised regression, bias and variance)"},
		{Source: "A. E. Hoerl, R. W. Kennard, Ridge Regression, Technometrics 12 (1970)", Where: "sections 2–4"},
	},
	Books:     []fs.FS{penalised.Words, squares.Words},
	MinPoints: 1, TooFew: tooFew,
	Metrics: []string{"objective", "least", "excess", "rss", "norm"},
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective", Y: "J", Series: []mark.Series{
			{Metric: "objective", Label: "of this step"}, {Metric: "least", Label: "of the solution", Bound: true},
		}},
		{ID: "excess", Title: "Above the least value", Y: "J", Log: true, Series: []mark.Series{{Metric: "excess", Label: "J − min J"}}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

const tooFew = "There are no points yet: put some on the board."

// Options are the parameters of the demo.
type Options struct {
	Lambda     float64
	Penalise   string
	Solver     string
	Eta        float64
	Iterations int
	Labels     string
	Truth      [2]float64
	NoiseVar   float64
	Risk       string
	Probe      float64
	Beside     string
}

// The choices.
const (
	slopes = "slopes"
	all    = "all"

	exact  = "exact"
	gd     = "gd"
	online = "online"

	given = "given"
	drawn = "drawn"

	ofTheta      = "theta"
	ofPrediction = "prediction"

	sum     = "sum"
	bayes   = "bayes"
	freedom = "freedom"
)

func bind(o *Options, s *param.Set) {
	s.Float(&o.Lambda, "lambda", 1, 0, 1e12).Log(1e-4, 1e4).Label("penalty λ").
		Hint("0 is least squares; drag it along the paths of the coefficients, too")
	s.Choice(&o.Penalise, "penalise", slopes,
		param.Option{Value: slopes, Label: "the slopes", TeX: `\lambda\sum_{j \ge 1}\theta_j^2`},
		param.Option{Value: all, Label: "θ₀ as well", TeX: `\lambda\sum_{j \ge 0}\theta_j^2`, Hint: "as formulas have it that append a 1 to every x: the fit " +
			"then depends on where y has its 0"},
	).Label("what is penalised")
	s.Choice(&o.Solver, "solver", exact,
		param.Option{Value: exact, Label: "exact (QR)", TeX: `\begin{bmatrix} X \\ \sqrt{\lambda}\,I \end{bmatrix} = QR`},
		param.Option{Value: gd, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla J(\theta)`},
		param.Option{
			Value: online, Label: "online (rank one)", TeX: `(A + kdd^\top)^{-1} = A^{-1} - \frac{k\,A^{-1}dd^\top A^{-1}}{1 + k\,d^\top A^{-1}d}`,
			Hint: "one row a step, without ever solving a system",
		},
	)
	s.Float(&o.Eta, "eta", 0.004, 1e-24, 1e6).Log(1e-4, 1).Label("step size η").When("solver", gd).
		Hint("drag it under its curve: below 2/L the descent comes to the minimum, above it runs away")
	s.Int(&o.Iterations, "iterations", 300, 1, 5000).Slider(10, 1000).Label("most updates").When("solver", gd)
	s.Choice(&o.Beside, "beside", sum,
		param.Option{Value: sum, Label: "the sum with the penalty", TeX: `\|y - X\theta\|^2 + \lambda\|\theta\|^2`},
		param.Option{Value: bayes, Label: "prior and posterior", TeX: `p(\theta \mid y) \propto p(y \mid \theta)\; N(\theta;\, 0,\, \tfrac{\sigma^2}{\lambda} I)`},
		param.Option{Value: freedom, Label: "degrees of freedom", TeX: `\sum_k \frac{d_k^2}{d_k^2 + \lambda}`},
	).Label("beside the ball")
	s.Choice(&o.Labels, "labels", given,
		param.Option{Value: given, Label: "as they are"},
		param.Option{
			Value: drawn, Label: "drawn from a known θ*",
			TeX: `y = \theta_0^* + \langle\theta^*, x\rangle + \varepsilon, \quad \varepsilon \sim N(0, \sigma^2)`,
		},
	).Label("targets").Hint("with a known θ* bias and variance can be computed; another seed draws other targets")
	s.Float(&o.NoiseVar, "noise_var", 1, 1e-9, 1e9).Log(0.01, 100).Label("noise variance σ²").
		Hint("of the targets that are drawn, and of prior and posterior: σ²/λ is the prior's variance")
	s.Point(&o.Truth, "truth", [2]float64{0, 1}, 1e6).Label("true θ*").When("labels", drawn).
		Hint("θ₀* and θ₁* of a line; θ₁* and θ₂* where there are more inputs")
	s.Choice(&o.Risk, "risk", ofTheta,
		param.Option{Value: ofTheta, Label: "of the coefficients", TeX: `\operatorname{E}\,\|\hat\theta - \theta^*\|^2`},
		param.Option{Value: ofPrediction, Label: "of a prediction", TeX: `\operatorname{E}\bigl(\hat f(x) - f^*(x)\bigr)^2`},
	).Label("expected error").When("labels", drawn)
	s.Float(&o.Probe, "probe", 1, -1e6, 1e6).Slider(-5, 5).Label("at x").When("risk", ofPrediction).And("labels", drawn).
		Hint("where the prediction is made; all inputs have this value")
}

// run is the loop of the solver that was chosen.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	loop := t.reflect
	switch o.Solver {
	case gd:
		loop = t.descend
	case online:
		loop = t.rows
	}
	return func(yield func(algos.Step) bool) {
		for s := range loop() {
			if !yield(view{state: s}.step()) {
				return
			}
		}
	}, nil
}
