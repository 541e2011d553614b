package subset

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// A table reads numbers at places. Past its end it reads zeros and remembers
// that; whoever reads asks for the error when it is done.
type table struct {
	tag   string
	bytes []byte
	short bool
}

func (t *table) slice(at, n int) []byte {
	if at < 0 || n < 0 || at > len(t.bytes)-n {
		t.short = true
		return nil
	}
	return t.bytes[at : at+n]
}

// number reads an unsigned number of some bytes, at most four.
func (t *table) number(at, size int) int {
	v := 0
	for _, b := range t.slice(at, size) {
		v = v<<8 | int(b)
	}
	return v
}

func (t *table) u8(at int) int  { return t.number(at, 1) }
func (t *table) u16(at int) int { return t.number(at, 2) }
func (t *table) u32(at int) int { return t.number(at, 4) }

func (t *table) glyph(at int) glyph { return glyph(t.u16(at)) }

func (t *table) err() error {
	if t.short {
		return fmt.Errorf("table %q ends too early", t.tag)
	}
	return nil
}

// directory finds the tables of a font.
func directory(font []byte) (map[string]*table, error) {
	file := &table{tag: "directory", bytes: font}
	if string(file.slice(0, 4)) != "OTTO" {
		return nil, fmt.Errorf("not an OpenType font with CFF outlines")
	}
	tables := map[string]*table{}
	for i := range file.u16(4) {
		at := 12 + 16*i
		tag := string(file.slice(at, 4))
		tables[tag] = &table{tag: tag, bytes: file.slice(file.u32(at+8), file.u32(at+12))}
		if file.short {
			break
		}
	}
	return tables, file.err()
}

// A buffer is a table that is being written.
type buffer []byte

func (b *buffer) u16(values ...int) {
	for _, v := range values {
		*b = binary.BigEndian.AppendUint16(*b, uint16(v))
	}
}

func (b *buffer) u32(values ...int) {
	for _, v := range values {
		*b = binary.BigEndian.AppendUint32(*b, uint32(v))
	}
}

func (b *buffer) glyphs(values ...glyph) {
	for _, v := range values {
		*b = binary.BigEndian.AppendUint16(*b, v)
	}
}

// assemble writes a font of tables.
func assemble(tables map[string][]byte) []byte {
	tags := slices.Sorted(maps.Keys(tables))
	power, log := 1, 0 // what binary search in the directory begins with
	for power*2 <= len(tags) {
		power, log = power*2, log+1
	}
	out := buffer("OTTO")
	out.u16(len(tags), 16*power, log, 16*(len(tags)-power))
	at := 12 + 16*len(tags)
	var body buffer
	for _, tag := range tags {
		t := tables[tag]
		out = append(out, tag...)
		out.u32(int(checksum(t)), at+len(body), len(t))
		body = append(body, t...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	out = append(out, body...)
	// The font's own sum, which was taken with 0 in its place.
	adjust := 0xB1B0AFBA - checksum(out)
	for i, tag := range tags {
		if tag == "head" {
			head := binary.BigEndian.Uint32(out[12+16*i+8:])
			binary.BigEndian.PutUint32(out[head+8:], adjust)
		}
	}
	return out
}

func checksum(b []byte) uint32 {
	var sum uint32
	for len(b) > 0 {
		var word [4]byte
		b = b[copy(word[:], b):]
		sum += binary.BigEndian.Uint32(word[:])
	}
	return sum
}
