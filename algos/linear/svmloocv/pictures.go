package svmloocv

import (
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	if v.lost() {
		return []mark.Panel{v.board()}
	}
	return []mark.Panel{v.board(), v.pairs(), v.tally(), v.alphas(), v.aloneBoard()}
}

// board colours the refitted classifier where there is one, and the boundary of the
// other one above it.
func (v view) board() mark.Panel {
	p, c := v.Problem.Board(), v.vars()
	p.Title, p.Note = "Full fit and refit", c.Text("<done> of <n> left out, <errors error>")
	p.Alt = c.Text("<n point>, <sv support vector> of the full fit; <done> of <n> left out, <errors error>")
	if v.lost() {
		p.Add(panel.Data(v.Problem, v.tip))
		return p
	}
	if v.less == nil {
		p.Add(v.expansion(v.full).Shade("f(x), saturated at ±1.5", "decision boundary of the full fit", "margin boundaries f = ±1"))
	} else {
		p.Add(v.expansion(v.less).Shade("leave-one-out score", "leave-one-out decision boundary", "leave-one-out margin boundaries"))
		if v.full.sv > 0 {
			p.Add(mark.Field{
				Eval: v.expansion(v.full).Field, Scale: mark.Diverging, Lo: -1.5, Hi: 1.5, Hide: true,
				Levels: []mark.Level{{Value: 0, Style: mark.RoleGood.Wide(2).Dashed(), Label: "decision boundary of the full fit"}},
			})
		}
	}
	p.Add(panel.Data(v.Problem, v.tip), panel.Rings(v.Problem, mark.RoleInk.Wide(1.6), "support vector", func(k int) float64 {
		if !v.supports(k) {
			return 0
		}
		return 8
	}))
	if len(v.errors) > 0 {
		p.Add(panel.Rings(v.Problem, mark.RoleBad.Wide(2), "leave-one-out error", func(k int) float64 {
			if !slices.Contains(v.errors, k) {
				return 0
			}
			return 10.5
		}))
	}
	if v.row >= 0 {
		p.Add(v.leftOut(panel.Place(v.Problem, v.row), 13, mark.RoleAccent.Wide(3), "left out"))
	}
	return p
}

// leftOut encircles the row that is left out, by name.
func (v view) leftOut(at mark.XY, radius float64, style mark.Style, legend say.Phrase) mark.Rings {
	row := say.Row(v.row)
	return mark.Rings{
		At: []mark.XY{at}, Radius: []float64{radius}, Refs: []string{row.Ref()}, Labels: []say.Phrase{say.Phrase(row.Name())},
		Style: style, Legend: legend,
	}
}

// tip says everything about point k.
func (v view) tip(k int) say.Phrase {
	c := say.Vars{"row": say.Row(k).Name(), "x": v.Points[k].X, "y": v.y[k], "alpha": v.full.alpha[k], "f": v.full.f[k]}
	if k >= len(v.scores) {
		return c.Text("<row> = <x>, y = <y>, α = <alpha>, f = <f>")
	}
	c["out"] = v.y[k] * v.scores[k]
	return c.Text("<row> = <x>, y = <y>, α = <alpha>, f = <f>, leave-one-out <out>")
}

// pairs is y·score with the point against y·score without it. Points that are no
// support vectors stay on the diagonal; below the axis lie the errors.
func (v view) pairs() mark.Panel {
	lo, hi := -1.0, 2.0
	pts := mark.Points{Legend: "a point"}
	for t, z := range v.scores {
		in := v.y[t] * v.full.f[t]
		lo, hi = min(lo, in, z), max(hi, in, z)
		pts.At, pts.Class = append(pts.At, mark.XY{X: in, Y: z}), append(pts.Class, v.Points[t].Class())
		pts.Refs = append(pts.Refs, say.Row(t).Ref())
	}
	pts.Tip = func(t int) say.Phrase {
		return say.Vars{"row": say.Row(t).Name(), "in": pts.At[t].X, "out": pts.At[t].Y}.Text("<row>: training <in>, leave-one-out <out>")
	}
	room := 0.06 * (hi - lo)
	lo, hi = lo-room, hi+room
	p := mark.Panel{
		ID: "pairs", Title: "Training vs leave-one-out margin", Note: "below 0: misclassified", Equal: true, Height: 1,
		X: mark.Axis{Name: "training margin yₜf(xₜ)", Min: lo, Max: hi}, Y: mark.Axis{Name: "leave-one-out margin yₜf⁻ᵗ(xₜ)", Min: lo, Max: hi},
		Alt: v.vars().Text("training and leave-one-out scores of <done point>"),
	}
	p.Add(
		mark.PolyLine{At: []mark.XY{{X: lo, Y: lo}, {X: hi, Y: hi}}, Style: mark.RoleSoft.Dashed(), Legend: "no change"},
		panel.Bound(0, "misclassified below 0", mark.RoleBad.Plain()), pts,
	)
	if v.less != nil {
		p.Add(v.leftOut(pts.At[v.row], 9, mark.RoleAccent.Wide(2.4), ""))
	}
	return p
}

// tally is the score of every point left out so far, a bar a point.
func (v view) tally() mark.Panel {
	bars := mark.Bars{Legend: "left out", Y: v.scores}
	full := mark.Points{Hollow: true, Style: mark.RoleInk.Plain(), Legend: "full fit"}
	lo, hi := 0.0, 1.5
	for k, y := range v.y {
		z, at, ref := y*v.full.f[k], float64(k+1), say.Row(k).Ref()
		lo, hi = min(lo, z), max(hi, z)
		full.At, full.Size, full.Refs = append(full.At, mark.XY{X: at, Y: z}), append(full.Size, 2.5), append(full.Refs, ref)
		if k < len(v.scores) {
			lo, hi = min(lo, v.scores[k]), max(hi, v.scores[k])
			bars.X, bars.Class, bars.Refs = append(bars.X, at), append(bars.Class, v.Points[k].Class()), append(bars.Refs, ref)
		}
	}
	bars.Tip = func(t int) say.Phrase {
		return say.Vars{"row": say.Row(t).Name(), "z": v.scores[t]}.Text("<row>: y·f⁻ᵗ = <z>")
	}
	if v.less != nil {
		bars.Hot = []int{v.row}
	}
	room, c := 0.08*(hi-lo), v.vars()
	p := mark.Panel{
		ID: "tally", Title: "Leave-one-out margins", Note: c.Text("<errors error>"), Height: 0.5,
		Alt: c.Text("leave-one-out margin of each of <done point>; <errors> below zero"),
		X:   panel.RowAxis(len(v.y)), Y: mark.Axis{Name: "margin y · f", Min: lo - room, Max: hi + room},
	}
	if len(bars.Y) > 0 {
		p.Add(bars)
	}
	p.Add(full, panel.Bound(0, "", mark.RoleBad.Plain()))
	return p
}

// alphas are the dual variables of all points, and of the refit beside them.
func (v view) alphas() mark.Panel {
	top, c := 0.0, v.vars()
	for _, a := range v.full.alpha {
		top = max(top, a)
	}
	r := panel.Rows{
		ID: "alphas", Title: "Dual variables", Note: c.Text("<sv support vector>"), Alt: c.Text("<n> dual variables, <sv> of them above 0"),
		Of: func(k int) float64 { return v.full.alpha[k] }, Legend: "all points",
		Tip: func(k int) say.Phrase {
			return say.Vars{"name": "α" + say.Sub(k+1), "value": v.full.alpha[k]}.Text("<name> = <value>")
		},
	}
	if v.row >= 0 {
		r.Hot = []int{v.row}
	}
	if v.less != nil {
		dots := mark.Points{Hollow: true, Style: mark.RoleAccent.Plain(), Legend: c.Text("without <row>")}
		for k, a := range v.less.alpha {
			if k != v.row {
				dots.At, dots.Size = append(dots.At, mark.XY{X: float64(k + 1), Y: a}), append(dots.Size, 3)
				dots.Refs = append(dots.Refs, say.Row(k).Ref())
				top = max(top, a)
			}
		}
		r.Marks = []mark.Mark{dots}
	}
	if top == 0 {
		top = 1
	}
	r.Y = mark.Axis{Name: "α", Min: -0.04 * top, Max: 1.1 * top}
	p := r.Panel(v.Problem)
	p.Height = 0.5
	return p
}
