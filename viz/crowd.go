package viz

import (
	"gonum.org/v1/plot/vg"

	"playground/algos"
	"playground/viz/svgcanvas"
)

// A crowd is what the labels of a picture keep clear of: points, the ends of arrows,
// and the labels written before.
type crowd struct {
	points []algos.XY
	boxes  []vg.Rectangle
}

// maxCrowd bounds the search: with more labels or points than this a label
// simply stands to the right above its point.
const maxCrowd = 400

func crowdOf(p algos.Panel) *crowd {
	var c crowd
	for _, m := range p.Marks {
		switch m := m.(type) {
		case algos.Points:
			c.points = append(c.points, m.At...)
		case algos.Handle:
			c.points = append(c.points, m.At)
		case algos.Arrows:
			for i := range min(len(m.From), len(m.To)) {
				a, b := m.From[i], m.To[i]
				for _, t := range [...]float64{0.7, 0.8, 0.9} {
					c.points = append(c.points, algos.XY{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)})
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
	p.crowd.boxes = append(p.crowd.boxes, best)
	p.write(best.Min, s, p.label, r, svgcanvas.Start, true, true)
}

func boxAt(x, y vg.Length, size vg.Point) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + size.X, Y: y + size.Y}}
}

// hidden counts what a label in that box would hide; leaving the area counts a
// lot.
func (p *pen) hidden(box vg.Rectangle) int {
	n := 0
	if box.Min.X < p.Min.X+2 || box.Max.X > p.Max.X-2 || box.Min.Y < p.Min.Y+2 || box.Max.Y > p.Max.Y-2 {
		n += 100
	}
	const room = 5
	for _, xy := range p.crowd.points {
		pt, ok := p.at(xy)
		if ok && pt.X > box.Min.X-room && pt.X < box.Max.X+room && pt.Y > box.Min.Y-room && pt.Y < box.Max.Y+room {
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
