package disjunctions

import (
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.lives()}
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
func (v view) board() mark.Panel {
	from := max(0, len(v.past)-shownRows)
	rows := v.past[from:]
	top, heads := float64(len(rows)), 1.0
	if v.Learner == general {
		heads = 2
	}
	w := v.vars()
	w["literals"] = writer{v.N}.alternatives(v.h)
	p := mark.Panel{
		ID: "board", Title: "Examples and hypothesis", Note: w.Text("<k mistake>, <left literal> in h"),
		Alt: w.Text("h = <literals> after <n example> and <k mistake>."),
		X:   mark.Axis{Hidden: true, Min: -0.5 - 0.08*float64(v.N), Max: float64(v.N) + 2.2},
		Y:   mark.Axis{Hidden: true, Min: top - shownRows - 0.3, Max: top + heads + 0.4},
	}
	if len(rows) > 0 {
		p.Add(v.table(rows))
	}
	v.addChips(&p, top)
	v.addResults(&p, rows, from)
	return p
}

// table is the bits of the examples; in the newest one the literals that made h
// true, or that were removed, are marked.
func (v view) table(rows []seen) mark.Matrix {
	m := mark.Matrix{Rows: len(rows), Cols: v.N, Hi: 2.5, Scale: mark.Sequential, Text: true}
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
func (v view) place(i int, top float64) mark.XY {
	return mark.XY{X: float64(i%v.N) + 0.5, Y: top + 0.6 + float64(i/v.N)}
}

// box is a rectangle around a place.
func box(at mark.XY, x, y float64) []mark.XY {
	return []mark.XY{{X: at.X - x, Y: at.Y - y}, {X: at.X + x, Y: at.Y - y}, {X: at.X + x, Y: at.Y + y}, {X: at.X - x, Y: at.Y + y}}
}

// addChips draws the literals above the table, crosses out what is gone, and
// outlines the target.
func (v view) addChips(p *mark.Panel, top float64) {
	w, full := writer{v.N}, v.literals()
	for _, look := range []struct {
		members literals
		style   mark.Style
		text    mark.Role
		legend  say.Phrase
	}{
		{v.h, mark.RoleGood.Plain().Faded(0.3), mark.RoleInk, "in h"},
		{v.removed, mark.RoleBad.Plain().Faded(0.35), mark.RoleInk, "removed in this step"},
		{full &^ v.h &^ v.removed, mark.RoleFaint.Plain().Faded(0.3), mark.RoleSoft, "removed"},
	} {
		names := mark.Texts{Anchor: mark.Middle, Style: look.text.Plain()}
		for _, i := range look.members.each() {
			at := v.place(i, top)
			p.Add(mark.PolyLine{At: box(at, 0.45, 0.38), Closed: true, Fill: true, Style: look.style, Layer: mark.Data, Ref: w.ref(i), Legend: look.legend})
			names.At, names.Text = append(names.At, at), append(names.Text, say.Phrase(w.name(i)))
			look.legend = "" // once
		}
		if look.members != 0 {
			p.Add(names)
		}
	}
	if full != v.h {
		strikes := mark.Segments{Style: mark.RoleBad.Wide(1.5), Layer: mark.Over}
		for _, i := range (full &^ v.h).each() {
			at := v.place(i, top)
			strikes.From, strikes.To = append(strikes.From, mark.XY{X: at.X - 0.4, Y: at.Y - 0.3}), append(strikes.To, mark.XY{X: at.X + 0.4, Y: at.Y + 0.3})
		}
		p.Add(strikes)
	}
	legend := say.Phrase("in the target concept")
	for _, i := range (v.target & full).each() {
		p.Add(mark.PolyLine{At: box(v.place(i, top), 0.48, 0.43), Closed: true, Style: mark.RoleInk.Wide(1.2).Dashed(), Layer: mark.Data, Legend: legend})
		legend = ""
	}
}

// addResults draws the columns of what h said and of the label.
func (v view) addResults(p *mark.Panel, rows []seen, from int) {
	top, x := float64(len(rows)), float64(v.N)
	words := mark.Texts{
		At: []mark.XY{{X: x + 0.6, Y: top + 0.6}, {X: x + 1.6, Y: top + 0.6}}, Text: []say.Phrase{"h(x)", "y"},
		Anchor: mark.Middle, Style: mark.RoleSoft.Plain(),
	}
	if len(rows) == 0 {
		v.addComing(&words)
		p.Add(words)
		return
	}
	numbers := mark.Texts{Anchor: mark.End}
	dots := mark.Points{Legend: "predicted, and true label"}
	wrong := mark.Rings{Style: mark.RoleBad.Wide(2), Legend: "a mistake"}
	dot := func(at mark.XY, of input, positive bool, tip string) {
		b := of.bits(v.N)
		dots.At, dots.Class, dots.Refs = append(dots.At, at), append(dots.Class, number(positive)), append(dots.Refs, b)
		dots.Tips = append(dots.Tips, say.Vars{"x": b, "sign": sign(positive)}.Text(tip))
		dots.Labels = append(dots.Labels, say.Phrase(sign(positive)))
	}
	for k, e := range rows {
		y := top - float64(k) - 0.5
		said, label := mark.XY{X: x + 0.5, Y: y}, mark.XY{X: x + 1.5, Y: y}
		panel.Write(&numbers, -0.12, y, say.Phrase(strconv.Itoa(from+k+1)))
		dot(said, e.x, e.said, "h predicted <sign> for <x>")
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

// addComing writes the examples to come where the table will be, their labels hidden: those of an
// adversary depend on h.
func (v view) addComing(words *mark.Texts) {
	if len(v.coming) == 0 {
		panel.Write(words, float64(v.N)/2, -0.6, "no example yet")
	}
	for k, of := range v.coming {
		y := -float64(k) - 0.5
		for i, bit := range of.bits(v.N) {
			panel.Write(words, float64(i)+0.5, y, say.Phrase(bit))
		}
		panel.Write(words, float64(v.N)+1.6, y, "?")
	}
}

// lives shows how long every literal stayed in h, and which example ended it.
func (v view) lives() mark.Panel {
	w, full, words := writer{v.N}, v.literals(), v.vars()
	now := float64(len(v.past))
	end := max(now, 6)
	words["literals"] = join(v.h, w.name, ", ", "")
	p := mark.Panel{
		ID: "lives", Title: "Lifetime of each literal", Note: words.Text("<left literal> left"),
		X:   mark.Axis{Name: "example", Min: -0.1 * end, Max: 1.03 * end, Integer: true},
		Y:   mark.Axis{Hidden: true, Min: -float64(full.count()), Max: 0.6},
		Alt: words.Text("<left literal> left in h: <literals>."),
	}
	if v.h == 0 {
		p.Alt = words.Text("<left literal> left in h: none.")
	}
	if full.count() > 12 { // too many for a small picture to name
		p.Height = 0.8
	}
	alive := mark.Segments{Style: mark.RoleGood.Wide(3), Legend: "in h"}
	gone := mark.Segments{Style: mark.RoleFaint.Wide(3), Legend: "removed"}
	ends := mark.Points{Style: mark.RoleBad.Plain(), Legend: "the example that ruled it out"}
	names := mark.Texts{Anchor: mark.End}
	for _, i := range full.each() {
		y := -float64(i)
		panel.Write(&names, -0.015*end, y, say.Phrase(w.name(i)))
		line, to := &alive, mark.XY{X: now, Y: y}
		if !v.h.has(i) {
			death := int(v.deaths[i])
			line, to.X = &gone, float64(death)
			ends.At, ends.Refs, ends.Size = append(ends.At, to), append(ends.Refs, w.ref(i)), append(ends.Size, 4)
			by := say.Vars{"literal": w.name(i), "i": death, "x": v.past[death-1].x.bits(v.N)}
			ends.Tips = append(ends.Tips, by.Text("<literal> is ruled out by example <i>, <x>"))
		}
		line.From, line.To, line.Refs = append(line.From, mark.XY{Y: y}), append(line.To, to), append(line.Refs, w.ref(i))
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
func (v view) cube() mark.Panel {
	n := v.N
	shown := map[input]bool{}
	for _, e := range v.past {
		shown[e.x] = true
	}
	corners := mark.Points{Legend: "vertices: inputs; the larger ones were seen"}
	edges := mark.Segments{Style: mark.RoleFaint.Plain()}
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
		corners.Tips = append(corners.Tips, say.Vars{"x": b, "truth": sign(truth), "said": sign(said)}.Text("<x>: label of the target <truth>, "+
			"prediction of h <said>"))
		for i := range n {
			if x>>i&1 == 0 {
				edges.From, edges.To = append(edges.From, corner(x)), append(edges.To, corner(x|1<<i))
			}
		}
	}
	far := corner(1<<n - 1)
	p := mark.Panel{
		ID: "cube", Title: "All inputs", Equal: true, Note: "outline: the target; filling: h", Height: 0.6,
		X:   mark.Axis{Hidden: true, Min: -0.3, Max: far.X + 0.6}, // with room for names on the right
		Y:   mark.Axis{Hidden: true, Min: -0.3, Max: max(far.Y, 0.3) + 0.3},
		Alt: say.Vars{"agree": agree, "all": 1 << n}.Text("h agrees with the target on <agree> of <all input>."),
	}
	p.Add(edges, corners)
	if len(v.past) > 0 {
		p.Add(mark.Rings{
			At: []mark.XY{corner(v.now().x)}, Radius: []float64{12}, Refs: []string{v.now().x.bits(n)},
			Style: mark.RoleAccent.Wide(2), Legend: "current sample",
		})
	}
	return p
}

// directions are where the picture of the cube goes for every variable.
var directions = [cubeVariables]mark.XY{{X: 1}, {Y: 1}, {X: 0.42, Y: 0.36}, {X: 2.1}}

func corner(x input) mark.XY {
	var at mark.XY
	for i, d := range directions {
		if x>>i&1 == 1 {
			at.X += d.X
			at.Y += d.Y
		}
	}
	return at
}
