// Package pca teaches principal component analysis: the orthogonal directions of maximum
// variance of centred samples,
//
//	max uᵀΣu  for  ‖u‖ = 1,   Σ = XᵀX/(n − 1)
//
// An axis that a reader turns by hand explains a part of the total sum of squares; the rest
// is the reconstruction error (Pythagoras). Power iteration multiplies the axis by Σ and
// converges at the rate |λ₂/λ₁|; deflation subtracts a component from Σ. The
// eigendecomposition of Σ and the SVD of X are two more solvers for the same directions:
// λⱼ = σⱼ²/(n − 1).
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
	Title: "Principal component analysis",
	Keywords: "PCA, principal component analysis, eigenvectors of the covariance matrix, power iteration, power method, deflation, " +
		"explained variance ratio, loadings, scores, singular value decomposition, SVD, whitening, standardisation, biplot, scree plot, " +
		"dimension reduction, reconstruction error, Karhunen–Loève, " +
		"主成分分析, 降维, 幂迭代, 协方差矩阵, 奇异值分解, 白化, 标准化, 双标图, 碎石图, 重构误差, 解释方差比, 载荷",
	Summary:       "Find the directions of maximum variance (minimum reconstruction error): by hand, power iteration, eigendecomposition or SVD.",
	Units:         algos.Units{First: "one <step> finds the direction of maximum variance; before it, drag the axis"},
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"gaussian-conditioning"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{2}, Target: dataset.None},
		Table:  &input.Table{Target: dataset.None, Words: true},
		Raw:    true, // standardize is a parameter of its own
	},
	Formula: `\max_{\|u\| = 1}\; u^\top \Sigma\, u, \qquad \Sigma = \frac{1}{n-1}\sum_i (x_i - \bar x)(x_i - \bar x)^\top`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "001", Where: "10.2 (algorithm 6, by eigenvectors or by SVD)"},
		{Source: "002", Where: "lecture 8 (PCA, PCA by SVD)"},
		{Source: "003", Where: "PCA (objective, preprocessing, spectral theorem, SVD)"},
		{Source: "K. Pearson, On lines and planes of closest fit to systems of points in space, Philosophical Magazine 2 (1901)", Where: "559–572"},
		{Source: "G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition (2013)", Where: "7.3 (power iteration), 8.6 (one-sided Jacobi)"},
	},
	MinPoints: 2, TooFew: tooFew,
	Metrics: []string{"captured", "lost", "largest", "off", "rate"},
	Charts: []mark.Chart{
		{ID: "captured", Title: "Explained variance by step", Y: "variance", Series: []mark.Series{
			{Metric: "captured", Label: "explained by the axis", Role: mark.RoleAccent},
			{Metric: "lost", Label: "reconstruction error", Role: mark.RoleBad},
			{Metric: "largest", Label: "maximum λ₁", Bound: true},
		}},
		{ID: "off", Title: "Angle to the first eigenvector", Y: "tan φ", Log: true, Series: []mark.Series{
			{Metric: "off", Label: "power iteration", Role: mark.RoleAccent}, {Metric: "rate", Label: "bound (λ₂/λ₁)ᵗ", Bound: true},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals, Benches: timed,
}, bind, run)

const tooFew = "One sample has no variance: put at least two points on the board."

// maxColumns is the maximum number of features.
const maxColumns = 10

// Options are the parameters of the demo.
type Options struct {
	Solver             string
	Standardize        bool
	Centre             bool
	Divisor            string
	Angle              float64
	NComponents        int
	Whiten             bool
	XFeature, YFeature int
	Tol                float64
	MaxIter            int
}

// The choices.
const (
	power      = "power"
	covariance = "covariance"
	svd        = "svd"

	less = "n-1"
	full = "n"
	sums = "1"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Solver, "solver", svd,
		param.Option{Value: power, Label: "power iteration", TeX: `u \leftarrow \Sigma u / \|\Sigma u\|`, Hint: "starts from your axis"},
		param.Option{Value: covariance, Label: "eigendecomposition of Σ", TeX: `\Sigma u_j = \lambda_j u_j`},
		param.Option{Value: svd, Label: "SVD of X", TeX: `X = USV^\top`, Hint: "numerically more accurate: Σ is not formed"},
	).Label("algorithm").Hint("scikit-learn: svd_solver").Was("route")
	s.Float(&o.Angle, "angle", -0.5, -math.Pi, math.Pi).Label("axis angle (rad)").
		Hint("rotate it: explained variance + reconstruction error is constant")
	s.Bool(&o.Standardize, "standardize", false).Label("standardise features").
		Hint("divides by the standard deviation; then Σ is the correlation matrix. scikit-learn: StandardScaler").
		Was("scale").Reads("none", "false").Reads("unit", "true")
	s.Bool(&o.Centre, "centre", true).Label("centre the data").Hint("without centring the first direction points to the mean")
	s.Choice(&o.Divisor, "divisor", less,
		param.Option{Value: less, Label: "n − 1", TeX: `\frac{1}{n-1}`, Hint: "unbiased (default in most software)"},
		param.Option{Value: full, Label: "n", TeX: `\frac{1}{n}`},
		param.Option{Value: sums, Label: "1 (scatter matrix XᵀX)", TeX: `X^\top X`},
	).Label("covariance divisor").Hint("the components do not depend on it")
	s.Int(&o.NComponents, "n_components", 1, 1, maxColumns).Label("components k").Hint("used for the reconstruction. scikit-learn: n_components").Was("keep")
	s.Bool(&o.Whiten, "whiten", false).Label("whitening").Hint("scale scores to unit variance. scikit-learn: whiten")
	s.Int(&o.XFeature, "x_feature", 1, 1, maxColumns).Label("x-axis feature").Group("Show").
		Hint("for tables: the two features shown; your axis rotates in their plane").Was("across")
	s.Int(&o.YFeature, "y_feature", 2, 1, maxColumns).Label("y-axis feature").Group("Show").Was("up")
	s.Float(&o.Tol, "tol", 1e-9, 1e-13, 0.1).Log(1e-12, 1e-2).Label("tolerance on u").Hint("stops when u moves less").When("solver", power)
	s.Int(&o.MaxIter, "max_iter", 200, 1, 2000).Slider(10, 1000).Label("max iterations").Hint("per component").When("solver", power).Was("iterations")
}

// run is the loop of the chosen solver.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	loop := t.decompose
	if o.Solver == power {
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
