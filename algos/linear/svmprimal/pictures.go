package svmprimal

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Titles of the pictures that wait while a hand drags something.
const (
	titleCosts     = "Objective by C"
	titleBall      = "Norm ball and loss contours"
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
	p.Title, p.Note = "Margin band", w.Text("<inside> margin violations, <wrong> misclassified")
	switch {
	case v.band != nil && v.Form == "augmented": // where the band itself lies in three dimensions
		p.Note = w.Text("margin <margin> on the plot")
	case v.band != nil:
		p.Note = w.Text("margin <margin>")
	}
	w["note"] = p.Note
	p.Alt = w.Text("<n point>, θ = <now>, θ₀ = <theta0>, <note>")
	p.Add(v.field())
	if t := v.twin.theta; (t[0] != 0 || t[1] != 0) && v.phase != locking {
		p.Add(mark.Ray{A: t[0], B: t[1], C: v.theta0(t), Style: mark.RoleSoft.Dashed(), Legend: "line of the second run"})
	}
	p.Add(v.slacks(), panel.Data(v.Problem, func(t int) say.Phrase {
		z := v.score(t)
		return say.Vars{"row": say.Row(t).Name(), "x": v.Points[t].X, "y": v.y[t], "z": z, "xi": max(0, 1-z)}.Text("<row> = <x>, y = <y>, yf = <z>, ξ = <xi>")
	}), v.rings())
	if v.row >= 0 {
		p.Add(v.circled([]int{v.row}, 12, mark.RoleAccent.Wide(3), "sampled point"))
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
	f := mark.Field{Eval: panel.Score(v.f), Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Legend: "f(x), saturated at ±1.5"}
	if theta := v.now.theta; theta[0] != 0 || theta[1] != 0 { // else there is no line
		border := mark.RoleSoft.Wide(1.4).Dashed()
		f.Levels = []mark.Level{
			{Style: mark.RoleInk.Wide(2.6), Label: "f = 0"}, {Value: -1, Style: border, Label: "margin boundaries f = ±1"}, {Value: 1, Style: border},
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
		return v.circled(v.band.touch, 8, mark.RoleAccent.Wide(2.4), "support vectors")
	}
	legend, rests := say.Phrase("margin violation (active in the sub-gradient)"), func(z float64) bool { return z < 1 }
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
		Alt: w.Text("the hinge loss with the <n> points at z = yf; the sum of their losses is <hinge>"),
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
	p.ID, p.Title, p.Note, p.Height = "forms", "Three bias treatments", "each at its optimum", 1
	styles := [...]mark.Style{mark.RoleClass3.Wide(2), mark.RoleInk.Wide(2.4), mark.RoleClass4.Wide(2)}
	titles := [...]say.Phrase{"no bias", "with bias", "[x; 1]"}
	alt := say.Vars{}
	for i, o := range v.forms {
		n := math.Hypot(o.theta[0], o.theta[1])
		w := say.Vars{"form": titles[i], "dual": o.dual, "width": 1 / n}
		what := w.Text("<form>: minimum J <dual>")
		switch {
		case v.band != nil && o.why != "":
			what = w.Text("<form>: not separable")
		case n > 0 && o.why == "":
			what = w.Text("<form>: minimum J <dual>, 1/‖θ‖ <width>")
			p.Add(mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2], Style: styles[i], Legend: what})
			for _, border := range []float64{-1, 1} {
				p.Add(mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2] + border, Style: styles[i].Role.Wide(1).Dashed().Faded(0.7)})
			}
		}
		alt[[...]string{"origin", "offset", "constant"}[i]] = what
	}
	p.Alt = alt.Text("the lines of the three bias treatments: <origin>; <offset>; <constant>;")
	p.Add(mark.DataPoints(v.Set))
	return p
}

// plane is the space of (θ₁, θ₂): the bowl J, the two paths, and θ*.
func (v view) plane() mark.Panel {
	w := v.planeWindow()
	p := mark.Panel{
		ID: "plane", Title: "Parameter plane", Equal: true, Height: 1,
		X: mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
		Alt: v.vars().Text("two paths of θ, now at <now> and <twin>, with the optimum at <best>"),
	}
	if v.band == nil {
		v.addBowl(&p)
	} else {
		p.Note = "minimum-norm θ with yf ≥ 1"
		p.Add(v.feasible())
		if v.Form != "augmented" { // there the length has a third part
			p.Add(mark.Ellipses{
				Mean: []mark.XY{{}}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{v.length(v.best.theta), v.length(v.now.theta)},
				Style: []mark.Style{mark.RoleSoft.Dashed()}, Legend: "same norm as θ, and as θ*",
			})
		}
	}
	p.Add(
		mark.PolyLine{At: path(v.twin.trail), Style: mark.RoleSoft.Wide(1.2).Dashed(), Layer: mark.Over, Legend: "second run"},
		mark.PolyLine{At: path(v.now.trail), Style: mark.RoleAccent.Wide(1.8), Layer: mark.Over, Legend: "the path of θ"},
		named(v.best.theta, mark.RoleGood, "θ*"),
	)
	if v.band == nil && v.t > 1 {
		p.Add(hollow(v.average, "mean"))
	}
	p.Add(hollow(v.twin.theta), named(v.now.theta, mark.RoleAccent, "θ"))
	if v.band == nil && v.phase == looking {
		p.Add(panel.Arrow(place(v.now.theta), place(add(v.now.theta, -v.eta, v.g)), mark.RoleAccent.Dashed(), "−η g"))
	} else if v.band == nil && v.phase == starting {
		first, second := mark.XY{X: v.Start[0], Y: v.Start[1]}, mark.XY{X: v.Start2[0], Y: v.Start2[1]}
		p.Add(mark.Handle{Param: "init", At: first, Tip: "drag the initial θ⁽⁰⁾", Style: mark.RoleAccent.Plain()},
			mark.Handle{Param: "init2", At: second, Label: "second initial θ", Tip: "drag the initial θ of the second run", Style: mark.RoleSoft.Plain()})
	}
	return p
}

func place(theta vector) mark.XY { return mark.XY{X: theta[0], Y: theta[1]} }

// named is a θ of the plane, perhaps with its name beside it; hollow is one that is
// only to be compared with.
func named(theta vector, role mark.Role, name ...say.Phrase) mark.Points {
	return mark.Points{At: []mark.XY{place(theta)}, Labels: name, Layer: mark.Over, Style: role.Plain()}
}

func hollow(theta vector, name ...say.Phrase) mark.Points {
	p := named(theta, mark.RoleSoft, name...)
	p.Hollow = true
	return p
}

// path is a trail up to now, thinned.
func path(trail []vector) []mark.XY {
	return panel.Path(len(trail), func(i int) mark.XY { return place(trail[i]) })
}

// planeWindow shows 0, the optimum about in the middle, the two θ now and where they
// came from last.
func (v view) planeWindow() grid.Window {
	shown := []mark.XY{{}, place(scaled(2, v.best.theta)), place(v.average)}
	for _, w := range []walker{v.now, v.twin} {
		for _, theta := range w.trail[len(w.trail)-1-min(len(w.trail)-1, len(w.trail)/4):] {
			shown = append(shown, place(theta))
		}
	}
	return mark.FitPath(shown)
}

// sharpest is the most points with which the picture of J takes the best θ₀ at
// every place.
const sharpest = 120

// addBowl draws log₁₀ of J − dual over the plane, with contours a factor of ten apart.
func (v view) addBowl(p *mark.Panel) {
	unit, k := 1e-300+v.best.dual, *v.task
	if v.best.dual <= 0 {
		unit = 1
	}
	k.exact = v.Form == "intercept" && len(v.x) <= sharpest
	switch {
	case k.exact:
		p.Note = "J at the optimal θ₀"
	case v.Form == "no-intercept":
		p.Note = "J"
	default:
		p.Note = "J at this θ₀"
	}
	f := mark.Field{
		Eval: panel.Score(func(a, b float64) float64 {
			theta := vector{a, b, v.now.theta[2]}
			if k.exact {
				theta[2], _, _, _ = k.offset(theta)
			}
			hinge := 0.0
			for t, x := range k.x {
				hinge += max(0, 1-k.y[t]*dot(theta, x))
			}
			return math.Log10(max(1e-6, (k.norm2(theta)/2+k.C*hinge-v.best.dual)/unit))
		}),
		Scale: mark.Sequential, Lo: -2, Hi: 2, Legend: "log of J − dual",
	}
	for at := -2; at <= 2; at++ {
		f.Levels = append(f.Levels, mark.Level{Value: float64(at), Style: mark.RoleSoft.Wide(1)})
	}
	f.Levels[0].Label = "1 %, 10 %, 100 %, … above the dual"
	p.Add(f)
}

// feasible is where some θ₀ makes every yf ≥ 1, as the least yf over the plane.
func (v view) feasible() mark.Field {
	sides := v.sides()
	return mark.Field{
		Eval: panel.Score(func(a, b float64) float64 {
			least := 0.0
			for _, rows := range sides {
				least += v.end(vector{a, b, v.now.theta[2]}, rows) / float64(len(sides))
			}
			return least - 1
		}),
		Scale: mark.Diverging, Lo: -3, Hi: 3, Legend: "min yf − 1",
		Levels: []mark.Level{{Value: 0, Style: mark.RoleInk.Wide(1.8), Label: "feasible: every yf ≥ 1"}},
	}
}
