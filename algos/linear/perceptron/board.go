package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s snapshot) Panels() []algos.Panel {
	if len(s.rows) == 0 {
		return []algos.Panel{s.board()}
	}
	panels := []algos.Panel{s.board(), s.weights(), s.proof()}
	if s.Variant == marginal && !s.Bias {
		panels = append(panels, s.circle())
	}
	if s.Variant == marginal || s.varies() {
		panels = append(panels, s.measures())
	}
	if s.varies() {
		panels = append(panels, s.conditions())
	}
	return panels
}

// planar returns ‖(θ₁, θ₂)‖, which is 0 where θ gives no line.
func (s snapshot) planar() float64 { return math.Hypot(s.theta[0], s.theta[1]) }

func (s snapshot) board() algos.Panel {
	w := s.Window
	p := algos.Panel{
		ID: "board", Title: "Points and line", Note: say.Phrase(s.boardNote()), Alt: say.Phrase(s.alt()), Equal: true, Edits: algos.EditsData,
		X: algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
	}
	if len(s.rows) == 0 {
		return p
	}
	p.Marks = append(p.Marks, s.shade()...)
	if s.kind == update && math.Hypot(s.before[0], s.before[1]) > 0 {
		p.Marks = append(p.Marks, line(s.before, algos.Style{Role: algos.RoleSoft, Dash: true}, "before this update"))
	}
	if s.Best && s.best.Separable {
		p.Marks = append(p.Marks, s.bestLine()...)
	}
	if s.planar() > 0 {
		p.Marks = append(p.Marks, line(s.theta, algos.Style{Role: algos.RoleInk, Width: 2}, "⟨θ, x⟩ = 0"))
	}
	p.Marks = append(p.Marks, s.dots())
	p.Marks = append(p.Marks, s.wrongRings()...)
	if rows := s.atWork(); len(rows) > 0 {
		p.Marks = append(p.Marks, s.workRings(rows))
	}
	p.Marks = append(p.Marks, s.arrows()...)
	return p
}

func (s snapshot) boardNote() string {
	if len(s.rows) == 0 {
		return s.status.Reason.String()
	}
	note := fmt.Sprintf("%d of %d wrong", s.wrong, len(s.rows))
	switch {
	case s.theta == (vector{}):
		return "θ = 0: no line yet"
	case s.planar() == 0:
		return fmt.Sprintf("no line, θ₀ = %s; %s", say.Num(s.theta[2]), note)
	}
	return note
}

func (s snapshot) alt() string {
	if len(s.rows) == 0 {
		return "An empty board."
	}
	return fmt.Sprintf("%s, θ = %s, %d on the wrong side after %s.",
		say.Count(len(s.rows), "point"), say.Vec(s.shown(s.theta)...), s.wrong, say.Count(s.updates, "update"))
}

// shade colours the half-planes by the signed distance to the line.
func (s snapshot) shade() []algos.Mark {
	theta, scale := s.theta, s.planar()
	if scale == 0 {
		scale = math.Abs(theta[2]) // no line: the whole plane has the sign of θ₀
	}
	if scale == 0 {
		return nil
	}
	w := s.Window
	reach := min(w.X1-w.X0, w.Y1-w.Y0) / 3
	return []algos.Mark{algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return dot(theta, vector{x, y, 1}) / scale })
		},
		Scale: algos.Diverging, Lo: -reach, Hi: reach, Legend: "distance to the line",
	}}
}

// line returns all x with θ₁x₁ + θ₂x₂ + θ₀ = 0.
func line(theta vector, style algos.Style, legend string) algos.Ray {
	return algos.Ray{A: theta[0], B: theta[1], C: theta[2], Style: style, Legend: say.Phrase(legend)}
}

// wrongRings marks the rows that θ gets wrong, and those that it gets right but
// by less than the rule asks for. At θ = 0 all are wrong, and nothing is marked.
func (s snapshot) wrongRings() []algos.Mark {
	if s.theta == (vector{}) {
		return nil
	}
	wrong := algos.Rings{Style: algos.Style{Role: algos.RoleBad}, Legend: "wrong: y⟨θ, x⟩ ≤ 0"}
	tight := algos.Rings{Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "right, but by less than γ/2"}
	for t, r := range s.rows {
		m := &wrong
		switch {
		case !s.mistaken(s.theta, r):
			continue
		case r.y*r.score(s.theta) > 0:
			m = &tight
		}
		x := s.at(t)
		m.At = append(m.At, algos.XY{X: x[0], Y: x[1]})
		m.Radius = append(m.Radius, 8)
		m.Refs = append(m.Refs, ref(t))
	}
	var marks []algos.Mark
	for _, m := range []algos.Rings{wrong, tight} {
		if len(m.At) > 0 {
			marks = append(marks, m)
		}
	}
	return marks
}

// workRings marks the rows that the step is about; of many only some have room
// for their names.
func (s snapshot) workRings(rows []int) algos.Rings {
	const named = 8
	m := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "at work"}
	for _, t := range rows {
		x := s.at(t)
		m.At = append(m.At, algos.XY{X: x[0], Y: x[1]})
		m.Radius = append(m.Radius, 11)
		m.Refs = append(m.Refs, ref(t))
		label := name(t)
		if len(rows) > named {
			label = ""
		}
		m.Labels = append(m.Labels, say.Phrase(label))
	}
	return m
}

// bestLine draws the line of θ* and the shortest ways to it from the points
// nearest to it.
func (s snapshot) bestLine() []algos.Mark {
	best := s.best.Theta
	square := best[0]*best[0] + best[1]*best[1]
	if square == 0 {
		return nil // every point of the plane is on the same side
	}
	legend := "largest margin γ = " + say.Num(s.best.Gamma)
	switch {
	case s.Variant == marginal:
		// The points nearest to it by angle need not be the nearest on the board.
		return []algos.Mark{line(best, algos.Style{Role: algos.RoleGood, Dash: true}, legend+" at length 1")}
	case s.Bias:
		legend += " of (x₁, x₂, 1)"
	}
	ways := algos.Segments{Style: algos.Style{Role: algos.RoleGood}, Layer: algos.Over, Legend: "nearest points"}
	for _, t := range s.best.Support {
		x := s.rows[t].x
		d := dot(best, x) / square
		ways.From = append(ways.From, algos.XY{X: x[0], Y: x[1]})
		ways.To = append(ways.To, algos.XY{X: x[0] - d*best[0], Y: x[1] - d*best[1]})
		ways.Refs = append(ways.Refs, ref(t))
	}
	return []algos.Mark{line(best, algos.Style{Role: algos.RoleGood, Dash: true}, legend), ways}
}

// arrows draws (θ₁, θ₂), which is normal to the line, and what a mistake adds
// to it, all from one foot on the line and in one scale.
func (s snapshot) arrows() []algos.Mark {
	var longest float64
	add := vector{}
	if s.kind == mistake || s.kind == update {
		add = s.correction()
	}
	for _, v := range []vector{s.theta, s.before, add} {
		longest = max(longest, math.Hypot(v[0], v[1]))
	}
	if longest == 0 {
		return nil
	}
	scale := arrowScale(longest, min(s.Window.X1-s.Window.X0, s.Window.Y1-s.Window.Y0))
	foot := s.foot()
	place := func(v vector) algos.XY { return algos.XY{X: foot.X + scale*v[0], Y: foot.Y + scale*v[1]} }
	var marks []algos.Mark
	arrow := func(from, to algos.XY, label string, style algos.Style, legend string) {
		if from != to {
			marks = append(marks, algos.Arrows{From: []algos.XY{from}, To: []algos.XY{to}, Labels: []say.Phrase{say.Phrase(label)}, Style: style, Legend: say.Phrase(legend)})
		}
	}
	if s.kind == update {
		arrow(foot, place(s.before), "", algos.Style{Role: algos.RoleSoft, Dash: true}, "")
	}
	added := s.factor() + "y" + say.Sub(s.row+1) + name(s.row)
	if s.Variant == batch {
		added = s.factor() + "Σyx"
	}
	switch s.kind {
	case mistake:
		arrow(place(s.theta), place(addScaled(s.theta, 1, add)), added, algos.Style{Role: algos.RoleAccent, Dash: true}, "to be added")
	case update:
		arrow(place(s.before), place(s.theta), added, algos.Style{Role: algos.RoleAccent}, "added")
	}
	arrow(foot, place(s.theta), "θ", algos.Style{Role: algos.RoleInk}, "θ, "+scaleName(scale))
	return marks
}

// foot returns where the arrows start: on the line, as near as possible to the
// origin where the window shows it and every line passes it, else to the
// middle of the window.
func (s snapshot) foot() algos.XY {
	w := s.Window
	var at algos.XY
	if s.Bias || !w.Contains(0, 0) {
		at = algos.XY{X: (w.X0 + w.X1) / 2, Y: (w.Y0 + w.Y1) / 2}
	}
	length := s.planar()
	if length == 0 {
		return at
	}
	d := dot(s.theta, vector{at.X, at.Y, 1}) / length
	return algos.XY{X: at.X - d*s.theta[0]/length, Y: at.Y - d*s.theta[1]/length}
}

// arrowScale returns a power of two that makes the longest arrow fit a board of
// that size and still be seen; 1 if possible.
func arrowScale(longest, size float64) float64 {
	scale := 1.0
	for scale*longest > 0.45*size {
		scale /= 2
	}
	for scale*longest < 0.08*size {
		scale *= 2
	}
	return scale
}

func scaleName(scale float64) string {
	switch {
	case scale == 1:
		return "normal to the line"
	case scale < 1:
		return "drawn at 1/" + say.Num(1/scale) + " of its length"
	}
	return "drawn at " + say.Num(scale) + " times its length"
}
