// Package margin finds the largest margin with which a plane through the origin
// separates labelled vectors, or proves that none does.
//
// With z_t = y_t·x_t, a unit vector θ has the margin min_t ⟨θ, z_t⟩. The largest
// margin γ is the distance of the origin from the convex hull of the z_t, and
// the best θ* points to the hull's nearest point: this is the dual of the
// hard-margin support vector machine through the origin. If the origin lies in
// the hull, Σλ_t z_t = 0 with λ ≥ 0, Σλ_t = 1 proves that no θ has all
// ⟨θ, z_t⟩ > 0.
//
// The nearest point is found by Wolfe's algorithm ("Finding the nearest point in
// a polytope", 1976) in whole numbers: a float64 is a whole number times a power
// of two, so every comparison is exact, the answer never depends on a tolerance,
// and only the numbers returned are rounded.
package margin

import (
	"context"
	"math/big"
)

// A Vector is a vector of up to three coordinates; those not used are zero.
type Vector = [3]float64

// A Result is what [Largest] found.
type Result struct {
	// Separable says whether some θ has ⟨θ, z_t⟩ > 0 for all t.
	Separable bool
	// Theta is the unit vector θ* with the largest margin, Gamma that margin and
	// Ratio the number (R/γ)²: each is the exact value rounded once or, for
	// Gamma and Theta, to within two units of the last place. They are zero
	// where the vectors are not separable; a Ratio beyond all float64 is the
	// largest one.
	Theta Vector
	Gamma float64
	Ratio float64
	// Support are the rows t with ⟨θ*, z_t⟩ = γ exactly, ascending; empty where
	// the vectors are not separable.
	Support []int
	// Rows and Weights are the convex combination Σλz that gives the nearest
	// point γθ*, or 0 where the vectors are not separable: at most four rows. A weight
	// too small for a float64 is 0.
	Rows    []int
	Weights []float64
	// R is max ‖z_t‖, R2 its square.
	R, R2 float64
}

// Largest returns the largest margin of the vectors z_t = y_t·x_t, which must
// be finite. No vectors at all are not separable, with no rows to prove it.
//
// Every round looks at all vectors once; it ends because the distance of the
// candidate falls in every round and each is determined by at most four rows.
func Largest(z []Vector) Result {
	r, _ := LargestWithin(context.Background(), z)
	return r
}

// LargestWithin is [Largest] while the context lasts. It looks at the context
// several times in every round; ok is false where it ended first, and then there is
// no result.
func LargestWithin(ctx context.Context, z []Vector) (r Result, ok bool) {
	if len(z) == 0 {
		return Result{}, ctx.Err() == nil
	}
	pts := newLattice(z)
	near, ok := pts.closest(ctx)
	switch {
	case !ok:
		return Result{}, false
	case near.square.Sign() == 0:
		return pts.inseparable(near), true
	}
	return pts.separable(near), true
}

// closest returns the point of the hull that is nearest to the origin; there is
// at least one vector. It gives up when the context ends.
func (l *lattice) closest(ctx context.Context) (near *point, ok bool) {
	corral := []int{l.shortest()}
	for {
		near := l.nearest(corral)
		if near.square.Sign() == 0 {
			return near, true
		}
		t, score := l.lowest(ctx, near)
		if ctx.Err() != nil {
			return nil, false
		}
		if near.beats(score) {
			return near, true
		}
		corral = append(near.rows, t)
	}
}

// A point is a convex combination of rows, P = Σ wᵢ zᵢ over the common
// denominator det > 0: the place is P/det, with the weights wᵢ/det.
type point struct {
	rows    []int
	weights []*big.Int
	det     *big.Int
	p       [3]*big.Int
	square  *big.Int // ⟨P, P⟩
}

// beats reports whether a vector with ⟨z, P⟩ = score lies on or beyond the plane
// through the place and across it: ⟨z, P/det⟩ ≥ ‖P/det‖².
func (q *point) beats(score *big.Int) bool { return q.compare(score) >= 0 }

func (q *point) compare(score *big.Int) int {
	return new(big.Int).Mul(score, q.det).Cmp(q.square)
}

// nearest returns the point nearest to the origin in the hull of the corral, of
// at most four rows, the newest last; all but the newest have their own nearest
// point inside them, so that the newest takes part. It is the point nearest to
// the origin of the plane through some subset of the rows that lies inside the
// subset (all weights positive) and that no other row beats.
func (l *lattice) nearest(corral []int) *point {
	newest := len(corral) - 1
	for mask := range 1 << newest {
		rows := make([]int, 0, 4)
		for i, t := range corral {
			if i == newest || mask>>i&1 == 1 {
				rows = append(rows, t)
			}
		}
		q, inside := l.foot(rows)
		if inside && l.noneBeats(q, corral) {
			return q
		}
	}
	// Unreachable: the nearest point of a hull has such a subset, by
	// Carathéodory's theorem and the conditions for a minimum.
	panic("margin: no nearest point")
}

func (l *lattice) noneBeats(q *point, corral []int) bool {
	for _, t := range corral {
		if q.compare(l.score(q, t)) < 0 {
			return false
		}
	}
	return true
}

// foot returns the point nearest to the origin of the plane through the rows,
// s₀ + Σ μᵢ(sᵢ − s₀) with Dμ = −(⟨sᵢ − s₀, s₀⟩)ᵢ and Dᵢⱼ = ⟨sᵢ − s₀, sⱼ − s₀⟩, by
// Cramer's rule. It is inside if every weight is positive; rows that span no
// plane of their own (det D = 0) are never inside.
func (l *lattice) foot(rows []int) (*point, bool) {
	m := len(rows) - 1
	edges := make([]vector, m)
	for i := range edges {
		edges[i] = sub(l.z[rows[i+1]], l.z[rows[0]])
	}
	gram := make([][]*big.Int, m)
	right := make([]*big.Int, m)
	for i := range m {
		gram[i] = make([]*big.Int, m)
		for j := range m {
			gram[i][j] = dot(edges[i], edges[j])
		}
		right[i] = new(big.Int).Neg(dot(edges[i], l.z[rows[0]]))
	}
	det := determinant(gram)
	if det.Sign() == 0 {
		return nil, false
	}
	q := &point{rows: rows, det: det, weights: make([]*big.Int, m+1)}
	q.weights[0] = new(big.Int).Set(det)
	for i := range m {
		w := determinant(replaceColumn(gram, i, right))
		q.weights[i+1] = w
		q.weights[0].Sub(q.weights[0], w)
	}
	for i := range q.p {
		q.p[i] = new(big.Int)
	}
	for i, w := range q.weights {
		if w.Sign() <= 0 {
			return nil, false
		}
		for c, z := range l.z[rows[i]] {
			q.p[c].Add(q.p[c], new(big.Int).Mul(w, z))
		}
	}
	q.square = dot(q.p, q.p)
	return q, true
}
