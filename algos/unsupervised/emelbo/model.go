package emelbo

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	x      []float64
	middle float64 // of the data, from where places are added up
	scale  float64 // what changes are measured in: the data's standard deviation
	least  float64 // changes below this are rounding
	lowest float64 // a variance: that which is asked for, or below which there are no digits
}

func newTask(p algos.Problem, o Options) *task {
	t := &task{Problem: p, Options: o, x: make([]float64, len(p.Points))}
	n := float64(len(t.x))
	for i, q := range p.Points {
		t.x[i] = q.X[0]
		t.middle += q.X[0] / n
	}
	lo, hi := slices.Min(t.x), slices.Max(t.x)
	for _, x := range t.x {
		if d := (x - t.middle) / (hi - lo); hi > lo {
			t.scale += d * d / n
		}
	}
	if t.scale = math.Sqrt(t.scale) * (hi - lo); !(t.scale > 0) {
		t.scale, t.middle = t.Sigma, lo
	}
	t.least = 16 * num.Ulp * math.Sqrt(n) * (1 + max(math.Abs(lo), math.Abs(hi))/t.scale)
	t.lowest = max(t.MinVariance, 1e-20*t.scale*t.scale, 1e-200)
	return t
}

// refuse says why a problem cannot be worked on, or nil.
func (t *task) refuse() error {
	if n := len(t.x); t.Own && t.Row >= n {
		return algos.Refuse(say.Vars{"row": t.Row, "last": n - 1}.Text("row is <row>, but indices count from 0 and the last point has <last>."))
	}
	return nil
}

// start is the first mixture.
func (t *task) start() mixture {
	m := make(mixture, t.K)
	for k := range m {
		m[k] = component{weight: 1 / (t.Odds + float64(t.K-1)), mean: t.Means[k], variance: t.Sigma * t.Sigma}
		if t.MStep == all {
			m[k].variance = max(m[k].variance, t.lowest)
		}
	}
	m[0].weight *= t.Odds
	return m
}

// equal is the q of the initialisation: uniform, or, for hard assignments, all points in
// component 1. So the first E-step, too, chooses among the q of its own kind and raises
// the bound.
func (t *task) equal() []float64 {
	q := make([]float64, len(t.x)*t.K)
	for i := range t.x {
		row := q[i*t.K : (i+1)*t.K]
		for k := range row {
			switch own := t.Own && i == t.Row; {
			case own && k == 0:
				row[k] = t.Q
			case own:
				row[k] = (1 - t.Q) / float64(t.K-1)
			case t.EStep == hard && k == 0:
				row[k] = 1
			case t.EStep == soft:
				row[k] = 1 / float64(t.K)
			}
		}
	}
	return q
}

// free reports whether the E-step may choose any q: then the bound touches.
func (t *task) free() bool { return t.EStep == soft && !t.Own }

// A state is the run after some part of an iteration. It never changes.
type state struct {
	*task
	iter  int
	theta mixture
	q     shares

	loglik, elbo, kl, size float64 // of theta and q; size is Σ|terms| of the bound

	was      float64 // the bound one step before; NaN at the start
	before   mixture // when the iteration began
	old, low float64 // log p and the bound then
	change   float64 // the largest move of a parameter in the last iteration
	gain     float64 // by how much it raised the bound

	fallen []int  // components whose variance has just fallen to the floor, or to nothing
	down   []bool // those whose variance lies there
	empty  []int  // components that have just lost all points

	halves []half // after every half-step: shared, only ever appended to
	status algos.Status
}

// A half is the sum log p = ELBO + KL after half an iteration.
type half struct {
	at           phase
	iter         int
	loglik, elbo float64
}

func (t *task) first() *state {
	q := t.equal()
	s := &state{
		task: t, theta: t.start(), q: shares{k: t.K, old: q, fresh: q}, was: math.NaN(), change: math.NaN(), gain: math.NaN(),
		down: make([]bool, t.K), status: algos.Status{State: algos.Running},
	}
	s.measure()
	s.before, s.old, s.low = s.theta, s.loglik, s.elbo
	s.halves = []half{{starting, 0, s.loglik, s.elbo}}
	return s
}

// measure computes log p, the bound, and what lies between them, each as a sum of its own.
func (s *state) measure() {
	var room [2 * maxK]float64
	a, r := room[:s.K], room[maxK:maxK+s.K]
	s.loglik, s.elbo, s.kl, s.size = 0, 0, 0, 0
	for i := range s.x {
		bound, size := s.look(a, r, i)
		s.loglik += logSum(a)
		s.elbo += bound
		s.kl += divergence(s.q.row(i), r, a)
		s.size += size
	}
}

// look fills a and r with log p(x, k) and the posterior of row i, and returns its part of
// the bound.
func (s *state) look(a, r []float64, i int) (bound, size float64) {
	s.theta.joint(a, s.x[i])
	posterior(r, a)
	return elbo(s.q.row(i), a)
}

// next is a copy for the next step.
func (s *state) next() *state {
	now := *s
	now.was, now.fallen, now.empty = s.elbo, nil, nil
	return &now
}

// begin begins an iteration.
func (s *state) begin() *state {
	now := *s
	now.before, now.old, now.low = s.theta, s.loglik, s.elbo
	now.q = shares{k: s.K, old: s.q.fresh, fresh: make([]float64, len(s.x)*s.K)}
	return &now
}

// together reports whether all points are shared out before the M-step. The first
// E-step is always whole: with shares that know nothing an M-step would put all means
// into one place.
func (s *state) together() bool { return s.Schedule == batch || s.iter == 0 }

// expect is the E-step for the rows up to one.
func (s *state) expect(upto int) *state {
	now := s.next()
	for i := s.q.upto; i < upto; i++ {
		s.share(s.q.fresh[i*s.K:(i+1)*s.K], s.theta, i)
	}
	now.q.upto = upto
	now.measure()
	return now
}

// shared is the state after a whole E-step.
func (s *state) shared() *state {
	now := *s
	now.halves = append(s.halves, half{sharing, s.iter + 1, s.loglik, s.elbo})
	return &now
}

// refitted is the state after the M-step of one component; the weights come last.
func (s *state) refitted(k int) *state {
	now := s.next()
	now.theta = slices.Clone(s.theta)
	now.theta[k] = s.refit(s.theta[k], s.q, k)
	now.measure()
	return now
}

// follow is an M-step amid an E-step.
func (s *state) follow() *state {
	now := s.next()
	now.theta = s.maximise(s.theta, s.q)
	now.measure()
	return now
}

// raise is the end of the M-step and of the iteration.
func (s *state) raise() *state {
	now := s.next()
	now.iter++
	now.theta = s.maximise(s.theta, s.q)
	now.measure()
	now.change, now.gain = s.moved(s.before, now.theta), now.elbo-s.low
	now.down = make([]bool, s.K)
	for k, c := range now.theta {
		if now.down[k] = s.MStep == all && alive(s.count(s.q, k)) && c.variance <= s.lowest; now.down[k] && !s.down[k] {
			now.fallen = append(now.fallen, k)
		}
		if s.count(s.q, k) == 0 && s.count(shares{k: s.K, old: s.q.old}, k) > 0 {
			now.empty = append(now.empty, k)
		}
	}
	now.halves = append(s.halves, half{raising, now.iter, now.loglik, now.elbo})
	now.status = now.judge()
	return now
}

// moved is the largest change of a parameter: weights as they are, means and standard
// deviations in those of the data.
func (t *task) moved(a, b mixture) float64 {
	far := 0.0
	for k := range a {
		far = max(far, math.Abs(a[k].weight-b[k].weight), math.Abs(a[k].mean-b[k].mean)/t.scale,
			math.Abs(math.Sqrt(a[k].variance)-math.Sqrt(b[k].variance))/t.scale)
	}
	return far
}

// judge says how the run stands after an iteration.
func (s *state) judge() algos.Status {
	v := say.Vars{"n": s.iter, "change": s.change, "tol": max(s.Tol, s.least), "loglik": precise(s.loglik), "elbo": precise(s.elbo)}
	for k := range s.theta {
		if s.down[k] && s.lowest > s.MinVariance {
			v["k"], v["x"] = k+1, s.closest(k).Name()
			return algos.Status{State: algos.Diverged, Reason: v.Text("Component <k> has collapsed on <x>: its variance is numerically 0, and the " +
				"likelihood is unbounded. Set min_variance above 0, or increase it.")}
		}
	}
	switch {
	case s.change <= max(s.Tol, s.least) && s.free():
		return algos.Status{State: algos.Converged, Reason: v.Text("Converged: in iteration <n> no parameter changed by more than <tol>. ELBO " +
			"and log-likelihood are both <loglik>.")}
	case s.change <= max(s.Tol, s.least):
		return algos.Status{State: algos.Converged, Reason: v.Text("Converged: in iteration <n> no parameter changed by more than <tol>. The " +
			"ELBO is <elbo>, below the log-likelihood <loglik>.")}
	case s.iter >= s.MaxIter:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("The run stops after <n iteration>, the maximum. A parameter still changed by " +
			"<change>: increase max_iter or the tolerance.")}
	}
	return algos.Status{State: algos.Running}
}

// closest is the row nearest to a component's mean.
func (s *state) closest(k int) say.Row {
	row, least := 0, math.Inf(1)
	for i, x := range s.x {
		if d := math.Abs(x - s.theta[k].mean); d < least {
			row, least = i, d
		}
	}
	return say.Row(row)
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_likelihood", "elbo", "kl", "gain", "change"}

func (s *state) metrics() []float64 { return []float64{s.loglik, s.elbo, s.kl, s.gain, s.change} }

// phase is what a step was about.
type phase int

const (
	starting  phase = iota
	asking          // the E-step of a few points
	following       // an M-step amid an E-step
	sharing         // the E-step
	fitting         // one component of the M-step
	raising         // the M-step
)

// A view is a step's way to look at its state.
type view struct {
	*state
	phase phase
	part  int // asking, following: the first row just shared out; fitting: the component
}

// Model returns the mixture so far, and q.
func (v view) Model() algos.Model {
	var weights, means, variances []float64
	for _, c := range v.theta {
		weights, means, variances = append(weights, c.weight), append(means, c.mean), append(variances, c.variance)
	}
	q := make([][]float64, len(v.x))
	for i := range q {
		q[i] = slices.Clone(v.q.row(i))
	}
	m := v.theta
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: weights},
			{Name: "means", Value: means},
			{Name: "variances", Value: variances},
			{Name: "log_likelihood", Value: v.loglik},
			{Name: "elbo", Value: v.elbo},
			{Name: "kl", Value: v.kl},
			{Name: "q", Value: q},
			{Name: "iterations", Value: v.iter},
		},
		// The component with the largest share of x, and all shares.
		Predict: func(x [2]float64) []algos.Value {
			a, r := make([]float64, len(m)), make([]float64, len(m))
			m.joint(a, x[0])
			posterior(r, a)
			return []algos.Value{{Name: "label", Value: slices.Index(r, slices.Max(r))}, {Name: "p", Value: r}}
		},
	}
}
