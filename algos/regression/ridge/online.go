package ridge

import (
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/regression/internal/lsq"
	"playground/algos/regression/internal/penalised"
)

// A running is what the online solver keeps: nothing of the rows themselves.
type running struct {
	n      int
	mean   []float64 // of the penalised columns, 0 where θ₀ is penalised
	middle float64   // of the targets, the same
	theta  []float64 // the penalised coefficients
	m      [][]float64
}

// begin is the state before the first row: M = (λI)⁻¹.
func (t *task) begin() *running {
	p := len(t.price.Columns)
	r := &running{mean: make([]float64, p), theta: make([]float64, p), m: make([][]float64, p)}
	for j := range r.m {
		r.m[j] = make([]float64, p)
		r.m[j][j] = 1 / t.Lambda
	}
	return r
}

// A move is one row's update.
type move struct {
	surprise float64 // the target less what was predicted
	weight   float64 // k of the rank-one matrix that is added, 1 − 1/n where means move
	stretch  float64 // dᵀMd before: how far out the row lies, in the metric of M
}

// take is the state with one row more. Where θ₀ is free, the matrix of squares about the
// mean grows by (1 − 1/n) dd', d being how far the row is from the mean before it.
func (t *task) take(was *running, i int) (*running, move) {
	p := len(t.price.Columns)
	now := &running{n: was.n + 1, mean: make([]float64, p), theta: make([]float64, p), m: make([][]float64, p), middle: was.middle}
	d, k := make([]float64, p), 1.0
	for j, column := range t.x[t.first():] {
		d[j] = column[i] - was.mean[j]
	}
	e := t.y[i] - was.middle
	if t.Penalise == slopes {
		k = float64(was.n) / float64(now.n)
		for j := range d {
			now.mean[j] = was.mean[j] + d[j]/float64(now.n)
		}
		now.middle += e / float64(now.n)
	}
	e -= lsq.Dot(was.theta, d)
	md := make([]float64, p)
	for j, row := range was.m {
		md[j] = lsq.Dot(row, d)
	}
	stretch := lsq.Dot(d, md)
	for j, row := range was.m {
		now.m[j] = make([]float64, p)
		for l := range row {
			now.m[j][l] = row[l] - k*md[j]*md[l]/(1+k*stretch)
		}
		now.theta[j] = was.theta[j] + k*md[j]/(1+k*stretch)*e
	}
	return now, move{surprise: e, weight: k, stretch: stretch}
}

// whole is θ with its θ₀.
func (t *task) wholeOf(r *running) []float64 {
	if t.Penalise == all {
		return r.theta
	}
	return append([]float64{r.middle - lsq.Dot(r.theta, r.mean)}, r.theta...)
}

// rows is the online solver: a row a step.
func (t *task) rows() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		r := t.begin()
		now := t.look(t.wholeOf(r), 0)
		now.running = r
		for yield(now) && now.seen < len(t.y) {
			r, m := t.take(now.running, now.seen)
			next := t.after(now, taken, t.wholeOf(r), now.seen+1)
			next.running, next.move, next.newest = r, m, now.seen
			next.status = t.known(next)
			now = next
		}
	}
}

// batch is the solution for the first rows alone, by QR of the rows less their means with
// those of √λI below.
func (t *task) batch(seen int) (theta []float64, ok bool) {
	part := penalised.Data{Y: t.price.Y[:seen]}
	for _, column := range t.price.Columns {
		part.Columns = append(part.Columns, column[:seen])
	}
	c := part.Centre(t.Penalise == slopes)
	p := len(c.X)
	x, y := make([][]float64, p), append(slices.Clone(c.Y), make([]float64, p)...)
	for j, column := range c.X {
		below := make([]float64, p)
		below[j] = math.Sqrt(t.Lambda)
		x[j] = append(slices.Clone(column), below...)
	}
	f := lsq.Factor(x, y)
	if t.Penalise == all {
		return f.Theta(), f.Rank() == p
	}
	return append([]float64{c.Theta0(f.Theta())}, f.Theta()...), f.Rank() == p
}

// known says whether all rows are in.
func (t *task) known(s *state) algos.Status {
	if s.seen < len(t.y) {
		return algos.Status{State: algos.Running}
	}
	return algos.Status{State: algos.Converged, Reason: t.vars(s).Text(
		"All <n row> are in. The solution is that of all rows at once, J = <objective>, and no system was ever solved.")}
}
