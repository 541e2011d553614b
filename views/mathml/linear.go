package mathml

import (
	"strings"
	"unicode/utf8"
)

// A liner writes the linear text form of a formula.
type liner struct{ b strings.Builder }

func linear(r row) string {
	var l liner
	l.items(r)
	return strings.TrimSpace(l.b.String())
}

// gap writes a space unless there is one or it would begin the text.
func (l *liner) gap() {
	s := l.b.String()
	if s != "" && s[len(s)-1] != ' ' {
		l.b.WriteByte(' ')
	}
}

// pause sets one formula off from the next.
func (l *liner) pause() {
	l.trim()
	s := l.b.String()
	if s != "" && !strings.ContainsAny(s[len(s)-1:], ",;.:") {
		l.b.WriteByte(',')
	}
	l.gap()
}

func (l *liner) items(r row) {
	for i, n := range r {
		if i > 0 && standsApart(n) && touches(r[i-1]) {
			l.gap()
		}
		l.node(n)
		if i+1 < len(r) && (n.class() == large || isWide(n) || isFunction(n) && setsOff(n, r[i+1])) {
			l.gap()
		}
	}
}

// setsOff reports whether a space follows a function before its argument.
func setsOff(function, argument node) bool {
	if o := core(argument); o != nil && o.symbol.class == opening {
		_, ok := function.(scripted)
		return ok && o.symbol.text != "(" // min_θ ‖θ‖, but log|K| and sin²(x)
	}
	return argument.class() == ord && takesSpace(argument)
}

// standsApart reports whether a space precedes n behind another factor.
func standsApart(n node) bool { return isFunction(n) || n.class() == large || isWide(n) }

// isWide reports whether n is a fraction in linear text, which a factor beside
// it would seem to join.
func isWide(n node) bool {
	f, ok := n.(fraction)
	return ok && vulgar(f) == ""
}

func (l *liner) node(n node) {
	switch n := n.(type) {
	case ident:
		l.write(n.symbol)
	case number:
		l.b.WriteString(string(n))
	case *operator:
		l.operator(n)
	case text:
		l.b.WriteString(strings.ReplaceAll(string(n), "\u00a0", " "))
	case space:
		switch {
		case isWideSpace(n):
			l.pause()
		case n != "":
			l.gap()
		}
	case row:
		l.items(n)
	case fraction:
		l.fraction(n)
	case root:
		l.root(n)
	case scripted:
		l.node(n.base)
		if _, ok := n.base.(braced); ok {
			l.label(n.sub, n.sup)
			return
		}
		l.script(n.sub, "_", subscripts)
		l.script(n.sup, "^", superscripts)
	case accented:
		l.overlaid(n.base, n.combining)
	case lined:
		mark := "\u0305"
		if n.under {
			mark = "\u0332"
		}
		l.overlaid(n.body, mark)
	case braced:
		l.items(n.body)
	case stacked:
		l.stacked(n)
	case fence:
		l.b.WriteString(n.open)
		l.items(n.body)
		l.trim()
		l.b.WriteString(n.close)
	case table:
		l.table(n)
	case marked:
		l.items(n.body)
	case styled:
		l.items(n.body)
	}
}

// stacked writes what is below as a subscript, and what is above in brackets.
func (l *liner) stacked(n stacked) {
	l.items(n.base)
	if n.under {
		l.script(n.other, "_", subscripts)
		return
	}
	l.label(n.other)
	l.gap()
}

// label writes what stands at a brace in brackets.
func (l *liner) label(scripts ...node) {
	for _, n := range scripts {
		if n != nil {
			l.gap()
			l.b.WriteString("(" + linear(row{n}) + ")")
		}
	}
}

// trim takes back the space at the end.
func (l *liner) trim() {
	s := l.b.String()
	if trimmed := strings.TrimRight(s, " "); trimmed != s {
		l.b.Reset()
		l.b.WriteString(trimmed)
	}
}

func (l *liner) write(s symbol) {
	if s.plain != "" {
		l.b.WriteString(s.plain)
		return
	}
	l.b.WriteString(s.text)
}

func (l *liner) operator(o *operator) {
	switch {
	case o.symbol.class == rel, o.symbol.class == bin:
		l.gap()
		l.write(o.symbol)
		l.gap()
	case o.symbol.class == punct:
		l.trim()
		l.write(o.symbol)
		l.gap()
	case o.symbol.class == closing:
		l.trim()
		l.write(o.symbol)
	default:
		l.write(o.symbol)
	}
}

// vulgar returns the character for a fraction that has one.
func vulgar(f fraction) string {
	if f.binomial || len(f.num) != 1 || len(f.den) != 1 || f.num[0] != number("1") {
		return ""
	}
	for r, den := range vulgarFractions {
		if f.den[0] == den {
			return string(r)
		}
	}
	return ""
}

func (l *liner) fraction(f fraction) {
	if s := vulgar(f); s != "" {
		l.b.WriteString(s)
		return
	}
	num, den := linear(f.num), linear(f.den)
	if f.binomial {
		l.b.WriteString("C(" + num + ", " + den + ")")
		return
	}
	if strings.ContainsAny(num, " /") {
		num = "(" + num + ")"
	}
	if !isSimple(f.den) {
		den = "(" + den + ")"
	}
	l.b.WriteString(num + "/" + den)
}

// isSimple reports whether r is one expression, so that no brackets are needed.
func isSimple(r row) bool {
	if len(r) != 1 {
		return false
	}
	switch n := r[0].(type) {
	case row:
		return isSimple(n)
	case marked:
		return isSimple(n.body)
	case fraction:
		return vulgar(n) != ""
	case styled:
		return isSimple(n.body)
	}
	return true
}

func (l *liner) root(n root) {
	sign := "√"
	if n.index != nil {
		sign = raised(linear(n.index)) + sign
	}
	l.b.WriteString(sign)
	l.bracketed(n.body)
}

// bracketed writes a row, in brackets unless it is one expression.
func (l *liner) bracketed(r row) {
	if isSimple(r) {
		l.items(r)
		return
	}
	l.b.WriteString("(" + linear(r) + ")")
}

// overlaid writes a letter with a combining mark, and more than a letter in
// brackets that carry it.
func (l *liner) overlaid(r row, mark string) {
	s := linear(r)
	if utf8.RuneCountInString(s) > 1 {
		s = "(" + s + ")"
	}
	l.b.WriteString(s + mark)
}

// table writes rows between brackets, divided by semicolons.
func (l *liner) table(n table) {
	open, between, after := "", ", ", ""
	switch n.name {
	case "cases", "aligned":
		between = " "
	case "matrix", "smallmatrix", "array":
		open, after = "[", "]"
	}
	l.b.WriteString(open)
	for i, cells := range n.rows {
		if i > 0 {
			l.b.WriteString("; ")
		}
		written := false
		for _, cell := range cells {
			s := linear(cell)
			if s == "" {
				continue
			}
			if written {
				l.b.WriteString(between)
			}
			l.b.WriteString(s)
			written = true
		}
	}
	l.b.WriteString(after)
}
