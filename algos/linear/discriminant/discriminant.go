// Package discriminant teaches discriminant analysis: Fisher's direction, on which
// the classes fall farthest apart, and the Gaussian classifiers with one shared
// covariance (LDA) or one of each class's own (QDA).
//
// Fisher maximises, over directions w,
//
//	J(w) = (wᵀ(μ₁ − μ₀))² / wᵀS_w w,    w* ∝ S_w⁻¹(μ₁ − μ₀),
//
// and Bayes' rule for Gaussian classes compares
//
//	δₖ(x) = −½(x − μₖ)ᵀΣₖ⁻¹(x − μₖ) − ½ log|Σₖ| + log πₖ.
//
// With a shared Σ the quadratic terms cancel and w = Σ⁻¹(μ₁ − μ₀): Fisher's
// direction again.
//
// Sources: R. A. Fisher, Annals of Eugenics 7 (1936); T. Hastie, R. Tibshirani,
// J. Friedman, The Elements of Statistical Learning (2009), §4.3.
package discriminant

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

//go:embed *.go *.md *.json iris.csv
var files embed.FS

// Demo is discriminant analysis after Fisher and Bayes.
var Demo = algos.Define(algos.Demo{
	ID:            "discriminant",
	Title:         "Discriminant analysis",
	Keywords:      "LDA, QDA, Fisher, linear discriminant, quadratic discriminant, generative, Bayes classifier, projection, 线性判别, 二次判别, 费希尔, 生成模型, 贝叶斯",
	Summary:       "Turn a line until the shadows of the classes fall apart, or give every class its Gaussian.",
	Family:        "Linear models for classification",
	Prerequisites: []string{"logistic"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: dataset.MaxClasses}},
	Formula: `J(w) = \frac{\bigl(w^\top(\mu_1 - \mu_0)\bigr)^2}{w^\top S_w w}, \quad w^* \propto S_w^{-1}(\mu_1 - \mu_0), ` +
		`\quad \delta_k(x) = -\frac{1}{2}(x-\mu_k)^\top\Sigma_k^{-1}(x-\mu_k) - \frac{1}{2}\log|\Sigma_k| + \log\pi_k`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.9–2.11: Fisher's discriminant by covariances, LDA, QDA (lines 564–632)"},
		{Source: "001", Where: "§2.3: LDA by scatter matrices (lines 296–349)"},
		{Source: "R. A. Fisher, Annals of Eugenics 7 (1936)", Where: "the use of multiple measurements in taxonomic problems"},
		{Source: "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning (2009)", Where: "§4.3"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some of at least two classes on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "separation", Title: "Separation J(w)", Y: "J", Series: []mark.Series{
			{Metric: "j", Label: "of the w at work", Role: mark.RoleAccent},
			{Metric: "j_hand", Label: "of your w", Role: mark.RoleGood},
			{Metric: "j_best", Label: "J(w*)", Bound: true, Role: mark.RoleInk},
		}},
		{ID: "mistakes", Title: "Mistakes so far", Y: "points", Series: []mark.Series{{Metric: "wrong", Label: "misclassified", Role: mark.RoleBad}}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

// The values of the parameters are public.
const (
	fisher, lda, qda        = "fisher", "lda", "qda"
	ml, unbiased            = "ml", "unbiased"
	byScatter, byCovariance = "scatter", "covariance"
)

// options are the parameters of the demo.
type options struct {
	Method   string
	Form     string  // what S_w of Fisher's criterion adds up
	Estimate string  // what the scatter of a class is divided by
	Angle    float64 // of the direction by hand, in degrees
	Reg      float64 // added to the diagonal of what is inverted
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Method, "method", fisher,
		param.Option{
			Value: fisher, Label: "Fisher's direction", TeX: `w^* = \argmax_w \frac{(w^\top(\mu_1 - \mu_0))^2}{w^\top S_w w}`,
			Hint: "no model of the classes: only means and scatter count",
		},
		param.Option{Value: lda, Label: "LDA: one covariance for all", TeX: `p(x \mid k) = N(\mu_k, \Sigma)`, Hint: "the boundary is a straight line"},
		param.Option{Value: qda, Label: "QDA: a covariance for each class", TeX: `p(x \mid k) = N(\mu_k, \Sigma_k)`, Hint: "the boundary is a conic"},
	).Label("method")
	s.Choice(&o.Form, "form", byScatter,
		param.Option{
			Value: byScatter, Label: "sum of scatter matrices", TeX: `S_w = \sum_k \sum_{i \in k} (x_i - \mu_k)(x_i - \mu_k)^\top`,
			Hint: "lecture notes 001: a large class counts more",
		},
		param.Option{Value: byCovariance, Label: "sum of covariances", TeX: `S_w = \sum_k \Sigma_k`, Hint: "lecture notes 000: every class counts the same"},
	).Label("within-class scatter").When("method", fisher).Hint("the same direction where the classes are equally large")
	s.Choice(&o.Estimate, "estimate", ml,
		param.Option{Value: ml, Label: "divide by n", Hint: "the maximum-likelihood estimate"},
		param.Option{Value: unbiased, Label: "unbiased", Hint: "n − 1 for the covariance of a class, n − K for the pooled one"},
	).Label("covariances")
	s.Float(&o.Angle, "angle", 0, 0, 180).Label("angle of your w, °").Group("By hand").
		Hint("turn w and watch the shadows of the classes: can you find the best angle?")
	s.Float(&o.Reg, "reg", 0, 0, 1e6).Slider(0, 2).Label("reg").Group("By hand").
		Hint("added to the diagonal of the matrix that is inverted, so that it always can be; 0 is the method of the books")
}

// run plays the plan: estimate class by class, put together, decide.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for at := range t.plan {
			if !yield(t.step(at)) {
				return
			}
		}
	}, nil
}
