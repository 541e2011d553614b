package arith

import (
	"strings"
	"unicode"
)

// A Statement is a part of a text that may hold equations: it ends where a word, a
// comma, an arrow or the end of a line separates what follows.
type Statement string

// Statements cuts a formula in TeX, or a text with tex false, into statements,
// which put together are the text again.
func Statements(text string, tex bool) []Statement {
	var all []Statement
	start, depth := 0, 0
	table := false
	cut := func(end int) {
		if end > start {
			all = append(all, Statement(text[start:end]))
			start = end
		}
	}
	for i := 0; i < len(text); {
		rest := text[i:]
		size := 1
		switch c := rest[0]; {
		case angle(rest) != 0:
			depth += angle(rest)
			size = len(firstRune(rest))
			if c == '\\' {
				size = len(command(rest))
			}
		case c == '(' || c == '{' || c == '[':
			depth++
		case c == ')' || c == '}' || c == ']':
			depth--
		case c == '\\':
			size = len(command(rest))
			table = (table || strings.HasPrefix(rest, beginTable)) && !strings.HasPrefix(rest, endTable)
			if word := rest[:size]; parts(word, text[start:i]) || word == `\\` && !table && !continues(rest[size:]) {
				cut(i)
				cut(i + size)
			}
		case depth <= 0 && (c == ',' || c == ';'), c == ':', c == '.' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\n'):
			cut(i)
			cut(i + 1)
		case !tex:
			var ends bool
			if size, ends = word(rest); ends {
				cut(i)
				cut(i + size)
			}
		default:
			size = len(firstRune(rest))
		}
		i += size
	}
	cut(len(text))
	return all
}

// angle is 1 where an inner product begins, and -1 where it ends.
func angle(text string) int {
	switch token := firstRune(text); {
	case token == "⟨", token == `\` && command(text) == `\langle`:
		return 1
	case token == "⟩", token == `\` && command(text) == `\rangle`:
		return -1
	}
	return 0
}

// parts reports whether a command separates two statements. Words do unless they
// are the name of what follows: "\text{dual} = 0 \le \text{primal} = 60".
func parts(command, before string) bool {
	switch command {
	case `\quad`, `\qquad`, `\Rightarrow`, `\Leftrightarrow`, `\to`, `\rightarrow`, `\leftarrow`, `\mapsto`, `\sim`, `\in`, `\ne`, `\neq`:
		return true
	case `\text`:
		sides := Statement(before).Sides()
		return strings.Trim(sides[len(sides)-1], " &{") != ""
	}
	return false
}

// continues reports whether a new line goes on with the chain of the one before.
func continues(line string) bool {
	line = strings.TrimLeft(line, " &")
	_, size := relation(line)
	return size > 0
}

// word is the length of what is read at once in a sentence, and whether it separates
// statements: a word, an arrow or a mark does. The names of functions are no words.
func word(text string) (size int, ends bool) {
	first := firstRune(text)
	if strings.ContainsAny(first, "→←⇒…—“”?!，。：；、（）") || unicode.Is(unicode.Han, []rune(first)[0]) {
		return len(first), true
	}
	for _, c := range text {
		if !unicode.IsLetter(c) || unicode.Is(unicode.Greek, c) || isSubscript(c) {
			break
		}
		size += len(string(c))
	}
	if size < 2 {
		return len(first), false
	}
	return size, functions[text[:size]] == nil
}

func isSubscript(c rune) bool {
	return strings.ContainsRune("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜᵀ", c)
}

func firstRune(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}

// command is the TeX command at the start of a text: a backslash with letters, or
// with one other character.
func command(text string) string {
	end := 1
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	if end == 1 && len(text) > 1 {
		end += len(firstRune(text[1:]))
	}
	return text[:end]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// A rel is how two sides are said to compare.
type rel string

const (
	equal   rel = "="
	less    rel = "<"
	atMost  rel = "≤"
	more    rel = ">"
	atLeast rel = "≥"
	near    rel = "≈"
)

var relations = []struct {
	text string
	rel  rel
}{
	{"=", equal},
	{"<", less},
	{">", more},
	{"≤", atMost},
	{"≥", atLeast},
	{"≈", near},
	{`\lt`, less},
	{`\gt`, more},
	{`\leq`, atMost},
	{`\geq`, atLeast},
	{`\le`, atMost},
	{`\ge`, atLeast},
	{`\approx`, near},
}

// relation reads a relation at the start of a text; the size is 0 where there is
// none.
func relation(text string) (r rel, size int) {
	for _, c := range relations {
		if strings.HasPrefix(text, c.text) && (c.text[0] != '\\' || command(text) == c.text) {
			return c.rel, len(c.text)
		}
	}
	return "", 0
}

// Sides are what the relations of a statement compare.
func (s Statement) Sides() []string {
	sides, _ := s.sides()
	return sides
}

func (s Statement) sides() (sides []string, between []rel) {
	text := string(s)
	start, depth := 0, 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		r, size := relation(text[i:])
		if size > 0 && depth <= 0 {
			sides, between = append(sides, text[start:i]), append(between, r)
			start = i + size
		}
		switch {
		case size > 0:
		case text[i] == '\\':
			size = len(command(text[i:]))
		default:
			size = len(firstRune(text[i:]))
		}
		i += size
	}
	return append(sides, text[start:]), between
}
