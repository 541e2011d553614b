package svmprimal

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
)

// A vector is (x₁, x₂, x₀): the inputs and the constant coordinate, which is 0
// for lines through the origin. θ has the same order: θ₁, θ₂, θ₀.
type vector = [3]float64

func dot(a, b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// add returns a + s·b.
func add(a vector, s float64, b vector) vector {
	return vector{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
}

func scaled(s float64, a vector) vector { return add(vector{}, s, a) }

func norm(a vector) float64 { return math.Sqrt(dot(a, a)) }

// A task is what stays the same during a run.
type task struct {
	Options
	algos.Problem
	x []vector
	y []float64 // −1 or +1
	// shift is what x is measured from: with a free offset the mean of the
	// points. Nothing changes by that, since θ₀ follows, and nothing cancels.
	shift [2]float64
	exact bool    // θ₀ is the best one for θ at every step
	big   float64 // max ‖x‖
	best  *optimum
	goal  vector     // θ of best, in the coordinates of the run
	forms [3]optimum // of all three forms, in the order of formNames

	hand      *hand // the line by hand; nil without one
	kept      []kept
	widest    func() optimum   // the hard margin that a line by hand is compared with
	prices    func() prices    // the least cost against C
	shrinkage func() shrinkage // what other penalties choose
}

var formNames = [...]string{"no-intercept", "intercept", "augmented"}

// newTask prepares a run, or refuses it.
func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	k := &task{Options: o, Problem: p, x: make([]vector, len(p.Points)), y: make([]float64, len(p.Points))}
	k.exact = o.Form == "intercept" && o.Method != "sgd"
	if k.exact {
		k.shift = mean(p)
	}
	one := 1.0
	if o.Form == "no-intercept" {
		one = 0
	}
	for i, q := range p.Points {
		k.x[i], k.y[i] = vector{q.X[0] - k.shift[0], q.X[1] - k.shift[1], one}, q.Sign()
		k.big = max(k.big, norm(k.x[i]))
	}
	solve, c := dual, o.C
	if o.Method == "widen" {
		solve, c = hard, math.Inf(1)
	}
	for i, form := range formNames {
		var err error
		if k.forms[i], err = solve(ctx, p, form, c); err != nil {
			return nil, err
		}
	}
	k.best = &k.forms[slices.Index(formNames[:], o.Form)]
	if k.goal = k.best.theta; k.exact {
		k.goal = k.best.centred
	}
	if o.Method == "widen" && k.best.why != "" {
		return nil, algos.Refuse(k.best.why)
	}
	if o.Line == "manual" {
		k.hand = k.byHand()
	}
	k.kept = k.keep()
	k.widest, k.prices, k.shrinkage = algos.Slow(ctx, k.widestBand), algos.Slow(ctx, k.sweep), algos.Slow(ctx, k.shrink)
	return k, nil
}

func mean(p algos.Problem) (m [2]float64) {
	n := float64(len(p.Points))
	for _, q := range p.Points {
		m[0] += q.X[0] / n
		m[1] += q.X[1] / n
	}
	return m
}

// norm2 is what the penalty halves: ‖θ‖², with θ₀² only for the constant
// coordinate.
func (k *task) norm2(theta vector) float64 {
	if k.Form == "augmented" {
		return dot(theta, theta)
	}
	return theta[0]*theta[0] + theta[1]*theta[1]
}

// length is ‖θ‖ in the coordinates that are penalised.
func (k *task) length(theta vector) float64 { return math.Sqrt(k.norm2(theta)) }

// distance is ‖a − b‖ in the same.
func (k *task) distance(a, b vector) float64 { return k.length(add(a, -1, b)) }

// theta0 is the offset in the coordinates of the data.
func (k *task) theta0(theta vector) float64 {
	return theta[2] - theta[0]*k.shift[0] - theta[1]*k.shift[1]
}

// A look is the objective at a θ with all that belongs to it.
type look struct {
	theta     vector // with the best θ₀ where that is free
	lo, hi    float64
	objective float64
	hinge     float64 // Σ max(0, 1 − yf)
	weight    float64 // Σ a
	pull      vector  // Σ a y x
	inside    int     // points with yf < 1
	errors    int     // points with yf ≤ 0
}

// look evaluates J at θ, and a sub-gradient θ − C Σ a y x of it: a is 1 inside the
// band and 0 outside. Where θ₀ is free it takes its best value, and the points
// exactly on the border get the share of a that makes Σ a y = 0.
func (k *task) look(theta vector) look {
	l := look{theta: theta, lo: theta[2], hi: theta[2]}
	share := 0.0 // of a negative point on the border
	if k.exact {
		l.theta[2], l.lo, l.hi, share = k.offset(theta)
	}
	for t, x := range k.x {
		if a := k.pullOf(t, l.theta, k.y[t]*dot(l.theta, x), share); a > 0 {
			l.weight += a
			l.pull = add(l.pull, a*k.y[t], x)
		}
	}
	if k.exact {
		l.pull[2] = 0
	}
	k.measure(&l, 0, 0)
	return l
}

// measure evaluates J at the θ of a look. A slack of at most none costs nothing, and
// one of at most border does not count as inside.
func (k *task) measure(l *look, none, border float64) {
	for t, x := range k.x {
		z := k.y[t] * dot(l.theta, x)
		if 1-z > none {
			l.hinge += 1 - z
		}
		if 1-z > border {
			l.inside++
		}
		if z <= 0 {
			l.errors++
		}
	}
	l.objective = k.norm2(l.theta)/2 + k.C*l.hinge
}

// pullOf is the sub-gradient's weight a of row t.
func (k *task) pullOf(t int, theta vector, z, share float64) float64 {
	if !k.exact {
		if z < 1 {
			return 1
		}
		return 0
	}
	at, y := k.breakpoint(t, theta), k.y[t]
	switch {
	case at == theta[2] && y > 0:
		return 1 - share
	case at == theta[2]:
		return share
	case y*(at-theta[2]) > 0:
		return 1
	}
	return 0
}

// breakpoint is the θ₀ at which row t meets its border of the band.
func (k *task) breakpoint(t int, theta vector) float64 {
	x := k.x[t]
	return k.y[t] - (theta[0]*x[0] + theta[1]*x[1])
}

// offset returns the best θ₀ for (θ₁, θ₂), and the interval [lo, hi] of all that
// are as good. The hinges are a convex broken line in θ₀: its slope is −n₊ far to
// the left and grows by one at every breakpoint, so that it is 0 between the
// n₊-th and the next one. share is how much of a breakpoint at θ₀ itself counts.
func (k *task) offset(theta vector) (best, lo, hi, share float64) {
	at, plus := make([]float64, len(k.x)), 0
	for t := range k.x {
		at[t] = k.breakpoint(t, theta)
		if k.y[t] > 0 {
			plus++
		}
	}
	slices.Sort(at)
	switch plus {
	case 0:
		lo, best, hi = math.Inf(-1), at[0], at[0]
	case len(at):
		lo, best, hi = at[plus-1], at[plus-1], math.Inf(1)
	default:
		lo, hi = at[plus-1], at[plus]
		best = lo + (hi-lo)/2
	}
	below, ties := 0, 0
	for _, b := range at {
		if b < best {
			below++
		} else if b == best {
			ties++
		}
	}
	if ties > 0 {
		share = float64(plus-below) / float64(ties)
	}
	return best, lo, hi, share
}

// gradient is the sub-gradient θ − C Σ a y x in the penalised coordinates.
func (k *task) gradient(l look) vector {
	g := add(l.theta, -k.C, l.pull)
	if k.Form != "augmented" {
		g[2] = 0
	}
	return g
}

// rounding is how far off J(θ) may be by rounding: its hinges and the penalty; or
// ½/γ² with a half-width γ = 1/‖θ‖ that is a difference of numbers as large as the
// points.
func (k *task) rounding(theta vector) float64 {
	if k.Method == "widen" {
		size := norm(theta)
		return 64 * ulp * size * size * (1 + size*k.big)
	}
	return k.C*hingeRounding(theta, k.x, k.y) + 4*ulp*k.norm2(theta)
}

// extent is the largest size of what a slack 1 − yf is a sum of.
func (k *task) extent(theta vector) float64 {
	largest := 1.0
	for _, x := range k.x {
		largest = max(largest, 1+size(theta, x))
	}
	return largest
}

// ulp is the spacing of floating-point numbers at one.
const ulp = num.Ulp

// A phase is what a step was about.
type phase int

const (
	starting phase = iota
	looking        // the sub-gradient is there, or the points that the band touches
	moving         // θ has moved
	locking        // the exact solution
)

// A view is the run after one step; it never changes.
type view struct {
	*task
	phase      phase
	t          int // iterates looked at
	now, twin  walker
	g          vector  // sub-gradient at now
	row, other int     // drawn by the stochastic method for now and for twin, −1 for none
	eta        float64 // of the band: its half-width before the turn
	before     vector  // θ before this step
	least      float64 // best J so far
	leastAt    vector  // its θ
	lower      float64 // best own lower bound so far, NaN without one
	lowerOff   float64 // what rounding may have done to it
	regret     float64 // what the bound sums up
	average    vector  // weighted average of the iterates
	band       *band   // of the method that widens
	news       []algos.Event
	status     algos.Status
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"objective", "best", "lower", "dual", "excess", "bound", "apart", "inside", "errors", "margin", "slack", "penalty"}

func (v view) metrics() []float64 {
	lower := v.lower
	if !(lower > 0) { // J ≥ 0 needs no proof
		lower = math.NaN()
	}
	return []float64{
		v.now.objective, v.least, lower, v.best.dual, v.over(v.least, v.leastAt), v.bound(),
		v.distance(v.now.theta, v.twin.theta), float64(v.now.inside), float64(v.now.errors), v.margin(),
		v.now.hinge, v.norm2(v.now.theta) / 2,
	}
}

// over is how far J at a θ is above the dual value; what rounding may make is
// nothing.
func (k *task) over(value float64, theta vector) float64 {
	d := value - k.best.dual
	if math.Abs(d) <= min(k.slack(theta), algos.Negligible*value) {
		return 0
	}
	return d
}

// slack is how far rounding may have moved J at θ from the dual value.
func (k *task) slack(theta vector) float64 {
	return k.rounding(theta) + k.best.hazy + k.best.uneven*math.Abs(theta[2])
}

// margin is 1/‖(θ₁, θ₂)‖, half the width of the band on the board; NaN at θ = 0.
func (v view) margin() float64 {
	if n := math.Hypot(v.now.theta[0], v.now.theta[1]); n > 0 {
		return 1 / n
	}
	return math.NaN()
}

// score is yf of a row.
func (v view) score(t int) float64 { return v.y[t] * dot(v.now.theta, v.x[t]) }

// step captures the view.
func (v view) step() algos.Step {
	step := algos.Step{Phase: v.title(), Metrics: v.metrics(), Status: v.status, Events: v.news, Size: algos.Normal, Next: v.next(), View: v}
	switch {
	case v.phase == looking:
		step.Size = algos.Micro
	case v.status.Final() || v.phase == starting || v.phase == moving && v.band == nil && (v.t-1)%v.passLength() == 0:
		step.Size = algos.Pass
	}
	return step
}

// passLength is how many steps make a pass: n draws, or ten sub-gradients.
func (k *task) passLength() int {
	if k.Method == "sgd" {
		return len(k.x)
	}
	return 10
}

// Model is the line found so far.
func (v view) Model() algos.Model {
	theta := v.now.theta
	lo, hi := v.interval()
	return algos.Model{
		Values: append([]algos.Value{
			{Name: "theta", Value: theta[:2]},
			{Name: "theta0", Value: v.theta0(theta)},
			{Name: "objective", Value: v.now.objective},
			{Name: "dual", Value: v.best.dual},
			{Name: "best", Value: v.least},
			{Name: "average", Value: v.average[:2]},
			{Name: "second", Value: v.twin.theta[:2]},
			{Name: "theta0_interval", Value: []float64{lo, hi}},
			{Name: "optima", Value: []float64{v.forms[0].dual, v.forms[1].dual, v.forms[2].dual}},
		}, v.compared()...),
		Predict: func(x [2]float64) []algos.Value {
			score, label := v.f(x[0], x[1]), v.Label(0)
			if score > 0 {
				label = v.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
		},
	}
}

// f is the score of a place on the board.
func (v view) f(x1, x2 float64) float64 {
	theta := v.now.theta
	return theta[0]*(x1-v.shift[0]) + theta[1]*(x2-v.shift[1]) + theta[2]
}

// interval is where θ₀ may lie, in the coordinates of the data: at the end that
// of the exact solution, before it the best for this θ.
func (v view) interval() (lo, hi float64) {
	if v.phase == locking {
		at := v.best.theta[2] - v.best.centred[2]
		return v.best.lo + at, v.best.hi + at
	}
	at := v.theta0(v.now.theta) - v.now.theta[2]
	return v.now.lo + at, v.now.hi + at
}
