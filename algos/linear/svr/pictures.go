package svr

import (
	"math"
	"slices"

	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.coefficients(), v.loss()}
	if w := v.shown(); w != nil {
		panels = append(panels, v.pairLine(w))
	}
	if v.Dim == 2 {
		panels = append(panels, v.fit())
	}
	return panels
}

// shown is the pair whose line is drawn: the one that has just moved, or the one
// that is about to.
func (v view) shown() *pairs.Work {
	if v.phase == pairs.Optimising {
		return v.Done
	}
	return v.plan()
}

// pair is what the step is about: two rows, none at the start.
func (v view) pair() []int {
	if v.phase == pairs.Starting {
		return nil
	}
	w := v.shown()
	return []int{v.row(w.I), v.row(w.J)}
}

// counts are what the captions name.
func (v view) counts() say.Vars {
	return say.Vars{
		"n": len(v.y), "sv": v.Support(), "bound": v.Bound, "free": v.Free, "outside": v.outside, "slacks": v.slacks, "rmse": v.rmse,
	}
}

// board draws the function: on a line the curve in its tube with the slacks, in
// the plane its values as shading. A ring around every support vector grows with
// |β|.
func (v view) board() mark.Panel {
	p, c, w := v.Problem.Board(), v.counts(), v.Window
	p.Title, p.Note = "Support vector regression", c.Text("<sv support vector>")
	p.Alt = c.Text("<n point>, <sv support vector>, <bound> of them at the bound, <outside> outside the tube")
	if v.Dim == 1 {
		p.Add(v.curves()...)
		p.Add(v.slackMarks())
	} else {
		across, up := w.X1-w.X0, w.Y1-w.Y0
		p.Equal = max(across, up) <= 3*min(across, up)
		p.Add(v.field())
	}
	p.Add(v.points(func(i int) mark.XY { return panel.Place(v.Problem, i) })...)
	p.Add(v.rings()...)
	if rows := v.pair(); rows != nil {
		p.Add(pairs.AtWork(v.Problem, [2]int(rows), v.ring))
	}
	return p
}

// nodes is how many places of the line a curve is drawn through at least, besides the
// inputs of the points.
const nodes = 241

// abscissas are the places of the line where curves are evaluated.
func (t *task) abscissas() []float64 {
	x, w := make([]float64, 0, nodes+len(t.y)), t.Window
	for i := range nodes {
		x = append(x, w.X0+(w.X1-w.X0)*float64(i)/(nodes-1))
	}
	if len(t.y) <= nodes {
		for _, p := range t.Points {
			if p.X[0] > w.X0 && p.X[0] < w.X1 {
				x = append(x, p.X[0])
			}
		}
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// curves are the tube and the function in it, and what it was before the pair
// moved.
func (v view) curves() []mark.Mark {
	x := v.abscissas()
	draw := func(f *pairs.Expansion) []mark.XY {
		return panel.Smooth(x, v.Window.Y1-v.Window.Y0, func(x float64) float64 { return f.Value([2]float64{x}) })
	}
	line := mark.PolyLine{At: draw(v.curve()), Style: mark.RoleInk.Wide(2.4), Name: "f(x)"}
	tube := mark.Band{Style: mark.RoleAccent.Plain().Faded(0.16), Legend: "f(x) and its tube ± ε"}
	for _, f := range line.At {
		tube.X, tube.Lo, tube.Hi = append(tube.X, f.X), append(tube.Lo, f.Y-v.Epsilon), append(tube.Hi, f.Y+v.Epsilon)
	}
	if v.phase != pairs.Optimising {
		return []mark.Mark{tube, line}
	}
	return []mark.Mark{tube, mark.PolyLine{At: draw(v.before()), Style: mark.RoleSoft.Wide(1.4).Dashed(), Legend: "before the update"}, line}
}

// slackMarks join every point outside the tube with the tube's border.
func (s *state) slackMarks() mark.Segments {
	seg := mark.Segments{Style: mark.RoleBad.Wide(1.4), Legend: "slack ξ"}
	for i, y := range s.y {
		// Below the tolerance a slack is not one.
		if xi := s.slack(i); xi > s.Tol {
			at := panel.Place(s.Problem, i)
			seg.From, seg.To = append(seg.From, at), append(seg.To, mark.XY{X: at.X, Y: y - math.Copysign(xi, s.residual(i))})
			seg.Refs = append(seg.Refs, say.Row(i).Ref())
		}
	}
	return seg
}

// field is the function in the plane, from the least to the largest target.
func (s *state) field() mark.Field {
	lo, hi := slices.Min(s.y), slices.Max(s.y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	field := mark.Field{
		Eval: s.curve().Field, Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: say.Vars{"lo": lo, "hi": hi}.Text("f(x), from <lo> to <hi>"),
	}
	if s.Support() == 0 { // a constant has no contours
		return field
	}
	step := roundStep((hi - lo) / 6)
	for t := math.Ceil(lo / step); t*step <= hi && len(field.Levels) < 20; t++ {
		level := mark.Level{Value: t * step, Style: mark.RoleSoft.Wide(1.1)}
		if len(field.Levels) == 0 {
			level.Label = say.Vars{"step": step}.Text("every <step>")
		}
		field.Levels = append(field.Levels, level)
	}
	return field
}

// roundStep is the round number 1, 2 or 5 times a power of ten next above x > 0.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range [...]float64{1, 2, 5} {
		if f*power >= x {
			return f * power
		}
	}
	return 10 * power
}

// points puts every row at its place of a panel: grey where it does not pull, or in
// the colour of its direction.
func (s *state) points(at func(i int) mark.XY) []mark.Mark {
	var marks []mark.Mark
	for _, g := range []struct {
		sign   float64
		role   mark.Role
		legend say.Phrase
	}{{0, mark.RoleSoft, ""}, {1, mark.RoleClass1, "β > 0: raises f"}, {-1, mark.RoleClass0, "β < 0: lowers f"}} {
		var rows []int
		m := mark.Points{Style: g.role.Plain(), Legend: g.legend, Tip: func(k int) say.Phrase { return s.tip(rows[k]) }}
		for i := range s.y {
			if b := s.beta(i); b*g.sign > 0 || b == 0 && g.sign == 0 {
				rows, m.At, m.Refs = append(rows, i), append(m.At, at(i)), append(m.Refs, say.Row(i).Ref())
			}
		}
		if len(rows) > 0 {
			marks = append(marks, m)
		}
	}
	return marks
}

func (s *state) tip(i int) say.Phrase {
	x := s.Points[i].X
	return say.Vars{
		"row": say.Row(i).Name(), "x": x[:s.Dim], "y": s.y[i], "f": s.at(i), "beta": s.beta(i), "slack": s.slack(i), "kind": kindNames[s.kind(i)],
	}.Text("<row> = <x>, y = <y>, f = <f>, β = <beta>, ξ = <slack>: <kind>")
}

// rings encircle the two kinds of support vectors.
func (s *state) rings() []mark.Mark {
	of := func(k kind, style mark.Style, legend say.Phrase) mark.Mark {
		rings := panel.Rings(s.Problem, style, legend, func(i int) float64 {
			if s.kind(i) != k {
				return 0
			}
			return s.ring(i)
		})
		if len(rings.At) == 0 {
			return nil
		}
		return rings
	}
	// One entry for both: a legend of more than seven is not read.
	legend := say.Phrase("support vector; thin: |β| = C")
	free := of(onTube, mark.RoleInk.Wide(2.2), legend)
	if free != nil {
		legend = ""
	}
	return []mark.Mark{free, of(atBound, mark.RoleInk.Wide(1).Faded(0.6), legend)}
}

// ring is the radius of a ring, which grows with |β|.
func (s *state) ring(i int) float64 { return pairs.Radius(math.Abs(s.beta(i)) / s.scale()) }

// scale is the |β| that fills a picture.
func (s *state) scale() float64 {
	top := 0.0
	for i := range s.y {
		top = max(top, math.Abs(s.beta(i)))
	}
	return pairs.Scale(top, s.C, 5)
}

// coefficients are β as bars in the order of the rows.
func (v view) coefficients() mark.Panel {
	c, top := v.counts(), 1.08*v.scale()
	r := panel.Rows{
		ID: "coefficients", Title: "Dual coefficients β = α − α*", Note: c.Text("<bound> at ±C, <free> between"),
		Alt: c.Text("<n> coefficients: <bound> at plus or minus C, <free> between, the others 0"),
		Y:   mark.Axis{Name: "β", Min: -top, Max: top}, Of: v.beta, Hot: v.pair(),
		Tip: func(i int) say.Phrase { return say.Vars{"name": beta(i), "value": v.beta(i)}.Text("<name> = <value>") },
	}
	if v.scale() == v.C {
		r.Marks = []mark.Mark{panel.Bound(v.C, "C", mark.RoleSoft.Plain()), panel.Bound(-v.C, "−C", mark.RoleSoft.Plain())}
	}
	p := r.Panel(v.Problem)
	bars := p.Marks[0].(mark.Bars) // up and down have their colours
	bars.Class = make([]int, len(v.y))
	for i := range v.y {
		if v.beta(i) > 0 {
			bars.Class[i] = 1
		}
	}
	p.Marks[0] = bars
	return p
}

// loss is the ε-insensitive loss with every point at its residual.
func (v view) loss() mark.Panel {
	s, c, e := v.state, v.counts(), v.Epsilon
	reach := 2 * e
	for i := range s.y {
		reach = max(reach, 1.1*math.Abs(s.residual(i)))
	}
	if reach == 0 {
		reach = 1
	}
	top := reach - min(e, reach/2)
	loss := []mark.XY{{X: -reach, Y: reach - e}, {X: -e}, {X: e}, {X: reach, Y: reach - e}}
	p := panel.Curves{
		ID: "loss", Title: "ε-insensitive loss", Note: c.Text("Σξ = <slacks>"),
		Alt:  c.Text("the loss of every residual: <outside> of <n> beyond ±ε, sum <slacks>"),
		X:    mark.Axis{Name: "y − f(x)", Min: -reach, Max: reach},
		Y:    mark.Axis{Name: "ξ", Min: -0.08 * top, Max: 1.05 * top},
		Of:   []panel.Quantity{{At: loss, Style: mark.RoleInk.Wide(2), Legend: "max(0, |y − f| − ε)"}},
		Over: []mark.Mark{mark.Rule{Vertical: true, At: e, Label: "ε", Style: mark.RoleSoft.Dashed()}},
	}
	if e > 0 {
		p.Over = append(p.Over, mark.Rule{Vertical: true, At: -e, Label: "−ε", Style: mark.RoleSoft.Dashed()})
	}
	p.Over = append(p.Over, s.points(func(i int) mark.XY { return mark.XY{X: s.residual(i), Y: s.slack(i)} })...)
	return p.Panel()
}

// pairLine draws the dual along the line on which the pair may move: βᵢ rises as βⱼ
// falls. It has a kink where one of them passes 0, where the price ε of being off
// zero turns around, and ends at ±C.
func (v view) pairLine(w *pairs.Work) mark.Panel {
	from := v.from(w)
	off := [2]float64{w.E[0] - v.sign(w.I)*v.Epsilon, w.E[1] - v.sign(w.J)*v.Epsilon} // f − y of both
	gain := func(d float64) float64 {
		bent := math.Abs(from[0]+d) - math.Abs(from[0]) + math.Abs(from[1]-d) - math.Abs(from[1])
		return -off[0]*d + off[1]*d - w.Eta*d*d/2 - v.Epsilon*bent
	}
	// The picture shows three steps to either side, within the box.
	reach := 3 * w.T
	if reach == 0 {
		reach = v.C
	}
	lo := max(-reach, -v.C-from[0], from[1]-v.C)
	hi := min(reach, v.C-from[0], from[1]+v.C)
	places := make([]float64, 0, 85)
	for t := range 81 {
		places = append(places, lo+(hi-lo)*float64(t)/80)
	}
	for _, kink := range [...]float64{-from[0], from[1], w.T, 0} {
		if kink > lo && kink < hi {
			places = append(places, kink)
		}
	}
	slices.Sort(places)
	i := v.row(w.I)
	c := say.Vars{"i": beta(i), "j": beta(v.row(w.J)), "from": from[0], "to": from[0] + w.T, "gain": gain(w.T)}
	p := panel.Curves{
		ID: "pair", Title: c.Text("<i> increases, <j> decreases"), Note: v.stopNote(w), Alt: c.Text("<i> moves from <from> to <to>, and the dual gains <gain>"),
		X: mark.Axis{Name: say.Phrase(beta(i))}, Y: mark.Axis{Name: "gain of the dual"},
		Of: []panel.Quantity{{
			At:    panel.Traced(places, func(d float64) (x, y float64) { return from[0] + d, gain(d) }),
			Style: mark.RoleInk.Wide(2), Legend: "dual objective along the line",
		}},
	}
	legend := panel.Once("kinks: a coefficient is 0")
	for _, kink := range [...]float64{0, from[0] + from[1]} {
		if kink > from[0]+lo && kink < from[0]+hi {
			p.Over = append(p.Over, mark.Rule{Vertical: true, At: kink, Legend: legend(), Style: mark.RoleFaint.Dashed()})
		}
	}
	p.Over = append(p.Over, pairs.Before(mark.XY{X: from[0]}, "old"), pairs.After(mark.XY{X: from[0] + w.T, Y: gain(w.T)}, "new"))
	return p.Panel()
}

// stopNote says in a few words what ends the pair's move.
func (v view) stopNote(w *pairs.Work) say.Phrase {
	variable, at := stopping(w)
	c := say.Vars{"name": v.variable(variable)}
	switch {
	case w.Stop == smo.AtMinimum:
		return "unclipped: the maximum is inside"
	case at == 0:
		return c.Text("<name> reaches 0")
	}
	return c.Text("<name> reaches C")
}

// fit is what the function says against the targets, in the plane.
func (v view) fit() mark.Panel {
	s, c, e := v.state, v.counts(), v.Epsilon
	lo, hi := slices.Min(s.y), slices.Max(s.y)
	for i := range s.y {
		lo, hi = min(lo, s.at(i)), max(hi, s.at(i))
	}
	room := (hi-lo)/12 + e/2
	if room == 0 {
		room = 1
	}
	lo, hi = lo-room, hi+room
	p := mark.Panel{
		ID: "fit", Title: "Predicted vs actual", Note: c.Text("RMSE <rmse>"), Equal: true, Height: 1,
		Alt: c.Text("actual against predicted values; root mean square error <rmse>"),
		X:   mark.Axis{Name: "y", Min: lo, Max: hi}, Y: mark.Axis{Name: "f(x)", Min: lo, Max: hi},
	}
	p.Add(
		mark.Band{
			X: []float64{lo, hi}, Lo: []float64{lo - e, hi - e}, Hi: []float64{lo + e, hi + e},
			Style: mark.RoleAccent.Plain().Faded(0.16), Legend: "within ε",
		},
		mark.PolyLine{At: []mark.XY{{X: lo, Y: lo}, {X: hi, Y: hi}}, Style: mark.RoleFaint.Dashed()},
	)
	p.Add(s.points(func(i int) mark.XY { return mark.XY{X: s.y[i], Y: s.at(i)} })...)
	return p
}
