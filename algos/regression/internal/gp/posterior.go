package gp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"playground/algos/kernel/covariance"
)

// A Posterior is a Gaussian process after some observations: the lower factor L
// of K + σ²I = LLᵀ, row by row, and what follows from it at fixed inputs, the
// probes.
//
// It never changes. [Posterior.Add] gives the next one, which shares the memory of
// this one and lies behind it; so a posterior may be added to once.
type Posterior struct {
	K     covariance.Kernel
	Noise float64 // σ² with the jitter
	X     [][2]float64
	Y     []float64
	L     []float64 // row i begins at i(i+1)/2
	Z     []float64 // L⁻¹y: the surprises in standard deviations

	Probes [][2]float64
	V      [][]float64 // row i holds (L⁻¹k(X, probes))ᵢ
	Mean   []float64   // of f at the probes
	Var    []float64   // of f at the probes; rounding may leave it below zero

	LogP       float64 // Σ log p(yᵢ | y₁ … yᵢ₋₁)
	DataFit    float64 // −½ yᵀ(K+σ²I)⁻¹y = −½‖z‖²
	Complexity float64 // ½ log|K+σ²I| = Σ log Lᵢᵢ
	LeastPivot float64 // the smallest Lᵢᵢ², +Inf without observations
}

// New returns the prior, with room for so many observations.
func New(k covariance.Kernel, noise float64, probes [][2]float64, room int) *Posterior {
	p := &Posterior{
		K: k, Noise: noise, Probes: probes, LeastPivot: math.Inf(1),
		X: make([][2]float64, 0, room), Y: make([]float64, 0, room), Z: make([]float64, 0, room),
		L: make([]float64, 0, room*(room+1)/2), V: make([][]float64, 0, room),
		Mean: make([]float64, len(probes)), Var: make([]float64, len(probes)),
	}
	for j, q := range probes {
		p.Var[j] = k.At(q, q)
	}
	return p
}

// N is the number of observations.
func (p *Posterior) N() int { return len(p.Y) }

// Row returns row i of L up to the diagonal.
func (p *Posterior) Row(i int) []float64 { return p.L[i*(i+1)/2 : (i+1)*(i+2)/2] }

// Factor is L in full.
func (p *Posterior) Factor() blas64.Triangular {
	n := p.N()
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i := range n {
		copy(a.Data[i*n:], p.Row(i))
	}
	return lower(a)
}

// A Forecast is what the process says about f at one input.
type Forecast struct {
	Cov  []float64 // k(X, x)
	L    []float64 // L⁻¹k(X, x)
	Mean float64   // l·z
	Var  float64   // k(x, x) − l·l
}

// At forecasts f(x), by one forward substitution.
func (p *Posterior) At(x [2]float64) Forecast {
	n := p.N()
	f := Forecast{Cov: make([]float64, n), L: make([]float64, n)}
	for i, a := range p.X {
		f.Cov[i] = p.K.At(a, x)
		row := p.Row(i)
		f.L[i] = (f.Cov[i] - floats.Dot(row[:i], f.L[:i])) / row[i]
	}
	f.Mean = floats.Dot(f.L, p.Z)
	f.Var = p.K.At(x, x) - floats.Dot(f.L, f.L)
	return f
}

// SD returns the square root of a variance that rounding may have left below
// zero.
func SD(variance float64) float64 { return math.Sqrt(max(0, variance)) }

// Add returns the Posterior with one more observation y at x, given the forecast
// there:
//
//	Lₙ = (l, √(s² + σ²)),  zₙ = (y − m)/√(s² + σ²)
//
// and at every probe, with v = c(x, probe)/√(s² + σ²) for the covariance c before,
//
//	m ← m + v zₙ,  s² ← s² − v².
func (p *Posterior) Add(x [2]float64, y float64, f Forecast) *Posterior {
	pivot := f.Var + p.Noise
	d := math.Sqrt(pivot)
	z := (y - f.Mean) / d
	q := &Posterior{
		K: p.K, Noise: p.Noise, Probes: p.Probes,
		X: append(p.X, x), Y: append(p.Y, y), Z: append(p.Z, z),
		L:    append(append(p.L, f.L...), d),
		Mean: slices.Clone(p.Mean), Var: slices.Clone(p.Var),
		LogP:       p.LogP - z*z/2 - math.Log(2*math.Pi*pivot)/2,
		DataFit:    p.DataFit - z*z/2,
		Complexity: p.Complexity + math.Log(d),
		LeastPivot: min(p.LeastPivot, pivot),
	}
	v := make([]float64, len(p.Probes))
	for j, probe := range p.Probes {
		v[j] = p.K.At(x, probe)
	}
	for i, l := range f.L {
		floats.AddScaled(v, -l, p.V[i])
	}
	floats.Scale(1/d, v)
	q.V = append(p.V, v)
	floats.AddScaled(q.Mean, z, v)
	for j, w := range v {
		q.Var[j] -= w * w
	}
	return q
}

// Refined returns the same process at more inputs, which stand between its first few
// probes and the others.
func (p *Posterior) Refined(first int, more [][2]float64) *Posterior {
	n, m := p.N(), len(more)
	q := *p
	mean, variance := make([]float64, m), make([]float64, m)
	for j, x := range more {
		variance[j] = p.K.At(x, x)
	}
	q.V = make([][]float64, n)
	if n > 0 {
		v := blas64.General{Rows: n, Cols: m, Stride: m, Data: make([]float64, n*m)}
		for i, x := range p.X {
			for j, y := range more {
				v.Data[i*m+j] = p.K.At(x, y)
			}
		}
		blas64.Trsm(blas.Left, blas.NoTrans, 1, p.Factor(), v)
		for i, z := range p.Z {
			row := v.Data[i*m : (i+1)*m]
			floats.AddScaled(mean, z, row)
			for j, w := range row {
				variance[j] -= w * w
			}
			q.V[i] = between(p.V[i], first, row)
		}
	}
	q.Mean, q.Var = between(p.Mean, first, mean), between(p.Var, first, variance)
	q.Probes = between(p.Probes, first, more)
	return &q
}

// between returns all with more behind its first elements.
func between[T any](all []T, first int, more []T) []T {
	return slices.Concat(all[:first], more, all[first:])
}

// LogEvidence returns log p(y) = fit − complexity − (n/2) log 2π.
func (p *Posterior) LogEvidence() float64 { return p.DataFit - p.Complexity - p.Constant() }

// Constant is (n/2) log 2π.
func (p *Posterior) Constant() float64 { return float64(p.N()) / 2 * math.Log(2*math.Pi) }

// Weights returns α = (K+σ²I)⁻¹y = L⁻ᵀz, the coefficients of the mean
// m(x) = Σ αᵢ k(xᵢ, x).
func (p *Posterior) Weights() []float64 {
	alpha := slices.Clone(p.Z)
	for i := len(alpha) - 1; i >= 0; i-- {
		row := p.Row(i)
		alpha[i] /= row[i]
		floats.AddScaled(alpha[:i], -alpha[i], row[:i])
	}
	return alpha
}

// Joint returns mean and covariance (Σ₁₁, Σ₁₂, Σ₂₂) of f at two inputs.
func (p *Posterior) Joint(a, b [2]float64) (mean [2]float64, cov [3]float64) {
	f, g := p.At(a), p.At(b)
	cov = [3]float64{max(0, f.Var), p.K.At(a, b) - floats.Dot(f.L, g.L), max(0, g.Var)}
	// A correlation beyond ±1 can only be rounding.
	most := math.Sqrt(cov[0]) * math.Sqrt(cov[2])
	cov[1] = max(-most, min(most, cov[1]))
	return [2]float64{f.Mean, g.Mean}, cov
}

// Draws are functions drawn from the process at the first m probes: mean + Lξ for
// the Cholesky factor L of the covariance there and given standard normal numbers
// ξ, m for each draw, so that a draw bends, and does not jump, when the process
// changes. A covariance on a fine grid is singular to working precision, so a
// little is added to its diagonal: 10⁻⁹ of the prior's variance, far below what can
// be seen. Draws is nil where that is not enough.
func (p *Posterior) Draws(m int, normals [][]float64) [][]float64 {
	cov := mat.NewSymDense(m, nil)
	top := 0.0
	for i := range m {
		for j := i; j < m; j++ {
			cov.SetSym(i, j, p.K.At(p.Probes[i], p.Probes[j]))
		}
		top = max(top, cov.At(i, i))
	}
	if n := p.N(); n > 0 { // − VᵀV
		v := make([]float64, 0, n*m)
		for _, row := range p.V {
			v = append(v, row[:m]...)
		}
		blas64.Syrk(blas.Trans, -1, blas64.General{Rows: n, Cols: m, Stride: m, Data: v}, 1, cov.RawSymmetric())
	}
	l, ok := factor(cov, top)
	if !ok {
		return nil
	}
	draws := make([][]float64, len(normals))
	for i, xi := range normals {
		var f mat.VecDense
		f.MulVec(l, mat.NewVecDense(m, xi))
		f.AddVec(&f, mat.NewVecDense(m, p.Mean[:m]))
		draws[i] = f.RawVector().Data
	}
	return draws
}

// factor returns the Cholesky factor of a covariance matrix with as little on its
// diagonal as the factorisation needs, from 10⁻⁹ of the variance top.
func factor(cov *mat.SymDense, top float64) (*mat.TriDense, bool) {
	n := cov.SymmetricDim()
	for share := 1e-9; share < 1e-3; share *= 10 {
		a := mat.NewSymDense(n, nil)
		a.CopySym(cov)
		for i := range n {
			a.SetSym(i, i, math.Max(0, cov.At(i, i))+share*top)
		}
		var chol mat.Cholesky
		if chol.Factorize(a) {
			var l mat.TriDense
			chol.LTo(&l)
			return &l, true
		}
	}
	return nil, false
}

// MeanVariance is the variance of f averaged over the probes.
func (p *Posterior) MeanVariance() float64 {
	total := 0.0
	for _, v := range p.Var {
		total += max(0, v)
	}
	return total / float64(len(p.Var))
}
