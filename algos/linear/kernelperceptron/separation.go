package kernelperceptron

import (
	"context"
	"math"

	"playground/algos/linear/internal/smo"
	"playground/algos/num"
)

// A separation is what is known about the largest margin γ* with which a plane
// through the origin of feature space separates the rows.
//
// With z = yφ(x) it is the distance of the origin from the hull of all z. Every
// point w = Σλz of the hull proves two things: no margin exceeds ‖w‖, and w itself
// has the margin min ⟨w, z⟩/‖w‖. At the nearest point both are equal.
type separation struct {
	separable   bool
	inseparable bool    // up to the resolution; neither: not settled
	lo, hi      float64 // lo ≤ γ* ≤ hi
	lambda      []float64
	toward      []float64 // ⟨z, w⟩/‖w‖, a row each: what a mistake adds along θ* = w/‖w‖
}

const (
	// resolution is the margin, as a share of R, below which a hull is said to hold
	// the origin: squares of lengths are known to some 10⁻¹⁴, lengths to 10⁻⁷.
	resolution = 1e-6
	// precise is how far, as a share of γ*², the two bounds may lie apart.
	precise = 1e-9
	// work bounds the pairs that are moved, times the rows.
	work     = 6_000_000
	maxPairs = 12_000
)

// signed is the matrix of ⟨zᵢ, zⱼ⟩/R².
type signed struct {
	gram  *smo.Gram
	y     []float64
	scale float64
	diag  []float64
	rows  [][]float64
}

func newSigned(gram *smo.Gram, y []float64, r2 float64) *signed {
	s := &signed{gram: gram, y: y, scale: 1 / r2, diag: make([]float64, len(y)), rows: make([][]float64, len(y))}
	for i, k := range gram.Diagonal() {
		s.diag[i] = k * s.scale
	}
	return s
}

func (s *signed) Diagonal() []float64 { return s.diag }

func (s *signed) Row(i int) []float64 {
	if s.rows[i] == nil {
		row := make([]float64, len(s.y))
		for j, k := range s.gram.Row(i) {
			row[j] = k * s.scale * (s.y[i] * s.y[j])
		}
		s.rows[i] = row
	}
	return s.rows[i]
}

// separate finds the point of the hull nearest to the origin: the dual of the hard
// margin through the origin, with all labels +1 and Σλ = 1. r2 is R², above 0. It
// leaves off where the context has ended.
func separate(ctx context.Context, gram *smo.Gram, y []float64, r2 float64) separation {
	n := len(y)
	q := newSigned(gram, y, r2)
	ones, none, free, first := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		ones[i], free[i] = 1, math.Inf(1)
	}
	first[0] = 1
	solver, err := smo.New(smo.Problem{Y: ones, P: none, C: free, K: q, Start: first})
	if err != nil {
		panic(err) // the problem is of our own making
	}
	run := smo.Run{Solver: solver, Tol: num.Ulp, Cap: min(maxPairs, work/n)}
	for pair, end := run.Next(); end == smo.Running && ctx.Err() == nil; {
		square := 2 * solver.Objective()
		if pair.Violation <= precise*square || square <= resolution*resolution/4 {
			break
		}
		if _, end = run.Advance(pair); end == smo.Running {
			run.Face()
			pair, end = run.Next()
		}
	}
	return q.judge(solver.Alpha(), math.Sqrt(r2))
}

// judge computes both bounds afresh. Sums of λq with Σλ = 1 and |q| ≤ 1, in which
// q is a kernel value, are known to a few ε for every term.
func (s *signed) judge(lambda []float64, r float64) separation {
	n := len(lambda)
	scores := make([]float64, n)
	total, terms := 0.0, 0
	for j, a := range lambda {
		total += a
		if a == 0 {
			continue
		}
		terms++
		for i, q := range s.Row(j) {
			scores[i] += a * q
		}
	}
	square, least := 0.0, math.Inf(1)
	for i, a := range lambda {
		square += a * scores[i]
		least = min(least, scores[i])
	}
	rounding := 2 * num.Ulp * float64(terms+32)
	length := math.Sqrt(max(0, square))
	out := separation{
		lambda: append([]float64(nil), lambda...), toward: scores,
		hi: r * math.Sqrt(max(0, square)+rounding) / total,
	}
	switch {
	case least > rounding:
		out.separable = true
		out.lo = r * (least - rounding) / length
		for i := range scores {
			scores[i] *= r / length
		}
	case out.hi <= resolution*r:
		out.inseparable = true
	}
	return out
}
