package cart

import (
	"slices"
	"sort"

	"playground/algos/grid"
	"playground/algos/mark"
)

// A Layer is a tree whose leaves add values of their own, times a weight.
type Layer struct {
	Tree   *Tree
	Value  []float64 // of every node that is a leaf
	Weight float64
}

// A weighted sum of trees is constant between their thresholds. Cells are that chess board,
// exactly: cuts[j] are the thresholds along feature j, and cell (i, k) lies between the cuts
// i−1 and i of x₁, k−1 and k of x₂.
type Cells struct {
	cuts   [2][]float64
	nx, ny int
	f      []float64 // in cell k·nx + i
}

// mostCells bounds the memory of a picture.
const mostCells = 1 << 18

// NewCells are the cells between some thresholds, with the sum 0; nil where there are more
// than most. The thresholds are sorted in place.
func NewCells(cuts [2][]float64, most int) *Cells {
	for j := range cuts {
		slices.Sort(cuts[j])
		cuts[j] = slices.Compact(cuts[j])
	}
	c := &Cells{cuts: cuts, nx: len(cuts[0]) + 1, ny: len(cuts[1]) + 1}
	if c.nx*c.ny > most {
		return nil
	}
	c.f = make([]float64, c.nx*c.ny)
	return c
}

// Add adds a function that is constant in every cell, times a weight.
func (c *Cells) Add(weight float64, h func(x [2]float64) float64) {
	for k := range c.ny {
		for i := range c.nx {
			c.f[k*c.nx+i] += weight * h([2]float64{c.inside(0, i), c.inside(1, k)})
		}
	}
}

// Clone returns cells with the same sum, to which more can be added.
func (c *Cells) Clone() *Cells {
	now := *c
	now.f = slices.Clone(c.f)
	return &now
}

// Compose finds the cells of some layers on top of a constant; nil where there are too many.
func Compose(base float64, layers ...Layer) *Cells {
	var cuts [2][]float64
	for _, s := range layers {
		for _, n := range s.Tree.Nodes {
			if n.Feature != Leaf {
				cuts[n.Feature] = append(cuts[n.Feature], n.Threshold)
			}
		}
	}
	c := NewCells(cuts, mostCells)
	if c == nil {
		return nil
	}
	// A leaf adds to a box of cells: noted at its corners, summed up in the end.
	wide := c.nx + 1
	corners := make([]float64, wide*(c.ny+1))
	for _, s := range layers {
		c.leaves(s.Tree, 0, [4]int{0, c.nx, 0, c.ny}, func(at int, b [4]int) {
			v := s.Weight * s.Value[at]
			corners[b[2]*wide+b[0]] += v
			corners[b[2]*wide+b[1]] -= v
			corners[b[3]*wide+b[0]] -= v
			corners[b[3]*wide+b[1]] += v
		})
	}
	below := make([]float64, c.nx)
	for k := range c.ny {
		row := 0.0
		for i := range c.nx {
			row += corners[k*wide+i]
			below[i] += row
			c.f[k*c.nx+i] = base + below[i]
		}
	}
	return c
}

// leaves visits the leaves of a tree with the columns and rows of cells that they cover.
func (c *Cells) leaves(t *Tree, at int, b [4]int, visit func(at int, b [4]int)) {
	n := t.Nodes[at]
	if n.Feature == Leaf {
		visit(at, b)
		return
	}
	cut := sort.SearchFloat64s(c.cuts[n.Feature], n.Threshold) + 1
	left, right := b, b
	left[2*n.Feature+1], right[2*n.Feature] = cut, cut
	c.leaves(t, n.Left, left, visit)
	c.leaves(t, n.Right, right, visit)
}

// At is the sum at a place.
func (c *Cells) At(x [2]float64) float64 {
	return c.f[sort.SearchFloat64s(c.cuts[1], x[1])*c.nx+sort.SearchFloat64s(c.cuts[0], x[0])]
}

// Field evaluates what is made of the sum on a grid.
func (c *Cells) Field(of func(f float64) float64) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		columns := make([]int, g.NX)
		for i := range columns {
			columns[i] = sort.SearchFloat64s(c.cuts[0], g.X(i))
		}
		for j := range g.NY {
			k := sort.SearchFloat64s(c.cuts[1], g.Y(j))
			for i, column := range columns {
				dst[j*g.NX+i] = of(c.f[k*c.nx+column])
			}
		}
	}
}

// Stairs is what is made of the sum of one input, as a staircase from one border to the other.
func (c *Cells) Stairs(lo, hi float64, of func(f float64) float64) []mark.XY {
	var at []mark.XY
	from := lo
	for i := range c.nx {
		to := hi
		if i < len(c.cuts[0]) {
			to = min(c.cuts[0][i], hi)
		}
		if to > from || i == c.nx-1 && len(at) == 0 {
			y := of(c.f[i])
			at = append(at, mark.XY{X: from, Y: y}, mark.XY{X: to, Y: y})
			from = to
		}
	}
	return at
}

// inside is a coordinate that lies in column or row i. A threshold belongs to
// what is below it, so it serves for that cell.
func (c *Cells) inside(j, i int) float64 {
	cuts := c.cuts[j]
	switch {
	case len(cuts) == 0:
		return 0
	case i < len(cuts):
		return cuts[i]
	}
	last := cuts[len(cuts)-1]
	return last + 1 + max(last, -last)
}

// edge returns where column or row i begins within a box.
func (c *Cells) edge(j, i int, box [2][2]float64) float64 {
	switch {
	case i == 0:
		return box[j][0]
	case i > len(c.cuts[j]):
		return box[j][1]
	}
	return min(max(c.cuts[j][i-1], box[j][0]), box[j][1])
}

// positive reports whether the sum is above 0 in a cell.
func (c *Cells) positive(i, k int) bool { return c.f[k*c.nx+i] > 0 }

// Boundary returns the pieces of the cuts on whose sides the sum has different signs,
// neighbouring pieces joined.
func (c *Cells) Boundary(box [2][2]float64) mark.Segments {
	var seg mark.Segments
	add := func(from, to mark.XY) { seg.From, seg.To = append(seg.From, from), append(seg.To, to) }
	for i, x := range c.cuts[0] { // upright pieces
		for _, s := range stretches(c.ny, func(k int) bool { return c.positive(i, k) != c.positive(i+1, k) }) {
			add(mark.XY{X: x, Y: c.edge(1, s.from, box)}, mark.XY{X: x, Y: c.edge(1, s.to, box)})
		}
	}
	for k, y := range c.cuts[1] { // level pieces
		for _, s := range stretches(c.nx, func(i int) bool { return c.positive(i, k) != c.positive(i, k+1) }) {
			add(mark.XY{X: c.edge(0, s.from, box), Y: y}, mark.XY{X: c.edge(0, s.to, box), Y: y})
		}
	}
	return seg
}

// A stretch is the columns or rows from one to before another; a patch of columns
// also has the row where it began.
type stretch struct{ from, to, began int }

// stretches are the longest stretches of 0 … n−1 where something holds.
func stretches(n int, holds func(i int) bool) []stretch {
	var all []stretch
	for i := 0; i < n; i++ {
		from := i
		for i < n && holds(i) {
			i++
		}
		if i > from {
			all = append(all, stretch{from: from, to: i})
		}
	}
	return all
}

// Patches returns disjoint boxes that cover the part of a box where the sum is above 0,
// or is not: rows of cells are cut into stretches, and equal ones of neighbouring rows
// joined.
func (c *Cells) Patches(box [2][2]float64, says bool) [][2][2]float64 {
	var done [][2][2]float64
	var open []stretch
	for k := range c.ny + 1 {
		now := stretches(c.nx, func(i int) bool { return k < c.ny && c.positive(i, k) == says })
		for i := range now {
			now[i].began = k
		}
		for _, s := range open {
			if same := slices.IndexFunc(now, func(r stretch) bool { return r.from == s.from && r.to == s.to }); same >= 0 {
				now[same].began = s.began
				continue
			}
			done = append(done, [2][2]float64{{c.edge(0, s.from, box), c.edge(0, s.to, box)}, {c.edge(1, s.began, box), c.edge(1, k, box)}})
		}
		open = now
	}
	return done
}
