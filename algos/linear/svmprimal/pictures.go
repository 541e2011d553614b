package svmprimal

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Titles of the pictures that wait while a hand drags something.
const (
	titleCosts     = "Cost against C"
	titleBall      = "Ball and loss"
	titleShrinking = "θ against C"
)

// Panels draws the step; behind the board comes what somebody has asked for.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.hand != nil {
		panels = []mark.Panel{v.handBoard(), v.distances()}
	}
	if len(v.kept) > 0 {
		panels = append(panels, mark.Slow("costs", titleCosts, v.costs), v.solutions())
	}
	if _, ok := v.chosen(); ok {
		panels = append(panels, mark.Slow("ball", titleBall, v.ballPanel), mark.Slow("shrinking", titleShrinking, v.shrinking))
	}
	if panels = append(panels, v.plane()); v.band == nil {
		panels = append(panels, v.losses())
	}
	return append(panels, v.side())
}

func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title, p.Note = "The band", w.Text("<inside> inside, <wrong> wrong")
	switch {
	case v.band != nil && v.Form == "constant": // where the band itself lies in three dimensions
		p.Note = w.Text("half-width <margin> on the board")
	case v.band != nil:
		p.Note = w.Text("half-width <margin>")
	}
	w["note"] = p.Note
	p.Alt = w.Text("<n point>, θ = <now>, θ₀ = <theta0>, <note>")
	p.Add(v.field())
	if t := v.twin.theta; (t[0] != 0 || t[1] != 0) && v.phase != locking {
		p.Add(mark.Ray{A: t[0], B: t[1], C: v.theta0(t), Style: mark.RoleSoft.Dashed(), Legend: "the second run's line"})
	}
	p.Add(v.slacks(), panel.Data(v.Problem, func(t int) say.Phrase {
		z := v.score(t)
		return say.Vars{"row": say.Row(t).Name(), "x": v.Points[t].X, "y": v.y[t], "z": z, "xi": max(0, 1-z)}.Text("<row> = <x>, y = <y>, yf = <z>, ξ = <xi>")
	}), v.rings())
	if v.row >= 0 {
		p.Add(v.circled([]int{v.row}, 12, mark.RoleAccent.Wide(3), "drawn"))
	}
	return p
}

// circled encircles rows and writes their names beside them.
func (v view) circled(rows []int, radius float64, s mark.Style, legend say.Phrase) mark.Rings {
	r := mark.Rings{Style: s, Legend: legend}
	for _, t := range rows {
		r.At, r.Radius = append(r.At, panel.Place(v.Problem, t)), append(r.Radius, radius)
		r.Refs, r.Labels = append(r.Refs, say.Row(t).Ref()), append(r.Labels, say.Phrase(say.Row(t).Name()))
	}
	return r
}

func (v view) field() mark.Field {
	f := mark.Field{Eval: panel.Score(v.f), Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Legend: "score f(x), full colour from ±1.5"}
	if theta := v.now.theta; theta[0] != 0 || theta[1] != 0 { // else there is no line
		border := mark.RoleSoft.Wide(1.4).Dashed()
		f.Levels = []mark.Level{
			{Style: mark.RoleInk.Wide(2.6), Label: "f = 0"}, {Value: -1, Style: border, Label: "the band's borders f = ±1"}, {Value: 1, Style: border},
		}
	}
	return f
}

// onBorder is how close to 1 a score of the exact solution counts as 1.
const onBorder = 1e-7

// rings encircle what θ rests on: the points inside the band that pull, or those
// that the band touches.
func (v view) rings() mark.Mark {
	if v.band != nil {
		return v.circled(v.band.touch, 8, mark.RoleAccent.Wide(2.4), "the band touches")
	}
	legend, rests := say.Phrase("inside the band: it pulls"), func(z float64) bool { return z < 1 }
	if v.phase == locking {
		legend, rests = "support vector: yf ≤ 1", func(z float64) bool { return z <= 1+onBorder }
	}
	r := panel.Rings(v.Problem, mark.RoleInk.Wide(1.6), legend, func(t int) float64 {
		if rests(v.score(t)) {
			return 8
		}
		return 0
	})
	if len(r.At) == 0 {
		return nil
	}
	return r
}

// slacks join every point inside the band with its border: along θ, ξ/‖θ‖ long.
func (v view) slacks() mark.Mark {
	seg := mark.Segments{Style: mark.RoleSoft.Wide(1.2), Legend: "slack ξ"}
	theta := v.now.theta
	norm2 := theta[0]*theta[0] + theta[1]*theta[1]
	if v.band != nil || !(norm2 > 0) {
		return nil
	}
	for t := range v.x {
		xi, at := 1-v.score(t), panel.Place(v.Problem, t)
		step := v.y[t] * xi / norm2
		to := mark.XY{X: at.X + step*theta[0], Y: at.Y + step*theta[1]}
		if xi > onBorder && !math.IsInf(to.X, 0) && !math.IsInf(to.Y, 0) {
			seg.From, seg.To, seg.Refs = append(seg.From, at), append(seg.To, to), append(seg.Refs, say.Row(t).Ref())
		}
	}
	if len(seg.From) == 0 {
		return nil
	}
	return seg
}

// losses are the hinge loss and the points on it.
func (v view) losses() mark.Panel {
	w := v.vars()
	pts := panel.Data(v.Problem, func(t int) say.Phrase {
		z := v.score(t)
		return say.Vars{"row": say.Row(t).Name(), "z": z, "xi": max(0, 1-z)}.Text("<row>: z = <z>, ξ = <xi>")
	})
	pts.Legend = "a point at z = yf"
	lo, hi := -1.5, 2.5
	for t := range v.x {
		z := v.score(t)
		lo, hi = min(lo, z), max(hi, z)
		pts.At[t] = mark.XY{X: z, Y: max(0, 1-z)}
	}
	lo, hi = lo-0.04*(hi-lo), hi+0.04*(hi-lo)
	return mark.Panel{
		ID: "losses", Title: "Hinge loss", Note: w.Text("Σξ = <hinge>"), Height: 0.55,
		Alt: w.Text("the hinge loss with the <n> points at z = yf; their losses sum up to <hinge>"),
		X:   mark.Axis{Name: "z = yf", Min: lo, Max: hi}, Y: mark.Axis{Name: "loss", Min: -0.06 * (1 - lo), Max: 1.06 * (1 - lo)},
		Marks: []mark.Mark{
			mark.PolyLine{At: []mark.XY{{X: lo, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0}, {X: hi, Y: 0}}, Style: mark.RoleFaint.Dashed(), Legend: "0–1 loss"},
			mark.PolyLine{At: []mark.XY{{X: lo, Y: 1 - lo}, {X: 1, Y: 0}, {X: hi, Y: 0}}, Style: mark.RoleInk.Wide(2), Legend: "hinge max(0, 1 − z)"},
			pts,
		},
	}
}

// side shows the optimum of all three forms on the same points.
func (v view) side() mark.Panel {
	p := v.Problem.Board()
	p.ID, p.Title, p.Note, p.Height = "forms", "Three forms", "each at its optimum", 1
	styles := [...]mark.Style{mark.RoleClass3.Wide(2), mark.RoleInk.Wide(2.4), mark.RoleClass4.Wide(2)}
	titles := [...]say.Phrase{"through the origin", "offset", "[x; 1]"}
	alt := say.Vars{}
	for i, o := range v.forms {
		n := math.Hypot(o.theta[0], o.theta[1])
		w := say.Vars{"form": titles[i], "dual": o.dual, "width": 1 / n}
		what := w.Text("<form>: least J <dual>")
		switch {
		case v.band != nil && o.why != "":
			what = w.Text("<form>: no band")
		case n > 0 && o.why == "":
			what = w.Text("<form>: least J <dual>, 1/‖θ‖ <width>")
			p.Add(mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2], Style: styles[i], Legend: what})
			for _, border := range []float64{-1, 1} {
				p.Add(mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2] + border, Style: styles[i].Role.Wide(1).Dashed().Faded(0.7)})
			}
		}
		alt[formNames[i]] = what
	}
	p.Alt = alt.Text("the lines of the three forms: <origin>; <offset>; <constant>;")
	p.Add(mark.DataPoints(v.Set))
	return p
}
