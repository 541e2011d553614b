package kernel

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// dust is an entry, as a share of the largest, far below what moves an eigenvalue. The
// solver goes astray where squares of entries underflow.
const dust = 1e-40

// Eigen returns the eigenvalues of a symmetric n×n matrix, rising, and its eigenvectors
// in the columns of an n×n one, both row major. Only the half below the diagonal is read. It
// reports false where they cannot be found. Values are right to about n·2⁻⁵²·‖a‖.
func Eigen(a []float64, n int) (values, vectors []float64, ok bool) {
	size := 0.0
	for i := range n {
		for j := range i + 1 {
			size = max(size, math.Abs(a[i*n+j]))
		}
	}
	values, vectors = make([]float64, n), make([]float64, n*n)
	if size == 0 {
		for i := range n {
			vectors[i*n+i] = 1
		}
		return values, vectors, true
	}
	// Eigenvalues scale with the matrix; near 1 nothing overflows.
	scaled, frobenius := mat.NewSymDense(n, nil), 0.0
	for i := range n {
		for j := range i + 1 {
			v := a[i*n+j] / size
			if math.Abs(v) < dust {
				continue
			}
			scaled.SetSym(i, j, v)
			frobenius += 2 * v * v
		}
	}
	// Where the vectors are not needed, gonum's way without them panics on blocks of
	// tiny numbers.
	var eigen mat.EigenSym
	if !eigen.Factorize(scaled, true) {
		return nil, nil, false
	}
	eigen.Values(values)
	for i, v := range values {
		if !(math.Abs(v) <= 2*math.Sqrt(frobenius)) {
			return nil, nil, false
		}
		values[i] = size * v
	}
	var u mat.Dense
	eigen.VectorsTo(&u)
	for i := range n {
		copy(vectors[i*n:(i+1)*n], u.RawRowView(i))
	}
	return values, vectors, true
}
