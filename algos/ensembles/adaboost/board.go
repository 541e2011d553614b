package adaboost

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

func newBoard(w grid.Window) algos.Panel {
	return algos.Panel{
		ID: "board", Title: "AdaBoost", Equal: true, Edits: algos.EditsData,
		X: algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1},
		Y: algos.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
	}
}

// board draws the committee: its score as shading with the exact boundary, the
// points as large as they are heavy, and the weak classifier at work with the
// points that it gets wrong.
func (v view) board() algos.Panel {
	s := v.now()
	p := newBoard(v.Window)
	n := len(s.votes())
	p.Note = say.Phrase(say.Count(n, v.noun()) + fmt.Sprintf(", %d wrong", s.wrong))
	if n == 0 {
		p.Note = "no committee yet"
	}
	p.Alt = say.Phrase(fmt.Sprintf("%s, a committee of %s that gets %d wrong", say.Count(len(v.y), "point"), say.Count(n, v.noun()), s.wrong))
	if n > 0 {
		p.Marks = append(p.Marks, s.marks(reach(v.Window))...)
	}
	p.Marks = append(p.Marks, v.points())
	if v.r != nil {
		p.Marks = append(p.Marks, v.weak()...)
		if rings := v.wrongRings(); len(rings.At) > 0 {
			p.Marks = append(p.Marks, rings)
		}
	}
	return p
}

// reach is the part of the plane in which lines are drawn: equal axes may show
// more than the window.
func reach(w grid.Window) [2][2]float64 {
	dx, dy := w.X1-w.X0, w.Y1-w.Y0
	return [2][2]float64{{w.X0 - 2*dy, w.X1 + 2*dy}, {w.Y0 - 2*dx, w.Y1 + 2*dx}}
}

// saturated is the share of the votes from which the board has its full colour.
const saturated = 0.45

// marks are the score and its boundary.
func (s *state) marks(box [2][2]float64) []algos.Mark {
	field := algos.Field{
		Scale: algos.Diverging, Lo: -saturated, Hi: saturated,
		Legend: say.Phrase(fmt.Sprintf("score F(x)/Σα, full colour from ±%s", say.Num(saturated))),
	}
	style := algos.Style{Role: algos.RoleInk, Width: 2.6}
	c := s.compose()
	if c == nil { // too many cells: let the grid find the boundary
		field.Eval = s.field()
		field.Levels = []algos.Level{{Value: 0, Style: style, Label: "boundary F = 0"}}
		return []algos.Mark{field}
	}
	field.Eval, field.Sharp = c.field(1/s.sum), true
	marks := []algos.Mark{field}
	if boundary := c.boundary(box); len(boundary.From) > 0 {
		boundary.Style, boundary.Legend = style, "boundary F = 0"
		marks = append(marks, boundary)
	}
	return marks
}

// field evaluates F/Σα at every node on its own.
func (s *state) field() algos.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		grid.Fill(dst, g, func(x, y float64) float64 {
			f := 0.0
			for _, r := range s.votes() {
				f += s.weight(r) * r.h.at([2]float64{x, y})
			}
			return f / s.sum
		})
	}
}

// points are as large as they are heavy: the area is in proportion to the
// weight. The filling is what the committee says.
func (v view) points() algos.Points {
	s, w := v.now(), v.weights()
	n := len(v.y)
	p := algos.Points{At: make([]algos.XY, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n), Size: make([]float64, n)}
	if len(s.rounds) > 0 {
		p.Fill = make([]int, n)
		p.Legend = "area: weight; filling: what F says"
	} else {
		p.Legend = "area: weight"
	}
	for i := range n {
		p.At[i], p.Class[i], p.Refs[i] = v.place(i), v.Points[i].Class(), ref(i)
		p.Size[i] = v.radius(w[i])
		p.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, y = %s, weight %s", name(i), say.Vec(p.At[i].X, p.At[i].Y), sign(v.y[i]), percent(w[i])))
		if v.phase == reweighed {
			p.Tips[i] += say.Phrase(fmt.Sprintf(" (was %s)", percent(v.w[i])))
		}
		if v.r != nil {
			p.Tips[i] += say.Phrase(fmt.Sprintf(", %s = %s", hName(v.number()), sign(v.r.h.at(v.x[i]))))
		}
		if p.Fill != nil {
			if !mistaken(s.f[i], 1) {
				p.Fill[i] = 1
			}
			p.Tips[i] += say.Phrase(fmt.Sprintf(", margin yF/Σα = %s", say.Num(v.y[i]*s.f[i]/s.sum)))
		}
	}
	return p
}

func (m *machine) place(i int) algos.XY { return algos.XY{X: m.x[i][0], Y: m.x[i][1]} }

func sign(y float64) string {
	if y > 0 {
		return "+1"
	}
	return "−1"
}

// radius of a point in pixels: a point of the average weight has the usual size.
func (m *machine) radius(weight float64) float64 {
	n := float64(len(m.y))
	usual := 5 / max(1, math.Pow(n/80, 0.25))
	return min(20, max(1.6, usual*math.Sqrt(n*weight)))
}

// weak draws the weak classifier at work: its thresholds, and what it says on
// their sides.
func (v view) weak() []algos.Mark {
	box := reach(v.Window)
	t := v.number()
	var marks []algos.Mark
	legend := fmt.Sprintf("%s, ε = %s", hName(t), say.Num(v.r.err))
	v.r.h.splits(box, func(h *tree, box [2][2]float64) {
		from, to := threshold(h, box)
		marks = append(marks, algos.PolyLine{
			At: []algos.XY{from, to}, Style: algos.Style{Role: algos.RoleAccent, Width: 2.4, Dash: true},
			Layer: algos.Over, Ref: hRef(t), Legend: say.Phrase(legend),
		})
		legend = ""
	})
	return append(marks, v.signs()...)
}

// threshold is the line of a tree's root across a box.
func threshold(h *tree, box [2][2]float64) (from, to algos.XY) {
	if h.feature == 0 {
		return algos.XY{X: h.threshold, Y: box[1][0]}, algos.XY{X: h.threshold, Y: box[1][1]}
	}
	return algos.XY{X: box[0][0], Y: h.threshold}, algos.XY{X: box[0][1], Y: h.threshold}
}

// signs writes what the weak classifier says into each of its regions, near the
// threshold.
func (v view) signs() []algos.Mark {
	w := v.Window
	texts := [2]algos.Texts{}
	v.r.h.leaves([2][2]float64{{w.X0, w.X1}, {w.Y0, w.Y1}}, func(value float64, box [2][2]float64) {
		k := 0
		if value > 0 {
			k = 1
		}
		at := beside(v.r.h, box, w)
		texts[k].At = append(texts[k].At, at)
		texts[k].Text = append(texts[k].Text, say.Phrase(sign(value)))
	})
	var marks []algos.Mark
	for k, t := range texts {
		if len(t.At) == 0 {
			continue
		}
		t.Anchor, t.Style, t.Layer = algos.Middle, algos.Style{Role: algos.RoleOfClass(k)}, algos.Over
		marks = append(marks, t)
	}
	return marks
}

// beside is a place in a region: at the rim of the board, next to the threshold
// of a stump; at the top of a tree's region.
func beside(h *tree, box [2][2]float64, w grid.Window) algos.XY {
	at := [2]float64{(box[0][0] + box[0][1]) / 2, (box[1][0] + box[1][1]) / 2}
	size := [2]float64{w.X1 - w.X0, w.Y1 - w.Y0}
	if !h.stump() {
		return algos.XY{X: at[0], Y: box[1][1] - 0.05*size[1]}
	}
	j := h.feature
	gap := 0.03 * size[j]
	if h.threshold <= box[j][0] {
		at[j] = h.threshold + gap
	} else {
		at[j] = h.threshold - gap
	}
	if j == 0 {
		at[1] = w.Y1 - 0.05*size[1]
	} else {
		at[0] = w.X0 + 0.04*size[0]
	}
	return algos.XY{X: at[0], Y: at[1]}
}

// wrongRings encircle what the weak classifier at work gets wrong.
func (v view) wrongRings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: say.Phrase(hName(v.number()) + " is wrong here")}
	w := v.weights()
	for i, x := range v.x {
		if v.r.h.at(x) != v.y[i] {
			r.At = append(r.At, v.place(i))
			r.Radius = append(r.Radius, v.radius(w[i])+3)
			r.Refs = append(r.Refs, ref(i))
		}
	}
	return r
}
