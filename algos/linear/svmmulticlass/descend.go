package svmmulticlass

import (
	"math"
	"slices"

	"playground/algos"
)

// A hit is a step of the descent in which a class beat the true one: w_y grew by
// the point and w_j shrank by it.
type hit struct{ row, rival int32 }

// A state is a run of the Crammer–Singer machine after some steps. It never
// changes.
type state struct {
	*machine
	t    int       // steps of the descent
	w    []vec     // by class
	hits []hit     // of the descent so far
	owed float64   // ΣΔ over the hits
	tau  []float64 // n × K coefficients of the points in the weights; nil during the descent
	sum
	dual  float64
	share float64 // the multiple of the coefficients that the dual is of
	viol  float64 // largest KKT violation, NaN during the descent

	before *state // the one before this step, without its own before; nil at the start
	row    int    // the point of the step, −1 where there is none
	rival  int    // its loss-augmented prediction before the step
	xi     float64
	sweeps int // of the dual in this step
	all    int // of the dual so far
	free   int // directions of the face step that followed
	status algos.Status
}

// descend is the textbook loop: take a point, find the class that violates its
// margin most, move the two weight vectors; and in the end close the gap.
//
// The step size is that of Pegasos, 1/λt with λ = 1/Cn, which starts at t = n as if
// a pass had gone by. So w is Cn/(t+n) times the sum of the moves so far, every
// point's share of it is at most C, and w is the weights of a feasible point of the
// dual at every step.
func (m *machine) descend(yield func(algos.Step) bool) {
	n, K := len(m.x), m.count()
	total := make([]vec, K) // Σ of the moves
	now := &state{machine: m, w: make([]vec, K), row: -1, viol: math.NaN()}
	now.look()
	now.status = m.goesOn(now)
	if !yield(m.start(now)) || now.status.Final() {
		return
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for t := range n * m.Passes {
		if t%n == 0 {
			m.rand.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		asked := now.ask(order[t%n])
		if !yield(m.asked(asked)) {
			return
		}
		next := &state{machine: m, t: t + 1, hits: now.hits, owed: now.owed, row: asked.row, rival: asked.rival, xi: asked.xi, viol: math.NaN(), before: now.short()}
		if y := m.y[next.row]; next.rival != y {
			next.hits = append(next.hits, hit{int32(next.row), int32(next.rival)})
			next.owed += m.delta[y][next.rival]
			for c, v := range m.x[next.row] {
				total[y][c] += v
				total[next.rival][c] -= v
			}
		}
		next.w = make([]vec, K)
		for k := range total {
			for c := range total[k] {
				next.w[k][c] = m.rate(next.t) * total[k][c]
			}
		}
		next.look()
		next.status = m.goesOn(next)
		now = next
		if !yield(m.updated(now)) || now.status.Final() {
			return
		}
	}
	m.finish(now, yield)
}

// rate is the step size of step t, 1/λ(t+n) with λ = 1/Cn: what a hit weighs after t
// steps.
func (m *machine) rate(t int) float64 {
	n := float64(len(m.x))
	return m.C * n / (float64(t) + n)
}

// Limits of the finish, in one step and in all: blocks times classes.
const (
	stepWork = 200_000
	allWork  = 6_000_000
	// faceEvery is how many sweeps a face step has to wait for.
	faceEvery = 10
)

// finish raises the dual point by point; a step sweeps over all of them until the
// violation is a quarter of what it was.
func (m *machine) finish(now *state, yield func(algos.Step) bool) {
	tau := now.coefficients()
	for i := range tau {
		tau[i] *= now.share
	}
	w := make([]vec, m.count())
	for work := 0; ; {
		m.weigh(w, tau) // without the rounding of many small changes
		goal := max(m.Tol, now.goal())
		sweeps, free, spent := 0, 0, 0
		for spent < stepWork {
			for i := range m.x {
				m.block(w, tau[i*m.count():(i+1)*m.count()], i)
			}
			sweeps++
			spent += len(tau)
			if m.kkt(w, tau) <= goal {
				break
			}
			if sweeps%faceEvery == 0 {
				free = m.face(w, tau)
				spent += free * free * free / 10
			}
		}
		if now.all > 0 {
			free = max(free, m.face(w, tau))
		}
		work += spent
		next := &state{
			machine: m, t: now.t, w: slices.Clone(w), tau: slices.Clone(tau), row: -1,
			before: now.short(), sweeps: sweeps, all: now.all + sweeps, free: free, viol: m.kkt(w, tau),
		}
		next.look()
		next.status = m.finished(next, work >= allWork)
		now = next
		if !yield(m.swept(now)) || now.status.Final() {
			return
		}
	}
}

// goal is the violation at which a step of the finish ends.
func (s *state) goal() float64 {
	if s.all == 0 {
		return math.Inf(1) // the first one is a single sweep
	}
	return s.viol / 4
}

// weigh computes the weights w_k = Σ τᵢₖxᵢ.
func (m *machine) weigh(w []vec, tau []float64) {
	clear(w)
	for i, x := range m.x {
		for k := range w {
			if t := tau[i*len(w)+k]; t != 0 {
				for c, v := range x {
					w[k][c] += t * v
				}
			}
		}
	}
}

// coefficients are τ, the n × K coefficients of the points in the weights: during
// the descent what the hits weigh.
func (s *state) coefficients() []float64 {
	if s.tau != nil {
		return slices.Clone(s.tau)
	}
	K := s.count()
	tau := make([]float64, len(s.x)*K)
	for _, h := range s.hits {
		tau[int(h.row)*K+s.y[h.row]]++
		tau[int(h.row)*K+int(h.rival)]--
	}
	for i := range tau {
		tau[i] *= s.rate(s.t)
	}
	return tau
}

// look measures the state: the primal of its weights, and the dual ΣαΔ − ½Σ‖w‖² of
// its coefficients. During the descent these are only feasible, and so is every
// multiple of them from 0 to 1, of which we take the best.
func (s *state) look() {
	s.sum = s.measure(s.w)
	gain := 0.0
	if s.tau == nil {
		gain = s.rate(s.t) * s.owed
	} else {
		K := s.count()
		for i, y := range s.y {
			for k, d := range s.delta[y] {
				gain -= s.tau[i*K+k] * d
			}
		}
	}
	s.share = 1
	if s.tau == nil && gain < s.norm2 {
		s.share = gain / s.norm2
	}
	s.dual = s.share*gain - s.share*s.share*s.norm2/2
}

// ask is the micro step: the point and its loss-augmented prediction, with nothing
// moved.
func (s *state) ask(row int) *state {
	a := *s
	a.row, a.before = row, nil
	score := make([]float64, s.count())
	scores(score, s.w, s.x[row])
	a.rival, a.xi = violation(score, s.delta[s.y[row]], s.y[row])
	return &a
}

// short is the state without what it points to, so that states do not hold on to
// all that came before.
func (s *state) short() *state {
	c := *s
	c.before = nil
	return &c
}
