package mathml

import (
	"strings"
	"unicode/utf8"
)

// An alphabet gives letters and digits another shape: the mathematical
// alphanumeric characters of Unicode, block U+1D400–1D7FF.
type alphabet struct {
	upper, lower, digit rune // where A, a and 0 stand; 0 where there are none
	greekUpper          rune // Α
	greekLower          rune // α
	exceptions          map[rune]rune
	plain               bool // linear text keeps the plain letter
}

var alphabets = map[string]alphabet{
	"mathbf":     {upper: 0x1D400, lower: 0x1D41A, digit: 0x1D7CE, greekUpper: 0x1D6A8, greekLower: 0x1D6C2, plain: true},
	"boldsymbol": {upper: 0x1D468, lower: 0x1D482, digit: 0x1D7CE, greekUpper: 0x1D71C, greekLower: 0x1D736, plain: true},
	"bm":         {upper: 0x1D468, lower: 0x1D482, digit: 0x1D7CE, greekUpper: 0x1D71C, greekLower: 0x1D736, plain: true},
	"mathbb": {upper: 0x1D538, lower: 0x1D552, digit: 0x1D7D8, exceptions: map[rune]rune{
		'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ',
	}},
	"mathcal": {upper: 0x1D49C, plain: true, exceptions: map[rune]rune{
		'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ',
	}},
	"mathfrak": {upper: 0x1D504, lower: 0x1D51E, plain: true, exceptions: map[rune]rune{
		'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ',
	}},
}

// greekVariants are the letters after ω in the mathematical alphabets.
const greekVariants = "∂ϵϑϰϕϱϖ"

// restyled reads the argument of \mathbf and its like and changes its letters.
func (p *parser) restyled(at int, token string, a alphabet) node {
	r := p.argument(token)
	for i, n := range r {
		changed, ok := a.apply(n)
		if !ok {
			p.failf(at, "%s changes letters and digits only", token)
			return nil
		}
		r[i] = changed
	}
	if len(r) == 1 {
		return r[0]
	}
	return r
}

// apply changes one expression; scripts and accents keep theirs.
func (a alphabet) apply(n node) (node, bool) {
	switch n := n.(type) {
	case ident:
		styled := a.letters(n.text)
		if styled == "" {
			return nil, false
		}
		plain := n.plain
		if plain == "" {
			plain = a.inText(n.text, styled)
		}
		n.symbol = symbol{text: styled, plain: plain}
		return n, true
	case number:
		styled := a.letters(string(n))
		if styled == "" {
			return nil, false
		}
		return ident{symbol: symbol{text: styled, plain: a.inText(string(n), styled), attrs: upright}}, true
	case scripted:
		base, ok := a.apply(n.base)
		n.base = base
		return n, ok
	case accented:
		if len(n.base) != 1 {
			return nil, false
		}
		base, ok := a.apply(n.base[0])
		n.base = row{base}
		return n, ok
	}
	return nil, false
}

// inText chooses what linear text says: the styled letters where the alphabet
// means something and they are common ones, as ℝ is.
func (a alphabet) inText(letters, styled string) string {
	if a.plain || strings.ContainsFunc(styled, func(r rune) bool { return r > 0xFFFF }) {
		return letters
	}
	return styled
}

// letters maps every character, and returns "" if the alphabet lacks one.
func (a alphabet) letters(s string) string {
	var b strings.Builder
	for _, r := range s {
		m := a.letter(r)
		if m == 0 {
			return ""
		}
		b.WriteRune(m)
	}
	return b.String()
}

func (a alphabet) letter(r rune) rune {
	if e, ok := a.exceptions[r]; ok {
		return e
	}
	from := func(start, first rune) rune {
		if start == 0 {
			return 0
		}
		return start + r - first
	}
	switch {
	case r >= 'A' && r <= 'Z':
		return from(a.upper, 'A')
	case r >= 'a' && r <= 'z':
		return from(a.lower, 'a')
	case r >= '0' && r <= '9':
		return from(a.digit, '0')
	case r >= 'Α' && r <= 'Ω':
		return from(a.greekUpper, 'Α')
	case r >= 'α' && r <= 'ω':
		return from(a.greekLower, 'α')
	case r == '∇':
		return from(a.greekUpper, '∇'-25)
	}
	// After ω, the 25th letter, come the variants in their order.
	if i := strings.IndexRune(greekVariants, r); i >= 0 && a.greekLower != 0 {
		return a.greekLower + 25 + rune(utf8.RuneCountInString(greekVariants[:i]))
	}
	return 0
}
