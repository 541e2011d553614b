// Package gaussianconditioning teaches what is done with Gaussians again and again:
// to give one of two values that are jointly Gaussian, and to multiply two densities.
//
// Of x₁ and x₂ with the means μ and the covariance Σ, x₁ given x₂ = v is Gaussian:
//
//	x₁ | x₂ = v  ~  N(μ₁ + Σ₁₂/Σ₂₂ (v − μ₂), Σ₁₁ − Σ₁₂²/Σ₂₂)
//
// The variance is the Schur complement of Σ₂₂, one over the first entry of Σ⁻¹. The
// product of two densities is a Gaussian with a factor before it; precisions, which
// are inverse variances, add up:
//
//	N(x; m₁, s₁²) N(x; m₂, s₂²) = N(m₁; m₂, s₁² + s₂²) N(x; m, s²),  1/s² = 1/s₁² + 1/s₂²
//
// A mean that is learnt from observations is one product an observation.
package gaussianconditioning

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is conditioning of a Gaussian in the plane, and products of Gaussians.
var Demo = algos.Define(algos.Demo{
	ID:    "gaussian-conditioning",
	Title: "Conditioning a Gaussian",
	Keywords: "normal distribution, multivariate, bivariate, marginal, conditional, Schur complement, precision, correlation, Bayes, Kalman, " +
		"高斯分布, 正态分布, 条件分布, 边缘分布, 舒尔补, 精度",
	Summary: "Slice a Gaussian hill, and the cut is a bell; multiply two bells, and their precisions add.",
	Units:   algos.Units{First: "one <step> leads on from the joint density to its conditional"},
	Family:  "Gaussian processes and Bayesian methods",
	Formula: `x_1 \mid x_2 = v \;\sim\; N\Bigl(\mu_1 + \frac{\Sigma_{12}}{\Sigma_{22}}(v - \mu_2),\; \Sigma_{11} - \frac{\Sigma_{12}^2}{\Sigma_{22}}\Bigr)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§0.2.2, eq. 19–24; §5.1, eq. 5.1–5.8"},
		{Source: "002", Where: "lecture 7, lines 787–820"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning", Where: "sections 2.3.1–2.3.6"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "variance", Title: "Variance of what is asked for", Y: "variance", Series: []mark.Series{
			{Metric: "variance", Label: "as it is known now", Role: mark.RoleAccent},
			{Metric: "marginal", Label: "by itself", Bound: true},
		}},
		{ID: "mean", Title: "Its mean", Y: "mean", Series: []mark.Series{{Metric: "mean", Label: "as it is known now", Role: mark.RoleAccent}}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The topics; the values are public.
const (
	conditioning = "conditioning"
	product      = "product"
	update       = "update"
)

type options struct {
	Topic                         string
	Mean1, Mean2, Var1, Cov, Var2 float64
	Given                         float64 // the value of x₂
	N                             int
	Observations                  string
}

// The limits of means, variances and observations.
const (
	farthest          = 1e3
	leastVar, mostVar = 1e-4, 1e4
	maxObservations   = 200
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Topic, "topic", conditioning,
		param.Option{Value: conditioning, Label: "slice of a joint density", TeX: `p(x_1 \mid x_2) = \frac{p(x_1, x_2)}{p(x_2)}`},
		param.Option{Value: product, Label: "product of two densities", TeX: `N(x; \mu_1, \Sigma_{11}) \cdot N(x; \mu_2, \Sigma_{22})`},
		param.Option{
			Value: update, Label: "a mean from observations", TeX: `p(\theta \mid y_1, \ldots, y_t) \propto p(\theta)\prod_i N(y_i; \theta, \Sigma_{22})`,
			Hint: "The prior of θ is N(mean1, var1); var2 is the variance of the noise.",
		},
	)
	s.Float(&o.Mean1, "mean1", 0, -farthest, farthest).Slider(-4, 4).Label("mean μ₁").Group("Gaussian")
	s.Float(&o.Mean2, "mean2", 0, -farthest, farthest).Slider(-4, 4).Label("mean μ₂").Group("Gaussian").
		Hint("with observations: where those that are drawn come from")
	s.Float(&o.Var1, "var1", 1, leastVar, mostVar).Log(0.1, 10).Label("variance Σ₁₁").Group("Gaussian")
	s.Float(&o.Cov, "cov", 0.8, -mostVar, mostVar).Slider(-2, 2).Label("covariance Σ₁₂").Group("Gaussian").When("topic", conditioning).
		Hint("between −√(var1·var2) and √(var1·var2), or it is none")
	s.Float(&o.Var2, "var2", 1, leastVar, mostVar).Log(0.1, 10).Label("variance Σ₂₂").Group("Gaussian")
	s.Float(&o.Given, "given", 1.5, -farthest, farthest).Slider(-3, 3).Label("x₂ is given").Group("Slice").When("topic", conditioning).
		Hint("drag the line in the picture")
	s.Int(&o.N, "n", 12, 0, maxObservations).Slider(0, 40).Label("observations drawn").Group("Observations").When("topic", update).
		Hint("from N(mean2, var2), unless some are typed")
	s.Text(&o.Observations, "observations", "", 2000, readable).Label("observations typed").Group("Observations").When("topic", update).
		Hint("numbers between commas, such as 1, 2.5, 0.3; empty: they are drawn")
}

// run is the derivation of the textbook, or the loop over observations.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t := newTask(p, o)
	return func(yield func(algos.Step) bool) {
		v := t.start()
		for yield(v.step()) && !v.done() {
			v = v.next()
		}
	}, nil
}
