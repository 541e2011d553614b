package kernels

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// slice is k(x, ·) along the horizontal line through x.
func (v view) slice() mark.Panel {
	const nodes = 240
	win, x := v.Window, v.At
	w := say.Vars{"x": v.At[:v.dim]}
	c := panel.Curves{
		ID: "slice", Title: "The kernel as a function", Note: w.Text("x = <x>"), Alt: w.Text("k(x, ·) for x = <x>, along the horizontal line through it"),
		Height: 0.6, X: mark.Axis{Name: "z₁", Min: win.X0, Max: win.X1}, Y: mark.Axis{Name: "k"}, Over: []mark.Mark{panel.Zero()},
	}
	if v.dim == 1 {
		c.X.Name, x[1] = "z", 0
	}
	low, high := 0.0, 0.0
	draw := func(f func(x, z [2]float64) float64, style mark.Style, legend say.Phrase) {
		line := panel.Quantity{Style: style, Legend: legend, Name: "k"}
		for m := range nodes + 1 {
			z := [2]float64{win.X0 + (win.X1-win.X0)*float64(m)/nodes, x[1]}
			y := f(x, z)
			low, high = min(low, y), max(high, y)
			line.At = append(line.At, mark.XY{X: z[0], Y: y})
		}
		c.Of = append(c.Of, line)
	}
	if v.Mode != algebra {
		draw(func(x, z [2]float64) float64 {
			return min(max(v.terms.exact(x, z).v, -mark.Beyond), mark.Beyond)
		}, mark.RoleInk.Wide(2.2), "k(x, ·)")
	}
	if v.started() {
		style, legend := mark.RoleAccent.Wide(2).Dashed(), say.Phrase("the sum so far")
		if v.Mode == algebra {
			style, legend = mark.RoleAccent.Wide(2), "k(x, ·)"
		}
		draw(v.function(), style, legend)
	}
	if x[0] >= win.X0 && x[0] <= win.X1 {
		c.Over = append(c.Over, mark.Rule{Vertical: true, At: x[0], Label: "x", Style: mark.RoleSoft.Dashed()})
	}
	if high-low <= 0 {
		high = 1
	}
	c.Y.Min, c.Y.Max = low-0.05*(high-low), high+0.08*(high-low)
	return c.Panel()
}

// embedding shows the points where their features are, along the two longest directions:
// eigenvector j times √λⱼ.
func (v view) embedding() mark.Panel {
	k := v.now
	n := k.n
	p := mark.Panel{
		ID: "features", Title: "The points by their features", Equal: true, Height: 0.8,
		Alt: say.Vars{"n": n}.Text("<n point> along the two directions of the largest eigenvalues"),
		X:   mark.Axis{Name: "√λ₁ u₁"}, Y: mark.Axis{Name: "√λ₂ u₂"},
	}
	all, shown := 0.0, 0.0
	side := func(i, from int) float64 {
		if from > n || k.eigen[n-from] <= 0 {
			return 0
		}
		return math.Sqrt(k.eigen[n-from]) * k.mode(i, n-from)
	}
	for j, l := range k.eigen {
		all += max(0, l)
		if j >= n-2 {
			shown += max(0, l)
		}
	}
	if all > 0 {
		p.Note = say.Vars{"share": math.Round(1000*shown/all) / 10}.Text("<share> % of their squared length")
	}
	if k.finding() == below {
		p.Note = "negative eigenvalues have no length"
	}
	dots, names := mark.Points{Style: mark.RoleAccent.Plain()}, []say.Phrase{}
	reach := 0.0
	for i := range n {
		at := mark.XY{X: side(i, 1), Y: side(i, 2)}
		reach = max(reach, math.Abs(at.X), math.Abs(at.Y))
		dots.At, dots.Refs = append(dots.At, at), append(dots.Refs, say.Row(i).Ref())
		names = append(names, say.Phrase(say.Row(i).Name()))
	}
	if n <= 12 {
		dots.Labels = names
	}
	if reach == 0 {
		reach = 1
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1.25*reach, 1.25*reach, -1.25*reach, 1.25*reach
	p.Add(mark.Rule{At: 0, Style: mark.RoleFaint.Plain()}, mark.Rule{Vertical: true, At: 0, Style: mark.RoleFaint.Plain()}, dots)
	return p
}

// remaining is the largest entry that is still missing, at every step so far.
func (v view) remaining() mark.Panel {
	const least = 1e-17 // what is less is rounding
	w := say.Vars{"left": v.missing[v.taken], "number": v.taken}
	c := panel.Curves{
		ID: "rest", Title: "What the terms leave", Note: w.Text("<left> is missing"), Height: 0.6,
		Alt: w.Text("after <number term> the largest entry of K − S is <left>"),
		X:   mark.Axis{Name: "terms", Integer: true, Max: float64(max(6, v.taken+1))},
		Y:   mark.Axis{Name: "K − S", Log: true, Min: v.missing[0], Max: v.missing[0]},
	}
	if v.missing[v.taken] <= v.rest.off {
		c.Note = "nothing is missing but rounding"
	}
	top := 1e3 * max(v.missing[0], least)
	trail := func(values []float64, style mark.Style, legend say.Phrase) {
		line := panel.Quantity{At: panel.Course(values), Style: style, Legend: legend}
		for m, at := range line.At {
			line.At[m].Y = min(max(at.Y, least), top)
			c.Y.Min, c.Y.Max = min(c.Y.Min, line.At[m].Y), max(c.Y.Max, line.At[m].Y)
		}
		c.Of = append(c.Of, line)
	}
	if v.Mode == series {
		trail(v.allowed, mark.RoleSoft.Dashed(), "Lagrange's bound")
	}
	trail(v.missing, mark.RoleAccent.Wide(2), "largest entry of K − S")
	c.Y.Min, c.Y.Max = max(c.Y.Min, least)/2, 2*max(c.Y.Max, least)
	return c.Panel()
}
