package viz

import (
	"math"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// washed is how opaque filled areas are unless their style says more.
const washed = 0.14

func (p *pen) polyLine(m mark.PolyLine) {
	if m.Fill {
		p.remark(m.Ref, "")
		p.SetColor(paint(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, washed)))
		p.fillPolygon(m.At)
		if m.Style.Width <= 0 {
			return
		}
		m.Style.Opacity = 0
	}
	p.remark(m.Ref, "")
	p.readable(m.Name.String(), m.At)
	p.use(p.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 2}))
	p.curve(m.At, m.Closed)
}

func orDefault(v, def float64) float64 {
	if v > 0 {
		return v
	}
	return def
}

// ray draws the line A·x + B·y + C = 0 across the area.
func (p *pen) ray(m mark.Ray) {
	// In shares u, v of the window the line is a·u + b·v + c = 0.
	x, y := p.plot.X, p.plot.Y
	a, b := m.A*(x.Max-x.Min), m.B*(y.Max-y.Min)
	c := m.A*x.Min + m.B*y.Min + m.C
	size := math.Max(math.Abs(a), math.Abs(b))
	if p.logarithmic() || !(size > 0) || math.IsInf(size, 0) || c-c != 0 {
		return
	}
	a, b, c = a/size, b/size, c/size
	// Its point nearest to the window's centre, and from there two window sizes in
	// both directions: beyond every corner.
	away := (a/2 + b/2 + c) / (a*a + b*b)
	u, v := 0.5-away*a, 0.5-away*b
	from := vg.Point{X: p.X(u - 2*b), Y: p.Y(v + 2*a)}
	to := vg.Point{X: p.X(u + 2*b), Y: p.Y(v - 2*a)}
	p.use(p.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 2}))
	p.segment(from, to)
}

// band fills between two curves; a place that is not finite splits it.
func (p *pen) band(m mark.Band) {
	p.SetColor(paint(roleOr(m.Style.Role, svgcanvas.Accent), orDefault(m.Style.Opacity, washed)))
	n := min(len(m.X), len(m.Lo), len(m.Hi))
	start := 0
	for i := 0; i <= n; i++ {
		if i < n {
			_, low := p.at(mark.XY{X: m.X[i], Y: m.Lo[i]})
			_, high := p.at(mark.XY{X: m.X[i], Y: m.Hi[i]})
			if low && high {
				continue
			}
		}
		if i-start > 1 {
			p.strip(m, start, i)
		}
		start = i + 1
	}
}

// strip fills one piece of a band: along the upper curve and back along the
// lower.
func (p *pen) strip(m mark.Band, from, to int) {
	outline := make([]mark.XY, 0, 2*(to-from))
	for i := from; i < to; i++ {
		outline = append(outline, mark.XY{X: m.X[i], Y: m.Hi[i]})
	}
	for i := to - 1; i >= from; i-- {
		outline = append(outline, mark.XY{X: m.X[i], Y: m.Lo[i]})
	}
	p.fillPolygon(outline)
}

func (p *pen) segments(m mark.Segments) {
	line := p.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.4})
	for i := range min(len(m.From), len(m.To)) {
		a, ok := p.at(m.From[i])
		b, ok2 := p.at(m.To[i])
		if ok && ok2 {
			p.remark(at(m.Refs, i, ""), "")
			p.use(line)
			p.segment(a, b)
		}
	}
}

func (p *pen) arrows(m mark.Arrows) {
	line := p.resolve(m.Style, stroke{role: svgcanvas.Accent, width: 2.2})
	for i := range min(len(m.From), len(m.To)) {
		a, ok := p.at(m.From[i])
		b, ok2 := p.at(m.To[i])
		if !ok || !ok2 {
			continue
		}
		p.arrow(a, b, line)
		p.tag(b, 2, at(m.Labels, i, "").String(), line.role)
	}
}

// arrow draws a shaft and a head whose tip is at b. The head is never longer
// than half the arrow.
func (p *pen) arrow(a, b vg.Point, line stroke) {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	length := math.Hypot(dx, dy)
	if !(length > 0.5) || math.IsInf(length, 0) {
		return
	}
	dx, dy = dx/length, dy/length
	head := math.Min(4+3*line.width, length/2)
	half := head * 0.42
	base := vg.Point{X: b.X - vg.Length(head*dx), Y: b.Y - vg.Length(head*dy)}
	p.use(line)
	p.segment(a, vg.Point{X: b.X - vg.Length(0.8*head*dx), Y: b.Y - vg.Length(0.8*head*dy)})
	p.SetColor(paint(line.role, line.opacity))
	p.fillPoints([]vg.Point{
		b,
		{X: base.X - vg.Length(half*dy), Y: base.Y + vg.Length(half*dx)},
		{X: base.X + vg.Length(half*dy), Y: base.Y - vg.Length(half*dx)},
	})
}

// ellipses draws level sets of Gaussians and a cross at each mean.
func (p *pen) ellipses(m mark.Ellipses) {
	const corners = 96
	outline := make([]mark.XY, corners)
	for i := range min(len(m.Mean), len(m.Cov)) {
		line := p.resolve(at(m.Style, i, mark.Style{}), stroke{role: classRole(i), width: 2})
		if len(m.Style) == 1 {
			line = p.resolve(m.Style[0], stroke{role: classRole(i), width: 2})
		}
		mean, c := m.Mean[i], m.Cov[i]
		// Σ = LLᵀ takes the unit circle to the ellipse of radius 1.
		l11 := math.Sqrt(c[0])
		l21 := c[1] / l11
		l22 := math.Sqrt(math.Max(0, c[2]-l21*l21))
		if c[0] == 0 && c[2] >= 0 { // all variance is along y
			l11, l21, l22 = 0, 0, math.Sqrt(c[2])
		}
		for _, r := range m.Radii {
			for k := range outline {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
				outline[k] = mark.XY{X: mean.X + r*l11*cos, Y: mean.Y + r*(l21*cos+l22*sin)}
			}
			p.use(line)
			p.curve(outline, true)
		}
		if pt, ok := p.at(mean); ok && p.in(pt) {
			p.cross(pt, p.radius, line)
		}
	}
}

func (p *pen) cross(pt vg.Point, radius float64, line stroke) {
	line.dash, line.opacity = false, 0
	p.use(line)
	r := vg.Length(radius)
	p.path = p.path[:0]
	p.path.Move(vg.Point{X: pt.X - r, Y: pt.Y})
	p.path.Line(vg.Point{X: pt.X + r, Y: pt.Y})
	p.path.Move(vg.Point{X: pt.X, Y: pt.Y - r})
	p.path.Line(vg.Point{X: pt.X, Y: pt.Y + r})
	p.Stroke(p.path)
}

// rule draws a straight line across the area, with its name at the end.
func (p *pen) rule(m mark.Rule) {
	at := mark.XY{X: p.plot.X.Min, Y: m.At}
	if m.Vertical {
		at = mark.XY{X: m.At, Y: p.plot.Y.Min}
	}
	pt, ok := p.at(at)
	if !ok || !p.in(pt) {
		return
	}
	line := p.resolve(m.Style, stroke{role: svgcanvas.Soft, width: 1.2})
	p.use(line)
	gap := vg.Length(0.35 * p.tick)
	if m.Vertical {
		p.segment(vg.Point{X: pt.X, Y: p.Min.Y}, vg.Point{X: pt.X, Y: p.Max.Y})
		anchor := svgcanvas.Start
		x := pt.X + gap
		if x+vg.Length(width(m.Label.String(), p.tick)) > p.Max.X {
			anchor, x = svgcanvas.End, pt.X-gap
		}
		p.write(vg.Point{X: x, Y: p.Max.Y - vg.Length(1.1*p.tick)}, m.Label.String(), p.tick, line.role, anchor, false, true)
		return
	}
	p.segment(vg.Point{X: p.Min.X, Y: pt.Y}, vg.Point{X: p.Max.X, Y: pt.Y})
	y := pt.Y + gap
	if y+vg.Length(p.tick) > p.Max.Y {
		y = pt.Y - gap - vg.Length(0.75*p.tick)
	}
	p.write(vg.Point{X: p.Max.X - gap, Y: y}, m.Label.String(), p.tick, line.role, svgcanvas.End, false, true)
}

func (p *pen) texts(m mark.Texts) {
	anchor := [...]svgcanvas.Anchor{svgcanvas.Start, svgcanvas.Middle, svgcanvas.End}[min(max(m.Anchor, 0), 2)]
	size := p.textSize(m)
	for i, xy := range m.At {
		pt, ok := p.at(xy)
		if !ok || !p.in(pt) {
			continue
		}
		pt.Y -= vg.Length(0.35 * p.tick)
		p.write(pt, at(m.Text, i, "").String(), size, roleOr(m.Style.Role, svgcanvas.Soft), anchor, false, true)
	}
}

// legible is the smallest letter, in pixels.
const legible = 9

// textSize is one size for all texts of a mark, so that the widest fits its room, as far as that can be read.
func (p *pen) textSize(m mark.Texts) float64 {
	full := p.tick + 1
	size := full
	for i, xy := range m.At {
		pt, ok := p.at(xy)
		end, ok2 := p.at(mark.XY{X: xy.X + m.Room, Y: xy.Y})
		if ok && ok2 && m.Room > 0 && p.in(pt) {
			size = min(size, full*float64(end.X-pt.X)/max(1, width(at(m.Text, i, "").String(), full)))
		}
	}
	return max(size, min(full, legible))
}
