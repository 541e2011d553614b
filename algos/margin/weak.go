package margin

import (
	"context"
	"math/big"
	"slices"
)

// Weak reports whether some θ has ⟨θ, z_t⟩ ≥ 0 for all t and ⟨θ, z_t⟩ > 0 for
// some. It is exact, like [Largest], and true wherever that finds a margin.
//
// By Stiemke's lemma there is no such θ if and only if Σλ_t z_t = 0 for some λ
// with all λ_t > 0. Where the origin lies in the hull of some rows with positive
// weights, ⟨θ, z⟩ = 0 on these rows; so their span is divided out, and the
// question is asked again in the fewer dimensions that are left.
func Weak(z []Vector) bool {
	weak, _ := WeakWithin(context.Background(), z)
	return weak
}

// WeakWithin is [Weak] while the context lasts; ok is false where that ended first,
// and then there is no answer.
func WeakWithin(ctx context.Context, z []Vector) (weak, ok bool) {
	l := newLattice(z)
	for {
		l.z = slices.DeleteFunc(l.z, isZero)
		if len(l.z) == 0 {
			return false, true
		}
		near, ok := l.closest(ctx)
		if !ok {
			return false, false
		}
		if near.square.Sign() > 0 {
			return true, true
		}
		l.divide(near.rows)
	}
}

// divide maps all vectors linearly so that exactly the span of the rows becomes
// zero.
func (l *lattice) divide(rows []int) {
	a := l.z[rows[0]]
	normal := vector{new(big.Int), new(big.Int), new(big.Int)}
	for _, t := range rows[1:] {
		b := l.z[t]
		switch {
		case isZero(normal):
			normal = cross(a, b)
		case dot(normal, b).Sign() != 0: // they span the whole space
			l.z = nil
			return
		}
	}
	for t, z := range l.z {
		if isZero(normal) {
			l.z[t] = cross(a, z) // the part of z across a, turned by a right angle
			continue
		}
		l.z[t] = vector{dot(normal, z), new(big.Int), new(big.Int)}
	}
}

func isZero(v vector) bool { return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0 }

func cross(a, b vector) vector {
	minor := func(i, j int) *big.Int {
		p := new(big.Int).Mul(a[i], b[j])
		return p.Sub(p, new(big.Int).Mul(a[j], b[i]))
	}
	return vector{minor(1, 2), minor(2, 0), minor(0, 1)}
}
