package linearregression

import (
	"math"

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
