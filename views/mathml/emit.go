package mathml

import (
	"strings"
	"unicode/utf8"
)

// An emitter writes MathML.
type emitter struct {
	strings.Builder
	scripts int // how many scripts it is in; no spaces around signs there
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func (e *emitter) add(parts ...string) {
	for _, s := range parts {
		e.WriteString(s)
	}
}

// leaf writes an element with characters in it.
func (e *emitter) leaf(tag, attrs, s string) {
	e.add("<", tag, attrs, ">")
	if strings.ContainsAny(s, `&<>"`) {
		s = escapes.Replace(s)
	}
	e.add(s, "</", tag, ">")
}

// words are the attributes of words: upright, in the font of the page.
const words = ` class="words" mathvariant="normal"`

// Spaces of TeX, where the browser sets none.
const (
	thin   = `<mspace width="0.1667em"/>` // around functions
	medium = `<mspace width="0.2222em"/>` // around signs
	thick  = `<mspace width="0.2778em"/>` // around relations
)

// items writes the expressions of a row one after the other.
func (e *emitter) items(r row) {
	for i, n := range r {
		around := e.around(n)
		e.add(around)
		if isFunction(n) && i > 0 && touches(r[i-1]) {
			e.add(thin)
		}
		e.node(n)
		e.add(around)
		if isFunction(n) && i+1 < len(r) && !isFunction(r[i+1]) && takesSpace(r[i+1]) {
			e.add(thin)
		}
	}
}

// around is the space on both sides of a sign or relation that carries
// something: only to a bare one does the browser give space.
func (e *emitter) around(n node) string {
	switch n.(type) {
	case scripted, stacked:
	default:
		return ""
	}
	switch c := n.class(); {
	case e.scripts > 0:
	case c == rel:
		return thick
	case c == bin:
		return medium
	}
	return ""
}

// touches reports whether a function behind n needs a space.
func touches(n node) bool {
	if _, ok := n.(space); ok {
		return false
	}
	if o := core(n); o != nil && o.form == prefix {
		return false
	}
	return n.class() == ord || n.class() == closing || n.class() == large
}

// takesSpace reports whether an expression behind a function is set off from it.
// Of brackets, only bars are.
func takesSpace(n node) bool {
	switch n := n.(type) {
	case space, fence:
		return false
	case *operator:
		bar := n.symbol.text == "|" || n.symbol.text == "‖"
		return n.symbol.class == ord || n.symbol.class == opening && bar
	case scripted:
		return takesSpace(n.base)
	}
	return n.class() == ord
}

// group writes a row as one element.
func (e *emitter) group(r row) {
	if len(r) == 1 && !isWords(r[0]) {
		e.node(r[0])
		return
	}
	e.add("<mrow>")
	e.items(r)
	e.add("</mrow>")
}

func (e *emitter) node(n node) {
	switch n := n.(type) {
	case ident:
		e.ident(n)
	case number:
		e.leaf("mn", "", string(n))
	case *operator:
		e.operator(n)
	case text:
		if s := string(n); s != "" && Punctuation(s) == s {
			e.leaf("mtext", ` class="words"`, s) // before a name that stands upright Firefox leaves a gap
			return
		}
		// Not mtext: browsers take that for a blank, and then set no space around
		// a relation that has only words on both sides.
		e.leaf("mi", words, edgeBlanks(string(n)))
	case space:
		if n != "" {
			e.add(`<mspace width="`, string(n), `"/>`)
		}
	case row:
		e.group(n)
	case fraction:
		e.fraction(n)
	case root:
		e.root(n)
	case scripted:
		e.scripted(n)
	case accented:
		e.accented(n)
	case lined:
		e.lined(n)
	case braced:
		e.braced(n)
	case stacked:
		e.stacked(n)
	case fence:
		e.fence(n)
	case table:
		e.table(n)
	case marked:
		if n.ref != "" {
			e.add(`<mrow data-ref="`, n.ref, `">`)
		} else {
			e.add(`<mrow class="hl">`)
		}
		e.items(n.body)
		e.add("</mrow>")
	case styled:
		e.add(`<mstyle displaystyle="`, n.display, `">`)
		e.items(n.body)
		e.add("</mstyle>")
	}
}

// edgeBlanks keeps blanks at both ends of words, which the browser would drop.
func edgeBlanks(s string) string {
	inner := strings.Trim(s, " ")
	if inner == "" {
		return strings.Repeat("\u00a0", len(s))
	}
	lead := strings.Index(s, inner[:1])
	return strings.Repeat("\u00a0", lead) + inner + strings.Repeat("\u00a0", len(s)-lead-len(inner))
}

// ident writes a letter or a name. A function that carries limits is an
// operator, because only an operator's limits can move.
func (e *emitter) ident(n ident) {
	if n.limits {
		e.leaf("mo", ` form="prefix" movablelimits="true"`+tight, n.symbol.text)
		return
	}
	e.leaf("mi", n.attrs, n.symbol.text)
}

func (e *emitter) operator(o *operator) {
	e.add("<mo")
	switch o.form {
	case prefix:
		e.add(` form="prefix"`)
	case infix:
		e.add(` form="infix"`)
	case postfix:
		e.add(` form="postfix"`)
	}
	switch {
	case o.size == middle:
		e.add(` stretchy="true"`)
	case o.size != "":
		e.add(` stretchy="true" symmetric="true" minsize="`, o.size, `" maxsize="`, o.size, `"`)
	case o.symbol.class == opening, o.symbol.class == closing, o.symbol.text == "|", o.symbol.text == "‖":
		e.add(` stretchy="false"`)
	}
	attrs := o.attrs
	if c := o.symbol.class; e.scripts > 0 && (c == rel || c == bin || c == punct) {
		attrs = tight
	}
	e.operatorEnd(attrs, o.symbol.text)
}

// operatorEnd completes an <mo that is open still.
func (e *emitter) operatorEnd(attrs, s string) {
	switch s {
	case "<":
		s = "&lt;"
	case ">":
		s = "&gt;"
	case "&":
		s = "&amp;"
	}
	e.add(attrs, ">", s, "</mo>")
}

func (e *emitter) fraction(n fraction) {
	if n.display != "" {
		e.add(`<mstyle displaystyle="`, n.display, `">`)
	}
	if n.binomial {
		e.add(`<mrow><mo>(</mo><mfrac linethickness="0">`)
	} else {
		e.add("<mfrac>")
	}
	e.group(n.num)
	e.group(n.den)
	e.add("</mfrac>")
	if n.binomial {
		e.add("<mo>)</mo></mrow>")
	}
	if n.display != "" {
		e.add("</mstyle>")
	}
}

func (e *emitter) root(n root) {
	if n.index == nil {
		e.add("<msqrt>")
		e.items(n.body)
		e.add("</msqrt>")
		return
	}
	e.add("<mroot>")
	e.group(n.body)
	e.group(n.index)
	e.add("</mroot>")
}

// scriptTags are the elements for a sub- and a superscript and for both, beside
// the base and above and below it.
var scriptTags = [2][3]string{{"msub", "msup", "msubsup"}, {"munder", "mover", "munderover"}}

func (e *emitter) scripted(n scripted) {
	tags := scriptTags[0]
	if hasLimits(n.base) {
		tags = scriptTags[1]
	}
	tag := tags[2]
	switch {
	case n.sup == nil:
		tag = tags[0]
	case n.sub == nil:
		tag = tags[1]
	}
	e.add("<", tag, ">")
	e.node(n.base)
	e.scripts++
	for _, script := range [2]node{n.sub, n.sup} {
		if script != nil {
			e.script(script)
		}
	}
	e.scripts--
	e.add("</", tag, ">")
}

// script writes one script as one element.
func (e *emitter) script(n node) {
	if isWords(n) {
		e.group(row{n})
		return
	}
	e.node(n)
}

// isWords reports whether an expression is words and nothing else. They have a size
// of their own, so an element around them has to take that of a script or of a part
// of a fraction: on one element the two exclude each other.
func isWords(n node) bool {
	_, ok := n.(text)
	return ok
}

func (e *emitter) accented(n accented) {
	if n.apart {
		e.add("<mover>")
	} else {
		e.add(`<mover accent="true">`)
	}
	e.group(n.base)
	if n.wide != "" && !isLetterRow(n.base) {
		e.add(`<mo stretchy="true">`, n.wide)
	} else {
		e.add(`<mo stretchy="false">`, n.over)
	}
	e.add("</mo></mover>")
}

// isLetterRow reports whether a row is a single letter.
func isLetterRow(r row) bool {
	if len(r) != 1 {
		return false
	}
	n, ok := r[0].(ident)
	return ok && utf8.RuneCountInString(n.symbol.text) == 1
}

// lined draws the line with U+0332: of the characters for it, the one that the
// font can stretch. It cannot be as short as a letter.
func (e *emitter) lined(n lined) {
	if isLetterRow(n.body) {
		e.overlay(n.body, n.under, "¯", "_")
		return
	}
	e.overlay(n.body, n.under, "\u0332", "\u0332")
}

func (e *emitter) braced(n braced) { e.overlay(n.body, n.under, "⏞", "⏟") }

// overlay writes a row with a character that stretches to its width.
func (e *emitter) overlay(r row, isUnder bool, over, under string) {
	tag, mark := "mover", over
	if isUnder {
		tag, mark = "munder", under
	}
	e.add("<", tag, ">")
	e.group(r)
	e.add(`<mo stretchy="true">`, mark, "</mo></", tag, ">")
}

func (e *emitter) stacked(n stacked) {
	tag := "mover"
	if n.under {
		tag = "munder"
	}
	e.add("<", tag, ">")
	e.group(n.base)
	e.scripts++
	e.group(n.other)
	e.scripts--
	e.add("</", tag, ">")
}
