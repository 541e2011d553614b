package viz

import (
	"image"
	"image/color"
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"playground/viz/svgcanvas"
)

// A tape keeps what is drawn, to draw it on many rasters: a picture that is drawn in
// strips is laid out once, and its fields are computed once.
type tape struct{ strokes []func(*raster) }

var (
	_ vg.Canvas = (*tape)(nil)
	_ texter    = (*tape)(nil)
	_ rounder   = (*tape)(nil)
	_ pixelated = (*tape)(nil)
)

// play draws everything on a raster.
func (t *tape) play(r *raster) {
	for _, stroke := range t.strokes {
		stroke(r)
	}
}

func (t *tape) add(stroke func(*raster)) { t.strokes = append(t.strokes, stroke) }

// What follows implements [vg.Canvas]. Callers reuse paths and images, so a tape keeps
// copies.

func (t *tape) SetLineWidth(w vg.Length) { t.add(func(r *raster) { r.SetLineWidth(w) }) }
func (t *tape) SetColor(c color.Color)   { t.add(func(r *raster) { r.SetColor(c) }) }
func (t *tape) Rotate(angle float64)     { t.add(func(r *raster) { r.Rotate(angle) }) }
func (t *tape) Translate(pt vg.Point)    { t.add(func(r *raster) { r.Translate(pt) }) }
func (t *tape) Scale(x, y float64)       { t.add(func(r *raster) { r.Scale(x, y) }) }
func (t *tape) Push()                    { t.add(func(r *raster) { r.Push() }) }
func (t *tape) Pop()                     { t.add(func(r *raster) { r.Pop() }) }

func (t *tape) SetLineDash(pattern []vg.Length, offset vg.Length) {
	pattern = slices.Clone(pattern)
	t.add(func(r *raster) { r.SetLineDash(pattern, offset) })
}

func (t *tape) Stroke(p vg.Path) {
	p = slices.Clone(p)
	t.add(func(r *raster) { r.Stroke(p) })
}

func (t *tape) Fill(p vg.Path) {
	p = slices.Clone(p)
	t.add(func(r *raster) { r.Fill(p) })
}

func (t *tape) FillString(f font.Face, pt vg.Point, text string) {
	t.add(func(r *raster) { r.FillString(f, pt, text) })
}

func (t *tape) DrawImage(rect vg.Rectangle, img image.Image) {
	if p, ok := img.(*image.Paletted); ok {
		img = &image.Paletted{Pix: slices.Clone(p.Pix), Stride: p.Stride, Rect: p.Rect, Palette: slices.Clone(p.Palette)}
	}
	t.add(func(r *raster) { r.DrawImage(rect, img) })
}

func (t *tape) Text(text svgcanvas.Text) { t.add(func(r *raster) { r.Text(text) }) }
func (t *tape) Round(radius vg.Length)   { t.add(func(r *raster) { r.Round(radius) }) }
func (t *tape) Pixelated()               { t.add(func(r *raster) { r.Pixelated() }) }
