package kernels

import (
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
		p.Alt = w.Text("<n point>; the least eigenvalue is <least>")
		if v.now.finding() == zero {
			p.Note = "λ min is 0 up to rounding"
		}
	}
	if f := v.function(); v.dim == 2 && v.started() {
		top := v.height()
		p.Add(mark.Field{
			Eval:  panel.Affordable(func(dst []float64, g grid.Grid) { fillField(dst, g, func(z [2]float64) float64 { return f(v.At, z) }) }, v.cost()),
			Scale: mark.Diverging, Lo: -top, Hi: top, Legend: "k(x, ·) for the x that is dragged",
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
				Param: name, At: mark.XY{X: at[0], Y: at[1]}, Label: say.Phrase("h" + say.Sub(h+1)), Tip: "the centre of a hidden state; drag it", Hollow: true,
			})
		}
	}
	p.Add(mark.Handle{Param: "slice", At: mark.XY{X: v.At[0], Y: v.At[1]}, Label: "x", Tip: "x of k(x, ·); drag it"})
	return p
}

// started reports whether there is a function to be drawn.
func (v view) started() bool { return v.taken > 0 }

// cost is how many terms a value of the function has.
func (v view) cost() int {
	return 4 * v.taken
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
	return w.Text("<row> = <x>, k(x, x) = <k>, weight <c> in the vector of λ min")
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
	}{{1, mark.RoleClass1, "weight c > 0 in the witness"}, {-1, mark.RoleClass0, "weight c < 0"}} {
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
		g.Title, g.Note = "Matrix of the sum so far", w.Text("<number term>")
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
	bars(mark.RoleSoft.Plain(), "at least 0, as far as rounding lets see", func(l float64) bool { return l >= -k.off })
	bars(mark.RoleBad.Plain(), "negative: no kernel", func(l float64) bool { return l < -k.off })
	p.Y.Max, p.Y.Min = max(0, k.most())*1.08, min(0, k.least())*1.08
	if p.Y.Max-p.Y.Min <= 0 {
		p.Y.Max = 1
	}
	return p
}
