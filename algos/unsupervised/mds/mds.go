// Package mds teaches classical multidimensional scaling: a map from distances alone.
//
// Squared distances are double centred, B = −½ J D² J with J = I − 11ᵀ/m. Where the
// distances are those of points, B holds the inner products of these points about their
// centre; its eigenvectors times the roots of its eigenvalues are coordinates, Z = VΛ^½.
// Distances of no points at all show by eigenvalues below 0. A map is known up to turning
// and turning over: readers turn it by hand onto the true places, against the best turn
// (Procrustes).
package mds

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

// most is the most places: a picture shows all pairs of them.
const most = 40

// Demo is classical multidimensional scaling.
var Demo = algos.Define(algos.Demo{
	ID:    "mds",
	Title: "Multidimensional scaling",
	Keywords: "MDS, classical scaling, principal coordinates analysis, PCoA, Torgerson, double centring, Gram matrix, Euclidean distance matrix, " +
		"Shepard diagram, Procrustes, triangle inequality, Manhattan distance, 多维缩放, 主坐标分析, 双中心化, 距离矩阵, 普氏分析, 三角不等式",
	Summary:       "A map from nothing but distances: square them, centre them twice, and the eigenvectors are coordinates.",
	Units:         algos.Units{First: "one <step> gives every place its next coordinate"},
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"pca"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: most},
		Table:  &input.Table{Target: dataset.None, Words: true, Max: dataset.MaxColumns}, // it is square
	},
	Formula: `B = -\tfrac12\, J D^{(2)} J = V\Lambda V^\top, \qquad Z = V_*\Lambda_*^{1/2}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "001", Where: "10.1 (algorithm 5, formulas 10.1–10.5)"},
		{Source: "W. S. Torgerson, Multidimensional scaling: I. Theory and method, Psychometrika 17 (1952)", Where: "401–419"},
		{Source: "K. V. Mardia, J. T. Kent, J. M. Bibby, Multivariate Analysis (1979)", Where: "chapter 14"},
	},
	MinPoints: 2, TooFew: tooFew,
	Metrics: []string{"stress", "strain", "misfit"},
	Charts: []mark.Chart{
		{ID: "stress", Title: "What the map misses", Y: "share", Series: []mark.Series{
			{Metric: "stress", Label: "of the distances (stress)", Role: mark.RoleAccent},
			{Metric: "strain", Label: "of the inner products (strain)", Role: mark.RoleBad},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals,
}, bind, run)

const tooFew = "A single place has no distance: put at least two points on the board."

// Options are the parameters of the demo.
type Options struct {
	Metric string
	Dims   int
	Turn   float64
	Flip   bool
}

// The distances of points on the board.
const (
	euclidean = "euclidean"
	manhattan = "manhattan"
	largest   = "maximum"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Metric, "metric", euclidean,
		param.Option{Value: euclidean, Label: "as the crow flies", TeX: `\sqrt{(x_1 - y_1)^2 + (x_2 - y_2)^2}`},
		param.Option{Value: manhattan, Label: "along streets", TeX: `|x_1 - y_1| + |x_2 - y_2|`, Hint: "distances that no plane keeps, nor any space"},
		param.Option{Value: largest, Label: "the larger difference", TeX: `\max(|x_1 - y_1|,\ |x_2 - y_2|)`},
	).Label("distances of the points").Hint("a table brings its own")
	s.Int(&o.Dims, "dims", 2, 1, most).Slider(1, 6).Label("dimensions of the map d′").Hint("the picture shows the first two")
	s.Float(&o.Turn, "turn", 0.6, -math.Pi, math.Pi).Label("turn of the map, rad").Hint("distances do not know where north is: turn the map yourself")
	s.Bool(&o.Flip, "flip", false).Label("turn the map over").Hint("nor do they know left from right")
}

// run is the textbook's algorithm, a matrix or an axis a step.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for s := range t.steps() {
			if !yield(view{s}.step()) {
				return
			}
		}
	}, nil
}
