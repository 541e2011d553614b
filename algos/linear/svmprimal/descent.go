package svmprimal

import (
	"fmt"
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/say"
)

// descend is the textbook loop: a sub-gradient, a step against it.
func (k *task) descend(r *rand.Rand, yield func(algos.Step) bool) {
	s := k.begin()
	if !yield(s.step()) || s.status.Final() {
		return
	}
	for {
		s = s.prepare(r)
		if !yield(s.step()) {
			return
		}
		s = s.move()
		if !yield(s.step()) {
			return
		}
		if s.status.Final() {
			return
		}
		if s.done() {
			yield(s.lock().step())
			return
		}
	}
}

// begin is the state at the two starts.
func (k *task) begin() state {
	s := state{task: k, row: -1, t: 1, lower: math.NaN(), status: algos.Status{State: algos.Running}}
	s.now, s.twin = k.set(k.Start), k.set(k.Start2)
	s.least = s.now.objective
	s.bound1()
	s.g = k.gradient(s.now.look)
	s.observe(s.g)
	return s
}

// set puts a walker at a start. Only θ = 0 is a combination Σαyx by itself.
func (k *task) set(at [2]float64) walker {
	w := walker{look: k.look(vector{at[0], at[1], 0})}
	if !k.exact {
		w.theta[2] = 0
	}
	w.dual = at == [2]float64{} && k.Method == "subgradient"
	w.trail = []vector{w.theta}
	return w
}

// bound1 notes the lower bound Σᾱ − ½‖θ‖² of the first run.
func (s *state) bound1() {
	if !s.now.dual {
		return
	}
	if d := s.now.weight - s.norm2(s.now.theta)/2; !(s.lower >= d) {
		s.lower = d
	}
}

// prepare finds the sub-gradient; the stochastic method draws its point.
func (s state) prepare(r *rand.Rand) state {
	s.phase, s.news, s.eta = looking, nil, s.rate(s.t)
	if s.Method == "sgd" {
		s.row, s.other = r.IntN(len(s.x)), r.IntN(len(s.x))
		s.g = s.sample(s.now, s.row)
	}
	return s
}

// sample is the sub-gradient θ − nC y x of the drawn point alone, θ outside the
// band: its mean over the rows is that of J.
func (s state) sample(w walker, row int) vector {
	g := w.theta
	if s.Form != "constant" {
		g[2] = 0 // θ₀ is not penalised
	}
	if y := s.y[row]; y*dot(w.theta, s.x[row]) < 1 {
		g = add(g, -s.C*float64(len(s.x))*y, s.x[row])
	}
	return g
}

// advance takes one step of a walker against its sub-gradient, or that of the
// row drawn for it.
func (s state) advance(w walker, row int) walker {
	g, mass := s.gradient(w.look), w.look.weight
	if s.Method == "sgd" {
		g = s.sample(w, row)
	}
	next := walker{look: s.look(add(w.theta, -s.eta, g)), trail: w.trail}
	next.dual = s.Method == "subgradient" && (w.dual || s.eta == 1)
	next.weight = (1-s.eta)*w.weight + s.eta*s.C*mass
	next.trail = append(next.trail, next.theta)
	return next
}

// move takes the step of both runs.
func (s state) move() state {
	wrong := s.now.errors
	s.phase, s.before = moving, s.now.theta
	s.now, s.twin = s.advance(s.now, s.row), s.advance(s.twin, s.other)
	s.t++
	s.least = min(s.least, s.now.objective)
	s.bound1()
	s.g = s.gradient(s.now.look)
	s.observe(s.g)
	if wrong > 0 && s.now.errors == 0 {
		s.news = append(s.news, algos.Event{Kind: "separates", Text: "the line separates the points"})
	}
	if s.done() && !s.locks() {
		s.status = s.ending()
	}
	return s
}

// closed reports whether the run's own lower bound has come close enough.
func (s state) closed() bool { return s.least-s.lower <= s.Tol*s.least }

func (s state) done() bool  { return s.t > s.Steps || s.closed() }
func (s state) locks() bool { return s.Lock && s.tight() }

// tight reports whether the dual's solution is one.
func (s state) tight() bool {
	return s.best.primal-s.best.dual <= 1e-5*s.best.primal+s.rounding(s.here(s.best.theta))
}

// ending is how a run ends that does not lock.
func (s state) ending() algos.Status {
	excess := fmt.Sprintf("the best objective %s is %s above the dual optimum", say.Sig(s.least, 5), say.Num(s.over(s.least, s.now.theta)))
	if s.closed() {
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("The run's own lower bound %s meets its tolerance: after %s %s.", say.Sig(s.lower, 5), say.Count(s.t-1, "step"), excess))}
	}
	if !s.tight() {
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("%s are used up, and the solver beside the run has not reached the optimum either: it is between %s and %s. Take a smaller C, or bring the coordinates to a common scale.", say.Count(s.t-1, "step"), say.Num(s.best.dual), say.Num(min(s.least, s.best.primal))))}
	}
	return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("%s are used up: %s.", say.Count(s.t-1, "step"), excess))}
}

// lock ends the run with the exact solution.
func (s state) lock() state {
	s.phase, s.before, s.row = locking, s.now.theta, -1
	far := s.distance(s.now.theta, s.here(s.best.theta))
	end := s.task.look(s.here(s.best.theta))
	end.theta = s.here(s.best.theta)
	s.now.look = s.task.exactly(end)
	s.now.trail = append(s.now.trail, s.now.theta)
	s.least = min(s.least, s.now.objective)
	where := say.Num(far) + " from its end"
	if far <= 1e-12*(1+math.Sqrt(s.norm2(s.now.theta))) {
		where = "already there"
	}
	s.status = algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("After %s θ was %s. The dual gives the exact end: J = %s, with the dual value %s.",
		say.Count(s.t-1, "step"), where, say.Sig(s.now.objective, 6), say.Sig(s.best.dual, 6)))}
	s.news = []algos.Event{{Kind: "lock", Text: "the exact solution"}}
	return s
}

// exactly evaluates J at the exact solution, with the θ₀ that it has. A slack of
// the size of rounding is none.
func (k *task) exactly(l look) look {
	l.hinge, l.inside, l.errors = 0, 0, 0
	least := 16 * ulp * (1 + k.big*math.Sqrt(dot(l.theta, l.theta)))
	for t, x := range k.x {
		z := k.y[t] * dot(l.theta, x)
		if 1-z > least {
			l.hinge += 1 - z
		}
		if 1-z > onBorder {
			l.inside++
		}
		if z <= 0 {
			l.errors++
		}
	}
	l.objective = k.norm2(l.theta)/2 + k.C*l.hinge
	return l
}
