// Package svmmulticlass teaches support vector machines for more than two classes,
// in three forms.
//
// The form of Crammer and Singer has one weight vector a class, predicts the class
// of the largest score w_k·x, and minimises
//
//	½ Σ‖w_k‖² + C Σᵢ max_j (Δ(yᵢ, j) + w_j·xᵢ − w_yᵢ·xᵢ),
//
// the structured support vector machine of a label, with a loss Δ that says how
// bad each confusion is. It is solved by stochastic subgradient descent, one point
// a step, whose iterates are feasible for the dual: so every step comes with a
// bound from below. The dual, which is separable in the points, finishes the run.
//
// One-vs-one and one-vs-rest are ensembles of binary classifiers, "machines" on the
// page, which package smo trains.
package svmmulticlass

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json iris2.csv blobs3.csv
var files embed.FS

// Demo is the support vector machine for several classes.
var Demo = algos.Define(algos.Demo{
	ID:       "svm-multiclass",
	Title:    "Multi-class support vector machine",
	Keywords: "SVM, multiclass, one-vs-one, one-vs-rest, Crammer Singer, structured, CRF, conditional random field, log-loss, 条件随机场, 多类, 多分类, 支持向量机, 一对一, 一对多",
	Summary: "Linear and kernel SVMs for K classes: jointly with one weight vector per class (Crammer–Singer), or as binary SVMs (one-vs-one, " +
		"one-vs-rest).",
	Family:        "Support vector machines",
	Prerequisites: []string{"svm"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 8, Max: 500}},
	Formula: `\min_{w_1 \ldots w_K}\; \frac{1}{2}\sum_k \|w_k\|^2 + ` +
		`C\sum_i \max_j \left(\Delta(y_i, j) + w_j \cdot x_i - w_{y_i} \cdot x_i\right), \quad \hat{y} = \operatorname{argmax}_k w_k \cdot x`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 3, §3.3 (multi-class and structured SVM)"},
		{Source: "K. Crammer, Y. Singer, JMLR 2 (2001)", Where: "multiclass kernel-based vector machines"},
		{Source: "S. Shalev-Shwartz, Y. Singer, N. Srebro, Pegasos (2007)", Where: "the step size 1/λt"},
		{Source: "S. S. Keerthi et al., KDD (2008)", Where: "a sequential dual method for large scale multi-class linear SVMs"},
		{Source: "C.-C. Chang, C.-J. Lin, LIBSVM, ACM TIST 2 (2011)", Where: "§7 (one-vs-one and its votes)"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of two or more classes.",
	Metrics: metricNames, Renamed: map[string]string{"mistakes": "n_errors"},
	Charts: []mark.Chart{
		{ID: "duality", Title: "Primal and dual", Y: "objective", Log: true, Series: []mark.Series{
			{Metric: "primal", Label: "primal", Role: mark.RoleAccent, Bound: true},
			{Metric: "dual", Label: "dual", Role: mark.RoleGood},
		}},
		{ID: "convergence", Title: "Duality gap and KKT violation", Y: "gap, violation", Log: true, Series: []mark.Series{
			{Metric: "gap", Label: "duality gap"},
			{Metric: "kkt", Label: "KKT violation"},
		}},
		{ID: "errors", Title: "Loss and error rate", Y: "mean", Series: []mark.Series{
			{Metric: "hinge", Label: "mean hinge loss", Role: mark.RoleAccent},
			{Metric: "log_loss", Label: "mean log loss", Role: mark.RoleClass3},
			{Metric: "error_rate", Label: "error rate", Role: mark.RoleBad},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The methods.
const (
	crammerSinger = "crammer-singer"
	oneVsOne      = "one-vs-one"
	oneVsRest     = "one-vs-rest"
)

// The losses of the joint form.
const (
	hinge   = "hinge"
	logLoss = "log"
)

// Options are the parameters of the demo.
type Options struct {
	kernel.Options
	Method string
	C      float64 // penalty of a slack
	Loss   string  // hinge or log
	Delta  string  // how bad a confusion is
	Both   bool    // draw the boundaries of the other loss
	Bias   bool    // append the constant coordinate 1
	Passes int     // of the descent
	Finish bool    // by ascent of the dual
	Tol    float64 // largest KKT violation at the end
	Query  [2]float64
}

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Method, "method", crammerSinger,
		param.Option{
			Value: crammerSinger, Label: "Crammer–Singer", TeX: `\hat{y} = \operatorname{argmax}_k w_k \cdot x`,
			Hint: "All classes jointly: the true class must lead every other one by a margin; scikit-learn: LinearSVC(multi_class).",
		},
		param.Option{
			Value: oneVsOne, Label: "one-vs-one", TeX: `\hat{y} = \operatorname{argmax}_k \#\{j: k \text{ beats } j\}`,
			Hint: "One binary SVM per pair of classes, majority vote; ties go to the lower class index, as in LIBSVM; scikit-learn: SVC.",
		},
		param.Option{
			Value: oneVsRest, Label: "one-vs-rest", TeX: `\hat{y} = \operatorname{argmax}_k f_k(x)`,
			Hint: "One binary SVM per class against the rest; the largest score is predicted; scikit-learn: OneVsRestClassifier.",
		},
	)
	s.Float(&o.C, "C", 1, 1e-6, 1e9).Log(0.01, 1000).Label("regularisation C").
		Hint("inverse regularisation strength: small C = wide margin, more violations; large C = narrow margin, fewer; scikit-learn: C")
	s.Choice(&o.Loss, "loss", hinge,
		param.Option{
			Value: hinge, Label: "hinge loss", TeX: `\max_j\, (\Delta(y, j) + w_j \cdot x) - w_y \cdot x`,
			Hint: "the structured SVM; scikit-learn: LinearSVC(multi_class=\"crammer_singer\")",
		},
		param.Option{
			Value: logLoss, Label: "log loss (cross-entropy)", TeX: `\log \sum_j e^{w_j \cdot x} - w_y \cdot x`,
			Hint: "softmax regression with L2 penalty, a conditional random field (CRF) of one label; scikit-learn: LogisticRegression",
		},
	).Label("loss function").When("method", crammerSinger)
	s.Choice(&o.Delta, "cost", zeroOne, deltas()...).Was("delta").Label("misclassification cost Δ").When("method", crammerSinger).And("loss", hinge)
	s.Bool(&o.Bias, "bias", true).Label("bias").When("method", crammerSinger).
		Hint("appends 1 to every input; off = all boundaries pass through the origin; scikit-learn: fit_intercept")
	for i, b := range o.Bind(s, kernel.Options{Kernel: "linear", Gamma: 0.5, Degree: 3, Coef0: 1}) {
		if i == 0 {
			b.When("method", oneVsOne, oneVsRest)
			continue
		}
		b.And("method", oneVsOne, oneVsRest)
	}
	s.Int(&o.Passes, "max_epochs", 10, 0, 100).Was("passes").Slider(0, 50).Label("max SGD epochs").Group("Solver").When("method", crammerSinger).
		Hint("passes of SGD over the points; 0 = dual only, many = small gap; scikit-learn: max_iter")
	s.Bool(&o.Finish, "dual_polish", true).Was("finish").Label("dual coordinate ascent").Group("Solver").When("method", crammerSinger).
		Hint("after SGD, dual coordinate ascent closes the duality gap; for the log loss Newton's method; off = SGD only")
	s.Float(&o.Tol, "tol", 1e-9, 1e-12, 1).Log(1e-10, 0.1).Label("tolerance").Group("Solver").
		Hint("largest KKT violation at convergence: small = accurate, slow; scikit-learn: tol")
	s.Bool(&o.Both, "both", false).Label("other decision boundary").Group("Show").When("method", crammerSinger).
		Hint("dashed: decision boundaries of the optimum for the other loss")
	s.Point(&o.Query, "query", [2]float64{0, 0}, 1e9).Label("q").Group("Show").Hint("query point: drag it to see its scores or votes")
}

// run chooses the loop: all classes at once, or binary classifiers.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if err := refuse(p, o); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(ctx, p, o)
		switch {
		case o.Method != crammerSinger:
			t.assemble(yield)
		case o.Loss == logLoss:
			t.soften(yield)
		default:
			t.descend(yield)
		}
	}, nil
}
