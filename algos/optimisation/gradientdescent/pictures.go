package gradientdescent

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.status.State == algos.Refused {
		return panels
	}
	switch v.Show {
	case race:
		panels = append(panels, v.raceCurves())
	case chord:
		panels = append(panels, v.chordGraph())
	}
	panels = append(panels, v.along())
	if v.f.definite() {
		panels = append(panels, v.factors())
	}
	if v.usesEta() {
		panels = append(panels, mark.Slow("rates", "Gradient norm by learning rate", v.byRate))
	}
	if v.f.quadratic && v.usesEta() {
		panels = append(panels, v.firstIterates())
	}
	return panels
}

// onBoard reports whether the board shows a place.
func (v view) onBoard(x vec) bool {
	w := v.window
	return x[0] >= w.X0 && x[0] <= w.X1 && x[1] >= w.Y0 && x[1] <= w.Y1
}

// board is the plane with contours, the path, and the handle of the start.
func (v view) board() mark.Panel {
	w, win := v.vars(), v.window
	p := mark.Panel{
		ID: "board", Title: "Contours of f", Note: w.Text("iteration <k>"), Alt: w.Text("contours of f and a path of <k iteration>"), Equal: true,
		X: mark.Axis{Name: "x₁", Min: win.X0, Max: win.X1}, Y: mark.Axis{Name: "x₂", Min: win.Y0, Max: win.Y1},
	}
	contours := panel.Landscape(win, "f", v.f.field(), v.f.cost())
	if contours.Partial = !v.f.quadratic; contours.Partial {
		_, smooth := v.f.e.Analytic()
		contours.Sharp = !smooth // it may jump
	}
	p.Add(contours)
	if v.status.State != algos.Refused {
		v.addModel(&p)
		v.addPaths(&p)
	}
	if v.Show == chord {
		p.Add(panel.Segment(xy(v.Start), xy(v.Chord), mark.RoleInk.Dashed(), "chord"))
		p.Add(mark.Handle{
			Param: "chord", At: xy(v.Chord), Name: "end of the chord", Tip: "sets the end of the chord", Label: "chord", Hollow: true,
			Style: mark.RoleInk.Plain(),
		})
	}
	p.Add(mark.Handle{Param: "start", At: xy(v.Start), Name: "initial point", Tip: "sets the initial point", Label: "start", Style: mark.RoleInk.Plain()})
	return p
}

// addModel draws the contour of Newton's quadratic model through the iterate that the last step left.
func (v view) addModel(p *mark.Panel) {
	was := v.before()
	if v.Optimiser != newton || v.k() == 0 || was.h.nature() != convexThere {
		return
	}
	d := was.h.det()
	r := dot(was.g, add(was.x, -1, v.now().x))
	if !(r > 0) {
		return
	}
	p.Add(mark.Ellipses{
		Mean: []mark.XY{xy(v.now().x)}, Cov: [][3]float64{{was.h[2] / d, -was.h[1] / d, was.h[0] / d}}, Radii: []float64{math.Sqrt(r)},
		Style: []mark.Style{mark.RoleGood.Dashed()}, Legend: "contour of the model",
	})
}

// addPaths draws the paths, the last step and the gradient.
func (v view) addPaths(p *mark.Panel) {
	if v.Show == race {
		for i, trail := range v.race() {
			n := min(v.k()+1, len(trail))
			p.Add(panel.Line(panel.Path(n, func(k int) mark.XY { return xy(clamped(trail[k].x)) }), racing(i), racers[i].name))
		}
	}
	if minima := v.shownMinima(); len(minima.At) > 0 {
		p.Add(minima)
	}
	s := v.now()
	if v.Show != race {
		p.Add(panel.Line(panel.Path(len(v.trail), func(k int) mark.XY { return xy(clamped(v.trail[k].x)) }), mark.RoleInk.Wide(1.4), "path"))
	}
	if v.k() > 0 {
		p.Add(panel.Arrow(xy(v.before().x), xy(s.x), mark.RoleAccent.Wide(2), "last step"))
	}
	if n := norm(s.g); n > 0 && v.onBoard(s.x) {
		tip := add(s.x, -0.12*(v.window.X1-v.window.X0)/n, s.g)
		p.Add(panel.Arrow(xy(s.x), xy(tip), mark.RoleSoft.Wide(2), "negative gradient"))
	}
	if v.onBoard(s.x) {
		p.Add(panel.Dot(xy(s.x), 4.5, mark.RoleAccent.Plain(), "current iterate"))
	}
}

// racing is the style of a racer.
func racing(i int) mark.Style { return mark.RoleOfClass(i).Wide(1.8) }

// clamped is a place, or one beyond every border in its stead.
func clamped(x vec) vec {
	return vec{max(-mark.Beyond, min(mark.Beyond, x[0])), max(-mark.Beyond, min(mark.Beyond, x[1]))}
}

// shownMinima are the global minima on the board.
func (v view) shownMinima() mark.Points {
	p := mark.Points{Hollow: true, Style: mark.RoleGood.Wide(2), Legend: "minimum", Layer: mark.Over}
	for _, m := range v.f.minima {
		if v.onBoard(m) {
			p.At, p.Size = append(p.At, xy(m)), append(p.Size, 6)
		}
	}
	return p
}

// along is f along −g, with its tangent, its quadratic model and both step sizes.
func (v view) along() mark.Panel {
	s := v.now()
	w := v.vars()
	best := s.optimal()
	eta := v.Eta
	if !v.usesEta() {
		eta = 0
	}
	w["best"] = best
	width := 1.0
	if best > 0 {
		width = 2.2 * best
	}
	if eta > width {
		width = 1.3 * eta
	}
	width = panel.RoundUp(width)
	c := panel.Curves{
		ID: "along", Title: "f along the negative gradient", X: mark.Axis{Name: "step size η", Max: width}, Y: mark.Axis{Name: "f(x − η g)"},
		Height: 0.5, Alt: w.Text("f along the negative gradient from <x>"),
	}
	gg, curvature := dot(s.g, s.g), dot(s.g, s.h.times(s.g))
	lo := s.f
	for i := range 65 {
		if y := v.f.at(add(s.x, -width*float64(i)/64, s.g)); finite(y) {
			lo = min(lo, y)
		}
	}
	if best > 0 {
		lo = min(lo, s.f-gg*best/2)
	}
	span := s.f - lo
	if !(span > 1e-12*(1+math.Abs(s.f))) {
		span = max(1e-9, 1e-3*math.Abs(s.f))
	}
	c.Y.Min, c.Y.Max = s.f-1.25*span, s.f+1.25*span
	if gg == 0 {
		c.Note = "the gradient is 0"
	} else {
		if best > 0 {
			if c.Note = w.Text("optimal η = <best=model.optimal_eta>"); !v.f.quadratic {
				c.Note = w.Text("optimal η of the model = <best=model.optimal_eta>")
			}
		}
		c.Of = append(c.Of,
			panel.Quantity{
				At:    v.sampled(width, c.Y, func(e float64) float64 { return v.f.at(add(s.x, -e, s.g)) }),
				Style: mark.RoleAccent.Wide(2), Name: "f", Legend: "f",
			},
			panel.Quantity{
				At:    v.sampled(width, c.Y, func(e float64) float64 { return s.f - e*gg }),
				Style: mark.RoleSoft.Wide(1.4), Name: "tangent", Legend: "tangent",
			})
		if !v.f.quadratic {
			c.Of = append(c.Of, panel.Quantity{
				At:    v.sampled(width, c.Y, func(e float64) float64 { return s.f - e*gg + e*e*curvature/2 }),
				Style: mark.RoleGood.Dashed(), Name: "model", Legend: "quadratic model",
			})
		}
		if best > 0 {
			c.Over = append(c.Over, mark.Rule{Vertical: true, At: best, Style: mark.RoleGood.Dashed(), Label: "optimal"})
		}
	}
	p := c.Panel()
	if v.usesEta() {
		p.Add(mark.Handle{
			Param: "eta", Along: mark.Horizontal, At: mark.XY{X: eta, Y: c.Y.Min + 0.1*(c.Y.Max-c.Y.Min)}, Name: "learning rate", Tip: "sets the learning rate",
			Label: "η", Style: mark.RoleInk.Plain(),
		})
	}
	return p
}

// sampled is a function of a step size from 0 to a width, as far as it stays near the axis.
func (v view) sampled(width float64, y mark.Axis, f func(eta float64) float64) []mark.XY {
	const nodes = 100
	var at []mark.XY
	room := y.Max - y.Min
	for i := range nodes + 1 {
		e := width * float64(i) / nodes
		value := f(e)
		if !finite(value) || value > y.Max+room || value < y.Min-room {
			break
		}
		at = append(at, mark.XY{X: e, Y: value})
	}
	if len(at) < 2 {
		return nil
	}
	return at
}

// largestKappa ends the axis of condition numbers.
const largestKappa = 1000

// factors is the bound of steepest descent by κ, and the factor of this step.
func (v view) factors() mark.Panel {
	w := v.vars()
	kappa := v.f.kappa()
	p := mark.Panel{
		ID: "factor", Title: "Convergence factor by condition number", Height: 0.5,
		X: mark.Axis{Name: "condition number κ", Min: 1, Max: largestKappa, Log: true}, Y: mark.Axis{Name: "factor of f − f*", Max: 1.1},
		Alt: w.Text("the bound of the convergence factor by condition number; at <kappa> it is <bound>"), Note: w.Text("κ = <kappa>: bound <bound>"),
	}
	curve := mark.PolyLine{Style: mark.RoleGood.Wide(2), Legend: "((κ−1)/(κ+1))²", Name: "bound", Layer: mark.Under}
	for i := range 61 {
		k := math.Pow(largestKappa, float64(i)/60)
		curve.At = append(curve.At, mark.XY{X: k, Y: (k - 1) / (k + 1) * (k - 1) / (k + 1)})
	}
	p.Add(curve, mark.Rule{At: 1, Style: mark.RoleFaint.Plain()})
	if r := v.factor(); r <= 1.1 && kappa <= largestKappa && kappa >= 1 {
		p.Add(panel.Dot(mark.XY{X: kappa, Y: r}, 5, mark.RoleAccent.Plain(), "this iteration"))
	}
	if v.Function == quadratic {
		p.Add(mark.Handle{
			Param: "kappa", Along: mark.Horizontal, At: mark.XY{X: min(max(kappa, 1), largestKappa), Y: 0.08}, Name: "condition number",
			Tip: "sets the condition number", Label: "κ", Style: mark.RoleInk.Plain(),
		})
	}
	return p
}

// byRate is where runs with other learning rates end.
func (v view) byRate() mark.Panel {
	w := v.vars()
	w["most"] = min(v.Iterations, triedIterations)
	lo, hi := math.Inf(1), 0.0
	line := panel.Quantity{Style: mark.RoleAccent.Wide(2), Name: "gradient norm", Legend: "at the end of the run", Dots: true}
	for _, r := range v.rates() {
		if r.norm > 0 && r.norm < 1e12 {
			lo, hi = min(lo, r.norm), max(hi, r.norm)
		}
	}
	if !(lo <= hi) {
		lo, hi = 0.1, 1
	}
	lo = max(lo/2, 1e-12)
	hi = min(max(2*hi, 10*lo), 1e4*max(1, norm(v.start.g)))
	for _, r := range v.rates() {
		if r.norm >= 0 {
			line.At = append(line.At, mark.XY{X: r.eta, Y: min(max(r.norm, lo), hi)})
		}
	}
	c := panel.Curves{
		ID: "rates", Title: "Gradient norm by learning rate", Note: w.Text("after at most <most iteration>"), Height: 0.5,
		X: mark.Axis{Name: "learning rate η", Min: leastRate, Max: mostRate, Log: true}, Y: mark.Axis{Name: "gradient norm", Min: lo, Max: hi, Log: true},
		Alt: w.Text("the gradient norm at the end of runs with other learning rates, after at most <most iteration>"),
	}
	if len(line.At) > 1 {
		c.Of = []panel.Quantity{line}
	}
	if limit := v.limit(); limit >= leastRate && limit <= mostRate {
		c.Over = append(c.Over, mark.Rule{Vertical: true, At: limit, Style: mark.RoleBad.Dashed(), Legend: "limit of convergence"})
	}
	if v.Eta >= leastRate && v.Eta <= mostRate {
		c.Over = append(c.Over, mark.Rule{Vertical: true, At: v.Eta, Style: mark.RoleInk.Plain(), Legend: "current η"})
	}
	return c.Panel()
}

// limit is the learning rate from which the optimiser diverges on a quadratic with a minimum; NaN where it is not known.
func (v view) limit() float64 {
	if v.f.definite() {
		switch l := v.f.lipschitz(); v.Optimiser {
		case descent:
			return 2 / l
		case momentum:
			return 2 * (1 + v.Beta) / l
		case nesterov:
			return 2 * (1 + v.Beta) / (1 + 2*v.Beta) / l
		}
	}
	return math.NaN()
}

// firstIterates is the table of x₁ after the first iterations for five learning rates.
func (v view) firstIterates() mark.Panel {
	t := panel.Table{
		ID: "table", Title: "First iterates by learning rate", Note: "x₁ after k iterations", Alt: "x₁ after the first five iterations for five learning rates",
		Head: []say.Phrase{"η"},
	}
	for k := range notedSteps {
		t.Head = append(t.Head, say.Vars{"k": k + 1}.Text("k = <k>"))
	}
	for i, xs := range v.table() {
		line := []say.Phrase{say.Vars{"x": noted[i]}.Text("<x>")}
		for _, x := range xs {
			line = append(line, say.Vars{"x": x}.Text("<x>"))
		}
		t.Rows = append(t.Rows, line)
		if noted[i] == v.Eta {
			t.Hot = append(t.Hot, i)
		}
	}
	return t.Panel()
}

// raceCurves is f, or its distance from the minimum, of all racers.
func (v view) raceCurves() mark.Panel {
	trails := v.race()
	value := func(s state) float64 { return s.f }
	c := panel.Curves{
		ID: "race", Title: "Race of the optimisers", Height: 0.55, Alt: v.vars().Text("f of five optimisers over <k iteration>"),
		X: mark.Axis{Name: "iteration", Max: float64(max(1, min(v.Iterations, racedIterations))), Integer: true}, Y: mark.Axis{Name: "f"},
	}
	known := !math.IsNaN(v.gap(v.start))
	if known {
		value, c.Y.Name, c.Y.Log = v.gap, "f − f*", true
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, trail := range trails {
		for _, s := range trail {
			if y := value(s); y > 0 || !known {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
	}
	first := value(v.start)
	if known {
		top := max(10*first, 1e-9)
		c.Y.Min, c.Y.Max = max(min(lo, top/10), 1e-12), min(max(hi, first), top)
		c.Y.Max = max(c.Y.Max, 10*c.Y.Min)
	} else {
		if !(lo < hi) {
			lo, hi = first-1, first+1
		}
		lo = max(lo, first-1e6)
		c.Y.Min, c.Y.Max = lo, min(hi, first+max(1, first-lo))
	}
	for i, trail := range trails {
		at := panel.Path(min(v.k()+1, len(trail)), func(k int) mark.XY {
			return mark.XY{X: float64(k), Y: min(max(value(trail[k]), c.Y.Min), c.Y.Max)}
		})
		if len(at) > 1 {
			c.Of = append(c.Of, panel.Quantity{At: at, Style: racing(i), Name: racers[i].name, Legend: racers[i].name})
		}
	}
	return c.Panel()
}

// chordGraph is f over the segment between both ends, with the chord of its graph.
func (v view) chordGraph() mark.Panel {
	a, b := v.Start, v.Chord
	fa, fb := v.f.at(a), v.f.at(b)
	middle := v.f.at(vec{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2})
	w := say.Vars{"f": middle, "chord": (fa + fb) / 2}
	p := mark.Panel{
		ID: "chord", Title: "Chord and graph", Height: 0.5, X: mark.Axis{Name: "a", Max: 1}, Y: mark.Axis{Name: "f"},
		Alt: "f between both ends of a chord, and the chord",
	}
	if finite(fa, fb, middle) {
		p.Note = w.Text("at ½: f = <f>, chord <chord>")
		p.Alt = w.Text("f between both ends of a chord; at the midpoint f is <f>, the chord <chord>")
	}
	const nodes = 160
	lo, hi := math.Inf(1), math.Inf(-1)
	graph := mark.PolyLine{Style: mark.RoleAccent.Wide(2), Name: "f", Legend: "f(a x₁ + (1−a) x₂)"}
	var pieces []mark.PolyLine
	for i := range nodes + 1 {
		s := float64(i) / nodes
		y := v.f.at(vec{s*a[0] + (1-s)*b[0], s*a[1] + (1-s)*b[1]})
		if !finite(y) || math.Abs(y) > mark.Beyond {
			pieces, graph = append(pieces, graph), mark.PolyLine{Style: graph.Style, Name: "f"}
			continue
		}
		lo, hi = min(lo, y), max(hi, y)
		graph.At = append(graph.At, mark.XY{X: s, Y: y})
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	for _, line := range append(pieces, graph) {
		if len(line.At) > 1 {
			p.Add(line)
		}
	}
	if finite(fa, fb) && max(math.Abs(fa), math.Abs(fb)) <= mark.Beyond {
		p.Add(mark.PolyLine{At: []mark.XY{{Y: fb}, {X: 1, Y: fa}}, Style: mark.RoleInk.Dashed(), Name: "chord", Legend: "chord"})
	}
	room := 0.08*(hi-lo) + 1e-9*(1+math.Abs(hi))
	p.Y.Min, p.Y.Max = lo-room, hi+room
	return p
}
