package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// board draws the classifier: the score as shading with the boundary and the
// margins, the slacks of a linear classifier, and a ring around every support
// vector that grows with α.
func (v view) board() algos.Panel {
	s := v.state
	p := newBoard(s.window)
	p.Note = say.Phrase(say.Count(s.free+s.bound, "support vector"))
	p.Alt = say.Phrase(fmt.Sprintf("%s, %s, %d of them at the bound, %d misclassified",
		say.Count(len(s.y), "point"), p.Note, s.bound, s.errors))
	p.Marks = append(p.Marks, s.field())
	if s.linear() {
		p.Marks = append(p.Marks, s.slacks())
	}
	p.Marks = append(p.Marks, s.points())
	p.Marks = append(p.Marks, s.rings()...)
	if ring, ok := v.pairRings(); ok {
		p.Marks = append(p.Marks, ring)
	}
	return p
}

// newBoard is the board's panel without its marks.
func newBoard(w grid.Window) algos.Panel {
	return algos.Panel{
		ID: "board", Title: "Support vector machine", Edits: algos.EditsData,
		X:     algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1},
		Y:     algos.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
		Equal: true,
	}
}

func (s *state) field() algos.Field {
	field := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			centres, coef := s.expansion()
			g.X0, g.X1 = g.X0-s.shift[0], g.X1-s.shift[0]
			g.Y0, g.Y1 = g.Y0-s.shift[1], g.Y1-s.shift[1]
			s.k.Field(dst, g, centres, coef, s.bias)
		},
		Scale: algos.Diverging, Lo: -1.5, Hi: 1.5, Legend: "score f(x), full colour from ±1.5",
	}
	if s.free+s.bound > 0 { // a constant score has no boundary
		field.Levels = []algos.Level{
			{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 2.6}, Label: "boundary f = 0"},
			{Value: -1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}, Label: "margins f = ±1"},
			{Value: 1, Style: algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}},
		}
	}
	return field
}

func (s *state) at(k int) algos.XY {
	x := s.set.Points[k].X
	return algos.XY{X: x[0], Y: x[1]}
}

func (s *state) points() algos.Points {
	n := len(s.y)
	p := algos.Points{At: make([]algos.XY, n), Class: make([]int, n), Refs: make([]string, n), Tip: s.tip}
	for k := range n {
		p.At[k], p.Class[k], p.Refs[k] = s.at(k), s.set.Points[k].Class(), ref(k)
	}
	return p
}

// tip says everything about point k.
func (s *state) tip(k int) say.Phrase {
	at := s.at(k)
	return say.Phrase(fmt.Sprintf("%s = %s, y = %s, α = %s, f = %s, ξ = %s: %s", name(k), say.Vec(at.X, at.Y),
		say.Num(s.y[k]), say.Num(s.alpha[k]), say.Num(s.f(k)), say.Num(s.slack(k)), kindNames[s.kind(k)]))
}

// A kind is what a point is to the classifier.
type kind int

const (
	outside  kind = iota // α = 0
	onMargin             // 0 < α < C: yf = 1 at the optimum
	inMargin             // α = C and 0 ≤ ξ < 1: on the right side, too close
	wrong                // α > 0 and ξ ≥ 1: on the wrong side
)

var kindNames = [...]string{"no support vector", "support vector on the margin", "support vector inside the margin", "support vector on the wrong side"}

func (s *state) kind(k int) kind {
	switch {
	case s.alpha[k] == 0:
		return outside
	case s.slack(k) >= 1:
		return wrong
	case s.alpha[k] < s.c:
		return onMargin
	}
	return inMargin
}

// rings encircle the three kinds of support vectors.
func (s *state) rings() []algos.Mark {
	styles := [...]algos.Style{
		onMargin: {Role: algos.RoleInk, Width: 2.2},
		inMargin: {Role: algos.RoleInk, Width: 1, Opacity: 0.6},
		wrong:    {Role: algos.RoleBad, Width: 1.4},
	}
	legends := [...]string{onMargin: "support vector with 0 < α < C", inMargin: "α = C, inside the margin", wrong: "α > 0, on the wrong side"}
	var marks []algos.Mark
	for _, kd := range []kind{inMargin, wrong, onMargin} {
		r := algos.Rings{Style: styles[kd], Legend: say.Phrase(legends[kd])}
		for k := range s.y {
			if s.kind(k) == kd {
				r.At = append(r.At, s.at(k))
				r.Radius = append(r.Radius, s.radiusOf(k))
				r.Refs = append(r.Refs, ref(k))
			}
		}
		if len(r.At) > 0 {
			marks = append(marks, r)
		}
	}
	return marks
}

// radiusOf is the radius of a ring in pixels: its area beyond the point's own
// grows with α.
func (s *state) radiusOf(k int) float64 { return 6 + 5*math.Sqrt(min(1, s.alpha[k]/s.scale())) }

// scale is the α that fills a picture: C, or the largest α where no α comes near
// C.
func (s *state) scale() float64 {
	top := 0.0
	for _, a := range s.alpha {
		top = max(top, a)
	}
	switch {
	case top > s.c/20:
		return s.c
	case top > 0:
		return top
	}
	return 1
}

// pairRings encircle the pair that the step is about.
func (v view) pairRings() (algos.Rings, bool) {
	i, j, ok := v.pair()
	if !ok {
		return algos.Rings{}, false
	}
	r := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "the pair at work"}
	for _, k := range [2]int{i, j} {
		r.At = append(r.At, v.at(k))
		r.Radius = append(r.Radius, v.radiusOf(k)+2)
		r.Refs = append(r.Refs, ref(k))
		r.Labels = append(r.Labels, say.Phrase(name(k)))
	}
	return r, true
}

// pair returns the rows that the step is about.
func (v view) pair() (i, j int, ok bool) {
	switch v.phase {
	case choosing:
		return v.next.I, v.next.J, true
	case optimising:
		return v.work.I, v.work.J, true
	}
	return 0, 0, false
}

// slacks join every point inside the margin with its margin line: along w, ξ/‖w‖
// long.
func (s *state) slacks() algos.Segments {
	seg := algos.Segments{Style: algos.Style{Role: algos.RoleSoft, Width: 1.2}, Legend: "slack ξ"}
	w := s.weights()
	norm2 := w[0]*w[0] + w[1]*w[1]
	if norm2 == 0 {
		return seg
	}
	for k := range s.y {
		// Below the tolerance a slack is not one.
		if xi := s.slack(k); xi > s.Tol {
			at := s.at(k)
			step := s.y[k] * xi / norm2
			seg.From = append(seg.From, at)
			seg.To = append(seg.To, algos.XY{X: at.X + step*w[0], Y: at.Y + step*w[1]})
			seg.Refs = append(seg.Refs, ref(k))
		}
	}
	return seg
}
