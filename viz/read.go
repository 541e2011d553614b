package viz

import (
	"strconv"
	"strings"

	"playground/algos/mark"
)

// What a page can read from a picture beside the references of its marks. It
// stands in attributes of the elements, so it comes and goes with them.

// readable gives the next element the values of a curve: data-name is what they
// are called, data-at their places "x y;x y;…" as the axes read them, where x is
// left out when it is one more than before.
func (p *pen) readable(name string, at []mark.XY) {
	if p.note == nil || name == "" || len(at) == 0 {
		return
	}
	var b []byte
	for i, xy := range at {
		if i > 0 {
			b = append(b, ';')
		}
		if i == 0 || xy.X != at[i-1].X+1 || p.readX.Factor != 0 {
			b = append(appendShort(b, p.readX.Reads(xy.X)), ' ')
		}
		b = appendShort(b, p.readY.Reads(xy.Y))
	}
	p.note.Attribute("data-name", name)
	p.note.Attribute("data-at", string(b))
}

// maxTold bounds the cells whose values are told; of larger tables the
// references alone.
const maxTold = 4096

// tellCells gives the image of a matrix its references and its values: one
// element for all cells.
func (p *pen) tellCells(m mark.Matrix) {
	if p.note == nil || len(m.RowRefs) == 0 && len(m.ColRefs) == 0 {
		return
	}
	p.note.Attribute("data-cells", strconv.Itoa(m.Rows)+" "+strconv.Itoa(m.Cols))
	p.note.Attribute("data-rows", strings.Join(m.RowRefs, " "))
	p.note.Attribute("data-cols", strings.Join(m.ColRefs, " "))
	if m.Rows*m.Cols > maxTold {
		return
	}
	var b []byte
	for i, v := range m.Values[:m.Rows*m.Cols] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, v, 'g', 3, 64)
	}
	p.note.Attribute("data-values", string(b))
}

// appendShort writes a number with as many digits as a tooltip shows.
func appendShort(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', 6, 64) }
