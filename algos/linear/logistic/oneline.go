package logistic

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// oneLine reports whether all points have the same x₂: then the model is one of x₁ alone.
func (t *task) oneLine() bool {
	for _, x := range t.problem.X {
		if x[1] != t.problem.X[0][1] {
			return false
		}
	}
	return true
}

// linePanel is the sigmoid over x₁, through the labelled points.
func (v view) linePanel() mark.Panel {
	th, x2 := v.theta(), v.problem.X[0][1]
	f := func(x float64) float64 { return th[0]*x + th[1]*x2 + th[2] }
	lo, hi := math.Inf(1), math.Inf(-1)
	pts := panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"x": say.Row(i).Name(), "f": v.scoreOf(i), "p": sigmoid(v.scoreOf(i)), "e": v.residual(i)}.Text("<x>: f = <f>, p = <p>, e = <e>")
	})
	for i, x := range v.problem.X {
		lo, hi = min(lo, x[0]), max(hi, x[0])
		pts.At[i] = mark.XY{X: x[0], Y: (1 + v.y[i]) / 2}
	}
	room := 0.35 * (hi - lo)
	if room == 0 {
		room = max(1, math.Abs(lo))
	}
	lo, hi = lo-room, hi+room
	p := mark.Panel{
		ID: "line", Title: "Probability against x₁", Alt: v.vars().Text("the logistic curve over x₁ with <n point> at their labels"),
		X: mark.Axis{Name: "x₁", Min: lo, Max: hi}, Y: mark.Axis{Name: "p, and the label", Min: -0.08, Max: 1.08},
	}
	p.Add(mark.PolyLine{
		At: panel.Curve(lo, hi, 160, 1.16, func(x float64) float64 { return sigmoid(f(x)) }), Style: mark.RoleInk.Wide(2), Legend: "p(x)", Name: "p",
	})
	if s := v.opt.Scale; s != 1 {
		at := panel.Curve(lo, hi, 160, 1.16, func(x float64) float64 { return sigmoid(s * f(x)) })
		p.Add(mark.PolyLine{At: at, Style: mark.RoleAccent.Wide(1.8).Dashed(), Legend: v.scaleVars().Text("with s = <s>"), Name: "p with s"})
	}
	if th[0] != 0 {
		if at := -(th[1]*x2 + th[2]) / th[0]; at > lo && at < hi {
			p.Add(mark.Rule{Vertical: true, At: at, Style: mark.RoleSoft.Dashed(), Legend: "boundary p = ½"})
		}
	}
	p.Add(pts)
	return p
}
