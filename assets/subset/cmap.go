package subset

import (
	"errors"
	"maps"
	"slices"
)

// Platform and encoding of the subtables that are read and written: Windows,
// with the characters of the basic plane and with all.
const (
	windows    = 3
	basicPlane = 1
	allPlanes  = 10
)

// readCmap reads which glyph a character has.
func readCmap(t *table) (map[rune]glyph, error) {
	for i := range t.u16(2) {
		at := 4 + 8*i
		if t.u16(at) != windows || t.u16(at+2) != allPlanes {
			continue
		}
		if at = t.u32(at + 4); t.u16(at) != 12 {
			continue
		}
		characters := map[rune]glyph{}
		groups := t.u32(at + 12)
		for ; groups > 0 && !t.short; groups-- {
			first, last, g := t.u32(at+16), t.u32(at+20), t.u32(at+24)
			at += 12
			if last > 0x10FFFF || last-first > 0xFFFF {
				return nil, errors.New("table \"cmap\" has a group of more characters than there are")
			}
			for r := first; r <= last; r++ {
				characters[rune(r)] = glyph(g + r - first)
			}
		}
		return characters, t.err()
	}
	if err := t.err(); err != nil {
		return nil, err
	}
	return nil, errors.New("table \"cmap\" has no subtable of format 12")
}

// A run is a range of characters whose glyphs follow each other.
type run struct {
	first, last rune
	glyph       glyph
}

func runs(characters map[rune]glyph, most rune) []run {
	var out []run
	for _, r := range slices.Sorted(maps.Keys(characters)) {
		if r > most {
			break
		}
		if n := len(out) - 1; n >= 0 && out[n].last == r-1 && characters[r] == out[n].glyph+glyph(r-out[n].first) {
			out[n].last = r
			continue
		}
		out = append(out, run{r, r, characters[r]})
	}
	return out
}

func writeCmap(characters map[rune]glyph) []byte {
	basic, all := format4(runs(characters, 0xFFFE)), format12(runs(characters, 0x10FFFF))
	var b buffer
	b.u16(0, 2)
	b.u16(windows, basicPlane)
	b.u32(20)
	b.u16(windows, allPlanes)
	b.u32(20 + len(basic))
	return append(append(b, basic...), all...)
}

func format4(runs []run) []byte {
	runs = append(runs, run{0xFFFF, 0xFFFF, 0}) // the format asks for it
	n := len(runs)
	power, log := 1, 0
	for power*2 <= n {
		power, log = power*2, log+1
	}
	var b buffer
	b.u16(4, 16+8*n, 0, 2*n, 2*power, log, 2*(n-power))
	for _, r := range runs {
		b.u16(int(r.last))
	}
	b.u16(0)
	for _, r := range runs {
		b.u16(int(r.first))
	}
	for _, r := range runs {
		b.u16(int(r.glyph) - int(r.first)) // modulo 65536
	}
	for range runs {
		b.u16(0)
	}
	return b
}

func format12(runs []run) []byte {
	var b buffer
	b.u16(12, 0)
	b.u32(16+12*len(runs), 0, len(runs))
	for _, r := range runs {
		b.u32(int(r.first), int(r.last), int(r.glyph))
	}
	return b
}
