package viz

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/mark"
)

// A plotter draws one mark.
type plotter struct {
	mark    mark.Mark
	look    look
	options Options
	crowd   *crowd
	x, y    mark.Axis
}

// Plot implements [plot.Plotter]: c is the data area.
func (m plotter) Plot(c draw.Canvas, plt *plot.Plot) {
	p := newPen(c, plt, m.look, m.options, m.crowd)
	p.readX, p.readY = m.x, m.y
	switch mark := m.mark.(type) {
	case mark.Points:
		p.points(mark)
	case mark.Rings:
		p.rings(mark)
	case mark.Field:
		p.field(mark)
	case mark.PolyLine:
		p.polyLine(mark)
	case mark.Ray:
		p.ray(mark)
	case mark.Band:
		p.band(mark)
	case mark.Arrows:
		p.arrows(mark)
	case mark.Segments:
		p.segments(mark)
	case mark.Ellipses:
		p.ellipses(mark)
	case mark.Bars:
		p.bars(mark)
	case mark.Matrix:
		p.matrix(mark)
	case mark.Graph:
		p.graph(mark)
	case mark.Rect:
		p.rectangle(mark)
	case mark.Texts:
		p.texts(mark)
	case mark.Rule:
		p.rule(mark)
	case mark.Handle:
		p.handle(mark)
	}
}

// at returns s[i], or def where s is shorter: the slices of a mark are parallel
// or nil.
func at[T any](s []T, i int, def T) T {
	if i < len(s) {
		return s[i]
	}
	return def
}
