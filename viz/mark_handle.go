package viz

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/algos/param"
	"playground/viz/svgcanvas"
)

// ways names how handles move, for the page that lets them.
var ways = [...]string{
	mark.Plane: "plane", mark.Horizontal: "horizontal", mark.Vertical: "vertical", mark.Around: "around", mark.Vector: "vector",
	mark.Orbit: "orbit", mark.Lift: "lift",
	mark.Listed: "listed", mark.Pressed: "pressed",
}

// handle draws a handle with what it holds: the line of a threshold, the arm of an
// angle, the arrow of a vector. Its dot says in attributes what it sets, and where in
// the data area it is.
func (p *pen) handle(m mark.Handle) {
	pt, ok := p.at(m.At)
	if !ok || m.Along < 0 || int(m.Along) >= len(ways) {
		return
	}
	pt.X, pt.Y = min(max(pt.X, p.Min.X), p.Max.X), min(max(pt.Y, p.Min.Y), p.Max.Y)
	line := p.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 1.6})
	from, ok := p.at(m.From)
	switch {
	case m.Along == mark.Horizontal:
		p.use(line)
		p.segment(vg.Point{X: pt.X, Y: p.Min.Y}, vg.Point{X: pt.X, Y: p.Max.Y})
	case m.Along == mark.Vertical:
		p.use(line)
		p.segment(vg.Point{X: p.Min.X, Y: pt.Y}, vg.Point{X: p.Max.X, Y: pt.Y})
	case m.Along == mark.Around && ok:
		p.use(line)
		p.segment(from, pt)
	case m.Along == mark.Vector && ok:
		p.arrow(from, pt, line)
	}
	radius := p.sizeOr(m.Size, 1.3*p.radius)
	p.describe(m, pt)
	if m.Along == mark.Orbit {
		p.whirl(pt, 1.4*radius, p.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.6}))
		return
	}
	p.drawDot(pt, radius, p.grip(m), m.Style.Opacity)
	p.tag(pt, radius, m.Label.String(), roleOr(m.Style.Role, svgcanvas.Accent))
}

// whirl draws a disc with an arrow that goes around it: something that can be turned.
func (p *pen) whirl(pt vg.Point, radius float64, s stroke) {
	p.SetColor(opaque[svgcanvas.Plot])
	p.Fill(p.circle(pt, 1.3*radius))
	const from, around = 0.35 * math.Pi, 1.55 * math.Pi
	at := func(angle, share float64) vg.Point {
		sin, cos := math.Sincos(angle)
		return vg.Point{X: pt.X + vg.Length(share*radius*cos), Y: pt.Y + vg.Length(share*radius*sin)}
	}
	p.use(s)
	p.path = append(p.path[:0], vg.PathComp{Type: vg.MoveComp, Pos: at(from, 1)},
		vg.PathComp{Type: vg.ArcComp, Pos: pt, Radius: vg.Length(radius), Start: from, Angle: around})
	p.Stroke(p.path)
	p.SetColor(paint(s.role, s.opacity))
	p.Fill(p.polygon(at(from-0.75, 1.05), at(from+0.1, 0.45), at(from+0.1, 1.55)))
}

// grip is how the dot of a handle looks.
func (p *pen) grip(m mark.Handle) dot {
	role := roleOr(m.Style.Role, svgcanvas.Ink)
	d := dot{shape: ((m.Shape % 8) + 8) % 8, fill: role, outline: svgcanvas.Halo, thick: 1.4 * p.stroke, hollow: m.Hollow}
	if d.hollow {
		d.fill, d.outline, d.thick = svgcanvas.Plot, role, 1.8*p.stroke
	}
	return d
}

// describe gives the next element what a page needs to let it be dragged.
func (p *pen) describe(m mark.Handle, pt vg.Point) {
	p.remark("", m.Tip.String())
	if p.note == nil {
		return
	}
	p.note.Attribute("data-drag", m.Param)
	p.note.Attribute("data-along", ways[m.Along])
	share := func(x, lo, hi vg.Length) string { return strconv.FormatFloat(float64((x-lo)/(hi-lo)), 'f', 4, 64) }
	p.note.Attribute("data-held", share(pt.X, p.Min.X, p.Max.X)+" "+share(pt.Y, p.Min.Y, p.Max.Y))
	pair := func(at mark.XY) string { return param.Format(at.X) + " " + param.Format(at.Y) }
	switch m.Along {
	case mark.Around, mark.Vector:
		p.note.Attribute("data-from", pair(m.From))
	case mark.Lift:
		p.note.Attribute("data-from", pair(m.From))
		p.note.Attribute("data-per", pair(m.Per))
	case mark.Listed:
		p.note.Attribute("data-moves", places(m.MovesX)+";"+places(m.MovesY))
	case mark.Pressed:
		p.note.Attribute("data-act", strconv.Itoa(m.Act))
	}
	if a, ok := p.at(m.Inside[0]); ok && m.Inside[0] != m.Inside[1] {
		if b, ok := p.at(m.Inside[1]); ok {
			corner := func(x, y vg.Length) string { return share(x, p.Min.X, p.Max.X) + " " + share(y, p.Min.Y, p.Max.Y) }
			p.note.Attribute("data-inside", corner(min(a.X, b.X), min(a.Y, b.Y))+" "+corner(max(a.X, b.X), max(a.Y, b.Y)))
		}
	}
	if m.Name != "" {
		p.note.Attribute("data-name", m.Name.String())
	}
	var log string
	if _, x := p.plot.X.Scale.(logScale); x {
		log = "x"
	}
	if _, y := p.plot.Y.Scale.(logScale); y {
		log += "y"
	}
	if log != "" {
		p.note.Attribute("data-log", log)
	}
}

// places writes the places of numbers in a list.
func places(all []int) string {
	words := make([]string, len(all))
	for i, k := range all {
		words[i] = strconv.Itoa(k)
	}
	return strings.Join(words, " ")
}
