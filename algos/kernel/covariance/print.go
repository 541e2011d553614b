package covariance

import (
	"strings"

	"playground/algos/param"
	"playground/algos/say"
)

// String writes the expression in its canonical form: no spaces, no needless
// brackets, every number as short as reads back as itself. [Parse] gives the same
// kernel again.
func (k Kernel) String() string {
	var b strings.Builder
	k.write(&b, k.root, "+", "*", func(n *node) string {
		if n.op == constant {
			return param.Format(k.values[n.from])
		}
		args := make([]string, 0, 2)
		for _, v := range k.values[n.from:n.to] {
			args = append(args, param.Format(v))
		}
		return n.family.name + "(" + strings.Join(args, ",") + ")"
	}, "(", ")")
	return b.String()
}

// TeX writes k(x, z) as a formula of r = ‖x−z‖ and x·z with the numbers as people
// read them.
func (k Kernel) TeX() string {
	var b strings.Builder
	k.write(&b, k.root, " + ", `\cdot `, func(n *node) string {
		if n.op == constant {
			return say.TeX(k.values[n.from])
		}
		args := make([]string, 0, 2)
		for _, v := range k.values[n.from:n.to] {
			args = append(args, power(v))
		}
		return n.family.tex(args)
	}, `\left(`, `\right)`)
	return b.String()
}

// power writes a number that may stand below an exponent or a fraction bar.
func power(v float64) string {
	if t := say.TeX(v); !strings.Contains(t, `\cdot`) {
		return t
	}
	return "(" + say.TeX(v) + ")"
}

func (k Kernel) write(b *strings.Builder, n *node, plus, times string, atom func(*node) string, open, end string) {
	if n.op == constant || n.op == leaf {
		b.WriteString(atom(n))
		return
	}
	sign := plus
	if n.op == product {
		sign = times
	}
	for i, a := range n.args {
		if i > 0 {
			b.WriteString(sign)
		}
		inner := n.op == product && a.op == sum
		if inner {
			b.WriteString(open)
		}
		k.write(b, a, plus, times, atom, open, end)
		if inner {
			b.WriteString(end)
		}
	}
}

// A Number names one of the numbers of an expression.
type Number struct {
	Name   string // "length of rbf", "factor"
	Symbol string // "ℓ", with a subscript where the expression has several
	TeX    string // the same for a formula
}

// Numbers names the numbers of the expression in reading order.
func (k Kernel) Numbers() []Number {
	all := make([]Number, len(k.values))
	k.root.name(all)
	total, seen := map[string]int{}, map[string]int{}
	for _, n := range all {
		total[n.Symbol]++
	}
	for i, n := range all {
		if total[n.Symbol] > 1 {
			seen[n.Symbol]++
			all[i].Symbol += say.Sub(seen[n.Symbol])
			all[i].TeX = `{` + n.TeX + `}_{` + say.TeX(float64(seen[n.Symbol])) + `}`
		}
	}
	return all
}

func (n *node) name(all []Number) {
	switch n.op {
	case constant:
		all[n.from] = Number{Name: "factor", Symbol: "c", TeX: "c"}
	case leaf:
		for i, a := range n.family.args {
			all[n.from+i] = Number{Name: a.name + " of " + n.family.name, Symbol: a.symbol, TeX: a.tex}
		}
	}
	for _, a := range n.args {
		a.name(all)
	}
}
