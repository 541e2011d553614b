package perceptron

import (
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.weights(), v.proof()}
	if len(v.rows) == 1 && v.Variant != marginal {
		panels = append(panels, v.score())
	}
	if v.slides() {
		panels = append(panels, v.footPanel())
	}
	if v.compares() {
		panels = append(panels, mark.Slow("orders", titleOrders, v.orders), mark.Slow("ends", titleEndings, v.ends))
	}
	if v.best.Separable {
		panels = append(panels, v.angle())
	}
	if v.normal() && !v.FitIntercept {
		panels = append(panels, v.circle())
	}
	if v.Variant == marginal || v.varies() {
		panels = append(panels, v.measures())
	}
	if v.varies() {
		panels = append(panels, v.conditions())
	}
	return panels
}

func (v view) board() mark.Panel {
	p, s := v.Problem.Board(), v.vars()
	p.Title = "Data and decision boundary"
	p.Alt = s.Text("<n point>, θ = <theta>, <wrong> misclassified after <k update>.")
	switch {
	case v.theta == vector{}:
		p.Note = "θ = 0: no decision boundary yet"
	case planar(v.theta) == 0:
		p.Note = s.Text("no boundary, θ₀ = <theta0>; <wrong> of <n> misclassified")
	default:
		p.Note = s.Text("<wrong> of <n> misclassified")
	}
	p.Add(v.shade())
	if v.Kind == novikoff.Update && planar(v.before) > 0 {
		p.Add(line(v.before, mark.RoleSoft.Dashed(), "before"))
	}
	if v.ShowMaxMargin && v.best.Separable {
		p.Add(v.bestLine()...)
		if v.slides() {
			p.Add(v.slid()...)
		}
	}
	if planar(v.theta) > 0 {
		p.Add(line(v.theta, mark.RoleInk.Wide(2), "⟨θ, x⟩ = 0"))
	}
	p.Add(v.dots())
	p.Add(v.wrongRings()...)
	const named = 8 // so many names have room
	rows := v.atWork()
	p.Add(v.rings(rows, 11, mark.RoleAccent.Wide(2), "current sample", len(rows) <= named))
	p.Add(v.arrows()...)
	return p
}

// shade colours the half-planes by the signed distance to the line.
func (v view) shade() mark.Mark {
	theta, scale := v.theta, planar(v.theta)
	if scale == 0 {
		scale = math.Abs(theta[2]) // no line: the whole plane has the sign of θ₀
	}
	if scale == 0 {
		return nil
	}
	w := v.Window
	reach := min(w.X1-w.X0, w.Y1-w.Y0) / 3
	return mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return dot(theta, vector{x, y, 1}) / scale }),
		Scale: mark.Diverging, Lo: -reach, Hi: reach, Legend: "signed distance",
	}
}

// line returns all x with θ₁x₁ + θ₂x₂ + θ₀ = 0.
func line(theta vector, style mark.Style, legend say.Phrase) mark.Ray {
	return mark.Ray{A: theta[0], B: theta[1], C: theta[2], Style: style, Legend: legend}
}

// wrongRings marks the rows that θ misclassifies, and those that it gets right but
// by less than the rule asks for. At θ = 0 all are wrong, and nothing is marked.
func (v view) wrongRings() []mark.Mark {
	if v.theta == (vector{}) {
		return nil
	}
	var wrong, tight []int
	for _, i := range v.demanding(v.theta) {
		if r := v.rows[i]; r.y*r.score(v.theta) > 0 {
			tight = append(tight, i)
		} else {
			wrong = append(wrong, i)
		}
	}
	return []mark.Mark{
		v.rings(wrong, 8, mark.RoleBad.Plain(), "misclassified", false),
		v.rings(tight, 8, mark.RoleSoft.Dashed(), "correct, but margin below γ/2", false),
	}
}

// rings encircles some rows, by name if wanted; nil if there are none.
func (v view) rings(rows []int, radius float64, style mark.Style, legend say.Phrase, named bool) mark.Mark {
	if len(rows) == 0 {
		return nil
	}
	m := mark.Rings{Style: style, Legend: legend}
	for _, i := range rows {
		m.At, m.Radius, m.Refs = append(m.At, panel.Place(v.Problem, i)), append(m.Radius, radius), append(m.Refs, say.Row(i).Ref())
		if named {
			m.Labels = append(m.Labels, say.Phrase(say.Row(i).Name()))
		}
	}
	return m
}

// bestLine draws the line of θ* and the shortest ways to it from the points
// nearest to it.
func (v view) bestLine() []mark.Mark {
	best := v.best.Theta
	square := best[0]*best[0] + best[1]*best[1]
	s := say.Vars{"gamma": v.best.Gamma}
	legend := s.Text("maximum margin γ = <gamma>")
	switch {
	case square == 0:
		return nil // every point of the plane is on the same side
	case v.normal():
		// The points nearest to it by angle need not be the nearest on the board.
		return []mark.Mark{line(best, mark.RoleGood.Dashed(), s.Text("maximum margin γ = <gamma>, unit norm"))}
	case v.FitIntercept:
		legend = s.Text("maximum margin γ = <gamma> of (x₁, x₂, 1)")
	}
	ways := mark.Segments{Style: mark.RoleGood.Plain(), Layer: mark.Over, Legend: "nearest points"}
	for _, t := range v.best.Support {
		x := v.rows[t].x
		d := dot(best, x) / square
		ways.From, ways.To = append(ways.From, plane(x)), append(ways.To, plane(addScaled(x, -d, best)))
		ways.Refs = append(ways.Refs, say.Row(t).Ref())
	}
	return []mark.Mark{line(best, mark.RoleGood.Dashed(), legend), ways}
}

// arrows draws (θ₁, θ₂), which is normal to the line, and what a mistake adds
// to it, all from one foot on the line and in one scale.
func (v view) arrows() []mark.Mark {
	var add vector
	if v.Kind == novikoff.Mistake || v.Kind == novikoff.Update {
		add = v.correction()
	}
	longest := max(planar(v.theta), planar(v.before), planar(add))
	if longest == 0 {
		return nil
	}
	scale := arrowScale(longest, min(v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0))
	foot := v.foot()
	place := func(u vector) mark.XY { return mark.XY{X: foot.X + scale*u[0], Y: foot.Y + scale*u[1]} }
	s := say.Vars{"added": v.added(), "scale": scale, "inverse": 1 / scale}
	added, now := s.Text("<added>"), place(v.theta)
	legend := say.Phrase("θ, normal to the boundary")
	switch {
	case scale < 1:
		legend = s.Text("θ (scale 1/<inverse>)")
	case scale > 1:
		legend = s.Text("θ, drawn at <scale> times its length")
	}
	var marks []mark.Mark
	switch v.Kind {
	case novikoff.Mistake:
		marks = append(marks, labelled(panel.Arrow(now, place(addScaled(v.theta, 1, add)), mark.RoleAccent.Dashed(), "next update"), added))
	case novikoff.Update:
		marks = append(marks, panel.Arrow(foot, place(v.before), mark.RoleSoft.Dashed(), ""),
			labelled(panel.Arrow(place(v.before), now, mark.RoleAccent.Plain(), "update"), added))
	}
	return append(marks, labelled(panel.Arrow(foot, now, mark.RoleInk.Plain(), legend), "θ"))
}

// labelled writes a word beside an arrow, if there is one.
func labelled(arrow mark.Mark, label say.Phrase) mark.Mark {
	if a, ok := arrow.(mark.Arrows); ok {
		a.Labels = []say.Phrase{label}
		return a
	}
	return nil
}

// foot returns where the arrows start: on the line, as near as possible to the
// origin where the window shows it and every line passes it, else to the
// middle of the window.
func (v view) foot() mark.XY {
	w := v.Window
	var at mark.XY
	if v.FitIntercept || !w.Contains(0, 0) {
		at = mark.XY{X: (w.X0 + w.X1) / 2, Y: (w.Y0 + w.Y1) / 2}
	}
	if length := planar(v.theta); length > 0 {
		d := dot(v.theta, vector{at.X, at.Y, 1}) / length
		at.X, at.Y = at.X-d*v.theta[0]/length, at.Y-d*v.theta[1]/length
	}
	return at
}

// arrowScale returns a power of two that makes the longest arrow fit a board of
// that size and still be seen; 1 if possible.
func arrowScale(longest, size float64) float64 {
	scale := 1.0
	for scale*longest > 0.45*size {
		scale /= 2
	}
	for scale*longest < 0.08*size {
		scale *= 2
	}
	return scale
}

// proof shows Novikoff's proof: after k updates kγ ≤ ⟨θ, θ*⟩ ≤ ‖θ‖ ≤ √k·R. The other
// rules and starts have the bounds of bounds.go.
func (v view) proof() mark.Panel {
	along := func(theta vector) float64 { return dot(theta, v.best.Theta) }
	p := novikoff.Proof{
		K: v.updates, X: "updates k", Y: "norm, projection", Alt: v.vars().Text("The norm of θ after <k update>, below its bound."),
		Length: v.history("‖θ‖", mark.RoleInk, norm), Along: v.history("⟨θ, θ*⟩", mark.RoleGood, along),
		Separable: v.best.Separable, Limit: v.limit, LimitLabel: "bound",
	}
	end := novikoff.Horizon(v.updates, v.limit)
	if v.plain() {
		p.Alt, p.LimitLabel = v.vars().Text("The norm of θ after <k update>, below √k R."), "(R/γ)²"
		p.Upper, p.Lower = novikoff.Bounds(end, v.best.R, v.best.Gamma)
	} else {
		p.Upper, p.Lower = v.curves(end)
	}
	out, now := p.Panel(), []mark.XY{{X: v.k(), Y: norm(v.theta)}}
	switch {
	case v.best.Separable:
		now = append(now, mark.XY{X: v.k(), Y: along(v.theta)})
	case v.plain():
		return out
	}
	out.Add(mark.Points{At: now, Style: mark.RoleAccent.Plain(), Layer: mark.Over})
	return out
}

// history draws a length of θ over the updates up to now.
func (v view) history(legend say.Phrase, role mark.Role, length func(vector) float64) mark.PolyLine {
	at := v.places(0, func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: length(w.theta)} })
	return mark.PolyLine{At: at, Style: role.Wide(2), Layer: mark.Over, Legend: legend}
}

// curves are the bounds on ‖θ‖ and ⟨θ, θ*⟩ up to the end of the axis where they
// can be foretold, else up to now.
func (v view) curves(end float64) (upper, lower mark.PolyLine) {
	above := func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: v.upper(w.k, w.sums)} }
	below := func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: v.lower(w.k, w.sums)} }
	upper = mark.PolyLine{Style: mark.RoleSoft.Dashed(), Legend: "bound on ‖θ‖"}
	lower = mark.PolyLine{Style: mark.RoleGood.Dashed(), Legend: "bound on ⟨θ, θ*⟩"}
	if v.Variant == batch || !v.rate.constant() {
		upper.At, lower.At = v.places(0, above), v.places(0, below)
		return upper, lower
	}
	last := -1.0
	for _, k := range novikoff.Abscissas(end) {
		n, c := math.Floor(k), v.rate.c
		if n > last {
			w := waypoint{k: int(n), sums: sums{c * n, c * c * n, c * n, c * c * n}}
			upper.At, lower.At, last = append(upper.At, above(w)), append(lower.At, below(w)), n
		}
	}
	return upper, lower
}

// circle shows the samples at length 1, as the margin perceptron sees them.
func (v view) circle() mark.Panel {
	p := mark.Panel{
		ID: "circle", Title: "Samples normalised to unit length", Equal: true, Height: 1,
		X: mark.Axis{Name: "x₁/‖x‖", Min: -1.25, Max: 1.25}, Y: mark.Axis{Name: "x₂/‖x‖", Min: -1.25, Max: 1.25},
		Alt: v.vars().Text("<n sample> on the unit circle, with the decision boundary."),
	}
	if v.Variant == marginal {
		p.Alt = v.vars().Text("<n sample> on the unit circle, with the decision boundary and the margin of total width γ.")
	}
	rim := mark.PolyLine{Closed: true, Style: mark.RoleFaint.Plain()}
	const corners = 90
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		rim.At = append(rim.At, mark.XY{X: cos, Y: sin})
	}
	p.Add(rim)
	if length := norm(v.theta); length > 0 {
		u := addScaled(vector{}, 1/length, v.theta)
		p.Add(line(u, mark.RoleInk.Wide(2), "⟨θ, x⟩ = 0"))
		if v.half > 0 && v.Variant == marginal {
			p.Add(line(vector{u[0], u[1], -v.half}, mark.RoleSoft.Dashed(), "margin γ/2"), line(vector{u[0], u[1], v.half}, mark.RoleSoft.Dashed(), ""))
		}
	}
	dots := v.dots()
	dots.At = make([]mark.XY, len(v.rows))
	for i, r := range v.rows {
		dots.At[i] = plane(r.x)
	}
	p.Add(dots)
	for _, i := range v.atWork() {
		p.Add(mark.Rings{At: dots.At[i : i+1], Radius: []float64{11}, Refs: []string{say.Row(i).Ref()}, Style: mark.RoleAccent.Wide(2)})
	}
	return p
}

// measures are what the rule looks at, row by row, with the line that they have to
// reach.
func (v view) measures() mark.Panel {
	of := func(i int) float64 { return v.measure(v.theta, v.rows[i]) }
	lo, hi := 0.0, v.half
	for i := range v.rows {
		lo, hi = min(lo, of(i)), max(hi, of(i))
	}
	if lo == hi {
		hi = lo + 1
	}
	room := (hi - lo) / 12
	if lo < 0 {
		lo -= room
	}
	s := say.Vars{"n": len(v.rows), "demanding": len(v.demanding(v.theta))}
	rows := panel.Rows{
		ID: "measures", Title: "Scores y⟨θ, x⟩", Note: s.Text("<demanding> of <n> trigger an update"),
		Alt: s.Text("The score or margin of each of <n sample>; <demanding> trigger an update."),
		Y:   mark.Axis{Name: "y⟨θ, x⟩", Min: lo, Max: hi + room}, Of: of, Hot: v.atWork(),
		Tip: func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "value": of(i)}.Text("<row>: <value>")
		},
	}
	if v.Variant == marginal {
		rows.Title, rows.Y.Name = "Margins y⟨θ, x⟩/‖θ‖", "margin"
	}
	if v.half > 0 {
		rows.Marks = []mark.Mark{panel.Bound(v.half, "γ/2", mark.RoleSoft.Plain())}
	}
	return rows.Panel(v.Problem)
}

// conditions shows the two sums of which convergence is made, on logarithmic
// axes: the first must grow beyond all bounds, the second go to 0.
func (v view) conditions() mark.Panel {
	end := 10.0
	for end < v.k() {
		end *= 10
	}
	s := say.Vars{"eta": v.Eta, "k": v.updates, "sum": v.sums.eta, "ratio": v.sums.ratio()}
	p := panel.Curves{
		ID: "conditions", Title: "Learning-rate conditions", Note: s.Text("η(k) = <eta>"), Alt: s.Text("After <k update> the sum of η is <sum>."),
		X: mark.Axis{Name: "updates k", Min: 1, Max: end, Log: true}, Y: mark.Axis{Name: "sum", Log: true},
	}
	if v.updates == 0 {
		p.Y.Min, p.Y.Max = 0.1, 10
		return p.Panel()
	}
	p.Alt = s.Text("After <k update> the sum of η is <sum>. The sum of squares divided by the squared sum is <ratio>.")
	sum := v.places(1, func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: w.sums.eta} })
	ratio := v.places(1, func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: w.sums.ratio()} })
	p.Over = []mark.Mark{
		panel.Line(sum, mark.RoleGood.Wide(2), "Ση → ∞"), panel.Line(ratio, mark.RoleAccent.Wide(2), "Ση²/(Ση)² → 0"),
		mark.Points{At: []mark.XY{{X: v.k(), Y: v.sums.eta}, {X: v.k(), Y: v.sums.ratio()}}, Style: mark.RoleAccent.Plain(), Layer: mark.Over},
	}
	return p.Panel()
}

// weights is the space of θ: its path, what a mistake adds, and the θ that get
// all rows right.
func (v view) weights() mark.Panel {
	path := v.places(0, func(w waypoint) mark.XY { return plane(w.theta) })
	rival, rivalLegend := v.rivalPath()
	w := v.weightWindow(append(path[:len(path):len(path)], rival...))
	s := say.Vars{"k": v.updates, "theta0": v.theta[2], "row": say.Row(v.Row).Name()}
	p := mark.Panel{
		ID: "weights", Title: "Weight space", Equal: true, Alt: s.Text("The path of θ over <k update>."),
		X: mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
	}
	if v.FitIntercept {
		p.Note = s.Text("slice at θ₀ = <theta0>")
	}
	// Equal axes may show more than the window: areas go on beyond its borders.
	wide := grid.Window{X0: 4*w.X0 - 3*w.X1, X1: 4*w.X1 - 3*w.X0, Y0: 4*w.Y0 - 3*w.Y1, Y1: 4*w.Y1 - 3*w.Y0}
	p.Add(area(v.clip(wide, 0, v.rows...), mark.RoleGood.Plain().Faded(0.25), "", "version space: no mistakes"), v.wanted(wide))
	if len(v.atWork()) == 1 && v.Variant != batch {
		p.Add(area(v.clip(wide, 0, v.rows[v.Row]), mark.RoleAccent.Plain().Faded(0.12), say.Row(v.Row).Ref(), s.Text("θ that classify <row> correctly")))
	}
	if v.best.Separable {
		if end, ok := reach(wide, v.best.Theta); ok {
			p.Add(mark.PolyLine{At: []mark.XY{{}, end}, Style: mark.RoleGood.Dashed(), Legend: "direction of θ*"})
		}
	}
	if len(rival) > 0 {
		p.Add(panel.Line(rival, mark.RoleBad.Dashed(), rivalLegend))
	}
	p.Add(panel.Line(path, mark.RoleSoft.Plain(), "path of θ"))
	now := plane(v.theta)
	switch v.Kind {
	case novikoff.Mistake:
		p.Add(panel.Arrow(now, plane(addScaled(v.theta, 1, v.correction())), mark.RoleAccent.Dashed(), "next update"))
	case novikoff.Update:
		p.Add(panel.Arrow(plane(v.before), now, mark.RoleAccent.Plain(), "update"))
	}
	p.Add(labelled(panel.Arrow(mark.XY{}, now, mark.RoleInk.Plain(), ""), "θ"), mark.Handle{
		Param: "theta_init", At: plane(v.start), Hollow: true, Size: 6, Style: mark.RoleAccent.Plain(),
		Tip: say.Vars{"start": v.ThetaInit}.Text("θ⁽⁰⁾ = <start> (drag)"), Legend: "initial θ⁽⁰⁾ (drag)",
	})
	return p
}

// area is a filled polygon; nil if there is none.
func area(at []mark.XY, style mark.Style, ref string, legend say.Phrase) mark.Mark {
	if len(at) == 0 {
		return nil
	}
	return mark.PolyLine{At: at, Closed: true, Fill: true, Style: style, Ref: ref, Legend: legend}
}

// wanted is the part of the weight space where a rule with a margin stops, as far
// as the plane of the picture shows it.
func (v view) wanted(w grid.Window) mark.Mark {
	style := mark.RoleGood.Plain().Faded(0.25)
	switch {
	case v.half == 0:
	case v.Variant == increment:
		return area(v.clip(w, v.half, v.rows...), style, "", "all y⟨θ, x⟩ ≥ γ/2")
	case v.Variant == marginal && !v.FitIntercept:
		return area(v.cone(w), style, "", "all margins ≥ γ/2")
	}
	return nil
}

func plane(v vector) mark.XY { return mark.XY{X: v[0], Y: v[1]} }

// weightWindow fits the path, the origin and the next correction. It has round
// borders, so that it seldom changes from step to step.
func (v view) weightWindow(path []mark.XY) grid.Window {
	shown := append(path[:len(path):len(path)], plane(addScaled(v.theta, 1, v.correction())))
	if v.start != (vector{}) {
		shown = append(shown, mark.XY{})
	}
	return mark.FitPath(shown)
}

// clip returns the part of the window, at the present θ₀, in which every row
// has y⟨θ, x⟩ ≥ least: the window's corners cut by one half-plane after the other
// (Sutherland and Hodgman). It is nil where nothing is left.
func (v view) clip(w grid.Window, least float64, rows ...row) []mark.XY {
	polygon := []mark.XY{{X: w.X0, Y: w.Y0}, {X: w.X1, Y: w.Y0}, {X: w.X1, Y: w.Y1}, {X: w.X0, Y: w.Y1}}
	for _, r := range rows {
		value := func(p mark.XY) float64 { return r.y*r.score(vector{p.X, p.Y, v.theta[2]}) - least }
		var kept []mark.XY
		for i, b := range polygon {
			a := polygon[(i+len(polygon)-1)%len(polygon)]
			va, vb := value(a), value(b)
			if va < 0 != (vb < 0) {
				f := va / (va - vb)
				kept = append(kept, mark.XY{X: a.X + f*(b.X-a.X), Y: a.Y + f*(b.Y-a.Y)})
			}
			if vb >= 0 {
				kept = append(kept, b)
			}
		}
		polygon = kept
	}
	if len(polygon) < 3 {
		return nil
	}
	return polygon
}

// cone is where all margins are at least γ/2: θ within the angle arccos(γ/2) of
// every y·x, so within an interval of angles around θ*.
func (v view) cone(w grid.Window) []mark.XY {
	if !v.best.Separable || v.half > v.best.Gamma {
		return nil
	}
	wide := math.Acos(min(1, v.half))
	lo, hi := -wide, wide
	for _, r := range v.rows {
		z := r.correction()
		off := math.Atan2(v.best.Theta[0]*z[1]-v.best.Theta[1]*z[0], dot(v.best.Theta, z))
		lo, hi = max(lo, off-wide), min(hi, off+wide)
	}
	if hi <= lo {
		return nil
	}
	far := 2 * math.Hypot(w.X1-w.X0, w.Y1-w.Y0)
	middle := math.Atan2(v.best.Theta[1], v.best.Theta[0])
	cone := []mark.XY{{}}
	const corners = 8
	for i := range corners + 1 {
		sin, cos := math.Sincos(middle + lo + (hi-lo)*float64(i)/corners)
		cone = append(cone, mark.XY{X: far * cos, Y: far * sin})
	}
	return cone
}

// reach returns the last place in the window on the way from the origin, which
// lies in it, in the direction of (θ₁, θ₂).
func reach(w grid.Window, theta vector) (mark.XY, bool) {
	far := math.Inf(1)
	for _, c := range []struct{ v, lo, hi float64 }{{theta[0], w.X0, w.X1}, {theta[1], w.Y0, w.Y1}} {
		if c.v != 0 {
			far = min(far, max(c.lo/c.v, c.hi/c.v))
		}
	}
	if math.IsInf(far, 1) {
		return mark.XY{}, false
	}
	return mark.XY{X: far * theta[0], Y: far * theta[1]}, true
}

// A foot is the end of the shortest way from a point to the line of θ*, on the board.
// The points of the line are x(s) = foot + s·along, and s tells how far they are from
// the foot.
type foot struct {
	row   int // of the point; −1 where there is no such line
	from  mark.XY
	at    mark.XY
	along mark.XY // a unit vector along the line
	reach float64 // |⟨θ*, x⟩| per length of (θ₁, θ₂): the distance by the formula
}

// nearestFoot is that of the first of the points nearest to the line.
func (t *task) nearestFoot() foot {
	length := planar(t.best.Theta)
	// Points of unit norm are not those of the board.
	if !t.best.Separable || t.normal() || length == 0 {
		return foot{row: -1}
	}
	f := foot{row: t.best.Support[0]}
	u := addScaled(vector{}, 1/length, t.best.Theta)
	x := t.rows[f.row].x
	d := dot(u, x)
	f.from, f.at, f.along, f.reach = plane(x), plane(addScaled(x, -d, u)), mark.XY{X: -u[1], Y: u[0]}, math.Abs(d)
	return f
}

// point is x(s).
func (f foot) point(s float64) mark.XY {
	return mark.XY{X: f.at.X + float64(s*f.along.X), Y: f.at.Y + float64(s*f.along.Y)}
}

// distance is that of the point of the data to x(s).
func (f foot) distance(s float64) float64 {
	p := f.point(s)
	return math.Hypot(f.from.X-p.X, f.from.Y-p.Y)
}

// slides reports whether x(s) is shown.
func (v view) slides() bool { return v.ShowMaxMargin && v.drop.row >= 0 }

// slid draws x(s) and the way to it.
func (v view) slid() []mark.Mark {
	p := v.drop.point(v.Slide)
	ref := say.Row(v.drop.row).Ref()
	marks := []mark.Mark{mark.Points{At: []mark.XY{p}, Labels: []say.Phrase{"x(s)"}, Style: mark.RoleGood.Plain(), Layer: mark.Over}}
	if v.Slide == 0 {
		return marks // the shortest way is drawn already
	}
	return append(marks, mark.Segments{
		From: []mark.XY{v.drop.from}, To: []mark.XY{p}, Refs: []string{ref}, Style: mark.RoleGood.Dashed(), Layer: mark.Over, Legend: "distance to x(s)",
	})
}

// footPanel is the distance from the point to x(s), with the handle that moves x(s).
func (v view) footPanel() mark.Panel {
	f := v.drop
	wide := max(f.reach, (v.Window.X1-v.Window.X0)/4)
	for wide < 1.05*math.Abs(v.Slide) {
		wide *= 2
	}
	row := say.Row(f.row).Name()
	s := say.Vars{"row": row, "s": v.Slide, "distance": f.distance(v.Slide), "least": f.reach}
	top := 1.1 * f.distance(wide)
	return panel.Curves{
		ID: "foot", Title: "Perpendicular distance to the separator", Note: s.Text("‖<row> − x(s)‖ = <distance>"),
		Alt: s.Text("Distance from <row> to the point x(s) on the line of θ*: <distance> at s = <s>, minimum <least>."),
		X:   mark.Axis{Name: "s", Min: -wide, Max: wide}, Y: mark.Axis{Name: s.Text("‖<row> − x(s)‖"), Max: top},
		Over: []mark.Mark{
			mark.Rule{At: f.reach, Label: "|⟨θ*, x⟩|/‖θ*‖", Style: mark.RoleGood.Dashed()},
			panel.Line(panel.Curve(-wide, wide, 96, top, f.distance), mark.RoleInk.Wide(2), "distance to x(s)"),
		},
		Handle: mark.Handle{
			Param: "slide", At: mark.XY{X: v.Slide, Y: f.distance(v.Slide)}, Style: mark.RoleAccent.Plain(),
			Tip: s.Text("s = <s>: drag x(s) along the line"), Legend: "x(s): drag along the line",
		},
	}.Panel()
}

var claimFoot = algos.Guarantee{Name: "foot", Claim: `the orthogonal projection is the nearest point of the line: $\lVert ` +
	`x-x(s)\rVert\ge\lvert\langle\theta^*,x\rangle\rvert/\lVert\theta^*\rVert$`}

// checkFoot compares the distance of two points with the formula.
func (v view) checkFoot() algos.Check {
	f := v.drop
	s := say.Vars{"s": v.Slide, "row": say.Row(f.row).Name()}
	// The foot and x(s) are rounded like numbers of the size of the point and of s.
	size := math.Abs(v.Slide) + v.best.R + math.Abs(v.best.Theta[2])/planar(v.best.Theta)
	c := claimFoot.AtLeast(f.distance(v.Slide), f.reach, 16*num.Ulp*size).Between("‖x − x(s)‖", "|⟨θ*, x⟩|/‖θ*‖")
	if v.FitIntercept {
		return c.Because(s.Text("x = <row>, s = <s>; in the plane, where ‖θ*‖ is the norm of (θ₁, θ₂)"))
	}
	return c.Because(s.Text("x = <row>, s = <s>"))
}
