// Package geometry has the plane geometry that several methods share: straight lines,
// convex polygons and Voronoi cells.
package geometry

import (
	"fmt"
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
)

// A Line is a straight line in the plane: all x with A·x₁ + B·x₂ + C = 0.
type Line struct{ A, B, C float64 }

// Through is the line through two places; false where they are one, or no numbers.
func Through(p, q mark.XY) (Line, bool) {
	for _, x := range []float64{p.X, p.Y, q.X, q.Y} {
		if !(math.Abs(x) <= 1e10) {
			return Line{}, false
		}
	}
	a, b := p.Y-q.Y, q.X-p.X
	if length := math.Hypot(a, b); length > 0 {
		a, b = a/length, b/length
		return Line{a, b, -a*p.X - b*p.Y}, true
	}
	return Line{}, false
}

// At is positive on one side of the line and negative on the other.
func (l Line) At(p mark.XY) float64 { return l.A*p.X + l.B*p.Y + l.C }

func (l Line) String() string { return fmt.Sprintf("%g·x₁ + %g·x₂ + %g = 0", l.A, l.B, l.C) }

// Angle is by how many degrees two lines are turned against each other, 0 to 90.
func (l Line) Angle(m Line) float64 {
	cross, dot := l.A*m.B-l.B*m.A, l.A*m.A+l.B*m.B
	return math.Atan2(math.Abs(cross), math.Abs(dot)) * 180 / math.Pi
}

// Disagreement is the share of a board that is on one side of one line and on the
// other side of the other, computed exactly. Lines have no direction: of the two ways
// to call the sides of one after those of the other, the better one counts.
func Disagreement(a, b Line, board grid.Window) float64 {
	corners := Corners(board)
	turned := Line{-b.A, -b.B, -b.C}
	back := Line{-a.A, -a.B, -a.C}
	apart := Area(Clip(Clip(corners, a), turned)) + Area(Clip(Clip(corners, back), b))
	share := apart / Area(corners)
	return max(0, min(share, 1-share))
}

// Clip returns the part of a convex polygon where a line's side is not negative.
func Clip(polygon []mark.XY, l Line) []mark.XY {
	var out []mark.XY
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		at, next := l.At(p), l.At(q)
		if at >= 0 {
			out = append(out, p)
		}
		if at > 0 && next < 0 || at < 0 && next > 0 {
			t := at / (at - next)
			out = append(out, mark.XY{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)})
		}
	}
	return out
}

// Corners is a window as a polygon, from its lower left corner to the right.
func Corners(w grid.Window) []mark.XY {
	return []mark.XY{{X: w.X0, Y: w.Y0}, {X: w.X1, Y: w.Y0}, {X: w.X1, Y: w.Y1}, {X: w.X0, Y: w.Y1}}
}

// Nearer is the line midway between two places, positive where a is nearer than b.
func Nearer(a, b mark.XY) Line {
	dx, dy := a.X-b.X, a.Y-b.Y
	return Line{dx, dy, -dx*(a.X-dx/2) - dy*(a.Y-dy/2)}
}

// Cells are the Voronoi cells of some centres within a window: the polygon where a centre
// is the nearest by the Euclidean distance. A centre that is not finite has no cell, nor has one
// that stands where an earlier one does.
func Cells(centres []mark.XY, w grid.Window) [][]mark.XY {
	cells := make([][]mark.XY, len(centres))
	for k, c := range centres {
		if !(math.Abs(c.X) <= math.MaxFloat64 && math.Abs(c.Y) <= math.MaxFloat64) {
			continue
		}
		cell := Corners(w)
		reach := farthest(c, cell)
		for j, o := range centres {
			switch far := math.Hypot(o.X-c.X, o.Y-c.Y); {
			case o == c && j < k:
				cell = nil
			case o == c || !(far <= 2*reach): // beyond, the line midway misses the cell
			default:
				cell = Clip(cell, Nearer(c, o))
				reach = farthest(c, cell)
			}
		}
		cells[k] = cell
	}
	return cells
}

// farthest is how far the corners of a polygon are from a place at most.
func farthest(from mark.XY, polygon []mark.XY) float64 {
	far := 0.0
	for _, p := range polygon {
		far = max(far, math.Hypot(p.X-from.X, p.Y-from.Y))
	}
	return far
}

// A Metric is a distance in the plane.
type Metric int

// The metrics.
const (
	L1   Metric = iota // the sum of both differences
	L2                 // Euclidean
	LInf               // the larger of both differences
)

// Distance is how far two places are from each other.
func (m Metric) Distance(a, b mark.XY) float64 {
	dx, dy := math.Abs(a.X-b.X), math.Abs(a.Y-b.Y)
	switch m {
	case L1:
		return dx + dy
	case LInf:
		return max(dx, dy)
	}
	return math.Hypot(dx, dy)
}

// around is how many corners a circle has: its chords miss it by a thousandth of its radius.
const around = 72

// Ball is the border of all places within a distance of a centre.
func (m Metric) Ball(centre mark.XY, r float64) []mark.XY {
	n, first := 4, 0.0
	switch m {
	case L2:
		n = around
	case LInf:
		r, first = r*math.Sqrt2, math.Pi/4
	}
	out := make([]mark.XY, n)
	for i := range out {
		sin, cos := math.Sincos(first + 2*math.Pi*float64(i)/float64(n))
		out[i] = mark.XY{X: centre.X + r*cos, Y: centre.Y + r*sin}
	}
	return out
}

// Area returns the area of a polygon.
func Area(polygon []mark.XY) float64 {
	sum := 0.0
	for i, q := range polygon {
		p := polygon[(i+len(polygon)-1)%len(polygon)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return math.Abs(sum) / 2
}
