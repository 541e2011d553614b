package viz

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"playground/viz/svgcanvas"
)

// A raster draws into pixels: gonum/plot's image canvas, with our roles as the
// theme's colours, smooth images and anchored words.
type raster struct {
	*vgimg.Canvas
	ctx     *gg.Context
	img     *image.RGBA
	size    Size
	palette *svgcanvas.Palette
	scale   float64 // pixels per CSS pixel
	current color.Color
	round   float64
	hard    bool
}

var (
	_ vg.Canvas = (*raster)(nil)
	_ texter    = (*raster)(nil)
	_ rounder   = (*raster)(nil)
	_ pixelated = (*raster)(nil)
)

// dotsPerInch is the resolution at which a unit of vg, 1/72 inch, is one pixel.
const dotsPerInch = 72

// dotsOf is the resolution of a picture.
func dotsOf(scale float64) int { return max(1, int(dotsPerInch*scale+0.5)) }

// pixelsOf is the rectangle of a picture in pixels.
func pixelsOf(size Size, scale float64) image.Rectangle {
	dots := func(v float64) int { return int(vg.Length(v)/vg.Inch*vg.Length(dotsOf(scale)) + 0.5) }
	return image.Rect(0, 0, dots(size.W), dots(size.H))
}

func newRaster(size Size, palette *svgcanvas.Palette, scale float64) *raster {
	return newRasterOf(size, palette, scale, pixelsOf(size, scale), nil)
}

// newRasterOf returns a raster that has only a part of a picture's rows, and draws them
// as one of the whole picture does, bit by bit. It takes the memory for the pixels from
// there if it is enough.
func newRasterOf(size Size, palette *svgcanvas.Palette, scale float64, part image.Rectangle, from []uint8) *raster {
	whole := pixelsOf(size, scale)
	// A context reckons with the size of the image it is made for. What it draws in
	// the image afterwards is clipped to the image's rectangle, in the same coordinates.
	img := &image.RGBA{Rect: whole, Stride: 4 * whole.Dx()}
	ctx := gg.NewContextForRGBA(img)
	ctx.SetLineCapButt()
	ctx.InvertY()
	if n := img.Stride * part.Dy(); cap(from) < n {
		img.Pix = make([]uint8, n)
	} else {
		img.Pix = from[:n]
	}
	img.Rect = part
	dpi := dotsOf(scale)
	c := vgimg.NewWith(vgimg.UseImageWithContext(img, ctx), vgimg.UseDPI(dpi))
	draw.Draw(img, part, image.NewUniform(palette[svgcanvas.Paper]), image.Point{}, draw.Src)
	return &raster{Canvas: c, ctx: ctx, img: img, size: size, palette: palette, scale: float64(dpi) / dotsPerInch, current: color.Black}
}

// FillString implements [vg.Canvas], as the canvas does for a whole picture: the height
// of that one counts.
func (r *raster) FillString(f font.Face, pt vg.Point, text string) {
	if f.Font.Size == 0 {
		return
	}
	r.ctx.Push()
	defer r.ctx.Pop()
	face := f.FontFace(r.DPI())
	defer face.Close()
	r.ctx.SetFontFace(face)
	x, y, h := pt.X.Dots(r.DPI()), pt.Y.Dots(r.DPI()), vg.Length(r.size.H).Dots(r.DPI())
	r.ctx.InvertY()
	r.ctx.DrawString(text, x, h-y)
}

// SetColor implements [vg.Canvas].
func (r *raster) SetColor(c color.Color) {
	if p, ok := c.(svgcanvas.Paint); ok {
		c = p.In(r.palette)
	}
	r.current = c
	r.Canvas.SetColor(c)
}

// Round and Pixelated are options for the next image.
func (r *raster) Round(radius vg.Length) { r.round = float64(radius) }
func (r *raster) Pixelated()             { r.hard = true }

// DrawImage implements [vg.Canvas]: it scales the image to the pixels under the
// rectangle as a browser does, by bilinear interpolation between the centres of
// its pixels unless asked for hard edges.
func (r *raster) DrawImage(rect vg.Rectangle, img image.Image) {
	hard, radius := r.hard, r.round*r.scale
	r.round, r.hard = 0, false
	target, h := r.img, vg.Length(r.size.H)
	px := func(v vg.Length) int { return int(float64(v)*r.scale + 0.5) }
	dst := image.Rect(px(rect.Min.X), px(h-rect.Max.Y), px(rect.Max.X), px(h-rect.Min.Y))
	if dst.Empty() {
		return
	}
	src := premultiplied(img)
	columns := make([]blend2, dst.Dx())
	for x := range columns {
		columns[x] = between(x, dst.Dx(), src.w, hard)
	}
	inside := dst.Intersect(target.Rect)
	for y := inside.Min.Y; y < inside.Max.Y; y++ {
		row := between(y-dst.Min.Y, dst.Dy(), src.h, hard)
		low, high := src.row(row.first), src.row(row.second)
		for x := inside.Min.X; x < inside.Max.X; x++ {
			if radius > 0 && outsideCorner(dst, radius, x, y) {
				continue
			}
			c := columns[x-dst.Min.X]
			pix := target.Pix[target.PixOffset(x, y):][:4:4]
			var v [4]float32
			for k := range v {
				a := low[c.first][k] + c.share*(low[c.second][k]-low[c.first][k])
				b := high[c.first][k] + c.share*(high[c.second][k]-high[c.first][k])
				v[k] = a + row.share*(b-a)
			}
			for k := range pix {
				pix[k] = uint8(v[k] + float32(pix[k])*(1-v[3]/255) + 0.5)
			}
		}
	}
}

// A bitmap is an image with premultiplied components from 0 to 255.
type bitmap struct {
	w, h int
	pix  [][4]float32
}

func (b bitmap) row(y int) [][4]float32 { return b.pix[y*b.w : (y+1)*b.w] }

func premultiplied(img image.Image) bitmap {
	r := img.Bounds()
	b := bitmap{w: r.Dx(), h: r.Dy(), pix: make([][4]float32, 0, r.Dx()*r.Dy())}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			red, green, blue, alpha := img.At(x, y).RGBA()
			b.pix = append(b.pix, [4]float32{float32(red) / 257, float32(green) / 257, float32(blue) / 257, float32(alpha) / 257})
		}
	}
	return b
}

// A blend2 is a place between two neighbouring pixels: the share of the second.
type blend2 struct {
	first, second int
	share         float32
}

// between returns where the centre of pixel i of n lies among m pixels that
// cover the same length.
func between(i, n, m int, hard bool) blend2 {
	u := (float64(i)+0.5)*float64(m)/float64(n) - 0.5
	if hard {
		k := min(max(int(u+0.5), 0), m-1)
		return blend2{first: k, second: k}
	}
	k := int(math.Floor(u))
	return blend2{first: min(max(k, 0), m-1), second: min(max(k+1, 0), m-1), share: float32(u - math.Floor(u))}
}

// outsideCorner reports whether a pixel lies outside of the rounded corners of a
// rectangle.
func outsideCorner(r image.Rectangle, radius float64, x, y int) bool {
	cx, cy := float64(x)+0.5, float64(y)+0.5
	dx := max(float64(r.Min.X)+radius-cx, cx-float64(r.Max.X)+radius, 0)
	dy := max(float64(r.Min.Y)+radius-cy, cy-float64(r.Max.Y)+radius, 0)
	return dx*dx+dy*dy > radius*radius
}

// Text draws a line of words by its anchor.
func (r *raster) Text(t svgcanvas.Text) {
	runs := typeset(t.String, t.Size)
	total := 0.0
	for _, run := range runs {
		total += run.width(t)
	}
	at := t.At
	switch t.Anchor {
	case svgcanvas.Middle:
		at.X -= vg.Length(total / 2)
	case svgcanvas.End:
		at.X -= vg.Length(total)
	}
	ink := r.current
	if t.Halo > 0 {
		r.SetColor(opaque[svgcanvas.Halo])
		for _, d := range around {
			r.words(t, runs, at.Add(vg.Point{X: vg.Length(t.Halo / 2 * d[0]), Y: vg.Length(t.Halo / 2 * d[1])}))
		}
	}
	r.SetColor(ink)
	r.words(t, runs, at)
}

// around is how far words are shifted to draw their halo.
var around = ring(12, 1, 0, 1)

func (r *raster) words(t svgcanvas.Text, runs []glyphs, at vg.Point) {
	for _, run := range runs {
		f := handler.Fonts.Lookup(sans(run.size, t.Italic, t.Bold), vg.Length(run.size))
		r.FillString(f, at.Add(vg.Point{Y: vg.Length(run.rise)}), run.text)
		at.X += vg.Length(run.width(t))
	}
}

// glyphs is a piece of a line of words at one size and height.
type glyphs struct {
	text       string
	size, rise float64
}

func (g glyphs) width(t svgcanvas.Text) float64 {
	f := handler.Fonts.Lookup(sans(g.size, t.Italic, t.Bold), vg.Length(g.size))
	return float64(f.Width(g.text))
}

const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
	subscripts   = "₀₁₂₃₄₅₆₇₈₉₊₋"
	ordinary     = "0123456789+−"
)

// typeset splits a line at its superscripts and subscripts, of which the font
// has only some: they are drawn as small ordinary digits.
func typeset(s string, size float64) []glyphs {
	var runs []glyphs
	for _, c := range s {
		run := glyphs{text: string(c), size: size}
		if k := indexRune(superscripts, c); k >= 0 {
			run = glyphs{text: string([]rune(ordinary)[k]), size: 0.7 * size, rise: 0.36 * size}
		} else if k := indexRune(subscripts, c); k >= 0 {
			run = glyphs{text: string([]rune(ordinary)[k]), size: 0.7 * size, rise: -0.16 * size}
		} else if k := indexRune("⟨⟩∈", c); k >= 0 {
			run.text = [...]string{"‹", "›", "ε"}[k]
		}
		if n := len(runs); n > 0 && runs[n-1].size == run.size && runs[n-1].rise == run.rise {
			runs[n-1].text += run.text
			continue
		}
		runs = append(runs, run)
	}
	return runs
}

// indexRune returns which rune of s is c, or −1.
func indexRune(s string, c rune) int {
	k := strings.IndexRune(s, c)
	if k < 0 {
		return -1
	}
	return len([]rune(s[:k]))
}
