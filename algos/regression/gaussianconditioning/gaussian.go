package gaussianconditioning

import (
	"math"

	"playground/algos/num"
)

// A normal is a Gaussian of one value.
type normal struct{ mean, variance float64 }

func (b normal) sd() float64 { return math.Sqrt(b.variance) }

// log is the logarithm of the density.
func (b normal) log(x float64) float64 {
	return -(x-b.mean)*(x-b.mean)/(2*b.variance) - math.Log(2*math.Pi*b.variance)/2
}

func (b normal) density(x float64) float64 { return math.Exp(b.log(x)) }

// times is the product of two densities: a Gaussian, and the logarithm of the factor
// before it, which is the density of one mean under the sum of the variances.
func (b normal) times(c normal) (normal, float64) {
	sum := b.variance + c.variance
	gain := b.variance / sum
	return normal{b.mean + gain*(c.mean-b.mean), gain * c.variance}, normal{c.mean, sum}.log(b.mean)
}

// A joint is a Gaussian of x₁ and x₂.
type joint struct {
	mean [2]float64
	cov  [3]float64 // Σ₁₁, Σ₁₂, Σ₂₂
}

func (j joint) rho() float64 { return j.cov[1] / math.Sqrt(j.cov[0]*j.cov[2]) }

// left is 1 − ρ², the share of the variance that stays.
func (j joint) left() float64 { return 1 - j.rho()*j.rho() }

func (j joint) determinant() float64 { return j.cov[0]*j.cov[2] - j.cov[1]*j.cov[1] }

func (j joint) marginal(k int) normal { return normal{j.mean[k], j.cov[2*k]} }

// slope is by how much the conditional mean of x₁ moves when x₂ moves by 1.
func (j joint) slope() float64 { return j.cov[1] / j.cov[2] }

// given is x₁ given a value of x₂: the textbook's formula.
func (j joint) given(value float64) normal {
	return normal{j.mean[0] + j.slope()*(value-j.mean[1]), j.cov[0] - j.slope()*j.cov[1]}
}

// log is the logarithm of the joint density, by its definition.
func (j joint) log(x1, x2 float64) float64 {
	a, b := x1-j.mean[0], x2-j.mean[1]
	det := j.determinant()
	return -(j.cov[2]*a*a-2*j.cov[1]*a*b+j.cov[0]*b*b)/(2*det) - math.Log(4*math.Pi*math.Pi*det)/2
}

func (j joint) density(x1, x2 float64) float64 { return math.Exp(j.log(x1, x2)) }

// precision is Σ⁻¹, by the Cholesky factor: a second way to it.
func (j joint) precision() [3]float64 {
	l11 := math.Sqrt(j.cov[0])
	l21 := j.cov[1] / l11
	l22 := math.Sqrt(j.cov[2] - l21*l21)
	i11, i22 := 1/l11, 1/l22
	i21 := -l21 * i11 * i22
	return [3]float64{i11*i11 + i21*i21, i21 * i22, i22 * i22}
}

// blur bounds the relative rounding of what is divided by the determinant: that is off
// by some ulps of Σ₁₁Σ₂₂.
func (j joint) blur() float64 { return 16 * num.Ulp / j.left() }

// An integral is what a sum over a curve finds: its area and the Gaussian with the same
// mean and variance.
type integral struct {
	logArea float64
	normal
	blur float64 // relative rounding of a weight
}

// integrate adds up a curve of which the logarithm is known, over ten standard
// deviations on both sides of where it is looked for. The trapezoidal rule misses a
// Gaussian by 2exp(−2π²/h²) with h standard deviations a step: nothing here. It knows the
// formulas only by where it looks: where these are wrong so is the look, and the sum says so.
// A logarithm that is a sum of terms of some size is off by so many ulps of it.
func integrate(about normal, size float64, log func(x float64) float64) integral {
	const perSD, sds = 8, 10
	h := about.sd() / perSD
	top := math.Inf(-1)
	for i := -perSD * sds; i <= perSD*sds; i++ {
		top = max(top, log(about.mean+float64(i)*h))
	}
	var mass, first, second float64
	for i := -perSD * sds; i <= perSD*sds; i++ {
		d := float64(i) * h
		w := math.Exp(log(about.mean+d) - top)
		mass, first, second = mass+w, first+w*d, second+w*d*d
	}
	off := first / mass
	return integral{
		logArea: top + math.Log(mass*h), normal: normal{about.mean + off, second/mass - off*off},
		blur: 16*num.Ulp*size + 512*num.Ulp,
	}
}

// slice integrates the joint density along x₂ = value.
func (j joint) slice(about normal, value float64) integral {
	z1, z2 := math.Abs(about.mean-j.mean[0])+4*about.sd(), math.Abs(value-j.mean[1])
	det := j.determinant()
	size := (j.cov[2]*z1*z1 + 2*math.Abs(j.cov[1])*z1*z2 + j.cov[0]*z2*z2) / det
	ends := (math.Abs(about.mean) + math.Abs(j.mean[0])) / about.sd() * (z1 / about.sd()) // x₁ − μ₁ is rounded, too
	return integrate(about, size/j.left()+ends, func(x float64) float64 { return j.log(x, value) })
}

// both integrates the product of two densities.
func both(about, a, b normal) integral {
	size := 0.0
	for _, c := range [...]normal{a, b} {
		d := math.Abs(about.mean-c.mean) + 4*about.sd()
		size += (d*d + (math.Abs(about.mean)+math.Abs(c.mean))*d) / c.variance
	}
	return integrate(about, size, func(x float64) float64 { return a.log(x) + b.log(x) })
}
