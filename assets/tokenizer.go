package assets

import "strings"

// A tokenKind tells what a token of JavaScript is.
type tokenKind uint8

const (
	word   tokenKind = iota // a name, a keyword or a number
	mark                    // one character of punctuation
	quoted                  // a string with its quotation marks
	other                   // a template or a regular expression
)

// A tokenizer divides JavaScript into tokens, as far as finding imports needs:
// what it must get right is where comments, strings, templates and regular
// expressions begin and end.
type tokenizer struct {
	js         string
	start, pos int // of the current token
	kind       tokenKind
	braces     []bool // open braces; true where one ends a template's ${
}

func (t *tokenizer) token() string { return t.js[t.start:t.pos] }
func (t *tokenizer) rest() string  { return t.js[t.pos:] }

// next moves to the next token and reports whether there is one.
func (t *tokenizer) next() bool {
	last, lastKind := t.token(), t.kind
	t.skip()
	if t.pos >= len(t.js) {
		return false
	}
	t.start = t.pos
	c := t.js[t.pos]
	t.pos++
	switch {
	case isWord(c):
		t.kind = word
		for t.pos < len(t.js) && isWord(t.js[t.pos]) {
			t.pos++
		}
	case c == '"', c == '\'':
		t.kind = quoted
		t.until(c)
	case c == '`':
		t.kind = other
		t.template()
	case c == '/' && beginsExpression(last, lastKind):
		t.kind = other
		t.regexp()
	default:
		t.kind = mark
		t.brace(c)
	}
	return true
}

// skip passes over blanks and comments.
func (t *tokenizer) skip() {
	for t.pos < len(t.js) {
		rest := t.rest()
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			t.pos++
		case strings.HasPrefix(rest, "//"):
			t.past("\n")
		case strings.HasPrefix(rest, "/*"):
			t.past("*/")
		default:
			return
		}
	}
}

func (t *tokenizer) past(end string) {
	i := strings.Index(t.rest(), end)
	if i < 0 {
		t.pos = len(t.js)
		return
	}
	t.pos += i + len(end)
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '#' || c >= 0x80
}

// until passes over a string up to its closing mark.
func (t *tokenizer) until(end byte) {
	for t.pos < len(t.js) {
		c := t.js[t.pos]
		t.pos++
		switch c {
		case '\\':
			t.pos = min(t.pos+1, len(t.js))
		case end:
			return
		}
	}
}

// template passes over a template up to its end or to a ${ within it, whose
// tokens then come one by one.
func (t *tokenizer) template() {
	for t.pos < len(t.js) {
		c := t.js[t.pos]
		t.pos++
		switch {
		case c == '\\':
			t.pos = min(t.pos+1, len(t.js))
		case c == '`':
			return
		case c == '$' && t.pos < len(t.js) && t.js[t.pos] == '{':
			t.pos++
			t.braces = append(t.braces, true)
			return
		}
	}
}

// brace follows braces, so that the one that ends a ${ is known: behind it the
// template goes on.
func (t *tokenizer) brace(c byte) {
	switch c {
	case '{':
		t.braces = append(t.braces, false)
	case '}':
		n := len(t.braces) - 1
		if n < 0 {
			return
		}
		inTemplate := t.braces[n]
		t.braces = t.braces[:n]
		if inTemplate {
			t.kind = other
			t.template()
		}
	}
}

// regexp passes over a regular expression; a / within […] does not end it.
func (t *tokenizer) regexp() {
	class := false
	for t.pos < len(t.js) {
		c := t.js[t.pos]
		t.pos++
		switch {
		case c == '\\':
			t.pos = min(t.pos+1, len(t.js))
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class, c == '\n':
			return
		}
	}
}

// operand are the words behind which an expression begins, so that / there is
// no division.
var operand = map[string]bool{
	"return": true, "typeof": true, "case": true, "in": true, "of": true, "delete": true, "void": true,
	"throw": true, "new": true, "else": true, "do": true, "await": true, "yield": true, "instanceof": true,
}

// beginsExpression reports whether an expression, and no operator, follows the
// token. Behind ) and } a / is taken as a division.
func beginsExpression(token string, kind tokenKind) bool {
	switch kind {
	case word:
		return token == "" || operand[token]
	case mark:
		return token != ")" && token != "]" && token != "}"
	}
	return strings.HasSuffix(token, "${")
}
