package mathml

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a formula.
const (
	MaxLength = 8 << 10 // bytes
	MaxDepth  = 48      // braces, arguments and environments within each other
)

// A SyntaxError says what is wrong with a formula and where.
type SyntaxError struct {
	TeX     string
	Pos     int // of the offending character, counted from 1
	Problem string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("formula %s: %s at character %d", quote(e.TeX), e.Problem, e.Pos)
}

// quote shortens a formula to what an error message can bear.
func quote(tex string) string {
	const most = 80
	runes := []rune(tex)
	if len(runes) > most {
		return fmt.Sprintf("%q…", string(runes[:most]))
	}
	return fmt.Sprintf("%q", tex)
}

// A parser reads a formula from left to right. The first error ends it: pos
// moves to the end, so that every loop finds nothing more to do.
type parser struct {
	tex   string
	pos   int
	depth int
	err   *SyntaxError
}

func parse(tex string) (row, error) {
	p := &parser{tex: tex}
	if len(tex) > MaxLength {
		return nil, p.failf(0, "%d bytes are more than %d", len(tex), MaxLength)
	}
	if !utf8.ValidString(tex) {
		return nil, p.failf(0, "not UTF-8")
	}
	if i := strings.IndexFunc(tex, isForbidden); i >= 0 {
		r, _ := utf8.DecodeRuneInString(tex[i:])
		return nil, p.failf(i, "unexpected %q", r)
	}
	r := p.row(opening)
	if p.err == nil && p.pos < len(p.tex) {
		p.failf(p.pos, "%s without its partner", p.token())
	}
	if p.err != nil {
		return nil, p.err
	}
	return r, nil
}

// isForbidden reports whether markup cannot hold a character: control
// characters but for blanks, and what is no character.
func isForbidden(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// failf records the first error, found at byte at.
func (p *parser) failf(at int, format string, args ...any) error {
	if p.err == nil {
		p.err = &SyntaxError{
			TeX: p.tex, Pos: 1 + utf8.RuneCountInString(p.tex[:at]), Problem: fmt.Sprintf(format, args...),
		}
	}
	p.pos = len(p.tex)
	return p.err
}

// row reads expressions up to what ends a row: the end, }, ], & or a command
// that belongs to an outer expression. before is what settle takes it to follow.
func (p *parser) row(before class) row { return p.rowUntil(before, 0) }

func (p *parser) rowUntil(before class, bracket byte) row {
	var r row
	for {
		c := p.peek()
		if c == 0 || c == '}' || c == '&' || c == bracket && bracket != 0 {
			break
		}
		if c == '\\' {
			switch p.token() {
			case `\right`, `\middle`, `\end`, `\\`:
				settle(r, before)
				return r
			case `\displaystyle`, `\textstyle`:
				r = append(r, p.style(bracket))
				continue
			}
		}
		n := p.expression()
		if p.err != nil {
			return nil
		}
		if n != nil {
			r = append(r, n)
		}
	}
	settle(r, before)
	return r
}

// style reads \displaystyle or \textstyle, which reach to the end of their row.
func (p *parser) style(bracket byte) node {
	command := p.token()
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.pos += len(command)
	display := "false"
	if command == `\displaystyle` {
		display = "true"
	}
	return styled{display: display, body: p.rowUntil(opening, bracket)}
}

// enter counts a level of nesting; where it returns true, leave must follow.
func (p *parser) enter() bool {
	if p.depth == MaxDepth {
		p.failf(p.pos, "nested deeper than %d", MaxDepth)
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

// expression reads an atom with its scripts. It returns nil for what leaves no
// mark, and after an error.
func (p *parser) expression() node {
	var base node = row(nil)
	if c := p.peek(); c != '^' && c != '_' && c != '\'' {
		if base = p.atom(false); base == nil {
			return nil
		}
	}
	var sub, sup node
	for p.err == nil {
		at := p.pos
		switch p.peek() {
		case '\'':
			if sup != nil {
				p.failf(at, "a second superscript")
				return nil
			}
			sup = p.primes()
			if p.peek() == '^' {
				p.pos++
				sup = row{sup, p.script(`^`)}
			}
		case '^':
			if sup != nil {
				p.failf(at, "a second superscript")
				return nil
			}
			p.pos++
			sup = p.script("^")
		case '_':
			if sub != nil {
				p.failf(at, "a second subscript")
				return nil
			}
			p.pos++
			sub = p.script("_")
		default:
			if sub == nil && sup == nil {
				return base
			}
			return scripted{base: base, sub: sub, sup: sup}
		}
	}
	return nil
}

func (p *parser) primes() node {
	n := 0
	for p.pos < len(p.tex) && p.tex[p.pos] == '\'' {
		p.pos++
		n++
	}
	text := strings.Repeat("′", n)
	switch n {
	case 2:
		text = "″"
	case 3:
		text = "‴"
	}
	return ident{symbol: symbol{text: text}}
}

func (p *parser) script(of string) node {
	r := p.argument(of)
	alone(r)
	if len(r) == 1 {
		return r[0]
	}
	return r
}

// argument reads what a command applies to: a group in braces or one atom, of
// which a digit is one.
func (p *parser) argument(of string) row {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	switch c := p.peek(); {
	case c == '{':
		return p.group(opening)
	case c == 0, c == '}', c == '&', c == '^', c == '_', c == '\'':
		p.failf(p.pos, "%s without its argument", of)
		return nil
	}
	n := p.atom(true)
	if n == nil {
		p.failf(p.pos, "%s without its argument", of)
		return nil
	}
	r := row{n}
	settle(r, opening)
	return r
}

// group reads {…}; the parser stands at the opening brace.
func (p *parser) group(before class) row {
	at := p.pos
	p.pos++
	r := p.row(before)
	if p.err != nil {
		return nil
	}
	if p.peek() != '}' {
		p.failf(at, "{ without its partner")
		return nil
	}
	p.pos++
	return r
}

// atom reads one expression without scripts. With single, digits are read one
// by one, as TeX does after a command: \frac12 is a half.
func (p *parser) atom(single bool) node {
	at := p.pos
	c := p.peek()
	switch {
	case c == '{':
		if !p.enter() {
			return nil
		}
		defer p.leave()
		r := p.group(opening)
		alone(r)
		return r
	case c == '\\':
		return p.command()
	case isDigit(c), c == '.' && p.pos+1 < len(p.tex) && isDigit(p.tex[p.pos+1]) && !single:
		return p.number(single)
	}
	token := p.token()
	p.pos += len(token)
	if isLetter(c) {
		return ident{symbol: symbol{text: token}}
	}
	if d, ok := delimiters[token]; ok {
		return &operator{symbol: d}
	}
	r, _ := utf8.DecodeRuneInString(token)
	if r == ':' && p.pos < len(p.tex) && p.tex[p.pos] == '=' {
		p.pos++
		return &operator{symbol: operators["coloneqq"]}
	}
	if s, ok := ascii[r]; ok {
		return &operator{symbol: s}
	}
	if c == '~' {
		return space(spaces["~"])
	}
	if s, ok := direct[r]; ok {
		if s.class == ord {
			return ident{symbol: s}
		}
		return &operator{symbol: s}
	}
	if den, ok := vulgarFractions[r]; ok {
		return fraction{num: row{number("1")}, den: row{den}}
	}
	if r >= 0x80 && unicode.IsLetter(r) {
		return ident{symbol: symbol{text: token, attrs: upright}}
	}
	p.failf(at, "unexpected %q", token)
	return nil
}

// vulgarFractions are those with 1 on top that have a character, by what is
// below.
var vulgarFractions = map[rune]number{'½': "2", '⅓': "3", '¼': "4"}

func (p *parser) number(single bool) node {
	start := p.pos
	p.pos++
	for !single && p.pos < len(p.tex) {
		c := p.tex[p.pos]
		point := c == '.' && p.pos+1 < len(p.tex) && isDigit(p.tex[p.pos+1]) && strings.IndexByte(p.tex[start:p.pos], '.') < 0
		if !isDigit(c) && !point {
			break
		}
		p.pos++
	}
	return number(p.tex[start:p.pos])
}
