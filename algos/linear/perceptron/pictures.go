package perceptron

import (
	"math"

	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
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
	if v.normal() && !v.Bias {
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
	p.Title = "Points and line"
	p.Alt = s.Text("<n point>, θ = <theta>, <wrong> on the wrong side after <k update>.")
	switch {
	case v.theta == vector{}:
		p.Note = "θ = 0: no line yet"
	case planar(v.theta) == 0:
		p.Note = s.Text("no line, θ₀ = <theta0>; <wrong> of <n> wrong")
	default:
		p.Note = s.Text("<wrong> of <n> wrong")
	}
	p.Add(v.shade())
	if v.Kind == novikoff.Update && planar(v.before) > 0 {
		p.Add(line(v.before, mark.RoleSoft.Dashed(), "before this update"))
	}
	if v.Best && v.best.Separable {
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
	p.Add(v.rings(rows, 11, mark.RoleAccent.Wide(2), "at work", len(rows) <= named))
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
		Scale: mark.Diverging, Lo: -reach, Hi: reach, Legend: "distance to the line",
	}
}

// line returns all x with θ₁x₁ + θ₂x₂ + θ₀ = 0.
func line(theta vector, style mark.Style, legend say.Phrase) mark.Ray {
	return mark.Ray{A: theta[0], B: theta[1], C: theta[2], Style: style, Legend: legend}
}

// wrongRings marks the rows that θ gets wrong, and those that it gets right but
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
		v.rings(wrong, 8, mark.RoleBad.Plain(), "wrong: y⟨θ, x⟩ ≤ 0", false),
		v.rings(tight, 8, mark.RoleSoft.Dashed(), "right, but by less than γ/2", false),
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
	legend := s.Text("largest margin γ = <gamma>")
	switch {
	case square == 0:
		return nil // every point of the plane is on the same side
	case v.normal():
		// The points nearest to it by angle need not be the nearest on the board.
		return []mark.Mark{line(best, mark.RoleGood.Dashed(), s.Text("largest margin γ = <gamma> at length 1"))}
	case v.Bias:
		legend = s.Text("largest margin γ = <gamma> of (x₁, x₂, 1)")
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
	legend := say.Phrase("θ, normal to the line")
	switch {
	case scale < 1:
		legend = s.Text("θ, drawn at 1/<inverse> of its length")
	case scale > 1:
		legend = s.Text("θ, drawn at <scale> times its length")
	}
	var marks []mark.Mark
	switch v.Kind {
	case novikoff.Mistake:
		marks = append(marks, labelled(panel.Arrow(now, place(addScaled(v.theta, 1, add)), mark.RoleAccent.Dashed(), "to be added"), added))
	case novikoff.Update:
		marks = append(marks, panel.Arrow(foot, place(v.before), mark.RoleSoft.Dashed(), ""),
			labelled(panel.Arrow(place(v.before), now, mark.RoleAccent.Plain(), "added"), added))
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
	if v.Bias || !w.Contains(0, 0) {
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
		K: v.updates, X: "updates k", Y: "length", Alt: v.vars().Text("The length of θ after <k update>, below its bound."),
		Length: v.history("‖θ‖", mark.RoleInk, norm), Along: v.history("⟨θ, θ*⟩", mark.RoleGood, along),
		Separable: v.best.Separable, Limit: v.limit, LimitLabel: "bound",
	}
	end := novikoff.Horizon(v.updates, v.limit)
	if v.plain() {
		p.Alt, p.LimitLabel = v.vars().Text("The length of θ after <k update>, below √k R."), "(R/γ)²"
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
		ID: "circle", Title: "Samples at length 1", Equal: true, Height: 1,
		X: mark.Axis{Name: "x₁/‖x‖", Min: -1.25, Max: 1.25}, Y: mark.Axis{Name: "x₂/‖x‖", Min: -1.25, Max: 1.25},
		Alt: v.vars().Text("<n sample> on the unit circle, with the line."),
	}
	if v.Variant == marginal {
		p.Alt = v.vars().Text("<n sample> on the unit circle, with the line and the band of width γ around it.")
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
		ID: "measures", Title: "Scores y⟨θ, x⟩", Note: s.Text("<demanding> of <n> demand an update"),
		Alt: s.Text("What the rule looks at for each of <n row>; <demanding> demand an update."),
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
	p := mark.Panel{
		ID: "conditions", Title: "The conditions on η", Note: s.Text("η(k) = <eta>"), Alt: s.Text("After <k update> the sum of η is <sum>."),
		X: mark.Axis{Name: "updates k", Min: 1, Max: end, Log: true}, Y: mark.Axis{Name: "sum", Log: true},
	}
	if v.updates == 0 {
		p.Y.Min, p.Y.Max = 0.1, 10
		return p
	}
	p.Alt = s.Text("After <k update> the sum of η is <sum>. The sum of its squares over the square of that is <ratio>.")
	sum := v.places(1, func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: w.sums.eta} })
	ratio := v.places(1, func(w waypoint) mark.XY { return mark.XY{X: float64(w.k), Y: w.sums.ratio()} })
	p.Add(panel.Line(sum, mark.RoleGood.Wide(2), "Ση → ∞"), panel.Line(ratio, mark.RoleAccent.Wide(2), "Ση²/(Ση)² → 0"))
	now := []mark.XY{{X: v.k(), Y: v.sums.eta}, {X: v.k(), Y: v.sums.ratio()}}
	p.Add(mark.Points{At: now, Style: mark.RoleAccent.Plain(), Layer: mark.Over})
	return p
}
