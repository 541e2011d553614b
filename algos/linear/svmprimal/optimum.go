package svmprimal

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/margin"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// An optimum is the exact solution of one form, from its dual.
type optimum struct {
	theta   vector     // θ₁, θ₂, θ₀ in the coordinates of the data
	centred vector     // the same where the dual was solved: with a free offset measured from the points' mean
	dual    float64    // the dual value: no J is below it
	primal  float64    // J at theta
	lo, hi  float64    // every θ₀ from lo to hi is as good as that of centred
	kkt     float64    // by how much the solver's α still violate a condition
	blur    float64    // what rounding may have done to θ
	hazy    float64    // what rounding may have done to dual and primal
	uneven  float64    // |Σαy|, 0 but for rounding
	why     say.Phrase // of a hard margin: why there is none
}

// reached reports whether no J is below the one at theta, as far as a reader sees.
func (o optimum) reached() bool {
	return math.Abs(o.primal-o.dual) <= algos.Negligible*o.primal
}

// unsure is how far the least J may be from the dual value, and from the primal.
func (o optimum) unsure() float64 { return math.Abs(o.primal-o.dual) + o.hazy }

// The solver's tolerance, where rounding lets it be that small, what it may be
// otherwise, and the solver's work.
const (
	tightest = 1e-12
	loosest  = 1e-6
	maxWork  = 10_000_000
)

// tolerance is how far the KKT conditions may be violated: scores are sums of up
// to n terms αK, and cannot be told apart below their rounding.
func tolerance(c float64, diagonal []float64) float64 {
	if math.IsInf(c, 1) {
		return tightest
	}
	return min(loosest, max(tightest, 8*ulp*c*slices.Max(diagonal)*math.Sqrt(float64(len(diagonal)))))
}

// dual solves the dual of a form by package smo. With an offset it has the
// constraint Σαy = 0. The other two forms have not: max Σα − ½‖Σαyx‖² over the box
// alone. Two more variables s₊, s₋ ≥ 0 with labels ±1 that cost nothing and whose
// kernel rows are zero bring them into the shape of that package: Σαy + s₊ − s₋ = 0
// can always be met, and these two pin its offset to 0.
func dual(ctx context.Context, p algos.Problem, form string, c float64) (optimum, error) {
	n := len(p.Points)
	q, x := smo.Problem{Y: make([]float64, n), C: make([]float64, n)}, make([][2]float64, n)
	var shift [2]float64
	if form == "offset" {
		shift = mean(p)
	}
	for i, pt := range p.Points {
		x[i] = [2]float64{pt.X[0] - shift[0], pt.X[1] - shift[1]}
		q.Y[i], q.C[i] = pt.Sign(), c
	}
	gram := smo.NewGram(kernel.Linear{}, x)
	q.K = gram
	one := 0.0
	if form != "offset" {
		if form == "constant" {
			one = 1
		}
		q.Y, q.C = append(q.Y, 1, -1), append(q.C, math.Inf(1), math.Inf(1))
		q.P = append(slices.Repeat([]float64{-1}, n), 0, 0)
		q.K = box(gram, n, one)
	}
	s, err := smo.Solve(ctx, q, tolerance(c, q.K.Diagonal()), maxWork/(n+200))
	if ctx.Err() != nil {
		return optimum{}, ctx.Err()
	}
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	o, sum, sums := optimum{kkt: s.Violation}, 0.0, 0.0
	for i, a := range s.Alpha[:n] {
		z := vector{x[i][0], x[i][1], one}
		sum += a
		sums += sum
		o.uneven += a * q.Y[i]
		o.theta = add(o.theta, a*q.Y[i], z)
		o.blur += ulp * (a*norm(z) + norm(o.theta)) // a product, and a sum
	}
	square := dot(o.theta, o.theta)
	o.dual, o.lo, o.hi = sum-square/2, o.theta[2], o.theta[2]
	if form == "offset" {
		o.theta[2], o.lo, o.hi = s.Offset, s.Lo, s.Hi
		if s.Lo > s.Hi { // an interval that is a point, but for the tolerance
			o.lo, o.hi = s.Offset, s.Offset
		}
		o.uneven = math.Abs(o.uneven)
	} else {
		o.uneven = 0 // nothing asks for it
	}
	o.primal = primal(o.theta, x, q.Y, square, c)
	o.hazy = ulp*(sums+4*square) + math.Sqrt(square)*o.blur
	if !math.IsInf(c, 1) {
		z := make([]vector, n)
		for i := range z {
			z[i] = vector{x[i][0], x[i][1], 1}
		}
		o.hazy += c * hingeRounding(o.theta, z, q.Y)
	}
	o.centred = o.theta
	o.theta[2] -= o.theta[0]*shift[0] + o.theta[1]*shift[1]
	return o, nil
}

// size is what the products that add up to a score come to.
func size(theta, x vector) float64 {
	return math.Abs(theta[0]*x[0]) + math.Abs(theta[1]*x[1]) + math.Abs(theta[2]*x[2])
}

// hingeRounding is how far off Σ max(0, 1 − yf) may be: n terms, each of three
// products, and the sums of them.
func hingeRounding(theta vector, x []vector, y []float64) float64 {
	terms, hinge, sums := 0.0, 0.0, 0.0
	for t, z := range x {
		terms += 1 + size(theta, z)
		hinge += max(0, 1-y[t]*dot(theta, z))
		sums += hinge
	}
	return ulp * (4*terms + sums)
}

// primal is J at a θ whose penalised square is given.
func primal(theta vector, x [][2]float64, y []float64, square, c float64) float64 {
	hinge, least := 0.0, math.Inf(1)
	for i := range x {
		z := y[i] * (theta[0]*x[i][0] + theta[1]*x[i][1] + theta[2])
		hinge, least = hinge+max(0, 1-z), min(least, z)
	}
	if math.IsInf(c, 1) { // θ as long as it takes for every yf ≥ 1
		scale := max(0, min(1, least))
		return square / 2 / (scale * scale)
	}
	return square/2 + c*hinge
}

// boxed is the matrix of inner products, plus one where the constant coordinate
// counts, with two rows of zeros. It implements [smo.Rows].
type boxed struct {
	rows [][]float64
	diag []float64
}

func box(gram *smo.Gram, n int, one float64) boxed {
	b := boxed{make([][]float64, n+2), make([]float64, n+2)}
	for i := range b.rows {
		b.rows[i] = make([]float64, n+2)
	}
	for i := range n {
		for j, v := range gram.Row(i) {
			b.rows[i][j] = v + one
		}
		b.diag[i] = b.rows[i][i]
	}
	return b
}

func (b boxed) Row(i int) []float64 { return b.rows[i] }
func (b boxed) Diagonal() []float64 { return b.diag }

// Why a hard margin does not exist, or cannot be shown.
const (
	oneLabel         = "All points have the same label: θ = 0 with |θ₀| ≥ 1 is optimal, and there is no band to widen."
	notSeparable     = "No line separates these points, so there is no band to widen: take the sub-gradient with slacks."
	notThroughOrigin = "No line through the origin separates these points, so there is no band to widen: allow an offset, or take the sub-gradient with slacks."
	tooNarrow        = "The largest margin is less than a millionth of the points' extent, too narrow for floating-point numbers to show: " +
		"bring the coordinates to a common scale."
)

// hard finds the largest margin: exactly, as the point of a convex hull that is
// nearest to 0, except for the offset's direction, which the dual with c = ∞ gives.
func hard(ctx context.Context, p algos.Problem, form string, c float64) (optimum, error) {
	z, classes, one := make([]margin.Vector, len(p.Points)), [2]bool{}, 1.0
	if form == "origin" {
		one = 0
	}
	for i, q := range p.Points {
		z[i] = scaled(q.Sign(), vector{q.X[0], q.X[1], one})
		classes[q.Class()] = true
	}
	best := margin.Largest(z)
	switch {
	case form == "offset" && !(classes[0] && classes[1]):
		return optimum{lo: math.Inf(-1), hi: math.Inf(1), why: oneLabel}, nil
	case !best.Separable && form == "origin":
		return optimum{dual: math.Inf(1), why: notThroughOrigin}, nil
	case !best.Separable:
		return optimum{dual: math.Inf(1), why: notSeparable}, nil
	case form != "offset":
		o := optimum{theta: scaled(1/best.Gamma, best.Theta), dual: 1 / (2 * best.Gamma * best.Gamma)}
		o.primal, o.lo, o.hi, o.centred = o.dual, o.theta[2], o.theta[2], o.theta
		return o.judged(best.R), nil
	}
	m, radius := mean(p), 0.0
	for _, q := range p.Points {
		radius = max(radius, math.Hypot(q.X[0]-m[0], q.X[1]-m[1]))
	}
	o, err := dual(ctx, p, form, c)
	return o.judged(radius), err
}

// narrowest is the narrowest band, as a share of the largest point, that is
// still told apart from rounding.
const narrowest = 1e-6

// judged says why a hard margin is none that can be shown.
func (o optimum) judged(radius float64) optimum {
	gamma := 1 / math.Sqrt(2*o.dual)
	if !(gamma >= narrowest*radius) || !(math.Abs(o.primal-o.dual) <= 1e-6*o.dual) {
		o.why = tooNarrow
	}
	return o
}
