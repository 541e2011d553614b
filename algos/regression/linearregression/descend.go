package linearregression

import (
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/regression/internal/lsq"
	"playground/algos/say"
)

// near is the share of what there is to explain by which the fit of a descent that has
// converged may differ from the exact one, in squares.
const near = 1e-12

// runaway is how many times the first loss a loss is that grows without bound.
const runaway = 1e9

// descend is gradient descent by all rows, by one, by a few, or with momentum.
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

// draw draws the rows of an update; nil stands for all.
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

// gradient is ∇L by some rows, by all for nil: the mean of the rows' own gradients
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
			State:  algos.Converged,
			Reason: v.Text("The fit is that of the exact solution: it differs by less than <share> of what there is to explain, after <updates update>."),
		}
	case !(s.loss <= runaway*max(first, t.factor()*t.target*t.target)):
		if t.Solver == gd || t.Solver == momentum {
			return algos.Status{State: algos.Diverged, Reason: v.Text("The loss grows without bound: the step size <eta> is above the limit <limit>.")}
		}
		return algos.Status{State: algos.Diverged, Reason: v.Text("The loss grows without bound: the step size <eta> is too large for gradients of so few rows.")}
	case s.updates >= t.Iterations:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("<updates update> have been made, the most that were asked for: the loss is <loss>.")}
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
// direction, with another step size: max|1 − ηL|, and with momentum the larger root of
// z² − (1 + α − ηL)z + α.
func (t *task) rate(eta float64) float64 {
	worst := 0.0
	for _, lambda := range t.spectrum[:t.rank] {
		curvature := 2 * t.factor() * lambda * eta
		if t.Solver != momentum {
			worst = max(worst, math.Abs(1-curvature))
			continue
		}
		b := 1 + t.Alpha - curvature
		root := math.Sqrt(t.Alpha)
		if d := b*b - 4*t.Alpha; d > 0 {
			root = (math.Abs(b) + math.Sqrt(d)) / 2
		}
		worst = max(worst, root)
	}
	return worst
}
