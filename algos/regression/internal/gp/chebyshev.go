package gp

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A series writes the functions t ↦ u(t, x) of many centres x as Chebyshev
// polynomials of one variable on an interval,
//
//	u(t, xᵢ) = Σₚ cᵢₚ Tₚ(t),
//
// which converges faster than any power where u is smooth, so that a few dozen
// coefficients give u at any number of nodes to rounding. Then it turns to the
// principal combinations of these polynomials, of which still fewer are needed:
// those of the singular value decomposition of the coefficients.
//
// Source: L. N. Trefethen, Approximation Theory and Approximation Practice
// (2013), chapters 3 and 8.
type series struct {
	lo, hi float64
	coef   blas64.General // a row for every centre
	size   []float64      // the largest |coefficient| of each column
	turn   blas64.General // a column for every combination: its polynomials' shares
}

// negligible is the coefficient, as a share of the largest value of u, that is
// left out.
const negligible = 1e-12

// newSeries expands u; ok is false where that takes most coefficients or more.
// rows fills u(t, xᵢ) of one t for all centres.
func newSeries(lo, hi float64, centres, most int, rows func(dst []float64, t float64)) (s series, ok bool) {
	for degree := 16; degree < most; degree += 8 {
		s = expand(lo, hi, centres, degree, rows)
		top := 0.0
		for _, v := range s.size {
			top = max(top, v)
		}
		// Two in a row: those of an even function vanish every other time.
		if s.size[degree-1] <= negligible*top && s.size[degree-2] <= negligible*top {
			return s.principal()
		}
	}
	return series{}, false
}

func expand(lo, hi float64, centres, degree int, rows func(dst []float64, t float64)) series {
	// u at the Chebyshev points, a row for every point.
	values := blas64.General{Rows: degree, Cols: centres, Stride: centres, Data: make([]float64, degree*centres)}
	transform := blas64.General{Rows: degree, Cols: degree, Stride: degree, Data: make([]float64, degree*degree)}
	for k := range degree {
		angle := (float64(k) + 0.5) * math.Pi / float64(degree)
		rows(values.Data[k*centres:(k+1)*centres], (lo+hi)/2+(hi-lo)/2*math.Cos(angle))
		for p := range degree {
			transform.Data[k*degree+p] = 2 / float64(degree) * math.Cos(float64(p)*angle)
		}
		transform.Data[k*degree] /= 2
	}
	s := series{
		lo: lo, hi: hi,
		coef: blas64.General{Rows: centres, Cols: degree, Stride: degree, Data: make([]float64, centres*degree)},
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, values, transform, 0, s.coef)
	s.measure()
	return s
}

// measure finds the largest coefficients.
func (s *series) measure() {
	s.size = make([]float64, s.coef.Cols)
	for i := range s.coef.Rows {
		for p, c := range s.coef.Data[i*s.coef.Stride : i*s.coef.Stride+s.coef.Cols] {
			s.size[p] = max(s.size[p], math.Abs(c))
		}
	}
}

// principal turns to the combinations that are not negligible.
func (s series) principal() (series, bool) {
	n, degree := s.coef.Rows, s.coef.Cols
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(n, degree, s.coef.Data), mat.SVDThinV) {
		return series{}, false
	}
	values := svd.Values(nil)
	rank := 0
	for rank < len(values) && values[rank] > negligible*values[0] {
		rank++
	}
	if rank == 0 {
		return series{}, false
	}
	var v mat.Dense
	svd.VTo(&v)
	s.turn = block(v.RawMatrix(), 0, degree, 0, rank)
	coef := blas64.General{Rows: n, Cols: rank, Stride: rank, Data: make([]float64, n*rank)}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, s.coef, s.turn, 0, coef)
	s.coef = coef
	s.measure()
	return s, true
}

// at are the combinations at the nodes, a row for each.
func (s series) at(nodes []float64) blas64.General {
	n, rank := len(nodes), s.turn.Cols
	t := polynomials(s.lo, s.hi, s.turn.Rows, nodes)
	dst := blas64.General{Rows: rank, Cols: n, Stride: n, Data: make([]float64, rank*n)}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, s.turn, t, 0, dst)
	return dst
}

// polynomials are Tₚ at the nodes, a row for every p.
func polynomials(lo, hi float64, degree int, nodes []float64) blas64.General {
	n := len(nodes)
	t := blas64.General{Rows: degree, Cols: n, Stride: n, Data: make([]float64, degree*n)}
	for j, x := range nodes {
		u := max(-1, min(1, (2*x-lo-hi)/(hi-lo)))
		before, now := 1.0, u // Tₚ = 2u Tₚ₋₁ − Tₚ₋₂
		t.Data[j] = 1
		for p := 1; p < degree; p++ {
			t.Data[p*n+j] = now
			before, now = now, 2*u*now-before
		}
	}
	return t
}
