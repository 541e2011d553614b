package svmprimal

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s state) Panels() []algos.Panel {
	if s.band != nil {
		return []algos.Panel{s.board(), s.plane(), s.side()}
	}
	return []algos.Panel{s.board(), s.plane(), s.losses(), s.side()}
}

func (s state) at(t int) algos.XY {
	x := s.Problem.Points[t].X
	return algos.XY{X: x[0], Y: x[1]}
}

func (s state) board() algos.Panel {
	p := algos.Board(s.Problem)
	p.Title = "The band"
	p.Note = say.Phrase(fmt.Sprintf("%d inside, %d wrong", s.now.inside, s.now.errors))
	if s.band != nil {
		p.Note = say.Phrase("half-width " + say.Num(s.margin()))
		if s.Form == "constant" { // elsewhere it is that in three dimensions
			p.Note += " on the board"
		}
	}
	p.Alt = say.Phrase(fmt.Sprintf("%s, θ = %s, θ₀ = %s, %s", say.Count(len(s.x), "point"), say.Vec(s.now.theta[0], s.now.theta[1]), say.Num(s.theta0(s.now.theta)), p.Note))
	p.Marks = append(p.Marks, s.field())
	if t := s.twin.theta; (t[0] != 0 || t[1] != 0) && s.phase != locking {
		p.Marks = append(p.Marks, s.ray(t, algos.Style{Role: algos.RoleSoft, Dash: true}, "the second run's line"))
	}
	if seg := s.slacks(); len(seg.From) > 0 {
		p.Marks = append(p.Marks, seg)
	}
	p.Marks = append(p.Marks, s.points())
	if rings := s.rings(); len(rings.At) > 0 {
		p.Marks = append(p.Marks, rings)
	}
	if s.row >= 0 {
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{s.at(s.row)}, Radius: []float64{12}, Refs: []string{ref(s.row)}, Labels: []say.Phrase{say.Phrase(name(s.row))},
			Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "drawn",
		})
	}
	return p
}

// ray is the line f = 0 of a θ.
func (k *task) ray(theta vector, style algos.Style, legend string) algos.Ray {
	return algos.Ray{A: theta[0], B: theta[1], C: k.theta0(theta), Style: style, Legend: say.Phrase(legend)}
}

func (s state) field() algos.Field {
	theta, shift := s.now.theta, s.shift
	f := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 {
				return theta[0]*(x-shift[0]) + theta[1]*(y-shift[1]) + theta[2]
			})
		},
		Scale: algos.Diverging, Lo: -1.5, Hi: 1.5, Legend: "score f(x), full colour from ±1.5",
	}
	if theta[0] != 0 || theta[1] != 0 { // else there is no line
		f.Levels = []algos.Level{
			{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 2.6}, Label: "f = 0"},
			{Value: -1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.4, Dash: true}, Label: "the band's borders f = ±1"},
			{Value: 1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.4, Dash: true}},
		}
	}
	return f
}

// score is yf of a row.
func (s state) score(t int) float64 { return s.y[t] * dot(s.now.theta, s.x[t]) }

func (s state) points() algos.Points {
	p := algos.DataPoints(s.Set)
	p.Tips = make([]say.Phrase, len(s.x))
	for t := range s.x {
		p.Tips[t] = say.Phrase(fmt.Sprintf("%s = %s, y = %s, yf = %s, ξ = %s", name(t), say.Vec(p.At[t].X, p.At[t].Y), say.Num(s.y[t]), say.Num(s.score(t)), say.Num(max(0, 1-s.score(t)))))
	}
	return p
}

// onBorder is how close to 1 a score of the exact solution counts as 1.
const onBorder = 1e-7

// rings encircle what θ rests on: the points inside the band that pull, or those
// that the band touches.
func (s state) rings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleInk, Width: 1.6}, Legend: "inside the band: it pulls"}
	add := func(t int) {
		r.At, r.Radius, r.Refs = append(r.At, s.at(t)), append(r.Radius, 8), append(r.Refs, ref(t))
	}
	switch {
	case s.band != nil:
		r.Legend, r.Style.Role, r.Style.Width = "the band touches", algos.RoleAccent, 2.4
		for _, t := range s.band.touch {
			add(t)
			r.Labels = append(r.Labels, say.Phrase(name(t)))
		}
	case s.phase == locking:
		r.Legend = "support vector: yf ≤ 1"
		for t := range s.x {
			if s.score(t) <= 1+onBorder {
				add(t)
			}
		}
	default:
		for t := range s.x {
			if s.score(t) < 1 {
				add(t)
			}
		}
	}
	return r
}

// slacks join every point inside the band with its border: along θ, ξ/‖θ‖ long.
func (s state) slacks() algos.Segments {
	seg := algos.Segments{Style: algos.Style{Role: algos.RoleSoft, Width: 1.2}, Legend: "slack ξ"}
	theta := s.now.theta
	norm2 := theta[0]*theta[0] + theta[1]*theta[1]
	if s.band != nil || !(norm2 > 0) {
		return seg
	}
	for t := range s.x {
		xi := 1 - s.score(t)
		if !(xi > onBorder) {
			continue
		}
		at, step := s.at(t), s.y[t]*xi/norm2
		to := algos.XY{X: at.X + step*theta[0], Y: at.Y + step*theta[1]}
		if math.IsInf(to.X, 0) || math.IsInf(to.Y, 0) {
			continue
		}
		seg.From, seg.To, seg.Refs = append(seg.From, at), append(seg.To, to), append(seg.Refs, ref(t))
	}
	return seg
}
