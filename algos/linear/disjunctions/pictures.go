package disjunctions

import (
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board(), v.lives()}
	if v.N <= cubeVariables {
		panels = append(panels, v.cube())
	}
	return panels
}

// shownRows is how many examples the table has: the newest.
const shownRows = 10

// board is a table: a row an example, a column a variable, the literals above
// their columns, and what h and the label say on the right. It stands at
// 0 … n across and 0 … rows upwards, the newest example at the bottom.
func (v view) board() algos.Panel {
	from := max(0, len(v.past)-shownRows)
	rows := v.past[from:]
	top, heads := float64(len(rows)), 1.0
	if v.Learner == general {
		heads = 2
	}
	w := v.vars()
	w["literals"] = writer{v.N}.alternatives(v.h)
	p := algos.Panel{
		ID: "board", Title: "Examples and hypothesis", Note: w.Text("<k mistake>, <left literal> in h"),
		Alt: w.Text("h = <literals> after <n example> and <k mistake>."),
		X:   algos.Axis{Hidden: true, Min: -0.5 - 0.08*float64(v.N), Max: float64(v.N) + 2.2},
		Y:   algos.Axis{Hidden: true, Min: top - shownRows - 0.3, Max: top + heads + 0.4},
	}
	if len(rows) > 0 {
		p.Add(v.table(rows))
	}
	v.addChips(&p, top)
	v.addResults(&p, rows, from)
	return p
}

// table is the bits of the examples; in the newest one the literals that made h
// true, or that were struck out, are marked.
func (v view) table(rows []seen) algos.Matrix {
	m := algos.Matrix{Rows: len(rows), Cols: v.N, Hi: 2.5, Scale: algos.Sequential, Text: true}
	for i := range v.N {
		m.ColRefs = append(m.ColRefs, writer{v.N}.ref(i))
	}
	for _, e := range rows {
		m.RowRefs = append(m.RowRefs, e.x.bits(v.N))
		for i := range v.N {
			m.Values = append(m.Values, float64(e.x>>i&1))
		}
	}
	hot := v.removed
	if v.did == predict {
		hot = v.h & truths(v.now().x, v.N)
	}
	for _, i := range hot.each() {
		m.Hot = append(m.Hot, [2]int{len(rows) - 1, i % v.N})
	}
	return m
}

// place is the middle of a literal's chip.
func (v view) place(i int, top float64) algos.XY {
	return algos.XY{X: float64(i%v.N) + 0.5, Y: top + 0.6 + float64(i/v.N)}
}

// box is a rectangle around a place.
func box(at algos.XY, x, y float64) []algos.XY {
	return []algos.XY{{X: at.X - x, Y: at.Y - y}, {X: at.X + x, Y: at.Y - y}, {X: at.X + x, Y: at.Y + y}, {X: at.X - x, Y: at.Y + y}}
}

// addChips draws the literals above the table, crosses out what is gone, and
// outlines the target.
func (v view) addChips(p *algos.Panel, top float64) {
	w, full := writer{v.N}, v.literals()
	for _, look := range []struct {
		members literals
		style   algos.Style
		text    algos.Role
		legend  say.Phrase
	}{
		{v.h, algos.RoleGood.Plain().Faded(0.3), algos.RoleInk, "in h"},
		{v.removed, algos.RoleBad.Plain().Faded(0.35), algos.RoleInk, "struck out now"},
		{full &^ v.h &^ v.removed, algos.RoleFaint.Plain().Faded(0.3), algos.RoleSoft, "struck out"},
	} {
		names := algos.Texts{Anchor: algos.Middle, Style: look.text.Plain()}
		for _, i := range look.members.each() {
			at := v.place(i, top)
			p.Add(algos.PolyLine{At: box(at, 0.45, 0.38), Closed: true, Fill: true, Style: look.style, Layer: algos.Data, Ref: w.ref(i), Legend: look.legend})
			names.At, names.Text = append(names.At, at), append(names.Text, say.Phrase(w.name(i)))
			look.legend = "" // once
		}
		if look.members != 0 {
			p.Add(names)
		}
	}
	if full != v.h {
		strikes := algos.Segments{Style: algos.RoleBad.Wide(1.5), Layer: algos.Over}
		for _, i := range (full &^ v.h).each() {
			at := v.place(i, top)
			strikes.From, strikes.To = append(strikes.From, algos.XY{X: at.X - 0.4, Y: at.Y - 0.3}), append(strikes.To, algos.XY{X: at.X + 0.4, Y: at.Y + 0.3})
		}
		p.Add(strikes)
	}
	legend := say.Phrase("of the hidden target")
	for _, i := range (v.target & full).each() {
		p.Add(algos.PolyLine{At: box(v.place(i, top), 0.48, 0.43), Closed: true, Style: algos.RoleInk.Wide(1.2).Dashed(), Layer: algos.Data, Legend: legend})
		legend = ""
	}
}

// addResults draws the columns of what h said and of the label.
func (v view) addResults(p *algos.Panel, rows []seen, from int) {
	top, x := float64(len(rows)), float64(v.N)
	words := algos.Texts{
		At: []algos.XY{{X: x + 0.6, Y: top + 0.6}, {X: x + 1.6, Y: top + 0.6}}, Text: []say.Phrase{"h(x)", "y"},
		Anchor: algos.Middle, Style: algos.RoleSoft.Plain(),
	}
	if len(rows) == 0 {
		words.At, words.Text = append(words.At, algos.XY{X: x / 2, Y: -0.6}), append(words.Text, "no example yet")
		p.Add(words)
		return
	}
	numbers := algos.Texts{Anchor: algos.End}
	dots := algos.Points{Legend: "predicted, and true label"}
	wrong := algos.Rings{Style: algos.RoleBad.Wide(2), Legend: "a mistake"}
	dot := func(at algos.XY, of input, positive bool, tip string) {
		b := of.bits(v.N)
		dots.At, dots.Class, dots.Refs = append(dots.At, at), append(dots.Class, number(positive)), append(dots.Refs, b)
		dots.Tips = append(dots.Tips, say.Vars{"x": b, "sign": sign(positive)}.Text(tip))
		dots.Labels = append(dots.Labels, say.Phrase(sign(positive)))
	}
	for k, e := range rows {
		y := top - float64(k) - 0.5
		said, label := algos.XY{X: x + 0.5, Y: y}, algos.XY{X: x + 1.5, Y: y}
		numbers.At, numbers.Text = append(numbers.At, algos.XY{X: -0.12, Y: y}), append(numbers.Text, say.Phrase(strconv.Itoa(from+k+1)))
		dot(said, e.x, e.said, "h said <sign> of <x>")
		if k == len(rows)-1 && v.did == predict {
			words.At, words.Text = append(words.At, label), append(words.Text, "?")
			continue
		}
		dot(label, e.x, e.label, "the label of <x> is <sign>")
		if e.said != e.label {
			wrong.At, wrong.Radius, wrong.Refs = append(wrong.At, said), append(wrong.Radius, 10), append(wrong.Refs, e.x.bits(v.N))
		}
	}
	p.Add(words, numbers, dots)
	if len(wrong.At) > 0 {
		p.Add(wrong)
	}
}

// lives shows how long every literal stayed in h, and which example ended it.
func (v view) lives() algos.Panel {
	w, full, words := writer{v.N}, v.literals(), v.vars()
	now := float64(len(v.past))
	end := max(now, 6)
	words["literals"] = join(v.h, w.name, ", ", "")
	p := algos.Panel{
		ID: "lives", Title: "How long a literal lasts", Note: words.Text("<left literal> left"),
		X:   algos.Axis{Name: "example", Min: -0.1 * end, Max: 1.03 * end, Integer: true},
		Y:   algos.Axis{Hidden: true, Min: -float64(full.count()), Max: 0.6},
		Alt: words.Text("<left literal> left in h: <literals>."),
	}
	if v.h == 0 {
		p.Alt = words.Text("<left literal> left in h: none.")
	}
	if full.count() > 12 { // too many for a small picture to name
		p.Height = 0.8
	}
	alive := algos.Segments{Style: algos.RoleGood.Wide(3), Legend: "in h"}
	gone := algos.Segments{Style: algos.RoleFaint.Wide(3), Legend: "struck out"}
	ends := algos.Points{Style: algos.RoleBad.Plain(), Legend: "the example that ruled it out"}
	names := algos.Texts{Anchor: algos.End}
	for _, i := range full.each() {
		y := -float64(i)
		names.At, names.Text = append(names.At, algos.XY{X: -0.015 * end, Y: y}), append(names.Text, say.Phrase(w.name(i)))
		line, to := &alive, algos.XY{X: now, Y: y}
		if !v.h.has(i) {
			death := int(v.deaths[i])
			line, to.X = &gone, float64(death)
			ends.At, ends.Refs, ends.Size = append(ends.At, to), append(ends.Refs, w.ref(i)), append(ends.Size, 4)
			by := say.Vars{"literal": w.name(i), "i": death, "x": v.past[death-1].x.bits(v.N)}
			ends.Tips = append(ends.Tips, by.Text("<literal> is ruled out by example <i>, <x>"))
		}
		line.From, line.To, line.Refs = append(line.From, algos.XY{Y: y}), append(line.To, to), append(line.Refs, w.ref(i))
	}
	if len(ends.At) > 0 {
		p.Add(gone)
	}
	if v.h != 0 {
		p.Add(alive)
	}
	if len(ends.At) > 0 {
		p.Add(ends)
	}
	p.Add(names)
	return p
}

// cubeVariables is how many variables the picture of all inputs can have.
const cubeVariables = 4

// cube shows every input: the corners of the square, the cube, or two cubes.
func (v view) cube() algos.Panel {
	n := v.N
	shown := map[input]bool{}
	for _, e := range v.past {
		shown[e.x] = true
	}
	corners := algos.Points{Legend: "corners: inputs; the larger ones were shown"}
	edges := algos.Segments{Style: algos.RoleFaint.Plain()}
	agree := 0
	for k := range 1 << n {
		x := input(k)
		truth, said, size := v.label(x), v.h.holds(x, n), 5.0
		if truth == said {
			agree++
		}
		if shown[x] {
			size = 8
		}
		b := x.bits(n)
		corners.At, corners.Class, corners.Fill = append(corners.At, corner(x)), append(corners.Class, number(truth)), append(corners.Fill, number(said))
		corners.Size, corners.Refs, corners.Labels = append(corners.Size, size), append(corners.Refs, b), append(corners.Labels, say.Phrase(b))
		corners.Tips = append(corners.Tips, say.Vars{"x": b, "truth": sign(truth), "said": sign(said)}.Text("<x>: the target says <truth>, h says <said>"))
		for i := range n {
			if x>>i&1 == 0 {
				edges.From, edges.To = append(edges.From, corner(x)), append(edges.To, corner(x|1<<i))
			}
		}
	}
	far := corner(1<<n - 1)
	p := algos.Panel{
		ID: "cube", Title: "All inputs", Equal: true, Note: "outline: the target; filling: h", Height: 0.6,
		X:   algos.Axis{Hidden: true, Min: -0.3, Max: far.X + 0.6}, // with room for names on the right
		Y:   algos.Axis{Hidden: true, Min: -0.3, Max: max(far.Y, 0.3) + 0.3},
		Alt: say.Vars{"agree": agree, "all": 1 << n}.Text("h agrees with the target on <agree> of <all input>."),
	}
	p.Add(edges, corners)
	if len(v.past) > 0 {
		p.Add(algos.Rings{
			At: []algos.XY{corner(v.now().x)}, Radius: []float64{12}, Refs: []string{v.now().x.bits(n)},
			Style: algos.RoleAccent.Wide(2), Legend: "at work",
		})
	}
	return p
}

// directions are where the picture of the cube goes for every variable.
var directions = [cubeVariables]algos.XY{{X: 1}, {Y: 1}, {X: 0.42, Y: 0.36}, {X: 2.1}}

func corner(x input) algos.XY {
	var at algos.XY
	for i, d := range directions {
		if x>>i&1 == 1 {
			at.X += d.X
			at.Y += d.Y
		}
	}
	return at
}
