package subset

import (
	"errors"
	"slices"
)

// A math is the table MATH: the font's constants, values of glyphs, and the
// forms of those that stretch. Tables that correct values at some sizes of
// pixels are left out; browsers do not read them.
type math struct {
	constants  []byte
	italics    map[glyph]int
	accents    map[glyph]int
	extended   map[glyph]bool
	overlap    int
	vertical   map[glyph]construction
	horizontal map[glyph]construction
}

// A construction lists the taller or wider forms of a glyph, and the parts of
// which any still larger one is made.
type construction struct {
	variants []variant
	italics  int
	parts    []part
}

type variant struct {
	glyph   glyph
	advance int
}

type part struct {
	glyph   glyph
	numbers [3]int // connectors at both ends, advance
	flags   int
}

// The size of the constants, and where within them pairs of a value and a
// correction begin and end.
const (
	constantsSize  = 214
	constantsFrom  = 8
	constantsUntil = 212
)

func readMath(t *table) (*math, error) {
	m := &math{constants: slices.Clone(t.slice(t.u16(4), constantsSize))}
	if t.short {
		return nil, t.err()
	}
	for at := constantsFrom; at < constantsUntil; at += 4 {
		clear(m.constants[at+2 : at+4])
	}
	if at := t.u16(6); at != 0 {
		m.italics = readValues(t, at, t.u16(at))
		m.accents = readValues(t, at, t.u16(at+2))
		m.extended = map[glyph]bool{}
		if offset := t.u16(at + 4); offset != 0 {
			for _, g := range readCoverage(t, at+offset) {
				m.extended[g] = true
			}
		}
		if t.u16(at+6) != 0 {
			return nil, errors.New(`table "MATH": kerning is not supported`)
		}
	}
	if at := t.u16(8); at != 0 {
		m.overlap = t.u16(at)
		vertical, horizontal := t.u16(at+6), t.u16(at+8)
		m.vertical = readConstructions(t, at, t.u16(at+2), at+10, vertical)
		m.horizontal = readConstructions(t, at, t.u16(at+4), at+10+2*vertical, horizontal)
	}
	return m, t.err()
}

// readValues reads a list of glyphs with a value for each.
func readValues(t *table, base, offset int) map[glyph]int {
	values := map[glyph]int{}
	if offset == 0 {
		return values
	}
	at := base + offset
	glyphs := readCoverage(t, at+t.u16(at))
	for i, g := range glyphs[:min(len(glyphs), t.u16(at+2))] {
		values[g] = t.u16(at + 4 + 4*i)
	}
	return values
}

func readConstructions(t *table, base, coverage, offsets, n int) map[glyph]construction {
	out := map[glyph]construction{}
	if coverage == 0 {
		return out
	}
	glyphs := readCoverage(t, base+coverage)
	for i, g := range glyphs[:min(len(glyphs), n)] {
		var c construction
		at := base + t.u16(offsets+2*i)
		for j := range t.u16(at + 2) {
			c.variants = append(c.variants, variant{t.glyph(at + 4 + 4*j), t.u16(at + 6 + 4*j)})
		}
		if assembly := t.u16(at); assembly != 0 {
			at += assembly
			c.italics = t.u16(at)
			for j := range t.u16(at + 4) {
				p := at + 6 + 10*j
				c.parts = append(c.parts, part{t.glyph(p), [3]int{t.u16(p + 2), t.u16(p + 4), t.u16(p + 6)}, t.u16(p + 8)})
			}
		}
		out[g] = c
	}
	return out
}

// eachForm calls f with every glyph that may stand in the place of one.
func (m *math) eachForm(g glyph, f func(glyph)) {
	for _, c := range []construction{m.vertical[g], m.horizontal[g]} {
		for _, v := range c.variants {
			f(v.glyph)
		}
		for _, p := range c.parts {
			f(p.glyph)
		}
	}
}

func (m *math) write(kept []glyph, index map[glyph]glyph) []byte {
	info, variants := m.writeInfo(kept, index), m.writeVariants(kept, index)
	var b buffer
	b.u16(1, 0, 10, 10+len(m.constants), 10+len(m.constants)+len(info))
	return slices.Concat(b, m.constants, info, variants)
}

func (m *math) writeInfo(kept []glyph, index map[glyph]glyph) []byte {
	italics, accents := writeValues(m.italics, kept, index), writeValues(m.accents, kept, index)
	var extended []glyph
	for _, g := range kept {
		if m.extended[g] {
			extended = append(extended, index[g])
		}
	}
	var b buffer
	b.u16(8, 8+len(italics), 8+len(italics)+len(accents), 0)
	return slices.Concat(b, italics, accents, writeCoverage(extended))
}

func writeValues(values map[glyph]int, kept []glyph, index map[glyph]glyph) []byte {
	var glyphs []glyph
	var records buffer
	for _, g := range kept {
		if v, ok := values[g]; ok {
			glyphs = append(glyphs, index[g])
			records.u16(v, 0)
		}
	}
	var b buffer
	b.u16(4+len(records), len(glyphs))
	return slices.Concat(b, records, writeCoverage(glyphs))
}

func (m *math) writeVariants(kept []glyph, index map[glyph]glyph) []byte {
	var covered [2][]glyph
	var bodies buffer
	var at []int // of each body
	for direction, constructions := range []map[glyph]construction{m.vertical, m.horizontal} {
		for _, g := range kept {
			if c, ok := constructions[g]; ok {
				covered[direction] = append(covered[direction], index[g])
				at = append(at, len(bodies))
				bodies = append(bodies, c.write(index)...)
			}
		}
	}
	vertical, horizontal := writeCoverage(covered[0]), writeCoverage(covered[1])
	head := 10 + 2*len(at)
	var b buffer
	b.u16(m.overlap, head, head+len(vertical), len(covered[0]), len(covered[1]))
	for _, offset := range at {
		b.u16(head + len(vertical) + len(horizontal) + offset)
	}
	return slices.Concat(b, vertical, horizontal, bodies)
}

func (c construction) write(index map[glyph]glyph) []byte {
	var b buffer
	assembly := 0
	if c.parts != nil {
		assembly = 4 + 4*len(c.variants)
	}
	b.u16(assembly, len(c.variants))
	for _, v := range c.variants {
		b.glyphs(index[v.glyph])
		b.u16(v.advance)
	}
	if c.parts == nil {
		return b
	}
	b.u16(c.italics, 0, len(c.parts))
	for _, p := range c.parts {
		b.glyphs(index[p.glyph])
		b.u16(p.numbers[:]...)
		b.u16(p.flags)
	}
	return b
}
