package trial_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded"
	"playground/algos/trial"
)

// Limits of 95 %, as R's binom.test prints them.
func TestLimitsOfR(t *testing.T) {
	for _, c := range []struct {
		hits, n int
		lo, hi  float64
	}{
		{10, 100, 0.04900469, 0.17622260},
		{5, 20, 0.08657147, 0.49104587},
	} {
		lo, hi := trial.Rate{Hits: c.hits, N: c.n}.Limits(0.95)
		near(t, "lower limit", lo, c.lo, 5e-9)
		near(t, "upper limit", hi, c.hi, 5e-9)
	}
}

// Without a hit, or with nothing else, the limits have a closed form.
func TestLimitsAtTheEnds(t *testing.T) {
	for _, n := range []int{1, 2, 10, 1000, 100_000} {
		for _, confidence := range []float64{0.9, 0.99, trial.Confidence} {
			root := math.Pow((1-confidence)/2, 1/float64(n))
			lo, hi := trial.Rate{N: n}.Limits(confidence)
			near(t, "lower limit of no hit", lo, 0, 0)
			near(t, "upper limit of no hit", hi, 1-root, 1e-12)
			lo, hi = trial.Rate{Hits: n, N: n}.Limits(confidence)
			near(t, "lower limit of hits alone", lo, root, 1e-12)
			near(t, "upper limit of hits alone", hi, 1, 0)
		}
	}
	if lo, hi := (trial.Rate{}).Limits(0.99); lo != 0 || hi != 1 {
		t.Errorf("without a trial: from %v to %v", lo, hi)
	}
}

// atMost is the probability of at most k hits in n trials, in exact arithmetic.
func atMost(k, n int, p float64) float64 {
	one := big.NewRat(1, 1)
	rat := new(big.Rat).SetFloat64(p)
	not := new(big.Rat).Sub(one, rat)
	power := func(r *big.Rat, n int) *big.Rat {
		e := big.NewInt(int64(n))
		return new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
	}
	sum := new(big.Rat)
	for i := range k + 1 {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
		sum.Add(sum, term.Mul(term, new(big.Rat).Mul(power(rat, i), power(not, n-i))))
	}
	f, _ := sum.Float64()
	return f
}

// The limits are defined by the tails of the binomial distribution: so many hits or more
// have the probability (1 − confidence)/2 at the lower one, so many or fewer at the upper.
func TestLimitsCutTheTails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "hits")
		confidence := rapid.SampledFrom([]float64{0.8, 0.95, trial.Confidence}).Draw(t, "confidence")
		lo, hi := trial.Rate{Hits: k, N: n}.Limits(confidence)
		tail := (1 - confidence) / 2
		if share := float64(k) / float64(n); !(0 <= lo && lo <= share && share <= hi && hi <= 1) {
			t.Fatalf("from %v to %v around %v", lo, hi, share)
		}
		if got := 1 - atMost(k-1, n, lo); k > 0 && math.Abs(got-tail) > 1e-10 {
			t.Errorf("lower tail %v, want %v", got, tail)
		}
		if got := atMost(k, n, hi); k < n && math.Abs(got-tail) > 1e-10 {
			t.Errorf("upper tail %v, want %v", got, tail)
		}
	})
}

// The interval contains the probability at least as often as it says.
func TestLimitsCover(t *testing.T) {
	const n, confidence = 20, 0.9
	for _, p := range []float64{0.01, 0.05, 0.2, 0.37, 0.5, 0.81} {
		covered, before := 0.0, 0.0
		for k := range n + 1 {
			upTo := atMost(k, n, p)
			if lo, hi := (trial.Rate{Hits: k, N: n}).Limits(confidence); lo <= p && p <= hi {
				covered += upTo - before
			}
			before = upTo
		}
		if covered < confidence {
			t.Errorf("p = %v is covered with probability %v", p, covered)
		}
	}
}

func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		name    string
		rate    trial.Rate
		delta   float64
		verdict algos.Verdict
	}{
		{"no trial", trial.Rate{}, 0.05, algos.Open},
		{"too few", trial.Rate{N: 100}, 0.05, algos.Open},
		{"enough", trial.Rate{N: 200}, 0.05, algos.Holds},
		{"rarely", trial.Rate{Hits: 10, N: 1000}, 0.05, algos.Holds},
		{"about as often", trial.Rate{Hits: 50, N: 1000}, 0.05, algos.Open},
		{"too often", trial.Rate{Hits: 100, N: 1000}, 0.05, algos.Broken},
		{"it may not happen at all", trial.Rate{N: 1000}, 0, algos.Open},
		{"and did", trial.Rate{Hits: 1, N: 1000}, 0, algos.Broken},
		{"anything is allowed", trial.Rate{Hits: 7, N: 7}, 1, algos.Holds},
	} {
		got := c.rate.AtMost("delta", "it seldom fails", c.delta)
		if got.Verdict != c.verdict {
			t.Errorf("%s: %s, want %s (%s)", c.name, got.Verdict, c.verdict, got.Why)
		}
		if got.Left != c.rate.Share() || got.Right != c.delta || got.Rel != "<=" || got.Why == "" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestRateCounts(t *testing.T) {
	var r trial.Rate
	for i := range 10 {
		before := r
		r.Add(i%3 == 0)
		if before.N != i {
			t.Fatal("a copy of a rate changes with it")
		}
	}
	if r != (trial.Rate{Hits: 4, N: 10}) || r.Share() != 0.4 {
		t.Errorf("%+v, share %v", r, r.Share())
	}
}
