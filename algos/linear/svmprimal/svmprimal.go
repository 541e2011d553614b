// Package svmprimal teaches the support vector machine without its dual: a line
// with the widest band, found by sub-gradient descent on
//
//	J(θ, θ₀) = ½‖θ‖² + C Σₜ max(0, 1 − yₜ(⟨θ, xₜ⟩ + θ₀))
//
// or, where a line separates the points, by turning and widening a band until
// it locks. Three forms stand side by side: through the origin (θ₀ = 0), with an
// offset that costs nothing, and with the constant coordinate [x; 1], whose
// weight θ₀ is penalised like the others.
package svmprimal

import (
	"context"
	"embed"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the support vector machine in the primal.
var Demo = algos.Define(algos.Demo{
	ID:       "svm-primal",
	Title:    "SVM in the primal",
	Keywords: "SVM, subgradient descent, Pegasos, SGD, stochastic gradient, hinge loss, linear SVM, 支持向量机, 次梯度, 随机梯度下降, 合页损失",
	Summary: "The linear SVM by sub-gradient descent on hinge loss and L2 penalty (also stochastic: Pegasos), or by widening the margin: the " +
		"solution θ is unique.",
	Family:        "Support vector machines",
	Prerequisites: []string{"losses", "kernel-perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 500}},
	Formula: `\min_{\theta,\,\theta_0}\; J(\theta, \theta_0) = ` +
		`\frac{1}{2}\lVert\theta\rVert^2 + C\sum_t \max\bigl(0,\, 1 - y_t(\langle\theta, x_t\rangle + \theta_0)\bigr)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout B (primal, offset, slack, uniqueness) and handout C, §1 (hinge loss)"},
		{Source: "000", Where: "chapter 3, proposition 3.2.1: the hinge form"},
		{Source: "001", Where: "chapter 4, §4.1: the margin of a hyperplane"},
		{Source: "002", Where: "lecture 3: geometric margin, soft margin and hinge loss"},
		{Source: "S. Shalev-Shwartz, Y. Singer, N. Srebro, A. Cotter, Math. Programming 127 (2011)", Where: "Pegasos: the step 1/t"},
		{Source: "S. Lacoste-Julien, M. Schmidt, F. Bach, arXiv:1212.2002 (2012)", Where: "the step 2/(t+1) and its O(1/t) bound"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some of both classes on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective and dual", Y: "J", Log: true, Series: []mark.Series{
			{Metric: "objective", Label: "J(θ)", Role: mark.RoleAccent},
			{Metric: "best", Label: "best iterate", Role: mark.RoleInk},
			{Metric: "lower", Label: "lower bound", Role: mark.RoleGood},
			{Metric: "dual", Label: "dual optimum", Bound: true},
		}},
		{ID: "rate", Title: "Suboptimality J − J*", Y: "difference", Log: true, Series: []mark.Series{
			{Metric: "excess", Label: "best J − dual"},
			{Metric: "bound", Label: "its O(1/t) bound", Bound: true},
			{Metric: "apart", Label: "distance of the two runs' θ"},
		}},
		{ID: "parts", Title: "Regulariser and loss", Y: "½‖θ‖², Σξ", Log: true, Series: []mark.Series{
			{Metric: "penalty", Label: "½‖θ‖²", Role: mark.RoleAccent}, {Metric: "slack", Label: "sum of the slacks Σξ", Role: mark.RoleBad},
		}},
		{ID: "band", Title: "Margin band", Y: "points", Series: []mark.Series{
			{Metric: "inside", Label: "margin violations"}, {Metric: "errors", Label: "misclassified", Role: mark.RoleBad},
		}},
		{ID: "margin", Title: "Margin 1/‖θ‖", Y: "1/‖θ‖", Log: true, Series: []mark.Series{{Metric: "margin", Label: "1/‖θ‖"}}},
	},
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Form          string // "no-intercept", "intercept" or "augmented"
	Method        string // "subgradient", "sgd" or "widen"
	C             float64
	Rate          string  // "strong" 2/(t+1), "pegasos" 1/t, "constant" η
	Eta           float64 // the constant step
	Start, Start2 [2]float64
	Steps         int     // the most steps
	Tol           float64 // relative gap at which the descent ends
	Lock          bool    // end with the exact solution

	// What is compared with the run.
	Line    string     // "run", or "hand" for a line placed by hand
	Angle   float64    // of its normal, in radians
	Through [2]float64 // a place on it; (0, 0) is the middle of the points
	Kept    string     // solutions (θ₁, θ₂, θ₀) whose costs are compared over C
	Ball    string     // "none", or the q of a penalty ‖θ‖_q^q
}

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Form, "bias_mode", "intercept",
		param.Option{Value: "no-intercept", Label: "no bias", TeX: `f(x) = \langle\theta, x\rangle`},
		param.Option{
			Value: "intercept", Label: "with bias", TeX: `f(x) = \langle\theta, x\rangle + \theta_0`,
			Hint: "The bias θ₀ is not regularised; scikit-learn: SGDClassifier(fit_intercept=True).",
		},
		param.Option{
			Value: "augmented", Label: "augmented input [x; 1]",
			TeX:  `f(x) = \langle\theta, x\rangle + \theta_0, \quad \text{penalty } \frac{1}{2}(\lVert\theta\rVert^2 + \theta_0^2)`,
			Hint: "Not the same as a bias: the penalty on θ₀ pulls the line towards the origin.",
		}).Was("form").Reads("origin", "no-intercept").Reads("offset", "intercept").Reads("constant", "augmented").Label("bias treatment")
	s.Choice(&o.Method, "method", "subgradient",
		param.Option{Value: "subgradient", Label: "sub-gradient descent"},
		param.Option{Value: "sgd", Label: "SGD (Pegasos)", Hint: "SGD: one random point per step; scikit-learn: SGDClassifier."},
		param.Option{Value: "widen", Label: "widening (hard margin)", Hint: "Needs linearly separable data; C is ignored."})
	s.Float(&o.C, "C", 1, 1e-6, 1e9).Log(0.01, 100).Label("regularisation C").When("method", "subgradient", "sgd").
		Hint("inverse regularisation strength: small C = wide margin, large C = few violations but slow convergence; scikit-learn: LinearSVC's C")
	s.Choice(&o.Rate, "schedule", "strong",
		param.Option{Value: "strong", Label: "2/(t + 1)", TeX: `\eta_t = \frac{2}{t+1}`},
		param.Option{Value: "pegasos", Label: "1/t", TeX: `\eta_t = \frac{1}{t}`},
		param.Option{Value: "constant", Label: "constant η", TeX: `\eta_t = \eta`, Hint: "The iterates keep oscillating in a neighbourhood of size O(η)."},
	).Was("rate").Label("step-size schedule").When("method", "subgradient", "sgd").Group("Descent")
	s.Float(&o.Eta, "eta", 0.02, 1e-9, 1).Log(1e-4, 0.5).Label("learning rate η").
		When("schedule", "constant").And("method", "subgradient", "sgd").Group("Descent")
	s.Point(&o.Start, "init", [2]float64{}, 1e9).Was("theta").Label("initial θ").When("method", "subgradient", "sgd").Group("Descent").
		Hint("Drag it in the parameter plane. The first step of 2/(t + 1) and 1/t has η = 1 and does not depend on it.")
	s.Point(&o.Start2, "init2", [2]float64{2, -2}, 1e9).Was("second").Label("second initial θ").When("method", "subgradient", "sgd").Group("Descent").
		Hint("Initial point of a second run; both runs converge to the same θ.")
	s.Int(&o.Steps, "max_iter", 400, 1, 10_000).Was("iterations").Slider(10, 2000).Label("max iterations").When("method", "subgradient", "sgd").Group("Descent").
		Hint("the run stops after so many steps, converged or not; scikit-learn: max_iter counts epochs")
	s.Float(&o.Tol, "tol", 1e-3, 1e-12, 1).Log(1e-6, 0.1).Label("tolerance").When("method", "subgradient").Group("Descent").
		Hint("relative gap between the best objective and the lower bound at convergence; scikit-learn: tol is a change of the loss")
	s.Bool(&o.Lock, "dual_polish", true).Was("lock").Label("exact dual solution").Group("Descent").When("method", "subgradient", "sgd").
		Hint("The last step jumps to the exact solution of the dual; sub-gradient descent only converges asymptotically.")
	s.Choice(&o.Line, "line", "run",
		param.Option{Value: "run", Label: "from the run"},
		param.Option{Value: "manual", Label: "yours and the optimum", Hint: "Rotate and drag a line, and compare its margin with the maximum margin."},
	).Reads("hand", "manual").Label("line shown").Group("Compare")
	s.Float(&o.Angle, "angle", 1, -math.Pi, math.Pi).Label("direction of θ (rad)").Group("Compare").When("line", "manual").
		Hint("Drag the arm on the plot.")
	s.Point(&o.Through, "through", [2]float64{}, 1e9).Label("point on your line").Group("Compare").When("line", "manual").
		And("bias_mode", "intercept", "augmented").
		Hint("Drag the dot on the plot. 0,0 is the mean of the points.")
	s.Text(&o.Kept, "candidates", "", 120, func(text string) error { _, err := parseKept(text); return err }).
		Was("kept").Label("candidate solutions").Group("Compare").
		When("method", "subgradient", "sgd").And("bias_mode", "intercept", "augmented").
		Hint("θ₁,θ₂,θ₀ of up to four, with a semicolon between two: -2,4,1; -2,0,1")
	s.Choice(&o.Ball, "compare_penalty", "none",
		param.Option{Value: "none", Label: "none"},
		param.Option{Value: "1", Label: "compare with L1", TeX: `|\theta_1| + |\theta_2|`},
		param.Option{Value: "2", Label: "compare with L2 ball", TeX: `\frac{1}{2}(\theta_1^2 + \theta_2^2)`},
		param.Option{Value: "4", Label: "compare with L4", TeX: `\frac{1}{4}(\theta_1^4 + \theta_2^4)`},
	).Was("ball").Label("other penalty").Group("Compare").When("method", "subgradient", "sgd").And("bias_mode", "intercept", "no-intercept").
		Hint("Adds the optimum for another penalty; the run keeps L2. scikit-learn: penalty of LinearSVC and SGDClassifier.")
}

// run starts the method that was asked for.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	k, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		if o.Method == "widen" {
			k.widen(yield)
			return
		}
		k.descend(yield)
	}, nil
}
