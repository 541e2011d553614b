package lagrange

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.Problem == lp || v.Problem == qp {
		panels = append(panels, v.candidates())
	}
	if v.Problem != lp && len(v.cons) > 0 {
		panels = append(panels, v.dual())
	}
	if len(v.cons) > 0 {
		panels = append(panels, v.forces())
	}
	return append(panels, kktTable(v.residuals(), "|h(x)|"))
}

func xy(x pair) mark.XY { return mark.XY{X: x[0], Y: x[1]} }

func channelRef(i int) string { return fmt.Sprintf("channel%d", i+1) }

func constraintRef(i int) string { return fmt.Sprintf("constraint%d", i+1) }

// board shows f, the constraints, x and the forces on it.
func (v view) board() mark.Panel {
	w := say.Vars{"n": len(v.cons), "x": v.x[:]}
	p := mark.Panel{
		ID: "board", Title: "Objective and constraints", Alt: w.Text("contours of f, <n constraint>, and x = <x>"), Equal: true,
		X: mark.Axis{Name: "x₁", Min: -wide, Max: wide}, Y: mark.Axis{Name: "x₂", Min: -wide, Max: wide},
	}
	f := panel.Landscape(grid.Window{X0: -wide, X1: wide, Y0: -wide, Y1: wide}, "f", panel.Score(func(x, y float64) float64 { return v.f.at(pair{x, y}) }), 8)
	f.Partial = v.Problem == convex
	p.Add(f)
	legend := panel.Once("not allowed")
	for _, c := range v.cons {
		switch {
		case c.equal:
		case c.curved():
			p.Add(mark.Field{
				Eval: panel.Score(func(x, y float64) float64 { return c.at(pair{x, y}) }), Hide: true, Partial: true,
				Levels: []mark.Level{{Style: mark.RoleInk.Wide(2), Label: "border g = 0"}},
			})
		default:
			p.Add(mark.PolyLine{At: outside(c), Closed: true, Fill: true, Style: mark.RoleSoft.Plain().Faded(0.25), Legend: legend()})
		}
	}
	for _, c := range v.cons {
		if c.curved() {
			continue
		}
		s, name := mark.RoleInk.Wide(1.6), say.Vars{"j": c.name()}.Text("border of <j>")
		if c.equal {
			s, name = mark.RoleInk.Wide(2.6), "equation h = 0"
		}
		p.Add(panel.HalfPlane{Param: "constraints", Values: v.Constraints, Nth: c.nth, Name: name, Tip: "moves a constraint", Style: s}.Marks()...)
	}
	v.addPath(&p)
	switch v.Problem {
	case lp:
		p.Add(mark.Handle{Param: "vector", Along: mark.Vector, At: xy(v.Vector), Name: "cost c", Tip: "sets the cost c", Label: "c", Legend: "cost c", Style: mark.RoleGood.Plain()})
		if v.open {
			p.Add(panel.Arrow(xy(v.best.x), mark.XY{X: v.best.x[0] + 3*v.ray[0], Y: v.best.x[1] + 3*v.ray[1]}, mark.RoleBad.Wide(2), "f falls without bound"))
		}
	case quadratic, equality:
		p.Add(mark.Handle{Param: "vector", At: xy(v.Vector), Name: "target a", Tip: "sets the target a", Label: "a", Style: mark.RoleGood.Plain()})
	}
	return p
}

// outside is the part of the board that a half-plane does not allow.
func outside(c constraint) []mark.XY {
	const edge = 4 * wide // a board may be broad
	corners := []pair{{-edge, -edge}, {edge, -edge}, {edge, edge}, {-edge, edge}}
	var out []mark.XY
	for i, a := range corners {
		b := corners[(i+1)%4]
		ga, gb := c.at(a), c.at(b)
		if ga > 0 {
			out = append(out, xy(a))
		}
		if (ga > 0) != (gb > 0) {
			s := ga / (ga - gb)
			out = append(out, mark.XY{X: a[0] + s*(b[0]-a[0]), Y: a[1] + s*(b[1]-a[1])})
		}
	}
	return out
}

// addPath draws where x was and is, with the pull of f and the push of the constraints.
func (v view) addPath(p *mark.Panel) {
	if v.Problem == lp || v.Problem == qp {
		v.addTried(p)
		if len(v.tried) == 0 {
			return
		}
	} else {
		p.Add(panel.Line(v.path, mark.RoleAccent.Wide(1.4), "path of x(μ)"))
		if finite(v.bound) {
			at := panel.Dot(xy(v.at), 6, mark.RoleGood.Plain(), "feasible point near x")
			at.Hollow = true
			p.Add(at)
		}
	}
	p.Add(panel.Dot(xy(v.x), 5, mark.RoleAccent.Plain(), "x"))
	pull := v.f(v.x).Gradient
	size := math.Hypot(pull[0], pull[1])
	for j, c := range v.cons {
		g := c.function(v.x).Gradient
		size = max(size, math.Abs(v.m[j])*math.Hypot(g[0], g[1]))
	}
	if !(size > 1e-9) || !finite(size) {
		return
	}
	arrow := func(g pair, by float64, s mark.Style, legend say.Phrase) {
		if by*math.Hypot(g[0], g[1]) == 0 || math.Abs(by)*math.Hypot(g[0], g[1]) < 1e-3*size {
			return
		}
		by *= -1.5 / size
		p.Add(panel.Arrow(xy(v.x), mark.XY{X: v.x[0] + by*g[0], Y: v.x[1] + by*g[1]}, s, legend))
	}
	arrow(pull, 1, mark.RoleGood.Wide(2.4), "pull of f (scaled)")
	push := panel.Once("push of borders (scaled)")
	for j, c := range v.cons {
		if math.Abs(v.m[j])*math.Hypot(c.function(v.x).Gradient[0], c.function(v.x).Gradient[1]) >= 1e-3*size {
			arrow(c.function(v.x).Gradient, v.m[j], mark.RoleBad.Wide(2.4), push())
		}
	}
}

// addTried draws the corners or the points of active sets that were tried.
func (v view) addTried(p *mark.Panel) {
	var good, bad []mark.XY
	for _, c := range v.tried {
		if c.primal {
			good = append(good, xy(c.x))
		} else {
			bad = append(bad, xy(c.x))
		}
	}
	if len(good) > 0 {
		p.Add(mark.Points{At: good, Style: mark.RoleGood.Plain(), Legend: "feasible"})
	}
	if len(bad) > 0 {
		p.Add(mark.Points{At: bad, Style: mark.RoleBad.Plain(), Hollow: true, Legend: "violates a constraint"})
	}
}

// candidates are the values of what was tried: the feasible ones are not below p*, the dual
// feasible ones not above.
func (v view) candidates() mark.Panel {
	const shown = 8
	t := panel.Table{
		ID: "tried", Title: "Active sets tried", Alt: say.Vars{"n": len(v.tried)}.Text("<n set> tried, with f and the two kinds of feasibility"),
		Head: []say.Phrase{"active", "f(x)", "x feasible", "μ ≥ 0"}, Widths: []float64{1.4, 1.2, 1, 1},
	}
	if v.Problem == lp {
		t.Title = "Corners tried"
	}
	from := max(0, len(v.tried)-shown)
	yes := map[bool]say.Phrase{true: "✓", false: "–"}
	for i, c := range v.tried[from:] {
		w := v.naming(c.set)
		w["f"] = c.value
		t.Rows = append(t.Rows, []say.Phrase{w.Text("<set>"), w.Text("<f>"), yes[c.primal], yes[c.dual]})
		if c.primal && c.dual {
			t.Hot = append(t.Hot, i)
		}
	}
	for len(t.Rows) < min(shown, len(v.sets)) { // so that the picture keeps its height
		t.Rows = append(t.Rows, nil)
	}
	return t.Panel()
}

// along is θ with one multiplier changed.
func (v view) along(j int, mu float64) float64 {
	m := append([]float64(nil), v.m...)
	if m == nil {
		m = make([]float64, len(v.cons))
	}
	m[j] = mu
	l := v.lagrangian(m)
	x, ok := newton(l, v.x)
	if !ok {
		return math.NaN()
	}
	return l.at(x)
}

// dual is the dual function along one multiplier, with the others as they are.
func (v view) dual() mark.Panel {
	j := v.shown
	c := v.cons[j]
	now := 0.0
	if v.m != nil {
		now = v.m[j]
	}
	top := 4.0
	if v.solved {
		top = max(top, 2*math.Abs(v.best.m[j]))
	}
	top = panel.RoundUp(max(top, 1.25*v.Mu))
	if a := math.Abs(now); finite(a) && a > top {
		top = panel.RoundUp(1.25 * a)
	}
	lo := 0.0
	if c.equal {
		lo = -top
	}
	w := say.Vars{"mu": c.symbol(), "now": now, "theta": v.along(j, now)}
	out := panel.Curves{
		ID: "dual", Title: "Dual function θ", Alt: w.Text("the concave dual function against <mu>, with the other multipliers as they are"),
		X: mark.Axis{Name: c.symbol(), Min: lo, Max: top}, Y: mark.Axis{Name: "θ"}, Height: 0.6,
	}
	var at []mark.XY
	low, high := math.Inf(1), math.Inf(-1)
	const nodes = 60
	for i := range nodes + 1 {
		mu := lo + (top-lo)*float64(i)/nodes
		if y := v.along(j, mu); finite(y) {
			at = append(at, mark.XY{X: mu, Y: y})
			low, high = min(low, y), max(high, y)
		}
	}
	best := math.NaN()
	if v.solved {
		best = v.best.value
		high, low = max(high, best), min(low, best)
	}
	if !(high > low) {
		low, high = low-1, low+1
	}
	if !finite(low) {
		low, high = -1, 1
	}
	low = max(low, high-60*(1+math.Abs(best)))
	if math.IsNaN(low) {
		low = high - 60
	}
	out.Y.Min, out.Y.Max = low-(high-low)/10, high+(high-low)/6
	out.Of = []panel.Quantity{{At: at, Style: mark.RoleInk.Wide(2), Name: "θ", Legend: "dual function θ"}}
	if finite(best) {
		out.Over = append(out.Over, panel.Bound(best, "p*", mark.RoleGood.Dashed()))
	}
	if v.misprint(j) {
		out.Of = append(out.Of, v.printed(j, lo, top, out.Y))
	}
	if y := v.along(j, now); finite(y) {
		out.Note = w.Text("θ(<now>) = <theta>")
		out.Over = append(out.Over, panel.Dot(mark.XY{X: now, Y: y}, 5, mark.RoleAccent.Plain(), "current multiplier"))
	} else {
		out.Note = "θ = −∞ at the current multiplier"
	}
	if v.Problem != qp {
		mu := v.Mu
		out.Now = &mu
		out.Handle = mark.Handle{Param: "mu", At: mark.XY{X: mu, Y: out.Y.Min + (out.Y.Max-out.Y.Min)/12}, Name: "initial multiplier", Tip: "sets the initial multiplier", Label: "start", Hollow: true}
	}
	return out.Panel()
}

// misprint reports whether the note's quadratic program is shown, ½xᵀHx with one constraint.
func (v view) misprint(j int) bool {
	return v.Problem == qp && len(v.cons) == 1 && v.slope == (pair{}) && v.cons[j].b < 0 && v.f.at(pair{}) == 0
}

// printed is the dual as (16) of the note has it: λb − ½mᵀHm with m = Aᵀλ, and not H⁻¹.
func (v view) printed(j int, lo, hi float64, y mark.Axis) panel.Quantity {
	c, h := v.cons[j], v.hessian
	quadratic := c.n[0]*(h[0]*c.n[0]+h[1]*c.n[1]) + c.n[1]*(h[1]*c.n[0]+h[2]*c.n[1])
	var at []mark.XY
	for i := range 61 {
		mu := lo + (hi-lo)*float64(i)/60
		if value := -c.b*mu - quadratic*mu*mu/2; value >= y.Min {
			at = append(at, mark.XY{X: mu, Y: value})
		}
	}
	return panel.Quantity{At: at, Style: mark.RoleBad.Dashed(), Legend: "(16) as printed, with H"}
}

// forces are the sizes of the multipliers, which are the pushes of the borders.
func (v view) forces() mark.Panel {
	b := panel.Bars{
		ID: "multipliers", Title: "Multipliers", Alt: "the multipliers of the constraints as bars", Y: mark.Axis{Name: "multiplier"}, Height: 0.6,
		Values: make([]float64, len(v.cons)), Style: mark.RoleBad.Plain(),
	}
	top, low := 1.0, 0.0
	for j, c := range v.cons {
		if v.m != nil && finite(v.m[j]) {
			b.Values[j] = v.m[j]
		}
		top, low = max(top, 1.2*b.Values[j]), min(low, 1.2*b.Values[j])
		b.Names = append(b.Names, c.symbol())
		b.Refs = append(b.Refs, constraintRef(j))
		w := say.Vars{"mu": c.symbol(), "m": b.Values[j], "name": c.name(), "g": c.at(v.x)}
		b.Tips = append(b.Tips, w.Text("<mu> = <m>, <name>(x) = <g>"))
	}
	b.Y.Min, b.Y.Max = low, top
	return b.Panel()
}

// kktTable is the five residuals.
func kktTable(r [5]float64, equation say.Phrase) mark.Panel {
	names := []say.Phrase{"stationarity: gradient of L", equation, "primal max(g, 0)", "dual max(−μ, 0)", "slackness Σ|μg|"}
	t := panel.Table{
		ID: "kkt", Title: "KKT residuals", Alt: "the five residuals of the KKT conditions", Head: []say.Phrase{"condition", "residual"}, Widths: []float64{2, 1},
	}
	for i, name := range names {
		w := say.Vars{"r": r[i]}
		value := w.Text("<r>")
		if math.IsNaN(r[i]) {
			value = "–"
		}
		t.Rows = append(t.Rows, []say.Phrase{name, value})
		if r[i] > algos.Negligible {
			t.Hot = append(t.Hot, i)
		}
	}
	return t.Panel()
}
