package laplace

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/grid"
	"playground/algos/regression/internal/gp"
)

// Latent is the mean and the variance of f at an input,
//
//	m(x) = k(x, X) a,  s²(x) = k(x, x) − ‖L⁻¹ W^½ k(X, x)‖²
func (s *State) Latent(x [2]float64) (mean, variance float64) {
	k := make([]float64, len(s.F))
	for i, at := range s.X {
		v := s.K.At(at, x)
		mean += s.A[i] * v
		k[i] = s.root[i] * v
	}
	variance = s.K.At(x, x)
	if len(k) > 0 {
		blas64.Trsv(blas.NoTrans, s.l, vector(k))
		variance -= blas64.Dot(vector(k), vector(k))
	}
	return mean, max(0, variance)
}

// Means sets dst to the mean of f at the nodes of a grid.
func (s *State) Means(dst []float64, g grid.Grid) { s.K.Field(dst, g, s.X, s.A) }

// mostSolving is the work, in multiplications, up to which the variance is solved for at every node.
const mostSolving = 60_000_000

// coarse is the number of nodes along each side of a table of variances.
const coarse = 33

// Variances sets dst to the variance of f at the nodes of a grid: exactly, or where that is too much
// work interpolated between 33 × 33 nodes. As W^−½L is triangular, too, s² is the variance of a
// regression with that factor.
func (s *State) Variances(dst []float64, g grid.Grid) {
	if n := len(s.F); n*n*g.Len() > mostSolving && g.NX > coarse && g.NY > coarse && !gp.Short(s.K, g) {
		t := gp.Table{Grid: grid.Grid{Window: g.Window, NX: coarse, NY: coarse}}
		t.Values = make([]float64, t.Len())
		s.variances(t.Values, t.Grid)
		t.Fill(dst, g)
	} else {
		s.variances(dst, g)
	}
	for i, v := range dst {
		dst[i] = max(0, v)
	}
}

func (s *State) variances(dst []float64, g grid.Grid) {
	n := len(s.F)
	if n == 0 {
		grid.Fill(dst, g, func(x, y float64) float64 { return s.K.At([2]float64{x, y}, [2]float64{x, y}) })
		return
	}
	m := blas64.Triangular{N: n, Stride: n, Uplo: blas.Lower, Diag: blas.NonUnit, Data: make([]float64, n*n)}
	for i := range n {
		for j := range i + 1 {
			m.Data[i*n+j] = s.l.Data[i*n+j] / s.root[i]
		}
	}
	gp.Variances(dst, s.K, m, s.X, g)
}

// Averages turns the means at some nodes, given their variances, into averaged probabilities.
func Averages(means, variances []float64) {
	for i, m := range means {
		means[i] = Average(m, variances[i])
	}
}

// LogDet is log|I + KW| by Gaussian elimination with pivots, without the factor of B: the
// determinant is the same.
func (s *State) LogDet() float64 {
	n := len(s.F)
	m := make([]float64, n*n)
	for i := range n {
		for j := range n {
			m[i*n+j] = s.Gram.Data[i*n+j] * s.W[j]
		}
		m[i*n+i]++
	}
	sum := 0.0
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(m[i*n+k]) > math.Abs(m[pivot*n+k]) {
				pivot = i
			}
		}
		if pivot != k {
			for j := range n {
				m[k*n+j], m[pivot*n+j] = m[pivot*n+j], m[k*n+j]
			}
		}
		sum += math.Log(math.Abs(m[k*n+k]))
		for i := k + 1; i < n; i++ {
			if f := m[i*n+k] / m[k*n+k]; f != 0 {
				for j := k + 1; j < n; j++ {
					m[i*n+j] -= f * m[k*n+j]
				}
			}
		}
	}
	return sum
}
