package disjunctions

import (
	"fmt"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (s snapshot) Panels() []algos.Panel {
	panels := []algos.Panel{s.board(), s.lives()}
	if s.N <= cubeVariables {
		panels = append(panels, s.cube())
	}
	return panels
}

// shownRows is how many examples the table has: the newest.
const shownRows = 10

// board is a table: a row an example, a column a variable, the literals above
// their columns, and what h and the label say on the right. It stands at
// 0 … n across and 0 … rows upwards, the newest example at the bottom.
func (s snapshot) board() algos.Panel {
	from := max(0, len(s.past)-shownRows)
	rows := s.past[from:]
	top, heads := float64(len(rows)), 1.0
	if s.Learner == general {
		heads = 2
	}
	p := algos.Panel{
		ID: "board", Edits: algos.EditsData, Title: "Examples and hypothesis", Note: say.Phrase(s.note()), Alt: say.Phrase(s.alt()),
		X: algos.Axis{Hidden: true, Min: -0.5 - 0.08*float64(s.N), Max: float64(s.N) + 2.2},
		Y: algos.Axis{Hidden: true, Min: top - shownRows - 0.3, Max: top + heads + 0.4},
	}
	if len(rows) > 0 {
		p.Marks = append(p.Marks, s.table(rows))
	}
	p.Marks = append(p.Marks, s.chips(top)...)
	p.Marks = append(p.Marks, s.results(rows, from)...)
	return p
}

func (s snapshot) note() string {
	return fmt.Sprintf("%s, %s in h", say.Count(s.mistakes(), "mistake"), say.Count(s.h.count(), "literal"))
}

func (s snapshot) alt() string {
	return fmt.Sprintf("h = %s after %s and %s.", join(s.h, s.writer().name, " or ", "never true"), say.Count(len(s.past), "example"), say.Count(s.mistakes(), "mistake"))
}

// table is the bits of the examples; in the newest one the literals that made h
// true, or that were struck out, are marked.
func (s snapshot) table(rows []seen) algos.Matrix {
	m := algos.Matrix{Rows: len(rows), Cols: s.N, Hi: 2.5, Scale: algos.Sequential, Text: true}
	for i := range s.N {
		m.ColRefs = append(m.ColRefs, s.writer().ref(i))
	}
	for _, e := range rows {
		m.RowRefs = append(m.RowRefs, e.x.bits(s.N))
		for i := range s.N {
			m.Values = append(m.Values, float64(e.x>>i&1))
		}
	}
	hot := s.removed
	if s.kind == predict {
		hot = s.h & truths(s.now().x, s.N)
	}
	for _, i := range hot.each() {
		m.Hot = append(m.Hot, [2]int{len(rows) - 1, i % s.N})
	}
	return m
}

// A look is how literals in one state are drawn.
type look struct {
	members literals
	style   algos.Style
	text    algos.Role
	legend  string
}

// chips are the literals above the table.
func (s snapshot) chips(top float64) []algos.Mark {
	full := all(s.N, s.Learner == general)
	dead := full &^ s.h &^ s.removed
	var marks []algos.Mark
	for _, k := range []look{
		{s.h, algos.Style{Role: algos.RoleGood, Opacity: 0.3}, algos.RoleInk, "in h"},
		{s.removed, algos.Style{Role: algos.RoleBad, Opacity: 0.35}, algos.RoleInk, "struck out now"},
		{dead, algos.Style{Role: algos.RoleFaint, Opacity: 0.3}, algos.RoleSoft, "struck out"},
	} {
		names := algos.Texts{Anchor: algos.Middle, Style: algos.Style{Role: k.text}}
		for n, i := range k.members.each() {
			x, y := s.place(i, top)
			chip := algos.PolyLine{
				At:     []algos.XY{{X: x - 0.45, Y: y - 0.38}, {X: x + 0.45, Y: y - 0.38}, {X: x + 0.45, Y: y + 0.38}, {X: x - 0.45, Y: y + 0.38}},
				Closed: true, Fill: true, Style: k.style, Layer: algos.Data, Ref: s.writer().ref(i),
			}
			if n == 0 {
				chip.Legend = say.Phrase(k.legend)
			}
			marks = append(marks, chip)
			names.At = append(names.At, algos.XY{X: x, Y: y})
			names.Text = append(names.Text, say.Phrase(s.writer().name(i)))
		}
		if k.members != 0 {
			marks = append(marks, names)
		}
	}
	return append(marks, s.strikes(full&^s.h, top)...)
}

// strikes cross out what is gone, and outline the target.
func (s snapshot) strikes(gone literals, top float64) []algos.Mark {
	var marks []algos.Mark
	if gone != 0 {
		lines := algos.Segments{Style: algos.Style{Role: algos.RoleBad, Width: 1.5}, Layer: algos.Over}
		for _, i := range gone.each() {
			x, y := s.place(i, top)
			lines.From = append(lines.From, algos.XY{X: x - 0.4, Y: y - 0.3})
			lines.To = append(lines.To, algos.XY{X: x + 0.4, Y: y + 0.3})
		}
		marks = append(marks, lines)
	}
	for n, i := range (s.target & all(s.N, s.Learner == general)).each() {
		x, y := s.place(i, top)
		outline := algos.PolyLine{
			At:     []algos.XY{{X: x - 0.48, Y: y - 0.43}, {X: x + 0.48, Y: y - 0.43}, {X: x + 0.48, Y: y + 0.43}, {X: x - 0.48, Y: y + 0.43}},
			Closed: true, Style: algos.Style{Role: algos.RoleInk, Dash: true, Width: 1.2}, Layer: algos.Data,
		}
		if n == 0 {
			outline.Legend = "of the hidden target"
		}
		marks = append(marks, outline)
	}
	return marks
}

// place is the middle of a literal's chip.
func (s snapshot) place(i int, top float64) (x, y float64) {
	return float64(i%s.N) + 0.5, top + 0.6 + float64(i/s.N)
}

// results are the columns of what h said and of the label.
func (s snapshot) results(rows []seen, from int) []algos.Mark {
	top, x := float64(len(rows)), float64(s.N)
	words := algos.Texts{
		At: []algos.XY{{X: x + 0.6, Y: top + 0.6}, {X: x + 1.6, Y: top + 0.6}}, Text: []say.Phrase{"h(x)", "y"},
		Anchor: algos.Middle, Style: algos.Style{Role: algos.RoleSoft},
	}
	if len(rows) == 0 {
		words.At = append(words.At, algos.XY{X: x / 2, Y: -0.6})
		words.Text = append(words.Text, "no example yet")
		return []algos.Mark{words}
	}
	numbers := algos.Texts{Anchor: algos.End}
	dots := algos.Points{Legend: "predicted, and true label"}
	wrong := algos.Rings{Style: algos.Style{Role: algos.RoleBad, Width: 2}, Legend: "a mistake"}
	dot := func(x, y float64, class int, ref, tip string) {
		dots.At = append(dots.At, algos.XY{X: x, Y: y})
		dots.Class = append(dots.Class, class)
		dots.Refs = append(dots.Refs, ref)
		dots.Tips = append(dots.Tips, say.Phrase(tip))
		dots.Labels = append(dots.Labels, say.Phrase(sign(class == 1)))
	}
	for k, e := range rows {
		y, b := top-float64(k)-0.5, e.x.bits(s.N)
		numbers.At = append(numbers.At, algos.XY{X: -0.12, Y: y})
		numbers.Text = append(numbers.Text, say.Phrase(strconv.Itoa(from+k+1)))
		dot(x+0.5, y, count(e.said), b, fmt.Sprintf("h said %s of %s", sign(e.said), b))
		if k == len(rows)-1 && s.kind == predict {
			words.At = append(words.At, algos.XY{X: x + 1.5, Y: y})
			words.Text = append(words.Text, "?")
			continue
		}
		dot(x+1.5, y, count(e.label), b, fmt.Sprintf("the label of %s is %s", b, sign(e.label)))
		if e.said != e.label {
			wrong.At = append(wrong.At, algos.XY{X: x + 0.5, Y: y})
			wrong.Radius = append(wrong.Radius, 10)
			wrong.Refs = append(wrong.Refs, b)
		}
	}
	marks := []algos.Mark{words, numbers, dots}
	if len(wrong.At) > 0 {
		marks = append(marks, wrong)
	}
	return marks
}
