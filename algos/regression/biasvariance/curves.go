package biasvariance

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// settingName is what an axis of settings is called.
func (t *task) settingName() say.Phrase {
	switch t.Topic {
	case averaging:
		return "members B"
	case shrinkage, maximum:
		return "factor c"
	case spread:
		return "c in n − c"
	case ridge:
		return "penalty λ"
	}
	switch t.Method {
	case polynomial:
		return "degree d"
	case neighbours:
		return "neighbours k"
	}
	return "penalty λ"
}

// penalty reports whether the settings are penalties, whose axis is logarithmic.
func (t *task) penalty() bool { return t.Topic == ridge || t.Topic == learner && t.Method == ridge }

// x is where a setting stands on its axis: λ = 0 at the left border.
func (t *task) x(j int) float64 {
	if t.penalty() && t.settings[j] < t.left() {
		return t.left()
	}
	return t.settings[j]
}

// left is the least penalty of the axis.
func (t *task) left() float64 {
	if t.Topic == ridge {
		return 1e-2
	}
	return 1e-4
}

// lowest is the share of the largest error below which nothing is drawn on a logarithmic axis.
const lowest = 1e-5

// curves are bias², variance and error against the settings: dots with error bars as they
// were measured, lines in closed form.
func (v view) curves() mark.Panel {
	w, last := v.vars(), len(v.settings)-1
	log := v.Topic == learner
	p := mark.Panel{
		ID: "curves", Title: "Error against the setting", Note: "no data set yet", Alt: "bias², variance and error against the setting: no data set yet",
		X: mark.Axis{Name: v.settingName(), Log: v.penalty(), Integer: v.whole()}, Y: mark.Axis{Name: "squared error", Log: log},
	}
	p.X.Min, p.X.Max = v.x(0), v.x(last)
	if room := 0.04 * (p.X.Max - p.X.Min); !p.X.Log {
		p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	}
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
	top := v.top()
	p.Y.Min, p.Y.Max = 0, top
	if log {
		p.Y.Min = lowest * top
	}
	if v.k > 0 {
		p.Note = "dots: measured, ± 2 standard errors"
		p.Alt = w.Text("bias² <bias2>, variance <var> and error <error> at the setting <setting>, of <k data set>, and at the others")
		if v.exact != nil {
			p.Note = "dots: measured; lines: closed form"
		}
		v.exactCurves(&p)
		v.dots(&p, biasRole, "bias²", func(m measured) (float64, float64) { return m.bias2, m.seBias })
		v.dots(&p, varRole, "variance", func(m measured) (float64, float64) { return m.variance, m.seVariance })
		v.dots(&p, mark.RoleAccent, "error", func(m measured) (float64, float64) { return m.fresh, m.seNew })
	}
	if v.noise > 0 {
		p.Add(mark.Rule{At: v.noise, Style: noiseRole.Wide(1.4).Dashed(), Legend: "noise σ²"})
	}
	at := v.x(v.chosen)
	if name := v.held(); name != "" {
		y := 0.06 * top
		if log {
			y = 3 * p.Y.Min
		}
		p.Add(mark.Rule{Vertical: true, At: at, Style: mark.RoleInk.Wide(1)},
			mark.Handle{Param: name, Along: mark.Horizontal, At: mark.XY{X: at, Y: y}, Size: 6, Style: mark.RoleInk.Plain(), Tip: "drag the setting"})
	} else {
		p.Add(mark.Rule{Vertical: true, At: at, Style: mark.RoleInk.Wide(1), Legend: "chosen"})
	}
	return p
}

// whole reports whether the settings are whole numbers.
func (t *task) whole() bool {
	return t.Topic == averaging || t.Topic == learner && t.Method != ridge
}

// held is the parameter that is dragged on the curves; none where it is a whole number.
func (t *task) held() string {
	switch t.Topic {
	case shrinkage, maximum:
		return "factor"
	case spread:
		return "ddof"
	case ridge:
		return "lambda"
	}
	if t.Topic == learner && t.Method == ridge {
		return "penalty"
	}
	return ""
}

// top is how high the curves are drawn: to the largest error, where that is not
// beyond all measure.
func (v view) top() float64 {
	errors := make([]float64, len(v.settings))
	least, most := math.Inf(1), 0.0
	for j := range errors {
		switch {
		case v.exact != nil:
			errors[j] = v.exact[j].error() + v.noise
		case v.k > 0:
			errors[j] = v.all[j].fresh
		}
		least, most = min(least, errors[j]), max(most, errors[j])
	}
	measure := 12 * least
	if v.Topic == learner {
		measure = 1e3 * least
	}
	top := 1.25 * most
	if measure > 0 {
		top = min(top, max(measure, 1.5*errors[v.chosen]))
	}
	if top = panel.RoundUp(top); !(top > 0) {
		return 1
	}
	return min(top, mark.Beyond)
}

func (v view) exactCurves(p *mark.Panel) {
	if v.exact == nil {
		return
	}
	curve := func(role mark.Role, of func(parts) float64) {
		l := mark.PolyLine{Style: role.Wide(1.6)}
		for j, e := range v.exact {
			l.At = append(l.At, v.place(p, j, of(e)))
		}
		p.Add(l)
	}
	curve(biasRole, func(e parts) float64 { return e.bias2 })
	curve(varRole, func(e parts) float64 { return e.variance })
	curve(mark.RoleAccent, func(e parts) float64 { return e.error() + v.noise })
}

// place is where a value of a setting is drawn; what is too small for the axis lies on its border.
func (v view) place(p *mark.Panel, j int, y float64) mark.XY {
	return mark.XY{X: v.x(j), Y: clip(max(y, p.Y.Min))}
}

// dots are what was measured, with two standard errors to both sides.
func (v view) dots(p *mark.Panel, role mark.Role, legend say.Phrase, of func(measured) (float64, float64)) {
	points := mark.Points{Style: role.Plain(), Legend: legend}
	bars := mark.Segments{Style: role.Wide(1.4), Layer: mark.Over}
	for j, m := range v.all {
		y, se := of(m)
		points.At, points.Size = append(points.At, v.place(p, j, y)), append(points.Size, 2.6)
		tip := say.Vars{"x": v.settings[j], "y": y, "se": se, "what": legend}
		if !(se > 0) {
			points.Tips = append(points.Tips, tip.Text("<what> at <x>: <y>"))
			continue
		}
		points.Tips = append(points.Tips, tip.Text("<what> at <x>: <y> ± <se>"))
		bars.From, bars.To = append(bars.From, v.place(p, j, y-2*se)), append(bars.To, v.place(p, j, y+2*se))
	}
	if v.exact == nil {
		p.Add(mark.PolyLine{At: points.At, Style: role.Wide(1).Dashed()})
	}
	p.Add(points)
	if len(bars.From) > 0 {
		p.Add(bars)
	}
}
