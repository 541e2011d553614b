package bayesianregression

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// quick is the most observations whose degrees are compared while a hand drags something.
const quick = 60

const titleDegrees = "Model selection: evidence by degree"

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.post.d == 1 {
		panels = append(panels, v.bells())
	} else {
		panels = append(panels, v.coefficients())
	}
	switch {
	case v.post.n > quick:
		panels = append(panels, mark.Slow("degrees", titleDegrees, v.degrees))
	case v.post.n > 0:
		panels = append(panels, v.degrees())
	}
	return append(panels, v.uncertainty())
}

// Colours of what a reader puts in.
const (
	yours  = mark.RoleClass3
	prior  = mark.RoleSoft
	stripe = mark.RoleClass1
)

// board is the plane of the data: the mean, its bands, and lines drawn from the posterior.
func (v view) board() mark.Panel {
	w, win := v.vars(), v.Window
	p := mark.Panel{
		ID: "board", Title: "Posterior over lines", Edits: mark.EditsData, Note: w.Text("<seen> of <n observation>"),
		Alt: w.Text("Bayesian regression of degree <degree> after <seen> of <n observation>, log evidence <evidence>"),
		X:   mark.Axis{Name: "x", Min: win.X0, Max: win.X1}, Y: mark.Axis{Name: "y", Min: v.height[0], Max: v.height[1]},
	}
	p.Add(v.bands()...)
	for i, theta := range v.drawn() {
		line := mark.PolyLine{At: v.curve(theta), Style: mark.RoleOfClass(4 + i%3).Wide(1.2).Faded(0.8), Ref: drawn(i)}
		if i == 0 {
			line.Legend = "posterior samples (lines)"
		}
		p.Add(line)
	}
	p.Add(mark.PolyLine{At: v.curve(v.post.mu), Style: mark.RoleInk.Wide(2.4), Legend: "mean = MAP = ridge"})
	if v.post.d > 1 {
		p.Add(mark.PolyLine{At: v.curve(v.yours()), Style: yours.Wide(2).Dashed(), Legend: "your line"})
	}
	if v.phase == foreseeing || v.phase == weighing {
		p.Add(v.bar())
	}
	p.Add(v.observations()...)
	p.Add(mark.Handle{
		Param: "observation", At: mark.XY{X: v.opt.Observation[0], Y: v.opt.Observation[1]}, Size: 6, Shape: 3, Style: yours.Plain(),
		Tip: "drag your observation: its likelihood is the stripe in parameter space", Label: "your observation",
	})
	p.Add(v.grips()...)
	return p
}

// beyond is how many times the board's height a curve is followed above and below.
const beyond = 50

// clamp keeps a value near the board.
func (v view) clamp(y float64) float64 {
	room := beyond * (v.height[1] - v.height[0])
	return min(max(y, v.height[0]-room), v.height[1]+room)
}

func (v view) curve(theta []float64) []mark.XY {
	at := make([]mark.XY, nodes)
	for i, x := range v.inputs(nodes) {
		at[i] = mark.XY{X: x, Y: v.clamp(dot(v.basis.at(x), theta))}
	}
	return at
}

// bands are m ± 2s for f, and m ± 2√(s²+σ²) for a new observation.
func (v view) bands() []mark.Mark {
	band := func(noise, opacity float64, legend say.Phrase) mark.Band {
		b := mark.Band{Style: mark.RoleClass0.Plain().Faded(opacity), Legend: legend}
		for _, x := range v.inputs(nodes) {
			f := v.foresee(v.post, x)
			wide := 2 * math.Sqrt(f.variance+noise)
			b.X, b.Lo, b.Hi = append(b.X, x), append(b.Lo, v.clamp(f.mean-wide)), append(b.Hi, v.clamp(f.mean+wide))
		}
		return b
	}
	var marks []mark.Mark
	if v.opt.Band != "f" {
		marks = append(marks, band(v.opt.NoiseVar, 0.16, "predictive, with noise: m ± 2√(s²+σ²)"))
	}
	if v.opt.Band != "y" {
		marks = append(marks, band(0, 0.32, "epistemic uncertainty of f: m ± 2s"))
	}
	return marks
}

// drawn names a line and its dot.
func drawn(i int) string { return "draw" + string(rune('a'+i)) }

// drawn are coefficients from the posterior. Their random numbers stay when the posterior
// moves, so that a line can be followed.
func (v view) drawn() [][]float64 {
	var all [][]float64
	for _, e := range v.normals[:v.opt.Samples] {
		theta := v.post.back(e)
		for k := range theta {
			theta[k] += v.post.mu[k]
		}
		all = append(all, theta)
	}
	return all
}

// bar is the forecast of the observation of the step.
func (v view) bar() mark.Mark {
	f, x := v.forecast(), v.x[v.row]
	w := 2 * math.Sqrt(f.variance+v.opt.NoiseVar)
	return mark.Segments{
		From: []mark.XY{{X: x, Y: v.clamp(f.mean - w)}}, To: []mark.XY{{X: x, Y: v.clamp(f.mean + w)}}, Layer: mark.Over,
		Style: mark.RoleAccent.Wide(3).Faded(0.6), Legend: "predictive distribution of y: m ± 2√(s²+σ²)",
	}
}

// observations are filled once they were seen, hollow before.
func (v view) observations() []mark.Mark {
	dots := func(from, to int, p mark.Points) mark.Points {
		for i := from; i < to; i++ {
			p.At, p.Refs = append(p.At, panel.Place(v.Problem, i)), append(p.Refs, say.Row(i).Ref())
		}
		p.Tip = func(k int) say.Phrase {
			i := from + k
			return say.Vars{"point": say.Row(i).Name(), "input": v.x[i], "y": v.y[i]}.Text("<point> = <input>, y = <y>")
		}
		return p
	}
	var marks []mark.Mark
	if v.post.n < len(v.y) {
		marks = append(marks, dots(v.post.n, len(v.y), mark.Points{Hollow: true, Style: mark.RoleSoft.Plain().Faded(0.7), Legend: "not yet observed"}))
	}
	if v.post.n > 0 {
		marks = append(marks, dots(0, v.post.n, mark.Points{Style: mark.RoleInk.Plain(), Legend: "observations"}))
	}
	if v.row >= 0 {
		style := mark.RoleAccent.Wide(2.5)
		if v.phase == conditioning {
			style = mark.RoleGood.Wide(2.5)
		}
		marks = append(marks, mark.Rings{
			At: []mark.XY{panel.Place(v.Problem, v.row)}, Radius: []float64{9},
			Labels: []say.Phrase{say.Phrase(say.Row(v.row).Name())}, Style: style,
		})
	}
	return marks
}

// symbol names a coefficient.
func (v view) symbol(k int) string { return "θ" + say.Sub(v.basis.power[k]) }

// rest is what the coefficients that are not in the plane add to f at an input.
func (v view) rest(phi []float64) float64 { return dot(phi[2:], v.post.mu[2:]) }

// coefficients is the plane of the first two: a line is a point, an observation a stripe.
func (v view) coefficients() mark.Panel {
	p := mark.Panel{
		ID: "coefficients", Title: "Parameter space", Height: 0.85,
		X: mark.Axis{Name: say.Phrase(v.symbol(0)), Min: v.box[0][0], Max: v.box[0][1]},
		Y: mark.Axis{Name: say.Phrase(v.symbol(1)), Min: v.box[1][0], Max: v.box[1][1]},
	}
	w := say.Vars{"a": v.symbol(0), "b": v.symbol(1), "mean": v.post.mu[:2]}
	p.Note, p.Alt = "a point here is a line on the board", w.Text("the parameter space of <a> and <b>: posterior mean <mean>")
	now, before := v.post, v.before
	if v.phase == weighing {
		p.Add(v.likelihood())
	} else {
		p.Add(v.density())
	}
	if before == nil {
		before = v.task.prior()
	}
	if v.post.n > 0 {
		p.Add(v.ellipses(before, prior.Wide(1.4).Dashed(), v.earlier()))
	}
	p.Add(v.ellipses(now, mark.RoleInk.Wide(2), v.name()))
	if v.phase != starting {
		p.Add(v.stripes(v.x[v.row], v.y[v.row], stripe, "likelihood of this observation: ±2σ")...)
	}
	p.Add(v.stripes(v.opt.Observation[0], v.opt.Observation[1], yours, "likelihood of your observation")...)
	dots := mark.Points{Legend: "posterior samples (lines)", Style: mark.RoleClass4.Plain(), Layer: mark.Over}
	for i, theta := range v.drawn() {
		if theta[0] < p.X.Min || theta[0] > p.X.Max || theta[1] < p.Y.Min || theta[1] > p.Y.Max {
			continue
		}
		dots.At, dots.Refs, dots.Size = append(dots.At, mark.XY{X: theta[0], Y: theta[1]}), append(dots.Refs, drawn(i)), append(dots.Size, 3.5)
		dots.Class = append(dots.Class, 4+i%3)
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
	p.Add(mark.Handle{
		Param: "line", At: mark.XY{X: v.opt.Line[0], Y: v.opt.Line[1]}, Size: 6, Style: yours.Plain(),
		Tip: "drag your line: it is drawn on the board", Legend: "your line",
	})
	return p
}

// name is what the ellipses of now are called.
func (v view) name() say.Phrase {
	if v.post.n == 0 {
		return "prior"
	}
	return "posterior"
}

// earlier is what the dashed ellipses are called.
func (v view) earlier() say.Phrase {
	if v.before == nil || v.before.n == 0 {
		return "initial prior"
	}
	return "before this observation"
}

// ellipses hold 39 % and 86 % of two coefficients.
func (v view) ellipses(p *posterior, s mark.Style, legend say.Phrase) mark.Mark {
	c, d := p.covariance(), p.d
	return mark.Ellipses{
		Mean: []mark.XY{{X: p.mu[0], Y: p.mu[1]}}, Cov: [][3]float64{{c[0], c[1], c[d+1]}}, Radii: []float64{1, 2}, Style: []mark.Style{s}, Legend: legend,
	}
}

// density is that of the two coefficients, as a share of its largest value.
func (v view) density() mark.Mark {
	c, d := v.post.covariance(), v.post.d
	// The conditional of the second, given the first.
	slope := c[1] / c[0]
	rest := c[d+1] - slope*c[1]
	if !(rest > 0) {
		return nil // a line to working precision: the ellipses say as much
	}
	return mark.Field{
		Eval: panel.Score(func(x, y float64) float64 {
			a := x - v.post.mu[0]
			b := y - v.post.mu[1] - slope*a
			return math.Exp(-(a*a/c[0] + b*b/rest) / 2)
		}),
		Scale: mark.Sequential, Lo: 0, Hi: 1.6, Legend: "density",
	}
}

// likelihood is that of the observation of the step.
func (v view) likelihood() mark.Mark {
	phi, y := v.basis.at(v.x[v.row]), v.y[v.row]
	y -= v.rest(phi)
	return mark.Field{
		Eval: panel.Score(func(a, b float64) float64 {
			r := y - a*phi[0] - b*phi[1]
			return math.Exp(-r * r / (2 * v.opt.NoiseVar))
		}),
		Scale: mark.Sequential, Lo: 0, Hi: 1.6, Legend: "likelihood of this observation",
	}
}

// stripes are the lines that meet an observation exactly, and those that miss it by 2σ.
// Where there are more than two coefficients the others are as they are expected.
func (v view) stripes(x, y float64, role mark.Role, legend say.Phrase) []mark.Mark {
	phi := v.basis.at(x)
	size := max(math.Abs(phi[0]), math.Abs(phi[1]))
	if size == 0 {
		return nil // through the origin, every line meets x = 0 alike
	}
	var marks []mark.Mark
	for _, side := range [...]float64{0, -2, 2} {
		c := v.rest(phi) - y + side*math.Sqrt(v.opt.NoiseVar)
		ray := mark.Ray{A: phi[0] / size, B: phi[1] / size, C: c / size, Style: role.Wide(1.2).Dashed()}
		if side == 0 {
			ray.Style, ray.Legend = role.Wide(1.8), legend
		}
		marks = append(marks, ray)
	}
	return marks
}

// bells are the densities of the only coefficient: prior, likelihood and posterior, each
// as a share of its largest value.
func (v view) bells() mark.Panel {
	w := say.Vars{"a": v.symbol(0), "mean": v.post.mu[0], "sd": math.Sqrt(v.post.covariance()[0])}
	bell := func(mean, variance float64, style mark.Style, legend say.Phrase) panel.Quantity {
		return panel.Quantity{Nodes: nodes, Style: style, Legend: legend, Of: func(x float64) float64 { return math.Exp(-(x - mean) * (x - mean) / (2 * variance)) }}
	}
	before := v.before
	if before == nil {
		before = v.task.prior()
	}
	c := panel.Curves{
		ID: "coefficients", Title: "Posterior of the coefficient", Height: 0.7, Note: w.Text("<a> = <mean> ± <sd>"),
		Alt: w.Text("density of <a>: mean <mean>, standard deviation <sd>"),
		X:   mark.Axis{Name: say.Phrase(v.symbol(0)), Min: v.box[0][0], Max: v.box[0][1]}, Y: mark.Axis{Name: "density, scaled to 1", Min: 0, Max: 1.1},
	}
	if v.post.n > 0 {
		c.Of = append(c.Of, bell(before.mu[0], before.covariance()[0], prior.Wide(1.6).Dashed(), v.earlier()))
	}
	if v.row >= 0 {
		if phi := v.basis.at(v.x[v.row])[0]; phi != 0 {
			c.Of = append(c.Of, bell(v.y[v.row]/phi, v.opt.NoiseVar/(phi*phi), stripe.Wide(1.8), "likelihood of this observation"))
		}
	}
	c.Of = append(c.Of, bell(v.post.mu[0], v.post.covariance()[0], mark.RoleInk.Wide(2.4), v.name()))
	return c.Panel()
}

// degrees compares the degrees by their evidence, with Laplace's method and the BIC.
func (v view) degrees() mark.Panel {
	all := v.scores()
	best := favourite(all)
	low, least, high := best.evidence, math.Inf(1), best.evidence
	for _, s := range all {
		least, high = min(least, s.evidence, s.bic), max(high, s.bic)
		if s.degree >= best.degree {
			low = min(low, s.evidence, s.bic)
		}
	}
	floor := max(least, low-max(3, high-low)) - 1
	laplace := mark.Rings{Style: mark.RoleInk.Wide(1.4), Legend: "Laplace approximation (exact here)"}
	for _, s := range all {
		if s.laplace >= floor {
			laplace.At, laplace.Radius = append(laplace.At, mark.XY{X: float64(s.degree), Y: s.laplace}), append(laplace.Radius, 5)
		}
	}
	w := say.Vars{"best": best.degree, "top": best.evidence, "now": v.opt.Degree}
	c := panel.Curves{
		ID: "degrees", Title: titleDegrees, Note: w.Text("highest evidence: degree <best>"), Height: 0.7,
		Alt:   w.Text("log evidence against the degree: highest for degree <best>, <top>"),
		X:     mark.Axis{Name: "degree", Min: -0.5, Max: maxDegree + 0.5, Integer: true},
		Y:     mark.Axis{Name: "nats", Min: floor, Max: high + max(1, (high-floor)/12)},
		Under: []mark.Mark{mark.Rule{Vertical: true, At: float64(best.degree), Style: mark.RoleGood.Wide(1.6), Legend: "highest evidence"}},
		Of: []panel.Quantity{
			{At: panel.Traced(all, func(s score) (x, y float64) { return float64(s.degree), s.bic }), Style: mark.RoleClass2.Wide(1.6).Dashed(), Legend: "BIC"},
			{At: panel.Traced(all, func(s score) (x, y float64) { return float64(s.degree), s.evidence }), Style: mark.RoleAccent.Wide(2), Legend: "log evidence"},
		},
		Over: []mark.Mark{laplace},
	}
	if v.opt.Degree != best.degree {
		c.Under = append(c.Under, mark.Rule{Vertical: true, At: float64(v.opt.Degree), Style: prior.Wide(1.2).Dashed(), Legend: "current degree"})
	}
	return c.Panel()
}

// uncertainty is the standard deviation along the board, in its two parts.
func (v view) uncertainty() mark.Panel {
	sigma := math.Sqrt(v.opt.NoiseVar)
	line := panel.Quantity{Style: mark.RoleAccent.Wide(2.2), Legend: "epistemic: s(x) of f"}
	both := panel.Quantity{Style: mark.RoleInk.Wide(1.4), Legend: "total: √(s² + σ²)"}
	top := sigma
	for _, x := range v.inputs(nodes) {
		f := v.foresee(v.post, x)
		line.At = append(line.At, mark.XY{X: x, Y: math.Sqrt(f.variance)})
		both.At = append(both.At, mark.XY{X: x, Y: math.Sqrt(f.variance + v.opt.NoiseVar)})
		top = max(top, both.At[len(both.At)-1].Y)
	}
	return panel.Curves{
		ID: "uncertainty", Title: "Epistemic and aleatoric uncertainty", Note: "data reduce only the epistemic part", Height: 0.6,
		Alt:   say.Vars{"sigma": sigma}.Text("standard deviation of f along x, beside that of the noise, <sigma>"),
		X:     mark.Axis{Name: "x", Min: v.Window.X0, Max: v.Window.X1},
		Y:     mark.Axis{Name: "standard deviation", Min: 0, Max: panel.RoundUp(min(top, max(6*sigma, v.height[1]-v.height[0])))},
		Under: []mark.Mark{panel.Level(sigma, mark.RoleGood.Wide(1.8).Dashed(), "aleatoric: noise σ")},
		Of:    []panel.Quantity{both, line},
	}.Panel()
}
