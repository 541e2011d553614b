package biasvariance

import (
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
)

// A statistic is a number T of a data set, of which the estimator is a multiple c·T.
type statistic struct {
	mean, variance float64
	of             func(r *rand.Rand) (t float64, x []float64)
}

// scaled prepares the study of c·T for some factors c, which stand at their settings.
func (t *task) scaled(s statistic, truth float64, factor func(setting float64) float64) {
	t.truth, t.weight = []float64{truth}, 1
	for _, setting := range t.settings {
		c := factor(setting)
		t.know([]float64{c * s.mean}, c*c*s.variance)
	}
	t.play = func(r *rand.Rand) draw {
		number, x := s.of(r)
		d := draw{y: x}
		for _, setting := range t.settings {
			d.est = append(d.est, []float64{factor(setting) * number})
		}
		return d
	}
}

// bestFactor is the c at which c·T has the least mean squared error.
func (s statistic) bestFactor(truth float64) float64 {
	return truth * s.mean / (s.mean*s.mean + s.variance)
}

func (t *task) sample(r *rand.Rand) []float64 {
	x := make([]float64, t.N)
	for i := range x {
		x[i] = t.Sigma * r.NormFloat64()
	}
	return x
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, xi := range x {
		sum += xi
	}
	return sum / float64(len(x))
}

// factors are those on the curve besides the chosen one.
func factors(best float64) []float64 {
	var all []float64
	for i := range 16 {
		all = append(all, float64(i)/10)
	}
	if best >= 0 && best <= 3 { // and no NaN
		all = append(all, best)
	}
	return all
}

// shrink is c times the mean of n numbers from N(θ, σ²).
func (t *task) shrink() {
	s := statistic{mean: t.Theta, variance: t.Sigma * t.Sigma / float64(t.N)}
	s.of = func(r *rand.Rand) (float64, []float64) {
		x := t.sample(r)
		for i := range x {
			x[i] += t.Theta
		}
		return mean(x), x
	}
	t.best = s.bestFactor(t.Theta)
	t.choose(t.Factor, factors(t.best)...)
	t.scaled(s, t.Theta, func(c float64) float64 { return c })
}

// maximal is c times the largest of n numbers from U(0, θ).
func (t *task) maximal() error {
	if t.Theta < tiny {
		return algos.Refuse("U(0, θ) needs a θ above 0: raise the truth θ.")
	}
	n := float64(t.N)
	s := statistic{mean: n / (n + 1) * t.Theta, variance: n * t.Theta * t.Theta / ((n + 1) * (n + 1) * (n + 2))}
	s.of = func(r *rand.Rand) (float64, []float64) {
		x := make([]float64, t.N)
		for i := range x {
			x[i] = t.Theta * r.Float64()
		}
		return slices.Max(x), x
	}
	t.best = s.bestFactor(t.Theta)
	t.choose(t.Factor, append(factors(t.best), (n+1)/n)...)
	t.scaled(s, t.Theta, func(c float64) float64 { return c })
	return nil
}

// vary is the sum of the squared deviations over n − c. That of n numbers from N(θ, σ²)
// does not depend on θ, has the mean (n − 1)σ² and the variance 2(n − 1)σ⁴.
func (t *task) vary() error {
	n, s2 := float64(t.N), t.Sigma*t.Sigma
	if n-t.Ddof <= 0 {
		return algos.Refuse("The divisor n − c is not above 0: take more points, or a smaller c. One point has no spread to divide.")
	}
	s := statistic{mean: (n - 1) * s2, variance: 2 * (n - 1) * s2 * s2}
	s.of = func(r *rand.Rand) (float64, []float64) {
		x := t.sample(r)
		m, sum := mean(x), 0.0
		for _, xi := range x {
			sum += (xi - m) * (xi - m)
		}
		return sum, x
	}
	t.best = -1
	if s2 == 0 || t.N == 1 { // the estimate is 0 whatever the divisor
		t.best = math.NaN()
	}
	var all []float64
	for c := -6.0; c <= 2 && c < n; c += 0.5 {
		all = append(all, c)
	}
	t.choose(t.Ddof, all...)
	t.scaled(s, s2, func(c float64) float64 { return 1 / (n - c) })
	return nil
}

// bound is the least variance that an estimator with this bias may have after Cramér and
// Rao: (dE/dθ)²/I. It reports false where there is none.
func (t *task) bound() (float64, bool) {
	n, s2 := float64(t.N), t.Sigma*t.Sigma
	switch t.Topic {
	case shrinkage:
		return t.Factor * t.Factor * s2 / n, true
	case spread:
		slope := (n - 1) / (n - t.Ddof)
		return slope * slope * 2 * s2 * s2 / n, true
	}
	return math.NaN(), false
}

var usualMembers = []float64{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50}

// average is the mean of B estimators with equal bias and variance, of which any two have
// the correlation ρ: what they share is one number, what they do not another one for each.
func (t *task) average() {
	t.truth, t.weight, t.best = []float64{t.Theta}, 1, math.NaN()
	t.choose(float64(t.Members), usualMembers...)
	own, shared := t.Sigma*math.Sqrt(1-t.Rho), t.Sigma*math.Sqrt(t.Rho)
	for _, b := range t.settings {
		t.know([]float64{t.Theta + t.Bias}, shared*shared+own*own/b)
	}
	t.play = func(r *rand.Rand) draw {
		common := t.Theta + t.Bias + shared*r.NormFloat64()
		f := make([]float64, mostMembers)
		for b := range f {
			f[b] = common + own*r.NormFloat64()
		}
		d := draw{y: f[:t.Members:t.Members], members: f[:t.Members:t.Members]}
		sum, b := 0.0, 0
		for _, setting := range t.settings {
			for ; b < int(setting); b++ {
				sum += f[b]
			}
			d.est = append(d.est, []float64{sum / setting})
		}
		return d
	}
}
