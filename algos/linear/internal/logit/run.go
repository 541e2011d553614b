package logit

import (
	"iter"
	"math"
	"math/rand/v2"
)

// A Run is a descent on a problem from zero.
type Run struct {
	*Problem
	Options
	Exists Existence
	rand   *rand.Rand
	order  []int
	used   int // rows used so far
	trail  []*Place
	full   Direction
	value  Value
}

// NewRun returns a run from zero; r is only drawn from by stochastic solvers.
func NewRun(p *Problem, o Options, e Existence, r *rand.Rand) *Run {
	return &Run{Problem: p, Options: o, Exists: e, rand: r}
}

// enough is the decrement at which a run to a minimum that does not exist is
// stopped: half its square, about what the loss could still fall by, is 5·10⁻⁹.
const enough = 1e-4

// safe is a lead, relative to the largest score, that is no rounding: with all rows
// beyond it, longer vectors lower the loss without end, unless they are penalised.
const safe = 1e-6

// huge is where parameters count as having blown up.
const huge = 1e100

// look measures a place. The Newton decrement, too, is measured for every
// solver, as it says how far away the minimum is.
func (r *Run) look(b []float64, updates int) *Place {
	r.value = r.At(b)
	r.full = r.Step(r.value)
	g := r.Gradient(r.value.Grad)
	at := &Place{
		B: b, Loss: r.value.Loss, Grad: g, Norm: Norm(g),
		Decrement: r.full.Decrement, Errors: r.value.Errors, Margin: r.value.Margin, Updates: updates,
	}
	r.trail = append(r.trail, at)
	return at
}

// Steps is the loop: look, update, until the minimum is reached.
func (r *Run) Steps() iter.Seq[Snapshot] {
	return func(yield func(Snapshot) bool) {
		now := r.look(make([]float64, r.Len()), 0)
		s := Snapshot{Place: now, Did: Start, End: r.end(now, nil)}
		for {
			s.Trail = r.trail[:len(r.trail):len(r.trail)]
			if !yield(s) || s.End != Open {
				return
			}
			plan := r.plan(now)
			plan.Trail = s.Trail
			var trials, rejected []Trial
			found := true
			if r.Solver == Newton {
				if trials, found = r.Search(now.B, r.value, r.full); found {
					rejected = trials[:len(trials)-1]
				} else {
					rejected = trials
				}
			}
			plan.Ahead = ahead(rejected, 0)
			if !yield(plan) {
				return
			}
			if r.Solver == Newton {
				for i, t := range rejected {
					plan.Did, plan.Tries, plan.Eta, plan.Ahead = Halve, trials[:i+1:i+1], t.Length, ahead(rejected, i+1)
					if !found && i == len(rejected)-1 {
						plan.End = Precision
					}
					if !yield(plan) {
						return
					}
				}
				if !found {
					return
				}
				plan.Tries, plan.Eta = trials, trials[len(trials)-1].Length
			}
			s = plan
			s.Place, s.Did = r.look(Moved(now.B, plan.Eta, plan.Dir), now.Updates+1), Update
			s.PassEnds = r.passEnds(len(plan.Rows))
			s.End = r.end(s.Place, now)
			now = s.Place
		}
	}
}

// ahead is the length of the i-th trial; 0 if there are fewer.
func ahead(trials []Trial, i int) float64 {
	if i < len(trials) {
		return trials[i].Length
	}
	return 0
}

// plan chooses the rows and the direction of the next update.
func (r *Run) plan(now *Place) Snapshot {
	s := Snapshot{Place: now, Did: Look, From: now, Eta: r.eta(now.Updates)}
	switch {
	case r.Solver == Newton:
		s.Dir, s.Eta = r.full.D, 1
	case r.Stochastic():
		s.Rows = r.draw()
		s.Dir = negative(r.SampleGradient(now.B, s.Rows))
		if r.Mean {
			s.Eta /= float64(len(s.Rows))
		}
	default:
		s.Dir = negative(r.value.Grad)
		if r.Mean {
			s.Eta /= float64(len(r.U))
		}
	}
	return s
}

func (r *Run) eta(updates int) float64 {
	if !r.Decay {
		return r.Eta
	}
	rows := len(r.U)
	if r.Stochastic() {
		rows = r.size()
	}
	return r.Eta / (1 + math.Floor(float64(updates)*float64(rows)/float64(len(r.U))))
}

func negative(g []float64) []float64 {
	d := make([]float64, len(g))
	for i, x := range g {
		d[i] = -x
	}
	return d
}

// size is how many rows an update uses.
func (r *Run) size() int {
	if r.Solver == SGD {
		return 1
	}
	return min(r.Batch, len(r.U))
}

// draw chooses the next rows.
func (r *Run) draw() []int {
	n := len(r.U)
	rows := make([]int, r.size())
	for i := range rows {
		at := (r.used + i) % n
		switch {
		case r.Order == Random:
			rows[i] = r.rand.IntN(n)
			continue
		case r.Order == Shuffle && (at == 0 || r.order == nil):
			r.order = r.rand.Perm(n)
		}
		rows[i] = at
		if r.Order == Shuffle {
			rows[i] = r.order[at]
		}
	}
	return rows
}

// passEnds counts the rows of an update and reports whether they complete a
// pass.
func (r *Run) passEnds(rows int) bool {
	if !r.Stochastic() {
		return true
	}
	before := r.used / len(r.U)
	r.used += rows
	return r.used/len(r.U) > before
}

// end judges a place; before is where it was reached from.
func (r *Run) end(at, before *Place) End {
	endless := r.Exists == Infinite
	if r.Exists == Unknown { // all rows lead, or scores still grow to hardly any avail
		endless = at.Margin > safe*(1+r.value.Size) || at.Decrement <= enough && r.change(r.full.D) > 0.5
	}
	switch {
	case r.blown(at):
		return Blown
	case endless && at.Decrement <= enough:
		return NoMinimum
	case !endless && at.Decrement <= r.Tol:
		return Minimum
	case r.Solver == Newton && math.IsNaN(at.Decrement):
		return Precision
	case r.Solver == Newton && before != nil && before.Decrement < enough && at.Decrement > before.Decrement/2:
		return Precision
	case at.Updates >= r.Iterations && endless:
		return NoMinimum
	case at.Updates >= r.Iterations:
		return Cap
	}
	return Open
}

func (r *Run) blown(at *Place) bool {
	for _, x := range at.B {
		if !(math.Abs(x) < huge) {
			return true
		}
	}
	return !(at.Loss < huge) || math.IsInf(at.Norm, 0)
}
