// Package kernels teaches what a kernel is: a function k(x, z) whose Gram matrix has no
// negative eigenvalue, whatever the points.
//
// A reader types an expression. Every part of it gets its matrix on the points of the
// board, its eigenvalues, and the rule that makes it a kernel, if there is one. Where
// an eigenvalue is negative its vector is the witness: weights c with cᵀKc < 0. Two
// other runs build one kernel up: the Gaussian kernel from the terms of its series,
// and a polynomial one from its features.
package kernels

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

// Demo is the algebra of kernels.
var Demo = algos.Define(algos.Demo{
	ID:    "kernels",
	Title: "What a kernel is",
	Keywords: "Gram matrix, Mercer, positive semi-definite, PSD, eigenvalues, kernel algebra, sum, product, RBF series, feature map, " +
		"marginalised kernel, Schoenberg, sigmoid, 核函数, Gram 矩阵, 半正定, 特征值, 核的运算, 特征映射",
	Summary:       "Sums, products, maps: which functions of two points are kernels, and the points that show it where one is none.",
	Units:         algos.Units{First: "one <step> computes the matrix of the next part"},
	Family:        "Kernels",
	Prerequisites: []string{"kernel-perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None, Max: maxPoints}},
	Formula:       `k\text{ is a kernel}\iff c^\top Kc=\sum_{i,j}c_ic_j\,k(x_i,x_j)\ge 0\quad\text{for all points and all }c`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 4 (kernels), lines 840–976"},
		{Source: "001", Where: "4.4 (kernel method), lines 723–757"},
		{Source: "002", Where: "lecture 3 (kernels), lines 361–398"},
		{Source: "004", Where: "handouts E and F, lines 1597–1624 and 1696–1792"},
		{Source: "I. J. Schoenberg, Metric spaces and positive definite functions", Where: "Transactions of the AMS 44, 1938"},
		{Source: "K. Tsuda, T. Kin, K. Asai, Marginalized kernels for biological sequences", Where: "Bioinformatics 18, 2002"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"least", "most", "rank", "rest", "bound"},
	Charts: []mark.Chart{
		{ID: "least", Title: "Least eigenvalue, step by step", Y: "λ", Series: []mark.Series{{Metric: "least", Label: "λ min", Role: mark.RoleAccent}}},
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
	Constant   float64
	At         [2]float64
	Hidden     bool
	States     hidden
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Mode, "build", algebra,
		param.Option{Value: algebra, Label: "an expression, part by part", TeX: `k+l,\;k\cdot l,\;c\,k,\;e^{k},\;f(x)\,k\,f(z)`},
		param.Option{Value: series, Label: "RBF, term by term", TeX: `e^{-\gamma\|x\|^2}\Big(\sum_m\tfrac{(2\gamma\langle x,z\rangle)^m}{m!}\Big)e^{-\gamma\|z\|^2}`},
		param.Option{Value: features, Label: "polynomial, feature by feature", TeX: `(\langle x,z\rangle+c)^d=\sum_j\varphi_j(x)\,\varphi_j(z)`},
	).Label("build")
	check := func(text string) error { _, err := parse(text); return err }
	s.Text(&o.Expression, "expression", "2*rbf(0.5)+linear*poly(2,1)", maxLen, check).Label("k(x, z)").When("build", algebra).
		Hint("numbers, +, −, *, ^2, brackets, " + vocabulary() + ": times(f, k) with f = " + list(functionNames) + ", map(φ, k) with φ = " + list(mappingNames))
	s.Float(&o.Gamma, "gamma", 0.5, 1e-3, 1e3).Log(0.05, 5).Label("γ").When("build", series).Hint("e^(−γ‖x−z‖²); γ = 1/2σ² = β/2 = 1/2h²")
	s.Int(&o.Degree, "degree", 2, 1, maxDegree).Label("degree d").When("build", features)
	s.Float(&o.Constant, "constant", 1, 0, 1e3).Slider(0, 4).Label("constant c").When("build", features)
	s.Point(&o.At, "slice", [2]float64{0.5, 0.5}, 1e6).Label("x of k(x, ·)").Group("Show").Hint("drag it: the kernel as a function of its other argument")
	s.Bool(&o.Hidden, "hidden", false).Label("hidden states on the board").Group("Show").When("build", algebra).
		Hint("the centres of the two states h of marginal(k): p(h|x) falls off with the distance from them")
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
