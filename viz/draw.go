package viz

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// The sizes that can be drawn, in CSS pixels, and the pixels of an image.
const (
	minSide   = 40
	maxSide   = 8192
	maxPixels = 64 << 20
)

// layers names the layers of a picture, from the back to the front.
var layers = [4]string{"axes", "under", "data", "over"}

// Draw draws a panel as fragments whose colours are classes (see [ClassCSS]), so
// that a page's theme colours them. A mark's items that have a coordinate which
// is not finite are left out, what lies outside of the axes is clipped. The
// error says which option cannot be met.
func Draw(p mark.Panel, o Options) (*Picture, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	f := frameOf(p, o)
	axes := cachedAxes(f, p)
	pic := &Picture{Size: o.Size, Window: axes.layout.window(), Marks: axes.layout.coordinates(), Legend: legendOf(p, axes.layout.look)}
	area := axes.layout.area
	h := vg.Length(o.Size.H)
	pic.Area = [4]float64{round1(area.Min.X), round1(h - area.Max.Y), round1(area.Max.X), round1(h - area.Min.Y)}
	pic.Layers[0] = Layer{Name: layers[0], SVG: axes.svg}

	c := canvases.Get().(*svgcanvas.Canvas)
	defer canvases.Put(c)
	crowd := crowdOf(p)
	for i := 1; i < len(layers); i++ {
		c.Reset(vg.Length(o.Size.W), h, nil)
		axes.layout.drawLayer(c, p, mark.Layer(i), crowd, o)
		pic.Layers[i] = Layer{Name: layers[i], SVG: bytes.Clone(c.Bytes())}
	}
	return pic, nil
}

var canvases = sync.Pool{New: func() any { return new(svgcanvas.Canvas) }}

func round1(v vg.Length) float64 { return math.Round(10*float64(v)) / 10 }

// SVG draws a panel as a document that stands alone: with the theme's colours,
// and with fonts that any viewer has.
func SVG(p mark.Panel, o Options, t Theme) ([]byte, error) {
	o.Projector = o.Projector || t == Projector
	if err := o.check(); err != nil {
		return nil, err
	}
	palette := t.palette()
	c := svgcanvas.New(vg.Length(o.Size.W), vg.Length(o.Size.H), palette)
	drawAll(c, p, o)

	paper := palette[svgcanvas.Paper]
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %[1]g %[2]g" role="img" font-family="Inter, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif">`,
		o.Size.W, o.Size.H)
	if alt := svgcanvas.Escape(p.Alt.String(), p.Title.String()); alt != "" {
		fmt.Fprintf(&b, `<title>%s</title>`, alt)
	}
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#%02x%02x%02x"/>`, paper.R, paper.G, paper.B)
	b.Write(c.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

// PNG draws a panel as an image of Size·scale pixels. A large one is drawn in strips,
// while it is written.
func PNG(w io.Writer, p mark.Panel, o Options, t Theme, scale float64) error {
	return writePNG(w, p, o, t, scale, stripPixels)
}

// writePNG has at most so many pixels, and one row, in memory at once.
func writePNG(w io.Writer, p mark.Panel, o Options, t Theme, scale float64, pixels int) error {
	var img image.Image
	var err error
	if r := pixelsOf(o.Size, scale); r.Dx()*r.Dy() > pixels {
		img, err = inStrips(p, o, t, scale, pixels)
	} else {
		img, err = rasterize(p, o, t, scale)
	}
	if err != nil {
		return err
	}
	if err := encoder.Encode(w, img); err != nil {
		return fmt.Errorf("writing PNG: %w", err)
	}
	return nil
}

// PNGBytes is about how much memory it takes to draw an image of a size, without what
// is written.
func PNGBytes(s Size, scale float64) int {
	const pixel, stroke = 4, 4 << 20 // a tape, an encoder, and the shapes at work
	return int(min(s.W*s.H*scale*scale, stripPixels))*pixel + stroke
}

// encoder trades a third more bytes for a third of the time.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed}

func rasterize(p mark.Panel, o Options, t Theme, scale float64) (image.Image, error) {
	o, err := o.inPixels(t, scale)
	if err != nil {
		return nil, err
	}
	c := newRaster(o.Size, t.palette(), scale)
	drawCaptioned(c, p, o)
	return c.img, nil
}

// inStrips is the same image as [rasterize] makes, drawn while it is read.
func inStrips(p mark.Panel, o Options, t Theme, scale float64, pixels int) (image.Image, error) {
	o, err := o.inPixels(t, scale)
	if err != nil {
		return nil, err
	}
	s := newStrips(o.Size, t.palette(), scale, pixels)
	drawCaptioned(&s.tape, p, o)
	return s, nil
}

// inPixels returns the options for an image, or says why there cannot be one.
func (o Options) inPixels(t Theme, scale float64) (Options, error) {
	o.Projector = o.Projector || t == Projector
	if err := o.check(); err != nil {
		return o, err
	}
	if !(scale > 0.05) || scale > 16 || o.Size.W*o.Size.H*scale*scale > maxPixels {
		return o, fmt.Errorf("scale %g: an image may have at most %d megapixels", scale, maxPixels>>20)
	}
	return o, nil
}

// drawCaptioned draws the caption, if there is one, and the panel below.
func drawCaptioned(c vg.Canvas, p mark.Panel, o Options) {
	if caption := o.Caption; caption != (Caption{}) {
		height := CaptionHeight(o)
		if height > 0 {
			drawCaption(c, o, height, caption)
		}
		o.Caption, o.Size.H = Caption{}, o.Size.H-height
	}
	drawAll(c, p, o)
}

// drawAll draws the axes, every layer and the legend on one canvas.
func drawAll(c vg.Canvas, p mark.Panel, o Options) {
	f := frameOf(p, o)
	l := f.layOut()
	l.drawAxes(f.full(c))
	crowd := crowdOf(p)
	for i := 1; i < len(layers); i++ {
		l.drawLayer(c, p, mark.Layer(i), crowd, o)
	}
	if o.Legend {
		l.drawLegend(f.full(c), legendEntries(p))
	}
}

func (o Options) check() error {
	for _, side := range [2]float64{o.Size.W, o.Size.H} {
		if !(side >= minSide && side <= maxSide) {
			return fmt.Errorf("size %g × %g: both sides must be between %d and %d pixels", o.Size.W, o.Size.H, minSide, maxSide)
		}
	}
	if o.FieldNodes < 0 || o.FieldNodes > maxNodes {
		return fmt.Errorf("%d field nodes: must be between 0 and %d", o.FieldNodes, maxNodes)
	}
	return nil
}

// frameOf collects what the layout depends on.
func frameOf(p mark.Panel, o Options) frame {
	f := frame{options: o, x: p.X, y: p.Y, window: windowOf(p), equal: p.Equal}
	f.x.Min, f.x.Max, f.y.Min, f.y.Max = 0, 0, 0, 0 // the window has them
	f.options.Quiet, f.options.Coarse = false, 0    // axes have no tooltips and no fields
	for _, m := range p.Marks {
		if m, ok := m.(mark.Matrix); ok {
			f.rows, f.cols = m.Rows, m.Cols
		}
	}
	if o.Title {
		f.title = p.Title.String()
	}
	if o.Legend {
		f.legend = legendHeight(legendEntries(p), lookOf(o), o.Size.W)
	}
	return f
}

// drawLayer draws the marks of one layer, in their order. What the layout does not
// depend on is set by the second options.
func (l *layout) drawLayer(c vg.Canvas, p mark.Panel, layer mark.Layer, crowd *crowd, with Options) {
	area := draw.Canvas{Canvas: c, Rectangle: l.area}
	if s := l.area.Size(); !(s.X > 1 && s.Y > 1) {
		return // the numbers at the axes took all the room
	}
	o := l.options
	o.Quiet, o.Coarse = with.Quiet, with.Coarse
	for _, m := range p.Marks {
		if m != nil && mark.LayerOf(m) == layer {
			plotter{mark: m, look: l.look, options: o, crowd: crowd, x: l.x, y: l.y}.Plot(area, l.plot)
		}
	}
}
