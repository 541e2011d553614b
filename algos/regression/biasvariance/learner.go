package biasvariance

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/lsq"
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

// truthOf is ȳ; drawn has the values of one that is drawn by hand.
func truthOf(name string, drawn []float64) func(float64) float64 {
	switch name {
	case byHand:
		return func(x float64) float64 { return between(drawn, x) }
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

// between is the function with straight lines from the middle of a column of the drawing to that of the
// next, and level beyond the outer ones.
func between(values []float64, x float64) float64 {
	at := (x+1)/2*float64(len(values)) - 0.5
	k := int(math.Floor(at))
	switch {
	case k < 0:
		return values[0]
	case k >= len(values)-1:
		return values[len(values)-1]
	}
	share := at - float64(k)
	return (1-share)*values[k] + share*values[k+1]
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
	f, at := truthOf(t.Truth, t.drawn.Row(0)), grid(places)
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

// legendre are the columns P₀(x), …, P_d(x).
func legendre(x []float64, degree int) [][]float64 {
	columns := make([][]float64, degree+1)
	for d := range columns {
		columns[d] = make([]float64, len(x))
		for i, xi := range x {
			switch m := float64(d); d {
			case 0:
				columns[d][i] = 1
			case 1:
				columns[d][i] = xi
			default:
				columns[d][i] = ((2*m-1)*xi*columns[d-1][i] - (m-1)*columns[d-2][i]) / m
			}
		}
	}
	return columns
}

// value is the value of a combination of columns in a sample.
func value(columns [][]float64, theta []float64, row int) float64 {
	sum := 0.0
	for j, c := range theta {
		sum += c * columns[j][row]
	}
	return sum
}

// fit makes a curve of a data set at each setting, and returns its values at some places.
func (t *task) fit(x, y, at []float64) [][]float64 {
	out := make([][]float64, len(t.settings))
	for j := range out {
		out[j] = make([]float64, len(at))
	}
	switch t.Method {
	case polynomial:
		top := len(t.settings) - 1
		there := legendre(at, top)
		f := lsq.Start(legendre(x, top), y)
		for j := 0; f.Next(); j++ {
			theta := f.Theta()
			for i := range at {
				out[j][i] = value(there, theta[:j+1], i)
			}
		}
	case ridge:
		columns, there := legendre(x, t.Degree), legendre(at, t.Degree)
		for j, lambda := range t.settings {
			theta := penalised(columns, y, lambda)
			for i := range at {
				out[j][i] = value(there, theta, i)
			}
		}
	default:
		nearest(x, y, at, t.settings, out)
	}
	return out
}

// penalised are the coefficients of least ‖y − Xθ‖² + λ‖θ‖²: least squares with a row √λ
// more for each of them.
func penalised(columns [][]float64, y []float64, lambda float64) []float64 {
	if lambda == 0 {
		return lsq.Solve(columns, y)
	}
	p := len(columns)
	more := make([][]float64, p)
	for j, c := range columns {
		more[j] = append(slices.Clone(c), make([]float64, p)...)
		more[j][len(c)+j] = math.Sqrt(lambda)
	}
	return lsq.Solve(more, append(slices.Clone(y), make([]float64, p)...))
}

// nearest are the means of the k nearest targets; of inputs that are as near the earlier one counts.
func nearest(x, y, at, ks []float64, out [][]float64) {
	order := make([]int, len(x))
	for i, a := range at {
		for r := range order {
			order[r] = r
		}
		slices.SortStableFunc(order, func(r, q int) int {
			switch d := math.Abs(x[r]-a) - math.Abs(x[q]-a); {
			case d < 0:
				return -1
			case d > 0:
				return 1
			}
			return 0
		})
		sum, j := 0.0, 0
		for m, r := range order {
			sum += y[r]
			if j < len(ks) && float64(m+1) == ks[j] {
				out[j][i] = sum / ks[j]
				j++
			}
		}
	}
}

func times(m [][]float64, y []float64) []float64 {
	out := make([]float64, len(m))
	for i, row := range m {
		out[i] = lsq.Dot(row, y)
	}
	return out
}

func squares(m [][]float64) float64 {
	sum := 0.0
	for _, row := range m {
		sum += lsq.Dot(row, row)
	}
	return sum
}
