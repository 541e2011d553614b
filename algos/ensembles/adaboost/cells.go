package adaboost

import (
	"slices"
	"sort"

	"playground/algos"
	"playground/algos/grid"
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
		r.h.splits(everywhere, func(t *tree, _ [2][2]float64) {
			cuts[t.feature] = append(cuts[t.feature], t.threshold)
		})
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
func (c *cells) field(scale float64) algos.FieldFunc {
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
func (c *cells) boundary(box [2][2]float64) algos.Segments {
	var seg algos.Segments
	add := func(from, to algos.XY) {
		seg.From = append(seg.From, from)
		seg.To = append(seg.To, to)
	}
	for i := 1; i < c.nx; i++ { // upright pieces at cut i−1
		for k := 0; k < c.ny; k++ {
			from := k
			for k < c.ny && c.positive(i-1, k) != c.positive(i, k) {
				k++
			}
			if k > from {
				x := c.cuts[0][i-1]
				add(algos.XY{X: x, Y: c.edge(1, from, box)}, algos.XY{X: x, Y: c.edge(1, k, box)})
			}
		}
	}
	for k := 1; k < c.ny; k++ { // level pieces at cut k−1
		for i := 0; i < c.nx; i++ {
			from := i
			for i < c.nx && c.positive(i, k-1) != c.positive(i, k) {
				i++
			}
			if i > from {
				y := c.cuts[1][k-1]
				add(algos.XY{X: c.edge(0, from, box), Y: y}, algos.XY{X: c.edge(0, i, box), Y: y})
			}
		}
	}
	return seg
}

// A stretch is a run of neighbouring columns where the committee says the same, in
// the rows from began on.
type stretch struct{ from, to, began int }

// patches returns disjoint boxes that cover the part of a box where the
// committee says +1, or −1: rows of cells are cut into runs, and equal runs of
// neighbouring rows joined.
func (c *cells) patches(box [2][2]float64, says bool) [][2][2]float64 {
	var done [][2][2]float64
	var open []stretch
	for k := 0; k <= c.ny; k++ {
		var runs []stretch
		if k < c.ny {
			runs = c.runs(k, says)
		}
		for _, o := range open {
			same := slices.IndexFunc(runs, func(r stretch) bool { return r.from == o.from && r.to == o.to })
			if same >= 0 {
				runs[same].began = o.began
				continue
			}
			done = append(done, [2][2]float64{
				{c.edge(0, o.from, box), c.edge(0, o.to, box)},
				{c.edge(1, o.began, box), c.edge(1, k, box)},
			})
		}
		open = runs
	}
	return done
}

// runs returns the runs of row k.
func (c *cells) runs(k int, says bool) []stretch {
	var runs []stretch
	for i := 0; i < c.nx; i++ {
		from := i
		for i < c.nx && c.positive(i, k) == says {
			i++
		}
		if i > from {
			runs = append(runs, stretch{from, i, k})
		}
	}
	return runs
}
