package gpregression

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"playground/algos/kernel/covariance"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// A fit is a Gaussian process fitted to all its observations at once, by the
// library's Cholesky factorisation. It shares nothing with [posterior], so each
// is a check of the other; and it is what the ascent on the evidence needs.
type fit struct {
	k     covariance.Kernel
	noise float64
	x     [][2]float64
	a     *mat.SymDense // K+σ²I
	chol  mat.Cholesky
	alpha []float64 // (K+σ²I)⁻¹y
	top   float64   // the largest entry on the diagonal of K+σ²I
	fit   float64   // −½ yᵀα
	// complex is ½ log|K+σ²I|.
	complex float64
}

// singular is the smallest pivot of a factorisation, as a share of the largest
// diagonal entry, that is still told from rounding: the pivots of n rows are off
// by a few n·ulp of it.
func singular(n int) float64 { return 32 * ulp * float64(n+1) }

// refit factorises K + σ²I. It fails where the matrix is singular to working
// precision, or not finite, and where the context has ended.
func refit(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64, y []float64) (*fit, bool) {
	n := len(x)
	f := &fit{k: k, noise: noise, x: x}
	if n == 0 {
		return f, true
	}
	a := mat.NewSymDense(n, nil)
	for i := range n {
		if ctx.Err() != nil {
			return nil, false
		}
		for j := i; j < n; j++ {
			v := k.At(x[i], x[j])
			if i == j {
				v += noise
				f.top = max(f.top, v)
			}
			if !(math.Abs(v) <= maxKernel) {
				return nil, false
			}
			a.SetSym(i, j, v)
		}
	}
	if ctx.Err() != nil || !f.chol.Factorize(a) {
		return nil, false
	}
	u := f.chol.RawU()
	for i := range n {
		if d := u.At(i, i); d*d <= singular(n)*f.top {
			return nil, false
		}
	}
	var alpha mat.VecDense
	if f.chol.SolveVecTo(&alpha, mat.NewVecDense(n, y)) != nil && f.chol.Cond() > 1/ulp/16 {
		return nil, false
	}
	f.a, f.alpha = a, alpha.RawVector().Data
	f.fit = -mat.Dot(mat.NewVecDense(n, y), &alpha) / 2
	f.complex = f.chol.LogDet() / 2
	return f, finite(f.fit) && finite(f.complex)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// logEvidence returns log p(y).
func (f *fit) logEvidence() float64 {
	return f.fit - f.complex - float64(len(f.x))/2*math.Log(2*math.Pi)
}

// gradient returns the derivatives of the log evidence by the logarithms of the
// kernel's numbers, in reading order, and of the noise variance:
//
//	∂ log p(y)/∂θ = ½ tr((ααᵀ − (K+σ²I)⁻¹) ∂K/∂θ)
//
// Source: Rasmussen and Williams, eq. (5.9). It leaves off where the context has ended.
func (f *fit) gradient(ctx context.Context) []float64 {
	n := len(f.x)
	m := len(f.k.Values())
	g := make([]float64, m+1)
	if n == 0 || ctx.Err() != nil {
		return g
	}
	var inverse mat.SymDense
	_ = f.chol.InverseTo(&inverse) // an ill-conditioned inverse is still the best there is; refit has refused singular ones
	d := make([]float64, m)
	for i := range n {
		if ctx.Err() != nil {
			return g
		}
		for j := i; j < n; j++ {
			w := f.alpha[i]*f.alpha[j] - inverse.At(i, j)
			if i == j {
				w /= 2
				g[m] += w * f.noise
			}
			f.k.Gradient(d, f.x[i], f.x[j])
			for q, v := range d {
				g[q] += w * v
			}
		}
	}
	return g
}

// variances returns the variance of f at some inputs, and how far rounding may have
// moved each.
func (f *fit) variances(inputs [][2]float64) (variance, slack []float64) {
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
	_ = f.chol.SolveTo(&u, cov) // as in gradient
	for q := range inputs {
		column := mat.Col(nil, q, &u)
		size := variance[q]
		for i, v := range column {
			t := cov.At(i, q) * v
			variance[q] -= t
			size += math.Abs(t)
		}
		slack[q] = f.spread(column, column) + 4*ulp*float64(n+1)*size
	}
	return variance, slack
}

// spread bounds how much a product aᵀ(K+σ²I)⁻¹b may be off by rounding, given u =
// (K+σ²I)⁻¹a and v = (K+σ²I)⁻¹b: the factorisation is exact for a matrix whose
// entries are off by about n·ulp of the largest one, and a change E of the matrix
// moves the product by uᵀEv.
func (f *fit) spread(u, v []float64) float64 {
	return 2 * float64(len(u)) * ulp * f.top * sumAbs(u) * sumAbs(v)
}

func sumAbs(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += math.Abs(x)
	}
	return s
}

// refits remembers the last fits of a run, for several steps ask for the same one.
type refits struct {
	mu    sync.Mutex
	whose [2]*posterior
	fits  [2]*fit
	next  int
}

// of returns the fit of a process's observations at once; nil where the matrix is
// singular to working precision.
func (r *refits) of(ctx context.Context, p *posterior) *fit {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, q := range r.whose {
		if q == p {
			return r.fits[i]
		}
	}
	f, ok := refit(ctx, p.k, p.noise, p.x, p.y)
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
