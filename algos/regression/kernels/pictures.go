package kernels

import (
	"math"
	"strconv"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.Mode == algebra {
		panels = append(panels, v.tree())
	}
	if v.now != nil && v.now.eigen != nil {
		panels = append(panels, v.matrix(), v.spectrum())
	}
	panels = append(panels, v.slice())
	switch {
	case v.Mode == series:
		panels = append(panels, v.overlapping())
	case v.now != nil && v.now.eigen != nil:
		panels = append(panels, v.embedding())
	}
	if v.Mode != algebra {
		panels = append(panels, v.remaining())
	}
	return panels
}

// board shows the points, k(x, ·) as shading in the plane, and the witness.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title = "Points"
	p.Alt = w.Text("<n point>")
	if v.now != nil && v.now.eigen != nil {
		p.Note = w.Text("λ min = <least>")
		p.Alt = w.Text("<n point>; the smallest eigenvalue is <least>")
		if v.now.finding() == zero {
			p.Note = "λ min is 0 up to rounding"
		}
	}
	if f := v.shown(); v.dim == 2 {
		top := v.reach(f)
		p.Add(mark.Field{
			Eval:  panel.Affordable(func(dst []float64, g grid.Grid) { fillField(dst, g, func(z [2]float64) float64 { return f(v.At, z) }) }, v.cost()),
			Scale: mark.Diverging, Lo: -top, Hi: top, Legend: v.legend(),
		})
	}
	p.Add(panel.Data(v.Problem, v.tip))
	if v.now != nil && v.now.finding() == below {
		p.Add(v.witness()...)
	}
	if v.dim == 1 {
		p.Add(mark.Rule{Vertical: true, At: v.At[0], Style: mark.RoleFaint.Dashed()})
	}
	if v.Mode == algebra && v.Hidden {
		for h, name := range []string{"h1", "h2"} {
			at := v.States[h]
			p.Add(mark.Handle{
				Param: name, At: mark.XY{X: at[0], Y: at[1]}, Label: say.Phrase("h" + say.Sub(h+1)), Tip: "centre of a latent state; drag it", Hollow: true,
			})
		}
	}
	p.Add(mark.Handle{Param: "slice", At: mark.XY{X: v.At[0], Y: v.At[1]}, Label: "anchor x", Tip: "anchor point x of k(x, ·); drag it"})
	return p
}

// started reports whether a step has computed something.
func (v view) started() bool { return v.taken > 0 }

// shown is the function that the pictures draw: that of the step, and before the first one the
// whole kernel, so that the start of a run is a picture, too.
func (v view) shown() func(x, z [2]float64) float64 {
	if v.started() {
		return v.function()
	}
	whole := func(x, z [2]float64) float64 { return v.terms.exact(x, z).v }
	if v.Mode == algebra {
		whole = func(x, z [2]float64) float64 { return v.parts[len(v.parts)-1].at(x, z, v.States).v }
	}
	return drawable(whole)
}

// legend says of which part the shading is.
func (v view) legend() say.Phrase {
	switch {
	case !v.started():
		return "k(x, z) at every z"
	case v.Mode == algebra:
		return v.vars().Text("k<sub>(x, z) at every z")
	}
	return "partial sum at every z"
}

// cost is how many terms a value of the function has.
func (v view) cost() int {
	if !v.started() {
		return 4 * max(1, len(v.parts))
	}
	return 4 * v.taken
}

// reach is the size that fills the colours: the largest of a function on the board. With the
// largest entry of the Gram matrix a board with its anchor near the origin would be white.
func (v view) reach(f func(x, z [2]float64) float64) float64 {
	const side = 24
	top, w := 0.0, v.Window
	for i := range side + 1 {
		for j := range side + 1 {
			z := [2]float64{w.X0 + (w.X1-w.X0)*float64(i)/side, w.Y0 + (w.Y1-w.Y0)*float64(j)/side}
			top = max(top, math.Abs(f(v.At, z)))
		}
	}
	if top == 0 {
		return 1
	}
	return top
}

func fillField(dst []float64, g grid.Grid, f func(z [2]float64) float64) {
	panel.Score(func(x, y float64) float64 { return f([2]float64{x, y}) })(dst, g)
}

// height is the value that fills the colours.
func (v view) height() float64 {
	if v.now != nil {
		if top := largest(v.now.values); top > 0 {
			return top
		}
	}
	return 1
}

func (v view) tip(i int) say.Phrase {
	w := say.Vars{"row": say.Row(i).Name(), "x": v.x[i][:v.dim]}
	if v.now == nil || v.now.eigen == nil {
		return w.Text("<row> = <x>")
	}
	w["k"], w["c"] = v.now.at(i, i), v.now.mode(i, 0)
	return w.Text("<row> = <x>, k(x, x) = <k>, entry <c> of the eigenvector of λ min")
}

// mostNamed is how many weights of a witness are written beside their points.
const mostNamed = 8

// witness are rings that grow with the weights of the vector with cᵀKc < 0, one colour for
// each sign.
func (v view) witness() []mark.Mark {
	var marks []mark.Mark
	for _, side := range []struct {
		sign   float64
		role   mark.Role
		legend say.Phrase
	}{{1, mark.RoleClass1, "certificate (not PSD): c > 0"}, {-1, mark.RoleClass0, "certificate: c < 0"}} {
		rings := panel.Rings(v.Problem, side.role.Wide(2.2), side.legend, func(i int) float64 {
			if c := side.sign * v.now.mode(i, 0); c > 0.02 {
				return 5 + 15*c
			}
			return 0
		})
		if len(rings.At) == 0 {
			continue
		}
		if len(v.x) <= mostNamed {
			for i := range v.x {
				if c := side.sign * v.now.mode(i, 0); c > 0.02 {
					rings.Labels = append(rings.Labels, say.Phrase(say.Sig(side.sign*c, 2)))
				}
			}
		}
		marks = append(marks, rings)
	}
	return marks
}

// matrix is the Gram matrix of the step.
func (v view) matrix() mark.Panel {
	w := v.vars()
	g := panel.Gram{
		ID: "gram", Title: "Gram matrix", Note: w.Text("K<number>"), Alt: w.Text("the Gram matrix of <n point>, with eigenvalues from <least> to <most>"),
		Values: v.now.values, Scale: mark.Diverging, Lo: -v.height(), Hi: v.height(),
	}
	if v.Mode != algebra {
		g.Title, g.Note = "Gram matrix of the partial sum", w.Text("<number term>")
	}
	return g.Panel(v.now.n)
}

// spectrum are the eigenvalues, the largest first.
func (v view) spectrum() mark.Panel {
	k, w := v.now, v.vars()
	n := k.n
	p := mark.Panel{
		ID: "spectrum", Title: "Eigenvalues", Note: w.Text("rank <rank> of <n>"), Alt: w.Text("<n> eigenvalues from <least> to <most>"), Height: 0.6,
		X: mark.Axis{Name: "number", Integer: true, Min: 0.4, Max: float64(n) + 0.6}, Y: mark.Axis{Name: "λ"},
	}
	bars := func(style mark.Style, legend say.Phrase, keep func(l float64) bool) {
		b := mark.Bars{Style: style, Legend: legend}
		for j := range n {
			if l := k.eigen[n-1-j]; keep(l) {
				b.X, b.Y = append(b.X, float64(j+1)), append(b.Y, l)
				b.Tips = append(b.Tips, say.Vars{"j": j + 1, "l": k.told(l)}.Text("eigenvalue <j> is <l>"))
			}
		}
		if len(b.Y) > 0 {
			p.Add(b)
		}
	}
	bars(mark.RoleSoft.Plain(), "≥ 0 up to rounding", func(l float64) bool { return l >= -k.off })
	bars(mark.RoleBad.Plain(), "negative: not PSD", func(l float64) bool { return l < -k.off })
	p.Y.Max, p.Y.Min = max(0, k.most())*1.08, min(0, k.least())*1.08
	if p.Y.Max-p.Y.Min <= 0 {
		p.Y.Max = 1
	}
	return p
}

// slice is k(x, ·) along the horizontal line through x.
func (v view) slice() mark.Panel {
	const nodes = 240
	win, x := v.Window, v.At
	w := say.Vars{"x": v.At[:v.dim]}
	c := panel.Curves{
		ID: "slice", Title: "Kernel function k(x, ·)", Note: w.Text("x = <x>"), Alt: w.Text("k(x, ·) for x = <x>, along the horizontal line through it"),
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
	switch {
	case v.Mode == algebra:
		draw(v.shown(), mark.RoleAccent.Wide(2), "k(x, ·)")
	case v.started():
		draw(v.function(), mark.RoleAccent.Wide(2).Dashed(), "partial sum")
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
		ID: "features", Title: "Kernel PCA embedding", Equal: true, Height: 0.8,
		Alt: say.Vars{"n": n}.Text("<n point> along the first two kernel principal components"),
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
		p.Note = say.Vars{"share": math.Round(1000*shown/all) / 10}.Text("explained: <share> %")
	}
	if k.finding() == below {
		p.Note = "not PSD: negative eigenvalues omitted"
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
		ID: "rest", Title: "Remainder K − S", Note: w.Text("remainder <left>"), Height: 0.6,
		Alt: w.Text("after <number term> the largest entry of K − S is <left>"),
		X:   mark.Axis{Name: "terms", Integer: true, Max: float64(max(6, v.taken+1))},
		Y:   mark.Axis{Name: "K − S", Log: true, Min: v.missing[0], Max: v.missing[0]},
	}
	if v.missing[v.taken] <= v.rest.off {
		c.Note = "remainder at rounding level"
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

// tree is the expression with what is known of every part.
func (v view) tree() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "tree", Title: "Expression tree", Note: w.Text("<number> of <m term>"), Alt: w.Text("expression tree of <text> with <m term>, <number> of " +
			"them evaluated"),
		X: mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true}, Height: 0.75,
	}
	g := mark.Graph{}
	leaves, deep := 0.0, 0.0
	index := map[*node]int{}
	var place func(n *node, depth float64) float64
	place = func(n *node, depth float64) float64 {
		deep = max(deep, depth)
		x := 0.0
		for _, a := range n.args {
			x += place(a, depth+1) / float64(len(n.args))
		}
		if len(n.args) == 0 {
			x = leaves
			leaves++
		}
		index[n] = len(g.Nodes)
		g.Nodes = append(g.Nodes, mark.Node{At: mark.XY{X: x, Y: -depth}, Text: v.labels(n), Ref: "k" + strconv.Itoa(v.number(n)), Style: v.colour(n)})
		for _, a := range n.args {
			g.Edges = append(g.Edges, mark.Edge{From: index[n], To: index[a], Style: mark.RoleSoft.Plain()})
		}
		return x
	}
	place(v.parts[len(v.parts)-1], 0)
	p.Add(g)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.7, leaves-0.3, -deep-0.6, 0.6
	return p
}

// labels are what a part is called in the tree, and its smallest eigenvalue.
func (v view) labels(n *node) []say.Phrase {
	name := n.String()
	switch n.op {
	case sum:
		name = "+"
	case difference:
		name = "−"
	case product:
		name = "×"
	case scaled:
		name = say.Num(n.value) + " ×"
	case power:
		name = "^" + say.Num(n.value)
	case weighted:
		name = named(n.fun.name, n.numbers)
	case mapped:
		name = named(n.mapping.name, n.numbers)
	case exponential, normalised, marginal:
		name = wrapperNames[n.op]
	}
	out := []say.Phrase{say.Given(clipped(name)).Phrase()}
	if k := v.number(n); k <= v.taken && v.done[k-1].eigen != nil {
		done := v.done[k-1]
		out = append(out, say.Vars{"l": done.told(done.least())}.Text("λ <l>"))
	}
	return out
}

// colour is what the eigenvalues have found of a part: good, bad, or nothing yet.
func (v view) colour(n *node) mark.Style {
	k := v.number(n)
	switch {
	case k > v.taken:
		return mark.RoleFaint.Plain()
	case v.done[k-1].finding() == below:
		return mark.RoleBad.Plain()
	case k == v.taken:
		return mark.RoleAccent.Plain()
	}
	return mark.RoleGood.Plain()
}
