package viz

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/viz/svgcanvas"
)

// drawAxes draws what is behind the marks: the area with its hairlines, and
// the numbers and names around it.
func (l *layout) drawAxes(c draw.Canvas) {
	area := draw.Canvas{Canvas: c.Canvas, Rectangle: l.area}
	l.background(area)
	p := *l.plot // Draw tidies the ranges up in place
	p.BackgroundColor = nil
	p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: l.inner})
	l.names(c)
}

// background draws the area and a hairline at every tick.
func (l *layout) background(c draw.Canvas) {
	outline := roundRect(c.Rectangle, vg.Length(l.corner))
	c.SetColor(opaque[svgcanvas.Plot])
	c.Fill(outline)

	hair := draw.LineStyle{Color: opaque[svgcanvas.Grid], Width: 1}
	if !l.x.Hidden {
		for _, t := range ticksOf(l.plot.X) {
			x := c.X(l.plot.X.Norm(t.Value))
			if x > c.Min.X+1 && x < c.Max.X-1 {
				c.StrokeLine2(hair, x, c.Min.Y, x, c.Max.Y)
			}
		}
	}
	if !l.y.Hidden {
		for _, t := range ticksOf(l.plot.Y) {
			y := c.Y(l.plot.Y.Norm(t.Value))
			if y > c.Min.Y+1 && y < c.Max.Y-1 {
				c.StrokeLine2(hair, c.Min.X, y, c.Max.X, y)
			}
		}
	}
	c.SetLineStyle(draw.LineStyle{Color: opaque[svgcanvas.Edge], Width: 1})
	c.Stroke(outline)
}

func ticksOf(a plot.Axis) []plot.Tick { return a.Tick.Marker.Ticks(a.Min, a.Max) }

// names writes the title, and the names of the axes at their ends: y above the
// area, to the right of the column of numbers, for above one it would read as part of
// it; x at the end of the line of numbers.
func (l *layout) names(c draw.Canvas) {
	below := l.area.Min.Y - vg.Length(l.tick/3+l.tick)
	if l.xName != "" {
		c.SetColor(opaque[svgcanvas.Axis])
		writeText(c, svgcanvas.Text{
			At:     vg.Point{X: l.area.Max.X, Y: below},
			String: l.xName, Size: l.name, Anchor: svgcanvas.End, Italic: true,
		})
	}
	if l.yName != "" {
		c.SetColor(opaque[svgcanvas.Axis])
		writeText(c, svgcanvas.Text{
			At:     vg.Point{X: l.area.Min.X + 2, Y: l.yNameBase()},
			String: l.yName, Size: l.name, Anchor: svgcanvas.Start, Italic: true,
		})
	}
	if l.title != "" {
		c.SetColor(opaque[svgcanvas.Ink])
		writeText(c, svgcanvas.Text{
			At:     vg.Point{X: 3, Y: c.Max.Y - vg.Length(1.15*l.look.title)},
			String: l.title, Size: l.look.title, Bold: true,
		})
	}
}

// yNameBase is the base line of the name of y: above a number that stands at the
// very top of the area.
func (l *layout) yNameBase() vg.Length { return l.inner.Max.Y + vg.Length(0.4*l.name) }

// roundRect is the outline of a rectangle with rounded corners.
func roundRect(r vg.Rectangle, radius vg.Length) vg.Path {
	radius = min(radius, r.Size().X/2, r.Size().Y/2)
	// The control points of a quarter circle lie 4(√2−1)/3 of the radius along the
	// tangents.
	const k = 0.5522847498
	d := radius * (1 - k)
	x0, y0, x1, y1 := r.Min.X, r.Min.Y, r.Max.X, r.Max.Y
	var p vg.Path
	p.Move(vg.Point{X: x0 + radius, Y: y0})
	p.Line(vg.Point{X: x1 - radius, Y: y0})
	p.CubeTo(vg.Point{X: x1 - d, Y: y0}, vg.Point{X: x1, Y: y0 + d}, vg.Point{X: x1, Y: y0 + radius})
	p.Line(vg.Point{X: x1, Y: y1 - radius})
	p.CubeTo(vg.Point{X: x1, Y: y1 - d}, vg.Point{X: x1 - d, Y: y1}, vg.Point{X: x1 - radius, Y: y1})
	p.Line(vg.Point{X: x0 + radius, Y: y1})
	p.CubeTo(vg.Point{X: x0 + d, Y: y1}, vg.Point{X: x0, Y: y1 - d}, vg.Point{X: x0, Y: y1 - radius})
	p.Line(vg.Point{X: x0, Y: y0 + radius})
	p.CubeTo(vg.Point{X: x0, Y: y0 + d}, vg.Point{X: x0 + d, Y: y0}, vg.Point{X: x0 + radius, Y: y0})
	p.Close()
	return p
}
