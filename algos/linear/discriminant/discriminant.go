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
	ID:    "discriminant",
	Title: "Discriminant analysis",
	Keywords: "LDA, QDA, Fisher, linear discriminant, quadratic discriminant, " +
		"generative, Bayes classifier, projection, shared covariance, class priors, Mahalanobis distance, " +
		"confusion matrix, 线性判别, 二次判别, 费希尔, 生成模型, 贝叶斯",
	Summary:       "Find the projection that best separates the classes (Fisher), or model each class by a Gaussian (LDA, QDA).",
	Family:        "Linear models for classification",
	Prerequisites: []string{"logistic"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: dataset.MaxClasses}},
	Formula: `J(w) = \frac{\bigl(w^\top(\mu_1 - \mu_0)\bigr)^2}{w^\top S_w w}, \quad w^* \propto S_w^{-1}(\mu_1 - \mu_0), ` +
		`\quad \delta_k(x) = -\frac{1}{2}(x-\mu_k)^\top\Sigma_k^{-1}(x-\mu_k) - \frac{1}{2}\log|\Sigma_k| + \log\pi_k`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.3: Fisher's discriminant by covariances, LDA, QDA"},
		{Source: "001", Where: "§2.3: LDA by scatter matrices"},
		{Source: "R. A. Fisher, Annals of Eugenics 7 (1936)", Where: "the use of multiple measurements in taxonomic problems"},
		{Source: "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning (2009)", Where: "§4.3"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of at least two classes.",
	Metrics: metricNames, Renamed: map[string]string{"wrong": "n_errors"},
	Charts: []mark.Chart{
		{ID: "separation", Title: "Fisher criterion J(w)", Y: "J", Series: []mark.Series{
			{Metric: "j", Label: "current w", Role: mark.RoleAccent},
			{Metric: "j_hand", Label: "your w", Role: mark.RoleGood},
			{Metric: "j_best", Label: "J(w*)", Bound: true, Role: mark.RoleInk},
		}},
		{ID: "mistakes", Title: "Misclassifications so far", Y: "points", Series: []mark.Series{{Metric: "n_errors", Label: "misclassified", Role: mark.RoleBad}}},
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
	Method    string
	Form      string  // what S_w of Fisher's criterion adds up
	Estimator string  // what the scatter of a class is divided by
	Angle     float64 // of the direction by hand, in degrees
	Reg       float64 // added to the diagonal of what is inverted
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Method, "method", fisher,
		param.Option{
			Value: fisher, Label: "Fisher's direction", TeX: `w^* = \argmax_w \frac{(w^\top(\mu_1 - \mu_0))^2}{w^\top S_w w}`,
			Hint: "no distributional assumption: only means and scatter are used",
		},
		param.Option{Value: lda, Label: "LDA: shared covariance", TeX: `p(x \mid k) = N(\mu_k, \Sigma)`, Hint: "linear decision boundary; scikit-learn: " +
			"LinearDiscriminantAnalysis"},
		param.Option{Value: qda, Label: "QDA: class-specific covariances", TeX: `p(x \mid k) = N(\mu_k, \Sigma_k)`, Hint: "quadratic decision boundary; " +
			"scikit-learn: QuadraticDiscriminantAnalysis"},
	).Label("method")
	s.Choice(&o.Form, "form", byScatter,
		param.Option{
			Value: byScatter, Label: "sum of scatter matrices", TeX: `S_w = \sum_k \sum_{i \in k} (x_i - \mu_k)(x_i - \mu_k)^\top`,
			Hint: "larger classes weigh more (lecture notes 001)",
		},
		param.Option{Value: byCovariance, Label: "sum of covariances", TeX: `S_w = \sum_k \Sigma_k`, Hint: "every class has the same weight " +
			"(lecture notes 000)"},
	).Label("within-class scatter").When("method", fisher).Hint("the same direction for equal class sizes")
	s.Choice(&o.Estimator, "cov_estimator", ml,
		param.Option{Value: ml, Label: "maximum likelihood", Hint: "divides by n"},
		param.Option{Value: unbiased, Label: "unbiased", Hint: "divides by n − 1 for a class, by n − K for the pooled covariance"},
	).Was("estimate").Label("covariance estimator")
	s.Float(&o.Angle, "angle", 0, 0, 180).Label("angle of your w (°)").Group("By hand").
		Hint("rotate w and watch the projected classes overlap or separate")
	s.Float(&o.Reg, "reg_covar", 0, 0, 1e6).Was("reg").Slider(0, 2).Label("regularisation").Group("Regularisation").
		Hint("ridge added to the covariance diagonal so that it is invertible; 0 = textbook method; scikit-learn: shrinkage, reg_param")
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
