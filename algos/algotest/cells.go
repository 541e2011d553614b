package algotest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// A painting is a source of cells that spoils formulas.
type painting struct {
	name    string
	data    dataset.Source
	telling bool // every variant runs on it
}

// problem is a problem of these cells.
func (g painting) problem() algos.Problem {
	return algos.Problem{Set: dataset.Set{Target: dataset.None}, Cells: g.data.Cells, Layers: g.data.Layers}
}

// paintings returns grids of shapes and values that the demo takes; none where it takes
// no cells. Of a demo that takes several layers each is painted in turn, and the others are
// as at the start, of its size where all are alike.
func paintings(d algos.Demo) []painting {
	in := d.Input.Cells
	if in == nil {
		return nil
	}
	var all []painting
	for _, of := range grids(in) {
		for _, g := range shaped(of) {
			if of.Name != "" {
				g.name = of.Name + ", " + g.name
			}
			all = append(all, painting{g.name, in.Put(dataset.Source{}, of.Name, g.cells), g.telling})
		}
	}
	return all
}

// grids are all grids that a demo takes.
func grids(in *input.Cells) []*input.Cells {
	all := []*input.Cells{in}
	for k := range in.Layers {
		all = append(all, &in.Layers[k])
	}
	return all
}

// A shape is one grid of a painting.
type shape struct {
	name    string
	cells   dataset.Cells
	telling bool
}

// shaped returns grids of shapes and values that an input takes.
func shaped(in *input.Cells) []shape {
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
	return []shape{
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
	return r.onRun(ctx, d, fmt.Sprint(g.name, v), g.problem(), looking(d, v), degenerateSteps, false)
}

// cellLimits sees that the largest grids are taken, and one that is larger is refused, or of
// another size where all are alike.
func (r *report) cellLimits(ctx context.Context, d algos.Demo) {
	in := d.Input.Cells
	for _, of := range grids(in) {
		rows, cols := of.Shape()
		put := func(c dataset.Cells) algos.Problem {
			return painting{data: in.Put(dataset.Source{}, of.Name, c)}.problem()
		}
		r.runOn(ctx, d, strings.TrimSpace("the largest grid "+of.Name), put(dataset.NewCells(rows.Most, cols.Most, of.Blank())), looking(d, nil), 4, false)
		for _, larger := range []dataset.Cells{dataset.NewCells(rows.Most+1, cols.Most, of.Blank()), dataset.NewCells(rows.Most, cols.Most+1, of.Blank())} {
			if _, _, err := begin(ctx, d, put(larger), looking(d, nil)); err == nil {
				r.fault("cells in %d rows of %d are taken", larger.Rows, larger.Cols)
			}
		}
	}
	r.layers(d)
}

// layers sees that the layers are described so that readers and links can tell them apart.
func (r *report) layers(d algos.Demo) {
	in := d.Input.Cells
	if len(in.Layers) == 0 {
		if in.Name != "" || in.Alike {
			r.fault("it has one grid of cells, which needs no name")
		}
		return
	}
	if n := len(in.Layers) + 1; n > dataset.MaxLayers {
		r.fault("it takes %d layers of cells: at most %d", n, dataset.MaxLayers)
	}
	rows, cols := in.Shape()
	met := map[string]bool{}
	for k, of := range grids(in) {
		switch m, n := of.Shape(); {
		case !dataset.IsLayerName(of.Name):
			r.fault("a layer is called %q: a name is at most %d small letters, digits and hyphens", of.Name, dataset.MaxLayerName)
		case met[of.Name]:
			r.fault("two layers are called %s", of.Name)
		case of.Title == "":
			r.fault("the layer %s has no title", of.Name)
		case of.Start.Empty():
			r.fault("the layer %s has no Start: readers have nothing to paint on", of.Name)
		case in.Alike && (m != rows || n != cols):
			r.fault("the layer %s has other limits than %s, and all are of one size", of.Name, in.Name)
		case in.Alike && (of.Start.Rows != in.Start.Rows || of.Start.Cols != in.Start.Cols):
			r.fault("the Start of the layer %s has another size than that of %s, and all are of one size", of.Name, in.Name)
		case k > 0 && (len(of.Layers) > 0 || of.When != nil || of.Alike):
			r.fault("the layer %s has layers, a When or an Alike of its own, which the first one has for all", of.Name)
		}
		met[of.Name] = true
	}
}
