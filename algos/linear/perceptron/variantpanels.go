package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// wanted is the part of the weight space where a rule with a margin stops, as far
// as the plane of the picture shows it.
func (s snapshot) wanted(w grid.Window) []algos.Mark {
	if s.half == 0 {
		return nil
	}
	style := algos.Style{Role: algos.RoleGood, Opacity: 0.25}
	switch {
	case s.Variant == increment:
		if area := s.clipBeyond(w, s.half, s.rows); area != nil {
			return []algos.Mark{algos.PolyLine{At: area, Closed: true, Fill: true, Style: style, Legend: "all y⟨θ, x⟩ ≥ γ/2"}}
		}
	case s.Variant == marginal && !s.Bias:
		if area := s.cone(w); area != nil {
			return []algos.Mark{algos.PolyLine{At: area, Closed: true, Fill: true, Style: style, Legend: "all margins ≥ γ/2"}}
		}
	}
	return nil
}

// cone is where all margins are at least γ/2: θ within the angle arccos(γ/2) of
// every y·x, so within an interval of angles around θ*.
func (s snapshot) cone(w grid.Window) []algos.XY {
	if !s.best.Separable || s.half > s.best.Gamma {
		return nil
	}
	wide := math.Acos(min(1, s.half))
	lo, hi := -wide, wide
	for _, r := range s.rows {
		z := r.correction()
		off := math.Atan2(s.best.Theta[0]*z[1]-s.best.Theta[1]*z[0], dot(s.best.Theta, z))
		lo, hi = max(lo, off-wide), min(hi, off+wide)
	}
	if hi <= lo {
		return nil
	}
	far := 2 * math.Hypot(w.X1-w.X0, w.Y1-w.Y0)
	middle := math.Atan2(s.best.Theta[1], s.best.Theta[0])
	area := []algos.XY{{}}
	const corners = 8
	for i := range corners + 1 {
		sin, cos := math.Sincos(middle + lo + (hi-lo)*float64(i)/corners)
		area = append(area, algos.XY{X: far * cos, Y: far * sin})
	}
	return area
}

// circle shows the samples at length 1, as the margin perceptron sees them.
func (s snapshot) circle() algos.Panel {
	p := algos.Panel{
		ID: "circle", Title: "Samples at length 1", Equal: true, Height: 1,
		X: algos.Axis{Name: "x₁/‖x‖", Min: -1.25, Max: 1.25}, Y: algos.Axis{Name: "x₂/‖x‖", Min: -1.25, Max: 1.25},
		Alt: say.Phrase(fmt.Sprintf("%s on the unit circle, with the line and the band of width γ around it.", say.Count(len(s.rows), "sample"))),
	}
	rim := algos.PolyLine{Closed: true, Style: algos.Style{Role: algos.RoleFaint}}
	const corners = 90
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		rim.At = append(rim.At, algos.XY{X: cos, Y: sin})
	}
	p.Marks = append(p.Marks, rim)
	if length := norm(s.theta); length > 0 {
		u := addScaled(vector{}, 1/length, s.theta)
		p.Marks = append(p.Marks, line(u, algos.Style{Role: algos.RoleInk, Width: 2}, "⟨θ, x⟩ = 0"))
		if s.half > 0 {
			for i, side := range []float64{-1, 1} {
				legend := ""
				if i == 0 {
					legend = "margin γ/2"
				}
				p.Marks = append(p.Marks, line(vector{u[0], u[1], side * s.half}, algos.Style{Role: algos.RoleSoft, Dash: true}, legend))
			}
		}
	}
	dots := s.dots()
	dots.At = make([]algos.XY, len(s.rows))
	for i, r := range s.rows {
		dots.At[i] = plane(r.x)
	}
	p.Marks = append(p.Marks, dots)
	if s.kind != start {
		p.Marks = append(p.Marks, algos.Rings{At: []algos.XY{plane(s.rows[s.row].x)}, Radius: []float64{11}, Refs: []string{ref(s.row)}, Style: algos.Style{Role: algos.RoleAccent, Width: 2}})
	}
	return p
}

// measures are what the rule looks at, row by row, with the line that they have to
// reach.
func (s snapshot) measures() algos.Panel {
	n := len(s.rows)
	bars := algos.Bars{X: make([]float64, n), Y: make([]float64, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	demanding, lo, hi := 0, 0.0, s.half
	for i, r := range s.rows {
		v := s.measure(s.theta, r)
		bars.X[i], bars.Y[i], bars.Class[i], bars.Refs[i] = float64(i+1), v, s.Points[i].Class(), ref(i)
		bars.Tips[i] = say.Phrase(fmt.Sprintf("%s: %s", name(i), say.Num(v)))
		lo, hi = min(lo, v), max(hi, v)
		if s.mistaken(s.theta, r) {
			demanding++
		}
	}
	if s.kind != start {
		bars.Hot = s.atWork()
	}
	if lo == hi {
		hi = lo + 1
	}
	room := (hi - lo) / 12
	if lo < 0 {
		lo -= room
	}
	p := algos.Panel{
		ID: "measures", Title: "Scores y⟨θ, x⟩", Note: say.Phrase(fmt.Sprintf("%d of %d demand an update", demanding, n)),
		Alt: say.Phrase(fmt.Sprintf("What the rule looks at for each of %s; %d demand an update.", say.Count(n, "row"), demanding)),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:   algos.Axis{Name: "y⟨θ, x⟩", Min: lo, Max: hi + room},
	}
	if s.Variant == marginal {
		p.Title, p.Y.Name = "Margins y⟨θ, x⟩/‖θ‖", "margin"
	}
	p.Marks = append(p.Marks, bars)
	if s.half > 0 {
		p.Marks = append(p.Marks, algos.Rule{At: s.half, Label: "γ/2", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	}
	return p
}

// conditions shows the two sums of which convergence is made, on logarithmic
// axes: the first must grow beyond all bounds, the second go to 0.
func (s snapshot) conditions() algos.Panel {
	end := 10.0
	for end < float64(s.updates) {
		end *= 10
	}
	p := algos.Panel{
		ID: "conditions", Title: "The conditions on η", Note: say.Phrase("η(k) = " + s.Eta),
		X:   algos.Axis{Name: "updates k", Min: 1, Max: end, Log: true},
		Y:   algos.Axis{Name: "sum", Log: true},
		Alt: say.Phrase(fmt.Sprintf("After %s the sum of η is %s.", say.Count(s.updates, "update"), say.Num(s.sums.eta))),
	}
	if s.updates == 0 {
		p.Y.Min, p.Y.Max = 0.1, 10
		return p
	}
	p.Alt += say.Phrase(" The sum of its squares over the square of that is " + say.Num(s.sums.ratio()) + ".")
	sum := algos.PolyLine{Style: algos.Style{Role: algos.RoleGood, Width: 2}, Layer: algos.Over, Legend: "Ση → ∞"}
	ratio := algos.PolyLine{Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Layer: algos.Over, Legend: "Ση²/(Ση)² → 0"}
	add := func(k int, at sums) {
		sum.At = append(sum.At, algos.XY{X: float64(k), Y: at.eta})
		ratio.At = append(ratio.At, algos.XY{X: float64(k), Y: at.ratio()})
	}
	stride := len(s.trail)/drawn + 1
	for i := 1; i < len(s.trail); i += stride {
		add(s.trail[i].k, s.trail[i].sums)
	}
	add(s.updates, s.sums)
	k := float64(s.updates)
	p.Marks = append(p.Marks, sum, ratio, algos.Points{
		At: []algos.XY{{X: k, Y: s.sums.eta}, {X: k, Y: s.sums.ratio()}}, Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over,
	})
	return p
}
