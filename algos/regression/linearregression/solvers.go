package linearregression

import (
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/say"
)

// near is the fraction of what there is to explain by which the fit of a descent that has
// converged may differ from the exact one, in squares.
const near = 1e-12

// runaway is how many times the first loss a loss is that grows without bound.
const runaway = 1e9

// descend is gradient descent by all samples, by one, by a few, or with momentum.
func (t *task) descend() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		now := t.look(make([]float64, len(t.x)))
		first := now.loss
		now.velocity = make([]float64, len(t.x))
		now.status = t.arrived(now, first)
		for yield(now) && !now.status.Final() {
			rows := t.draw()
			g := t.gradient(now.theta, rows)
			theta, velocity := make([]float64, len(t.x)), make([]float64, len(t.x))
			for j := range theta {
				velocity[j] = t.inertia()*now.velocity[j] - t.Eta*g[j]
				theta[j] = now.theta[j] + velocity[j]
			}
			next := t.after(now, updated, theta)
			next.gradient, next.velocity, next.rows = g, velocity, rows
			next.status = t.arrived(next, first)
			now = next
		}
	}
}

// draw draws the samples of an update; nil stands for all.
func (t *task) draw() []int {
	n := len(t.y)
	switch t.Solver {
	case sgd:
		return []int{t.Rand.IntN(n)}
	case minibatch:
		rows := t.Rand.Perm(n)[:min(t.Batch, n)]
		slices.Sort(rows)
		return rows
	}
	return nil
}

// gradient is ∇L by some samples, by all for nil: the mean of the samples' own gradients
// stands for the mean of all.
func (t *task) gradient(theta []float64, rows []int) []float64 {
	g := make([]float64, len(t.x))
	if rows == nil {
		r := lsq.Residuals(t.x, t.y, theta)
		for j, column := range t.x {
			g[j] = -2 * t.factor() * lsq.Dot(column, r)
		}
		return g
	}
	scale := t.factor() * float64(len(t.y)) / float64(len(rows))
	for _, i := range rows {
		r := t.y[i]
		for j, column := range t.x {
			r -= theta[j] * column[i]
		}
		for j, column := range t.x {
			g[j] -= 2 * scale * r * column[i]
		}
	}
	return g
}

// arrived says whether a descent goes on.
func (t *task) arrived(s *state, first float64) algos.Status {
	v := say.Vars{"updates": s.updates, "eta": t.Eta, "limit": t.limit(), "share": say.Power(near), "loss": s.loss}
	excess := s.excess() / t.factor()
	switch {
	case excess <= near*max(t.spread, 0) && t.spread > 0 || s.still():
		return algos.Status{
			State: algos.Converged,
			Reason: v.Text("The fit agrees with the exact solution after <updates iteration>: they differ by less than <share> of the total sum of " +
				"squares."),
		}
	case !(s.loss <= runaway*max(first, t.factor()*t.target*t.target)):
		if t.Solver == gd || t.Solver == momentum {
			return algos.Status{State: algos.Diverged, Reason: v.Text("The loss grows without bound: the learning rate <eta> is above the limit <limit>.")}
		}
		return algos.Status{State: algos.Diverged, Reason: v.Text("The loss grows without bound: the learning rate <eta> is too large for gradients " +
			"of so few samples.")}
	case s.updates >= t.MaxIter:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Max iterations reached, after <updates iteration>: the loss is <loss>.")}
	}
	return algos.Status{State: algos.Running}
}

// still reports whether θ is where the gradient is 0, exactly or because nothing is left
// that it could change.
func (s *state) still() bool {
	if s.updates > 0 && s.rows != nil {
		return s.excess() == 0
	}
	for _, g := range s.task.gradient(s.theta, nil) {
		if g != 0 {
			return false
		}
	}
	return s.velocity == nil || lsq.Norm(s.velocity) == 0
}

// rate is by how much an update multiplies what is left of the way, along the worst
// direction, with another learning rate: max|1 − ηL|, and with momentum the larger root of
// z² − (1 + α − ηL)z + α.
func (t *task) rate(eta float64) float64 {
	worst := 0.0
	for _, lambda := range t.spectrum[:t.rank] {
		curvature := 2 * t.factor() * lambda * eta
		if t.Solver != momentum {
			worst = max(worst, math.Abs(1-curvature))
			continue
		}
		b := 1 + t.Momentum - curvature
		root := math.Sqrt(t.Momentum)
		if d := b*b - 4*t.Momentum; d > 0 {
			root = (math.Abs(b) + math.Sqrt(d)) / 2
		}
		worst = max(worst, root)
	}
	return worst
}

// settled is the fraction of the objective by which an update of IRLS that is the last may
// lower it.
const settled = 1e-13

// mostHalvings is how often a way that would raise the objective is halved.
const mostHalvings = 40

// power is |r|ᵖ. Below p = 2 it is a parabola within ±ε that touches it, so that no
// weight is infinite; it then lies below a parabola through every r, which is what
// weighted least squares minimises: so an update never raises the sum.
func (t *task) power(r float64) float64 {
	r = math.Abs(r)
	switch {
	case t.P == 1 && r >= t.floor:
		return r
	case t.P >= 2 || r >= t.floor:
		return math.Pow(r, t.P)
	}
	return math.Pow(t.floor, t.P) * (t.P/2*(r/t.floor)*(r/t.floor) + 1 - t.P/2)
}

// weight is |r|ᵖ⁻², which is (p/2)⁻¹ times the derivative of the power with respect to r².
func (t *task) weight(r float64) float64 {
	return math.Pow(max(math.Abs(r), t.floor), t.P-2)
}

// weights are those of all samples, of which the largest is 1.
func (s *state) weights() []float64 {
	w, top := s.residuals(), 0.0
	for i, r := range w {
		w[i] = s.weight(r)
		top = max(top, w[i])
	}
	for i := range w {
		w[i] /= top
	}
	return w
}

// reweight is IRLS from the exact solution. Above p = 2 it goes 1/(p − 1) of the way to
// the weighted solution, as Newton's method would, or half of that and so on where the
// sum would rise.
func (t *task) reweight() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		now := t.look(t.best)
		if t.P == 2 || len(t.x) == 0 {
			now.status = algos.Status{State: algos.Converged, Reason: "At p = 2 all weights are 1: this is the exact least-squares solution."}
		}
		for yield(now) && !now.status.Final() {
			now = t.weighted(now)
		}
	}
}

func (t *task) weighted(now *state) *state {
	to := lsq.Weighted(t.x, t.y, now.weights())
	share := 1.0
	if t.P > 2 {
		share = 1 / (t.P - 1)
	}
	var next *state
	for range mostHalvings {
		theta := make([]float64, len(to))
		for j, v := range to {
			theta[j] = now.theta[j] + share*(v-now.theta[j])
			if share == 1 {
				theta[j] = v
			}
		}
		if next = t.after(now, weighted, theta); next.loss <= now.loss {
			break
		}
		share /= 2
	}
	if next.loss > now.loss { // nothing is left but rounding
		next = t.after(now, weighted, now.theta)
		share = 0
	}
	next.share = share
	v := say.Vars{"updates": next.updates, "loss": next.loss, "p": t.P}
	switch {
	case now.loss-next.loss <= settled*now.loss:
		next.status = algos.Status{State: algos.Converged, Reason: v.Text("After <updates iteration> the loss with p = <p> no longer falls: it is <loss>.")}
	case next.updates >= t.MaxIter:
		next.status = algos.Status{State: algos.Exhausted, Reason: v.Text("Max iterations reached, after <updates iteration>: the loss is <loss>.")}
	}
	return next
}
