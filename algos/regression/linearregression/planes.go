package linearregression

import (
	"math"
	"slices"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

type point = dataset.Point

// plane is the plane of two parameters with the path; the others are as they are now.
func (v view) plane() mark.Panel {
	a, b := v.axes()
	w := v.vars()
	w["a"], w["b"] = v.symbol(a), v.symbol(b)
	p := panel.Plane{
		ID: "plane", Title: "Loss surface", Note: w.Text("loss <loss>"), Alt: w.Text("the loss over <a> and <b>, and the trajectory of θ over " +
			"<updates iteration>"),
		X: v.axisName(a), Y: v.axisName(b), Of: "loss", Loss: v.lossField(a, b), Path: panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }),
		PathLegend: "trajectory of θ", Now: v.onPlane(v.theta), NowLegend: "θ now",
	}
	best := v.onPlane(v.best)
	if v.squared() && len(v.x) == 2 {
		p.Best = &best
	}
	if v.rank == len(v.x) {
		p.Shown = append(p.Shown, best, mark.XY{X: 2*best.X - v.trail[0].X, Y: 2*best.Y - v.trail[0].Y})
	}
	if !v.squared() {
		p.Cost = 8 * len(v.y)
		p.Moves = append(p.Moves, panel.Dot(best, 5, mark.RoleGood.Plain(), "least squares"))
		// The path is short beside the distance from the origin.
		r := 0.0
		for _, at := range v.trail {
			r = max(r, math.Abs(at.X-best.X), math.Abs(at.Y-best.Y))
		}
		r = max(1.5*r, 1e-3*(math.Abs(best.X)+math.Abs(best.Y)), 1e-9)
		p.Shown = []mark.XY{{X: best.X - r, Y: best.Y - r}, {X: best.X + r, Y: best.Y + r}}
	}
	if v.did == updated {
		p.Moves = append(p.Moves, panel.Arrow(v.onPlane(v.from), v.onPlane(v.theta), mark.RoleAccent.Wide(2), "last iteration"))
	}
	return p.Panel()
}

// axisName is the symbol of a coefficient, and the column that it belongs to.
func (v view) axisName(j int) say.Phrase {
	if v.Table.Empty() || v.Intercept && j == 0 {
		return v.symbol(j)
	}
	return say.Vars{"theta": v.symbol(j), "name": v.names[j]}.Text("<theta> (<name>)")
}

// lossField is the loss over two parameters. A sum of squares is a parabola in them:
// RSS(θ + δ) = RSS − 2δᵀXᵀr + δᵀXᵀXδ.
func (v view) lossField(a, b int) mark.FieldFunc {
	r, now := v.residuals(), v.onPlane(v.theta)
	if !v.squared() {
		return func(dst []float64, g grid.Grid) {
			e := make([]float64, len(r))
			grid.Fill(dst, g, func(x, y float64) float64 {
				for i := range e {
					e[i] = r[i] - (x-now.X)*v.x[a][i] - (y-now.Y)*v.x[b][i]
				}
				return v.lossOf(e)
			})
		}
	}
	ga, gb := lsq.Dot(v.x[a], r), lsq.Dot(v.x[b], r)
	aa, ab, bb := v.gram[a][a], v.gram[a][b], v.gram[b][b]
	return panel.Score(func(x, y float64) float64 {
		x, y = x-now.X, y-now.Y
		return v.factor() * max(0, v.rss-2*(x*ga+y*gb)+x*x*aa+2*x*y*ab+y*y*bb)
	})
}

// rates is by how much an update multiplies what is left of the way along its worst
// direction, against η: below 1 the descent converges.
func (v view) rates() mark.Panel {
	w := v.vars()
	w["rate"] = v.rate(v.Eta)
	r := squares.Rates{Note: w.Text("η = <eta>, convergence factor <rate>"), Rate: v.rate, Eta: v.Eta, Limit: v.limit(), At: "2/L"}
	if math.IsInf(r.Limit, 1) {
		return panel.Curves{
			ID: "rate", Title: "Convergence factor vs learning rate", Note: "the loss is flat: the gradient is 0 everywhere", Alt: "there is no " +
				"curve: the loss is flat",
			X: mark.Axis{Name: "η", Max: 1}, Y: mark.Axis{Name: "convergence factor", Max: 1.6}, Under: []mark.Mark{panel.Bound(1, "", mark.RoleSoft.Dashed())},
		}.Panel()
	}
	r.Alt = w.Text("the worst-case convergence factor of an iteration against the learning rate; it passes 1 at <limit>, and is <rate> at <eta>")
	if v.Solver == momentum {
		r.At = "2(1+α)/L"
	}
	return r.Panel()
}

// triangle is the matrix [X y] as the reflections so far have left it: R grows from the
// left. Each column is shown as fractions of its length.
func (v view) triangle() mark.Panel {
	const most = 14
	n := min(len(v.y), most)
	wide := len(v.x) + 1
	w := v.vars()
	w["done"], w["shown"] = v.part.Done(), n
	m := mark.Matrix{Rows: n, Cols: wide, Values: make([]float64, n*wide), Lo: -1, Hi: 1, Scale: mark.Diverging, Legend: "fraction of the column norm"}
	for j := range wide {
		length := v.target
		if j < len(v.x) {
			length = v.length[j]
		}
		for i := range n {
			if length > 0 {
				m.Values[i*wide+j] = v.part.Entry(i, j) / length
			}
		}
	}
	if v.did == reflected && !v.part.Dependent(v.column) {
		m.Hot = [][2]int{{v.part.Rank() - 1, v.column}}
	}
	p := mark.Panel{
		ID: "triangle", Title: "QR: reduction of [X y] to R", Note: w.Text("<done> of <p column> done"),
		Alt: w.Text("the first <shown> rows of the matrix [X y], reduced to R in <done column>"),
		X:   mark.Axis{Name: "columns, then y", Integer: true}, Y: mark.Axis{Name: "row", Integer: true},
	}
	p.Add(m)
	return p
}

const titleDigits = "Correct digits per coefficient"

// digits are how many digits of every coefficient are right, by QR and by the normal
// equations.
func (v view) digits() mark.Panel {
	n, w := v.numerics(), v.vars()
	w["condition"] = n.condition
	p := mark.Panel{
		ID: "digits", Title: titleDigits,
		X: mark.Axis{Name: "coefficient", Min: -0.6, Max: float64(max(1, len(v.x))) - 0.4, Hidden: true}, Y: mark.Axis{Name: "digits", Min: 0, Max: 17},
	}
	if !n.known {
		p.Note, p.Alt = "the columns are linearly dependent", "no digits are counted: the columns are linearly dependent, and the solution θ is not unique"
		p.Add(panel.Bound(lsq.AllDigits, "", mark.RoleSoft.Dashed()))
		return p
	}
	w["qr"] = least(n.qr)
	qr := mark.Points{Style: mark.RoleGood.Plain(), Legend: "QR", Size: make([]float64, len(n.qr))}
	names := mark.Texts{Anchor: mark.Middle}
	for j, d := range n.qr {
		qr.At, qr.Size[j] = append(qr.At, mark.XY{X: float64(j), Y: d}), 6
		qr.Tips = append(qr.Tips, say.Vars{"theta": v.symbol(j), "digits": math.Round(10*d) / 10}.Text("<theta>: <digits> digits by QR"))
		names.At, names.Text = append(names.At, mark.XY{X: float64(j), Y: 0.5}), append(names.Text, v.symbol(j))
	}
	p.Add(panel.Bound(lsq.AllDigits, "", mark.RoleSoft.Dashed()), names)
	if n.normal == nil {
		p.Note = w.Text("κ = <condition>; the normal equations fail")
		p.Alt = w.Text("the condition number is <condition>; every coefficient has at least <qr> correct digits by QR, and the normal equations " +
			"have no solution")
		p.Add(qr)
		return p
	}
	w["normal"] = least(n.normal)
	p.Note = w.Text("κ = <condition>: QR <qr>, normal equations <normal>")
	p.Alt = w.Text("the condition number is <condition>; every coefficient has at least <qr> correct digits by QR, and <normal> by the normal equations")
	normal := mark.Points{Style: mark.RoleBad.Plain(), Legend: "normal equations", Size: make([]float64, len(n.qr)), Hollow: true}
	gap := mark.Segments{Style: mark.RoleSoft.Wide(1)}
	for j, d := range n.normal {
		at := mark.XY{X: float64(j), Y: d}
		normal.At, normal.Size[j] = append(normal.At, at), 5
		normal.Tips = append(normal.Tips, say.Vars{"theta": v.symbol(j), "digits": math.Round(10*d) / 10}.Text("<theta>: <digits> digits by the normal equations"))
		gap.From, gap.To = append(gap.From, qr.At[j]), append(gap.To, at)
	}
	p.Add(gap, qr, normal)
	return p
}

// coefficients are θⱼ times the standard deviation of the column: by how much the
// prediction changes when an input does as much as it usually does.
func (v view) coefficients() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "coefficients", Title: "Coefficients", Note: "per standard deviation of the feature", Alt: w.Text("the coefficients of <p feature>, " +
			"each times the standard deviation of its feature"),
		X: mark.Axis{Name: "feature", Hidden: true}, Y: mark.Axis{Name: "θ · sd"},
	}
	bars := mark.Bars{}
	names := mark.Texts{Anchor: mark.Middle}
	skip := len(v.x) - len(v.inputs())
	for j, column := range v.inputs() {
		sd := deviation(column)
		theta, name := v.theta[j+skip], v.names[j+skip]
		bars.Y = append(bars.Y, theta*sd)
		bars.Tips = append(bars.Tips, say.Vars{"theta": v.symbol(j + skip), "value": theta, "name": name, "sd": theta * sd}.Text("<name>: <theta> = "+
			"<value>, times the standard deviation <sd>"))
		names.At, names.Text = append(names.At, mark.XY{X: float64(j), Y: 0}), append(names.Text, name)
	}
	if v.did == reflected && v.column >= skip {
		bars.Hot = []int{v.column - skip}
	}
	p.Add(bars, names)
	return p
}

func deviation(column []float64) float64 {
	n := float64(len(column))
	middle, squares := 0.0, 0.0
	for _, x := range column {
		middle += x / n
	}
	for _, x := range column {
		squares += (x - middle) * (x - middle) / n
	}
	return math.Sqrt(squares)
}

// overlaid is what the board of one input shows besides the fit.
func (v view) overlaid() []mark.Mark {
	switch v.Overlay {
	case gaussian:
		return v.noiseModel()
	case binned:
		return v.conditionalMeans()
	case powers:
		var lines []mark.Mark
		for k, l := range v.powers() {
			style := mark.RoleOfClass(k).Wide(1.8)
			lines = append(lines, v.line(l.theta, style, powerNames[k]))
		}
		return lines
	}
	var lines []mark.Mark
	legend := panel.Once("refits to new noise")
	for _, theta := range v.refits {
		lines = append(lines, v.line(theta, mark.RoleSoft.Wide(1).Faded(0.5), legend()))
	}
	return lines
}

// powerNames are the legends of the lines of several exponents, in their order.
var powerNames = [...]say.Phrase{"p = 1", "p = 1.5", "p = 2", "p = 4", "p = ∞"}

// noiseModel is f ± σ̂, and the density of y at some inputs as curves that lie on their side.
func (v view) noiseModel() []mark.Mark {
	const (
		places = 5
		reach  = 3.0 // standard deviations
		nodes  = 48
		height = 0.8 // of a density, as a fraction of the way to the next
		most   = 20  // heights of the board that σ̂ may have
	)
	sd, w := math.Sqrt(v.variance()), v.Window
	across := w.X1 - w.X0
	if !(sd > 0 && sd < most*(w.Y1-w.Y0)) {
		return nil
	}
	at := func(share float64) (x, f float64) {
		x = w.X0 + share*across
		return x, v.predict(v.theta, []float64{x})
	}
	marks := []mark.Mark{panel.Band(2, mark.RoleClass0.Plain().Faded(0.18), "f ± σ̂", func(i int) (x, lo, hi float64) {
		x, f := at(float64(5*i - 2)) // beyond both borders
		return x, f - sd, f + sd
	})}
	legend := panel.Once("density of y at x")
	for k := range places {
		x, f := at((float64(k) + 0.5) / places)
		curve := mark.PolyLine{Style: mark.RoleClass0.Wide(1.6), Legend: legend()}
		for i := range nodes + 1 {
			z := reach * (2*float64(i)/nodes - 1)
			curve.At = append(curve.At, mark.XY{X: x + height*across/places*math.Exp(-z*z/2), Y: f + z*sd})
		}
		marks = append(marks, curve)
	}
	return marks
}

// conditionalMeans are E[y], and E[y | x] as the mean target at each input or in intervals.
func (v view) conditionalMeans() []mark.Mark {
	c := v.means
	steps := mark.Segments{Style: mark.RoleClass2.Wide(2.6), Legend: "E[y | x], intervals"}
	dots := mark.Points{Style: mark.RoleClass2.Plain(), Legend: "E[y | x], mean at x", Layer: mark.Over}
	for k, m := range c.mean {
		switch {
		case math.IsNaN(m):
		case c.exact:
			x := v.inputs()[0][slices.Index(c.of, k)]
			dots.At, dots.Size = append(dots.At, mark.XY{X: x, Y: m}), append(dots.Size, 4)
		default:
			steps.From, steps.To = append(steps.From, mark.XY{X: c.edges[k], Y: m}), append(steps.To, mark.XY{X: c.edges[k+1], Y: m})
		}
	}
	marks := []mark.Mark{panel.Level(v.middle(), mark.RoleClass1.Wide(1.8).Dashed(), "E[y], the best constant")}
	if c.exact {
		return append(marks, dots)
	}
	return append(marks, steps)
}

// middle is the mean of the targets.
func (t *task) middle() float64 {
	mean := 0.0
	for i, y := range t.y {
		mean += (y - mean) / float64(i+1)
	}
	return mean
}

// left are the mean squared errors that the best constant and E[y | x] leave.
func (t *task) left() (constant, regression float64) {
	mean, n := t.middle(), float64(len(t.y))
	for i, y := range t.y {
		m := t.means.mean[t.means.of[i]]
		constant += (y - mean) * (y - mean) / n
		regression += (y - m) * (y - m) / n
	}
	return constant, regression
}

// errors are the mean squared errors of the best constant, of the fit, and of E[y | x].
func (v view) errors() mark.Panel {
	w := v.vars()
	constant, regression := v.left()
	w["constant"], w["line"], w["regression"] = constant, v.variance(), regression
	top := 1.0
	if most := max(constant, regression); most > 0 {
		top = panel.RoundUp(1.2 * max(most, min(v.variance(), 4*most)))
	}
	return panel.Bars{
		ID: "errors", Title: "Mean squared error", Note: w.Text("E[y]: <constant>, line: <line>, E[y | x]: <regression>"), Height: 0.6,
		Alt: w.Text("the mean squared error of the constant E[y] is <constant>, of the line <line>, and of the regression function E[y | x] <regression>"),
		Y:   mark.Axis{Name: "MSE", Max: top}, Values: []float64{constant, min(v.variance(), top), regression},
		Names: []say.Phrase{"E[y]", "line", "E[y | x]"}, Hot: []int{1},
	}.Panel()
}

// likelihoods is the Gaussian log-likelihood of the present fit against σ: it has its maximum at σ̂.
func (v view) likelihoods() mark.Panel {
	w, n := v.vars(), float64(len(v.y))
	sd := math.Sqrt(v.variance())
	c := panel.Curves{
		ID: "likelihood", Title: "Log-likelihood vs σ", Note: "the residuals are 0: no maximum", Alt: "there is no curve: the residuals are 0", Height: 0.6,
		X: mark.Axis{Name: "σ", Max: 1}, Y: mark.Axis{Name: "log-likelihood", Max: 1},
	}
	if v.perfect() || !(sd < mark.Beyond) {
		return c.Panel()
	}
	top := v.likelihood(v.rss)
	w["sd"], w["likelihood"] = sd, say.Digits{X: top, N: 4}
	c.Note = w.Text("maximum <likelihood> at σ̂ = <sd>")
	c.Alt = w.Text("the Gaussian log-likelihood of this fit against σ; its maximum <likelihood> is at σ̂ = <sd>")
	of := func(sigma float64) float64 {
		return -n*math.Log(sigma) - n/2*math.Log(2*math.Pi) - v.rss/(2*sigma*sigma)
	}
	c.X.Min, c.X.Max = 0.5*sd, 2.2*sd
	c.Y.Min, c.Y.Max = min(of(c.X.Min), of(c.X.Max)), top+0.1*(top-of(c.X.Max))
	c.Of = []panel.Quantity{{Of: of, Style: mark.RoleAccent.Wide(2), Name: "log-likelihood"}}
	c.Best, c.BestLegend = &mark.XY{X: sd, Y: top}, "σ̂² = RSS/n"
	return c.Panel()
}
