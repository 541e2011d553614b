package gpregression

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/kernel/covariance"
	"playground/algos/regression/internal/gp"
)

// An ascent is one on the log evidence up to some iterate, and the ends of the
// ascents before it.
type ascent struct {
	start   int // which start, from 0
	iterate int
	path    [][]float64 // θ of this start's iterates so far
	value   float64     // log evidence
	last    float64     // of the iterate before; −Inf at the first
	slope   float64     // the largest derivative by a free θ
	bounded []int       // the θ at their bounds
	end     end
	optima  []optimum // the ends so far, in the order of the starts
}

// An end is how an ascent ended.
type end int

const (
	rising end = iota // it has not
	flat              // the gradient is zero to tolerance
	stuck             // rounding hides any further rise
	capped            // too many iterates
)

// An optimum is where an ascent ended.
type optimum struct {
	theta  []float64
	value  float64
	slope  float64
	end    end
	path   [][]float64 // of the best of the starts that ended here
	starts []int       // all of them, from 0
}

const (
	maxIterates = 200
	slopeTol    = 1e-6 // of 1 + |log evidence|
	spreadTheta = 1.5  // standard deviation of the logarithms of the starts
	sameValue   = 1e-5 // ends whose evidence differs by less, of 1 + |log evidence|, are one
)

// box returns the bounds of θ: four decades on either side of one (six below, for
// the noise), and at least two decades around the start.
func (t *task) box() (lo, hi []float64) {
	theta := t.theta(t.k, t.opt.NoiseVar)
	for i, q := range t.vary {
		low, high := 1e-4, 1e4
		if q == len(t.k.Values()) {
			low = 1e-6
		}
		lo = append(lo, min(math.Log(low), theta[i]-math.Log(100)))
		hi = append(hi, max(math.Log(high), theta[i]+math.Log(100)))
	}
	return lo, hi
}

// theta returns the logarithms of the hyper-parameters that vary: the kernel's
// numbers in reading order, then the noise variance.
func (t *task) theta(k covariance.Kernel, noise float64) []float64 {
	all := append(k.Values(), noise)
	theta := make([]float64, len(t.vary))
	for i, q := range t.vary {
		theta[i] = math.Log(all[q])
	}
	return theta
}

// model is the inverse of theta.
func (t *task) model(theta []float64) (covariance.Kernel, float64) {
	all := append(t.k.Values(), t.opt.NoiseVar)
	for i, q := range t.vary {
		all[q] = math.Exp(theta[i])
	}
	last := len(all) - 1
	return t.k.With(all[:last]), all[last]
}

// objective is what the ascent maximises: the log evidence.
func (t *task) objective(theta []float64) (float64, []float64, bool) {
	k, noise := t.model(theta)
	value, all, ok := gp.Evidence(t.ctx, k, noise+t.jitter, t.x, t.y)
	if !ok {
		return math.Inf(-1), nil, false
	}
	all[len(all)-1] *= noise / (noise + t.jitter) // the jitter stays
	g := make([]float64, len(theta))
	for i, q := range t.vary {
		g[i] = all[q]
	}
	return value, g, true
}

// climb ascends from every start and ends with the best.
func (v view) climb(yield func(algos.Step) bool) {
	lo, hi := v.box()
	var optima []optimum
	for start := range v.starts {
		on, ok := gp.NewAscent(v.objective, v.startAt(start), lo, hi)
		if v.ctx.Err() != nil {
			return
		}
		if !ok {
			continue // a start at which K is singular
		}
		a := ascent{start: start, last: math.Inf(-1), optima: optima}
		a.look(on)
		v = v.on(a, setting)
		if !yield(v.step()) {
			return
		}
		for a.end == rising {
			if v.ctx.Err() != nil {
				return
			}
			if a.advance(on); a.end == rising {
				v = v.on(a, climbing)
			} else {
				a.gather()
				v.ascent, v.phase = &a, arriving
			}
			if !yield(v.step()) {
				return
			}
		}
		optima = a.optima
	}
	if len(optima) == 0 {
		v.status = algos.Status{
			State:  algos.Exhausted,
			Reason: "At every start the covariance matrix is singular to working precision, so there is no evidence to climb. Take a larger noise variance.",
		}
		yield(v.step())
		return
	}
	yield(v.best(optima).step())
}

// startAt returns θ of a start.
func (t *task) startAt(start int) []float64 {
	theta := t.theta(t.k, t.opt.NoiseVar)
	for i, z := range t.starts[start] {
		theta[i] += spreadTheta * z
	}
	return theta
}

// advance makes one iterate, or finds that the ascent has ended.
func (a *ascent) advance(on *gp.Ascent) {
	a.last = on.Value
	switch {
	case on.Slope() <= slopeTol*(1+math.Abs(on.Value)):
		a.end = flat
	case a.iterate == maxIterates:
		a.end = capped
	case !on.Step():
		a.end = stuck
	default:
		a.iterate++
		a.look(on)
	}
}

// look takes down where the ascent is.
func (a *ascent) look(on *gp.Ascent) {
	a.path = append(slices.Clip(a.path), on.Theta)
	a.value, a.slope = on.Value, on.Slope()
	a.bounded = nil
	for i := range on.Theta {
		if !on.Free(i) {
			a.bounded = append(a.bounded, i)
		}
	}
}

// gather adds the end of the ascent to the optima, or to the one where others ended
// before.
func (a *ascent) gather() {
	found := optimum{theta: a.path[len(a.path)-1], value: a.value, slope: a.slope, end: a.end, path: a.path, starts: []int{a.start}}
	a.optima = slices.Clone(a.optima)
	for i, o := range a.optima {
		if !o.same(found) {
			continue
		}
		found.starts = append(slices.Clone(o.starts), a.start)
		if o.value > found.value {
			o.starts = found.starts
			found = o
		}
		a.optima[i] = found
		return
	}
	a.optima = append(a.optima, found)
}

// same reports whether two ends are as high. They may lie apart: where the
// evidence is a plateau or a ridge, its height is all that the data determine.
func (o optimum) same(p optimum) bool {
	return math.Abs(o.value-p.value) <= sameValue*(1+math.Abs(o.value))
}

// on is the process with the hyper-parameters of an iterate.
func (t *task) on(a ascent, p phase) view {
	k, noise := t.model(a.path[len(a.path)-1])
	post := t.prior(k, noise)
	for i, x := range t.x {
		if t.ctx.Err() != nil {
			break
		}
		post = post.Add(x, t.y[i], post.At(x))
	}
	return view{task: t, phase: p, post: post, noise: noise, row: -1, ascent: &a, status: algos.Status{State: algos.Running}}
}

// best ends the run at the best of the optima.
func (t *task) best(optima []optimum) view {
	top := slices.MaxFunc(optima, func(a, b optimum) int { return cmp.Compare(a.value, b.value) })
	a := ascent{start: top.starts[0], path: top.path, value: top.value, last: math.Inf(-1), slope: top.slope, end: top.end, optima: optima}
	v := t.on(a, choosing)
	v.status = algos.Status{State: algos.Converged, Reason: v.foundBest(top)}
	if top.end != flat {
		v.status.State = algos.Exhausted
	}
	return v
}
