package gp

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"playground/algos/kernel/covariance"
	"playground/algos/num"
)

// A Fit is a Gaussian process fitted to all its observations at once, by the
// library's Cholesky factorisation. It shares nothing with [Posterior], so each
// is a check of the other. The ascent on the evidence of few observations uses it, too.
type Fit struct {
	Alpha      []float64 // (K+σ²I)⁻¹y
	Top        float64   // the largest entry on the diagonal of K+σ²I
	DataFit    float64   // −½ yᵀα
	Complexity float64   // ½ log|K+σ²I|

	k     covariance.Kernel
	noise float64
	x     [][2]float64
	a     *mat.SymDense // K+σ²I
	chol  mat.Cholesky
}

// MaxKernel bounds the kernel values: beyond it their squares are no longer safe
// from overflow.
const MaxKernel = 1e100

// singular is the smallest pivot of a factorisation, as a share of the largest
// diagonal entry, that is still told from rounding: the pivots of n rows are off
// by a few n·ulp of it.
func singular(n int) float64 { return 32 * num.Ulp * float64(n+1) }

// NewFit factorises K + σ²I. It fails where the matrix is singular to working
// precision, or not finite, and where the context has ended.
func NewFit(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64, y []float64) (*Fit, bool) {
	return fit(ctx, k, noise, len(x), x, y)
}

// Knowing is the fit with one more value, of f itself: an observation without noise.
func Knowing(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64, y []float64, at [2]float64, value float64) (*Fit, bool) {
	n := len(x)
	return fit(ctx, k, noise, n, append(x[:n:n], at), append(y[:n:n], value))
}

// fit is that of observations of which the first few are noisy.
func fit(ctx context.Context, k covariance.Kernel, noise float64, noisy int, x [][2]float64, y []float64) (*Fit, bool) {
	n := len(x)
	f := &Fit{k: k, noise: noise, x: x}
	if n == 0 {
		return f, true
	}
	a, values := mat.NewSymDense(n, nil), covariance.NewRows(k)
	for i := range n {
		if ctx.Err() != nil {
			return nil, false
		}
		row := a.RawSymmetric().Data[i*n+i : (i+1)*n]
		values.Fill(row, x[i], x[i:])
		if i < noisy {
			row[0] += noise
		}
		f.Top = max(f.Top, row[0])
		for _, v := range row {
			if !(math.Abs(v) <= MaxKernel) {
				return nil, false
			}
		}
	}
	if ctx.Err() != nil || !f.chol.Factorize(a) {
		return nil, false
	}
	u := f.chol.RawU()
	for i := range n {
		if d := u.At(i, i); d*d <= singular(n)*f.Top {
			return nil, false
		}
	}
	var alpha mat.VecDense
	if f.chol.SolveVecTo(&alpha, mat.NewVecDense(n, y)) != nil && f.chol.Cond() > 1/num.Ulp/16 {
		return nil, false
	}
	f.a, f.Alpha = a, alpha.RawVector().Data
	f.DataFit = -mat.Dot(mat.NewVecDense(n, y), &alpha) / 2
	f.Complexity = f.chol.LogDet() / 2
	return f, Finite(f.DataFit) && Finite(f.Complexity)
}

// factor is the upper factor of K+σ²I.
func (f *Fit) factor() blas64.Triangular {
	u, ok := f.chol.RawU().(*mat.TriDense)
	if !ok {
		panic("gp: the library's factor is no dense triangle")
	}
	return u.RawTriangular()
}

// Finite reports whether x is a number.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// LogEvidence returns log p(y).
func (f *Fit) LogEvidence() float64 {
	return f.DataFit - f.Complexity - float64(len(f.x))/2*math.Log(2*math.Pi)
}

// Gradient returns the derivatives of the log evidence by the logarithms of the
// kernel's numbers, in reading order, and of the noise variance:
//
//	∂ log p(y)/∂θ = ½ tr((ααᵀ − (K+σ²I)⁻¹) ∂K/∂θ)
//
// Source: Rasmussen and Williams, eq. (5.9). It leaves off where the context has ended.
func (f *Fit) Gradient(ctx context.Context) []float64 {
	n := len(f.x)
	m := len(f.k.Values())
	g := make([]float64, m+1)
	if n == 0 || ctx.Err() != nil {
		return g
	}
	u := f.factor()
	u.Data = slices.Clone(u.Data)
	if !lapack64.Trtri(u) { // NewFit has refused singular ones
		return g
	}
	half := blas64.General{Rows: n, Cols: n, Stride: u.Stride, Data: u.Data}
	for i := range n {
		clear(half.Data[i*half.Stride : i*half.Stride+i])
	}
	inv := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, half, half, 0, inv)
	slopes, by := covariance.NewRows(f.k), make([][]float64, m)
	row, room := make([]float64, n), make([]float64, m*n)
	for i := range n {
		if ctx.Err() != nil {
			return g
		}
		value := row[i:]
		for q := range by {
			by[q] = room[q*n+i : (q+1)*n]
		}
		slopes.Slopes(value, by, f.x[i], f.x[i:])
		// The kernel's values are not needed any more: their row takes the weights.
		for j, alpha := range f.Alpha[i:] {
			value[j] = f.Alpha[i]*alpha - inv.Data[i*n+i+j]
		}
		value[0] /= 2
		g[m] += value[0] * f.noise
		for q, d := range by {
			g[q] += floats.Dot(value, d)
		}
	}
	return g
}

// Mean are m(x) + σ²α at the observations, for some coefficients α: the observations
// themselves if the coefficients are right.
func (f *Fit) Mean(alpha []float64) []float64 {
	var fitted mat.VecDense
	fitted.MulVec(f.a, mat.NewVecDense(len(alpha), alpha))
	return fitted.RawVector().Data
}

// Cond is the condition number of K+σ²I.
func (f *Fit) Cond() float64 { return f.chol.Cond() }

// L is entry (i, j) of the lower factor of K+σ²I.
func (f *Fit) L(i, j int) float64 { return f.chol.RawU().At(j, i) }

// Variances returns the variance of f at some inputs, and how far rounding may have
// moved each.
func (f *Fit) Variances(inputs [][2]float64) (variance, slack []float64) {
	n, m := len(f.x), len(inputs)
	variance, slack = make([]float64, m), make([]float64, m)
	for q, x := range inputs {
		variance[q] = f.k.At(x, x)
	}
	if n == 0 {
		return variance, slack
	}
	cov := mat.NewDense(n, m, nil)
	for i, a := range f.x {
		for q, x := range inputs {
			cov.Set(i, q, f.k.At(a, x))
		}
	}
	var u mat.Dense
	_ = f.chol.SolveTo(&u, cov) // as in Gradient
	for q := range inputs {
		column := mat.Col(nil, q, &u)
		size := variance[q]
		for i, v := range column {
			t := cov.At(i, q) * v
			variance[q] -= t
			size += math.Abs(t)
		}
		slack[q] = f.Spread(column, column) + 4*num.Ulp*float64(n+1)*size
	}
	return variance, slack
}

// At is the mean of f at an input, and how far rounding may have moved it.
func (f *Fit) At(x [2]float64) (mean, slack float64) {
	n := len(f.x)
	if n == 0 {
		return 0, 0
	}
	cov, size := mat.NewVecDense(n, nil), 0.0
	for i, a := range f.x {
		cov.SetVec(i, f.k.At(a, x))
		mean += cov.AtVec(i) * f.Alpha[i]
		size += math.Abs(cov.AtVec(i) * f.Alpha[i])
	}
	var u mat.VecDense
	_ = f.chol.SolveVecTo(&u, cov) // as in Gradient
	return mean, f.Spread(u.RawVector().Data, f.Alpha) + 4*num.Ulp*float64(n+1)*size
}

// Spread bounds how much a product aᵀ(K+σ²I)⁻¹b may be off by rounding, given u =
// (K+σ²I)⁻¹a and v = (K+σ²I)⁻¹b: the factorisation is exact for a matrix whose
// entries are off by about n·ulp of the largest one, and a change E of the matrix
// moves the product by uᵀEv.
func (f *Fit) Spread(u, v []float64) float64 {
	return 2 * float64(len(u)) * num.Ulp * f.Top * SumAbs(u) * SumAbs(v)
}

// SumAbs is Σ|vᵢ|.
func SumAbs(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += math.Abs(x)
	}
	return s
}

// Fits remembers the last fits of a run, for several steps ask for the same one.
type Fits struct {
	mu    sync.Mutex
	whose [2]*Posterior
	fits  [2]*Fit
	next  int
}

// Of returns the fit of a process's observations at once; nil where the matrix is
// singular to working precision.
func (r *Fits) Of(ctx context.Context, p *Posterior) *Fit {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, q := range r.whose {
		if q == p {
			return r.fits[i]
		}
	}
	f, ok := NewFit(ctx, p.K, p.Noise, p.X, p.Y)
	if ctx.Err() != nil {
		return nil // not an answer to be kept
	}
	if !ok {
		f = nil
	}
	r.whose[r.next], r.fits[r.next] = p, f
	r.next = 1 - r.next
	return f
}

// Jitter returns the least variance of a few powers of ten that must be added
// to the diagonal for K + σ²I to be told from a singular matrix: 0 almost always.
func Jitter(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64) float64 {
	top := 0.0
	for _, a := range x {
		top = max(top, k.At(a, a))
	}
	zeros := make([]float64, len(x))
	for _, share := range [...]float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6} {
		if _, ok := NewFit(ctx, k, noise+share*top, x, zeros); ok {
			return share * top
		}
	}
	return 1e-6 * max(top, 1)
}

// LogEvidence factorises the lower half l of a kernel matrix in place, with the
// noise on its diagonal, and returns log p(y); −∞ where the matrix is singular to
// working precision. z is scratch.
func LogEvidence(l, z, y []float64, noise float64) float64 {
	sum, top := 0.0, 0.0
	for i, at := 0, 0; i < len(y); i++ {
		row := l[at : at+i+1]
		for j, from := 0, 0; j < i; j++ {
			other := l[from : from+j+1]
			row[j] = (row[j] - floats.Dot(row[:j], other[:j])) / other[j]
			from += j + 1
		}
		top = max(top, row[i]+noise)
		pivot := row[i] + noise - floats.Dot(row[:i], row[:i])
		if !(pivot > singular(i+1)*top) {
			return math.Inf(-1)
		}
		row[i] = math.Sqrt(pivot)
		z[i] = (y[i] - floats.Dot(row[:i], z[:i])) / row[i]
		sum -= z[i]*z[i]/2 + math.Log(2*math.Pi*pivot)/2
		at += i + 1
	}
	return sum
}
