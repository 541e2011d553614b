package svgcanvas

import (
	"encoding/base64"
	"image"
	"image/png"
	"sync"
)

// An encoder turns images into PNG and keeps its memory: a fresh one costs a
// megabyte, most of it for the compressor.
type encoder struct {
	png.Encoder
	buffer *png.EncoderBuffer
	out    writer
}

// Get and Put make an encoder the pool of its own buffer.
func (e *encoder) Get() *png.EncoderBuffer  { return e.buffer }
func (e *encoder) Put(b *png.EncoderBuffer) { e.buffer = b }

type writer []byte

func (w *writer) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

var encoders = sync.Pool{New: func() any {
	e := new(encoder)
	e.CompressionLevel = png.BestSpeed
	e.BufferPool = e
	return e
}}

// appendPNG appends the image as a PNG in base64. Paletted images stay
// paletted. An image that PNG cannot carry, an empty one, appends nothing.
func appendPNG(b []byte, img image.Image) []byte {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.out = e.out[:0]
	if err := e.Encode(&e.out, img); err != nil {
		return b
	}
	return base64.StdEncoding.AppendEncode(b, e.out)
}
