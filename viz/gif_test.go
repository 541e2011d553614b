package viz

import (
	"image"
	"image/color"
	"testing"
)

// A pixel that changes by a shade stays as it is shown, and small changes do not add up.
func TestPixelsStayThatLookTheSame(t *testing.T) {
	var palette color.Palette
	palette = append(palette, color.RGBA{})
	for v := range 40 {
		palette = append(palette, color.RGBA{R: uint8(200 - 4*v), G: 120, B: 120, A: 255})
	}
	shades := make([]bool, 256)
	for i := 1; i < len(palette)-1; i++ {
		shades[i] = true
	}
	q := quantizer{palette: palette, shades: shades, known: map[color.RGBA]uint8{}}
	frame := func(k uint8) *image.Paletted {
		img := image.NewPaletted(image.Rect(0, 0, 3, 1), palette)
		for i := range img.Pix {
			img.Pix[i] = k
		}
		return img
	}
	shown := frame(1)
	for k := uint8(2); k < 39; k++ {
		next := frame(k)
		q.keep(shown, next)
		if d := apart(palette[next.Pix[0]], palette[k]); d > sameLook {
			t.Fatalf("colour %d is shown %d of 255 off", k, d)
		}
		shown = next
	}
	if shown.Pix[0] == 1 {
		t.Error("the first colour is shown for ever")
	}
	line := frame(40) // not a shade of a field
	q.keep(frame(39), line)
	if line.Pix[0] != 40 {
		t.Error("a line is left as the field before it")
	}
	part := difference(frame(5), frame(5))
	if part.Rect.Dx()*part.Rect.Dy() != 1 {
		t.Errorf("two frames that are the same differ in %v", part.Rect)
	}
}
