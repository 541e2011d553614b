package viz

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos"
)

// A plotter draws one mark.
type plotter struct {
	mark    algos.Mark
	look    look
	options Options
	crowd   *crowd
}

// Plot implements [plot.Plotter]: c is the data area.
func (m plotter) Plot(c draw.Canvas, plt *plot.Plot) {
	p := newPen(c, plt, m.look, m.options, m.crowd)
	switch mark := m.mark.(type) {
	case algos.Points:
		p.points(mark)
	case algos.Rings:
		p.rings(mark)
	case algos.Field:
		p.field(mark)
	case algos.PolyLine:
		p.polyLine(mark)
	case algos.Ray:
		p.ray(mark)
	case algos.Band:
		p.band(mark)
	case algos.Arrows:
		p.arrows(mark)
	case algos.Segments:
		p.segments(mark)
	case algos.Ellipses:
		p.ellipses(mark)
	case algos.Bars:
		p.bars(mark)
	case algos.Matrix:
		p.matrix(mark)
	case algos.Graph:
		p.graph(mark)
	case algos.Rect:
		p.rectangle(mark)
	case algos.Texts:
		p.texts(mark)
	case algos.Rule:
		p.rule(mark)
	case algos.Handle:
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
