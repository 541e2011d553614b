package lasso

import (
	"math"

	"playground/algos/lsq"
	"playground/algos/regression/internal/penalised"
)

// An objective is ‖y − Xθ‖²/(2n) + a‖θ‖₁ + b‖θ‖²/2 with a = λρ and b = λ(1 − ρ).
type objective struct {
	x    [][]float64
	y    []float64
	gram [][]float64 // XᵀX/n
	xy   []float64   // Xᵀy/n
	yy   float64     // ‖y‖²/n
	a, b float64
}

// newObjective takes centred data; at sets the penalty.
func newObjective(c penalised.Centred) *objective {
	n := float64(len(c.Y))
	norm := lsq.Norm(c.Y)
	o := &objective{x: c.X, y: c.Y, yy: norm * norm / n, xy: make([]float64, len(c.X)), gram: make([][]float64, len(c.X))}
	for j, row := range c.Gram {
		o.xy[j] = c.XY[j] / n
		o.gram[j] = make([]float64, len(row))
		for k, v := range row {
			o.gram[j][k] = v / n
		}
	}
	return o
}

func (o *objective) at(lambda, ratio float64) *objective {
	with := *o
	with.a, with.b = lambda*ratio, lambda*(1-ratio)
	return &with
}

// soft is the soft threshold S(z, a): a towards 0, and 0 within.
func soft(z, a float64) float64 {
	switch {
	case z > a:
		return z - a
	case z < -a:
		return z + a
	}
	return 0
}

// What a solution is good for.
const (
	mostSweeps = 2000
	settled    = 1e-13   // the fraction of ‖y‖/√n by which a sweep that is the last moves the fit
	polishing  = 8       // sweeps of the active columns between two attempts to solve for them
	rounding   = 0x1p-49 // the fraction of ‖xⱼ‖‖y‖/n that rounding makes of a gradient
	optimal    = 1e-11   // the fraction of ‖xⱼ‖‖y‖/n by which a gradient may be above its threshold
)

// solve minimises the objective from a start, which it changes: coordinate descent
// with an active set. A sweep over all columns finds those that are not 0, and further
// sweeps look at these alone. Where their signs are those of the solution, a system of linear equations
// has it. It reports false where neither came to an end.
func (o *objective) solve(theta []float64) bool {
	d := o.start(theta)
	for d.sweeps < mostSweeps {
		moved := d.sweep(nil)
		if o.polish(d.theta) {
			return true
		}
		if moved <= settled {
			return true
		}
		active := d.active()
		for range polishing {
			if d.sweep(active) <= settled {
				break
			}
		}
	}
	return false
}

// A descent is coordinate descent under way. With more samples than columns it keeps the gradients
// Xᵀr/n and mends them by the Gram matrix, p numbers an update; otherwise the residuals, n numbers.
type descent struct {
	*objective
	theta  []float64
	slopes []float64 // Xᵀr/n; nil where residuals are kept
	rest   []float64 // y − Xθ; nil where gradients are kept
	sweeps int
}

func (o *objective) start(theta []float64) *descent {
	d := &descent{objective: o, theta: theta}
	if len(o.y) > len(o.x) {
		d.slopes = o.slope(theta)
	} else {
		d.rest = lsq.Residuals(o.x, o.y, theta)
	}
	return d
}

// gradient is Xᵀr/n at θ.
func (o *objective) slope(theta []float64) []float64 {
	out := make([]float64, len(theta))
	if len(o.y) > len(o.x) {
		for j := range out {
			out[j] = o.xy[j] - lsq.Dot(o.gram[j], theta)
		}
		return out
	}
	r := lsq.Residuals(o.x, o.y, theta)
	for j := range out {
		out[j] = lsq.Dot(o.x[j], r) / float64(len(o.y))
	}
	return out
}

// best is the best θⱼ while the others stay; z is what is thresholded.
func (o *objective) best(j int, slope, now float64) (z, theta float64) {
	z = slope + o.gram[j][j]*now
	if o.a > 0 && math.Abs(z) <= o.a+rounding*math.Sqrt(o.gram[j][j]*o.yy) {
		return z, 0 // beyond the threshold by rounding alone, if at all
	}
	if d := o.gram[j][j] + o.b; d > 0 && o.gram[j][j] > 0 {
		return z, soft(z, o.a) / d
	}
	return z, 0
}

// sweep updates some columns, nil for all, and returns the largest change of the fit
// as a share of ‖y‖/√n.
func (d *descent) sweep(columns []int) (moved float64) {
	d.sweeps++
	n := len(columns)
	if columns == nil {
		n = len(d.theta)
	}
	for i := range n {
		j := i
		if columns != nil {
			j = columns[i]
		}
		slope := 0.0
		if d.slopes != nil {
			slope = d.slopes[j]
		} else {
			slope = lsq.Dot(d.x[j], d.rest) / float64(len(d.y))
		}
		_, to := d.best(j, slope, d.theta[j])
		by := to - d.theta[j]
		if by == 0 {
			continue
		}
		d.theta[j] = to
		moved = max(moved, math.Abs(by)*math.Sqrt(d.gram[j][j]))
		for k := range d.slopes {
			d.slopes[k] -= d.gram[j][k] * by
		}
		for k := range d.rest {
			d.rest[k] -= d.x[j][k] * by
		}
	}
	return moved / math.Sqrt(d.yy)
}

func (d *descent) active() []int {
	columns := []int{} // not nil: that would be all
	for j, v := range d.theta {
		if v != 0 {
			columns = append(columns, j)
		}
	}
	return columns
}

// polish solves (XᵀX/n + b)θ = Xᵀy/n − a·sign(θ) for the columns that are not 0, and
// keeps the result if it is optimal: then it is the solution but for rounding.
func (o *objective) polish(theta []float64) bool {
	var active []int
	for j, v := range theta {
		if v != 0 {
			active = append(active, j)
		}
	}
	k := len(active)
	matrix, right := make([][]float64, k), make([]float64, k)
	for i, j := range active {
		matrix[i] = make([]float64, k)
		for l, m := range active {
			matrix[i][l] = o.gram[j][m]
		}
		matrix[i][i] += o.b
		right[i] = o.xy[j] - math.Copysign(o.a, theta[j])
	}
	if !solveSymmetric(matrix, right) {
		return false
	}
	to := make([]float64, len(theta))
	for i, j := range active {
		if right[i]*theta[j] <= 0 {
			return false
		}
		to[j] = right[i]
	}
	for j, c := range o.slope(to) {
		room := optimal * math.Sqrt(o.gram[j][j]*o.yy)
		if to[j] == 0 && math.Abs(c) > o.a+room || to[j] != 0 && math.Abs(c-o.b*to[j]-math.Copysign(o.a, to[j])) > room {
			return false
		}
	}
	copy(theta, to)
	return true
}

// solveSymmetric solves a positive definite system in place by Cholesky's factorisation, with
// a diagonal of ones so that scales do not matter. It reports false where that loses most digits.
func solveSymmetric(m [][]float64, right []float64) bool {
	n := len(m)
	scale := make([]float64, n)
	for i := range n {
		if !(m[i][i] > 0) {
			return false
		}
		scale[i] = 1 / math.Sqrt(m[i][i])
	}
	const singular = 1e-11
	for i := range n {
		right[i] *= scale[i]
		for j := range i + 1 {
			sum := m[i][j] * scale[i] * scale[j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i != j {
				m[i][j] = sum / m[j][j]
				continue
			}
			if !(sum > singular) {
				return false
			}
			m[i][i] = math.Sqrt(sum)
		}
	}
	for i := range n {
		for k := range i {
			right[i] -= m[i][k] * right[k]
		}
		right[i] /= m[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			right[i] -= m[k][i] * right[k]
		}
		right[i] /= m[i][i]
	}
	for i := range n {
		right[i] *= scale[i]
	}
	return true
}

// lambdaMax is the least λ for which θ = 0 is best: max|xⱼᵀy|/(nr). Without an ℓ₁ part there is none.
func (o *objective) lambdaMax(ratio float64) (lambda float64, ok bool) {
	for _, c := range o.xy {
		lambda = max(lambda, math.Abs(c))
	}
	return lambda / ratio, ratio > 0
}

// path solves for every λ of a grid that rises, from the largest on, each from the solution before.
func (o *objective) path(grid []float64, ratio float64) [][]float64 {
	out := make([][]float64, len(grid))
	theta := make([]float64, len(o.x))
	for i := len(grid) - 1; i >= 0; i-- {
		o.at(grid[i], ratio).solve(theta)
		out[i] = append([]float64(nil), theta...)
	}
	return out
}

// value is the objective at θ, and the residuals' share of it.
func (o *objective) value(theta []float64) (value, rss float64) {
	norm := lsq.Norm(lsq.Residuals(o.x, o.y, theta))
	rss = norm * norm
	p := penalised.Penalty{One: o.a, Two: o.b / 2}
	return rss/float64(2*len(o.y)) + p.Of(theta...), rss
}

// dual is a value that no θ is below: that of the dual problem
//
//	max over s of s·rᵀy/n − s²‖r‖²/(2n) − Σ(|s·xⱼᵀr|/n − a)₊²/(2b)
//
// at a multiple s of the residuals: with s such that no gradient is above a, where the sum is 0, or with s = 1.
// Without any penalty a dual point has gradients of 0: the residuals of least squares have, and least is their value.
func (o *objective) dual(theta, slopes []float64, rss, least float64) float64 {
	if o.a == 0 && o.b == 0 {
		return least
	}
	n, top, along := float64(len(o.y)), 0.0, o.yy
	for j, c := range slopes {
		top = max(top, math.Abs(c))
		along -= theta[j] * o.xy[j]
	}
	s := 1.0
	if rss > 0 {
		s = max(0, along*n/rss)
	}
	if top > 0 {
		s = min(s, o.a/top)
	}
	best := s*along - s*s*rss/(2*n)
	if o.b > 0 {
		over := 0.0
		for _, c := range slopes {
			e := max(0, math.Abs(c)-o.a)
			over += e * e
		}
		best = max(best, along-rss/(2*n)-over/(2*o.b))
	}
	return max(0, best)
}
