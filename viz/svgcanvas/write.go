package svgcanvas

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
)

// limit bounds coordinates, in pixels: far outside of every picture.
const limit = 1e5

// tenths rounds to tenths of a pixel.
func tenths(v float64) int { return int(math.Round(10 * max(-limit, min(limit, v)))) }

// appendTenths writes v/10 without a zero before or after the point.
func appendTenths(b []byte, v int) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	whole, rest := v/10, v%10
	if whole > 0 || rest == 0 {
		b = strconv.AppendInt(b, int64(whole), 10)
	}
	if rest > 0 {
		b = append(b, '.', byte('0'+rest))
	}
	return b
}

// appendNumber writes a length with one decimal.
func appendNumber(b []byte, v float64) []byte { return appendTenths(b, tenths(v)) }

// appendOpacity writes a share with two decimals.
func appendOpacity(b []byte, v float64) []byte {
	n := int(math.Round(100 * max(0, min(1, v))))
	if n == 100 {
		return append(b, '1')
	}
	if n == 0 {
		return append(b, '0')
	}
	b = append(b, '.', byte('0'+n/10))
	if n%10 > 0 {
		b = append(b, byte('0'+n%10))
	}
	return b
}

// appendEscaped writes text for an element or an attribute in single quotes.
// What XML cannot carry becomes U+FFFD.
func appendEscaped(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '\'':
			b = append(b, "&#39;"...)
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xFFFE, r == 0xFFFF:
			b = append(b, "\uFFFD"...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// appendPaint writes the current colour as property's class or value.
func (c *Canvas) appendPaint(b []byte, property string) []byte {
	opacity := float64(c.state.plain.A) / 255
	value := c.state.plain
	if c.state.isRole {
		opacity = float64(c.state.paint.Opacity)
		if c.palette == nil {
			b = append(append(b, ` class='`...), property[0], '-')
			b = append(append(b, c.state.paint.Role.String()...), '\'')
			return appendShare(b, property, opacity)
		}
		value = c.palette[min(c.state.paint.Role, Roles-1)]
		opacity *= float64(value.A) / 255
	}
	b = append(append(append(b, ' '), property...), `='#`...)
	const hex = "0123456789abcdef"
	for _, v := range [3]uint8{value.R, value.G, value.B} {
		b = append(b, hex[v>>4], hex[v&15])
	}
	return appendShare(append(b, '\''), property, opacity)
}

func appendShare(b []byte, property string, opacity float64) []byte {
	if opacity >= 1 {
		return b
	}
	b = append(append(append(b, ' '), property...), `-opacity='`...)
	return append(appendOpacity(b, opacity), '\'')
}

// mergePaint writes a fill and a stroke for one element; two classes share one
// attribute.
func mergePaint(b, fill, stroke []byte) []byte {
	const class = ` class='`
	if !bytes.HasPrefix(fill, []byte(class)) || !bytes.HasPrefix(stroke, []byte(class)) {
		return append(append(b, fill...), stroke...)
	}
	end := len(class) + bytes.IndexByte(fill[len(class):], '\'')
	b = append(append(b, fill[:end]...), ' ')
	b = append(b, stroke[len(class):]...)
	return append(b, fill[end+1:]...)
}

// appendLine writes how a stroke looks apart from its colour.
func (c *Canvas) appendLine(b []byte, width float64, corners bool) []byte {
	if tenths(width) != 10 {
		b = append(appendNumber(append(b, ` stroke-width='`...), max(0.1, width)), '\'')
	}
	if len(c.state.dashes) > 0 {
		b = append(b, ` stroke-dasharray='`...)
		for i, d := range c.state.dashes {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendNumber(b, float64(d))
		}
		b = append(b, '\'')
		if c.state.offset != 0 {
			b = append(appendNumber(append(b, ` stroke-dashoffset='`...), c.state.offset), '\'')
		}
	}
	if corners {
		b = append(b, ` stroke-linejoin='round'`...)
	}
	return b
}

// A run is elements with the same presentation. Two or more of them share a
// group; lines share a path.
type run struct {
	n     int
	look  []byte
	body  []byte
	first int  // where the presentation goes if the run stays alone
	path  bool // the last element is a path without notes, stroked only
}

// add appends an element to the run, or closes the run and begins another.
func (r *run) add(out []byte, tag string, look, geo, note []byte) []byte {
	if r.n > 0 && !bytes.Equal(r.look, look) {
		out = r.flush(out)
	}
	line := tag == "path" && len(note) == 0 && bytes.Contains(look, []byte(` fill='none'`))
	if r.n > 0 && line && r.path {
		// d='…'/> of the last element and d='…' of this one.
		r.body = append(r.body[:len(r.body)-len(`'/>`)], geo[len(` d='`):]...)
		r.body = append(r.body, `/>`...)
		return out
	}
	if r.n == 0 {
		r.look = append(r.look[:0], look...)
		r.body = r.body[:0]
		r.first = 1 + len(tag)
	}
	r.body = append(append(append(r.body, '<'), tag...), geo...)
	r.body = append(append(r.body, note...), `/>`...)
	r.n++
	r.path = line
	return out
}

// flush writes the run.
func (r *run) flush(out []byte) []byte {
	switch r.n {
	case 0:
		return out
	case 1:
		out = append(append(append(out, r.body[:r.first]...), r.look...), r.body[r.first:]...)
	default:
		out = append(append(append(out, `<g`...), r.look...), '>')
		out = append(append(out, r.body...), `</g>`...)
	}
	r.n = 0
	return out
}

// Escape returns the first of the texts that is not empty, for an element.
func Escape(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return string(appendEscaped(nil, s))
		}
	}
	return ""
}
