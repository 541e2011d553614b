package lsq

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

const ulp = 0x1p-52

// A QR is a factorisation of [X y] under way. It works in place; see [QR.Clone].
type QR struct {
	n       int
	columns [][]float64 // those of X, reflected so far; below the diagonal nothing is kept
	y       []float64   // Qᵀy so far
	length  []float64   // of the columns of X
	pivots  []int       // the columns that stand for the rows of R
	next    int         // the column that is reflected next
	q       []float64   // scratch: the vector of a reflection
	given   []float64   // y
	origin  *Origin     // where the columns are measured from; nil: from 0
}

// Start begins a factorisation of copies of X and y. Columns that are [Far] from 0 are
// measured from their means: nothing but digits changes by that.
func Start(x [][]float64, y []float64) *QR {
	o := Far(x, y)
	if o == nil {
		return start(x, y)
	}
	f := start(o.x, o.y)
	f.origin, f.given = o, y
	for j, column := range x { // what depends on the others is judged by the numbers as given
		f.length[j] = Norm(column)
	}
	return f
}

func start(x [][]float64, y []float64) *QR {
	f := &QR{n: len(y), columns: make([][]float64, len(x)), y: slices.Clone(y), length: make([]float64, len(x)), q: make([]float64, len(y)), given: y}
	for j, column := range x {
		f.columns[j], f.length[j] = slices.Clone(column), Norm(column)
	}
	return f
}

// Factor reflects all columns.
func Factor(x [][]float64, y []float64) *QR {
	f := Start(x, y)
	for f.Next() {
	}
	return f
}

// Clone returns a factorisation that shares nothing with f but what does not change.
func (f *QR) Clone() *QR {
	g := *f
	g.columns = make([][]float64, len(f.columns))
	for j, column := range f.columns {
		g.columns[j] = slices.Clone(column)
	}
	g.y, g.pivots, g.q = slices.Clone(f.y), slices.Clone(f.pivots), make([]float64, f.n)
	return &g
}

// Tolerance is the share of a column's length that is nothing but rounding: what the
// reflections of so many columns of n rows leave of one that depends on them.
func Tolerance(n, columns int) float64 { return 4 * ulp * float64(max(n, columns)) }

// Next reflects the next column, so that all of it below the diagonal becomes 0; it
// reports false where no column is left. A dependent column is passed over.
func (f *QR) Next() bool {
	if f.next == len(f.columns) {
		return false
	}
	k, r := f.next, len(f.pivots)
	f.next++
	a := f.columns[k]
	left := Norm(a[r:])
	if r == f.n || !(left > Tolerance(f.n, len(f.columns))*f.length[k]) {
		return true
	}
	f.pivots = append(f.pivots, k)
	diagonal := -math.Copysign(left, a[r])
	// The vector of the reflection, with the first entry 1: H = I − βvvᵀ.
	v := f.q[:f.n-r]
	top := a[r] - diagonal
	for i, x := range a[r:] {
		v[i] = x / top
	}
	beta := -top / diagonal
	v[0] = 1
	for _, column := range f.columns[f.next:] {
		reflect(column[r:], v, beta)
	}
	reflect(f.y[r:], v, beta)
	a[r] = diagonal
	clear(a[r+1:])
	return true
}

// many is from how many rows on the library's products are taken, which several numbers of a
// column share. Shorter columns are added up in the order of the rows.
const many = 256

// reflect subtracts βv(vᵀa) from a.
func reflect(a, v []float64, beta float64) {
	if n := len(v); n >= many {
		x, y := blas64.Vector{N: n, Inc: 1, Data: v}, blas64.Vector{N: n, Inc: 1, Data: a}
		blas64.Axpy(-beta*blas64.Dot(x, y), x, y)
		return
	}
	s := 0.0
	for i, x := range v {
		s += x * a[i]
	}
	s *= beta
	for i, x := range v {
		a[i] -= s * x
	}
}

// Done is how many columns have been reflected, or passed over.
func (f *QR) Done() int { return f.next }

// Rank is how many of them do not depend on those before.
func (f *QR) Rank() int { return len(f.pivots) }

// Pivots are these columns.
func (f *QR) Pivots() []int { return slices.Clone(f.pivots) }

// Dependent reports whether a column that is done depends on those before it.
func (f *QR) Dependent(column int) bool {
	_, found := slices.BinarySearch(f.pivots, column)
	return column < f.next && !found
}

// Entry is an entry of the matrix [X y] as it is now, which is [R Qᵀy] in the end; the
// column after the last is y.
func (f *QR) Entry(row, column int) float64 {
	if column == len(f.columns) {
		if f.origin == nil {
			return f.y[row]
		}
		return f.y[row] + f.origin.target*f.one(row)
	}
	if f.origin == nil {
		return f.columns[column][row]
	}
	return f.columns[column][row] + f.origin.shift[column]*f.one(row)
}

// one is an entry of the column of ones as it is now.
func (f *QR) one(row int) float64 {
	if f.next == 0 {
		return f.origin.ones[row]
	}
	return f.columns[0][row]
}

// RSS is what the columns so far leave of ‖y‖².
func (f *QR) RSS() float64 {
	left := Norm(f.y[len(f.pivots):])
	if f.next == 0 {
		left = Norm(f.given)
	}
	return left * left
}

// Theta are the coefficients of the fit by the columns so far, 0 for the others.
func (f *QR) Theta() []float64 {
	theta := f.solution()
	if f.origin == nil || f.next == 0 {
		return theta
	}
	return f.origin.back(f.refined(theta))
}

func (f *QR) solution() []float64 {
	theta := make([]float64, len(f.columns))
	for r := len(f.pivots) - 1; r >= 0; r-- {
		sum := f.y[r]
		for _, k := range f.pivots[r+1:] {
			sum -= f.columns[k][r] * theta[k]
		}
		k := f.pivots[r]
		theta[k] = sum / f.columns[k][r]
	}
	return theta
}

// Leverages are the diagonal of the hat matrix X(XᵀX)⁻¹Xᵀ, where X are the columns as
// they were before: by how much a target moves its own prediction.
func (f *QR) Leverages(x [][]float64) []float64 {
	if f.origin != nil {
		x = f.origin.x
	}
	h := make([]float64, f.n)
	z := make([]float64, len(f.pivots))
	for i := range h {
		for r, k := range f.pivots { // Rᵀz = the row
			sum := x[k][i]
			for s := range r {
				sum -= f.columns[k][s] * z[s]
			}
			z[r] = sum / f.columns[k][r]
			h[i] += z[r] * z[r]
		}
	}
	return h
}

// Solve returns the coefficients of least squares.
func Solve(x [][]float64, y []float64) []float64 { return Factor(x, y).Theta() }

// Plain solves by QR of the columns as they are, however far from 0.
func Plain(x [][]float64, y []float64) []float64 {
	f := start(x, y)
	for f.Next() {
	}
	return f.solution()
}

// Weighted returns the coefficients that make Σwᵢ(yᵢ − xᵢθ)² least, for weights of 0 or
// more.
func Weighted(x [][]float64, y, weights []float64) []float64 {
	o := Far(x, y)
	if o != nil {
		x, y = o.x, o.y
	}
	roots, scaled := make([]float64, len(y)), make([][]float64, len(x))
	for i, w := range weights {
		roots[i] = math.Sqrt(w)
	}
	for j, column := range x {
		scaled[j] = times(column, roots)
	}
	f := start(scaled, times(y, roots))
	for f.Next() {
	}
	if o == nil {
		return f.Theta()
	}
	return o.back(f.Theta())
}

func times(a, b []float64) []float64 {
	c := make([]float64, len(a))
	for i := range a {
		c[i] = a[i] * b[i]
	}
	return c
}

// Residuals are y − Xθ, added up in twice the precision where columns are [Far] from 0.
func Residuals(x [][]float64, y, theta []float64) []float64 {
	if distant(x, y) {
		return exact(x, y, theta)
	}
	r := slices.Clone(y)
	for j, column := range x {
		if t := theta[j]; t != 0 {
			for i, a := range column {
				r[i] -= t * a
			}
		}
	}
	return r
}

// Dot is the inner product.
func Dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// Norm is the length of a vector.
func Norm(a []float64) float64 {
	if n := len(a); n >= many {
		x := blas64.Vector{N: n, Inc: 1, Data: a}
		if square := blas64.Dot(x, x); square > 1e-200 && square < 1e200 { // no square that counts has underflowed
			return math.Sqrt(square)
		}
	}
	largest := 0.0
	for _, x := range a {
		largest = max(largest, math.Abs(x))
	}
	if largest == 0 {
		return 0
	}
	_, e := math.Frexp(largest)
	scale, sum := math.Ldexp(1, min(-e, 1000)), 0.0 // a power of two, so that nothing rounds or underflows
	for _, x := range a {
		sum += x * scale * x * scale
	}
	return math.Sqrt(sum) / scale
}
