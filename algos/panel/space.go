package panel

import (
	"math"

	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// An XYZ is a place in three coordinates; Z points up.
type XYZ struct{ X, Y, Z float64 }

// Dot is the inner product.
func (a XYZ) Dot(b XYZ) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

func (a XYZ) plus(t float64, b XYZ) XYZ { return XYZ{a.X + t*b.X, a.Y + t*b.Y, a.Z + t*b.Z} }

func (a XYZ) finite() bool { return !math.IsInf(a.Dot(a), 0) && !math.IsNaN(a.Dot(a)) }

// A Space is a picture in three dimensions that readers turn: things in a box, seen from
// far away (an orthographic projection), the nearer ones before and stronger than those
// behind. It comes out as marks like those of any panel.
//
// The demo binds the direction as a parameter with limit 180 that leaves the run alone,
//
//	s.Point(&o.Turn, "turn", [2]float64{30, 20}, 180).View().Label("turn, tilt")
//
// and gives it to the picture: Param: "turn", View: o.Turn. Then the picture is turned by
// dragging it, and a link shows it from the same side.
type Space struct {
	ID               string
	Title, Note, Alt say.Phrase
	X, Y, Z          mark.Axis // names, and ranges: Min == Max lets the things decide
	Equal            bool      // one unit is as long on all axes
	Height           float64   // see [mark.Panel]; 0 is 1
	Param            string    // the parameter that turns it
	// View is from where it is seen, in degrees: turned about the upright axis, at 0 x
	// points to the right and y away from the reader, at 90 y points to the right; and
	// tilted, at 0 seen from the side and at 90 from above.
	View   [2]float64
	Things []Thing
}

// A Thing stands in a [Space]: [Dots], [Hoops], [Thread], [Sticks], [Sheet] or [Net]. What
// it is like (style, legend, references) is that of a mark, whose own places are not looked at.
type Thing interface {
	places() []XYZ                                                // what the axes make room for
	pieces(b box) []piece                                         // what it is made of, in order
	sample() mark.Mark                                            // a mark that shows nothing, with the legend
	paint(s sight, pick []int, strength float64, b box) mark.Mark // some of its pieces as one mark
}

// Panel draws the space from where its view says.
func (s Space) Panel() mark.Panel {
	b := s.box()
	eye := b.seenFrom(s.View[0], s.View[1])
	side, height := math.Hypot(b.half.X, b.half.Y), math.Sqrt(b.half.Dot(b.half))
	out := mark.Panel{
		ID: s.ID, Title: s.Title, Note: s.Note, Alt: s.Alt, Equal: true, Height: s.Height,
		X: mark.Axis{Hidden: true, Min: -1.25 * side, Max: 1.25 * side}, Y: mark.Axis{Hidden: true, Min: -1.06 * height, Max: 1.06 * height},
	}
	if out.Height == 0 {
		out.Height = 1
	}
	for _, t := range s.Things {
		out.Add(t.sample())
	}
	out.Add(eye.edges(b)...)
	out.Add(eye.painted(s.Things, b)...)
	out.Add(eye.names([3]mark.Axis{s.X, s.Y, s.Z}, b))
	if s.Param == "" {
		return out
	}
	out.Add(mark.Handle{
		Param: s.Param, Along: mark.Orbit, At: mark.XY{X: 1.05 * side, Y: 0.92 * height}, Tip: "drag the picture anywhere to turn it",
	})
	out.Looked = func(v param.Values) mark.Panel {
		if x, y, err := param.Place(v[s.Param]); err == nil {
			s.View = [2]float64{x, y}
		}
		return s.Panel()
	}
	return out
}

// A box is what of the space is shown; its sides are scaled to the picture.
type box struct {
	lo, hi XYZ // in the coordinates of the things
	half   XYZ // half of its sides in the picture
}

// box makes room for the things.
func (s Space) box() box {
	lo, hi := XYZ{math.Inf(1), math.Inf(1), math.Inf(1)}, XYZ{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, t := range s.Things {
		for _, p := range t.places() {
			if p.finite() {
				lo = XYZ{min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z)}
				hi = XYZ{max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z)}
			}
		}
	}
	var b box
	b.lo.X, b.hi.X = side(s.X, lo.X, hi.X)
	b.lo.Y, b.hi.Y = side(s.Y, lo.Y, hi.Y)
	b.lo.Z, b.hi.Z = side(s.Z, lo.Z, hi.Z)
	b.half = XYZ{1, 1, 1}
	if s.Equal {
		wide := b.hi.plus(-1, b.lo)
		most := max(wide.X, wide.Y, wide.Z)
		b.half = XYZ{wide.X / most, wide.Y / most, wide.Z / most}
	}
	return b
}

// side is the range of an axis.
func side(a mark.Axis, lo, hi float64) (float64, float64) {
	switch {
	case a.Min < a.Max:
		return a.Min, a.Max
	case lo > hi:
		return 0, 1
	case hi-lo <= 1e-9*max(math.Abs(lo), math.Abs(hi)):
		return lo - max(0.5, math.Abs(lo)/2), hi + max(0.5, math.Abs(hi)/2)
	}
	// Round ends, so that they seldom move.
	round := func(x float64) float64 { return math.Copysign(RoundUp(math.Abs(x)*(1-1e-9)), x) }
	switch room := (hi - lo) / 20; {
	case lo < 0 && hi > 0:
		return round(lo), round(hi)
	case lo >= 0 && lo <= hi/2:
		return 0, round(hi)
	case hi <= 0 && hi >= lo/2:
		return round(lo), 0
	default:
		return lo - room, hi + room
	}
}

// inside returns where a place is in the picture's own coordinates, whose middle is 0.
func (b box) inside(p XYZ) XYZ {
	share := func(x, lo, hi, half float64) float64 { return half * (2*(x-lo)/(hi-lo) - 1) }
	return XYZ{share(p.X, b.lo.X, b.hi.X, b.half.X), share(p.Y, b.lo.Y, b.hi.Y, b.half.Y), share(p.Z, b.lo.Z, b.hi.Z, b.half.Z)}
}

// corner is a corner of the box: bit k says on which side of axis k.
func (b box) corner(bits int) XYZ {
	c := XYZ{-b.half.X, -b.half.Y, -b.half.Z}
	if bits&1 != 0 {
		c.X = b.half.X
	}
	if bits&2 != 0 {
		c.Y = b.half.Y
	}
	if bits&4 != 0 {
		c.Z = b.half.Z
	}
	return c
}

// A sight is a direction of view: what is to the right and up in the picture, and
// towards the reader.
type sight struct {
	right, up, near XYZ
	deep            float64 // the largest depth of the box
}

// seenFrom looks at the box, turned and tilted by degrees.
func (b box) seenFrom(turn, tilt float64) sight {
	sin, cos := math.Sincos(turn * math.Pi / 180)
	up, flat := math.Sincos(min(max(tilt, -mark.MostTilt), mark.MostTilt) * math.Pi / 180)
	return sight{
		right: XYZ{cos, sin, 0}, up: XYZ{-up * sin, up * cos, flat}, near: XYZ{flat * sin, -flat * cos, up},
		deep: math.Sqrt(b.half.Dot(b.half)),
	}
}

// at is where a place of the box is in the picture.
func (s sight) at(p XYZ) mark.XY { return mark.XY{X: s.right.Dot(p), Y: s.up.Dot(p)} }

// shades is in how many strengths things are drawn.
const shades = 4

// strength is that of a depth: 1 for the nearest, a half for the farthest.
func (s sight) strength(depth float64) float64 {
	k := math.Floor(shades * (depth/s.deep + 1) / 2)
	return 0.5 + 0.5*min(max(k, 0), shades-1)/(shades-1)
}

// dimmed is a style at a strength.
func dimmed(m mark.Style, strength float64) mark.Style {
	if m.Opacity == 0 {
		m.Opacity = 1
	}
	if m.Opacity *= strength; m.Opacity >= 1 {
		m.Opacity = 0
	}
	return m
}

// edges are those of the box that are not before the things.
func (s sight) edges(b box) []mark.Mark {
	near, _ := s.ends(b)
	m := mark.Segments{Style: mark.RoleFaint.Wide(1)}
	for c := range 8 {
		for axis := range 3 {
			if d := c | 1<<axis; d != c && c != near && d != near {
				m.From, m.To = append(m.From, s.at(b.corner(c))), append(m.To, s.at(b.corner(d)))
			}
		}
	}
	return []mark.Mark{m}
}

// ends are the nearest corner of the box and the farthest.
func (s sight) ends(b box) (near, far int) {
	for c := range 8 {
		if d := s.near.Dot(b.corner(c)); d > s.near.Dot(b.corner(near)) {
			near = c
		}
	}
	return near, near ^ 7
}

// names are those of the axes and where they begin and end, beside the edges of the
// outline that are lowest, or for the upright axis farthest to the left.
func (s sight) names(axes [3]mark.Axis, b box) mark.Mark {
	near, far := s.ends(b)
	m := mark.Texts{Anchor: mark.Middle}
	put := func(at mark.XY, away float64, text say.Phrase) {
		if r := math.Hypot(at.X, at.Y); r > 1e-9 && text != "" {
			m.At, m.Text = append(m.At, mark.XY{X: at.X * (1 + away/r), Y: at.Y * (1 + away/r)}), append(m.Text, text)
		}
	}
	lo, hi := [3]float64{b.lo.X, b.lo.Y, b.lo.Z}, [3]float64{b.hi.X, b.hi.Y, b.hi.Z}
	for axis, a := range axes {
		best, least := -1, math.Inf(1)
		for c := range 8 {
			d := c | 1<<axis
			if d == c || c == near || d == near || c == far || d == far {
				continue
			}
			p, q := s.at(b.corner(c)), s.at(b.corner(d))
			if place := [3]float64{p.Y + q.Y, p.Y + q.Y, p.X + q.X}[axis]; place < least-1e-9 {
				best, least = c, place
			}
		}
		p, q := s.at(b.corner(best)), s.at(b.corner(best|1<<axis))
		if math.Hypot(p.X-q.X, p.Y-q.Y) < 0.3*s.deep/2 {
			continue // seen along its length
		}
		put(mark.XY{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}, 0.15*s.deep, a.Name)
		// Numbers stand a little inwards, where those of two axes do not meet.
		inwards := func(from, to mark.XY) mark.XY {
			return mark.XY{X: from.X + 0.12*(to.X-from.X), Y: from.Y + 0.12*(to.Y-from.Y)}
		}
		if !a.Hidden {
			put(inwards(p, q), 0.09*s.deep, say.Phrase(say.Sig(lo[axis], 2)))
			put(inwards(q, p), 0.09*s.deep, say.Phrase(say.Sig(hi[axis], 2)))
		}
	}
	return m
}
