package bayesianoptimisation

import (
	"math"
	"slices"

	"playground/algos/regression/internal/gp"
)

// who says where is asked.
type by int

const (
	nobody   by = iota
	designed    // it is one of the first places
	mine        // the reader's hand
	acquired    // the acquisition
)

// A choice is a place to ask, and why.
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
// places are told apart by their order, not by their last digit.
func better(gain, than float64) bool { return gain > than+1e-12*math.Abs(than) }

// choose is a place with its acquisition.
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
// among the places where f is not known.
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
