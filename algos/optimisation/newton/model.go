package newton

import (
	"context"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// An iterate is x with what is known there. The function whose root is looked for is g: f itself, or
// f′ of the minimising form.
type iterate struct {
	x, g, d, dd float64 // g(x), g′(x), g″(x)
	f           float64 // f(x)

	px, pg, pd float64 // the iterate before, g and g′ there
	a, b       float64 // the bracket of bisection
	ga, gb     float64
}

// An outcome is how a run ends.
type outcome int

const (
	going     outcome = iota
	converged         // |g| is small, and so is the next correction
	standing          // x no longer changes in floating point
	growing           // the iterates grow without bound
	overflow          // f or the next iterate is infinite
	flat              // g′(x) = 0
	vertical          // g′(x) is infinite or undefined
	level             // the secant is horizontal
	outside           // x is outside of the domain of f
	oneSign           // the bracket has no change of sign
	jump              // the sign changes where |f| is not small: a pole or a jump
	cycling
	exhausted
)

// A run is the iterates of one method.
type trail struct {
	path   []iterate
	end    outcome
	period int // of a cycle
}

// A task is what stays the same during a run: all steps share it.
type task struct {
	options
	ctx    context.Context
	f      *expression.Expression
	tex    say.Math
	own    trail            // of the method
	rivals func() []trail   // Newton, secant, bisection from the same start
	roots  func() []float64 // of g on the board, for the window
	ref    reference
	basins func() *basins
	field  *panel.Cache
}

func newTask(ctx context.Context, o options) (*task, error) {
	f, err := expression.Parse(o.Expression, "x")
	if err != nil {
		return nil, err
	}
	t := &task{options: o, ctx: ctx, f: f, tex: say.Math(f.TeX()), field: new(panel.Cache)}
	t.roots = sync.OnceValue(t.scan)
	t.own = t.solve(o.Method)
	t.ref = t.refer()
	t.rivals = sync.OnceValue(func() []trail {
		if t.Method == minimise {
			return []trail{t.own}
		}
		var all []trail
		for _, method := range []string{tangents, secants, bisection} {
			if method == t.Method {
				all = append(all, t.own)
			} else {
				all = append(all, t.solve(method))
			}
		}
		return all
	})
	t.basins = algos.Slow(ctx, t.findBasins)
	return t, nil
}

// jet is an iterate without its past.
func (t *task) jet(x float64) iterate {
	j := t.f.Jet(x)
	if t.Method != minimise {
		return iterate{x: x, f: j.Value, g: j.Value, d: j.Gradient[0], dd: j.Hessian[0]}
	}
	h := max(1e-4, 1e-7*math.Abs(x))
	third := (t.f.Jet(x + h).Hessian[0] - t.f.Jet(x - h).Hessian[0]) / (2 * h)
	return iterate{x: x, f: j.Value, g: j.Gradient[0], d: j.Hessian[0], dd: third}
}

// solve runs a method from the start to its end.
func (t *task) solve(method string) trail {
	switch method {
	case secants:
		return t.solveSecant()
	case bisection:
		return t.bisect()
	}
	var r trail
	m := t.factor(method)
	for now := t.jet(t.Start); ; {
		r.path = append(r.path, now)
		if r.end, r.period = t.judge(r.path, now.x-m*now.g/now.d, m); r.end != going {
			return r
		}
		next := t.jet(now.x - m*now.g/now.d)
		next.px, next.pg, next.pd = now.x, now.g, now.d
		now = next
	}
}

// factor is m of the modified method, and 1 elsewhere.
func (t *task) factor(method string) float64 {
	if method == tangents {
		return float64(t.Multiplicity)
	}
	return 1
}

func (t *task) solveSecant() trail {
	var r trail
	first, now := t.jet(t.Start), t.jet(t.Second)
	now.px, now.pg, now.pd = first.x, first.g, first.d
	for {
		r.path = append(r.path, now)
		if r.end = t.judgeSecant(r.path); r.end != going {
			return r
		}
		next := t.jet(chord(now))
		next.px, next.pg, next.pd = now.x, now.g, now.d
		now = next
	}
}

// chord is the zero of the line through the last two points.
func chord(now iterate) float64 { return now.x - now.g*(now.x-now.px)/(now.g-now.pg) }

// A correction is small beside x where it is less than this.
const near = 1e-3

// scale is what an error of x is compared with.
func scale(x float64) float64 { return max(1, math.Abs(x)) }

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// ulp is the distance to the next number.
func ulp(x float64) float64 { return math.Nextafter(math.Abs(x), math.Inf(1)) - math.Abs(x) }

// arrived reports whether g is 0 up to the tolerance, and the next correction small: |f| alone is
// small also where f decays, as x·exp(−x) does.
func (t *task) arrived(now iterate) bool {
	return now.g == 0 || math.Abs(now.g) <= t.Tol && math.Abs(now.g/now.d) <= near*scale(now.x)
}

// defined says whether g can be evaluated.
func (t *task) defined(now iterate) outcome {
	switch {
	case math.IsNaN(now.g) || math.IsNaN(now.f):
		return outside
	case !finite(now.g) || !finite(now.f):
		return overflow
	}
	return going
}

// judge says whether a run of Newton's method ends.
func (t *task) judge(path []iterate, next, m float64) (end outcome, period int) {
	n := len(path) - 1
	now := path[n]
	if bad := t.defined(now); bad != going {
		return bad, 0
	}
	switch {
	case t.arrived(now):
		return converged, 0
	case now.d == 0:
		return flat, 0
	case !finite(now.d):
		return vertical, 0
	case math.Abs(now.g/now.d) <= 2*ulp(now.x):
		if ulp(now.x) > near {
			return growing, 0 // so far away that x has no digits for the root
		}
		return standing, 0
	case !finite(next):
		return overflow, 0
	case grows(path, t.Start):
		return growing, 0
	}
	if p := periodOf(path, m); p > 0 {
		return cycling, p
	}
	if n == t.Iterations {
		return exhausted, 0
	}
	return going, 0
}

// far is from where on iterates that only grow diverge.
const far = 1e6

func grows(path []iterate, start float64) bool {
	const times = 4
	n := len(path) - 1
	if n < times || math.Abs(path[n].x) <= far*scale(start) {
		return false
	}
	for i := n; i > n-times; i-- {
		if math.Abs(path[i].x) <= math.Abs(path[i-1].x) {
			return false
		}
	}
	return true
}

// periodOf is the period of a cycle to which the last iterate belongs, 0 for none. A cycle that
// repels is one only where the iterates are the same exactly.
func periodOf(path []iterate, m float64) int {
	const longest = 8
	n := len(path) - 1
	for p := 1; p <= longest && p <= n; p++ {
		off := math.Abs(path[n].x - path[n-p].x)
		if off > 1e-9*scale(path[n].x) {
			if off <= 1e-4*scale(path[n].x) {
				return 0 // that is convergence
			}
			continue
		}
		if p > 1 && (off == 0 || multiplier(path[n-p:n], m) < 1) {
			return p
		}
		return 0
	}
	return 0
}

// multiplier is |(Nᵖ)′| of a cycle: the product of N′ = 1 − m(1 − g·g″/g′²).
func multiplier(cycle []iterate, m float64) float64 {
	product := 1.0
	for _, it := range cycle {
		product *= math.Abs(1 - m*(1-it.g*it.dd/(it.d*it.d)))
	}
	return product
}

func (t *task) judgeSecant(path []iterate) outcome {
	n := len(path) - 1
	now := path[n]
	if bad := t.defined(now); bad != going {
		return bad
	}
	if math.IsNaN(now.pg) || !finite(now.pg) {
		return outside
	}
	switch {
	case t.arrived(now):
		return converged
	case now.g == now.pg:
		return level
	case n > 0 && math.Abs(now.x-now.px) <= 2*ulp(now.x):
		return standing
	case !finite(chord(now)):
		return overflow
	case grows(path, max(math.Abs(t.Start), math.Abs(t.Second))):
		return growing
	case n == t.Iterations:
		return exhausted
	}
	return going
}

func (t *task) bisect() trail {
	a, b := min(t.Start, t.Second), max(t.Start, t.Second)
	left, right := t.jet(a), t.jet(b)
	var r trail
	for {
		now := t.jet(a + (b-a)/2)
		now.a, now.b, now.ga, now.gb = a, b, left.g, right.g
		if len(r.path) == 0 { // a root at an end needs no bracket
			for _, end := range []iterate{left, right} {
				if end.g == 0 {
					now.x, now.g, now.d, now.dd, now.f = end.x, end.g, end.d, end.dd, end.f
				}
			}
		}
		r.path = append(r.path, now)
		if r.end = t.judgeBracket(r.path); r.end != going {
			return r
		}
		if now.g < 0 == (left.g < 0) {
			a, left = now.x, now
		} else {
			b, right = now.x, now
		}
	}
}

func (t *task) judgeBracket(path []iterate) outcome {
	n := len(path) - 1
	now := path[n]
	if !finite(now.ga) || !finite(now.gb) || math.IsNaN(now.g) {
		return outside
	}
	most := max(math.Abs(path[0].ga), math.Abs(path[0].gb))
	half := (now.b - now.a) / 2
	switch {
	case now.ga != 0 && now.gb != 0 && now.ga < 0 == (now.gb < 0):
		return oneSign
	case now.g == 0:
		return converged
	case !finite(now.g):
		return overflow
	case math.Abs(now.g) <= t.Tol && half <= near*scale(now.x):
		return converged
	case math.Abs(now.g) > most && half <= 1e-9*scale(now.x):
		return jump
	case now.x == now.a || now.x == now.b || half <= ulp(now.x):
		if math.Abs(now.g) > near*most {
			return jump
		}
		return standing
	case n == t.Iterations:
		return exhausted
	}
	return going
}

// A view is the run at one step.
type view struct {
	*task
	n   int
	now iterate
}

func (t *task) at(n int) view { return view{t, n, t.own.path[n]} }

// ended is how the run ends at this step; going before.
func (v view) ended() outcome {
	if v.n == len(v.own.path)-1 {
		return v.own.end
	}
	return going
}

// error is |x − x*|; NaN where the root is not known.
func (t *task) error(x float64) float64 {
	if !t.ref.known {
		return math.NaN()
	}
	return math.Abs(x - t.ref.x)
}

// digits are the correct ones, −log₁₀ of the relative error; NaN where they are not known. No more can be
// told than the root itself has.
func (t *task) digits(x float64) float64 {
	size := math.Abs(t.ref.x)
	if size == 0 {
		size = 1
	}
	return max(0, -math.Log10(max(t.error(x), t.ref.unsure, ulp(size))/size))
}

// iter is the i-th iterate, of which the last one is that of the step.
func (v view) iter(i int) iterate {
	if i == v.n {
		return v.now
	}
	return v.own.path[i]
}

// sharp is how many times its doubt an error is at least that is compared.
const sharp = 100

// floor is the least error that is compared: the root is known, and x is computed, up to rounding.
func (t *task) floor(it iterate) float64 {
	return sharp * (t.ref.unsure + ulp(it.px) + t.fuzz(it.px)/math.Abs(it.pd))
}

// fuzz is the rounding of g near x: how far it is from the mean of neighbours so near that g itself is straight, and at
// least an ulp of what g is at the distance 1.
func (t *task) fuzz(x float64) float64 {
	at, most := t.jet(x).g, 0.0
	for _, y := range []float64{t.jet(x - 1).g, t.jet(x + 1).g} {
		if finite(y) {
			most = max(most, 2*num.Ulp*math.Abs(y))
		}
	}
	for _, k := range []float64{3, 5, 9} {
		h := k * ulp(x)
		if off := math.Abs(at - (t.jet(x-h).g+t.jet(x+h).g)/2); finite(off) {
			most = max(most, off)
		}
	}
	return most
}

// ratio compares the error of the i-th iterate with those before, as the law of the method does; NaN where
// rounding has a part in it.
func (v view) ratio(i int) float64 {
	if i == 0 && v.Method != secants || v.Method == bisection {
		return math.NaN()
	}
	it := v.iter(i)
	e, e1 := v.error(it.x), v.error(it.px)
	floor := v.floor(it)
	if !(e >= floor) || !(e1 >= floor) {
		return math.NaN()
	}
	switch v.ref.law {
	case linear:
		return e / e1
	case quadratic:
		return e / (e1 * e1)
	case product:
		if i == 0 {
			return math.NaN()
		}
		if e2 := v.error(v.iter(i - 1).px); e2 >= floor {
			return e / (e1 * e2)
		}
	}
	return math.NaN()
}

// lastRatio is the last one up to this step, and the number of its iterate; NaN and 0 for none.
func (v view) lastRatio() (ratio float64, n int) {
	for i := v.n; i >= 0; i-- {
		if r := v.ratio(i); finite(r) {
			return r, i
		}
	}
	return math.NaN(), 0
}

// Model names the results so far.
func (v view) Model() algos.Model {
	end := v.ended()
	ratio, _ := v.lastRatio()
	return algos.Model{Values: []algos.Value{
		{Name: "root", Value: v.now.x},
		{Name: "iterations", Value: v.n},
		{Name: "converged", Value: end == converged || end == standing},
		{Name: "residual", Value: bounded(v.now.g)},
		{Name: "derivative", Value: bounded(v.now.d)},
		{Name: "error", Value: v.error(v.now.x)},
		{Name: "digits", Value: v.digits(v.now.x)},
		{Name: "ratio", Value: ratio},
		{Name: "limit", Value: v.ref.limit},
		{Name: "multiplicity", Value: v.ref.order},
	}}
}

// bounded is a number, or NaN for an infinite one.
func bounded(x float64) float64 {
	if finite(x) {
		return x
	}
	return math.NaN()
}

// scan finds changes of sign and touches of the axis near the origin, for the window of the board alone.
func (t *task) scan() []float64 {
	var roots []float64
	for _, reach := range []float64{4, 12, 60} {
		const nodes = 401
		var past [2]float64 // g at the two nodes before
		for i := range nodes {
			x, h := reach*(2*float64(i)/(nodes-1)-1), 2*reach/(nodes-1)
			g := t.jet(x).g
			switch {
			case g == 0:
				roots = append(roots, x)
			case i > 0 && past[1] != 0 && finite(g) && finite(past[1]) && g < 0 != (past[1] < 0):
				if c, ok := t.cross(x-h, x); ok {
					roots = append(roots, c)
				}
			case i > 1 && math.Abs(past[1]) < math.Abs(g) && math.Abs(past[1]) < math.Abs(past[0]) && g < 0 == (past[0] < 0) && math.Abs(past[1]) < h*h:
				roots = append(roots, x-h)
			}
			past = [2]float64{past[1], g}
		}
		if len(roots) > 0 {
			break
		}
	}
	slices.Sort(roots)
	return roots
}

// cross narrows a change of sign down; false where it is a pole.
func (t *task) cross(a, b float64) (float64, bool) {
	left, size := t.jet(a).g, math.Abs(t.jet(a).g)+math.Abs(t.jet(b).g)
	for range 60 {
		c := a + (b-a)/2
		g := t.jet(c).g
		if g == 0 {
			return c, true
		}
		if g < 0 == (left < 0) {
			a = c
		} else {
			b = c
		}
	}
	c := a + (b-a)/2
	return c, math.Abs(t.jet(c).g) <= size
}
