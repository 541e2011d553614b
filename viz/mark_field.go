package viz

import (
	"image"
	"math"
	"sync"

	"gonum.org/v1/plot/vg"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// A sampling is the storage for one field; the pool keeps it between pictures.
type sampling struct {
	values []float64
	image  image.Paletted
	tracer grid.Tracer
}

var samplings = sync.Pool{New: func() any { return new(sampling) }}

// maxNodes bounds the nodes of a field along one side.
const maxNodes = 400

// gridFor is the grid on which a field is evaluated: a node for every five
// pixels, but 100 at most unless asked for; where the field has jumps four times
// as many along each side.
func (p *pen) gridFor(sharp bool) grid.Grid {
	size := p.Size()
	w, h := float64(size.X), float64(size.Y)
	longer := p.options.FieldNodes
	if longer <= 0 {
		longer = min(100, max(24, int(math.Max(w, h)/5)))
	}
	if sharp {
		longer *= 4
	}
	if p.options.Coarse > 0 {
		longer = p.coarser(longer)
	}
	longer = min(maxNodes, max(2, longer))
	share := math.Min(w, h) / math.Max(w, h)
	shorter := max(2, int(math.Round(share*float64(longer))))
	g := grid.Grid{NX: longer, NY: shorter, Window: grid.Window{
		X0: p.plot.X.Min, X1: p.plot.X.Max, Y0: p.plot.Y.Min, Y1: p.plot.Y.Max,
	}}
	if h > w {
		g.NX, g.NY = shorter, longer
	}
	return g
}

// coarser is how many nodes along a side are enough while a hand moves: never more than
// a smooth field has at most.
func (p *pen) coarser(nodes int) int { return min(100, nodes/p.options.Coarse) }

// field shades a function over the area as one small image, and draws its
// isolines. Logarithmic axes have no fields: a grid is even.
func (p *pen) field(m mark.Field) {
	size := p.Size()
	if m.Eval == nil || p.logarithmic() || !(size.X > 1 && size.Y > 1) {
		return
	}
	g := p.gridFor(m.Sharp)
	s := samplings.Get().(*sampling)
	defer samplings.Put(s)
	if cap(s.values) < g.Len() {
		s.values = make([]float64, g.Len())
	}
	s.values = s.values[:g.Len()]
	m.Eval(s.values, g)

	if !m.Hide {
		s.shade(g, newShading(m.Scale, m.Lo, m.Hi, s.values))
		if r, ok := innermost(p.Canvas.Canvas).(rounder); ok {
			r.Round(vg.Length(p.corner))
		}
		p.DrawImage(p.Rectangle, &s.image)
	}
	for _, level := range m.Levels {
		p.isoline(s, g, level)
	}
}

func (p *pen) logarithmic() bool {
	_, x := p.plot.X.Scale.(logScale)
	_, y := p.plot.Y.Scale.(logScale)
	return x || y
}

// A rounder is a canvas that can round the corners of the next image.
type rounder interface{ Round(radius vg.Length) }

// isoline draws a level: the boundary, at 0, is the strongest line.
func (p *pen) isoline(s *sampling, g grid.Grid, level mark.Level) {
	lines := s.tracer.Isolines(s.values, g, level.Value)
	if len(lines) == 0 {
		return
	}
	p.path = p.path[:0]
	for _, line := range lines {
		p.line = p.line[:0]
		for _, v := range line {
			if pt, ok := p.at(mark.XY{X: v[0], Y: v[1]}); ok {
				p.line = append(p.line, pt)
			}
		}
		p.path = appendLine(p.path, thin(p.line))
	}
	p.use(p.resolve(level.Style, levelStyle(level)))
	p.Stroke(p.path)
}

func levelStyle(level mark.Level) stroke {
	if level.Value == 0 {
		return stroke{role: svgcanvas.Ink, width: 2.6}
	}
	return stroke{role: svgcanvas.Ink, width: 1.3, opacity: 0.65, dash: level.Style == mark.Style{}}
}

// shade turns the values into an image with one pixel for every cell of the
// grid, so that it covers the area exactly: the pixel's centre is the cell's,
// its value the mean of the four corners. Rows of an image run downwards. A
// cell with a corner that is not a number stays clear.
func (s *sampling) shade(g grid.Grid, c shading) {
	w, h := g.NX-1, g.NY-1
	if cap(s.image.Pix) < w*h {
		s.image.Pix = make([]uint8, w*h)
	}
	s.image.Pix = s.image.Pix[:w*h]
	s.image.Stride, s.image.Rect, s.image.Palette = w, image.Rect(0, 0, w, h), c.colors()
	for j := range h {
		low, high := s.values[j*g.NX:(j+1)*g.NX], s.values[(j+1)*g.NX:(j+2)*g.NX]
		row := s.image.Pix[(h-1-j)*w : (h-j)*w]
		if c.scale == mark.Regions {
			for i := range row {
				row[i] = c.region(low[i], low[i+1], high[i], high[i+1])
			}
			continue
		}
		for i := range row {
			row[i] = c.index(low[i]/4 + low[i+1]/4 + high[i]/4 + high[i+1]/4)
		}
	}
}
