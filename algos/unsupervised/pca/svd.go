package pca

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"playground/algos/num"
)

// singular returns the singular values of the matrix with these columns, falling, and
// its right singular vectors: A = U·diag(s)·Vᵀ with the rows of v as the columns of V.
//
// Householder's QR leaves a p×p triangle with the same values, and one-sided Jacobi
// turns its columns, two at a time, until they are orthogonal: their lengths are s. Unlike
// the usual bidiagonal route this keeps the digits of small values where columns have
// very different units, and nothing is squared.
func singular(columns [][]float64) (s []float64, v [][]float64) {
	p, size := len(columns), 0.0
	for _, c := range columns {
		size = max(size, largest(c))
	}
	v = make([][]float64, p)
	for j := range v {
		v[j] = make([]float64, p)
		v[j][j] = 1
	}
	s = make([]float64, p)
	if size == 0 {
		return s, v
	}
	if size > tiny && size < 1/tiny {
		size = 1 // no need to divide
	}
	w := triangle(columns, size)
	turnAll(w, v)
	order := make([]int, p)
	for j := range order {
		order[j] = j
		s[j] = norm(w[j])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s[b], s[a]) })
	values, vectors := make([]float64, p), make([][]float64, p)
	for to, from := range order {
		values[to], vectors[to] = size*s[from], v[from]
	}
	return values, vectors
}

// tiny is a length whose square is far from underflow.
const tiny = 1e-100

// triangle returns the columns of R in A/size = QR, each of p numbers.
func triangle(columns [][]float64, size float64) [][]float64 {
	p, n := len(columns), len(columns[0])
	work := make([][]float64, p)
	flat := make([]float64, p*n)
	for j, c := range columns {
		work[j] = flat[j*n : (j+1)*n]
		if copy(work[j], c); size != 1 {
			for i := range work[j] {
				work[j][i] /= size
			}
		}
	}
	for k := range min(p, n-1) {
		h := work[k][k:]
		length, unit := norm(h), 1.0
		if length == 0 {
			continue
		}
		if length < tiny { // of length 1, so that no square of it underflows
			for i := range h {
				h[i] /= length
			}
			length, unit = 1, length
		}
		at := -math.Copysign(length, h[0])
		h[0] -= at // h is Householder's vector now; the column becomes (at, 0, …)
		scale := -at * h[0]
		for _, c := range work[k+1:] {
			floats.AddScaled(c[k:], -dot(h, c[k:])/scale, h)
		}
		clear(h)
		h[0] = at * unit
	}
	for j := range work {
		if r := make([]float64, p); copy(r, work[j][:min(p, n)]) > 0 {
			work[j] = r
		}
	}
	return work
}

// turnAll makes the columns of w orthogonal by plane rotations, and turns the rows of v
// along.
func turnAll(w, v [][]float64) {
	const sweeps = 60 // five or six are usual; what is left then is rounding
	for range sweeps {
		turned := false
		for a := range w {
			for b := a + 1; b < len(w); b++ {
				turned = turnPair(w[a], w[b], v[a], v[b]) || turned
			}
		}
		if !turned {
			return
		}
	}
}

// turnPair turns two columns until they are orthogonal, and reports whether they were
// not.
func turnPair(x, y, vx, vy []float64) bool {
	lx, ly, xy := norm(x), norm(y), dot(x, y)
	if math.Abs(xy) <= num.Ulp*lx*ly {
		return false
	}
	// tan 2θ = 2xy/(ly² − lx²); the smaller of both θ.
	zeta := (ly - lx) * (ly + lx) / (2 * xy)
	t := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Hypot(1, zeta))
	c := 1 / math.Hypot(1, t)
	rotate(x, y, c, c*t)
	rotate(vx, vy, c, c*t)
	return true
}

func rotate(x, y []float64, c, s float64) {
	for i, a := range x {
		x[i], y[i] = c*a-s*y[i], s*a+c*y[i]
	}
}

// oriented turns a direction round where its largest entry is negative. Of entries that
// are as large but for rounding the first counts.
func oriented(u []float64) []float64 {
	const alike = 1e-9
	most := 0.0
	for _, x := range u {
		most = max(most, math.Abs(x))
	}
	out := slices.Clone(u)
	for _, x := range u {
		if math.Abs(x) < most*(1-alike) {
			continue
		}
		if x < 0 {
			for i := range out {
				out[i] = 0 - out[i]
			}
		}
		break
	}
	return out
}
