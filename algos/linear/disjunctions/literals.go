package disjunctions

import (
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// An input is an example's bits: bit i is the value of x_{i+1}.
type input uint16

// literals is a set of literals, and the disjunction of them: bit i stands for
// x_{i+1} and bit n+i for its negation.
type literals uint32

// all returns the literals of n variables, with their negations or without.
func all(n int, negations bool) literals {
	if negations {
		return 1<<(2*n) - 1
	}
	return 1<<n - 1
}

// truths returns the literals that are true in x: of x_i and ¬x_i always one.
func truths(x input, n int) literals {
	ones := input(1)<<n - 1
	return literals(x) | literals(^x&ones)<<n
}

// negations returns the negated literals of a set.
func (l literals) negations(n int) literals { return l >> n << n }

func (l literals) count() int     { return bits.OnesCount32(uint32(l)) }
func (l literals) has(i int) bool { return l>>i&1 == 1 }

// holds reports whether the disjunction is true of x.
func (l literals) holds(x input, n int) bool { return l&truths(x, n) != 0 }

// always reports whether the disjunction is true of every input: it holds a
// variable and its negation.
func (l literals) always(n int) bool { return l&(l>>n)&all(n, false) != 0 }

// each returns the members in ascending order.
func (l literals) each() []int {
	var all []int
	for i := range 32 {
		if l.has(i) {
			all = append(all, i)
		}
	}
	return all
}

// bits writes an input with x₁ first: "01000".
func (x input) bits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0' + byte(x>>i&1)
	}
	return string(b)
}

// A writer writes literals of n variables.
type writer struct{ n int }

// name is a literal in a sentence or a label: "x₁", "¬x₂".
func (w writer) name(i int) string {
	if i >= w.n {
		return "¬" + say.Row(i-w.n).Name()
	}
	return say.Row(i).Name()
}

// plain is a literal as a person types it: "x1", "not x2".
func (w writer) plain(i int) string {
	if i >= w.n {
		return "not x" + strconv.Itoa(i-w.n+1)
	}
	return "x" + strconv.Itoa(i+1)
}

// ref is what a literal is called in references. The names of variables are
// those that the page writes as x₁, x₂, …
func (w writer) ref(i int) string {
	if i >= w.n {
		return "not" + strconv.Itoa(i-w.n)
	}
	return say.Row(i).Ref()
}

// linked is what stands for a literal in a formula.
func (w writer) linked(i int, tex string) string { return `\ref{` + w.ref(i) + `}{` + tex + `}` }

func (w writer) tex(i int) string {
	if i >= w.n {
		return w.linked(i, `\neg x_{`+strconv.Itoa(i-w.n+1)+`}`)
	}
	return say.Row(i).TeX()
}

// join writes a set with a separator, or what stands for the empty one.
func join(l literals, write func(int) string, separator, empty string) string {
	if l == 0 {
		return empty
	}
	var parts []string
	for _, i := range l.each() {
		parts = append(parts, write(i))
	}
	return strings.Join(parts, separator)
}

// list writes a set in a sentence: "x₁, x₃ and ¬x₄".
func (w writer) list(l literals) say.Phrase {
	members := l.each()
	if len(members) < 2 {
		return say.Phrase(join(l, w.name, "", ""))
	}
	last := members[len(members)-1]
	return say.Vars{"some": join(l&^(1<<last), w.name, ", ", ""), "last": w.name(last)}.Text("<some> and <last>")
}

// alternatives writes a set in words: "x₁ or x₃"; the empty one is never true.
func (w writer) alternatives(l literals) say.Phrase {
	all := say.Phrase("never true")
	for k, i := range l.each() {
		if k == 0 {
			all = say.Phrase(w.name(i))
		} else {
			all = say.Vars{"some": all, "last": w.name(i)}.Text("<some> or <last>")
		}
	}
	return all
}

// disjunctionTeX writes a set as a disjunction; the empty one is never true.
func (w writer) disjunctionTeX(l literals) string { return join(l, w.tex, `\lor `, "0") }

var (
	literalText = regexp.MustCompile(`^((?:not|[!¬~-])?)[xX]_?([0-9]{1,3})$`)
	orText      = regexp.MustCompile(`(?i)\s+or\s+|\s*[|∨+,]+\s*`)
	notText     = regexp.MustCompile(`(?i)\bnot\s+|([!¬~-])\s+`)
)

// quoted is what somebody typed, as a message repeats it: no formula, and not all of
// a long one.
func quoted(text string) say.Given { return say.Given(strconv.Quote(param.Clip(text))) }

// parseTarget reads a disjunction such as "x1 or not x3" of n variables; "none"
// is the empty one. With n = 0, where n is not known yet, the variables' numbers are
// not judged.
func parseTarget(text string, n int) (literals, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "none") || text == "0" {
		return 0, nil
	}
	if text == "" {
		return 0, algos.Refuse("write a disjunction such as x1 or not x3, or none")
	}
	var l literals
	for _, part := range orText.Split(text, -1) {
		part = notText.ReplaceAllStringFunc(strings.TrimSpace(part), func(s string) string { return strings.ToLower(strings.TrimSpace(s)) })
		m := literalText.FindStringSubmatch(part)
		if m == nil {
			return 0, algos.Refuse(say.Vars{"part": quoted(part)}.Text("<part> is no literal: write x1 or not x3, joined by or"))
		}
		i, _ := strconv.Atoi(m[2]) // at most three digits
		if i < 1 || i > maxN || n > 0 && i > n {
			return 0, algos.Refuse(say.Vars{"i": i, "n": max(n, 1)}.Text("the target contains x<i>, but the variables are x1 to x<n>"))
		}
		if m[1] != "" {
			i += n
		}
		l |= 1 << (i - 1)
	}
	return l, nil
}
