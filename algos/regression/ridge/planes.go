package ridge

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/lsq"
	"playground/algos/regression/internal/penalised"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

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
		Problem: penalised.Problem{Centred: v.centred, Factor: 1, Penalty: penalised.Penalty{Two: 1}}, Data: v.price, Lambda: v.Lambda,
		Solution: v.best[first:], A: a - first, B: b - first, Now: v.onPlane(v.theta),
		Trail: panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }),
	}
	if v.did == updated {
		s.Last = panel.Arrow(v.onPlane(v.from), v.onPlane(v.theta), mark.RoleAccent.Wide(2), "the update")
	}
	if v.Labels == drawn {
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
	if v.Labels == drawn {
		p.Add(mark.Handle{Param: "truth", At: mark.XY{X: v.Truth[0], Y: v.Truth[1]}, Label: "θ*", Tip: "drag the truth", Style: mark.RoleClass3.Plain(), Size: 6})
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
		ID: id, Title: title, Note: note, X: v.symbol(0), Y: v.symbol(1), Of: of, Loss: panel.Score(loss), PathLegend: "path of θ",
		Path: panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }), Now: v.onPlane(v.theta), NowLegend: "θ now", Best: &best,
		Shown: []mark.XY{{}, best, free, {X: 2*best.X - free.X, Y: -free.Y / 3}, {X: 1.3 * free.X, Y: 1.3 * free.Y}},
	}
	if v.Labels == drawn {
		p.Shown = append(p.Shown, mark.XY{X: v.Truth[0], Y: v.Truth[1]})
	}
	if v.did == updated {
		p.Moves = append(p.Moves, panel.Arrow(v.onPlane(v.from), v.onPlane(v.theta), mark.RoleAccent.Wide(2), "the update"))
	}
	return p
}

// stripPlane is the sum of squares of a line with the budget θ₁² ≤ t: θ₀ is free.
func (v view) stripPlane() mark.Panel {
	w := v.vars(v.state)
	w["t"] = v.best[1] * v.best[1]
	p := v.line("ball", "Constrained: the strip and the ellipses", w.Text("the strip ends at t = <t>"), "Σr²", v.parabola(v.x, v.y))
	p.Alt = w.Text("ellipses of the sum of squares over θ₀ and θ₁, and the strip of the constraint θ₁² ≤ <t>: θ₀ is free")
	far, edge := mark.Beyond, math.Abs(v.best[1])
	p.Moves = append(p.Moves,
		mark.Rect{
			Min: mark.XY{X: -far, Y: -edge}, Max: mark.XY{X: far, Y: edge}, Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: "the strip θ₁² ≤ t",
		},
		panel.Dot(v.onPlane(v.at(0)), 5, mark.RoleSoft.Plain(), "least squares"))
	return p.Panel()
}

// objectivePlane is J over θ₀ and θ₁.
func (v view) objectivePlane() mark.Panel {
	w := v.vars(v.state)
	w["least"] = v.bestJ
	p := v.line("sum", "Penalised: the sum of both", w.Text("λ = <lambda>: least <least>"), "J", v.parabola(v.stacked, v.wanted))
	p.Alt = w.Text("J over θ₀ and θ₁, which is least, <least>, at the solution")
	return p.Panel()
}

// posterior is the prior, the likelihood and the posterior of two coefficients, the others
// being what they are at the mode: ellipses of one and two standard deviations.
func (v view) posterior() mark.Panel {
	w := v.vars(v.state)
	p := mark.Panel{
		ID: "posterior", Title: "Prior and posterior", Height: 0.9,
		Alt: w.Text("ellipses of the posterior, which lie around the solution of ridge regression: λ = <lambda> is the ratio of the variances of noise and prior"),
	}
	a, b := v.axes()
	p.X.Name, p.Y.Name = v.coefficientName(a), v.coefficientName(b)
	if v.Lambda == 0 {
		p.Note = "λ = 0: the prior has no bounds"
	} else {
		w["tau2"] = v.NoiseVar / v.Lambda
		p.Note = w.Text("σ²/λ = <tau2> is the prior's variance")
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
	p.Add(panel.Dot(v.onPlane(v.at(0)), 5, mark.RoleGood.Plain(), "least squares: the likelihood alone"),
		panel.Dot(best, 5, mark.RoleAccent.Plain(), "mode = ridge"))
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
// direction, against η: below 1 the descent comes to the minimum.
func (v view) rates() mark.Panel {
	w := v.vars(v.state)
	w["rate"] = v.rate(v.Eta)
	return squares.Rates{
		Note: w.Text("η = <eta>, factor <rate>"), Rate: v.rate, Eta: v.Eta, Limit: v.limit(), At: "2/L",
		Alt: w.Text("the factor of what is left after an update against the step size; it passes 1 at <limit>, and is <rate> at <eta>"),
	}.Panel()
}
