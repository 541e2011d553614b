package viz

import (
	"image"
	"image/color"

	"playground/viz/svgcanvas"
)

// stripPixels is how many pixels of a large picture are in memory at once.
const stripPixels = 4 << 20

// strips is a large picture that is drawn while it is read, from the top to the bottom:
// one strip of it is in memory.
type strips struct {
	bounds  image.Rectangle
	rows    int // of a strip
	size    Size
	palette *svgcanvas.Palette
	scale   float64
	tape    tape
	shown   *image.RGBA
	pixel   pixel
}

func newStrips(size Size, palette *svgcanvas.Palette, scale float64, pixels int) *strips {
	s := &strips{bounds: pixelsOf(size, scale), size: size, palette: palette, scale: scale, shown: new(image.RGBA)}
	s.rows = max(1, pixels/s.bounds.Dx())
	return s
}

func (s *strips) ColorModel() color.Model { return color.RGBAModel }
func (s *strips) Bounds() image.Rectangle { return s.bounds }

// Opaque spares the encoder a look at every pixel: the paper is opaque.
func (s *strips) Opaque() bool { return true }

// At draws the strip with the pixel, unless it is the one drawn last. The colour is
// valid until the next call.
func (s *strips) At(x, y int) color.Color {
	if r := s.shown.Rect; y < r.Min.Y || y >= r.Max.Y {
		s.draw(y - (y-s.bounds.Min.Y)%s.rows)
	}
	s.pixel = pixel(s.shown.Pix[s.shown.PixOffset(x, y):])
	return &s.pixel
}

// draw draws the strip from row y on, in the memory of the one before.
func (s *strips) draw(y int) {
	part := s.bounds
	part.Min.Y, part.Max.Y = y, min(y+s.rows, s.bounds.Max.Y)
	r := newRasterOf(s.size, s.palette, s.scale, part, s.shown.Pix)
	s.tape.play(r)
	s.shown = r.img
}

// A pixel is an opaque colour without a box of its own in memory.
type pixel [4]uint8

func (p *pixel) RGBA() (r, g, b, a uint32) {
	return uint32(p[0]) * 0x101, uint32(p[1]) * 0x101, uint32(p[2]) * 0x101, uint32(p[3]) * 0x101
}
