package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A Mend puts another text in the place of a part of a layer as it was sent before. The
// mends of a layer do not overlap, and stand in the order of their places.
type Mend struct {
	At, Drop int // the place and the length of the part, in UTF-16 units, as JavaScript counts
	Text     string
}

// MarshalJSON writes [at,drop,"text"].
func (m Mend) MarshalJSON() ([]byte, error) { return marshalPlain([]any{m.At, m.Drop, m.Text}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Mend) UnmarshalJSON(data []byte) error {
	parts := [3]any{&m.At, &m.Drop, &m.Text}
	return json.Unmarshal(data, &parts)
}

// Bounds of mends. More of them are hardly shorter than the layer.
const (
	maxMends  = 64
	mendBytes = 12 // what a mend takes beside its text
)

// mends returns what makes a layer of an earlier one, and whether that is much shorter
// than the layer itself. Elements are compared one by one where both have as many, because
// most of what moves changes a few numbers and stays where it is among the others.
func mends(old, layer string) ([]Mend, bool) {
	if old == "" || layer == "" || !utf8.ValidString(old) {
		return nil, false
	}
	all := []Mend{}            // of the same layer there are none
	cost, at, units := 0, 0, 0 // at: a place in old, after so many units
	add := func(from, to int, text string) bool {
		units += utf16Len(old[at:from])
		at = from
		all = append(all, Mend{At: units, Drop: utf16Len(old[from:to]), Text: text})
		cost += len(text) + mendBytes
		return len(all) <= maxMends && 2*cost < len(layer)
	}
	from := alike(old, layer)
	end := alikeBehind(old[from:], layer[from:])
	was, is := old[from:len(old)-end], layer[from:len(layer)-end]
	if strings.Count(was, "<") != strings.Count(is, "<") {
		return all, add(from, from+len(was), is)
	}
	for was != "" || is != "" {
		n, m := tag(was), tag(is)
		if was[:n] == is[:m] {
			was, is, from = was[n:], is[m:], from+n
			continue
		}
		start, text := from, is
		for (was != "" || is != "") && was[:n] != is[:m] { // those in a row are mended at once
			was, is, from = was[n:], is[m:], from+n
			n, m = tag(was), tag(is)
		}
		if !add(start, from, text[:len(text)-len(is)]) {
			return nil, false
		}
	}
	return all, true
}

// errMend says that mends are not of the text that is to be mended.
var errMend = errors.New("mends that are not of this text")

// mend returns a text with mends: what mends were made for, if it is the text they were made of.
func mend(old string, all []Mend) (string, error) {
	var b strings.Builder
	at, units := 0, 0 // a place in old, after so many units
	for _, m := range all {
		from, ok := behind(old, at, m.At-units)
		if !ok {
			return "", errMend
		}
		to, ok := behind(old, from, m.Drop)
		if !ok {
			return "", errMend
		}
		b.WriteString(old[at:from])
		b.WriteString(m.Text)
		at, units = to, m.At+m.Drop
	}
	b.WriteString(old[at:])
	return b.String(), nil
}

// behind is the place in a text so many UTF-16 units behind another one, if there is one.
func behind(s string, at, units int) (int, bool) {
	for units > 0 && at < len(s) {
		switch c := s[at]; {
		case c < utf8.RuneSelf:
			at, units = at+1, units-1
		default:
			r, n := utf8.DecodeRuneInString(s[at:])
			at, units = at+n, units-utf16.RuneLen(r)
		}
	}
	return at, units == 0
}

// tag is the length of the first tag of a text, with what stands before the next one.
func tag(text string) int {
	if text == "" {
		return 0
	}
	if i := strings.IndexByte(text[1:], '<'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// alike is the length of what two texts begin with, up to a tag.
func alike(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i+32 <= n && a[i:i+32] == b[i:i+32] {
		i += 32
	}
	for i < n && a[i] == b[i] {
		i++
	}
	if i == len(a) && i == len(b) {
		return i
	}
	return max(0, strings.LastIndexByte(a[:i], '<'))
}

// alikeBehind is the length of what two texts end with, from a tag on.
func alikeBehind(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i+32 <= n && a[len(a)-i-32:len(a)-i] == b[len(b)-i-32:len(b)-i] {
		i += 32
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	from := strings.IndexByte(a[len(a)-i:], '<')
	if from < 0 {
		return 0
	}
	return i - from
}

// utf16Len is how many UTF-16 units a text has.
func utf16Len(s string) int {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 0xf0:
			n += 2
		case c < 0x80 || c >= 0xc0:
			n++
		}
	}
	return n
}
