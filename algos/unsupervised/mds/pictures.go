package mds

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	if v.found == 0 {
		return v.before()
	}
	panels := []mark.Panel{v.board()}
	if v.truth != nil {
		panels = append(panels, v.turns())
	}
	return append(panels, v.matrix("matrix"), v.spectrum(), v.shepard())
}

// before are the panels while there is no map: the distances, and what has become of them. What needs a map comes with it.
func (v view) before() []mark.Panel {
	if v.table {
		return []mark.Panel{v.matrix("board")}
	}
	return []mark.Panel{v.board(), v.matrix("matrix")}
}

// board are the points, or the map of a table, one over the other where both are known.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	w := v.vars()
	p.Title, p.Note = "Points", w.Text("<m point>")
	p.Alt = w.Text("<m object>")
	centre := v.middle()
	if v.table {
		p.Title, p.Note, p.Edits = "Embedding (map)", "", ""
		shown := []mark.XY{}
		for i := range v.m {
			shown = append(shown, v.onMap(i, mark.XY{}))
			if v.truth != nil {
				shown = append(shown, mark.XY{X: v.truth[i][0], Y: v.truth[i][1]})
			}
		}
		reach := 0.0
		for _, at := range shown {
			reach = max(reach, math.Hypot(at.X, at.Y))
		}
		// A round window: it does not move while the map is turned.
		reach *= 1.12
		p.X, p.Y = mark.Axis{Min: -reach, Max: reach, Hidden: true}, mark.Axis{Min: -reach, Max: reach, Hidden: true}
	}
	if v.found > 0 {
		p.Note = w.Text("stress <stress> %")
		p.Alt = w.Text("embedding of <m object>, rotated by <turn> degrees; stress <stress> %")
	}
	if v.found > 0 && v.truth != nil {
		p.Add(v.misses(centre))
	}
	if !v.table {
		p.Add(panel.Data(v.Problem, func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "x": v.Points[i].X}.Text("<row> = <x>")
		}))
		p.Add(v.longest())
	} else if v.truth != nil {
		p.Add(v.true())
	}
	if v.found > 0 {
		p.Add(v.mapPoints(centre), v.handle(p, centre))
	}
	return p
}

// middle is the centre of the positions on the board.
func (v view) middle() mark.XY {
	if v.table {
		return mark.XY{}
	}
	var at mark.XY
	for _, q := range v.Points {
		at.X += q.X[0] / float64(v.m)
		at.Y += q.X[1] / float64(v.m)
	}
	return at
}

// onMap is where the turned map has a place, about a centre.
func (v view) onMap(i int, centre mark.XY) mark.XY {
	z := v.placed(i, v.Rotation, v.Reflect)
	return mark.XY{X: centre.X + z[0], Y: centre.Y + z[1]}
}

// mapPoints are the positions of the map, with their names.
func (v view) mapPoints(centre mark.XY) mark.Mark {
	m := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "embedding", Layer: mark.Over}
	for i := range v.m {
		m.At, m.Size, m.Refs = append(m.At, v.onMap(i, centre)), append(m.Size, 4.5), append(m.Refs, say.Row(i).Ref())
		label := v.name(i)
		if !v.table {
			label = ""
		}
		m.Labels = append(m.Labels, label)
	}
	m.Tip = func(i int) say.Phrase {
		z := v.flat(i)
		return say.Vars{"name": v.name(i), "z": []float64{z[0], z[1]}}.Text("<name>: z = <z>")
	}
	return m
}

// true are the true positions of a table.
func (v view) true() mark.Mark {
	m := mark.Points{Style: mark.RoleGood.Plain(), Hollow: true, Legend: "true positions", Tip: func(i int) say.Phrase { return v.name(i) }}
	for _, q := range v.truth {
		m.At, m.Size = append(m.At, mark.XY{X: q[0], Y: q[1]}), append(m.Size, 4.5)
	}
	return m
}

// misses are the ways from the true positions to those of the map.
func (v view) misses(centre mark.XY) mark.Mark {
	s := mark.Segments{Style: mark.RoleBad.Wide(1.3).Faded(0.7), Legend: "error: true to embedded position"}
	for i, q := range v.truth {
		s.From, s.To = append(s.From, mark.XY{X: centre.X + q[0], Y: centre.Y + q[1]}), append(s.To, v.onMap(i, centre))
	}
	return s
}

// longest is the distance that the sentences are about.
func (v view) longest() mark.Mark {
	if v.found > 0 {
		return nil
	}
	a, b := v.Points[v.far[0]].X, v.Points[v.far[1]].X
	from, to := mark.XY{X: a[0], Y: a[1]}, mark.XY{X: b[0], Y: b[1]}
	path := []mark.XY{from, to}
	if v.Metric == manhattan {
		path = []mark.XY{from, {X: to.X, Y: from.Y}, to}
	}
	return mark.PolyLine{At: path, Style: mark.RoleAccent.Wide(2), Legend: "largest distance"}
}

// handle turns the map.
func (v view) handle(p mark.Panel, centre mark.XY) mark.Mark {
	arm := 0.4 * min(p.X.Max-p.X.Min, p.Y.Max-p.Y.Min)
	return mark.Handle{
		Param: "rotation", Along: mark.Around, From: centre, At: mark.XY{X: centre.X + arm*math.Cos(v.Rotation), Y: centre.Y + arm*math.Sin(v.Rotation)},
		Label: "rotation", Tip: "rotate the map", Style: mark.RoleInk.Plain(),
	}
}

// matrix is what the step has come to, with the pair that the sentences are about.
func (v view) matrix(id string) mark.Panel {
	const readable, named = 6, 14
	n := float64(v.m)
	titles := [...]say.Phrase{"Distance matrix D", "Squared distances D²", "Row-centred D²", "Double-centred D²", "Gram matrix B"}
	a, top := v.matrices[v.stage], 0.0
	for _, x := range a {
		top = max(top, math.Abs(x))
	}
	m := mark.Matrix{Rows: v.m, Cols: v.m, Values: a, Lo: -top, Hi: top, Hot: [][2]int{v.far, {v.far[1], v.far[0]}}}
	m.Text = v.m <= readable || id == "board" && v.m <= named
	if v.stage <= squared {
		m.Scale, m.Lo = mark.Sequential, 0
	}
	for i := range v.m {
		m.RowRefs = append(m.RowRefs, say.Row(i).Ref())
	}
	m.ColRefs = m.RowRefs
	p := panel.Named{
		ID: id, Title: titles[v.stage], Height: 1, Alt: v.vars().Text("a matrix with a row and a column for each of <m object>"), Matrix: m,
	}.Panel()
	if v.m <= named {
		names := mark.Texts{Anchor: mark.End, Room: 0.21 * n}
		short := mark.Texts{Anchor: mark.Middle, Room: 1}
		for i := range v.m {
			panel.Write(&names, -0.1, n-float64(i)-0.6, v.name(i))
			panel.Write(&short, float64(i)+0.5, n+0.15, v.short(i))
		}
		p.X.Min, p.Y.Max = -0.22*n, n+0.06*n
		p.Add(names, short)
	}
	return p
}

// short is a name that has room above a column.
func (v view) short(i int) say.Phrase {
	if v.raw == nil {
		return v.name(i)
	}
	const letters = 4
	if r := []rune(v.raw[i]); len(r) > letters {
		return say.Given(string(r[:letters])).Phrase()
	}
	return v.name(i)
}

// spectrum are the eigenvalues of B.
func (v view) spectrum() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "spectrum", Title: "Eigenvalues of B", Note: w.Text("<positive> positive, <negative> negative"),
		Alt: w.Text("the eigenvalues of B, from <first> down to <last>; <negative eigenvalue is> below 0"),
		X:   mark.Axis{Name: "dimension", Min: 0.4, Max: float64(v.m) + 0.6, Integer: true}, Y: mark.Axis{Name: "λ"},
	}
	tip := func(at []int) func(k int) say.Phrase {
		return func(k int) say.Phrase {
			return say.Vars{"j": at[k] + 1, "lambda": v.values[at[k]]}.Text("λ<j> = <lambda>")
		}
	}
	kept, rest, below := mark.Bars{Style: mark.RoleAccent.Plain(), Legend: "kept dimensions"}, mark.Bars{Style: mark.RoleSoft.Plain(), Legend: "omitted"},
		mark.Bars{Style: mark.RoleBad.Plain(), Legend: "negative (non-Euclidean)"}
	var at [3][]int
	for j, l := range v.values {
		k, bars := 1, &rest
		switch {
		case j < v.found:
			k, bars = 0, &kept
		case l < -v.noise:
			k, bars = 2, &below
		case l <= v.noise:
			l = 0
		}
		at[k] = append(at[k], j)
		bars.X, bars.Y = append(bars.X, float64(j+1)), append(bars.Y, l)
	}
	for k, bars := range []*mark.Bars{&kept, &rest, &below} {
		if len(bars.X) > 0 {
			bars.Tip = tip(at[k])
			p.Add(*bars)
		}
	}
	p.Add(mark.Rule{At: 0, Style: mark.RoleFaint.Plain()})
	return p
}

// shepard are the distances of the map against those that were given.
func (v view) shepard() mark.Panel {
	const shown = 400
	w := v.vars()
	p := mark.Panel{
		ID: "shepard", Title: "Shepard diagram", Note: w.Text("stress <stress> %"), Equal: true,
		Alt: w.Text("embedded against given distances, for all pairs of <m object>; stress <stress> %"),
	}
	top := panel.RoundUp(math.Sqrt(v.top))
	p.X, p.Y = mark.Axis{Name: "distance", Max: top}, mark.Axis{Name: "embedded distance", Max: top}
	pairs := v.m * (v.m - 1) / 2
	stride := (pairs-1)/shown + 1
	m := mark.Points{Style: mark.RoleClass0.Plain()}
	var of [][2]int
	count := 0
	for i := range v.m {
		for j := range i {
			if count++; count%stride != 0 && stride > 1 {
				continue
			}
			y := v.mapped(i, j, v.found)
			p.Y.Max = max(p.Y.Max, 1.05*y)
			m.At, m.Size, of = append(m.At, mark.XY{X: v.d[i*v.m+j], Y: y}), append(m.Size, 3), append(of, [2]int{j, i})
		}
	}
	m.Tip = func(k int) say.Phrase {
		a, b := of[k][0], of[k][1]
		return say.Vars{"a": v.name(a), "b": v.name(b), "d": v.d[a*v.m+b], "e": v.mapped(a, b, v.found)}.Text("<a> – <b>: <d>, embedded <e>")
	}
	p.Add(mark.PolyLine{At: []mark.XY{{}, {X: top, Y: top}}, Style: mark.RoleGood.Dashed(), Legend: "preserved"}, m)
	return p
}

// turns is how far the map is off the true positions at every angle, as it is and reflected.
func (v view) turns() mark.Panel {
	w, now := v.vars(), v.misfit(v.Rotation, v.Reflect)
	_, best := v.state.best(v.Reflect)
	w["misfit"], w["best"] = now, best
	c := panel.Curves{
		ID: "turns", Title: "Procrustes error by rotation", Note: w.Text("RMS error <misfit>, minimum <best>"),
		Alt:    w.Text("RMS error of the map against its rotation: <misfit> at <turn> degrees, minimum <best>"),
		X:      mark.Axis{Name: "rotation (rad)", Min: -math.Pi, Max: math.Pi},
		Handle: mark.Handle{Param: "rotation", At: mark.XY{X: v.Rotation, Y: now}, Label: "rotation", Tip: "rotate the map", Style: mark.RoleInk.Plain()},
	}
	size, top := 2*math.Sqrt(v.truth0/float64(v.m)), 0.0
	curve := func(flip bool, style mark.Style, legend say.Phrase) {
		at := panel.Curve(-math.Pi, math.Pi, 60, size, func(x float64) float64 { return v.misfit(x, flip) })
		for _, p := range at {
			top = max(top, p.Y)
		}
		c.Of = append(c.Of, panel.Quantity{At: at, Style: style, Legend: legend, Name: legend})
	}
	curve(!v.Reflect, mark.RoleSoft.Dashed(), "reflected")
	curve(v.Reflect, mark.RoleAccent.Wide(2.2), "without reflection")
	c.Y = mark.Axis{Name: "RMS error", Max: 1.1 * top}
	return c.Panel()
}
