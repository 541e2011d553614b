package svgcanvas

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// An Anchor says which part of a text stands at its place.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// A Text is one line of words. The viewer's font decides how wide it is, so its
// anchor, not a computed corner, places it.
type Text struct {
	At     vg.Point // on the base line
	String string
	Size   float64 // CSS pixels
	Anchor Anchor
	Italic bool
	Bold   bool
	Halo   float64 // width of an outline in the colour of [Halo]; 0: none
}

// Text draws a line of words in the current colour.
func (c *Canvas) Text(t Text) {
	c.settle()
	c.out = c.run.flush(c.out)
	defer func() { c.note = c.note[:0] }()
	x, y := c.at(t.At)
	if t.String == "" || t.Size <= 0 || !finite(x, y, t.Size) {
		return
	}
	b := append(c.out, `<text`...)
	fill := c.appendPaint(nil, "fill")
	if t.Halo > 0 {
		around := Canvas{palette: c.palette, state: state{paint: Paint{Role: Halo, Opacity: 1}, isRole: true}}
		b = mergePaint(b, fill, around.appendPaint(nil, "stroke"))
		b = append(appendNumber(append(b, ` stroke-width='`...), t.Halo), `' paint-order='stroke' stroke-linejoin='round'`...)
	} else {
		b = append(b, fill...)
	}
	b = append(appendNumber(append(b, ` font-size='`...), t.Size), '\'')
	switch t.Anchor {
	case Middle:
		b = append(b, ` text-anchor='middle'`...)
	case End:
		b = append(b, ` text-anchor='end'`...)
	}
	if t.Italic {
		b = append(b, ` font-style='italic'`...)
	}
	if t.Bold {
		b = append(b, ` font-weight='600'`...)
	}
	b = appendNumber(append(b, ` x='`...), x)
	b = append(appendNumber(append(b, `' y='`...), y), '\'')
	if turn := c.state.matrix.angle(); math.Abs(turn) > 1e-6 {
		b = appendNumber(append(b, ` transform='rotate(`...), -turn*180/math.Pi)
		b = appendNumber(append(b, ' '), x)
		b = append(appendNumber(append(b, ' '), y), `)'`...)
	}
	b = append(append(b, c.note...), '>')
	c.out = append(appendEscaped(b, t.String), `</text>`...)
}
