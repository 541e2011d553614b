package losses

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	z := v.margins(v.angle)
	return []mark.Panel{v.board(z), v.curves(z), v.turnPanel(), v.compass(), v.lengthPanel(), v.offsetPanel()}
}

func (v view) style(l int) mark.Style {
	if l == v.chosen {
		return all[l].role.Wide(3)
	}
	return all[l].role.Wide(1.4)
}

// board draws the line, the margins ±1, θ, and a ring around every point that
// grows with its loss.
func (v view) board(z []float64) mark.Panel {
	p := v.Problem.Board()
	fn, w := all[v.chosen], v.vars()
	p.Title, p.Note, p.Alt = "Points and decision boundary", w.Text("<wrong> misclassified"), w.Text("<n point>, θ at <angle> degrees, <wrong> misclassified")
	theta, theta0 := v.theta(v.angle), v.Theta0
	p.Add(mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return theta[0]*x + theta[1]*y + theta0 }),
		Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Legend: "f(x), saturated at ±1.5",
	})
	line := func(c float64, style mark.Style, legend say.Phrase) mark.Ray {
		return mark.Ray{A: theta[0], B: theta[1], C: theta0 - c, Style: style, Legend: legend}
	}
	p.Add(line(0, mark.RoleInk.Wide(2.4), "f(x) = 0"), line(1, mark.RoleSoft.Dashed(), "f(x) = ±1"), line(-1, mark.RoleSoft.Dashed(), ""))
	p.Add(panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"row": say.Row(i).Name(), "x": v.Points[i].X, "y": v.y[i]}.Text("<row> = <x>, y = <y>")
	}))
	rings := func(style mark.Style, legend say.Phrase, of func(m float64) bool) {
		if !slices.ContainsFunc(z, of) {
			return
		}
		p.Add(panel.Rings(v.Problem, style, legend, func(i int) float64 {
			if !of(z[i]) {
				return 0
			}
			return 6 + 4*math.Sqrt(min(6, fn.at(z[i])))
		}))
	}
	rings(fn.role.Plain(), w.Text("ring radius: <name> loss"), func(m float64) bool { return m > 0 && fn.at(m) > 0.02 })
	rings(mark.RoleBad.Wide(2), "misclassified: z ≤ 0", func(m float64) bool { return m <= 0 })
	p.Add(v.arrow(theta))
	return p
}

// arrow draws the direction of θ from the line, near the middle of the board.
func (v view) arrow(theta [2]float64) mark.Mark {
	w := v.Window
	x, y, length := (w.X0+w.X1)/2, (w.Y0+w.Y1)/2, min(w.X1-w.X0, w.Y1-w.Y0)/6
	off := (theta[0]*x + theta[1]*y + v.Theta0) / v.Norm
	ux, uy := theta[0]/v.Norm, theta[1]/v.Norm
	foot := mark.XY{X: x - off*ux, Y: y - off*uy}
	if !w.Contains(foot.X, foot.Y) {
		return nil // the line is elsewhere
	}
	return labelled(foot, mark.XY{X: foot.X + length*ux, Y: foot.Y + length*uy}, mark.RoleAccent.Wide(2), "direction of θ")
}

// labelled is an arrow with the name of θ.
func labelled(from, to mark.XY, s mark.Style, legend say.Phrase) mark.Arrows {
	return mark.Arrows{From: []mark.XY{from}, To: []mark.XY{to}, Labels: []say.Phrase{"θ"}, Style: s, Legend: legend}
}

// curves are the losses against the margin, with the points on the chosen one.
func (v view) curves(z []float64) mark.Panel {
	reach, w, chosen := max(2.5, min(6, 1.05*v.reach)), v.vars(), all[v.chosen]
	top := min(5, 1.2+reach)
	p := panel.Curves{
		ID: "losses", Title: "Loss vs margin", Height: 0.75,
		Alt: w.Text("six losses as curves over the margin, and <n point> on that of the <name> loss"),
		X:   mark.Axis{Name: "margin z = y f(x)", Min: -reach, Max: reach}, Y: mark.Axis{Name: "loss", Min: -0.12, Max: top},
	}
	faint := mark.RoleBad.Plain().Faded(0.16)
	p.Under = []mark.Mark{mark.Rect{Min: mark.XY{X: gapEdge}, Max: mark.XY{Y: 1}, Fill: true, Style: faint, Legend: "here ln-logistic is below 0–1"}}
	for l, fn := range all {
		places := []float64{-reach, 0, 1, reach} // with the hinge's corner
		at := []mark.XY{{X: -reach, Y: 1}, {X: 0, Y: 1}, {X: 0}, {X: reach}}
		if l != atZeroOne { // far above the picture a curve need not be drawn
			at = slices.DeleteFunc(panel.Smooth(places, top, fn.at), func(at mark.XY) bool { return !(at.Y <= 3*top) })
		}
		p.Of = append(p.Of, panel.Quantity{At: at, Style: v.style(l), Name: fn.name, Legend: fn.name})
	}
	dots := mark.Points{Layer: mark.Over, Legend: "your points"}
	for i, m := range z {
		y, row := chosen.at(m), say.Row(i)
		if math.Abs(m) > reach || !(y <= top) {
			continue
		}
		tip := say.Vars{"row": row.Name(), "z": m, "name": chosen.name, "loss": y}.Text("<row>: margin <z>, <name> loss <loss>")
		dots.At, dots.Class = append(dots.At, mark.XY{X: m, Y: y}), append(dots.Class, v.Points[i].Class())
		dots.Refs, dots.Tips = append(dots.Refs, row.Ref()), append(dots.Tips, tip)
	}
	if outside := len(z) - len(dots.At); outside > 0 {
		w["outside"] = outside
		p.Note = w.Text("<outside point> outside the plot")
	}
	p.Over = []mark.Mark{mark.Rule{Vertical: true, At: crossing, Style: mark.RoleSoft.Dashed(), Legend: "hinge = ln-logistic, at z = 0.541"}, dots}
	return p.Panel()
}

// turnPanel is the total of every loss against the angle of θ.
func (v view) turnPanel() mark.Panel {
	s := v.sweep()
	top := s.top
	p := panel.Curves{
		ID: "turn", Title: "Total loss vs angle of θ", Height: 0.7,
		Alt: v.vars().Text("the totals of six losses over a full turn of θ, now at <angle> degrees"),
		X:   mark.Axis{Name: "angle (°)", Max: 360}, Y: mark.Axis{Name: "total", Max: 1.1 * top},
		Under: []mark.Mark{mark.Rule{Vertical: true, At: v.angle, Label: "θ", Style: mark.RoleAccent.Wide(2), Layer: mark.Over}},
	}
	best := mark.Points{Layer: mark.Over, Hollow: true, Style: mark.RoleInk.Plain(), Legend: "minimum"}
	for l, fn := range all {
		line := panel.Quantity{At: s.lines[l], Style: v.style(l), Name: fn.name, Legend: fn.name}
		for k := 0; l == atZeroOne && k <= fine; k++ {
			if jumps(s.nodes, k) {
				line.At = append(line.At, mark.XY{X: 360 * float64(k) / fine, Y: s.nodes[k%fine][l]})
			}
		}
		if len(line.At) > 0 {
			p.Of = append(p.Of, line)
		}
		if b := s.least[l]; finite(b.total) && b.total <= 1.1*top {
			best.At = append(best.At, mark.XY{X: b.angle, Y: b.total})
			best.Tips = append(best.Tips, say.Vars{"name": fn.name, "angle": degrees(b.angle), "total": b.total}.Text("<name>: minimum <total> at <angle>°"))
		}
	}
	if len(best.At) > 0 {
		p.Over = append(p.Over, best)
	}
	return p.Panel()
}

// jumps reports whether a node is needed to draw the steps of the 0–1 loss: the
// ends of the turn, and both sides of a jump.
func jumps(nodes []totals, k int) bool {
	if k == 0 || k >= fine-1 {
		return true
	}
	here := nodes[k][atZeroOne]
	return nodes[k-1][atZeroOne] != here || nodes[k+1][atZeroOne] != here
}

// compass shows where each loss is least: the best directions of θ on a circle.
func (v view) compass() mark.Panel {
	p := mark.Panel{
		ID: "compass", Title: "Minimiser of each loss", Equal: true, Height: 0.8,
		Alt: "directions of θ on a circle: now, and the minimiser of each loss",
		X:   mark.Axis{Hidden: true, Min: -1.5, Max: 1.5}, Y: mark.Axis{Hidden: true, Min: -1.5, Max: 1.5},
	}
	p.Add(mark.PolyLine{At: arc(0, 355, 71), Closed: true, Style: mark.RoleFaint.Plain()})
	if b := v.sweep().least[v.chosen]; finite(b.total) && b.to > b.from {
		p.Add(mark.PolyLine{At: arc(b.from, b.to, 60), Style: all[v.chosen].role.Wide(5).Faded(0.5), Legend: v.vars().Text("tied: <name>")})
	}
	for l, fn := range all {
		if b := v.sweep().least[l]; finite(b.total) {
			name := say.Vars{"name": fn.name, "angle": degrees(b.angle)}.Text("<name>, <angle>°")
			// Each is a little longer than the one before, so that equal directions show.
			p.Add(panel.Arrow(mark.XY{}, onCircle(0.7+0.09*float64(l), b.angle), v.style(l), name))
		}
	}
	p.Add(labelled(mark.XY{}, onCircle(1.3, v.angle), mark.RoleAccent.Wide(2.4), "θ now"))
	return p
}

// arc is a part of the unit circle in n pieces.
func arc(from, to float64, n int) []mark.XY {
	at := make([]mark.XY, n+1)
	for k := range at {
		at[k] = onCircle(1, from+(to-from)*float64(k)/float64(n))
	}
	return at
}

func onCircle(r, angle float64) mark.XY {
	s, c := math.Sincos(angle * math.Pi / 180)
	return mark.XY{X: r * c, Y: r * s}
}
