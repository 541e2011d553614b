package gpregression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"playground/algos/kernel/covariance"
)

// A posterior is a Gaussian process after some observations: the lower factor L
// of K + σ²I = LLᵀ, row by row, and what follows from it at fixed inputs, the
// probes.
//
// It never changes. [posterior.add] gives the next one, which shares the memory of
// this one and lies behind it; so a posterior may be added to once.
type posterior struct {
	k     covariance.Kernel
	noise float64 // σ² with the jitter
	x     [][2]float64
	y     []float64
	l     []float64 // row i begins at i(i+1)/2
	z     []float64 // L⁻¹y: the surprises in standard deviations

	probes [][2]float64
	v      [][]float64 // row i holds (L⁻¹k(X, probes))ᵢ
	mean   []float64   // of f at the probes
	vari   []float64   // of f at the probes; rounding may leave it below zero

	logp     float64 // Σ log p(yᵢ | y₁ … yᵢ₋₁)
	fit      float64 // −½ yᵀ(K+σ²I)⁻¹y = −½‖z‖²
	complex  float64 // ½ log|K+σ²I| = Σ log Lᵢᵢ
	leastPiv float64 // the smallest Lᵢᵢ², +Inf without observations
}

// newPosterior returns the prior.
func newPosterior(k covariance.Kernel, noise float64, probes [][2]float64, room int) *posterior {
	p := &posterior{
		k: k, noise: noise, probes: probes, leastPiv: math.Inf(1),
		x: make([][2]float64, 0, room), y: make([]float64, 0, room), z: make([]float64, 0, room),
		l: make([]float64, 0, room*(room+1)/2), v: make([][]float64, 0, room),
		mean: make([]float64, len(probes)), vari: make([]float64, len(probes)),
	}
	for j, q := range probes {
		p.vari[j] = k.At(q, q)
	}
	return p
}

// n is the number of observations.
func (p *posterior) n() int { return len(p.y) }

// row returns row i of L up to the diagonal.
func (p *posterior) row(i int) []float64 { return p.l[i*(i+1)/2 : (i+1)*(i+2)/2] }

// factor is L in full.
func (p *posterior) factor() blas64.Triangular {
	n := p.n()
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i := range n {
		copy(a.Data[i*n:], p.row(i))
	}
	return lower(a)
}

// A forecast is what the process says about f at one input.
type forecast struct {
	cov  []float64 // k(X, x)
	l    []float64 // L⁻¹k(X, x)
	mean float64   // l·z
	vari float64   // k(x, x) − l·l
}

// at forecasts f(x), by one forward substitution.
func (p *posterior) at(x [2]float64) forecast {
	n := p.n()
	f := forecast{cov: make([]float64, n), l: make([]float64, n)}
	for i, a := range p.x {
		f.cov[i] = p.k.At(a, x)
		row := p.row(i)
		f.l[i] = (f.cov[i] - floats.Dot(row[:i], f.l[:i])) / row[i]
	}
	f.mean = floats.Dot(f.l, p.z)
	f.vari = p.k.At(x, x) - floats.Dot(f.l, f.l)
	return f
}

// sd returns the square root of a variance that rounding may have left below
// zero.
func sd(variance float64) float64 { return math.Sqrt(max(0, variance)) }

// add returns the posterior with one more observation y at x, given the forecast
// there:
//
//	Lₙ = (l, √(s² + σ²)),  zₙ = (y − m)/√(s² + σ²)
//
// and at every probe, with v = c(x, probe)/√(s² + σ²) for the covariance c before,
//
//	m ← m + v zₙ,  s² ← s² − v².
func (p *posterior) add(x [2]float64, y float64, f forecast) *posterior {
	pivot := f.vari + p.noise
	d := math.Sqrt(pivot)
	z := (y - f.mean) / d
	q := &posterior{
		k: p.k, noise: p.noise, probes: p.probes,
		x: append(p.x, x), y: append(p.y, y), z: append(p.z, z),
		l:    append(append(p.l, f.l...), d),
		mean: slices.Clone(p.mean), vari: slices.Clone(p.vari),
		logp:     p.logp - z*z/2 - math.Log(2*math.Pi*pivot)/2,
		fit:      p.fit - z*z/2,
		complex:  p.complex + math.Log(d),
		leastPiv: min(p.leastPiv, pivot),
	}
	v := make([]float64, len(p.probes))
	for j, probe := range p.probes {
		v[j] = p.k.At(x, probe)
	}
	for i, l := range f.l {
		floats.AddScaled(v, -l, p.v[i])
	}
	floats.Scale(1/d, v)
	q.v = append(p.v, v)
	floats.AddScaled(q.mean, z, v)
	for j, w := range v {
		q.vari[j] -= w * w
	}
	return q
}

// logEvidence returns log p(y) = fit − complexity − (n/2) log 2π.
func (p *posterior) logEvidence() float64 { return p.fit - p.complex - p.constant() }

func (p *posterior) constant() float64 { return float64(p.n()) / 2 * math.Log(2*math.Pi) }

// weights returns α = (K+σ²I)⁻¹y = L⁻ᵀz, the coefficients of the mean
// m(x) = Σ αᵢ k(xᵢ, x).
func (p *posterior) weights() []float64 {
	alpha := slices.Clone(p.z)
	for i := len(alpha) - 1; i >= 0; i-- {
		row := p.row(i)
		alpha[i] /= row[i]
		floats.AddScaled(alpha[:i], -alpha[i], row[:i])
	}
	return alpha
}

// joint returns mean and covariance (Σ₁₁, Σ₁₂, Σ₂₂) of f at two inputs.
func (p *posterior) joint(a, b [2]float64) (mean [2]float64, cov [3]float64) {
	f, g := p.at(a), p.at(b)
	cov = [3]float64{max(0, f.vari), p.k.At(a, b) - floats.Dot(f.l, g.l), max(0, g.vari)}
	// A correlation beyond ±1 can only be rounding.
	most := math.Sqrt(cov[0]) * math.Sqrt(cov[2])
	cov[1] = max(-most, min(most, cov[1]))
	return [2]float64{f.mean, g.mean}, cov
}

// meanVariance is the variance of f averaged over the probes.
func (p *posterior) meanVariance() float64 {
	total := 0.0
	for _, v := range p.vari {
		total += max(0, v)
	}
	return total / float64(len(p.vari))
}
