package subset

import (
	"errors"
	"fmt"
	"slices"
)

// A cff is the table of outlines. Outlines are programs that call subroutines,
// which keep their numbers: those that nothing calls become empty.
type cff struct {
	header      []byte
	top         []entry
	strings     [][]byte
	charset     []int // the number of each glyph's name
	charstrings [][]byte
	private     []entry
	global      [][]byte // subroutines
	local       [][]byte
}

// An entry of a dictionary is an operator with its operands.
type entry struct {
	operator int // those of two bytes have 12 in the upper one
	operands []byte
	last     int // the last two operands, as integers
	lastBut  int
}

// Operators of dictionaries.
const (
	opFullName    = 2
	opFamilyName  = 3
	opCharset     = 15
	opEncoding    = 16
	opCharstrings = 17
	opPrivate     = 18
	opSubrs       = 19
	opKind        = 12<<8 | 6
	opROS         = 12<<8 | 30
)

// named are the operators whose operand is the number of a string.
var named = []int{0, 1, 2, 3, 4, 12 << 8, 12<<8 | 21, 12<<8 | 22}

// standardStrings is how many strings every font has without listing them.
const standardStrings = 391

func readCFF(t *table) (*cff, error) {
	c := &cff{}
	at := t.u8(2)
	c.header = []byte{1, 0, 4, 4}
	_, at = readIndex(t, at) // the name
	dicts, at := readIndex(t, at)
	c.strings, at = readIndex(t, at)
	c.global, _ = readIndex(t, at)
	if err := t.err(); err != nil {
		return nil, err
	}
	if len(dicts) != 1 {
		return nil, fmt.Errorf("table %q has %d fonts", t.tag, len(dicts))
	}
	var err error
	if c.top, err = readDict(dicts[0]); err != nil {
		return nil, err
	}
	charset, private := 0, entry{}
	for _, e := range c.top {
		switch e.operator {
		case opROS:
			return nil, fmt.Errorf("table %q numbers its glyphs by CID, which is not supported", t.tag)
		case opKind:
			if e.last != 2 {
				return nil, fmt.Errorf("table %q has outlines of kind %d", t.tag, e.last)
			}
		case opCharset:
			charset = e.last
		case opCharstrings:
			c.charstrings, _ = readIndex(t, e.last)
		case opPrivate:
			private = e
		}
	}
	if c.private, err = readDict(t.slice(private.last, private.lastBut)); err != nil {
		return nil, err
	}
	for _, e := range c.private {
		if e.operator == opSubrs {
			c.local, _ = readIndex(t, private.last+e.last)
		}
	}
	c.charset, err = readCharset(t, charset, len(c.charstrings))
	return c, errors.Join(err, t.err())
}

// readIndex reads a list of byte strings, and returns where it ends.
func readIndex(t *table, at int) ([][]byte, int) {
	n := t.u16(at)
	if n == 0 {
		return nil, at + 2
	}
	size := t.u8(at + 2)
	offsets := at + 3
	if size < 1 || size > 4 || t.slice(offsets, (n+1)*size) == nil {
		t.short = true
		return nil, at
	}
	data := offsets + (n+1)*size - 1 // offsets count from 1
	out := make([][]byte, n)
	from := t.number(offsets, size)
	for i := range out {
		to := t.number(offsets+(i+1)*size, size)
		out[i] = t.slice(data+from, to-from)
		from = to
	}
	return out, data + from
}

func writeIndex(items [][]byte) []byte {
	var b buffer
	b.u16(len(items))
	if len(items) == 0 {
		return b
	}
	total := 1
	for _, item := range items {
		total += len(item)
	}
	size := 1
	for total>>(8*size) > 0 {
		size++
	}
	b = append(b, byte(size))
	at := 1
	offset := func() {
		for i := size - 1; i >= 0; i-- {
			b = append(b, byte(at>>(8*i)))
		}
	}
	offset()
	for _, item := range items {
		at += len(item)
		offset()
	}
	return append(b, slices.Concat(items...)...)
}

// readDict reads a dictionary.
func readDict(b []byte) ([]entry, error) {
	var out []entry
	start := 0
	e := entry{}
	t := &table{tag: "CFF ", bytes: b}
	for i := 0; i < len(b); {
		c := int(b[i])
		switch {
		case c <= 21:
			e.operator, e.operands = c, b[start:i]
			i++
			if c == 12 {
				e.operator = c<<8 | t.u8(i)
				i++
			}
			out = append(out, e)
			start, e = i, entry{}
			continue
		case c == 30: // a decimal number, whose last half byte is 15
			for i++; i < len(b) && b[i]&15 != 15; i++ {
			}
			i++
			e.lastBut, e.last = e.last, 0
			continue
		}
		v, n := operand(t, i)
		if n == 0 {
			return nil, fmt.Errorf("a dictionary has the byte %d in an operand", c)
		}
		e.lastBut, e.last = e.last, v
		i += n
	}
	return out, t.err()
}

// operand reads an integer of a dictionary or a charstring, and returns its length.
func operand(t *table, at int) (value, size int) {
	c := t.u8(at)
	switch {
	case c == 28:
		return int(int16(t.u16(at + 1))), 3
	case c == 29:
		return int(int32(t.u32(at + 1))), 5
	case c >= 32 && c <= 246:
		return c - 139, 1
	case c >= 247 && c <= 250:
		return (c-247)*256 + t.u8(at+1) + 108, 2
	case c >= 251 && c <= 254:
		return -(c-251)*256 - t.u8(at+1) - 108, 2
	}
	return 0, 0
}

func readCharset(t *table, at, glyphs int) ([]int, error) {
	if at <= 2 {
		return nil, errors.New(`table "CFF " has a predefined charset, which is not supported`)
	}
	out := []int{0}
	format := t.u8(at)
	at++
	for len(out) < glyphs && !t.short {
		first := t.u16(at)
		at += 2
		more := 0
		if format > 0 {
			more = t.number(at, format)
			at += format
		}
		for i := 0; i <= more && len(out) < glyphs; i++ {
			out = append(out, first+i)
		}
		if format > 2 {
			return nil, fmt.Errorf("table %q has a charset of format %d", t.tag, format)
		}
	}
	return out, t.err()
}

// write returns the table with some of its glyphs.
func (c *cff) write(kept []glyph, name string) ([]byte, error) {
	used := calls{font: c, local: make([]bool, len(c.local)), global: make([]bool, len(c.global))}
	var charstrings, strings [][]byte
	var charset buffer
	charset = append(charset, 0) // the format
	// Strings keep the order in which they are first named.
	numbers := map[int]int{}
	number := func(sid int) (int, error) {
		if sid < standardStrings {
			return sid, nil
		}
		if sid-standardStrings >= len(c.strings) {
			return 0, fmt.Errorf("table \"CFF \" has no string %d", sid)
		}
		n, ok := numbers[sid]
		if !ok {
			n = standardStrings + len(strings)
			numbers[sid] = n
			strings = append(strings, c.strings[sid-standardStrings])
		}
		return n, nil
	}
	for i, g := range kept {
		charstrings = append(charstrings, c.charstrings[g])
		if err := used.follow(c.charstrings[g]); err != nil {
			return nil, fmt.Errorf("outline of glyph %d: %w", g, err)
		}
		if i > 0 {
			sid, err := number(c.charset[g])
			if err != nil {
				return nil, err
			}
			charset.u16(sid)
		}
	}
	var top buffer
	for _, e := range c.top {
		switch {
		case e.operator == opFullName, e.operator == opFamilyName: // the name table has the new ones
		case e.operator == opCharset, e.operator == opCharstrings, e.operator == opPrivate, e.operator == opEncoding:
		case slices.Contains(named, e.operator):
			sid, err := number(e.last)
			if err != nil {
				return nil, err
			}
			top.entry(e.operator, sid)
		default:
			top = append(top, e.operands...)
			top.operator(e.operator)
		}
	}
	var private buffer
	for _, e := range c.private {
		if e.operator != opSubrs {
			private = append(private, e.operands...)
			private.operator(e.operator)
		}
	}
	if len(c.local) > 0 {
		const size = 6 // of this entry, behind which the subroutines stand
		private.entry(opSubrs, len(private)+size)
	}
	// Places are written in a fixed size, so that how long the dictionary is
	// does not depend on them.
	places := func(charsetAt, charstringsAt, privateAt int) []byte {
		b := slices.Clone(top)
		b.entry(opCharset, charsetAt)
		b.entry(opCharstrings, charstringsAt)
		b.entry(opPrivate, len(private), privateAt)
		return writeIndex([][]byte{b})
	}
	body := writeIndex(charstrings)
	front := slices.Concat(c.header, writeIndex([][]byte{[]byte(name)}))
	back := slices.Concat(writeIndex(strings), writeIndex(reduced(c.global, used.global)))
	at := len(front) + len(places(0, 0, 0)) + len(back)
	out := slices.Concat(front, places(at, at+len(charset), at+len(charset)+len(body)), back, charset, body, private)
	if len(c.local) > 0 {
		out = append(out, writeIndex(reduced(c.local, used.local))...)
	}
	return out, nil
}

// entry writes an operator with integers, each in five bytes.
func (b *buffer) entry(operator int, values ...int) {
	for _, v := range values {
		*b = append(*b, 29)
		b.u32(v)
	}
	b.operator(operator)
}

func (b *buffer) operator(operator int) {
	if operator > 0xFF {
		*b = append(*b, byte(operator>>8))
	}
	*b = append(*b, byte(operator))
}

// reduced returns subroutines with nothing in those that are not used. They end
// with "return" all the same.
func reduced(subroutines [][]byte, used []bool) [][]byte {
	out := make([][]byte, len(subroutines))
	for i, s := range subroutines {
		out[i] = []byte{csReturn}
		if used[i] {
			out[i] = s
		}
	}
	return out
}
