package svr

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/smo"
)

// A state is the run after some number of pairs: everything that a step shows
// is worked out from it. It never changes.
type state struct {
	*machine
	alpha []float64 // α₁…αₙ and then α*₁…α*ₙ
	f     []float64 // Fₖ = Σβⱼk(xⱼ, xₖ), without the offset
	pairs int       // optimised so far

	bias    float64 // the offset that goes with x (see machine.shift)
	free    int     // support vectors with 0 < |β| < C
	bound   int     // support vectors with |β| = C
	outside int     // points farther than ε from the curve
	lo, hi  float64 // optimal offsets lie in [lo, hi] at the end
	kkt     float64 // largest violation
	sum     float64 // Σ(α + α*)
	norm2   float64 // ‖w‖² = ΣβF
	slacks  float64 // Σξ
	rmse    float64
	dual    float64
	primal  float64
	drift   float64 // rounding error of F
	coarse  float64 // the largest drift so far

	next   smo.Pair // the pair that comes next, while the run goes on
	work   *work    // the pair that was optimised last, nil before the first
	status algos.Status
}

// work is the pair that a step is about, with what its picture needs.
type work struct {
	smo.Move
	was           []float64 // α and α* before the move, shared with the state of that time
	wasBias       float64
	e             [2]float64 // Eᵢ, Eⱼ before, with the offset of that time
	from          [2]float64 // βᵢ, βⱼ before
	dual          float64    // before the move
	face          smo.Face   // the step of all free variables that followed, if one was due
	entered, left []int      // rows that became or ceased to be support vectors
}

// A curve is a function as a kernel expansion, in the coordinates of machine.x.
type curve struct {
	centres [][2]float64
	coef    []float64
	bias    float64
}

// look measures the solver's state.
func (m *machine) look(run *smo.Run, next smo.Pair, end smo.End) *state {
	n := len(m.y)
	s := &state{
		machine: m, alpha: slices.Clone(run.Alpha()), f: make([]float64, n),
		pairs: run.Iterations, kkt: next.Violation, next: next,
	}
	for k, e := range run.Errors()[:n] {
		s.f[k] = e - (m.Epsilon - m.y[k])
	}
	s.drift = run.Drift() + 4*ulp*m.size
	s.coarse = s.drift
	s.bias, _ = run.Offset()
	s.lo, s.hi = run.Interval()
	s.measure()
	s.status = m.statusOf(s, end)
	return s
}

// after measures the state that a move led to.
func (m *machine) after(before *state, run *smo.Run, move smo.Move, face smo.Face, next smo.Pair, end smo.End) *state {
	s := m.look(run, next, end)
	s.coarse = max(before.coarse, s.drift)
	s.work = before.workOf(move)
	s.work.face = face
	for i := range m.y {
		was, is := before.beta(i) != 0, s.beta(i) != 0
		switch {
		case is && !was:
			s.work.entered = append(s.work.entered, i)
		case was && !is:
			s.work.left = append(s.work.left, i)
		}
	}
	if end == smo.NoBound {
		s.kkt, s.next = before.kkt, before.next
	}
	return s
}

// measure computes the sums over the points.
func (s *state) measure() {
	fit, squares := 0.0, 0.0
	for i, y := range s.y {
		b := s.beta(i)
		s.sum += s.alpha[i] + s.alpha[len(s.y)+i]
		fit += y * b
		s.norm2 += b * s.f[i]
		r := s.residual(i)
		squares += r * r / float64(len(s.y))
		s.slacks += s.slack(i)
		if math.Abs(r) > s.Epsilon+s.Tol {
			s.outside++
		}
		switch s.kind(i) {
		case onTube:
			s.free++
		case atBound:
			s.bound++
		}
	}
	if s.linear() { // the same, without the rounding of large coordinates
		w := s.weights()
		s.norm2 = w[0]*w[0] + w[1]*w[1]
	}
	s.rmse = math.Sqrt(squares)
	s.dual = fit - s.Epsilon*s.sum - s.norm2/2
	s.primal = s.norm2/2 + s.C*s.slacks
}

// workOf is a move from this state with what its picture needs.
func (s *state) workOf(move smo.Move) *work {
	w := &work{Move: move, dual: s.dual, was: s.alpha, wasBias: s.bias}
	for t, v := range [2]int{move.I, move.J} {
		w.from[t] = s.beta(s.row(v))
		w.e[t] = s.error(v)
	}
	return w
}

// error is E of a variable with the offset in use: f − y + ε for α, f − y − ε
// for α*.
func (s *state) error(v int) float64 {
	if s.star(v) {
		return -s.residual(s.row(v)) - s.Epsilon
	}
	return -s.residual(v) + s.Epsilon
}

// beta returns βᵢ = αᵢ − αᵢ*.
func (s *state) beta(i int) float64 { return s.alpha[i] - s.alpha[len(s.y)+i] }

// betas returns all βᵢ.
func (s *state) betas() []float64 {
	b := make([]float64, len(s.y))
	for i := range b {
		b[i] = s.beta(i)
	}
	return b
}

// at returns f(xᵢ), residual yᵢ − f(xᵢ).
func (s *state) at(i int) float64       { return s.f[i] + s.bias }
func (s *state) residual(i int) float64 { return s.y[i] - s.at(i) }

// slack returns ξᵢ = max(0, |f(xᵢ) − yᵢ| − ε).
func (s *state) slack(i int) float64 { return max(0, math.Abs(s.residual(i))-s.Epsilon) }

// A kind is what a point is to the function.
type kind int

const (
	inTube  kind = iota // β = 0: it could be taken away
	onTube              // 0 < |β| < C: on the border of the tube at the optimum
	atBound             // |β| = C: on the border or outside
)

var kindNames = [...]string{"no support vector", "free support vector", "support vector at the bound"}

func (s *state) kind(i int) kind {
	switch b := math.Abs(s.beta(i)); {
	case b == 0:
		return inTube
	case b < s.C:
		return onTube
	}
	return atBound
}

// curve returns f as a kernel expansion over the support vectors.
func (s *state) curve() *curve { return s.curveOf(s.alpha, s.bias) }

func (m *machine) curveOf(alpha []float64, bias float64) *curve {
	c := &curve{bias: bias}
	for i, x := range m.x {
		if b := alpha[i] - alpha[len(m.x)+i]; b != 0 {
			c.centres, c.coef = append(c.centres, x), append(c.coef, b)
		}
	}
	return c
}

// value evaluates a curve at an input of the board.
func (m *machine) value(c *curve, x [2]float64) float64 {
	z := [2]float64{x[0] - m.shift[0], x[1] - m.shift[1]}
	f := c.bias
	for s, a := range c.centres {
		f += c.coef[s] * m.k.At(a, z)
	}
	return f
}

// weights returns w = Σβx of the linear kernel.
func (s *state) weights() [2]float64 {
	var w [2]float64
	for i, x := range s.x {
		b := s.beta(i)
		w[0] += b * x[0]
		w[1] += b * x[1]
	}
	return w
}

// offset is b in the coordinates of the data.
func (s *state) offset() float64 { return s.bias - s.fromShift() }

// fromShift is what the shift of the inputs adds to the offset.
func (s *state) fromShift() float64 {
	if !s.linear() {
		return 0
	}
	w := s.weights()
	return w[0]*s.shift[0] + w[1]*s.shift[1]
}

// plan returns the work that comes next, without doing it.
func (s *state) plan() *work {
	if s.next.J < 0 || s.status.Final() {
		return nil
	}
	i, j := s.next.I, s.next.J
	return s.workOf(smo.PlanMove(s.next, [2]float64{s.alpha[i], s.alpha[j]}, [2]float64{s.sign(i), s.sign(j)}, [2]float64{s.C, s.C}))
}

// sign is the label of a variable: by how much β changes when it grows by one.
func (m *machine) sign(v int) float64 {
	if m.star(v) {
		return -1
	}
	return 1
}
