package viz

import (
	"math"

	"gonum.org/v1/plot/vg"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// A dot is how one point looks.
type dot struct {
	shape   int
	fill    svgcanvas.Role
	outline svgcanvas.Role
	thick   float64
	hollow  bool
	level   uint8 // of the colours of sequential fields, over the paper; 0: none
}

// points draws observations: colour and shape are the class, the filling is the
// prediction where there is one.
func (p *pen) points(m mark.Points) {
	base := p.pointRadius(len(m.At))
	name := m.Name
	// Points that look the same are drawn one after the other, so that they share a
	// group; within it the order of the data is kept.
	for _, look := range p.dots(m) {
		for i, xy := range m.At {
			if p.dot(m, i) != look {
				continue
			}
			pt, ok := p.at(xy)
			radius := p.sizeOr(at(m.Size, i, 0), base)
			if len(m.Values) > 0 {
				radius *= roomy
			}
			if !ok || !p.near(pt, radius/2) {
				continue
			}
			p.tell(i, m.Refs, m.Tips, m.Tip)
			p.also(at(m.Also, i, nil))
			p.readable(name.String(), m.At)
			name = "" // the first dot speaks for all
			if shares := at(m.Shares, i, nil); len(shares) > 0 {
				p.pie(pt, radius*1.25, shares)
				continue
			}
			p.drawDot(pt, radius, look, m.Style.Opacity)
		}
	}
	for i, xy := range m.At {
		if pt, ok := p.at(xy); ok && i < len(m.Labels) {
			p.tag(pt, p.sizeOr(at(m.Size, i, 0), base), m.Labels[i].String(), roleOr(m.Style.Role, svgcanvas.Accent))
		}
	}
}

// roomy is by how much a dot is larger whose filling is to be read.
const roomy = 1.4

// sizeOr returns a radius that a mark asks for, or else def.
func (p *pen) sizeOr(size, def float64) float64 {
	if size > 0 && size < 500 {
		return size * p.zoom
	}
	return def
}

// dots returns the different looks of the points, in the order of their first
// appearance.
func (p *pen) dots(m mark.Points) []dot {
	var looks []dot
	seen := make(map[dot]bool, 8)
	for i := range m.At {
		if d := p.dot(m, i); !seen[d] {
			seen[d] = true
			looks = append(looks, d)
		}
	}
	return looks
}

func (p *pen) dot(m mark.Points, i int) dot {
	d := dot{fill: roleOr(m.Style.Role, svgcanvas.Ink), outline: svgcanvas.Halo, thick: 1.4 * p.stroke, hollow: m.Hollow}
	if len(m.Class) > 0 {
		class := at(m.Class, i, 0)
		d.shape = ((class % 8) + 8) % 8
		d.fill = roleOr(m.Style.Role, classRole(class))
	}
	truth := d.fill
	if i < len(m.Fill) && !m.Hollow {
		switch predicted := m.Fill[i]; {
		case predicted < 0:
			d.hollow = true
		case classRole(predicted) != truth:
			d.fill, d.outline, d.thick = classRole(predicted), truth, 2.4*p.stroke
		}
	}
	if d.hollow {
		d.fill, d.outline, d.thick = svgcanvas.Plot, truth, 1.8*p.stroke
	}
	if i < len(m.Values) {
		shade := newShading(mark.Sequential, m.Lo, m.Hi, m.Values)
		d.fill, d.outline, d.thick, d.level = svgcanvas.Plot, truth, 1.6*p.stroke, shade.index(m.Values[i])
	}
	return d
}

func (p *pen) drawDot(pt vg.Point, radius float64, d dot, opacity float64) {
	outline := p.shape(pt, radius, d.shape)
	p.SetColor(paint(d.fill, opacity))
	p.Fill(outline)
	if d.level > 0 {
		p.SetColor(paint(svgcanvas.Accent, strength(d.level)))
		p.Fill(outline)
	}
	p.SetColor(paint(d.outline, opacity))
	p.SetLineWidth(vg.Length(d.thick))
	p.SetLineDash(nil, 0)
	p.Stroke(outline)
}

// The shapes of the classes: all of about the same area as a circle of radius 1.
var shapes = [8][][2]float64{
	1: ring(3, 1.32, math.Pi/2, 1),
	2: ring(4, 1.22, math.Pi/4, 1),
	3: ring(4, 1.28, math.Pi/2, 1),
	4: ring(3, 1.32, -math.Pi/2, 1),
	5: ring(10, 1.42, math.Pi/2, 0.5),
	6: cross(1.3, 0.44),
	7: ring(6, 1.14, 0, 1),
}

// ring returns n corners on a circle, every other one at the share inner of the
// radius.
func ring(n int, radius, start, inner float64) [][2]float64 {
	corners := make([][2]float64, n)
	for i := range corners {
		r := radius
		if i%2 == 1 {
			r *= inner
		}
		sin, cos := math.Sincos(start + 2*math.Pi*float64(i)/float64(n))
		corners[i] = [2]float64{r * cos, r * sin}
	}
	return corners
}

func cross(r, w float64) [][2]float64 {
	return [][2]float64{{w, r}, {w, w}, {r, w}, {r, -w}, {w, -w}, {w, -r}, {-w, -r}, {-w, -w}, {-r, -w}, {-r, w}, {-w, w}, {-w, r}}
}

// shape returns the outline of a class' shape around a point.
func (p *pen) shape(pt vg.Point, radius float64, kind int) vg.Path {
	corners := shapes[kind]
	if corners == nil {
		return p.circle(pt, radius)
	}
	p.path = p.path[:0]
	for i, c := range corners {
		comp := vg.PathComp{Type: vg.LineComp, Pos: vg.Point{X: pt.X + vg.Length(radius*c[0]), Y: pt.Y + vg.Length(radius*c[1])}}
		if i == 0 {
			comp.Type = vg.MoveComp
		}
		p.path = append(p.path, comp)
	}
	p.path = append(p.path, vg.PathComp{Type: vg.CloseComp})
	return p.path
}

// pie draws the shares of the classes in a point as sectors, clockwise from the
// top.
func (p *pen) pie(pt vg.Point, radius float64, shares []float64) {
	total := 0.0
	for _, s := range shares {
		if s > 0 && !math.IsInf(s, 0) {
			total += s
		}
	}
	outline := p.circle(pt, radius)
	p.SetColor(opaque[svgcanvas.Faint])
	if total > 0 {
		p.SetColor(opaque[classRole(largest(shares))])
	}
	p.Fill(outline) // under the sectors, so that no seam shows
	p.SetColor(opaque[svgcanvas.Halo])
	p.SetLineWidth(vg.Length(1.4 * p.stroke))
	p.SetLineDash(nil, 0)
	p.Stroke(outline)
	if !(total > 0) {
		return
	}
	from := math.Pi / 2
	for k, s := range shares {
		part := s / total
		if !(part > 0.004) || k == largest(shares) { // a sliver is not seen; the largest is there already
			if part > 0 {
				from -= 2 * math.Pi * part
			}
			continue
		}
		angle := -2 * math.Pi * part
		sin, cos := math.Sincos(from)
		r := vg.Length(radius - 0.5)
		p.path = p.path[:0]
		p.path.Move(pt)
		p.path.Line(vg.Point{X: pt.X + r*vg.Length(cos), Y: pt.Y + r*vg.Length(sin)})
		p.path.Arc(pt, r, from, angle)
		p.path.Close()
		p.SetColor(opaque[classRole(k)])
		p.Fill(p.path)
		from += angle
	}
}

func largest(shares []float64) int {
	best := 0
	for k, s := range shares {
		if s > shares[best] {
			best = k
		}
	}
	return best
}

// rings draws circles around places.
func (p *pen) rings(m mark.Rings) {
	line := p.resolve(m.Style, stroke{role: svgcanvas.Ink, width: 1.4})
	for i, xy := range m.At {
		pt, ok := p.at(xy)
		radius := p.sizeOr(at(m.Radius, i, 0), 2*p.radius)
		if !ok || !p.near(pt, radius) {
			continue
		}
		p.remark(at(m.Refs, i, ""), "")
		p.use(line)
		p.Stroke(p.circle(pt, radius))
	}
	for i, xy := range m.At {
		if pt, ok := p.at(xy); ok && i < len(m.Labels) {
			p.tag(pt, p.sizeOr(at(m.Radius, i, 0), 2*p.radius), m.Labels[i].String(), roleOr(m.Style.Role, svgcanvas.Accent))
		}
	}
}
