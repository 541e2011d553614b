package say

import (
	"fmt"
	"strconv"
	"strings"
)

// Vars are the values that the sentences and formulas of a step may name: the
// symbols of the textbook with this step's numbers. A place in a template is
// <name>. How a value is written depends on its type and on where it stands, as
// Unicode in a sentence and as TeX within $…$ and in a formula:
//
//	"The loss falls by <drop> to <loss>."
//	"<t> is added with the weight $\eta(1-P)=<weight>$."
//	"<rows row> drawn, <wrong point is> on the wrong side"
//
// The numbers of an equation get more digits than three where it would not be true
// without them: who reckons what stands on the left gets what stands on the right.
//
// A noun behind the name counts: "1 row", "3 rows", "no point is". A template is a
// constant, and so the key under which another language has the sentence.
//
// A place may say for which number of the step its value stands, and the contract sees
// that the reader finds that number: "The loss falls to <loss=metric.loss>.", with paths as in
// a fixture. A translation needs the name alone.
//
// The types of values are float64, int, string, [Phrase], [Given], [Row], [Rows], [Math],
// [Factor], [Term], [Digits], [Power] and vectors of float64.
type Vars map[string]any

// A Row is a row of the data, counted from 0: Row(3) is written x₄, as
// \ref{x3}{x_{4}}, so that the page links it with its point.
type Row int

// Name is what people read: "x₄".
func (i Row) Name() string { return "x" + Sub(int(i)+1) }

// Ref is what marks and formulas are linked by: "x3".
func (i Row) Ref() string { return "x" + strconv.Itoa(int(i)) }

// TeX is the row in a formula.
func (i Row) TeX() string {
	return `\ref{x` + strconv.Itoa(int(i)) + `}{x_{` + strconv.Itoa(int(i)+1) + `}}`
}

// Rows are several rows, written one after the other.
type Rows []int

// A Digits is a number X with N significant digits or more, instead of three.
type Digits struct {
	X float64
	N int
}

// A Power is a number that is always written as a power of ten: 2.22 × 10⁻¹⁶.
type Power float64

// Math is a piece of TeX: within a sentence it gets its dollars.
type Math string

// A Factor is a number behind an operator: it gets brackets where it is negative
// or a power of ten.
type Factor float64

// A Term is a number that is added to what stands before it, with its sign as
// the operator: "+ 0.3", "− 0.3".
type Term float64

// Text fills the places of a sentence.
func (v Vars) Text(template string) Phrase { return v.phrase(template, openText) }

// TeX fills the places of a formula.
func (v Vars) TeX(template string) Phrase { return v.phrase(template, openTeX) }

// phrase keeps the template and those of the values that it names, as they are
// written at their places. It panics on a name that does not exist, and on a
// value that cannot be written: the tests of the contract see every template.
func (v Vars) phrase(template string, open byte) Phrase {
	tex := open == openTeX
	var room [4]value // most templates have no more places
	values := room[:0]
	size := len(template) + 2
	scan(template, tex, func(_ string, p place) {
		key := p.key()
		for _, had := range values {
			if had.name == key {
				return
			}
		}
		x, ok := v[p.name]
		if !ok {
			panic("say: nothing is called " + p.name + " in " + strconv.Quote(template))
		}
		text := write(x, p.tex)
		values = append(values, value{key, text})
		size += len(key) + len(text) + 2
	})
	if len(values) == 0 && !tex {
		return Phrase(template)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteByte(open)
	b.WriteString(template)
	for _, x := range values {
		b.WriteByte(nextValue)
		b.WriteString(x.name)
		b.WriteByte(valueIs)
		b.WriteString(x.text)
	}
	b.WriteByte(closeMark)
	return Phrase(b.String())
}

// write writes a value as TeX or in Unicode.
func write(x any, tex bool) string {
	switch x := x.(type) {
	case float64:
		return figure(x, digits, asNumber, tex)
	case int:
		if tex {
			return strconv.Itoa(x)
		}
		return minus(strconv.Itoa(x))
	case string:
		return plain(x)
	case Phrase:
		return x.sealed()
	case Given:
		if tex {
			return x.TeX()
		}
		return x.Text()
	case Row:
		return formula(x.TeX(), tex)
	case Rows:
		names := make([]string, len(x))
		for i, row := range x {
			names[i] = formula(Row(row).TeX(), tex)
		}
		return strings.Join(names, separator(tex))
	case Math:
		return formula(string(x), tex)
	case Factor:
		return figure(float64(x), digits, asFactor, true)
	case Term:
		if x < 0 {
			return either(tex, "- ", "− ") + figure(-float64(x), digits, asNumber, tex)
		}
		return "+ " + figure(float64(x), digits, asNumber, tex)
	case Digits:
		return figure(x.X, x.N, asNumber, tex)
	case Power:
		return figure(float64(x), digits, asPower, tex)
	case [2]float64:
		return figures(x[:], tex)
	case [3]float64:
		return figures(x[:], tex)
	case []float64:
		return figures(x, tex)
	}
	panic(fmt.Sprintf("say: cannot write a %T", x))
}

// plain keeps words as they are, apart from characters that no text contains.
func plain(words string) string {
	if !strings.ContainsAny(words, controls) {
		return words
	}
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return -1
		}
		return c
	}, words)
}

func figures(x []float64, tex bool) string {
	return list(x, func(x float64) string { return figure(x, digits, asNumber, tex) }, separator(tex))
}

func separator(tex bool) string { return either(tex, `,\,`, ", ") }

func formula(tex string, within bool) string { return either(within, tex, "$"+tex+"$") }

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
