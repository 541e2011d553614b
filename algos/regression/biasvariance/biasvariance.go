// Package biasvariance repeats what happens once in life: a data set is drawn, an
// estimator or a learner makes something of it, and then the next data set is drawn.
//
// What comes out is spread about a mean, and the mean lies beside the truth. With ȳ the
// truth, h_D what is made of the data set D and h̄ its mean over all D,
//
//	E(h_D − y)² = E(h̄ − ȳ)² + E(h_D − h̄)² + E(ȳ − y)²
//
// bias², variance and noise. An estimator of a number has no noise: its error is measured
// against the number itself. The same sum over the data sets that were drawn is an
// identity; its parts come near to those of theory as their number grows, with an error
// that is measured as well (package trial).
//
// Whatever is linear in the targets has a closed form with fixed inputs: with h_D = S·y the
// mean is S·ȳ and the variance σ²‖S‖².
package biasvariance

import (
	"context"
	"embed"
	"iter"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/trial"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the decomposition of the error, a data set a step.
var Demo = algos.Define(algos.Demo{
	ID:    "bias-variance",
	Title: "Bias and variance",
	Keywords: "bias–variance tradeoff, decomposition, underfitting, overfitting, Monte Carlo, estimator, unbiased, mean squared error, MSE, shrinkage, " +
		"ensemble averaging, ridge, Cramér–Rao, degrees of freedom, optimism, expected learner, 偏差, 方差, 偏差方差分解, 欠拟合, 过拟合, 估计量, 无偏, 均方误差, 收缩, 蒙特卡罗",
	Summary:       "Draw the data again and again: how far off is the mean fit, and how far do the fits scatter?",
	Units:         algos.Units{Step: "data set", First: "one <step> is drawn, and a curve fitted to it"},
	Family:        "Regression",
	Prerequisites: []string{"polynomial"},
	Formula: `E(h_D - y)^2 = \underbrace{E(\bar h - \bar y)^2}_{\text{bias}^2} + \underbrace{E(h_D - \bar h)^2}_{\text{variance}}` +
		` + \underbrace{E(\bar y - y)^2}_{\text{noise}}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§1.1, eq. 1.1–1.4; §2.2, eq. 2.11–2.21"},
		{Source: "001", Where: "§1.4, definitions 1.1–1.6, eq. 1.8–1.17"},
		{Source: "003", Where: "theoretical properties of estimators (lines 1185–1201)"},
		{Source: "004", Where: "handout D, §4–6, eq. 18–56"},
		{Source: "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning", Where: "sections 7.2–7.6"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "parts", Title: "Bias², variance and error, as data sets come", Y: "squared error", Series: []mark.Series{
			{Metric: "bias2", Label: "bias²", Role: mark.RoleClass0},
			{Metric: "variance", Label: "variance", Role: mark.RoleClass1},
			{Metric: "error", Label: "measured error", Role: mark.RoleAccent},
			{Metric: "exact_error", Label: "error in closed form", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The topics, truths, methods, inputs and measures; the values are public.
const (
	learner   = "learner"
	averaging = "averaging"
	shrinkage = "shrinkage"
	spread    = "variance"
	maximum   = "maximum"
	ridge     = "ridge"

	sine, line, cubic, jump, flat = "sine", "line", "cubic", "step", "flat"
	polynomial, neighbours        = "polynomial", "neighbours" // and ridge
	fixed, random                 = "fixed", "random"
	coefficients, prediction      = "coefficients", "prediction"
)

type options struct {
	Topic                                 string
	Truth, Method, Inputs                 string
	Degree, K, N, Members, Sets           int
	Lambda, Penalty, Sigma, Theta, Factor float64
	Ddof, Rho, Bias                       float64
	Design, Measure                       string
	Target                                [2]float64
	At                                    float64
}

// The limits of parameters.
const (
	mostSets    = 2000
	mostN       = 100
	mostDegree  = 15
	mostMembers = 50
	mostInputs  = 50
	farthest    = 100.0
	mostSigma   = 10.0
	mostLambda  = 1e4
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Topic, "topic", learner,
		param.Option{Value: learner, Label: "a learner of curves", TeX: `h_D(x)\approx \bar y(x)`},
		param.Option{Value: averaging, Label: "averaging of estimators", TeX: `\bar f = \frac{1}{B}\sum_{b=1}^{B} f_b`},
		param.Option{Value: shrinkage, Label: "a shrunk mean", TeX: `\hat\theta = c\,\bar x,\quad x_i\sim N(\theta,\sigma^2)`},
		param.Option{Value: spread, Label: "a variance, n or n − 1", TeX: `\hat\sigma^2 = \frac{1}{n-c}\sum_i(x_i-\bar x)^2`},
		param.Option{Value: maximum, Label: "the largest of uniform numbers", TeX: `\hat\theta = c\,\max_i x_i,\quad x_i\sim U(0,\theta)`},
		param.Option{Value: ridge, Label: "ridge regression, a line", TeX: `\hat\theta_\lambda = (X^\top X+\lambda I)^{-1}X^\top y`},
	)
	s.Int(&o.Sets, "sets", 300, 2, mostSets).Slider(20, 1000).Label("data sets").Hint("how many are drawn")
	s.Choice(&o.Truth, "truth", sine,
		param.Option{Value: sine, Label: "a sine", TeX: `\bar y(x) = \sin \pi x`},
		param.Option{Value: line, Label: "a line", TeX: `\bar y(x) = x`},
		param.Option{Value: cubic, Label: "a cubic", TeX: `\bar y(x) = 4x^3-3x`},
		param.Option{Value: jump, Label: "a step", TeX: `\bar y(x) = \operatorname{sign} x`},
		param.Option{Value: flat, Label: "nothing", TeX: `\bar y(x) = 0`},
	).Label("truth ȳ").Group("Truth").When("topic", learner)
	s.Choice(&o.Inputs, "inputs", fixed,
		param.Option{Value: fixed, Label: "fixed, equally spaced", Hint: "Only the noise is drawn anew, and there is a closed form."},
		param.Option{Value: random, Label: "drawn with each data set", Hint: "From U(−1, 1): then nothing but the measurement tells."},
	).Label("inputs").Group("Truth").When("topic", learner)
	s.Float(&o.Theta, "theta", 1, -farthest, farthest).Slider(-3, 3).Label("truth θ").Group("Truth").When("topic", averaging, shrinkage, maximum)
	s.Point(&o.Target, "target", [2]float64{0.5, -1}, farthest).Label("truth θ*, θ₀*").Group("Truth").When("topic", ridge).
		Hint("slope and offset; drag it on the board")
	s.Text(&o.Design, "design", "-1, 1", 400, readable).Label("inputs x").Group("Truth").When("topic", ridge).
		Hint("numbers between commas; a 1 for the offset is put beside each")
	s.Int(&o.N, "n", 20, 1, mostN).Slider(2, 60).Label("points n").Group("Truth").When("topic", learner, shrinkage, spread, maximum).
		Hint("in each data set")
	s.Float(&o.Sigma, "sigma", 0.5, 0, mostSigma).Slider(0, 2).Label("noise σ").Group("Truth").When("topic", learner, averaging, shrinkage, spread, ridge).
		Hint("standard deviation")
	s.Choice(&o.Method, "method", polynomial,
		param.Option{Value: polynomial, Label: "polynomial of a degree"},
		param.Option{Value: neighbours, Label: "mean of the k nearest", TeX: `h_D(x)=\frac{1}{k}\sum_{i\in N_k(x)} y_i`},
		param.Option{Value: ridge, Label: "ridge on a polynomial", Hint: "Legendre polynomials up to the degree, all coefficients penalised."},
	).Label("learner").Group("Method").When("topic", learner)
	s.Int(&o.Degree, "degree", 3, 0, mostDegree).Label("degree d").Group("Method").When("topic", learner).And("method", polynomial, ridge)
	s.Int(&o.K, "k", 3, 1, mostN).Slider(1, 30).Label("neighbours k").Group("Method").When("topic", learner).And("method", neighbours)
	s.Int(&o.Members, "members", 10, 1, mostMembers).Label("members B").Group("Method").When("topic", averaging)
	s.Float(&o.Rho, "rho", 0.3, 0, 1).Label("correlation ρ").Group("Method").When("topic", averaging).Hint("of any two members")
	s.Float(&o.Bias, "bias", 0.2, -farthest, farthest).Slider(-1, 1).Label("bias of each").Group("Method").When("topic", averaging)
	s.Float(&o.Factor, "factor", 0.8, 0, 3).Slider(0, 1.5).Label("factor c").Group("Method").When("topic", shrinkage, maximum).Hint("drag it on the curves")
	s.Float(&o.Ddof, "ddof", 0, -20, 20).Slider(-6, 2).Label("c in n − c").Group("Method").When("topic", spread).
		Hint("0 maximum likelihood, 1 unbiased, −1 least error")
	s.Float(&o.Lambda, "lambda", 2, 0, mostLambda).Log(0.001, 1000).Label("penalty λ").Group("Method").When("topic", ridge).Hint("drag it on the curves")
	s.Float(&o.Penalty, "penalty", 0.1, 0, mostLambda).Log(0.0001, 100).Label("penalty λ").Group("Method").
		When("topic", learner).And("method", ridge).Hint("drag it on the curves")
	s.Choice(&o.Measure, "measure", coefficients,
		param.Option{Value: coefficients, Label: "both coefficients", TeX: `E\lVert\hat\theta_\lambda-\theta^*\rVert^2`},
		param.Option{Value: prediction, Label: "a prediction at x", TeX: `E(\langle\hat\theta_\lambda,[x,1]\rangle-\langle\theta^*,[x,1]\rangle)^2`},
	).Label("error of").Group("Method").When("topic", ridge)
	s.Float(&o.At, "at-x", 1.5, -farthest, farthest).Slider(-3, 3).Label("prediction at x").Group("Method").When("topic", ridge).And("measure", prediction)
}

// run is the loop of the textbook: a data set, what is made of it, and what all of them
// come to so far.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		b := t.book()
		for s := range trial.Each(p, o.Sets, b.step(0), func(k int, r *rand.Rand) algos.Step {
			b.enter(t.play(r))
			return b.step(k)
		}) {
			if !yield(s) {
				return
			}
		}
	}, nil
}
