package versionspace

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.weights()}
	if v.did != start {
		panels = append(panels, v.zoom())
	}
	return panels
}

func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title, p.Note = "Data and majority vote", w.Text("<known> of <points> examples, version space: <area> of the box")
	if v.polygon == nil {
		p.Note = "empty version space"
	}
	w["note"] = p.Note
	p.Alt = w.Text("<points point>, <known> of them seen; <note>.")
	if v.polygon != nil {
		p.Add(mark.Field{
			Eval:  panel.Score(func(x, y float64) float64 { return 2*v.vote(v.lift([2]float64{x, y})) - 1 }),
			Scale: mark.Diverging, Lo: -1, Hi: 1, Legend: "vote of the version space",
		})
	}
	if v.ending != infeasible {
		v.addExtremes(&p)
		p.Add(lineOf(v.theta, mark.RoleInk.Wide(2), v.drawnLine()))
	}
	p.Add(v.dots())
	if v.ending == infeasible {
		guilty := v.guilty()
		p.Add(panel.Rings(v.Problem, mark.RoleBad.Wide(2), "inconsistent subset", func(i int) float64 {
			if slices.Contains(guilty, i) {
				return 8
			}
			return 0
		}))
	}
	if v.did != start {
		p.Add(mark.Rings{
			At: []mark.XY{panel.Place(v.Problem, v.row)}, Radius: []float64{11}, Refs: []string{say.Row(v.row).Ref()},
			Labels: []say.Phrase{say.Phrase(say.Row(v.row).Name())}, Style: mark.RoleAccent.Wide(2), Legend: "current sample",
		})
	}
	return p
}

// drawnLine names the line that is drawn.
func (v view) drawnLine() say.Phrase {
	switch {
	case v.polygon == nil:
		return "maximum-margin classifier"
	case v.Centre == chebyshev:
		return "Chebyshev centre"
	case v.Centre == analytic:
		return "analytic centre"
	}
	return "centroid"
}

// dots are the points; those that were not seen yet are hollow.
func (v view) dots() mark.Points {
	m := mark.DataPoints(v.Set)
	m.Fill = slices.Repeat([]int{-1}, len(m.At))
	for _, i := range v.known() {
		m.Fill[i] = m.Class[i]
	}
	return m
}

// drawnCorners is how many extreme lines are drawn at most.
const drawnCorners = 16

// addExtremes draws the lines of the polygon's corners: each passes through two of
// the points, or belongs to the border of the box.
func (v view) addExtremes(p *mark.Panel) {
	if len(v.polygon) > drawnCorners || v.did == start {
		return
	}
	legend := say.Phrase("classifiers at the vertices")
	for _, c := range v.polygon {
		if line := lineOf(v.chart.theta(c), mark.RoleSoft.Wide(1).Dashed(), legend); line != nil {
			p.Add(line)
			legend = ""
		}
	}
}

// lineOf is the line of a θ; nil if it has none.
func lineOf(theta vector, style mark.Style, legend say.Phrase) mark.Mark {
	// A common factor keeps what drawing squares within range.
	size := math.Hypot(theta[0], theta[1])
	a, b, c := theta[0]/size, theta[1]/size, theta[2]/size
	if !(size > 0) || math.IsInf(c, 0) || math.IsNaN(a+b+c) {
		return nil
	}
	return mark.Ray{A: a, B: b, C: c, Style: style, Legend: legend}
}

// weights is the box of weight space with all cuts so far.
func (v view) weights() mark.Panel {
	c, w := v.chart, v.vars()
	p := v.panel("weights", "Weight space", place{-1.06, -1.06}, place{1.06, 1.06})
	p.Note, p.Equal = "lines through the origin", c.width[0] == c.width[1]
	if v.FitIntercept {
		p.Note = say.Vars{"weight": names[c.fixed], "value": c.value}.Text("<weight> = <value>")
	}
	p.Alt = w.Text("A box of weight space with the constraints of <known example>; the version space is <area> of it.")
	p.Add(mark.PolyLine{At: v.drawn(whole()), Closed: true, Style: mark.RoleSoft.Wide(1), Legend: "the box"})
	v.addAreas(&p)
	v.addBorders(&p)
	v.addCentre(&p)
	return p
}

// zoom shows the polygon before this cut, as large as it fits.
func (v view) zoom() mark.Panel {
	lo, hi := v.before[0], v.before[0]
	for _, q := range v.before {
		for d := range q {
			lo[d], hi[d] = min(lo[d], q[d]), max(hi[d], q[d])
		}
	}
	air := place{0.15 * (hi[0] - lo[0]), 0.15 * (hi[1] - lo[1])}
	lo, hi = place{lo[0] - air[0], lo[1] - air[1]}, place{hi[0] + air[0], hi[1] + air[1]}
	p, w := v.panel("zoom", "Version space and current constraint", lo, hi), v.vars()
	p.Note = w.Text("<kept> kept")
	p.Alt = w.Text("The version space before the constraint of <x>, and the part that is kept: <kept>.")
	if v.did == ask {
		p.Note = w.Text("+ <plus>, − <minus>")
		p.Alt = w.Text("The version space and the line of <x>: <plus> predicts +, <minus> predicts −.")
	}
	if p.X.Min < p.X.Max && p.Y.Min < p.Y.Max {
		v.addAreas(&p)
		p.Add(v.border(lo, hi))
		v.addCentre(&p)
	}
	return p
}

// panel shows a rectangle of the chart.
func (v view) panel(id string, title say.Phrase, lo, hi place) mark.Panel {
	axes, from, to := v.chart.axes, v.xy(lo), v.xy(hi)
	return mark.Panel{
		ID: id, Title: title, Height: 0.85,
		X: mark.Axis{Name: say.Phrase(names[axes[0]]), Min: from.X, Max: to.X}, Y: mark.Axis{Name: say.Phrase(names[axes[1]]), Min: from.Y, Max: to.Y},
	}
}

func (v view) xy(p place) mark.XY {
	return mark.XY{X: p[0] * v.chart.width[0], Y: p[1] * v.chart.width[1]}
}

func (v view) drawn(p polygon) []mark.XY {
	at := make([]mark.XY, len(p))
	for i, q := range p {
		at[i] = v.xy(q)
	}
	return at
}

// addAreas draws the polygon and what the cut takes away, or would.
func (v view) addAreas(p *mark.Panel) {
	w := v.vars()
	fill := func(area polygon, style mark.Style, legend say.Phrase) {
		if area != nil {
			p.Add(mark.PolyLine{At: v.drawn(area), Closed: true, Fill: true, Style: style, Legend: legend})
		}
	}
	if v.did == ask {
		fill(v.polygon.clip(v.side(v.row, true)), mark.RoleClass1.Plain().Faded(0.35), w.Text("predicts + for <x>"))
		fill(v.polygon.clip(v.side(v.row, false)), mark.RoleClass0.Plain().Faded(0.35), w.Text("predicts − for <x>"))
	} else {
		if v.did == cut && !v.redundant() {
			fill(v.before, mark.RoleBad.Plain().Faded(0.15), w.Text("eliminated by <x>"))
		}
		fill(v.polygon, mark.RoleGood.Plain().Faded(0.3), "version space")
	}
	if v.polygon != nil && v.did != start {
		p.Add(mark.PolyLine{At: v.drawn(v.polygon), Closed: true, Style: mark.RoleGood.Wide(1.5)})
	}
}

// addBorders draws the lines ⟨θ, x⟩ = 0 of the examples so far, the newest last.
func (v view) addBorders(p *mark.Panel) {
	for class, legend := range []say.Phrase{"constraint, class −", "constraint, class +"} {
		lines := mark.Segments{Style: mark.RoleOfClass(class).Wide(1).Faded(0.45), Legend: legend}
		for _, i := range v.known() {
			if v.Points[i].Class() != class || i == v.row {
				continue
			}
			if a, b, ok := across(v.chart.half(v.z[i]), place{-1, -1}, place{1, 1}); ok {
				lines.From, lines.To, lines.Refs = append(lines.From, v.xy(a)), append(lines.To, v.xy(b)), append(lines.Refs, say.Row(i).Ref())
			}
		}
		if len(lines.From) > 0 {
			p.Add(lines)
		}
	}
	if v.did != start {
		p.Add(v.border(place{-1, -1}, place{1, 1}))
	}
}

// border is the line of the example at work within a rectangle, if it meets that.
func (v view) border(lo, hi place) mark.Mark {
	a, b, ok := across(v.chart.half(v.z[v.row]), lo, hi)
	if !ok {
		return nil
	}
	return mark.Segments{
		From: []mark.XY{v.xy(a)}, To: []mark.XY{v.xy(b)}, Refs: []string{say.Row(v.row).Ref()}, Layer: mark.Over,
		Style: mark.RoleAccent.Wide(2), Legend: v.vars().Text("constraint of <x>"),
	}
}

// addCentre draws the centre whose line is drawn, with the largest circle where
// that is how it was found.
func (v view) addCentre(p *mark.Panel) {
	if v.polygon == nil {
		return
	}
	// Rows near 0 make weight space so wide that its square is no number.
	if w := v.chart.width; v.Centre == chebyshev && max(w[0]*w[0], w[1]*w[1]) <= math.MaxFloat64 {
		at, r := v.polygon.inscribed()
		p.Add(mark.Ellipses{
			Mean: []mark.XY{v.xy(at)}, Cov: [][3]float64{{w[0] * w[0], 0, w[1] * w[1]}}, Radii: []float64{r},
			Style: []mark.Style{mark.RoleInk.Plain()}, Legend: "largest inscribed circle",
		})
	}
	if v.chart.least > 0 && v.did != start {
		nearest := panel.Dot(v.xy(v.polygon.nearest()), 5, mark.RoleGood.Plain(), "nearest to 0")
		nearest.Labels = []say.Phrase{"SVM"}
		p.Add(nearest)
	}
	p.Add(panel.Dot(v.xy(v.centre), 4, mark.RoleInk.Plain(), v.drawnLine()))
}
