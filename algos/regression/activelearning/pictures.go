package activelearning

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Colours of what comes up in several pictures.
const (
	yours    = mark.RoleClass3
	doubtful = mark.RoleClass1
	nowhere  = say.Phrase("XᵀX is singular")
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	return []mark.Panel{v.board(), v.gains(), v.variances(), v.racing(), v.plane(), v.limit()}
}

// nodes is how many inputs of the line a curve is drawn through at least.
const nodes = 121

// curve samples a function between two inputs.
func curve(low, high, height float64, f func(x float64) float64) []mark.XY {
	x := make([]float64, nodes)
	for i := range x {
		x[i] = low + (high-low)*float64(i)/(nodes-1)
	}
	return panel.Smooth(x, height, func(x float64) float64 { return max(-mark.Beyond, min(mark.Beyond, f(x))) })
}

// board draws the measured points, the fit and its band, and the query interval.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title, p.Note = "Fitted line and queries", w.Text("<k> of <queries query>")
	p.Alt = w.Text("<n point>, <k> of them by queries, the fitted line with its confidence band, and the query interval from <low> to <high>")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = v.left, v.right, v.bottom, v.top
	height := v.top - v.bottom
	p.Add(mark.Rect{
		Min: mark.XY{X: v.Low, Y: v.bottom}, Max: mark.XY{X: v.High, Y: v.bottom + 0.025*height}, Fill: true, Layer: mark.Under,
		Style: mark.RoleAccent.Plain().Faded(0.55),
	})
	if v.design.regular() && v.Noise > 0 {
		p.Add(v.band())
	}
	p.Add(v.others()...)
	p.Add(mark.PolyLine{At: curve(v.left, v.right, height, v.truth), Style: dotted(mark.RoleGood.Wide(1.6)), Legend: "true function"})
	if v.design.regular() {
		p.Add(mark.PolyLine{At: curve(v.left, v.right, height, v.line), Style: mark.RoleInk.Wide(2.4), Name: "line", Legend: "fitted line"})
	}
	measured := panel.Data(v.Problem, nil)
	measured.Legend = "initial observations"
	p.Add(measured)
	p.Add(v.asks()...)
	if !v.final() {
		p.Add(
			mark.Rule{Vertical: true, At: v.next, Style: mark.RoleAccent.Wide(1.6).Dashed()},
			mark.Points{
				At: []mark.XY{{X: v.next, Y: v.line(v.next)}}, Size: []float64{6}, Labels: []say.Phrase{"next"}, Hollow: true, Layer: mark.Over,
				Style: mark.RoleAccent.Wide(2.4),
			},
		)
	}
	p.Add(
		mark.Handle{Param: "x_min", Along: mark.Horizontal, At: mark.XY{X: v.Low, Y: v.bottom + 0.08*height}, Style: mark.RoleSoft.Plain(), Label: "x_min", Tip: "drag x_min"},
		mark.Handle{Param: "x_max", Along: mark.Horizontal, At: mark.XY{X: v.High, Y: v.bottom + 0.08*height}, Style: mark.RoleSoft.Plain(), Label: "x_max", Tip: "drag x_max"},
		v.handle(v.top-0.08*height),
	)
	return p
}

func dotted(s mark.Style) mark.Style {
	s.Dots = true
	return s
}

// handle is the reader's own query.
func (v view) handle(y float64) mark.Handle {
	return mark.Handle{
		Param: "query", Along: mark.Horizontal, At: mark.XY{X: v.Query, Y: y}, Label: "your query x",
		Tip: "drag it: your query", Style: yours.Plain(), Shape: 3,
	}
}

// band is two standard deviations of the line on either side; the noise of a new observation
// is not in it.
func (v view) band() mark.Mark {
	return panel.Band(nodes, mark.RoleClass0.Plain().Faded(0.3), "fitted line ± 2σ√(vᵀAv)", func(i int) (x, lo, hi float64) {
		x = v.left + (v.right-v.left)*float64(i)/(nodes-1)
		wide := min(2*v.Noise*math.Sqrt(v.design.variance(x)), mark.Beyond)
		return x, v.line(x) - wide, v.line(x) + wide
	})
}

// others are lines fitted at the same inputs, had the noise been another. A point keeps
// its noise when others are added.
func (v view) others() []mark.Mark {
	var marks []mark.Mark
	legend := panel.Once("refits with resampled noise")
	for _, theta := range v.resampled() {
		marks = append(marks, mark.PolyLine{
			At:    []mark.XY{{X: v.left, Y: theta[0]*v.left + theta[1]}, {X: v.right, Y: theta[0]*v.right + theta[1]}},
			Style: mark.RoleClass5.Wide(1).Faded(0.6), Legend: legend(),
		})
	}
	return marks
}

func (v view) resampled() [][2]float64 {
	if !v.design.regular() || v.Noise == 0 {
		return nil
	}
	var all [][2]float64
	y := make([]float64, len(v.x))
	for j := range v.Refits {
		r := v.Stream(streamLines + uint64(j))
		for i, x := range v.x {
			y[i] = v.truth(x) + v.Noise*r.NormFloat64()
		}
		all = append(all, v.fit(y))
	}
	return all
}

// asks are the observations so far, the last of them ringed.
func (v view) asks() []mark.Mark {
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "observed at queries"}
	first := len(v.Points)
	for i := first; i < len(v.x); i++ {
		dots.At = append(dots.At, mark.XY{X: v.x[i], Y: v.y[i]})
	}
	if len(dots.At) == 0 {
		return nil
	}
	dots.Tip = func(k int) say.Phrase {
		return say.Vars{"k": k + 1, "x": v.x[first+k], "y": v.y[first+k]}.Text("query <k>: x = <x>, y = <y>")
	}
	return []mark.Mark{dots, mark.Rings{
		At: dots.At[len(dots.At)-1:], Radius: []float64{9}, Labels: []say.Phrase{""}, Style: mark.RoleAccent.Wide(2),
	}}
}

// over draws a function of x, stronger over the interval, with the inputs that matter.
func (v view) over(c panel.Curves, f func(x float64) float64) mark.Panel {
	c.X = mark.Axis{Name: "x", Min: v.left, Max: v.right}
	if !v.design.regular() {
		c.Note, c.Y.Max, c.Handle = nowhere, 1, v.handle(0.5)
		return c.Panel()
	}
	top := 1.25 * max(v.tried(f), f(v.optimum))
	c.Y.Max, c.Handle = top, v.handle(0.08*top)
	c.Of = []panel.Quantity{
		{At: curve(v.left, v.right, top, f), Style: mark.RoleSoft.Wide(1.4).Dashed()},
		{At: curve(v.Low, v.High, top, f), Style: mark.RoleInk.Wide(2.6), Name: c.Y.Name},
	}
	if !v.final() {
		c.Over = append(c.Over, mark.Rule{Vertical: true, At: v.next, Label: "next", Style: mark.RoleAccent.Wide(1.6).Dashed()})
	}
	dot := func(x float64, s mark.Style, legend say.Phrase) {
		c.Over = append(c.Over, panel.Dot(mark.XY{X: x, Y: f(x)}, 6, s, legend))
	}
	dot(v.doubt, doubtful.Plain(), "maximum variance")
	dot(v.optimum, mark.RoleAccent.Plain(), "A-optimal")
	if v.inside() && f(v.Query) <= top {
		dot(v.Query, yours.Plain(), "your query")
	}
	return c.Panel()
}

// gains is what every query would take off the trace.
func (v view) gains() mark.Panel {
	w := v.vars()
	c := panel.Curves{ID: "gain", Title: "Reduction of Tr A by a query at x", Y: mark.Axis{Name: "f(v)"}, Alt: "f(v) over x; XᵀX is singular"}
	if v.design.regular() {
		c.Note = w.Text("maximum at x = <best>: <most>")
		c.Alt = w.Text("f(v) over x, with its maximum <most> at x = <best>")
	}
	return v.over(c, v.design.gain)
}

// variances is the predictive variance.
func (v view) variances() mark.Panel {
	w := v.vars()
	c := panel.Curves{ID: "variance", Title: "Predictive variance of the mean, over σ²", Y: mark.Axis{Name: "vᵀAv"}, Alt: "the predictive variance " +
		"over x; XᵀX is singular"}
	if v.design.regular() {
		c.Note = w.Text("maximum at x = <doubt>: <widest>")
		c.Alt = w.Text("the predictive variance over x, a parabola with its maximum <widest> at x = <doubt>")
	}
	return v.over(c, v.design.variance)
}

// racing is the trace after each query, beside other strategies.
func (v view) racing() mark.Panel {
	k := v.made()
	low, high := math.Inf(1), 0.0
	for _, trace := range slices.Concat(v.race.optimal, v.race.high) {
		if trace > 0 && trace < mark.Beyond {
			low, high = min(low, trace), max(high, trace)
		}
	}
	if !(high > 0) {
		low, high = 0.1, 1
	}
	for _, at := range v.floors() {
		low = min(low, at.Y)
	}
	c := panel.Curves{
		ID: "race", Title: "Tr A vs number of queries", Alt: v.vars().Text("Tr A of A-optimal, maximum-variance and random queries, up to query <k>"),
		X: mark.Axis{Name: "queries", Integer: true, Min: -0.3, Max: float64(v.Queries) + 0.3},
		Y: mark.Axis{Name: "Tr A", Log: true, Min: low / 1.3, Max: high * 1.4},
	}
	if v.design.regular() {
		c.Note = v.vars().Text("this run: <trace>")
	}
	line := func(traces []float64) []mark.XY {
		var at []mark.XY
		for i, trace := range traces[:k+1] {
			if trace > 0 {
				at = append(at, mark.XY{X: float64(i), Y: min(trace, mark.Beyond)})
			}
		}
		return at
	}
	band := mark.Band{Style: mark.RoleSoft.Plain().Faded(0.7), Legend: "random design: all runs"}
	for i := range k + 1 {
		if v.race.mean[i] > 0 && v.race.high[i] < mark.Beyond {
			band.X, band.Lo, band.Hi = append(band.X, float64(i)), append(band.Lo, v.race.low[i]), append(band.Hi, v.race.high[i])
		}
	}
	if len(band.X) > 1 {
		c.Under = append(c.Under, band)
	}
	c.Of = []panel.Quantity{{At: v.floors(), Style: mark.RoleGood.Wide(1.4).Dashed(), Legend: "minimum for this number of inputs"}}
	if own := line(v.traces()); len(own) > 0 {
		c.Of = append(
			c.Of,
			panel.Quantity{At: line(v.race.mean), Style: mark.RoleSoft.Wide(2), Legend: "random design: mean"},
			panel.Quantity{At: line(v.race.doubtful), Style: doubtful.Wide(2.4), Legend: "maximum variance"},
			panel.Quantity{At: line(v.race.optimal), Style: mark.RoleAccent.Wide(2.4).Dashed(), Legend: "A-optimal"},
		)
		c.Over = []mark.Mark{mark.Points{At: own, Style: mark.RoleInk.Plain(), Layer: mark.Over, Legend: "this run"}}
	}
	return c.Panel()
}

// floors are what no design of as many inputs comes below.
func (v view) floors() []mark.XY {
	var at []mark.XY
	low, high := v.reach()
	for k := range v.Queries + 1 {
		if n := len(v.Points) + k; n > 1 {
			at = append(at, mark.XY{X: float64(k), Y: floor(n, low, high)})
		}
	}
	return at
}

// traces are those of this run.
func (v view) traces() []float64 {
	d := designOf(v.x[:len(v.Points)])
	out := []float64{}
	for i := 0; ; i++ {
		trace := math.NaN()
		if d.regular() {
			trace = d.trace()
		}
		if out = append(out, trace); i == v.made() {
			return out
		}
		d = d.with(v.queried()[i])
	}
}
