package gpclassification

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/laplace"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	var panels []mark.Panel
	if v.line() {
		c := v.curves()
		panels = append(panels, v.lineBoard(c), v.latent(c))
	} else {
		panels = append(panels, v.planeBoard())
	}
	panels = append(panels, v.averaging())
	if !v.line() {
		panels = append(panels, v.along())
	}
	panels = append(panels, v.pulls(), v.weights())
	if v.hasLength() && len(v.y) <= mostCurve {
		panels = append(panels, mark.Slow("lengths", titleLengths, v.lengthPanel))
	}
	return panels
}

// board is what both boards begin with.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title = w.Text("Probability of <class>")
	p.Note = w.Text("ψ = <psi>, <wrong> misclassified")
	p.Alt = w.Text("<n point>, objective <psi>, log marginal likelihood <evidence>, <wrong> misclassified")
	return p
}

// planeBoard shades the averaged probability.
func (v view) planeBoard() mark.Panel {
	p, w := v.board(), v.vars()
	field := mark.Field{
		Eval: v.evalAverage, Scale: mark.Diverging, Lo: -0.5, Hi: 0.5,
		Legend: w.Text("averaged predictive probability of <class>, from 0 to 1"),
	}
	soft := mark.RoleSoft.Wide(1)
	field.Levels = []mark.Level{
		{Value: -0.4, Style: soft.Dashed(), Label: "p = 0.1 and 0.9"},
		{Value: -0.25, Style: soft, Label: "p = ¼ and ¾"},
		{Value: 0, Style: mark.RoleInk.Wide(2.4), Label: "decision boundary p = ½"},
		{Value: 0.25, Style: soft},
		{Value: 0.4, Style: soft.Dashed()},
	}
	if v.phase == starting {
		field.Levels = nil // p is ½ everywhere
	}
	p.Add(field, v.dots())
	p.Add(v.pulled())
	p.Add(v.handle(v.opt.Q[1]))
	return p
}

func (v view) evalAverage(dst []float64, g grid.Grid) {
	v.state.Means(dst, g)
	variance := make([]float64, len(dst))
	v.state.Variances(variance, g)
	for i, m := range dst {
		dst[i] = v.average(m, variance[i]) - 0.5
	}
}

// dots are the points with what the run says of each.
func (v view) dots() mark.Points {
	return panel.Data(v.Problem, v.tip)
}

func (v view) tip(i int) say.Phrase {
	return say.Vars{"row": say.Row(i).Name(), "f": v.state.F[i], "g": v.state.Grad[i], "p": laplace.Sigmoid(v.state.F[i])}.
		Text("<row>: f = <f>, σ(f) = <p>, gradient <g>")
}

// pulled encircles the points whose log likelihoods have the largest gradients.
func (v view) pulled() mark.Mark {
	if v.phase == starting {
		return nil // all gradients are equal
	}
	return panel.Rings(v.Problem, mark.RoleBad.Wide(1.2), "gradient magnitude above 0.3", func(i int) float64 {
		if g := math.Abs(v.state.Grad[i]); g > 0.3 {
			return 5 + 9*g
		}
		return 0
	})
}

// handle is q, to be dragged; none where it is off the board.
func (v view) handle(y float64) mark.Mark {
	at := mark.XY{X: v.opt.Q[0], Y: y}
	return mark.Handle{Param: "q", At: at, Label: "q", Size: 5.5, Tip: "drag q, the query point", Style: mark.RoleClass3.Plain()}
}

// A place on a line with what is said there.
type place struct {
	x float64
	forecast
}

// even is the number of places on a line that are looked at in any case.
const even = 91

// curves are forecasts along the board, at more places where they bend.
func (v view) curves() []place {
	return v.row(v.Window.X0, v.Window.X1, func(x float64) [2]float64 { return [2]float64{x} })
}

func (v view) row(from, to float64, at func(x float64) [2]float64) []place {
	xs := make([]float64, even)
	for i := range xs {
		xs[i] = from + (to-from)*float64(i)/(even-1)
	}
	known := map[float64]forecast{}
	bent := panel.Smooth(xs, 1, func(x float64) float64 {
		f := v.forecast(at(x))
		known[x] = f
		return f.p
	})
	places := make([]place, len(bent))
	for i, q := range bent {
		places[i] = place{x: q.X, forecast: known[q.X]}
	}
	return places
}

// both are the two probabilities as curves.
func both(c []place) []mark.Mark {
	averaged := mark.PolyLine{Style: mark.RoleInk.Wide(2.4), Legend: "averaged p", Name: "averaged p"}
	plugin := mark.PolyLine{Style: mark.RoleAccent.Wide(1.6).Dashed(), Legend: "plug-in σ(m)", Name: "plug-in"}
	for _, q := range c {
		averaged.At, plugin.At = append(averaged.At, mark.XY{X: q.x, Y: q.p}), append(plugin.At, mark.XY{X: q.x, Y: q.plugin})
	}
	return []mark.Mark{mark.Rule{At: 0.5, Style: mark.RoleFaint.Plain()}, plugin, averaged}
}

// share is the axis of a probability, with room for points at 0 and 1.
func share(name say.Phrase) mark.Axis { return mark.Axis{Name: name, Min: -0.12, Max: 1.12} }

// lineBoard is the board of one input: points stand at 0 and 1.
func (v view) lineBoard(c []place) mark.Panel {
	p := v.board()
	p.Y = share("p, and the label")
	p.Add(both(c)...)
	p.Add(v.dots())
	p.Add(v.pulled())
	p.Add(v.handle(v.forecast(v.query()).p))
	return p
}

// latent is f on a line: its mean, its band and the points' values with the gradients.
func (v view) latent(c []place) mark.Panel {
	dots := v.dots()
	for i, f := range v.state.F {
		dots.At[i].Y = f
	}
	stems := mark.Segments{Style: mark.RoleBad.Wide(1.4), Legend: "gradient of each log likelihood"}
	for i, at := range dots.At {
		stems.From, stems.To = append(stems.From, at), append(stems.To, mark.XY{X: at.X, Y: at.Y + v.state.Grad[i]})
	}
	w := v.vars()
	return panel.Curves{
		ID: "latent", Title: "Latent function f", Note: w.Text("p = σ(f)"), Height: 0.7,
		Alt: w.Text("the mean of f with two standard deviations around it, and <n point> at their latent values"),
		X:   mark.Axis{Name: "x", Min: v.Window.X0, Max: v.Window.X1}, Y: mark.Axis{Name: "f"},
		Under: []mark.Mark{panel.Band(len(c), mark.RoleSoft.Plain().Faded(0.25), "m ± 2s", func(i int) (x, lo, hi float64) {
			s := 2 * math.Sqrt(c[i].variance)
			return c[i].x, c[i].mean - s, c[i].mean + s
		}), panel.Zero()},
		Of: []panel.Quantity{{
			At: panel.Traced(c, func(q place) (x, y float64) { return q.x, q.mean }), Style: mark.RoleInk.Wide(2.2), Legend: "posterior mean m of f", Name: "m",
		}},
		Over: []mark.Mark{stems, dots},
	}.Panel()
}

// averaging shows at q the density of f, the sigmoid, and their product, whose proportion of the density's area is the
// averaged probability.
func (v view) averaging() mark.Panel {
	q, w := v.forecast(v.query()), v.vars()
	s := math.Sqrt(q.variance)
	reach := panel.RoundUp(max(4, math.Abs(q.mean)+3.2*s))
	bell := func(f float64) float64 {
		z := (f - q.mean) / s
		return math.Exp(-z * z / 2)
	}
	c := panel.Curves{
		ID: "averaging", Title: "Sigmoid averaged over the density of f(q)", Note: w.Text("averaged <p>, plug-in <plugin>"),
		Alt: w.Text("f at q has the mean <m> and the variance <s2>; the averaged sigmoid is <p>, the sigmoid of the mean <plugin>"),
		X:   mark.Axis{Name: "f(q)", Min: -reach, Max: reach}, Y: share("probability; density scaled to maximum 1"),
	}
	if s > 1e-6*reach {
		xs := make([]float64, 0, 2*even)
		for i := range 2 * even {
			xs = append(xs, -reach+2*reach*float64(i)/(2*even-1))
		}
		product := mark.PolyLine{
			At: []mark.XY{{X: -reach}}, Closed: true, Fill: true, Style: mark.RoleClass1.Plain().Faded(0.3),
			Legend: "σ × density: its proportion of the area is p",
		}
		product.At = append(product.At, panel.Smooth(xs, 1, func(f float64) float64 { return laplace.Sigmoid(f) * bell(f) })...)
		product.At = append(product.At, mark.XY{X: reach})
		c.Under = []mark.Mark{product}
		c.Of = []panel.Quantity{{At: panel.Smooth(xs, 1, bell), Style: mark.RoleClass3.Wide(2), Legend: "density of f(q)", Name: "density"}}
	}
	c.Of = append(c.Of, panel.Quantity{At: panel.Curve(-reach, reach, 160, 1, laplace.Sigmoid), Style: mark.RoleInk.Wide(2), Legend: "sigmoid σ(f)", Name: "σ"})
	c.Over = []mark.Mark{
		mark.Rule{Vertical: true, At: q.mean, Style: mark.RoleSoft.Dashed()},
		panel.Level(q.p, mark.RoleInk.Dashed(), "averaged p"),
		panel.Dot(mark.XY{X: q.mean, Y: q.plugin}, 4.5, mark.RoleAccent.Plain(), "plug-in σ(m)"),
	}
	return c.Panel()
}

// along compares the two probabilities on the horizontal line through q.
func (v view) along() mark.Panel {
	w := v.vars()
	w["y"] = v.opt.Q[1]
	return panel.Curves{
		ID: "along", Title: "Averaged vs plug-in probability", Note: w.Text("along x₂ = <y>, through q"), Height: 0.7,
		Alt: w.Text("both probabilities along the horizontal line through q, where they are <p> and <plugin>"),
		X:   mark.Axis{Name: "x₁", Min: v.Window.X0, Max: v.Window.X1}, Y: share("probability"),
		Under: both(v.row(v.Window.X0, v.Window.X1, func(x float64) [2]float64 { return [2]float64{x, v.opt.Q[1]} })),
		Over:  []mark.Mark{mark.Rule{Vertical: true, At: v.opt.Q[0], Label: "q", Style: mark.RoleClass3.Dashed()}},
	}.Panel()
}

// pulls are the latent values with the gradient of each log likelihood.
func (v view) pulls() mark.Panel {
	w := v.vars()
	stems := mark.Segments{Style: mark.RoleBad.Wide(2), Legend: "gradient ∇ᵢ of each log likelihood", Layer: mark.Over}
	for i, f := range v.state.F {
		stems.From, stems.To = append(stems.From, mark.XY{X: float64(i + 1), Y: f}), append(stems.To, mark.XY{X: float64(i + 1), Y: f + v.state.Grad[i]})
	}
	return panel.Rows{
		ID: "pulls", Title: "Latent values and likelihood gradients", Note: w.Text("largest gradient <pull>"), Alt: w.Text("<n> latent values, the " +
			"largest gradient <pull>"),
		Y: mark.Axis{Name: "f"}, Of: func(i int) float64 { return v.state.F[i] }, What: "f", Tip: v.tip,
		Marks: []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}, stems},
	}.Panel(v.Problem)
}

// weights are σ(1 − σ): the curvature of each likelihood.
func (v view) weights() mark.Panel {
	w, top := v.vars(), 0.0
	for _, x := range v.state.W {
		top = max(top, x)
	}
	w["top"] = top
	return panel.Rows{
		ID: "weights", Title: "Likelihood curvature W", Note: w.Text("maximum <top>"), Alt: w.Text("<n> curvatures, the largest <top>"),
		Y: mark.Axis{Name: "σ(1 − σ)", Max: 0.27}, Of: func(i int) float64 { return v.state.W[i] }, What: "W",
		Marks: []mark.Mark{mark.Rule{At: 0.25, Legend: "maximum ¼", Style: mark.RoleSoft.Dashed()}},
	}.Panel(v.Problem)
}

const titleLengths = "Log marginal likelihood vs length scale"

// lengthPanel is the log marginal likelihood over a factor of all length scales, at the mode of each.
func (v view) lengthPanel() mark.Panel {
	w, now := v.vars(), v.state.Evidence()
	w["stretch"] = v.opt.Factor
	line := panel.Quantity{Style: mark.RoleInk.Wide(2), Legend: "at the mode of each", Name: "log marginal likelihood"}
	var values []float64
	for _, h := range v.lengths() {
		line.At, values = append(line.At, mark.XY{X: h.factor, Y: h.evidence}), append(values, h.evidence)
	}
	if len(values) == 0 {
		values = []float64{-1, 0}
	}
	c := panel.Curves{
		ID: "lengths", Title: titleLengths, Note: w.Text("length-scale factor <stretch>"), Alt: w.Text("the log marginal likelihood over the length-scale " +
			"factor, which is <stretch> now"),
		X: mark.Axis{Name: "length-scale factor", Log: true, Min: minFactor, Max: maxFactor}, Y: panel.Spanning("log marginal likelihood", 0.1, values...),
		Over: []mark.Mark{panel.Dot(mark.XY{X: v.opt.Factor, Y: now}, 4, mark.RoleAccent.Plain(), "ψ − ½ log|B| at this step")},
	}
	c.Y.Min, c.Y.Max = min(c.Y.Min, now), max(c.Y.Max, now) // before the mode it may lie beyond
	if len(line.At) > 1 {
		c.Of = []panel.Quantity{line}
	}
	c.Handle = mark.Handle{
		Param: "length_scale_factor", At: mark.XY{X: v.opt.Factor, Y: c.Y.Min + 0.1*(c.Y.Max-c.Y.Min)}, Size: 5.5, Style: mark.RoleAccent.Plain(),
		Tip: "drag the length-scale factor",
	}
	return c.Panel()
}
