package ridge

import (
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/regression/internal/penalised"
)

// near is the fraction of what there is to explain by which J of a descent that has
// converged may be above its least value.
const near = 1e-12

// runaway is how many times the first J a value is that grows without bound.
const runaway = 1e9

// descend is gradient descent on J.
func (t *task) descend() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		now := t.look(make([]float64, len(t.x)), len(t.y))
		first := now.objective
		now.status = t.arrived(now, first)
		for yield(now) && !now.status.Final() {
			g := t.gradient(now.theta)
			theta := make([]float64, len(t.x))
			for j := range theta {
				theta[j] = now.theta[j] - t.Eta*g[j]
			}
			next := t.after(now, updated, theta, len(t.y))
			next.gradient = g
			next.status = t.arrived(next, first)
			now = next
		}
	}
}

// gradient is ∇J = −2Xᵀr + 2λθ, of the stacked rows.
func (t *task) gradient(theta []float64) []float64 {
	r, g := lsq.Residuals(t.stacked, t.wanted, theta), make([]float64, len(t.x))
	for j, column := range t.stacked {
		g[j] = -2 * lsq.Dot(column, r)
	}
	return g
}

// arrived says whether the descent goes on.
func (t *task) arrived(s *state, first float64) algos.Status {
	v := t.vars(s)
	v["updates"], v["share"] = s.count, near
	excess, spread := s.excess(), lsq.Norm(t.centred.Y)
	switch {
	case excess <= near*spread*spread && spread > 0 || s.still():
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"The fit agrees with the exact solution after <updates iteration>: J is above its minimum by less than <share> of the total sum of squares.")}
	case !(s.objective <= runaway*max(first, t.target*t.target)):
		return algos.Status{State: algos.Diverged, Reason: v.Text("J grows without bound: the learning rate <eta> is above the limit <limit>.")}
	case s.count >= t.MaxIter:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Max iterations reached, after <updates iteration>: J is <objective>.")}
	}
	return algos.Status{State: algos.Running}
}

// still reports whether the gradient is 0.
func (s *state) still() bool { return lsq.Norm(s.task.gradient(s.theta)) == 0 }

// rate is by how much an update multiplies what is left of the way, along the worst
// direction, with another learning rate.
func (t *task) rate(eta float64) float64 {
	worst := 0.0
	for _, c := range t.curves[:t.rank] {
		worst = max(worst, math.Abs(1-2*c*eta))
	}
	return worst
}

// A running is what the online solver keeps: nothing of the samples themselves.
type running struct {
	n      int
	mean   []float64 // of the penalised columns, 0 where θ₀ is penalised
	middle float64   // of the targets, the same
	theta  []float64 // the penalised coefficients
	m      [][]float64
}

// begin is the state before the first sample: M = (λI)⁻¹.
func (t *task) begin() *running {
	p := len(t.shrunk.Columns)
	r := &running{mean: make([]float64, p), theta: make([]float64, p), m: make([][]float64, p)}
	for j := range r.m {
		r.m[j] = make([]float64, p)
		r.m[j][j] = 1 / t.Lambda
	}
	return r
}

// A move is one sample's update.
type move struct {
	innovation float64 // the target less what was predicted
	weight     float64 // k of the rank-one matrix that is added, 1 − 1/n where means move
	stretch    float64 // dᵀMd before: how far out the sample lies, in the metric of M
}

// take is the state with one sample more. Where θ₀ is free, the matrix of squares about the
// mean grows by (1 − 1/n) dd', d being how far the sample is from the mean before it.
func (t *task) take(was *running, i int) (*running, move) {
	p := len(t.shrunk.Columns)
	now := &running{n: was.n + 1, mean: make([]float64, p), theta: make([]float64, p), m: make([][]float64, p), middle: was.middle}
	d, k := make([]float64, p), 1.0
	for j, column := range t.x[t.first():] {
		d[j] = column[i] - was.mean[j]
	}
	e := t.y[i] - was.middle
	if t.Penalise == slopes {
		k = float64(was.n) / float64(now.n)
		for j := range d {
			now.mean[j] = was.mean[j] + d[j]/float64(now.n)
		}
		now.middle += e / float64(now.n)
	}
	e -= lsq.Dot(was.theta, d)
	md := make([]float64, p)
	for j, row := range was.m {
		md[j] = lsq.Dot(row, d)
	}
	stretch := lsq.Dot(d, md)
	for j, row := range was.m {
		now.m[j] = make([]float64, p)
		for l := range row {
			now.m[j][l] = row[l] - k*md[j]*md[l]/(1+k*stretch)
		}
		now.theta[j] = was.theta[j] + k*md[j]/(1+k*stretch)*e
	}
	return now, move{innovation: e, weight: k, stretch: stretch}
}

// whole is θ with its θ₀.
func (t *task) wholeOf(r *running) []float64 {
	if t.Penalise == all {
		return r.theta
	}
	return append([]float64{r.middle - lsq.Dot(r.theta, r.mean)}, r.theta...)
}

// rows is the online solver: one sample per step.
func (t *task) rows() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		r := t.begin()
		now := t.look(t.wholeOf(r), 0)
		now.running = r
		for yield(now) && now.seen < len(t.y) {
			r, m := t.take(now.running, now.seen)
			next := t.after(now, taken, t.wholeOf(r), now.seen+1)
			next.running, next.move, next.newest = r, m, now.seen
			next.status = t.known(next)
			now = next
		}
	}
}

// batch is the solution for the first samples alone, by QR of the samples less their means with
// those of √λI below.
func (t *task) batch(seen int) (theta []float64, ok bool) {
	part := penalised.Data{Y: t.shrunk.Y[:seen]}
	for _, column := range t.shrunk.Columns {
		part.Columns = append(part.Columns, column[:seen])
	}
	c := part.Centre(t.Penalise == slopes)
	p := len(c.X)
	x, y := make([][]float64, p), append(slices.Clone(c.Y), make([]float64, p)...)
	for j, column := range c.X {
		below := make([]float64, p)
		below[j] = math.Sqrt(t.Lambda)
		x[j] = append(slices.Clone(column), below...)
	}
	f := lsq.Factor(x, y)
	if t.Penalise == all {
		return f.Theta(), f.Rank() == p
	}
	return append([]float64{c.Theta0(f.Theta())}, f.Theta()...), f.Rank() == p
}

// known says whether all samples are in.
func (t *task) known(s *state) algos.Status {
	if s.seen < len(t.y) {
		return algos.Status{State: algos.Running}
	}
	return algos.Status{State: algos.Converged, Reason: t.vars(s).Text(
		"<n sample> processed: the solution equals the batch solution, with J = <objective>. No linear system was solved.")}
}
