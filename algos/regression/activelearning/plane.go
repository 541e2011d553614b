package activelearning

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// radius is of the ellipse, in standard deviations.
const radius = 2

// plane is that of both coefficients, with the ellipse where they may be.
func (v view) plane() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "plane", Title: "Confidence ellipse of the coefficients", Note: nowhere, Alt: "the plane of slope and intercept; XᵀX is singular",
		X: mark.Axis{Name: "θ"}, Y: mark.Axis{Name: "θ₀"},
	}
	if v.Noise == 0 && v.design.regular() {
		p.Note = "without noise the confidence ellipse is a point"
	}
	truth := mark.XY{X: v.Slope, Y: v.Offset}
	box, others := v.widest(), v.resampled()
	fitted := v.theta
	if !v.design.regular() {
		fitted = [2]float64{truth.X, truth.Y}
	}
	for _, theta := range append(others, fitted) { // where the model is wrong they lie far away
		box.X, box.Y = max(box.X, 1.15*math.Abs(theta[0]-truth.X)), max(box.Y, 1.15*math.Abs(theta[1]-truth.Y))
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = truth.X-box.X, truth.X+box.X, truth.Y-box.Y, truth.Y+box.Y
	if v.design.regular() {
		p.Alt = w.Text("the plane of slope and intercept: the ellipse of two standard deviations has the eigenvalues σ² times <large> and <small>")
		if v.Noise > 0 {
			p.Note = w.Text("λ₁ = <large>, λ₂ = <small>, det A = <det>")
			if v.before != nil && v.before.design.regular() {
				p.Add(v.before.ellipse(mark.RoleSoft.Wide(1.4).Dashed(), "before the query"))
			}
			p.Add(v.ellipse(mark.RoleInk.Wide(2.4), "two standard deviations"))
			dots := mark.Points{Style: mark.RoleClass5.Plain(), Legend: "refits with resampled noise"}
			for _, theta := range others {
				dots.At = append(dots.At, mark.XY{X: theta[0], Y: theta[1]})
			}
			if len(dots.At) > 0 {
				p.Add(dots)
			}
		}
	}
	if v.design.regular() {
		p.Add(panel.Dot(mark.XY{X: v.theta[0], Y: v.theta[1]}, 5, mark.RoleInk.Plain(), "fitted line"))
	}
	p.Add(panel.Dot(truth, 5, mark.RoleGood.Plain(), "true function"))
	return p
}

func (v view) ellipse(s mark.Style, legend say.Phrase) mark.Mark {
	a, s2 := v.design.inverse(), v.Noise*v.Noise
	return mark.Ellipses{
		Mean: []mark.XY{{X: v.theta[0], Y: v.theta[1]}}, Cov: [][3]float64{{s2 * a.xx, s2 * a.x1, s2 * a.oo}}, Radii: []float64{radius},
		Style: []mark.Style{s}, Legend: legend,
	}
}

// widest is half of the plane's size: of the first ellipse, so that all can be compared.
func (v view) widest() mark.XY {
	d := designOf(v.x[:len(v.Points)])
	for i := 0; !d.regular() && i < v.made(); i++ {
		d = d.with(v.queried()[i])
	}
	if !d.regular() || v.Noise == 0 {
		return mark.XY{X: 1 + math.Abs(v.Slope), Y: 1 + math.Abs(v.Offset)}
	}
	a := d.inverse()
	side := func(of float64) float64 { return min(1.8*radius*v.Noise*math.Sqrt(of), mark.Beyond) }
	return mark.XY{X: side(a.xx), Y: side(a.oo)}
}

// limit shows f against the length of v: along u₁ it comes to λ₁, and no query is above.
func (v view) limit() mark.Panel {
	long := math.Hypot(1, max(math.Abs(v.Low), math.Abs(v.High)))
	c := panel.Curves{
		ID: "limit", Title: "Upper bound f(v) ≤ λ₁", Note: nowhere, Alt: "f(v) against the length of v; XᵀX is singular",
		X: mark.Axis{Name: "‖v‖", Max: 2.5 * long}, Y: mark.Axis{Name: "f(v)", Max: 1},
	}
	if !v.design.regular() {
		return c.Panel()
	}
	w := v.vars()
	c.Note, c.Alt = w.Text("λ₁ = <large>"), w.Text("f(v) against the length of v: along the first eigenvector it tends to <large>, and all queries are below")
	large, _, _ := v.design.inverse().eigen()
	c.Y.Max = 1.15 * large
	candidates := panel.Quantity{Style: mark.RoleInk.Wide(2.6), Legend: "query interval"}
	for i := range nodes {
		x := v.Low + (v.High-v.Low)*float64(i)/(nodes-1)
		candidates.At = append(candidates.At, mark.XY{X: math.Hypot(1, x), Y: v.design.gain(x)})
	}
	c.Under = []mark.Mark{panel.Bound(large, "λ₁", mark.RoleSoft.Plain())}
	c.Of = []panel.Quantity{
		{At: curve(0, 2.5*long, large, func(t float64) float64 { return spherical(t, large) }), Style: mark.RoleGood.Wide(2), Legend: "along u₁"}, candidates,
	}
	c.Over = []mark.Mark{panel.Dot(mark.XY{X: math.Hypot(1, v.optimum), Y: v.design.gain(v.optimum)}, 6, mark.RoleAccent.Plain(), "A-optimal")}
	return c.Panel()
}
