package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// newBoard is the board's panel without its marks.
func (m *machine) newBoard() algos.Panel {
	w := m.window
	across, up := w.X1-w.X0, w.Y1-w.Y0
	return algos.Panel{
		ID: "board", Title: "Multi-class SVM", Edits: algos.EditsData,
		X:     algos.Axis{Name: "x₁", Min: w.X0, Max: w.X1},
		Y:     algos.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
		Equal: max(across, up) <= 3*min(across, up),
	}
}

// board draws the regions of the classes, the boundaries between them and the
// margins that the true class should keep.
func (v view) board() algos.Panel {
	s := v.state
	p := s.newBoard()
	p.Note = say.Phrase(fmt.Sprintf("%d of %d wrong", s.mistakes, len(s.x)))
	p.Alt = say.Phrase(fmt.Sprintf("%s of %d classes, %d misclassified", say.Count(len(s.x), "point"), s.count(), s.mistakes))
	if s.norm2 > 0 { // without weights all scores are equal
		p.Marks = append(p.Marks, algos.Field{Eval: s.region, Scale: algos.Regions, Sharp: true, Legend: "region of each class"})
		p.Marks = append(p.Marks, s.boundaries()...)
	}
	fill := make([]int, len(s.x))
	for i, x := range s.x {
		fill[i] = -1
		if s.norm2 > 0 {
			fill[i] = s.classes[best(s.scoresAt(x))]
		}
	}
	p.Marks = append(p.Marks, s.points(fill, func(i int) string {
		score := s.scoresAt(s.x[i])
		_, xi := violation(score, s.delta[s.y[i]], s.y[i])
		return fmt.Sprintf("%s = %s, %s, scores %s, ξ = %s", name(i), say.Vec(s.x[i][0], s.x[i][1]), s.class(s.y[i]), say.Vec(score...), say.Num(xi))
	}))
	p.Marks = append(p.Marks, s.rings()...)
	if v.row >= 0 {
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{s.at(v.row)}, Radius: []float64{11}, Refs: []string{ref(v.row)}, Labels: []say.Phrase{say.Phrase(name(v.row))},
			Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "the point at work",
		})
	}
	return s.withQuery(p)
}

// withQuery adds the place that can be dragged.
func (m *machine) withQuery(p algos.Panel) algos.Panel {
	q := algos.XY{X: m.Query[0], Y: m.Query[1]}
	if m.window.Contains(q.X, q.Y) {
		p.Marks = append(p.Marks, algos.Handle{
			Param: "query", At: q, Label: "q", Size: 5.5, Tip: "drag q", Style: algos.Style{Role: algos.RoleInk}, Hollow: true,
		})
	}
	return p
}

// region is the predicted class at every node.
func (s *state) region(dst []float64, g grid.Grid) {
	score := make([]float64, s.count())
	grid.Fill(dst, g, func(x, y float64) float64 {
		scores(score, s.w, s.lift([2]float64{x, y}))
		return float64(s.classes[best(score)])
	})
}

// points are the data: the outline is the truth, the filling the prediction.
func (m *machine) points(fill []int, tip func(i int) string) algos.Points {
	n := len(m.x)
	p := algos.Points{At: make([]algos.XY, n), Class: make([]int, n), Fill: fill, Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	for i := range n {
		p.At[i], p.Class[i], p.Refs[i], p.Tips[i] = m.at(i), m.classes[m.y[i]], ref(i), say.Phrase(tip(i))
	}
	return p
}

// rings encircle the support vectors: the points with a coefficient in the weights.
func (s *state) rings() []algos.Mark {
	tau := s.coefficients()
	r := algos.Rings{Style: algos.Style{Role: algos.RoleInk, Width: 1, Opacity: 0.7}, Legend: "support vectors, larger with Σα"}
	for i, y := range s.y {
		if a := tau[i*s.count()+y]; a > 0 {
			r.At = append(r.At, s.at(i))
			r.Radius = append(r.Radius, 6+4*math.Sqrt(min(1, a/s.C)))
			r.Refs = append(r.Refs, ref(i))
		}
	}
	if len(r.At) == 0 {
		return nil
	}
	return []algos.Mark{r}
}
