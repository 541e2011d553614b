package expression

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind of token.
type kind byte

const (
	end    kind = iota
	number      // with its text
	name        // a variable, a constant or a function, with its text
	power       // a superscript, with its digits as text
	sign        // one of + - * / ^ ( ) ,
	other       // what no formula contains
)

// A token is the smallest part of a formula.
type token struct {
	kind kind
	sign byte
	text string // as it was written; of a name and a power in ASCII
	at   int    // byte at which it begins
	end  int    // and the one behind it
}

// A lexer cuts a text into tokens.
type lexer struct {
	text string
	at   int
}

// signs are those that can be written otherwise.
var signs = map[rune]byte{'−': '-', '–': '-', '·': '*', '×': '*', '⋅': '*', '÷': '/', '（': '(', '）': ')', '，': ','}

// plain are subscripts and superscripts in ASCII.
var subscripts, superscripts = plain("₀₁₂₃₄₅₆₇₈₉"), plain("⁰¹²³⁴⁵⁶⁷⁸⁹")

func plain(digits string) map[rune]byte {
	m := map[rune]byte{}
	for _, r := range digits {
		m[r] = byte('0' + len(m))
	}
	return m
}

// next reads a token.
func (l *lexer) next() token {
	for {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if size == 0 || !unicode.IsSpace(r) {
			break
		}
		l.at += size
	}
	from := l.at
	r, size := utf8.DecodeRuneInString(l.text[from:])
	if size == 0 {
		return token{kind: end, at: from, end: from}
	}
	t := token{kind: other, at: from}
	switch {
	case isDigit(r) || r == '.':
		t.kind = number
		l.at += numberLen(l.text[from:])
	case isLetter(r):
		t.kind = name
		t.text = l.letters()
	case superscripts[r] != 0:
		t.kind = power
		t.text = l.run(func(r rune) byte { return superscripts[r] })
	case r == 'π':
		t.kind, t.text = name, "pi"
		l.at += size
	case strings.HasPrefix(l.text[from:], "**"):
		t.kind, t.sign = sign, '^'
		l.at += 2
	case strings.ContainsRune("+-*/^(),", r):
		t.kind, t.sign = sign, byte(r)
		l.at += size
	case signs[r] != 0:
		t.kind, t.sign = sign, signs[r]
		l.at += size
	default:
		l.at += size
	}
	t.end = l.at
	if t.text == "" {
		t.text = l.text[from:l.at]
	}
	return t
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// letters reads a name: letters and digits, subscripts among them.
func (l *lexer) letters() string {
	return l.run(func(r rune) byte {
		if isLetter(r) || isDigit(r) {
			return byte(r)
		}
		return subscripts[r]
	})
}

// run reads characters while each has an ASCII form.
func (l *lexer) run(ascii func(rune) byte) string {
	var out []byte
	for {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		c := byte(0)
		if size > 0 {
			c = ascii(r)
		}
		if c == 0 {
			return string(out)
		}
		out = append(out, c)
		l.at += size
	}
}

// numberLen is how long the number is with which a text begins: digits, points and a power
// of ten such as e-3.
func numberLen(text string) int {
	n := len(text) - len(strings.TrimLeft(text, "0123456789."))
	rest := text[n:]
	if rest == "" || rest[0] != 'e' && rest[0] != 'E' {
		return n
	}
	digits := rest[1:]
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		digits = digits[1:]
	}
	behind := strings.TrimLeft(digits, "0123456789")
	if behind == digits {
		return n
	}
	return len(text) - len(behind)
}
