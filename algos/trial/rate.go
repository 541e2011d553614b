package trial

import (
	"gonum.org/v1/gonum/stat/distuv"

	"playground/algos"
	"playground/algos/say"
)

// A Rate counts in how many trials something happened. The zero value is ready to use;
// a copy does not change with it.
type Rate struct{ Hits, N int }

// Add counts one trial.
func (r *Rate) Add(hit bool) {
	r.N++
	if hit {
		r.Hits++
	}
}

// Share is the relative frequency, 0 before the first trial.
func (r Rate) Share() float64 { return float64(r.Hits) / float64(max(r.N, 1)) }

// Limits returns the interval of Clopper and Pearson (1934) for the probability of a
// hit. Whatever the probability is, an interval computed after a number of trials that
// was fixed beforehand contains it with at least the given confidence.
func (r Rate) Limits(confidence float64) (lo, hi float64) {
	tail := (1 - confidence) / 2
	k, n := float64(r.Hits), float64(r.N)
	lo, hi = 0, 1
	if r.Hits > 0 {
		lo = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(tail)
	}
	if r.Hits < r.N {
		hi = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(1 - tail)
	}
	return lo, hi
}

// Confidence is that of the limits of [Rate.AtMost]. It is close to 1 because a run is
// looked at after every trial, and each look may err.
const Confidence = 0.999

// AtMost checks the promise that a hit has at most the probability delta. It holds once
// the upper limit is at most delta, and is broken once the lower limit is above it.
// Until then the trials are too few to tell, and it is open. Where the probability is
// delta itself, it stays open but for an error of the limits.
func (r Rate) AtMost(name string, claim say.Phrase, delta float64) algos.Check {
	lo, hi := r.Limits(Confidence)
	c := algos.Check{
		Name: name, Claim: claim, Left: r.Share(), Rel: "<=", Right: delta, Verdict: algos.Open,
		Why: say.Vars{"hits": r.Hits, "n": r.N, "percent": 100 * Confidence, "lo": lo, "hi": hi}.
			Text("<hits> of <n trial>: with a confidence of <percent> % the probability is from <lo> to <hi>"),
	}
	switch {
	case hi <= delta:
		c.Verdict = algos.Holds
	case lo > delta:
		c.Verdict = algos.Broken
	}
	return c
}
