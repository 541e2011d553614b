package mcmc

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.trace()}
	if v.Method == hmc {
		panels = append(panels, v.energies())
	}
	k := v.watched()
	panels = append(panels, v.marginal(k), v.marginal(1-k))
	if v.t > v.Warmup {
		panels = append(panels, v.autocorrelation())
	}
	return append(panels, v.means())
}

// The most places and corners that a picture shows.
const (
	mostDots  = 300
	mostTrail = 40
	mostTrace = 220
)

// contours are the fractions of the maximum density at which lines are drawn.
var contours = []float64{0.9, 0.6, 0.3, 0.1, 0.02}

// board is the density, the chains and what this step is about.
func (v view) board() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Target density and chains", Equal: true, Edits: mark.EditsData,
		X:   mark.Axis{Name: "x₁", Min: v.window.X0, Max: v.window.X1},
		Y:   mark.Axis{Name: "x₂", Min: v.window.Y0, Max: v.window.Y1},
		Alt: w.Text("contours of the target density and <chains chain> on it; the first is at <x> after <t iteration>"),
	}
	if v.t > 0 && v.Method != gibbs {
		p.Note = w.Text("acceptance rate <rate>")
	}
	p.Add(v.landscape())
	data := panel.Data(v.problem, nil)
	data.Style, data.Legend = mark.RoleFaint.Plain(), "your points, the centres of the kernels"
	if v.Target != onPoints {
		data.Hollow, data.Legend = true, "initial states: one chain per point"
	}
	p.Add(data)
	p.Add(v.visited()...)
	p.Add(v.trails()...)
	p.Add(v.proposal()...)
	return p
}

// landscape is p̃, relative to the highest value on the board.
func (v view) landscape() mark.Field {
	like := mark.Field{Scale: mark.Sequential, Lo: 0, Hi: 1.6, Legend: "density, relative to its maximum"}
	for _, share := range contours {
		like.Levels = append(like.Levels, mark.Level{Value: share, Style: mark.RoleSoft.Wide(0.9)})
	}
	return panel.Surface{
		Of: func(x, y float64) float64 { return math.Exp(min(0, v.log(place{x, y})-v.top)) }, Cost: v.cost, Cache: v.field, Context: v.ctx, Like: like,
	}.Field()
}

// visited are the places of the first chain behind the warm-up, thinned.
func (v view) visited() []mark.Mark {
	if v.t == 0 {
		return nil
	}
	every := (v.t + mostDots - 1) / mostDots
	dots := mark.Points{Style: mark.RoleInk.Plain().Faded(0.45), Legend: "draws of the first chain"}
	for t := v.t % every; t < v.t; t += every {
		if t > v.Warmup {
			dots.At, dots.Size = append(dots.At, xy(v.x[0][t])), append(dots.Size, 2.1)
		}
	}
	if len(dots.At) == 0 {
		return nil
	}
	return []mark.Mark{dots}
}

// trails are the last places of every chain, and where it is.
func (v view) trails() []mark.Mark {
	var marks []mark.Mark
	for c := v.Chains - 1; c >= 0; c-- {
		from := max(0, v.t-mostTrail)
		if c > 0 {
			from = max(0, v.t-mostTrail/4)
		}
		line := mark.PolyLine{Style: role(c).Wide(1).Faded(0.7)}
		for t := from; t <= v.t; t++ {
			if at := xy(v.x[c][t]); len(line.At) == 0 || line.At[len(line.At)-1] != at {
				line.At = append(line.At, at)
			}
		}
		if c == 0 {
			line.Style = role(0).Wide(1.4)
		}
		if len(line.At) > 1 {
			line.Layer = mark.Over
			marks = append(marks, line)
		}
		size, legend := 5.5, say.Phrase("first chain")
		if c > 0 {
			size, legend = 4, ""
			if c == 1 {
				legend = "other chains"
			}
		}
		if x := v.x[c][v.t]; v.window.Contains(x[0], x[1]) {
			marks = append(marks, panel.Dot(xy(x), size, role(c).Plain(), legend))
		}
	}
	return marks
}

// role is the colour of a chain.
func role(c int) mark.Role {
	if c == 0 {
		return mark.RoleInk
	}
	return mark.RoleOfClass((c - 1) % 7)
}

func xy(x place) mark.XY { return mark.XY{X: x[0], Y: x[1]} }

// proposal is what this step is about: the proposal distribution, the proposed state and whether it was accepted.
func (v view) proposal() []mark.Mark {
	d := v.draw
	var marks []mark.Mark
	if v.Method == hastings && !v.MALA {
		// The arrow stands at the origin, so that it stays where it is while the chain moves.
		if arrow := panel.Arrow(mark.XY{}, xy(v.Drift), mark.RoleClass1.Wide(2), ""); arrow != nil {
			marks = append(marks, arrow)
		}
		marks = append(marks, mark.Handle{
			Param: "drift", At: xy(v.Drift), Size: 5, Hollow: true, Style: mark.RoleClass1.Plain(), Tip: "drag the proposal drift", Legend: "proposal drift d",
		})
	}
	if d == nil {
		return marks
	}
	switch v.Method {
	case gibbs:
		return append(marks, v.slices()...)
	case hmc:
		return append(marks, v.wayOf()...)
	}
	s2 := v.Step * v.Step
	middle := place{d.from[0] + d.drift[0], d.from[1] + d.drift[1]}
	if bounded(middle[0]) && bounded(middle[1]) {
		marks = append(marks, mark.Ellipses{
			Mean: []mark.XY{xy(middle)}, Cov: [][3]float64{{s2, 0, s2}}, Radii: []float64{1, 2},
			Style: []mark.Style{mark.RoleAccent.Dashed()}, Layer: mark.Over, Legend: "proposal distribution, 1σ and 2σ",
		})
	}
	if !bounded(d.to[0]) || !bounded(d.to[1]) {
		return marks
	}
	return append(marks, v.outcome(mark.PolyLine{At: []mark.XY{xy(d.from), xy(d.to)}})...)
}

// outcome draws the way to the proposal and what became of it.
func (v view) outcome(way mark.PolyLine) []mark.Mark {
	style, legend := mark.RoleAccent, say.Phrase("proposed")
	if v.stage == deciding {
		style, legend = mark.RoleBad, "rejected"
		if v.draw.accepted {
			style, legend = mark.RoleGood, "accepted"
		}
	}
	way.Style, way.Layer = style.Wide(2), mark.Over
	if v.stage == deciding && !v.draw.accepted {
		way.Style = style.Dashed()
	}
	return []mark.Mark{way, mark.Rings{At: []mark.XY{way.At[len(way.At)-1]}, Radius: []float64{8}, Style: style.Wide(2.4), Layer: mark.Over, Legend: legend}}
}

// slices are the full conditionals of a sweep as curves over the lines on which they are defined.
func (v view) slices() []mark.Mark {
	d := v.draw
	middle := place{d.to[0], d.from[1]}
	k, at, to := 0, d.from, middle
	if v.stage == deciding {
		k, at, to = 1, middle, d.to
	}
	lo, hi := v.side(k)
	across0, across1 := v.side(1 - k)
	curve, top := mark.PolyLine{Style: mark.RoleAccent.Wide(1.8), Layer: mark.Over, Legend: "full conditional"}, 0.0
	const n = 120
	heights := make([]float64, n+1)
	for i := range heights {
		heights[i] = sumAt(d.lines[k], lo+(hi-lo)*float64(i)/n)
		top = max(top, heights[i])
	}
	if top == 0 {
		top = 1
	}
	for i, h := range heights {
		along, off := lo+(hi-lo)*float64(i)/n, at[1-k]+0.2*(across1-across0)*h/top
		if k == 0 {
			curve.At = append(curve.At, mark.XY{X: along, Y: off})
		} else {
			curve.At = append(curve.At, mark.XY{X: off, Y: along})
		}
	}
	rule := mark.Rule{Vertical: k == 1, At: at[1-k], Style: mark.RoleAccent.Dashed(), Layer: mark.Over}
	path := []mark.XY{xy(d.from), xy(middle)}
	if k == 1 {
		path = append(path, xy(d.to))
	}
	return []mark.Mark{
		rule, curve,
		mark.PolyLine{At: path, Style: mark.RoleGood.Wide(2), Layer: mark.Over},
		mark.Rings{At: []mark.XY{xy(to)}, Radius: []float64{8}, Style: mark.RoleGood.Wide(2.4), Layer: mark.Over, Legend: "accepted"},
	}
}

// wayOf is the trajectory as far as the step has come.
func (v view) wayOf() []mark.Mark {
	d := v.draw
	last := len(d.path) - 1
	if v.stage == leaping {
		last = v.leap
	}
	way, dots := mark.PolyLine{}, mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "leapfrog steps"}
	for _, at := range d.path[:last+1] {
		if !bounded(at.x[0]) || !bounded(at.x[1]) {
			break
		}
		way.At = append(way.At, xy(at.x))
		dots.At, dots.Size = append(dots.At, xy(at.x)), append(dots.Size, 2.6)
	}
	marks := append(v.outcome(way), dots)
	if at := d.path[last]; v.stage == leaping && len(way.At) == last+1 && bounded(at.p[0]) && bounded(at.p[1]) {
		tip := place{at.x[0] + 0.5*at.p[0], at.x[1] + 0.5*at.p[1]}
		if a := panel.Arrow(xy(at.x), xy(tip), mark.RoleClass1.Wide(2), "momentum (half)"); a != nil {
			marks = append(marks, a)
		}
	}
	return marks
}

// trace is the watched coordinate of all chains.
func (v view) trace() mark.Panel {
	k, w := v.watched(), v.vars()
	lo, hi := v.side(k)
	w["k"] = named(k)
	c := panel.Curves{
		ID: "trace", Title: w.Text("Trace of <k>"), X: mark.Axis{Name: "iteration", Min: 0, Max: float64(v.Draws)},
		Y: mark.Axis{Name: named(k), Min: lo, Max: hi}, Height: 0.4, Alt: w.Text("<k> of <chains chain> over <t iteration>"),
	}
	if r := v.rhat[k]; !math.IsNaN(r) {
		w["rhat"] = r
		c.Note = w.Text("R-hat = <rhat>")
	}
	for chain := v.Chains - 1; chain >= 0; chain-- {
		at := panel.Path(v.t+1, func(t int) mark.XY { return mark.XY{X: float64(t), Y: v.x[chain][t][k]} })
		if n := len(at); n > mostTrace {
			every := (n + mostTrace - 1) / mostTrace
			var thin []mark.XY
			for i := (n - 1) % every; i < n; i += every {
				thin = append(thin, at[i])
			}
			at = thin
		}
		if len(at) > 1 {
			c.Of = append(c.Of, panel.Quantity{At: at, Style: role(chain).Wide(1).Faded(0.8)})
		}
	}
	if v.Warmup > 0 {
		c.Over = []mark.Mark{mark.Rule{Vertical: true, At: float64(v.Warmup), Style: mark.RoleSoft.Dashed(), Label: "burn-in"}}
	}
	return c.Panel()
}

// energies are by how much the energy is off along the trajectory.
func (v view) energies() mark.Panel {
	c := panel.Curves{
		ID: "energy", Title: "Hamiltonian along the trajectory", X: mark.Axis{Name: "leapfrog step", Min: 0, Max: float64(v.Leaps), Integer: true},
		Y: mark.Axis{Name: "H − H₀", Min: -1, Max: 1}, Height: 0.4, Alt: "energy error of the leapfrog by step",
	}
	d := v.draw
	if d == nil {
		return c.Panel()
	}
	last := len(d.path) - 1
	if v.stage == leaping {
		last = v.leap
	}
	line, top := panel.Quantity{Style: mark.RoleAccent.Wide(2), Name: "H − H₀"}, 0.1
	for i, at := range d.path {
		off := at.energy - d.path[0].energy
		if !(math.Abs(off) <= wild) {
			break
		}
		if top = max(top, math.Abs(off)); i <= last {
			line.At = append(line.At, mark.XY{X: float64(i), Y: off})
		}
	}
	top = panel.RoundUp(1.05 * top)
	c.Y.Min, c.Y.Max = -top, top
	c.Under = []mark.Mark{panel.Zero()}
	if len(line.At) > 1 {
		c.Of = []panel.Quantity{line}
	}
	c.Over = []mark.Mark{panel.Dot(line.At[len(line.At)-1], 4, mark.RoleAccent.Plain(), "")}
	return c.Panel()
}

// bins is how many columns a histogram has.
const bins = 36

// marginal is the histogram of a coordinate against the exact density.
func (v view) marginal(k int) mark.Panel {
	lo, hi := v.side(k)
	w := say.Vars{"k": named(k), "n": v.Chains * max(0, v.t-v.Warmup)}
	top := 0.0
	curve := v.exact().curves[k]
	for _, at := range curve {
		top = max(top, at.Y)
	}
	draws := panel.Sample{
		Style: mark.RoleClass0.Plain().Faded(0.5), Legend: "draws", Curve: curve, Like: mark.PolyLine{Style: mark.RoleInk.Wide(2), Legend: "exact marginal"},
	}
	for c := range v.Chains {
		for t := v.Warmup + 1; t <= v.t; t++ {
			draws.Values = append(draws.Values, v.x[c][t][k])
		}
	}
	return panel.Histogram{
		ID: [2]string{"marginal-1", "marginal-2"}[k], Title: w.Text("Marginal of <k>: draws vs exact"), Note: w.Text("<n draw>"),
		Alt: w.Text("<n draw> of <k> against the exact marginal density"),
		X:   mark.Axis{Name: named(k), Min: lo, Max: hi}, Y: mark.Axis{Name: "density", Max: panel.RoundUp(1.6 * max(top, 1e-300))},
		Bins: bins, Height: 0.4, Samples: []panel.Sample{draws},
	}.Panel()
}

// mostLags is how many autocorrelations are drawn.
const mostLags = 60

// autocorrelation is that of the first chain.
func (v view) autocorrelation() mark.Panel {
	k := v.watched()
	w := say.Vars{"k": named(k)}
	b := panel.Bars{
		ID: "autocorrelation", Title: w.Text("Autocorrelation of <k>, first chain"), X: mark.Axis{Name: "lag", Min: -0.5, Max: mostLags + 0.5},
		Y: mark.Axis{Name: "ρ̂", Min: -0.4, Max: 1}, Height: 0.4, Alt: w.Text("autocorrelation of <k> by lag"), Style: mark.RoleAccent.Plain(),
	}
	for lag, rho := range v.of(0, k).correlations(mostLags) {
		b.At, b.Values = append(b.At, float64(lag)), append(b.Values, max(-0.4, rho))
	}
	if e := v.estimate(k); !math.IsNaN(e.ess) {
		w["ess"], w["n"] = e.ess, v.Chains*(v.t-v.Warmup)
		b.Note = w.Text("all chains: ESS <ess> of <n draw>")
	}
	if v.Method == gibbs && v.Target == onGaussian {
		// A sweep multiplies the correlation with its start by ρ².
		w["squared"] = v.Rho * v.Rho
		b.Note = w.Text("exact at lag 1: ρ² = <squared>")
		exact := mark.PolyLine{Style: mark.RoleGood.Wide(2), Legend: "exact: ρ²ᵏ at lag k", Layer: mark.Over}
		for lag := range mostLags + 1 {
			exact.At = append(exact.At, mark.XY{X: float64(lag), Y: math.Pow(v.Rho*v.Rho, float64(lag))})
		}
		b.Marks = append(b.Marks, exact)
	}
	return b.Panel()
}

// means is the running mean of all chains against the exact one.
func (v view) means() mark.Panel {
	k, e := v.watched(), v.exact()
	sd := math.Sqrt(e.variance[k])
	w := say.Vars{"k": named(k), "exact": e.mean[k]}
	c := panel.Curves{
		ID: "mean", Title: w.Text("Running mean of <k>"), Note: w.Text("exact: <exact>"), X: mark.Axis{Name: "iteration", Min: 0, Max: float64(v.Draws)},
		Y: mark.Axis{Name: "mean", Min: e.mean[k] - 1.5*sd, Max: e.mean[k] + 1.5*sd}, Height: 0.4, Alt: w.Text("the running mean of <k> and the exact <exact>"),
		Under: []mark.Mark{mark.Rule{At: e.mean[k], Style: mark.RoleInk.Plain(), Label: "exact mean"}},
	}
	if v.t <= v.Warmup {
		return c.Panel()
	}
	sum, line := 0.0, panel.Quantity{Style: mark.RoleAccent.Wide(2), Name: "mean"}
	every := max(1, (v.t-v.Warmup)/mostTrace)
	for t := v.Warmup + 1; t <= v.t; t++ {
		for chain := range v.Chains {
			sum += v.x[chain][t][k]
		}
		if (v.t-t)%every == 0 {
			line.At = append(line.At, mark.XY{X: float64(t), Y: sum / float64(v.Chains*(t-v.Warmup))})
		}
	}
	now := line.At[len(line.At)-1].Y
	if est := v.estimate(k); est.ess > 0 {
		c.Under = append(c.Under, panel.Band(2, mark.RoleAccent.Plain().Faded(0.2), "mean ± 2 standard errors", func(i int) (x, lo, hi float64) {
			return []float64{float64(v.Warmup), float64(v.Draws)}[i], now - 2*est.error(), now + 2*est.error()
		}))
	}
	if len(line.At) > 1 {
		c.Of = []panel.Quantity{line}
	}
	return c.Panel()
}
