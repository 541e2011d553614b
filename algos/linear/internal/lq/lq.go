// Package lq minimises hinge losses with the penalty of an ℓ_q norm, in the plane:
//
//	J(θ, θ₀) = (1/q) Σⱼ |θⱼ|^q + C Σₜ max(0, 1 − yₜ(⟨θ, xₜ⟩ + θ₀)),  q ≥ 1.
//
// With w = Σαₜyₜxₜ and 1/p + 1/q = 1 its dual is
//
//	max Σαₜ − (1/p) Σⱼ |wⱼ|^p  with  0 ≤ α ≤ C,  Σαₜyₜ = 0
//
// where for q = 1 the penalty of w is the condition |wⱼ| ≤ 1. Both are solved together
// by an interior-point method: every step is one system of three equations. What is
// returned is feasible in both, so that the difference of the two values bounds how far
// either is from the optimum.
package lq

import (
	"math"
	"slices"
)

// A Problem is what is to be minimised. The labels are −1 and +1; without Offset θ₀ is 0.
type Problem struct {
	X      [][2]float64
	Y      []float64
	C, Q   float64
	Offset bool
}

// A Solution is a place with its value, and a lower bound of all values.
type Solution struct {
	Theta  [2]float64
	Theta0 float64
	Loss   float64 // Σ max(0, 1 − yf)
	Primal float64 // J at Theta
	Dual   float64 // no J is below it
}

// Reached reports whether no J is below that of the solution, as far as a reader sees.
func (s Solution) Reached() bool {
	return s.Primal-s.Dual <= reached*s.Primal && !math.IsInf(s.Primal, 0)
}

const (
	reached  = 1e-6  // the share of J that may be left of the gap
	closed   = 1e-10 // at which the method ends
	near     = 1e-3  // of J: above it the two values are not worth a look
	patience = 6     // steps in which the gap does not halve, of rounding alone
	mostWork = 80    // steps of the method
	inside   = 0.99  // of the way to the border of what is feasible
	centring = 0.12  // of the mean complementarity is asked for in every step
)

// Solve minimises the problem.
func Solve(p Problem) Solution {
	s := newState(p)
	if s.trivial {
		return s.best
	}
	gap, stalled := math.Inf(1), 0
	for step := range mostWork {
		if mu, _, _ := s.measure(); step > 0 && mu*float64(len(s.Y)) > near*s.best.Primal {
			if !s.advance() {
				break
			}
			continue // the bound cannot be close yet
		}
		s.judge()
		now := s.best.Primal - s.best.Dual
		if stalled++; now < gap/2 {
			gap, stalled = now, 0
		}
		if now <= closed*s.best.Primal || stalled > patience && now <= reached*s.best.Primal/10 || !s.advance() {
			break
		}
	}
	s.judge()
	s.sparse()
	return s.unscaled()
}

// A state is an iterate inside of what is feasible, of the problem with the points
// measured from their mean in units of the farthest or larger ones.
type state struct {
	Problem
	shift   [2]float64
	unit    float64
	price   float64 // C in these units
	theta   [3]float64
	alpha   []float64
	s, xi   []float64 // yf − 1 + ξ and ξ, both above 0
	u, v    [2]float64
	best    Solution // in these units
	trivial bool
}

func newState(p Problem) *state {
	n := len(p.Y)
	s := &state{Problem: p, alpha: make([]float64, n), s: make([]float64, n), xi: make([]float64, n)}
	s.X = slices.Clone(p.X)
	if p.Offset {
		for _, x := range p.X {
			s.shift[0] += x[0] / float64(n)
			s.shift[1] += x[1] / float64(n)
		}
	}
	for t, x := range p.X {
		s.X[t] = [2]float64{x[0] - s.shift[0], x[1] - s.shift[1]}
		s.unit = max(s.unit, math.Abs(s.X[t][0]), math.Abs(s.X[t][1]))
	}
	s.best.Primal, s.best.Dual = math.Inf(1), 0
	classes := [2]float64{}
	for _, y := range p.Y {
		classes[int(y+1)/2]++
	}
	fewer := min(classes[0], classes[1])
	if s.unit == 0 || p.Offset && fewer == 0 { // no direction is of use: θ = 0
		s.trivial = true
		theta0, loss := s.offset([2]float64{})
		s.best = Solution{Theta0: theta0, Loss: loss, Primal: p.C * loss, Dual: p.C * loss}
		return s
	}
	s.unit = max(s.unit, math.Pow(p.C, -1/p.Q)) // then a slack is not cheaper than a θ of length one
	for t := range s.X {
		s.X[t][0] /= s.unit
		s.X[t][1] /= s.unit
	}
	s.price = p.C * math.Pow(s.unit, p.Q)
	share := 0.5
	if p.Q == 1 { // then |Σαyx| is at most a half as well
		share = min(share, 0.5/(s.price*float64(n)))
	}
	for t, y := range p.Y {
		s.s[t], s.xi[t], s.alpha[t] = 1, 2, share*s.price
		if p.Offset {
			s.alpha[t] *= fewer / classes[int(y+1)/2]
		}
	}
	s.u, s.v = [2]float64{1, 1}, [2]float64{1, 1}
	return s
}

// offset returns the best θ₀ for θ, and the losses that are left. They are a convex broken
// line in θ₀ that turns between the breakpoints in the middle.
func (s *state) offset(theta [2]float64) (theta0, loss float64) {
	at, plus := make([]float64, len(s.Y)), 0
	for t, y := range s.Y {
		at[t] = y - theta[0]*s.X[t][0] - theta[1]*s.X[t][1]
		if y > 0 {
			plus++
		}
	}
	if s.Offset {
		slices.Sort(at)
		switch plus {
		case 0:
			theta0 = at[0]
		case len(at):
			theta0 = at[plus-1]
		default:
			theta0 = at[plus-1] + (at[plus]-at[plus-1])/2
		}
	}
	for t, y := range s.Y {
		loss += max(0, 1-y*(theta[0]*s.X[t][0]+theta[1]*s.X[t][1]+theta0))
	}
	return theta0, loss
}

// value is J at θ with its best offset.
func (s *state) value(theta [2]float64) Solution {
	theta0, loss := s.offset(theta)
	return Solution{Theta: theta, Theta0: theta0, Loss: loss, Primal: Penalty(theta, s.Q) + s.price*loss}
}

// Penalty is (1/q) Σⱼ |θⱼ|^q.
func Penalty(theta [2]float64, q float64) float64 {
	return (math.Pow(math.Abs(theta[0]), q) + math.Pow(math.Abs(theta[1]), q)) / q
}

// judge keeps the best place and the best bound so far. For q > 1 a dual point has its own
// θ, of which it is the optimum if it is one itself.
func (s *state) judge() {
	value, w := s.bound()
	s.best.Dual = max(s.best.Dual, value)
	s.take([2]float64(s.theta[:2]))
	if s.Q > 1 {
		p := s.Q / (s.Q - 1)
		s.take([2]float64{signed(w[0], p-1), signed(w[1], p-1)})
	}
}

// take keeps a place if it is the best so far.
func (s *state) take(theta [2]float64) {
	if now := s.value(theta); now.Primal < s.best.Primal {
		now.Dual = s.best.Dual
		s.best = now
	}
}

// signed is |x|^p with the sign of x.
func signed(x, p float64) float64 { return math.Copysign(math.Pow(math.Abs(x), p), x) }

// bound is the dual value of α, made feasible, and its w: the labels balance, and it is as
// long as is best.
func (s *state) bound() (value float64, w [2]float64) {
	sums, alpha := [2]float64{}, make([]float64, len(s.alpha))
	for t, a := range s.alpha {
		alpha[t] = min(max(0, a), s.price)
		sums[int(s.Y[t]+1)/2] += alpha[t]
	}
	sum := 0.0
	for t, y := range s.Y {
		if own := sums[int(y+1)/2]; s.Offset && own > 0 {
			alpha[t] *= min(sums[0], sums[1]) / own
		}
		sum += alpha[t]
		w[0] += alpha[t] * y * s.X[t][0]
		w[1] += alpha[t] * y * s.X[t][1]
	}
	if s.Q == 1 {
		return sum * min(1, 1/max(math.Abs(w[0]), math.Abs(w[1]))), w
	}
	p := s.Q / (s.Q - 1)
	long := math.Pow(math.Abs(w[0]), p) + math.Pow(math.Abs(w[1]), p)
	scale := 1.0
	if long > 0 {
		scale = min(1, math.Pow(sum/long, 1/(p-1)))
	}
	return scale*sum - math.Pow(scale, p)*long/p, [2]float64{scale * w[0], scale * w[1]}
}

// sparse sets coordinates to 0 that are nothing but what the method stops at.
func (s *state) sparse() {
	const small, worse = 1e-5, 1e-9
	largest := max(math.Abs(s.best.Theta[0]), math.Abs(s.best.Theta[1]))
	for j := range 2 {
		if theta := s.best.Theta; s.Q == 1 && (math.Abs(theta[j]) <= small*largest || largest <= small) {
			theta[j] = 0
			if now := s.value(theta); now.Primal <= s.best.Primal*(1+worse) {
				now.Dual = s.best.Dual
				s.best = now
			}
		}
	}
}

// unscaled is the best solution in the coordinates of the problem.
func (s *state) unscaled() Solution {
	b, size := s.best, math.Pow(s.unit, -s.Q)
	b.Theta[0], b.Theta[1] = b.Theta[0]/s.unit, b.Theta[1]/s.unit
	b.Theta0 -= b.Theta[0]*s.shift[0] + b.Theta[1]*s.shift[1]
	b.Primal, b.Dual = b.Primal*size, b.Dual*size
	return b
}
