package pca

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	data     data
	n, p     int
	mean     []float64   // that was subtracted; 0 where nothing is
	scale    []float64   // each column was divided by; 1 where it is not
	constant int         // columns without variance
	x        [][]float64 // the prepared columns
	divisor  float64     // of the sums
	sigma    []float64   // Σ, p×p
	total    float64     // the sum of all squares of x
	size     float64     // ‖x‖ with the means: what rounding is relative to
	a, b     int         // the columns of the board, in whose plane the axis turns
	hand     []float64   // the axis by hand

	// What the run looks for, by the singular vectors of x; those without variance have the
	// value 0.
	values []float64   // σ, falling
	axes   [][]float64 // oriented
	rank   int

	byCov  []float64   // eigenvalues of Σ, falling
	byAxes [][]float64 // its eigenvectors
}

func newTask(_ context.Context, p algos.Problem, o Options) (*task, error) {
	d, err := read(p)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, Options: o, data: d, n: len(d.columns[0]), p: len(d.columns)}
	t.divisor = map[string]float64{less: float64(t.n - 1), full: float64(t.n), sums: 1}[o.Divisor]
	if t.a, t.b, err = t.plane(); err != nil {
		return nil, err
	}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	t.hand = make([]float64, t.p)
	t.hand[t.a], t.hand[t.b] = trimmed(math.Cos(o.Angle)), trimmed(math.Sin(o.Angle))
	t.sigma = t.covariance()
	if t.solve(); t.rank == 0 {
		return nil, algos.Refuse("The samples differ by no more than the rounding error of their values: subtract a common offset and give more digits.")
	}
	values, vectors, ok := kernel.Eigen(t.sigma, t.p)
	if !ok {
		return nil, algos.Refuse("The eigenvalues of Σ cannot be computed in double precision: the scales of the features differ too much. Standardise them.")
	}
	for j := t.p - 1; j >= t.p-t.count(); j-- { // they rise
		u := make([]float64, t.p)
		for k := range u {
			u[k] = vectors[k*t.p+j]
		}
		t.byCov, t.byAxes = append(t.byCov, max(0, values[j])), append(t.byAxes, oriented(u))
	}
	return t, nil
}

// trimmed is 0 for what the rounding of π leaves of a right angle.
func trimmed(x float64) float64 {
	if math.Abs(x) < num.Ulp {
		return 0
	}
	return x
}

// plane are the two columns that the board shows.
func (t *task) plane() (a, b int, err error) {
	if !t.data.table {
		return 0, 1, nil
	}
	a, b = t.XFeature-1, t.YFeature-1
	if a >= t.p || b >= t.p {
		return 0, 0, algos.Refuse(say.Vars{"column": max(a, b) + 1, "p": t.p}.Text("Feature <column> does not exist: the table has <p numeric feature>."))
	}
	if a == b {
		return 0, 0, algos.Refuse("The axis rotates in the plane of two features: choose different ones for the x-axis and the y-axis.")
	}
	return a, b, nil
}

// least is the smallest size of centred numbers whose squares do not underflow.
const least = 1e-140

// prepare centres and scales the columns.
func (t *task) prepare() error {
	t.mean, t.scale = make([]float64, t.p), make([]float64, t.p)
	var size float64
	for j, column := range t.data.columns {
		x, mean := centred(column)
		if !t.Centre {
			x, mean = column, 0
		}
		t.mean[j], t.scale[j] = mean, 1
		length := norm(x)
		if length <= 8*num.Ulp*norm(column) { // values that differ by their rounding alone are equal
			x, length = make([]float64, len(x)), 0
			t.constant++
		}
		if t.Standardize && length > 0 {
			t.scale[j] = length / math.Sqrt(t.divisor)
			scaled := make([]float64, len(x))
			for i, v := range x {
				scaled[i] = v / t.scale[j]
			}
			x = scaled
		}
		size = max(size, length)
		t.size = math.Hypot(t.size, norm(column)/t.scale[j])
		t.x = append(t.x, x)
	}
	switch {
	case size == 0 && t.Centre:
		return algos.Refuse("All samples are identical: the variance is 0 in every direction.")
	case size == 0:
		return algos.Refuse("All values are 0: the total sum of squares is 0.")
	case size < least:
		return algos.Refuse("The values are so small that their squares underflow to 0: rescale them or change the unit.")
	}
	for _, x := range t.x {
		t.total += dot(x, x)
	}
	return nil
}

// covariance is Σ = XᵀX over the divisor, of the prepared columns.
func (t *task) covariance() []float64 {
	s := make([]float64, t.p*t.p)
	for j := range t.x {
		for k := range j + 1 {
			v := dot(t.x[j], t.x[k]) / t.divisor
			s[j*t.p+k], s[k*t.p+j] = v, v
		}
	}
	return s
}

// count is how many components there are.
func (t *task) count() int { return min(t.n, t.p) }

// solve finds the singular vectors of the prepared columns. What is below the rounding of
// the data themselves counts as 0.
func (t *task) solve() {
	s, v := singular(t.x)
	for j := range t.count() {
		u := oriented(v[j])
		noise := 0.0
		for k, w := range u {
			noise += math.Abs(w) * norm(t.data.columns[k]) / t.scale[k]
		}
		if s[j] <= 8*num.Ulp*noise {
			s[j] = 0
		} else {
			t.rank++
		}
		t.values, t.axes = append(t.values, s[j]), append(t.axes, u)
	}
}

// lambda is the variance along component j.
func (t *task) lambda(j int) float64 {
	if j >= len(t.values) {
		return 0
	}
	return t.values[j] / t.divisor * t.values[j]
}

// trace is the variance of all columns together.
func (t *task) trace() float64 { return t.total / t.divisor }

// along are the scores of the rows on a direction.
func (t *task) along(u []float64) []float64 {
	f := make([]float64, t.n)
	for j, x := range t.x {
		if u[j] == 0 {
			continue
		}
		for i, v := range x {
			f[i] += u[j] * v
		}
	}
	return f
}

// split is Pythagoras: the squares that a direction captures, and what is left of the
// rows beside it, each added up by itself.
func (t *task) split(u []float64) (captured, lost float64) {
	f := t.along(u)
	captured = dot(f, f)
	for j, x := range t.x {
		for i, v := range x {
			r := v - f[i]*u[j]
			lost += r * r
		}
	}
	return captured, lost
}

// quadratic is uᵀΣu.
func (t *task) quadratic(u []float64) float64 { return dot(u, times(t.sigma, u)) }

// times is a p×p matrix times a vector.
func times(m, u []float64) []float64 {
	p := len(u)
	out := make([]float64, p)
	for j := range p {
		out[j] = dot(m[j*p:(j+1)*p], u)
	}
	return out
}

// largest is the size of a matrix: its largest entry.
func largest(m []float64) float64 {
	size := 0.0
	for _, v := range m {
		size = max(size, math.Abs(v))
	}
	return size
}

// ratio is |λ₂/λ₁|, the rate of power iteration.
func (t *task) ratio() float64 { return t.lambda(1) / t.lambda(0) }

// alike is how near to 1 a ratio of eigenvalues is for which the two directions cannot be
// told apart: an ulp of Σ turns them by 10⁻⁷ then.
const alike = 1e-9

// tied reports whether component j has the same variance as the next one.
func (t *task) tied(j int) bool { return t.lambda(j) > 0 && t.lambda(j+1) >= (1-alike)*t.lambda(j) }

// inData is a place of the prepared plane on the board.
func (t *task) inData(x, y float64) mark.XY {
	return mark.XY{X: t.mean[t.a] + t.scale[t.a]*x, Y: t.mean[t.b] + t.scale[t.b]*y}
}

// rebuilt is the sum of the squares that are lost when rows are rebuilt from their scores
// on some directions, row by row.
func (t *task) rebuilt(axes [][]float64) float64 {
	left := make([][]float64, t.p)
	for j, x := range t.x {
		left[j] = append([]float64{}, x...)
	}
	for _, u := range axes {
		f := t.along(u)
		for j := range left {
			for i := range f {
				left[j][i] -= f[i] * u[j]
			}
		}
	}
	lost := 0.0
	for _, x := range left {
		lost += dot(x, x)
	}
	return lost
}

// tail is the same by the singular values that are left out.
func (t *task) tail(k int) float64 {
	sum := 0.0
	for j := t.count() - 1; j >= k; j-- {
		sum += t.values[j] * t.values[j]
	}
	return sum
}
