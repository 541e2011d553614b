package losses

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// board draws the line, the margins ±1, θ, and a ring around every point that
// grows with its loss.
func (v view) board(z []float64) algos.Panel {
	p := algos.Board(v.Problem)
	fn := all[v.chosen]
	p.Title = "Points and line"
	p.Note = say.Phrase(say.Count(int(v.sum[atZeroOne]), "mistake"))
	p.Alt = say.Phrase(fmt.Sprintf("%s, θ at %s degrees, %s", say.Count(len(z), "point"), say.Sig(v.angle, 4), p.Note))
	theta, theta0 := v.theta(v.angle), v.Theta0
	p.Marks = append(p.Marks, algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return theta[0]*x + theta[1]*y + theta0 })
		},
		Scale: algos.Diverging, Lo: -1.5, Hi: 1.5, Legend: "f(x), full colour from ±1.5",
	})
	line := func(c float64, style algos.Style, legend string) {
		p.Marks = append(p.Marks, algos.Ray{A: theta[0], B: theta[1], C: theta0 - c, Style: style, Legend: say.Phrase(legend)})
	}
	line(0, algos.Style{Role: algos.RoleInk, Width: 2.4}, "f(x) = 0")
	line(1, algos.Style{Role: algos.RoleSoft, Dash: true}, "f(x) = ±1")
	line(-1, algos.Style{Role: algos.RoleSoft, Dash: true}, "")
	p.Marks = append(p.Marks, v.dots())
	rings := algos.Rings{Style: algos.Style{Role: fn.role}, Legend: say.Phrase("ring as large as the " + fn.name + " loss")}
	wrong := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 2}, Legend: "mistake: z ≤ 0"}
	for i, m := range z {
		radius := 6 + 4*math.Sqrt(min(6, fn.at(m)))
		switch at := (algos.XY{X: v.Points[i].X[0], Y: v.Points[i].X[1]}); {
		case m <= 0:
			wrong.At, wrong.Radius, wrong.Refs = append(wrong.At, at), append(wrong.Radius, radius), append(wrong.Refs, ref(i))
		case fn.at(m) > 0.02:
			rings.At, rings.Radius, rings.Refs = append(rings.At, at), append(rings.Radius, radius), append(rings.Refs, ref(i))
		}
	}
	for _, r := range []algos.Rings{rings, wrong} {
		if len(r.At) > 0 {
			p.Marks = append(p.Marks, r)
		}
	}
	return v.arrow(p, theta)
}

// arrow draws the direction of θ from the line, near the middle of the board.
func (v view) arrow(p algos.Panel, theta [2]float64) algos.Panel {
	w := v.Window
	x, y := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2
	off := (theta[0]*x + theta[1]*y + v.Theta0) / v.Norm
	ux, uy := theta[0]/v.Norm, theta[1]/v.Norm
	foot := algos.XY{X: x - off*ux, Y: y - off*uy}
	if !w.Contains(foot.X, foot.Y) {
		return p // the line is elsewhere
	}
	length := min(w.X1-w.X0, w.Y1-w.Y0) / 6
	p.Marks = append(p.Marks, algos.Arrows{
		From: []algos.XY{foot}, To: []algos.XY{{X: foot.X + length*ux, Y: foot.Y + length*uy}}, Labels: []say.Phrase{"θ"},
		Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "direction of θ",
	})
	return p
}

// points is the mark of the observations, which no step changes.
func (t *task) points() algos.Points {
	p := algos.DataPoints(t.Set)
	p.Tips = make([]say.Phrase, len(t.y))
	for i, q := range t.Points {
		p.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, y = %s", name(i), say.Vec(q.X[0], q.X[1]), say.Num(t.y[i])))
	}
	return p
}
