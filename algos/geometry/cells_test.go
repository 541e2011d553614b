package geometry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
)

// Two centres share a window along the line midway between them.
func ExampleCells() {
	cells := geometry.Cells([]mark.XY{{X: -1}, {X: 1}}, grid.Window{X0: -2, X1: 4, Y0: -1, Y1: 1})
	for _, cell := range cells {
		fmt.Println(geometry.Area(cell), cell)
	}
	// Output:
	// 4 [{-2 -1} {0 -1} {0 1} {-2 1}]
	// 8 [{0 -1} {4 -1} {4 1} {0 1}]
}

// The cells fill the window, each place of a cell is nearest to its centre, and equal
// centres have one cell.
func TestCells(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	w := grid.Window{X0: -1, X1: 2, Y0: -1, Y1: 1}
	for _, n := range []int{1, 2, 3, 10, 60} {
		centres := make([]mark.XY, n)
		for i := range centres {
			centres[i] = mark.XY{X: 4*r.Float64() - 2, Y: 4*r.Float64() - 2}
		}
		centres = append(centres, centres[0], mark.XY{X: math.NaN()})
		cells, area := geometry.Cells(centres, w), 0.0
		for k, cell := range cells {
			area += geometry.Area(cell)
			for _, p := range cell {
				own := geometry.L2.Distance(p, centres[k])
				for _, o := range centres[:n] {
					if geometry.L2.Distance(p, o) < own-1e-9 {
						t.Fatalf("%d centres: a corner of cell %d is nearer to another centre", n, k)
					}
				}
			}
		}
		if math.Abs(area-6) > 1e-9 {
			t.Errorf("%d centres: the cells have the area %g of 6", n, area)
		}
		if cells[n] != nil || cells[n+1] != nil {
			t.Errorf("%d centres: a repeated centre or none has a cell", n)
		}
	}
}

// Corners of a ball are as far from its centre as its radius.
func TestBalls(t *testing.T) {
	c := mark.XY{X: 1, Y: -2}
	for m, area := range map[geometry.Metric]float64{geometry.L1: 2 * 9, geometry.L2: math.Pi * 9, geometry.LInf: 4 * 9} {
		ball := m.Ball(c, 3)
		for _, p := range ball {
			if d := m.Distance(c, p); math.Abs(d-3) > 1e-12 {
				t.Errorf("metric %d: a corner at the distance %g", m, d)
			}
		}
		if got := geometry.Area(ball); math.Abs(got/area-1) > 0.002 {
			t.Errorf("metric %d: the area is %g, not %g", m, got, area)
		}
	}
}
