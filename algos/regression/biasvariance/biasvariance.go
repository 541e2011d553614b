// Package biasvariance simulates what happens only once in practice: a data set is drawn, an
// estimator or a model is fitted to it, and then the next data set is drawn.
//
// The results scatter about a mean, and the mean differs from the truth. With ȳ the
// true function, h_D the fit to the data set D and h̄ its mean over all D,
//
//	E(h_D − y)² = E(h̄ − ȳ)² + E(h_D − h̄)² + E(ȳ − y)²
//
// bias², variance and noise. An estimator of a number has no noise: its error is measured
// against the number itself. The same sum over the simulated data sets is an
// identity; its parts converge to those of theory as their number grows, with an error
// that is measured as well (package trial).
//
// Whatever is linear in the targets has a closed form with fixed inputs: with h_D = S·y the
// mean is S·ȳ and the variance σ²‖S‖².
package biasvariance

import (
	"context"
	"embed"
	"iter"
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/trial"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the decomposition of the error, a data set a step.
var Demo = algos.Define(algos.Demo{
	ID:    "bias-variance",
	Title: "Bias–variance trade-off",
	Keywords: "bias–variance tradeoff, decomposition, underfitting, overfitting, Monte Carlo, estimator, unbiased, mean squared error, MSE, shrinkage, " +
		"ensemble averaging, ridge, Cramér–Rao, degrees of freedom, optimism, expected learner, 偏差, 方差, 偏差方差分解, 欠拟合, 过拟合, 估计量, 无偏, 均方误差, 收缩, 蒙特卡罗",
	Summary:       "Bias–variance decomposition by simulation: bias is the error of the mean fit, variance the spread of the fits over training sets.",
	Units:         algos.Units{Step: "data set", First: "one <step> is drawn, and a curve is fitted to it"},
	Family:        "Regression",
	Prerequisites: []string{"polynomial"},
	Input:         input.Spec{Cells: canvas},
	Formula: `E(h_D - y)^2 = \underbrace{E(\bar h - \bar y)^2}_{\text{bias}^2} + \underbrace{E(h_D - \bar h)^2}_{\text{variance}}` +
		` + \underbrace{E(\bar y - y)^2}_{\text{noise}}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§1.1, eq. 1.1–1.4; §2.2, eq. 2.11–2.21"},
		{Source: "001", Where: "§1.4, definitions 1.1–1.6, eq. 1.8–1.17"},
		{Source: "003", Where: "theoretical properties of estimators"},
		{Source: "004", Where: "handout D, §4–6, eq. 18–56"},
		{Source: "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning", Where: "sections 7.2–7.6"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "parts", Title: "Bias², variance, error vs number of data sets", Y: "squared error", Series: []mark.Series{
			{Metric: "bias2", Label: "bias²", Role: mark.RoleClass0},
			{Metric: "variance", Label: "variance", Role: mark.RoleClass1},
			{Metric: "error", Label: "simulated error", Role: mark.RoleAccent},
			{Metric: "exact_error", Label: "closed-form error", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The topics, truths, methods, inputs and measures; the values are public.
const (
	learner   = "model"
	averaging = "averaging"
	shrinkage = "shrinkage"
	spread    = "variance"
	maximum   = "maximum"
	ridge     = "ridge"

	sine, line, cubic, jump, flat = "sine", "line", "cubic", "step", "flat"
	byHand                        = "drawn"
	polynomial, neighbours        = "polynomial", "neighbours" // and ridge
	fixed, random                 = "fixed", "random"
	coefficients, prediction      = "coefficients", "prediction"
)

// canvas takes a true function that is drawn by hand, as one row of values from x = −1 to 1. It starts
// as a hill with a step beside it, which no model of the page has as its own.
var canvas = &input.Cells{
	Rows: input.Span{Least: 1, Most: 1}, Cols: input.Span{Least: 2, Most: dataset.MaxCells}, Low: -2, High: 2,
	Start: hill(), When: param.Values{"truth": byHand},
	Col: "value",
}

func hill() dataset.Cells {
	const columns, edge, low, high = 32, 20, -0.5, 0.5
	c := dataset.NewCells(1, columns, high)
	for k := range edge {
		c.Values[k] = low + math.Round(150*math.Sin(math.Pi*(float64(k)+0.5)/edge))/100
	}
	return c
}

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
	s.Choice(&o.Topic, "estimator", learner,
		param.Option{Value: learner, Label: "curve fitting", TeX: `h_D(x)\approx \bar y(x)`},
		param.Option{Value: averaging, Label: "averaging estimators", TeX: `\bar f = \frac{1}{B}\sum_{b=1}^{B} f_b`},
		param.Option{Value: shrinkage, Label: "shrinkage estimator of a mean", TeX: `\hat\theta = c\,\bar x,\quad x_i\sim N(\theta,\sigma^2)`},
		param.Option{Value: spread, Label: "variance estimator, n or n − 1", TeX: `\hat\sigma^2 = \frac{1}{n-c}\sum_i(x_i-\bar x)^2`},
		param.Option{Value: maximum, Label: "maximum of uniform samples", TeX: `\hat\theta = c\,\max_i x_i,\quad x_i\sim U(0,\theta)`},
		param.Option{Value: ridge, Label: "ridge regression, a line", TeX: `\hat\theta_\lambda = (X^\top X+\lambda I)^{-1}X^\top y`},
	).Was("topic").Reads("learner", learner)
	s.Int(&o.Sets, "n_datasets", 300, 2, mostSets).Was("sets").Slider(20, 1000).Label("number of data sets").Hint("number of simulated training sets")
	s.Choice(&o.Truth, "truth", sine,
		param.Option{Value: sine, Label: "a sine", TeX: `\bar y(x) = \sin \pi x`},
		param.Option{Value: line, Label: "a line", TeX: `\bar y(x) = x`},
		param.Option{Value: cubic, Label: "a cubic", TeX: `\bar y(x) = 4x^3-3x`},
		param.Option{Value: jump, Label: "a step function", TeX: `\bar y(x) = \operatorname{sign} x`},
		param.Option{Value: flat, Label: "zero", TeX: `\bar y(x) = 0`},
		param.Option{Value: byHand, Label: "drawn by hand", Hint: "draw it in the plot of the true function"},
	).Label("true function ȳ").Group("Truth").When("estimator", learner)
	s.Choice(&o.Inputs, "inputs", fixed,
		param.Option{Value: fixed, Label: "fixed, equally spaced", Hint: "Fixed design: only the noise is resampled; closed form available."},
		param.Option{Value: random, Label: "random (resampled with each data set)", Hint: "Random design: x ~ U(−1, 1); no closed form, only Monte Carlo."},
	).Label("inputs").Group("Truth").When("estimator", learner)
	s.Float(&o.Theta, "theta", 1, -farthest, farthest).Slider(-3, 3).Label("true θ").Group("Truth").When("estimator", averaging, shrinkage, maximum)
	s.Point(&o.Target, "target", [2]float64{0.5, -1}, farthest).Label("true θ*, θ₀*").Group("Truth").When("estimator", ridge).
		Hint("slope and intercept; also draggable on the plot")
	s.Text(&o.Design, "design", "-1, 1", 400, readable).Label("inputs x").Group("Truth").When("estimator", ridge).
		Hint("comma-separated numbers; a column of ones for the intercept is added")
	s.Int(&o.N, "n", 20, 1, mostN).Slider(2, 60).Label("samples n").Group("Truth").When("estimator", learner, shrinkage, spread, maximum).
		Hint("per data set")
	s.Float(&o.Sigma, "sigma", 0.5, 0, mostSigma).Slider(0, 2).Label("noise σ").Group("Truth").When("estimator", learner, averaging, shrinkage, spread, ridge).
		Hint("standard deviation")
	s.Choice(&o.Method, "method", polynomial,
		param.Option{Value: polynomial, Label: "polynomial"},
		param.Option{Value: neighbours, Label: "k-nearest neighbours", TeX: `h_D(x)=\frac{1}{k}\sum_{i\in N_k(x)} y_i`},
		param.Option{Value: ridge, Label: "ridge on a polynomial", Hint: "Legendre polynomials up to the degree, with all coefficients penalised."},
	).Label("model").Group("Method").When("estimator", learner)
	s.Int(&o.Degree, "degree", 3, 0, mostDegree).Label("degree d").Group("Method").When("estimator", learner).And("method", polynomial, ridge)
	s.Int(&o.K, "k", 3, 1, mostN).Slider(1, 30).Label("neighbours k").Group("Method").When("estimator", learner).And("method", neighbours)
	s.Int(&o.Members, "n_estimators", 10, 1, mostMembers).Was("members").Label("ensemble size B").Group("Method").When("estimator", averaging)
	s.Float(&o.Rho, "rho", 0.3, 0, 1).Label("correlation ρ").Group("Method").When("estimator", averaging).Hint("correlation of any two estimators")
	s.Float(&o.Bias, "bias", 0.2, -farthest, farthest).Slider(-1, 1).Label("bias of each estimator").Group("Method").When("estimator", averaging)
	s.Float(&o.Factor, "factor", 0.8, 0, 3).Slider(0, 1.5).Label("shrinkage factor c").Group("Method").When("estimator", shrinkage, maximum).
		Hint("1: no shrinkage; 0: the estimate is 0; also draggable on the curves")
	s.Float(&o.Ddof, "ddof", 0, -20, 20).Slider(-6, 2).Label("ddof c (divide by n − c)").Group("Method").When("estimator", spread).
		Hint("0: maximum likelihood; 1: unbiased; −1: minimum MSE (NumPy: ddof)")
	s.Float(&o.Lambda, "lambda", 2, 0, mostLambda).Log(0.001, 1000).Label("penalty λ").Group("Method").When("estimator", ridge).Hint("0: no " +
		"penalty, large: strong shrinkage; also draggable on the curves (scikit-learn: alpha)")
	s.Float(&o.Penalty, "penalty", 0.1, 0, mostLambda).Log(0.0001, 100).Label("penalty λ").Group("Method").
		When("estimator", learner).And("method", ridge).
		Hint("0: no penalty, large: strong shrinkage; also draggable on the curves (scikit-learn: alpha)")
	s.Choice(&o.Measure, "measure", coefficients,
		param.Option{Value: coefficients, Label: "both coefficients", TeX: `E\lVert\hat\theta_\lambda-\theta^*\rVert^2`},
		param.Option{Value: prediction, Label: "a prediction at x", TeX: `E(\langle\hat\theta_\lambda,[x,1]\rangle-\langle\theta^*,[x,1]\rangle)^2`},
	).Label("error measured for").Group("Method").When("estimator", ridge)
	s.Float(&o.At, "x_eval", 1.5, -farthest, farthest).Was("at-x").Slider(-3, 3).
		Label("input x").Group("Method").When("estimator", ridge).And("measure", prediction)
}

// run is the loop of the textbook: a data set, what is made of it, and what all of them
// come to so far.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p.Cells, o)
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
