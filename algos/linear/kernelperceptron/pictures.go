package kernelperceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s *snapshot) Panels() []algos.Panel {
	alpha := s.alpha.list()
	panels := []algos.Panel{s.board(alpha)}
	if len(s.phi) > 0 {
		panels = append(panels, s.threshold(), s.weights(alpha))
	}
	panels = append(panels, s.multipliers(alpha))
	if s.task.k.PSD() {
		panels = append(panels, s.proof())
	}
	if len(s.y) <= maxMatrix {
		panels = append(panels, s.kernelMatrix())
	}
	return panels
}

func (s *snapshot) frame(id, title string) algos.Panel {
	p := algos.Board(s.Problem)
	p.ID, p.Title = id, say.Phrase(title)
	return p
}

// board shows f with its boundary, the rows that it stores, and those that it gets
// wrong.
func (s *snapshot) board(alpha []int32) algos.Panel {
	p := s.frame("board", "By kernel")
	p.Note = say.Phrase(fmt.Sprintf("%s, %d stored", say.Count(s.alpha.total, "mistake"), s.stored))
	p.Alt = say.Phrase(fmt.Sprintf("%s, %d of them stored after %s, %d on the wrong side.", say.Count(len(s.y), "point"), s.stored, say.Count(s.alpha.total, "mistake"), s.wrong))
	if s.stored > 0 {
		var centres [][2]float64
		var coef []float64
		for i, a := range alpha {
			if a > 0 {
				centres, coef = append(centres, s.x[i]), append(coef, float64(a)*s.y[i])
			}
		}
		k := s.task.k
		p.Marks = append(p.Marks, s.shaded(alpha, func(dst []float64, g grid.Grid) { k.Field(dst, g, centres, coef, 0) }, "f(x) = 0"))
	}
	p.Marks = append(p.Marks, s.dots())
	p.Marks = append(p.Marks, s.storedRings(alpha)...)
	p.Marks = append(p.Marks, s.atWork()...)
	return p
}

// shaded is a score as a field, in full colour from the mean size at the points.
func (s *snapshot) shaded(alpha []int32, eval algos.FieldFunc, boundary string) algos.Field {
	size, n := 0.0, min(len(s.x), 50)
	for i := range n {
		size += math.Abs(s.task.score(alpha, s.x[i])) / float64(n)
	}
	if size == 0 {
		size = 1
	}
	return algos.Field{
		Eval: eval, Scale: algos.Diverging, Lo: -1.5 * size, Hi: 1.5 * size, Legend: "score",
		Levels: []algos.Level{{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 2.4}, Label: say.Phrase(boundary)}},
	}
}

// storedRings encircle the rows with α > 0, the larger the more mistakes.
func (s *snapshot) storedRings(alpha []int32) []algos.Mark {
	most := int32(1)
	for _, a := range alpha {
		most = max(most, a)
	}
	r := algos.Rings{Style: algos.Style{Role: algos.RoleInk, Width: 1.4}, Legend: "stored, larger with α"}
	for i, a := range alpha {
		if a > 0 {
			r.At = append(r.At, s.at(i))
			r.Radius = append(r.Radius, 6.5+4.5*math.Sqrt(float64(a)/float64(most)))
			r.Refs = append(r.Refs, ref(i))
		}
	}
	if len(r.At) == 0 {
		return nil
	}
	return []algos.Mark{r}
}

func (s *snapshot) at(i int) algos.XY { return algos.XY{X: s.x[i][0], Y: s.x[i][1]} }

// atWork encircles the row that the step is about, in red where it is a mistake.
func (s *snapshot) atWork() []algos.Mark {
	if s.kind == start {
		return nil
	}
	style, legend := algos.Style{Role: algos.RoleAccent, Width: 2.6}, "at work"
	if s.kind == mistake {
		style.Role, legend = algos.RoleBad, "mistake"
	}
	return []algos.Mark{algos.Rings{
		At: []algos.XY{s.at(s.row)}, Radius: []float64{13}, Refs: []string{ref(s.row)}, Labels: []say.Phrase{say.Phrase(name(s.row))}, Style: style, Legend: say.Phrase(legend),
	}}
}

// threshold is the run with the features written down: the polynomial p(x) = ⟨θ,
// φ(x)⟩ and where it is 0.
func (s *snapshot) threshold() algos.Panel {
	p := s.frame("features", "By explicit features")
	p.Note = say.Phrase(fmt.Sprintf("%s in %d dimensions", say.Count(s.twin.total, "mistake"), len(s.phi)))
	p.Alt = say.Phrase(fmt.Sprintf("The polynomial threshold function after %s.", say.Count(s.twin.total, "mistake")))
	if s.twin.total > 0 {
		alpha := s.twin.list()
		theta, m := s.theta(alpha), s.phi
		p.Marks = append(p.Marks, s.shaded(alpha, func(dst []float64, g grid.Grid) {
			phi := make([]float64, 0, len(m))
			grid.Fill(dst, g, func(x, y float64) float64 {
				phi = m.at(phi, [2]float64{x, y})
				return m.inner(theta, phi)
			})
		}, "p(x) = 0"))
	}
	p.Marks = append(p.Marks, s.dots())
	p.Marks = append(p.Marks, s.atWork()...)
	return p
}
