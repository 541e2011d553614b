package robbinsmonro

import (
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/expression"
)

// centre is the median of every distribution but the exponential, and the mean of those that have one.
const centre = 3

// A source is the distribution of Z.
type source struct {
	kind    string
	samples []float64 // of own samples
}

// draw is sample k of a run, counted from 1.
func (s source) draw(k int, r *rand.Rand) float64 {
	if s.kind == typed {
		return s.samples[(k-1)%len(s.samples)]
	}
	return s.at(1 - r.Float64()) // in (0, 1]
}

// at is the quantile of level u in (0, 1].
func (s source) at(u float64) float64 {
	u = min(u, 1-0x1p-53)
	switch s.kind {
	case uniform:
		return 2 * centre * u
	case exponential:
		return -centre * math.Log1p(-u)
	case cauchy:
		return centre + math.Tan(math.Pi*(u-0.5))
	}
	return centre + 2*math.Sqrt2*math.Erfinv(2*u-1)
}

// mean is E Z; NaN where there is none.
func (s source) mean() float64 {
	switch s.kind {
	case cauchy:
		return math.NaN()
	case typed:
		var sum float64
		for _, z := range s.samples {
			sum += z
		}
		return sum / float64(len(s.samples))
	}
	return centre
}

// variance is Var Z; infinite where there is none.
func (s source) variance() float64 {
	switch s.kind {
	case uniform:
		return centre * centre / 3.
	case exponential:
		return centre * centre
	case cauchy:
		return math.Inf(1)
	case typed:
		m, sum := s.mean(), 0.
		for _, z := range s.samples {
			sum += (z - m) * (z - m)
		}
		return sum / float64(len(s.samples))
	}
	return 4
}

// below is P(Z ≤ x).
func (s source) below(x float64) float64 {
	switch s.kind {
	case uniform:
		return min(max(x/(2*centre), 0), 1)
	case exponential:
		return -math.Expm1(-max(x, 0) / centre)
	case cauchy:
		return 0.5 + math.Atan(x-centre)/math.Pi
	case typed:
		n := 0
		for _, z := range s.samples {
			if z <= x {
				n++
			}
		}
		return float64(n) / float64(len(s.samples))
	}
	return 0.5 * math.Erfc((centre-x)/(2*math.Sqrt2))
}

// nodes is how many equally probable values stand for a distribution in an expectation of a function of the reader's own.
const nodes = 256

// values are equally probable values: the samples, or n quantiles.
func (s source) values(n int) []float64 {
	if s.kind == typed {
		return s.samples
	}
	z := make([]float64, n)
	for i := range z {
		z[i] = s.at((float64(i) + 0.5) / float64(n))
	}
	return z
}

// middle are the quantiles of levels 0.02 and 0.98: what a picture shows.
func (s source) middle() (lo, hi float64) {
	if s.kind == typed {
		return slices.Min(s.samples), slices.Max(s.samples)
	}
	return s.at(0.02), s.at(0.98)
}

// A function is f(z; θ).
type function struct {
	kind string
	q    float64
	own  *expression.Expression
}

func (f function) at(z, theta float64) float64 {
	switch f.kind {
	case quantile:
		if z <= theta {
			return 1 - f.q
		}
		return -f.q
	case own:
		return f.own.At(theta, z)
	}
	return theta - z
}

// expectation is M(θ) = E f(Z; θ): in closed form but for a function of the reader's own.
func (t *task) expectation(theta float64) float64 {
	switch t.f.kind {
	case quantile:
		return t.z.below(theta) - t.f.q
	case own:
		m, _ := t.moments(theta, t.grid)
		return m
	}
	return theta - t.z.mean()
}

// moments are mean and variance of f(Z; θ) over equally probable values of Z.
func (t *task) moments(theta float64, z []float64) (mean, variance float64) {
	for _, x := range z {
		mean += t.f.at(x, theta)
	}
	mean /= float64(len(z))
	for _, x := range z {
		d := t.f.at(x, theta) - mean
		variance += d * d
	}
	return mean, variance / float64(len(z))
}

// root is θ*, where M changes from negative to positive; NaN where it does not within the window.
func (t *task) root() float64 {
	switch {
	case t.f.kind == mean:
		return t.z.mean()
	case t.f.kind == quantile && t.z.kind == typed:
		sorted := slices.Sorted(slices.Values(t.z.samples))
		return sorted[int(math.Ceil(t.f.q*float64(len(sorted))))-1]
	case t.f.kind == quantile:
		return t.z.at(t.f.q)
	}
	return t.bisect()
}

// bisect looks for a change of sign of M, the widest step first.
func (t *task) bisect() float64 {
	lo, hi := t.sides()
	const pieces = 64
	step := (hi - lo) / pieces
	for i := range pieces {
		a, b := lo+step*float64(i), lo+step*float64(i+1)
		if !(t.expectation(a)*t.expectation(b) <= 0) {
			continue
		}
		up := t.expectation(b) > t.expectation(a)
		for range 60 {
			if m := (a + b) / 2; (t.expectation(m) > 0) == up {
				b = m
			} else {
				a = m
			}
		}
		return (a + b) / 2
	}
	return math.NaN()
}

// sides are between which a root of a function of the reader's own is looked for: the sample's range and the start, with as
// much beside.
func (t *task) sides() (lo, hi float64) {
	lo, hi = t.z.middle()
	room := max(hi-lo, 1)
	return lo - 2*room, hi + 2*room
}

// A verdict is whether a condition of the theorem holds.
type verdict int

const (
	holds verdict = iota
	fails
	open // it could not be decided
)

func verdictOf(ok bool) verdict {
	if ok {
		return holds
	}
	return fails
}

// conditions are those of the theorem: Ση = ∞, Ση² < ∞, the sign of M, bounded variance.
func (t *task) conditions() [4]verdict {
	return [4]verdict{verdictOf(t.Power <= 1), verdictOf(t.Power > 0.5), t.sign(), t.bounded()}
}

// sign judges (θ − θ*)·M(θ) > 0 for θ ≠ θ*: by the kind of f, or for a function of the reader's own at 200 places.
func (t *task) sign() verdict {
	switch {
	case t.f.kind == mean && math.IsNaN(t.best):
		return open
	case math.IsNaN(t.best):
		return fails
	case t.f.kind == mean:
		return holds
	case t.f.kind == quantile && t.z.kind == typed:
		// Between two samples M is constant: it is zero on a whole interval where q·n is whole.
		n := t.f.q * float64(len(t.z.samples))
		return verdictOf(math.Abs(n-math.Round(n)) > 1e-9)
	case t.f.kind == quantile:
		return holds
	}
	lo, hi := t.sides()
	for i := range 201 {
		theta := lo + (hi-lo)*float64(i)/200
		if m := t.expectation(theta); math.Abs(theta-t.best) > (hi-lo)*1e-6 && !(m*(theta-t.best) > 0) {
			return fails
		}
	}
	return holds
}

// bounded judges Var f ≤ σ²: by the kind of f, or for a function of the reader's own by whether four times as many quantiles have a
// larger variance, and whether it grows with the distance from the root.
func (t *task) bounded() verdict {
	switch {
	case t.f.kind == quantile:
		return holds
	case t.f.kind == mean:
		return verdictOf(!math.IsInf(t.z.variance(), 1))
	case math.IsNaN(t.best):
		return open
	}
	lo, hi := t.sides()
	fine, near, far := t.z.values(4*nodes), 0., 0.
	for i := range 41 {
		theta := lo + (hi-lo)*float64(i)/40
		m, v := t.moments(theta, t.grid)
		if _, w := t.moments(theta, fine); t.z.kind == cauchy && !(w <= 1.5*v+1e-12) {
			return fails
		}
		near = max(near, (m*m+v)/(1+(theta-t.best)*(theta-t.best)))
	}
	for _, theta := range []float64{t.best - 100*(hi-lo), t.best + 100*(hi-lo)} {
		m, v := t.moments(theta, t.grid)
		far = max(far, (m*m+v)/(1+(theta-t.best)*(theta-t.best)))
	}
	return verdictOf(far <= 10*near)
}
