package gaussianconditioning

import (
	"math"
	"slices"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	switch {
	case v.bad != "":
		return []mark.Panel{v.nothing(), v.parabola()}
	case v.Topic == product:
		return []mark.Panel{v.pair(), v.precisions()}
	case v.Topic == update:
		return []mark.Panel{v.belief(), v.course()}
	}
	// All at every step: a hand that drags the covariance stays on the parabola, and no place is empty.
	return []mark.Panel{v.hill(), v.conditional(), v.parabola(), v.inverse()}
}

// nothing stands where no joint density can.
func (v view) nothing() mark.Panel {
	p := mark.Panel{
		ID: "board", Title: "No joint density", Alt: "no picture: the covariance is none",
		X: mark.Axis{Hidden: true, Min: -1, Max: 1}, Y: mark.Axis{Hidden: true, Min: -1, Max: 1},
	}
	p.Add(mark.Texts{At: []mark.XY{{}}, Text: []say.Phrase{"cov² ≤ var1·var2 fails"}, Anchor: mark.Middle, Style: mark.RoleBad.Plain()})
	return p
}

// sds is how many standard deviations a picture shows on each side.
const sds = 3.2

func (b bell) reach() float64 { return math.Abs(b.mean) + sds*b.sd() }

// similar is how many times as far one axis may reach as the other with one scale for both.
const similar = 4

// window is how far from 0 the board goes. It leaves out the value that is given: who
// drags that would drag the axes along.
func (v view) window() (x, y float64, equal bool) {
	x, y = panel.RoundUp(v.marginal(0).reach()), panel.RoundUp(v.marginal(1).reach())
	if equal = max(x, y) <= similar*min(x, y); equal {
		x, y = max(x, y), max(x, y)
	}
	return x, y, equal
}

// curve is height times a density, relative to its largest value, along an axis.
func (b bell) curve(lo, hi, height float64) []mark.XY {
	const n = 160
	xs := make([]float64, 0, 2*n+2)
	for i := range n + 1 {
		t := float64(i) / n
		xs = append(xs, lo+t*(hi-lo), min(hi, max(lo, b.mean+(2*t-1)*5*b.sd())))
	}
	slices.Sort(xs)
	at := make([]mark.XY, 0, len(xs))
	for _, x := range slices.Compact(xs) {
		at = append(at, mark.XY{X: x, Y: height * math.Exp(-(x-b.mean)*(x-b.mean)/(2*b.variance))})
	}
	return at
}

// peak is the largest value of the density.
func (b bell) peak() float64 { return 1 / math.Sqrt(2*math.Pi*b.variance) }

// thinnest is the share 1 − ρ² below which the hill is too thin to be shaded.
const thinnest = 0.02

// hill shows the joint density from above, with what the step has come to: the shadows
// on the axes, the slice and what the density is along it, the means of all slices.
func (v view) hill() mark.Panel {
	x, y, equal := v.window()
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Joint density, sliced", Equal: equal, Note: w.Text("x₂ = <v>"),
		Alt: w.Text("a Gaussian hill around (<m1>, <m2>) with the variances <v1> and <v2> and the covariance <cov>, sliced at x₂ = <v>"),
		X:   mark.Axis{Name: "x₁", Min: -x, Max: x}, Y: mark.Axis{Name: "x₂", Min: -y, Max: y},
	}
	if v.left() > thinnest {
		p.Add(mark.Field{Eval: v.evalDensity, Scale: mark.Sequential, Hi: v.density(v.Mean1, v.Mean2), Legend: "joint density"})
	}
	at := mark.XY{X: v.Mean1, Y: v.Mean2}
	p.Add(mark.Ellipses{
		Mean: []mark.XY{at}, Cov: [][3]float64{v.joint.cov}, Radii: []float64{1, 2}, Style: []mark.Style{mark.RoleClass3.Wide(2)},
		Legend: "1 and 2 standard deviations",
	}, panel.Dot(at, 3.5, mark.RoleClass3.Plain(), ""))
	if v.stage >= shadow {
		p.Add(v.shadows(x, y)...)
	}
	if v.stage >= line {
		p.Add(mark.Ray{A: 1, B: -v.slope(), C: v.slope()*v.Mean2 - v.Mean1, Style: mark.RoleInk.Wide(1.8), Legend: "means of x₁, given x₂"},
			mark.Ray{A: v.Cov / v.Var1, B: -1, C: v.Mean2 - v.Cov/v.Var1*v.Mean1, Style: mark.RoleSoft.Dashed(), Legend: "means of x₂, given x₁"})
	}
	p.Add(v.cutMarks(x, y)...)
	p.Add(mark.Handle{
		Param: "given", Along: mark.Vertical, At: mark.XY{X: 0.86 * x, Y: v.Given}, Size: 6, Style: mark.RoleAccent.Plain(),
		Tip: "drag the value of x₂", Legend: "x₂ is given",
	})
	return p
}

func (v view) evalDensity(dst []float64, g grid.Grid) {
	panel.Score(func(x, y float64) float64 { return v.density(x, y) })(dst, g)
}

// tall is the height of a shadow, or of the cut, as a share of the board.
const tall = 0.3

// shadows are the marginals, on the lower and the left border.
func (v view) shadows(x, y float64) []mark.Mark {
	below := v.marginal(0).curve(-x, x, tall*y)
	beside := v.marginal(1).curve(-y, y, tall*x)
	for i, at := range below {
		below[i].Y = at.Y - y
	}
	for i, at := range beside {
		beside[i] = mark.XY{X: at.Y - x, Y: at.X}
	}
	style := mark.RoleClass0.Wide(1.8)
	return []mark.Mark{
		mark.PolyLine{At: below, Style: style, Legend: "shadows: the marginals"},
		mark.PolyLine{At: beside, Style: style},
	}
}

// cutMarks are the density along the slice, as a bell that stands on it, and from its
// mean two standard deviations to both sides.
func (v view) cutMarks(x, y float64) []mark.Mark {
	if v.stage < cut || math.Abs(v.Given) > y {
		return nil
	}
	height, legend := 1.5*tall*y, say.Phrase("the cut, divided by its area")
	if v.stage == cut {
		d := v.Given - v.Mean2
		height, legend = height*math.Exp(-d*d/(2*v.Var2)), "the cut"
	}
	c := v.answer
	lo, hi := max(-x, c.mean-4*c.sd()), min(x, c.mean+4*c.sd())
	if lo >= hi {
		return nil
	}
	at := c.curve(lo, hi, height)
	for i := range at {
		at[i].Y += v.Given
	}
	marks := []mark.Mark{
		mark.PolyLine{At: at, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.25)},
		mark.PolyLine{At: at, Style: mark.RoleAccent.Wide(2.4), Legend: legend},
	}
	if v.stage >= read && math.Abs(v.answer.mean) <= x {
		wide := 2 * c.sd()
		marks = append(marks, mark.Segments{
			From: []mark.XY{{X: max(-x, c.mean-wide), Y: v.Given}}, To: []mark.XY{{X: min(x, c.mean+wide), Y: v.Given}},
			Style: mark.RoleAccent.Wide(4), Layer: mark.Over, Legend: "x₁ then, ± 2 standard deviations",
		}, panel.Dot(mark.XY{X: c.mean, Y: v.Given}, 4.5, mark.RoleAccent.Plain(), ""))
	}
	return marks
}

// conditional draws x₁ by itself, and what the slice makes of it: two bells.
func (v view) conditional() mark.Panel {
	x, _, _ := v.window()
	own, given, w := v.marginal(0), v.answer, v.vars()
	height := 0.0
	c := panel.Curves{ID: "conditional", Title: "x₁ by itself, and given x₂", Note: "x₂ is not known yet", Alt: w.Text("x₁ by itself is N(<m1>, <v1>)")}
	if v.stage >= cut {
		x, height = max(x, panel.RoundUp(given.reach())), given.peak()
		switch {
		case v.stage == cut:
			height *= math.Exp(v.marginal(1).log(v.Given))
			c.Note, c.Alt = w.Text("area of the cut: <area>"), w.Text("the cut at x₂ = <v>, with the area <area>, beside x₁ by itself")
		case v.stage == scaled:
			c.Note, c.Alt = "area 1", w.Text("the cut at x₂ = <v>, divided by its area, beside x₁ by itself")
		default:
			c.Note = w.Text("N(<cm>, <cv>), given <v>")
			c.Alt = w.Text("given x₂ = <v>, x₁ has the mean <cm> and the variance <cv>; by itself the mean <m1> and the variance <v1>")
		}
		at := given.curve(-x, x, height)
		c.Under = []mark.Mark{mark.PolyLine{At: at, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.2)}}
		c.Of = []panel.Quantity{{At: at, Style: mark.RoleAccent.Wide(2.4), Legend: "given x₂", Name: "given x₂"}}
	}
	c.X, c.Y = mark.Axis{Name: "x₁", Min: -x, Max: x}, mark.Axis{Name: "density", Max: 1.1 * max(own.peak(), height)}
	c.Of = append(c.Of, panel.Quantity{At: own.curve(-x, x, own.peak()), Style: mark.RoleClass0.Wide(2).Dashed(), Legend: "x₁ by itself", Name: "by itself"})
	return c.Panel()
}

// parabola is the conditional variance against the covariance: between its two ends
// every covariance is one.
func (v view) parabola() mark.Panel {
	largest, top := math.Sqrt(v.Var1*v.Var2), v.Var1
	w := v.vars()
	c := panel.Curves{
		ID: "schur", Title: "Conditional variance against covariance", Note: w.Text("cov = <cov>"),
		Alt: w.Text("the parabola Σ₁₁ − Σ₁₂²/Σ₂₂, at the covariance <cov>"),
		X:   mark.Axis{Name: "Σ₁₂", Min: -1.15 * largest, Max: 1.15 * largest}, Y: mark.Axis{Name: "variance of x₁", Max: 1.15 * top},
		Of: []panel.Quantity{{
			At:    panel.Curve(-largest, largest, 80, top, func(c float64) float64 { return max(0, v.Var1-c*c/v.Var2) }),
			Style: mark.RoleClass3.Wide(2), Legend: "left once x₂ is known", Name: "left",
		}},
		Over:   []mark.Mark{panel.Level(top, mark.RoleClass0.Dashed(), "by itself")},
		Handle: mark.Handle{Param: "cov", At: mark.XY{X: v.Cov, Y: 0.07 * top}, Size: 6, Style: mark.RoleAccent.Plain(), Tip: "drag the covariance"},
	}
	if v.bad == "" && v.stage >= read {
		at := mark.XY{X: v.Cov, Y: v.answer.variance}
		explained := panel.Segment(at, mark.XY{X: v.Cov, Y: top}, mark.RoleGood.Wide(4), "explained by x₂")
		left := panel.Segment(mark.XY{X: v.Cov}, at, mark.RoleAccent.Wide(4), "left")
		explained.Layer, left.Layer = mark.Over, mark.Over
		c.Over = append(c.Over, explained, left, panel.Dot(at, 4.5, mark.RoleAccent.Plain(), ""))
	}
	return c.Panel()
}

// inverse is Σ⁻¹, whose first entry is one over the conditional variance.
func (v view) inverse() mark.Panel {
	l := v.precision()
	top := max(l[0], l[2], math.Abs(l[1]))
	w := say.Vars{"l11": l[0], "l12": l[1], "l22": l[2]}
	p := mark.Panel{
		ID: "inverse", Title: "Σ⁻¹, the precision matrix", Note: "first entry: 1 / conditional variance", Height: 0.6,
		Alt: w.Text("the inverse of Σ: <l11> and <l22> on the diagonal, <l12> beside it"),
		X:   mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true},
	}
	p.Add(mark.Matrix{
		Rows: 2, Cols: 2, Values: []float64{l[0], l[1], l[1], l[2]}, Lo: -2.5 * top, Hi: 2.5 * top, Scale: mark.Diverging, Text: true, Hot: [][2]int{{0, 0}},
	})
	return p
}
