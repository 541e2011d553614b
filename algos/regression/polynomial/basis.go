package polynomial

import (
	"math"
	"slices"
)

// A scale is where inputs are measured from, and how long a unit is: z = (x − c)/s lies
// in [−1, 1], whatever the inputs. Without a constant term every column has the factor
// x, measured in units of the largest.
type scale struct {
	first int // the lowest power: 0, or 1 without a constant term
	c, s  float64
	unit  float64
}

func newScale(x []float64, intercept bool) scale {
	lo, hi := slices.Min(x), slices.Max(x)
	u := scale{c: lo + (hi-lo)/2, s: (hi - lo) / 2, unit: max(math.Abs(lo), math.Abs(hi))}
	if !intercept {
		u.first = 1
	}
	if u.s == 0 {
		u.s = 1 // all inputs are the same: there is nothing to measure
	}
	if u.unit == 0 {
		u.unit = 1
	}
	return u
}

func (u scale) z(x float64) float64 { return (x - u.c) / u.s }

// lead is what all columns have as a factor: 1, or x without a constant term.
func (u scale) lead(x float64) float64 {
	if u.first == 0 {
		return 1
	}
	return x / u.unit
}

// A column is a polynomial whose values at the inputs are orthogonal to those of all
// columns before it, and have length 1. It is what is left of z times the column before.
type column struct {
	power  int       // its degree
	at     []float64 // q(xᵢ)
	took   []float64 // what was taken away: how much of each column before
	length float64   // of what was left
	share  float64   // of the length that was left
	inZ    []float64 // its coefficients of 1, z, z², …, besides the factor of all columns
	inX    []float64 // and of 1, x, x², …
}

// rounds is how often a column is made orthogonal at most. Twice is enough, as a rule
// (Kahan, Parlett); more does not help.
const rounds = 4

// nextColumn makes the column that follows some others. Its at has no meaning where
// nothing was left.
func nextColumn(before []column, x []float64, u scale) column {
	n := len(before)
	c := column{power: u.first + n, at: make([]float64, len(x)), took: make([]float64, n), inZ: make([]float64, n+1)}
	c.inZ[0] = 1
	if n > 0 {
		c.inZ[0] = 0
		copy(c.inZ[1:], before[n-1].inZ)
	}
	for i, xi := range x {
		if c.at[i] = u.lead(xi); n > 0 {
			c.at[i] = u.z(xi) * before[n-1].at[i]
		}
	}
	all := norm(c.at)
	was := all
	for range rounds {
		for j, b := range before {
			h := dot(b.at, c.at)
			c.took[j] += h
			for i, q := range b.at {
				c.at[i] -= h * q
			}
		}
		if c.length = norm(c.at); c.length > was/2 { // little was cancelled
			break
		}
		was = c.length
	}
	if all > 0 {
		c.share = c.length / all
	}
	if c.length == 0 {
		return c
	}
	for i := range c.at {
		c.at[i] /= c.length
	}
	for j, b := range before {
		for k, a := range b.inZ {
			c.inZ[k] -= c.took[j] * a
		}
	}
	for k := range c.inZ {
		c.inZ[k] /= c.length
	}
	c.inX = u.inX(c.inZ)
	return c
}

// inX turns coefficients of powers of z into those of powers of x, by Horner's rule for
// the shift: (z − c/s) once for every degree.
func (u scale) inX(inZ []float64) []float64 {
	a, shift := slices.Clone(inZ), -u.c/u.s
	for k := range a {
		for j := len(a) - 2; j >= k; j-- {
			a[j] += shift * a[j+1]
		}
	}
	unit := 1.0
	for k := range a {
		a[k] /= unit
		unit *= u.s
	}
	if u.first == 0 {
		return a
	}
	for k := range a {
		a[k] /= u.unit
	}
	return append([]float64{0}, a...)
}

// values are the columns at a place, by the recurrence that made them.
func (u scale) values(columns []column, x float64) []float64 {
	out := make([]float64, len(columns))
	for k, c := range columns {
		if out[k] = u.lead(x); k > 0 {
			out[k] = u.z(x) * out[k-1]
		}
		for j, h := range c.took {
			out[k] -= h * out[j]
		}
		out[k] /= c.length
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// norm is the length of a vector of values that are far from overflow.
func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

func finite(all ...float64) bool {
	for _, x := range all {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
