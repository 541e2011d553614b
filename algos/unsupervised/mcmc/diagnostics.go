package mcmc

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
)

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
