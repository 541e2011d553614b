package svm

import (
	"context"
	"math"
	"slices"

	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
)

// A price is the optimum at one C.
type price struct {
	c     float64
	value float64 // ½‖w‖² + CΣξ
	norm  float64 // ‖w‖
	slack float64 // Σξ
	off   float64 // how far norm may be from that of the optimum: ½off² is the gap, with its rounding
	terms float64 // the size of what w is a sum of
	top   float64 // the largest α

	support, bounded, inside, errors int
}

// A sweep is the optimum at many C, from a small one to a large one, and at the run's
// own.
type sweep struct {
	prices []price
	lo, hi float64 // the C of both ends
	cut    bool    // the work that is allowed was used up before hi
	hard   *price  // that of the hard margin; nil where it was not seen to exist
}

const (
	sweepNodes = 41         // C on the grid, evenly in its logarithm
	sweepTol   = 1e-9       // a gap that is small where C is large, too
	maxSwept   = 600        // the most points for which C is swept
	maxSweep   = 10_000_000 // bounds the work, in updates of one error
	noSlack    = 1e-7       // what is less is no slack, but what the tolerance leaves of one
)

// sweepC solves the problem at every C of the grid from nothing. It takes the range
// of the slider, or more where C lies outside.
func (t *task) sweepC(ctx context.Context) *sweep {
	s := &sweep{lo: min(0.01, power(math.Floor, t.C)), hi: max(1000, power(math.Ceil, t.C))}
	grid := make([]float64, 0, sweepNodes+1)
	for k := range sweepNodes {
		share := float64(k) / (sweepNodes - 1)
		grid = append(grid, s.lo*math.Pow(s.hi/s.lo, share))
	}
	if !t.Hard {
		grid = append(grid, t.C)
	}
	slices.Sort(grid)
	gram := smo.NewGram(t.Kernel, t.X)
	defer gram.Close()
	work := maxSweep / len(t.y)
	for _, c := range slices.Compact(grid) {
		p, took, ok := t.priced(ctx, gram, c, work)
		if work -= took; !ok {
			s.cut = true
			return s
		}
		s.prices = append(s.prices, p)
	}
	// An optimum of which no α is at its bound is the optimum of every larger C.
	if last := s.prices[len(s.prices)-1]; last.bounded == 0 {
		if p, _, ok := t.priced(ctx, gram, math.Inf(1), work); ok {
			s.hard = &p
		}
	}
	return s
}

// power is a power of ten near x.
func power(round func(float64) float64, x float64) float64 {
	return math.Pow(10, round(math.Log10(x)))
}

// priced is the optimum at that C, +Inf for the hard margin, and the pairs that it
// took; ok is false where that was too much.
func (t *task) priced(ctx context.Context, gram *smo.Gram, c float64, most int) (p price, took int, ok bool) {
	fit, err := smo.Solve(ctx, smo.Problem{Y: t.y, C: slices.Repeat([]float64{c}, len(t.y)), K: gram}, sweepTol, most)
	if err != nil || fit.End == smo.Cap || fit.End == smo.NoBound {
		return price{}, fit.Iterations, false
	}
	at := *t
	at.c, at.C, at.Hard = c, c, math.IsInf(c, 1)
	s := state{task: &at, State: pairs.State{Bias: fit.Offset, Free: fit.Free}, alpha: fit.Alpha, e: fit.Errors}
	s.measure()
	p = price{
		c: c, value: s.Primal, norm: math.Sqrt(max(0, s.norm2)), off: math.Sqrt(2 * (max(0, s.Primal-s.Dual) + s.rounding())), top: slices.Max(s.alpha),
		support: s.Support(), bounded: s.Bound, errors: s.errors,
	}
	for k, x := range s.X {
		p.terms += s.alpha[k] * math.Sqrt(max(0, s.Kernel.At(x, x)))
	}
	for k := range s.y {
		if xi := s.slack(k); xi > noSlack {
			p.slack += xi
			p.inside++
		}
	}
	return p, fit.Iterations, true
}

// flat reports whether there is nothing to see: w = 0 at every C, as with one class.
func (s *sweep) flat() bool {
	return len(s.prices) < 2 || s.prices[len(s.prices)-1].norm == 0
}

// from is the C from which on nothing changes any more: the largest α of the hard
// margin, which then fits into the box; NaN where no hard margin was found.
func (s *sweep) from() float64 {
	if s.hard == nil {
		return math.NaN()
	}
	return s.hard.top
}

// closest is the k of the two neighbours k, k + 1 between which ‖w‖ grows least, in
// comparison with what is known of it.
func (s *sweep) closest() int {
	best, least := 0, math.Inf(1)
	for k := range len(s.prices) - 1 {
		a, b := s.prices[k], s.prices[k+1]
		if rise := (b.norm - a.norm) / max(a.norm, b.norm, math.SmallestNonzeroFloat64); rise < least {
			best, least = k, rise
		}
	}
	return best
}
