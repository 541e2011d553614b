package emgmm

import (
	"context"
	"math"
	"slices"

	"playground/algos"
)

// A task is what stays the same during a run.
type task struct {
	ctx context.Context // of the run, for what its views work out late
	algos.Problem
	Options
	x     []vec
	rows  []int // of the first means, for init=rows
	data  spread
	scale vec     // what a change of a coordinate is measured in: its standard deviation
	least float64 // changes below this are rounding
	em    *em     // the run's own: views make theirs
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	t := &task{ctx: ctx, Problem: p, Options: o, x: make([]vec, len(p.Points))}
	for i, q := range p.Points {
		t.x[i] = vec{q.X[0]}
		if p.Dim == 2 {
			t.x[i][1] = q.X[1]
		}
	}
	if len(t.x) == 0 {
		return t
	}
	t.data = spreadOf(t.x)
	t.rows, _ = parseRows(o.Rows) // its form was checked when it was bound
	if len(t.rows) == 0 {
		t.rows = evenRows(len(t.x), o.K)
	}
	for d := range p.Dim {
		// Where all points agree reg is the measure, or else the other coordinate.
		for _, v := range [...]float64{t.data.cov[2*d], o.Reg, t.data.cov[2-2*d], 1} {
			if t.scale[d] == 0 {
				t.scale[d] = math.Sqrt(v)
			}
		}
		t.least = max(t.least, 16*ulp*math.Sqrt(float64(len(t.x)))*(1+t.reach(d)))
	}
	t.em = t.engine()
	return t
}

// reach is the largest coordinate, in standard deviations of the data.
func (t *task) reach(d int) float64 {
	far := 0.0
	for _, x := range t.x {
		far = max(far, math.Abs(x[d]))
	}
	return far / t.scale[d]
}

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

func (t *task) shape() shape { return shape(t.Covariance) }

// engine returns fresh buffers for E- and M-steps on the run's points.
func (t *task) engine() *em { return newEM(t.x, t.Dim, t.K, t.shape(), t.Reg) }

// tolerance is the change at which the run has converged: what was asked for,
// but no less than rounding leaves. Only 0 asks for an exact fixed point.
func (t *task) tolerance() float64 {
	if t.Tol == 0 {
		return 0
	}
	return max(t.Tol, t.least)
}

// A state is the run after some number of half-steps: everything that a step
// shows is worked out from it. It never changes.
type state struct {
	*task
	iter   int     // whole iterations done
	theta  mixture // the parameters now
	loglik float64 // of theta; NaN once a component has collapsed

	r    []float64 // responsibilities of the last E-step, a row of K a point; nil before
	was  []float64 // those of the E-step before it
	elbo float64   // the bound under r and theta; NaN before the first E-step
	next mixture   // what the M-step makes of r; only between E and M
	raw  []sym     // its covariances before reg was added

	// About the last M-step; NaN or empty before the first.
	before    mixture
	counts    []float64 // Nₖ
	oldLoglik float64   // the log-likelihood before it
	change    float64   // the largest move of a parameter
	ruins     []ruin    // components that collapsed in it

	down   []bool   // components that have collapsed so far and live by reg
	past   []moment // the parameters after 0, 1, … iterations; shared, never changed
	status algos.Status
	others *others // of the end of a run: other starts and other K
}

// A moment is what a picture of the way here needs of one iteration.
type moment struct {
	theta  mixture
	loglik float64
}

// first measures the state before any work.
func (t *task) first(theta mixture) *state {
	s := &state{
		task: t, theta: theta, elbo: math.NaN(), oldLoglik: math.NaN(), change: math.NaN(),
		down: make([]bool, t.K), status: algos.Status{State: algos.Running},
	}
	s.loglik = t.em.expect(make([]float64, len(t.x)*t.K), theta)
	s.past = []moment{{theta, s.loglik}}
	return s
}

// expect returns the state after an E-step.
func (s *state) expect() *state {
	now := *s
	now.was, now.r = s.r, make([]float64, len(s.x)*s.K)
	now.em.expect(now.r, s.theta)
	now.elbo = now.em.elbo(now.r, s.theta)
	now.ruins = nil
	now.next = newMixture(s.K)
	now.em.maximise(now.next, now.r, s.theta)
	now.counts, now.raw = slices.Clone(now.em.counts), slices.Clone(now.em.raw)
	return &now
}

// maximise returns the state after the M-step that s has prepared.
func (s *state) maximise() *state {
	now := *s
	now.iter++
	now.before, now.theta, now.next = s.theta, s.next, mixture{}
	now.oldLoglik, now.change = s.loglik, s.moved(s.theta, s.next)
	now.ruins, now.down = s.collapsed(s.raw)
	now.loglik, now.elbo = math.NaN(), math.NaN()
	if s.sound(now.theta) {
		now.loglik = s.em.expect(make([]float64, len(s.r)), now.theta)
		now.elbo = s.em.elbo(s.r, now.theta)
	}
	now.past = append(s.past, moment{now.theta, now.loglik})
	now.status = now.judge()
	if now.status.Final() {
		now.others = new(others)
	}
	return &now
}

// present reports whether a component of that weight had points in the last
// M-step.
func (t *task) present(weight float64) bool { return alive(weight * float64(len(t.x))) }

// sound reports whether every covariance can be computed with.
func (t *task) sound(m mixture) bool {
	for j, s := range m.cov {
		if m.weight[j] > 0 && !regular(s, t.Dim) {
			return false
		}
	}
	return true
}

// moved is the largest change of a parameter: weights as they are, means and
// covariances in standard deviations of the data.
func (t *task) moved(a, b mixture) float64 {
	far := 0.0
	for j := range a.weight {
		far = max(far, math.Abs(a.weight[j]-b.weight[j]))
		for d := range t.Dim {
			far = max(far, math.Abs(a.mean[j][d]-b.mean[j][d])/t.scale[d])
			far = max(far, math.Abs(a.cov[j][2*d]-b.cov[j][2*d])/(t.scale[d]*t.scale[d]))
		}
		if t.Dim == 2 {
			far = max(far, math.Abs(a.cov[j][1]-b.cov[j][1])/(t.scale[0]*t.scale[1]))
		}
	}
	return far
}

// shares returns the responsibilities for row i; nil before the first E-step.
func (s *state) shares(i int) []float64 {
	if s.r == nil {
		return nil
	}
	return s.r[i*s.K : (i+1)*s.K]
}

// seen is the mixture whose density can be computed: the parameters now, or the
// last ones before a component collapsed.
func (s *state) seen() mixture {
	if s.sound(s.theta) {
		return s.theta
	}
	return s.before
}

// aic and bic weigh the log-likelihood against the number of free parameters.
func (s *state) aic() float64 {
	return 2*float64(freeParameters(s.K, s.Dim, s.shape())) - 2*s.loglik
}

func (s *state) bic() float64 {
	return float64(freeParameters(s.K, s.Dim, s.shape()))*math.Log(float64(len(s.x))) - 2*s.loglik
}
