package panel

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/say"
)

// Dots are points. The slices of Like are parallel to At, or nil.
type Dots struct {
	At   []XYZ
	Like mark.Points
}

// Hoops are rings of so many CSS pixels around places. The slices of Like are parallel to
// At, or nil.
type Hoops struct {
	At   []XYZ
	Like mark.Rings
}

// Thread is a polyline.
type Thread struct {
	At   []XYZ
	Like mark.PolyLine
}

// Sticks are straight pieces between pairs of places.
type Sticks struct {
	From, To []XYZ
	Like     mark.Segments
}

// A Sheet is the part of a plane that lies in the box: all p with Normal·p + Offset = 0.
// What lies on its far side is behind it, whatever the depth.
type Sheet struct {
	Normal XYZ
	Offset float64
	Like   mark.PolyLine // filled, with an outline of its width
}

// A Net is a surface over a grid of N × M meshes: At is a place for i from 0 to N and j
// from 0 to M. With Like.Fill its meshes are filled.
type Net struct {
	N, M int
	At   func(i, j int) XYZ
	Like mark.PolyLine
}

// A piece of a thing is what is before or behind others.
type piece struct {
	thing, index int
	at           XYZ     // its middle, in the picture's coordinates
	depth        float64 // how near it is
	sheet        *Sheet  // nil for all but a sheet
}

// pointwise are pieces at single places.
func pointwise(at []XYZ, b box) []piece {
	var out []piece
	for i, p := range at {
		if p.finite() {
			out = append(out, piece{index: i, at: b.inside(p)})
		}
	}
	return out
}

// between are the pieces from one place to another.
func between(from, to []XYZ, b box) []piece {
	var out []piece
	for i := range min(len(from), len(to)) {
		if from[i].finite() && to[i].finite() {
			p, q := b.inside(from[i]), b.inside(to[i])
			out = append(out, piece{index: i, at: XYZ{(p.X + q.X) / 2, (p.Y + q.Y) / 2, (p.Z + q.Z) / 2}})
		}
	}
	return out
}

// picked are some elements of a slice that has one for each place, or is nil.
func picked[T any](all []T, pick []int) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(pick))
	for k, i := range pick {
		out[k] = all[i]
	}
	return out
}

// projected are some places in the picture.
func (s sight) projected(at []XYZ, pick []int, b box) []mark.XY {
	out := make([]mark.XY, len(pick))
	for k, i := range pick {
		out[k] = s.at(b.inside(at[i]))
	}
	return out
}

func (d Dots) places() []XYZ        { return d.At }
func (d Dots) pieces(b box) []piece { return pointwise(d.At, b) }

// sample is a pair of dots out of sight: the legend shows what a mark has.
func (d Dots) sample() mark.Mark {
	if d.Like.Legend == "" || len(d.At) == 0 {
		return nil
	}
	away := mark.XY{X: mark.Beyond, Y: mark.Beyond}
	return mark.Points{At: []mark.XY{away, away}, Style: d.Like.Style, Hollow: d.Like.Hollow, Legend: d.Like.Legend}
}

func (d Dots) paint(s sight, pick []int, strength float64, b box) mark.Mark {
	m := d.Like
	m.At, m.Legend, m.Layer = s.projected(d.At, pick, b), "", mark.Data
	m.Class, m.Fill, m.Shares, m.Size = picked(m.Class, pick), picked(m.Fill, pick), picked(m.Shares, pick), picked(m.Size, pick)
	m.Labels, m.Refs, m.Tips = picked(m.Labels, pick), picked(m.Refs, pick), picked(m.Tips, pick)
	if tip := m.Tip; tip != nil {
		m.Tip = func(k int) say.Phrase { return tip(pick[k]) }
	}
	m.Style = dimmed(m.Style, strength)
	return m
}

func (h Hoops) places() []XYZ        { return h.At }
func (h Hoops) pieces(b box) []piece { return pointwise(h.At, b) }

func (h Hoops) sample() mark.Mark {
	if h.Like.Legend == "" || len(h.At) == 0 {
		return nil
	}
	return mark.Rings{Style: h.Like.Style, Legend: h.Like.Legend}
}

func (h Hoops) paint(s sight, pick []int, strength float64, b box) mark.Mark {
	m := h.Like
	m.At, m.Legend, m.Layer = s.projected(h.At, pick, b), "", mark.Data
	m.Radius, m.Refs, m.Labels = picked(m.Radius, pick), picked(m.Refs, pick), picked(m.Labels, pick)
	m.Style = dimmed(m.Style, strength)
	return m
}

// sticks are the pieces of the thread.
func (t Thread) sticks() Sticks {
	n := len(t.At)
	like := mark.Segments{Style: t.Like.Style, Legend: t.Like.Legend}
	if n < 2 {
		return Sticks{Like: like}
	}
	from, to := t.At[:n-1], t.At[1:]
	if t.Like.Closed {
		from, to = t.At, append(slices.Clone(t.At[1:]), t.At[0])
	}
	if t.Like.Ref != "" {
		like.Refs = slices.Repeat([]string{t.Like.Ref}, len(from))
	}
	return Sticks{From: from, To: to, Like: like}
}

func (t Thread) places() []XYZ        { return t.At }
func (t Thread) pieces(b box) []piece { return t.sticks().pieces(b) }
func (t Thread) sample() mark.Mark    { return t.sticks().sample() }
func (t Thread) paint(s sight, pick []int, strength float64, b box) mark.Mark {
	return t.sticks().paint(s, pick, strength, b)
}

func (k Sticks) places() []XYZ        { return slices.Concat(k.From, k.To) }
func (k Sticks) pieces(b box) []piece { return between(k.From, k.To, b) }

func (k Sticks) sample() mark.Mark {
	if k.Like.Legend == "" || len(k.From) == 0 {
		return nil
	}
	return mark.Segments{Style: k.Like.Style, Legend: k.Like.Legend}
}

func (k Sticks) paint(s sight, pick []int, strength float64, b box) mark.Mark {
	m := k.Like
	m.From, m.To, m.Legend, m.Layer = s.projected(k.From, pick, b), s.projected(k.To, pick, b), "", mark.Data
	m.Refs = picked(m.Refs, pick)
	m.Style = dimmed(m.Style, strength)
	return m
}

func (p Sheet) places() []XYZ { return nil }

// corners are where the plane meets the edges of the box, around its middle.
func (p Sheet) corners(b box) []XYZ {
	level := func(c XYZ) float64 { return p.Normal.Dot(c) + p.Offset }
	ends := func(bits int) XYZ {
		c := b.lo
		if bits&1 != 0 {
			c.X = b.hi.X
		}
		if bits&2 != 0 {
			c.Y = b.hi.Y
		}
		if bits&4 != 0 {
			c.Z = b.hi.Z
		}
		return c
	}
	var out []XYZ
	var middle XYZ
	for c := range 8 {
		for axis := range 3 {
			d := c | 1<<axis
			from, to := ends(c), ends(d)
			u, v := level(from), level(to)
			if d == c || !(u < 0 && v >= 0 || u >= 0 && v < 0) {
				continue
			}
			at := from.plus(u/(u-v), to.plus(-1, from))
			if at.finite() {
				out, middle = append(out, b.inside(at)), middle.plus(1, b.inside(at))
			}
		}
	}
	if len(out) < 3 {
		return nil
	}
	middle = XYZ{middle.X / float64(len(out)), middle.Y / float64(len(out)), middle.Z / float64(len(out))}
	// In their order around the normal, as the picture is scaled.
	normal, across := p.scaled(b), out[0].plus(-1, middle)
	along := XYZ{normal.Y*across.Z - normal.Z*across.Y, normal.Z*across.X - normal.X*across.Z, normal.X*across.Y - normal.Y*across.X}
	size := math.Sqrt(normal.Dot(normal))
	angle := func(c XYZ) float64 {
		c = c.plus(-1, middle)
		return math.Atan2(along.Dot(c)/size, across.Dot(c))
	}
	slices.SortStableFunc(out, func(a, b XYZ) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	return out
}

// scaled is the normal in the picture's own coordinates.
func (p Sheet) scaled(b box) XYZ {
	wide := b.hi.plus(-1, b.lo)
	return XYZ{p.Normal.X * wide.X / b.half.X, p.Normal.Y * wide.Y / b.half.Y, p.Normal.Z * wide.Z / b.half.Z}
}

func (p Sheet) pieces(b box) []piece {
	corners := p.corners(b)
	if corners == nil {
		return nil
	}
	var middle XYZ
	for _, c := range corners {
		middle = middle.plus(1/float64(len(corners)), c)
	}
	return []piece{{at: middle, sheet: &p}}
}

func (p Sheet) sample() mark.Mark {
	if p.Like.Legend == "" {
		return nil
	}
	return mark.PolyLine{Style: p.Like.Style, Fill: true, Legend: p.Like.Legend}
}

func (p Sheet) paint(s sight, _ []int, _ float64, b box) mark.Mark {
	m := p.Like
	m.At, m.Closed, m.Fill, m.Legend, m.Layer = nil, true, true, "", mark.Data
	for _, c := range p.corners(b) {
		m.At = append(m.At, s.at(c))
	}
	return m
}

func (n Net) places() []XYZ {
	var out []XYZ
	for i := range n.N + 1 {
		for j := range n.M + 1 {
			out = append(out, n.At(i, j))
		}
	}
	return out
}

// mesh are the corners of a mesh.
func (n Net) mesh(k int) [4]XYZ {
	i, j := k/n.M, k%n.M
	return [4]XYZ{n.At(i, j), n.At(i+1, j), n.At(i+1, j+1), n.At(i, j+1)}
}

func (n Net) pieces(b box) []piece {
	var out []piece
	for k := range n.N * n.M {
		var middle XYZ
		for _, c := range n.mesh(k) {
			middle = middle.plus(0.25, b.inside(c))
		}
		if middle.finite() {
			out = append(out, piece{index: k, at: middle})
		}
	}
	return out
}

func (n Net) sample() mark.Mark {
	if n.Like.Legend == "" {
		return nil
	}
	return mark.PolyLine{Style: n.Like.Style, Fill: n.Like.Fill, Legend: n.Like.Legend}
}

func (n Net) paint(s sight, pick []int, strength float64, b box) mark.Mark {
	m := n.Like
	m.At, m.Closed, m.Legend, m.Layer = nil, true, "", mark.Data
	mesh := n.mesh(pick[0])
	for _, c := range mesh {
		m.At = append(m.At, s.at(b.inside(c)))
	}
	if !m.Fill {
		m.Style = dimmed(m.Style, strength)
	}
	return m
}
