package versionspace

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s snapshot) Panels() []algos.Panel {
	panels := []algos.Panel{s.board(), s.weights()}
	if s.kind != start {
		panels = append(panels, s.zoom())
	}
	return panels
}

func (s snapshot) board() algos.Panel {
	p := algos.Board(s.Problem)
	p.Title, p.Note, p.Alt = "Points and lines", say.Phrase(s.note()), say.Phrase(s.alt())
	if s.ending != infeasible {
		p.Marks = append(p.Marks, s.votes()...)
		p.Marks = append(p.Marks, s.extremes()...)
		p.Marks = append(p.Marks, lineOf(s.theta, algos.Style{Role: algos.RoleInk, Width: 2}, s.legend())...)
	}
	p.Marks = append(p.Marks, s.dots())
	if s.ending == infeasible {
		p.Marks = append(p.Marks, s.guilty())
	}
	if s.kind != start {
		x := s.Points[s.row].X
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{{X: x[0], Y: x[1]}}, Radius: []float64{11}, Refs: []string{ref(s.row)}, Labels: []say.Phrase{say.Phrase(name(s.row))},
			Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "at work",
		})
	}
	return p
}

func (s snapshot) legend() string {
	if s.polygon == nil {
		return "line of largest margin"
	}
	return map[string]string{centroid: "centroid", chebyshev: "Chebyshev centre", analytic: "analytic centre"}[s.Centre]
}

func (s snapshot) note() string {
	if s.polygon == nil {
		return "nothing is left"
	}
	return fmt.Sprintf("%d of %d examples, %s of the box left", len(s.known()), len(s.z), percent(s.area()))
}

func (s snapshot) alt() string {
	return fmt.Sprintf("%s, %d of them seen; %s.", say.Count(len(s.z), "point"), len(s.known()), s.note())
}

// dots are the points; those that were not seen yet are hollow.
func (s snapshot) dots() algos.Points {
	m := algos.DataPoints(s.Set)
	m.Fill = make([]int, len(m.At))
	for i := range m.Fill {
		m.Fill[i] = -1
	}
	for _, i := range s.known() {
		m.Fill[i] = m.Class[i]
	}
	return m
}

// votes shades the plane by the share of lines that say +.
func (s snapshot) votes() []algos.Mark {
	if s.polygon == nil {
		return nil
	}
	return []algos.Mark{algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return 2*s.vote(s.lift([2]float64{x, y})) - 1 })
		},
		Scale: algos.Diverging, Lo: -1, Hi: 1, Legend: "how many of the lines say + or −",
	}}
}

// drawnCorners is how many extreme lines are drawn at most.
const drawnCorners = 16

// extremes are the lines of the polygon's corners: each passes through two of
// the points, or belongs to the border of the box.
func (s snapshot) extremes() []algos.Mark {
	if len(s.polygon) == 0 || len(s.polygon) > drawnCorners || s.kind == start {
		return nil
	}
	var marks []algos.Mark
	legend := "lines of the corners"
	for _, c := range s.polygon {
		line := lineOf(s.chart.theta(c), algos.Style{Role: algos.RoleSoft, Width: 1, Dash: true}, legend)
		if len(line) > 0 {
			legend = ""
		}
		marks = append(marks, line...)
	}
	return marks
}

// lineOf is the line of a θ, if it has one.
func lineOf(theta vector, style algos.Style, legend string) []algos.Mark {
	// A common factor keeps what drawing squares within range.
	size := math.Hypot(theta[0], theta[1])
	a, b, c := theta[0]/size, theta[1]/size, theta[2]/size
	if !(size > 0) || math.IsInf(c, 0) || math.IsNaN(a+b+c) {
		return nil
	}
	return []algos.Mark{algos.Ray{A: a, B: b, C: c, Style: style, Legend: say.Phrase(legend)}}
}

// guilty rings the examples that prove that nothing is left.
func (s snapshot) guilty() algos.Rings {
	m := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 2}, Legend: "these exclude each other"}
	for _, k := range s.proof.Rows {
		i := s.seen[k]
		x := s.Points[i].X
		m.At = append(m.At, algos.XY{X: x[0], Y: x[1]})
		m.Radius = append(m.Radius, 8)
		m.Refs = append(m.Refs, ref(i))
	}
	return m
}
