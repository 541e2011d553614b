package algotest

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// Start starts a run on a set with the window that fits it.
func Start(ctx context.Context, d algos.Demo, set dataset.Set, seed uint64, v param.Values) (iter.Seq[algos.Step], error) {
	return d.Steps(ctx, algos.NewProblem(set, seed, mark.FitWindow(set)), v)
}

// contractSeed is the seed of the runs of the contract.
const contractSeed = 5

// take returns the first steps of a run.
func take(ctx context.Context, d algos.Demo, set dataset.Set, v param.Values, limit int) ([]algos.Step, error) {
	return takeOf(ctx, d, algos.Problem{Set: set}, v, limit)
}

// begin starts a run on the points, the table or the cells of a problem.
func begin(ctx context.Context, d algos.Demo, p algos.Problem, v param.Values) (iter.Seq[algos.Step], algos.Problem, error) {
	own := algos.NewProblem(p.Set, contractSeed, mark.FitWindow(p.Set))
	own.Table, own.Cells, own.Layers = p.Table, p.Cells, p.Layers
	run, err := d.Steps(ctx, own, v)
	return run, own, err
}

// takeOf returns the first steps of a run on the points, the table or the cells of a problem.
func takeOf(ctx context.Context, d algos.Demo, p algos.Problem, v param.Values, limit int) ([]algos.Step, error) {
	steps, _, err := first(ctx, runKey(p, v), limit, func(ctx context.Context) (iter.Seq[algos.Step], algos.Problem, error) {
		return begin(ctx, d, p, v)
	})
	return steps, err
}

// runKey tells the runs of a demo apart that take plays.
func runKey(p algos.Problem, v param.Values) string { return fmt.Sprint(p.Set, p.Table, p.Cells, v) }

// board makes a data set of the demo's kind from places and classes; one that
// takes no points gets none.
func board(d algos.Demo, n int, at func(i int) (x1, x2 float64, class int)) dataset.Set {
	if d.Input.Points == nil {
		return dataset.Set{Target: dataset.None}
	}
	target := d.Input.Points.Target
	if target == dataset.Either {
		target = dataset.Classes
	}
	set := dataset.Set{Dim: slices.Max(d.Input.Points.Dims), Signed: true, Points: make([]dataset.Point, n)}
	for i := range set.Points {
		x1, x2, class := at(i)
		p := dataset.Point{X: [2]float64{x1, x2}, Y: float64(class)}
		if target == dataset.Values {
			p.Y = x2
		}
		if set.Dim == 1 {
			p.X[1], p.Y = 0, x2
		}
		set.Points[i] = p
	}
	set.Target = target
	if d.Input.Graph() != nil {
		set.Signed = false
		joined(&set, n, func(i, j int) float64 {
			if j == i+1 || j == i+3 {
				return 1 + float64(i%3)/2
			}
			return 0
		})
	}
	return set
}

// joined draws the edges of a graph between its first n points; those of weight 0 are none.
func joined(set *dataset.Set, n int, weight func(i, j int) float64) dataset.Set {
	set.Edges = nil
	for i := range n {
		for j := i + 1; j < n && len(set.Edges) < dataset.MaxEdges; j++ {
			if w := weight(i, j); w > 0 {
				set.Edges = append(set.Edges, dataset.Edge{From: i, To: j, Weight: w})
			}
		}
	}
	return *set
}

// degenerateGraphs are graphs that spoil formulas; none where the demo takes none.
func degenerateGraphs(d algos.Demo) []degenerate {
	if d.Input.Graph() == nil {
		return nil
	}
	graph := func(n int, weight func(i, j int) float64) dataset.Set {
		set := board(d, n, func(i int) (float64, float64, int) { return float64(i % 6), float64(i / 6), 0 })
		return joined(&set, n, weight)
	}
	return []degenerate{
		{"no edges", graph(5, func(int, int) float64 { return 0 }), true},
		{"two parts", graph(7, func(i, j int) float64 { return float64((1 + i%2) * ((i + j + 1) % 2)) }), true},
		{"all edges", graph(28, func(int, int) float64 { return 1 }), false},
		{"heaviest edges", graph(6, func(int, int) float64 { return dataset.MaxWeight }), true},
		{"lightest edges", graph(6, func(i, j int) float64 { return 1e-12 * float64(i+j) }), true},
		{"weights far apart", graph(6, func(i, j int) float64 { return math.Pow(10, float64(3-2*i-j)) }), false},
		{"one edge, others alone", graph(9, func(i, j int) float64 { return float64(1 / (1 + i + (j-1)*9)) }), false},
	}
}

// gaussians returns n points of two classes around ±gap.
func gaussians(d algos.Demo, n int, gap, scale float64) dataset.Set {
	r := rand.New(rand.NewPCG(3, 4))
	return board(d, n, func(i int) (float64, float64, int) {
		y := float64(2*(i%2) - 1)
		return scale * (gap*y + r.NormFloat64()), scale * (r.NormFloat64() - gap*y/2), i % 2
	})
}

// Small returns a few points of the demo's kind, of two classes that overlap.
func Small(d algos.Demo) dataset.Set { return gaussians(d, 14, 0.8, 1) }

// A degenerate is a set of points that spoils formulas.
type degenerate struct {
	name    string
	set     dataset.Set
	telling bool // every variant runs on it
}

// degenerates returns the degenerate sets. The telling ones are those that spoil
// most: nothing to work on, nothing that varies, no answer, and numbers so far
// apart that their sums round.
func degenerates(d algos.Demo) []degenerate {
	if d.Input.Points != nil && d.Input.Points.Target == dataset.Either {
		return slices.Concat(named("classes", degenerates(of(d, dataset.Classes))), named("values", degenerates(of(d, dataset.Values))))
	}
	line := func(i int) (float64, float64, int) { return float64(i - 3), 2*float64(i-3) + 1, i % 2 }
	one := func(int) (float64, float64, int) { return 0.5, 0.25, 1 }
	all := []degenerate{
		{"no points", board(d, 0, nil), true},
		{"one point", board(d, 1, one), false},
		{"one class", board(d, 6, func(i int) (float64, float64, int) { return float64(i), float64(i * i), 0 }), false},
		{"all identical", board(d, 6, func(i int) (float64, float64, int) { return 0.75, 0.75, i % 2 }), true},
		{"all zero", board(d, 4, func(i int) (float64, float64, int) { return 0, 0, i % 2 }), false},
		{"duplicates", board(d, 8, func(i int) (float64, float64, int) { return float64(i / 4), float64(i / 4), i / 4 }), false},
		{"contradictions", board(d, 8, func(i int) (float64, float64, int) { return float64(i / 4), float64(i / 4), i % 2 }), true},
		{"on a line", board(d, 7, line), false},
		{"constant input", board(d, 7, func(i int) (float64, float64, int) { return 3, float64(i), i / 4 }), false},
		{"constant target", board(d, 7, func(i int) (float64, float64, int) { return float64(i), 3, i / 4 }), false},
		{"scale 1e6", gaussians(d, 14, 3, 1e6), false},
		{"scale 1e-6", gaussians(d, 14, 3, 1e-6), false},
		{"mixed scales", board(d, 12, func(i int) (float64, float64, int) {
			return float64(i-6) * 1e6, float64(i%5-2) * 1e-6, i % 2
		}), true},
		{"scale 1e8", gaussians(d, 14, 3, 1e8), false},
		{"one against many", board(d, 12, func(i int) (float64, float64, int) { return float64(i % 4), float64(i / 4), i / 11 }), false},
		{"two points", board(d, 2, func(i int) (float64, float64, int) { return float64(i), 1 - 2*float64(i), i }), false},
		{"far away", board(d, 10, func(i int) (float64, float64, int) { return 1e6 + float64(i), -1e6 + float64(i%3), i % 2 }), false},
		{"limits", board(d, 4, func(i int) (float64, float64, int) { return dataset.MaxAbs * float64(i%2*2-1), dataset.MaxAbs, i % 2 }), false},
	}
	return append(all, degenerateGraphs(d)...)
}

// of is a demo that takes classes or values as one that takes the one kind alone.
func of(d algos.Demo, target dataset.Target) algos.Demo {
	points := *d.Input.Points
	points.Target = target
	d.Input.Points = &points
	return d
}

// named puts a word before the names of degenerate sets.
func named(word string, all []degenerate) []degenerate {
	for i := range all {
		all[i].name = word + ", " + all[i].name
	}
	return all
}

// variants are settings that reach every choice, every switch and both ends of
// every slider. The first are the defaults.
func variants(d algos.Demo) []param.Values {
	all := []param.Values{{}}
	for _, p := range d.Schema() {
		var values []string
		switch p.Kind {
		case param.Choice:
			for _, c := range p.Choices {
				values = append(values, c.Value)
			}
		case param.Bool:
			values = []string{"true", "false"}
		case param.Float, param.Int:
			values = []string{param.Format(p.Slider[0]), param.Format(p.Slider[1])}
		case param.Actions:
			values = []string{someActions(p)}
		case param.Numbers:
			list := strings.Fields(p.Default)
			slices.Reverse(list)
			values = []string{strings.Join(list, " ")}
		case param.Matrix:
			values = corners(p)
		}
		for _, v := range values {
			if v == p.Default {
				continue
			}
			setting := param.Values{p.Name: v}
			if p.When != nil {
				setting[p.When.Param] = p.When.Values[0]
			}
			all = append(all, setting)
		}
	}
	return all
}
