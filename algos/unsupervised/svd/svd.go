// Package svd teaches the singular value decomposition by what it is used for.
//
// Every m×n table is a sum of layers, A = Σ sᵢuᵢvᵢᵀ, each an outer product of two
// directions, with s₁ ≥ s₂ ≥ … ≥ 0 and orthonormal u and v. The first k layers are the
// best table of rank k (Eckart and Young): ‖A − A_k‖²_F = Σ_{i>k} sᵢ², and
// ‖A − A_k‖₂ = s_{k+1}. That compresses a picture, fills the holes of a table by
// fitting and filling in turn, and inverts what has no inverse: A⁺ = VS⁺Uᵀ has 1/sᵢ
// only where sᵢ > 0, and A⁺b is the shortest of all x that come nearest to b.
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
		{Value: 0, Name: "paper, or a hole"}, {Value: 1, Name: "1"}, {Value: 2, Name: "2"}, {Value: 3, Name: "3"}, {Value: 4, Name: "4"}, {Value: 5, Name: "5"},
	},
}

// Demo is the singular value decomposition, a layer, a guess of k, a refill or a turn a step.
var Demo = algos.Define(algos.Demo{
	ID:    "svd",
	Title: "Singular value decomposition",
	Keywords: "SVD, singular values, singular vectors, low rank, rank, Eckart-Young, compression, image, matrix completion, recommender, Netflix, " +
		"pseudo-inverse, pseudoinverse, Moore-Penrose, minimum norm, scree plot, elbow, imputation, 奇异值分解, 低秩, 矩阵补全, 伪逆, 广义逆, 图像压缩, 碎石图",
	Summary:       "A table as a sum of layers: the first few are the best of their rank, fill holes, and invert what has no inverse.",
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"linear-regression", "ridge"},
	Input:         input.Spec{Cells: pixels},
	Formula:       `A = USV^\top = \sum_i s_i\,u_i v_i^\top,\qquad A^+ = VS^+U^\top`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "SVD, completion, choosing k, least squares (lines 1038–1079)"},
		{Source: "000", Where: "Moore–Penrose inverse (lines 124–130, eq. 1)"},
		{Source: "C. Eckart, G. Young, The approximation of one matrix by another of lower rank", Where: "Psychometrika 1, 1936"},
		{Source: "G. H. Golub, C. F. Van Loan, Matrix Computations", Where: "sections 2.4 and 5.5, 4th edition 2013"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "error", When: inLayers, Title: "What is left, squared", Y: "‖A − A_k‖²", Series: []mark.Series{
			{Metric: "error", Label: "‖A − A_k‖², subtracted", Role: mark.RoleAccent},
			{Metric: "tail", Label: "Σ s² of the layers left out", Bound: true, Role: mark.RoleGood},
			{Metric: "rival", Label: "the best of 8 random tables of rank k", Role: mark.RoleSoft},
		}},
		{ID: "power", When: byPower, Title: "Power iteration", Y: "‖Rv‖", Series: []mark.Series{
			{Metric: "power", Label: "‖Rv‖", Role: mark.RoleAccent}, {Metric: "spectral", Label: "s of the next layer", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "clean", When: inLayers, Title: "Against the picture without noise", Y: "squared", Series: []mark.Series{
			{Metric: "clean", Label: "‖A_k − picture‖²", Role: mark.RoleAccent},
		}},
		{ID: "storage", When: inLayers, Title: "Numbers to store", Y: "numbers", Series: []mark.Series{
			{Metric: "stored", Label: "k(m + n + 1)", Role: mark.RoleAccent}, {Metric: "cells", Label: "mn", Bound: true, Role: mark.RoleBad},
		}},
		{ID: "known", When: withHoles, Title: "Misfit of the known cells", Y: "Σ squares", Series: []mark.Series{
			{Metric: "misfit", Label: "Σ over the known cells", Role: mark.RoleAccent},
		}},
		{ID: "hidden", When: withHoles, Title: "Error of the hidden cells", Y: "root mean square", Series: []mark.Series{
			{Metric: "hidden", Label: "of the completed table", Role: mark.RoleAccent}, {Metric: "means", Label: "of the columns' means", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The tasks, the pictures and how holes are filled at first; the values are public.
const (
	layers, choosing, completion, inverse          = "layers", "choose", "completion", "inverse"
	face, letter, stripes, ratings, typed, painted = "face", "letter", "stripes", "ratings", "typed", "painted"
	direct, power                                  = "direct", "power"
	fillZero, fillMean, fillColumn, fillRowColumn  = "zero", "mean", "column", "both"
)

type options struct {
	Task, Picture, Rows  string
	Way                  string
	Noise                float64
	Keep                 int
	Energy               float64
	Hidden               float64
	Rank, Most           int
	Fill                 string
	Matrix               string
	B                    [2]float64
	B3, Cutoff, NullStep float64
	Turn                 [2]float64
}

// Limits: of the sides of a table, and of b.
const (
	maxSide = 48
	maxKeep = maxSide
	limitB  = 100
	// defaultCutoff takes for 0 what is nothing but rounding.
	defaultCutoff = 1e-12
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Task, "task", layers,
		param.Option{Value: layers, Label: "a picture, layer by layer", TeX: `A_k=\sum_{i\le k}s_iu_iv_i^\top`},
		param.Option{Value: choosing, Label: "choosing k", Hint: "Hides cells, completes the table with 0, 1, 2, … layers, and compares."},
		param.Option{Value: completion, Label: "a table with holes", TeX: `F\leftarrow F_k\text{ in the holes}`},
		param.Option{Value: inverse, Label: "pseudo-inverse", TeX: `x^+=VS^+U^\top b`},
	)
	grids := []string{layers, choosing, completion}
	s.Choice(&o.Picture, "picture", face,
		param.Option{Value: face, Label: "a face"},
		param.Option{Value: letter, Label: "a letter"},
		param.Option{Value: stripes, Label: "stripes on a gradient", Hint: "Every row is a number plus the same stripes: rank 2."},
		param.Option{Value: ratings, Label: "ratings", Hint: "Twelve people rate ten films by three tastes: rank 3, drawn from the seed."},
		param.Option{Value: typed, Label: "typed table"},
		param.Option{Value: painted, Label: "painted", Hint: "Paint the cells, or load a file of numbers or an image. In tables with holes a cell of 0 is a hole."},
	).Group("Table").When("task", grids...)
	s.Text(&o.Rows, "rows", worked, 12000, nil).Label("table").Group("Table").When("task", grids...).And("picture", typed).
		Hint("One row after the other, with semicolons or new lines between them; ? is a hole.")
	s.Float(&o.Noise, "noise", 0, 0, 10).Slider(0, 1).Label("noise σ").Group("Table").When("task", grids...).And("picture", face, letter, stripes, ratings).
		Hint("Added to every cell. A picture goes from 0 to 1.")
	s.Choice(&o.Way, "way", direct,
		param.Option{Value: direct, Label: "all at once", Hint: "The layers are found by a library, and shown one after the other."},
		param.Option{Value: power, Label: "power iteration", TeX: `v\leftarrow\frac{R^\top Rv}{\|R^\top Rv\|}`, Hint: "Small steps show how a layer is found in what is left."},
	).Label("layers are found").When("task", layers)
	s.Int(&o.Keep, "keep", 16, 1, maxKeep).Slider(1, 32).Label("layers, at most").When("task", layers, choosing)
	s.Float(&o.Energy, "energy", 0.9, 0.01, 1).Slider(0.5, 1).Label("energy wanted").When("task", layers, choosing).
		Hint("The share of Σ s² that the layers kept have to reach.")
	s.Float(&o.Hidden, "hidden", 0.2, 0, 0.9).Label("share hidden").Group("Holes").When("task", choosing, completion).
		Hint("Cells that are hidden by lot, and whose values are known to the judge alone.")
	s.Int(&o.Rank, "rank", 3, 0, maxKeep).Slider(0, 10).Label("rank k").Group("Holes").When("task", completion)
	s.Choice(&o.Fill, "fill", fillColumn,
		param.Option{Value: fillZero, Label: "0"},
		param.Option{Value: fillMean, Label: "mean of all"},
		param.Option{Value: fillColumn, Label: "mean of the column"},
		param.Option{Value: fillRowColumn, Label: "mean of row and column", Hint: "The mean of the row plus that of the column, less that of all."},
	).Label("holes at first").Group("Holes").When("task", completion)
	s.Int(&o.Most, "most", 500, 0, 1000).Label("fillings, at most").Group("Holes").When("task", completion)
	s.Text(&o.Matrix, "matrix", "1 1; 1 1", 400, nil).Label("matrix A").Group("System").When("task", inverse).
		Hint("Two or three rows of two numbers, with semicolons between them.")
	s.Point(&o.B, "b", [2]float64{1, 3}, limitB).Label("b").Group("System").When("task", inverse).Hint("Drag it in the picture of Ax.")
	s.Float(&o.B3, "b3", 1, -limitB, limitB).Slider(-4, 4).Label("b₃").Group("System").When("task", inverse).Hint("The third number of b, where A has three rows.")
	s.Float(&o.Cutoff, "cutoff", defaultCutoff, 1e-15, 1).Log(1e-12, 1).Label("cut-off").Group("System").When("task", inverse).
		Hint("Singular values up to this share of the largest count as 0.")
	s.Float(&o.NullStep, "t", 1, -100, 100).Slider(-4, 4).Label("another solution t").Group("System").When("task", inverse).
		Hint("How far along the line of solutions the one to compare with lies.")
	s.Point(&o.Turn, "turn", [2]float64{100, 20}, 180).View().Label("turn, tilt").Group("System").When("task", inverse)
}

// What charts belong to. The noise is a number, so that the chart beside the clean picture
// stays, and says that it is empty.
var (
	inLayers  = []param.Condition{{Param: "task", Values: []string{layers}}}
	byPower   = append(slices.Clip(inLayers), param.Condition{Param: "way", Values: []string{power}})
	withHoles = []param.Condition{{Param: "task", Values: []string{choosing, completion}}}
)

// metricNames are public.
var metricNames = []string{
	"error", "tail", "rival", "spectral", "energy", "clean", "stored", "cells", "misfit", "hidden", "means", "change", "norm", "residual", "power",
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
			if o.Way == power && k < l.last && !l.seek(k, directions, yield) {
				return
			}
		}
	}, nil
}
