package mathml

import (
	"strings"
	"unicode/utf8"
)

// script writes a script in the characters that Unicode has for it, else behind
// the mark that TeX uses.
func (l *liner) script(n node, mark string, glyphs map[rune]rune) {
	if n == nil {
		return
	}
	r, ok := n.(row)
	if !ok {
		r = row{n}
	}
	s := linear(r)
	if !hasWords(r) {
		s = strings.ReplaceAll(s, " ", "")
	}
	if small, ok := translate(s, glyphs); ok {
		l.b.WriteString(small)
		return
	}
	l.b.WriteString(mark)
	if utf8.RuneCountInString(s) == 1 {
		l.b.WriteString(s)
		return
	}
	l.b.WriteString("(" + s + ")")
}

// hasWords reports whether a row holds words, whose blanks count.
func hasWords(r row) bool {
	for _, n := range r {
		if _, ok := n.(text); ok {
			return true
		}
		if inner, ok := n.(row); ok && hasWords(inner) {
			return true
		}
	}
	return false
}

func raised(s string) string {
	if small, ok := translate(s, superscripts); ok {
		return small
	}
	return s
}

func translate(s string, glyphs map[rune]rune) (string, bool) {
	var b strings.Builder
	for _, r := range s {
		if r == ' ' {
			continue
		}
		g, ok := glyphs[r]
		if !ok {
			return "", false
		}
		b.WriteRune(g)
	}
	return b.String(), true
}

var (
	subscripts   = pairs("0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ")
	superscripts = pairs("0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾" +
		"aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻTᵀ⊤ᵀ′′″″**")
)

// pairs reads characters and their small forms in turn.
func pairs(s string) map[rune]rune {
	runes := []rune(s)
	m := make(map[rune]rune, len(runes)/2)
	for i := 0; i < len(runes); i += 2 {
		m[runes[i]] = runes[i+1]
	}
	return m
}
