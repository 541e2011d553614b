package bayesianoptimisation

import (
	"math"
	"slices"

	"playground/algos/num"
	"playground/algos/regression/internal/gp"
)

// who says the next query.
type by int

const (
	nobody   by = iota
	designed    // it is one of the first points
	mine        // the reader's hand
	acquired    // the acquisition
)

// A choice is a point to evaluate, and why.
type choice struct {
	by    by
	x     [2]float64
	value float64 // of the acquisition there
	mean  float64 // of the process there
	sd    float64
	goal  float64    // b − ξ
	low   [2]float64 // where the mean is lowest, on the grid
	wide  [2]float64 // where the standard deviation is largest
	draw  []float64  // Thompson's function on the coarse grid
}

// A criterion is an acquisition with its numbers.
type criterion struct {
	name       string
	kappa      float64
	goal       float64
	unknownVar float64 // the share of the prior variance down to which a value is unknown
}

// knownShare is the share of the prior variance below which f is as good as known: a
// standard deviation of 10⁻⁴ of the prior's.
const knownShare = 1e-8

// of is the acquisition's value for a mean and a standard deviation, own being the prior
// variance.
func (c criterion) of(m, s, own float64) float64 {
	switch c.name {
	case ei:
		return expected(c.goal, m, s)
	case pi:
		return probability(c.goal, m, s, math.Sqrt(c.unknownVar*own))
	}
	return m - c.kappa*s
}

// gain is what is maximised.
func (c criterion) gain(value float64) float64 {
	if c.name == lcb {
		return -value
	}
	return value
}

// better reports whether a gain is more than another one by more than rounding: so equal
// points are distinguished by their order, not by their last digit.
func better(gain, than float64) bool { return gain > than+1e-12*math.Abs(than) }

// choose is a point with its acquisition.
func (c criterion) choose(p *gp.Posterior, x [2]float64) choice {
	f := p.At(x)
	s := gp.SD(f.Var)
	return choice{by: acquired, x: x, value: c.of(f.Mean, s, p.K.At(x, x)), mean: f.Mean, sd: s, goal: c.goal}
}

// finest is the last step of the refinement, as a share of the board; mostStarts is how many
// tops of the grid are refined, each by so many looks at most.
const (
	finest     = 1e-7
	mostStarts = 6
	mostLooks  = 800
)

// search compares the acquisition at the nodes of a grid, refines the highest of its tops,
// and takes the best; of equals the first in the order of the grid.
func (t *task) search(p *gp.Posterior, c criterion) choice {
	gains := make([]float64, len(t.searched))
	grid := make([]choice, len(t.searched))
	var low, wide [2]float64
	lowest, widest := math.Inf(1), -1.0
	for i, x := range t.searched {
		if i%256 == 0 && t.ctx.Err() != nil {
			return choice{by: acquired, goal: c.goal}
		}
		at := c.choose(p, x)
		grid[i], gains[i] = at, c.gain(at.value)
		if at.mean < lowest {
			lowest, low = at.mean, x
		}
		if at.sd > widest+1e-12 {
			widest, wide = at.sd, x
		}
	}
	var best choice
	top := math.Inf(-1)
	for k, i := range t.tops(gains) {
		at := t.refine(p, c, grid[i])
		if g := c.gain(at.value); k == 0 || better(g, top) {
			best, top = at, g
		}
	}
	best.low, best.wide = low, wide
	return best
}

// tops are the nodes that no neighbour exceeds, the highest first, equals in their order.
func (t *task) tops(gains []float64) []int {
	var tops []int
	rows := len(gains) / t.nodes
	for i, g := range gains {
		x, y := i%t.nodes, i/t.nodes
		top := true
		for _, d := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			a, b := x+d[0], y+d[1]
			if a >= 0 && a < t.nodes && b >= 0 && b < rows && better(gains[b*t.nodes+a], g) {
				top = false
			}
		}
		if top {
			tops = append(tops, i)
		}
	}
	slices.SortStableFunc(tops, func(a, b int) int {
		switch {
		case better(gains[a], gains[b]):
			return -1
		case better(gains[b], gains[a]):
			return 1
		}
		return 0
	})
	return tops[:min(len(tops), mostStarts)]
}

// directions are those of a line, and then those of the plane.
var directions = [8][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}}

// refine is compass search: a step to all sides, halved where none is better.
func (t *task) refine(p *gp.Posterior, c criterion, best choice) choice {
	looks := 0
	for step := 2 * reach / float64(t.nodes-1); step > finest*2*reach && looks < mostLooks; {
		moved := false
		for _, d := range directions[:2+6*(t.f.dims-1)] {
			x := best.x
			for axis := range t.f.dims {
				x[axis] = min(reach, max(-reach, x[axis]+d[axis]*step))
			}
			looks++
			if at := c.choose(p, x); better(c.gain(at.value), c.gain(best.value)) {
				best, moved = at, true
			}
		}
		if !moved {
			step /= 2
		}
	}
	return best
}

// sample draws a function from the process at the coarse grid, and chooses its minimum
// among the points where f is not known.
func (t *task) sample(p *gp.Posterior, number int) choice {
	on := gp.New(p.K, p.Noise, t.coarse, p.N())
	for i, x := range p.X {
		on = on.Add(x, p.Y[i], on.At(x))
	}
	r := t.problem.Stream(draws + uint64(number))
	normals := make([]float64, len(t.coarse))
	for i := range normals {
		normals[i] = r.NormFloat64()
	}
	all := on.Draws(len(t.coarse), [][]float64{normals})
	if all == nil {
		return choice{by: nobody}
	}
	c, best := choice{by: acquired, draw: all[0]}, -1
	for i, x := range t.coarse {
		if t.NoiseVar == 0 && on.Var[i] <= knownShare*p.K.At(x, x) {
			continue
		}
		if best < 0 || c.draw[i] < c.draw[best] {
			best = i
		}
	}
	best = max(best, 0)
	c.x, c.value = t.coarse[best], c.draw[best]
	f := p.At(c.x)
	c.mean, c.sd = f.Mean, gp.SD(f.Var)
	return c
}

// density and below are those of a standard normal number.
func density(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// expected is E[max(goal − f, 0)] of f ~ N(m, s²): the expected improvement, by its
// closed form.
func expected(goal, m, s float64) float64 {
	if !(s > 0) {
		return max(0, goal-m)
	}
	z := (goal - m) / s
	return max(0, s*(z*below(z)+density(z)))
}

// probability is P(f ≤ goal). What is known already promises nothing.
func probability(goal, m, s, unknown float64) float64 {
	if !(s > unknown) {
		return 0
	}
	return below((goal - m) / s)
}

// simpson is half the number of pieces of an integral.
const simpson = 2000

// integrate adds up a function by Simpson's rule; the bound is that of the rounding, and of
// the rule where the function is as smooth as a Gaussian density over a hundred pieces.
func integrate(from, to float64, f func(w float64) float64) (value, bound float64) {
	var s num.Sum
	h := (to - from) / (2 * simpson)
	for i := range 2*simpson + 1 {
		weight := 2.0
		switch {
		case i == 0 || i == 2*simpson:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		x := weight * f(from+float64(i)*h)
		s.Add(x*h/3, 64*x*h/3)
	}
	return s.Value, s.Rounding() + 1e-9*math.Abs(s.Value)
}

// tail is how many standard deviations of a normal number are looked at.
const tail = 12.0

// within is where a Gaussian density around z counts that is cut off at 0.
func within(z float64) (from, to float64) {
	if z > 0 {
		return max(0, z-tail), z + tail
	}
	return 0, min(tail, 40/max(1, -z))
}

// expectedByIntegral is the expected improvement by its definition, with f = goal − s·w.
func expectedByIntegral(goal, m, s float64) (value, bound float64) {
	z := (goal - m) / s
	from, to := within(z)
	value, bound = integrate(from, to, func(w float64) float64 { return w * density(z-w) })
	return s * value, s * bound
}

// probabilityByIntegral is the area of the Gaussian density below the goal.
func probabilityByIntegral(goal, m, s float64) (value, bound float64) {
	z := (goal - m) / s
	from, to := within(z)
	return integrate(from, to, func(w float64) float64 { return density(z - w) })
}

// Limits of a refit.
const (
	mostIterates = 30
	farthest     = 10.0 // how many times as large or small as it was given a number may become
	leastToFit   = 3    // values
)

// refit moves the hyperparameters uphill on the log marginal likelihood of all values, from where
// they are, within a box around the given ones. The noise is known and stays.
func (v view) refit() view {
	if v.count() < leastToFit {
		return v
	}
	given, now := v.k.Values(), v.post.K.Values()
	var vary []int
	var theta, lo, hi []float64
	for i, g := range given {
		if g > 0 {
			vary = append(vary, i)
			theta, lo, hi = append(theta, math.Log(now[i])), append(lo, math.Log(g/farthest)), append(hi, math.Log(g*farthest))
		}
	}
	with := func(theta []float64) []float64 {
		values := v.k.Values()
		for q, i := range vary {
			values[i] = math.Exp(theta[q])
		}
		return values
	}
	if len(vary) == 0 {
		return v
	}
	noise := v.post.Noise
	ascent, ok := gp.NewAscent(func(theta []float64) (float64, []float64, bool) {
		value, all, ok := gp.Evidence(v.ctx, v.k.With(with(theta)), noise, v.post.X, v.y)
		if !ok {
			return math.Inf(-1), nil, false
		}
		slope := make([]float64, len(vary))
		for q, i := range vary {
			slope[q] = all[i]
		}
		return value, slope, true
	}, theta, lo, hi)
	if !ok {
		return v
	}
	from := ascent.Value
	for range mostIterates {
		if v.ctx.Err() != nil || ascent.Slope() < 1e-6 || !ascent.Step() {
			break
		}
	}
	x := v.post.X
	v.post, v.jitter = v.fit(v.k.With(with(ascent.Theta)), x, v.y)
	v.fitted = fitted{done: true, from: from, to: ascent.Value}
	return v
}
