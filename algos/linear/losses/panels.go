package losses

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	z := v.margins(v.angle)
	return []algos.Panel{v.board(z), v.curves(z), v.turnPanel(), v.compass()}
}

func (v view) style(l int) algos.Style {
	s := algos.Style{Role: all[l].role, Width: 1.4}
	if l == v.chosen {
		s.Width = 3
	}
	return s
}

// curves are the losses against the margin, with the points on the chosen one.
func (v view) curves(z []float64) algos.Panel {
	reach := max(2.5, min(6, 1.05*v.reach))
	top := min(5, 1.2+reach)
	p := algos.Panel{
		ID: "losses", Title: "Losses against the margin", Height: 0.75,
		Alt: say.Phrase(fmt.Sprintf("six losses as curves over the margin, and %s on that of the %s loss", say.Count(len(z), "point"), all[v.chosen].name)),
		X:   algos.Axis{Name: "margin z = y f(x)", Min: -reach, Max: reach}, Y: algos.Axis{Name: "loss", Min: -0.12, Max: top},
	}
	p.Marks = append(p.Marks, algos.Rect{
		Min: algos.XY{X: gapEdge}, Max: algos.XY{X: 0, Y: 1}, Fill: true,
		Style: algos.Style{Role: algos.RoleBad, Opacity: 0.16}, Legend: "here ln-logistic is below 0–1",
	})
	for l, fn := range all {
		line := algos.PolyLine{Style: v.style(l), Name: say.Phrase(fn.name), Legend: say.Phrase(fn.name)}
		if l == atZeroOne {
			line.At = []algos.XY{{X: -reach, Y: 1}, {X: 0, Y: 1}, {X: 0}, {X: reach}}
			p.Marks = append(p.Marks, line)
			continue
		}
		for i := range 121 {
			x := reach * (float64(i)/60 - 1)
			if y := fn.at(x); y <= 3*top { // far above the picture a curve need not be drawn
				line.At = append(line.At, algos.XY{X: x, Y: y})
			}
		}
		p.Marks = append(p.Marks, line)
	}
	dots := algos.Points{Layer: algos.Over, Legend: "your points"}
	outside := 0
	for i, m := range z {
		y := all[v.chosen].at(m)
		if math.Abs(m) > reach || !(y <= top) {
			outside++
			continue
		}
		dots.At, dots.Class = append(dots.At, algos.XY{X: m, Y: y}), append(dots.Class, v.Points[i].Class())
		dots.Refs = append(dots.Refs, ref(i))
		dots.Tips = append(dots.Tips, say.Phrase(fmt.Sprintf("%s: margin %s, %s loss %s", name(i), say.Num(m), all[v.chosen].name, say.Num(y))))
	}
	if outside > 0 {
		p.Note = say.Phrase(say.Count(outside, "point") + " beyond the picture")
	}
	p.Marks = append(p.Marks, dots)
	return p
}

// turnPanel is the total of every loss against the angle of θ.
func (v view) turnPanel() algos.Panel {
	s := v.sweep()
	top := 0.0
	for _, node := range s.nodes {
		for _, l := range [...]int{atZeroOne, atHinge, atLogistic2} {
			if finite(node[l]) {
				top = max(top, node[l])
			}
		}
	}
	if top == 0 {
		top = 1
	}
	p := algos.Panel{
		ID: "turn", Title: "Total loss against the angle of θ", Height: 0.7,
		Alt: say.Phrase(fmt.Sprintf("the totals of six losses over a full turn of θ, now at %s degrees", say.Sig(v.angle, 4))),
		X:   algos.Axis{Name: "angle, °", Max: 360}, Y: algos.Axis{Name: "total", Max: 1.1 * top},
		Marks: []algos.Mark{algos.Rule{Vertical: true, At: v.angle, Label: "θ", Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Layer: algos.Over}},
	}
	best := algos.Points{Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleInk}, Legend: "least"}
	for l, fn := range all {
		line := algos.PolyLine{Style: v.style(l), Name: say.Phrase(fn.name), Legend: say.Phrase(fn.name)}
		stride := 2 // degrees, for what is smooth
		if l == atZeroOne {
			stride = 1
		}
		for k := 0; k <= fine; k += stride {
			if y := s.nodes[k%fine][l]; finite(y) && (l != atZeroOne || jumps(s.nodes, k)) {
				line.At = append(line.At, algos.XY{X: 360 * float64(k) / fine, Y: min(y, 100*top)})
			}
		}
		if len(line.At) > 0 {
			p.Marks = append(p.Marks, line)
		}
		if b := s.least[l]; finite(b.total) && b.total <= 1.1*top {
			best.At = append(best.At, algos.XY{X: b.angle, Y: b.total})
			best.Tips = append(best.Tips, say.Phrase(fmt.Sprintf("%s: least at %s°, %s", fn.name, say.Sig(b.angle, 4), say.Num(b.total))))
		}
	}
	if len(best.At) > 0 {
		p.Marks = append(p.Marks, best)
	}
	return p
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
func (v view) compass() algos.Panel {
	p := algos.Panel{
		ID: "compass", Title: "Where each loss is least", Equal: true, Height: 0.8,
		Alt: "directions of θ on a circle: now, and the best one of each loss",
		X:   algos.Axis{Hidden: true, Min: -1.5, Max: 1.5}, Y: algos.Axis{Hidden: true, Min: -1.5, Max: 1.5},
	}
	circle := algos.PolyLine{Closed: true, Style: algos.Style{Role: algos.RoleFaint}}
	for k := range 72 {
		circle.At = append(circle.At, onCircle(1, 5*float64(k)))
	}
	p.Marks = append(p.Marks, circle)
	if b := v.sweep().least[v.chosen]; finite(b.total) && b.to > b.from {
		arc := algos.PolyLine{Style: algos.Style{Role: all[v.chosen].role, Width: 5, Opacity: 0.5}, Legend: say.Phrase("as good: " + all[v.chosen].name)}
		for k := range 61 {
			arc.At = append(arc.At, onCircle(1, b.from+(b.to-b.from)*float64(k)/60))
		}
		p.Marks = append(p.Marks, arc)
	}
	for l, fn := range all {
		b := v.sweep().least[l]
		if !finite(b.total) {
			continue
		}
		// Each a little longer than the one before, so that equal directions show.
		p.Marks = append(p.Marks, algos.Arrows{
			From: []algos.XY{{}}, To: []algos.XY{onCircle(0.7+0.09*float64(l), b.angle)}, Style: v.style(l),
			Legend: say.Phrase(fmt.Sprintf("%s, %s°", fn.name, say.Sig(b.angle, 4))),
		})
	}
	p.Marks = append(p.Marks, algos.Arrows{From: []algos.XY{{}}, To: []algos.XY{onCircle(1.3, v.angle)}, Labels: []say.Phrase{"θ"}, Style: algos.Style{Role: algos.RoleAccent, Width: 2.4}, Legend: "θ now"})
	return p
}

func onCircle(r, degrees float64) algos.XY {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return algos.XY{X: r * c, Y: r * s}
}
