// Package softmax teaches multinomial logistic regression: K classes have linear
// scores, and the probability of a class is its share of the exponentials,
//
//	p_k(x) = e^{f_k(x)} / Σ_j e^{f_j(x)},  f_k(x) = ⟨w_k, x⟩ + b_k.
//
// The vectors minimise the cross-entropy Σ −log p_{y_t}(x_t) + (λ/2) Σ‖w_k‖². Only
// differences of scores count, so K vectors are one too many: either the solution
// with Σw_k = 0 and Σb_k = 0 is taken, or one class keeps the score 0.
//
// Package logit holds the mathematics and the loop of the solvers; this package
// tells it as a story.
package softmax

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

//go:embed *.go *.md *.json iris.csv
var files embed.FS

// Demo is softmax regression.
var Demo = algos.Define(algos.Demo{
	ID:    "softmax",
	Title: "Softmax regression",
	Keywords: "multinomial logistic, cross-entropy, multiclass, maximum entropy, " +
		"L2 penalty, regularisation, decision boundary, learning rate, gradient descent, Newton, 多项逻辑回归, 交叉熵, 多分类, 梯度下降, 最大熵",
	Summary:       "Multinomial logistic regression: linear scores of several classes, normalised by the softmax to class probabilities.",
	Family:        "Linear models for classification",
	Prerequisites: []string{"logistic"},
	Units:         algos.Units{Step: "update", Pass: "epoch"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: dataset.MaxClasses, Max: 800}},
	// arithmetic on every row.
	Formula: `\min_{w,b}\; -\sum_t \log p_{y_t}(x_t) + \frac{\lambda}{2}\sum_k \lVert w_k\rVert^2, ` +
		`\quad p_k(x) = \frac{e^{f_k(x)}}{\sum_j e^{f_j(x)}}, \quad f_k(x) = \langle w_k,x\rangle + b_k`,
	Sources: files,
	Books:   []fs.FS{logit.Words},
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 2: softmax regression and its case K = 2"},
		{Source: "003", Where: "multinomial logistic regression with K − 1 vectors, cross-entropy"},
		{Source: "004", Where: "handout C: several classes"},
		{
			Source: "D. Böhning, Annals of the Institute of Statistical Mathematics 44 (1992)",
			Where:  "multinomial logistic regression by Newton steps, and the bound of its Hessian",
		},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of two classes or more.",
	Metrics: []string{"loss", "gradient_norm", "decrement", "errors", "norm"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Loss", Y: "loss", Series: []mark.Series{
			{Metric: "loss", Label: "regularised cross-entropy", Role: mark.RoleAccent},
			{Metric: "errors", Label: "misclassified points", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "Convergence", Y: "log scale", Log: true, Series: []mark.Series{
			{Metric: "gradient_norm", Label: "‖∇L‖"},
			{Metric: "decrement", Label: "Newton decrement"},
		}},
		{ID: "length", Title: "Norm of the weights", Y: "√Σ‖w‖²", Series: []mark.Series{{Metric: "norm", Label: "√Σ‖w‖²"}}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	logit.Options
	Lambda          float64
	Parametrization string
}

// How many weight vectors there are, and which class is the reference.
const (
	all   = "all"
	first = "reference-first"
	last  = "reference-last"
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Solver, "solver", logit.Newton,
		param.Option{Value: logit.GD, Label: "gradient descent", TeX: `w_k \leftarrow w_k - \eta\,\nabla_{w_k} L`},
		param.Option{Value: logit.SGD, Label: "SGD", TeX: `w_k \leftarrow w_k + \eta\bigl([k=y_t]-p_k(x_t)\bigr)x_t`, Hint: "one sample per step: fast and noisy"},
		param.Option{Value: logit.MiniBatch, Label: "mini-batches", TeX: `w_k \leftarrow w_k + \eta\sum_{t\in B}\bigl([k=y_t]-p_k(x_t)\bigr)x_t`},
		param.Option{
			Value: logit.Newton, Label: "Newton",
			TeX: `w \leftarrow w - H^{-1}\nabla L, \quad H_{kl} = \sum_t p_k\bigl([k=l]-p_l\bigr)\tilde{x}_t\tilde{x}_t^\top`,
		},
	)
	s.Float(&o.Lambda, "lambda", 0, 0, 1e6).Slider(0, 10).Label("L2 penalty λ").Hint("strength of the L2 penalty Σ‖w‖²/2: 0 = none; intercepts are not " +
		"regularised; scikit-learn: C = 1/λ")
	s.Choice(&o.Parametrization, "parametrization", all,
		param.Option{
			Value: all, Label: "K weight vectors, summing to 0", TeX: `\sum_k w_k = 0, \quad \sum_k b_k = 0`,
			Hint: "over-parametrised: one weight vector per class, as in 002 and scikit-learn",
		},
		param.Option{
			Value: first, Label: "K − 1, first class as reference", TeX: `w_1 = 0, \quad b_1 = 0`,
			Hint: "as in 004; the penalty then treats the classes differently",
		},
		param.Option{
			Value: last, Label: "K − 1, last class as reference", TeX: `w_K = 0, \quad b_K = 0`,
			Hint: "as in 003; the penalty then treats the classes differently",
		},
	).Was("vectors").Label("parametrisation")
	o.Bind(s)
}

// run is the textbook loop, which package logit spells out: look at the gradient,
// move, until it vanishes.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for s := range logit.NewRun(t.problem, o.Options, t.exists, p.Rand).Steps() {
			if !yield((view{t, s}).step()) {
				return
			}
		}
	}, nil
}
