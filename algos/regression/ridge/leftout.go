package ridge

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/regression/internal/gp"
	"playground/algos/regression/internal/lsq"
)

// mostRefits bounds the second route to what is found by formula.
const mostRefits = 200

// A leftOut is the error at rows that are left out one at a time.
type leftOut struct {
	formula, refits float64 // the mean square, by the hat matrix and by fitting again
	known           bool
	stretch         float64 // the largest 1/(1 − h)
	most            float64 // the largest residual of a row left out
}

// refit fits once for each row that is left out.
func (t *task) refit(ctx context.Context) leftOut {
	n := len(t.y)
	l := leftOut{formula: t.leaving(t.Lambda)}
	if math.IsNaN(l.formula) || n > mostRefits || t.singular() {
		return l
	}
	out, _ := t.missed(t.Lambda)
	l.stretch = 1
	for i, r := range lsq.Residuals(t.x, t.y, t.at(t.Lambda)) {
		l.most = max(l.most, math.Abs(out[i]))
		if r != 0 {
			l.stretch = max(l.stretch, out[i]/r)
		}
	}
	sum := 0.0
	for i := range n {
		if ctx.Err() != nil {
			return l
		}
		x := make([][]float64, len(t.stacked))
		for j, column := range t.stacked {
			x[j] = without(column, i)
		}
		f := lsq.Factor(x, without(t.wanted, i))
		if f.Rank() < len(x) {
			return l
		}
		e := t.y[i]
		for j, theta := range f.Theta() {
			e -= theta * t.x[j][i]
		}
		sum += e * e
	}
	l.refits, l.known = sum/float64(n), true
	return l
}

// without is a copy that lacks entry i.
func without(a []float64, i int) []float64 {
	return append(append(make([]float64, 0, len(a)-1), a[:i]...), a[i+1:]...)
}

// solveDual is the mode of the posterior by conditioning the targets: with the prior
// variance τ² = σ²/λ they have the covariance τ²ZZᵀ + σ²I, and
//
//	E[θ | y] = τ²Zᵀ(τ²ZZᵀ + σ²I)⁻¹v
//
// It is nil where that is too much work, or has no answer in 16 digits.
func (t *task) solveDual(ctx context.Context) []float64 {
	n := len(t.y)
	if n > mostRefits || t.Lambda == 0 || ctx.Err() != nil {
		return nil
	}
	tau2 := t.NoiseVar / t.Lambda
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i := range n {
		for k := range i + 1 {
			for _, z := range t.centred.X {
				a.Data[i*n+k] += tau2 * z[i] * z[k]
			}
		}
		a.Data[i*n+i] += t.NoiseVar
	}
	alpha := append([]float64{}, t.centred.Y...)
	if !gp.Solve(a, alpha) {
		return nil
	}
	mode := make([]float64, len(t.price.Columns))
	for j, z := range t.centred.X {
		mode[j] = tau2 * lsq.Dot(z, alpha)
	}
	return mode
}
