package ridge

import (
	"context"
	"math"
)

// A risk is the expected square error of ridge regression at some λ when the truth is
// known: the square of the bias, and the variance.
type risk struct{ bias2, variance float64 }

func (r risk) total() float64 { return r.bias2 + r.variance }

// bias is E θ̂ − θ* of the penalised coefficients: −λ(ZᵀZ + λI)⁻¹θ*. Along a direction
// with the share s that is −(1 − s), and −1 where the samples say nothing.
func (t *task) bias(lambda float64) []float64 {
	truth := t.truth()[t.first():]
	b := make([]float64, len(truth))
	for j, v := range truth {
		b[j] = -v
	}
	for k := range t.modes.d {
		along := 0.0
		for j, w := range t.modes.w[k] {
			along += w * truth[j]
		}
		for j, w := range t.modes.w[k] {
			b[j] += t.modes.share(k, lambda) * along * w
		}
	}
	return b
}

// riskAt is the expected error of the coefficients, or of the prediction at the probe.
func (t *task) riskAt(lambda float64) risk {
	b := t.bias(lambda)
	if t.Risk == ofTheta {
		r := risk{}
		for _, v := range b {
			r.bias2 += v * v
		}
		for k, d := range t.modes.d {
			s := t.modes.share(k, lambda) / d
			r.variance += t.NoiseVar * s * s
		}
		return r
	}
	at := t.probe()
	off, r := 0.0, risk{}
	for j, v := range b {
		off += v * at[j]
	}
	r.bias2 = off * off
	if t.Penalise == slopes {
		r.variance = t.NoiseVar / float64(len(t.y)) // of the mean
	}
	for k, d := range t.modes.d {
		along := 0.0
		for j, w := range t.modes.w[k] {
			along += w * at[j]
		}
		s := t.modes.share(k, lambda) / d * along
		r.variance += t.NoiseVar * s * s
	}
	return r
}

// probe is where the prediction is made, in the coordinates of the penalised columns.
func (t *task) probe() []float64 {
	at := make([]float64, len(t.shrunk.Columns))
	for j := range at {
		at[j] = t.XEval - t.centred.MeanX[j]
	}
	if t.Penalise == all {
		at[0] = 1
	}
	return at
}

// An optimum is the λ with the least expected error, and that error.
type optimum struct {
	lambda, least float64
	ok            bool // it is not an end of the range that was searched
}

// searchLambda looks for the least expected error on the range of the path, by a grid and
// then by the golden section between its neighbours.
func (t *task) searchLambda(context.Context) optimum {
	lo, hi := t.lambdaRange()
	const grid = 240
	at := func(k float64) float64 { return lo + (hi-lo)*k/grid }
	missing := func(exponent float64) float64 { return t.riskAt(math.Pow(10, exponent)).total() }
	best := 0
	least := math.Inf(1)
	for k := range grid + 1 {
		if e := missing(at(float64(k))); e < least {
			best, least = k, e
		}
	}
	if best == 0 || best == grid {
		return optimum{lambda: math.Pow(10, at(float64(best))), least: least}
	}
	const golden = 0.6180339887498949
	a, b := at(float64(best-1)), at(float64(best+1))
	for range 80 {
		left, right := b-golden*(b-a), a+golden*(b-a)
		if missing(left) < missing(right) {
			b = right
		} else {
			a = left
		}
	}
	lambda := math.Pow(10, (a+b)/2)
	return optimum{lambda, t.riskAt(lambda).total(), true}
}
