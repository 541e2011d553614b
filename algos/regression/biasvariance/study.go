package biasvariance

import (
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/trial"
)

// A study is what is repeated: an estimator or a learner at all its settings, which are
// degrees, penalties, factors. What it estimates are numbers at one or more places.
type study struct {
	settings []float64   // in increasing order
	chosen   int         // the one that the board shows
	truth    []float64   // at each place
	weight   float64     // of a place in the error: 1, or one over their number
	noise    float64     // variance of a fresh target
	exact    []parts     // of each setting; nil where there is no closed form
	means    [][]float64 // E[h_D] at each place, of each setting
	expected []float64   // that of the chosen one
	best     float64     // the setting of the least error by a formula; NaN where there is none
	play     func(r *rand.Rand) draw
}

// parts are those of an error without its noise.
type parts struct{ bias2, variance float64 }

func (p parts) error() float64 { return p.bias2 + p.variance }

// A draw is one data set and what is made of it.
type draw struct {
	x, y []float64   // the data
	est  [][]float64 // at each setting and place
	// fresh are new targets at the places; nil where the truth is what counts.
	fresh []float64
	// Of the chosen learner: the mean squared error at its own targets, at new ones of the
	// same inputs, and Σ∂hᵢ/∂yᵢ, which is how many parameters it has in effect.
	train, again, trace float64
	members             []float64 // of an average
}

// nothing is the fraction of what is compared by which rounding may move E[h_D] from the truth.
const nothing = 1e-14

// know takes down what theory says of the next setting: the mean at each place, and the variance.
func (s *study) know(mean []float64, variance float64) {
	if len(s.exact) == s.chosen {
		s.expected = mean
	}
	bias2 := s.distance(mean, s.truth)
	if none := make([]float64, len(mean)); bias2 <= nothing*nothing*(s.distance(mean, none)+s.distance(s.truth, none)) {
		bias2 = 0
	}
	s.exact = append(s.exact, parts{bias2: bias2, variance: variance})
	s.means = append(s.means, mean)
}

// distance is the weighted squared distance.
func (s *study) distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return s.weight * sum
}

// choose puts a setting among others, and sorts them.
func (s *study) choose(value float64, others ...float64) {
	s.settings = append(others, value)
	slices.Sort(s.settings)
	s.settings = slices.Compact(s.settings)
	s.chosen = slices.Index(s.settings, value)
}

// An account is what a setting has come to. Its variance is added up as Welford does it;
// the terms are uncorrelated with the expectation Var, and so tell their own error.
type account struct {
	mean, m2    []float64
	loss, fresh trial.Tally // squared error against the truth, and against fresh targets
	moves       trial.Tally // the terms of the variance
	pull        trial.Tally // by how much a data set moves bias², to first order
}

// settled is from which data set on a running mean stands for E[h_D].
const settled = 10

// enter adds what the k-th data set says; expected is E[h_D], nil where it is not known.
func (a *account) enter(s *study, k int, est, fresh, expected []float64) {
	if k == 1 {
		a.mean, a.m2 = make([]float64, len(est)), make([]float64, len(est))
	}
	share := float64(k-1) / float64(k)
	if expected == nil {
		expected = a.mean
	}
	move, pull := 0.0, 0.0
	for i, h := range est {
		pull += (expected[i] - s.truth[i]) * (h - expected[i])
		d := h - a.mean[i]
		move += share * d * d
		a.m2[i] += share * d * d
		a.mean[i] += d / float64(k)
	}
	if k > 1 {
		a.moves.Add(s.weight * move)
	}
	if s.means != nil || k > settled {
		a.pull.Add(2 * s.weight * pull)
	}
	a.loss.Add(s.distance(est, s.truth))
	if fresh != nil {
		a.fresh.Add(s.distance(est, fresh))
	}
}

// A measured is what the data sets so far say of a setting. Bias² and variance are those
// of the fits that were drawn, so that they add up to the loss.
type measured struct {
	bias2, variance, loss, fresh      float64
	seBias, seVariance, seLoss, seNew float64 // standard errors; NaN where too few sets were drawn
	unbiased                          float64 // the variance with one less in its divisor
}

func (a *account) measured(s *study, k int) measured {
	loss, fresh, moves := a.loss.Summary(), a.fresh.Summary(), a.moves.Summary()
	m := measured{bias2: s.distance(a.mean, s.truth), loss: loss.Mean, seLoss: loss.SE, fresh: fresh.Mean, seNew: fresh.SE}
	for _, x := range a.m2 {
		m.variance += s.weight * x / float64(k)
	}
	m.unbiased, m.seVariance = moves.Mean, moves.SE
	// What is measured of bias² is off by the pull, and by the square of how far the mean is off.
	m.seBias = math.Hypot(a.pull.Summary().SE, math.Sqrt2*m.unbiased/float64(k))
	if fresh.N == 0 {
		m.fresh, m.seNew = m.loss, m.seLoss
	}
	return m
}

// A book is what a run works on: the accounts of all settings, and what is only followed
// at the chosen one. Steps take copies.
type book struct {
	*task
	k        int
	accounts []account
	last     draw
	fits     [][]float64 // of the chosen setting
	gap      trial.Tally // what fresh targets add to the loss, without σ²
	optimism trial.Tally // what they add to the error at the inputs, without 2σ²/n times the trace
	train    trial.Tally
	again    trial.Tally
	far      trial.Rate // how often an estimate is two root mean squared errors off
	pairs    comoments
}

func (t *task) book() *book {
	return &book{task: t, accounts: make([]account, len(t.settings)), fits: make([][]float64, 0, t.Sets)}
}

func (b *book) enter(d draw) {
	b.k++
	for j := range b.accounts {
		var expected []float64
		if b.means != nil {
			expected = b.means[j]
		}
		b.accounts[j].enter(&b.study, b.k, d.est[j], d.fresh, expected)
	}
	h := d.est[b.chosen]
	b.fits = append(b.fits, h)
	if d.fresh != nil {
		b.gap.Add(b.distance(h, d.fresh) - b.distance(h, b.truth) - b.noise)
		b.optimism.Add(d.again - d.train - 2*b.noise*d.trace/float64(len(d.x)))
		b.train.Add(d.train)
		b.again.Add(d.again)
	}
	if len(h) == 1 && b.exact != nil {
		b.far.Add(math.Abs(h[0]-b.truth[0]) > 2*math.Sqrt(b.exact[b.chosen].error()))
	}
	if d.members != nil {
		b.pairs.add(d.members)
	}
	d.est, d.members = nil, nil
	b.last = d
}

// comoments add up the products of the deviations of several numbers from their means.
type comoments struct {
	n    int
	mean []float64
	of   []float64 // row major
}

func (c *comoments) add(x []float64) {
	m := len(x)
	if c.n == 0 {
		c.mean, c.of = make([]float64, m), make([]float64, m*m)
	}
	c.n++
	share := float64(c.n-1) / float64(c.n)
	off := make([]float64, m)
	for i := range x {
		off[i] = x[i] - c.mean[i]
	}
	for i := range x {
		for j := range x {
			c.of[i*m+j] += share * off[i] * off[j]
		}
		c.mean[i] += off[i] / float64(c.n)
	}
}

// sums are those of all variances, and of the covariances of all pairs.
func (c *comoments) sums() (variances, covariances float64) {
	m := len(c.mean)
	for i := range m {
		for j := range m {
			if i == j {
				variances += c.of[i*m+j] / float64(c.n)
			} else {
				covariances += c.of[i*m+j] / float64(c.n)
			}
		}
	}
	return variances, covariances
}
