package viz

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// tolerance is how far a drawn line may be from the true one, in pixels.
const tolerance = 0.12

// clipSegment returns the part of a segment that lies in a rectangle.
//
// Source: Y.-D. Liang and B. A. Barsky, A new concept and method for line
// clipping, ACM TOG 3 (1984).
func clipSegment(r vg.Rectangle, a, b vg.Point) (vg.Point, vg.Point, bool) {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	if math.IsInf(dx, 0) || math.IsInf(dy, 0) || dx != dx || dy != dy {
		return a, b, false
	}
	t0, t1 := 0.0, 1.0
	side := func(d, room float64) bool { // d·t ≤ room
		switch {
		case d == 0:
			return room >= 0
		case d < 0:
			t0 = max(t0, room/d)
		default:
			t1 = min(t1, room/d)
		}
		return t0 <= t1
	}
	ax, ay := float64(a.X), float64(a.Y)
	if !side(-dx, ax-float64(r.Min.X)) || !side(dx, float64(r.Max.X)-ax) ||
		!side(-dy, ay-float64(r.Min.Y)) || !side(dy, float64(r.Max.Y)-ay) {
		return a, b, false
	}
	p, q := a, b
	if t0 > 0 {
		p = vg.Point{X: vg.Length(ax + t0*dx), Y: vg.Length(ay + t0*dy)}
	}
	if t1 < 1 {
		q = vg.Point{X: vg.Length(ax + t1*dx), Y: vg.Length(ay + t1*dy)}
	}
	return clamp(r, p), clamp(r, q), true
}

// clamp moves a crossing into the rectangle, which rounding misses: by a hair,
// or by a lot where an end is 10¹⁵ pixels away.
func clamp(r vg.Rectangle, p vg.Point) vg.Point {
	return vg.Point{X: max(r.Min.X, min(r.Max.X, p.X)), Y: max(r.Min.Y, min(r.Max.Y, p.Y))}
}

// appendClipped adds to a path the pieces of a polyline that lie in a rectangle,
// each thinned. It uses the polyline's storage.
func appendClipped(path vg.Path, r vg.Rectangle, line []vg.Point) vg.Path {
	inside := true
	for _, pt := range line {
		inside = inside && pt.X >= r.Min.X && pt.X <= r.Max.X && pt.Y >= r.Min.Y && pt.Y <= r.Max.Y
	}
	if inside {
		return appendLine(path, thin(line))
	}
	var piece []vg.Point
	for i := 1; i < len(line); i++ {
		a, b, ok := clipSegment(r, line[i-1], line[i])
		if !ok {
			continue
		}
		if len(piece) == 0 || piece[len(piece)-1] != a {
			path = appendLine(path, thin(piece))
			piece = append(piece[:0], a)
		}
		piece = append(piece, b)
	}
	return appendLine(path, thin(piece))
}

func appendLine(path vg.Path, line []vg.Point) vg.Path {
	if len(line) < 2 {
		return path
	}
	path.Move(line[0])
	for _, pt := range line[1:] {
		path.Line(pt)
	}
	return path
}

// thin drops vertices of a polyline, in place. The polyline that is left passes
// within the tolerance of every vertex. From each kept vertex it goes on to the
// farthest one that is seen through the discs around those between, whose radius is
// the tolerance.
//
// Source: sleeve fitting, Z. Zhao and A. Saalfeld, Linear-time sleeve-fitting
// polyline simplification algorithms, Auto-Carto 13 (1997).
func thin(line []vg.Point) []vg.Point {
	if len(line) < 3 {
		return line
	}
	kept := 1
	var s sleeve
	s.from(line[0])
	for i := 1; i < len(line)-1; i++ {
		if s.narrow(line[i]) && s.sees(line[i+1]) {
			continue
		}
		last := line[i]
		line[kept] = last
		kept++
		s.from(last)
	}
	line[kept] = line[len(line)-1]
	return line[:kept+1]
}

// A sleeve is the directions, as seen from a vertex, in which a straight line
// stays within the tolerance of what was passed.
type sleeve struct {
	x, y         float64
	far          float64 // the largest distance passed
	loX, loY     float64 // right border
	hiX, hiY     float64 // left border
	open, broken bool
}

func (s *sleeve) from(p vg.Point) {
	*s = sleeve{x: float64(p.X), y: float64(p.Y), open: true}
}

// narrow keeps only the directions that pass p within the tolerance.
func (s *sleeve) narrow(p vg.Point) bool {
	dx, dy := float64(p.X)-s.x, float64(p.Y)-s.y
	d := math.Sqrt(dx*dx + dy*dy)
	if d <= tolerance {
		return !s.broken
	}
	if d < s.far {
		s.broken = true // it turns back
		return false
	}
	s.far = d
	dx, dy = dx/d, dy/d
	sin := tolerance / d
	cos := math.Sqrt(1 - sin*sin)
	loX, loY := dx*cos+dy*sin, dy*cos-dx*sin
	hiX, hiY := dx*cos-dy*sin, dy*cos+dx*sin
	if s.open {
		s.loX, s.loY, s.hiX, s.hiY, s.open = loX, loY, hiX, hiY, false
		return true
	}
	if s.loX*loY-s.loY*loX > 0 { // the new right border is left of the old one
		s.loX, s.loY = loX, loY
	}
	if s.hiX*hiY-s.hiY*hiX < 0 {
		s.hiX, s.hiY = hiX, hiY
	}
	return true
}

// sees reports whether p lies in the sleeve, and farther out than what was
// passed.
func (s *sleeve) sees(p vg.Point) bool {
	if s.open {
		return true
	}
	dx, dy := float64(p.X)-s.x, float64(p.Y)-s.y
	if dx*dx+dy*dy < s.far*s.far {
		return false
	}
	return s.loX*dy-s.loY*dx >= 0 && s.hiX*dy-s.hiY*dx <= 0 && s.loX*dx+s.loY*dy > 0
}

// clipPolygon returns the part of a polygon that lies in a rectangle.
//
// Source: I. E. Sutherland and G. W. Hodgman, Reentrant polygon clipping, CACM
// 17 (1974).
func clipPolygon(r vg.Rectangle, points []vg.Point) []vg.Point {
	sides := [4]func(vg.Point) float64{ // not negative inside
		func(p vg.Point) float64 { return float64(p.X - r.Min.X) },
		func(p vg.Point) float64 { return float64(r.Max.X - p.X) },
		func(p vg.Point) float64 { return float64(p.Y - r.Min.Y) },
		func(p vg.Point) float64 { return float64(r.Max.Y - p.Y) },
	}
	for _, side := range sides {
		if len(points) == 0 {
			return nil
		}
		var kept []vg.Point
		prev := points[len(points)-1]
		before := side(prev)
		for _, pt := range points {
			after := side(pt)
			if before < 0 != (after < 0) {
				t := before / (before - after)
				cut := vg.Point{X: prev.X + vg.Length(t)*(pt.X-prev.X), Y: prev.Y + vg.Length(t)*(pt.Y-prev.Y)}
				if finite(cut) {
					kept = append(kept, cut)
				}
			}
			if after >= 0 {
				kept = append(kept, pt)
			}
			prev, before = pt, after
		}
		points = kept
	}
	for i, pt := range points {
		points[i] = clamp(r, pt)
	}
	return points
}
