package hall

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Deflated data ends with a flush, without its last four bytes, as in a message of a
// websocket (RFC 7692, section 7.2.1): so what is cast goes on to pages as it came.
const (
	flushed = "\x00\x00\xff\xff"
	ending  = "\x01\x00\x00\xff\xff" // an empty last block
)

// A writer takes more than half a megabyte.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is a valid one
	return w
}}

func deflated(data []byte) []byte {
	var b bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(data) // to a buffer
	_ = w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte(flushed))
}

func inflated(data []byte) ([]byte, error) {
	r := flate.NewReader(io.MultiReader(bytes.NewReader(data), strings.NewReader(flushed+ending)))
	out, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err != nil {
		return nil, fmt.Errorf("inflate a cast: %w", err)
	}
	if len(out) > maxBody {
		return nil, errCast
	}
	return out, nil
}
