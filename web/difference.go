package web

import (
	"context"
	"math"
	"net/http"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/lang"
	"playground/views/mathml"
)

// What two models predict is compared at the centres of the cells of the board, and on a
// number line at as many places.
const (
	diffCells  = 120 // along a side
	diffPlaces = 481
	// diffWork bounds the terms of all predictions of one model: where the points are many,
	// of which a prediction may need all, there are fewer cells.
	diffWork  = 4 << 20
	diffLeast = 40
)

// A difference is where the predictions of two models differ.
type difference struct {
	target dataset.Target
	set    dataset.Set
	window grid.Window
	cells  grid.Grid // whose nodes are the centres; one row on a number line
	a, b   []float64 // the predictions there
	models [2]algos.Model

	apart  int     // of the cells, those with two labels
	rows   int     // of the points, those with two labels
	most   float64 // the largest distance of two values in the cells
	square float64 // the root of the mean square of these distances
}

// centres are the places at which predictions of points in a window are compared.
func centres(set dataset.Set, w grid.Window) grid.Grid {
	if set.Dim == 1 {
		return grid.Grid{Window: w, NX: diffPlaces, NY: 1}
	}
	n := diffCells
	for terms := len(set.Points) + 1; n > diffLeast && n*n*terms > diffWork; {
		n--
	}
	dx, dy := (w.X1-w.X0)/float64(2*n), (w.Y1-w.Y0)/float64(2*n)
	return grid.Grid{Window: grid.Window{X0: w.X0 + dx, X1: w.X1 - dx, Y0: w.Y0 + dy, Y1: w.Y1 - dy}, NX: n, NY: n}
}

// place is where node k of the cells lies, as inputs of a model.
func (d *difference) place(k int) [2]float64 {
	g := d.cells
	at := func(lo, hi float64, i, n int) float64 { return lo + (hi-lo)*float64(i)/float64(n-1) }
	x := [2]float64{at(g.Window.X0, g.Window.X1, k%g.NX, g.NX)}
	if d.set.Dim != 1 {
		x[1] = at(g.Window.Y0, g.Window.Y1, k/g.NX, g.NY)
	}
	return x
}

// differ predicts with the models of both steps. It is refused where one of them predicts
// neither labels nor values.
func differ(ctx context.Context, p pair, a, b *kept) (*difference, error) {
	problem, err := p.a.recipe.Problem()
	if err != nil {
		return nil, err
	}
	set, window, _ := problem.Given()
	if p.a.demo.On(p.a.recipe.Data).Input.Points == nil || p.a.demo.Input.Graph() != nil || len(set.Points) == 0 {
		return nil, refusal(http.StatusUnprocessableEntity, "compare.no-board").about(keyA, p.a.demo.ID)
	}
	d := &difference{target: set.Target, set: set, window: window, cells: centres(set, window)}
	for i, h := range []*kept{a, b} {
		if !p.sides()[i].learns(set.Target) {
			return nil, h.silent(ctx, set.Target, [...]string{keyA, keyB}[i])
		}
		step, err := h.rec.Step(ctx, h.step)
		if err != nil {
			return nil, err
		}
		d.models[i] = step.Model()
	}
	for i, at := range []*[]float64{&d.a, &d.b} {
		*at = make([]float64, d.cells.Len())
		for k := range *at {
			if k%64 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			(*at)[k] = d.models[i].Predicted(d.target, d.place(k))
		}
		if h := [...]*kept{a, b}[i]; math.IsNaN((*at)[0]) {
			return nil, h.silent(ctx, d.target, [...]string{keyA, keyB}[i])
		}
	}
	d.count()
	return d, nil
}

// labels reports whether labels are compared, and not values.
func (d *difference) labels() bool { return d.target == dataset.Classes }

// silent says that a method predicts nothing at this step that could be compared.
func (h *kept) silent(ctx context.Context, target dataset.Target, key string) error {
	text := "compare.no-labels"
	switch target {
	case dataset.Values:
		text = "compare.no-values"
	case dataset.None:
		text = "compare.no-target"
	}
	title := mathml.PlainInline(say.Phrase(h.demo.Title).In(h.book))
	return refusal(http.StatusUnprocessableEntity, text, title).about(key, h.demo.ID)
}

// learns reports whether the demo looks at such targets. What finds groups by itself has
// numbers for them that mean nothing beside labels.
func (a side) learns(target dataset.Target) bool {
	takes := a.demo.On(a.recipe.Data).Input.Target()
	return target != dataset.None && (takes == target || takes == dataset.Either)
}

func (p pair) sides() [2]side { return [2]side{p.a, p.b} }

// count adds up where the predictions differ.
func (d *difference) count() {
	if d.labels() {
		for k := range d.a {
			if d.a[k] != d.b[k] {
				d.apart++
			}
		}
		for _, q := range d.set.Points {
			if d.models[0].Predicted(d.target, q.X) != d.models[1].Predicted(d.target, q.X) {
				d.rows++
			}
		}
		return
	}
	sum := 0.0
	for k := range d.a {
		off := d.a[k] - d.b[k]
		d.most, sum = max(d.most, math.Abs(off)), sum+off*off
	}
	d.square = math.Sqrt(sum / float64(len(d.a)))
}

// text says it in words.
func (d *difference) text(l lang.Lang) string {
	if d.labels() {
		return l.T("compare.apart", d.apart, len(d.a), share(d.apart, len(d.a)), d.rows, len(d.set.Points))
	}
	return l.T("compare.off", say.Num(d.most), say.Num(d.square), len(d.a))
}

// share is a part of a whole in percent, as text; what is neither nothing nor all is
// never said to be.
func share(n, of int) string {
	percent := 100 * float64(n) / float64(of)
	switch {
	case n == 0 || n == of:
		return say.Num(percent)
	case percent < 0.1:
		return "< 0.1"
	case percent > 99.9:
		return "> 99.9"
	}
	return say.Num(math.Round(percent*10) / 10)
}

// panel draws it: of labels, where they differ, in the colours of the class that a says; of
// values, a minus b; on a number line, both curves and what lies between.
func (d *difference) panel(l lang.Lang) mark.Panel {
	p := mark.Panel{
		ID: "difference", Title: say.Phrase(l.T("compare.difference")), Alt: say.Phrase(d.text(l)),
		X: mark.Axis{Name: "x₁", Min: d.window.X0, Max: d.window.X1}, Y: mark.Axis{Name: "x₂", Min: d.window.Y0, Max: d.window.Y1},
		Equal: d.set.Dim != 1, Edits: mark.EditsData, Classes: d.set.Names.Classes,
	}
	if d.set.Dim == 1 {
		p.X.Name, p.Y.Name = "x", "y"
		p.Add(d.curves(l)...)
	} else {
		p.Add(d.field(l))
	}
	p.Add(mark.DataPoints(d.set))
	p.NameAxes(d.set)
	return p
}

func (d *difference) curves(l lang.Lang) []mark.Mark {
	x := make([]float64, len(d.a))
	lo, hi := make([]float64, len(x)), make([]float64, len(x))
	a, b := make([]mark.XY, len(x)), make([]mark.XY, len(x))
	for k := range x {
		x[k] = d.place(k)[0]
		lo[k], hi[k] = min(d.a[k], d.b[k]), max(d.a[k], d.b[k])
		a[k], b[k] = mark.XY{X: x[k], Y: d.a[k]}, mark.XY{X: x[k], Y: d.b[k]}
	}
	return []mark.Mark{
		mark.Band{X: x, Lo: lo, Hi: hi, Style: mark.RoleBad.Plain().Faded(0.25), Legend: say.Phrase(l.T("compare.between"))},
		mark.PolyLine{At: a, Style: roleA.Wide(2), Legend: "A"},
		mark.PolyLine{At: b, Style: roleB.Wide(2).Dashed(), Legend: "B"},
	}
}

// field looks the cells up. A picture of another shape than the board shows more, in cells
// of the same size: these are predicted when they are drawn.
func (d *difference) field(l lang.Lang) mark.Mark {
	g := d.cells
	dx, dy := (d.window.X1-d.window.X0)/float64(g.NX), (d.window.Y1-d.window.Y0)/float64(g.NY)
	type cell struct{ i, j int }
	beyond := map[cell]float64{}
	at := func(x, y float64) float64 {
		c := cell{int(math.Floor((x - d.window.X0) / dx)), int(math.Floor((y - d.window.Y0) / dy))}
		if 0 <= c.i && c.i < g.NX && 0 <= c.j && c.j < g.NY {
			return d.between(d.a[c.j*g.NX+c.i], d.b[c.j*g.NX+c.i])
		}
		if v, ok := beyond[c]; ok {
			return v
		}
		place := [2]float64{d.window.X0 + (float64(c.i)+0.5)*dx, d.window.Y0 + (float64(c.j)+0.5)*dy}
		beyond[c] = d.between(d.models[0].Predicted(d.target, place), d.models[1].Predicted(d.target, place))
		return beyond[c]
	}
	f := mark.Field{Scale: mark.Diverging, Lo: -1, Hi: 1, Sharp: true}
	if d.labels() {
		f.Legend = say.Phrase(l.T("compare.labels-differ"))
	} else {
		most := d.most
		if most == 0 {
			most = 1
		}
		f.Lo, f.Hi = -most, most
		f.Legend = say.Phrase(l.T("compare.a-minus-b", say.Num(-d.most), say.Num(d.most)))
	}
	f.Eval = func(dst []float64, nodes grid.Grid) { grid.Fill(dst, nodes, at) }
	return f
}

// between is how far two predictions are apart: of labels, on which side.
func (d *difference) between(a, b float64) float64 {
	switch {
	case !d.labels():
		return a - b
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
