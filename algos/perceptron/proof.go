package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// proof shows Novikoff's proof: after k updates kγ ≤ ⟨θ, θ*⟩ ≤ ‖θ‖ ≤ √k·R. A
// straight line overtakes a square root, at k = (R/γ)²: by then it is over.
func (s snapshot) proof() algos.Panel {
	end := s.horizon()
	p := algos.Panel{
		ID: "proof", Title: "The proof", Note: fmt.Sprintf("k = %d", s.updates),
		X: algos.Axis{Name: "updates k", Min: 0, Max: end, Integer: true}, Y: algos.Axis{Name: "length"},
		Alt: fmt.Sprintf("The length of θ after %s, below √k R.", say.Count(s.updates, "update")),
	}
	upper := algos.PolyLine{Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "√k R"}
	const pieces = 64
	for i := range pieces + 1 {
		k := end * float64(i*i) / (pieces * pieces) // dense where a root bends
		upper.At = append(upper.At, algos.XY{X: k, Y: math.Sqrt(k) * s.best.R})
	}
	p.Marks = append(p.Marks, upper, s.history("‖θ‖", algos.RoleInk, norm))
	if !s.best.Separable {
		p.Note += "; not separable: no line from below"
		return p
	}
	lower := algos.PolyLine{At: []algos.XY{{}, {X: end, Y: end * s.best.Gamma}}, Style: algos.Style{Role: algos.RoleGood, Dash: true}, Legend: "kγ"}
	along := func(theta vector) float64 { return dot(theta, s.best.Theta) }
	p.Marks = append(p.Marks, lower, s.history("⟨θ, θ*⟩", algos.RoleGood, along))
	if s.best.Ratio <= end {
		p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: s.best.Ratio, Label: "(R/γ)²", Style: algos.Style{Role: algos.RoleBad, Dash: true}})
	} else {
		p.Note += ", bound " + say.Num(s.best.Ratio)
	}
	k := float64(s.updates)
	p.Marks = append(p.Marks, algos.Points{
		At:    []algos.XY{{X: k, Y: norm(s.theta)}, {X: k, Y: along(s.theta)}},
		Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over,
	})
	return p
}

// horizon returns where the axis of k ends: at the bound if that can be seen
// together with what has happened, else at a power of two beyond k.
func (s snapshot) horizon() float64 {
	end := 8.0
	for end < 1.1*float64(s.updates) {
		end *= 2
	}
	if s.best.Separable && s.best.Ratio <= 8*end {
		end = max(end, math.Ceil(1.1*s.best.Ratio))
	}
	return end
}

// history draws a length of θ over the updates up to now.
func (s snapshot) history(legend string, role algos.Role, length func(vector) float64) algos.PolyLine {
	m := algos.PolyLine{Style: algos.Style{Role: role, Width: 2}, Layer: algos.Over, Legend: legend}
	stride := len(s.trail)/drawn + 1
	for i := 0; i < len(s.trail); i += stride {
		m.At = append(m.At, algos.XY{X: float64(s.trail[i].k), Y: length(s.trail[i].theta)})
	}
	m.At = append(m.At, algos.XY{X: float64(s.updates), Y: length(s.theta)})
	return m
}
