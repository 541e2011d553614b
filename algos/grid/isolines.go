package grid

import "math"

// Isolines traces the places where a function that was sampled at the nodes of
// g crosses level, by marching squares with linear interpolation along the
// cells' edges. values has the order of [Grid].
//
// Each line runs with the larger values on its left. It is closed, its first
// vertex repeated at the end, unless it leaves the grid or meets a cell with a
// corner that is not finite; such cells have no isoline. A node at the level
// counts as above it. Where two opposite corners of a cell are above and two
// below, the mean of the four decides which pair is connected.
//
// The result depends on the arguments alone. It is nil where nothing crosses,
// or where the grid has no cell or values is too short for it.
//
// Source: W. E. Lorensen and H. E. Cline, Marching Cubes, SIGGRAPH 1987, in the
// plane.
func Isolines(values []float64, g Grid, level float64) [][][2]float64 {
	var t Tracer
	return t.Isolines(values, g, level)
}

// A Tracer is [Isolines] with memory: it reuses its storage from one call to
// the next. Not safe for concurrent use; the zero value is ready.
type Tracer struct {
	done  []uint8      // per cell: bit k is set once the piece that starts at edge k was walked
	slab  [][2]float64 // all vertices
	back  [][2]float64 // vertices before the seed of an open line, in reverse
	lines [][][2]float64
}

// The corners of a cell are numbered counter-clockwise from the bottom left,
// and edge k runs from corner k to corner k+1:
//
//	3 ── 2 ── 2
//	│         │
//	3         1
//	│         │
//	0 ── 0 ── 1
//
// Walking round a cell like this, a piece of an isoline starts at an edge from
// above to below the level and ends at one from below to above. That keeps the
// larger values on its left, so pieces of neighbouring cells fit together.

// Isolines is [Isolines]; what it returns is valid until the next call.
func (t *Tracer) Isolines(values []float64, g Grid, level float64) [][][2]float64 {
	t.slab, t.lines = t.slab[:0], t.lines[:0]
	if g.NX < 2 || g.NY < 2 || len(values) < g.Len() || math.IsNaN(level) || math.IsInf(level, 0) {
		return nil
	}
	w := walk{Grid: g, values: values, level: level}
	cells := (g.NX - 1) * (g.NY - 1)
	if cap(t.done) < cells {
		t.done = make([]uint8, cells)
	}
	t.done = t.done[:cells]
	clear(t.done)

	for j := range g.NY - 1 {
		for i := range g.NX - 1 {
			above := w.above(i, j)
			if above == 0 || above == 15 || !w.finite(i, j) {
				continue
			}
			for edge := range 4 {
				if starts(above, edge) && t.done[j*(g.NX-1)+i]&(1<<edge) == 0 {
					t.line(w, i, j, edge)
				}
			}
		}
	}
	if len(t.lines) == 0 {
		return nil
	}
	return t.lines
}

// line walks the whole isoline through the piece that starts at that edge of
// cell (i, j): forwards until it ends or closes, then backwards from the seed
// if it did not close.
func (t *Tracer) line(w walk, i, j, edge int) {
	t.back = t.back[:0]
	first := len(t.slab)
	closed := t.forward(w, i, j, edge)
	if !closed {
		t.backward(w, i, j, edge)
	}
	forward := len(t.slab)
	for k := len(t.back) - 1; k >= 0; k-- {
		t.slab = append(t.slab, t.back[k])
	}
	// The backward half was appended last and belongs first.
	rotate(t.slab[first:], forward-first)
	if line := distinct(t.slab[first:]); len(line) > 1 {
		t.slab = t.slab[:first+len(line)]
		t.lines = append(t.lines, line[:len(line):len(line)])
		return
	}
	t.slab = t.slab[:first] // it shrank to a node that is exactly at the level
}

func (t *Tracer) forward(w walk, i, j, edge int) (closed bool) {
	seedI, seedJ, seed := i, j, edge
	t.slab = append(t.slab, w.vertex(i, j, edge))
	for {
		above, ok := w.cell(i, j)
		if !ok {
			return false
		}
		t.done[j*(w.NX-1)+i] |= 1 << edge
		edge = w.leave(above, i, j, edge, 1)
		t.slab = append(t.slab, w.vertex(i, j, edge))
		i, j, edge = across(i, j, edge)
		if i == seedI && j == seedJ && edge == seed {
			return true
		}
		if !w.inside(i, j) {
			return false
		}
	}
}

func (t *Tracer) backward(w walk, i, j, edge int) {
	for {
		i, j, edge = across(i, j, edge)
		if !w.inside(i, j) {
			return
		}
		above, ok := w.cell(i, j)
		if !ok {
			return
		}
		edge = w.leave(above, i, j, edge, -1)
		t.done[j*(w.NX-1)+i] |= 1 << edge
		t.back = append(t.back, w.vertex(i, j, edge))
	}
}

// A walk is what is walked over.
type walk struct {
	Grid
	values []float64
	level  float64
}

func (w walk) inside(i, j int) bool { return i >= 0 && j >= 0 && i < w.NX-1 && j < w.NY-1 }

// corner returns the node at corner k of cell (i, j).
func corner(i, j, k int) (int, int) {
	switch k & 3 {
	case 1:
		return i + 1, j
	case 2:
		return i + 1, j + 1
	case 3:
		return i, j + 1
	}
	return i, j
}

// cell returns which corners of cell (i, j) are above the level, and whether
// all of them are finite.
func (w walk) cell(i, j int) (above int, ok bool) { return w.above(i, j), w.finite(i, j) }

// above returns which corners of cell (i, j) are above the level: bit k for
// corner k.
func (w walk) above(i, j int) int {
	at := j*w.NX + i
	bottom, top := w.values[at:at+2], w.values[at+w.NX:at+w.NX+2]
	above := 0
	if bottom[0] >= w.level {
		above |= 1
	}
	if bottom[1] >= w.level {
		above |= 2
	}
	if top[1] >= w.level {
		above |= 4
	}
	if top[0] >= w.level {
		above |= 8
	}
	return above
}

func (w walk) finite(i, j int) bool {
	at := j*w.NX + i
	a, b, c, d := w.values[at], w.values[at+1], w.values[at+w.NX], w.values[at+w.NX+1]
	// x − x is NaN for NaN and infinities alone.
	return (a-a)+(b-b)+(c-c)+(d-d) == 0
}

// starts reports whether a piece starts at that edge, ends whether one ends.
func starts(above, edge int) bool {
	return above>>edge&1 == 1 && above>>((edge+1)&3)&1 == 0
}

func ends(above, edge int) bool {
	return above>>edge&1 == 0 && above>>((edge+1)&3)&1 == 1
}

// leave returns the other end of the piece at that edge of cell (i, j): where
// it ends (direction 1) if it starts there, where it starts (−1) if it ends
// there.
func (w walk) leave(above, i, j, edge, direction int) int {
	if above == 5 || above == 10 { // a saddle
		bottom, top := w.values[j*w.NX+i:], w.values[(j+1)*w.NX+i:]
		// Diagonals first: then a mirrored grid has the same mean to the last bit.
		mean := (bottom[0]/4 + top[1]/4) + (bottom[1]/4 + top[0]/4)
		if mean >= w.level {
			return (edge + direction) & 3 // round the corner below
		}
		return (edge - direction) & 3 // round the corner above
	}
	for k := range 4 {
		if direction > 0 && ends(above, k) || direction < 0 && starts(above, k) {
			return k
		}
	}
	return edge
}

// across returns the same edge seen from the cell on its other side.
func across(i, j, edge int) (int, int, int) {
	switch edge {
	case 0:
		return i, j - 1, 2
	case 1:
		return i + 1, j, 3
	case 2:
		return i, j + 1, 0
	}
	return i - 1, j, 1
}

// vertex returns the place on that edge of cell (i, j) where the interpolated
// function has the level. It is computed from the node above, so a node at the
// level is hit exactly, and the same from both sides.
func (w walk) vertex(i, j, edge int) [2]float64 {
	ai, aj := corner(i, j, edge)
	bi, bj := corner(i, j, edge+1)
	a, b := w.values[aj*w.NX+ai], w.values[bj*w.NX+bi]
	if a < w.level {
		ai, aj, bi, bj, a, b = bi, bj, ai, aj, b, a
	}
	x, y := w.X(ai), w.Y(aj)
	// Halved, so that no difference of finite numbers overflows.
	height := a/2 - b/2
	if height == 0 {
		return [2]float64{x, y} // a and b are subnormal neighbours
	}
	u := min(1, (a/2-w.level/2)/height)
	return [2]float64{x + u*(w.X(bi)-x), y + u*(w.Y(bj)-y)}
}

// rotate moves the first n elements of s behind the others.
func rotate(s [][2]float64, n int) {
	reverse(s[:n])
	reverse(s[n:])
	reverse(s)
}

func reverse(s [][2]float64) {
	for a, b := 0, len(s)-1; a < b; a, b = a+1, b-1 {
		s[a], s[b] = s[b], s[a]
	}
}

// distinct drops, in place, vertices that equal the one before.
func distinct(s [][2]float64) [][2]float64 {
	n := 1
	for _, v := range s[1:] {
		if v != s[n-1] {
			s[n] = v
			n++
		}
	}
	return s[:n]
}
