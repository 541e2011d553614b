package linearregression

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/regression/internal/lsq"
	"playground/algos/say"
)

// settled is the share of the objective by which an update of IRLS that is the last may
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

// weight is |r|ᵖ⁻², which is (p/2)⁻¹ times the slope of the power against r².
func (t *task) weight(r float64) float64 {
	return math.Pow(max(math.Abs(r), t.floor), t.P-2)
}

// weights are those of all rows, of which the largest is 1.
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
			now.status = algos.Status{State: algos.Converged, Reason: "At p = 2 all weights are 1: this is the exact solution of least squares."}
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
		next.status = algos.Status{State: algos.Converged, Reason: v.Text("After <updates update> the loss with p = <p> falls no further: it is <loss>.")}
	case next.updates >= t.Iterations:
		next.status = algos.Status{State: algos.Exhausted, Reason: v.Text("<updates update> have been made, the most that were asked for: the loss is <loss>.")}
	}
	return next
}
