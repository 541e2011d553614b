package polynomial

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.errors()}
	if q := v.shown(); q != nil {
		panels = append(panels, v.direction(*q))
	}
	return append(panels, v.digits(), v.leverages(), v.featurePanel(), v.kernelPanel())
}

// shown is the direction that is drawn: the one that comes, or the one that was added
// last; nil where there is none.
func (v view) shown() *column {
	switch {
	case v.phase == directing:
		return v.next
	case len(v.fits) > 0:
		return &v.fits[len(v.fits)-1].column
	}
	return nil
}

// nodes is how many places of the line a curve is drawn through at least, besides the
// inputs of the points.
const nodes = 241

// abscissas are the places of the line where curves are evaluated.
func (t *task) abscissas() []float64 {
	x, w := make([]float64, 0, nodes+len(t.y)), t.Window
	for i := range nodes {
		x = append(x, w.X0+(w.X1-w.X0)*float64(i)/(nodes-1))
	}
	if len(t.y) <= nodes {
		for _, p := range t.Points {
			if p.X[0] > w.X0 && p.X[0] < w.X1 {
				x = append(x, p.X[0])
			}
		}
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// curve samples a function over the board.
func (t *task) curve(height float64, f func(float64) float64) []mark.XY {
	return panel.Smooth(t.abscissas(), height, func(x float64) float64 { return max(-mark.Beyond, min(mark.Beyond, f(x))) })
}

// board draws the fit, the one before it, and the residuals.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	height := v.Window.Y1 - v.Window.Y0
	p.Title, p.Note = "Polynomial", "nothing fitted yet"
	p.Alt = w.Text("<n point>, nothing fitted yet")
	if len(v.fits) > 0 {
		p.Note, p.Alt = w.Text("degree <k>, RSS <rss>"), w.Text("<n point> and a polynomial of degree <k>; residual sum of squares <rss>")
	}
	if len(v.fits) > 0 && v.nothingLeft() {
		p.Note = w.Text("degree <k>, RSS 0 up to rounding error")
	}
	if len(v.fits) > 1 {
		p.Add(mark.PolyLine{At: v.curve(height, v.before().at), Style: mark.RoleSoft.Wide(1.4).Dashed(), Legend: "previous degree"})
	}
	p.Add(mark.PolyLine{At: v.curve(height, v.at), Style: mark.RoleInk.Wide(2.4), Name: "f(x)", Legend: "f(x)"})
	off := mark.Segments{Style: mark.RoleBad.Wide(1.4), Legend: "residual"}
	for i, r := range v.residual() {
		if at := panel.Place(v.Problem, i); math.Abs(r) > 4*v.off() {
			off.From, off.To = append(off.From, at), append(off.To, mark.XY{X: at.X, Y: at.Y - r})
			off.Refs = append(off.Refs, say.Row(i).Ref())
		}
	}
	if len(off.From) > 0 {
		p.Add(off)
	}
	p.Add(panel.Data(v.Problem, v.tip))
	return p
}

func (v view) tip(i int) say.Phrase {
	w := say.Vars{"row": say.Row(i).Name(), "x": v.Points[i].X[0], "y": v.y[i], "r": v.residual()[i]}
	if len(v.fits) == 0 {
		return w.Text("<row>: x = <x>, y = <y>")
	}
	w["h"] = v.last().leverage[i]
	return w.Text("<row>: x = <x>, y = <y>, residual <r>, leverage <h>")
}

// errors are those of all degrees so far: at the points, leave-one-out, and
// at those held out.
func (v view) errors() mark.Panel {
	n := float64(len(v.y))
	w := v.vars()
	size := v.size * v.size / n
	if size == 0 {
		size = 1
	}
	// An error of nothing but rounding is drawn at the lower border, one beyond all
	// measure at the upper. Points held out move the borders, and no other error.
	const rounded, measure = 1e-20, 1e6
	low, floor, top := 1e-3*size, 1e-3*size, size
	for _, f := range v.fits {
		for i, e := range [...]float64{f.rss / n, f.loo, f.held} {
			if !(e > rounded*size) {
				continue
			}
			if i < 2 {
				low = min(low, e/2)
			}
			floor, top = min(floor, e/2), max(top, min(e, measure*size))
		}
	}
	curve := func(of func(fit) float64, style mark.Style, legend say.Phrase) panel.Quantity {
		q := panel.Quantity{Style: style, Legend: legend}
		for _, f := range v.fits {
			if e := of(f); finite(e) {
				q.At = append(q.At, mark.XY{X: float64(f.power), Y: max(low, min(e, measure*size))})
			}
		}
		return q
	}
	training := curve(func(f fit) float64 { return f.rss / n }, mark.RoleAccent.Wide(2).Dashed(), "training")
	leftOut := curve(looOf, mark.RoleInk.Wide(2).Dashed(), "leave-one-out")
	training.Dots, leftOut.Dots = true, true
	held := curve(heldOf, mark.RoleGood.Wide(2.4), "")
	if len(held.At) > 0 {
		held.Legend = "held-out"
	}
	least := panel.Quantity{Style: mark.RoleGood.Wide(1.2).Dashed()}
	c := panel.Curves{
		ID: "errors", Title: "Training and leave-one-out error by degree", Alt: w.Text("the training and leave-one-out mean squared error of " +
			"<columns degree>"),
		X: v.degreeAxis(), Y: mark.Axis{Name: "mean squared error", Log: true, Min: floor, Max: 2 * top},
	}
	if best, ok := v.best(looOf); ok {
		w["best"] = best
		c.Note = w.Text("leave-one-out: minimum at degree <best>")
		leftOut.With = []mark.Mark{mark.Rule{Vertical: true, At: float64(best), Style: mark.RoleInk.Wide(1).Dashed()}}
	}
	if best, ok := v.best(heldOf); ok {
		w["best"] = best
		c.Note, least.Legend = w.Text("held-out: minimum at degree <best>"), "minimum"
		least.At = []mark.XY{{X: float64(best), Y: floor}, {X: float64(best), Y: 2 * top}}
	}
	c.Of = []panel.Quantity{training, leftOut, held, least}
	return c.Panel()
}

// degreeAxis is the axis of the degrees that the run comes to.
func (v view) degreeAxis() mark.Axis {
	return mark.Axis{Name: "degree", Integer: true, Min: float64(v.first) - 0.3, Max: float64(max(v.Degree, v.first+1)) + 0.3}
}

// direction draws a column over x, and beside it the residual that it is to fit, both of
// length 1.
func (v view) direction(q column) mark.Panel {
	r, columns := v.residual(), v.columns()
	if v.phase == fitting {
		r = v.before().residual()
	}
	if v.phase == directing {
		columns = append(columns, q)
	}
	top, length := 0.0, norm(r)
	on, aim := mark.Points{Style: mark.RoleInk.Plain(), Legend: "at the inputs"}, mark.Points{
		Style: mark.RoleAccent.Plain(), Hollow: true, Legend: "residual, scaled to norm 1",
	}
	for i, x := range q.at {
		at := mark.XY{X: v.Points[i].X[0], Y: x}
		on.At, on.Refs = append(on.At, at), append(on.Refs, say.Row(i).Ref())
		top = max(top, math.Abs(x))
		if length > v.off() {
			aim.At = append(aim.At, mark.XY{X: at.X, Y: r[i] / length})
			top = max(top, math.Abs(r[i]/length))
		}
	}
	w := say.Vars{"q": say.Phrase("q" + say.Sub(q.power)), "c": dot(q.at, r), "sub": say.Phrase("c" + say.Sub(q.power)), "left": 100 * q.share}
	name := w.Text("<q>(x)")
	c := panel.Curves{
		ID: "direction", Title: w.Text("New orthogonal basis function <q>"), Note: w.Text("<sub> = ⟨<q>, r⟩ = <c>"),
		Alt: w.Text("the basis function <q> over x, and the residual; their inner product is <c>"),
		X:   mark.Axis{Name: "x", Min: v.Window.X0, Max: v.Window.X1}, Y: mark.Axis{Name: name, Min: -1.15 * top, Max: 1.15 * top},
		Under: []mark.Mark{panel.Zero()}, Over: []mark.Mark{on},
	}
	c.Of = []panel.Quantity{{Style: mark.RoleInk.Wide(2), Name: name, At: v.curve(2*top, func(x float64) float64 {
		all := v.values(columns, x)
		if y := all[len(all)-1]; finite(y) {
			return y
		}
		return 0
	})}}
	if len(aim.At) > 0 {
		c.Over = append(c.Over, aim)
	}
	return c.Panel()
}

// doubleDigits is how many decimal digits a floating-point number has.
const doubleDigits = 15.95

// digits are what a basis costs: the logarithm of its condition number, by degree.
func (v view) digits() mark.Panel {
	top := 18.0
	curve := func(times float64, style mark.Style, legend say.Phrase) panel.Quantity {
		return panel.Quantity{Style: style, Legend: legend, At: panel.Traced(v.fits, func(f fit) (x, y float64) {
			top = max(top, min(times*f.condition, 40))
			return float64(f.power), times * f.condition
		})}
	}
	c := panel.Curves{
		ID: "digits", Title: "Condition number of the basis (digits lost)", Alt: "the digits lost by degree: with the monomials, with their normal " +
			"equations, and with the orthogonal basis",
		X:     v.degreeAxis(),
		Under: []mark.Mark{panel.Bound(doubleDigits, "double precision (16 digits)", mark.RoleSoft.Plain())},
		Of: []panel.Quantity{
			curve(2, mark.RoleBad.Wide(2), "normal equations of the monomials"), curve(1, mark.RoleInk.Wide(2), "monomials (powers of x)"),
			curve(0, mark.RoleGood.Wide(2), "orthogonal basis"),
		},
	}
	if c.Y = (mark.Axis{Name: "log₁₀ of the condition number", Min: -1, Max: top}); len(v.fits) > 0 {
		c.Note = v.vars().Text("monomials: <digits>")
	}
	return c.Panel()
}

// leverages are how much of the fit at its input each point has.
func (v view) leverages() mark.Panel {
	h := v.last().leverage
	of := func(i int) float64 {
		if h == nil {
			return 0
		}
		return h[i]
	}
	r := panel.Rows{
		ID: "leverage", Title: "Leverage", Alt: v.vars().Text("the leverage of <n point>"), What: "h",
		Y: mark.Axis{Name: "h", Min: 0, Max: 1.1}, Of: of, Marks: []mark.Mark{panel.Bound(1, "leverage 1", mark.RoleSoft.Plain())},
	}
	if h != nil {
		top := slices.Max(h)
		r.Hot = []int{slices.Index(h, top)}
		r.Note = say.Vars{"row": say.Row(r.Hot[0]).Name(), "h": top}.Text("maximum at <row>: <h>")
	}
	return r.Panel(v.Problem)
}
