package lsq

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"
)

// Gram returns XᵀX, row by row.
func Gram(x [][]float64) [][]float64 {
	g := make([][]float64, len(x))
	for j := range x {
		g[j] = make([]float64, len(x))
		for k := range j + 1 {
			g[j][k] = Dot(x[j], x[k])
			g[k][j] = g[j][k]
		}
	}
	return g
}

// Normal solves the normal equations XᵀXθ = Xᵀy by Cholesky's factorisation. It reports
// false where that meets a pivot that is not above 0: XᵀX is singular, or rounding has
// made it so.
func Normal(x [][]float64, y []float64) (theta []float64, ok bool) {
	p := len(x)
	l, z := Gram(x), make([]float64, p)
	for j := range p {
		z[j] = Dot(x[j], y)
		for k := range j {
			for i := range k {
				l[j][k] -= l[j][i] * l[k][i]
			}
			l[j][k] /= l[k][k]
			l[j][j] -= l[j][k] * l[j][k]
			z[j] -= l[j][k] * z[k]
		}
		if !(l[j][j] > 0) {
			return nil, false
		}
		l[j][j] = math.Sqrt(l[j][j])
		z[j] /= l[j][j]
	}
	for j := p - 1; j >= 0; j-- {
		for i := j + 1; i < p; i++ {
			z[j] -= l[i][j] * z[i]
		}
		z[j] /= l[j][j]
	}
	return z, true
}

// precision is the bits of the reference: the condition number of XᵀX may take a third
// of them, and those of a float64 are right.
const precision = 256

// Reference solves the normal equations in 256 bits, so that rounding to float64 at the
// end is all that is lost. It reports false where columns depend on each other exactly,
// not only up to rounding.
func Reference(x [][]float64, y []float64) (theta []float64, ok bool) {
	p := len(x)
	number := func() *big.Float { return new(big.Float).SetPrec(precision) }
	dot := func(a, b []float64) *big.Float {
		sum, u, v := number(), number(), number()
		for i := range a {
			sum.Add(sum, u.Mul(u.SetFloat64(a[i]), v.SetFloat64(b[i])))
		}
		return sum
	}
	a := make([][]*big.Float, p) // [XᵀX Xᵀy]; symmetric and positive definite: no pivoting
	for j := range a {
		a[j] = make([]*big.Float, p+1)
		for k := range p {
			if k < j {
				a[j][k] = number().Set(a[k][j])
			} else {
				a[j][k] = dot(x[j], x[k])
			}
		}
		a[j][p] = dot(x[j], y)
	}
	least, t := number().SetMantExp(big.NewFloat(1), -2*precision/3), number()
	for k := range p {
		if a[k][k].Cmp(t.Mul(least, dot(x[k], x[k]))) <= 0 {
			return nil, false
		}
		for j := k + 1; j < p; j++ {
			share := number().Quo(a[j][k], a[k][k])
			for i := k; i <= p; i++ {
				a[j][i].Sub(a[j][i], t.Mul(share, a[k][i]))
			}
		}
	}
	theta = make([]float64, p)
	solved := make([]*big.Float, p)
	for j := p - 1; j >= 0; j-- {
		sum := a[j][p]
		for i := j + 1; i < p; i++ {
			sum.Sub(sum, t.Mul(a[j][i], solved[i]))
		}
		solved[j] = sum.Quo(sum, a[j][j])
		theta[j], _ = solved[j].Float64()
	}
	return theta, true
}

// AllDigits is how many decimal digits a float64 has.
const AllDigits = 16

// Digits is how many decimal digits of every number are right, from 0 to [AllDigits]:
// −log₁₀ of its relative error, and of the absolute one where it should be 0.
func Digits(got, want []float64) []float64 {
	d := make([]float64, len(want))
	for j, w := range want {
		off := math.Abs(got[j] - w)
		if w != 0 {
			off /= math.Abs(w)
		}
		d[j] = AllDigits
		if off > 0 {
			d[j] = min(max(-math.Log10(off), 0), AllDigits)
		}
	}
	return d
}

// Condition is the condition number of X with its columns scaled to length 1, by its
// singular values: lengths alone do not make least squares harder. That of XᵀX is its
// square. It is +∞ where a column depends on others, or is 0.
func Condition(x [][]float64) float64 {
	if len(x) == 0 || len(x[0]) < len(x) {
		return math.Inf(1)
	}
	a := mat.NewDense(len(x[0]), len(x), nil)
	for j, column := range x {
		length := Norm(column)
		if length == 0 {
			return math.Inf(1)
		}
		for i, v := range column {
			a.Set(i, j, v/length)
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDNone) {
		return math.Inf(1)
	}
	s := svd.Values(nil)
	if s[len(s)-1] <= Tolerance(len(x[0]), len(x))*s[0] {
		return math.Inf(1)
	}
	return s[0] / s[len(s)-1]
}

// Spectrum are the eigenvalues of XᵀX, the largest first, and the eigenvector of the
// largest: the curvature of ½‖y − Xθ‖², and the direction in which it is steepest.
func Spectrum(x [][]float64) (values, steepest []float64) {
	p := len(x)
	if p == 0 {
		return nil, nil
	}
	g, a := Gram(x), mat.NewSymDense(p, nil)
	for j := range p {
		for k := j; k < p; k++ {
			a.SetSym(j, k, g[j][k])
		}
	}
	var e mat.EigenSym
	values, steepest = make([]float64, p), make([]float64, p)
	if !e.Factorize(a, true) {
		return values, steepest
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	for j, v := range e.Values(nil) { // from the least
		values[p-1-j] = max(v, 0)
		steepest[j] = vectors.At(j, p-1)
	}
	return values, steepest
}
