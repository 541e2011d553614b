package ridge

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/regression/internal/lsq"
)

// What a step did.
type deed int

const (
	started deed = iota
	reflected
	updated
	taken
)

// A state is the run after some steps: everything that a step shows is worked out from
// it. It never changes.
type state struct {
	*task
	did       deed
	count     int
	theta     []float64 // θ₀ first
	from      []float64 // θ before the step
	gradient  []float64 // that moved it
	seen      int       // rows that the fit knows of
	rss       float64   // over them
	objective float64   // the same with the penalty
	before    float64   // J before the step
	trail     []mark.XY
	part      *lsq.QR // the columns so far
	column    int     // the one that was reflected
	running   *running
	move      move
	newest    int // the row that was taken
	status    algos.Status
}

// look measures a state at θ, over the first rows.
func (t *task) look(theta []float64, seen int) *state {
	s := &state{task: t, theta: theta, seen: seen, status: algos.Status{State: algos.Running}}
	norm := lsq.Norm(s.residuals()[:seen])
	s.rss = norm * norm
	s.objective = s.rss + s.penalty()
	s.trail = []mark.XY{s.onPlane(theta)}
	return s
}

// after measures the state at θ that followed another.
func (t *task) after(before *state, did deed, theta []float64, seen int) *state {
	s := t.look(theta, seen)
	s.did, s.count, s.from, s.before = did, before.count+1, before.theta, before.objective
	s.trail = append(before.trail, s.trail...)
	return s
}

func (s *state) residuals() []float64 { return lsq.Residuals(s.x, s.y, s.theta) }

// norm is ‖θ‖ of what is penalised, and penalty its share of J.
func (s *state) norm() float64 { return lsq.Norm(s.theta[s.first():]) }

func (s *state) penalty() float64 {
	norm := math.Sqrt(s.Lambda) * s.norm()
	return norm * norm
}

// terms is the length of what is added up for the stacked residuals: with it rounding is
// bounded.
func (s *state) terms() float64 {
	size := s.target
	for j, l := range s.length {
		size += l * math.Abs(s.theta[j])
	}
	return size
}

// excess is J above its least value: the square of the way to the solution, in the metric
// of the stacked rows.
func (s *state) excess() float64 {
	off := make([]float64, len(s.theta))
	for j, v := range s.theta {
		off[j] = s.best[j] - v
	}
	norm := lsq.Norm(lsq.Residuals(s.stacked, make([]float64, len(s.wanted)), off))
	return norm * norm
}

// onPlane is where the plane of two parameters shows θ.
func (t *task) onPlane(theta []float64) mark.XY {
	a, b := t.axes()
	if b < 0 {
		return mark.XY{}
	}
	return mark.XY{X: theta[a], Y: theta[b]}
}

// reflect is the exact solver: after every column of the stacked matrix the fit is the
// best of those so far.
func (t *task) reflect() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		part := lsq.Start(t.stacked, t.wanted)
		now := t.look(make([]float64, len(t.x)), len(t.y))
		now.part = part
		if !yield(now) {
			return
		}
		for k := range t.x {
			part = part.Clone()
			part.Next()
			next := t.after(now, reflected, part.Theta(), len(t.y))
			next.part, next.column = part, k
			next.status = t.solved(next)
			now = next
			if !yield(now) {
				return
			}
		}
	}
}

// done reports whether θ is the solution for all rows.
func (s *state) done() bool {
	switch s.Solver {
	case exact:
		return s.part.Done() == len(s.x)
	case online:
		return s.seen == len(s.y)
	}
	return s.status.State == algos.Converged
}

// view is a step's way to look at its state.
type view struct{ *state }

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	values := []algos.Value{
		{Name: "theta", Value: v.theta[1:]},
		{Name: "theta0", Value: v.theta[0]},
		{Name: "rss", Value: v.rss},
		{Name: "dof", Value: v.modes.dof(v.Lambda)},
		{Name: "objective", Value: v.objective},
		{Name: "norm", Value: v.norm()},
	}
	if e := v.leaving(v.Lambda); !math.IsNaN(e) {
		values = append(values, algos.Value{Name: "left_out", Value: e})
	}
	if v.Lambda > 0 {
		values = append(values, algos.Value{Name: "prior_var", Value: v.NoiseVar / v.Lambda})
	}
	if v.Labels == drawn {
		r := v.riskAt(v.Lambda)
		values = append(values, algos.Value{Name: "bias2", Value: r.bias2}, algos.Value{Name: "variance", Value: r.variance},
			algos.Value{Name: "mse", Value: r.total()})
		if best := v.cheapest(); best.ok {
			values = append(values, algos.Value{Name: "best_lambda", Value: best.lambda}, algos.Value{Name: "best_mse", Value: best.least})
		}
	}
	at := func(inputs []float64) []algos.Value {
		return []algos.Value{{Name: "y", Value: v.predict(v.theta, inputs)}}
	}
	m := algos.Model{Values: values}
	if !v.Table.Empty() {
		m.PredictRow = func(row []float64) []algos.Value { return at(v.data.Inputs(row)) }
		return m
	}
	m.Predict = func(x [2]float64) []algos.Value { return at(x[:v.Dim]) }
	return m
}
