package emgmm

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// A task is what stays the same during a run.
type task struct {
	ctx context.Context // of the run, for what its views work out late
	algos.Problem
	Options
	x     []vec // the points, less their origin
	from  vec   // the origin: where points that are far from 0 are measured from
	rows  []int // of the first means, for init=rows
	data  spread
	scale vec     // what a change of a coordinate is measured in: its standard deviation
	least float64 // changes below this are rounding
	em    *em     // the run's own: views make theirs

	falling func() []softness // what becomes of the run as σ falls, for covariance=fixed
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	if o.Covariance == string(fixed) {
		o.Reg = 0 // there is nothing to add it to
	}
	t := &task{ctx: ctx, Problem: p, Options: o, x: make([]vec, len(p.Points))}
	for i, q := range p.Points {
		t.x[i] = vec{q.X[0]}
		if p.Dim == 2 {
			t.x[i][1] = q.X[1]
		}
	}
	t.data = spreadOf(t.x)
	t.move()
	t.rows, _ = lloyd.ParseRows(o.Indices, maxK) // its form was checked when it was bound
	if len(t.rows) == 0 {
		t.rows = lloyd.EvenRows(len(t.x), o.K)
	}
	for d := range p.Dim {
		// Where all points agree reg is the measure, or else the other coordinate.
		for _, v := range [...]float64{t.data.cov[2*d], o.Reg, t.data.cov[2-2*d], 1} {
			if t.scale[d] == 0 {
				t.scale[d] = math.Sqrt(v)
			}
		}
		far := 0.0
		for _, x := range t.x {
			far = max(far, math.Abs(x[d]))
		}
		t.least = max(t.least, 16*num.Ulp*math.Sqrt(float64(len(t.x)))*(1+far/t.scale[d]))
	}
	t.em = t.engine()
	return t
}

// remote is how many times their spread points are from 0, at least, to be measured from their mean:
// with less, three digits of every mean and covariance are lost.
const remote = 0x1p10

// move measures coordinates from their mean that are far from 0. Nothing but digits changes by that, and
// the differences are exact.
func (t *task) move() {
	var spread vec
	for d := range t.Dim {
		lo, hi := t.x[0][d], t.x[0][d]
		for _, x := range t.x {
			lo, hi = min(lo, x[d]), max(hi, x[d])
		}
		spread[d] = hi - lo
	}
	for d, size := range spread {
		if size == 0 { // it is the other coordinate that loses digits
			size = max(spread[1-d], math.Sqrt(t.Reg))
		}
		if size > 0 && math.Abs(t.data.mean[d]) > remote*size {
			t.from[d] = t.data.mean[d]
		}
	}
	if t.from == (vec{}) {
		return
	}
	for i, x := range t.x {
		t.x[i] = t.near(x)
	}
	t.data = spreadOf(t.x)
}

// near is a place of the board less the origin, and place is the other way.
func (t *task) near(x vec) vec {
	if t.from == (vec{}) {
		return x
	}
	return vec{x[0] - t.from[0], x[1] - t.from[1]}
}

func (t *task) place(x vec) vec {
	if t.from == (vec{}) {
		return x
	}
	return vec{x[0] + t.from[0], x[1] + t.from[1]}
}

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

// refuse says why a problem cannot be worked on, or nil.
func (t *task) refuse() error {
	n := len(t.x)
	v := say.Vars{"n": n, "K": t.K, "rows": len(t.rows), "last": n - 1}
	if t.K > n {
		return algos.Refuse(v.Text("<K component> cannot be fitted to <n point>: set k to <n> or less, or add points."))
	}
	if t.Init == atPoints {
		if len(t.rows) != t.K {
			return algos.Refuse(v.Text("init_indices lists <rows point> for <K component>: give one index for each."))
		}
		for _, row := range t.rows {
			if row >= n {
				v["row"] = row
				return algos.Refuse(v.Text("init_indices contains <row>, but indices count from 0 and the last point has <last>."))
			}
		}
	}
	if !regular(t.startCovariance(), t.Dim) {
		return algos.Refuse("A feature is constant, so a Gaussian would have variance 0 and no density: set reg_covar above 0.")
	}
	return nil
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
	kl   float64   // Σᵢ KL(rᵢ ‖ p(k | xᵢ)), what the bound misses; NaN alike
	next mixture   // what the M-step makes of r; only between E and M
	raw  []sym     // its covariances before reg was added

	// About the last M-step; NaN or empty before the first.
	before    mixture
	counts    []float64  // Nₖ
	oldLoglik float64    // the log-likelihood before it
	raised    float64    // the bound after it, under the responsibilities that it was made of
	change    float64    // the largest move of a parameter
	collapses []collapse // components that collapsed in it

	down []bool // components that have collapsed so far and live by reg
	// Where Σₖ = σ²I is given: the means that k-means has after as many iterations from
	// the same start; the E-step's largest responsibility that was smallest so far, with its row;
	// and a component that was left without points by one, or −1.
	centres []vec
	softest float64
	softRow int
	starved int

	past   []mixture // the parameters after 0, 1, … iterations; shared, never changed
	status algos.Status
	others func() others // of the end of a run: other starts and other K; else nil
}

// first measures the state before any work; shares are those that theta was made of,
// if any.
func (t *task) first(theta mixture, shares []float64) *state {
	s := &state{
		task: t, theta: theta, r: shares, elbo: math.NaN(), kl: math.NaN(), oldLoglik: math.NaN(), raised: math.NaN(), change: math.NaN(),
		softest: 1, starved: -1,
		down: make([]bool, t.K), past: []mixture{theta}, status: algos.Status{State: algos.Running},
	}
	posterior := make([]float64, len(t.x)*t.K)
	s.loglik = t.em.expect(posterior, theta)
	if shares != nil {
		s.counts = slices.Clone(t.em.counts)
		s.kl, s.elbo = t.em.divergence(shares, posterior), t.em.elbo(shares, theta)
	}
	if t.shape() == fixed {
		s.centres = theta.mean
		t.falling = algos.Slow(t.ctx, func(ctx context.Context) []softness { return t.harden(ctx, theta) })
	}
	return s
}

// expect returns the state after an E-step.
func (s *state) expect() *state {
	now := *s
	now.was, now.r = s.r, make([]float64, len(s.x)*s.K)
	now.em.expect(now.r, s.theta)
	now.elbo, now.kl = now.em.elbo(now.r, s.theta), 0 // the shares are the posteriors
	if row := now.doubtful(); s.shape() == fixed && slices.Max(now.shares(row)) < s.softest {
		now.softest, now.softRow = slices.Max(now.shares(row)), row
	}
	now.collapses = nil
	now.next = newMixture(s.K)
	now.em.maximise(now.next, now.r, s.theta)
	now.counts, now.raw = slices.Clone(now.em.counts), slices.Clone(now.em.raw)
	if j := slices.IndexFunc(now.counts, func(n float64) bool { return n < 0.5 }); j >= 0 {
		now.starved = j
	}
	return &now
}

// maximise returns the state after the M-step that s has prepared.
func (s *state) maximise() *state {
	now := *s
	now.iter++
	now.before, now.theta, now.next = s.theta, s.next, mixture{}
	now.oldLoglik, now.change = s.loglik, s.moved(s.theta, s.next)
	now.collapses, now.down = s.collapsed(s.raw)
	now.loglik, now.elbo, now.kl = math.NaN(), math.NaN(), math.NaN()
	if s.sound(now.theta) {
		posterior := make([]float64, len(s.r))
		now.loglik = s.em.expect(posterior, now.theta)
		now.kl, now.elbo = s.em.divergence(s.r, posterior), s.em.elbo(s.r, now.theta)
	}
	if s.shape() == fixed {
		now.centres = lloyd.Step(s.x, s.centres)
	}
	now.raised = now.elbo
	now.past = append(s.past, now.theta)
	now.status = now.judge()
	if now.status.Final() {
		now.others = algos.Slow(s.ctx, now.explore)
	}
	return &now
}

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

// row is the part of r that belongs to row i: a number for each component.
func (t *task) row(r []float64, i int) []float64 { return r[i*t.K : (i+1)*t.K] }

// shares are the responsibilities of the last E-step for row i.
func (s *state) shares(i int) []float64 { return s.row(s.r, i) }

// doubtful is the row whose largest responsibility is smallest.
func (s *state) doubtful() int {
	row, least := 0, math.Inf(1)
	for i := range s.x {
		if top := slices.Max(s.shares(i)); top < least {
			row, least = i, top
		}
	}
	return row
}

// seen is the mixture whose density can be computed: the parameters now, or the
// last ones before a component collapsed.
func (s *state) seen() mixture {
	if s.sound(s.theta) {
		return s.theta
	}
	return s.before
}

// densities are the components of the mixture that is seen.
func (s *state) densities() []factor { return s.seen().factors(s.Dim) }

// twins returns two components that are equal in everything.
func (s *state) twins() (j, k int, ok bool) {
	for j := range s.K {
		for k := j + 1; k < s.K; k++ {
			if s.theta.mean[j] == s.theta.mean[k] && s.theta.cov[j] == s.theta.cov[k] && s.theta.weight[j] == s.theta.weight[k] {
				return j, k, true
			}
		}
	}
	return 0, 0, false
}

// A collapse is that of a component whose variance, without reg, has fallen to
// nothing.
type collapse struct {
	component int
	rows      []int   // the points that it holds
	variance  float64 // the smaller eigenvalue
}

// collapsed finds the components that have just collapsed, given their
// covariances without reg, and which ones have now.
func (s *state) collapsed(raw []sym) (fresh []collapse, down []bool) {
	down = make([]bool, s.K)
	if s.shape() == fixed {
		return nil, down
	}
	for j, c := range raw {
		down[j] = alive(s.counts[j]) && s.flatter(c)
		if down[j] && !s.down[j] && (s.shape() != tied || len(fresh) == 0) {
			_, small := eigenvalues(c, s.Dim)
			fresh = append(fresh, collapse{component: j, rows: s.held(j), variance: max(0, small)})
		}
	}
	return fresh, down
}

// flatter reports whether a covariance without reg is singular although the
// data are not constant there.
func (t *task) flatter(c sym) bool {
	for d := range t.Dim {
		if v := t.data.cov[2*d]; v > 0 && c[2*d] <= leastVariance*v {
			return true
		}
	}
	return flat(c, t.Dim)
}

// held returns the rows that a component takes its shape from: those whose
// share is not negligible beside its largest.
func (s *state) held(j int) []int {
	top := 0.0
	for i := range s.x {
		top = max(top, s.shares(i)[j])
	}
	var rows []int
	for i := range s.x {
		if s.shares(i)[j] > 1e-3*top {
			rows = append(rows, i)
		}
	}
	return rows
}

// aic and bic weigh the log-likelihood against the number of free parameters.
func (s *state) aic() float64 { return s.criterion(2, s.K, s.loglik) }
func (s *state) bic() float64 { return s.criterion(math.Log(float64(len(s.x))), s.K, s.loglik) }

// criterion is p·penalty − 2·loglik with the p free parameters of k components.
func (t *task) criterion(penalty float64, k int, loglik float64) float64 {
	return float64(freeParameters(k, t.Dim, t.shape()))*penalty - 2*loglik
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_likelihood", "elbo", "gain", "change", "aic", "bic", "kl"}

func (s *state) metrics() []float64 {
	return []float64{s.loglik, s.elbo, s.loglik - s.oldLoglik, s.change, s.aic(), s.bic(), s.kl}
}

// phase is what a step was about.
type phase int

const (
	starting phase = iota
	asking         // Bayes' rule for one point
	sharing        // the E-step
	fitting        // one component of the M-step
	raising        // the M-step
)

// A view is a step's way to look at its state.
type view struct {
	*state
	phase phase
	part  int // asking: the row; fitting: the component, the last one refitted
}

// Model returns the mixture so far. Covariances are full matrices whatever their
// shape. Predictions of a run in which a component has collapsed are those of
// the last parameters before.
func (v view) Model() algos.Model {
	means, covariances := make([][]float64, v.K), make([][][]float64, v.K)
	for j, c := range v.theta.cov {
		mean := v.place(v.theta.mean[j])
		means[j] = mean[:v.Dim]
		covariances[j] = [][]float64{{c[0]}}
		if v.Dim == 2 {
			covariances[j] = [][]float64{{c[0], c[1]}, {c[1], c[2]}}
		}
	}
	f, dim := v.densities(), v.Dim
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: slices.Clone(v.theta.weight)},
			{Name: "means", Value: means},
			{Name: "covariances", Value: covariances},
			{Name: "log_likelihood", Value: v.loglik},
			{Name: "aic", Value: v.aic()},
			{Name: "bic", Value: v.bic()},
			{Name: "iterations", Value: v.iter},
		},
		// The component with the largest responsibility for x, and all of them.
		Predict: func(x [2]float64) []algos.Value {
			if dim == 1 {
				x[1] = 0
			}
			p := logs(f, v.near(x))
			share(p)
			return []algos.Value{{Name: "label", Value: largest(p)}, {Name: "p", Value: p}}
		},
	}
}

// logs are log πₖN(x) of every component.
func logs(f []factor, x vec) []float64 {
	a := make([]float64, len(f))
	for j := range f {
		a[j] = f[j].log(x)
	}
	return a
}

// largest is the place of the first of the largest numbers.
func largest(p []float64) int { return slices.Index(p, slices.Max(p)) }
