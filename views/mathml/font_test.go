package mathml

import (
	"testing"

	"codeberg.org/go-fonts/latin-modern/lmmath"
	"golang.org/x/image/font/sfnt"
)

// TestFontHasEverySymbol proves that the font which pages load draws every
// character that the compiler can write of its own accord.
func TestFontHasEverySymbol(t *testing.T) {
	font, err := sfnt.Parse(lmmath.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	check := func(what, s string) {
		t.Helper()
		for _, r := range s {
			if i, err := font.GlyphIndex(&buffer, r); err != nil || i == 0 {
				t.Errorf("%s: no glyph for %q (%U)", what, r, r)
			}
		}
	}
	for _, symbols := range []map[string]symbol{letters, operators, delimiters} {
		for name, s := range symbols {
			check(name, s.text)
		}
	}
	for r, s := range ascii {
		check(string(r), s.text)
	}
	for r, s := range direct {
		check(string(r), s.text)
	}
	for name, a := range accents {
		check(name, a.over+a.wide)
	}
	for name := range environments {
		check(name, environments[name].open+environments[name].close)
	}
	check("marks", "\u0332¯_⏞⏟′″‴")
	for name, a := range alphabets {
		for _, characters := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789", "ΓΔΘΛΞΠΣΥΦΨΩ", "αβγδεζηθικλμνξπρστυφχψω" + greekVariants + "∇"} {
			for _, r := range characters {
				if m := a.letter(r); m != 0 {
					check(`\`+name+" "+string(r), string(m))
				}
			}
		}
	}
}

// TestItalicsHaveGlyphs: a browser sets a single letter in an <mi> by the
// italic character, which the font must have too.
func TestItalicsHaveGlyphs(t *testing.T) {
	font, err := sfnt.Parse(lmmath.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buffer sfnt.Buffer
	italic := alphabet{upper: 0x1D434, lower: 0x1D44E, greekUpper: 0x1D6E2, greekLower: 0x1D6FC, exceptions: map[rune]rune{'h': 'ℎ'}}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξπρστυφχψω" + greekVariants {
		m := italic.letter(r)
		if i, err := font.GlyphIndex(&buffer, m); err != nil || i == 0 {
			t.Errorf("no glyph for italic %q (%U)", r, m)
		}
	}
}
