package svmloocv

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// bystanders are the rows with α = 0.
func (f *fit) bystanders() (rows []int) {
	for k, a := range f.alpha {
		if a == 0 {
			rows = append(rows, k)
		}
	}
	return rows
}

// apart is the largest change of a score when only the support vectors are left.
func (t *task) apart() (most float64) {
	for k, f := range t.only.f {
		most = max(most, math.Abs(f-t.full.f[k]))
	}
	return most
}

// checkAlone compares the optimum of all points with that of the support vectors alone: α
// with zeros added is feasible for all points, and optimal, for the others stay outside of
// the margin.
func (v view) checkAlone() algos.Check {
	switch {
	case v.only == nil:
		return claimAlone.Not("all points have one label: there are no support vectors")
	case v.only.End != smo.Optimal:
		return claimAlone.Not("the refit stopped before the tolerance was met")
	}
	rounding := v.gap(v.full) + v.gap(v.only)
	if math.IsNaN(rounding) {
		return claimAlone.Not("the duality gap of a fit is not known")
	}
	w := say.Vars{"sv": v.full.sv, "n": len(v.y), "moved": v.apart()}
	return claimAlone.Equal(v.only.dual, v.full.dual, rounding).Between("support vectors only", "full fit").
		Because(w.Text("<sv> of <n point> remain, and no score changes by more than <moved>"))
}

// aloneBoard draws the machine of the support vectors alone over that of all points.
func (v view) aloneBoard() mark.Panel {
	p, c := v.Problem.Board(), v.vars()
	p.ID, p.Title, p.Note, p.Height = "alone", "Refit on support vectors only", c.Text("<sv> of <n point>"), 1
	p.Alt = c.Text("the decision boundary of the <sv support vector> only, over that of all <n point>")
	points := panel.Data(v.Problem, v.tip)
	if v.only == nil {
		p.Add(points)
		return p
	}
	points.Fill = make([]int, len(v.y))
	for k := range v.y {
		points.Fill[k] = -1 // left out
		if v.supports(k) {
			points.Fill[k] = v.Points[k].Class()
		}
	}
	p.Add(v.expansion(v.only).Shade("f(x), saturated at ±1.5", "decision boundary, support vectors only", "margin boundaries f = ±1"), mark.Field{
		Eval: v.expansion(v.full).Field, Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Hide: true,
		Levels: []mark.Level{{Value: 0, Style: mark.RoleGood.Wide(2).Dashed(), Label: "decision boundary of the full fit"}},
	}, points)
	return p
}
