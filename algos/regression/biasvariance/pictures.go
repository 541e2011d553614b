package biasvariance

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	switch {
	case v.Topic == learner:
		if v.Truth == byHand {
			return []mark.Panel{v.fan(), v.drawing(), v.curves(), v.sum(), v.profile()}
		}
		return []mark.Panel{v.fan(), v.curves(), v.sum(), v.profile()}
	case len(v.truth) == 2:
		return []mark.Panel{v.cloud(), v.curves(), v.sum()}
	}
	return []mark.Panel{v.histogram(), v.curves(), v.sum()}
}

// The roles of the parts in all pictures.
var (
	biasRole  = mark.RoleClass0
	varRole   = mark.RoleClass1
	noiseRole = mark.RoleSoft
)

// mostFits is how many of the last fits are drawn.
const mostFits = 30

func xys(x, y []float64) []mark.XY {
	at := make([]mark.XY, len(x))
	for i := range x {
		at[i] = mark.XY{X: x[i], Y: clip(y[i])}
	}
	return at
}

func clip(x float64) float64 { return max(-mark.Beyond, min(mark.Beyond, x)) }

// sd is the standard deviation of the fits at a place.
func (v view) sd(i int) float64 { return math.Sqrt(v.m2[i] / float64(v.k)) }

// fan draws the fits of all data sets, their mean, and the truth.
func (v view) fan() mark.Panel {
	x, w := grid(places), v.vars()
	reach := 1.6 + 1.4*min(v.Sigma, 4)
	c := panel.Curves{
		ID: "board", Title: "Fits on the simulated data sets", Note: "no data set yet", Alt: w.Text("the true function ȳ, and noise with σ = " +
			"<sigma> around it"),
		X: mark.Axis{Name: "x", Min: -1.05, Max: 1.05}, Y: mark.Axis{Name: "y", Min: -reach, Max: reach},
	}
	band := func(of func(i int) float64, about []float64, style mark.Style, legend say.Phrase) {
		c.Under = append(c.Under, panel.Band(len(x), style, legend, func(i int) (at, lo, hi float64) {
			return x[i], clip(about[i] - of(i)), clip(about[i] + of(i))
		}))
	}
	if v.Sigma > 0 {
		band(func(int) float64 { return v.Sigma }, v.truth, noiseRole.Plain().Faded(0.15), "ȳ ± σ (noise)")
	}
	if v.k > 0 {
		c.Note, c.Alt = w.Text("data set <k=model.sets>"), w.Text("the latest of <k> fits, the mean fit and the true function; bias² <bias2>, "+
			"variance <var>")
		band(v.sd, v.mean, varRole.Plain().Faded(0.25), "h̄ ± standard deviation")
		legend := panel.Once("previous fits")
		for _, h := range v.fits[max(0, v.k-mostFits) : v.k-1] {
			c.Of = append(c.Of, panel.Quantity{At: xys(x, h), Style: mark.RoleFaint.Wide(1).Faded(0.6), Legend: legend()})
		}
		c.Of = append(c.Of, panel.Quantity{At: xys(x, v.fits[v.k-1]), Style: mark.RoleAccent.Wide(1.8), Legend: "latest fit h", Name: "h"})
	}
	c.Of = append(c.Of, panel.Quantity{At: xys(x, v.truth), Style: mark.RoleInk.Wide(2).Dashed(), Legend: "true function ȳ", Name: "ȳ"})
	if v.k > 0 {
		c.Of = append(c.Of, panel.Quantity{At: xys(x, v.mean), Style: biasRole.Wide(2.6), Legend: "mean fit h̄", Name: "h̄"})
		c.Over = []mark.Mark{mark.Points{At: xys(v.last.x, v.last.y), Style: mark.RoleAccent.Plain(), Legend: "data set D", Layer: mark.Data}}
	}
	return c.Panel()
}

// drawing is where a reader draws the true function: a column for each value, from x = −1 to 1.
func (v view) drawing() mark.Panel {
	n := float64(v.drawn.Cols)
	bars := mark.Bars{Style: mark.RoleInk.Plain().Faded(0.3)}
	line := mark.PolyLine{Style: mark.RoleInk.Wide(2), Layer: mark.Over}
	for k, y := range v.drawn.Row(0) {
		at := float64(k) + 0.5
		bars.X, bars.Y = append(bars.X, at), append(bars.Y, y)
		line.At = append(line.At, mark.XY{X: at, Y: y})
	}
	p := mark.Panel{
		ID: "truth", Title: "True function, drawn by hand", Note: "draw with the pen: x from −1 to 1", Edits: mark.EditsCurve, Height: 0.6,
		Alt: say.Vars{"n": v.drawn.Cols}.Text("the true function as <n value> from x = −1 to 1"),
		X:   mark.Axis{Min: 0, Max: n, Hidden: true}, Y: mark.Axis{Name: "ȳ", Min: canvas.Low, Max: canvas.High},
	}
	p.Add(mark.Rule{Style: mark.RoleFaint.Wide(1)}, bars, line)
	return p
}

// profile is bias and spread at each x.
func (v view) profile() mark.Panel {
	x, w := grid(places), v.vars()
	top := 0.0
	c := panel.Curves{
		ID: "profile", Title: "Bias and standard deviation along x", Note: "no data set yet", Alt: "bias and standard deviation at each x: no data set yet",
		X: mark.Axis{Name: "x", Min: -1.05, Max: 1.05}, Y: mark.Axis{Name: "h̄ − ȳ, standard deviation"},
		Over: []mark.Mark{mark.Rule{At: 0, Style: mark.RoleFaint.Wide(1)}},
	}
	add := func(of func(i int) float64, style mark.Style, name, legend say.Phrase) {
		q := panel.Quantity{Style: style, Name: name, Legend: legend}
		for i := range x {
			q.At = append(q.At, mark.XY{X: x[i], Y: clip(of(i))})
			top = max(top, math.Abs(q.At[i].Y))
		}
		c.Of = append(c.Of, q)
	}
	if v.k > 0 {
		c.Note, c.Alt = w.Text("over <k data set>"), w.Text("bias and standard deviation at each x, over <k data set>; bias² <bias2>, variance <var>")
		add(func(i int) float64 { return v.mean[i] - v.truth[i] }, biasRole.Wide(2.2), "bias", "h̄ − ȳ")
		add(v.sd, varRole.Wide(2.2), "standard deviation", "standard deviation of h")
		if v.expected != nil {
			add(func(i int) float64 { return v.expected[i] - v.truth[i] }, mark.RoleInk.Wide(1.2).Dashed(), "", "E[h] − ȳ")
		}
	}
	if top = panel.RoundUp(1.05 * top); top == 0 {
		top = 1
	}
	c.Y.Min, c.Y.Max = -top, top
	return c.Panel()
}

// cloud is the plane of slope and intercept, as the bull's-eyes of the notes: the truth in
// the middle, and where each data set has hit.
func (v view) cloud() mark.Panel {
	w := v.vars()
	reach := 0.5
	for i := range 2 {
		reach = max(reach, math.Abs(v.truth[i]), math.Abs(v.expected[i])+2.6*math.Sqrt(v.cov[2*i]))
	}
	reach = panel.RoundUp(reach)
	p := mark.Panel{
		ID: "board", Title: "Scatter of the estimates", Equal: true, Note: "no data set yet", Alt: w.Text("θ* at (<slope>, <offset>)"),
		X: mark.Axis{Name: "slope θ", Min: -reach, Max: reach}, Y: mark.Axis{Name: "intercept θ₀", Min: -reach, Max: reach},
	}
	centre := mark.XY{X: v.expected[0], Y: v.expected[1]}
	if v.k > 0 {
		p.Note = w.Text("data set <k=model.sets>")
		p.Alt = w.Text("<k> estimates with mean (<mean>, <mean2>), and θ* at (<slope>, <offset>)")
		hits := mark.Points{Style: varRole.Plain().Faded(0.45), Legend: "estimates", Layer: mark.Data}
		for _, h := range v.fits[max(0, v.k-mostDots):v.k] {
			hits.At, hits.Size = append(hits.At, mark.XY{X: clip(h[0]), Y: clip(h[1])}), append(hits.Size, 2.2)
		}
		p.Add(hits)
		if v.cov.det() > 1e-12*v.cov.trace()*v.cov.trace() && v.Sigma > 0 {
			p.Add(mark.Ellipses{
				Mean: []mark.XY{centre}, Cov: [][3]float64{v.cov}, Radii: []float64{1, 2}, Style: []mark.Style{varRole.Wide(1.6)},
				Legend: "closed-form covariance, 1 and 2 sd",
			})
		}
		at, h := mark.XY{X: clip(v.mean[0]), Y: clip(v.mean[1])}, v.fits[v.k-1]
		p.Add(panel.Arrow(mark.XY{X: v.truth[0], Y: v.truth[1]}, at, biasRole.Wide(2.2), "bias"),
			panel.Dot(at, 5, biasRole.Plain(), "mean estimate"), panel.Dot(mark.XY{X: clip(h[0]), Y: clip(h[1])}, 4.5, mark.RoleAccent.Plain(), "latest"))
	}
	p.Add(mark.Handle{
		Param: "target", Along: mark.Plane, At: mark.XY{X: v.truth[0], Y: v.truth[1]}, Size: 6.5, Style: mark.RoleInk.Plain(),
		Tip: "drag θ*", Legend: "truth",
	})
	return p
}

// mostDots is how many estimates are drawn one by one.
const mostDots = 500

// bins is how many columns a histogram has.
const bins = 30

// histogram is how often which estimate came out.
func (v view) histogram() mark.Panel {
	w := v.vars()
	truth, centre, sd := v.truth[0], v.expected[0], math.Sqrt(v.exact[v.chosen].variance)
	lo, hi := min(truth, centre-3.5*sd), max(truth, centre+3.5*sd)
	if v.Topic != shrinkage && v.Topic != averaging && !(v.Topic == ridge) {
		lo = max(lo, 0) // neither a variance nor a maximum is below 0
	}
	if hi-lo < 1e-9*(1+math.Abs(truth)) {
		lo, hi = truth-1, truth+1
	}
	room := 0.06 * (hi - lo)
	b := panel.Bars{
		ID: "board", Title: "Sampling distribution of the estimate", Note: "no data set yet", Alt: w.Text("the true value is <t>"),
		X: mark.Axis{Name: "estimate", Min: lo - room, Max: hi + room}, Y: mark.Axis{Name: "number of data sets", Integer: true, Max: 1},
		Style: varRole.Plain().Faded(0.6), Legend: "estimates",
	}
	over := func(s mark.Segments) {
		s.Layer = mark.Over
		b.Marks = append(b.Marks, s)
	}
	if v.k > 0 {
		b.At, b.Values = make([]float64, bins), make([]float64, bins)
		width, top := (hi-lo)/bins, 0.0
		bin := func(h []float64) int { return min(bins-1, max(0, int((h[0]-lo)/width))) }
		for i := range b.At {
			b.At[i] = lo + (float64(i)+0.5)*width
		}
		for _, h := range v.fits {
			b.Values[bin(h)]++
			top = max(top, b.Values[bin(h)])
		}
		b.Y.Max, b.Hot = 1.25*top, []int{bin(v.fits[v.k-1])}
		b.Note = w.Text("data set <k>: <h>")
		b.Alt = w.Text("a histogram of <k> estimates with mean <mean> and true value <t>; bias² <bias2>, variance <var>")
		mean, off := v.mean[0], v.sd(0)
		over(panel.Segment(mark.XY{X: clip(mean - off), Y: 1.12 * top}, mark.XY{X: clip(mean + off), Y: 1.12 * top}, varRole.Wide(3), "standard deviation"))
		over(panel.Segment(mark.XY{X: truth, Y: 1.18 * top}, mark.XY{X: clip(mean), Y: 1.18 * top}, biasRole.Wide(3), "bias"))
		b.Marks = append(b.Marks, mark.Rule{Vertical: true, At: mean, Style: biasRole.Wide(2), Legend: "mean"})
	}
	b.Marks = append(b.Marks, mark.Rule{Vertical: true, At: truth, Style: mark.RoleInk.Wide(2).Dashed(), Legend: "truth"})
	if bound, ok := v.bound(); ok && bound > 0 && v.k > 0 {
		r := math.Sqrt(bound)
		over(panel.Segment(mark.XY{X: centre - r}, mark.XY{X: centre + r}, mark.RoleGood.Wide(4), "Cramér–Rao lower bound"))
	}
	return b.Panel()
}

// settingName is what an axis of settings is called.
func (t *task) settingName() say.Phrase {
	switch t.Topic {
	case averaging:
		return "ensemble size B"
	case shrinkage, maximum:
		return "shrinkage factor c"
	case spread:
		return "ddof c (divide by n − c)"
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

// lowest is the fraction of the largest error below which nothing is drawn on a logarithmic axis.
const lowest = 1e-5

// curves are bias², variance and error against the settings: dots with error bars as they
// were measured, lines in closed form.
func (v view) curves() mark.Panel {
	w, last := v.vars(), len(v.settings)-1
	log := v.Topic == learner
	c := panel.Curves{
		ID: "curves", Title: "Error vs model complexity", Note: "no data set yet", Alt: "bias², variance and error against model complexity: no " +
			"data set yet",
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
		c.Note = "dots: simulated, ± 2 standard errors"
		c.Alt = w.Text("bias² <bias2>, variance <var> and error <error> at the current value <setting>, over <k data set>, and at the others")
		if v.exact != nil {
			c.Note = "dots: simulated; lines: closed form"
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
		c.Handle = mark.Handle{Param: name, At: mark.XY{X: rule.At, Y: low}, Size: 6, Style: mark.RoleInk.Plain(), Tip: "drag the complexity"}
	} else {
		rule.Legend = "current"
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

// sum stacks the parts of the error: in closed form, as measured, and beside both the
// error that was measured at once.
func (v view) sum() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "sum", Title: "Bias–variance decomposition of the error", Note: "no data set yet", Alt: "the parts of the error: no data set yet", Height: 0.62,
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
	p.Note, p.Alt = w.Text("simulated error <error>"), w.Text("bias² <bias2>, variance <var> and noise <noise> stacked; the simulated error is <error>")
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
	names := []say.Phrase{"closed form", "simulated parts", "simulated error"}
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
