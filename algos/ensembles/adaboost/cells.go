package adaboost

import (
	"slices"
	"sort"

	"playground/algos/grid"
	"playground/algos/mark"
)

// A committee's score is constant between its thresholds. cells is that chess
// board, exactly: cuts[j] are the thresholds along feature j, and cell (i, k) lies
// between the cuts i−1 and i of x₁, k−1 and k of x₂.
type cells struct {
	cuts   [2][]float64
	nx, ny int
	f      []float64 // F in cell k·nx + i
}

// maxCellWork bounds cells times voters.
const maxCellWork = 2_000_000

// compose finds the cells of the committee; nil where there are too many.
func (s *state) compose() *cells {
	if all := s.composeLast(1); len(all) > 0 {
		return all[0]
	}
	return nil
}

// composeLast finds the cells of the committee after each of its last rounds, at
// most that many; nil where there are too many cells. They share their cuts,
// those of the whole committee.
func (s *state) composeLast(rounds int) []*cells {
	votes := s.votes()
	var cuts [2][]float64
	var everywhere [2][2]float64
	for _, r := range votes {
		r.h.splits(everywhere, func(t *tree, _ [2][2]float64) { cuts[t.feature] = append(cuts[t.feature], t.threshold) })
	}
	for j := range 2 {
		slices.Sort(cuts[j])
		cuts[j] = slices.Compact(cuts[j])
	}
	c := &cells{cuts: cuts, nx: len(cuts[0]) + 1, ny: len(cuts[1]) + 1}
	if c.nx*c.ny*len(votes) > maxCellWork {
		return nil
	}
	var all []*cells
	c.f = make([]float64, c.nx*c.ny)
	for t, r := range votes {
		a := s.weight(r)
		for k := range c.ny {
			for i := range c.nx {
				c.f[k*c.nx+i] += a * r.h.at([2]float64{c.inside(0, i), c.inside(1, k)})
			}
		}
		if t >= len(votes)-rounds {
			now := *c
			now.f = slices.Clone(c.f)
			all = append(all, &now)
		}
	}
	return all
}

// positive reports whether the committee says +1 in a cell.
func (c *cells) positive(i, k int) bool { return c.f[k*c.nx+i] > 0 }

// field evaluates scale·F by looking every node's cell up.
func (c *cells) field(scale float64) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		columns := make([]int, g.NX)
		for i := range columns {
			columns[i] = sort.SearchFloat64s(c.cuts[0], g.X(i))
		}
		for j := range g.NY {
			k := sort.SearchFloat64s(c.cuts[1], g.Y(j))
			for i, column := range columns {
				dst[j*g.NX+i] = scale * c.f[k*c.nx+column]
			}
		}
	}
}

// inside is a coordinate that lies in column or row i. A threshold belongs to
// what is below it, so it serves for that cell.
func (c *cells) inside(j, i int) float64 {
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
func (c *cells) edge(j, i int, box [2][2]float64) float64 {
	switch {
	case i == 0:
		return box[j][0]
	case i > len(c.cuts[j]):
		return box[j][1]
	}
	return min(max(c.cuts[j][i-1], box[j][0]), box[j][1])
}

// boundary returns the pieces of the cuts on whose sides the committee says
// different things, neighbouring pieces joined.
func (c *cells) boundary(box [2][2]float64) mark.Segments {
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

// patches returns disjoint boxes that cover the part of a box where the
// committee says +1, or −1: rows of cells are cut into stretches, and equal ones of
// neighbouring rows joined.
func (c *cells) patches(box [2][2]float64, says bool) [][2][2]float64 {
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
