package smo

import "playground/algos/kernel"

// Rows is a symmetric matrix that is computed row by row.
type Rows interface {
	// Row returns row i. It stays valid until two more rows were asked for.
	Row(i int) []float64
	// Diagonal returns all Kᵢᵢ.
	Diagonal() []float64
}

// A Gram is the matrix of a kernel over points, its rows computed when they are
// first asked for and kept within a budget.
type Gram struct {
	k      kernel.Kernel
	points [][2]float64
	diag   []float64
	rows   [][]float64 // nil: not there
	held   []int       // the rows that are there, as a ring
	next   int         // the place in held that goes next, once it is full
	last   int         // the row asked for last: it must not go
}

// HeldBytes bounds the memory of the rows of one matrix. A thousand points fit.
const HeldBytes = 8 << 20

// NewGram returns the matrix of k over the points, which must not change.
func NewGram(k kernel.Kernel, points [][2]float64) *Gram { return NewGramWithin(HeldBytes, k, points) }

// NewGramWithin returns a matrix that keeps rows of at most so many bytes.
func NewGramWithin(bytes int, k kernel.Kernel, points [][2]float64) *Gram {
	n := len(points)
	g := &Gram{k: k, points: points, diag: make([]float64, n), rows: make([][]float64, n), last: -1}
	for i, x := range points {
		g.diag[i] = k.At(x, x)
	}
	g.held = make([]int, 0, min(n, max(3, bytes/(8*max(n, 1)))))
	return g
}

// Diagonal returns all Kᵢᵢ.
func (g *Gram) Diagonal() []float64 { return g.diag }

// Close lets the rows go. Views of a run share its points with the matrix, and may
// outlive it.
func (g *Gram) Close() {
	clear(g.rows)
	g.held, g.next, g.last = g.held[:0], 0, -1
}

// Row returns row i.
func (g *Gram) Row(i int) []float64 {
	if g.rows[i] == nil {
		row := g.room(i)
		g.k.Row(row, g.points, i)
		g.rows[i] = row
	}
	g.last = i
	return g.rows[i]
}

// room returns memory for row i, taken from the row that came longest ago if
// the budget is used up.
func (g *Gram) room(i int) []float64 {
	if len(g.held) < cap(g.held) {
		g.held = append(g.held, i)
		return make([]float64, len(g.points))
	}
	if g.held[g.next] == g.last {
		g.next = (g.next + 1) % len(g.held)
	}
	old := g.held[g.next]
	g.held[g.next] = i
	g.next = (g.next + 1) % len(g.held)
	row := g.rows[old]
	g.rows[old] = nil
	return row
}
