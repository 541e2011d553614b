package viz

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// A crowd is what the labels of a picture keep clear of: points, the ends of arrows,
// and the labels written before.
type crowd struct {
	points []mark.XY
	placed []vg.Point // where those are that are somewhere, once a label asked
	asked  bool
	boxes  []vg.Rectangle
}

// maxCrowd bounds the search: with more labels or points than this a label
// simply stands to the right above its point.
const maxCrowd = 400

func crowdOf(p mark.Panel) *crowd {
	var c crowd
	for _, m := range p.Marks {
		switch m := m.(type) {
		case mark.Points:
			c.points = append(c.points, m.At...)
		case mark.Handle:
			c.points = append(c.points, m.At)
		case mark.Arrows:
			for i := range min(len(m.From), len(m.To)) {
				a, b := m.From[i], m.To[i]
				for _, t := range [...]float64{0.7, 0.8, 0.9} {
					c.points = append(c.points, mark.XY{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)})
				}
			}
		}
	}
	return &c
}

// tag writes a label beside a point, where it hides the least.
func (p *pen) tag(pt vg.Point, radius float64, s string, r svgcanvas.Role) {
	if s == "" || !p.in(pt) {
		return
	}
	box := vg.Point{X: vg.Length(width(s, p.label)), Y: vg.Length(0.78 * p.label)}
	away := vg.Length(radius) + 4
	slant := 0.72 * away
	places := [...]vg.Rectangle{
		boxAt(pt.X+slant, pt.Y+slant, box),                 // right above
		boxAt(pt.X-slant-box.X, pt.Y+slant, box),           // left above
		boxAt(pt.X+slant, pt.Y-slant-box.Y, box),           // right below
		boxAt(pt.X-slant-box.X, pt.Y-slant-box.Y, box),     // left below
		boxAt(pt.X+away, pt.Y-box.Y/2, box),                // right
		boxAt(pt.X-away-box.X, pt.Y-box.Y/2, box),          // left
		boxAt(pt.X-box.X/2, pt.Y+away, box),                // above
		boxAt(pt.X-box.X/2, pt.Y-away-box.Y, box),          // below
		boxAt(pt.X+2*away, pt.Y+1.5*away, box),             // farther out
		boxAt(pt.X-2*away-box.X, pt.Y+1.5*away, box),       //
		boxAt(pt.X+2*away, pt.Y-1.5*away-box.Y, box),       //
		boxAt(pt.X-2*away-box.X, pt.Y-1.5*away-box.Y, box), //
	}
	best := places[0]
	if len(p.crowd.boxes) < maxCrowd && len(p.crowd.points) < 10*maxCrowd {
		least := -1
		for i, place := range places {
			if cost := 4*p.hidden(place) + i; least < 0 || cost < least {
				best, least = place, cost
			}
		}
	}
	if p.covers(best) {
		p.plate(best)
	}
	p.crowd.boxes = append(p.crowd.boxes, best)
	p.write(best.Min, s, p.label, r, svgcanvas.Start, true, true)
}

// crowded returns where the points are that a label keeps clear of. Every place of
// every label is compared with all of them.
func (p *pen) crowded() []vg.Point {
	c := p.crowd
	if c.asked {
		return c.placed
	}
	c.asked = true
	for _, xy := range c.points {
		if pt, ok := p.at(xy); ok {
			c.placed = append(c.placed, pt)
		}
	}
	return c.placed
}

func boxAt(x, y vg.Length, size vg.Point) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + size.X, Y: y + size.Y}}
}

// covers reports whether a point lies under a box, so that words there would be lost
// among them.
func (p *pen) covers(box vg.Rectangle) bool {
	if len(p.crowd.points) >= 10*maxCrowd {
		return true
	}
	return slices.ContainsFunc(p.crowded(), func(pt vg.Point) bool {
		return pt.X > box.Min.X-3 && pt.X < box.Max.X+3 && pt.Y > box.Min.Y-3 && pt.Y < box.Max.Y+3
	})
}

// plate lays a ground below words.
func (p *pen) plate(box vg.Rectangle) {
	const pad = 2.5
	p.remark("", "")
	p.SetColor(paint(svgcanvas.Halo, 0.82))
	p.fillPoints([]vg.Point{
		{X: box.Min.X - pad, Y: box.Min.Y - pad},
		{X: box.Max.X + pad, Y: box.Min.Y - pad},
		{X: box.Max.X + pad, Y: box.Max.Y + pad},
		{X: box.Min.X - pad, Y: box.Max.Y + pad},
	})
}

// hidden counts what a label in that box would hide; leaving the area counts a
// lot.
func (p *pen) hidden(box vg.Rectangle) int {
	n := 0
	if box.Min.X < p.Min.X+2 || box.Max.X > p.Max.X-2 || box.Min.Y < p.Min.Y+2 || box.Max.Y > p.Max.Y-2 {
		n += 100
	}
	const room = 5
	for _, pt := range p.crowded() {
		if pt.X > box.Min.X-room && pt.X < box.Max.X+room && pt.Y > box.Min.Y-room && pt.Y < box.Max.Y+room {
			n++
		}
	}
	for _, b := range p.crowd.boxes {
		if b.Min.X < box.Max.X && b.Max.X > box.Min.X && b.Min.Y < box.Max.Y && b.Max.Y > box.Min.Y {
			n += 4
		}
	}
	return n
}
