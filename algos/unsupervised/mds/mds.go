// Package mds teaches classical multidimensional scaling: an embedding from distances alone.
//
// Squared distances are double centred, B = −½ J D² J with J = I − 11ᵀ/m. Where the
// distances are those of points, B holds the inner products of these points about their
// centre; its eigenvectors times the roots of its eigenvalues are coordinates, Z = VΛ^½.
// Distances that are not Euclidean have eigenvalues below 0. A map is known up to rotation
// and reflection: readers rotate it by hand onto the true positions, against the optimal
// rotation (Procrustes).
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

// most is the maximum number of objects: a picture shows all pairs of them.
const most = 40

// Demo is classical multidimensional scaling.
var Demo = algos.Define(algos.Demo{
	ID:    "mds",
	Title: "Multidimensional scaling",
	Keywords: "MDS, classical scaling, principal coordinates analysis, PCoA, Torgerson, double centring, Gram matrix, Euclidean distance matrix, " +
		"embedding, stress, strain, Shepard diagram, Procrustes, triangle inequality, Manhattan distance, 多维缩放, 主坐标分析, 双中心化, 距离矩阵, 普氏分析, 三角不等式",
	Summary:       "Classical MDS: find coordinates from pairwise distances by double centring and eigendecomposition.",
	Units:         algos.Units{First: "one <step> computes the next coordinate, an eigenvector times the square root of its eigenvalue"},
	Family:        "Dimensionality reduction",
	Prerequisites: []string{"pca"},
	Input: input.Spec{
		Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: most},
		Table:  &input.Table{Target: dataset.None, Words: true, Max: dataset.MaxColumns}, // it is square
		Raw:    true,                                                                     // distances are what it is about, and a table has nothing else
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
		{ID: "stress", Title: "Stress and strain", Y: "relative error", Series: []mark.Series{
			{Metric: "stress", Label: "stress (distances)", Role: mark.RoleAccent},
			{Metric: "strain", Label: "strain (inner products)", Role: mark.RoleBad},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals,
}, bind, run)

const tooFew = "A single point has no distance: put at least two points on the board."

// Options are the parameters of the demo.
type Options struct {
	Metric      string
	NComponents int
	Rotation    float64
	Reflect     bool
}

// The distances of points on the board.
const (
	euclidean = "euclidean"
	manhattan = "manhattan"
	largest   = "chebyshev"
)

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Metric, "metric", euclidean,
		param.Option{Value: euclidean, Label: "Euclidean", TeX: `\sqrt{(x_1 - y_1)^2 + (x_2 - y_2)^2}`},
		param.Option{Value: manhattan, Label: "Manhattan (city-block)", TeX: `|x_1 - y_1| + |x_2 - y_2|`, Hint: "not embeddable in a Euclidean space"},
		param.Option{Value: largest, Label: "Chebyshev (maximum)", TeX: `\max(|x_1 - y_1|,\ |x_2 - y_2|)`},
	).Reads("maximum", largest).Hint("ignored if a distance matrix is given")
	s.Int(&o.NComponents, "n_components", 2, 1, most).Slider(1, 6).Label("embedding dimension d′").Was("dims").
		Hint("the plot shows the first two. scikit-learn: n_components")
	s.Float(&o.Rotation, "rotation", 0.6, -math.Pi, math.Pi).Label("rotation (rad)").Hint("distances determine the map only up to rotation").Was("turn")
	s.Bool(&o.Reflect, "reflect", false).Was("flip").Hint("and up to reflection")
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
