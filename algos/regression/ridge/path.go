package ridge

import (
	"context"
	"math"

	"playground/algos/regression/internal/lsq"
	"playground/algos/regression/internal/penalised"
)

// stations is how many λ a path has.
const stations = 121

// prices are the stations of the path.
func (t *task) prices() []float64 {
	lo, hi := t.priceRange()
	return penalised.Grid(math.Pow(10, lo), math.Pow(10, hi), stations)
}

// priceRange is the range of log₁₀λ that is worth a picture: from where every direction
// keeps nearly all to where none keeps anything, over twelve powers of ten at most.
func (t *task) priceRange() (lo, hi float64) {
	const most = 12
	lo, hi = -2, 2
	if d := t.modes.d; len(d) > 0 {
		lo, hi = 2*math.Log10(d[len(d)-1])-2, 2*math.Log10(d[0])+2
	}
	hi = min(max(math.Ceil(hi), -100), 100)
	lo = min(math.Floor(max(lo, hi-most)), hi-1)
	return lo, hi
}

// followPath is the solution for every λ, by the singular values.
func (t *task) followPath(ctx context.Context) penalised.Path {
	p := penalised.Path{Data: t.price, Lambda: t.prices(), Scaled: t.data.Table}
	for _, lambda := range p.Lambda {
		if ctx.Err() != nil {
			return penalised.Path{}
		}
		p.Theta = append(p.Theta, t.modes.theta(lambda, len(t.price.Columns)))
		p.Freedom = append(p.Freedom, t.modes.dof(lambda))
	}
	return p
}

// leaveOut is the error at rows left out one at a time along the path, without a second
// fit: a row's residual grows by 1/(1 − h). It is nil where too few rows are left.
func (t *task) leaveOut(ctx context.Context) *penalised.Validation {
	n := float64(len(t.y))
	const fewest = 3
	if len(t.y) < fewest {
		return nil
	}
	v := &penalised.Validation{Lambda: t.prices(), Folds: len(t.y), Rows: len(t.y)}
	for i, lambda := range v.Lambda {
		if ctx.Err() != nil {
			return nil
		}
		out, ok := t.missed(lambda)
		if !ok {
			return nil
		}
		mean, squares := 0.0, 0.0
		for _, e := range out {
			mean += e * e / n
		}
		for _, e := range out {
			squares += (e*e - mean) * (e*e - mean) / (n - 1)
		}
		v.Out, v.Error = append(v.Out, mean), append(v.Error, math.Sqrt(squares/n))
		v.In = append(v.In, t.modes.rss(lambda)/n)
		if mean <= v.Out[v.Least] {
			v.Least = i
		}
	}
	return v
}

// sole is the share of a prediction, beside its own target's, that counts as none.
const sole = 1e-9

// missed is by how much each row is missed when it is left out, at another λ; ok is false
// where a row decides its own prediction alone.
func (t *task) missed(lambda float64) (out []float64, ok bool) {
	out, h := lsq.Residuals(t.x, t.y, t.at(lambda)), t.modes.hats(lambda)
	own := 0.0
	if t.Penalise == slopes {
		own = 1 / float64(len(t.y))
	}
	for i := range out {
		free := 1 - own
		if h != nil {
			free -= h[i]
		}
		if free < sole {
			return nil, false
		}
		out[i] /= free
	}
	return out, true
}

// leaving is the mean square error at rows left out one at a time; NaN where there is
// none.
func (t *task) leaving(lambda float64) float64 {
	out, ok := t.missed(lambda)
	if !ok {
		return math.NaN()
	}
	norm := lsq.Norm(out)
	return norm * norm / float64(len(out))
}
