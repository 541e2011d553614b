package gp

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Solve overwrites b by the solution of ax = b, and the lower half of the symmetric
// matrix a by its Cholesky factor. ok is false where a pivot is not positive.
func Solve(a blas64.General, b []float64) (ok bool) {
	if !cholesky(a) {
		return false
	}
	v := blas64.Vector{N: len(b), Inc: 1, Data: b}
	blas64.Trsv(blas.NoTrans, lower(a), v)
	blas64.Trsv(blas.Trans, lower(a), v)
	return true
}
