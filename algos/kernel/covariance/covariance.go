// Package covariance holds the covariance functions k(x, z) of Gaussian
// processes: expressions such as
//
//	0.8*rbf(1.3) + linear(1.1)
//
// that are parsed, printed, evaluated, differentiated by the logarithm of every
// number in them, and written as formulas.
//
// A number by itself is a constant kernel, so 0.8*rbf(1.3) is the product of two
// kernels. Sums and products of kernels are kernels, and every leaf is one, so
// every expression is positive semi-definite. With r = ‖x−z‖ the leaves are
//
//	rbf(ℓ)          exp(−r²/2ℓ²)
//	matern12(ℓ)     exp(−r/ℓ)
//	matern32(ℓ)     (1+s) exp(−s),         s = √3 r/ℓ
//	matern52(ℓ)     (1+s+s²/3) exp(−s),    s = √5 r/ℓ
//	rq(ℓ, α)        (1 + r²/2αℓ²)^−α
//	periodic(ℓ, p)  exp(−2 Σⱼ sin²(π(xⱼ−zⱼ)/p)/ℓ²)
//	linear(σ₀)      σ₀² + x·z
//
// The periodic kernel is a product over the coordinates. With the distance r in
// its sine it would not be positive semi-definite in the plane.
//
// Points are of the plane; one-dimensional data leave the second coordinate zero,
// which every kernel here ignores.
//
// Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine
// Learning, MIT Press 2006, chapter 4; D. K. Duvenaud, Automatic Model
// Construction with Gaussian Processes, 2014, chapter 2.
package covariance

import (
	"math"
	"slices"
)

// A Kernel is a covariance function with its numbers. It is immutable; its
// methods are pure and safe for concurrent use.
type Kernel struct {
	root   *node
	values []float64 // the numbers of the expression in reading order
}

// An op says what a node of an expression is.
type op int

const (
	constant op = iota
	leaf
	sum
	product
)

// A node is a part of an expression. Its numbers are values[from:to] of the
// kernel that it belongs to.
type node struct {
	op       op
	args     []*node // of a sum or product, at least two
	family   *family // of a leaf
	from, to int
}

// Values returns the numbers of the expression in reading order.
func (k Kernel) Values() []float64 { return slices.Clone(k.values) }

// With returns the same expression with other numbers. Their count must be that
// of [Kernel.Values].
func (k Kernel) With(values []float64) Kernel {
	if len(values) != len(k.values) {
		panic("covariance: another count of numbers")
	}
	return Kernel{root: k.root, values: slices.Clone(values)}
}

// At returns k(x, z).
func (k Kernel) At(x, z [2]float64) float64 {
	p := between(x, z)
	return k.root.value(p, k.values)
}

// A Gram holds what a kernel needs to know of every pair of some inputs, so that the
// matrix of another kernel, or of other numbers, is filled quickly.
type Gram struct{ pairs []pair } // of inputs i and j ≤ i, row by row

// NewGram returns the pairs of the inputs.
func NewGram(x [][2]float64) Gram {
	g := Gram{pairs: make([]pair, 0, len(x)*(len(x)+1)/2)}
	for i := range x {
		for j := range i + 1 {
			g.pairs = append(g.pairs, between(x[i], x[j]))
		}
	}
	return g
}

// Fill sets dst to the lower half of the kernel's matrix, row by row.
func (g Gram) Fill(dst []float64, k Kernel) {
	for i, p := range g.pairs {
		dst[i] = k.root.value(p, k.values)
	}
}

// Gradient sets dst[i] to the derivative of k(x, z) by the natural logarithm of
// number i, in reading order, and returns k(x, z).
func (k Kernel) Gradient(dst []float64, x, z [2]float64) float64 {
	p := between(x, z)
	return k.root.gradient(p, k.values, dst)
}

// Bend returns the smallest distance within which functions drawn from the process
// turn, +Inf where they do not.
func (k Kernel) Bend() float64 { return k.root.bend(k.values) }

func (n *node) bend(values []float64) float64 {
	least := math.Inf(1)
	if n.op == leaf && n.family.bend != nil {
		least = n.family.bend(values[n.from:n.to])
	}
	for _, a := range n.args {
		least = min(least, a.bend(values))
	}
	return least
}

// value evaluates a part of the expression.
func (n *node) value(p pair, values []float64) float64 {
	switch n.op {
	case constant:
		return values[n.from]
	case leaf:
		return n.family.value(p, values[n.from:n.to])
	case sum:
		s := 0.0
		for _, a := range n.args {
			s += a.value(p, values)
		}
		return s
	}
	f := 1.0
	for _, a := range n.args {
		f *= a.value(p, values)
	}
	return f
}

// gradient is [Kernel.Gradient] for a part of the expression; it sets dst at the
// part's own numbers.
func (n *node) gradient(p pair, values, dst []float64) float64 {
	switch n.op {
	case constant: // d c / d log c
		dst[n.from] = values[n.from]
		return values[n.from]
	case leaf:
		return n.family.gradient(p, values[n.from:n.to], dst[n.from:n.to])
	case sum:
		s := 0.0
		for _, a := range n.args {
			s += a.gradient(p, values, dst)
		}
		return s
	}
	// The product rule. A factor may be zero, so the others are multiplied up
	// instead of dividing by it.
	var of [maxNumbers]float64
	for i, a := range n.args {
		of[i] = a.gradient(p, values, dst)
	}
	whole := 1.0
	for i, a := range n.args {
		others := 1.0
		for j := range n.args {
			if j != i {
				others *= of[j]
			}
		}
		for q := a.from; q < a.to; q++ {
			dst[q] *= others
		}
		whole *= of[i]
	}
	return whole
}
