package versionspace

import (
	"math"
	"math/big"
	"sort"
	"strings"

	"playground/algos/margin"
	"playground/algos/num"
)

// A vector is (θ₁, θ₂, θ₀) or (x₁, x₂, x₀), with x₀ = 1 for a line with an offset
// and 0 for one through the origin.
type vector = margin.Vector

// names of the weights, in the order of a vector.
var (
	names    = [3]string{"θ₁", "θ₂", "θ₀"}
	namesTeX = [3]string{`\theta_1`, `\theta_2`, `\theta_0`}
)

// A chart is the part of weight space that the picture shows: one weight is
// fixed, the two others span a box.
type chart struct {
	fixed int
	value float64
	axes  [2]int
	width [2]float64 // half the sides of the box
	least float64    // y⟨θ, x⟩ must exceed this
}

// theta is the vector of weights at a place.
func (c chart) theta(p place) vector {
	var t vector
	t[c.fixed] = c.value
	t[c.axes[0]], t[c.axes[1]] = p[0]*c.width[0], p[1]*c.width[1]
	return t
}

// half is the inequality ⟨θ, z⟩ > least in the chart, with distances.
func (c chart) half(z vector) half {
	return half{z[c.axes[0]] * c.width[0], z[c.axes[1]] * c.width[1], z[c.fixed]*c.value - c.least}.scaled()
}

// holds reports whether the line of largest margin lies in the box: a positive
// multiple of its θ, or θ/γ where y⟨θ, x⟩ must be 1.
func (c chart) holds(best margin.Result) bool {
	theta, f := best.Theta, 1/best.Gamma
	switch {
	case c.value != 0:
		if f = c.value / theta[c.fixed]; !(f > 0) || math.IsInf(f, 0) {
			return false
		}
	case c.least == 0:
		return true // a box around 0 holds a multiple of everything
	}
	return math.Abs(f*theta[c.axes[0]]) <= c.width[0] && math.Abs(f*theta[c.axes[1]]) <= c.width[1]
}

// widestBox bounds the weights, so that no product overflows.
const widestBox = 1e290

// axes are the two weights that are free, by the one that is fixed.
var axes = [3][2]int{{1, 2}, {0, 2}, {0, 1}}

// leastUnit is the exponent of the smallest unit of coordinates: no width that is
// made of it overflows.
const leastUnit = -960

// unit returns the smallest power of two that no coordinate exceeds, as far as
// weights in such units are numbers.
func unit(z []vector) float64 {
	largest := 0.0
	for _, v := range z {
		largest = max(largest, math.Abs(v[0]), math.Abs(v[1]))
	}
	if largest == 0 {
		return 1
	}
	f, e := math.Frexp(largest)
	if f == 0.5 {
		e-- // a power of two itself
	}
	return math.Ldexp(1, max(e, leastUnit))
}

// newChart lays the chart out that was asked for. z are the examples in their
// order, y·x each.
func newChart(o options, z []vector) chart {
	best := bestOfPrefix(z)
	if !o.FitIntercept {
		c := chart{fixed: 2, axes: axes[2], width: [2]float64{1, 1}}
		if o.Constraint == ahead {
			// Twice as far as the least ‖θ‖ with y⟨θ, x⟩ ≥ 1, which is 1/γ.
			w := min(2/best.Gamma, widestBox)
			c.least, c.width = 1, [2]float64{w, w}
		}
		return c
	}
	// The weights in units that make the largest coordinate 1.
	s := unit(z)
	units := vector{1 / s, 1 / s, 1}
	c := chart{fixed: 2, value: -1}
	if o.Parametrization == automatic {
		for k, t := range best.Theta {
			if size := math.Abs(t) / units[k]; size > math.Abs(best.Theta[c.fixed])/units[c.fixed] {
				c.fixed = k
			}
		}
		if best.Theta[c.fixed] > 0 {
			c.value = 1
		}
	} else {
		c.fixed = map[byte]int{'0': 2, '1': 0, '2': 1}[o.Parametrization[len(o.Parametrization)-1]]
		if strings.HasPrefix(o.Parametrization, "plus") {
			c.value = 1
		}
	}
	c.axes = axes[c.fixed]
	for i, k := range c.axes {
		c.width[i] = o.Size * units[k] / units[c.fixed]
	}
	return c
}

// bestOfPrefix is the largest margin of as many examples as have one, from the
// first on.
func bestOfPrefix(z []vector) margin.Result {
	if r := margin.Largest(z); r.Separable {
		return r
	}
	n := sort.Search(len(z), func(n int) bool { return !margin.Largest(z[:n+1]).Separable })
	if n == 0 {
		return margin.Result{Theta: vector{0, 0, -1}, Gamma: 1}
	}
	return margin.Largest(z[:n])
}

// positive decides ⟨z, θ⟩ > 0 exactly: in floating point where rounding cannot
// change the sign, in fractions otherwise.
func positive(z, theta vector) bool {
	sum, size := 0.0, 0.0
	for i := range z {
		product := float64(z[i] * theta[i])
		sum += product
		size += math.Abs(product)
	}
	if math.Abs(sum) > 4*num.Ulp*size+1e-300 {
		return sum > 0
	}
	exact := new(big.Rat)
	for i := range z {
		a, b := new(big.Rat).SetFloat64(z[i]), new(big.Rat).SetFloat64(theta[i])
		if a == nil || b == nil {
			return false
		}
		exact.Add(exact, a.Mul(a, b))
	}
	return exact.Sign() > 0
}
