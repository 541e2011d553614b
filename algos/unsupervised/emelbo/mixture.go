package emelbo

import (
	"math"
	"slices"
)

// A component is a weighted Gaussian on the line.
type component struct{ weight, mean, variance float64 }

// A mixture is the parameters θ: the density is the sum of its components.
type mixture []component

// halfLog2Pi is ½ log 2π.
const halfLog2Pi = 0.91893853320467274178

// log is log π N(x | μ, σ²), the log of the joint density of x and the component.
func (c component) log(x float64) float64 {
	sigma := math.Sqrt(c.variance)
	z := (x - c.mean) / sigma
	return math.Log(c.weight) - halfLog2Pi - math.Log(sigma) - z*z/2
}

// joint fills a with log p(x, k) of every component.
func (m mixture) joint(a []float64, x float64) {
	for k, c := range m {
		a[k] = c.log(x)
	}
}

// logSum is log Σ exp aₖ.
func logSum(a []float64) float64 {
	top, sum := slices.Max(a), 0.0
	for _, v := range a {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// posterior fills r with p(k | x), Bayes' rule, given log p(x, k).
func posterior(r, a []float64) {
	top, sum := slices.Max(a), 0.0
	for k, v := range a {
		r[k] = math.Exp(v - top)
		sum += r[k]
	}
	for k := range r {
		// The weight that is made of a share must not fall out of the numbers before it does.
		if r[k] /= sum; r[k] < 1e-250 {
			r[k] = 0
		}
	}
}

// winner is all for the component with the largest log p(x, k), the first of equals.
func winner(q, a []float64) {
	clear(q)
	q[slices.Index(a, slices.Max(a))] = 1
}

// held is the best q of all that give component 1 the share that is asked for: the
// others have theirs in proportion to the posterior.
func held(q, a []float64, first float64) {
	clear(q)
	if q[0] = first; first == 1 {
		return
	}
	posterior(q[1:], a[1:])
	for k := range q[1:] {
		q[k+1] *= 1 - first
	}
}

// elbo is Σₖ qₖ (log p(x, k) − log qₖ), a point's part of the bound; size is Σ|terms|.
func elbo(q, a []float64) (bound, size float64) {
	for k, p := range q {
		if p > 0 {
			bound += p * (a[k] - math.Log(p))
			size += p * (math.Abs(a[k]) - math.Log(p))
		}
	}
	return bound, size
}

// divergence is Σₖ qₖ log(qₖ / rₖ) with the posterior r. Where that is too small to be a
// number, its logarithm is not.
func divergence(q, r, a []float64) float64 {
	const least = 1e-290
	sum := 0.0
	for k, p := range q {
		switch {
		case !(p > 0):
		case r[k] > least:
			sum += p * math.Log(p/r[k])
		default:
			sum += p * (math.Log(p) - a[k] + logSum(a))
		}
	}
	return sum
}

// alive reports whether a component with the count Nₖ = Σᵢ qᵢₖ has points.
func alive(count float64) bool { return count > 1e-200 }

// count is Nₖ.
func (t *task) count(q shares, k int) float64 {
	n := 0.0
	for i := range t.x {
		n += q.row(i)[k]
	}
	return n
}

// refit is the M-step of component k: of what is free it takes the values that make the
// bound largest, and leaves the weight.
func (t *task) refit(from component, q shares, k int) component {
	n := t.count(q, k)
	if !alive(n) || t.MStep == onlyFirst && k > 0 {
		return from
	}
	// Places are added up from the middle of the data: so far-away points lose no digits.
	sum := 0.0
	for i, x := range t.x {
		sum += q.row(i)[k] * (x - t.middle)
	}
	c := from
	c.mean = t.middle + sum/n
	if t.MStep != all {
		return c
	}
	sum = 0
	for i, x := range t.x {
		d := (x - c.mean) / t.scale
		sum += q.row(i)[k] * d * d
	}
	c.variance = max(sum/n*t.scale*t.scale, t.lowest)
	return c
}

// maximise is the M-step.
func (t *task) maximise(from mixture, q shares) mixture {
	to := make(mixture, len(from))
	for k, c := range from {
		to[k] = t.refit(c, q, k)
	}
	t.reweigh(to, q)
	return to
}

// reweigh gives every component the weight Nₖ/n, where weights are free.
func (t *task) reweigh(m mixture, q shares) {
	if t.MStep != all && t.MStep != places {
		return
	}
	for k := range m {
		m[k].weight = t.count(q, k) / float64(len(t.x))
	}
}

// shares are the rows of q during an E-step: the first ones are new, the others as they
// were. Nothing is ever changed in what a step has seen.
type shares struct {
	k          int
	old, fresh []float64
	upto       int // rows below are those of fresh
}

func (s shares) row(i int) []float64 {
	if i < s.upto {
		return s.fresh[i*s.k : (i+1)*s.k]
	}
	return s.old[i*s.k : (i+1)*s.k]
}

// share is the E-step of row i under m: the best q that is allowed.
func (t *task) share(q []float64, m mixture, i int) {
	var room [maxK]float64
	a := room[:t.K]
	m.joint(a, t.x[i])
	switch {
	case t.Own && i == t.Row:
		held(q, a, t.Q)
	case t.EStep == hard:
		winner(q, a)
	default:
		posterior(q, a)
	}
}
