package perceptron

import (
	"math"

	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// cosine is that of the angle between θ and θ*, NaN where one has no direction.
func (t *task) cosine(theta vector) float64 {
	length := norm(theta)
	if !t.best.Separable || length == 0 {
		return math.NaN()
	}
	return dot(theta, t.best.Theta) / length
}

// angle shows θ turning towards θ*: the cosine over the updates, above the proof's bound,
// which reaches 1 where the updates must be over.
func (v view) angle() mark.Panel {
	end := novikoff.Horizon(v.updates, v.limit)
	s := say.Vars{"k": v.updates, "cosine": v.cosine(v.theta)}
	p := mark.Panel{
		ID: "angle", Title: "The angle to θ*", Alt: s.Text("How θ has turned towards θ* over <k update>."),
		X: mark.Axis{Name: "updates k", Max: end, Integer: true}, Y: mark.Axis{Name: "cos ∠(θ, θ*)", Max: 1.08},
	}
	p.Add(mark.Rule{At: 1, Label: "1: θ has the direction of θ*", Style: mark.RoleSoft.Plain()})
	bound := mark.PolyLine{Style: mark.RoleGood.Dashed(), Legend: "bound"}
	if v.plain() {
		bound.Legend = "√k γ/R"
		for _, k := range novikoff.Abscissas(min(end, v.best.Ratio)) {
			bound.At = append(bound.At, mark.XY{X: k, Y: math.Sqrt(k) * v.best.Gamma / v.best.R})
		}
	}
	var path []mark.XY
	for _, w := range v.waypoints() {
		// A bound below 0 says nothing: θ is shorter than its bound.
		if low := v.lower(w.k, w.sums); !v.plain() && low > 0 {
			bound.At = append(bound.At, mark.XY{X: float64(w.k), Y: low / v.upper(w.k, w.sums)})
		}
		if c := v.cosine(w.theta); !math.IsNaN(c) {
			path = append(path, mark.XY{X: float64(w.k), Y: c})
			p.Y.Min = min(p.Y.Min, c)
		}
	}
	if len(path) == 0 {
		p.Note = "θ = 0 has no direction"
		return p
	}
	if p.Y.Min < 0 {
		p.Y.Min = -1.08
	}
	p.Note = s.Text("cos = <cosine>")
	if len(bound.At) > 1 {
		bound.At = panel.Path(len(bound.At), func(i int) mark.XY { return bound.At[i] })
		p.Add(bound)
	}
	p.Add(panel.Line(panel.Path(len(path), func(i int) mark.XY { return path[i] }), mark.RoleInk.Wide(2), "cos ∠(θ, θ*)"))
	p.Add(mark.Points{At: path[len(path)-1:], Style: mark.RoleAccent.Plain(), Layer: mark.Over})
	return p
}

// score shows y⟨θ, x⟩ of the only row: with η = 1 every update adds ‖x‖², which is a straight
// line, and the run ends at the first point of it above 0.
func (v view) score() mark.Panel {
	r := v.rows[0]
	of := func(theta vector) float64 { return r.y * r.score(theta) }
	first, square := of(v.start), dot(r.x, r.x)
	s := say.Vars{"k": v.updates, "score": of(v.theta), "square": square}
	end := float64(v.updates + 1)
	if first <= 0 && square > 0 && !v.varies() {
		end = max(end, math.Floor(-first/square)+2)
	}
	p := mark.Panel{
		ID: "score", Title: "The score of the only point", Note: s.Text("y₁⟨θ, x₁⟩ = <score>"),
		Alt: s.Text("The score of the only point is <score> after <k update>."),
		X:   mark.Axis{Name: "updates k", Max: end, Integer: true}, Y: mark.Axis{Name: "y₁⟨θ, x₁⟩"},
	}
	p.Add(mark.Rule{At: 0, Label: "right: above 0", Style: mark.RoleGood.Dashed()})
	if !v.varies() {
		foretold := []mark.XY{{Y: first}, {X: end, Y: first + float64(end*square)}}
		p.Add(panel.Line(foretold, mark.RoleSoft.Dashed(), "foretold: ‖x₁‖² more with every update"))
	}
	var at []mark.XY
	for _, w := range v.waypoints() {
		at = append(at, mark.XY{X: float64(w.k), Y: of(w.theta)})
	}
	at = panel.Path(len(at), func(i int) mark.XY { return at[i] })
	p.Add(panel.Line(at, mark.RoleInk.Wide(2), "what happened"), mark.Points{At: at, Style: mark.RoleInk.Plain(), Layer: mark.Over},
		mark.Points{At: at[len(at)-1:], Style: mark.RoleAccent.Plain(), Layer: mark.Over})
	return p
}

// waypoints are those kept, and where the run is now.
func (p progress) waypoints() []waypoint {
	trail := p.trail[:len(p.trail):len(p.trail)]
	if last := trail[len(trail)-1]; last.k != p.updates {
		trail = append(trail, waypoint{p.updates, p.theta, p.sums})
	}
	return trail
}
