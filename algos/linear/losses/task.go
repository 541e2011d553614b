package losses

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/say"
)

// A task is what stays the same during a turn.
type task struct {
	Options
	algos.Problem
	y      []float64
	chosen int // index of the loss to look at
	reach  float64
	sweep  func() *sweep
	dots   func() algos.Points
}

// totals are the sums of the six losses over the points.
type totals [count]float64

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	t := &task{Options: o, Problem: p, y: make([]float64, len(p.Points))}
	for i, q := range p.Points {
		t.y[i] = q.Sign()
		t.reach = max(t.reach, math.Hypot(q.X[0], q.X[1]))
	}
	t.reach = o.Norm*t.reach + math.Abs(o.Theta0)
	t.chosen = slices.IndexFunc(all, func(l loss) bool { return l.id == o.Loss })
	t.sweep = algos.Late(ctx, t.turn)
	t.dots = sync.OnceValue(t.points)
	return t
}

// farthest is the largest margin that is computed with.
const farthest = 1e120

func (t *task) refuse() error {
	if !(t.reach <= farthest) {
		return algos.Refuse(say.Phrase(fmt.Sprintf("The margins reach ±%s: their squares are more than can be computed with. Take a shorter θ, or points nearer to the origin.", say.Num(t.reach))))
	}
	return nil
}

// theta is the vector of that angle, exact at multiples of 90°.
func (t *task) theta(degrees float64) [2]float64 {
	var s, c float64
	switch turn := math.Mod(degrees, 360); turn {
	case 0:
		c = 1
	case 90:
		s = 1
	case 180:
		c = -1
	case 270:
		s = -1
	default:
		s, c = math.Sincos(turn * math.Pi / 180)
	}
	return [2]float64{t.Norm * c, t.Norm * s}
}

// margin is zᵢ = yᵢ(⟨θ, xᵢ⟩ + θ₀).
func (t *task) margin(i int, theta [2]float64) float64 {
	x := t.Points[i].X
	return t.y[i] * (theta[0]*x[0] + theta[1]*x[1] + t.Theta0)
}

func (t *task) margins(degrees float64) []float64 {
	theta := t.theta(degrees)
	z := make([]float64, len(t.y))
	for i := range z {
		z[i] = t.margin(i, theta)
	}
	return z
}

// total is the sum of one loss at an angle.
func (t *task) total(l int, degrees float64) float64 {
	theta, sum := t.theta(degrees), 0.0
	for i := range t.y {
		sum += all[l].at(t.margin(i, theta))
	}
	return sum
}

// totals are the sums of all losses at an angle, with one exponential a point.
func (t *task) totals(degrees float64) totals {
	var sum totals
	theta := t.theta(degrees)
	for i := range t.y {
		z := t.margin(i, theta)
		e := math.Exp(-z)
		sum[atZeroOne] += zeroOne(z)
		sum[atHinge] += hinge(z)
		if z < 0 { // ln(1 + e) = −z + ln(1 + 1/e), also where e overflows
			sum[atLogistic] += -z + math.Log1p(1/e)
		} else {
			sum[atLogistic] += math.Log1p(e)
		}
		sum[atExponential] += e
		sum[atSquare] += square(z)
	}
	sum[atLogistic2] = sum[atLogistic] / math.Ln2
	return sum
}

// at is the angle of step k.
func (t *task) at(k int) float64 {
	return math.Mod(t.Angle+360*float64(k)/float64(t.Angles), 360)
}

// ref is what row i is called in marks and formulas, name what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
