package kernels

import (
	"strings"

	"playground/algos/param"
)

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
