// Package gaussianconditioning teaches what is done with Gaussians again and again:
// to condition on one of two jointly Gaussian variables, and to multiply two densities.
//
// For x₁ and x₂ with the means μ and the covariance Σ, x₁ given x₂ = v is Gaussian:
//
//	x₁ | x₂ = v  ~  N(μ₁ + Σ₁₂/Σ₂₂ (v − μ₂), Σ₁₁ − Σ₁₂²/Σ₂₂)
//
// The variance is the Schur complement of Σ₂₂, one over the first entry of Σ⁻¹. The
// product of two densities is a Gaussian with a factor before it; precisions, which
// are inverse variances, add up:
//
//	N(x; m₁, s₁²) N(x; m₂, s₂²) = N(m₁; m₂, s₁² + s₂²) N(x; m, s²),  1/s² = 1/s₁² + 1/s₂²
//
// Each observation of a Bayesian update of a mean is one product. In the plane the same holds for
// precision matrices, and linear combinations of independent vectors are Gaussian, too.
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
		"regression line, prior, likelihood, posterior, 高斯分布, 正态分布, 条件分布, 边缘分布, 舒尔补, 精度",
	Summary: "The conditional of a joint Gaussian is Gaussian; the product of two Gaussian densities adds precisions.",
	Units:   algos.Units{First: "one <step> shows the next part of the derivation: marginals, slice, conditional"},
	Family:  "Gaussian processes and Bayesian methods",
	Formula: `x_1 \mid x_2 = v \;\sim\; N\Bigl(\mu_1 + \frac{\Sigma_{12}}{\Sigma_{22}}(v - \mu_2),\; \Sigma_{11} - \frac{\Sigma_{12}^2}{\Sigma_{22}}\Bigr)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§0.2.2, eq. 19–24; §5.1, eq. 5.1–5.8"},
		{Source: "002", Where: "lecture 7 (Gaussian process)"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning", Where: "sections 2.3.1–2.3.6"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "variance", Title: "Conditional or posterior variance", Y: "variance", Series: []mark.Series{
			{Metric: "variance", Label: "current", Role: mark.RoleAccent},
			{Metric: "marginal", Label: "marginal", Bound: true},
		}},
		{ID: "mean", Title: "Conditional or posterior mean", Y: "mean", Series: []mark.Series{{Metric: "mean", Label: "current", Role: mark.RoleAccent}}},
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
	product2D    = "product_2d"
	combination  = "combination"
)

type options struct {
	Topic                         string
	Mean1, Mean2, Var1, Cov, Var2 float64
	Given                         float64 // the value of x₂
	N                             int
	Observations                  string

	// Of the second Gaussian in the plane, and of a linear combination with it.
	SecondMean                        [2]float64
	SecondVar1, SecondVar2, SecondRho float64
	A, B                              string
	Shift                             [2]float64
}

// The limits of means, variances and observations.
const (
	farthest          = 1e3
	leastVar, mostVar = 1e-4, 1e4
	maxObservations   = 200
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Topic, "topic", conditioning,
		param.Option{Value: conditioning, Label: "conditional of a joint density", TeX: `p(x_1 \mid x_2) = \frac{p(x_1, x_2)}{p(x_2)}`},
		param.Option{Value: product, Label: "product of two densities", TeX: `N(x; \mu_1, \Sigma_{11}) \cdot N(x; \mu_2, \Sigma_{22})`},
		param.Option{
			Value: update, Label: "Bayesian update of a mean", TeX: `p(\theta \mid y_1, \ldots, y_t) \propto p(\theta)\prod_i N(y_i; \theta, \Sigma_{22})`,
			Hint: "prior of θ: N(mean1, var1); noise variance: var2",
		},
		param.Option{Value: product2D, Label: "product in the plane", TeX: `N(x; \mu_1, \Sigma_1) \cdot N(x; \mu_2, \Sigma_2)`},
		param.Option{Value: combination, Label: "linear combination", TeX: `Ax_1 + Bx_2 + c`, Hint: "of two independent Gaussian vectors in the plane"},
	)
	s.Float(&o.Mean1, "mean1", 0, -farthest, farthest).Slider(-4, 4).Label("mean μ₁").Group("Gaussian")
	s.Float(&o.Mean2, "mean2", 0, -farthest, farthest).Slider(-4, 4).Label("mean μ₂").Group("Gaussian").
		Hint("with observations: true mean of the simulated data")
	s.Float(&o.Var1, "var1", 1, leastVar, mostVar).Log(0.1, 10).Label("variance Σ₁₁").Group("Gaussian")
	s.Float(&o.Cov, "cov", 0.8, -mostVar, mostVar).Slider(-2, 2).Label("covariance Σ₁₂").Group("Gaussian").
		When("topic", conditioning, product2D, combination).
		Hint("0 = independent; must satisfy |cov| < √(var1·var2), or Σ is not positive definite")
	s.Float(&o.Var2, "var2", 1, leastVar, mostVar).Log(0.1, 10).Label("variance Σ₂₂").Group("Gaussian")
	s.Float(&o.Given, "given", 1.5, -farthest, farthest).Slider(-3, 3).Label("observed x₂").Group("Conditioning value").When("topic", conditioning).
		Hint("or drag the line in the plot")
	s.Int(&o.N, "n", 12, 0, maxObservations).Slider(0, 40).Label("simulated observations").Group("Observations").When("topic", update).
		Hint("from N(mean2, var2), unless observations are typed")
	s.Text(&o.Observations, "observations", "", 2000, readable).Label("observations (typed)").Group("Observations").When("topic", update).
		Hint("comma-separated numbers, such as 1, 2.5, 0.3; empty: simulated")
	s.Point(&o.SecondMean, "second_mean", [2]float64{2, -1}, farthest).Label("mean μ₂ (point)").Group("Second Gaussian").When("topic", product2D, combination).
		Hint("drag it in the plot")
	s.Float(&o.SecondVar1, "second_var1", 1, leastVar, mostVar).Log(0.1, 10).Label("variance of x₁").
		Group("Second Gaussian").When("topic", product2D, combination)
	s.Float(&o.SecondVar2, "second_var2", 1, leastVar, mostVar).Log(0.1, 10).Label("variance of x₂").
		Group("Second Gaussian").When("topic", product2D, combination)
	s.Float(&o.SecondRho, "second_rho", 0, -0.95, 0.95).Label("correlation ρ").Group("Second Gaussian").When("topic", product2D, combination)
	s.Text(&o.A, "matrix_a", "1 0; 0 1", 80, matrixReadable).Label("matrix A").Group("Linear combination").When("topic", combination).
		Hint("four numbers, such as 1 0; 0 1")
	s.Text(&o.B, "matrix_b", "1 0; 0 1", 80, matrixReadable).Label("matrix B").Group("Linear combination").When("topic", combination).
		Hint("four numbers, such as 1 0; 0 1")
	s.Point(&o.Shift, "shift", [2]float64{0, 0}, farthest).Label("vector c").Group("Linear combination").When("topic", combination)
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
