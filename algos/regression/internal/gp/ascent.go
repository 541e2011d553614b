package gp

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// An Objective returns a value to be maximised and its gradient; ok is false
// where it has none.
type Objective func(theta []float64) (value float64, gradient []float64, ok bool)

// An Ascent maximises a function in a box by L-BFGS, one iterate at a time. A
// coordinate at its bound whose gradient points outwards stays there; the others
// follow the quasi-Newton direction of the last few steps, cut off at the box, and
// as far as the value rises enough (Armijo).
//
// Source: J. Nocedal and S. Wright, Numerical Optimization, 2nd edition, 2006,
// algorithms 7.4 and 3.1, and §16.7 for the projection.
type Ascent struct {
	f      Objective
	lo, hi []float64
	Theta  []float64
	Value  float64
	grad   []float64
	steps  [][]float64 // the last changes of theta
	slopes [][]float64 // the last changes of −grad
}

const (
	memory     = 8    // steps that are remembered
	longest    = 2.0  // the most that a coordinate moves in one step: a factor of e²
	armijo     = 1e-4 // share of the promised rise that a step must keep
	maxHalving = 40
)

// NewAscent starts at theta, moved into the box. It fails where f has no value
// there.
func NewAscent(f Objective, theta, lo, hi []float64) (*Ascent, bool) {
	a := &Ascent{f: f, lo: lo, hi: hi, Theta: make([]float64, len(theta))}
	for i, t := range theta {
		a.Theta[i] = min(max(t, lo[i]), hi[i])
	}
	var ok bool
	a.Value, a.grad, ok = f(a.Theta)
	return a, ok
}

// Free reports whether the coordinate may follow its gradient.
func (a *Ascent) Free(i int) bool {
	return a.lo[i] < a.hi[i] && !(a.Theta[i] <= a.lo[i] && a.grad[i] <= 0) && !(a.Theta[i] >= a.hi[i] && a.grad[i] >= 0)
}

// Slope returns the largest derivative by a free coordinate: zero at a maximum in
// the box.
func (a *Ascent) Slope() float64 {
	return floats.Norm(a.uphill(), math.Inf(1))
}

// Step makes one step. It reports false where no step along the direction rises:
// at a maximum, or where rounding hides what is left.
func (a *Ascent) Step() bool {
	d := a.direction()
	if a.try(d) {
		return true
	}
	if len(a.steps) == 0 {
		return false
	}
	a.steps, a.slopes = nil, nil // the memory misleads: take the gradient
	return a.try(a.direction())
}

// try moves along d, halving the step until the value rises enough.
func (a *Ascent) try(d []float64) bool {
	for t, i := 1.0, 0; i < maxHalving; t, i = t/2, i+1 {
		next := make([]float64, len(d))
		promise := 0.0
		for i := range d {
			next[i] = min(max(a.Theta[i]+t*d[i], a.lo[i]), a.hi[i])
			promise += a.grad[i] * (next[i] - a.Theta[i])
		}
		if !(promise > 0) {
			return false
		}
		value, grad, ok := a.f(next)
		if ok && value > a.Value && value >= a.Value+armijo*promise {
			a.remember(next, grad)
			a.Theta, a.Value, a.grad = next, value, grad
			return true
		}
	}
	return false
}

// remember keeps the step if the function curves downwards along it.
func (a *Ascent) remember(theta, grad []float64) {
	s, y := make([]float64, len(theta)), make([]float64, len(theta))
	sy, yy := 0.0, 0.0
	for i := range theta {
		s[i], y[i] = theta[i]-a.Theta[i], a.grad[i]-grad[i]
		sy += s[i] * y[i]
		yy += y[i] * y[i]
	}
	if sy <= 1e-10*yy {
		return
	}
	if len(a.steps) == memory {
		a.steps, a.slopes = a.steps[1:], a.slopes[1:]
	}
	a.steps, a.slopes = append(a.steps, s), append(a.slopes, y)
}

// direction is the two-loop recursion on the free coordinates, at most longest in
// each.
func (a *Ascent) direction() []float64 {
	d := a.uphill()
	dot := func(u, v []float64) float64 {
		s := 0.0
		for i := range u {
			if a.Free(i) {
				s += u[i] * v[i]
			}
		}
		return s
	}
	add := func(c float64, v []float64) {
		for i := range d {
			if a.Free(i) {
				d[i] += c * v[i]
			}
		}
	}
	coef := make([]float64, len(a.steps))
	for i := len(a.steps) - 1; i >= 0; i-- {
		if sy := dot(a.steps[i], a.slopes[i]); sy > 0 {
			coef[i] = dot(a.steps[i], d) / sy
			add(-coef[i], a.slopes[i])
		}
	}
	if n := len(a.steps); n > 0 {
		if yy := dot(a.slopes[n-1], a.slopes[n-1]); yy > 0 {
			if gamma := dot(a.steps[n-1], a.slopes[n-1]) / yy; gamma > 0 {
				floats.Scale(gamma, d)
			}
		}
	}
	for i := range a.steps {
		if sy := dot(a.steps[i], a.slopes[i]); sy > 0 {
			add(coef[i]-dot(a.slopes[i], d)/sy, a.steps[i])
		}
	}
	if !(dot(d, a.grad) > 0) { // not upwards: forget
		d = a.uphill()
	}
	limit := longest
	if len(a.steps) == 0 {
		limit = 0.5 // the length of a gradient means nothing yet
	}
	if most := floats.Norm(d, math.Inf(1)); most > limit {
		floats.Scale(limit/most, d)
	}
	return d
}

// uphill is the gradient by the free coordinates.
func (a *Ascent) uphill() []float64 {
	d := make([]float64, len(a.grad))
	for i, g := range a.grad {
		if a.Free(i) {
			d[i] = g
		}
	}
	return d
}
