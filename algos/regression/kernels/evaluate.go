package kernels

import (
	"math"

	"playground/algos/num"
)

// hidden are the centres of the two states of the marginalised kernel.
type hidden [2][2]float64

// shares are p(h|x) for both states: with equal weights and variance 1, as for a
// mixture of two Gaussians.
func (h hidden) shares(x [2]float64) [2]value {
	d := squared(x, h[1]).v - squared(x, h[0]).v // 2·log of the odds
	size := squared(x, h[1]).v + squared(x, h[0]).v
	p := 1 / (1 + math.Exp(-d/2))
	q := 1 / (1 + math.Exp(d/2))
	off := func(p float64) float64 { return p * (4*num.Ulp*size + 4*num.Ulp) }
	return [2]value{{p, off(p)}, {q, off(q)}}
}

// at is the part's value at two points.
func (n *node) at(x, z [2]float64, h hidden) value {
	switch n.op {
	case constant:
		return value{v: n.value}
	case leaf:
		return n.family.at(x, z, n.numbers)
	case mapped:
		return n.args[0].at(n.mapping.at(x, n.numbers), n.mapping.at(z, n.numbers), h)
	}
	a := n.args[0].at(x, z, h)
	switch n.op {
	case sum:
		return a.plus(n.args[1].at(x, z, h))
	case difference:
		return a.plus(n.args[1].at(x, z, h).scaled(-1))
	case product:
		return a.times(n.args[1].at(x, z, h))
	case scaled:
		return a.scaled(n.value)
	case power:
		return raised(a, n.value)
	case exponential:
		return exped(a)
	case weighted:
		return a.times(n.fun.at(x, n.numbers).times(n.fun.at(z, n.numbers)))
	case marginal:
		p, q := h.shares(x), h.shares(z)
		return a.times(p[0].times(q[0]).plus(p[1].times(q[1])))
	}
	return a.over(n.args[0].at(x, x, h), n.args[0].at(z, z, h))
}

// over is a/√(bc), NaN where that is not defined.
func (a value) over(b, c value) value {
	if !(b.v > 0 && c.v > 0) {
		return value{v: math.NaN()}
	}
	v := a.v / (math.Sqrt(b.v) * math.Sqrt(c.v))
	return value{v, a.off/(math.Sqrt(b.v)*math.Sqrt(c.v)) + math.Abs(v)*(b.off/b.v+c.off/c.v+4*num.Ulp)}
}

// A domain is the points on which a part is looked at, mapped where it stands within
// a map.
type domain struct {
	x   [][2]float64
	dim int
}

// through is the domain behind a map.
func (d domain) through(n *node) domain {
	out := domain{make([][2]float64, len(d.x)), n.mapping.dim(d.dim)}
	for i, x := range d.x {
		out.x[i] = n.mapping.at(x, n.numbers)
	}
	return out
}

// kernel reports whether a rule says that the part is one.
func (n *node) kernel(d domain) bool {
	switch n.op {
	case constant:
		return n.value >= 0
	case leaf:
		return n.family.kernel(d.x, d.dim, n.numbers)
	case sum, product:
		return n.args[0].kernel(d) && n.args[1].kernel(d)
	case difference:
		return false
	case scaled:
		return n.value == 0 || n.value > 0 && n.args[0].kernel(d)
	case exponential:
		return n.args[0].conditional(d)
	case mapped:
		return n.args[0].kernel(d.through(n))
	}
	return n.args[0].kernel(d)
}

// conditional reports whether cᵀKc ≥ 0 is known at least for weights that sum to 0. All
// kernels are such, and all constants; e to such a function is a kernel (Schoenberg).
func (n *node) conditional(d domain) bool {
	if n.op == constant || n.kernel(d) {
		return true
	}
	switch n.op {
	case leaf:
		return n.family.sign > 0
	case sum:
		return n.args[0].conditional(d) && n.args[1].conditional(d)
	case difference:
		return n.args[0].conditional(d) && n.args[1].opposite(d)
	case scaled:
		return n.value > 0 && n.args[0].conditional(d) || n.value < 0 && n.args[0].opposite(d)
	case mapped:
		return n.args[0].conditional(d.through(n))
	}
	return false
}

// opposite reports whether −k is known to be conditional.
func (n *node) opposite(d domain) bool {
	switch n.op {
	case constant:
		return true
	case leaf:
		return n.family.sign < 0
	case sum:
		return n.args[0].opposite(d) && n.args[1].opposite(d)
	case difference:
		return n.args[0].opposite(d) && n.args[1].conditional(d)
	case scaled:
		return n.value > 0 && n.args[0].opposite(d) || n.value < 0 && n.args[0].conditional(d)
	case mapped:
		return n.args[0].opposite(d.through(n))
	}
	return false
}
