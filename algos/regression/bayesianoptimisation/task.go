package bayesianoptimisation

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/trial"
)

// A task is what stays the same during a run.
type task struct {
	options
	ctx     context.Context
	problem algos.Problem
	f       function
	k       covariance.Kernel // as given
	first   [][2]float64      // the places that are asked before there is an acquisition
	typed   bool              // the reader has written them
	noise   []float64         // on each evaluation
	height  [2]float64        // of the board with one input
	fits    *gp.Fits          // at once, for the promises

	gridBest            []float64 // f at the best of a grid of t+1 places
	random              []float64 // f at the best of t+1 random places: the mean over many runs
	randomLo, randomHi  []float64 // and its quartiles
	searched, coarse    [][2]float64
	nodes, coarseColumn int // along each side
	hiddenField         *panel.Cache
}

// The streams of random numbers of a run. Those of random search begin at searches,
// those of Thompson's draws at draws.
const (
	places = iota
	noises
	gridNoise
	searches = 1000
	draws    = 2000
)

// randomRuns is how many runs of random search are averaged.
const randomRuns = 200

// The grids on which an acquisition is compared before it is refined, and those of a
// function that is drawn.
const (
	lineNodes, planeNodes   = 241, 41
	lineCoarse, planeCoarse = 161, 17
)

func newTask(ctx context.Context, p algos.Problem, o options, k covariance.Kernel) *task {
	t := &task{options: o, ctx: ctx, problem: p, k: k, f: find(o.Function), fits: new(gp.Fits), hiddenField: new(panel.Cache)}
	if o.Function == drawn {
		t.f = drawnThrough(o.Knot[:o.Knots])
	}
	t.nodes, t.coarseColumn = lineNodes, lineCoarse
	if t.plane() {
		t.nodes, t.coarseColumn = planeNodes, planeCoarse
	}
	t.searched, t.coarse = t.lattice(t.nodes), t.lattice(t.coarseColumn)
	t.design()
	r := p.Stream(noises)
	for range o.Budget {
		t.noise = append(t.noise, math.Sqrt(o.NoiseVar)*r.NormFloat64())
	}
	t.reachUp()
	t.compare()
	return t
}

// plane reports whether the function takes two inputs.
func (t *task) plane() bool { return t.f.dims == 2 }

// lattice is an even grid over the board, the outermost nodes on its border.
func (t *task) lattice(side int) [][2]float64 {
	g := t.window(side)
	var all [][2]float64
	for i := range g.Len() {
		x := [2]float64{g.X(i % side)}
		if t.plane() {
			x[1] = g.Y(i / side)
		}
		all = append(all, x)
	}
	return all
}

// window is the board as a grid; of one input it has one row.
func (t *task) window(side int) grid.Grid {
	g := grid.Grid{Window: grid.Window{X0: -reach, X1: reach, Y0: -reach, Y1: reach}, NX: side, NY: 1}
	if t.plane() {
		g.NY = side
	}
	return g
}

// design chooses the first places: those that are written, or random ones.
func (t *task) design() {
	written, _ := parse(t.First) // bind lets no other text through
	for _, x := range written {
		var at [2]float64
		copy(at[:], x)
		t.first = append(t.first, at)
	}
	if t.typed = len(written) > 0; !t.typed {
		r := t.problem.Stream(places)
		for range t.Initial {
			t.first = append(t.first, t.anywhere(r.Float64))
		}
	}
	t.first = t.first[:min(len(t.first), t.Budget)]
}

// anywhere is a random place.
func (t *task) anywhere(uniform func() float64) [2]float64 {
	var x [2]float64
	for i := range t.f.dims {
		x[i] = reach * (2*uniform() - 1)
	}
	return x
}

// reachUp chooses the heights that the board shows of a function of one input.
func (t *task) reachUp() {
	t.height = [2]float64{-3, 3}
	for _, x := range t.searched {
		v := t.f.value(x)
		t.height[0], t.height[1] = min(t.height[0], v-0.3), max(t.height[1], v+0.3)
	}
}

// compare searches with grids and with random places.
func (t *task) compare() {
	r, sd := t.problem.Stream(gridNoise), math.Sqrt(t.NoiseVar)
	for n := 1; n <= t.Budget; n++ {
		low, best := math.Inf(1), 0.0
		for _, x := range t.spread(n) {
			f := t.f.value(x)
			if y := f + sd*r.NormFloat64(); y < low {
				low, best = y, f
			}
		}
		t.gridBest = append(t.gridBest, best)
	}
	tallies := make([]*trial.Tally, t.Budget)
	for n := range tallies {
		tallies[n] = trial.NewTally(0.25, 0.75)
	}
	for k := range randomRuns {
		r := t.problem.Stream(searches + uint64(k))
		low, best := math.Inf(1), 0.0
		for n := range t.Budget {
			f := t.f.value(t.anywhere(r.Float64))
			if y := f + sd*r.NormFloat64(); y < low {
				low, best = y, f
			}
			tallies[n].Add(best)
		}
	}
	for _, tally := range tallies {
		s := tally.Summary()
		t.random, t.randomLo, t.randomHi = append(t.random, s.Mean), append(t.randomLo, s.Quantile(0.25)), append(t.randomHi, s.Quantile(0.75))
	}
}

// spread is a grid of n places in the middles of equal cells; with two inputs, of the
// largest square number of them.
func (t *task) spread(n int) [][2]float64 {
	middle := func(i, of int) float64 { return reach * (2*(float64(i)+0.5)/float64(of) - 1) }
	var all [][2]float64
	if !t.plane() {
		for i := range n {
			all = append(all, [2]float64{middle(i, n)})
		}
		return all
	}
	side := int(math.Sqrt(float64(n)))
	for i := range side * side {
		all = append(all, [2]float64{middle(i%side, side), middle(i/side, side)})
	}
	return all
}

// lowestOf is the index of the smallest value, the first of several.
func lowestOf(y []float64) int {
	if len(y) == 0 {
		return -1
	}
	return slices.Index(y, slices.Min(y))
}
