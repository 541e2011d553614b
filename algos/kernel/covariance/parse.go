package covariance

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"playground/algos/param"
)

// Limits of an expression. The numbers keep every kernel value of the points that
// the playground accepts far from what a float64 cannot hold.
const (
	MaxLen             = 200 // bytes
	maxDepth           = 20  // brackets within brackets
	maxNumbers         = 24
	minValue, maxValue = 1e-9, 1e9
)

// An Error says what is wrong with an expression, and where.
type Error struct {
	At      int // byte of the text, from 0
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("at character %d: %s", e.At+1, e.Message) }

// Parse reads an expression:
//
//	sum     = product { "+" product }
//	product = factor { "*" factor }
//	factor  = number | name "(" number { "," number } ")" | "(" sum ")"
//
// Numbers are positive decimal fractions. An error is an [*Error].
func Parse(text string) (Kernel, error) {
	if len(text) > MaxLen {
		return Kernel{}, &Error{At: MaxLen, Message: fmt.Sprintf("the expression is longer than %d characters", MaxLen)}
	}
	p := parser{text: text}
	root, err := p.sum(0)
	if err != nil {
		return Kernel{}, err
	}
	if p.skip(); p.at < len(text) {
		return Kernel{}, p.unexpected("+ or *")
	}
	return Kernel{root: root, values: p.values}, nil
}

// Check is [Parse] for those who only want to know.
func Check(text string) error {
	_, err := Parse(text)
	return err
}

type parser struct {
	text   string
	at     int
	values []float64
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &Error{At: at, Message: fmt.Sprintf(format, args...)}
}

// unexpected reports what stands where something else was wanted.
func (p *parser) unexpected(wanted string) error {
	if p.at >= len(p.text) {
		return p.fail(p.at, "the expression ends where %s is wanted", wanted)
	}
	found := []rune(p.text[p.at:])[0]
	switch found {
	case '-', '−':
		return p.fail(p.at, "there is no minus: what is subtracted need not leave a kernel")
	case '/':
		return p.fail(p.at, "there is no division: multiply by a number")
	}
	return p.fail(p.at, "%s is wanted, not %q", wanted, found)
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take skips white space and then c, if it comes next.
func (p *parser) take(c byte) bool {
	p.skip()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) sum(depth int) (*node, error) {
	return p.chain(sum, '+', func() (*node, error) {
		return p.chain(product, '*', func() (*node, error) { return p.factor(depth) })
	})
}

// chain reads parts joined by a sign. A part of the same kind, from brackets that
// change nothing, dissolves into the chain.
func (p *parser) chain(kind op, sign byte, part func() (*node, error)) (*node, error) {
	n := &node{op: kind, from: len(p.values)}
	for {
		a, err := part()
		if err != nil {
			return nil, err
		}
		if a.op == kind {
			n.args = append(n.args, a.args...)
		} else {
			n.args = append(n.args, a)
		}
		if !p.take(sign) {
			break
		}
	}
	n.to = len(p.values)
	if len(n.args) == 1 {
		return n.args[0], nil
	}
	return n, nil
}

func (p *parser) factor(depth int) (*node, error) {
	p.skip()
	start := p.at
	switch {
	case p.take('('):
		if depth == maxDepth {
			return nil, p.fail(start, "brackets are nested more than %d deep", maxDepth)
		}
		n, err := p.sum(depth + 1)
		if err != nil {
			return nil, err
		}
		if !p.take(')') {
			return nil, p.unexpected("a closing bracket")
		}
		return n, nil
	case p.at < len(p.text) && isLetter(p.text[p.at]):
		return p.leaf()
	}
	n := &node{op: constant, from: len(p.values)}
	if err := p.number(false, "a number, a kernel or a bracket"); err != nil {
		return nil, err
	}
	n.to = len(p.values)
	return n, nil
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

func (p *parser) leaf() (*node, error) {
	start := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || isDigit(p.text[p.at])) {
		p.at++
	}
	name := p.text[start:p.at]
	f := familyOf(name)
	if f == nil {
		return nil, p.fail(start, "there is no kernel %s; there are %s", strconv.Quote(param.Clip(name)), names())
	}
	n := &node{op: leaf, family: f, from: len(p.values)}
	if !p.take('(') {
		return nil, p.unexpected("a bracket with the " + f.signature())
	}
	for i, a := range f.args {
		if i > 0 && !p.take(',') {
			return nil, p.unexpected("a comma and the " + a.name)
		}
		if err := p.number(a.zero, "the "+a.name); err != nil {
			return nil, err
		}
	}
	if !p.take(')') {
		return nil, p.unexpected("a closing bracket")
	}
	n.to = len(p.values)
	return n, nil
}

func (p *parser) number(zero bool, wanted string) error {
	p.skip()
	start := p.at
	p.digits()
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		p.digits()
	}
	if mantissa := p.text[start:p.at]; mantissa == "" || mantissa == "." {
		p.at = start
		return p.unexpected(wanted)
	}
	p.exponent()
	x, err := strconv.ParseFloat(p.text[start:p.at], 64)
	if err != nil || math.IsInf(x, 0) {
		return p.fail(start, "%s is too large: at most %g", param.Clip(p.text[start:p.at]), maxValue)
	}
	if x > maxValue || x < minValue && !(zero && x == 0) {
		return p.fail(start, "%s is out of range: a number here is from %g to %g", param.Clip(p.text[start:p.at]), minValue, maxValue)
	}
	if len(p.values) == maxNumbers {
		return p.fail(start, "there are more than %d numbers", maxNumbers)
	}
	p.values = append(p.values, x)
	return nil
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

func names() string {
	all := make([]string, len(families))
	for i, f := range families {
		all[i] = f.name
	}
	return strings.Join(all, ", ")
}

// signature names a leaf's numbers: "length and alpha".
func (f *family) signature() string {
	parts := make([]string, len(f.args))
	for i, a := range f.args {
		parts[i] = a.name
	}
	return strings.Join(parts, " and ")
}
