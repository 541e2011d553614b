package viz

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// GIF draws panels, each with its caption, as an animation that repeats for ever. delay is how long each
// one is shown, in hundredths of a second; the last one stays five times as long.
// All frames share one palette made from the theme alone, so nothing flickers,
// and each holds only the part that differs from the one before. The caller
// bounds the number of panels.
func GIF(w io.Writer, panels iter.Seq2[mark.Panel, Caption], o Options, t Theme, delay int) error {
	palette, shades := gifPalette(t)
	q := quantizer{palette: palette, shades: shades, known: make(map[color.RGBA]uint8)}
	var g gif.GIF
	var shown *image.Paletted
	for p, caption := range panels {
		o.Caption = caption
		img, err := rasterize(p, o, t, 1)
		if err != nil {
			return err
		}
		frame := q.paletted(img)
		q.keep(shown, frame)
		g.Image = append(g.Image, difference(shown, frame))
		g.Delay = append(g.Delay, max(2, delay))
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		shown = frame
	}
	if shown == nil {
		return errors.New("an animation without any frame")
	}
	g.Delay[len(g.Delay)-1] *= 5
	g.Config = image.Config{ColorModel: palette, Width: shown.Rect.Dx(), Height: shown.Rect.Dy()}
	if err := gif.EncodeAll(w, &g); err != nil {
		return fmt.Errorf("writing GIF: %w", err)
	}
	return nil
}

// GIFBytes is about how much memory it takes to draw an animation: a byte a pixel of all
// pictures, and the picture at work.
func GIFBytes(s Size, pictures int) int { return int(s.W*s.H) * (pictures + 6) }

// unchanged is the palette's entry for "as in the frame before".
const unchanged = 0

// gifPalette is the colours of a theme and what lies between those that meet:
// the shades of fields over the plot and the hairlines, and the soft edges of
// everything that is drawn. It says which of them are shades of fields.
func gifPalette(t Theme) (all color.Palette, shades []bool) {
	p := t.palette()
	colors := color.Palette{color.RGBA{}}
	known := make(map[color.RGBA]bool)
	add := func(c color.NRGBA) {
		rgba := color.RGBA{R: c.R, G: c.G, B: c.B, A: 255}
		if !known[rgba] && len(colors) < 256 {
			known[rgba] = true
			colors = append(colors, rgba)
		}
	}
	mix := func(a, b color.NRGBA, n int) {
		for i := 1; i < n; i++ {
			add(over(b, a, float64(i)/float64(n)))
		}
	}
	for _, c := range p {
		add(c)
	}
	plot := p[svgcanvas.Plot]
	first := len(colors)
	for _, entries := range []color.Palette{divergingColors[1:], sequentialColors[1:]} {
		for i, c := range entries {
			if c := c.(color.NRGBA); i%2 == 1 {
				add(over(c, plot, float64(c.A)/255))
			}
		}
	}
	shades = make([]bool, 256)
	for i := first; i < len(colors); i++ {
		shades[i] = true
	}
	for _, c := range regionColors[1:] {
		c := c.(color.NRGBA)
		add(over(c, plot, flat))
	}
	mix(plot, p[svgcanvas.Ink], 14)
	mix(p[svgcanvas.Paper], p[svgcanvas.Tick], 6)
	for _, r := range []svgcanvas.Role{svgcanvas.C0, svgcanvas.C1, svgcanvas.Accent} {
		first := len(colors)
		mix(plot, p[r], 10)
		for i := first; i < len(colors); i++ {
			shades[i] = true // the pixels of fields that are nearest to them
		}
		mix(p[r], p[svgcanvas.Ink], 5)
	}
	for _, r := range []svgcanvas.Role{svgcanvas.C2, svgcanvas.C3, svgcanvas.C4, svgcanvas.C5, svgcanvas.C6, svgcanvas.C7, svgcanvas.Good, svgcanvas.Bad} {
		mix(plot, p[r], 5)
	}
	return colors, shades
}

// over returns a colour laid over another.
func over(top, under color.NRGBA, opacity float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(opacity*float64(a) + (1-opacity)*float64(b) + 0.5) }
	return color.NRGBA{R: mix(top.R, under.R), G: mix(top.G, under.G), B: mix(top.B, under.B), A: 255}
}

// A quantizer maps colours to the nearest entry of a palette and remembers them.
type quantizer struct {
	palette color.Palette
	known   map[color.RGBA]uint8
	shades  []bool // the entries of the palette that are shades of fields
	near    []bool // by two entries of the palette: nobody sees which of them it is
}

func (q *quantizer) paletted(img image.Image) *image.Paletted {
	b := img.Bounds()
	out := image.NewPaletted(b, q.palette)
	rgba, ok := img.(*image.RGBA)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			var c color.RGBA
			if ok {
				c = rgba.RGBAAt(x, y)
			} else {
				c = color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			}
			k, seen := q.known[c]
			if !seen {
				k = uint8(1 + q.palette[1:].Index(c))
				q.known[c] = k
			}
			out.Pix[out.PixOffset(x, y)] = k
		}
	}
	return out
}

// sameLook is how far apart a channel of two colours may be that nobody tells apart from one
// frame to the next: a shade of a field, of which the palette has some dozens.
const sameLook = 14

// keep leaves pixels of a field in the next frame as they are shown where they differ by a
// shade that nobody sees; lines and letters are as drawn, or they would leave ghosts. What is compared is what is shown, so no differences add up. In a field that
// moves a little at each step most pixels stay, and the file is a fifth smaller.
func (q *quantizer) keep(shown, next *image.Paletted) {
	if shown == nil || shown.Rect != next.Rect {
		return
	}
	if q.near == nil {
		q.near = make([]bool, 256*256)
		for i, a := range q.palette {
			for j, b := range q.palette {
				q.near[i<<8|j] = q.shades[i] && q.shades[j] && apart(a, b) <= sameLook
			}
		}
	}
	for i, k := range next.Pix {
		if was := shown.Pix[i]; q.near[int(was)<<8|int(k)] {
			next.Pix[i] = was
		}
	}
}

// apart is the largest difference of two colours in a channel, of 255.
func apart(a, b color.Color) int {
	x, y := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	most := 0
	for _, d := range []int{int(x.R) - int(y.R), int(x.G) - int(y.G), int(x.B) - int(y.B)} {
		most = max(most, d, -d)
	}
	return most
}

// difference returns the rectangle of next that differs from shown, with what is
// equal cleared.
func difference(shown, next *image.Paletted) *image.Paletted {
	if shown == nil || shown.Rect != next.Rect {
		return next
	}
	var changed image.Rectangle
	for y := next.Rect.Min.Y; y < next.Rect.Max.Y; y++ {
		for x := next.Rect.Min.X; x < next.Rect.Max.X; x++ {
			if i := next.PixOffset(x, y); shown.Pix[i] != next.Pix[i] {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if changed.Empty() {
		changed = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(changed, next.Palette)
	before := uint8(unchanged)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			i := next.PixOffset(x, y)
			k := next.Pix[i]
			// What stays may be said in two ways: the one that goes on as the pixel before is shorter.
			if shown.Pix[i] == k && before != k {
				k = unchanged
			}
			part.Pix[part.PixOffset(x, y)] = k
			before = k
		}
	}
	return part
}
