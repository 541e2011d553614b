// Package polynomial teaches polynomial regression: least squares on the columns
// 1, x, x², …, one degree after the other,
//
//	minimise  RSS = Σ (yᵢ − f(xᵢ))²,  f(x) = θ₀ + θ₁x + … + θ_d xᵈ.
//
// A column x^k is not taken as it is. Its components along the previous columns are removed
// (modified Gram–Schmidt on z·q, as in Arnoldi's method, done again where much is
// cancelled), and the rest is scaled to norm 1: q_k. Then one inner product fits it,
// c_k = ⟨q_k, r⟩ with the residual r, and the RSS falls by exactly c_k².
// (P. D. Brubeck, Y. Nakatsukasa, L. N. Trefethen, Vandermonde with Arnoldi, SIAM
// Review 63, 2021.) So all degrees up to the last are shown on the way.
package polynomial

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is polynomial regression, degree by degree.
var Demo = algos.Define(algos.Demo{
	ID:            "polynomial",
	Title:         "Polynomial regression",
	Keywords:      "overfitting, underfitting, degree, Runge, Vandermonde, interpolation, leverage, feature map, 多项式回归, 过拟合, 欠拟合, 龙格现象, 特征映射",
	Summary:       "Polynomial regression, degree by degree: the training error keeps falling, the test error does not (overfitting).",
	Units:         algos.Units{First: "one <step> fits the next degree"},
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.Values}},
	Formula:       `\min_\theta\; \mathrm{RSS} = \sum_i \bigl(y_i - f(x_i)\bigr)^2, \quad f(x) = \theta_0 + \theta_1 x + \dots + \theta_d x^d`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout D, example 2 (orders 1, 2, 9); handout E, §3 (feature maps)"},
		{Source: "P. D. Brubeck, Y. Nakatsukasa, L. N. Trefethen, SIAM Review 63 (2021)", Where: "Vandermonde with Arnoldi"},
		{Source: "C. Runge, Zeitschrift für Mathematik und Physik 46 (1901)", Where: "equally spaced inputs"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"rss", "loo", "digits"},
	Charts: []mark.Chart{
		{ID: "rss", Title: "Residual sum of squares", Y: "RSS", Series: []mark.Series{{Metric: "rss", Label: "RSS"}}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals,
}, bind, run)

// mostDegree is the highest degree that can be asked for.
const mostDegree = 30

// options are the parameters of the demo.
type options struct {
	Degree    int
	Intercept bool
	X, Z      float64 // the two places whose features are compared
}

func bind(o *options, s *param.Set) {
	s.Int(&o.Degree, "degree", 9, 0, mostDegree).Slider(0, 15).Label("degree d").
		Hint("maximum degree; low: underfitting, high: overfitting (scikit-learn: degree of PolynomialFeatures)")
	s.Bool(&o.Intercept, "fit_intercept", true).Was("intercept").Label("intercept θ₀").
		Hint("off: f(0) = 0, and the columns begin with x (scikit-learn: include_bias)")
	s.Float(&o.X, "x_query", 1.5, -2, 2).Was("q1").Label("input x of the kernel").Group("Features")
	s.Float(&o.Z, "z_query", -0.5, -2, 2).Was("q2").Label("input z of the kernel").Group("Features")
}

// run raises the degree by one, until the last is fitted or the columns run out.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		t := newTask(p, o)
		algos.Uses(ctx, t)
		v := t.start()
		for yield(v.step()) && v.next != nil {
			v = v.directed()
			if !yield(v.step()) {
				return
			}
			v = v.fitted()
		}
	}, nil
}
