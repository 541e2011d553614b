package lasso

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.second >= 0 {
		panels = append(panels, v.slice(v.best).Constrained())
	}
	if v.Solver == ista {
		panels = append(panels, v.threshold())
	} else {
		panels = append(panels, v.coordinate())
	}
	path := v.path
	path.Enter = v.entries
	panels = append(panels, path.Panel(v.Lambda, v.theta))
	if v.Along == freedom {
		panels = append(panels, path.FreedomPanel(v.Lambda, v.freedom(v.theta)))
	} else {
		panels = append(panels, penalised.Slow("errors", func() mark.Panel { return v.errors().Panel(v.Lambda) }))
	}
	if v.second >= 0 {
		panels = append(panels, v.slice(v.best).Penalised())
	}
	return panels
}

func (v view) board() mark.Panel {
	return penalised.Board{
		Problem: v.Problem, Data: v.data, Title: "Lasso",
		Predict: func(in []float64) float64 { return v.predict(v.theta, in) },
		Others: []penalised.Other{{
			Predict: func(in []float64) float64 { return v.predict(v.least, in) }, Style: mark.RoleGood.Wide(1.6).Dashed(), Legend: "least squares",
		}},
	}.Panel()
}

// slice is the plane of two coefficients through θ.
func (s *state) slice(theta []float64) penalised.Slice {
	out := penalised.Slice{
		Problem: penalised.Problem{
			Centred: s.centred, Factor: 1 / float64(2*len(s.y)), Penalty: penalised.Penalty{One: s.Ratio, Two: (1 - s.Ratio) / 2},
		},
		Data: s.data, Lambda: s.Lambda, Solution: theta, A: s.first, B: s.second,
	}
	out.Now = out.Place(s.theta)
	out.Trail = panel.Path(len(s.trail), func(i int) mark.XY { return s.trail[i] })
	if s.did != started {
		out.Last = panel.Arrow(out.Place(s.from), out.Now, mark.RoleAccent.Wide(2), "last update")
	}
	return out
}

// coordinate is the objective along the coordinate of the step, or of the first one: a
// parabola with a kink at 0. Without the kink its bottom would be at z/(‖x‖²/n).
func (v view) coordinate() mark.Panel {
	from, were := v.from, v.were
	if v.did == started {
		from, were = v.theta, v.slopes
	}
	j := v.column
	z, to := v.objective.best(j, were[j], from[j])
	free := from[j]
	if g := v.gram[j][j]; g > 0 {
		free = z / g
	}
	f := v.along(from, were)
	value, _ := v.task.value(from)
	loss := func(x float64) float64 { // without the penalty of this coordinate
		return f(x) - v.a*math.Abs(x) - v.b*x*x/2
	}
	name := v.data.Coefficient(j)
	w := say.Vars{"theta": name, "to": to, "z": z, "a": v.a, "free": free}
	before := panel.Dot(mark.XY{X: from[j], Y: f(from[j])}, 5, mark.RoleSoft.Plain(), "before")
	before.Hollow = true
	c := panel.Curves{
		ID: "coordinate", Title: "Objective along one coordinate", Note: w.Text("minimum at <theta> = <to>"),
		Alt: w.Text("the objective against <theta> with the others fixed: a parabola with a kink at 0 and its minimum at <to>; without the penalty " +
			"at <free>"),
		X: panel.Spanning(name, 0.25, 0, from[j], to, free), Y: mark.Axis{Name: "J"},
		Under: []mark.Mark{mark.Rule{Vertical: true, Style: mark.RoleFaint.Plain(), Layer: mark.Under}},
		Over:  []mark.Mark{before, panel.Dot(mark.XY{X: to, Y: f(to)}, 4.5, mark.RoleAccent.Plain(), "minimum")},
	}
	lo, hi := c.X.Min, c.X.Max
	bottom, top := min(f(to), loss(free)), max(f(lo), f(hi), value)
	if !(top > bottom) {
		top = bottom + 1
	}
	c.Y.Min, c.Y.Max = bottom-(top-bottom)/12, top+(top-bottom)/12
	c.Of = []panel.Quantity{
		{At: panel.Curve(lo, hi, 80, top-bottom, loss), Style: mark.RoleSoft.Wide(1.6).Dashed(), Legend: "loss without the penalty of this coefficient"},
		{At: panel.Curve(lo, hi, 80, top-bottom, f), Style: mark.RoleInk.Wide(2), Legend: "objective", Name: "J"},
	}
	return c.Panel()
}

// threshold is what ISTA makes of the places where the gradient step leads.
func (v view) threshold() mark.Panel {
	c := panel.Curves{ID: "threshold", Title: "Soft-thresholding", X: mark.Axis{Name: "u", Min: -1, Max: 1}, Y: mark.Axis{Name: "θ", Min: -1, Max: 1}}
	if v.curvature == 0 {
		c.Note, c.Alt = "no iteration", "there is no iteration: every feature is constant"
		c.Under = []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}}
		return c.Panel()
	}
	was := v.state
	if v.did != started {
		was = &state{task: v.task, theta: v.from, slopes: v.were}
	}
	cut := v.eta() * v.a
	far := 1.5 * cut
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "coefficients"}
	for j := range v.theta {
		u := was.target(j)
		far = max(far, 1.2*math.Abs(u))
		dots.At, dots.Size = append(dots.At, mark.XY{X: u, Y: v.prox(u)}), append(dots.Size, 4)
		dots.Tips = append(dots.Tips, say.Vars{"theta": v.data.Coefficient(j), "u": u, "to": v.prox(u)}.Text("<theta>: u = <u> becomes <to>"))
	}
	if far == 0 {
		far = 1
	}
	w := say.Vars{"cut": cut}
	c.Note = w.Text("threshold ηλρ = <cut>")
	c.Alt = w.Text("the soft-thresholding function: 0 within ± <cut>, shrunk towards 0 by <cut> beyond")
	c.X.Min, c.X.Max, c.Y.Min, c.Y.Max = -far, far, -far, far
	c.Under = []mark.Mark{mark.Rect{
		Min: mark.XY{X: -cut, Y: -far}, Max: mark.XY{X: cut, Y: far}, Fill: true, Style: mark.RoleSoft.Plain().Faded(0.12), Layer: mark.Under,
		Legend: "set to 0",
	}}
	c.Of = []panel.Quantity{
		{At: []mark.XY{{X: -far, Y: -far}, {X: far, Y: far}}, Style: mark.RoleSoft.Wide(1.2).Dashed(), Legend: "without the penalty"},
		{At: panel.Traced([]float64{-far, -cut, cut, far}, func(u float64) (x, y float64) { return u, v.prox(u) }), Style: mark.RoleInk.Wide(2), Legend: "S(u)"},
	}
	c.Over = []mark.Mark{dots}
	return c.Panel()
}
