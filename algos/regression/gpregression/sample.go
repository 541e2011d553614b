package gpregression

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// sample returns draws of f at the even grid of a line: mean + Lξ for the Cholesky
// factor L of the covariance there and standard normal ξ that belong to the run,
// so that a draw bends, and does not jump, when a parameter moves. A covariance on
// a grid is singular to working precision, so a little is added to its diagonal:
// 10⁻⁹ of the prior's variance, far below what can be seen. It is nil in the plane.
func (s *state) sample(count int) [][]float64 {
	if !s.line() || count == 0 {
		return nil
	}
	m, p := s.nodes, s.post
	cov := mat.NewSymDense(m, nil)
	top := 0.0
	for i := range m {
		for j := i; j < m; j++ {
			cov.SetSym(i, j, p.k.At(s.probes[i], s.probes[j]))
		}
		top = max(top, cov.At(i, i))
	}
	if n := p.n(); n > 0 { // − VᵀV
		v := make([]float64, 0, n*m)
		for _, row := range p.v {
			v = append(v, row[:m]...)
		}
		blas64.Syrk(blas.Trans, -1, blas64.General{Rows: n, Cols: m, Stride: m, Data: v}, 1, cov.RawSymmetric())
	}
	l, ok := factor(cov, top)
	if !ok {
		return nil
	}
	draws := make([][]float64, count)
	for i := range draws {
		var f mat.VecDense
		f.MulVec(l, mat.NewVecDense(m, s.normals[i]))
		f.AddVec(&f, mat.NewVecDense(m, p.mean[:m]))
		draws[i] = f.RawVector().Data
	}
	return draws
}

// factor returns the Cholesky factor of a covariance matrix with as little on its
// diagonal as the factorisation needs, from 10⁻⁹ of the variance top.
func factor(cov *mat.SymDense, top float64) (*mat.TriDense, bool) {
	n := cov.SymmetricDim()
	for share := 1e-9; share < 1e-3; share *= 10 {
		a := mat.NewSymDense(n, nil)
		a.CopySym(cov)
		for i := range n {
			a.SetSym(i, i, math.Max(0, cov.At(i, i))+share*top)
		}
		var chol mat.Cholesky
		if chol.Factorize(a) {
			var l mat.TriDense
			chol.LTo(&l)
			return &l, true
		}
	}
	return nil, false
}
