package diffusionkernel

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

const (
	readable = 8    // nodes whose entries have room for numbers
	tooWide  = 100. // numbers that have none
	shades   = 8    // of the heat of a node
	smallest = 5.   // radius of a node without heat, in CSS pixels
	largest  = 17.
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	title := say.Phrase("Last Taylor term")
	switch {
	case v.Method == walk:
		title = "Change by the last step"
	case v.squar > 0:
		title = "Change by squaring"
	}
	return []mark.Panel{
		v.board(), v.bars(), v.matrix("kernel", "Partial sum of K", "kernel", v.sum), v.matrix("term", title, "last change", v.term), v.spectra(),
	}
}

// board is the graph. A node is the larger and the stronger, the more of the source's heat it has.
func (v view) board() mark.Panel {
	w := v.vars()
	p := v.Problem.Board()
	p.Title, p.Note = "Graph with heat distribution", w.Text("time <time>, source <s>")
	p.X.Hidden, p.Y.Hidden = true, true // where a node is drawn means nothing
	p.Alt = w.Text("A graph of <n node> and <edges edge>; node <s> is the source and has <now>.")
	p.Add(mark.DataEdges(v.Set)...)
	v.addHeat(&p)
	at := mark.DataPoints(v.Set)
	at.Hollow, at.Style, at.Tip = true, mark.RoleInk.Plain(), v.tip
	rims := mark.Rings{At: at.At, Refs: at.Refs, Style: mark.RoleInk.Wide(0.75)}
	top := v.warmest()
	for i, x := range v.sum.row(v.s) {
		at.Size = append(at.Size, smallest)
		rims.Radius = append(rims.Radius, radius(x, top))
		rims.Labels = append(rims.Labels, say.Phrase(strconv.Itoa(i+1)))
	}
	p.Add(at, rims)
	x, y := v.Place(v.Points[v.s])
	p.Add(mark.Rings{
		At: []mark.XY{{X: x, Y: y}}, Radius: []float64{largest + 3}, Refs: []string{say.Row(v.s).Ref()}, Style: mark.RoleAccent.Wide(2), Legend: "source node",
	})
	return p
}

func (v view) tip(i int) say.Phrase {
	return say.Vars{"i": i + 1, "s": v.s + 1, "x": v.sum.at(v.s, i)}.Text("node <i>: K(<s>, <i>) = <x>")
}

// addHeat puts a disc on every node that has some of the heat; what is negative, in a sum
// that is not complete, has another colour.
func (v view) addHeat(p *mark.Panel) {
	top := v.warmest()
	for sign, role := range []mark.Role{mark.RoleClass1, mark.RoleClass0} { // as in the matrices
		named := false
		for shade := shades; shade >= 1; shade-- {
			m := mark.Points{Style: role.Plain().Faded(0.25 + 0.75*float64(shade)/shades), Layer: mark.Under}
			for i, x := range v.sum.row(v.s) {
				if share := math.Abs(x) / top; (x < 0) == (sign == 1) && share > 1e-4 && int(math.Ceil(share*shades)) == shade {
					at := mark.XY{}
					at.X, at.Y = v.Place(v.Points[i])
					m.At, m.Size = append(m.At, at), append(m.Size, radius(x, top))
				}
			}
			if len(m.At) == 0 {
				continue
			}
			if !named {
				m.Legend, named = []say.Phrase{"size: amount of heat", "negative"}[sign], true
			}
			p.Add(m)
		}
	}
}

// warmest is the size of the largest entry of the source's row.
func (v view) warmest() float64 {
	top := 0.0
	for _, x := range v.sum.row(v.s) {
		top = math.Max(top, math.Abs(x))
	}
	return top
}

// radius is that of a node's disc, whose area grows with its heat.
func radius(x, top float64) float64 {
	if !(top > 0) {
		return smallest
	}
	return smallest + (largest-smallest)*math.Sqrt(math.Abs(x)/top)
}

// bars are the source's row of the matrix.
func (v view) bars() mark.Panel {
	w := v.vars()
	even := 1 / float64(v.size(v.part[v.s]))
	w["part"] = even
	b := panel.Bars{
		ID: "row", Title: w.Text("Heat distribution from node <s>"), Height: 0.5, Alt: w.Text("Bars of K(<s>, i) for <n node>; the value at the " +
			"source is <now>."),
		X: mark.Axis{Name: "node", Min: 0.3, Max: float64(v.n) + 0.7, Integer: true}, Y: mark.Axis{Name: "K(s, i)"},
		Values: v.sum.row(v.s), Hot: []int{v.s}, Tip: v.tip,
	}
	for i, x := range b.Values {
		b.Refs = append(b.Refs, say.Row(i).Ref())
		b.Y.Min, b.Y.Max = math.Min(b.Y.Min, 1.08*x), math.Max(b.Y.Max, 1.08*x)
	}
	if b.Y.Max == 0 {
		b.Y.Max = 1
	}
	if v.Matrix == heat {
		b.Marks = []mark.Mark{panel.Level(even, mark.RoleGood.Dashed(), "uniform on its component")}
	}
	return b.Panel()
}

// matrix draws a matrix of all pairs of nodes.
func (v view) matrix(id string, title, legend say.Phrase, m matrix) mark.Panel {
	w := v.vars()
	w["most"] = m.most()
	c := mark.Matrix{
		Rows: v.n, Cols: v.n, Values: m.x, Scale: mark.Diverging, Legend: legend, Text: v.n <= readable && m.most() < tooWide, Hot: [][2]int{{v.s, v.s}},
	}
	c.Hi = 1.4 * m.most() // the darkest cell lets its number be read
	if c.Hi == 0 {
		c.Hi = 1
	}
	c.Lo = -c.Hi
	for i := range v.n {
		c.RowRefs = append(c.RowRefs, say.Row(i).Ref())
	}
	c.ColRefs = c.RowRefs
	return panel.Named{
		ID: id, Title: title, Height: 0.9, Oblong: true, Note: w.Text("largest entry <most>"), Matrix: c,
		Alt: w.Text("A matrix over <n node>; its largest entry has the size <most>."),
	}.Panel()
}

// spectra draws what the steps so far have made of every eigenvalue of B, and the
// exponential that they are to come to.
func (v view) spectra() mark.Panel {
	lo, hi := v.spec.values[0], v.spec.values[v.n-1]
	w := v.vars()
	w["lo"], w["hi"] = lo, hi
	pad, top := 0.06*(hi-lo)+0.1/v.Time, math.Exp(v.time()*hi)
	c := panel.Curves{
		ID: "spectrum", Title: "Spectra of B and K", Height: 0.6,
		Alt: w.Text("The eigenvalues of B, from <lo> to <hi>, and the corresponding ones of K."),
		X:   mark.Axis{Name: "eigenvalue of B", Min: lo - pad, Max: hi + pad}, Y: mark.Axis{Name: "eigenvalue of K", Min: -0.35 * top, Max: 1.3 * top},
	}
	curve := panel.Quantity{Style: mark.RoleSoft.Plain(), Legend: "exp(λ · eigenvalue of B)"}
	for k := range 101 {
		x := c.X.Min + (c.X.Max-c.X.Min)*float64(k)/100
		curve.At = append(curve.At, mark.XY{X: x, Y: math.Min(math.Exp(v.time()*x), 2*top)})
	}
	at, values := v.spec.values, make([]float64, v.n)
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "partial sum"}
	for i, x := range at {
		values[i] = v.eigen(x)
		dots.At, dots.Size = append(dots.At, mark.XY{X: x, Y: math.Max(c.Y.Min, math.Min(values[i], c.Y.Max))}), append(dots.Size, 4)
	}
	dots.Tip = func(i int) say.Phrase { return say.Vars{"x": at[i], "y": values[i]}.Text("<x> of B is mapped to <y>") }
	c.Of, c.Over = []panel.Quantity{curve}, []mark.Mark{panel.Zero(), dots}
	return c.Panel()
}
