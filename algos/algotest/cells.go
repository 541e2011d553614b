package algotest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// A painting is a grid of cells that spoils formulas.
type painting struct {
	name    string
	cells   dataset.Cells
	telling bool // every variant runs on it
}

// paintings returns grids of shapes and values that the demo takes; none where it takes
// no cells.
func paintings(d algos.Demo) []painting {
	in := d.Input.Cells
	if in == nil {
		return nil
	}
	rows, cols := in.Shape()
	value := func(share float64) float64 {
		if in.Low < in.High {
			return in.Low + share*(in.High-in.Low)
		}
		return in.Brushes[min(int(share*float64(len(in.Brushes))), len(in.Brushes)-1)].Value
	}
	grid := func(m, n int, share func(i, j int) float64) dataset.Cells {
		c := dataset.NewCells(m, n, 0)
		for k := range c.Values {
			c.Values[k] = value(share(k/n, k%n)) + 0
		}
		return c
	}
	m, n := min(max(rows.Least, 5), rows.Most), min(max(cols.Least, 4), cols.Most)
	flat := func(share float64) func(int, int) float64 { return func(int, int) float64 { return share } }
	chance := func() func(int, int) float64 {
		r := rand.New(rand.NewPCG(3, 4))
		return func(int, int) float64 { return float64(r.IntN(101)) / 100 }
	}
	return []painting{
		{"all low", grid(m, n, flat(0)), true},
		{"all high", grid(m, n, flat(1)), false},
		{"fewest cells", grid(rows.Least, cols.Least, flat(0.5)), true},
		{"one row", grid(rows.Least, n, chance()), false},
		{"one column", grid(m, cols.Least, chance()), false},
		{"a chessboard", grid(m, n, func(i, j int) float64 { return float64((i + j) % 2) }), true},
		{"alike columns", grid(m, n, func(i, _ int) float64 { return float64(i%3) / 2 }), false},
		{"one cell", grid(m, n, func(i, j int) float64 { return float64(1 / (1 + i + j)) }), false},
		{"by chance", grid(m, n, chance()), true},
		{"tiny and large", grid(m, n, func(i, j int) float64 { return []float64{1e-12, 1, 1 - 1e-12, 0}[(i+2*j)%4] }), false},
		{"wide", grid(rows.Least, cols.Most, chance()), false},
		{"high", grid(rows.Most, cols.Least, chance()), false},
	}
}

// looking are the parameters with those under which the demo looks at its cells.
func looking(d algos.Demo, v param.Values) param.Values {
	all := param.Values{}
	maps.Copy(all, v)
	maps.Copy(all, d.Input.Cells.When)
	return all
}

// onPaintings runs a variant on the grids that are telling, or on the others.
func (r *report) onPaintings(ctx context.Context, d algos.Demo, v param.Values, telling bool) {
	for _, g := range paintings(d) {
		if g.telling == telling || telling && full() {
			r.add(r.onPainting(ctx, d, g, v))
		}
	}
}

// onPainting is what is found in the run of a variant on a grid.
func (r *report) onPainting(ctx context.Context, d algos.Demo, g painting, v param.Values) *account {
	p := algos.Problem{Set: dataset.Set{Target: dataset.None}, Cells: g.cells}
	return r.onRun(ctx, d, fmt.Sprint(g.name, v), p, looking(d, v), degenerateSteps, false)
}

// cellLimits sees that the largest grid is taken, and one that is larger is refused.
func (r *report) cellLimits(ctx context.Context, d algos.Demo) {
	in := d.Input.Cells
	rows, cols := in.Shape()
	own := algos.Problem{Set: dataset.Set{Target: dataset.None}}
	own.Cells = dataset.NewCells(rows.Most, cols.Most, in.Blank())
	r.runOn(ctx, d, "the largest grid", own, looking(d, nil), 4, false)
	for _, larger := range []dataset.Cells{dataset.NewCells(rows.Most+1, cols.Most, in.Blank()), dataset.NewCells(rows.Most, cols.Most+1, in.Blank())} {
		own.Cells = larger
		if _, _, err := begin(ctx, d, own, looking(d, nil)); err == nil {
			r.fault("cells in %d rows of %d are taken", larger.Rows, larger.Cols)
		}
	}
}
