package gpregression

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/kernel/covariance"
	"playground/algos/say"
)

// A hill is an ascent on the log evidence up to some iterate, and the ends of the
// ascents before it.
type hill struct {
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
	climbs end = iota // it has not
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
func (m *machine) box() (lo, hi []float64) {
	theta := m.theta(m.k, m.NoiseVar)
	for i, q := range m.vary {
		low, high := 1e-4, 1e4
		if q == len(m.k.Values()) {
			low = 1e-6
		}
		lo = append(lo, min(math.Log(low), theta[i]-math.Log(100)))
		hi = append(hi, max(math.Log(high), theta[i]+math.Log(100)))
	}
	return lo, hi
}

// theta returns the logarithms of the hyper-parameters that vary: the kernel's
// numbers in reading order, then the noise variance.
func (m *machine) theta(k covariance.Kernel, noise float64) []float64 {
	all := append(k.Values(), noise)
	theta := make([]float64, len(m.vary))
	for i, q := range m.vary {
		theta[i] = math.Log(all[q])
	}
	return theta
}

// model is the inverse of theta.
func (m *machine) model(theta []float64) (covariance.Kernel, float64) {
	all := append(m.k.Values(), m.NoiseVar)
	for i, q := range m.vary {
		all[q] = math.Exp(theta[i])
	}
	last := len(all) - 1
	return m.k.With(all[:last]), all[last]
}

// objective is what the ascent maximises: the log evidence.
func (m *machine) objective(theta []float64) (float64, []float64, bool) {
	k, noise := m.model(theta)
	f, ok := refit(m.ctx, k, noise+m.jitter, m.x, m.y)
	if !ok {
		return math.Inf(-1), nil, false
	}
	all := f.gradient(m.ctx)
	all[len(all)-1] *= noise / (noise + m.jitter) // the jitter stays
	g := make([]float64, len(theta))
	for i, q := range m.vary {
		g[i] = all[q]
	}
	return f.logEvidence(), g, true
}

// climb ascends from every start and ends with the best.
func (m *machine) climb(now *state, yield func(algos.Step) bool) {
	lo, hi := m.box()
	var optima []optimum
	for start := range m.starts {
		a, ok := newAscent(m.objective, m.startAt(start), lo, hi)
		if m.ctx.Err() != nil {
			return
		}
		if !ok {
			continue // a start at which K is singular
		}
		h := hill{start: start, last: math.Inf(-1), optima: optima}
		h.look(a)
		now = m.on(h, setting)
		if !yield(now.step()) {
			return
		}
		for h.end == climbs {
			if m.ctx.Err() != nil {
				return
			}
			h.last = a.value
			switch {
			case a.slope() <= slopeTol*(1+math.Abs(a.value)):
				h.end = flat
			case h.iterate == maxIterates:
				h.end = capped
			case !a.step():
				h.end = stuck
			default:
				h.iterate++
				h.look(a)
				now = m.on(h, climbing)
				if !yield(now.step()) {
					return
				}
			}
		}
		h.optima = gather(h.optima, a, h)
		optima = h.optima
		now = now.with(h, arriving)
		if !yield(now.step()) {
			return
		}
	}
	if len(optima) == 0 {
		t := *now
		t.status = algos.Status{State: algos.Exhausted, Reason: "At every start the covariance matrix is singular to working precision, so there is no evidence to climb. Take a larger noise variance."}
		yield(t.step())
		return
	}
	yield(m.best(optima).step())
}

// startAt returns θ of a start.
func (m *machine) startAt(start int) []float64 {
	theta := m.theta(m.k, m.NoiseVar)
	for i, z := range m.starts[start] {
		theta[i] += spreadTheta * z
	}
	return theta
}

// look takes down where the ascent is.
func (h *hill) look(a *ascent) {
	h.path = append(slices.Clip(h.path), a.theta)
	h.value, h.slope = a.value, a.slope()
	h.bounded = nil
	for i := range a.theta {
		if !a.free(i) {
			h.bounded = append(h.bounded, i)
		}
	}
}

// gather adds the end of an ascent to the optima, or to the one where others ended
// before.
func gather(optima []optimum, a *ascent, h hill) []optimum {
	found := optimum{theta: a.theta, value: a.value, slope: h.slope, end: h.end, path: h.path, starts: []int{h.start}}
	optima = slices.Clone(optima)
	for i, o := range optima {
		if o.same(found) {
			found.starts = append(slices.Clone(o.starts), h.start)
			if o.value > found.value {
				o.starts = found.starts
				found = o
			}
			optima[i] = found
			return optima
		}
	}
	return append(optima, found)
}

// same reports whether two ends are as high. They may lie apart: where the
// evidence is a plateau or a ridge, its height is all that the data determine.
func (o optimum) same(p optimum) bool {
	return math.Abs(o.value-p.value) <= sameValue*(1+math.Abs(o.value))
}

// on is the state of the process with the hyper-parameters of an iterate.
func (m *machine) on(h hill, p phase) *state {
	k, noise := m.model(h.path[len(h.path)-1])
	post := m.prior(k, noise)
	for i, x := range m.x {
		if m.ctx.Err() != nil {
			break
		}
		post = post.add(x, m.y[i], post.at(x))
	}
	return &state{machine: m, phase: p, post: post, noise: noise, row: -1, hill: &h, status: algos.Status{State: algos.Running}}
}

// with is the same process with more known about the ascent.
func (s *state) with(h hill, p phase) *state {
	t := *s
	t.hill, t.phase = &h, p
	return &t
}

// best ends the run at the best of the optima.
func (m *machine) best(optima []optimum) *state {
	top := slices.MaxFunc(optima, func(a, b optimum) int { return cmp.Compare(a.value, b.value) })
	h := hill{start: top.starts[0], path: top.path, value: top.value, last: math.Inf(-1), slope: top.slope, end: top.end, optima: optima}
	s := m.on(h, choosing)
	s.status = algos.Status{State: algos.Converged, Reason: say.Phrase(s.foundBest(top))}
	if top.end != flat {
		s.status.State = algos.Exhausted
	}
	return s
}

// foundBest says how the best optimum was found.
func (s *state) foundBest(top optimum) string {
	text := fmt.Sprintf("The best log evidence is %s", say.Num(top.value))
	switch n := len(s.hill.optima); {
	case len(s.starts) == 1:
		text += ", from a single start: there may be a better optimum elsewhere."
	case n == 1:
		text += fmt.Sprintf(": all %s end there.", say.Count(len(s.starts), "start"))
	default:
		text += fmt.Sprintf(", where %d of %s end; the ascent also found %s.", len(top.starts), say.Count(len(s.starts), "start"), say.Count(n-1, "lower end"))
	}
	switch top.end {
	case stuck:
		text += fmt.Sprintf(" Rounding hides any further rise; the slope is still %s.", say.Num(top.slope))
	case capped:
		text += fmt.Sprintf(" It is not a maximum yet: the cap of %d iterates was met with the slope %s.", maxIterates, say.Num(top.slope))
	}
	return text
}
