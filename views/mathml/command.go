package mathml

import (
	"strings"
	"unicode/utf8"
)

// command reads a command and its arguments.
func (p *parser) command() node {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	at := p.pos
	token := p.token()
	p.pos += len(token)
	name := token[1:]
	if n, ok := named(name); ok {
		return n
	}
	if d, ok := delimiters[token]; ok {
		o := &operator{symbol: d}
		if d.text == "|" || d.text == "‖" {
			o.form = barForm(d.class)
		}
		return o
	}
	if a, ok := accents[name]; ok {
		return accented{accent: a, base: p.argument(token)}
	}
	if alphabet, ok := alphabets[name]; ok {
		return p.restyled(at, token, alphabet)
	}
	if size, class, ok := sized(name); ok {
		return p.bracket(token, size, class)
	}
	switch name {
	case "frac", "dfrac", "tfrac", "binom":
		f := fraction{num: p.argument(token), den: p.argument(token), binomial: name == "binom"}
		switch name {
		case "dfrac":
			f.display = "true"
		case "tfrac":
			f.display = "false"
		}
		return f
	case "sqrt":
		return p.root(token)
	case "overline", "underline":
		return lined{body: p.argument(token), under: name == "underline"}
	case "underbrace", "overbrace":
		return braced{body: p.argument(token), under: name == "underbrace"}
	case "overset", "stackrel", "underset":
		other := p.argument(token)
		return stacked{base: p.argument(token), other: other, under: name == "underset"}
	case "text", "textrm", "mbox":
		return text(p.raw(token))
	case "mathrm":
		return p.roman(token)
	case "operatorname":
		return p.operatorName(token)
	case "left":
		return p.fence(at)
	case "begin":
		return p.environment(at)
	case "hl":
		return marked{body: p.argument(token)}
	case "ref":
		return p.reference(token)
	}
	p.failf(at, "unknown command %s", token)
	return nil
}

// named looks up the commands that are one character, one word or one space.
func named(name string) (node, bool) {
	if s, ok := letters[name]; ok {
		return ident{symbol: s}, true
	}
	if s, ok := operators[name]; ok {
		return &operator{symbol: s, limits: s.class == large && !integrals[name]}, true
	}
	if limits, ok := functions[name]; ok {
		return ident{symbol: symbol{text: name}, function: true, limits: limits}, true
	}
	if width, ok := spaces[name]; ok {
		return space(width), true
	}
	return nil, false
}

func barForm(c class) form {
	switch c {
	case opening:
		return prefix
	case closing:
		return postfix
	}
	return byPlace
}

func (p *parser) root(token string) node {
	var index row
	if p.peek() == '[' {
		at := p.pos
		p.pos++
		index = p.rowUntil(opening, ']')
		if p.err != nil {
			return nil
		}
		if p.peek() != ']' {
			p.failf(at, "[ without its partner")
			return nil
		}
		p.pos++
	}
	return root{body: p.argument(token), index: index}
}

// roman reads \mathrm{…}: one word without spaces.
func (p *parser) roman(token string) node {
	word := strings.ReplaceAll(p.raw(token), " ", "")
	s := symbol{text: word}
	if utf8.RuneCountInString(word) == 1 {
		s.attrs = upright
	}
	return ident{symbol: s}
}

func (p *parser) operatorName(token string) node {
	limits := false
	if p.pos < len(p.tex) && p.tex[p.pos] == '*' {
		limits = true
		p.pos++
	}
	s := symbol{text: strings.TrimSpace(p.raw(token))}
	if utf8.RuneCountInString(s.text) == 1 {
		s.attrs = upright
	}
	return ident{symbol: s, function: true, limits: limits}
}

// sized splits \bigl, \Biggr, \bigm and \big into a height and a class.
func sized(name string) (size string, c class, ok bool) {
	if size, ok := sizes[name]; ok {
		return size, ord, true
	}
	if name == "" {
		return "", ord, false
	}
	last := len(name) - 1
	size, ok = sizes[name[:last]]
	switch name[last] {
	case 'l':
		return size, opening, ok
	case 'r':
		return size, closing, ok
	case 'm':
		return size, rel, ok
	}
	return "", ord, false
}

// bracket reads the bracket behind \bigl and its like.
func (p *parser) bracket(token, size string, c class) node {
	d, ok := p.delimiter(token)
	if !ok {
		return nil
	}
	o := &operator{symbol: symbol{class: c, text: d}, size: size, form: barForm(c)}
	if o.form == byPlace {
		o.form, o.attrs = infix, tight
	}
	return o
}

// delimiter reads the bracket that a command calls for. A point stands for none.
func (p *parser) delimiter(of string) (string, bool) {
	p.skipSpace()
	token := p.token()
	d, ok := delimiters[token]
	switch {
	case token == ".":
	case token == "<":
		d.text = "⟨"
	case token == ">":
		d.text = "⟩"
	case token == "/":
		d.text = "/"
	case !ok:
		p.failf(p.pos, "%s without its bracket", of)
		return "", false
	}
	p.pos += len(token)
	return d.text, true
}

// fence reads \left…\right, with \middle in between.
func (p *parser) fence(at int) node {
	open, ok := p.delimiter(`\left`)
	if !ok {
		return nil
	}
	body := p.row(opening)
	for p.err == nil && p.token() == `\middle` {
		p.pos += len(`\middle`)
		bar, ok := p.delimiter(`\middle`)
		if !ok {
			return nil
		}
		body = append(body, &operator{symbol: symbol{class: rel, text: bar}, form: infix, size: middle})
		body = append(body, p.row(opening)...)
	}
	if p.err != nil {
		return nil
	}
	if p.token() != `\right` {
		p.failf(at, `\left without its \right`)
		return nil
	}
	p.pos += len(`\right`)
	closing, ok := p.delimiter(`\right`)
	if !ok {
		return nil
	}
	f := fence{open: open, close: closing, body: body, tall: isTall(body)}
	if !f.tall {
		for _, n := range body {
			if o, ok := n.(*operator); ok && o.size == middle {
				o.size = ""
			}
		}
	}
	return f
}

// environment reads \begin{…} … \end{…}.
func (p *parser) environment(at int) node {
	name := p.raw(`\begin`)
	brackets, ok := environments[name]
	if p.err == nil && !ok {
		p.failf(at, "unknown environment %s", name)
	}
	t := table{name: name}
	if name == "array" {
		t.align = p.raw(`\begin{array}`)
		if strings.Trim(t.align, "lcr") != "" {
			p.failf(at, "columns %q of an array are not l, c or r", t.align)
		}
	}
	cells := []row{p.cell(t, 0)}
	for p.err == nil {
		switch p.token() {
		case "&":
			p.pos++
			cells = append(cells, p.cell(t, len(cells)))
			continue
		case `\\`:
			p.pos += 2
			t.rows = append(t.rows, cells)
			cells = []row{p.cell(t, 0)}
			continue
		case `\end`:
		default:
			p.failf(at, `\begin{%s} without its \end`, name)
			return nil
		}
		if len(cells) > 1 || len(cells[0]) > 0 || len(t.rows) == 0 {
			t.rows = append(t.rows, cells) // \\ before \end begins no row
		}
		break
	}
	p.pos += len(`\end`)
	if p.err != nil {
		p.pos = len(p.tex)
		return nil
	}
	endAt := p.pos
	if end := p.raw(`\end`); end != name {
		p.failf(endAt, `\begin{%s} ended by \end{%s}`, name, end)
		return nil
	}
	if brackets.open == "" {
		return t
	}
	return fence{open: brackets.open, close: brackets.close, body: row{t}, tall: true}
}

// cell reads one cell of a table. The right-hand cells of aligned continue what
// stands to their left.
func (p *parser) cell(t table, column int) row {
	if t.name == "aligned" && column%2 == 1 {
		return p.row(ord)
	}
	return p.row(opening)
}

// reference reads \ref{id}{…}.
func (p *parser) reference(token string) node {
	at := p.pos
	id := p.raw(token)
	if p.err == nil && !isReference(id) {
		p.failf(at, "%q is not a reference", id)
	}
	return marked{ref: id, body: p.argument(token)}
}

// isReference reports whether s can name a thing on the board: letters, digits
// and "-_.:", 1 to 64 of them.
func isReference(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && strings.IndexByte("-_.:", s[i]) < 0 {
			return false
		}
	}
	return s != "" && len(s) <= 64
}
