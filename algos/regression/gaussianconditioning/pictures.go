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
	case v.planar():
		return []mark.Panel{v.board2D(), v.spread2D()}
	case v.Topic == update:
		return []mark.Panel{v.belief(), v.course()}
	}
	// All at every step: a hand that drags the covariance stays on the parabola, and no place is empty.
	return []mark.Panel{v.surface(), v.conditional(), v.parabola(), v.inverse()}
}

// nothing stands where no joint density can.
func (v view) nothing() mark.Panel {
	p := mark.Panel{
		ID: "board", Title: "Invalid covariance", Alt: "no plot: the covariance is not valid",
		X: mark.Axis{Hidden: true, Min: -1, Max: 1}, Y: mark.Axis{Hidden: true, Min: -1, Max: 1},
	}
	p.Add(mark.Texts{At: []mark.XY{{}}, Text: []say.Phrase{"cov² ≤ var1·var2 fails"}, Anchor: mark.Middle, Style: mark.RoleBad.Plain()})
	return p
}

// sds is how many standard deviations a picture shows on each side.
const sds = 3.2

func (b normal) reach() float64 { return math.Abs(b.mean) + sds*b.sd() }

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
func (b normal) curve(lo, hi, height float64) []mark.XY {
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
func (b normal) peak() float64 { return 1 / math.Sqrt(2*math.Pi*b.variance) }

// thinnest is the fraction 1 − ρ² below which the density is too thin to be shaded.
const thinnest = 0.02

// surface shows the joint density with what the step has reached: the marginals
// on the axes, the slice and what the density is along it, the means of all slices.
func (v view) surface() mark.Panel {
	x, y, equal := v.window()
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Joint density and conditioning line", Equal: equal, Note: w.Text("x₂ = <v>"),
		Alt: w.Text("the joint Gaussian density with the mean (<m1>, <m2>), the variances <v1> and <v2> and the covariance <cov>, with the line x₂ " +
			"= <v>"),
		X: mark.Axis{Name: "x₁", Min: -x, Max: x}, Y: mark.Axis{Name: "x₂", Min: -y, Max: y},
	}
	if v.left() > thinnest {
		p.Add(mark.Field{Eval: v.evalDensity, Scale: mark.Sequential, Hi: v.density(v.Mean1, v.Mean2), Legend: "joint density"})
	}
	at := mark.XY{X: v.Mean1, Y: v.Mean2}
	p.Add(mark.Ellipses{
		Mean: []mark.XY{at}, Cov: [][3]float64{v.joint.cov}, Radii: []float64{1, 2}, Style: []mark.Style{mark.RoleClass3.Wide(2)},
		Legend: "1 and 2 standard deviations",
	}, panel.Dot(at, 3.5, mark.RoleClass3.Plain(), ""))
	if v.stage >= marginals {
		p.Add(v.marginalCurves(x, y)...)
	}
	if v.stage >= line {
		p.Add(mark.Ray{A: 1, B: -v.slope(), C: v.slope()*v.Mean2 - v.Mean1, Style: mark.RoleInk.Wide(1.8), Legend: "regression line E[x₁ | x₂]"},
			mark.Ray{A: v.Cov / v.Var1, B: -1, C: v.Mean2 - v.Cov/v.Var1*v.Mean1, Style: mark.RoleSoft.Dashed(), Legend: "regression line E[x₂ | x₁]"})
	}
	p.Add(v.sliceMarks(x, y)...)
	p.Add(mark.Handle{
		Param: "given", Along: mark.Vertical, At: mark.XY{X: 0.86 * x, Y: v.Given}, Size: 6, Style: mark.RoleAccent.Plain(),
		Tip: "drag the value of x₂", Legend: "observed x₂",
	})
	return p
}

func (v view) evalDensity(dst []float64, g grid.Grid) {
	panel.Score(func(x, y float64) float64 { return v.density(x, y) })(dst, g)
}

// tall is the height of a marginal density, or of the slice, as a fraction of the board.
const tall = 0.3

// marginalCurves are the marginals, on the lower and the left border.
func (v view) marginalCurves(x, y float64) []mark.Mark {
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
		mark.PolyLine{At: below, Style: style, Legend: "marginal densities"},
		mark.PolyLine{At: beside, Style: style},
	}
}

// sliceMarks are the density along the slice, as a curve above it, and from its
// mean two standard deviations to both sides.
func (v view) sliceMarks(x, y float64) []mark.Mark {
	if v.stage < slice || math.Abs(v.Given) > y {
		return nil
	}
	height, legend := 1.5*tall*y, say.Phrase("conditional density (normalised)")
	if v.stage == slice {
		d := v.Given - v.Mean2
		height, legend = height*math.Exp(-d*d/(2*v.Var2)), "slice p(x₁, v)"
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
			Style: mark.RoleAccent.Wide(4), Layer: mark.Over, Legend: "conditional mean ± 2 standard deviations",
		}, panel.Dot(mark.XY{X: c.mean, Y: v.Given}, 4.5, mark.RoleAccent.Plain(), ""))
	}
	return marks
}

// conditional draws the marginal and the conditional density of x₁.
func (v view) conditional() mark.Panel {
	x, _, _ := v.window()
	own, given, w := v.marginal(0), v.answer, v.vars()
	height := 0.0
	c := panel.Curves{
		ID: "conditional", Title: "Marginal and conditional of x₁", Note: "x₂ is not observed yet",
		Alt: w.Text("the marginal of x₁ is N(<m1>, <v1>)"),
	}
	if v.stage >= slice {
		x, height = max(x, panel.RoundUp(given.reach())), given.peak()
		switch {
		case v.stage == slice:
			height *= math.Exp(v.marginal(1).log(v.Given))
			c.Note, c.Alt = w.Text("integral of the slice: <area>"), w.Text("the slice at x₂ = <v>, with the integral <area>, beside the marginal of x₁")
		case v.stage == scaled:
			c.Note, c.Alt = "integral 1", w.Text("the normalised slice at x₂ = <v>, beside the marginal of x₁")
		default:
			c.Note = w.Text("N(<cm>, <cv>), given <v>")
			c.Alt = w.Text("given x₂ = <v>, x₁ has the mean <cm> and the variance <cv>; its marginal has the mean <m1> and the variance <v1>")
		}
		at := given.curve(-x, x, height)
		c.Under = []mark.Mark{mark.PolyLine{At: at, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.2)}}
		c.Of = []panel.Quantity{{At: at, Style: mark.RoleAccent.Wide(2.4), Legend: "conditional of x₁", Name: "conditional of x₁"}}
	}
	c.X, c.Y = mark.Axis{Name: "x₁", Min: -x, Max: x}, mark.Axis{Name: "density", Max: 1.1 * max(own.peak(), height)}
	c.Of = append(c.Of, panel.Quantity{At: own.curve(-x, x, own.peak()), Style: mark.RoleClass0.Wide(2).Dashed(), Legend: "marginal of x₁", Name: "marginal"})
	return c.Panel()
}

// parabola is the conditional variance against the covariance: between its two ends
// every covariance is one.
func (v view) parabola() mark.Panel {
	largest, top := math.Sqrt(v.Var1*v.Var2), v.Var1
	w := v.vars()
	c := panel.Curves{
		ID: "schur", Title: "Conditional variance vs covariance", Note: w.Text("cov = <cov>"),
		Alt: w.Text("the parabola Σ₁₁ − Σ₁₂²/Σ₂₂, at the covariance <cov>"),
		X:   mark.Axis{Name: "Σ₁₂", Min: -1.15 * largest, Max: 1.15 * largest}, Y: mark.Axis{Name: "variance of x₁", Max: 1.15 * top},
		Of: []panel.Quantity{{
			At:    panel.Curve(-largest, largest, 80, top, func(c float64) float64 { return max(0, v.Var1-c*c/v.Var2) }),
			Style: mark.RoleClass3.Wide(2), Legend: "conditional variance", Name: "conditional variance",
		}},
		Over:   []mark.Mark{panel.Level(top, mark.RoleClass0.Dashed(), "marginal")},
		Handle: mark.Handle{Param: "cov", At: mark.XY{X: v.Cov, Y: 0.07 * top}, Size: 6, Style: mark.RoleAccent.Plain(), Tip: "drag the covariance"},
	}
	if v.bad == "" && v.stage >= read {
		at := mark.XY{X: v.Cov, Y: v.answer.variance}
		explained := panel.Segment(at, mark.XY{X: v.Cov, Y: top}, mark.RoleGood.Wide(4), "explained variance")
		left := panel.Segment(mark.XY{X: v.Cov}, at, mark.RoleAccent.Wide(4), "conditional")
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
		ID: "inverse", Title: "Precision matrix Σ⁻¹", Note: "first entry: 1 / conditional variance", Height: 0.6,
		Alt: w.Text("the inverse of Σ: <l11> and <l22> on the diagonal, <l12> beside it"),
		X:   mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true},
	}
	p.Add(mark.Matrix{
		Rows: 2, Cols: 2, Values: []float64{l[0], l[1], l[1], l[2]}, Lo: -2.5 * top, Hi: 2.5 * top, Scale: mark.Diverging, Text: true, Hot: [][2]int{{0, 0}},
	})
	return p
}
