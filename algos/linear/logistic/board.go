package logistic

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
	panels := []algos.Panel{v.board(), v.plane(), v.curve(), v.residuals()}
	if v.opt.Solver == logit.Newton {
		panels = append(panels, v.weights())
	}
	return panels
}

// board draws the probabilities as shading with the lines p = 0.1 … 0.9, and a
// ring around every point that grows with its residual.
func (v view) board() algos.Panel {
	p := algos.Board(v.Problem)
	p.Title = say.Phrase("Probability of " + v.className(1))
	p.Note = say.Phrase(fmt.Sprintf("loss %s, %d of %d wrong", say.Num(v.Loss), v.Errors, len(v.y)))
	th := v.theta()
	p.Alt = say.Phrase(fmt.Sprintf("%s, θ = %s, θ₀ = %s, loss %s, %d on the wrong side", say.Count(len(v.y), "point"), say.Vec(th[0], th[1]), say.Num(th[2]), say.Num(v.Loss), v.Errors))
	p.Marks = append(p.Marks, algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return sigmoid(v.score([2]float64{x, y})) - 0.5 })
		},
		Scale: algos.Diverging, Lo: -0.5, Hi: 0.5, Legend: say.Phrase("probability of " + v.className(1) + ", from 0 to 1"),
	})
	p.Marks = append(p.Marks, v.lines()...)
	p.Marks = append(p.Marks, v.dots(), v.rings())
	if len(v.Rows) > 0 && len(v.Rows) <= 60 {
		p.Marks = append(p.Marks, v.drawn())
	}
	return p
}

// className is how the class is labelled in the run's convention.
func (t *task) className(k int) string {
	switch {
	case t.opt.Labels == bits:
		return say.Num(float64(k))
	case k == 1:
		return "+1"
	}
	return "−1"
}

// lines are the places with p = 0.1, …, 0.9: parallel lines, as the log-odds are
// linear.
func (v view) lines() []algos.Mark {
	var marks []algos.Mark
	th := v.theta()
	if length(th) == 0 {
		return nil
	}
	for i := 1; i <= 9; i++ {
		share := float64(i) / 10
		r := algos.Ray{A: th[0], B: th[1], C: th[2] - math.Log(share/(1-share)), Style: algos.Style{Role: algos.RoleFaint, Width: 1}}
		switch i {
		case 1:
			r.Style.Role, r.Style.Dash, r.Legend = algos.RoleSoft, true, "p = 0.1 and 0.9"
		case 2:
			r.Legend = "p = 0.2 … 0.8"
		case 5:
			r.Style, r.Legend = algos.Style{Role: algos.RoleInk, Width: 2.4}, "boundary p = ½"
		case 9:
			r.Style.Role, r.Style.Dash = algos.RoleSoft, true
		}
		marks = append(marks, r)
	}
	return marks
}

// rings grow with |e|.
func (v view) rings() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 1.2}, Legend: "residual |e| above 0.1, by size"}
	for i := range v.y {
		e := math.Abs(v.residual(i))
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
