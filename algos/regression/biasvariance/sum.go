package biasvariance

import (
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// sum stacks the parts of the error: in closed form, as measured, and beside both the
// error that was measured at once.
func (v view) sum() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "sum", Title: "Bias² + variance + noise = error", Note: "no data set yet", Alt: "the parts of the error: no data set yet", Height: 0.62,
		X: mark.Axis{Hidden: true, Min: -0.6, Max: 2.6}, Y: mark.Axis{Name: "squared error", Min: 0, Max: 1},
	}
	if v.k == 0 {
		return p
	}
	m := v.now()
	e, closed := v.theory()
	top := max(m.bias2+m.variance+v.noise, m.fresh)
	if m.seNew > 0 {
		top = max(top, m.fresh+2*min(m.seNew, m.fresh))
	}
	if closed {
		top = max(top, e.error()+v.noise)
	}
	if top = panel.RoundUp(1.3 * top); !(top > 0) {
		top = 1
	}
	p.Y.Max = top
	p.Note, p.Alt = w.Text("<error> measured"), w.Text("bias² <bias2>, variance <var> and noise <noise> stacked; <error> was measured at once")
	stack := func(at float64, legends bool, values ...float64) {
		y := 0.0
		for i, role := range []mark.Role{biasRole, varRole, noiseRole} {
			if values[i] > 0 {
				r := mark.Rect{Min: mark.XY{X: at - 0.32, Y: y}, Max: mark.XY{X: at + 0.32, Y: y + values[i]}, Fill: true, Style: role.Plain().Faded(0.7)}
				if legends {
					r.Legend = []say.Phrase{"bias²", "variance", "noise σ²"}[i]
				}
				p.Add(r)
			}
			y += values[i]
		}
	}
	names := []say.Phrase{"closed form", "its parts", "the error"}
	if closed {
		stack(0, false, e.bias2, e.variance, v.noise)
	} else {
		names[0] = "no closed form"
	}
	stack(1, true, m.bias2, m.variance, v.noise)
	p.Add(mark.Rect{Min: mark.XY{X: 1.68}, Max: mark.XY{X: 2.32, Y: m.fresh}, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.5), Legend: "error"})
	if m.seNew > 0 {
		p.Add(mark.Segments{
			From: []mark.XY{{X: 2, Y: max(0, m.fresh-2*m.seNew)}}, To: []mark.XY{{X: 2, Y: m.fresh + 2*m.seNew}}, Style: mark.RoleInk.Wide(2), Layer: mark.Over,
			Legend: "± 2 standard errors",
		})
	}
	texts := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	for i, name := range names {
		texts.At, texts.Text = append(texts.At, mark.XY{X: float64(i), Y: 0.93 * top}), append(texts.Text, name)
	}
	p.Add(texts)
	return p
}
