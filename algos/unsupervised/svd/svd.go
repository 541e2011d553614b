// Package svd teaches the singular value decomposition by what it is used for.
//
// Every m×n matrix is a sum of rank-1 terms, A = Σ sᵢuᵢvᵢᵀ, each an outer product of two
// directions, with s₁ ≥ s₂ ≥ … ≥ 0 and orthonormal u and v. The first k terms are the
// best approximation of rank k (Eckart and Young): ‖A − A_k‖²_F = Σ_{i>k} sᵢ², and
// ‖A − A_k‖₂ = s_{k+1}. That compresses an image, imputes missing entries iteratively,
// and gives the pseudo-inverse: A⁺ = VS⁺Uᵀ has 1/sᵢ only where sᵢ > 0, and A⁺b is the
// minimum-norm least-squares solution.
package svd

import (
	"context"
	"embed"
	"iter"
	"slices"

	"playground/algos"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// pixels are cells that readers paint: 1 to 5 are ratings, or shades of a picture.
var pixels = &input.Cells{
	Rows: input.Span{Most: maxSide}, Cols: input.Span{Most: maxSide}, High: 5, Start: start, When: param.Values{"picture": painted},
	Brushes: []input.Brush{
		{Value: 0, Name: "0 (missing)"}, {Value: 1, Name: "1"}, {Value: 2, Name: "2"}, {Value: 3, Name: "3"}, {Value: 4, Name: "4"}, {Value: 5, Name: "5"},
	},
}

// Demo is the singular value decomposition, one rank-1 term, one k, one imputation or one rotation per step.
var Demo = algos.Define(algos.Demo{
	ID:    "svd",
	Title: "Singular value decomposition",
	Keywords: "SVD, singular values, singular vectors, low rank, rank, Eckart-Young, compression, image, matrix completion, recommender, Netflix, " +
		"truncated SVD, rank-k approximation, reconstruction error, cross-validation, pseudo-inverse, pseudoinverse, Moore-Penrose, minimum norm, " +
		"scree plot, elbow, imputation, 奇异值分解, 低秩, 矩阵补全, 伪逆, 广义逆, 图像压缩, 碎石图",
	Summary:       "A matrix as a sum of rank-1 terms: low-rank approximation, matrix completion and the pseudo-inverse.",
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"linear-regression", "ridge"},
	Input:         input.Spec{Cells: pixels},
	Formula:       `A = USV^\top = \sum_i s_i\,u_i v_i^\top,\qquad A^+ = VS^+U^\top`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "SVD, completion, choosing k, least squares"},
		{Source: "000", Where: "§0.1.2: Moore–Penrose inverse (eq. 1)"},
		{Source: "C. Eckart, G. Young, The approximation of one matrix by another of lower rank", Where: "Psychometrika 1, 1936"},
		{Source: "G. H. Golub, C. F. Van Loan, Matrix Computations", Where: "sections 2.4 and 5.5, 4th edition 2013"},
	},
	Metrics: metricNames,
	Renamed: map[string]string{"hidden": "heldout_error"},
	Charts: []mark.Chart{
		{ID: "error", When: inLayers, Title: "Squared approximation error", Y: "‖A − Aₖ‖²", Series: []mark.Series{
			{Metric: "error", Label: "‖A − Aₖ‖²", Role: mark.RoleAccent},
			{Metric: "tail", Label: "discarded Σ s²", Bound: true, Role: mark.RoleGood},
			{Metric: "rival", Label: "best of 8 random rank-k matrices", Role: mark.RoleSoft},
		}},
		{ID: "power", When: byPower, Title: "Power iteration", Y: "‖Rv‖", Series: []mark.Series{
			{Metric: "power", Label: "‖Rv‖", Role: mark.RoleAccent}, {Metric: "spectral", Label: "next singular value", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "clean", When: inLayers, Title: "Error vs clean image", Y: "squared error", Series: []mark.Series{
			{Metric: "clean", Label: "‖Aₖ − clean image‖²", Role: mark.RoleAccent},
		}},
		{ID: "storage", When: inLayers, Title: "Storage cost", Y: "numbers", Series: []mark.Series{
			{Metric: "stored", Label: "k(m + n + 1)", Role: mark.RoleAccent}, {Metric: "cells", Label: "mn", Bound: true, Role: mark.RoleBad},
		}},
		{ID: "known", When: withHoles, Title: "Error on observed entries", Y: "squared error", Series: []mark.Series{
			{Metric: "misfit", Label: "squared error on observed entries", Role: mark.RoleAccent},
		}},
		{ID: "hidden", When: withHoles, Title: "Error on held-out entries", Y: "RMSE", Series: []mark.Series{
			{Metric: "heldout_error", Label: "completed matrix", Role: mark.RoleAccent}, {Metric: "means", Label: "column means", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The tasks, the pictures and how missing entries are imputed at first; the values are public.
const (
	layers, choosing, completion, inverse          = "layers", "choose", "completion", "inverse"
	face, letter, stripes, ratings, typed, painted = "face", "letter", "stripes", "ratings", "typed", "painted"
	direct, power                                  = "svd", "power"
	fillZero, fillMean, fillColumn, fillRowColumn  = "zero", "mean", "column", "both"
)

type options struct {
	Task, Picture, Rows string
	Solver              string
	Noise               float64
	MaxRank             int
	Energy              float64
	Holdout             float64
	Rank, MaxIter       int
	InitFill            string
	Matrix              string
	B                   [2]float64
	B3, Rcond, NullStep float64
	Turn                [2]float64
}

// Limits: of the sides of a table, and of b.
const (
	maxSide = 48
	maxKeep = maxSide
	limitB  = 100
	// defaultRcond takes for 0 what is nothing but rounding.
	defaultRcond = 1e-12
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Task, "task", layers,
		param.Option{Value: layers, Label: "low-rank approximation", TeX: `A_k=\sum_{i\le k}s_iu_iv_i^\top`},
		param.Option{Value: choosing, Label: "choosing the rank k", Hint: "cross-validation: completes the matrix at rank 0, 1, 2, … and compares on " +
			"held-out entries"},
		param.Option{Value: completion, Label: "matrix completion", TeX: `F\leftarrow F_k\text{ at the missing entries}`},
		param.Option{Value: inverse, Label: "pseudo-inverse", TeX: `x^+=VS^+U^\top b`},
	)
	grids := []string{layers, choosing, completion}
	s.Choice(&o.Picture, "picture", face,
		param.Option{Value: face, Label: "face"},
		param.Option{Value: letter, Label: "letter"},
		param.Option{Value: stripes, Label: "stripes on a gradient", Hint: "Every row is a constant plus the same stripes: rank 2."},
		param.Option{Value: ratings, Label: "ratings", Hint: "12 × 10 rating matrix of rank 3 (random)"},
		param.Option{Value: typed, Label: "typed matrix"},
		param.Option{Value: painted, Label: "painted", Hint: "Paint the cells, or load a file of numbers or an image. In matrix completion 0 means missing."},
	).Label("data").Group("Matrix").When("task", grids...)
	s.Text(&o.Rows, "rows", worked, 12000, nil).Label("matrix").Group("Matrix").When("task", grids...).And("picture", typed).
		Hint("Rows are separated by semicolons or new lines; ? marks a missing entry.")
	s.Float(&o.Noise, "noise", 0, 0, 10).Slider(0, 1).Label("noise σ").Group("Matrix").When("task", grids...).And("picture", face, letter, stripes, ratings).
		Hint("Gaussian noise, added to every entry. Images have values from 0 to 1.")
	s.Choice(&o.Solver, "solver", direct,
		param.Option{Value: direct, Label: "full SVD", Hint: "All terms are computed by a library and added one by one. scikit-learn: TruncatedSVD"},
		param.Option{Value: power, Label: "power iteration", TeX: `v\leftarrow\frac{R^\top Rv}{\|R^\top Rv\|}`, Hint: "Small steps show the " +
			"convergence to each singular vector."},
	).Label("algorithm").When("task", layers).Was("way").Reads("direct", direct)
	s.Int(&o.MaxRank, "max_rank", 16, 1, maxKeep).Slider(1, 32).Label("max rank").When("task", layers, choosing).Was("keep").
		Hint("largest k computed. scikit-learn: n_components")
	s.Float(&o.Energy, "energy", 0.9, 0.01, 1).Slider(0.5, 1).Label("target energy").When("task", layers, choosing).
		Hint("fraction of Σ s² that the kept terms have to reach")
	s.Float(&o.Holdout, "holdout", 0.2, 0, 0.9).Label("held-out fraction").Group("Missing entries").Was("hidden").When("task", choosing, completion).
		Hint("Entries held out at random, for evaluation only.")
	s.Int(&o.Rank, "rank", 3, 0, maxKeep).Slider(0, 10).Label("rank k").Group("Missing entries").When("task", completion)
	s.Choice(&o.InitFill, "init_fill", fillColumn,
		param.Option{Value: fillZero, Label: "0"},
		param.Option{Value: fillMean, Label: "global mean"},
		param.Option{Value: fillColumn, Label: "column mean"},
		param.Option{Value: fillRowColumn, Label: "row + column means", Hint: "row mean + column mean − global mean"},
	).Label("initial imputation").Group("Missing entries").When("task", completion).Was("fill")
	s.Int(&o.MaxIter, "max_iter", 500, 0, 1000).Label("max iterations").Group("Missing entries").When("task", completion).Was("most")
	s.Text(&o.Matrix, "matrix", "1 1; 1 1", 400, nil).Label("matrix A").Group("System").When("task", inverse).
		Hint("two or three rows of two entries, separated by semicolons")
	s.Point(&o.B, "b", [2]float64{1, 3}, limitB).Label("b").Group("System").When("task", inverse).Hint("Drag b in the plane of Ax.")
	s.Float(&o.B3, "b3", 1, -limitB, limitB).Slider(-4, 4).Label("b₃").Group("System").When("task", inverse).Hint("third entry of b, if A has three rows")
	s.Float(&o.Rcond, "rcond", defaultRcond, 1e-15, 1).Log(1e-12, 1).Label("rcond (relative cut-off)").Group("System").When("task", inverse).Was("cutoff").
		Hint("Relative threshold: singular values up to this fraction of the largest are treated as 0. NumPy: rcond")
	s.Float(&o.NullStep, "t", 1, -100, 100).Slider(-4, 4).Label("other solution t").Group("System").When("task", inverse).
		Hint("position of the other solution along the null space")
	s.Point(&o.Turn, "turn", [2]float64{100, 20}, 180).View().Label("rotation, tilt").Group("System").When("task", inverse)
}

// What charts belong to. The noise is a number, so that the chart beside the clean picture
// stays, and says that it is empty.
var (
	inLayers  = []param.Condition{{Param: "task", Values: []string{layers}}}
	byPower   = append(slices.Clip(inLayers), param.Condition{Param: "solver", Values: []string{power}})
	withHoles = []param.Condition{{Param: "task", Values: []string{choosing, completion}}}
)

// metricNames are public.
var metricNames = []string{
	"error", "tail", "rival", "spectral", "energy", "clean", "stored", "cells", "misfit", "heldout_error", "means", "change", "norm", "residual", "power",
}

// A metrics names the numbers of a step; those that it leaves out are not defined.
type metrics map[string]float64

func (m metrics) row() []float64 {
	row := make([]float64, len(metricNames))
	for i, name := range metricNames {
		v, ok := m[name]
		if !ok {
			v = nan
		}
		row[i] = v
	}
	return row
}

func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	if o.Task == inverse {
		return runInverse(o)
	}
	g, err := newGrid(p, o)
	if err != nil {
		return nil, err
	}
	switch o.Task {
	case completion:
		return runCompletion(ctx, g, o), nil
	case choosing:
		return runChoosing(ctx, g, o)
	}
	l, err := newLayering(g, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		r, directions := p.Stream(rivalry), p.Stream(searching)
		for k := 0; k <= l.last && yield(l.step(k, r)); k++ {
			if o.Solver == power && k < l.last && !l.seek(k, directions, yield) {
				return
			}
		}
	}, nil
}
