package covariance

import "playground/algos/kernel"

// Rows evaluates a kernel and its derivatives for many pairs of inputs at a time, so
// that exponentials are taken in one go. Values are those of [Kernel.At] up to rounding.
type Rows struct {
	k     Kernel
	x     [2]float64
	z     [][2]float64
	r2    []float64   // ‖x−z‖², which is all that a Gaussian needs
	pairs []pair      // for the other leaves, once one has asked
	room  [][]float64 // for what is computed on the way
	used  int
}

// NewRows evaluates a kernel.
func NewRows(k Kernel) *Rows { return &Rows{k: k} }

// Fill sets value[j] to k(x, z[j]).
func (s *Rows) Fill(value []float64, x [2]float64, z [][2]float64) {
	s.pair(x, z)
	s.value(s.k.root, value)
}

// Slopes is Fill, and sets by[i][j] to the derivative by the natural logarithm of
// number i, in reading order.
func (s *Rows) Slopes(value []float64, by [][]float64, x [2]float64, z [][2]float64) {
	s.pair(x, z)
	s.node(s.k.root, value, by)
}

func (s *Rows) pair(x [2]float64, z [][2]float64) {
	s.x, s.z, s.pairs, s.used = x, z, s.pairs[:0], 0
	if cap(s.r2) < len(z) {
		s.r2 = make([]float64, 2*len(z))
	}
	s.r2 = s.r2[:len(z)]
	for j, other := range z {
		a, b := x[0]-other[0], x[1]-other[1]
		s.r2[j] = a*a + b*b
	}
}

// all are the pairs with everything that a leaf may need.
func (s *Rows) all() []pair {
	if len(s.pairs) == 0 {
		for _, other := range s.z {
			s.pairs = append(s.pairs, between(s.x, other))
		}
	}
	return s.pairs
}

// scratch is a row that nobody uses.
func (s *Rows) scratch() []float64 {
	n := len(s.z)
	if s.used == len(s.room) {
		s.room = append(s.room, nil)
	}
	if cap(s.room[s.used]) < n {
		s.room[s.used] = make([]float64, 2*n) // rows of a triangle grow
	}
	s.used++
	return s.room[s.used-1][:n]
}

// value is [node.value] for all pairs.
func (s *Rows) value(n *node, value []float64) {
	switch {
	case n.op == constant:
		for j := range value {
			value[j] = s.k.values[n.from]
		}
		return
	case n.op == leaf && n.family.name == "rbf":
		a := s.k.values[n.from]
		for j, r2 := range s.r2 {
			value[j] = -(r2 / (a * a)) / 2
		}
		kernel.Exp(value)
		return
	case n.op == leaf:
		for j, p := range s.all() {
			value[j] = n.family.value(p, s.k.values[n.from:n.to])
		}
		return
	}
	s.value(n.args[0], value)
	part := s.scratch()
	for _, a := range n.args[1:] {
		s.value(a, part)
		for j, v := range part {
			if n.op == sum {
				value[j] += v
			} else {
				value[j] *= v
			}
		}
	}
}

// node is [node.gradient] for all pairs.
func (s *Rows) node(n *node, value []float64, by [][]float64) {
	switch n.op {
	case constant:
		c := s.k.values[n.from]
		for j := range value {
			value[j], by[n.from][j] = c, c
		}
	case leaf:
		s.leaf(n, value, by)
	case sum:
		part := s.scratch()
		clear(value)
		for _, a := range n.args {
			s.node(a, part, by)
			for j, v := range part {
				value[j] += v
			}
		}
	default:
		s.product(n, value, by)
	}
}

// leaf evaluates a Gaussian for all pairs at once, and other leaves one by one.
func (s *Rows) leaf(n *node, value []float64, by [][]float64) {
	a := s.k.values[n.from:n.to]
	if n.family.name != "rbf" {
		var d [maxNumbers]float64
		for j, p := range s.all() {
			value[j] = n.family.gradient(p, a, d[:len(a)])
			for q := range a {
				by[n.from+q][j] = d[q]
			}
		}
		return
	}
	slope := by[n.from]
	for j, r2 := range s.r2 {
		slope[j] = r2 / (a[0] * a[0])
		value[j] = -slope[j] / 2
	}
	kernel.Exp(value)
	for j, v := range value {
		slope[j] *= v
	}
}

// product is the product rule: every factor's derivatives times the other factors. A
// factor may be zero, so nothing is divided by it.
func (s *Rows) product(n *node, value []float64, by [][]float64) {
	parts := make([][]float64, len(n.args))
	for i, a := range n.args {
		parts[i] = s.scratch()
		s.node(a, parts[i], by)
	}
	others := s.scratch()
	for i, a := range n.args {
		for j := range others {
			others[j] = 1
		}
		for k, part := range parts {
			if k == i {
				continue
			}
			for j, v := range part {
				others[j] *= v
			}
		}
		for q := a.from; q < a.to; q++ {
			for j, o := range others {
				by[q][j] *= o
			}
		}
	}
	for j := range value {
		value[j] = 1
	}
	for _, part := range parts {
		for j, v := range part {
			value[j] *= v
		}
	}
}
