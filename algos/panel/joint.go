package panel

import (
	"playground/algos/mark"
	"playground/algos/say"
)

// A Joint is the joint distribution of two variables as a table, with both margins as bars at its sides. The cells lie
// as those of a [mark.Matrix], from 0 to the columns across and from 0 to the rows upwards, so that a caller may set
// Edits to [mark.EditsCells].
type Joint struct {
	ID               string
	Title, Note, Alt say.Phrase
	P                [][]float64  // by row and column; margins are sums of what stands here
	Rows, Columns    []say.Phrase // names of the values
	RowRefs, ColRefs []string
	Hot              [][2]int
	// Margins says what the bars are: "P(x) at the right, P(y) above".
	Margins say.Phrase
}

// marginSize is the length of the longest bar, in cells.
const marginSize = 0.8

// Panel draws the table. Its axes are hidden.
func (j Joint) Panel() mark.Panel {
	rows, cols := len(j.P), 0
	for _, row := range j.P {
		cols = max(cols, len(row))
	}
	m := mark.Matrix{Rows: rows, Cols: cols, Values: make([]float64, rows*cols), Scale: mark.Sequential, Text: true, Hot: j.Hot}
	m.RowRefs, m.ColRefs = j.RowRefs, j.ColRefs
	right, above := make([]float64, rows), make([]float64, cols)
	for r, row := range j.P {
		for c, v := range row {
			m.Values[r*cols+c] = v
			m.Hi = max(m.Hi, v)
			right[r], above[c] = right[r]+v, above[c]+v
		}
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	w, h := float64(cols), float64(rows)
	p := mark.Panel{
		ID: j.ID, Title: j.Title, Note: j.Note, Alt: j.Alt, Equal: true, Height: 0.8,
		X: mark.Axis{Hidden: true, Min: -0.7, Max: w + marginSize + 0.9}, Y: mark.Axis{Hidden: true, Min: -0.5, Max: h + marginSize + 0.6},
	}
	p.Add(m)
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	beside := mark.Texts{Style: mark.RoleInk.Plain()} // the bars of the rows
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	top := max(largest(right), largest(above))
	write := func(t *mark.Texts, x, y float64, text say.Phrase) {
		t.At, t.Text = append(t.At, mark.XY{X: x, Y: y}), append(t.Text, text)
	}
	for r, v := range right {
		low, size := h-float64(r)-1, marginSize*max(v, 0)/top
		p.Add(j.bar(mark.XY{X: w + 0.12, Y: low + 0.2}, mark.XY{X: w + 0.12 + size, Y: low + 0.8}, refAt(j.RowRefs, r), r == 0))
		write(&beside, w+0.12+size+0.08, low+0.5, say.Vars{"p": v}.Text("<p>"))
		if r < len(j.Rows) {
			write(&names, -0.35, low+0.5, j.Rows[r])
		}
	}
	for c, v := range above {
		size := marginSize * max(v, 0) / top
		p.Add(j.bar(mark.XY{X: float64(c) + 0.2, Y: h + 0.12}, mark.XY{X: float64(c) + 0.8, Y: h + 0.12 + size}, refAt(j.ColRefs, c), false))
		write(&words, float64(c)+0.5, h+0.12+size+0.18, say.Vars{"p": v}.Text("<p>"))
		if c < len(j.Columns) {
			write(&names, float64(c)+0.5, -0.35, j.Columns[c])
		}
	}
	p.Add(beside, words, names)
	return p
}

// bar is a probability of a margin.
func (j Joint) bar(from, to mark.XY, ref string, first bool) mark.Rect {
	b := mark.Rect{Min: from, Max: to, Fill: true, Ref: ref, Style: mark.RoleSoft.Plain().Faded(0.6)}
	if first {
		b.Legend = j.Margins
	}
	return b
}

// refAt is the reference with a number, if there are any.
func refAt(refs []string, i int) string {
	if i < len(refs) {
		return refs[i]
	}
	return ""
}
