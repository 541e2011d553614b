package committee

import (
	"context"
	"math"
)

// A Spread is how much trees and ensembles differ from one sample to another, which the same generator draws:
// variances over the samples, on average over places of the board.
type Spread struct {
	Heard       [][]float64 // what each member says on every sample at every place to every class; shared, only longer
	sums        []float64
	OfTree      float64 // σ², of a single tree, on average over the members
	Shared      float64 // ρσ², the covariance of two members, on average over all pairs
	OfCommittee float64
}

func noSpread() Spread {
	return Spread{OfTree: math.NaN(), Shared: math.NaN(), OfCommittee: math.NaN()}
}

// measure brings up the same tree on every other sample. Its variance is that of many samples, estimated from
// a few: it divides by their number less one.
func (s *State) measure(ctx context.Context, before Spread) error {
	b := len(before.Heard) + 1
	if len(s.copies) < 2 || b > measured || b != len(s.Committee) {
		return nil
	}
	heard := make([]float64, 0, len(s.copies)*len(s.lookout)*s.K)
	for r, c := range s.copies {
		rand := s.stream(r+1, b)
		Draw(rand, s.times)
		tree, _, err := s.Grow(ctx, c.sorted, c.target, s.times, rand)
		if err != nil {
			return err
		}
		for _, x := range s.lookout {
			at := len(heard)
			heard = heard[:at+s.K]
			s.says(heard[at:], &tree.Nodes[tree.Leaf(x...)])
		}
	}
	sums := make([]float64, len(heard))
	copy(sums, before.sums)
	with := 0.0
	for _, other := range before.Heard {
		with += s.covariance(heard, other)
	}
	for i, v := range heard {
		sums[i] += v
	}
	s.Heard, s.sums = append(before.Heard, heard), sums
	if b == 1 {
		before.OfTree, before.Shared = 0, 0
	}
	n := float64(b)
	s.OfTree = before.OfTree + (s.covariance(heard, heard)-before.OfTree)/n
	if b > 1 {
		pairs := n * (n - 1) / 2
		s.Shared = before.Shared + (with-(n-1)*before.Shared)/pairs
	} else {
		s.Shared = 0
	}
	s.OfCommittee = s.covariance(sums, sums) / (n * n)
	return nil
}

// covariance is that of what two say over the samples, half of its sum over the classes, on average over the
// places: with two classes that is the covariance of the share of one of them. Of values it is the covariance itself.
func (s *State) covariance(a, b []float64) float64 {
	places := len(s.lookout) * s.K
	r := float64(len(s.copies))
	sum := 0.0
	for p := range places {
		ma, mb, ab := 0.0, 0.0, 0.0
		for at := p; at < len(a); at += places {
			ma += a[at]
			mb += b[at]
			ab += a[at] * b[at]
		}
		sum += (ab - ma*mb/r) / (r - 1)
	}
	if s.Z == nil {
		sum /= 2
	}
	return sum / float64(len(s.lookout))
}

// Rho is the correlation of two trees, 0 where nothing varies.
func (s *State) Rho() float64 {
	if !(s.OfTree > 0) {
		return 0
	}
	return s.Shared / s.OfTree
}
