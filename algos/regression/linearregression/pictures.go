package linearregression

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	switch {
	case v.Overlay == gaussian:
		panels = append(panels, v.likelihoods())
	case v.means.of != nil:
		panels = append(panels, v.errors())
	}
	if _, b := v.axes(); b >= 0 && (v.Solver != exact || len(v.x) <= 3) {
		panels = append(panels, v.plane())
	}
	switch v.Solver {
	case exact:
		panels = append(panels, v.triangle(), mark.Slow("digits", titleDigits, v.digits))
	case irls:
		panels = append(panels, v.weightBars())
	default:
		panels = append(panels, v.rates())
	}
	if len(v.inputs()) > 2 {
		panels = append(panels, v.coefficients())
	}
	return append(panels, v.residualBars())
}

// board shows the function among the points; of a table or of points in the plane, where
// no picture has room for the inputs, the target against what is predicted.
func (v view) board() mark.Panel {
	w := v.vars()
	if !v.Table.Empty() {
		p := v.fit("board")
		p.Title, p.Alt = "Linear regression", w.Text("the targets of <n sample> against the predictions; the RSS is <rss>")
		return p
	}
	p := v.Problem.Board()
	p.Title, p.Note = "Linear regression", w.Text("Σr² = <rss>")
	p.Alt = w.Text("<n point> and the fitted function; the residual sum of squares (RSS) is <rss>")
	if v.Dim == 1 {
		v.addLine(&p)
		p.Add(panel.Data(v.Problem, v.tip))
	} else {
		p.Add(v.surface()...)
	}
	if len(v.rows) > 0 {
		p.Add(panel.Drawn(v.Problem, v.rows, "drawn"))
	}
	return p
}

func (v view) tip(i int) say.Phrase {
	r := v.residuals()[i]
	return say.Vars{"row": v.row(i), "y": v.y[i], "f": v.y[i] - r, "r": r}.Text("<row>: y = <y>, f = <f>, r = <r>")
}

// addLine draws the line with its residuals, the exact one and that of the step before.
func (v view) addLine(p *mark.Panel) {
	w := v.Window
	across, up := w.X1-w.X0, w.Y1-w.Y0
	p.Equal = v.Overlay == squared && max(across, up) <= 3*min(across, up)
	r := v.residuals()
	if v.Overlay == squared {
		named, widen := false, 1.0 // so that squares look square where the axes have other units
		if !p.Equal {
			widen = across / up
		}
		for i, e := range r {
			if math.Abs(e) > up { // more than the board: many of them would cover all
				continue
			}
			at := panel.Place(v.Problem, i)
			side := e * widen
			box := mark.Rect{
				Min: mark.XY{X: min(at.X, at.X-side), Y: min(at.Y, at.Y-e)}, Max: mark.XY{X: max(at.X, at.X-side), Y: max(at.Y, at.Y-e)},
				Fill: true, Style: mark.RoleBad.Wide(1).Faded(0.16), Layer: mark.Under,
			}
			if !named {
				named, box.Legend = true, "squared residuals"
			}
			p.Add(box)
		}
	}
	p.Add(v.overlaid()...)
	if v.Overlay != binned && v.Overlay != refitted { // whose curves the stems would hide
		stems := mark.Segments{Style: mark.RoleBad.Wide(1.2), Legend: "residual r"}
		for i, e := range r {
			at := panel.Place(v.Problem, i)
			stems.From, stems.To = append(stems.From, at), append(stems.To, mark.XY{X: at.X, Y: at.Y - e})
			stems.Refs = append(stems.Refs, say.Row(i).Ref())
		}
		p.Add(stems)
	}
	if !v.sameLine(v.best) {
		p.Add(v.line(v.best, mark.RoleGood.Wide(1.6).Dashed(), "least squares"))
	}
	if v.from != nil && v.did != started && !v.sameLine(v.from) {
		p.Add(v.line(v.from, mark.RoleSoft.Wide(1.2).Dashed(), "before the step"))
	}
	line := v.line(v.theta, mark.RoleInk.Wide(2.4), "f(x)")
	line.Name = "f(x)"
	p.Add(line)
}

// sameLine reports whether θ draws the line that is drawn anyway.
func (v view) sameLine(theta []float64) bool {
	w := v.Window
	for _, x := range []float64{w.X0, w.X1} {
		if math.Abs(v.predict(theta, []float64{x})-v.predict(v.theta, []float64{x})) > 1e-3*(w.Y1-w.Y0) {
			return false
		}
	}
	return true
}

func (v view) line(theta []float64, style mark.Style, legend say.Phrase) mark.PolyLine {
	w := v.Window
	across := w.X1 - w.X0
	line := mark.PolyLine{Style: style, Legend: legend, Layer: mark.Over}
	for _, x := range []float64{w.X0 - 2*across, w.X0, w.X1, w.X1 + 2*across} {
		line.At = append(line.At, mark.XY{X: x, Y: v.predict(theta, []float64{x})})
	}
	return line
}

// surface is the function of two inputs as a field, with the targets in its colours and the residuals.
func (v view) surface() []mark.Mark {
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	return []mark.Mark{
		v.field(lo, hi), panel.Misses(v.Problem, v.residuals(), lo, hi, "residual r (up: y > f)"),
		panel.Targets(v.Problem, v.y, lo, hi, "target y, same colours", v.tip),
	}
}

// field is the function of two inputs, from the least to the largest target.
func (v view) field(lo, hi float64) mark.Field {
	f := mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return v.predict(v.theta, []float64{x, y}) }),
		Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: say.Vars{"lo": lo, "hi": hi}.Text("f(x), from <lo> to <hi>"),
	}
	const lines = 6
	for k := range lines {
		f.Levels = append(f.Levels, mark.Level{Value: lo + (float64(k)+0.5)/lines*(hi-lo), Style: mark.RoleSoft.Wide(1)})
	}
	return f
}

// fit is the target against what is predicted: on the diagonal the two are equal, and a
// residual is how far a sample is above or below it.
func (v view) fit(id string) mark.Panel {
	w, residuals := v.vars(), v.residuals()
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	room := (hi - lo) / 8
	if room == 0 {
		room = max(1, math.Abs(hi)/8)
	}
	a := panel.Against{
		ID: id, Title: "Fit", Note: w.Text("Σr² = <rss>"), Alt: w.Text("the targets of <n row> against what is predicted"),
		X: "f(x)", Y: v.targetName(), Lo: lo - room, Hi: hi + room, Targets: v.y, Of: func(i int) float64 { return v.y[i] - residuals[i] },
		Same: "y = f(x)", Off: "residual r", Tip: v.tip,
	}
	legend := panel.Once("squared residuals")
	for i, r := range residuals {
		if v.Overlay != squared {
			break
		}
		f := v.y[i] - r
		a.Under = append(a.Under, mark.Rect{
			Min: mark.XY{X: min(f, f-r), Y: min(f, v.y[i])}, Max: mark.XY{X: max(f, f-r), Y: max(f, v.y[i])},
			Fill: true, Style: mark.RoleBad.Wide(1).Faded(0.16), Layer: mark.Under, Legend: legend(),
		})
	}
	p := a.Panel()
	if len(v.rows) > 0 {
		rings := mark.Rings{Style: mark.RoleAccent.Wide(2), Legend: "drawn"}
		for _, i := range v.rows {
			rings.At, rings.Radius, rings.Refs = append(rings.At, mark.XY{X: a.Of(i), Y: v.y[i]}), append(rings.Radius, 8), append(rings.Refs, say.Row(i).Ref())
		}
		p.Add(rings)
	}
	return p
}

// targetName is what the target is called.
func (v view) targetName() say.Phrase {
	if k := v.Table.Target(); k >= 0 {
		return say.Given(v.Table.Columns[k].Name).Phrase()
	}
	return "y"
}

// residualBars are the residuals in the order of the samples.
func (v view) residualBars() mark.Panel {
	r, w := v.residuals(), v.vars()
	return panel.Rows{
		ID: "residuals", Title: "Residuals", Note: w.Text("RSS = <rss>"), Alt: w.Text("the residuals of <n sample>; the RSS is <rss>"),
		Y: mark.Axis{Name: "r = y − f"}, Of: func(i int) float64 { return r[i] }, Hot: v.rows, Tip: v.tip,
		Marks: []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}},
	}.Panel(v.rowsProblem())
}

// weightBars are the weights of IRLS, of which the largest is 1.
func (v view) weightBars() mark.Panel {
	wt, w := v.weights(), v.vars()
	heavy, light := v.extremes()
	w["light"] = v.row(light)
	return panel.Rows{
		ID: "weights", Title: "IRLS sample weights", Note: w.Text("smallest weight: <light>"), Alt: w.Text("the weights of <n sample>, scaled to a " +
			"maximum of 1; <light> has the smallest"),
		Y: mark.Axis{Name: "w", Max: 1.08}, Of: func(i int) float64 { return wt[i] }, Hot: []int{heavy},
		Tip: func(i int) say.Phrase {
			return say.Vars{"row": v.row(i), "w": wt[i]}.Text("<row>: w = <w>")
		},
	}.Panel(v.rowsProblem())
}

// rowsProblem has as many samples as the task, for pictures of samples.
func (v view) rowsProblem() algos.Problem {
	if v.Table.Empty() {
		return v.Problem
	}
	p := v.Problem
	p.Points, p.Dim = nil, 1
	for range v.y {
		p.Points = append(p.Points, point{})
	}
	return p
}
