// Package expression reads formulas of one or two variables, such as
// "(1 - x1)^2 + 100*(x2 - x1^2)^2", and evaluates them: values, exact first and
// second derivatives, complex values, and whole grids.
//
//	f, err := expression.Parse("x^3 - 2*x + 2", "x")
//	f.At(1)            // 1
//	f.Jet(1)           // value 1, f′ = 1, f″ = 6
//	f.Complex(1i)      // f(i) and f′(i), for Newton's basins
//	f.TeX()            // x^{3} - 2x + 2
//
// A formula is text of at most [MaxLen] bytes, read from left to right in linear time:
//
//	sum     = product { ("+" | "-") product }
//	product = signed { ("*" | "/") signed | factor }    the product without a sign: 2x, 2(x + 1), (x + 1)(x - 1), x(1 - x)
//	signed  = { "-" | "+" } power
//	power   = factor [ "^" signed ]                     -x^2 is -(x^2), 2^3^2 is 2^9
//	factor  = number | variable | pi | e | function "(" sum { "," sum } ")" | "(" sum ")"
//
// It may also hold the signs − · × ÷ **, π, subscripts as in x₁ and superscripts as in x². What
// cannot be read is an [*Error] that names the character, what was expected there and
// the cure.
//
// Values follow float64: where a formula is undefined it is NaN, and what overflows is
// infinite, so that callers detect both. Derivatives come by automatic differentiation
// and have no truncation error; at a kink of abs, min or max they are those of one
// side.
package expression

import (
	"strings"
	"unicode/utf8"

	"playground/algos/say"
)

// Limits of a formula.
const (
	MaxLen   = 500 // bytes
	MaxDepth = 40  // brackets, signs and powers within each other
)

// An Expression is a formula that was read. It does not change: goroutines may share
// it.
type Expression struct {
	text  string
	names []string
	nodes []node
	root  int
	code  []op
	deep  int // places of the stack that the code needs
	cost  int
}

// Parse reads a formula of the variables with these names, one or two: lower-case
// letters, perhaps with digits behind them. An error is an [*Error].
func Parse(text string, names ...string) (*Expression, error) {
	if len(names) == 0 || len(names) > 2 {
		panic("expression: one or two variables")
	}
	p := parser{lexer: lexer{text: text}, names: names}
	switch {
	case strings.TrimSpace(text) == "":
		return nil, p.failAt(0, empty, say.Vars{"example": names[0] + "^2 - 2"})
	case len(text) > MaxLen:
		return nil, p.failAt(0, tooLong, say.Vars{"n": utf8.RuneCountInString(text), "most": MaxLen})
	}
	root, err := p.formula()
	if err != nil {
		return nil, err
	}
	e := &Expression{text: text, names: names, nodes: p.nodes, root: root}
	e.compile()
	return e, nil
}

// Check judges formulas of the variables with these names: it is what
// [playground/algos/param.Set.Text] asks for.
func Check(names ...string) func(text string) error {
	return func(text string) error {
		_, err := Parse(text, names...)
		return err
	}
}

// String is the text that was read.
func (e *Expression) String() string { return e.text }

// Names are the names of the variables.
func (e *Expression) Names() []string { return e.names }

// Uses reports whether the formula contains the variable with this number, from 0.
func (e *Expression) Uses(variable int) bool {
	for _, n := range e.nodes {
		if n.kind == aVariable && n.a == variable {
			return true
		}
	}
	return false
}

// Analytic returns the first function of the formula that is not differentiable in the
// complex sense, such as abs; ok if there is not any.
func (e *Expression) Analytic() (name string, ok bool) {
	for _, n := range e.nodes {
		if n.kind == aCall && functions[n.call].complex == nil {
			return functions[n.call].name, false
		}
	}
	return "", true
}

// Cost is what one value costs, in multiplications: what panel.Affordable asks for
// with [Expression.Field].
func (e *Expression) Cost() int { return e.cost }
