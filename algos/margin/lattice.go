package margin

import (
	"context"
	"math"
	"math/big"
)

// A vector has whole coordinates.
type vector = [3]*big.Int

// A lattice holds the vectors in units of 2^shift, in which all their
// coordinates are whole numbers.
type lattice struct {
	z     []vector
	shift int
}

func newLattice(z []Vector) *lattice {
	const bits = 53 // of a float64's mantissa
	shift := math.MaxInt
	for _, v := range z {
		for _, x := range v {
			if x != 0 {
				_, e := math.Frexp(x)
				shift = min(shift, e-bits)
			}
		}
	}
	if shift == math.MaxInt { // all zero
		shift = 0
	}
	l := &lattice{z: make([]vector, len(z)), shift: shift}
	for t, v := range z {
		for i, x := range v {
			m, e := math.Frexp(x)
			n := big.NewInt(int64(math.Ldexp(m, bits)))
			if n.Sign() != 0 {
				n.Lsh(n, uint(e-bits-shift))
			}
			l.z[t][i] = n
		}
	}
	return l
}

// shortest returns the first row of least norm.
func (l *lattice) shortest() int {
	best, at := dot(l.z[0], l.z[0]), 0
	for t, z := range l.z {
		if square := dot(z, z); square.Cmp(best) < 0 {
			best, at = square, t
		}
	}
	return at
}

// longest returns max ⟨z, z⟩.
func (l *lattice) longest() *big.Int {
	best := new(big.Int)
	for _, z := range l.z {
		if square := dot(z, z); square.Cmp(best) > 0 {
			best = square
		}
	}
	return best
}

// score returns ⟨z_t, P⟩.
func (l *lattice) score(q *point, t int) *big.Int { return dot(l.z[t], q.p) }

// glance is how many rows are looked at between two looks at the context: at most
// a few milliseconds of work even where numbers have thousands of digits.
const glance = 256

// lowest returns the first row with the least ⟨z, P⟩, and that number. It leaves off
// where the context has ended.
func (l *lattice) lowest(ctx context.Context, q *point) (int, *big.Int) {
	best, at := l.score(q, 0), 0
	var score, product big.Int
	for t := 1; t < len(l.z); t++ {
		if t%glance == 0 && ctx.Err() != nil {
			break
		}
		score.SetInt64(0)
		for i, x := range l.z[t] {
			score.Add(&score, product.Mul(x, q.p[i]))
		}
		if score.Cmp(best) < 0 {
			best.Set(&score)
			at = t
		}
	}
	return at, best
}

func (l *lattice) inseparable(q *point) Result {
	rows, weights := q.combination()
	r := Result{Rows: rows, Weights: weights}
	r.R, r.R2 = l.radius(l.longest())
	return r
}

func (l *lattice) separable(q *point) Result {
	longest := l.longest()
	r := Result{
		Separable: true,
		Gamma:     l.length(q.square, q.det), // ‖P/det‖
	}
	r.R, r.R2 = l.radius(longest)
	norm := root(q.square)
	for i, p := range q.p {
		r.Theta[i], _ = new(big.Float).Quo(float(p), norm).Float64()
	}
	// R²/γ² = R² det²/⟨P, P⟩.
	ratio := new(big.Int).Mul(longest, new(big.Int).Mul(q.det, q.det))
	r.Ratio, _ = new(big.Rat).SetFrac(ratio, q.square).Float64()
	r.Ratio = min(r.Ratio, math.MaxFloat64)
	r.Rows, r.Weights = q.combination()
	for t := range l.z {
		if q.compare(l.score(q, t)) == 0 {
			r.Support = append(r.Support, t)
		}
	}
	return r
}

// radius returns R and R² of the longest vector's ⟨z, z⟩.
func (l *lattice) radius(longest *big.Int) (r, r2 float64) {
	square := float(longest)
	r2, _ = square.SetMantExp(square, 2*l.shift).Float64()
	return l.length(longest, big.NewInt(1)), r2
}

// length returns √square/det in the units of the input.
func (l *lattice) length(square, det *big.Int) float64 {
	x := root(square)
	x.Quo(x, float(det))
	x.SetMantExp(x, l.shift)
	f, _ := x.Float64()
	return f
}

func (q *point) combination() (rows []int, weights []float64) {
	for i, w := range q.weights {
		f, _ := new(big.Rat).SetFrac(w, q.det).Float64()
		rows, weights = append(rows, q.rows[i]), append(weights, f)
	}
	return rows, weights
}

// precision of the few steps that round, in bits: the result of two or three of
// them is good to the last place of a float64.
const precision = 128

func float(n *big.Int) *big.Float { return new(big.Float).SetPrec(precision).SetInt(n) }

func root(n *big.Int) *big.Float { return new(big.Float).SetPrec(precision).Sqrt(float(n)) }

func dot(a, b vector) *big.Int {
	sum, product := new(big.Int), new(big.Int)
	for i := range a {
		sum.Add(sum, product.Mul(a[i], b[i]))
	}
	return sum
}

func sub(a, b vector) vector {
	var d vector
	for i := range a {
		d[i] = new(big.Int).Sub(a[i], b[i])
	}
	return d
}

// determinant expands along the first row; the matrix is at most 3×3, and that
// of no rows is 1.
func determinant(a [][]*big.Int) *big.Int {
	if len(a) == 0 {
		return big.NewInt(1)
	}
	sum := new(big.Int)
	for j := range a {
		minor := make([][]*big.Int, 0, len(a)-1)
		for _, row := range a[1:] {
			minor = append(minor, append(append([]*big.Int{}, row[:j]...), row[j+1:]...))
		}
		term := determinant(minor)
		term.Mul(term, a[0][j])
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

func replaceColumn(a [][]*big.Int, j int, column []*big.Int) [][]*big.Int {
	out := make([][]*big.Int, len(a))
	for i, row := range a {
		out[i] = append([]*big.Int{}, row...)
		out[i][j] = column[i]
	}
	return out
}
