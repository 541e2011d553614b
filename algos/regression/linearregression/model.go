package linearregression

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/mark"
)

// What a step did.
type deed int

const (
	started deed = iota
	reflected
	updated
	weighted
)

// A state is the run after some steps: everything that a step shows is computed from
// it. It never changes.
type state struct {
	*task
	did      deed
	updates  int
	theta    []float64
	from     []float64 // θ before the step
	gradient []float64 // that moved it, of the samples that were drawn
	velocity []float64
	rows     []int // drawn; nil: all
	loss     float64
	before   float64 // the loss before the step
	rss      float64
	rssWas   float64
	trail    []mark.XY
	part     *lsq.QR // the columns so far
	column   int     // the one that was reflected
	share    float64 // of the way to the weighted solution that IRLS went
	status   algos.Status
}

// look measures a state at θ.
func (t *task) look(theta []float64) *state {
	s := &state{task: t, theta: theta, status: algos.Status{State: algos.Running}}
	r := s.residuals()
	norm := lsq.Norm(r)
	s.rss = norm * norm
	s.loss = t.lossOf(r)
	s.trail = []mark.XY{s.onPlane(theta)}
	return s
}

// after measures the state at θ that followed another.
func (t *task) after(before *state, did deed, theta []float64) *state {
	s := t.look(theta)
	s.did, s.updates, s.from, s.before, s.rssWas = did, before.updates+1, before.theta, before.loss, before.rss
	s.trail = append(before.trail, s.trail...)
	return s
}

// lossOf is Σr² or Σ|r|ᵖ, or their mean.
func (t *task) lossOf(r []float64) float64 {
	total := 0.0
	if t.Solver != irls || t.P == 2 {
		for _, e := range r {
			total += e * e
		}
		return total * t.factor()
	}
	for _, e := range r {
		total += t.power(e)
	}
	return total * t.factor()
}

func (s *state) residuals() []float64 { return lsq.Residuals(s.x, s.y, s.theta) }

// terms is the length of what is added up for the residuals: with it rounding is bounded.
func (s *state) terms() float64 {
	size := s.target
	for j, l := range s.length {
		size += l * math.Abs(s.theta[j])
	}
	return size
}

// near is the same for what rounding of the residuals is relative to: columns that are far from 0
// are measured from their means, and the residuals added up in twice the precision.
func (s *state) near() float64 {
	if s.origin == nil {
		return s.terms()
	}
	return s.origin.Terms(s.theta)
}

// variance is σ̂², the mean of the squared residuals: the maximum-likelihood variance of the noise.
func (s *state) variance() float64 { return s.rss / float64(len(s.y)) }

// perfect reports whether the exact solution leaves nothing but rounding: then no likelihood is the largest.
func (s *state) perfect() bool { return !(s.bestRSS > 4*s.noise()*s.near()) }

// excess is the loss above that of the exact solution, ‖X(θ − θ*)‖².
func (s *state) excess() float64 {
	off := make([]float64, len(s.theta))
	for j, v := range s.theta {
		off[j] = s.best[j] - v
	}
	norm := lsq.Norm(lsq.Residuals(s.x, make([]float64, len(s.y)), off))
	return norm * norm * s.factor()
}

// squared reports whether squares are what the run minimises.
func (t *task) squared() bool { return t.Solver != irls || t.P == 2 }

// onPlane is where the plane of two parameters shows θ.
func (t *task) onPlane(theta []float64) mark.XY {
	a, b := t.axes()
	if b < 0 {
		return mark.XY{}
	}
	return mark.XY{X: theta[a], Y: theta[b]}
}

// axes are the two parameters of the plane: θ₀ and θ₁ of a line, else the first two
// of the inputs; b is −1 where there is one parameter alone.
func (t *task) axes() (a, b int) {
	if len(t.x) < 2 {
		return 0, -1
	}
	if t.Intercept && len(t.x) > 2 {
		return 1, 2
	}
	return 0, 1
}

// reflect is the exact solver: after every column of X the fit is the best of those so
// far.
func (t *task) reflect() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		part := lsq.Start(t.x, t.y)
		now := t.look(make([]float64, len(t.x)))
		now.part = part
		now.status = t.solved(now)
		if !yield(now) {
			return
		}
		for k := range t.x {
			part = part.Clone()
			part.Next()
			next := t.after(now, reflected, part.Theta())
			next.part, next.column = part, k
			now = next
			now.status = t.solved(now)
			if !yield(now) {
				return
			}
		}
	}
}

// view is a step's way to look at its state.
type view struct{ *state }

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	theta, n := v.theta, float64(len(v.y))
	theta0 := 0.0
	if v.Intercept {
		theta0, theta = theta[0], theta[1:]
	}
	values := []algos.Value{
		{Name: "theta", Value: theta},
		{Name: "theta0", Value: theta0},
		{Name: "rss", Value: v.rss},
		{Name: "sigma2", Value: v.rss / n},
	}
	if v.spread > 0 {
		values = append(values, algos.Value{Name: "r2", Value: 1 - v.rss/v.spread})
	}
	if v.rss > 0 { // with a residual of 0 everywhere the likelihood has no bound
		values = append(values, algos.Value{Name: "log_likelihood", Value: v.likelihood(v.rss)})
	}
	if lines := v.powers(); lines != nil {
		values = append(values, algos.Value{Name: "theta_infinity", Value: lines[len(lines)-1].theta})
	}
	predict := func(inputs []float64) float64 { return v.predict(v.theta, inputs) }
	if v.origin != nil && v.Intercept && v.part != nil && v.part.Done() == len(v.x) {
		predict = v.origin.Predict(theta)
	}
	at := func(inputs []float64) []algos.Value { return []algos.Value{{Name: "y", Value: predict(inputs)}} }
	m := algos.Model{Values: values}
	if !v.Table.Empty() {
		m.PredictRow = func(row []float64) []algos.Value { return at(v.read.Inputs(row)) }
		return m
	}
	m.Predict = func(x [2]float64) []algos.Value { return at(x[:v.Dim]) }
	return m
}
