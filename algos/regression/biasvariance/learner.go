package biasvariance

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/regression/internal/lsq"
)

// places is at how many x the curves are compared: equally spaced from −1 to 1.
const places = 81

// grid are n equally spaced numbers from −1 to 1.
func grid(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		if n > 1 {
			x[i] = float64(2*i-(n-1)) / float64(n-1)
		}
	}
	return x
}

// truthOf is ȳ.
func truthOf(name string) func(float64) float64 {
	switch name {
	case line:
		return func(x float64) float64 { return x }
	case cubic:
		return func(x float64) float64 { return x * (4*x*x - 3) }
	case jump:
		return func(x float64) float64 {
			switch {
			case x < 0:
				return -1
			case x > 0:
				return 1
			}
			return 0
		}
	case flat:
		return func(float64) float64 { return 0 }
	}
	return func(x float64) float64 { return math.Sin(math.Pi * x) }
}

func mapped(x []float64, f func(float64) float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = f(x[i])
	}
	return y
}

// The settings on the curves besides the chosen one.
const usualDegree = 9

var usualK = []int{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100}

// powers are those of 10 in steps of a half.
func powers(lo, hi int) []float64 {
	var all []float64
	for e := 2 * lo; e <= 2*hi; e++ {
		all = append(all, math.Pow(10, float64(e)/2))
	}
	return all
}

// learn prepares the study of a learner.
func (t *task) learn(ctx context.Context) {
	f, at := truthOf(t.Truth), grid(places)
	t.truth, t.weight, t.noise, t.best = mapped(at, f), 1.0/places, t.Sigma*t.Sigma, math.NaN()
	switch t.Method {
	case polynomial:
		var degrees []float64
		for d := 0; d <= min(max(t.Degree, usualDegree), t.N-1); d++ {
			degrees = append(degrees, float64(d))
		}
		t.choose(float64(min(t.Degree, t.N-1)), degrees...)
	case ridge:
		t.choose(t.Penalty, powers(-4, 2)...)
	default:
		var ks []float64
		for _, k := range usualK {
			if k <= t.N {
				ks = append(ks, float64(k))
			}
		}
		t.choose(float64(min(t.K, t.N)), ks...)
	}
	noisy := func(r *rand.Rand, mean []float64) []float64 {
		y := make([]float64, len(mean))
		for i, m := range mean {
			y[i] = m + t.Sigma*r.NormFloat64()
		}
		return y
	}
	// of measures a data set and its fits, which are given at the places and the inputs.
	of := func(r *rand.Rand, x, mean, y []float64, fits [][]float64) draw {
		d := draw{x: x, y: y, fresh: noisy(r, t.truth)}
		again := noisy(r, mean)
		for i, h := range fits[t.chosen][places:] {
			d.train += (h - y[i]) * (h - y[i]) / float64(len(x))
			d.again += (h - again[i]) * (h - again[i]) / float64(len(x))
		}
		for _, h := range fits {
			d.est = append(d.est, slices.Clip(h[:places]))
		}
		return d
	}
	if t.Inputs == random {
		t.play = func(r *rand.Rand) draw {
			x := make([]float64, t.N)
			for i := range x {
				x[i] = 2*r.Float64() - 1
			}
			slices.Sort(x)
			mean := mapped(x, f)
			y := noisy(r, mean)
			d := of(r, x, mean, y, t.fit(x, y, slices.Concat(at, x)))
			d.trace = t.trace(x)
			return d
		}
		return
	}
	x := grid(t.N)
	mean := mapped(x, f)
	hat := t.hat(ctx, x, slices.Concat(at, x))
	trace := 0.0
	for i := range x {
		if hat != nil {
			trace += hat[t.chosen][places+i][i]
		}
	}
	for _, s := range hat {
		h, v := times(s[:places], mean), t.weight*squares(s[:places])*t.noise
		t.know(h, v)
	}
	t.play = func(r *rand.Rand) draw {
		y := noisy(r, mean)
		fits := make([][]float64, len(hat))
		for j, s := range hat {
			fits[j] = times(s, y)
		}
		d := of(r, x, mean, y, fits)
		d.trace = trace
		return d
	}
}

// hat are the matrices S with h_D = S·y, one for each setting: what is made of the unit
// vectors. It is nil where the run has ended before.
func (t *task) hat(ctx context.Context, x, at []float64) [][][]float64 {
	hat := make([][][]float64, len(t.settings))
	for j := range hat {
		hat[j] = make([][]float64, len(at))
		for i := range at {
			hat[j][i] = make([]float64, len(x))
		}
	}
	unit := make([]float64, len(x))
	for k := range x {
		if ctx.Err() != nil {
			return nil
		}
		unit[k] = 1
		for j, h := range t.fit(x, unit, at) {
			for i := range at {
				hat[j][i][k] = h[i]
			}
		}
		unit[k] = 0
	}
	return hat
}

// trace is how many parameters the chosen learner has in effect on some inputs.
func (t *task) trace(x []float64) float64 {
	switch t.Method {
	case polynomial:
		return t.settings[t.chosen] + 1
	case neighbours:
		return float64(len(x)) / t.settings[t.chosen]
	}
	values, _ := lsq.Spectrum(legendre(x, t.Degree))
	sum := 0.0
	for i, v := range values {
		if i < len(x) && v > 0 {
			sum += v / (v + t.Penalty)
		}
	}
	return sum
}
