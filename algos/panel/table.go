package panel

import (
	"slices"

	"playground/algos/mark"
	"playground/algos/say"
)

// Table is words and numbers in rows, below the names of its columns.
type Table struct {
	ID               string
	Title, Note, Alt say.Phrase
	Head             []say.Phrase
	Rows             [][]say.Phrase
	Widths           []float64 // of the columns, in shares of one another; nil: all alike
	Refs             []string  // what the rows are called elsewhere; nil: nothing
	Hot              []int     // rows that this step is about
}

// Panel draws the table. Its axes are hidden: a row is one high, the first at the top.
func (t Table) Panel() mark.Panel {
	rows := float64(max(1, len(t.Rows)))
	left := []float64{0}
	for c := range t.Head {
		w := 1.0
		if c < len(t.Widths) {
			w = t.Widths[c]
		}
		left = append(left, left[c]+w)
	}
	wide := left[len(left)-1]
	p := mark.Panel{
		ID: t.ID, Title: t.Title, Note: t.Note, Alt: t.Alt, Height: min(1.2, 0.09*(rows+1)),
		X: mark.Axis{Hidden: true, Max: wide}, Y: mark.Axis{Hidden: true, Min: -rows, Max: 1},
	}
	for r := range t.Rows {
		box := mark.Rect{Min: mark.XY{Y: -float64(r) - 1}, Max: mark.XY{X: wide, Y: -float64(r)}, Fill: true, Style: mark.RoleFaint.Plain().Faded(0.01)}
		if r < len(t.Refs) {
			box.Ref = t.Refs[r]
		}
		if slices.Contains(t.Hot, r) {
			box.Style = mark.RoleAccent.Plain().Faded(0.18)
		}
		if box.Ref != "" || slices.Contains(t.Hot, r) {
			p.Add(box)
		}
	}
	p.Add(mark.Rule{Style: mark.RoleFaint.Plain()})
	for c, name := range t.Head {
		cells := mark.Texts{Room: 0.94 * (left[c+1] - left[c])}
		head := cells
		head.Style = mark.RoleSoft.Plain()
		x := left[c] + 0.02*wide
		Write(&head, x, 0.4, name)
		for r, row := range t.Rows {
			if c < len(row) {
				Write(&cells, x, -float64(r)-0.6, row[c])
			}
		}
		p.Add(head)
		if len(cells.At) > 0 {
			p.Add(cells)
		}
	}
	return p
}

// Named is a matrix whose rows and columns have names: a table of counts, shares or
// probabilities.
type Named struct {
	ID               string
	Title, Note, Alt say.Phrase
	Matrix           mark.Matrix // row major; without Lo and Hi its colours end at ± the largest size
	Rows, Columns    []say.Phrase
	Height           float64
	Oblong           bool    // its cells need not be squares
	Left             float64 // room for the names of the rows, a share of the columns; 0 is 0.22
	Marks            []mark.Mark
}

// Panel draws the matrix: the names of its rows on the left, those of its columns above.
func (n Named) Panel() mark.Panel {
	m := n.Matrix
	rows, cols := float64(m.Rows), float64(m.Cols)
	p := mark.Panel{
		ID: n.ID, Title: n.Title, Note: n.Note, Alt: n.Alt, Height: n.Height, Equal: !n.Oblong,
		X: mark.Axis{Hidden: true, Max: cols}, Y: mark.Axis{Hidden: true, Max: rows},
	}
	if m.Lo == m.Hi {
		if m.Hi = largest(m.Values); m.Scale == mark.Diverging {
			m.Lo = -m.Hi
		}
	}
	p.Add(m)
	if len(n.Rows) > 0 {
		left := n.Left
		if left == 0 {
			left = 0.22
		}
		p.X.Min = -left * cols
		names := mark.Texts{Anchor: mark.End, Room: 0.95 * left * cols}
		for i, name := range n.Rows {
			Write(&names, -0.1, rows-float64(i)-0.6, name)
		}
		p.Add(names)
	}
	if len(n.Columns) > 0 {
		p.Y.Max = 1.06*rows + 0.3
		names := mark.Texts{Anchor: mark.Middle, Room: 1}
		for j, name := range n.Columns {
			Write(&names, float64(j)+0.5, rows+0.15, name)
		}
		p.Add(names)
	}
	p.Add(n.Marks...)
	return p
}
