package gp

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/grid"
	"playground/algos/kernel/covariance"
)

// Variances sets dst to the variance of f at every node of a grid, given the
// factor L of K + σ²I,
//
//	s²(x) = k(x, x) − ‖L⁻¹k(X, x)‖².
//
// With a Gaussian kernel, k(X, x) is a product over the coordinates and each factor
// a short Chebyshev series, so k(X, x) at all nodes is a combination of a few
// hundred columns, for which alone the triangular system is solved:
//
//	k(xᵢ, x) = Σ cᵢₚ dᵢᵣ Tₚ(x₁) Tᵣ(x₂).
//
// Other kernels solve it for every node.
func Variances(dst []float64, k covariance.Kernel, l blas64.Triangular, x [][2]float64, g grid.Grid) {
	for j := range g.NY {
		for i := range g.NX {
			at := [2]float64{g.X(i), g.Y(j)}
			dst[j*g.NX+i] = k.At(at, at)
		}
	}
	if len(x) == 0 {
		return
	}
	if scale, gamma, ok := k.Gaussian(); ok {
		var along [2]series
		var found [2]bool
		halves(2, func(axis, _ int) {
			lo, hi, nodes := g.X0, g.X1, g.NX
			if axis == 1 {
				lo, hi, nodes = g.Y0, g.Y1, g.NY
			}
			along[axis], found[axis] = newSeries(lo, hi, len(x), nodes, gaussAlong(gamma, x, axis))
		})
		if found[0] && found[1] {
			lessSeries(dst, scale, l, along[0], along[1], g)
			return
		}
	}
	lessNodes(dst, k, l, x, g)
}

// Short reports whether [Variances] has its short cut on a grid.
func Short(k covariance.Kernel, g grid.Grid) bool {
	_, gamma, ok := k.Gaussian()
	if !ok {
		return false
	}
	middle := [][2]float64{{(g.X0 + g.X1) / 2, (g.Y0 + g.Y1) / 2}}
	_, okX := newSeries(g.X0, g.X1, 1, g.NX, gaussAlong(gamma, middle, 0))
	_, okY := newSeries(g.Y0, g.Y1, 1, g.NY, gaussAlong(gamma, middle, 1))
	return okX && okY
}

// gaussAlong is e^(−γ(t−xᵢ)²) in one coordinate.
func gaussAlong(gamma float64, x [][2]float64, axis int) func(dst []float64, t float64) {
	return func(dst []float64, t float64) {
		for i, p := range x {
			dst[i] = t - p[axis]
		}
		covariance.Gauss(dst, gamma)
	}
}

// lessNodes subtracts ‖L⁻¹k(X, x)‖² node by node, a row of the grid at a time.
func lessNodes(dst []float64, k covariance.Kernel, l blas64.Triangular, x [][2]float64, g grid.Grid) {
	n := len(x)
	halves(g.NY, func(from, to int) {
		v := blas64.General{Rows: n, Cols: g.NX, Stride: g.NX, Data: make([]float64, n*g.NX)}
		for j := from; j < to; j++ {
			for s, p := range x {
				for i := range g.NX {
					v.Data[s*g.NX+i] = k.At(p, [2]float64{g.X(i), g.Y(j)})
				}
			}
			blas64.Trsm(blas.Left, blas.NoTrans, 1, l, v)
			row := dst[j*g.NX : (j+1)*g.NX]
			for s := range n {
				for i, w := range v.Data[s*g.NX : (s+1)*g.NX] {
					row[i] -= w * w
				}
			}
		}
	})
}

// lessSeries does the same from the series of both coordinates.
func lessSeries(dst []float64, scale float64, l blas64.Triangular, sx, sy series, g grid.Grid) {
	n := sx.coef.Rows
	columns, begin := products(sx, sy, scale)
	halves(columns.Cols, func(from, to int) {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, l, block(columns, 0, n, from, to))
	})

	// Summed over p at every abscissa: a block of n × NX for each r.
	degree := len(begin) - 1
	tx, ty := sx.at(xs(g)), sy.at(ys(g))
	w := make([]float64, degree*n*g.NX)
	for r := range degree {
		size := begin[r+1] - begin[r]
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
			block(columns, 0, n, begin[r], begin[r+1]), block(tx, 0, size, 0, g.NX),
			0, blas64.General{Rows: n, Cols: g.NX, Stride: g.NX, Data: w[r*n*g.NX : (r+1)*n*g.NX]})
	}

	// At an abscissa, ‖L⁻¹k‖² is a quadratic form of the Tᵣ(x₂).
	halves(g.NX, func(from, to int) {
		v := blas64.General{Rows: n, Cols: degree, Stride: degree, Data: make([]float64, n*degree)}
		form := blas64.Symmetric{N: degree, Stride: degree, Data: make([]float64, degree*degree), Uplo: blas.Upper}
		at, image := make([]float64, degree), blas64.Vector{N: degree, Inc: 1, Data: make([]float64, degree)}
		for i := from; i < to; i++ {
			for r := range degree {
				for s := range n {
					v.Data[s*degree+r] = w[(r*n+s)*g.NX+i]
				}
			}
			blas64.Syrk(blas.Trans, 1, v, 0, form)
			for j := range g.NY {
				for r := range degree {
					at[r] = ty.Data[r*g.NY+j]
				}
				t := blas64.Vector{N: degree, Inc: 1, Data: at}
				blas64.Symv(1, form, t, 0, image)
				dst[j*g.NX+i] -= blas64.Dot(t, image)
			}
		}
	})
}

// products are the columns cᵢₚdᵢᵣ that are not negligible, grouped by r: those of r
// begin at begin[r].
func products(sx, sy series, scale float64) (columns blas64.General, begin []int) {
	top := 0.0
	for _, a := range sx.size {
		for _, b := range sy.size {
			top = max(top, a*b)
		}
	}
	begin = []int{0}
	for _, b := range sy.size {
		count := 1
		for p, a := range sx.size {
			if a*b > negligible*top {
				count = p + 1
			}
		}
		begin = append(begin, begin[len(begin)-1]+count)
	}
	n, total := sx.coef.Rows, begin[len(begin)-1]
	columns = blas64.General{Rows: n, Cols: total, Stride: total, Data: make([]float64, n*total)}
	for s := range n {
		c, row := sx.coef.Data[s*sx.coef.Stride:], columns.Data[s*total:(s+1)*total]
		for r, from := range begin[:len(begin)-1] {
			d := scale * sy.coef.Data[s*sy.coef.Stride+r]
			for p := range row[from:begin[r+1]] {
				row[from+p] = c[p] * d
			}
		}
	}
	return columns, begin
}

func xs(g grid.Grid) []float64 {
	v := make([]float64, g.NX)
	for i := range v {
		v[i] = g.X(i)
	}
	return v
}

func ys(g grid.Grid) []float64 {
	v := make([]float64, g.NY)
	for j := range v {
		v[j] = g.Y(j)
	}
	return v
}
