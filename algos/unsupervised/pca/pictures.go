package pca

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.turn()}
	if v.did > started && (v.Centre || v.Standardize) {
		panels = append(panels, v.prepared())
	}
	if v.u != nil && v.did == turning {
		panels = append(panels, v.direction())
	}
	if v.did >= forming && v.Solver != svd {
		panels = append(panels, v.matrix())
	}
	if len(v.found) > 0 {
		panels = append(panels, v.scree())
	}
	if len(v.found) > 1 {
		panels = append(panels, v.biplot())
	}
	return panels
}

// pictured is the axis onto which the picture projects the samples.
func (v view) pictured() []float64 {
	switch {
	case v.did == turning:
		return v.u
	case v.status.Final() && len(v.found) > 0:
		return v.found[0].u
	case len(v.found) > 0:
		return v.found[len(v.found)-1].u
	}
	return v.hand
}

// shownFeet is the most rows whose distances to the axis are drawn, and most the most rows
// that a picture beside the board shows.
const shownFeet, most = 120, 400

// board is the data with the axis and the projections of the samples onto it.
func (v view) board() mark.Panel {
	w := v.vars()
	p := v.Problem.Board()
	window := v.Window
	if v.data.table {
		window = around(v.places(v.at))
		p.X = mark.Axis{Name: v.data.names[v.a], Min: window.X0, Max: window.X1}
		p.Y = mark.Axis{Name: v.data.names[v.b], Min: window.Y0, Max: window.Y1}
		p.Edits = ""
	}
	p.Equal = even(window)
	p.Title, p.Note = "Your axis", w.Text("<angle>°: <share> % explained")
	if len(v.found) > 0 {
		p.Note = w.Text("your axis at <angle>°: <share> % explained")
	}
	if v.did == turning {
		p.Title, p.Note = "Power iteration: current axis", w.Text("<share> % explained")
	}
	p.Alt = w.Text("<n sample> and their projections onto an axis: explained sum of squares <captured>, reconstruction error <lost>")
	if v.did > started && v.Centre { // the axes from here on
		at := v.inData(0, 0)
		p.Add(mark.Rule{Vertical: true, At: at.X, Style: mark.RoleSoft.Dashed(), Legend: "through the mean"},
			mark.Rule{At: at.Y, Style: mark.RoleSoft.Dashed()})
	}
	p.Add(v.lost()...)
	p.Add(v.line(v.pictured(), mark.RoleAccent.Wide(2.4), ""), v.handLine(), v.points())
	p.Add(v.arrows(true)...)
	if !v.Standardize {
		p.Add(v.handle(window, v.inData(0, 0)))
	}
	return p
}

// around is a window with room around places, each axis by itself: columns of a table have
// units of their own.
func around(places []mark.XY) grid.Window {
	w := grid.Window{X0: places[0].X, X1: places[0].X, Y0: places[0].Y, Y1: places[0].Y}
	for _, at := range places {
		w.X0, w.X1 = min(w.X0, at.X), max(w.X1, at.X)
		w.Y0, w.Y1 = min(w.Y0, at.Y), max(w.Y1, at.Y)
	}
	const share = 0.08
	dx, dy := share*(w.X1-w.X0), share*(w.Y1-w.Y0)
	// A column without variance gets the room of the other.
	dx, dy = max(dx, 0.01*dy, num.Ulp*1e3*math.Abs(w.X0)), max(dy, 0.01*dx, num.Ulp*1e3*math.Abs(w.Y0))
	if dx == 0 {
		dx, dy = 1, 1
	}
	return grid.Window{X0: w.X0 - dx, X1: w.X1 + dx, Y0: w.Y0 - dy, Y1: w.Y1 + dy}
}

// even reports whether the coordinates of a window may be drawn to one scale.
func even(w grid.Window) bool {
	across, up := w.X1-w.X0, w.Y1-w.Y0
	return max(across, up) <= 3*min(across, up)
}

// at is where the board shows a row.
func (v view) at(i int) mark.XY {
	return mark.XY{X: v.data.columns[v.a][i], Y: v.data.columns[v.b][i]}
}

// places are those of all rows, or of as many as a picture shows.
func (v view) places(at func(i int) mark.XY) []mark.XY {
	var all []mark.XY
	for _, i := range v.picked(v.n) {
		all = append(all, at(i))
	}
	return all
}

// picked are so many rows, evenly.
func (v view) picked(count int) []int {
	var rows []int
	for i := 0; i < v.n; i += (v.n-1)/count + 1 {
		rows = append(rows, i)
	}
	return rows
}

// points are the rows.
func (v view) points() mark.Mark {
	tip := func(i int) say.Phrase {
		return say.Vars{"row": v.data.row(i), "x": []float64{v.at(i).X, v.at(i).Y}}.Text("<row> = <x>")
	}
	if !v.data.table {
		return panel.Data(v.Problem, tip)
	}
	m := mark.Points{Style: mark.RoleClass0.Plain(), Tip: tip}
	for i := range v.n {
		m.At, m.Refs = append(m.At, v.at(i)), append(m.Refs, say.Row(i).Ref())
	}
	return m
}

// lost are the segments from the samples to their projections onto the axis.
func (v view) lost() []mark.Mark {
	u := v.pictured()
	f := v.along(u)
	ways := mark.Segments{Style: mark.RoleBad.Wide(1.2).Faded(0.55), Legend: "reconstruction error"}
	feet := mark.Points{Style: mark.RoleAccent.Plain(), Hollow: true, Legend: "projections (explained)", Layer: mark.Under}
	for _, i := range v.picked(shownFeet) {
		foot := v.inData(f[i]*u[v.a], f[i]*u[v.b])
		ways.From, ways.To = append(ways.From, v.at(i)), append(ways.To, foot)
		feet.At, feet.Size = append(feet.At, foot), append(feet.Size, 2.5)
	}
	if v.p > 2 { // the projections have further coordinates, which the board does not see
		ways.Legend, feet.Legend = "residuals, projected onto these two features", "projections onto the axis"
	}
	return []mark.Mark{ways, feet}
}

// line is the axis through the mean; nil where the board does not see it.
func (v view) line(u []float64, style mark.Style, legend say.Phrase) mark.Mark {
	dx, dy := v.scale[v.a]*u[v.a], v.scale[v.b]*u[v.b]
	length := math.Hypot(dx, dy)
	if !(length > 1e-9*(math.Abs(v.scale[v.a])+math.Abs(v.scale[v.b]))) {
		return nil
	}
	dx, dy = dx/length, dy/length
	at := v.inData(0, 0)
	return mark.Ray{A: -dy, B: dx, C: dy*at.X - dx*at.Y, Style: style, Legend: legend}
}

// handLine is the axis by hand where another one is pictured.
func (v view) handLine() mark.Mark {
	if v.did != turning && len(v.found) == 0 {
		return nil
	}
	return v.line(v.hand, mark.RoleInk.Wide(1.4).Dashed(), "your axis")
}

// handle turns the axis. Its arm reaches into the window whatever the units are.
func (v view) handle(w grid.Window, from mark.XY) mark.Mark {
	c, s := v.hand[v.a], v.hand[v.b]
	arm := 0.3 * min((w.X1-w.X0)/max(math.Abs(c), 1e-3), (w.Y1-w.Y0)/max(math.Abs(s), 1e-3))
	return mark.Handle{
		Param: "angle", Along: mark.Around, From: from, At: mark.XY{X: from.X + arm*c, Y: from.Y + arm*s},
		Label: "u", Tip: "rotate your axis", Style: mark.RoleInk.Plain(),
	}
}

// spread is a deviation along a direction of this variance: two of them reach around most
// rows.
func (v view) spread(lambda float64) float64 {
	return math.Sqrt(lambda * v.divisor / float64(v.n-1))
}

// arrows are the components found, two deviations long, on the board or without the mean.
func (v view) arrows(board bool) []mark.Mark {
	var marks []mark.Mark
	for j, c := range v.found[:min(len(v.found), 4)] {
		length := 2 * v.spread(c.lambda)
		x, y := length*c.u[v.a], length*c.u[v.b]
		from, to := mark.XY{}, mark.XY{X: x, Y: y}
		if board {
			from, to = v.inData(0, 0), v.inData(x, y)
		}
		if math.Hypot(x, y) <= 1e-6*v.spread(v.trace()) {
			continue
		}
		marks = append(marks, mark.Arrows{
			From: []mark.XY{from}, To: []mark.XY{to}, Style: mark.RoleOfClass(j + 1).Wide(2.6),
			Legend: say.Vars{"j": j + 1}.Text("component <j>, two standard deviations long"),
		})
	}
	return marks
}

// prepared is the cloud without its means, in units of its deviations where it is scaled.
func (v view) prepared() mark.Panel {
	p := mark.Panel{ID: "prepared", Title: "Centred data", Alt: "the centred samples, with your axis and the components found"}
	if v.did >= scaling && v.Standardize {
		p.Title, p.Note = "Standardised data", "each feature in units of its standard deviation"
	}
	if !v.Centre {
		p.Title = "Scaled data"
	}
	raw := v.did == centring && v.Standardize
	k := [2]float64{1, 1}
	if raw {
		k = [2]float64{v.scale[v.a], v.scale[v.b]}
	}
	at := func(i int) mark.XY { return mark.XY{X: k[0] * v.x[v.a][i], Y: k[1] * v.x[v.b][i]} }
	w := around(append(v.places(at), mark.XY{}))
	p.X = mark.Axis{Name: v.data.names[v.a], Min: w.X0, Max: w.X1}
	p.Y = mark.Axis{Name: v.data.names[v.b], Min: w.Y0, Max: w.Y1}
	p.Equal = even(w)
	m := mark.Points{Style: mark.RoleClass0.Plain()}
	for _, i := range v.picked(most) {
		m.At, m.Refs, m.Size = append(m.At, at(i)), append(m.Refs, say.Row(i).Ref()), append(m.Size, 3.2)
	}
	p.Add(mark.Rule{At: 0, Style: mark.RoleFaint.Plain()}, mark.Rule{At: 0, Vertical: true, Style: mark.RoleFaint.Plain()}, m)
	if raw {
		return p
	}
	if cov, ok := v.block(); ok {
		p.Add(mark.Ellipses{
			Mean: []mark.XY{{}}, Cov: [][3]float64{cov}, Radii: []float64{1, 2}, Style: []mark.Style{mark.RoleSoft.Wide(1.4)},
			Legend: "Σ at 1 and 2 standard deviations",
		})
	}
	p.Add(mark.Ray{A: -v.hand[v.b], B: v.hand[v.a], Style: mark.RoleInk.Wide(1.4).Dashed(), Legend: "your axis"})
	p.Add(v.arrows(false)...)
	if v.did == turning && math.Hypot(v.u[v.a], v.u[v.b]) > 1e-9 {
		p.Add(mark.Ray{A: -v.u[v.b], B: v.u[v.a], Style: mark.RoleAccent.Wide(2.2), Legend: "u of power iteration"})
	}
	p.Add(v.handle(w, mark.XY{}))
	return p
}

// block is Σ of the two columns of the board, unless it is too flat for an ellipse.
func (v view) block() (cov [3]float64, ok bool) {
	k := v.divisor / float64(v.n-1)
	aa, ab, bb := k*v.task.sigma[v.a*v.p+v.a], k*v.task.sigma[v.a*v.p+v.b], k*v.task.sigma[v.b*v.p+v.b]
	return [3]float64{aa, ab, bb}, aa*bb-ab*ab > 1e-9*aa*bb
}

// turn is what the axis captures and loses at every angle.
func (v view) turn() mark.Panel {
	s := v.task.sigma
	aa, ab, bb := s[v.a*v.p+v.a], s[v.a*v.p+v.b], s[v.b*v.p+v.b]
	captured := func(angle float64) float64 {
		c, s := math.Cos(angle), math.Sin(angle)
		return max(0, c*c*aa+2*c*s*ab+s*s*bb)
	}
	trace, w := v.trace(), v.vars()
	w["hand"], w["without"] = captured(v.Angle), max(0, trace-captured(v.Angle))
	c := panel.Curves{
		ID: "turn", Title: "Explained variance and error", Note: w.Text("explained <hand>, lost <without>"),
		X: mark.Axis{Name: "angle (rad)", Min: -math.Pi, Max: math.Pi}, Y: mark.Axis{Name: "variance", Max: 1.1 * trace},
		Alt: w.Text("explained variance and reconstruction error against the angle of the axis; their sum is <trace> everywhere; at <angle> degrees " +
			"<hand> is explained"),
		Under: []mark.Mark{panel.Level(trace, mark.RoleFaint.Dashed(), "total variance")},
		Of: []panel.Quantity{
			{Of: func(x float64) float64 { return max(0, trace-captured(x)) }, Nodes: 60, Style: mark.RoleBad.Wide(2),
				Legend: "reconstruction error", Name: "reconstruction error"},
			{Of: captured, Nodes: 60, Style: mark.RoleAccent.Wide(2.4), Legend: "explained", Name: "explained"},
		},
		Over:   []mark.Mark{panel.Level(v.lambda(0), mark.RoleGood.Dashed(), "λ₁")},
		Handle: mark.Handle{Param: "angle", At: mark.XY{X: v.Angle, Y: captured(v.Angle)}, Label: "u", Tip: "rotate your axis", Style: mark.RoleInk.Plain()},
	}
	if v.did == turning && v.p == 2 {
		c.Over = append(c.Over, v.climbed(captured))
	}
	return c.Panel()
}

// climbed are the angles that power iteration has come through.
func (v view) climbed(captured func(float64) float64) mark.Mark {
	m := mark.Points{Style: mark.RoleGood.Plain(), Legend: "power iteration", Layer: mark.Over}
	for _, u := range panel.Path(len(v.trail), func(i int) mark.XY { return v.trail[i] }) {
		angle := math.Atan2(u.Y, u.X)
		m.At, m.Size = append(m.At, mark.XY{X: angle, Y: captured(angle)}), append(m.Size, 3)
	}
	m.Size[len(m.Size)-1] = 5
	return m
}

// direction is u: on the unit circle of two columns, or entry by entry.
func (v view) direction() mark.Panel {
	w := v.vars()
	p := mark.Panel{ID: "direction", Title: "Direction vector u", Note: w.Text("iteration <iter>"), Alt: w.Text("the entries of u after <iter iteration>")}
	if v.p > 2 {
		v.entries(&p, v.u, mark.RoleAccent.Plain())
		return p
	}
	p.Alt = w.Text("u on the unit circle, and Σu, after <iter iteration>")
	p.X, p.Y, p.Equal = mark.Axis{Name: "u₁", Min: -1.3, Max: 1.3}, mark.Axis{Name: "u₂", Min: -1.3, Max: 1.3}, true
	circle := mark.PolyLine{Closed: true, Style: mark.RoleSoft.Wide(1.2), Legend: "‖u‖ = 1"}
	const corners = 72
	for i := range corners {
		a := 2 * math.Pi * float64(i) / corners
		circle.At = append(circle.At, mark.XY{X: math.Cos(a), Y: math.Sin(a)})
	}
	stretched := times(v.sigma, v.from)
	top := largest(v.sigma)
	for k := range stretched {
		stretched[k] *= 1 / (1.6 * top)
	}
	p.Add(circle,
		mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{v.tip(v.from)}, Style: mark.RoleSoft.Wide(2), Legend: "u before"},
		mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{v.tip(stretched)}, Style: mark.RoleGood.Wide(2), Legend: "Σu (scaled down)"},
		mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{v.tip(v.u)}, Style: mark.RoleAccent.Wide(2.6), Legend: "u now"})
	return p
}

// entries are the entries of a direction as bars, with the names of the columns.
func (v view) entries(p *mark.Panel, u []float64, style mark.Style) {
	p.X = mark.Axis{Min: 0.4, Max: float64(v.p) + 0.6, Integer: true, Name: "feature"}
	p.Y = mark.Axis{Name: "entry", Min: -1.25, Max: 1.1}
	bars := mark.Bars{Style: style, Tip: func(k int) say.Phrase { return say.Vars{"name": v.data.names[k], "u": u[k]}.Text("<name>: <u>") }}
	names := mark.Texts{Anchor: mark.Middle, Room: 0.95}
	for k, x := range u {
		bars.X, bars.Y = append(bars.X, float64(k+1)), append(bars.Y, x)
		names.At, names.Text = append(names.At, mark.XY{X: float64(k + 1), Y: -1.15}), append(names.Text, v.data.names[k])
	}
	p.Add(bars, mark.Rule{At: 0, Style: mark.RoleFaint.Plain()}, names)
}

// matrix is Σ, or what is left of it.
func (v view) matrix() mark.Panel {
	const readable = 4
	top := largest(v.task.sigma)
	n := panel.Named{
		ID: "sigma", Title: "Σ", Height: 1, Alt: v.vars().Text("the matrix Σ of <p feature>, or the deflated one"),
		Matrix: mark.Matrix{Rows: v.p, Cols: v.p, Values: v.sigma, Lo: -top, Hi: top, Text: v.p <= readable},
	}
	if len(v.found) > 0 && v.Solver == power && (v.did == deflating || v.did == turning) {
		n.Title = "Deflated Σ"
	}
	return n.Panel()
}

// scree are the shares of the components, and what they have together.
func (v view) scree() mark.Panel {
	w, trace := v.vars(), v.trace()
	b := panel.Bars{
		ID: "scree", Title: "Scree plot: explained variance ratio", X: panel.Numbered("component", v.count()),
		Y: mark.Axis{Name: "proportion of variance", Max: 1.05},
		Marks: []mark.Mark{panel.Bound(1, "", mark.RoleSoft.Dashed())},
		Tip: func(j int) say.Phrase {
			return say.Vars{"j": j + 1, "lambda": v.found[j].lambda, "share": 100 * v.found[j].lambda / trace}.Text("component <j>: " +
				"variance <lambda>, <share> %")
		},
	}
	sum, kept := 0.0, 0.0
	line := mark.PolyLine{Style: mark.RoleInk.Wide(1.8), Legend: "cumulative", Name: "cumulative", Layer: mark.Over}
	for j, c := range v.found {
		share := c.lambda / trace
		if sum += share; j < v.NComponents {
			kept += 100 * c.lambda / trace
		}
		b.Values, b.Class, line.At = append(b.Values, share), append(b.Class, j+1), append(line.At, mark.XY{X: float64(j + 1), Y: sum})
	}
	w["kept"], w["k"] = kept, min(v.NComponents, len(v.found))
	b.Note, b.Alt = w.Text("<k> kept: <kept> %"), w.Text("explained variance ratio of each of <j component>; <k> of them explain <kept> %")
	if len(line.At) > 1 {
		b.Marks = append(b.Marks, line)
	}
	if v.NComponents < v.count() {
		b.Marks = append(b.Marks, mark.Rule{
			Vertical: true, At: float64(v.NComponents) + 0.5, Style: mark.RoleSoft.Dashed(), Legend: "kept components: left of the line",
		})
	}
	return b.Panel()
}

// biplot are the rows in the coordinates of the first two components, and the columns as
// arrows among them.
func (v view) biplot() mark.Panel {
	z := [2][]float64{v.along(v.found[0].u), v.along(v.found[1].u)}
	for j := range z {
		d := v.deviation(j)
		for i := range z[j] {
			if v.flat(j) {
				z[j][i] = 0
				continue
			}
			z[j][i] /= d
		}
	}
	at := func(i int) mark.XY { return mark.XY{X: z[0][i], Y: z[1][i]} }
	places := v.places(at)
	w := around(append(places, mark.XY{}))
	p := mark.Panel{
		ID: "biplot", Title: "Biplot: samples and loadings", Note: "scores on components 1 and 2", Height: 0.9,
		X: mark.Axis{Name: "component 1", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "component 2", Min: w.Y0, Max: w.Y1}, Equal: even(w),
		Alt: v.vars().Text("<n sample> by their scores on the first two components, and the loadings of <p feature> as arrows"),
	}
	if v.Whiten {
		p.Note = "whitened scores"
	}
	m := mark.Points{Style: mark.RoleClass0.Plain(), Legend: "samples"}
	rows := v.picked(most)
	for _, i := range rows {
		m.At, m.Refs, m.Size = append(m.At, at(i)), append(m.Refs, say.Row(i).Ref()), append(m.Size, 3.2)
	}
	m.Tip = func(k int) say.Phrase {
		i := rows[k]
		return say.Vars{"row": v.data.row(i), "z": []float64{z[0][i], z[1][i]}}.Text("<row>: scores <z>")
	}
	arrows := mark.Arrows{Style: mark.RoleBad.Wide(1.8), Legend: "loadings"}
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleBad.Plain()}
	reach := 0.42 * min(w.X1-w.X0, w.Y1-w.Y0)
	if !p.Equal { // an arrow's two parts keep their shares of the window
		reach = 0.42
	}
	longest := 0.0
	for k := range v.p {
		longest = max(longest, math.Hypot(v.found[0].u[k], v.found[1].u[k]))
	}
	for k := range v.p {
		x, y := reach*v.found[0].u[k]/longest, reach*v.found[1].u[k]/longest
		if !p.Equal {
			x, y = x*(w.X1-w.X0), y*(w.Y1-w.Y0)
		}
		arrows.From, arrows.To = append(arrows.From, mark.XY{}), append(arrows.To, mark.XY{X: x, Y: y})
		names.At, names.Text = append(names.At, mark.XY{X: 1.13 * x, Y: 1.13 * y}), append(names.Text, v.data.names[k])
	}
	p.Add(mark.Rule{At: 0, Style: mark.RoleFaint.Plain()}, mark.Rule{At: 0, Vertical: true, Style: mark.RoleFaint.Plain()}, m, arrows, names)
	return p
}
