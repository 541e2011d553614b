package subset

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// metrics returns the widths and left bearings of the kept glyphs.
func (s *subset) metrics() ([]byte, error) {
	t, long := s.tables["hmtx"], s.tables["hhea"].u16(34)
	if long == 0 {
		return nil, fmt.Errorf("table %q has no widths", t.tag)
	}
	var b buffer
	for _, g := range s.kept {
		if i := int(g); i < long {
			b = append(b, t.slice(4*i, 4)...)
		} else { // as wide as the last one
			b = append(b, t.slice(4*(long-1), 2)...)
			b = append(b, t.slice(4*long+2*(i-long), 2)...)
		}
	}
	return b, t.err()
}

// headers copies the tables that speak of the whole font, and changes what says
// how many glyphs and which characters there are.
func (s *subset) headers(out map[string][]byte, characters map[rune]glyph) error {
	for tag, size := range map[string]int{"head": 54, "hhea": 36, "maxp": 6, "OS/2": 78, "post": 32} {
		t := s.tables[tag]
		if len(t.bytes) < size {
			return fmt.Errorf("table %q ends too early", tag)
		}
		out[tag] = slices.Clone(t.bytes)
	}
	put := binary.BigEndian.PutUint16
	clear(out["head"][8:12]) // the sum, which is made anew
	put(out["hhea"][34:], uint16(len(s.kept)))
	put(out["maxp"][4:], uint16(len(s.kept)))
	out["post"] = out["post"][:32]
	binary.BigEndian.PutUint32(out["post"], 0x30000) // names stand in the CFF table alone
	first, last := rune(0xFFFF), rune(0)
	for r := range characters {
		first, last = min(first, r), max(last, min(r, 0xFFFF))
	}
	put(out["OS/2"][64:], uint16(first))
	put(out["OS/2"][66:], uint16(last))
	return nil
}

// Kinds of names: those that name the font, and those that are kept: copyright,
// version, trademark, licence and its address.
var (
	ownNames  = []int{1, 3, 4, 6, 16}
	keptNames = []int{0, 2, 5, 7, 13, 14, 17}
)

func postScriptName(name string) string { return strings.ReplaceAll(name, " ", "") }

// names returns the table of names with the new one in the place of the font's.
func (s *subset) names() ([]byte, error) {
	t := s.tables["name"]
	const english = 0x409
	var records, storage buffer
	n := 0
	for i := range t.u16(2) {
		at := 6 + 12*i
		kind := t.u16(at + 6)
		if t.u16(at) != windows || t.u16(at+2) != basicPlane || t.u16(at+4) != english {
			continue
		}
		text := t.slice(t.u16(4)+t.u16(at+10), t.u16(at+8))
		switch {
		case slices.Contains(ownNames, kind):
			name := s.Name
			if kind == 6 {
				name = postScriptName(name)
			}
			text = nil
			for _, unit := range utf16.Encode([]rune(name)) {
				text = binary.BigEndian.AppendUint16(text, unit)
			}
		case !slices.Contains(keptNames, kind):
			continue
		}
		records.u16(windows, basicPlane, english, kind, len(text), len(storage))
		storage = append(storage, text...)
		n++
	}
	var b buffer
	b.u16(0, n, 6+12*n)
	return append(append(b, records...), storage...), t.err()
}

// readClasses reads the classes of glyphs: bases, marks.
func readClasses(t *table) (map[glyph]int, error) {
	classes := map[glyph]int{}
	at := t.u16(4)
	if at == 0 {
		return classes, t.err()
	}
	switch t.u16(at) {
	case 1:
		for i := range t.u16(at + 4) {
			classes[t.glyph(at+2)+glyph(i)] = t.u16(at + 6 + 2*i)
		}
	case 2:
		for i := range t.u16(at + 2) {
			r := at + 4 + 6*i
			for g := t.u16(r); g <= t.u16(r+2); g++ {
				classes[glyph(g)] = t.u16(r + 4)
			}
		}
	}
	return classes, t.err()
}

// writeClasses writes a table GDEF with the classes of the kept glyphs alone.
func writeClasses(kept []glyph, classes map[glyph]int) []byte {
	type span struct{ first, last, class int }
	var spans []span
	for i, g := range kept {
		class := classes[g]
		if class == 0 {
			continue
		}
		if n := len(spans) - 1; n >= 0 && spans[n].last == i-1 && spans[n].class == class {
			spans[n].last = i
			continue
		}
		spans = append(spans, span{i, i, class})
	}
	var b buffer
	b.u16(1, 0, 12, 0, 0, 0) // version, classes, no attachments, carets, classes of marks
	b.u16(2, len(spans))
	for _, r := range spans {
		b.u16(r.first, r.last, r.class)
	}
	return b
}
