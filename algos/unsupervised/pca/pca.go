// Package pca teaches principal component analysis: the orthogonal directions along
// which centred rows vary most,
//
//	max uᵀΣu  for  ‖u‖ = 1,   Σ = XᵀX/(n − 1)
//
// An axis that a reader turns by hand captures a part of the squares and loses the rest,
// which together stay what they are (Pythagoras). Power iteration turns the axis by Σ
// itself, at the rate |λ₂/λ₁|, and deflation takes a found direction out of Σ. The
// eigenvectors of Σ and the singular vectors of X are two more routes to the same
// directions: λⱼ = σⱼ²/(n − 1).
package pca

import (
	"context"
	"embed"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is principal component analysis.
var Demo = algos.Define(algos.Demo{
	ID:    "pca",
	Title: "Principal components",
	Keywords: "PCA, principal component analysis, eigenvectors of the covariance matrix, power iteration, power method, deflation, " +
		"singular value decomposition, SVD, whitening, standardisation, biplot, scree plot, dimension reduction, reconstruction error, Karhunen–Loève, " +
		"主成分分析, 降维, 幂迭代, 协方差矩阵, 奇异值分解, 白化, 标准化, 双标图, 碎石图, 重构误差",
	Summary:       "Turn an axis until the rows vary most along it and miss it least, by hand, by power iteration, or by a decomposition.",
	Units:         algos.Units{First: "one <step> finds the direction of the largest variance; before it, drag the axis"},
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"gaussian-conditioning"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{2}, Target: dataset.None},
		Table:  &input.Table{Target: dataset.None, Words: true},
	},
	Formula: `\max_{\|u\| = 1}\; u^\top \Sigma\, u, \qquad \Sigma = \frac{1}{n-1}\sum_i (x_i - \bar x)(x_i - \bar x)^\top`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "001", Where: "10.2 (algorithm 6, by eigenvectors or by SVD)"},
		{Source: "002", Where: "lecture 8 (PCA, PCA by SVD)"},
		{Source: "003", Where: "part I (objective, preprocessing, spectral theorem, SVD)"},
		{Source: "K. Pearson, On lines and planes of closest fit to systems of points in space, Philosophical Magazine 2 (1901)", Where: "559–572"},
		{Source: "G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition (2013)", Where: "7.3 (power iteration), 8.6 (one-sided Jacobi)"},
	},
	MinPoints: 2, TooFew: tooFew,
	Metrics: []string{"captured", "lost", "largest", "off", "rate"},
	Charts: []mark.Chart{
		{ID: "captured", Title: "Variance of the axis", Y: "variance", Series: []mark.Series{
			{Metric: "captured", Label: "captured by the axis", Role: mark.RoleAccent},
			{Metric: "lost", Label: "lost", Role: mark.RoleBad},
			{Metric: "largest", Label: "largest possible λ₁", Bound: true},
		}},
		{ID: "off", Title: "Angle to the first direction", Y: "tan φ", Log: true, Series: []mark.Series{
			{Metric: "off", Label: "of power iteration", Role: mark.RoleAccent}, {Metric: "rate", Label: "(λ₂/λ₁)ᵗ from the start", Bound: true},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

const tooFew = "One row has no variance: put at least two points on the board."

// maxColumns is the most columns of numbers.
const maxColumns = 10

// Options are the parameters of the demo.
type Options struct {
	Route      string
	Scale      string
	Centre     bool
	Divisor    string
	Angle      float64
	Keep       int
	Whiten     bool
	Across, Up int
	Tol        float64
	Iterations int
}

// The choices.
const (
	power      = "power"
	covariance = "covariance"
	svd        = "svd"

	none = "none"
	unit = "unit"

	less = "n-1"
	full = "n"
	sums = "1"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Route, "route", svd,
		param.Option{Value: power, Label: "power iteration", TeX: `u \leftarrow \Sigma u / \|\Sigma u\|`, Hint: "the axis that you turned is where it starts"},
		param.Option{Value: covariance, Label: "eigenvectors of Σ", TeX: `\Sigma u_j = \lambda_j u_j`},
		param.Option{Value: svd, Label: "singular vectors of X", TeX: `X = USV^\top`, Hint: "without Σ: squares of small numbers lose digits"},
	)
	s.Float(&o.Angle, "angle", -0.5, -math.Pi, math.Pi).Label("angle of your axis, rad").
		Hint("turn it on the board: what it captures rises exactly as what it loses falls")
	s.Choice(&o.Scale, "scale", none,
		param.Option{Value: none, Label: "in its own units"},
		param.Option{Value: unit, Label: "divided by its deviation", TeX: `x_j \leftarrow x_j / s_j`, Hint: "then Σ is the correlation matrix"},
	).Label("every column")
	s.Bool(&o.Centre, "centre", true).Label("subtract the mean").Hint("without it the first axis points at the mean, whatever the rows do around it")
	s.Choice(&o.Divisor, "divisor", less,
		param.Option{Value: less, Label: "n − 1", TeX: `\frac{1}{n-1}`, Hint: "unbiased, and what most programs say"},
		param.Option{Value: full, Label: "n", TeX: `\frac{1}{n}`},
		param.Option{Value: sums, Label: "1: the sums XᵀX themselves", TeX: `X^\top X`},
	).Label("sums are divided by").Hint("the directions do not depend on it")
	s.Int(&o.Keep, "keep", 1, 1, maxColumns).Label("components kept k").Hint("rows are rebuilt from so many scores")
	s.Bool(&o.Whiten, "whiten", false).Label("whiten the scores").Hint("divide each by its deviation: a round cloud is left")
	s.Int(&o.Across, "across", 1, 1, maxColumns).Label("column across").Group("Show").Hint("of a table: which columns the board shows, and your axis turns in")
	s.Int(&o.Up, "up", 2, 1, maxColumns).Label("column upwards").Group("Show")
	s.Float(&o.Tol, "tol", 1e-9, 1e-13, 0.1).Log(1e-12, 1e-2).Label("stop when u moves less").When("route", power)
	s.Int(&o.Iterations, "iterations", 200, 1, 2000).Slider(10, 1000).Label("most iterations a component").When("route", power)
}

// run is the loop of the route that was chosen.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	loop := t.decompose
	if o.Route == power {
		loop = t.iterate
	}
	return func(yield func(algos.Step) bool) {
		for s := range loop() {
			if !yield(view{s}.step()) {
				return
			}
		}
	}, nil
}
