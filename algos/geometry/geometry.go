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
	corners := []mark.XY{{X: board.X0, Y: board.Y0}, {X: board.X1, Y: board.Y0}, {X: board.X1, Y: board.Y1}, {X: board.X0, Y: board.Y1}}
	turned := Line{-b.A, -b.B, -b.C}
	back := Line{-a.A, -a.B, -a.C}
	apart := Area(Clip(Clip(corners, a), turned)) + Area(Clip(Clip(corners, back), b))
	share := apart / Area(corners)
	return max(0, min(share, 1-share))
}

// Clip returns the part of a convex polygon where a line's side is not negative.
func Clip(polygon []mark.XY, l Line) []mark.XY {
	var out []mark.XY
	for i, q := range polygon {
		p := polygon[(i+len(polygon)-1)%len(polygon)]
		at, before := l.At(q), l.At(p)
		if (at < 0) != (before < 0) {
			t := before / (before - at)
			out = append(out, mark.XY{X: p.X + t*(q.X-p.X), Y: p.Y + t*(q.Y-p.Y)})
		}
		if at >= 0 {
			out = append(out, q)
		}
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
