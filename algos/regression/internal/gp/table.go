package gp

import (
	"math"

	"playground/algos/grid"
)

// A Table holds a function at the nodes of a grid and interpolates between them by
// Catmull-Rom cubics, clamped at the border.
type Table struct {
	grid.Grid
	Values []float64
}

// Fill is the table as a field on another grid.
func (t Table) Fill(dst []float64, g grid.Grid) {
	cols := make([]stencil, g.NX)
	for i := range cols {
		cols[i] = stencilAt(g.X(i), t.X0, t.X1, t.NX)
	}
	for j := range g.NY {
		row := stencilAt(g.Y(j), t.Y0, t.Y1, t.NY)
		for i, col := range cols {
			sum := 0.0
			for a, wy := range row.weight {
				line := t.Values[row.node[a]*t.NX:]
				for b, wx := range col.weight {
					sum += wy * wx * line[col.node[b]]
				}
			}
			dst[j*g.NX+i] = sum
		}
	}
}

// A stencil is the four nodes around a place, and their weights.
type stencil struct {
	node   [4]int
	weight [4]float64
}

func stencilAt(x, lo, hi float64, n int) stencil {
	at := min(max((x-lo)/(hi-lo)*float64(n-1), 0), float64(n-1))
	i := min(int(math.Floor(at)), n-2)
	t := at - float64(i)
	s := stencil{weight: [4]float64{
		t * (-0.5 + t*(1-0.5*t)),
		1 + t*t*(-2.5+1.5*t),
		t * (0.5 + t*(2-1.5*t)),
		t * t * (-0.5 + 0.5*t),
	}}
	for k := range s.node {
		s.node[k] = min(max(i-1+k, 0), n-1)
	}
	return s
}
