// Package kernel holds the kernels k(x, z) of the playground and evaluates
// kernel expansions f(x) = Σₛ cₛ k(aₛ, x) + b, for one point, for a row of the
// Gram matrix, and for a whole grid at once.
//
// Inputs are points of the plane; one-dimensional data leave the second
// coordinate zero, which every kernel here ignores.
package kernel

import (
	"math"

	"playground/algos/grid"
)

// A Kernel is a similarity of two points. Its methods are pure and safe for
// concurrent use.
type Kernel interface {
	// At returns k(x, z).
	At(x, z [2]float64) float64
	// Row sets dst[j] = k(points[i], points[j]) for every j; dst is as long as
	// points.
	Row(dst []float64, points [][2]float64, i int)
	// Field sets dst to f(x) = Σₛ coef[s]·k(centres[s], x) + bias at every node
	// of g, in the order of [grid.Grid]. It agrees with the plain sum to
	// rounding, and is much faster where the kernel allows it.
	Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64)
	// TeX is the formula of k(x, z).
	TeX() string
	// PSD reports whether the Gram matrix of every set of points is positive
	// semi-definite, in other words whether the kernel is an inner product in
	// some feature space.
	PSD() bool
}

// Linear is the inner product x·z.
type Linear struct{}

// Poly is (Gamma·x·z + Coef0)^Degree.
type Poly struct {
	Gamma, Coef0 float64
	Degree       int // ≥ 1
}

// RBF is exp(−Gamma·‖x−z‖²), the Gaussian kernel.
type RBF struct{ Gamma float64 }

// Laplacian is exp(−Gamma·‖x−z‖).
type Laplacian struct{ Gamma float64 }

// Sigmoid is tanh(Gamma·x·z + Coef0). It is called a kernel out of habit: its
// Gram matrix may have negative eigenvalues.
type Sigmoid struct{ Gamma, Coef0 float64 }

func dot(x, z [2]float64) float64 { return x[0]*z[0] + x[1]*z[1] }

func distance2(x, z [2]float64) float64 {
	dx, dy := x[0]-z[0], x[1]-z[1]
	return dx*dx + dy*dy
}

// power returns x to a small whole power by repeated multiplication.
func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}

func (Linear) At(x, z [2]float64) float64 { return dot(x, z) }
func (k Poly) At(x, z [2]float64) float64 { return power(k.Gamma*dot(x, z)+k.Coef0, k.Degree) }
func (k RBF) At(x, z [2]float64) float64  { return exp(-k.Gamma * distance2(x, z)) }
func (k Laplacian) At(x, z [2]float64) float64 {
	return exp(-k.Gamma * math.Sqrt(distance2(x, z)))
}
func (k Sigmoid) At(x, z [2]float64) float64 { return math.Tanh(k.Gamma*dot(x, z) + k.Coef0) }

func (Linear) Row(dst []float64, points [][2]float64, i int) {
	x := points[i]
	for j, z := range points {
		dst[j] = dot(x, z)
	}
}

func (k Poly) Row(dst []float64, points [][2]float64, i int) {
	x := points[i]
	for j, z := range points {
		dst[j] = k.At(x, z)
	}
}

func (k RBF) Row(dst []float64, points [][2]float64, i int) {
	x1, x2 := points[i][0], points[i][1]
	dst = dst[:len(points)]
	for j := range points {
		d1, d2 := x1-points[j][0], x2-points[j][1]
		dst[j] = -k.Gamma * (d1*d1 + d2*d2)
	}
	Exp(dst)
}

func (k Laplacian) Row(dst []float64, points [][2]float64, i int) {
	x := points[i]
	for j, z := range points {
		dst[j] = -k.Gamma * math.Sqrt(distance2(x, z))
	}
	Exp(dst[:len(points)])
}

func (k Sigmoid) Row(dst []float64, points [][2]float64, i int) {
	x := points[i]
	for j, z := range points {
		dst[j] = k.At(x, z)
	}
}

func (Linear) TeX() string    { return `k(x, z) = \langle x, z\rangle` }
func (Poly) TeX() string      { return `k(x, z) = (\gamma\langle x, z\rangle + c_0)^d` }
func (RBF) TeX() string       { return `k(x, z) = e^{-\gamma\|x - z\|^2}` }
func (Laplacian) TeX() string { return `k(x, z) = e^{-\gamma\|x - z\|}` }
func (Sigmoid) TeX() string   { return `k(x, z) = \tanh(\gamma\langle x, z\rangle + c_0)` }

func (Linear) PSD() bool { return true }

// PSD holds where no coefficient of the expanded power is negative: the kernel
// is then a sum of products of kernels.
func (k Poly) PSD() bool    { return k.Coef0 >= 0 }
func (RBF) PSD() bool       { return true }
func (Laplacian) PSD() bool { return true }
func (Sigmoid) PSD() bool   { return false }

// Gram returns the matrix of k over the points, row major.
func Gram(k Kernel, points [][2]float64) []float64 {
	n := len(points)
	g := make([]float64, n*n)
	for i := range n {
		k.Row(g[i*n:(i+1)*n], points, i)
	}
	return g
}
