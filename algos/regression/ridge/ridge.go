// Package ridge teaches ridge regression: least squares with an L2 penalty,
//
//	J(θ) = Σ (yᵢ − θ₀ − ⟨θ, xᵢ⟩)² + λ‖θ‖²
//
// with θ₀ free or penalised as well. The exact solver is least squares on the rows of X
// with those of √λI below (Householder's QR, package lsq), one column per step. Gradient
// descent converges to the same minimum for η < 2/L, and the online solver processes one sample
// per step by a rank-one update of the inverse (Sherman and Morrison). Everything about other
// λ, the path, the effective degrees of freedom, the leave-one-out errors and the expected error
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
	Summary:       "Ridge regression: least squares with an L2 penalty, a little bias for much less variance.",
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values},
		Table:  &input.Table{Target: dataset.Values, Words: true},
	},
	Formula: `\min_{\theta_0,\,\theta}\; \sum_i \bigl(y_i - \theta_0 - \langle\theta, x_i\rangle\bigr)^2 + \lambda\,\|\theta\|^2`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.1.1 (ridge), §2.2 (its bias, MAP), §0.1.2 (Sherman–Morrison)"},
		{Source: "002", Where: "§1 (ridge), lecture on Bayesian regression (MAP)"},
		{Source: "004", Where: "handout D (regularised regression, bias and variance)"},
		{Source: "A. E. Hoerl, R. W. Kennard, Ridge Regression, Technometrics 12 (1970)", Where: "sections 2–4"},
	},
	Books:     []fs.FS{penalised.Words, squares.Words},
	MinPoints: 1, TooFew: tooFew,
	Metrics: []string{"objective", "min_objective", "excess", "rss", "norm"}, Renamed: map[string]string{"least": "min_objective"},
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective", Y: "J", Series: []mark.Series{
			{Metric: "objective", Label: "current"}, {Metric: "min_objective", Label: "exact solution", Bound: true},
		}},
		{ID: "excess", Title: "Excess objective J − min J", Y: "J", Log: true, Series: []mark.Series{{Metric: "excess", Label: "J − min J"}}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

const tooFew = "There are no points yet: put some on the board."

// Options are the parameters of the demo.
type Options struct {
	Lambda   float64
	Penalise string
	Solver   string
	Eta      float64
	MaxIter  int
	Targets  string
	Truth    [2]float64
	NoiseVar float64
	Risk     string
	XEval    float64
	Beside   string
}

// The choices.
const (
	slopes = "false" // of penalize_intercept
	all    = "true"

	exact  = "exact"
	gd     = "gd"
	online = "online"

	given = "given"
	drawn = "simulated"

	ofTheta      = "theta"
	ofPrediction = "prediction"

	sum     = "sum"
	bayes   = "bayes"
	freedom = "dof"
)

func bind(o *Options, s *param.Set) {
	s.Float(&o.Lambda, "lambda", 1, 0, 1e12).Log(1e-4, 1e4).Label("regularisation λ").
		Hint("0: ordinary least squares; large: all coefficients near 0. Also draggable on the regularisation path (scikit-learn: alpha)")
	s.Choice(&o.Penalise, "penalize_intercept", slopes,
		param.Option{Value: slopes, Label: "coefficients only", TeX: `\lambda\sum_{j \ge 1}\theta_j^2`},
		param.Option{Value: all, Label: "coefficients and intercept", TeX: `\lambda\sum_{j \ge 0}\theta_j^2`, Hint: "as in formulas that append a 1 " +
			"to every x; the fit then depends on the origin of y (scikit-learn: not available)"},
	).Label("penalised parameters").Was("penalise").Reads("slopes", slopes).Reads("all", all)
	s.Choice(&o.Solver, "solver", exact,
		param.Option{Value: exact, Label: "exact (QR)", TeX: `\begin{bmatrix} X \\ \sqrt{\lambda}\,I \end{bmatrix} = QR`},
		param.Option{Value: gd, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla J(\theta)`},
		param.Option{
			Value: online, Label: "online (rank-one updates)", TeX: `(A + kdd^\top)^{-1} = A^{-1} - \frac{k\,A^{-1}dd^\top A^{-1}}{1 + k\,d^\top A^{-1}d}`,
			Hint: "recursive least squares: one sample per step by the Sherman–Morrison formula",
		},
	)
	s.Float(&o.Eta, "eta", 0.004, 1e-24, 1e6).Log(1e-4, 1).Label("learning rate η").When("solver", gd).
		Hint("drag along the curve: η < 2/L converges, η > 2/L diverges")
	s.Int(&o.MaxIter, "max_iter", 300, 1, 5000).Was("iterations").Slider(10, 1000).Label("max iterations").When("solver", gd)
	s.Choice(&o.Beside, "beside", sum,
		param.Option{Value: sum, Label: "penalised objective", TeX: `\|y - X\theta\|^2 + \lambda\|\theta\|^2`},
		param.Option{Value: bayes, Label: "prior and posterior", TeX: `p(\theta \mid y) \propto p(y \mid \theta)\; N(\theta;\, 0,\, \tfrac{\sigma^2}{\lambda} I)`},
		param.Option{Value: freedom, Label: "effective degrees of freedom", TeX: `\sum_k \frac{d_k^2}{d_k^2 + \lambda}`},
	).Label("second plot").Reads("freedom", freedom)
	s.Choice(&o.Targets, "targets", given,
		param.Option{Value: given, Label: "given"},
		param.Option{
			Value: drawn, Label: "simulated from a known θ*",
			TeX: `y = \theta_0^* + \langle\theta^*, x\rangle + \varepsilon, \quad \varepsilon \sim N(0, \sigma^2)`,
		},
	).Label("targets").Was("labels").Reads("drawn", drawn).Hint("with known θ* the bias and variance can be computed; change the seed to resample")
	s.Float(&o.NoiseVar, "noise_var", 1, 1e-9, 1e9).Log(0.01, 100).Label("noise variance σ²").
		Hint("of simulated targets, and of the likelihood: the prior variance is σ²/λ")
	s.Point(&o.Truth, "truth", [2]float64{0, 1}, 1e6).Label("true coefficients θ*").When("targets", drawn).
		Hint("θ₀* and θ₁* of a line; θ₁* and θ₂* with more features")
	s.Choice(&o.Risk, "risk", ofTheta,
		param.Option{Value: ofTheta, Label: "coefficients", TeX: `\operatorname{E}\,\|\hat\theta - \theta^*\|^2`},
		param.Option{Value: ofPrediction, Label: "prediction at x", TeX: `\operatorname{E}\bigl(\hat f(x) - f^*(x)\bigr)^2`},
	).Label("expected squared error").When("targets", drawn)
	s.Float(&o.XEval, "x_eval", 1, -1e6, 1e6).Slider(-5, 5).Was("probe").Label("input x").When("risk", ofPrediction).And("targets", drawn).
		Hint("where the prediction is made; all features have this value")
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
