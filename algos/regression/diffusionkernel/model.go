package diffusionkernel

import (
	"context"
	"math"

	"playground/algos"
)

// Bounds of a run.
const (
	mostPowers = 400
	// precise is what may be missing at the end, as a share of the kernel's largest entry.
	precise = 1e-12
	// drowned is the size of terms of which nothing is left of entries of at most 1.
	drowned = 1e20
	// visible is how much rounding may take from an entry, as a share of the largest.
	visible = 1e-7
	// farthest is the largest exponent whose power of e is a number.
	farthest = 690
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	s       int // the source, from 0
	n       int
	b       matrix
	norm    float64 // ‖B‖∞
	spread  float64 // ‖|B|‖₂, which bounds what rounding does
	degree  float64 // the largest sum of a node's weights
	spec    spectrum
	exact   matrix // by eigenvalues
	off     float64
	part    []int // of every node, the number of the part that it lies in
	parts   int
	halving int // of λ by 2, for squaring
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	t := &task{Problem: p, options: o, n: len(p.Points)}
	t.s = min(o.Source, t.n) - 1
	t.b = zero(t.n)
	for _, e := range p.Edges {
		t.b.x[e.From*t.n+e.To] = e.Weight
		t.b.x[e.To*t.n+e.From] = e.Weight
	}
	t.degree = t.b.norm()
	if o.Matrix == heat {
		for i := range t.n {
			sum := 0.0
			for _, w := range t.b.row(i) {
				sum += w
			}
			t.b.x[i*t.n+i] = -sum
		}
	}
	t.norm = t.b.norm()
	t.spread = t.b.spread()
	t.part, t.parts = parts(p, t.n)
	var ok bool
	if t.spec, ok = t.b.spectrum(); !ok || ctx.Err() != nil {
		return nil, algos.Refuse("The eigenvalue computation for B did not converge.")
	}
	largest := t.Time * t.spec.values[t.n-1]
	if largest > farthest {
		return nil, algos.Refuse("The kernel overflows: use a smaller λ or smaller edge weights.")
	}
	t.exact = t.spec.of(func(x float64) float64 { return math.Exp(t.Time * x) })
	// The eigenvalues are off by some ulps of the norm, and their exponentials by λ times that.
	t.off = 16 * float64(t.n) * ulp * (1 + t.Time*t.norm) * math.Exp(max(0, largest))
	for r := t.Time * t.norm; r > 0.5; r /= 2 {
		t.halving++
	}
	return t, nil
}

const ulp = 0x1p-52

// parts numbers the parts of the graph that no edge joins.
func parts(p algos.Problem, n int) (part []int, count int) {
	part = make([]int, n)
	for i := range part {
		part[i] = i
	}
	root := func(i int) int {
		for part[i] != i {
			i = part[i]
		}
		return i
	}
	for _, e := range p.Edges {
		a, b := root(e.From), root(e.To)
		part[max(a, b)] = min(a, b)
	}
	number := map[int]int{}
	out := make([]int, n)
	for i := range out {
		r := root(i)
		if _, ok := number[r]; !ok {
			number[r] = len(number)
		}
		out[i] = number[r]
	}
	return out, len(number)
}

// A view is the state after a step.
type view struct {
	*task
	k     int // powers, squarings or steps so far
	sum   matrix
	term  matrix // the last change
	squar int    // squarings so far
	bound float64
	lost  float64 // what rounding may have taken from an entry
	power float64 // r^k/k!, which no entry of a term exceeds
	rise  float64 // the same with ‖|B|‖₂: no entry of |B|ᵏ is larger
	trail float64 // Σ of what rounding took from terms
	state algos.State
	peak  float64 // the largest entry of all terms
	rough bool    // terms have drowned the kernel
}

func (t *task) begin() view {
	v := view{task: t, sum: identity(t.n), term: identity(t.n), power: 1, rise: 1, state: algos.Running}
	v.bound = t.remainder(t.radius(), 0, 1)
	if t.norm == 0 {
		v.bound, v.state = 0, algos.Converged
	}
	return v
}

// scale is how much of λ the series is for: all of it, or after halving.
func (t *task) scale() float64 {
	if t.Method == squares {
		return math.Ldexp(t.Time, -t.halving)
	}
	return t.Time
}

func (t *task) radius() float64 { return t.scale() * t.norm }

// remainder bounds all terms after power k, where r^k/k! is given: a geometric series, once
// k is large enough.
func (t *task) remainder(r float64, k int, power float64) float64 {
	next := power * r / float64(k+1)
	if q := r / float64(k+2); q < 1 {
		return next / (1 - q)
	}
	return math.Min(next*math.Exp(math.Min(r, farthest)), math.MaxFloat64)
}

// next is the state one step on.
func (v view) next() view {
	v.k++
	if v.Method == walk {
		return v.walked()
	}
	if v.Method == squares && v.summed() && v.halving > 0 {
		return v.squared()
	}
	r := v.radius()
	v.term = v.b.times(v.term, v.scale()/float64(v.k))
	v.sum = v.sum.plus(v.term, 1)
	v.power *= r / float64(v.k)
	v.rise *= v.scale() * v.spread / float64(v.k)
	v.trail += float64(v.k*(v.n+2)) * ulp * v.rise
	v.lost = v.trail + ulp*float64(v.k)*v.sum.most()
	v.bound = v.remainder(r, v.k, v.power)
	v.peak = math.Max(v.peak, v.term.most())
	switch {
	case v.term.most() > drowned && v.Matrix == heat || v.power > 1e290:
		v.state, v.rough = algos.Exhausted, true
	case v.summed() && v.Method == series && v.vague():
		v.state, v.rough = algos.Exhausted, true
	case v.summed() && (v.Method == series || v.halving == 0):
		v.state = algos.Converged
	case v.k >= mostPowers:
		v.state = algos.Exhausted
	}
	return v
}

// summed reports whether the series has come to its end.
func (v view) summed() bool {
	return v.squar > 0 || v.k > 0 && v.bound <= precise*math.Max(1, v.sum.most())
}

// vague reports whether rounding may have changed what a reader sees.
func (v view) vague() bool { return float64(v.n)*v.lost > visible*math.Max(1, v.exact.most()) }

// tells reports whether a bound of an error says anything: it is not larger than every entry
// of the kernel.
func (t *task) tells(bound float64) bool { return bound <= math.Max(1, t.exact.most()) }

// squared is the kernel of twice the time.
func (v view) squared() view {
	norm := v.sum.norm()
	before := v.sum
	v.sum = before.times(before, 1)
	v.term = v.sum.plus(before, -1)
	v.bound = v.bound * (2*norm + v.bound)
	v.lost = v.lost*(2*norm+v.lost) + float64(v.n+1)*ulp*norm*norm
	if v.squar++; v.squar >= v.halving {
		v.state = algos.Converged
	}
	return v
}

// walked is the walk after one more step.
func (v view) walked() view {
	before := v.sum
	v.term = v.b.times(before, v.Time/float64(v.NSteps))
	v.sum = before.plus(v.term, 1)
	grow := 1 + v.Time*v.norm/float64(v.NSteps)
	if v.stays() {
		grow = 1
	}
	v.lost = v.lost*grow + float64(v.n+3)*ulp*grow*math.Max(1, before.norm())*(1+v.Time*v.norm/float64(v.NSteps))
	switch {
	case v.sum.most() > 1e30 && v.Matrix == heat:
		v.state = algos.Diverged
	case v.k == v.NSteps:
		v.state = algos.Converged
	}
	return v
}

// stays reports whether I + λB/m is a walk: no probability to stay is negative.
func (t *task) stays() bool { return t.Matrix == heat && t.Time*t.degree <= float64(t.NSteps) }

// time is how much of λ the matrix that is shown stands for.
func (v view) time() float64 {
	switch v.Method {
	case walk:
		return v.Time * float64(v.k) / float64(v.NSteps)
	case squares:
		return math.Ldexp(v.scale(), v.squar)
	}
	return v.Time
}

// eigen is what the steps so far make of an eigenvalue of B.
func (v view) eigen(x float64) float64 {
	if v.Method == walk {
		return math.Pow(1+v.Time*x/float64(v.NSteps), float64(v.k))
	}
	sum, term := 1.0, 1.0
	for k := 1; k <= v.k-v.squar; k++ {
		term *= v.scale() * x / float64(k)
		sum += term
	}
	for range v.squar {
		sum *= sum
	}
	return sum
}

// missing is the largest difference from the kernel of the time that is shown.
func (v view) missing() float64 {
	exact := v.exact
	if t := v.time(); t != v.Time {
		exact = v.spec.of(func(x float64) float64 { return math.Exp(t * x) })
	}
	return v.sum.plus(exact, -1).most()
}

func (v view) step() algos.Step {
	return algos.Step{Phase: v.phase(), Next: v.button(), Size: algos.Normal, Events: v.events(), Metrics: v.metrics(), Status: v.status(), View: v}
}

func (v view) metrics() []float64 {
	bound := v.bound
	if v.Method == walk {
		bound = math.NaN()
	}
	return []float64{above(v.term.most()), above(bound), above(v.missing()), v.sum.at(v.s, v.s)}
}

// above is a number for a logarithmic axis.
func above(x float64) float64 {
	if !(x > 0) || x > 1e300 {
		return math.NaN()
	}
	return x
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	values := make([]float64, v.n)
	for i, x := range v.spec.values {
		values[i] = math.Exp(v.Time * x)
	}
	return algos.Model{Values: []algos.Value{
		{Name: "kernel", Value: v.sum.rows()},
		{Name: "eigenvalues", Value: v.spec.values},
		{Name: "kernel_eigenvalues", Value: values},
		{Name: "heat", Value: v.sum.row(v.s)},
		{Name: "source", Value: v.s + 1},
		{Name: "parts", Value: v.parts},
		{Name: "steps", Value: v.k},
	}}
}
