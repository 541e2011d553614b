package ridge

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/regression/internal/lsq"
)

// near is the share of what there is to explain by which J of a descent that has
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
			"The fit is that of the exact solution: J is above its least value by less than <share> of what there is to explain, after <updates update>.")}
	case !(s.objective <= runaway*max(first, t.target*t.target)):
		return algos.Status{State: algos.Diverged, Reason: v.Text("J grows without bound: the step size <eta> is above the limit <limit>.")}
	case s.count >= t.Iterations:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("<updates update> have been made, the most that were asked for: J is <objective>.")}
	}
	return algos.Status{State: algos.Running}
}

// still reports whether the gradient is 0.
func (s *state) still() bool { return lsq.Norm(s.task.gradient(s.theta)) == 0 }

// rate is by how much an update multiplies what is left of the way, along the worst
// direction, with another step size.
func (t *task) rate(eta float64) float64 {
	worst := 0.0
	for _, c := range t.curves[:t.rank] {
		worst = max(worst, math.Abs(1-2*c*eta))
	}
	return worst
}
