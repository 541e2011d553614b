package universalapproximation

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// fitRole is the colour of the fitted network.
const fitRole = mark.RoleClass1

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.Function == drawn {
		panels = append(panels, v.drawing())
	}
	panels = append(panels, v.terms(), v.errors())
	switch {
	case v.polynomial():
		panels = append(panels, v.measure())
	case v.squashing():
		panels = append(panels, v.activation())
	}
	return append(panels, v.sizes())
}

// span is the range of f with some room.
func (t *task) span() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, y := range t.sample.y {
		lo, hi = min(lo, y), max(hi, y)
	}
	room := 0.25 * (hi - lo)
	if room == 0 {
		room = 1
	}
	return lo - room, hi + room
}

// curve is a function as a line with only the corners that are seen.
func (v view) curve(of func(i int) float64) []mark.XY {
	x := v.sample.x
	order, y := make([]int, len(x)), make([]float64, len(x))
	for i := range x {
		order[i], y[i] = i, of(i)
	}
	lo, hi := v.span()
	var at []mark.XY
	for _, i := range panel.Bends(order, func(i int) float64 { return x[i] }, (hi-lo)/2000, y) {
		at = append(at, mark.XY{X: x[i], Y: y[i]})
	}
	return at
}

// board shows the target, the network, and the thresholds.
func (v view) board() mark.Panel {
	w := v.vars()
	lo, hi := v.span()
	p := mark.Panel{
		ID: "board", Title: "Target and network", Note: w.Text("<k> of <n> units"), Alt: w.Text("the target f and a network of <k unit>; sup-error <sup>"),
		X: mark.Axis{Name: "x", Min: 0, Max: 1}, Y: mark.Axis{Name: "f(x), G(x)", Min: lo, Max: hi},
	}
	if v.sharper > 0 {
		limit := v
		limit.lambda = math.Inf(1)
		steps := limit.values()
		p.Add(mark.PolyLine{At: v.curve(func(i int) float64 { return steps[i] }), Style: mark.RoleSoft.Wide(1), Legend: "limit of steep units"})
	}
	p.Add(mark.PolyLine{At: v.curve(func(i int) float64 { return v.sample.y[i] }), Style: mark.RoleInk.Wide(2).Dashed(), Legend: "target f", Name: "f"})
	p.Add(mark.PolyLine{At: v.curve(func(i int) float64 { return v.g[i] }), Style: mark.RoleAccent.Wide(2.4), Legend: "constructed network G", Name: "G"})
	if v.fit != nil {
		of := v.fit.of(v.task)
		p.Add(mark.PolyLine{At: v.curve(func(i int) float64 { return of(v.sample.x[i]) }), Style: fitRole.Wide(2), Legend: "fitted network", Name: "fitted"})
		if !v.polynomial() {
			v.ticks(&p, v.fit.thresholds(v.task), lo+(hi-lo)*0.06, fitRole, "its thresholds")
		}
	}
	if !v.polynomial() && v.Placement != own {
		v.ticks(&p, v.t[:v.k], lo+(hi-lo)*0.025, mark.RoleAccent, "thresholds")
	}
	if v.Placement == own && !v.polynomial() {
		for i, at := range v.Thresholds {
			p.Add(mark.Handle{
				Param: "thresholds", Along: mark.Listed, At: mark.XY{X: at, Y: lo + (hi-lo)*0.1}, MovesX: []int{i},
				Name: say.Vars{"i": i + 1, "n": len(v.Thresholds)}.Text("threshold <i> of <n>"), Tip: "sets the threshold", Style: mark.RoleAccent.Plain(),
			})
		}
	}
	return p
}

// ticks are thresholds as dots at the lower border.
func (v view) ticks(p *mark.Panel, t []float64, y float64, role mark.Role, legend say.Phrase) {
	dots := mark.Points{Style: role.Plain(), Legend: legend, Layer: mark.Over}
	for i, at := range t {
		if at >= 0 && at <= 1 {
			dots.At, dots.Size = append(dots.At, mark.XY{X: at, Y: y}), append(dots.Size, 2.5)
			dots.Tips = append(dots.Tips, say.Vars{"j": i + 1, "t": at}.Text("unit <j>: threshold <t>"))
		}
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
}

// drawing is where a reader draws the target: a value for each column, from x = 0 to 1.
func (v view) drawing() mark.Panel {
	c := v.target.drawn
	bars := mark.Bars{Style: mark.RoleInk.Plain().Faded(0.3)}
	line := mark.PolyLine{Style: mark.RoleInk.Wide(2), Layer: mark.Over}
	for k, y := range c.Row(0) {
		at := float64(k) + 0.5
		bars.X, bars.Y = append(bars.X, at), append(bars.Y, y)
		line.At = append(line.At, mark.XY{X: at, Y: y})
	}
	p := mark.Panel{
		ID: "target", Title: "Target, drawn by hand", Note: "draw with the pen: x from 0 to 1", Edits: mark.EditsCurve, Height: 0.6,
		Alt: say.Vars{"n": c.Cols}.Text("the target as <n value> from x = 0 to x = 1"),
		X:   mark.Axis{Min: 0, Max: float64(c.Cols), Hidden: true}, Y: mark.Axis{Name: "f", Min: canvas.Low, Max: canvas.High},
	}
	p.Add(mark.Rule{Style: mark.RoleFaint.Wide(1)}, bars, line)
	return p
}

// mostTerms is how many units a picture shows, the last ones.
const mostTerms = 24

// terms are the units times their coefficients.
func (v view) terms() mark.Panel {
	w := v.vars()
	c := panel.Curves{
		ID: "units", Title: "Units times their coefficients", Note: "no unit yet", Alt: w.Text("<k unit> times their coefficients"), Height: 0.5,
		X: mark.Axis{Name: "x", Min: 0, Max: 1}, Y: mark.Axis{Name: "αⱼσ(wⱼx + bⱼ)"}, Under: []mark.Mark{panel.Zero()},
	}
	lo, hi := 0.0, 0.0
	legend := panel.Once("previous units")
	for i := max(0, v.k-mostTerms); i < v.k; i++ {
		of := func(x float64) float64 { return v.alpha[i] * v.psi(i, x) }
		x := []float64{0, 1}
		if at := v.t[i]; at > 0 && at < 1 {
			x = []float64{0, below(at), at, 1}
		}
		for _, at := range x {
			lo, hi = min(lo, of(at)), max(hi, of(at))
		}
		q := panel.Quantity{Style: mark.RoleSoft.Wide(1).Faded(0.7), Legend: legend()}
		if i == v.k-1 {
			c.Note = w.Text("accent: unit <k>")
			q.Style, q.Legend = mark.RoleAccent.Wide(2), "last unit"
		}
		if !v.squashing() || !math.IsInf(v.lambda, 1) {
			const even = 24
			for n := range even - 1 {
				x = append(x, float64(n+1)/even)
			}
			sortUnique(&x)
		}
		q.At = panel.Smooth(x, max(math.Abs(v.alpha[i]), 1e-9), of)
		if v.squashing() && math.IsInf(v.lambda, 1) {
			q.At = nil
			for _, at := range x {
				q.At = append(q.At, mark.XY{X: at, Y: of(at)})
			}
		}
		c.Of = append(c.Of, q)
	}
	room := max(0.1*(hi-lo), 1e-3)
	if hi-lo == 0 {
		room = 1
	}
	c.Y.Min, c.Y.Max = lo-room, hi+room
	return c.Panel()
}

// errors is f − G, with its bound.
func (v view) errors() mark.Panel {
	w := v.vars()
	x, off := v.worst()
	top := math.Abs(off)
	bound := v.bound()
	if bound < 3*top {
		top = max(top, bound)
	}
	if top = panel.RoundUp(1.1 * top); top == 0 {
		top = 1
	}
	c := panel.Curves{
		ID: "error", Title: "Approximation error", Note: w.Text("sup-error <sup=metric.sup_error>"), Alt: w.Text("f − G along x; sup-error <sup>"), Height: 0.5,
		X: mark.Axis{Name: "x", Min: 0, Max: 1}, Y: mark.Axis{Name: "f − G", Min: -top, Max: top}, Under: []mark.Mark{panel.Zero()},
	}
	if v.fit != nil {
		of := v.fit.of(v.task)
		c.Of = append(c.Of, panel.Quantity{
			At: v.curve(func(i int) float64 { return v.sample.y[i] - of(v.sample.x[i]) }), Style: fitRole.Wide(1.6), Legend: "fitted network",
		})
	}
	c.Of = append(c.Of, panel.Quantity{
		At: v.curve(func(i int) float64 { return v.sample.y[i] - v.g[i] }), Style: mark.RoleAccent.Wide(2), Legend: "constructed network", Name: "f − G",
	})
	if bound <= top {
		c.Over = append(c.Over, panel.Bound(bound, "ε", mark.RoleGood.Dashed()), panel.Bound(-bound, "−ε", mark.RoleGood.Dashed()))
	}
	c.Over = append(c.Over, panel.Ring(mark.XY{X: x, Y: off}, 6, mark.RoleInk.Plain(), "sup-error"))
	return c.Panel()
}

// activation is σ(λx) for the steepnesses so far, and its limit.
func (v view) activation() mark.Panel {
	reach := v.widest
	if reach == 0 || reach > 0.5 {
		reach = 0.5
	}
	c := panel.Curves{
		ID: "activation", Title: "One unit as λ grows", Note: "the limit is a step", Alt: "one unit around its threshold, and the step that is its limit", Height: 0.5,
		X: mark.Axis{Name: "x − t", Min: -reach, Max: reach}, Y: mark.Axis{Name: "σ(λ(x − t))", Min: -0.05, Max: 1.05},
	}
	c.Of = append(c.Of, panel.Quantity{
		At: []mark.XY{{X: -reach}, {}, {Y: 1}, {X: reach, Y: 1}}, Style: mark.RoleInk.Wide(1.6).Dashed(), Legend: "limit: threshold unit",
	})
	legend := panel.Once("smaller λ")
	for i := range v.sharper {
		q := panel.Quantity{Of: func(x float64) float64 { return v.squash(v.lambdas[i] * x) }, Style: mark.RoleSoft.Wide(1), Name: "", Legend: ""}
		if i == v.sharper-1 {
			c.Note = v.vars().Text("λ = <lambda=model.steepness>")
			q.Style, q.Legend, q.Name = mark.RoleAccent.Wide(2.2), "current λ", "σ"
		} else {
			q.Legend = legend()
		}
		c.Of = append(c.Of, q)
	}
	return c.Panel()
}

// measure is the measure that annihilates polynomial units.
func (v view) measure() mark.Panel {
	w := say.Vars{"n": len(v.mu), "bound": math.Abs(v.integral())}
	p := mark.Panel{
		ID: "measure", Title: "Annihilating measure μ", Note: w.Text("|∫f dμ| = <bound=model.lower_bound>"), Alt: w.Text("a signed measure at <n place>, which annihilates all units"),
		Height: 0.5, X: mark.Axis{Name: "x", Min: -0.02, Max: 1.02}, Y: mark.Axis{Name: "μ", Min: -0.6, Max: 0.6},
	}
	at := v.alternation()
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "mass of μ"}
	for i, mu := range v.mu {
		dots.At = append(dots.At, mark.XY{X: at[i], Y: mu})
		dots.Tips = append(dots.Tips, say.Vars{"x": at[i], "mu": mu}.Text("mass <mu> at x = <x>"))
	}
	p.Add(panel.Zero(), panel.Stems(len(at), mark.RoleAccent.Wide(2), "", func(i int) mark.XY { return mark.XY{X: at[i]} },
		func(i int) mark.XY { return dots.At[i] }), dots)
	return p
}

// sizes are the sup-errors of networks of all sizes.
func (v view) sizes() mark.Panel {
	r := v.rates()
	w := v.vars()
	lo, hi := math.Inf(1), 0.0
	seen := func(y []float64) (n, kept []float64) {
		for i, e := range y {
			if e > 1e-9 && e <= math.MaxFloat64 {
				lo, hi = min(lo, e), max(hi, e)
				n, kept = append(n, r.n[i]), append(kept, e)
			}
		}
		return n, kept
	}
	c := panel.Curves{
		ID: "sizes", Title: "Sup-error by number of units", Alt: w.Text("sup-errors of networks with 1 to 100 units; this one has <n>"),
		X: mark.Axis{Name: "units N", Min: 0.9, Max: 110, Log: true}, Height: 0.6,
	}
	add := func(y []float64, s mark.Style, name, legend say.Phrase) {
		if n, kept := seen(y); len(kept) > 1 {
			c.Of = append(c.Of, panel.Quantity{At: panel.Over(n, kept), Style: s, Name: name, Legend: legend, Dots: name != ""})
		}
	}
	switch {
	case v.polynomial():
		add(r.bound, mark.RoleGood.Wide(1.6).Dashed(), "", "lower bound |∫f dμ|")
		add(r.built, mark.RoleAccent.Wide(2), "sup-error", "best uniform approximation")
	case v.Activation == relu:
		add(r.flat, mark.RoleSoft.Wide(1.6), "", "best parabola: any number of squares")
		add(r.bound, mark.RoleGood.Wide(1.6).Dashed(), "", "bound ω(h)")
		add(r.built, mark.RoleAccent.Wide(2), "sup-error", "interpolation by ReLU units")
	default:
		add(r.flat, mark.RoleSoft.Wide(1.6), "", "best parabola: any number of squares")
		add(r.bound, mark.RoleGood.Wide(1.6).Dashed(), "", "bound ω(1/(2N))")
		add(r.built, mark.RoleAccent.Wide(2), "sup-error", "staircase, equally spaced")
	}
	if v.k == v.n && v.sup > 1e-9 {
		lo, hi = min(lo, v.sup), max(hi, v.sup)
		c.Over = append(c.Over, panel.Ring(mark.XY{X: float64(v.n), Y: v.sup}, 6, mark.RoleInk.Plain(), "this network"))
	}
	if v.fit != nil && v.fit.sup > 1e-9 {
		lo, hi = min(lo, v.fit.sup), max(hi, v.fit.sup)
		c.Over = append(c.Over, panel.Ring(mark.XY{X: float64(v.n), Y: v.fit.sup}, 6, fitRole.Plain(), "fitted network"))
	}
	if !(lo < hi) {
		lo, hi = 0.1, 1
	}
	c.Y = mark.Axis{Name: "sup |f − G|", Min: lo / 1.5, Max: hi * 1.5, Log: true}
	now := float64(v.n)
	c.Now = &now
	if v.Placement != own {
		c.Handle = mark.Handle{Param: "units", At: mark.XY{X: now, Y: lo / 1.2}, Name: "units N", Tip: "sets the number of units", Style: mark.RoleAccent.Plain()}
	}
	return c.Panel()
}
