package bayesianoptimisation

import (
	"math"

	"playground/algos/num"
)

// density and below are those of a standard normal number.
func density(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// expected is E[max(goal − f, 0)] of f ~ N(m, s²): the expected improvement, by its
// closed form.
func expected(goal, m, s float64) float64 {
	if !(s > 0) {
		return max(0, goal-m)
	}
	z := (goal - m) / s
	return max(0, s*(z*below(z)+density(z)))
}

// probability is P(f ≤ goal). What is known already promises nothing.
func probability(goal, m, s, unknown float64) float64 {
	if !(s > unknown) {
		return 0
	}
	return below((goal - m) / s)
}

// simpson is half the number of pieces of an integral.
const simpson = 2000

// integrate adds up a function by Simpson's rule; the bound is that of the rounding, and of
// the rule where the function is as smooth as a bell over a hundred pieces.
func integrate(from, to float64, f func(w float64) float64) (value, bound float64) {
	var s num.Sum
	h := (to - from) / (2 * simpson)
	for i := range 2*simpson + 1 {
		weight := 2.0
		switch {
		case i == 0 || i == 2*simpson:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		x := weight * f(from+float64(i)*h)
		s.Add(x*h/3, 64*x*h/3)
	}
	return s.Value, s.Rounding() + 1e-9*math.Abs(s.Value)
}

// tail is how many standard deviations of a normal number are looked at.
const tail = 12.0

// within is where a bell around z counts that is cut off at 0.
func within(z float64) (from, to float64) {
	if z > 0 {
		return max(0, z-tail), z + tail
	}
	return 0, min(tail, 40/max(1, -z))
}

// expectedByIntegral is the expected improvement by its definition, with f = goal − s·w.
func expectedByIntegral(goal, m, s float64) (value, bound float64) {
	z := (goal - m) / s
	from, to := within(z)
	value, bound = integrate(from, to, func(w float64) float64 { return w * density(z-w) })
	return s * value, s * bound
}

// probabilityByIntegral is the area of the bell below the goal.
func probabilityByIntegral(goal, m, s float64) (value, bound float64) {
	z := (goal - m) / s
	from, to := within(z)
	return integrate(from, to, func(w float64) float64 { return density(z - w) })
}
