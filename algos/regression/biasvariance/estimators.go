package biasvariance

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/lsq"
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
		return algos.Refuse("U(0, θ) requires θ > 0: increase the true θ.")
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
		return algos.Refuse("The divisor n − c must be positive: use more samples, or a smaller c. A single sample has no variance.")
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

// parse reads numbers between commas or spaces.
func parse(text string) ([]float64, error) {
	var all []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\t\n，；、", r) }) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(math.Abs(x) <= farthest) {
			return nil, errors.New("an input is a number between −100 and 100")
		}
		if all = append(all, x); len(all) > mostInputs {
			return nil, errors.New("there are at most 50 inputs")
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there has to be an input")
	}
	return all, nil
}

func readable(text string) error {
	_, err := parse(text)
	return err
}

// A symmetric is a symmetric matrix of two rows: a₁₁, a₁₂, a₂₂.
type symmetric [3]float64

func (a symmetric) det() float64   { return a[0]*a[2] - a[1]*a[1] }
func (a symmetric) trace() float64 { return a[0] + a[2] }

func (a symmetric) inverse() symmetric {
	d := a.det()
	return symmetric{a[2] / d, -a[1] / d, a[0] / d}
}

func (a symmetric) times(v [2]float64) [2]float64 {
	return [2]float64{a[0]*v[0] + a[1]*v[1], a[1]*v[0] + a[2]*v[1]}
}

func (a symmetric) square() symmetric {
	return symmetric{a[0]*a[0] + a[1]*a[1], a[1] * (a[0] + a[2]), a[1]*a[1] + a[2]*a[2]}
}

// gram is XᵀX of the columns x and 1, with λ on its diagonal.
func (t *task) gram(lambda float64) symmetric {
	m := symmetric{lambda, 0, lambda + float64(len(t.inputs))}
	for _, x := range t.inputs {
		m[0] += x * x
		m[1] += x
	}
	return m
}

// hatRidge is the matrix of two rows that makes the coefficients of the targets.
func (t *task) hatRidge(lambda float64) [2][]float64 {
	ones := make([]float64, len(t.inputs))
	for i := range ones {
		ones[i] = 1
	}
	var l [2][]float64
	unit := make([]float64, len(t.inputs))
	for i := range unit {
		unit[i] = 1
		theta := penalised([][]float64{t.inputs, ones}, unit, lambda)
		unit[i] = 0
		l[0], l[1] = append(l[0], theta[0]), append(l[1], theta[1])
	}
	return l
}

// singular reports whether all inputs are one, so that XᵀX has no inverse.
func (t *task) singular() bool { return slices.Min(t.inputs) == slices.Max(t.inputs) }

// bestLambda is the penalty of the least error, where a formula says it: with XᵀX = aI it
// is 2σ²/‖θ*‖², whatever a; of a prediction ‖v‖²σ²/⟨θ*, v⟩².
func (t *task) bestLambda() float64 {
	g, s2 := t.gram(0), t.Sigma*t.Sigma
	if g[1] != 0 || g[0] != g[2] {
		return math.NaN()
	}
	best := 2 * s2 / (t.Target[0]*t.Target[0] + t.Target[1]*t.Target[1])
	if t.Measure == prediction {
		at := t.Target[0]*t.At + t.Target[1]
		best = (t.At*t.At + 1) * s2 / (at * at)
	}
	if !(best > 0 && best <= mostLambda) {
		return math.NaN()
	}
	return best
}

// penalise prepares the study of ridge regression of a line.
func (t *task) penalise() error {
	t.inputs, _ = parse(t.Design) // bind lets no other text through
	if t.Lambda == 0 && t.singular() {
		return algos.Refuse("All inputs are equal, so XᵀX is singular, and the least-squares solution is not unique. With λ > 0 it is.")
	}
	t.weight, t.best = 1, t.bestLambda()
	others := powers(-2, 3)
	if !math.IsNaN(t.best) {
		others = append(others, t.best)
	}
	t.choose(t.Lambda, others...)
	t.truth = []float64{t.Target[0], t.Target[1]}
	if t.Measure == prediction {
		t.truth = []float64{t.Target[0]*t.At + t.Target[1]}
	}
	noiseless := make([]float64, len(t.inputs))
	for i, x := range t.inputs {
		noiseless[i] = t.Target[0]*x + t.Target[1]
	}
	maps := make([][][]float64, len(t.settings))
	for j, lambda := range t.settings {
		l := t.hatRidge(lambda)
		maps[j] = [][]float64{l[0], l[1]}
		if t.Measure == prediction {
			row := make([]float64, len(t.inputs))
			for i := range row {
				row[i] = t.At*l[0][i] + l[1][i]
			}
			maps[j] = [][]float64{row}
		}
		t.know(times(maps[j], noiseless), squares(maps[j])*t.Sigma*t.Sigma)
		if j == t.chosen {
			t.cov = symmetric{lsq.Dot(l[0], l[0]), lsq.Dot(l[0], l[1]), lsq.Dot(l[1], l[1])}
		}
	}
	for i := range t.cov {
		t.cov[i] *= t.Sigma * t.Sigma
	}
	t.play = func(r *rand.Rand) draw {
		d := draw{x: t.inputs, y: make([]float64, len(t.inputs))}
		for i := range d.y {
			d.y[i] = noiseless[i] + t.Sigma*r.NormFloat64()
		}
		for _, m := range maps {
			d.est = append(d.est, times(m, d.y))
		}
		return d
	}
	return nil
}

// formula are bias² and variance after (50) and (51) of the note 004: with M = XᵀX + λI
// the bias is −λM⁻¹θ* and the covariance σ²(M⁻¹ − λM⁻²).
func (t *task) formula() parts {
	inverse := t.gram(t.Lambda).inverse()
	bias := inverse.times(t.Target)
	m2, s2 := inverse.square(), t.Sigma*t.Sigma
	if t.Measure == prediction {
		v := [2]float64{t.At, 1}
		of := func(a symmetric) float64 { w := a.times(v); return w[0]*v[0] + w[1]*v[1] }
		b := t.Lambda * (bias[0]*v[0] + bias[1]*v[1])
		return parts{bias2: b * b, variance: s2 * (of(inverse) - t.Lambda*of(m2))}
	}
	return parts{
		bias2:    t.Lambda * t.Lambda * (bias[0]*bias[0] + bias[1]*bias[1]),
		variance: s2 * (inverse.trace() - t.Lambda*m2.trace()),
	}
}
