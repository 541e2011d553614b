package expression

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/param"
	"playground/algos/say"
)

// What a node of the formula's tree is.
type shape byte

const (
	aNumber   shape = iota // value
	aConstant              // value, called text
	aVariable              // number a
	aNegative              // of a
	aSum                   // a + b
	aDifference
	aProduct
	aQuotient
	aPower
	aCall // of a function, on a and, of min and max, on b
)

// A node refers to others by their places in the list of nodes, which all stand before it.
type node struct {
	kind  shape
	a, b  int
	value float64
	text  string
	call  int // place of the function in the list
}

// constants are the numbers that have names.
var constants = map[string]float64{"pi": math.Pi, "e": math.E}

// A parser reads a formula by recursive descent: sums and products are loops, brackets,
// signs and powers go down a level, of which there are at most MaxDepth.
type parser struct {
	lexer
	names []string
	nodes []node
	token token
	depth int
}

func (p *parser) advance() { p.token = p.next() }

func (p *parser) add(n node) int {
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1
}

// take consumes a sign if it comes next.
func (p *parser) take(c byte) bool {
	if p.token.kind != sign || p.token.sign != c {
		return false
	}
	p.advance()
	return true
}

// down goes a level down, at a byte of the text.
func (p *parser) down(at int) error {
	if p.depth++; p.depth > MaxDepth {
		return p.failAt(at, nested, nil)
	}
	return nil
}

// formula reads all of the text.
func (p *parser) formula() (int, error) {
	p.advance()
	n, err := p.sum()
	if err == nil && p.token.kind != end {
		err = p.unexpected()
	}
	return n, err
}

// unexpected says what stands where a formula could end.
func (p *parser) unexpected() error {
	t := p.token
	switch {
	case t.kind == sign && t.sign == ')':
		return p.failAt(t.at, closed, nil)
	case t.kind == sign && t.sign == ',':
		return p.failAt(t.at, comma, nil)
	case t.kind == other:
		return p.failAt(t.at, strange, say.Vars{"found": quoted(t.text)})
	case t.kind == name:
		if _, err := p.named(t); err != nil {
			return err
		}
	}
	return p.failAt(t.at, missing, say.Vars{"found": quoted(p.text[t.at:t.end])})
}

func (p *parser) sum() (int, error) {
	a, err := p.product()
	for err == nil {
		kind := aSum
		switch {
		case p.take('+'):
		case p.take('-'):
			kind = aDifference
		default:
			return a, nil
		}
		var b int
		if b, err = p.product(); err == nil {
			a = p.add(node{kind: kind, a: a, b: b})
		}
	}
	return 0, err
}

func (p *parser) product() (int, error) {
	a, err := p.signed()
	for err == nil {
		kind, b := aProduct, 0
		switch {
		case p.take('*'):
			b, err = p.signed()
		case p.take('/'):
			kind = aQuotient
			b, err = p.signed()
		case p.follows(a):
			b, err = p.power()
		default:
			return a, nil
		}
		if err == nil {
			a = p.add(node{kind: kind, a: a, b: b})
		}
	}
	return 0, err
}

// follows reports whether the next token is multiplied without a sign: a name or a bracket behind a number
// or a bracket, and a bracket behind a variable.
func (p *parser) follows(a int) bool {
	bracket := p.token.kind == sign && p.token.sign == '('
	last := p.lastByte()
	switch {
	case bracket:
		return true
	case p.token.kind != name:
		return false
	case last == ')':
		return true
	}
	n := p.nodes[a]
	for {
		switch n.kind {
		case aProduct, aQuotient, aPower:
			n = p.nodes[n.b]
		case aNegative:
			n = p.nodes[n.a]
		default:
			return n.kind == aNumber
		}
	}
}

// lastByte is the last one before the token.
func (p *parser) lastByte() byte {
	before := strings.TrimSpace(p.text[:p.token.at])
	if before == "" {
		return 0
	}
	return before[len(before)-1]
}

// signed is a power with signs before it.
func (p *parser) signed() (int, error) {
	at, negative := p.token.at, p.token.kind == sign && p.token.sign == '-'
	if !p.take('-') && !p.take('+') {
		return p.power()
	}
	if err := p.down(at); err != nil {
		return 0, err
	}
	a, err := p.signed()
	p.depth--
	if err != nil || !negative {
		return a, err
	}
	return p.add(node{kind: aNegative, a: a}), nil
}

func (p *parser) power() (int, error) {
	a, err := p.factor()
	if err != nil {
		return 0, err
	}
	if t := p.token; t.kind == power {
		p.advance()
		b, err := p.number(t)
		return p.add(node{kind: aPower, a: a, b: b}), err
	}
	at := p.token.at
	if !p.take('^') {
		return a, nil
	}
	if err := p.down(at); err != nil {
		return 0, err
	}
	b, err := p.signed()
	p.depth--
	return p.add(node{kind: aPower, a: a, b: b}), err
}

func (p *parser) factor() (int, error) {
	t := p.token
	switch {
	case t.kind == sign && t.sign == '(':
		args, err := p.brackets(false)
		if err != nil {
			return 0, err
		}
		return args[0], nil
	case t.kind == number:
		p.advance()
		return p.number(t)
	case t.kind == name:
		p.advance()
		n, err := p.named(t)
		if err != nil || n.kind != aCall {
			return p.add(n), err
		}
		return p.called(t, n)
	case t.kind == end:
		return 0, p.failAt(t.at, noEnd, nil)
	case t.kind == other:
		return 0, p.failAt(t.at, strange, say.Vars{"found": quoted(t.text)})
	}
	return 0, p.failAt(t.at, noFactor, say.Vars{"found": quoted(p.text[t.at:t.end])})
}

func (p *parser) number(t token) (int, error) {
	v, err := strconv.ParseFloat(t.text, 64)
	switch {
	case math.IsInf(v, 0):
		return 0, p.failAt(t.at, tooLarge, say.Vars{"found": quoted(t.text)})
	case err != nil:
		return 0, p.failAt(t.at, noNumber, say.Vars{"found": quoted(t.text)})
	}
	return p.add(node{kind: aNumber, value: v}), nil
}

// named is what a name stands for: variables come first.
func (p *parser) named(t token) (node, error) {
	for _, text := range []string{t.text, strings.ToLower(t.text)} { // a phone begins with a capital
		if i := slices.Index(p.names, text); i >= 0 {
			return node{kind: aVariable, a: i}, nil
		}
		if v, ok := constants[text]; ok {
			return node{kind: aConstant, value: v, text: text}, nil
		}
		if i, ok := byName[text]; ok {
			return node{kind: aCall, call: i}, nil
		}
	}
	found := quoted(p.text[t.at:t.end])
	if cure := p.meant(strings.ToLower(t.text)); cure != "" {
		return node{}, p.failAt(t.at, unknownFor, say.Vars{"found": found, "cure": cure})
	}
	var all []string
	for _, f := range functions {
		all = append(all, f.name)
	}
	return node{}, p.failAt(t.at, unknown, say.Vars{"found": found, "functions": strings.Join(all, ", ")})
}

// meant is how to write what looks like names in a row: xy is x*y, sinx is sin(x).
func (p *parser) meant(text string) string {
	for _, f := range functions {
		if rest, ok := strings.CutPrefix(text, f.name); ok && slices.Contains(p.names, rest) {
			return f.name + "(" + rest + ")"
		}
	}
	var parts []string
	for text != "" {
		longest := ""
		for _, n := range append([]string{"pi", "e"}, p.names...) {
			if strings.HasPrefix(text, n) && len(n) > len(longest) {
				longest = n
			}
		}
		if longest == "" || len(parts) == 8 {
			return ""
		}
		parts, text = append(parts, longest), text[len(longest):]
	}
	return strings.Join(parts, "*")
}

// called reads the arguments of a function.
func (p *parser) called(t token, n node) (int, error) {
	f := functions[n.call]
	if p.token.kind != sign || p.token.sign != '(' {
		argument := p.names[0]
		if p.token.kind == number || p.token.kind == name {
			argument = param.Clip(p.token.text)
		}
		return 0, p.failAt(t.at, bare, say.Vars{"name": f.name, "cure": f.name + "(" + argument + ")"})
	}
	args, err := p.brackets(true)
	switch {
	case err != nil:
		return 0, err
	case f.two == nil && len(args) != 1:
		return 0, p.failAt(t.at, arguments, say.Vars{"name": f.name, "n": len(args)})
	case f.two != nil && len(args) < 2:
		return 0, p.failAt(t.at, atLeastTwo, say.Vars{"name": f.name, "cure": f.name + "(" + p.names[0] + ", 0)"})
	case f.two == nil:
		n.a = args[0]
		return p.add(n), nil
	}
	at := args[0]
	for _, b := range args[1:] {
		n.a, n.b = at, b
		at = p.add(n)
	}
	return at, nil
}

// brackets reads what stands in brackets: one formula or, of a call, arguments with commas between them.
func (p *parser) brackets(call bool) ([]int, error) {
	at := p.token.at
	p.advance()
	if err := p.down(at); err != nil {
		return nil, err
	}
	var args []int
	for {
		a, err := p.sum()
		if err != nil {
			return nil, err
		}
		args = append(args, a)
		if !call || !p.take(',') {
			break
		}
	}
	p.depth--
	switch {
	case p.take(')'):
		return args, nil
	case p.token.kind == end:
		return nil, p.failAt(at, open, nil)
	}
	return nil, p.unexpected()
}
