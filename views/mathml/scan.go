package mathml

import (
	"strings"
	"unicode/utf8"
)

func (p *parser) skipSpace() {
	for p.pos < len(p.tex) && strings.IndexByte(" \t\r\n", p.tex[p.pos]) >= 0 {
		p.pos++
	}
}

// peek returns the next character that is not a blank, 0 at the end.
func (p *parser) peek() byte {
	p.skipSpace()
	if p.pos == len(p.tex) {
		return 0
	}
	return p.tex[p.pos]
}

// token returns the command or character at the place where the parser stands
// without moving: `\alpha`, `\,`, "x". It is empty at the end.
func (p *parser) token() string {
	rest := p.tex[p.pos:]
	if rest == "" {
		return ""
	}
	if rest[0] != '\\' {
		_, n := utf8.DecodeRuneInString(rest)
		return rest[:n]
	}
	n := 1
	for n < len(rest) && isLetter(rest[n]) {
		n++
	}
	if n == 1 && len(rest) > 1 {
		_, size := utf8.DecodeRuneInString(rest[1:])
		n += size
	}
	return rest[:n]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// raw reads {…} as characters, with no commands in it but escaped characters.
func (p *parser) raw(of string) string {
	if p.peek() != '{' {
		p.failf(p.pos, "%s without its argument in braces", of)
		return ""
	}
	at := p.pos
	p.pos++
	var b strings.Builder
	for p.pos < len(p.tex) {
		c := p.tex[p.pos]
		switch c {
		case '}':
			p.pos++
			return b.String()
		case '{', '$', '^', '&':
			p.failf(p.pos, "%q within %s{…}", c, of)
			return ""
		case '\\':
			token := p.token()
			if len(token) != 2 || !strings.Contains(`\{}$%#&_ ,`, token[1:]) {
				p.failf(p.pos, "%s within %s{…}", token, of)
				return ""
			}
			c = token[1]
			if c == ',' {
				c = ' '
			}
			p.pos++
		case '~':
			b.WriteString("\u00a0")
			p.pos++
			continue
		}
		b.WriteByte(c)
		p.pos++
	}
	p.failf(at, "{ without its partner")
	return ""
}
