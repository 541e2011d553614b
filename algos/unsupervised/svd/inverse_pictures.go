package svd

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v inverseView) Panels() []mark.Panel {
	panels := []mark.Panel{v.unknowns()}
	if v.m == 2 {
		panels = append(panels, v.reached())
	} else {
		panels = append(panels, v.space())
	}
	return append(panels, v.f.spectrum(v.kept))
}

// circle is n+1 places around the unit circle.
func circle(n int) []mark.XY {
	at := make([]mark.XY, 0, n+1)
	for i := range n + 1 {
		t := 2 * math.Pi * float64(i) / float64(n)
		at = append(at, mark.XY{X: math.Cos(t), Y: math.Sin(t)})
	}
	return at
}

const corners = 72

// The axes of both pictures have the colours of two classes.
var axes = []mark.Role{mark.RoleClass0, mark.RoleClass1}

// window is how far a picture goes: round, so that it seldom changes while b is dragged.
func window(lengths ...float64) float64 {
	most := 1.0
	for _, l := range lengths {
		most = max(most, l)
	}
	return panel.RoundUp(1.15 * most)
}

// unknowns is the plane of x: the circle, its axes v, and the solution as far as it has come.
func (v inverseView) unknowns() mark.Panel {
	reach := window(norm(v.x), min(norm(v.other()), 3*norm(v.x)+2))
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "The plane of x", Equal: true, X: mark.Axis{Name: "x₁", Min: -reach, Max: reach}, Y: mark.Axis{Name: "x₂", Min: -reach, Max: reach},
		Alt: w.Text("the unit circle with the directions v₁ = <v1> and v₂ = <v2>"),
	}
	p.Add(mark.PolyLine{At: circle(corners), Closed: true, Style: mark.RoleInk.Wide(1.5), Legend: "unit circle"})
	for k, d := range v.f.v {
		p.Add(mark.Arrows{
			From: []mark.XY{{}}, To: []mark.XY{{X: d[0], Y: d[1]}}, Labels: []say.Phrase{say.Phrase("v" + say.Sub(k+1))}, Style: axes[k].Wide(2.2),
		})
	}
	if v.stage == ellipse {
		return p
	}
	if v.stage >= scaled {
		from := mark.XY{}
		for k := range v.kept {
			to := mark.XY{X: from.X + v.y[k]*v.f.v[k][0], Y: from.Y + v.y[k]*v.f.v[k][1]}
			p.Add(mark.Segments{From: []mark.XY{from}, To: []mark.XY{to}, Style: axes[k].Wide(3).Faded(0.6), Layer: mark.Over, Legend: part(k)})
			from = to
		}
	}
	if v.stage < solved {
		return p
	}
	if d := v.free(); d != nil && v.rank > 0 {
		legend := say.Phrase("all x with the same Ax")
		if v.cut() {
			legend = "the axis that the cut-off dropped"
		}
		p.Add(mark.Ray{A: d[1], B: -d[0], C: d[0]*v.x[1] - d[1]*v.x[0], Style: mark.RoleSoft.Wide(1.8), Legend: legend})
	}
	if v.stage == compared && v.free() != nil {
		p.Add(panel.Dot(mark.XY{X: clip(v.other()[0], reach), Y: clip(v.other()[1], reach)}, 5, mark.RoleSoft.Plain(), "another solution"))
		p.Add(mark.PolyLine{At: around(norm(v.x)), Closed: true, Style: mark.RoleAccent.Dashed(), Legend: "as short as x⁺"})
	}
	p.Add(panel.Dot(mark.XY{X: v.x[0], Y: v.x[1]}, 6, mark.RoleAccent.Plain(), "x⁺ = A⁺b"))
	p.Note = w.Text("x⁺ = <x>")
	return p
}

func clip(x, reach float64) float64 { return min(max(x, -reach), reach) }

// around is a circle about the origin.
func around(radius float64) []mark.XY {
	at := circle(corners)
	for i := range at {
		at[i].X *= radius
		at[i].Y *= radius
	}
	return at
}

// halfAxis is what one of the ellipse is called.
func halfAxis(k int) say.Phrase { return say.Phrase("s" + say.Sub(k+1) + "u" + say.Sub(k+1)) }

// part is what the part of x along an axis is called.
func part(k int) say.Phrase {
	return []say.Phrase{"(u₁ᵀb/s₁) v₁", "(u₂ᵀb/s₂) v₂"}[k]
}

// reached is the plane of Ax: the ellipse, its half axes, and b, which readers drag.
func (v inverseView) reached() mark.Panel {
	reach := window(v.f.s[0], norm(v.b), norm(v.times(v.x)))
	w := v.vars()
	p := mark.Panel{
		ID: "image", Title: "The plane of Ax", Note: w.Text("s = <s1>, <s2>"), Equal: true, Height: 0.8,
		Alt: w.Text("the ellipse with the half axes <s1> along u₁ = <u1> and <s2> along u₂ = <u2>, and b = <b>"),
		X:   mark.Axis{Name: "b₁", Min: -reach, Max: reach}, Y: mark.Axis{Name: "b₂", Min: -reach, Max: reach},
	}
	var at []mark.XY
	for _, c := range circle(corners) {
		y := v.times([]float64{c.X, c.Y})
		at = append(at, mark.XY{X: y[0], Y: y[1]})
	}
	p.Add(mark.PolyLine{At: at, Closed: true, Style: mark.RoleInk.Wide(1.5), Legend: "where the circle goes"})
	for k, d := range v.f.u {
		if k < v.rank {
			to := mark.XY{X: v.f.s[k] * d[0], Y: v.f.s[k] * d[1]}
			p.Add(mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{to}, Labels: []say.Phrase{halfAxis(k)}, Style: axes[k].Wide(2.2)})
		}
		if v.stage >= turned {
			foot := mark.XY{X: v.c[k] * d[0], Y: v.c[k] * d[1]}
			p.Add(mark.Segments{
				From: []mark.XY{{}, foot}, To: []mark.XY{foot, {X: v.b[0], Y: v.b[1]}}, Style: axes[k].Dashed(), Layer: mark.Over,
				Legend: []say.Phrase{"b along u₁", "b along u₂"}[k],
			})
		}
	}
	if v.stage >= solved {
		y := v.times(v.x)
		foot, b := mark.XY{X: y[0], Y: y[1]}, mark.XY{X: v.b[0], Y: v.b[1]}
		if !v.meets() {
			p.Add(mark.Segments{From: []mark.XY{foot}, To: []mark.XY{b}, Style: mark.RoleBad.Wide(2), Layer: mark.Over, Legend: "missed"})
		}
		p.Add(panel.Dot(foot, 5, mark.RoleAccent.Plain(), "Ax⁺"))
	}
	p.Add(mark.Handle{
		Param: "b", Along: mark.Plane, At: mark.XY{X: v.b[0], Y: v.b[1]}, Label: "b", Tip: "drag b", Legend: "b", Size: 7,
		Style: mark.RoleGood.Plain(), Layer: mark.Over,
	})
	return p
}

// space is Ax in three dimensions: the plane of the columns with the ellipse in it, and b beside.
func (v inverseView) space() mark.Panel {
	reach := window(v.f.s[0], norm(v.b), norm(v.times(v.x)))
	w := v.vars()
	axis := func(name say.Phrase) mark.Axis { return mark.Axis{Name: name, Min: -reach, Max: reach} }
	at := func(y []float64) panel.XYZ { return panel.XYZ{X: y[0], Y: y[1], Z: y[2]} }
	s := panel.Space{
		ID: "image", Title: "The space of Ax", Note: w.Text("s = <s1>, <s2>"), Height: 0.8,
		Alt: w.Text("the ellipse with the half axes <s1> along u₁ = <u1> and <s2> along u₂ = <u2>, and b = <b>"),
		X:   axis("b₁"), Y: axis("b₂"), Z: axis("b₃"), Equal: true, Param: "turn", View: v.Turn,
	}
	var ring []panel.XYZ
	for _, c := range circle(corners) {
		ring = append(ring, at(v.times([]float64{c.X, c.Y})))
	}
	if v.rank == 2 {
		u, w := v.f.u[0], v.f.u[1]
		normal := panel.XYZ{X: u[1]*w[2] - u[2]*w[1], Y: u[2]*w[0] - u[0]*w[2], Z: u[0]*w[1] - u[1]*w[0]}
		s.Things = append(s.Things, panel.Sheet{Normal: normal, Like: mark.PolyLine{Fill: true, Style: mark.RoleSoft.Plain().Faded(0.25), Legend: "all Ax"}})
	}
	s.Things = append(s.Things, panel.Thread{At: ring, Like: mark.PolyLine{Style: mark.RoleInk.Wide(1.5), Legend: "where the circle goes"}})
	for k, d := range v.f.u[:v.rank] {
		tip := panel.XYZ{X: v.f.s[k] * d[0], Y: v.f.s[k] * d[1], Z: v.f.s[k] * d[2]}
		s.Things = append(s.Things, panel.Sticks{
			From: []panel.XYZ{{}}, To: []panel.XYZ{tip}, Like: mark.Segments{Style: axes[k].Wide(2.5), Legend: halfAxis(k)},
		})
	}
	dots := panel.Dots{At: []panel.XYZ{at(v.b)}, Like: mark.Points{Style: mark.RoleGood.Plain(), Legend: "b"}}
	s.Things = append(s.Things, dots)
	if v.stage >= solved {
		y := at(v.times(v.x))
		missed := mark.Segments{Style: mark.RoleBad.Wide(2), Legend: "missed"}
		s.Things = append(s.Things, panel.Sticks{From: []panel.XYZ{y}, To: []panel.XYZ{at(v.b)}, Like: missed},
			panel.Dots{At: []panel.XYZ{y}, Like: mark.Points{Style: mark.RoleAccent.Plain(), Legend: "Ax⁺"}})
	}
	return s.Panel()
}
