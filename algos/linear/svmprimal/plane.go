package svmprimal

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// plane is the space of (θ₁, θ₂): the bowl J, the two paths, and θ*.
func (s state) plane() algos.Panel {
	w := s.planeWindow()
	p := algos.Panel{
		ID: "plane", Title: "Parameter plane", Equal: true, Height: 1,
		X:   algos.Axis{Name: "θ₁", Min: w.X0, Max: w.X1},
		Y:   algos.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
		Alt: say.Phrase(fmt.Sprintf("two paths of θ, now at %s and %s, with the optimum at %s", say.Vec(s.now.theta[0], s.now.theta[1]), say.Vec(s.twin.theta[0], s.twin.theta[1]), say.Vec(s.best.theta[0], s.best.theta[1]))),
	}
	if s.band != nil {
		p.Note = "the shortest θ with yf ≥ 1"
		p.Marks = append(p.Marks, s.feasible())
		if s.Form != "constant" { // there the length has a third part
			p.Marks = append(p.Marks, algos.Ellipses{
				Mean: []algos.XY{{}}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{math.Sqrt(s.norm2(s.best.theta)), math.Sqrt(s.norm2(s.now.theta))},
				Style: []algos.Style{{Role: algos.RoleSoft, Dash: true}}, Legend: "as long as θ, and as θ*",
			})
		}
	} else {
		field, note := s.bowl()
		p.Note = say.Phrase(note)
		p.Marks = append(p.Marks, field)
	}
	p.Marks = append(
		p.Marks,
		algos.PolyLine{At: path(s.twin.trail), Style: algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}, Layer: algos.Over, Legend: "the second run"},
		algos.PolyLine{At: path(s.now.trail), Style: algos.Style{Role: algos.RoleAccent, Width: 1.8}, Layer: algos.Over, Legend: "the path of θ"},
		algos.Points{At: []algos.XY{place(s.best.theta)}, Labels: []say.Phrase{"θ*"}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleGood}},
	)
	if s.band == nil && s.t > 1 {
		p.Marks = append(p.Marks, algos.Points{At: []algos.XY{place(s.average)}, Labels: []say.Phrase{"mean"}, Hollow: true, Layer: algos.Over, Style: algos.Style{Role: algos.RoleSoft}})
	}
	p.Marks = append(p.Marks, algos.Points{At: []algos.XY{place(s.twin.theta)}, Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleSoft}})
	p.Marks = append(p.Marks, algos.Points{At: []algos.XY{place(s.now.theta)}, Labels: []say.Phrase{"θ"}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleAccent}})
	if s.phase == looking && s.band == nil {
		to := add(s.now.theta, -s.eta, s.g)
		if from, end := place(s.now.theta), place(to); from != end {
			p.Marks = append(p.Marks, algos.Arrows{From: []algos.XY{from}, To: []algos.XY{end}, Style: algos.Style{Role: algos.RoleAccent, Dash: true}, Legend: "−η g"})
		}
	}
	if s.band == nil && s.phase == starting {
		p.Marks = append(
			p.Marks,
			algos.Handle{Param: "theta", At: algos.XY{X: s.Start[0], Y: s.Start[1]}, Tip: "drag θ⁽⁰⁾, the start", Style: algos.Style{Role: algos.RoleAccent}},
			algos.Handle{Param: "second", At: algos.XY{X: s.Start2[0], Y: s.Start2[1]}, Label: "second start", Tip: "drag the second start", Style: algos.Style{Role: algos.RoleSoft}},
		)
	}
	return p
}

func place(theta vector) algos.XY { return algos.XY{X: theta[0], Y: theta[1]} }

// drawn is how many corners a drawn path has at most, about.
const drawn = 300

// path is a trail up to now: its latest corners, since the first ones lie far
// away, and the older ones thinned.
func path(trail []vector) []algos.XY {
	stride := len(trail)/drawn + 1
	var at []algos.XY
	for i := 0; i < len(trail); i += stride {
		at = append(at, place(trail[i]))
	}
	return append(at, place(trail[len(trail)-1]))
}

// planeWindow shows 0, the optimum about in the middle, the two θ now and where they
// came from last.
func (s state) planeWindow() grid.Window {
	shown := []algos.XY{{}, place(scaled(2, s.best.theta)), place(s.average)}
	for _, w := range []walker{s.now, s.twin} {
		for _, v := range w.trail[len(w.trail)-1-min(len(w.trail)-1, len(w.trail)/4):] {
			shown = append(shown, place(v))
		}
	}
	return algos.FitPath(shown)
}

// sharpest is the most points with which the picture of J takes the best θ₀ at
// every place.
const sharpest = 120

// bowl is log₁₀ of J − dual over the plane, with isolines a factor of ten apart.
func (s state) bowl() (algos.Field, string) {
	note := "J at this θ₀"
	best := s.Form == "offset" && len(s.x) <= sharpest
	switch {
	case best:
		note = "J at the best θ₀"
	case s.Form == "origin":
		note = "J"
	}
	unit := 1e-300 + s.best.dual
	if s.best.dual <= 0 {
		unit = 1
	}
	k := *s.task
	k.exact = best
	value := func(a, b float64) float64 {
		theta := vector{a, b, s.now.theta[2]}
		if k.exact {
			theta[2], _, _, _ = k.offset(theta)
		}
		hinge := 0.0
		for t, x := range k.x {
			hinge += max(0, 1-k.y[t]*dot(theta, x))
		}
		return math.Log10(max(1e-6, (k.norm2(theta)/2+k.C*hinge-s.best.dual)/unit))
	}
	f := algos.Field{
		Eval:  func(dst []float64, g grid.Grid) { grid.Fill(dst, g, value) },
		Scale: algos.Sequential, Lo: -2, Hi: 2, Legend: "how far J is above the dual (log)",
	}
	for _, l := range []struct {
		at    float64
		label string
	}{{-2, "1 %, 10 %, 100 %, … above the dual"}, {-1, ""}, {0, ""}, {1, ""}, {2, ""}} {
		f.Levels = append(f.Levels, algos.Level{Value: l.at, Style: algos.Style{Role: algos.RoleSoft, Width: 1}, Label: say.Phrase(l.label)})
	}
	return f, note
}

// feasible is where some θ₀ makes every yf ≥ 1, as the least yf over the plane.
func (s state) feasible() algos.Field {
	k := s.task
	sides := k.sides()
	value := func(a, b float64) float64 {
		theta := vector{a, b, s.now.theta[2]}
		total := 0.0
		for _, rows := range sides {
			least := math.Inf(1)
			for _, t := range rows {
				least = min(least, dot(theta, k.z(t)))
			}
			total += least / float64(len(sides))
		}
		return total - 1
	}
	return algos.Field{
		Eval:  func(dst []float64, g grid.Grid) { grid.Fill(dst, g, value) },
		Scale: algos.Diverging, Lo: -3, Hi: 3, Legend: "least yf − 1",
		Levels: []algos.Level{{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 1.8}, Label: "every yf ≥ 1 inside"}},
	}
}

// losses are the hinge loss and the points on it.
func (s state) losses() algos.Panel {
	lo, hi := -1.5, 2.5
	pts := algos.Points{Legend: "a point at z = yf"}
	for t := range s.x {
		z := s.score(t)
		lo, hi = min(lo, z), max(hi, z)
		pts.At = append(pts.At, algos.XY{X: z, Y: max(0, 1-z)})
		pts.Class, pts.Refs = append(pts.Class, s.Problem.Points[t].Class()), append(pts.Refs, ref(t))
		pts.Tips = append(pts.Tips, say.Phrase(fmt.Sprintf("%s: z = %s, ξ = %s", name(t), say.Num(z), say.Num(max(0, 1-z)))))
	}
	room := 0.04 * (hi - lo)
	lo, hi = lo-room, hi+room
	return algos.Panel{
		ID: "losses", Title: "Hinge loss", Note: say.Phrase("Σξ = " + say.Num(s.now.hinge)), Height: 0.55,
		Alt: say.Phrase(fmt.Sprintf("the hinge loss with the %d points at z = yf; their losses sum up to %s", len(s.x), say.Num(s.now.hinge))),
		X:   algos.Axis{Name: "z = yf", Min: lo, Max: hi}, Y: algos.Axis{Name: "loss", Min: -0.06 * (1 - lo), Max: 1.06 * (1 - lo)},
		Marks: []algos.Mark{
			algos.PolyLine{At: []algos.XY{{X: lo, Y: 1}, {X: 0, Y: 1}, {X: 0, Y: 0}, {X: hi, Y: 0}}, Style: algos.Style{Role: algos.RoleFaint, Dash: true}, Legend: "0–1 loss"},
			algos.PolyLine{At: []algos.XY{{X: lo, Y: 1 - lo}, {X: 1, Y: 0}, {X: hi, Y: 0}}, Style: algos.Style{Role: algos.RoleInk, Width: 2}, Legend: "hinge max(0, 1 − z)"},
			pts,
		},
	}
}

// side shows the optimum of all three forms on the same points.
func (s state) side() algos.Panel {
	p := algos.Board(s.Problem)
	p.ID, p.Title, p.Note, p.Height = "forms", "Three forms", "each at its optimum", 1
	p.Alt = "the lines of the three forms:"
	styles := [...]algos.Style{{Role: algos.RoleClass3, Width: 2}, {Role: algos.RoleInk, Width: 2.4}, {Role: algos.RoleClass4, Width: 2}}
	titles := [...]string{"through the origin", "offset", "[x; 1]"}
	for i, o := range s.forms {
		what := fmt.Sprintf("%s: least J %s", titles[i], say.Num(o.dual))
		if s.band != nil && o.why != "" {
			what = titles[i] + ": no band"
		}
		if n := math.Hypot(o.theta[0], o.theta[1]); n > 0 && o.why == "" {
			what += ", 1/‖θ‖ " + say.Num(1/n)
			style := styles[i]
			p.Marks = append(p.Marks, algos.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2], Style: style, Legend: say.Phrase(what)})
			style.Width, style.Dash, style.Opacity = 1, true, 0.7
			for _, border := range []float64{-1, 1} {
				p.Marks = append(p.Marks, algos.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2] + border, Style: style})
			}
		}
		p.Alt += say.Phrase(" " + what + ";")
	}
	p.Marks = append(p.Marks, algos.DataPoints(s.Set))
	return p
}
