package perceptron

import (
	"math"

	"playground/algos/grid"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// weights is the space of θ: its path, what a mistake adds, and the θ that get
// all rows right.
func (v view) weights() mark.Panel {
	path := v.places(0, func(w waypoint) mark.XY { return plane(w.theta) })
	rival, rivalLegend := v.rivalPath()
	w := v.weightWindow(append(path[:len(path):len(path)], rival...))
	s := say.Vars{"k": v.updates, "theta0": v.theta[2], "row": say.Row(v.Row).Name()}
	p := mark.Panel{
		ID: "weights", Title: "Weight space", Equal: true, Alt: s.Text("The path of θ over <k update>."),
		X: mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
	}
	if v.Bias {
		p.Note = s.Text("without its third axis: the plane θ₀ = <theta0>")
	}
	// Equal axes may show more than the window: areas go on beyond its borders.
	wide := grid.Window{X0: 4*w.X0 - 3*w.X1, X1: 4*w.X1 - 3*w.X0, Y0: 4*w.Y0 - 3*w.Y1, Y1: 4*w.Y1 - 3*w.Y0}
	p.Add(area(v.clip(wide, 0, v.rows...), mark.RoleGood.Plain().Faded(0.25), "", "θ without mistakes"), v.wanted(wide))
	if len(v.atWork()) == 1 && v.Variant != batch {
		p.Add(area(v.clip(wide, 0, v.rows[v.Row]), mark.RoleAccent.Plain().Faded(0.12), say.Row(v.Row).Ref(), s.Text("θ that get <row> right")))
	}
	if v.best.Separable {
		if end, ok := reach(wide, v.best.Theta); ok {
			p.Add(mark.PolyLine{At: []mark.XY{{}, end}, Style: mark.RoleGood.Dashed(), Legend: "direction of θ*"})
		}
	}
	if len(rival) > 0 {
		p.Add(panel.Line(rival, mark.RoleBad.Dashed(), rivalLegend))
	}
	p.Add(panel.Line(path, mark.RoleSoft.Plain(), "path of θ"))
	now := plane(v.theta)
	switch v.Kind {
	case novikoff.Mistake:
		p.Add(panel.Arrow(now, plane(addScaled(v.theta, 1, v.correction())), mark.RoleAccent.Dashed(), "to be added"))
	case novikoff.Update:
		p.Add(panel.Arrow(plane(v.before), now, mark.RoleAccent.Plain(), "added"))
	}
	p.Add(labelled(panel.Arrow(mark.XY{}, now, mark.RoleInk.Plain(), ""), "θ"), mark.Handle{
		Param: "theta", At: plane(v.start), Hollow: true, Size: 6, Style: mark.RoleAccent.Plain(),
		Tip: say.Vars{"start": v.Theta}.Text("θ⁽⁰⁾ = <start>: drag it"), Legend: "start θ⁽⁰⁾: drag it",
	})
	return p
}

// area is a filled polygon; nil if there is none.
func area(at []mark.XY, style mark.Style, ref string, legend say.Phrase) mark.Mark {
	if len(at) == 0 {
		return nil
	}
	return mark.PolyLine{At: at, Closed: true, Fill: true, Style: style, Ref: ref, Legend: legend}
}

// wanted is the part of the weight space where a rule with a margin stops, as far
// as the plane of the picture shows it.
func (v view) wanted(w grid.Window) mark.Mark {
	style := mark.RoleGood.Plain().Faded(0.25)
	switch {
	case v.half == 0:
	case v.Variant == increment:
		return area(v.clip(w, v.half, v.rows...), style, "", "all y⟨θ, x⟩ ≥ γ/2")
	case v.Variant == marginal && !v.Bias:
		return area(v.cone(w), style, "", "all margins ≥ γ/2")
	}
	return nil
}

func plane(v vector) mark.XY { return mark.XY{X: v[0], Y: v[1]} }

// weightWindow fits the path, the origin and the next correction. It has round
// borders, so that it seldom changes from step to step.
func (v view) weightWindow(path []mark.XY) grid.Window {
	shown := append(path[:len(path):len(path)], plane(addScaled(v.theta, 1, v.correction())))
	if v.start != (vector{}) {
		shown = append(shown, mark.XY{})
	}
	return mark.FitPath(shown)
}

// clip returns the part of the window, at the present θ₀, in which every row
// has y⟨θ, x⟩ ≥ least: the window's corners cut by one half-plane after the other
// (Sutherland and Hodgman). It is nil where nothing is left.
func (v view) clip(w grid.Window, least float64, rows ...row) []mark.XY {
	polygon := []mark.XY{{X: w.X0, Y: w.Y0}, {X: w.X1, Y: w.Y0}, {X: w.X1, Y: w.Y1}, {X: w.X0, Y: w.Y1}}
	for _, r := range rows {
		value := func(p mark.XY) float64 { return r.y*r.score(vector{p.X, p.Y, v.theta[2]}) - least }
		var kept []mark.XY
		for i, b := range polygon {
			a := polygon[(i+len(polygon)-1)%len(polygon)]
			va, vb := value(a), value(b)
			if va < 0 != (vb < 0) {
				f := va / (va - vb)
				kept = append(kept, mark.XY{X: a.X + f*(b.X-a.X), Y: a.Y + f*(b.Y-a.Y)})
			}
			if vb >= 0 {
				kept = append(kept, b)
			}
		}
		polygon = kept
	}
	if len(polygon) < 3 {
		return nil
	}
	return polygon
}

// cone is where all margins are at least γ/2: θ within the angle arccos(γ/2) of
// every y·x, so within an interval of angles around θ*.
func (v view) cone(w grid.Window) []mark.XY {
	if !v.best.Separable || v.half > v.best.Gamma {
		return nil
	}
	wide := math.Acos(min(1, v.half))
	lo, hi := -wide, wide
	for _, r := range v.rows {
		z := r.correction()
		off := math.Atan2(v.best.Theta[0]*z[1]-v.best.Theta[1]*z[0], dot(v.best.Theta, z))
		lo, hi = max(lo, off-wide), min(hi, off+wide)
	}
	if hi <= lo {
		return nil
	}
	far := 2 * math.Hypot(w.X1-w.X0, w.Y1-w.Y0)
	middle := math.Atan2(v.best.Theta[1], v.best.Theta[0])
	cone := []mark.XY{{}}
	const corners = 8
	for i := range corners + 1 {
		sin, cos := math.Sincos(middle + lo + (hi-lo)*float64(i)/corners)
		cone = append(cone, mark.XY{X: far * cos, Y: far * sin})
	}
	return cone
}

// reach returns the last place in the window on the way from the origin, which
// lies in it, in the direction of (θ₁, θ₂).
func reach(w grid.Window, theta vector) (mark.XY, bool) {
	far := math.Inf(1)
	for _, c := range []struct{ v, lo, hi float64 }{{theta[0], w.X0, w.X1}, {theta[1], w.Y0, w.Y1}} {
		if c.v != 0 {
			far = min(far, max(c.lo/c.v, c.hi/c.v))
		}
	}
	if math.IsInf(far, 1) {
		return mark.XY{}, false
	}
	return mark.XY{X: far * theta[0], Y: far * theta[1]}, true
}
