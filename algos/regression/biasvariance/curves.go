package biasvariance

import (
	"math"
	"slices"

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
	c := panel.Curves{
		ID: "curves", Title: "Error against the setting", Note: "no data set yet", Alt: "bias², variance and error against the setting: no data set yet",
		X: mark.Axis{Name: v.settingName(), Min: v.x(0), Max: v.x(last), Log: v.penalty(), Integer: v.whole()},
		Y: mark.Axis{Name: "squared error", Max: v.top(), Log: log},
	}
	if room := 0.04 * (c.X.Max - c.X.Min); !c.X.Log {
		c.X.Min, c.X.Max = c.X.Min-room, c.X.Max+room
	}
	if c.X.Min == c.X.Max {
		c.X.Min, c.X.Max = c.X.Min-1, c.X.Max+1
	}
	low := 0.06 * c.Y.Max
	if log {
		c.Y.Min = lowest * c.Y.Max
		low = 3 * c.Y.Min
	}
	if v.k > 0 {
		c.Note = "dots: measured, ± 2 standard errors"
		c.Alt = w.Text("bias² <bias2>, variance <var> and error <error> at the setting <setting>, of <k data set>, and at the others")
		if v.exact != nil {
			c.Note = "dots: measured; lines: closed form"
		}
		c.Of = v.exactCurves(c.Y.Min)
		c.Over = slices.Concat(
			v.dots(c.Y.Min, biasRole, "bias²", func(m measured) (float64, float64) { return m.bias2, m.seBias }),
			v.dots(c.Y.Min, varRole, "variance", func(m measured) (float64, float64) { return m.variance, m.seVariance }),
			v.dots(c.Y.Min, mark.RoleAccent, "error", func(m measured) (float64, float64) { return m.fresh, m.seNew }),
		)
	}
	if v.noise > 0 {
		c.Over = append(c.Over, panel.Level(v.noise, noiseRole.Wide(1.4).Dashed(), "noise σ²"))
	}
	rule := mark.Rule{Vertical: true, At: v.x(v.chosen), Style: mark.RoleInk.Wide(1)}
	if name := v.held(); name != "" {
		c.Handle = mark.Handle{Param: name, At: mark.XY{X: rule.At, Y: low}, Size: 6, Style: mark.RoleInk.Plain(), Tip: "drag the setting"}
	} else {
		rule.Legend = "chosen"
	}
	c.Over = append(c.Over, rule)
	return c.Panel()
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

// exactCurves are bias², variance and error in closed form; nil where there is none.
func (v view) exactCurves(low float64) []panel.Quantity {
	if v.exact == nil {
		return nil
	}
	curve := func(role mark.Role, of func(parts) float64) panel.Quantity {
		q := panel.Quantity{Style: role.Wide(1.6)}
		for j, e := range v.exact {
			q.At = append(q.At, v.place(low, j, of(e)))
		}
		return q
	}
	return []panel.Quantity{
		curve(biasRole, func(e parts) float64 { return e.bias2 }),
		curve(varRole, func(e parts) float64 { return e.variance }),
		curve(mark.RoleAccent, func(e parts) float64 { return e.error() + v.noise }),
	}
}

// place is where a value of a setting is drawn; what is too small for the axis lies on its border.
func (v view) place(low float64, j int, y float64) mark.XY {
	return mark.XY{X: v.x(j), Y: clip(max(y, low))}
}

// dots are what was measured, with two standard errors to both sides.
func (v view) dots(low float64, role mark.Role, legend say.Phrase, of func(measured) (float64, float64)) []mark.Mark {
	points := mark.Points{Style: role.Plain(), Legend: legend}
	bars := mark.Segments{Style: role.Wide(1.4), Layer: mark.Over}
	for j, m := range v.all {
		y, se := of(m)
		points.At, points.Size = append(points.At, v.place(low, j, y)), append(points.Size, 2.6)
		tip := say.Vars{"x": v.settings[j], "y": y, "se": se, "what": legend}
		if !(se > 0) {
			points.Tips = append(points.Tips, tip.Text("<what> at <x>: <y>"))
			continue
		}
		points.Tips = append(points.Tips, tip.Text("<what> at <x>: <y> ± <se>"))
		bars.From, bars.To = append(bars.From, v.place(low, j, y-2*se)), append(bars.To, v.place(low, j, y+2*se))
	}
	var marks []mark.Mark
	if v.exact == nil {
		marks = append(marks, mark.PolyLine{At: points.At, Style: role.Wide(1).Dashed()})
	}
	if marks = append(marks, points); len(bars.From) > 0 {
		marks = append(marks, bars)
	}
	return marks
}
