package gp

import "sync"

// An operand is a part of a matrix, or its transpose: entry (i, j) is data[i·down + j·right].
type operand struct {
	data             []float64
	rows, cols       int
	down, right, off int
}

func dense(data []float64, n int) operand {
	return operand{data: data, rows: n, cols: n, down: n, right: 1}
}

// part is rows r0 … r1−1 and columns c0 … c1−1.
func (m operand) part(r0, r1, c0, c1 int) operand {
	m.off += r0*m.down + c0*m.right
	m.rows, m.cols = r1-r0, c1-c0
	return m
}

func (m operand) transposed() operand {
	m.rows, m.cols, m.down, m.right = m.cols, m.rows, m.right, m.down
	return m
}

// A product of matrices is summed in tiles of this size, which fit into the registers
// of a processor, over strips of this depth, which fit into its first cache. What it
// takes of the factors is copied into the order in which it is needed.
const (
	tileRows = 4
	tileCols = 12
	strip    = 192
)

// packs are the copies of rows and columns that one product needs.
type packs struct{ a, b []float64 }

var packed = sync.Pool{New: func() any { return new(packs) }}

// addProduct adds sign·ab to c.
func addProduct(c operand, sign float64, a, b operand) {
	room := packed.Get().(*packs)
	defer packed.Put(room)
	var sums [tileRows * tileCols]float64
	for from := 0; from < a.cols; from += strip {
		k := min(strip, a.cols-from)
		room.a = pack(room.a, a.part(0, a.rows, from, from+k), tileRows)
		room.b = pack(room.b, b.part(from, from+k, 0, b.cols).transposed(), tileCols)
		for j := 0; j < c.cols; j += tileCols {
			columns := room.b[j*k : (j+tileCols)*k]
			for i := 0; i < c.rows; i += tileRows {
				tile(&sums, room.a[i*k:(i+tileRows)*k], columns, k)
				c.add(i, j, sign, &sums)
			}
		}
	}
}

// add adds a tile at (i, j), as far as the operand goes.
func (m operand) add(i, j int, sign float64, sums *[tileRows * tileCols]float64) {
	cols := min(tileCols, m.cols-j)
	for r := range min(tileRows, m.rows-i) {
		from := sums[r*tileCols : r*tileCols+cols]
		at := m.off + (i+r)*m.down + j*m.right
		row := m.data[at : at+cols]
		for q, v := range from {
			row[q] += sign * v
		}
	}
}

// pack copies m so that width rows lie side by side, column by column, with rows of zeros
// behind the last.
func pack(dst []float64, m operand, width int) []float64 {
	panels := (m.rows + width - 1) / width
	if need := panels * width * m.cols; cap(dst) < need {
		dst = make([]float64, need)
	} else {
		dst = dst[:need]
	}
	for p := range panels {
		to := dst[p*width*m.cols : (p+1)*width*m.cols]
		rows := min(width, m.rows-p*width)
		if rows < width {
			clear(to)
		}
		at := m.off + p*width*m.down
		if m.down == 1 { // the rows lie side by side already
			for j := range m.cols {
				copy(to[j*width:j*width+rows], m.data[at+j*m.right:])
			}
			continue
		}
		r := 0
		if m.right == 1 {
			r = rows / 4 * 4
			for i := 0; i < r; i += 4 {
				packFour(to[i:], m, at+i*m.down, width)
			}
		}
		for ; r < rows; r++ {
			row := m.data[at+r*m.down:]
			for j := range m.cols {
				to[j*width+r] = row[j*m.right]
			}
		}
	}
	return dst
}

// packFour copies four rows at a time, so that what is written together lies together.
func packFour(to []float64, m operand, at, width int) {
	a, b := m.data[at:][:m.cols], m.data[at+m.down:][:m.cols]
	c, d := m.data[at+2*m.down:][:m.cols], m.data[at+3*m.down:][:m.cols]
	for j := range a {
		four := to[j*width:][:4]
		four[0], four[1], four[2], four[3] = a[j], b[j], c[j], d[j]
	}
}

// tilePlain sets out to the product of a packed panel of rows and one of columns.
func tilePlain(out *[tileRows * tileCols]float64, a, b []float64, k int) {
	clear(out[:])
	for p := range k {
		row := b[p*tileCols : (p+1)*tileCols]
		for r, v := range a[p*tileRows : (p+1)*tileRows] {
			sums := out[r*tileCols : (r+1)*tileCols]
			for q, w := range row {
				sums[q] += v * w
			}
		}
	}
}

// moveTo moves the numbers to a matrix of the same size, and leaves zeros.
func (m operand) moveTo(to operand) {
	for i := range m.rows {
		row := m.data[m.off+i*m.down : m.off+i*m.down+m.cols]
		copy(to.data[to.off+i*to.down:], row)
		clear(row)
	}
}
