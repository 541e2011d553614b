package polynomial

import (
	"math"
	"slices"

	"playground/algos"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	scale
	x, y     []float64
	distinct int     // how many columns the inputs can tell apart
	size     float64 // ‖y‖
}

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o}
	for _, q := range p.Points {
		t.x, t.y = append(t.x, q.X[0]), append(t.y, q.Y)
	}
	t.size, t.scale = norm(t.y), newScale(t.x, o.Intercept)
	sorted := slices.Sorted(slices.Values(t.x))
	for i, x := range sorted {
		if (i == 0 || x != sorted[i-1]) && (o.Intercept || x != 0) {
			t.distinct++
		}
	}
	return t
}

// A fit is the least-squares polynomial of some degree.
type fit struct {
	column              // the direction that it added
	c         float64   // ⟨q, r⟩ with the residual before
	r         []float64 // the residual
	rss       float64
	leverage  []float64 // hᵢᵢ = Σ q(xᵢ)² over all columns
	loo       float64   // mean squared error of each point by the fit to the others; NaN where there is none
	held      float64   // mean squared error of the points held out; NaN where there are none
	theta     []float64 // of 1, x, x², …
	condition float64   // log₁₀ of ‖X‖·‖X⁺‖ of the columns 1, x, x², …, by Frobenius norms
	features  []float64 // √C(k, j)
}

// phase says what a step did.
type phase int

const (
	starting phase = iota
	directing
	fitting
)

// stop says why no further degree is fitted.
type stop int

const (
	going     stop = iota
	reached        // the last degree
	exhausted      // as many columns as different inputs
	blurred        // rounding hides what is left of the next column
	beyond         // the coefficients are beyond the largest number
)

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	fits  []fit // of all degrees so far
	phase phase
	next  *column // the direction that comes next, or is shown; nil at the end
	stop  stop
}

func (t *task) start() view { return view{task: t}.planned() }

// directed shows the next direction, fitted adds it to the fit.
func (v view) directed() view {
	v.phase = directing
	return v
}

func (v view) fitted() view {
	v.fits, v.phase = append(v.fits[:len(v.fits):len(v.fits)], v.fit(*v.next)), fitting
	return v.planned()
}

// least is the fraction of a column that has to be left after the columns before have been
// taken away: with less, rounding is a part of what is left that can be seen.
const least = 1e-10

// planned makes the next direction, or says why there is none.
func (v view) planned() view {
	v.next, v.stop = nil, going
	switch {
	case v.first+len(v.fits) > v.Degree:
		v.stop = reached
		return v
	case len(v.fits) == v.distinct:
		v.stop = exhausted
		return v
	}
	c := nextColumn(v.columns(), v.x, v.scale)
	switch {
	case c.share < least:
		v.stop = blurred
	case !finite(c.inX...) || math.Abs(c.inX[c.power]) > limit:
		v.stop = beyond
	default:
		v.next = &c
	}
	return v
}

// limit is the largest value that is predicted, and the largest coefficient: its square
// is still a number.
const limit = 1e150

func (v view) columns() []column {
	out := make([]column, len(v.fits))
	for k, f := range v.fits {
		out[k] = f.column
	}
	return out
}

// residual is y − f at the inputs.
func (v view) residual() []float64 {
	if n := len(v.fits); n > 0 {
		return v.fits[n-1].r
	}
	return v.y
}

func (v view) rss() float64 {
	r := v.residual()
	return dot(r, r)
}

// last is the newest fit; its column is nil at the start.
func (v view) last() fit {
	if n := len(v.fits); n > 0 {
		return v.fits[n-1]
	}
	return fit{loo: math.NaN(), held: math.NaN(), condition: math.NaN(), r: v.y, rss: v.rss(), features: []float64{1}}
}

// before is the run one degree ago.
func (v view) before() view {
	v.fits = v.fits[:max(0, len(v.fits)-1)]
	return v
}

// power is the degree of the fit; −1 before the first.
func (v view) power() int { return v.first + len(v.fits) - 1 }

// fit adds a direction.
func (v view) fit(q column) fit {
	f := fit{column: q, c: dot(q.at, v.residual()), r: slices.Clone(v.residual()), leverage: make([]float64, len(v.y)), held: math.NaN()}
	if n := len(v.fits); n > 0 {
		copy(f.leverage, v.fits[n-1].leverage)
	}
	for i, a := range q.at {
		f.r[i] -= f.c * a
		f.leverage[i] += a * a
	}
	f.rss = dot(f.r, f.r)
	f.loo = leaveOneOut(f.r, f.leverage)
	f.features = features(q.power)
	columns := append(v.columns(), q)
	inZ := make([]float64, len(columns))
	inverse := 0.0
	for j, b := range columns {
		c := f.c
		if j < len(v.fits) {
			c = v.fits[j].c
		}
		for k, a := range b.inZ {
			inZ[k] += c * a
		}
		for _, a := range b.inX {
			inverse = math.Hypot(inverse, a)
		}
	}
	f.theta = v.inX(inZ)
	monomials := 0.0
	for _, p := range v.Points {
		for k := v.first; k <= q.power; k++ {
			monomials = math.Hypot(monomials, math.Pow(p.X[0], float64(k)))
		}
	}
	f.condition = math.Log10(monomials) + math.Log10(inverse)
	if len(v.HeldOut) > 0 {
		after := v
		after.fits = append(v.fits[:len(v.fits):len(v.fits)], f)
		f.held = 0
		for _, p := range v.HeldOut {
			off := after.at(p.X[0]) - p.Y
			f.held += off * off / float64(len(v.HeldOut))
		}
	}
	return f
}

// alone is a leverage at which a point determines the fit there by itself, so that
// without it nothing is known.
const alone = 1 - 1e-9

// leaveOneOut is the mean of the squares of r/(1 − h): what the fit to the other points
// is wrong by, without another fit.
func leaveOneOut(r, leverage []float64) float64 {
	sum := 0.0
	for i, h := range leverage {
		if h > alone {
			return math.NaN()
		}
		off := r[i] / (1 - h)
		sum += off * off
	}
	return sum / float64(len(r))
}

// at evaluates the fit in the orthogonal basis, where no digits are lost. Far away from
// the inputs it is cut at ±limit.
func (v view) at(x float64) float64 {
	q := v.values(v.columns(), x)
	sum := 0.0
	for k, f := range v.fits {
		sum += f.c * q[k]
	}
	if finite(sum) {
		return max(-limit, min(limit, sum))
	}
	top := v.last() // far away its sign is that of the highest power
	sign := top.c
	if x < v.c && top.power%2 == 1 {
		sign = -sign
	}
	return math.Copysign(limit, sign)
}

// noiseFactor is the standard deviation of the fit at x over that of the targets' noise: the basis
// is orthonormal, so that all coefficients have the variance of the noise.
func (v view) noiseFactor(x float64) float64 {
	q, sum := v.values(v.columns(), x), 0.0
	for k := range v.fits {
		sum += q[k] * q[k]
	}
	return math.Sqrt(min(sum, limit))
}

// best is the degree with the least error of a kind, among those that have one.
func (v view) best(of func(fit) float64) (power int, ok bool) {
	low := math.Inf(1)
	for _, f := range v.fits {
		if e := of(f); e < low {
			low, power, ok = e, f.power, true
		}
	}
	return power, ok
}

func looOf(f fit) float64  { return f.loo }
func heldOf(f fit) float64 { return f.held }

// Model returns the coefficients of the powers of x, and predicts in the orthogonal
// basis.
func (v view) Model() algos.Model {
	f := v.last()
	theta, theta0 := []float64{}, 0.0
	if len(f.theta) > 0 {
		theta, theta0 = f.theta[1:], f.theta[0]
	}
	k := max(0, v.power())
	counts := []int{binomial(1+k, k), binomial(2+k, k), binomial(3+k, k)}
	at := func(x [2]float64) float64 { return v.at(x[0]) }
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: theta},
			{Name: "theta0", Value: theta0},
			{Name: "rss", Value: v.rss()},
			{Name: "degree", Value: v.power()},
			{Name: "loo", Value: f.loo},
			{Name: "digits", Value: f.condition},
			{Name: "kernel", Value: sumOf(f.products(v.X, v.Z))},
			{Name: "feature_counts", Value: counts},
		},
		Predict: func(x [2]float64) []algos.Value {
			return []algos.Value{{Name: "y", Value: at(x)}, {Name: "noise_factor", Value: v.noiseFactor(x[0])}}
		},
		Mean: at,
	}
}
