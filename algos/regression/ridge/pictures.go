package ridge

import (
	"math"
	"slices"

	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/penalised"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := append([]mark.Panel{v.board(), v.coefficients()}, v.planes()...)
	switch {
	case v.Solver == gd:
		panels = append(panels, v.rates())
	case v.Beside != freedom:
		panels = append(panels, v.shrinkage())
	}
	if v.Targets == drawn {
		return append(panels, v.risks())
	}
	return append(panels, v.missing())
}

// DragPanels are those on which something is dragged.
func (v view) DragPanels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.coefficients(), v.constrained()}
	if v.Solver == gd {
		panels = append(panels, v.rates())
	}
	if v.Targets == drawn {
		return append(panels, v.risks())
	}
	return append(panels, v.missing())
}

// board is the data with the function, and that of least squares.
func (v view) board() mark.Panel {
	free := v.at(0)
	b := penalised.Board{
		Problem: v.Problem, Data: v.data, Title: "Ridge regression", Predict: func(in []float64) float64 { return v.predict(v.theta, in) },
	}
	b.Others = append(b.Others, penalised.Other{
		Predict: func(in []float64) float64 { return v.predict(free, in) }, Style: mark.RoleGood.Wide(1.6).Dashed(), Legend: "least squares",
	})
	if v.Targets == drawn {
		truth := v.truth()
		b.Others = append(b.Others, penalised.Other{
			Predict: func(in []float64) float64 { return v.predict(truth, in) }, Style: mark.RoleClass3.Wide(1.6).Dashed(), Legend: "true function f*",
		})
	}
	p := b.Panel()
	if v.did == taken {
		p.Add(v.news())
	}
	if v.data.Table {
		return p
	}
	if v.Solver == online {
		p.Add(v.unseen())
		if v.Dim == 1 && v.seen > 0 {
			p.Add(v.band())
		}
	}
	if v.Targets == drawn && v.Risk == ofPrediction && v.Dim == 1 {
		p.Add(mark.Handle{
			Param: "x_eval", Along: mark.Horizontal, At: mark.XY{X: v.XEval, Y: v.Window.Y0}, Label: "x", Tip: "drag x",
			Style: mark.RoleAccent.Wide(1.6),
		})
	}
	return p
}

// news encircles the sample that came in.
func (v view) news() mark.Mark {
	at := mark.XY{X: v.predict(v.theta, v.inputs(v.newest)), Y: v.y[v.newest]}
	if !v.data.Table {
		at = panel.Place(v.Problem, v.newest)
	}
	return mark.Rings{
		At: []mark.XY{at}, Radius: []float64{9}, Refs: []string{say.Row(v.newest).Ref()}, Style: mark.RoleAccent.Wide(2), Legend: "new sample", Layer: mark.Over,
	}
}

func (v view) inputs(i int) []float64 {
	in := make([]float64, len(v.data.Columns))
	for j, column := range v.data.Columns {
		in[j] = column[i]
	}
	return in
}

// unseen are rings around the samples that the fit does not know of yet.
func (v view) unseen() mark.Mark {
	if v.seen == len(v.y) {
		return nil
	}
	return panel.Rings(v.Problem, mark.RoleSoft.Wide(1.2), "not yet processed", func(i int) float64 {
		if i < v.seen {
			return 0
		}
		return 6
	})
}

// band is f(x) ± 2s, where s² is σ² times what M knows of the place: it shrinks with
// every sample.
func (v view) band() mark.Mark {
	const nodes = 60
	w, r := v.Window, v.running
	b := mark.Band{Style: mark.RoleClass0.Plain().Faded(0.2), Legend: "f ± 2s"}
	room := 20 * (w.Y1 - w.Y0)
	for i := range nodes + 1 {
		x := w.X0 + (w.X1-w.X0)*float64(i)/nodes
		d, s2 := []float64{x}, 0.0
		if v.Penalise == all {
			d = []float64{1, x}
		} else {
			d[0] -= r.mean[0]
			s2 = 1 / float64(r.n)
		}
		for j, row := range r.m {
			for l, m := range row {
				s2 += d[j] * m * d[l]
			}
		}
		f, wide := v.predict(v.theta, []float64{x}), 2*math.Sqrt(v.NoiseVar*max(0, s2))
		b.X, b.Lo, b.Hi = append(b.X, x), append(b.Lo, max(f-wide, w.Y0-room)), append(b.Hi, min(f+wide, w.Y1+room))
	}
	return b
}

// coefficients are the paths of the coefficients along λ.
func (v view) coefficients() mark.Panel {
	path := v.path()
	if len(path.Theta) == 0 {
		return penalised.Waiting("path")
	}
	p := path.Panel(v.Lambda, v.within(path))
	w := v.vars(v.state)
	w["columns"] = len(v.shrunk.Columns)
	p.Note = w.Text("λ = <lambda>: <dof> of <columns> effective degrees of freedom")
	p.Alt = w.Text("<columns coefficient> against λ, shrunk towards 0; at λ = <lambda> there are <dof> effective degrees of freedom")
	return p
}

// within are the coefficients of the step, if the picture of the path has room for them:
// nil where a descent or the first samples are still far away.
func (v view) within(path penalised.Path) []float64 {
	now := v.theta[v.first():]
	lo, hi := make([]float64, len(now)), make([]float64, len(now))
	for j := range now {
		scale := 1.0
		if path.Scaled {
			scale = path.Data.Spread(j)
		}
		for _, theta := range path.Theta {
			lo[j], hi[j] = min(lo[j], scale*theta[j]), max(hi[j], scale*theta[j])
		}
	}
	least, most := slices.Min(lo), slices.Max(hi)
	for j, theta := range now {
		scale := 1.0
		if path.Scaled {
			scale = path.Data.Spread(j)
		}
		if scale*theta < least || scale*theta > most {
			return nil
		}
	}
	return now
}

// shrinkage are the shares d²/(d² + λ) that the penalty leaves of the fit along each
// singular direction.
func (v view) shrinkage() mark.Panel {
	w := v.vars(v.state)
	w["columns"] = len(v.shrunk.Columns)
	b := panel.Bars{
		ID: "shrinkage", Title: "Shrinkage factors d²/(d² + λ)", Note: w.Text("sum: <dof> effective degrees of freedom"),
		Alt: w.Text("the shrinkage factor d²/(d² + λ) of each of <columns singular direction>; their sum is <dof> effective degrees of freedom"),
		X:   mark.Axis{Name: "singular direction"}, Y: mark.Axis{Name: "d²/(d²+λ)", Min: 0, Max: 1.05},
		Values: make([]float64, len(v.shrunk.Columns)), Tip: v.directionTip,
		Marks: []mark.Mark{panel.Bound(1, "", mark.RoleSoft.Dashed())},
	}
	for k := range min(len(b.Values), len(v.modes.d)) {
		b.Values[k] = v.modes.share(k, v.Lambda)
	}
	return b.Panel()
}

// directionTip names the coefficient that a direction has most of.
func (v view) directionTip(k int) say.Phrase {
	if k >= len(v.modes.d) {
		return "no data variance along this direction: the coefficient stays 0"
	}
	most := 0
	for j, w := range v.modes.w[k] {
		if math.Abs(w) > math.Abs(v.modes.w[k][most]) {
			most = j
		}
	}
	return say.Vars{"k": k + 1, "d": v.modes.d[k], "share": v.modes.share(k, v.Lambda), "name": v.shrunk.Coefficient(most)}.Text(
		"singular direction <k>: d = <d>, shrinkage factor <share>; mainly <name>")
}

// missing is the error on samples held out along the path.
func (v view) missing() mark.Panel { return v.errors().Panel(v.Lambda) }

// planes are two views of two coefficients: what a budget allows, and beside it another.
func (v view) planes() []mark.Panel {
	switch v.Beside {
	case bayes:
		return []mark.Panel{v.constrained(), v.posterior()}
	case freedom:
		path := v.path()
		if len(path.Theta) == 0 {
			return []mark.Panel{v.constrained(), penalised.Waiting("freedom")}
		}
		return []mark.Panel{v.constrained(), path.FreedomPanel(v.Lambda, v.modes.dof(v.Lambda))}
	}
	if v.strip() {
		return []mark.Panel{v.constrained(), v.objectivePlane()}
	}
	return []mark.Panel{v.constrained(), v.slice().Penalised()}
}

// strip reports whether the plane is that of a free θ₀ and a single slope: the budget is
// then a strip, not a ball.
func (v view) strip() bool { return v.Penalise == slopes && len(v.x) == 2 }

// slice is the plane of two penalised coefficients through the solution.
func (v view) slice() penalised.Slice {
	first := v.first()
	a, b := v.axes()
	s := penalised.Slice{
		Problem: penalised.Problem{Centred: v.centred, Factor: 1, Penalty: penalised.Penalty{Two: 1}}, Data: v.shrunk, Lambda: v.Lambda,
		Solution: v.best[first:], A: a - first, B: b - first, Now: v.onPlane(v.theta),
		Trail: panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }),
	}
	if v.did == updated {
		s.Last = panel.Arrow(v.onPlane(v.from), v.onPlane(v.theta), mark.RoleAccent.Wide(2), "last iteration")
	}
	if v.Targets == drawn {
		s.Shown = append(s.Shown, mark.XY{X: v.Truth[0], Y: v.Truth[1]})
	}
	return s
}

// constrained is the sum of squares over two coefficients with the budget that the
// solution uses up.
func (v view) constrained() mark.Panel {
	var p mark.Panel
	if v.strip() {
		p = v.stripPlane()
	} else {
		p = v.slice().Constrained()
	}
	if v.Targets == drawn {
		p.Add(mark.Handle{Param: "truth", At: mark.XY{X: v.Truth[0], Y: v.Truth[1]}, Label: "θ*", Tip: "drag θ*", Style: mark.RoleClass3.Plain(), Size: 6})
	}
	return p
}

// parabola is a sum of squares of the columns over θ₀ and θ₁, or over two of more
// coefficients: RSS(θ + δ) = RSS − 2δᵀXᵀr + δᵀXᵀXδ about the solution.
func (v view) parabola(x [][]float64, y []float64) func(a, b float64) float64 {
	i, j := v.axes()
	r, at := lsq.Residuals(x, y, v.best), v.onPlane(v.best)
	norm := lsq.Norm(r)
	ga, gb := lsq.Dot(x[i], r), lsq.Dot(x[j], r)
	aa, ab, bb := lsq.Dot(x[i], x[i]), lsq.Dot(x[i], x[j]), lsq.Dot(x[j], x[j])
	return func(a, b float64) float64 {
		a, b = a-at.X, b-at.Y
		return max(0, norm*norm-2*(a*ga+b*gb)+a*a*aa+2*a*b*ab+b*b*bb)
	}
}

// line is the plane of θ₀ and θ₁ with a parabola.
func (v view) line(id string, title, note, of say.Phrase, loss func(a, b float64) float64) panel.Plane {
	best, free := v.onPlane(v.best), v.onPlane(v.at(0))
	p := panel.Plane{
		ID: id, Title: title, Note: note, X: v.symbol(0), Y: v.symbol(1), Of: of, Loss: panel.Score(loss), PathLegend: "trajectory of θ",
		Path: panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }), Now: v.onPlane(v.theta), NowLegend: "θ now", Best: &best,
		Shown: []mark.XY{{}, best, free, {X: 2*best.X - free.X, Y: -free.Y / 3}, {X: 1.3 * free.X, Y: 1.3 * free.Y}},
	}
	if v.Targets == drawn {
		p.Shown = append(p.Shown, mark.XY{X: v.Truth[0], Y: v.Truth[1]})
	}
	if v.did == updated {
		p.Moves = append(p.Moves, panel.Arrow(v.onPlane(v.from), v.onPlane(v.theta), mark.RoleAccent.Wide(2), "last iteration"))
	}
	return p
}

// stripPlane is the sum of squares of a line with the budget θ₁² ≤ t: θ₀ is free.
func (v view) stripPlane() mark.Panel {
	w := v.vars(v.state)
	w["t"] = v.best[1] * v.best[1]
	p := v.line("ball", "Constrained form: strip and contours", w.Text("constraint θ₁² ≤ t = <t>"), "Σr²", v.parabola(v.x, v.y))
	p.Alt = w.Text("contours of the RSS over θ₀ and θ₁, and the strip of the constraint θ₁² ≤ <t>: θ₀ is not constrained")
	far, edge := mark.Beyond, math.Abs(v.best[1])
	p.Moves = append(p.Moves,
		mark.Rect{
			Min: mark.XY{X: -far, Y: -edge}, Max: mark.XY{X: far, Y: edge}, Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: "constraint θ₁² ≤ t",
		},
		panel.Dot(v.onPlane(v.at(0)), 5, mark.RoleSoft.Plain(), "least squares"))
	return p.Panel()
}

// objectivePlane is J over θ₀ and θ₁.
func (v view) objectivePlane() mark.Panel {
	w := v.vars(v.state)
	w["least"] = v.bestJ
	p := v.line("sum", "Penalised form: loss + penalty", w.Text("λ = <lambda>: minimum <least>"), "J", v.parabola(v.stacked, v.wanted))
	p.Alt = w.Text("J over θ₀ and θ₁, with its minimum <least> at the solution")
	return p.Panel()
}

// posterior is the prior, the likelihood and the posterior of two coefficients, the others
// being what they are at the mode: ellipses of one and two standard deviations.
func (v view) posterior() mark.Panel {
	w := v.vars(v.state)
	p := mark.Panel{
		ID: "posterior", Title: "Prior and posterior", Height: 0.9,
		Alt: w.Text("contours of the posterior, centred at the ridge solution: λ = <lambda> is the noise variance divided by the prior variance"),
	}
	a, b := v.axes()
	p.X.Name, p.Y.Name = v.coefficientName(a), v.coefficientName(b)
	if v.Lambda == 0 {
		p.Note = "λ = 0: improper flat prior"
	} else {
		w["tau2"] = v.NoiseVar / v.Lambda
		p.Note = w.Text("prior variance σ²/λ = <tau2>")
	}
	best := v.onPlane(v.best)
	shown := []mark.XY{{}, best, v.onPlane(v.at(0))}
	add := func(cov [3]float64, mean mark.XY, style mark.Style, legend say.Phrase) {
		p.Add(mark.Ellipses{Mean: []mark.XY{mean}, Cov: [][3]float64{cov}, Radii: []float64{1, 2}, Style: []mark.Style{style}, Legend: legend})
		dx, dy := 2.2*math.Sqrt(cov[0]), 2.2*math.Sqrt(cov[2])
		shown = append(shown, mark.XY{X: mean.X - dx, Y: mean.Y - dy}, mark.XY{X: mean.X + dx, Y: mean.Y + dy})
	}
	if v.Lambda > 0 && !v.strip() {
		tau2 := v.NoiseVar / v.Lambda
		add([3]float64{tau2, 0, tau2}, mark.XY{}, mark.RoleSoft.Wide(1.6).Dashed(), "prior")
	}
	if cov, ok := v.covariance(v.stacked); ok {
		add(cov, best, mark.RoleAccent.Wide(2.2), "posterior")
	}
	if v.strip() && v.Lambda > 0 { // θ₀ has no prior: that of θ₁ is a strip
		edge := math.Sqrt(v.NoiseVar / v.Lambda)
		for _, k := range []float64{1, 2} {
			box := mark.Rect{Min: mark.XY{X: -mark.Beyond, Y: -k * edge}, Max: mark.XY{X: mark.Beyond, Y: k * edge}, Style: mark.RoleSoft.Wide(1.6).Dashed()}
			if k == 1 {
				box.Legend = "prior"
			}
			p.Add(box)
		}
		shown = append(shown, mark.XY{X: best.X, Y: -1.2 * edge}, mark.XY{X: best.X, Y: 1.2 * edge})
	}
	window := mark.FitPath(shown)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = window.X0, window.X1, window.Y0, window.Y1
	p.Add(panel.Dot(v.onPlane(v.at(0)), 5, mark.RoleGood.Plain(), "least squares (maximum likelihood)"),
		panel.Dot(best, 5, mark.RoleAccent.Plain(), "posterior mode (MAP) = ridge"))
	return p
}

// coefficientName is the symbol of a coefficient with its column.
func (v view) coefficientName(j int) say.Phrase {
	if j == 0 {
		return v.symbol(0)
	}
	return v.data.Coefficient(j - 1)
}

// covariance is σ² times the inverse of the two rows and columns of XᵀX, with the penalty
// or without: the spread of two coefficients while the others stay.
func (v view) covariance(x [][]float64) (cov [3]float64, ok bool) {
	i, j := v.axes()
	aa, ab, bb := lsq.Dot(x[i], x[i]), lsq.Dot(x[i], x[j]), lsq.Dot(x[j], x[j])
	det := aa*bb - ab*ab
	if !(det > 1e-12*aa*bb) || math.IsInf(aa*bb, 1) {
		return cov, false
	}
	cov = [3]float64{v.NoiseVar * bb / det, -v.NoiseVar * ab / det, v.NoiseVar * aa / det}
	for _, c := range cov {
		if math.IsInf(c, 0) || math.IsNaN(c) {
			return cov, false
		}
	}
	return cov, true
}

// rates is by how much an update multiplies what is left of the way along its worst
// direction, against η: below 1 the descent converges.
func (v view) rates() mark.Panel {
	w := v.vars(v.state)
	w["rate"] = v.rate(v.Eta)
	return squares.Rates{
		Note: w.Text("η = <eta>, convergence factor <rate>"), Rate: v.rate, Eta: v.Eta, Limit: v.limit(), At: "2/L",
		Alt: w.Text("the worst-case convergence factor of an iteration against the learning rate; it passes 1 at <limit>, and is <rate> at <eta>"),
	}.Panel()
}

// risks are bias², variance and their sum along λ, for the truth that is known.
func (v view) risks() mark.Panel {
	w, now := v.vars(v.state), v.riskAt(v.Lambda)
	w["bias2"], w["variance"], w["mse"] = now.bias2, now.variance, now.total()
	lambdas := v.lambdas()
	lo, hi := lambdas[0], lambdas[len(lambdas)-1]
	curve := func(style mark.Style, name, legend say.Phrase, of func(risk) float64) panel.Quantity {
		at := panel.Traced(lambdas, func(lambda float64) (x, y float64) { return lambda, of(v.riskAt(lambda)) })
		return panel.Quantity{At: at, Style: style, Name: name, Legend: legend}
	}
	total := curve(mark.RoleInk.Wide(3.6), "sum", "bias² + variance", risk.total)
	top, end := 0.0, total.At[len(total.At)-1].Y
	for _, at := range total.At {
		top = max(top, at.Y)
	}
	best := v.optimal()
	if top > 6*max(end, best.least) { // a nearly singular matrix: what matters lies far below
		top = 6 * max(end, best.least)
	}
	c := panel.Curves{
		ID: "risk", Title: "Bias–variance decomposition", Note: w.Text("bias² <bias2>, variance <variance>, sum <mse>"),
		X:     mark.Axis{Name: "λ", Min: lo, Max: hi, Log: true},
		Y:     panel.FromZero("expected squared error", 0.08, top),
		Alt:   w.Text("bias² and variance against λ; at λ = <lambda> they are <bias2> and <variance>, with sum <mse>"),
		Under: []mark.Mark{panel.Level(v.riskAt(0).total(), mark.RoleSoft.Dashed(), "least squares")},
		Of: []panel.Quantity{
			total, curve(mark.RoleClass1.Wide(1.6), "bias²", "bias²", func(r risk) float64 { return r.bias2 }),
			curve(mark.RoleClass0.Wide(1.6), "variance", "variance", func(r risk) float64 { return r.variance }),
		},
		Handle: mark.Handle{
			Param: "lambda", At: mark.XY{X: min(max(v.Lambda, lo), hi), Y: min(now.total(), top)}, Label: "λ", Tip: "drag λ",
			Style: mark.RoleAccent.Wide(2), Layer: mark.Over,
		},
	}
	if best.ok {
		w["best"], w["leastrisk"] = best.lambda, best.least
		dot := panel.Best(mark.XY{X: best.lambda, Y: best.least}, "best λ")
		dot.Tips = []say.Phrase{w.Text("best λ = <best>: <leastrisk>")}
		c.Over = []mark.Mark{dot}
	}
	return c.Panel()
}
