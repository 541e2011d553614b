package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board(), v.plane(), v.section()}
	if v.k == 3 {
		panels = append(panels, v.simplex())
	}
	return append(panels, v.residuals())
}

// board draws the region of every class, with the places where a
// probability is 0.5, 0.7 and 0.9; points are filled by the class that they get.
func (v view) board() algos.Panel {
	p := algos.Board(v.Problem)
	p.Title = "Most probable class"
	p.Note = say.Phrase(fmt.Sprintf("loss %s, %d of %d wrong", say.Num(v.Loss), v.Errors, len(v.class)))
	p.Alt = say.Phrase(fmt.Sprintf("%s of %d classes, loss %s, %d in a wrong region", say.Count(len(v.class), "point"), v.k, say.Num(v.Loss), v.Errors))
	p.Marks = append(p.Marks, algos.Field{
		Eval:  v.region,
		Scale: algos.Regions, Hi: float64(v.k - 1), Sharp: true, Legend: "most probable class",
	})
	if v.Updates > 0 {
		p.Marks = append(p.Marks, v.isolines()...)
	}
	dots := v.dots()
	dots.Fill = make([]int, len(v.class))
	for i := range v.class {
		dots.Fill[i] = logit.Label(v.shares(v.problem.U[i]))
	}
	p.Marks = append(p.Marks, dots, v.rings())
	if len(v.Rows) > 0 && len(v.Rows) <= 60 {
		p.Marks = append(p.Marks, v.drawn())
	}
	return p
}

// isolines are the places where the probability of a class is 0.5, 0.7 and 0.9.
// They are traced in its log-odds, which are almost linear where the probability
// jumps.
func (v view) isolines() []algos.Mark {
	var marks []algos.Mark
	for k := range v.k {
		levels := []algos.Level{
			{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 1.6}, Label: "p = 0.5"},
			{Value: math.Log(7. / 3), Style: algos.Style{Role: algos.RoleSoft, Width: 1}, Label: "0.7"},
			{Value: math.Log(9), Style: algos.Style{Role: algos.RoleSoft, Width: 1, Dash: true}, Label: "0.9"},
		}
		for i := range levels {
			if k > 0 { // once is enough for the legend
				levels[i].Label = ""
			}
		}
		marks = append(marks, algos.Field{
			Eval: v.logOdds(k), Lo: -1, Hi: 1, Hide: true, Levels: levels,
		})
	}
	return marks
}

// logOdds is log(p_k/(1 − p_k)) = f_k − log Σ_{j≠k} e^{f_j} as a field.
func (v view) logOdds(k int) algos.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		f := make([]float64, v.k)
		c := v.inside(k)
		grid.Fill(dst, g, func(x, y float64) float64 {
			v.problem.Scores(f, v.B, v.problem.To([2]float64{x, y}))
			top := math.Inf(-1)
			for j, s := range f {
				if j != c {
					top = max(top, s)
				}
			}
			sum := 0.0
			for j, s := range f {
				if j != c {
					sum += math.Exp(s - top)
				}
			}
			return f[c] - top - math.Log(sum)
		})
	}
}

// region is the class with the highest score, the most probable one, at every node.
func (v view) region(dst []float64, g grid.Grid) {
	inside, f := make([]float64, v.k), make([]float64, v.k)
	grid.Fill(dst, g, func(x, y float64) float64 {
		v.problem.Scores(inside, v.B, v.problem.To([2]float64{x, y}))
		for c, s := range inside {
			f[v.outside(c)] = s
		}
		return float64(logit.Label(f))
	})
}

// rings grow with 1 − p_y.
func (v view) rings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 1.2}, Legend: "1 − p of its own class above 0.1, by size"}
	for i := range v.class {
		e := v.residual(i)
		if e <= 0.1 {
			continue
		}
		r.At = append(r.At, v.at(i))
		r.Radius = append(r.Radius, 5+9*e)
		r.Refs = append(r.Refs, ref(i))
	}
	return r
}

func (v view) at(i int) algos.XY {
	x := v.Points[i].X
	return algos.XY{X: x[0], Y: x[1]}
}

// drawn encircles the rows that the update uses.
func (v view) drawn() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleAccent, Width: 2.6}, Legend: "drawn"}
	for _, i := range v.Rows {
		r.At = append(r.At, v.at(i))
		r.Radius = append(r.Radius, 11)
		r.Refs = append(r.Refs, ref(i))
		label := ""
		if len(v.Rows) == 1 {
			label = name(i)
		}
		r.Labels = append(r.Labels, say.Phrase(label))
	}
	return r
}
