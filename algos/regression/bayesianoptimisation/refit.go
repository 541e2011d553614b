package bayesianoptimisation

import (
	"math"

	"playground/algos/regression/internal/gp"
)

// Limits of a refit.
const (
	mostIterates = 30
	farthest     = 10.0 // how many times as large or small as it was given a number may become
	leastToFit   = 3    // values
)

// refit moves the kernel's numbers uphill on the log evidence of all values, from where
// they are, within a box around the given ones. The noise is known and stays.
func (v view) refit() view {
	if v.count() < leastToFit {
		return v
	}
	given, now := v.k.Values(), v.post.K.Values()
	var vary []int
	var theta, lo, hi []float64
	for i, g := range given {
		if g > 0 {
			vary = append(vary, i)
			theta, lo, hi = append(theta, math.Log(now[i])), append(lo, math.Log(g/farthest)), append(hi, math.Log(g*farthest))
		}
	}
	with := func(theta []float64) []float64 {
		values := v.k.Values()
		for q, i := range vary {
			values[i] = math.Exp(theta[q])
		}
		return values
	}
	if len(vary) == 0 {
		return v
	}
	noise := v.post.Noise
	ascent, ok := gp.NewAscent(func(theta []float64) (float64, []float64, bool) {
		value, all, ok := gp.Evidence(v.ctx, v.k.With(with(theta)), noise, v.post.X, v.y)
		if !ok {
			return math.Inf(-1), nil, false
		}
		slope := make([]float64, len(vary))
		for q, i := range vary {
			slope[q] = all[i]
		}
		return value, slope, true
	}, theta, lo, hi)
	if !ok {
		return v
	}
	from := ascent.Value
	for range mostIterates {
		if v.ctx.Err() != nil || ascent.Slope() < 1e-6 || !ascent.Step() {
			break
		}
	}
	x := v.post.X
	v.post, v.jitter = v.fit(v.k.With(with(ascent.Theta)), x, v.y)
	v.fitted = fitted{done: true, from: from, to: ascent.Value}
	return v
}
