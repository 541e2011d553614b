package svmloocv

import (
	"fmt"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s state) Panels() []algos.Panel {
	if s.lost() {
		return []algos.Panel{s.board()}
	}
	return []algos.Panel{s.board(), s.pairs(), s.tally(), s.alphas()}
}

// shown is the classifier that the board colours: the refitted one where there
// is one.
func (s state) shown() *fit {
	if s.less != nil {
		return s.less
	}
	return s.full
}

func (s state) board() algos.Panel {
	p := algos.Board(s.Problem)
	p.Title = "With and without"
	p.Note = say.Phrase(fmt.Sprintf("%d of %d left out, %s", len(s.scores), len(s.y), say.Count(len(s.errors), "error")))
	p.Alt = say.Phrase(fmt.Sprintf("%s, %s of the classifier of all; %s", say.Count(len(s.y), "point"), say.Count(s.full.sv, "support vector"), p.Note))
	if s.lost() {
		p.Marks = append(p.Marks, s.points())
		return p
	}
	p.Marks = append(p.Marks, s.field())
	if s.less != nil && s.full.sv > 0 {
		p.Marks = append(p.Marks, algos.Field{
			Eval: s.eval(s.full), Scale: algos.Diverging, Lo: -1.5, Hi: 1.5, Hide: true,
			Levels: []algos.Level{{Value: 0, Style: algos.Style{Role: algos.RoleGood, Width: 2, Dash: true}, Label: "boundary with it"}},
		})
	}
	p.Marks = append(p.Marks, s.points(), s.supportRings())
	if rings := s.errorRings(); len(rings.At) > 0 {
		p.Marks = append(p.Marks, rings)
	}
	if s.row >= 0 {
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{s.at(s.row)}, Radius: []float64{13}, Refs: []string{ref(s.row)}, Labels: []say.Phrase{say.Phrase(name(s.row))},
			Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "left out",
		})
	}
	return p
}

func (s state) field() algos.Field {
	f := algos.Field{Eval: s.eval(s.shown()), Scale: algos.Diverging, Lo: -1.5, Hi: 1.5, Legend: "score f(x), full colour from ±1.5"}
	boundary, road := "boundary of all points", "margins f = ±1"
	if s.less != nil {
		f.Legend = "score without the point"
		boundary, road = "boundary without it", "margins without it"
	}
	if s.shown().sv > 0 { // a constant score has no boundary
		f.Levels = []algos.Level{
			{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 2.6}, Label: say.Phrase(boundary)},
			{Value: -1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}, Label: say.Phrase(road)},
			{Value: 1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}},
		}
	}
	return f
}

func (s state) eval(f *fit) algos.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		centres, coef := s.expansion(f)
		g.X0, g.X1 = g.X0-s.shift[0], g.X1-s.shift[0]
		g.Y0, g.Y1 = g.Y0-s.shift[1], g.Y1-s.shift[1]
		s.k.Field(dst, g, centres, coef, f.bias)
	}
}

func (s state) at(k int) algos.XY {
	x := s.Problem.Points[k].X
	return algos.XY{X: x[0], Y: x[1]}
}

func (s state) points() algos.Points {
	p := algos.DataPoints(s.Set)
	p.Tips = make([]say.Phrase, len(s.y))
	for k, y := range s.y {
		p.Tips[k] = say.Phrase(fmt.Sprintf("%s = %s, y = %s, α = %s, f = %s", name(k), say.Vec(p.At[k].X, p.At[k].Y), say.Num(y), say.Num(s.full.alpha[k]), say.Num(s.full.f[k])))
		if k < len(s.scores) {
			p.Tips[k] += say.Phrase(", without it " + say.Num(y*s.scores[k]))
		}
	}
	return p
}

// supportRings encircle the support vectors of the classifier of all points.
func (s state) supportRings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleInk, Width: 1.6}, Legend: "support vector"}
	for k := range s.y {
		if s.supports(k) {
			r.At, r.Radius, r.Refs = append(r.At, s.at(k)), append(r.Radius, 8), append(r.Refs, ref(k))
		}
	}
	return r
}

func (s state) errorRings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 2}, Legend: "wrong when left out"}
	for _, k := range s.errors {
		r.At, r.Radius, r.Refs = append(r.At, s.at(k)), append(r.Radius, 10.5), append(r.Refs, ref(k))
	}
	return r
}

// pairs is y·score with the point against y·score without it. Points that are no
// support vectors stay on the diagonal; below the axis lie the errors.
func (s state) pairs() algos.Panel {
	p := algos.Panel{
		ID: "pairs", Title: "Seen and unseen", Note: "below 0: an error", Equal: true, Height: 1,
		X: algos.Axis{Name: "y · score with it"}, Y: algos.Axis{Name: "y · score without it"},
		Alt: say.Phrase(fmt.Sprintf("the scores of %s with and without themselves", say.Count(len(s.scores), "point"))),
	}
	lo, hi := -1.0, 2.0
	pts := algos.Points{Legend: "a point"}
	for t, z := range s.scores {
		in := s.y[t] * s.full.f[t]
		lo, hi = min(lo, in, z), max(hi, in, z)
		pts.At = append(pts.At, algos.XY{X: in, Y: z})
		pts.Class = append(pts.Class, s.Problem.Points[t].Class())
		pts.Refs = append(pts.Refs, ref(t))
		pts.Tips = append(pts.Tips, say.Phrase(fmt.Sprintf("%s: %s with it, %s without it", name(t), say.Num(in), say.Num(z))))
	}
	room := 0.06 * (hi - lo)
	lo, hi = lo-room, hi+room
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = lo, hi, lo, hi
	p.Marks = []algos.Mark{
		algos.PolyLine{At: []algos.XY{{X: lo, Y: lo}, {X: hi, Y: hi}}, Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "nothing changes"},
		algos.Rule{At: 0, Style: algos.Style{Role: algos.RoleBad, Dash: true}, Label: "wrong below"},
		pts,
	}
	if s.less != nil {
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{pts.At[s.row]}, Radius: []float64{9}, Refs: []string{ref(s.row)}, Labels: []say.Phrase{say.Phrase(name(s.row))},
			Style: algos.Style{Role: algos.RoleAccent, Width: 2.4},
		})
	}
	return p
}

// tally is the score of every point left out so far, a bar a point.
func (s state) tally() algos.Panel {
	n := len(s.y)
	bars := algos.Bars{Legend: "left out"}
	full := algos.Points{Hollow: true, Style: algos.Style{Role: algos.RoleInk}, Legend: "with all points"}
	for t, z := range s.scores {
		bars.X, bars.Y = append(bars.X, float64(t+1)), append(bars.Y, z)
		bars.Class, bars.Refs = append(bars.Class, s.Problem.Points[t].Class()), append(bars.Refs, ref(t))
		bars.Tips = append(bars.Tips, say.Phrase(fmt.Sprintf("%s: y·f⁻ᵗ = %s", name(t), say.Num(z))))
	}
	if s.less != nil {
		bars.Hot = []int{s.row}
	}
	lo, hi := 0.0, 1.5
	for k, y := range s.y {
		z := y * s.full.f[k]
		lo, hi = min(lo, z), max(hi, z)
		full.At, full.Size = append(full.At, algos.XY{X: float64(k + 1), Y: z}), append(full.Size, 2.5)
		full.Refs = append(full.Refs, ref(k))
	}
	for _, z := range s.scores {
		lo, hi = min(lo, z), max(hi, z)
	}
	room := 0.08 * (hi - lo)
	p := algos.Panel{
		ID: "tally", Title: "Scores of unseen points", Note: say.Phrase(say.Count(len(s.errors), "error")), Height: 0.5,
		Alt: say.Phrase(fmt.Sprintf("y times the score of each of %s without itself; %s below zero", say.Count(len(s.scores), "point"), say.Num(float64(len(s.errors))))),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:   algos.Axis{Name: "y · score", Min: lo - room, Max: hi + room},
	}
	if len(bars.Y) > 0 {
		p.Marks = append(p.Marks, bars)
	}
	p.Marks = append(p.Marks, full, algos.Rule{At: 0, Style: algos.Style{Role: algos.RoleBad, Dash: true}})
	return p
}

// alphas are the dual variables of all points, and of the refit beside them.
func (s state) alphas() algos.Panel {
	n := len(s.y)
	bars := algos.Bars{Y: s.full.alpha, Legend: "all points"}
	top := 0.0
	for k, a := range s.full.alpha {
		bars.X, bars.Refs = append(bars.X, float64(k+1)), append(bars.Refs, ref(k))
		bars.Class = append(bars.Class, s.Problem.Points[k].Class())
		bars.Tips = append(bars.Tips, say.Phrase(fmt.Sprintf("α%s = %s", say.Sub(k+1), say.Num(a))))
		top = max(top, a)
	}
	p := algos.Panel{
		ID: "alphas", Title: "Dual variables", Note: say.Phrase(say.Count(s.full.sv, "support vector")), Height: 0.5,
		Alt: say.Phrase(fmt.Sprintf("%d dual variables, %d of them above 0", n, s.full.sv)),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:   algos.Axis{Name: "α"},
	}
	p.Marks = append(p.Marks, bars)
	if s.row >= 0 {
		bars.Hot = []int{s.row}
		p.Marks[0] = bars
	}
	if s.less != nil {
		dots := algos.Points{Hollow: true, Style: algos.Style{Role: algos.RoleAccent}, Legend: say.Phrase("without " + name(s.row))}
		for k, a := range s.less.alpha {
			if k != s.row {
				dots.At, dots.Size = append(dots.At, algos.XY{X: float64(k + 1), Y: a}), append(dots.Size, 3)
				dots.Refs = append(dots.Refs, ref(k))
				top = max(top, a)
			}
		}
		p.Marks = append(p.Marks, dots)
	}
	if top == 0 {
		top = 1
	}
	p.Y.Max, p.Y.Min = 1.1*top, -0.04*top
	return p
}
