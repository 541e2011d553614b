package emgmm

import (
	"math"
	"slices"

	"playground/algos/kernel"
)

// A vec is a place. In one dimension the second coordinate is 0.
type vec = [2]float64

// A sym is a symmetric matrix Σ₁₁, Σ₁₂, Σ₂₂. In one dimension only the first
// entry is used, the others are 0.
type sym = [3]float64

// A mixture is the density p(x) = Σ πₖ N(x | μₖ, Σₖ).
type mixture struct {
	weight []float64 // πₖ
	mean   []vec
	cov    []sym // full, whatever shape they are restricted to
}

func newMixture(k int) mixture {
	return mixture{weight: make([]float64, k), mean: make([]vec, k), cov: make([]sym, k)}
}

func (m mixture) clone() mixture {
	return mixture{weight: slices.Clone(m.weight), mean: slices.Clone(m.mean), cov: slices.Clone(m.cov)}
}

// A factor is a component prepared for many evaluations: with Σ = LLᵀ, L lower
// triangular, log πN(x) = c − ½‖L⁻¹(x−μ)‖².
type factor struct {
	c        float64 // log π − ½(d·log 2π + log|Σ|)
	mean     vec
	l21      float64
	i11, i22 float64 // 1/L₁₁ and 1/L₂₂; the latter is 0 in one dimension
}

const log2Pi = 1.8378770664093454835606594728112

// log returns log πN(x).
func (f *factor) log(x vec) float64 {
	z1 := (x[0] - f.mean[0]) * f.i11
	z2 := (x[1] - f.mean[1] - f.l21*z1) * f.i22
	return f.c - 0.5*(z1*z1+z2*z2)
}

// factorise prepares every component of m in f. A component of weight 0 gets
// the logarithm −∞ everywhere. Covariances must be regular.
func factorise(f []factor, m mixture, dim int) {
	for k, w := range m.weight {
		s := m.cov[k]
		l11 := math.Sqrt(s[0])
		f[k] = factor{c: math.Log(w) - 0.5*float64(dim)*log2Pi - math.Log(l11), mean: m.mean[k], i11: 1 / l11}
		if dim == 2 {
			l22 := math.Sqrt(det(s) / s[0])
			f[k].l21, f[k].i22 = s[1]/l11, 1/l22
			f[k].c -= math.Log(l22)
		}
	}
}

// factors prepares every component of m.
func (m mixture) factors(dim int) []factor {
	f := make([]factor, len(m.weight))
	factorise(f, m, dim)
	return f
}

// density returns log Σ πₖN(x) of some components.
func density(f []factor, x vec) float64 {
	var a [maxK]float64
	for j := range f {
		a[j] = f[j].log(x)
	}
	return logSumExp(a[:len(f)])
}

// det returns σ₁₁σ₂₂ − σ₁₂² to the last bit or two, however much of it cancels
// (Kahan's difference of products).
func det(s sym) float64 {
	w := s[1] * s[1]
	e := math.FMA(-s[1], s[1], w)
	return math.FMA(s[0], s[2], -w) + e
}

// negligible is the depth below the largest term at which another one no longer
// changes a sum of a few: exp(−40) is 4 × 10⁻¹⁸.
const negligible = 40

// logSumExp returns log Σ exp(a) without overflow, and −∞ for an empty sum.
func logSumExp(a []float64) float64 {
	top := math.Inf(-1)
	for _, v := range a {
		top = max(top, v)
	}
	if math.IsInf(top, -1) {
		return top
	}
	sum := 0.0
	for _, v := range a {
		if d := v - top; d > -negligible {
			sum += math.Exp(d)
		}
	}
	return top + math.Log(sum)
}

// below subtracts the largest of the logarithms a = log πₖN(x) of a point, which it
// returns: then nothing overflows when they are exponentiated, and their sum is at
// least one.
func below(a []float64) (top float64) {
	top = math.Inf(-1)
	for _, v := range a {
		if v > top {
			top = v
		}
	}
	for j, v := range a {
		if a[j] = v - top; v == top {
			a[j] = 0 // also where all of them are −∞
		}
	}
	return top
}

// share replaces the logarithms a = log πₖN(x) of a point by the responsibilities
// exp(a) / Σ exp(a) and returns log Σ exp(a).
func share(a []float64) float64 {
	top := below(a)
	kernel.Exp(a)
	return top + math.Log(normalise(a))
}

// normalise divides the terms of a point by their sum, which it returns.
func normalise(a []float64) (sum float64) {
	for _, p := range a {
		sum += p
	}
	for j := range a {
		a[j] /= sum
	}
	return sum
}

// eigenvalues returns those of s, the larger one first. In one dimension the
// second one is the first.
func eigenvalues(s sym, dim int) (large, small float64) {
	if dim == 1 {
		return s[0], s[0]
	}
	large = (s[0]+s[2])/2 + math.Hypot((s[0]-s[2])/2, s[1])
	if large == 0 {
		return 0, 0
	}
	return large, det(s) / large
}

// traceInverse returns tr Σ⁻¹.
func traceInverse(s sym, dim int) float64 {
	if dim == 1 {
		return 1 / s[0]
	}
	return (s[0] + s[2]) / det(s)
}

// Limits below which a covariance is singular for our purposes: a standard
// deviation 10⁻⁸ of the data's own, or 1 − ρ² so small that rounding in the sums
// that made Σ shows in its determinant.
const (
	leastVariance = 1e-16
	leastAngle    = 1e-10
	leastNumber   = 1e-200 // its inverse still has a square
)

// flat reports whether 1 − ρ² is too small, that is whether the component has
// become a line. Coordinates of no variance are not its concern.
func flat(s sym, dim int) bool {
	return dim == 2 && s[0] > 0 && s[2] > 0 && !(det(s) > leastAngle*s[0]*s[2])
}

// regular reports whether a covariance can be computed with.
func regular(s sym, dim int) bool {
	for j := range dim {
		if !(s[2*j] > leastNumber) || math.IsInf(s[2*j], 0) {
			return false
		}
	}
	return !flat(s, dim)
}
