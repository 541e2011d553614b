package mathml

import (
	"maps"
	"slices"
)

// What the compiler can write is a closed set of characters, so that pages need
// no more of a font than these. Words are in the font of the page.

// usual are the characters, besides letters and digits, that most formulas consist of.
const usual = "()[]{}⟨⟩⌊⌋⌈⌉|∣‖∥+−±×÷⋅·∗∘⊙=<>≤≥≪≫≠≈∝∼≡≔≺≻∈∉⊂⊆∪∩∖∧∨¬→←↔↦⇒⇔,;:.!?/%_#~¯ˆ˙¨′″\u0302\u0303\u0332⏞⏟…⋯⋮⋱" +
	"∑∏∫⋃⋂√∞∂∇∅⊤⊥∀∃∠ℓΓΔΘΛΞΠΣΦΨΩ𝟏𝒫𝒴\u00a0 "

// italics are the letters that a browser draws for a single letter in an <mi>.
var italics = alphabet{upper: 0x1D434, lower: 0x1D44E, greekUpper: 0x1D6E2, greekLower: 0x1D6FC, exceptions: map[rune]rune{'h': 'ℎ'}}

const (
	capitals     = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smallLetters = "abcdefghijklmnopqrstuvwxyz"
	digits       = "0123456789"
	greekSmall   = "αβγδεζηθικλμνξοπρςστυφχψω" + greekVariants
	greekCapital = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
)

// Specimens are the letters at which a renderer measures how high and deep the
// letters of a font are, before it fits any to the pixels. FreeType does so.
// A font without them would look another way on small screens.
const Specimens = capitals + smallLetters + greekCapital + greekSmall

// Common are the characters of most formulas, in order.
func Common() []rune {
	set := map[rune]bool{}
	add(set, usual+Specimens+digits)
	for _, r := range capitals + smallLetters + greekSmall {
		set[italics.letter(r)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// InScripts are the characters that scripts mostly consist of.
func InScripts() []rune {
	set := map[rune]bool{}
	add(set, digits+"+−=(),∗")
	for _, r := range smallLetters {
		set[italics.letter(r)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// Rare are the other characters that formulas can have, in order.
func Rare() []rune {
	set := map[rune]bool{}
	for _, symbols := range []map[string]symbol{letters, operators, delimiters} {
		for _, s := range symbols {
			add(set, s.text)
		}
	}
	for _, symbols := range []map[rune]symbol{ascii, direct} {
		for _, s := range symbols {
			add(set, s.text)
		}
	}
	for _, a := range accents {
		add(set, a.over+a.wide)
	}
	for _, e := range environments {
		add(set, e.open+e.close)
	}
	add(set, "‴")
	styles := append(slices.Collect(maps.Values(alphabets)), italics)
	for _, r := range capitals + smallLetters + digits + greekCapital + greekSmall + "∇" {
		for _, a := range styles {
			if styled := a.letter(r); styled != 0 {
				set[styled] = true
			}
		}
	}
	for _, r := range Common() {
		delete(set, r)
	}
	return slices.Sorted(maps.Keys(set))
}

func add(set map[rune]bool, s string) {
	for _, r := range s {
		set[r] = true
	}
}
