package gp

import "gonum.org/v1/gonum/blas/blas64"

// inverse overwrites a factor L, which [cholesky] left in a, by the lower half of
// (LLᵀ)⁻¹ = L⁻ᵀL⁻¹; what is above means nothing. It works in blocks, as cholesky does.
func inverse(a blas64.General) {
	n := a.Rows
	l := operand{data: a.Data, rows: n, cols: n, down: a.Stride, right: 1}
	m := dense(make([]float64, n*n), n) // L⁻¹
	diagonal := make([]float64, n*panelSize)
	for from := 0; from < n; from += panelSize {
		to := min(from+panelSize, n)
		d := diagonal[from*panelSize:]
		invertLower(d, lower(block(a, from, to, from, to)))
		dense(d, to-from).moveTo(m.part(from, to, from, to))
	}
	// The blocks below, column by column: −D_i Σ L_ik M_kj.
	inTurns(n, n*n/6, func(j0, j1 int) {
		room := make([]float64, panelSize*panelSize)
		for from := j1; from < n; from += panelSize {
			to := min(from+panelSize, n)
			sum := operand{data: room, rows: to - from, cols: j1 - j0, down: panelSize, right: 1}
			clear(room)
			addProduct(sum, 1, l.part(from, to, j0, from), m.part(j0, from, j0, j1))
			addProduct(m.part(from, to, j0, j1), -1, m.part(from, to, from, to), sum)
		}
	})
	inTurns(n, n*n/3, func(i0, i1 int) {
		for i := i0; i < i1; i++ {
			clear(a.Data[i*a.Stride : i*a.Stride+i1])
		}
		addProduct(l.part(i0, i1, 0, i1), 1, m.part(i0, n, i0, i1).transposed(), m.part(i0, n, 0, i1))
	})
}
