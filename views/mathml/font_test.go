package mathml

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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
	for _, r := range slices.Concat(Common(), Rare()) {
		if i, err := font.GlyphIndex(&buffer, r); err != nil || i == 0 {
			t.Errorf("no glyph for %q (%U)", r, r)
		}
	}
}

// TestCharactersAreAll compares what the compiler writes with what it says that
// it can write.
func TestCharactersAreAll(t *testing.T) {
	known := map[rune]bool{}
	for _, r := range slices.Concat(Common(), Rare()) {
		known[r] = true
	}
	for _, r := range InScripts() {
		if !slices.Contains(Common(), r) {
			t.Errorf("%q is in scripts and not in formulas", r)
		}
	}
	var formulas []string
	for name := range letters {
		formulas = append(formulas, command(name))
	}
	for name := range operators {
		formulas = append(formulas, command(name))
	}
	for name := range delimiters {
		formulas = append(formulas, name, `\bigl`+name)
	}
	for r := range ascii {
		formulas = append(formulas, string(r))
	}
	for r := range direct {
		formulas = append(formulas, string(r))
	}
	for name := range accents {
		formulas = append(formulas, command(name)+"{x}", command(name)+"{xy}")
	}
	for name := range alphabets {
		for _, r := range capitals + smallLetters + digits + greekCapital + greekSmall + "∇" {
			formulas = append(formulas, command(name)+"{"+string(r)+"}")
		}
	}
	for name := range functions {
		formulas = append(formulas, command(name)+" x")
	}
	for name := range environments {
		formulas = append(formulas, `\begin{`+name+`}a & b\\c & d\end{`+name+`}`)
	}
	formulas = append(
		formulas, "x'", "x''", "x'''", `\overline{x}`, `\overline{xy}`, `\underline{x}`, `\underline{xy}`, `\underbrace{x}_{y}`, `\overbrace{x}^{y}`,
		`\binom{n}{k}`, `\sqrt[3]{x}`, `0.5\,%`, `\operatorname{Some}`, `\mathrm{Some}`, `\{x\}`, `\left( x \middle| y \right)`,
	)
	for _, tex := range formulas {
		markup, err := Compile(tex, true)
		if err != nil {
			continue // an alphabet without this letter, an array without columns
		}
		for _, r := range drawn(t, markup) {
			if !known[r] {
				t.Errorf("%s draws %q (%U), which is in no list", tex, r, r)
			}
		}
	}
}

func command(name string) string { return `\` + name }

// drawn returns the characters that a browser draws in the font of formulas.
func drawn(t *testing.T, markup string) []rune {
	t.Helper()
	var out []rune
	d := xml.NewDecoder(strings.NewReader(markup))
	var leaf xml.StartElement
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", markup, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			leaf = token
		case xml.CharData:
			s := string(token)
			if slices.ContainsFunc(leaf.Attr, func(a xml.Attr) bool { return a.Value == "words" }) {
				continue
			}
			upright := slices.ContainsFunc(leaf.Attr, func(a xml.Attr) bool { return a.Name.Local == "mathvariant" })
			if r, size := utf8.DecodeRuneInString(s); leaf.Name.Local == "mi" && size == len(s) && !upright {
				if styled := italics.letter(r); styled != 0 {
					s = string(styled)
				}
			}
			out = append(out, []rune(s)...)
		}
	}
}
