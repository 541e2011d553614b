package svr

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// board draws the function: on a line the curve in its tube with the slacks, in
// the plane its values as shading. A ring around every support vector grows with
// |β|.
func (v view) board() algos.Panel {
	s := v.state
	p := algos.Panel{
		ID: "board", Title: "Support vector regression", Note: say.Phrase(say.Count(s.free+s.bound, "support vector")), Edits: algos.EditsData,
		X: algos.Axis{Name: "x₁", Min: s.window.X0, Max: s.window.X1},
		Y: algos.Axis{Name: "x₂", Min: s.window.Y0, Max: s.window.Y1},
	}
	p.Alt = say.Phrase(fmt.Sprintf("%s, %s, %d of them at the bound, %d outside the tube",
		say.Count(len(s.y), "point"), p.Note, s.bound, s.outside))
	if s.line() {
		p.X.Name, p.Y.Name = "x", "y"
		p.Marks = append(p.Marks, v.curves()...)
		p.Marks = append(p.Marks, s.slackMarks())
	} else {
		across, up := s.window.X1-s.window.X0, s.window.Y1-s.window.Y0
		p.Equal = max(across, up) <= 3*min(across, up)
		p.Marks = append(p.Marks, s.field())
	}
	p.Marks = append(p.Marks, s.points(s.place)...)
	p.Marks = append(p.Marks, s.rings()...)
	if ring, ok := v.pairRings(); ok {
		p.Marks = append(p.Marks, ring)
	}
	return p
}

// nodes is how many places of the line a curve is drawn through, besides the
// inputs of the points.
const nodes = 241

// abscissas are the places of the line where curves are evaluated.
func (m *machine) abscissas() []float64 {
	x := make([]float64, 0, nodes+len(m.y))
	for i := range nodes {
		x = append(x, m.window.X0+(m.window.X1-m.window.X0)*float64(i)/(nodes-1))
	}
	if len(m.y) <= nodes {
		for _, p := range m.set.Points {
			if p.X[0] > m.window.X0 && p.X[0] < m.window.X1 {
				x = append(x, p.X[0])
			}
		}
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// curves are the tube and the function in it, and what it was before the pair
// moved.
func (v view) curves() []algos.Mark {
	x := v.abscissas()
	draw := func(c *curve) []float64 {
		values := make([]float64, len(x))
		for t, a := range x {
			values[t] = v.value(c, [2]float64{a})
		}
		return values
	}
	now := draw(v.curve())
	tube := algos.Band{X: x, Style: algos.Style{Role: algos.RoleAccent, Opacity: 0.16}, Legend: "tube f ± ε"}
	line := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2.4}, Name: "f(x)", Legend: "f(x)"}
	for t, f := range now {
		tube.Lo, tube.Hi = append(tube.Lo, f-v.Epsilon), append(tube.Hi, f+v.Epsilon)
		line.At = append(line.At, algos.XY{X: x[t], Y: f})
	}
	marks := []algos.Mark{tube}
	if v.phase == optimising && v.work.Stop != smo.Unbounded {
		old := algos.PolyLine{Style: algos.Style{Role: algos.RoleSoft, Width: 1.4, Dash: true}, Legend: "before the pair"}
		for t, f := range draw(v.curveOf(v.work.was, v.work.wasBias)) {
			old.At = append(old.At, algos.XY{X: x[t], Y: f})
		}
		marks = append(marks, old)
	}
	return append(marks, line)
}

// slackMarks join every point outside the tube with the tube's border.
func (s *state) slackMarks() algos.Segments {
	seg := algos.Segments{Style: algos.Style{Role: algos.RoleBad, Width: 1.4}, Legend: "slack ξ"}
	for i, y := range s.y {
		// Below the tolerance a slack is not one.
		if xi := s.slack(i); xi > s.Tol {
			x := s.set.Points[i].X[0]
			seg.From = append(seg.From, algos.XY{X: x, Y: y})
			seg.To = append(seg.To, algos.XY{X: x, Y: y - math.Copysign(xi, s.residual(i))})
			seg.Refs = append(seg.Refs, ref(i))
		}
	}
	return seg
}

// place is where row i stands on the board.
func (m *machine) place(i int) algos.XY {
	p := m.set.Points[i]
	if m.line() {
		return algos.XY{X: p.X[0], Y: p.Y}
	}
	return algos.XY{X: p.X[0], Y: p.X[1]}
}

// points puts every row at its place of a panel: grey where it does not pull, or in
// the colour of its direction.
func (s *state) points(at func(i int) algos.XY) []algos.Mark {
	groups := [...]algos.Points{
		{Style: algos.Style{Role: algos.RoleSoft}, Legend: "β = 0"},
		{Style: algos.Style{Role: algos.RoleClass1}, Legend: "β > 0: pulls f up"},
		{Style: algos.Style{Role: algos.RoleClass0}, Legend: "β < 0: pulls f down"},
	}
	for i := range s.y {
		g := &groups[direction(s.beta(i))]
		g.At = append(g.At, at(i))
		g.Refs = append(g.Refs, ref(i))
		g.Tips = append(g.Tips, say.Phrase(s.tip(i)))
	}
	var marks []algos.Mark
	for _, g := range groups {
		if len(g.At) > 0 {
			marks = append(marks, g)
		}
	}
	return marks
}

func (s *state) tip(i int) string {
	p := s.set.Points[i]
	return fmt.Sprintf("%s = %s, y = %s, f = %s, β = %s, ξ = %s: %s", name(i), say.Vec(p.X[:s.set.Dim]...),
		say.Num(s.y[i]), say.Num(s.at(i)), say.Num(s.beta(i)), say.Num(s.slack(i)), kindNames[s.kind(i)])
}

// direction is 0 for no pull, 1 for up, 2 for down.
func direction(b float64) int {
	switch {
	case b > 0:
		return 1
	case b < 0:
		return 2
	}
	return 0
}

// rings encircle the two kinds of support vectors.
func (s *state) rings() []algos.Mark {
	groups := [...]algos.Rings{
		onTube:  {Style: algos.Style{Role: algos.RoleInk, Width: 2.2}, Legend: "free: 0 < |β| < C"},
		atBound: {Style: algos.Style{Role: algos.RoleInk, Width: 1, Opacity: 0.6}, Legend: "|β| = C"},
	}
	for i := range s.y {
		if kd := s.kind(i); kd != inTube {
			r := &groups[kd]
			r.At = append(r.At, s.place(i))
			r.Radius = append(r.Radius, s.radius(i))
			r.Refs = append(r.Refs, ref(i))
		}
	}
	var marks []algos.Mark
	for _, r := range groups {
		if len(r.At) > 0 {
			marks = append(marks, r)
		}
	}
	return marks
}

// radius of a ring in pixels: its area beyond the point's own grows with |β|.
func (s *state) radius(i int) float64 { return 6 + 5*math.Sqrt(min(1, math.Abs(s.beta(i))/s.scale())) }

// scale is the |β| that fills a picture: C, or the largest one where none comes
// near C.
func (s *state) scale() float64 {
	top := 0.0
	for i := range s.y {
		top = max(top, math.Abs(s.beta(i)))
	}
	switch {
	case top > s.C/5:
		return s.C
	case top > 0:
		return top
	}
	return 1
}

// pairRings encircle the pair that the step is about.
func (v view) pairRings() (algos.Rings, bool) {
	w := v.shown()
	if v.phase == starting || w == nil {
		return algos.Rings{}, false
	}
	r := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "the pair at work"}
	for _, variable := range [2]int{w.I, w.J} {
		i := v.row(variable)
		r.At = append(r.At, v.place(i))
		r.Radius = append(r.Radius, v.radius(i)+2)
		r.Refs = append(r.Refs, ref(i))
		r.Labels = append(r.Labels, say.Phrase(name(i)))
	}
	return r, true
}
