package kernelperceptron

import (
	"math"
	"strconv"
	"strings"

	"playground/algos/kernel"
	"playground/algos/say"
)

// A monomial is one coordinate √weight · x₁^a x₂^b of a feature map.
type monomial struct {
	a, b   int
	weight float64
}

// A featureMap writes a polynomial kernel as an inner product: k(x, z) = ⟨φ(x),
// φ(z)⟩. It is empty for kernels without a finite map.
type featureMap []monomial

// featuresOf returns the map of the kernel. By the multinomial theorem
//
//	(γ x·z + c₀)^d = Σ d!/(a! b! l!) γ^(a+b) c₀^l · x₁^a x₂^b · z₁^a z₂^b,  a + b + l = d,
//
// so every monomial up to degree d occurs once, where the notes count products
// such as x₁x₂ and x₂x₁ separately. A negative c₀ would ask for roots of negative
// numbers: then there is no map.
func featuresOf(k kernel.Kernel) featureMap {
	switch k := k.(type) {
	case kernel.Linear:
		return featureMap{{1, 0, 1}, {0, 1, 1}}
	case kernel.Poly:
		if k.Coef0 < 0 {
			return nil
		}
		return polynomial(k)
	}
	return nil
}

func polynomial(k kernel.Poly) featureMap {
	var m featureMap
	for degree := range k.Degree + 1 {
		l := k.Degree - degree
		if l > 0 && k.Coef0 == 0 {
			continue
		}
		for b := range degree + 1 {
			a := degree - b
			weight := choose(k.Degree, degree) * choose(degree, b) * math.Pow(k.Gamma, float64(degree)) * math.Pow(k.Coef0, float64(l))
			m = append(m, monomial{a, b, weight})
		}
	}
	return m
}

// choose returns the binomial coefficient.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

// at sets dst to the monomials of x without their factors and returns it. Factors
// such as √2 would be rounded, and √2·√2 is not 2 then: [featureMap.inner] weighs the
// products instead.
func (m featureMap) at(dst []float64, x [2]float64) []float64 {
	dst = dst[:0]
	for _, f := range m {
		dst = append(dst, power(x[0], f.a)*power(x[1], f.b))
	}
	return dst
}

// inner returns the inner product of two vectors of feature space.
func (m featureMap) inner(a, b []float64) float64 {
	sum := 0.0
	for i, f := range m {
		sum += f.weight * (a[i] * b[i])
	}
	return sum
}

// coordinates returns a vector with its factors, as it is shown.
func (m featureMap) coordinates(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, f := range m {
		out[i] = math.Sqrt(f.weight) * v[i]
	}
	return out
}

func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}

// name is the monomial without its factor: "x₁²x₂".
func (f monomial) name() string {
	if f.a+f.b == 0 {
		return "1"
	}
	text := ""
	for i, n := range [2]int{f.a, f.b} {
		if n > 0 {
			text += "x" + say.Sub(i+1)
		}
		if n > 1 {
			text += say.Sup(n)
		}
	}
	return text
}

// tex is the coordinate with its factor: `\sqrt{2}x_1x_2`.
func (f monomial) tex() string {
	factor := `\sqrt{` + say.TeX(f.weight) + `}`
	if root := math.Sqrt(f.weight); root == math.Trunc(root) || f.weight != math.Trunc(f.weight) {
		factor = say.TeX(root)
	}
	product := ""
	for i, n := range [2]int{f.a, f.b} {
		if n > 0 {
			product += "x_{" + strconv.Itoa(i+1) + "}"
		}
		if n > 1 {
			product += "^{" + strconv.Itoa(n) + "}"
		}
	}
	switch {
	case product == "":
		return factor
	case factor == "1":
		return product
	}
	return factor + `\,` + product
}

// tex is φ(x) as a formula.
func (m featureMap) tex() string {
	parts := make([]string, len(m))
	for i, f := range m {
		parts[i] = f.tex()
	}
	return "(" + strings.Join(parts, `,\;`) + ")"
}
