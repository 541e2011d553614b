package svgcanvas

import (
	"bytes"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A Canvas collects SVG elements. One unit of vg is one CSS pixel; as in vg the
// origin is at the bottom left, and the SVG's is at the top left.
type Canvas struct {
	w, h    vg.Length
	palette *Palette // nil: classes

	state state
	stack []state
	note  []byte  // attributes for the next element
	round float64 // corner radius of the next image
	hard  bool    // the next image keeps its pixels' edges

	out  []byte // finished elements
	run  run    // elements that look the same, not in out yet
	fill shape  // a filled shape that may be stroked next
	last circle // that was placed
	geo  []byte // scratch: the geometry of the shape at hand
	look []byte // scratch: its presentation
}

type state struct {
	paint  Paint
	plain  color.NRGBA // a colour that is no role
	isRole bool
	width  float64
	dashes []vg.Length
	offset float64
	matrix matrix
}

// A shape is an element before its presentation is known.
type shape struct {
	pending bool
	tag     string
	geo     []byte // attributes that place it
	note    []byte
	paint   []byte // its fill
	circle         // if it is one
}

// A circle is where a path has one.
type circle struct {
	at     vg.Point
	radius vg.Length
	matrix matrix
}

var _ vg.CanvasSizer = (*Canvas)(nil)

// New returns an empty canvas of that size, in CSS pixels. Without a palette it
// writes classes.
func New(w, h vg.Length, palette *Palette) *Canvas {
	c := new(Canvas)
	c.Reset(w, h, palette)
	return c
}

// Reset empties the canvas for another picture and keeps its storage.
func (c *Canvas) Reset(w, h vg.Length, palette *Palette) {
	c.w, c.h, c.palette = w, h, palette
	c.out, c.note, c.stack = c.out[:0], c.note[:0], c.stack[:0]
	c.run.n, c.fill.pending, c.round, c.hard = 0, false, 0, false
	c.state = state{matrix: identity}
	vg.Initialize(c)
}

// Bytes returns the elements drawn so far. They are valid until the next call.
func (c *Canvas) Bytes() []byte {
	c.settle()
	c.out = c.run.flush(c.out)
	return c.out
}

// Size returns the size of the canvas.
func (c *Canvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth implements [vg.Canvas].
func (c *Canvas) SetLineWidth(w vg.Length) { c.state.width = float64(w) }

// SetLineDash implements [vg.Canvas].
func (c *Canvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.state.dashes, c.state.offset = pattern, float64(offset)
}

// SetColor implements [vg.Canvas]. A [Paint] keeps its role.
func (c *Canvas) SetColor(clr color.Color) {
	if p, ok := clr.(Paint); ok {
		c.state.paint, c.state.isRole = p, true
		return
	}
	if clr == nil {
		clr = color.Black
	}
	c.state.plain, c.state.isRole = color.NRGBAModel.Convert(clr).(color.NRGBA), false
}

// Rotate implements [vg.Canvas].
func (c *Canvas) Rotate(rad float64) { c.state.matrix = c.state.matrix.rotate(rad) }

// Translate implements [vg.Canvas].
func (c *Canvas) Translate(pt vg.Point) {
	c.state.matrix = c.state.matrix.translate(float64(pt.X), float64(pt.Y))
}

// Scale implements [vg.Canvas].
func (c *Canvas) Scale(x, y float64) { c.state.matrix = c.state.matrix.scale(x, y) }

// Push implements [vg.Canvas].
func (c *Canvas) Push() { c.stack = append(c.stack, c.state) }

// Pop implements [vg.Canvas].
func (c *Canvas) Pop() {
	c.state = c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
}

// Note gives the next element the attributes data-ref and data-tip, where they
// are not empty: what it is called elsewhere and what a tooltip says.
func (c *Canvas) Note(ref, tip string) {
	c.settle()
	c.note = c.note[:0]
	if ref != "" {
		c.note = append(appendEscaped(append(c.note, ` data-ref='`...), ref), '\'')
	}
	if tip != "" {
		c.note = append(appendEscaped(append(c.note, ` data-tip='`...), tip), '\'')
	}
}

// Attribute gives the next element one more attribute.
func (c *Canvas) Attribute(name, value string) {
	c.settle()
	c.note = append(append(append(c.note, ' '), name...), `='`...)
	c.note = append(appendEscaped(c.note, value), '\'')
}

// Fill implements [vg.Canvas].
func (c *Canvas) Fill(p vg.Path) {
	c.settle()
	tag, ok := c.place(p, true)
	if !ok {
		c.note = c.note[:0]
		return
	}
	c.fill.pending, c.fill.tag, c.fill.circle = true, tag, c.last
	c.fill.geo = append(c.fill.geo[:0], c.geo...)
	c.fill.note = append(c.fill.note[:0], c.note...)
	c.fill.paint = c.appendPaint(c.fill.paint[:0], "fill")
	c.note = c.note[:0]
}

// Stroke implements [vg.Canvas].
func (c *Canvas) Stroke(p vg.Path) {
	width := c.state.width * c.state.matrix.size()
	if width <= 0 {
		return
	}
	tag, ok := c.place(p, false)
	if !ok {
		c.settle()
		c.note = c.note[:0]
		return
	}
	if c.fill.pending && c.fill.tag == tag && bytes.Equal(c.fill.geo, c.geo) {
		c.fill.pending = false
		c.look = mergePaint(c.look[:0], c.fill.paint, c.appendPaint(nil, "stroke"))
		c.look = c.appendLine(c.look, width, len(p) > 2 && tag == "path")
		c.out = c.run.add(c.out, tag, c.look, c.geo, c.fill.note)
		return
	}
	c.settle()
	c.look = c.appendPaint(c.look[:0], "stroke")
	c.look = append(c.look, ` fill='none'`...)
	c.look = c.appendLine(c.look, width, len(p) > 2 && tag == "path")
	c.out = c.run.add(c.out, tag, c.look, c.geo, c.note)
	c.note = c.note[:0]
}

// settle writes the filled shape that was waiting for a stroke.
func (c *Canvas) settle() {
	if !c.fill.pending {
		return
	}
	c.fill.pending = false
	c.out = c.run.add(c.out, c.fill.tag, c.fill.paint, c.fill.geo, c.fill.note)
}

// FillString implements [vg.Canvas]. [Canvas.Text] can do more.
func (c *Canvas) FillString(f font.Face, pt vg.Point, text string) {
	c.Text(Text{At: pt, String: text, Size: float64(f.Font.Size)})
}

// Round gives the next image rounded corners.
func (c *Canvas) Round(radius vg.Length) { c.round = float64(radius) }

// Pixelated gives the next image hard edges between its pixels.
func (c *Canvas) Pixelated() { c.hard = true }

// DrawImage implements [vg.Canvas]. The image is stretched to the rectangle.
func (c *Canvas) DrawImage(rect vg.Rectangle, img image.Image) {
	c.settle()
	c.out = c.run.flush(c.out)
	defer func() { c.round, c.hard, c.note = 0, false, c.note[:0] }()
	x0, y0 := c.at(rect.Min)
	x1, y1 := c.at(rect.Max)
	if !finite(x0, y0, x1, y1) {
		return
	}
	x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
	b := append(c.out, `<image x='`...)
	b = append(appendNumber(b, x0), `' y='`...)
	b = append(appendNumber(b, y0), `' width='`...)
	b = append(appendNumber(b, x1-x0), `' height='`...)
	b = append(appendNumber(b, y1-y0), `' preserveAspectRatio='none'`...)
	if c.round > 0 {
		b = append(appendNumber(append(b, ` clip-path='inset(0 round `...), c.round), `px)'`...)
	}
	if c.hard {
		b = append(b, ` image-rendering='pixelated'`...)
	}
	b = append(b, c.note...)
	b = append(b, ` href='data:image/png;base64,`...)
	c.out = append(appendPNG(b, img), `'/>`...)
}

// at returns where a point of the canvas is in the SVG.
func (c *Canvas) at(p vg.Point) (x, y float64) {
	x, y = c.state.matrix.apply(float64(p.X), float64(p.Y))
	return x, float64(c.h) - y
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
