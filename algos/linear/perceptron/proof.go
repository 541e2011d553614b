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
	if !s.plain() {
		return s.variantProof()
	}
	end := s.horizon()
	p := algos.Panel{
		ID: "proof", Title: "The proof", Note: say.Phrase(fmt.Sprintf("k = %d", s.updates)),
		X: algos.Axis{Name: "updates k", Min: 0, Max: end, Integer: true}, Y: algos.Axis{Name: "length"},
		Alt: say.Phrase(fmt.Sprintf("The length of θ after %s, below √k R.", say.Count(s.updates, "update"))),
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
		p.Note += say.Phrase(", bound " + say.Num(s.best.Ratio))
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
	if s.limit <= 8*end {
		end = max(end, math.Ceil(1.1*s.limit))
	}
	return end
}

// history draws a length of θ over the updates up to now.
func (s snapshot) history(legend string, role algos.Role, length func(vector) float64) algos.PolyLine {
	m := algos.PolyLine{Style: algos.Style{Role: role, Width: 2}, Layer: algos.Over, Legend: say.Phrase(legend)}
	stride := len(s.trail)/drawn + 1
	for i := 0; i < len(s.trail); i += stride {
		m.At = append(m.At, algos.XY{X: float64(s.trail[i].k), Y: length(s.trail[i].theta)})
	}
	m.At = append(m.At, algos.XY{X: float64(s.updates), Y: length(s.theta)})
	return m
}

// variantProof is the same for the other rules and starts: ⟨θ, θ*⟩ and ‖θ‖ between
// the bounds of variantbound.go.
func (s snapshot) variantProof() algos.Panel {
	end := s.horizon()
	p := algos.Panel{
		ID: "proof", Title: "The proof", Note: say.Phrase(fmt.Sprintf("k = %d", s.updates)),
		X: algos.Axis{Name: "updates k", Min: 0, Max: end, Integer: true}, Y: algos.Axis{Name: "length"},
		Alt: say.Phrase(fmt.Sprintf("The length of θ after %s, below its bound.", say.Count(s.updates, "update"))),
	}
	path := s.proofPath(end)
	upper := algos.PolyLine{Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "bound on ‖θ‖"}
	lower := algos.PolyLine{Style: algos.Style{Role: algos.RoleGood, Dash: true}, Legend: "bound on ⟨θ, θ*⟩"}
	for _, at := range path {
		upper.At = append(upper.At, algos.XY{X: float64(at.k), Y: s.upper(at.k, at.sums)})
		lower.At = append(lower.At, algos.XY{X: float64(at.k), Y: s.lower(at.k, at.sums)})
	}
	k := float64(s.updates)
	now := algos.Points{At: []algos.XY{{X: k, Y: norm(s.theta)}}, Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over}
	p.Marks = append(p.Marks, upper, s.history("‖θ‖", algos.RoleInk, norm))
	if !s.best.Separable {
		p.Note += "; not separable: no line from below"
		p.Marks = append(p.Marks, now)
		return p
	}
	along := func(theta vector) float64 { return dot(theta, s.best.Theta) }
	p.Marks = append(p.Marks, lower, s.history("⟨θ, θ*⟩", algos.RoleGood, along))
	switch {
	case s.limit <= end:
		p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: s.limit, Label: "bound", Style: algos.Style{Role: algos.RoleBad, Dash: true}})
	case !math.IsNaN(s.limit):
		p.Note += say.Phrase(", bound " + say.Num(s.limit))
	}
	now.At = append(now.At, algos.XY{X: k, Y: along(s.theta)})
	p.Marks = append(p.Marks, now)
	return p
}

// proofPath are the updates for which the bounds are drawn: up to the end of the
// axis where they can be foretold, else up to now.
func (s snapshot) proofPath(end float64) []waypoint {
	var path []waypoint
	if s.Variant != batch && s.rate.constant() {
		const pieces = 64
		for i := range pieces + 1 {
			k := int(end * float64(i*i) / (pieces * pieces))
			if i > 0 && k == path[len(path)-1].k {
				continue
			}
			n, c := float64(k), s.rate.c
			path = append(path, waypoint{k: k, sums: sums{c * n, c * c * n, c * n, c * c * n}})
		}
		return path
	}
	stride := len(s.trail)/drawn + 1
	for i := 0; i < len(s.trail); i += stride {
		path = append(path, s.trail[i])
	}
	return append(path, waypoint{k: s.updates, sums: s.sums})
}
