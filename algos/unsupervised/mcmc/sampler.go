package mcmc

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"

	"playground/algos"
	"playground/algos/dataset"
)

// A draw is one iteration of a chain: where it was, what was proposed, and where it is now.
type draw struct {
	from, to, now  place
	noise          [2]float64 // standard normals: of the proposal, or the momentum
	drift          place      // of the proposal
	u              float64
	logFrom, logTo float64 // log p̃ at both
	there, back    float64 // log q(x* | x) and log q(x | x*), up to the same constant
	ratio          float64 // log of what the acceptance is made of
	accept         float64 // the probability of acceptance
	accepted       bool
	path           []phasePoint // of the leapfrog, from the start on
	lines          [2][]normal  // of Gibbs: the conditional of either coordinate
}

// A phasePoint is a place with a momentum and their energy.
type phasePoint struct {
	x, p   place
	energy float64
}

// A sampler moves chains.
type sampler struct {
	options
	density
}

// probability is min{1, r} of log r: table 7.1. What is undefined is not accepted.
func probability(logRatio float64) float64 {
	if math.IsNaN(logRatio) {
		return 0
	}
	return math.Exp(min(0, logRatio))
}

// move makes an iteration from a place.
func (s *sampler) move(x place, r *rand.Rand) draw {
	if s.Method == gibbs {
		var d draw
		s.sweep(&d, x, r)
		return d
	}
	d := draw{from: x, logFrom: s.log(x), noise: [2]float64{r.NormFloat64(), r.NormFloat64()}, u: r.Float64()}
	if s.Method == hmc {
		s.trajectory(&d)
	} else {
		s.walk(&d)
	}
	d.accept = probability(d.ratio)
	if d.now = x; d.u < d.accept {
		d.accepted, d.now = true, d.to
	}
	return d
}

// walk proposes by a random walk, with a drift or without.
func (s *sampler) walk(d *draw) {
	d.drift = s.drift(d.from)
	for k := range 2 {
		d.to[k] = d.from[k] + d.drift[k] + s.Step*d.noise[k]
	}
	d.logTo = s.log(d.to)
	d.there, d.back = s.logProposal(d.to, d.from), s.logProposal(d.from, d.to)
	d.ratio = d.logTo - d.logFrom
	if s.Method == hastings && s.Correct {
		d.ratio += d.back - d.there
	}
}

// drift is by what the middle of the proposal is away from a place.
func (s *sampler) drift(x place) place {
	switch {
	case s.Method == metropolis:
		return place{}
	case s.MALA:
		g := s.slope(x)
		return place{s.Step * s.Step / 2 * g[0], s.Step * s.Step / 2 * g[1]}
	}
	return s.Drift
}

// logProposal is log q(to | from) but for a constant.
func (s *sampler) logProposal(to, from place) float64 {
	m := s.drift(from)
	a, b := (to[0]-from[0]-m[0])/s.Step, (to[1]-from[1]-m[1])/s.Step
	return -(a*a + b*b) / 2
}

// trajectory follows Hamilton's equations from a random momentum.
func (s *sampler) trajectory(d *draw) {
	d.path = s.leapfrog(phasePoint{x: d.from, p: d.noise}, s.Eps, s.Leaps)
	end := d.path[len(d.path)-1]
	d.to, d.logTo = end.x, s.log(end.x)
	d.ratio = d.path[0].energy - end.energy
}

// energy is −log p̃(x) + |p|²/2.
func (s *sampler) energy(x, p place) float64 { return -s.log(x) + (p[0]*p[0]+p[1]*p[1])/2 }

// leapfrog makes n steps: half a kick, a drift, half a kick.
func (s *sampler) leapfrog(at phasePoint, eps float64, n int) []phasePoint {
	at.energy = s.energy(at.x, at.p)
	path := make([]phasePoint, 1, n+1)
	path[0] = at
	g := s.slope(at.x)
	for range n {
		for k := range 2 {
			at.p[k] += eps / 2 * g[k]
			at.x[k] += eps * at.p[k]
		}
		g = s.slope(at.x)
		for k := range 2 {
			at.p[k] += eps / 2 * g[k]
		}
		at.energy = s.energy(at.x, at.p)
		path = append(path, at)
	}
	return path
}

// wild is the energy error from which a trajectory is called divergent; Stan has the same.
const wild = 1000

// diverged reports whether a trajectory has left the level of its energy altogether.
func (d draw) diverged() bool { return d.path != nil && !(-d.ratio <= wild) }

// sweep draws either coordinate from its conditional. What d had is written over.
func (s *sampler) sweep(d *draw, x place, r *rand.Rand) {
	d.from, d.to, d.accept, d.accepted = x, x, 1, true
	for k := range 2 {
		d.lines[k] = s.line(d.lines[k][:0], k, d.to)
		d.to[k] = pick(d.lines[k], r)
	}
	d.now = d.to
}

// pick draws from a mixture on a line.
func pick(parts []normal, r *rand.Rand) float64 {
	chosen := parts[len(parts)-1]
	if len(parts) > 1 {
		left := r.Float64()
		for _, n := range parts {
			if left -= n.weight; left < 0 {
				chosen = n
				break
			}
		}
	}
	return chosen.mean + chosen.sd*r.NormFloat64()
}

// A series is what a chain has drawn of one coordinate.
type series []float64

// mean and variance, the one of a sample: divided by n − 1.
func (s series) moments() (mean, variance float64) {
	for _, x := range s {
		mean += x
	}
	mean /= float64(len(s))
	if slices.Min(s) == slices.Max(s) {
		return s[0], 0 // and not what rounding leaves of it
	}
	for _, x := range s {
		variance += (x - mean) * (x - mean)
	}
	return mean, variance / float64(len(s)-1)
}

// covariances are the autocovariances at the lags 0 … n − 1, each divided by n, on average over
// some series. The transform of a series with as many zeros behind it gives all lags at once, and
// back it goes once for all series.
func covariances(all []series) []float64 {
	n := len(all[0])
	t := transform(n)
	padded, c, power := make([]float64, t.Len()), make([]complex128, t.Len()/2+1), make([]complex128, t.Len()/2+1)
	for _, s := range all {
		mean, _ := s.moments()
		for i, x := range s {
			padded[i] = x - mean
		}
		for i, z := range t.Coefficients(c, padded) {
			power[i] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	mean := t.Sequence(padded, power)[:n]
	for i := range mean {
		mean[i] /= float64(t.Len()) * float64(n) * float64(len(all))
	}
	return mean
}

// transform is the one for the covariances of n draws.
func transform(n int) *fourier.FFT { return fourier.NewFFT(1 << bits.Len(uint(2*n-1))) }

// correlations are the autocorrelations up to a lag, by their definition; nil of a chain that stands still.
func (s series) correlations(most int) []float64 {
	if len(s) < 2 {
		return nil
	}
	mean, variance := s.moments()
	if !(variance > 0) {
		return nil
	}
	all := make([]float64, min(most, len(s)-1)+1)
	for lag := range all {
		for i, x := range s[lag:] {
			all[lag] += (x - mean) * (s[i] - mean)
		}
		all[lag] /= variance * float64(len(s)-1)
	}
	return all
}

// fewest is how many draws a chain needs for its diagnostics.
const fewest = 8

// halves splits every chain: then one that drifts disagrees with itself.
func halves(chains []series) []series {
	var all []series
	for _, c := range chains {
		n := len(c) / 2
		all = append(all, c[:n], c[len(c)-n:])
	}
	return all
}

// spread is the variance within chains, and the estimate of the whole that adds what is between them.
func spread(chains []series) (within, whole float64) {
	m, n := float64(len(chains)), float64(len(chains[0]))
	means := make(series, len(chains))
	for i, c := range chains {
		mean, variance := c.moments()
		means[i] = mean
		within += variance / m
	}
	_, between := means.moments()
	return within, (n-1)/n*within + between
}

// splitRHat is the potential scale reduction of split chains: Gelman et al., Bayesian Data Analysis,
// third edition, 11.4. NaN where there are too few draws, or none moved.
func splitRHat(chains []series) float64 {
	if len(chains[0]) < fewest {
		return math.NaN()
	}
	within, whole := spread(halves(chains))
	if !(within > 0) {
		return math.NaN()
	}
	return math.Sqrt(whole / within)
}

// effective is the effective sample size of all chains together (A. Vehtari et al., 2021, without
// ranks): the autocorrelations of split chains are added up in pairs as long as these are positive and fall
// (C. Geyer's initial monotone sequence).
func effective(chains []series) float64 {
	if len(chains[0]) < fewest {
		return math.NaN()
	}
	split := halves(chains)
	within, whole := spread(split)
	if !(within > 0) {
		return math.NaN()
	}
	m, n := len(split), len(split[0])
	mean := covariances(split)
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		return 1 - (within-mean[lag])/whole
	}
	sum, last := 0.0, math.Inf(1)
	for lag := 0; lag+1 < n; lag += 2 {
		pair := rho(lag) + rho(lag+1)
		if !(pair > 0) {
			break
		}
		last = min(last, pair)
		sum += last
	}
	all := float64(m * n)
	// Draws that repel each other may be worth more than as many independent ones, but not
	// without bound: an estimate of it is cut off, as by Stan.
	return all / max(2*sum-1, 1/math.Log10(all))
}

// timed is what the benchmarks time: sweeps of Gibbs over the Gaussian with ρ = 0.9.
var timed = []algos.Bench{{Task: "gibbs, correlated Gaussian, n sweeps", Data: dataset.BenchMoons, Sizes: []int{1000, 10_000}, Setup: sweeping}}

// sweeping takes from the data how many sweeps there are; the target needs none.
func sweeping(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	s := &sampler{options: options{Method: gibbs}, density: correlated(0.9)}
	drawn := make([]place, len(x))
	do = func() {
		r, at, d := rand.New(rand.NewPCG(1, 1)), place{}, draw{}
		for i := range drawn {
			s.sweep(&d, at, r)
			at = d.now
			drawn[i] = at
		}
	}
	answers = func() []algos.Value {
		mean, square := place{}, place{}
		for _, at := range drawn {
			for k := range 2 {
				mean[k] += at[k] / float64(len(drawn))
				square[k] += at[k] * at[k] / float64(len(drawn))
			}
		}
		return []algos.Value{{Name: "mean", Value: mean[:]}, {Name: "square", Value: square[:]}}
	}
	return do, answers, nil
}
