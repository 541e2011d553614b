package viz

import (
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/viz/svgcanvas"
)

// words is the text handler of our plots. It places words by an anchor where
// the canvas knows anchors, since the page's font is not the one that we
// measure with.
type words struct {
	text.Plain
	boxes *boxes
}

// handler measures and draws all text.
var handler = words{text.Plain{Fonts: font.DefaultCache}, &boxes{}}

// boxes remembers what was measured: the numbers at axes are the same in most frames.
type boxes struct {
	mu    sync.Mutex
	known map[line]measure
}

// A line of words in a font.
type line struct {
	text string
	font font.Font
}

type measure struct{ width, height, depth vg.Length }

// maxBoxes bounds what is remembered. Beyond it, it is measured anew.
const maxBoxes = 4096

func (b *boxes) of(l line, take func() measure) measure {
	b.mu.Lock()
	defer b.mu.Unlock()
	if known, ok := b.known[l]; ok {
		return known
	}
	if b.known == nil || len(b.known) >= maxBoxes {
		b.known = map[line]measure{}
	}
	m := take()
	b.known[l] = m
	return m
}

// The page's font, Inter, has digits that are an eighth wider than Liberation's.
const wider = 1.125

// Box measures a line, with room for a wider font.
func (h words) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	b := h.boxes.of(line{txt, fnt}, func() measure {
		w, h, d := h.Plain.Box(txt, fnt)
		return measure{wider * w, h, d}
	})
	return b.width, b.height, b.depth
}

// Draw implements [text.Handler] for single lines without rotation, which is
// all that our plots have.
func (h words) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	anchor := svgcanvas.Start
	switch sty.XAlign {
	case draw.XCenter:
		anchor = svgcanvas.Middle
	case draw.XRight:
		anchor = svgcanvas.End
	}
	extents := h.Extents(sty.Font)
	pt.Y += (extents.Ascent+extents.Descent)*vg.Length(sty.YAlign) - extents.Ascent + sty.Font.Size
	if sty.YAlign == draw.YCenter {
		pt.Y += sty.Font.Size / 8 // digits have no descenders: centre them by their own height
	}
	c.SetColor(sty.Color)
	writeText(c, svgcanvas.Text{
		At: pt, String: strings.TrimRight(txt, "\n"), Size: float64(sty.Font.Size), Anchor: anchor,
		Italic: sty.Font.Style == xfont.StyleItalic, Bold: sty.Font.Weight == xfont.WeightBold,
	})
}

// A texter is a canvas that places text by an anchor.
type texter interface{ Text(svgcanvas.Text) }

// writeText draws a line of words on a canvas in its current colour.
func writeText(c vg.Canvas, t svgcanvas.Text) {
	if w, ok := innermost(c).(texter); ok {
		w.Text(t)
	}
}

// innermost returns the canvas that all the drawing areas around it draw on.
func innermost(c vg.Canvas) vg.Canvas {
	for {
		switch area := c.(type) {
		case draw.Canvas:
			c = area.Canvas
		case *draw.Canvas:
			c = area.Canvas
		default:
			return c
		}
	}
}

// width measures a line of words.
func width(txt string, size float64) float64 {
	w, _, _ := handler.Box(txt, sans(size, false, false))
	return float64(w)
}

// style returns a text style of gonum/plot that draws through the handler.
func style(r svgcanvas.Role, f font.Font, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{Color: opaque[r], Font: f, XAlign: x, YAlign: y, Handler: handler}
}

var _ plot.Plotter = plotter{}
