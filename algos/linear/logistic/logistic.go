// Package logistic teaches logistic regression: the probability of the label +1
// is the logistic function of a linear score,
//
//	p(x) = 1/(1 + e^{−f(x)}),  f(x) = θ₁x₁ + θ₂x₂ + θ₀,
//
// and θ minimises Σ log(1 + e^{−y_t f(x_t)}) + (λ/2)(θ₁² + θ₂²), by gradient steps,
// stochastic ones or Newton's method.
//
// Package logit holds the mathematics and the loop of the solvers; this package
// tells it as a story: what each step did, what theory guarantees, and
// what to draw.
package logistic

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is logistic regression.
var Demo = algos.Define(algos.Demo{
	ID:    "logistic",
	Title: "Logistic regression",
	Keywords: "logit, sigmoid, cross-entropy, Newton, IRLS, gradient descent, SGD, stochastic gradient, maximum likelihood, " +
		"classification, L2 penalty, regularisation, decision boundary, log-loss, 逻辑回归, 对数几率回归, 逻辑斯谛回归, 梯度下降, 牛顿法, 交叉熵, 极大似然, 分类",
	Summary:       "A linear classifier that outputs class probabilities, fitted by gradient descent, SGD or Newton's method (IRLS).",
	Family:        "Linear models for classification",
	Prerequisites: []string{"losses", "perceptron"},
	Units:         algos.Units{Step: "update", Pass: "epoch"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Formula: `\min_{\theta,\theta_0}\; \sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr) + \frac{\lambda}{2}\lVert\theta\rVert^2, ` +
		`\quad f(x) = \langle\theta,x\rangle + \theta_0, \quad p(x) = \frac{1}{1+e^{-f(x)}}`,
	Sources: files,
	Books:   []fs.FS{logit.Words},
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 2: sigmoid, cross-entropy with labels 0 and 1, logistic loss with ±1"},
		{Source: "003", Where: "surrogate losses and logistic loss"},
		{Source: "004", Where: "handout C: logistic loss, stochastic gradient, soft balance of mistakes, separable data, ℓ₂ penalty"},
		{Source: "D. Böhning, Annals of the Institute of Statistical Mathematics 44 (1992)", Where: "the bound of the Hessian"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of both classes.",
	Metrics: []string{"loss", "gradient_norm", "decrement", "errors", "norm"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Loss", Y: "loss", Series: []mark.Series{
			{Metric: "loss", Label: "regularised loss", Role: mark.RoleAccent},
			{Metric: "errors", Label: "misclassified points", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "Convergence", Y: "log scale", Log: true, Series: []mark.Series{
			{Metric: "gradient_norm", Label: "‖∇L‖"},
			{Metric: "decrement", Label: "Newton decrement"},
		}},
		{ID: "length", Title: "Norm ‖θ‖", Y: "‖θ‖", Series: []mark.Series{{Metric: "norm", Label: "‖θ‖"}}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	logit.Options
	Lambda  float64
	Labels  string
	Squares bool       // ordinary least squares beside
	Scale   float64    // s, by which a hand multiplies (θ, θ₀)
	Drawn   bool       // labels are drawn from a model
	Truth   [2]float64 // its w
	Truth0  float64    // its w₀
}

// The conventions in which labels are written.
const (
	plusMinus = "pm1" // y = −1 and +1
	zeroOne   = "01"  // ỹ = 0 and 1
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Solver, "solver", logit.Newton,
		param.Option{Value: logit.GD, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla L`},
		param.Option{
			Value: logit.SGD, Label: "SGD", Hint: "one sample per step (a \"soft perceptron\"): fast and noisy",
			TeX: `\theta \leftarrow \theta + \eta\, y_t x_t\bigl(1 - P(y_t \mid x_t)\bigr)`,
		},
		param.Option{Value: logit.MiniBatch, Label: "mini-batches", TeX: `\theta \leftarrow \theta + \eta\sum_{t \in B} y_t x_t\bigl(1 - P(y_t \mid x_t)\bigr)`},
		param.Option{
			Value: logit.Newton, Label: "Newton (IRLS)",
			TeX: `\theta \leftarrow \theta - H^{-1}\nabla L, \quad H = \sum_t p_t(1-p_t)\,\tilde{x}_t\tilde{x}_t^\top + \lambda`,
		},
	)
	s.Float(&o.Lambda, "lambda", 0, 0, 1e6).Slider(0, 10).Label("L2 penalty λ").Hint("strength of the L2 penalty λ‖θ‖²/2: 0 = none; the intercept θ₀ is not " +
		"regularised; scikit-learn: C = 1/λ")
	s.Choice(&o.Labels, "labels", plusMinus,
		param.Option{Value: plusMinus, Label: "y = −1, +1", TeX: `\sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr)`},
		param.Option{Value: zeroOne, Label: "y = 0, 1", TeX: `-\sum_t \tilde{y}_t\log p_t + (1-\tilde{y}_t)\log(1-p_t)`},
	).Reads("signed", plusMinus).Reads("bits", zeroOne).Label("label convention").Hint("±1 or 0/1 in the formulas; the results are identical")
	o.Bind(s)
	s.Float(&o.Scale, "scaling", 1, 1e-3, 1e3).Log(0.1, 20).Label("parameter scale s").Group("Parameter scaling").
		Hint("multiplies θ and θ₀ in the plots: the boundary stays, the sigmoid gets steeper; the fit does not change")
	s.Bool(&o.Squares, "show_ols", false).Was("squares").Label("least-squares line").Group("Comparison").
		Hint("ordinary least squares on the labels ±1, dashed: drag a point far out on its correct side")
	s.Bool(&o.Drawn, "simulate_labels", false).Was("drawn").Label("simulate labels").Group("Simulated labels").
		Hint("replaces the labels by random draws: +1 with probability g(⟨w, x⟩ + w₀), by the run's seed").Relabels()
	s.Point(&o.Truth, "true_w", [2]float64{2, 1}, 1e3).Was("truth").Label("true weights w").Group("Simulated labels").
		When("simulate_labels", "true").Hint("drag it in the loss surface")
	s.Float(&o.Truth0, "true_w0", 0, -1e6, 1e6).Was("truth0").Slider(-3, 3).Label("true intercept w₀").Group("Simulated labels").When("simulate_labels", "true")
}

// run is the textbook loop, which package logit spells out: look at the gradient,
// move, until it vanishes.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for s := range logit.NewRun(t.problem, o.Options, t.exists, p.Rand).Steps() {
			if !yield((view{task: t, Snapshot: s}).step()) {
				return
			}
		}
	}, nil
}
