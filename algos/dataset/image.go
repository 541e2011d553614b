package dataset

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png" // also tells image.Decode of the format
	"math"
)

// Limits of an image that becomes cells.
const (
	MaxImageBytes = 1 << 20
	maxImageSide  = 1024
)

// IsImage reports whether a file is an image that [ReadImage] may read.
func IsImage(file []byte) bool { return bytes.HasPrefix(file, []byte("\x89PNG\r\n\x1a\n")) }

// ReadImage makes cells of a PNG image: grey, as bright as the eye sees it, from low for
// black to high for white. What is transparent is seen on white. An image with more pixels than the most rows or columns shrinks, and keeps
// its shape; a cell is the mean of the pixels that it covers. The size of the image is returned too.
func ReadImage(file []byte, low, high float64, mostRows, mostCols int) (Cells, image.Point, error) {
	if len(file) > MaxImageBytes {
		return Cells{}, image.Point{}, fmt.Errorf("the image is larger than %d KiB", MaxImageBytes>>10)
	}
	head, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Cells{}, image.Point{}, fmt.Errorf("the image is no PNG that can be read: %w", err)
	}
	size := image.Pt(head.Width, head.Height)
	if size.X < 1 || size.Y < 1 || size.X > maxImageSide || size.Y > maxImageSide {
		return Cells{}, size, fmt.Errorf("an image of %d×%d pixels is too large: at most %d×%d", size.X, size.Y, maxImageSide, maxImageSide)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return Cells{}, size, fmt.Errorf("the image is no PNG that can be read: %w", err)
	}
	shrink := max(1, float64(size.Y)/float64(min(mostRows, MaxCells)), float64(size.X)/float64(min(mostCols, MaxCells)))
	c := NewCells(max(1, int(math.Floor(float64(size.Y)/shrink+1e-9))), max(1, int(math.Floor(float64(size.X)/shrink+1e-9))), 0)
	c.shade(picture, low, high)
	return c, size, nil
}

// shade gives every cell the mean of the grey of the pixels that it covers; a pixel that
// several cells cover counts in each by its share.
func (c *Cells) shade(picture image.Image, low, high float64) {
	b := picture.Bounds()
	high1, wide1 := float64(b.Dy())/float64(c.Rows), float64(b.Dx())/float64(c.Cols)
	sum := make([]float64, len(c.Values))
	line := make([]float64, c.Cols)
	for y := range b.Dy() {
		clear(line)
		for x := range b.Dx() {
			g := grey(picture.At(b.Min.X+x, b.Min.Y+y))
			spread(x, wide1, c.Cols, func(j int, share float64) { line[j] += share * g })
		}
		spread(y, high1, c.Rows, func(i int, share float64) {
			for j, g := range line {
				sum[i*c.Cols+j] += share * g
			}
		})
	}
	for k, s := range sum {
		// A thousandth of the range is finer than the 256 shades of most files, and short in a link.
		level := math.Round(1000*s/(high1*wide1)) / 1000
		c.Values[k] = short(low + (high-low)*min(max(level, 0), 1))
	}
}

// spread gives a pixel's shares in the cells of a line, each as wide as so many pixels.
func spread(pixel int, width float64, cells int, give func(cell int, share float64)) {
	from, to := float64(pixel), float64(pixel+1)
	for k := int(from / width); k < cells && float64(k)*width < to; k++ {
		if share := min(to, float64(k+1)*width) - max(from, float64(k)*width); share > 0 {
			give(k, share)
		}
	}
}

// grey is how bright a colour is on white, from 0 to 1.
func grey(c color.Color) float64 {
	r, g, b, a := c.RGBA()
	light := 0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)
	return (light + float64(0xffff-a)) / 0xffff
}
