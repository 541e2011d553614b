// Package kernels teaches what a valid kernel is: a function k(x, z) whose Gram matrix is
// positive semi-definite (PSD), whatever the points.
//
// A reader types an expression. Every term of it gets its Gram matrix on the points of the
// board, its eigenvalues, and the closure rule that makes it a kernel, if there is one.
// Where an eigenvalue is negative its eigenvector is a certificate: cᵀKc < 0. Two other
// runs build one kernel up: the Gaussian kernel from its Taylor series, and a polynomial
// one from its feature map.
package kernels

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

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the algebra of kernels.
var Demo = algos.Define(algos.Demo{
	ID:    "kernels",
	Title: "Positive semi-definite kernels",
	Keywords: "kernel trick, valid kernel, Gram matrix, kernel matrix, Mercer, positive semi-definite, PSD, eigenvalues, " +
		"kernel algebra, closure rules, sum, product, RBF series, feature map, " +
		"marginalised kernel, Schoenberg, sigmoid, 核函数, Gram 矩阵, 半正定, 特征值, 核的运算, 特征映射",
	Summary:       "Which functions are valid (positive semi-definite) kernels: closure rules, and counterexamples for functions that are not.",
	Units:         algos.Units{First: "one <step> computes the Gram matrix of the next term"},
	Family:        "Kernels",
	Prerequisites: []string{"kernel-perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None, Max: maxPoints}},
	Formula:       `k\text{ is a kernel}\iff c^\top Kc=\sum_{i,j}c_ic_j\,k(x_i,x_j)\ge 0\quad\text{for all points and all }c`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 4 (kernels)"},
		{Source: "001", Where: "4.4 (kernel method)"},
		{Source: "002", Where: "lecture 3 (kernels)"},
		{Source: "004", Where: "handouts E and F"},
		{Source: "I. J. Schoenberg, Metric spaces and positive definite functions", Where: "Transactions of the AMS 44, 1938"},
		{Source: "K. Tsuda, T. Kin, K. Asai, Marginalized kernels for biological sequences", Where: "Bioinformatics 18, 2002"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"lambda_min", "lambda_max", "rank", "rest", "bound"},
	Renamed: map[string]string{"least": "lambda_min", "most": "lambda_max"},
	Charts: []mark.Chart{
		{ID: "least", Title: "Smallest eigenvalue by step", Y: "λ", Series: []mark.Series{{Metric: "lambda_min", Label: "λ min", Role: mark.RoleAccent}}},
	},
	Presets: presets, Questions: questions, Goals: goals, Fixtures: fixtures,
}, bind, run)

// maxPoints bounds the eigenvalues of a step.
const maxPoints = 60

// The runs.
const (
	algebra  = "algebra"
	series   = "series"
	features = "features"
)

type options struct {
	Mode       string
	Expression string
	Gamma      float64
	Degree     int
	Coef0      float64
	At         [2]float64
	Hidden     bool
	States     hidden
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Mode, "build", algebra,
		param.Option{Value: algebra, Label: "kernel expression, by term", TeX: `k+l,\;k\cdot l,\;c\,k,\;e^{k},\;f(x)\,k\,f(z)`},
		param.Option{Value: series, Label: "Taylor series of the RBF", TeX: `e^{-\gamma\|x\|^2}\Big(\sum_m\tfrac{(2\gamma\langle ` +
			`x,z\rangle)^m}{m!}\Big)e^{-\gamma\|z\|^2}`},
		param.Option{Value: features, Label: "polynomial, by feature", TeX: `(\langle x,z\rangle+c)^d=\sum_j\varphi_j(x)\,\varphi_j(z)`},
	).Label("construction")
	check := func(text string) error { _, err := parse(text); return err }
	s.Text(&o.Expression, "expression", "2*rbf(0.5)+linear*poly(2,1)", maxLen, check).Label("k(x, z)").When("build", algebra).
		Hint("numbers, +, −, *, ^2, brackets, " + vocabulary() + ": times(f, k) with f = " + list(functionNames) + ", map(φ, k) with φ = " + list(mappingNames))
	s.Float(&o.Gamma, "gamma", 0.5, 1e-12, 1e3).Log(0.05, 5).Label("γ").When("build", series).Hint("e^(−γ‖x−z‖²); γ = 1/2σ² = β/2 = 1/2h². " +
		"scikit-learn: gamma").Suggests(kernel.Gammas(""))
	s.Int(&o.Degree, "degree", 2, 1, maxDegree).Label("degree d").When("build", features)
	s.Float(&o.Coef0, "coef0", 1, 0, 1e3).Slider(0, 4).Label("coef0 c").When("build", features).Was("constant")
	s.Point(&o.At, "slice", [2]float64{0.5, 0.5}, 1e6).Label("anchor point x").Group("Show").Hint("drag it to plot k(x, z) as a function of z")
	s.Bool(&o.Hidden, "hidden", false).Label("show the latent states").Group("Show").When("build", algebra).
		Hint("centres of the two latent states h of marginal(k): p(h|x) decreases with the distance")
	s.Point(&o.States[0], "h1", [2]float64{-1, 0}, 1e6).Label("state 1").Group("Show").When("build", algebra).And("hidden", "true")
	s.Point(&o.States[1], "h2", [2]float64{1, 0}, 1e6).Label("state 2").Group("Show").When("build", algebra).And("hidden", "true")
}

// run takes the expression apart, or builds a kernel up.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	if o.Mode != algebra {
		return t.build(ctx)
	}
	return func(yield func(algos.Step) bool) {
		v := view{task: t}
		for yield(v.step()) && v.taken < len(t.parts) && ctx.Err() == nil {
			v = v.next()
		}
	}, nil
}
