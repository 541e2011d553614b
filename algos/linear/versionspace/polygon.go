package versionspace

import "math"

// A place is a point of a chart, in units of its box: the box is [−1, 1]².
type place [2]float64

// A half is the half-plane a·u + b·v + c ≥ 0 of a chart.
type half struct{ a, b, c float64 }

func (h half) at(p place) float64 { return h.a*p[0] + h.b*p[1] + h.c }

// scaled returns the same half-plane with a² + b² = 1, so that at is a distance.
// One without a border stays as it is.
func (h half) scaled() half {
	if n := math.Hypot(h.a, h.b); n > 0 {
		return half{h.a / n, h.b / n, h.c / n}
	}
	return h
}

// A polygon is convex, its corners counter-clockwise; nil is the empty one.
type polygon []place

// whole is the box of a chart.
func whole() polygon { return polygon{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} }

// sides are the half-planes of the box.
var sides = []half{{a: 1, c: 1}, {a: -1, c: 1}, {b: 1, c: 1}, {b: -1, c: 1}}

// clip cuts a polygon by a half-plane (Sutherland and Hodgman, 1974). An
// inequality without a border holds everywhere or, strictly, nowhere.
func (p polygon) clip(h half) polygon {
	if h.a == 0 && h.b == 0 {
		if h.c > 0 {
			return p
		}
		return nil
	}
	var kept polygon
	for i, b := range p {
		a := p[(i+len(p)-1)%len(p)]
		va, vb := h.at(a), h.at(b)
		if va < 0 != (vb < 0) {
			f := va / (va - vb)
			kept = kept.add(place{a[0] + f*(b[0]-a[0]), a[1] + f*(b[1]-a[1])})
		}
		if vb >= 0 {
			kept = kept.add(b)
		}
	}
	if len(kept) > 1 && kept[0] == kept[len(kept)-1] {
		kept = kept[:len(kept)-1]
	}
	if len(kept) < 3 || kept.area() <= 0 {
		return nil
	}
	return kept
}

// add appends a corner unless it is the last one again.
func (p polygon) add(c place) polygon {
	if n := len(p); n > 0 && p[n-1] == c {
		return p
	}
	return append(p, c)
}

// area uses a corner as the origin, which keeps the digits of small polygons.
func (p polygon) area() float64 {
	sum := 0.0
	for i := 1; i+1 < len(p); i++ {
		sum += cross(p[0], p[i], p[i+1])
	}
	return sum / 2
}

// cross is twice the area of a triangle.
func cross(o, a, b place) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}

// centroid is the mean of all points inside.
func (p polygon) centroid() place {
	var x, y, total float64
	for i := 1; i+1 < len(p); i++ {
		w := cross(p[0], p[i], p[i+1])
		x += w * ((p[i][0] - p[0][0]) + (p[i+1][0] - p[0][0])) / 3
		y += w * ((p[i][1] - p[0][1]) + (p[i+1][1] - p[0][1])) / 3
		total += w
	}
	return place{p[0][0] + x/total, p[0][1] + y/total}
}

// share is the part of the polygon's area in a half-plane.
func (p polygon) share(h half) float64 {
	return min(1, p.clip(h).area()/p.area())
}

// edges are the half-planes of the sides, with distances. A side that is short
// against the polygon comes from a cut through a corner; its direction is that of
// rounding, and it is left out.
func (p polygon) edges() []half {
	long := p.diameter()
	var all []half
	for i, a := range p {
		b := p[(i+1)%len(p)]
		h := half{a: a[1] - b[1], b: b[0] - a[0]}
		if math.Hypot(h.a, h.b) < 1e-9*long {
			continue
		}
		h.c = -h.a*a[0] - h.b*a[1]
		all = append(all, h.scaled())
	}
	return all
}

// diameter is the largest distance of two corners.
func (p polygon) diameter() float64 {
	long := 0.0
	for i, a := range p {
		for _, b := range p[:i] {
			long = max(long, math.Hypot(a[0]-b[0], a[1]-b[1]))
		}
	}
	return long
}

// halvings of an interval are enough for every digit of a float64.
const halvings = 60

// inscribed is the middle and radius of the largest circle inside: the largest r
// by which all sides can move inwards, found by bisection.
func (p polygon) inscribed() (place, float64) {
	edges := p.edges()
	shrunk := func(r float64) polygon {
		q := p
		for _, e := range edges {
			e.c -= r
			if q = q.clip(e); q == nil {
				return nil
			}
		}
		return q
	}
	best, lo, hi := p, 0.0, math.Sqrt(p.area())
	for range halvings {
		r := (lo + hi) / 2
		if q := shrunk(r); q != nil {
			best, lo = q, r
		} else {
			hi = r
		}
	}
	return best.centroid(), lo
}

// nearest is the point of the polygon that is nearest to the middle of the box.
func (p polygon) nearest() place {
	best, least := place{}, math.Inf(1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		d := place{b[0] - a[0], b[1] - a[1]}
		f := -(a[0]*d[0] + a[1]*d[1]) / (d[0]*d[0] + d[1]*d[1])
		f = min(1, max(0, f))
		q := place{a[0] + f*d[0], a[1] + f*d[1]}
		if n := math.Hypot(q[0], q[1]); n < least {
			best, least = q, n
		}
	}
	return best
}

// analyticCentre maximises the sum of the logarithms of the distances to all
// cuts by Newton's method, from a point inside. The sum is self-concordant: once
// the squared decrement is below 1/16, whole steps stay inside and converge
// quadratically (Nesterov and Nemirovskii, 1994). Before, steps are halved until
// the sum rises; it is too coarse a measure near its maximum.
func analyticCentre(from place, cuts []half) place {
	value := func(p place) float64 {
		sum := 0.0
		for _, h := range cuts {
			d := h.at(p)
			if d <= 0 {
				return math.Inf(-1)
			}
			sum += math.Log(d)
		}
		return sum
	}
	at, before := from, math.Inf(1)
	for range 60 {
		var g place
		var xx, xy, yy float64
		for _, h := range cuts {
			d := h.at(at)
			u, v := h.a/d, h.b/d
			g[0], g[1] = g[0]+u, g[1]+v
			xx, xy, yy = xx+u*u, xy+u*v, yy+v*v
		}
		det := xx*yy - xy*xy
		if !(det > 0) {
			return at
		}
		step := place{(yy*g[0] - xy*g[1]) / det, (xx*g[1] - xy*g[0]) / det}
		moved := func(t float64) place { return place{at[0] + t*step[0], at[1] + t*step[1]} }
		gain, t := g[0]*step[0]+g[1]*step[1], 1.0 // the squared Newton decrement, and the share of its step
		if gain < 1.0/16 {
			if !(gain < before) {
				return at // rounding
			}
			before = gain
		} else {
			now := value(at)
			for !(value(moved(t)) > now) {
				if t /= 2; t <= 1e-12 {
					return at
				}
			}
		}
		at = moved(t)
	}
	return at
}

// across is where a half-plane's border crosses a rectangle.
func across(h half, lo, hi place) (a, b place, ok bool) {
	corners := []place{lo, {hi[0], lo[1]}, hi, {lo[0], hi[1]}}
	var ends []place
	for i, p := range corners {
		q := corners[(i+1)%4]
		v, w := h.at(p), h.at(q)
		if v < 0 != (w < 0) {
			f := v / (v - w)
			ends = append(ends, place{p[0] + f*(q[0]-p[0]), p[1] + f*(q[1]-p[1])})
		}
	}
	if len(ends) != 2 || ends[0] == ends[1] {
		return a, b, false
	}
	return ends[0], ends[1], true
}
