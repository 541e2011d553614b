// Package logistic teaches logistic regression: the probability of the label +1
// is the logistic function of a linear score,
//
//	p(x) = 1/(1 + e^{−f(x)}),  f(x) = θ₁x₁ + θ₂x₂ + θ₀,
//
// and θ minimises Σ log(1 + e^{−y_t f(x_t)}) + (λ/2)(θ₁² + θ₂²), by gradient steps,
// stochastic ones or Newton's method.
//
// Package logit holds the mathematics and the loop of the solvers; this package
// tells it as a story: what each step did, what theory promises about it, and
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
		"classification, 逻辑回归, 对数几率回归, 梯度下降, 牛顿法, 交叉熵, 极大似然, 分类",
	Summary:       "A line with a probability on every point: gradient, single samples or Newton's method.",
	Family:        "Linear models for classification",
	Prerequisites: []string{"losses", "perceptron"},
	Units:         algos.Units{Step: "update", Pass: "epoch"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Formula: `\min_{\theta,\theta_0}\; \sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr) + \frac{\lambda}{2}\lVert\theta\rVert^2, ` +
		`\quad f(x) = \langle\theta,x\rangle + \theta_0, \quad p(x) = \frac{1}{1+e^{-f(x)}}`,
	Sources: files,
	Books:   []fs.FS{logit.Words},
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 2: sigmoid, cross-entropy with labels 0 and 1, logistic loss with ±1 (lines 111–167)"},
		{Source: "003", Where: "surrogate losses and logistic loss (lines 813–934)"},
		{Source: "004", Where: "handout C: logistic loss, stochastic gradient, soft balance of mistakes, separable data, ℓ₂ penalty (lines 682–833)"},
		{Source: "D. Böhning, Annals of the Institute of Statistical Mathematics 44 (1992)", Where: "the bound of the Hessian"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some of both classes on the board.",
	Metrics: []string{"loss", "gradient_norm", "decrement", "errors", "norm"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Loss", Y: "loss", Series: []mark.Series{
			{Metric: "loss", Label: "loss with its penalty", Role: mark.RoleAccent},
			{Metric: "errors", Label: "points on the wrong side", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "To zero", Y: "logarithmic", Log: true, Series: []mark.Series{
			{Metric: "gradient_norm", Label: "‖∇L‖"},
			{Metric: "decrement", Label: "Newton decrement"},
		}},
		{ID: "length", Title: "Length of θ", Y: "‖θ‖", Series: []mark.Series{{Metric: "norm", Label: "‖θ‖"}}},
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
	Squares bool       // least squares beside
	Scale   float64    // s, by which a hand multiplies (θ, θ₀)
	Drawn   bool       // labels are drawn from a model
	Truth   [2]float64 // its w
	Truth0  float64    // its w₀
}

// The conventions in which labels are written.
const (
	signed = "signed" // y = −1 and +1
	bits   = "bits"   // ỹ = 0 and 1
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Solver, "solver", logit.Newton,
		param.Option{Value: logit.GD, Label: "gradient descent", TeX: `\theta \leftarrow \theta - \eta\,\nabla L`},
		param.Option{
			Value: logit.SGD, Label: "stochastic gradient", Hint: "one row a step: a soft perceptron",
			TeX: `\theta \leftarrow \theta + \eta\, y_t x_t\bigl(1 - P(y_t \mid x_t)\bigr)`,
		},
		param.Option{Value: logit.MiniBatch, Label: "mini-batches", TeX: `\theta \leftarrow \theta + \eta\sum_{t \in B} y_t x_t\bigl(1 - P(y_t \mid x_t)\bigr)`},
		param.Option{
			Value: logit.Newton, Label: "Newton (IRLS)",
			TeX: `\theta \leftarrow \theta - H^{-1}\nabla L, \quad H = \sum_t p_t(1-p_t)\,\tilde{x}_t\tilde{x}_t^\top + \lambda`,
		},
	)
	s.Float(&o.Lambda, "lambda", 0, 0, 1e6).Slider(0, 10).Label("λ").Hint("price of ‖θ‖²/2; the offset θ₀ is free of it")
	s.Choice(&o.Labels, "labels", signed,
		param.Option{Value: signed, Label: "y = −1, +1", TeX: `\sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr)`},
		param.Option{Value: bits, Label: "y = 0, 1", TeX: `-\sum_t \tilde{y}_t\log p_t + (1-\tilde{y}_t)\log(1-p_t)`},
	).Hint("how the formulas are written: 003 and 004 use ±1, 002 uses both; the numbers are the same")
	o.Bind(s)
	s.Float(&o.Scale, "scaling", 1, 1e-3, 1e3).Log(0.1, 20).Label("scale s").Group("By hand").
		Hint("multiplies θ and θ₀ in the pictures: the boundary stays, the sigmoid turns more steeply; the run does not look at it")
	s.Bool(&o.Squares, "squares", false).Label("least squares beside").Group("Beside").
		Hint("the line of least squares through the labels ±1, dashed: drag a point far out on its right side")
	s.Bool(&o.Drawn, "drawn", false).Label("draw the labels").Group("Labels from a model").
		Hint("instead of those of the data: +1 with the probability g(⟨w, x⟩ + w₀), by the run's seed").Relabels()
	s.Point(&o.Truth, "truth", [2]float64{2, 1}, 1e3).Label("w").Group("Labels from a model").When("drawn", "true").Hint("drag it in the parameter plane")
	s.Float(&o.Truth0, "truth0", 0, -1e6, 1e6).Slider(-3, 3).Label("w₀").Group("Labels from a model").When("drawn", "true")
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
