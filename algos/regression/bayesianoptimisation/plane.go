package bayesianoptimisation

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

// fill sets mean and standard deviation at the nodes of a grid of the plane.
func (v view) fill(mean, sd []float64, g grid.Grid) {
	v.post.K.Field(mean, g, v.post.X, v.post.Weights())
	gp.Variances(sd, v.post.K, v.post.Factor(), v.post.X, g)
	for i, variance := range sd {
		sd[i] = gp.SD(variance)
	}
}

// worth evaluates an acquisition on a grid.
func (v view) worth(name string) mark.FieldFunc {
	if name == thompson {
		t := gp.Table{Grid: v.window(v.coarseColumn), Values: v.pick.draw}
		return t.Fill
	}
	c := v.criterion(name)
	return func(dst []float64, g grid.Grid) {
		sd := make([]float64, len(dst))
		v.fill(dst, sd, g)
		for i, m := range dst {
			x := [2]float64{g.X(i % g.NX), g.Y(i / g.NX)}
			dst[i] = c.of(m, sd[i], v.post.K.At(x, x))
		}
	}
}

// square is a panel over the plane of the inputs.
func (v view) square(id string, title, note, alt say.Phrase) mark.Panel {
	return mark.Panel{ID: id, Title: title, Note: note, Alt: alt, Height: 0.85, X: axis("x₁"), Y: axis("x₂")}
}

// levels are isolines at quarters of a range.
func levels(lo, hi float64) []mark.Level {
	var all []mark.Level
	for i := range 3 {
		all = append(all, mark.Level{Value: lo + (hi-lo)*float64(i+1)/4, Style: mark.RoleSoft.Wide(1)})
	}
	return all
}

// meanBoard is the mean over the plane, with the points and the next query.
func (v view) meanBoard() mark.Panel {
	w := v.vars()
	p := v.square("board", "Surrogate model", v.headline(), v.alt())
	p.Height = 0
	top := 1.0
	for _, y := range v.y {
		top = max(top, math.Abs(y))
	}
	w["top"] = top
	field := mark.Field{
		Eval:  func(dst []float64, g grid.Grid) { v.post.K.Field(dst, g, v.post.X, v.post.Weights()) },
		Scale: mark.Diverging, Lo: -top, Hi: top, Legend: w.Text("posterior mean m(x), full colour from ±<top>"),
	}
	if v.count() > 0 {
		for i := -3; i <= 3; i++ {
			field.Levels = append(field.Levels, mark.Level{Value: float64(i) * top / 4, Style: mark.RoleSoft.Wide(1)})
		}
	}
	p.Add(field)
	p.Add(v.values()...)
	p.Add(v.coming()...)
	return p
}

// points are small dots where f was evaluated.
func (v view) places() mark.Mark {
	if v.count() == 0 {
		return nil
	}
	dots := mark.Points{Style: mark.RoleInk.Plain()}
	for i := range v.count() {
		dots.At, dots.Size, dots.Refs = append(dots.At, v.spot(i)), append(dots.Size, 2.5), append(dots.Refs, say.Row(i).Ref())
	}
	return dots
}

// deviation is the standard deviation over the plane.
func (v view) deviation() mark.Panel {
	p := v.square("sd", "Posterior standard deviation of f", "", "posterior standard deviation of f over the plane")
	top := math.Sqrt(v.post.K.At([2]float64{reach, reach}, [2]float64{reach, reach}))
	if top == 0 {
		top = 1
	}
	field := mark.Field{
		Eval:  func(dst []float64, g grid.Grid) { v.fill(make([]float64, len(dst)), dst, g) },
		Scale: mark.Sequential, Hi: top, Legend: say.Vars{"top": top}.Text("s(x), full colour at <top>"),
	}
	if v.count() > 0 {
		field.Levels = levels(0, top)
	}
	p.Add(field)
	if dots := v.places(); dots != nil {
		p.Add(dots)
	}
	return p
}

// rough is the side of the grid on which the range of a field is found.
const rough = 25

// worthPlane is an acquisition over the plane, strongest at the next query.
func (v view) worthPlane(id, name string) mark.Panel {
	title := titles[name]
	if id == "rival" {
		title = rivals[name]
	}
	p := v.square(id, title, "", "")
	best := v.optimum(id, name)
	v.annotate(&p, id, best)
	if name == thompson && v.pick.draw == nil {
		return p
	}
	eval := v.worth(name)
	values := make([]float64, rough*rough)
	eval(values, v.window(rough))
	lo, hi := slices.Min(values), slices.Max(values)
	if best.by == acquired {
		lo, hi = min(lo, best.value), max(hi, best.value)
	}
	if !(hi > lo) {
		hi = lo + 1
	}
	sign := 1.0
	legend := say.Vars{"top": hi}.Text("full colour at <top>")
	if name == lcb || name == thompson { // low is the next query
		sign, legend = -1, say.Vars{"top": lo}.Text("full colour at <top>, the minimum")
		lo, hi = -hi, -lo
	}
	field := mark.Field{Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: legend, Levels: levels(lo, hi), Eval: func(dst []float64, g grid.Grid) {
		eval(dst, g)
		for i := range dst {
			dst[i] *= sign
		}
	}}
	p.Add(field)
	if dots := v.places(); dots != nil {
		p.Add(dots)
	}
	if best.by == acquired {
		p.Add(panel.Dot(mark.XY{X: best.x[0], Y: best.x[1]}, 5, mark.RoleAccent.Plain(), "optimum"))
	}
	return p
}

// hidden shows the function itself, with its minima.
func (v view) hidden() mark.Panel {
	p := v.square("hidden", "Objective f", "", "the objective over the plane, with its global minima")
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range v.searched {
		y := v.f.value(x)
		lo, hi = min(lo, y), max(hi, y)
	}
	like := mark.Field{Scale: mark.Diverging, Lo: -2, Hi: 2, Legend: say.Vars{"lo": lo, "hi": hi}.Text("from <lo> to <hi>")}
	for i := range 8 {
		like.Levels = append(like.Levels, mark.Level{Value: lo + (hi-lo)*math.Pow(float64(i+1)/9, 2), Style: mark.RoleSoft.Wide(1)})
	}
	p.Add(panel.Surface{Of: func(x, y float64) float64 { return v.f.value([2]float64{x, y}) }, Cost: 4, Cache: v.hiddenField, Context: v.ctx, Like: like}.Field())
	least := mark.Rings{Style: mark.RoleGood.Wide(2.5), Legend: "global minima"}
	for _, u := range v.f.at {
		x := v.f.board(u)
		least.At, least.Radius = append(least.At, mark.XY{X: x[0], Y: x[1]}), append(least.Radius, 8)
	}
	p.Add(least)
	if dots := v.places(); dots != nil {
		p.Add(dots)
	}
	return p
}

// A curve is a piecewise cubic through control points that is monotone between any two of them,
// and constant beyond the outermost: it has no extremum but at control points.
//
// Source: F. N. Fritsch and J. Butland, A Method for Constructing Local Monotone
// Piecewise Cubic Interpolants, SIAM J. Sci. Stat. Comput. 5, 1984.
type curve struct{ x, y, slope []float64 }

// closest is how near two control points may be to each other and still be two; nearer ones are one, at
// their mean height.
const closest = 0.02

func newCurve(knots [][2]float64) curve {
	knots = slices.Clone(knots)
	slices.SortStableFunc(knots, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	var c curve
	count := 0.0
	for _, k := range knots {
		last := len(c.x) - 1
		if last >= 0 && k[0]-c.x[last] < closest {
			count++
			c.y[last] += (k[1] - c.y[last]) / count
			continue
		}
		c.x, c.y, count = append(c.x, k[0]), append(c.y, k[1]), 1
	}
	c.slope = make([]float64, len(c.x))
	for i := 1; i+1 < len(c.x); i++ {
		h0, h1 := c.x[i]-c.x[i-1], c.x[i+1]-c.x[i]
		d0, d1 := (c.y[i]-c.y[i-1])/h0, (c.y[i+1]-c.y[i])/h1
		if d0*d1 <= 0 {
			continue // it turns here
		}
		w0, w1 := 2*h1+h0, h1+2*h0
		c.slope[i] = (w0 + w1) / (w0/d0 + w1/d1)
	}
	return c
}

// at is the height of the curve.
func (c curve) at(x float64) float64 {
	i, _ := slices.BinarySearch(c.x, x)
	switch {
	case i == 0:
		return c.y[0]
	case i == len(c.x):
		return c.y[i-1]
	}
	h := c.x[i] - c.x[i-1]
	t := (x - c.x[i-1]) / h
	t2, t3 := t*t, t*t*t
	return (2*t3-3*t2+1)*c.y[i-1] + (t3-2*t2+t)*h*c.slope[i-1] + (3*t2-2*t3)*c.y[i] + (t3-t2)*h*c.slope[i]
}

// lowest is the lowest knot, the leftmost of several.
func (c curve) lowest() int {
	best, low := 0, math.Inf(1)
	for i, y := range c.y {
		if y < low {
			best, low = i, y
		}
	}
	return best
}
