package diffusionkernel

import (
	"math"

	"playground/algos/kernel"
)

// A matrix is n×n, row by row.
type matrix struct {
	n int
	x []float64
}

func zero(n int) matrix { return matrix{n, make([]float64, n*n)} }

func identity(n int) matrix {
	m := zero(n)
	for i := range n {
		m.x[i*n+i] = 1
	}
	return m
}

func (m matrix) at(i, j int) float64 { return m.x[i*m.n+j] }

func (m matrix) row(i int) []float64 { return m.x[i*m.n : (i+1)*m.n : (i+1)*m.n] }

// times is f·(m·b).
func (m matrix) times(b matrix, f float64) matrix {
	out := zero(m.n)
	for i := range m.n {
		to := out.row(i)
		for k, w := range m.row(i) {
			if w == 0 {
				continue
			}
			for j, x := range b.row(k) {
				to[j] += w * x
			}
		}
		for j := range to {
			to[j] *= f
		}
	}
	return out
}

// plus is m + f·b.
func (m matrix) plus(b matrix, f float64) matrix {
	out := zero(m.n)
	for k := range out.x {
		out.x[k] = m.x[k] + f*b.x[k]
	}
	return out
}

// most is the largest entry without its sign.
func (m matrix) most() float64 {
	most := 0.0
	for _, x := range m.x {
		most = max(most, math.Abs(x))
	}
	return most
}

// norm is the largest sum of a row's entries without their signs.
func (m matrix) norm() float64 {
	most := 0.0
	for i := range m.n {
		sum := 0.0
		for _, x := range m.row(i) {
			sum += math.Abs(x)
		}
		most = max(most, sum)
	}
	return most
}

func (m matrix) trace() float64 {
	sum := 0.0
	for i := range m.n {
		sum += m.at(i, i)
	}
	return sum
}

// rows are the matrix as others read it.
func (m matrix) rows() [][]float64 {
	out := make([][]float64, m.n)
	for i := range out {
		out[i] = m.row(i)
	}
	return out
}

// A spectrum is B = UΛUᵀ.
type spectrum struct {
	values  []float64 // rising
	vectors matrix    // in columns
}

func (m matrix) spectrum() (spectrum, bool) {
	values, vectors, ok := kernel.Eigen(m.x, m.n)
	return spectrum{values, matrix{n: m.n, x: vectors}}, ok
}

// of is U f(Λ) Uᵀ.
func (s spectrum) of(f func(x float64) float64) matrix {
	n := len(s.values)
	out := zero(n)
	for k, x := range s.values {
		y := f(x)
		for i := range n {
			w := y * s.vectors.at(i, k)
			for j := range n {
				out.x[i*n+j] += w * s.vectors.at(j, k)
			}
		}
	}
	return out
}

// spread is the largest eigenvalue of the symmetric matrix without the signs of its entries;
// the norm bounds it.
func (m matrix) spread() float64 {
	abs := zero(m.n)
	for k, x := range m.x {
		abs.x[k] = math.Abs(x)
	}
	s, ok := abs.spectrum()
	if !ok {
		return m.norm()
	}
	return math.Min(s.values[m.n-1]*(1+1e-9), m.norm())
}

// least is the smallest eigenvalue; NaN where it is not found.
func (m matrix) least() float64 {
	values, _, ok := kernel.Eigen(m.x, m.n)
	if !ok {
		return math.NaN()
	}
	return values[0]
}
