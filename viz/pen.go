package viz

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// A pen draws marks onto the data area of a canvas.
type pen struct {
	draw.Canvas
	look
	plot    *plot.Plot
	note    noter   // nil where the canvas keeps no notes
	crowd   *crowd  // what labels keep clear of
	options Options // for the density of fields
	readX   mark.Axis
	readY   mark.Axis
	path    vg.Path // scratch
	line    []vg.Point
}

// A noter is a canvas that can say what the next element is called.
type noter interface {
	Note(ref, tip string)
	Attribute(name, value string)
}

func newPen(c draw.Canvas, p *plot.Plot, l look, o Options, crowd *crowd) *pen {
	note, _ := innermost(c).(noter)
	return &pen{Canvas: c, look: l, plot: p, note: note, crowd: crowd, options: o}
}

// at returns where a place is on the canvas; false if it is nowhere, or so far
// out that nothing there could be seen.
func (p *pen) at(xy mark.XY) (vg.Point, bool) {
	pt := vg.Point{X: p.X(p.plot.X.Norm(xy.X)), Y: p.Y(p.plot.Y.Norm(xy.Y))}
	return pt, finite(pt)
}

func finite(pt vg.Point) bool {
	sum := float64(pt.X) - float64(pt.X) + (float64(pt.Y) - float64(pt.Y))
	return sum == 0
}

// near reports whether something of that size around a point may be seen.
func (p *pen) near(pt vg.Point, radius float64) bool {
	r := vg.Length(radius)
	return pt.X >= p.Min.X-r && pt.X <= p.Max.X+r && pt.Y >= p.Min.Y-r && pt.Y <= p.Max.Y+r
}

// in reports whether a point lies in the area, its edge included.
func (p *pen) in(pt vg.Point) bool { return p.near(pt, 0.5) }

func (p *pen) remark(ref, tip string) {
	if p.note != nil && (ref != "" || tip != "") {
		p.note.Note(ref, tip)
	}
}

func (p *pen) use(s stroke) { p.SetLineStyle(p.look.line(s)) }

// segment strokes a straight piece as far as it lies in the area.
func (p *pen) segment(a, b vg.Point) {
	a, b, ok := clipSegment(p.Rectangle, a, b)
	if !ok {
		return
	}
	p.path = append(p.path[:0], vg.PathComp{Type: vg.MoveComp, Pos: a}, vg.PathComp{Type: vg.LineComp, Pos: b})
	p.Stroke(p.path)
}

// curve strokes a polyline as far as it lies in the area. It breaks where a
// place is not finite.
func (p *pen) curve(at []mark.XY, closed bool) {
	p.path, p.line = p.path[:0], p.line[:0]
	n := len(at)
	if closed && n > 2 {
		n++
	}
	for i := range n {
		pt, ok := p.at(at[i%len(at)])
		if !ok {
			p.lift()
			continue
		}
		p.line = append(p.line, pt)
	}
	p.lift()
	if len(p.path) > 0 {
		p.Stroke(p.path)
	}
}

// lift adds the polyline in p.line, clipped and thinned, to the path.
func (p *pen) lift() {
	p.path = appendClipped(p.path, p.Rectangle, p.line)
	p.line = p.line[:0]
}

// fillPolygon fills a polygon as far as it lies in the area. It leaves out places
// that are not finite.
func (p *pen) fillPolygon(at []mark.XY) {
	p.line = p.line[:0]
	for _, xy := range at {
		if pt, ok := p.at(xy); ok {
			p.line = append(p.line, pt)
		}
	}
	p.fillPoints(p.line)
}

func (p *pen) fillPoints(points []vg.Point) {
	points = clipPolygon(p.Rectangle, points)
	if len(points) < 3 {
		return
	}
	p.path = p.path[:0]
	points = thin(points)
	p.path.Move(points[0])
	for _, pt := range points[1:] {
		p.path.Line(pt)
	}
	p.path.Close()
	p.Fill(p.path)
}

// polygon returns the outline through points.
func (p *pen) polygon(points ...vg.Point) vg.Path {
	p.path = p.path[:0]
	for i, pt := range points {
		if i == 0 {
			p.path.Move(pt)
		} else {
			p.path.Line(pt)
		}
	}
	p.path.Close()
	return p.path
}

// circle returns the outline of a circle.
func (p *pen) circle(at vg.Point, radius float64) vg.Path {
	p.path = append(p.path[:0], vg.PathComp{Type: vg.MoveComp, Pos: vg.Point{X: at.X + vg.Length(radius), Y: at.Y}},
		vg.PathComp{Type: vg.ArcComp, Pos: at, Radius: vg.Length(radius), Angle: 2 * math.Pi},
		vg.PathComp{Type: vg.CloseComp})
	return p.path
}

// rect returns the outline of the rectangle between two corners, clipped to the
// area; false if nothing of it is inside.
func (p *pen) rect(a, b vg.Point) (vg.Path, bool) {
	x0, x1 := max(min(a.X, b.X), p.Min.X), min(max(a.X, b.X), p.Max.X)
	y0, y1 := max(min(a.Y, b.Y), p.Min.Y), min(max(a.Y, b.Y), p.Max.Y)
	if !(x0 <= x1 && y0 <= y1) {
		return nil, false
	}
	return p.polygon(vg.Point{X: x0, Y: y0}, vg.Point{X: x1, Y: y0}, vg.Point{X: x1, Y: y1}, vg.Point{X: x0, Y: y1}), true
}

// write puts words at a point.
func (p *pen) write(at vg.Point, s string, size float64, r svgcanvas.Role, anchor svgcanvas.Anchor, bold, halo bool) {
	if s == "" {
		return
	}
	t := svgcanvas.Text{At: at, String: s, Size: size, Anchor: anchor, Bold: bold}
	if halo {
		t.Halo = size / 3.5
	}
	p.SetColor(opaque[r])
	writeText(p.Canvas.Canvas, t)
}
