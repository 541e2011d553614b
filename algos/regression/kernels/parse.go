package kernels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/param"
	"playground/algos/say"
)

// Limits of an expression.
const (
	maxLen    = 300 // bytes
	maxDepth  = 12  // brackets within brackets
	maxParts  = 24
	maxNumber = 1e6
	maxPower  = 10
)

// A parseError says what is wrong with an expression, and where.
type parseError struct {
	At      int // byte of the text, from 0
	Message string
}

func (e *parseError) Error() string { return fmt.Sprintf("at character %d: %s", e.At+1, e.Message) }

// parse reads an expression:
//
//	sum     = product { ("+" | "-") product }
//	product = factor { "*" factor }
//	factor  = [ "-" ] power
//	power   = atom [ "^" whole ]
//	atom    = number | "(" sum ")" | leaf [ "(" number { "," number } ")" ]
//	        | ("exp" | "norm" | "marginal") "(" sum ")"
//	        | "times" "(" function "," sum ")" | "map" "(" mapping "," sum ")"
//
// What it reads need not be a kernel: that is what the run finds out. An error is
// a [*parseError].
func parse(text string) (*node, error) {
	p := parser{text: text}
	if len(text) > maxLen {
		return nil, p.fail(maxLen, "the expression is longer than %d characters", maxLen)
	}
	root, err := p.sum(0)
	if err != nil {
		return nil, err
	}
	if p.skip(); p.at < len(text) {
		return nil, p.unexpected("+, −, * or ^")
	}
	if n := len(root.parts()); n > maxParts {
		return nil, p.fail(0, "the expression has %d parts; at most %d are shown", n, maxParts)
	}
	return root, nil
}

type parser struct {
	text string
	at   int
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &parseError{At: at, Message: fmt.Sprintf(format, args...)}
}

// unexpected reports what stands where something else was wanted.
func (p *parser) unexpected(wanted string) error {
	if p.at >= len(p.text) {
		return p.fail(p.at, "the expression ends where %s is wanted", wanted)
	}
	found := []rune(p.text[p.at:])[0]
	if found == '/' {
		return p.fail(p.at, "there is no division: multiply by a number, or scale a kernel by norm(…)")
	}
	return p.fail(p.at, "%s is wanted, not %q", wanted, found)
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take skips white space and then a sign, if it comes next.
func (p *parser) take(sign string) bool {
	p.skip()
	if strings.HasPrefix(p.text[p.at:], sign) {
		p.at += len(sign)
		return true
	}
	return false
}

// minus takes either sign of subtraction.
func (p *parser) minus() bool { return p.take("-") || p.take("−") }

func (p *parser) sum(depth int) (*node, error) {
	a, err := p.product(depth)
	for err == nil {
		kind := difference
		switch {
		case p.take("+"):
			kind = sum
		case p.minus():
		default:
			return a, nil
		}
		var b *node
		if b, err = p.product(depth); err == nil {
			a = &node{op: kind, args: []*node{a, b}}
		}
	}
	return nil, err
}

func (p *parser) product(depth int) (*node, error) {
	a, err := p.factor(depth)
	for err == nil && p.take("*") {
		var b *node
		if b, err = p.factor(depth); err == nil {
			a = multiply(a, b)
		}
	}
	return a, err
}

// multiply is the product of two parts. A number in front or behind is a factor of
// the other part.
func multiply(a, b *node) *node {
	switch {
	case a.op == constant && b.op == constant:
		return &node{op: constant, value: a.value * b.value}
	case a.op == constant:
		return &node{op: scaled, value: a.value, args: []*node{b}}
	case b.op == constant:
		return &node{op: scaled, value: b.value, args: []*node{a}}
	}
	return &node{op: product, args: []*node{a, b}}
}

func (p *parser) factor(depth int) (*node, error) {
	negative := p.minus()
	a, err := p.power(depth)
	if err != nil || !negative {
		return a, err
	}
	return multiply(&node{op: constant, value: -1}, a), nil
}

func (p *parser) power(depth int) (*node, error) {
	a, err := p.atom(depth)
	if err != nil || !p.take("^") {
		return a, err
	}
	p.skip()
	start := p.at
	m, err := p.number("a whole exponent")
	if err != nil {
		return nil, err
	}
	if m != math.Trunc(m) || m < 1 || m > maxPower {
		return nil, p.fail(start, "an exponent is a whole number from 1 to %d", maxPower)
	}
	return &node{op: power, value: m, args: []*node{a}}, nil
}

func (p *parser) atom(depth int) (*node, error) {
	p.skip()
	start := p.at
	if p.take("(") {
		return p.bracketed(start, depth)
	}
	if p.at == len(p.text) || !isLetter(p.text[p.at]) {
		x, err := p.number("a number, a kernel or a bracket")
		if err != nil {
			return nil, err
		}
		return &node{op: constant, value: x}, nil
	}
	name := p.word()
	if kind, ok := wrappers[name]; ok {
		return p.wrapped(kind, name, depth)
	}
	k := slices.Index(familyNames, name)
	if k < 0 {
		return nil, p.fail(start, "there is no kernel %s; there are %s", strconv.Quote(param.Clip(name)), vocabulary())
	}
	f := &families[k]
	n := &node{op: leaf, family: f}
	var err error
	n.numbers, err = p.numbers(f.args)
	return n, err
}

// bracketed reads the rest of a bracket that was opened at a place.
func (p *parser) bracketed(start, depth int) (*node, error) {
	if depth == maxDepth {
		return nil, p.fail(start, "brackets are nested more than %d deep", maxDepth)
	}
	a, err := p.sum(depth + 1)
	if err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.unexpected("a closing bracket")
	}
	return a, nil
}

// wrapped reads what a rule is applied to.
func (p *parser) wrapped(kind op, name string, depth int) (*node, error) {
	p.skip()
	start := p.at
	if !p.take("(") {
		return nil, p.unexpected("the bracket of " + name)
	}
	n := &node{op: kind}
	if err := p.named(n); err != nil {
		return nil, err
	}
	a, err := p.bracketed(start, depth)
	n.args = []*node{a}
	return n, err
}

// named reads the function or the mapping that stands before the kernel, and the comma.
func (p *parser) named(n *node) (err error) {
	if n.op != weighted && n.op != mapped {
		return nil
	}
	p.skip()
	start := p.at
	name, args := p.word(), []arg(nil)
	if n.op == weighted {
		k := slices.Index(functionNames, name)
		if k < 0 {
			return p.fail(start, "there is no function %s; there are %s", strconv.Quote(param.Clip(name)), list(functionNames))
		}
		n.fun = &functions[k]
		args = n.fun.args
	} else {
		k := slices.Index(mappingNames, name)
		if k < 0 {
			return p.fail(start, "there is no map %s; there are %s", strconv.Quote(param.Clip(name)), list(mappingNames))
		}
		n.mapping = &mappings[k]
		args = n.mapping.args
	}
	if n.numbers, err = p.numbers(args); err != nil {
		return err
	}
	if !p.take(",") {
		return p.unexpected("a comma and a kernel")
	}
	return nil
}

// numbers reads the numbers of a name in their bracket; a name without numbers has none.
func (p *parser) numbers(args []arg) ([]float64, error) {
	if len(args) == 0 {
		return nil, nil
	}
	var names []string
	for _, a := range args {
		names = append(names, a.name)
	}
	if !p.take("(") {
		return nil, p.unexpected("a bracket with " + strings.Join(names, " and "))
	}
	var out []float64
	for i, a := range args {
		if i > 0 && !p.take(",") {
			return nil, p.unexpected("a comma and " + a.name)
		}
		negative := p.minus()
		p.skip()
		start := p.at
		x, err := p.number(a.name)
		if err != nil {
			return nil, err
		}
		if negative {
			x = -x
		}
		if x < a.least || a.whole && (x != math.Trunc(x) || x > maxPower) {
			return nil, p.fail(start, "%s is %s", a.name, a.limits())
		}
		out = append(out, x)
	}
	if !p.take(")") {
		return nil, p.unexpected("a closing bracket")
	}
	return out, nil
}

// number reads a decimal fraction without a sign.
func (p *parser) number(wanted string) (float64, error) {
	p.skip()
	start := p.at
	p.digits()
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		p.digits()
	}
	if mantissa := p.text[start:p.at]; mantissa == "" || mantissa == "." {
		p.at = start
		return 0, p.unexpected(wanted)
	}
	p.exponent()
	x, err := strconv.ParseFloat(p.text[start:p.at], 64)
	if err != nil || x > maxNumber || x > 0 && x < 1/maxNumber {
		return 0, p.fail(start, "%s is out of range: a number here is 0, or from %g to %g", param.Clip(p.text[start:p.at]), 1/maxNumber, maxNumber)
	}
	return x, nil
}

func (p *parser) digits() {
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
}

// exponent reads the power of ten of a number, if there is one.
func (p *parser) exponent() {
	back := p.at
	if p.at == len(p.text) || p.text[p.at] != 'e' && p.text[p.at] != 'E' {
		return
	}
	p.at++
	if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
		p.at++
	}
	from := p.at
	if p.digits(); p.at == from {
		p.at = back
	}
}

// word reads a name.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || p.at > start && isDigit(p.text[p.at])) {
		p.at++
	}
	return p.text[start:p.at]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// An op says how a part of an expression is made.
type op int

const (
	constant    op = iota
	leaf           // a family with its numbers
	sum            // k + l
	difference     // k − l
	product        // k·l
	scaled         // c·k
	power          // kᵐ
	exponential    // exp(k)
	weighted       // f(x) k(x, z) f(z)
	mapped         // k(φ(x), φ(z))
	normalised     // k(x, z)/√(k(x, x) k(z, z))
	marginal       // Σ Σ p(h|x) p(h'|z) k((x, h), (z, h'))
)

// wrappers are the rules that are written as a function of a kernel.
var wrappers = map[string]op{"exp": exponential, "norm": normalised, "marginal": marginal, "times": weighted, "map": mapped}

var wrapperNames = map[op]string{exponential: "exp", normalised: "norm", marginal: "marginal", weighted: "times", mapped: "map"}

// A node is a part of an expression. It is never changed after it was read.
type node struct {
	op      op
	args    []*node
	value   float64   // the constant, the factor, the exponent
	numbers []float64 // of the family, the function or the map
	family  *family
	fun     *function
	mapping *mapping
}

// parts lists the parts of an expression, each behind those that it is made of.
func (n *node) parts() []*node {
	var all []*node
	for _, a := range n.args {
		all = append(all, a.parts()...)
	}
	return append(all, n)
}

// How tightly an operator binds.
const (
	loose  = iota // sums
	tight         // products
	factor        // what is multiplied, on the right
	base          // what is raised to a power
)

// String writes the part in its canonical form, which parse reads back as the same.
func (n *node) String() string { return n.text(loose) }

func (n *node) text(place int) string {
	switch n.op {
	case constant:
		return within(param.Format(n.value), n.value < 0 && place > loose)
	case leaf:
		return named(n.family.name, n.numbers)
	case sum:
		return within(n.args[0].text(loose)+"+"+n.args[1].text(tight), place > loose)
	case difference:
		return within(n.args[0].text(loose)+"-"+n.args[1].text(tight), place > loose)
	case product:
		return within(n.args[0].text(tight)+"*"+n.args[1].text(factor), place > tight)
	case scaled:
		if n.value == -1 {
			return within("-"+n.args[0].text(factor), place > loose)
		}
		return within(param.Format(n.value)+"*"+n.args[0].text(factor), place > tight || n.value < 0 && place > loose)
	case power:
		return within(n.args[0].text(base)+"^"+param.Format(n.value), place == base)
	}
	inner := n.args[0].text(loose)
	switch n.op {
	case weighted:
		inner = named(n.fun.name, n.numbers) + "," + inner
	case mapped:
		inner = named(n.mapping.name, n.numbers) + "," + inner
	}
	return wrapperNames[n.op] + "(" + inner + ")"
}

func within(text string, brackets bool) string {
	if brackets {
		return "(" + text + ")"
	}
	return text
}

// named writes a name with its numbers.
func named(name string, numbers []float64) string {
	if len(numbers) == 0 {
		return name
	}
	var texts []string
	for _, x := range numbers {
		texts = append(texts, param.Format(x))
	}
	return name + "(" + strings.Join(texts, ",") + ")"
}

// formula is k(x, z) of a family with its numbers.
func (f *family) formula(a []float64) string {
	signed := ""
	if len(a) > 1 {
		signed = say.TeX(a[1])
		if a[1] >= 0 {
			signed = "+" + signed
		}
	}
	if strings.Contains(f.tex, `\rangle<b>`) {
		if len(a) > 1 && a[1] == 0 {
			signed = ""
		}
		return fill(strings.ReplaceAll(f.tex, "<b>", signed), a)
	}
	return fill(f.tex, a)
}

// fill puts numbers into the places <a> and <b>.
func fill(tex string, a []float64) string {
	for k, x := range a {
		text := say.TeX(x)
		if strings.Contains(text, `\cdot`) {
			text = "(" + text + ")"
		}
		tex = strings.ReplaceAll(tex, "<"+string("ab"[k])+">", text)
	}
	return tex
}
