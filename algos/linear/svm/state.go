package svm

import (
	"math"
	"slices"

	"playground/algos/say"

	"playground/algos"
	"playground/algos/linear/internal/smo"
)

// A state is the run after some number of pairs: everything that a step shows
// is worked out from it. It never changes.
type state struct {
	*machine
	alpha []float64
	e     []float64 // Eₖ = Fₖ − yₖ, without the offset
	pairs int       // optimised so far

	bias   float64 // the offset that goes with x (see machine.shift)
	free   int     // support vectors with 0 < α < C
	bound  int     // support vectors with α = C
	errors int     // points with y·f ≤ 0
	lo, hi float64 // optimal offsets lie in [lo, hi] at the end
	kkt    float64 // largest violation
	sum    float64 // Σα
	norm2  float64 // ‖w‖² = Σαᵢyᵢ Fᵢ
	dual   float64
	primal float64
	least  float64 // the smallest η of the pairs so far
	drift  float64 // rounding error of the errors E

	next   smo.Pair // the pair that comes next, while the run goes on
	work   *work    // the pair that was optimised last, nil before the first
	status algos.Status
	hulls  *hulls // where a hard margin was found to be impossible
	loocv  *onceLOOCV
}

// work is the pair that a step is about, with what its picture needs.
type work struct {
	smo.Move
	e             [2]float64 // Eᵢ, Eⱼ before, with the offset of that time
	kii, kjj, kij float64
	dual          float64  // before the move
	face          smo.Face // the step of all free variables that followed, if one was due
	entered, left []int    // rows that became or ceased to be support vectors
}

// look measures the solver's state.
func (m *machine) look(run *smo.Run, next smo.Pair, end smo.End) *state {
	s := &state{
		machine: m,
		alpha:   slices.Clone(run.Alpha()), e: slices.Clone(run.Errors()),
		pairs: run.Iterations, kkt: next.Violation, next: next, least: math.Inf(1), drift: run.Drift(),
		loocv: new(onceLOOCV),
	}
	s.bias, s.free = run.Offset()
	s.lo, s.hi = run.Interval()
	s.measure()
	s.status = m.statusOf(s, end)
	return s
}

// after measures the state that a move led to.
func (m *machine) after(before *state, run *smo.Run, move smo.Move, face smo.Face, next smo.Pair, end smo.End) *state {
	s := m.look(run, next, end)
	s.work = m.workOf(before, move)
	s.work.face = face
	s.work.compare(before.alpha, s.alpha)
	s.least = min(before.least, move.Eta)
	if end == smo.NoBound {
		s.kkt, s.next = before.kkt, before.next
	}
	if m.Hard {
		if h := m.hullsMeet(s, move); h != nil {
			s.hulls = h
			s.status = algos.Status{State: algos.Diverged, Reason: say.Phrase(h.reason(s))}
		}
	}
	return s
}

// measure computes the sums over the points.
func (s *state) measure() {
	hinge := 0.0
	slowest := math.Inf(1) // the smallest y·F over each class decides the best offset
	highest := math.Inf(-1)
	for k, a := range s.alpha {
		y := s.y[k]
		f := s.e[k] + y // Fₖ
		s.sum += a
		s.norm2 += a * y * f
		z := y * (f + s.bias)
		hinge += max(0, 1-z)
		if z <= 0 {
			s.errors++
		}
		if a >= s.c {
			s.bound++
		}
		if y > 0 {
			slowest = min(slowest, f)
		} else {
			highest = max(highest, f)
		}
	}
	if s.linear() { // the same, without the rounding of large coordinates
		w := s.weights()
		s.norm2 = w[0]*w[0] + w[1]*w[1]
	}
	s.dual = s.sum - s.norm2/2
	if !s.Hard {
		s.primal = s.norm2/2 + s.c*hinge
		return
	}
	s.primal = hardPrimal(s.norm2, slowest, highest)
}

// hardPrimal is the value ½‖w‖² of the hard margin's primal at the best feasible
// point in the direction of w: with the offset midway between the classes every
// y·f ≥ μ, and w/μ has functional margin one. It is NaN where w does not separate
// the classes, and 0 where there is only one class.
func hardPrimal(norm2, lowestPlus, highestMinus float64) float64 {
	mu := (lowestPlus - highestMinus) / 2
	switch {
	case math.IsInf(mu, 1):
		return 0
	case mu > 0:
		return norm2 / (2 * mu * mu)
	}
	return math.NaN()
}

func (m *machine) workOf(before *state, move smo.Move) *work {
	i, j := move.I, move.J
	w := &work{
		Move: move,
		e:    [2]float64{before.e[i] + before.bias, before.e[j] + before.bias},
		kii:  m.k.At(m.x[i], m.x[i]), kjj: m.k.At(m.x[j], m.x[j]), kij: m.k.At(m.x[i], m.x[j]),
		dual: before.dual,
	}
	return w
}

// compare notes who became a support vector and who ceased to be one.
func (w *work) compare(before, after []float64) {
	for k, a := range after {
		switch {
		case before[k] == 0 && a > 0:
			w.entered = append(w.entered, k)
		case before[k] > 0 && a == 0:
			w.left = append(w.left, k)
		}
	}
}

// f returns the score of row k.
func (s *state) f(k int) float64 { return s.e[k] + s.y[k] + s.bias }

// slack returns ξₖ = max(0, 1 − yₖf(xₖ)).
func (s *state) slack(k int) float64 { return max(0, 1-s.y[k]*s.f(k)) }

// support returns the rows with α > 0.
func (s *state) support() []int {
	rows := make([]int, 0, s.free+s.bound)
	for k, a := range s.alpha {
		if a > 0 {
			rows = append(rows, k)
		}
	}
	return rows
}

// expansion returns f as a kernel expansion over the support vectors, in the
// coordinates of machine.x.
func (s *state) expansion() (centres [][2]float64, coef []float64) {
	for _, k := range s.support() {
		centres = append(centres, s.x[k])
		coef = append(coef, s.alpha[k]*s.y[k])
	}
	return centres, coef
}

// weights returns w = Σαyx of the linear kernel.
func (s *state) weights() [2]float64 {
	var w [2]float64
	for k, a := range s.alpha {
		w[0] += a * s.y[k] * s.x[k][0]
		w[1] += a * s.y[k] * s.x[k][1]
	}
	return w
}

// theta0 is the offset in the coordinates of the data.
func (s *state) theta0() float64 {
	if !s.linear() {
		return s.bias
	}
	w := s.weights()
	return s.bias - w[0]*s.shift[0] - w[1]*s.shift[1]
}

// plan returns the work that comes next, without doing it.
func (s *state) plan() *work {
	if s.next.J < 0 || s.status.Final() {
		return nil
	}
	return s.workOf(s, smo.PlanMove(s.next, [2]float64{s.alpha[s.next.I], s.alpha[s.next.J]},
		[2]float64{s.y[s.next.I], s.y[s.next.J]}, [2]float64{s.c, s.c}))
}
