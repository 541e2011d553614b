package panel

import (
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// Curves are one or more quantities over one axis: a step, a parameter, a degree. They
// stand between what is behind them (bands, bounds) and what is in front, with the
// present value as a rule, or as the handle that sets the parameter of the axis, and the
// best place as a dot.
type Curves struct {
	ID               string
	Title, Note, Alt say.Phrase
	X, Y             mark.Axis // Y without limits shows all of the curves
	Height           float64
	Under            []mark.Mark // behind the curves
	Of               []Quantity
	Now              *float64 // the present value: a rule, or where the handle is
	Best             *mark.XY // the best place
	BestLegend       say.Phrase
	Over             []mark.Mark // in front of the curves
	// Handle sets the parameter of the axis: without Param there is none. Where it has no
	// place of its own it stands at Now, on the first curve that is sampled from a function,
	// or else low in the picture.
	Handle mark.Handle
}

// A Quantity is one of [Curves]: a function that is sampled over the axis, or places.
type Quantity struct {
	Of           func(x float64) float64
	At           []mark.XY
	Nodes        int // how many pieces of the axis a function is sampled in at least; 0 is 80
	Style        mark.Style
	Name, Legend say.Phrase
	Dots         bool        // a dot at each place
	With         []mark.Mark // what belongs to it, in front of it: its best place, its end
}

// Panel draws the curves.
func (c Curves) Panel() mark.Panel {
	p := mark.Panel{ID: c.ID, Title: c.Title, Note: c.Note, Alt: c.Alt, X: c.X, Y: c.Y, Height: c.Height}
	p.Add(c.Under...)
	for _, q := range c.Of {
		p.Add(c.line(q)...)
	}
	if c.Now != nil && c.Handle.Param == "" {
		p.Add(Now(*c.Now))
	}
	if c.Best != nil {
		p.Add(Best(*c.Best, c.BestLegend))
	}
	p.Add(c.Over...)
	if c.Handle.Param != "" {
		p.Add(c.handle())
	}
	return p
}

// line is a quantity as marks.
func (c Curves) line(q Quantity) []mark.Mark {
	m := mark.PolyLine{At: q.At, Style: q.Style, Name: q.Name, Legend: q.Legend}
	if q.Of != nil && c.X.Min < c.X.Max {
		m.At = c.sampled(q)
	}
	marks := []mark.Mark{m}
	if q.Dots {
		dots := q.Style
		dots.Dash = false
		marks = append(marks, mark.Points{At: m.At, Style: dots})
	}
	return append(marks, q.With...)
}

// sampled follows a function along the axis.
func (c Curves) sampled(q Quantity) []mark.XY {
	n := q.Nodes
	if n <= 0 {
		n = 80
	}
	lo, hi, height := c.X.Min, c.X.Max, c.Y.Max-c.Y.Min
	if !(height > 0) {
		height = spread(lo, hi, n, q.Of)
	}
	if c.X.Log && lo > 0 {
		at := Curve(math.Log(lo), math.Log(hi), n, height, func(x float64) float64 { return q.Of(math.Exp(x)) })
		for i := range at {
			at[i].X = math.Exp(at[i].X)
		}
		at[0].X, at[len(at)-1].X = lo, hi
		return at
	}
	return Curve(lo, hi, n, height, q.Of)
}

// spread is how far apart the values of a function are, 1 where they are all the same.
func spread(lo, hi float64, n int, f func(x float64) float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for i := range n + 1 {
		if y := f(lo + (hi-lo)*float64(i)/float64(n)); math.Abs(y) <= math.MaxFloat64 {
			least, most = min(least, y), max(most, y)
		}
	}
	if most > least {
		return most - least
	}
	return 1
}

// handle is the handle of the axis, within its limits.
func (c Curves) handle() mark.Handle {
	h := c.Handle
	h.Along = mark.Horizontal
	if h.At != (mark.XY{}) || c.Now == nil {
		return h
	}
	h.At.X = *c.Now
	if c.X.Min < c.X.Max {
		h.At.X = min(max(h.At.X, c.X.Min), c.X.Max)
	}
	h.At.Y = c.Y.Min + (c.Y.Max-c.Y.Min)/12
	for _, q := range c.Of {
		if q.Of != nil {
			h.At.Y = q.Of(h.At.X)
			break
		}
	}
	if c.Y.Min < c.Y.Max {
		h.At.Y = min(max(h.At.Y, c.Y.Min), c.Y.Max)
	}
	return h
}

// Now is the present value on the horizontal axis.
func Now(at float64) mark.Rule {
	return mark.Rule{Vertical: true, At: at, Label: "now", Style: mark.RoleSoft.Dashed()}
}

// Best is the best place of a curve, as an open dot.
func Best(at mark.XY, legend say.Phrase) mark.Points {
	best := Dot(at, 6, mark.RoleGood.Plain(), legend)
	best.Hollow = true
	return best
}

// Level is a horizontal rule with a legend: the value of another method, a target.
func Level(at float64, s mark.Style, legend say.Phrase) mark.Rule {
	return mark.Rule{At: at, Style: s, Legend: legend}
}

// Zero is the horizontal axis itself, where it may be crossed.
func Zero() mark.Rule { return mark.Rule{Style: mark.RoleFaint.Plain()} }

// Over pairs abscissas with values; what is longer is cut.
func Over(x, y []float64) []mark.XY {
	at := make([]mark.XY, min(len(x), len(y)))
	for i := range at {
		at[i] = mark.XY{X: x[i], Y: y[i]}
	}
	return at
}

// Course is a number at every step so far, from step 0 on.
func Course(y []float64) []mark.XY {
	at := make([]mark.XY, len(y))
	for i := range at {
		at[i] = mark.XY{X: float64(i), Y: y[i]}
	}
	return at
}

// Traced are the places of some items, in their order.
func Traced[T any](items []T, at func(item T) (x, y float64)) []mark.XY {
	places := make([]mark.XY, len(items))
	for i, item := range items {
		places[i].X, places[i].Y = at(item)
	}
	return places
}

// FromZero is an axis from 0 to the largest of some values and a room above it, a share
// of that value; to 1 where no value is above 0.
func FromZero(name say.Phrase, room float64, values ...float64) mark.Axis {
	top := 0.0
	for _, v := range values {
		if v <= math.MaxFloat64 {
			top = max(top, v)
		}
	}
	if top == 0 {
		top = 1
	}
	return mark.Axis{Name: name, Max: (1 + room) * top}
}

// Spanning is an axis from the least to the largest of some values, with a room on both
// sides, a share of their distance, which is 2 around a single value.
func Spanning(name say.Phrase, room float64, values ...float64) mark.Axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if math.Abs(v) <= math.MaxFloat64 {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	if lo == hi {
		lo, hi = lo-1, hi+1
	}
	return mark.Axis{Name: name, Min: lo - room*(hi-lo), Max: hi + room*(hi-lo)}
}
