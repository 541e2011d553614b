// Package grid evaluates functions on regular grids and traces their isolines.
package grid

// A Window is a rectangle of the plane.
type Window struct{ X0, X1, Y0, Y1 float64 }

// Empty reports whether the window has no area.
func (w Window) Empty() bool { return !(w.X1 > w.X0 && w.Y1 > w.Y0) }

// Contains reports whether a place lies in the window.
func (w Window) Contains(x, y float64) bool {
	return x >= w.X0 && x <= w.X1 && y >= w.Y0 && y <= w.Y1
}

// A Grid is NX·NY nodes spread evenly over a window, the outermost ones on its
// border. Node (i, j) has the index j·NX + i: y outer, x inner.
type Grid struct {
	Window
	NX, NY int
}

// X returns the abscissa of column i.
func (g Grid) X(i int) float64 { return g.X0 + (g.X1-g.X0)*float64(i)/float64(g.NX-1) }

// Y returns the ordinate of row j.
func (g Grid) Y(j int) float64 { return g.Y0 + (g.Y1-g.Y0)*float64(j)/float64(g.NY-1) }

// Len returns the number of nodes.
func (g Grid) Len() int { return g.NX * g.NY }

// Fill evaluates f at every node of g into dst, in the order of [Grid].
func Fill(dst []float64, g Grid, f func(x, y float64) float64) {
	for j := range g.NY {
		y := g.Y(j)
		row := dst[j*g.NX : (j+1)*g.NX]
		for i := range row {
			row[i] = f(g.X(i), y)
		}
	}
}
