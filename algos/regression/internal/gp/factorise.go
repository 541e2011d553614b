package gp

import "gonum.org/v1/gonum/blas/blas64"

// Cholesky overwrites the lower half of a symmetric matrix by its factor L, a = LLᵀ,
// in blocks. ok is false where a pivot is not positive; what is above the diagonal is
// not looked at.
func Cholesky(a blas64.General) (ok bool) { return cholesky(a) }
