package gp

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// panelSize is how many rows are worked on at a time, and columnSize the width of the
// block columns of a factorisation: such that nearly all work is in products of matrices.
const (
	panelSize  = 64
	columnSize = 3 * tileCols
)

// cholesky overwrites the lower half of a symmetric matrix by its factor L, a =
// LLᵀ. ok is false where a pivot is not positive.
func cholesky(a blas64.General) (ok bool) {
	n := a.Rows
	whole := operand{data: a.Data, rows: n, cols: n, down: a.Stride, right: 1}
	for from := 0; from < n; from += columnSize {
		to := min(from+columnSize, n)
		// What the columns to the left leave of this block column.
		left := whole.part(from, to, 0, from).transposed()
		inTurns(n-from, (to-from)*from, func(i, j int) {
			addProduct(whole.part(from+i, from+j, from, to), -1, whole.part(from+i, from+j, 0, from), left)
		})
		diagonal := block(a, from, to, from, to)
		_, ok := lapack64.Potrf(blas64.Symmetric{N: to - from, Stride: a.Stride, Data: diagonal.Data, Uplo: blas.Lower})
		if !ok {
			return false
		}
		// The blocks below are solved for: products with an inverse would lose digits where
		// the matrix is nearly singular.
		inTurns(n-to, (to-from)*(to-from)/2, func(i, j int) {
			for c := from; c < to; c += tileCols {
				d := min(c+tileCols, to)
				solveRows(lower(block(a, c, d, c, d)), block(a, to+i, to+j, c, d))
				if d < to {
					addProduct(whole.part(to+i, to+j, d, to), -1, whole.part(to+i, to+j, c, d), whole.part(d, to, c, d).transposed())
				}
			}
		})
	}
	return true
}

// solveRows replaces every row b by the x with x Lᵀ = b, for an L of at most tileCols rows,
// eight at a time: a single one would wait for each of its sums.
func solveRows(l blas64.Triangular, rows blas64.General) {
	const side = 8
	var x [tileCols][side]float64
	n, i := l.N, 0
	for ; i+side <= rows.Rows; i += side {
		for r := range side {
			for j, v := range rows.Data[(i+r)*rows.Stride:][:n] {
				x[j][r] = v
			}
		}
		for j := range n {
			at := &x[j]
			s0, s1, s2, s3, s4, s5, s6, s7 := at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]
			for k, v := range l.Data[j*l.Stride:][:j] {
				c := &x[k]
				s0 -= v * c[0]
				s1 -= v * c[1]
				s2 -= v * c[2]
				s3 -= v * c[3]
				s4 -= v * c[4]
				s5 -= v * c[5]
				s6 -= v * c[6]
				s7 -= v * c[7]
			}
			d := l.Data[j*l.Stride+j]
			*at = [side]float64{s0 / d, s1 / d, s2 / d, s3 / d, s4 / d, s5 / d, s6 / d, s7 / d}
		}
		for r := range side {
			to := rows.Data[(i+r)*rows.Stride:][:n]
			for j := range to {
				to[j] = x[j][r]
			}
		}
	}
	if i < rows.Rows {
		blas64.Trsm(blas.Right, blas.Trans, 1, l, block(rows, i, rows.Rows, 0, n))
	}
}

// invertLower sets dst, row by row without gaps, to the inverse of a lower factor, by
// substitution, so that LL⁻¹ is near one also where L⁻¹L is not.
func invertLower(dst []float64, l blas64.Triangular) {
	n := l.N
	clear(dst[:n*n])
	for i := range n {
		dst[i*n+i] = 1
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, blas64.General{Rows: n, Cols: n, Stride: n, Data: dst})
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

// worthwhile is the work, in multiplications, from which on a second thread pays: some
// tens of microseconds. What is less, waits longer for the thread than it works.
const worthwhile = 1 << 19

// inTurns cuts 0 … n−1 into panels, and where each of the n takes enough multiplications
// works on every second panel at once with the others. The panels must not depend on
// each other.
func inTurns(n, each int, do func(from, to int)) {
	every := func(first int) {
		for from := first; from < n; from += 2 * panelSize {
			do(from, min(from+panelSize, n))
		}
	}
	if n*each < worthwhile || n <= panelSize {
		for from := 0; from < n; from += panelSize {
			do(from, min(from+panelSize, n))
		}
		return
	}
	var wait sync.WaitGroup
	wait.Go(func() { every(panelSize) })
	every(0)
	wait.Wait()
}
