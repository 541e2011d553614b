package gp

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// panelSize is the width of the block columns of a factorisation: wide enough that
// nearly all work is in products of matrices, which run on all processors.
const panelSize = 96

// cholesky overwrites the lower half of a symmetric matrix by its factor L, a =
// LLᵀ. ok is false where a pivot is not positive.
func cholesky(a blas64.General) (ok bool) {
	n := a.Rows
	for from := 0; from < n; from += panelSize {
		to := min(from+panelSize, n)
		diagonal := block(a, from, to, from, to)
		if from > 0 {
			// What the columns to the left leave of this block column.
			left, below := block(a, from, to, 0, from), block(a, from, n, 0, from)
			blas64.Gemm(blas.NoTrans, blas.Trans, -1, below, left, 1, block(a, from, n, from, to))
		}
		factor, ok := lapack64.Potrf(blas64.Symmetric{N: to - from, Stride: a.Stride, Data: diagonal.Data, Uplo: blas.Lower})
		if !ok {
			return false
		}
		if to < n {
			below := block(a, to, n, from, to)
			halves(below.Rows, func(i, j int) {
				blas64.Trsm(blas.Right, blas.Trans, 1, factor, block(below, i, j, 0, below.Cols))
			})
		}
	}
	return true
}

// block is a part of a matrix: rows r0 … r1−1 and columns c0 … c1−1.
func block(a blas64.General, r0, r1, c0, c1 int) blas64.General {
	return blas64.General{Rows: r1 - r0, Cols: c1 - c0, Stride: a.Stride, Data: a.Data[r0*a.Stride+c0 : (r1-1)*a.Stride+c1]}
}

// lower is the factor that [cholesky] left in a.
func lower(a blas64.General) blas64.Triangular {
	return blas64.Triangular{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Lower, Diag: blas.NonUnit}
}

// halves splits 0 … n−1 in two and works on both at once. The halves must not
// depend on each other, so that the result does not depend on when they run.
func halves(n int, do func(from, to int)) {
	if n < 2 {
		do(0, n)
		return
	}
	var wait sync.WaitGroup
	wait.Go(func() { do(0, n/2) })
	do(n/2, n)
	wait.Wait()
}
