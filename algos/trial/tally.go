package trial

import (
	"math"
	"slices"
)

// A Tally adds up one number of every trial. The zero value is ready to use and follows
// no quantiles.
type Tally struct {
	n, undefined int
	mean, m2     float64 // of Welford: the mean, and the sum of squares around it
	min, max     float64
	levels       []float64
	kept         []float64 // all numbers, in order, as long as they are few
	markers      *markers  // instead of them, afterwards
}

// NewTally returns a tally that follows the quantiles of these levels, each between 0
// and 1: 0.5 is the median. At most eight can be followed.
func NewTally(levels ...float64) *Tally {
	sorted := slices.Compact(slices.Sorted(slices.Values(levels)))
	if len(sorted) > maxLevels {
		panic("trial: too many quantiles")
	}
	for _, p := range sorted {
		if !(p > 0 && p < 1) {
			panic("trial: the level of a quantile is between 0 and 1")
		}
	}
	return &Tally{levels: sorted}
}

// Add adds the number of one trial. One that is not finite is only counted: it says that
// what was to be measured is not defined in this trial.
func (t *Tally) Add(x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		t.undefined++
		return
	}
	if t.n == 0 {
		t.min, t.max = x, x
	}
	t.n++
	d := x - t.mean
	t.mean += d / float64(t.n)
	t.m2 += d * (x - t.mean)
	t.min, t.max = min(t.min, x), max(t.max, x)
	t.place(x)
}

// place keeps the number, or lets it move the markers.
func (t *Tally) place(x float64) {
	switch {
	case len(t.levels) == 0:
	case t.markers != nil:
		t.markers.add(x)
	default:
		i, _ := slices.BinarySearch(t.kept, x)
		t.kept = slices.Insert(t.kept, i, x)
		if len(t.kept) == Exact {
			t.markers = newMarkers(t.levels, t.kept)
		}
	}
}

// A Summary is what the numbers of a tally say. It does not change any more.
type Summary struct {
	N         int     // how many numbers were finite
	Undefined int     // and how many were not; nothing below counts them
	Mean      float64 // NaN where N is 0, like Min and Max
	Variance  float64 // unbiased, with N − 1; NaN where N is below 2, like SE
	SE        float64 // standard error of the mean
	Min, Max  float64
	Quantiles []Quantile // those that the tally follows, in increasing order
}

// A Quantile is the number below which the share Level lies.
type Quantile struct{ Level, Value float64 }

// Summary returns what the numbers say so far.
func (t *Tally) Summary() Summary {
	nan := math.NaN()
	s := Summary{N: t.n, Undefined: t.undefined, Mean: nan, Variance: nan, SE: nan, Min: nan, Max: nan}
	if t.n > 0 {
		s.Mean, s.Min, s.Max = t.mean, t.min, t.max
	}
	if t.n > 1 {
		s.Variance = t.m2 / float64(t.n-1)
		s.SE = math.Sqrt(s.Variance / float64(t.n))
	}
	for i, p := range t.levels {
		q := Quantile{Level: p}
		if t.markers != nil {
			q.Value = t.markers.quantile(i)
		} else {
			q.Value = between(t.kept, p)
		}
		s.Quantiles = append(s.Quantiles, q)
	}
	return s
}

// Quantile returns the quantile of that level, NaN if the tally does not follow it.
func (s Summary) Quantile(level float64) float64 {
	for _, q := range s.Quantiles {
		if q.Level == level {
			return q.Value
		}
	}
	return math.NaN()
}
