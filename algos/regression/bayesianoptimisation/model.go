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

// phase is what a step was about.
type phase int

const (
	beginning  phase = iota
	examining        // the acquisition
	evaluating       // the function, where it says
)

// A view is the run after some step. It never changes.
type view struct {
	*task
	phase  phase
	post   *gp.Posterior
	before *gp.Posterior // at an evaluation: the process that was evaluated
	y      []float64     // the values so far
	asked  choice        // where this step's evaluation was
	pick   choice        // where the next one will be
	best   float64       // the lowest value so far, +Inf before any
	last   float64       // the one before
	jitter float64
	fitted fitted
	status algos.Status
}

// fitted is what a refit did.
type fitted struct {
	done     bool
	from, to float64 // log marginal likelihood with the kernel before it, and now
}

// start is the view before any evaluation.
func (t *task) start() view {
	v := view{task: t, post: gp.New(t.k, t.NoiseVar, nil, 0), best: math.Inf(1), last: math.Inf(1), status: algos.Status{State: algos.Running}}
	return v.ahead()
}

// count is the number of evaluations so far.
func (v view) count() int { return len(v.y) }

// examine is the same state, at the step that looks at the acquisition.
func (v view) examine() view {
	v.phase = examining
	return v
}

// evaluate asks the function where the pick says.
func (v view) evaluate() view {
	n := v.count()
	x := v.pick.x
	v.phase, v.asked, v.before = evaluating, v.pick, v.post
	y := v.f.value(x) + v.noise[n]
	v.y = append(v.y[:n:n], y)
	v.last, v.best = v.best, min(v.best, y)
	xs := append(v.post.X[:n:n], x)
	v.post, v.jitter = v.fit(v.post.K, xs, v.y)
	v.fitted = fitted{}
	if v.Refit {
		v = v.refit()
	}
	if v.count() == v.Budget {
		v.pick, v.status = choice{}, v.spent()
		return v
	}
	return v.ahead()
}

// fit is the process after some values, and the jitter that it needs.
func (t *task) fit(k covariance.Kernel, x [][2]float64, y []float64) (*gp.Posterior, float64) {
	jitter := gp.Jitter(t.ctx, k, t.NoiseVar, x)
	p := gp.New(k, t.NoiseVar+jitter, nil, len(x))
	for i, at := range x {
		p = p.Add(at, y[i], p.At(at))
	}
	return p, jitter
}

// ahead chooses the next query, or ends the run where that says nothing.
func (v view) ahead() view {
	n := v.count()
	switch {
	case n+1 == v.Manual:
		v.pick = v.foresee(choice{by: mine, x: v.ManualPoint})
		if !v.plane() {
			v.pick = v.foresee(choice{by: mine, x: [2]float64{v.ManualX}})
		}
		return v
	case n < len(v.first):
		v.pick = v.foresee(choice{by: designed, x: v.first[n]})
		return v
	case v.Acquisition == thompson:
		v.pick = v.sample(v.post, n)
		v.pick.goal = v.incumbent()
	default:
		v.pick = v.search(v.post, v.criterion(v.Acquisition))
	}
	if own := v.post.K.At(v.pick.x, v.pick.x); v.pick.by == nobody || v.pick.sd*v.pick.sd+v.NoiseVar <= knownShare*own {
		v.status, v.pick = v.stuck(), choice{by: nobody, x: v.pick.x, mean: v.pick.mean, sd: v.pick.sd}
	} else if v.hopeless() {
		v.status, v.pick = v.hope(), choice{by: nobody, x: v.pick.x}
	}
	return v
}

// foresee adds what the process predicts at a point.
func (v view) foresee(c choice) choice {
	f := v.post.At(c.x)
	c.mean, c.sd, c.goal = f.Mean, gp.SD(f.Var), v.incumbent()
	return c
}

// least is the improvement, as a share of the prior's standard deviation, and the
// probability below which nothing is expected anywhere.
const least = 1e-12

// hopeless reports whether the acquisition expects nothing anywhere.
func (v view) hopeless() bool {
	switch v.Acquisition {
	case ei:
		return v.pick.value <= least*math.Sqrt(v.post.K.At(v.pick.x, v.pick.x))
	case pi:
		return v.pick.value <= least
	}
	return false
}

// criterion is an acquisition with the numbers of this step.
func (v view) criterion(name string) criterion {
	c := criterion{name: name, kappa: v.Kappa, goal: v.incumbent(), unknownVar: knownShare}
	if name == v.Acquisition {
		c.goal -= v.Xi
	}
	return c
}

// incumbent is b, the best value so far. With noise the lowest value is low by luck, too, and
// the lowest mean at a point that was evaluated is used instead; before any value it is 0, the
// prior's mean.
func (v view) incumbent() float64 {
	if v.count() == 0 {
		return 0
	}
	if v.NoiseVar == 0 {
		return v.best
	}
	low := math.Inf(1)
	for _, x := range v.post.X {
		low = min(low, v.post.At(x).Mean)
	}
	return low
}

// bestAt is the evaluation with the lowest value, −1 before any.
func (v view) bestAt() int { return lowestOf(v.y) }

// regret is how far f at the best point lies above its minimum.
func (v view) regret() float64 {
	if v.count() == 0 {
		return math.NaN()
	}
	return v.f.value(v.post.X[v.bestAt()]) - v.f.minimum()
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"best_y", "value", "regret", "random_regret", "grid_regret", "acquisition", "sd"}

func (v view) metrics() []float64 {
	n := v.count()
	if n == 0 {
		nan := math.NaN()
		return []float64{nan, nan, nan, nan, nan, nan, nan}
	}
	worth := math.NaN()
	if v.asked.by == acquired {
		worth = v.asked.value
	}
	floor := v.f.minimum()
	return []float64{v.best, v.y[n-1], v.regret(), v.random[n-1] - floor, v.gridBest[n-1] - floor, worth, v.asked.sd}
}

// Model returns the run so far.
func (v view) Model() algos.Model {
	p, values := v.post, []algos.Value{}
	if i := v.bestAt(); i >= 0 {
		values = append(values,
			algos.Value{Name: "best_x", Value: v.inputs(v.post.X[i : i+1])},
			algos.Value{Name: "best_y", Value: v.best},
			algos.Value{Name: "queries", Value: v.inputs(v.post.X)},
			algos.Value{Name: "values", Value: v.y})
		own := v.f.own(v.post.X[i])
		values = append(values, algos.Value{Name: "own_x", Value: own[:v.f.dims]}, algos.Value{Name: "own_y", Value: v.best*v.f.scale + v.f.centre})
	}
	if v.pick.by != nobody {
		values = append(values, algos.Value{Name: "next_x", Value: v.inputs([][2]float64{v.pick.x})})
	}
	values = append(values, algos.Value{Name: "kernel", Value: p.K.String()}, algos.Value{Name: "minimum", Value: v.f.minimum()})
	if v.jitter > 0 {
		values = append(values, algos.Value{Name: "jitter", Value: v.jitter})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		if !v.plane() {
			x[1] = 0
		}
		f := p.At(x)
		s, own := gp.SD(f.Var), p.K.At(x, x)
		return []algos.Value{
			{Name: "mean", Value: f.Mean},
			{Name: "sd", Value: s},
			{Name: "lcb", Value: v.criterion(lcb).of(f.Mean, s, own)},
			{Name: "ei", Value: v.criterion(ei).of(f.Mean, s, own)},
			{Name: "pi", Value: v.criterion(pi).of(f.Mean, s, own)},
		}
	}}
}

// inputs are points as one row of numbers.
func (t *task) inputs(x [][2]float64) []float64 {
	var all []float64
	for _, at := range x {
		all = append(all, at[:t.f.dims]...)
	}
	return all
}

// A task is what stays the same during a run.
type task struct {
	options
	ctx     context.Context
	problem algos.Problem
	f       function
	k       covariance.Kernel // as given
	first   [][2]float64      // the points that are evaluated before there is an acquisition
	typed   bool              // the reader has written them
	noise   []float64         // on each evaluation
	height  [2]float64        // of the board with one input
	fits    *gp.Fits          // at once, for the promises

	gridBest            []float64 // f at the best of a grid of t+1 points
	random              []float64 // f at the best of t+1 random points: the mean over many runs
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

// design chooses the first points: those that are written, or random ones.
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

// anywhere is a random point.
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

// compare searches with grids and with random points.
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

// spread is a grid of n points in the middles of equal cells; with two inputs, of the
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
