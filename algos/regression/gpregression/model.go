package gpregression

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting     phase = iota // the prior
	relating                  // the next input is compared with the earlier ones
	foreseeing                // its observation is predicted
	conditioning              // and seen
	setting                   // an ascent is about to start
	climbing                  // a step of it
	arriving                  // its end
	choosing                  // the best of the ends
)

// A view is the run after some step: everything that a step shows is worked out
// from it. It never changes.
type view struct {
	*task
	phase phase
	post  *gp.Posterior
	noise float64 // σ² without the jitter

	before   *gp.Posterior // at a conditioning step: the process before it
	row      int           // the observation that the step is about, or −1
	forecast gp.Forecast   // of it, before it was seen
	ascent   *ascent       // on the evidence
	status   algos.Status
}

// start is the view before any observation.
func (t *task) start() view {
	v := view{task: t, phase: starting, post: t.prior(t.k, t.opt.NoiseVar), noise: t.opt.NoiseVar, row: -1, status: algos.Status{State: algos.Running}}
	if len(t.y) == 0 {
		v.status = algos.Status{State: algos.Converged, Reason: "There are no observations: this is the prior. Add points to the board."}
	}
	return v
}

// about is the same process at a step that is about an observation.
func (v view) about(row int, f gp.Forecast, p phase) view {
	v.phase, v.row, v.forecast, v.before = p, row, f, nil
	return v
}

// condition has seen the observation.
func (v view) condition(row int, f gp.Forecast) view {
	before := v.post
	v = v.about(row, f, conditioning)
	v.before, v.post = before, before.Add(v.x[row], v.y[row], f)
	if row == len(v.y)-1 && !v.optimises() {
		v.status = v.allSeen()
	}
	return v
}

// kernel returns the kernel of this view, the one given or the one of an ascent.
func (v view) kernel() covariance.Kernel { return v.post.K }

// seen is the number of observations so far.
func (v view) seen() int { return v.post.N() }

// ahead reports whether the step is about an observation that is not seen yet.
func (v view) ahead() bool { return v.phase == relating || v.phase == foreseeing }

// next is the row that comes next, or −1.
func (v view) next() int {
	if v.ascent == nil && v.seen() < len(v.y) {
		return v.seen()
	}
	return -1
}

// contradiction finds two observations so far that no function takes both: equal inputs,
// different values, and no noise.
func (v view) contradiction() (i, j int, found bool) {
	if v.noise > 0 || v.jitter == 0 {
		return 0, 0, false
	}
	first := map[[2]float64]int{}
	for j, x := range v.post.X {
		i, seen := first[x]
		switch {
		case !seen:
			first[x] = j
		case v.post.Y[i] != v.post.Y[j]:
			return i, j, true
		}
	}
	return 0, 0, false
}

// outOfReach is the observation that the mean misses most where there is no noise and inputs differ, and
// by how much: 0 where some function of the process takes all values, as far as can be told. One of a
// kernel of rank 3 takes three values, and no others than those that follow from them.
func (v view) outOfReach() (i int, miss float64) {
	if v.noise > 0 || v.jitter == 0 {
		return 0, 0
	}
	if _, _, found := v.contradiction(); found {
		return 0, 0
	}
	largest := 0.0
	for k, a := range v.post.Weights() { // K + εI times α is y: the mean is y − εα
		if off := math.Abs(v.jitter * a); off > miss {
			i, miss = k, off
		}
		largest = max(largest, math.Abs(v.post.Y[k]))
	}
	if miss <= algos.Negligible*largest {
		return 0, 0
	}
	return i, miss
}

// surprise is how far the observation is from its forecast, in standard deviations
// of y.
func (v view) surprise() float64 {
	return (v.y[v.row] - v.forecast.Mean) / math.Sqrt(v.forecast.Var+v.post.Noise)
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_evidence", "fit", "complexity", "constant", "mean_variance", "prior_variance", "noise_var"}

func (v view) metrics() []float64 {
	p, k, prior := v.post, v.kernel(), 0.0
	for _, x := range v.probes {
		prior += k.At(x, x)
	}
	return []float64{p.LogEvidence(), p.DataFit, p.Complexity, p.Constant(), p.MeanVariance(), prior / float64(len(v.probes)), v.noise}
}

// Model returns the process so far.
func (v view) Model() algos.Model {
	p := v.post
	weights := p.Weights()
	values := []algos.Value{
		{Name: "log_evidence", Value: p.LogEvidence()},
		{Name: "kernel", Value: v.kernel().String()},
		{Name: "noise_var", Value: v.noise},
		{Name: "fit", Value: p.DataFit},
		{Name: "complexity", Value: p.Complexity},
		{Name: "alpha", Value: weights},
	}
	if c, ok := v.slice(); ok {
		values = append(values, algos.Value{Name: "conditional", Value: []float64{c.mean, c.variance}})
	}
	if v.jitter > 0 {
		values = append(values, algos.Value{Name: "jitter", Value: v.jitter})
	}
	if v.ascent != nil {
		optima := make([]float64, len(v.ascent.optima))
		for i, o := range v.ascent.optima {
			optima[i] = o.value
		}
		values = append(values, algos.Value{Name: "optima", Value: optima})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		f := p.At(v.query(x))
		return []algos.Value{{Name: "mean", Value: f.Mean}, {Name: "sd", Value: gp.SD(f.Var)}}
	}, Mean: func(x [2]float64) float64 {
		mean, at := 0.0, v.query(x)
		for i, a := range p.X {
			mean += weights[i] * p.K.At(a, at)
		}
		return mean
	}}
}

// A task is what stays the same during a run: the points, the prior, where it is
// looked at, and the random numbers.
type task struct {
	algos.Problem
	ctx    context.Context // of the run, for what its views work out late
	opt    Options
	height [2]float64        // of the board on a line: from, to
	k      covariance.Kernel // as given
	x      [][2]float64
	y      []float64
	size   float64 // the largest |y|
	jitter float64 // added to σ², 0 where nothing needs it

	probes  [][2]float64
	nodes   int       // the first probes: an even grid, of inputs or of the plane
	order   []int     // all probes from left to right, on a line
	lattice grid.Grid // the even grid of the plane

	normals [][]float64 // for the draws of f: maxSamples × nodes; on a line, more for the finest places of a draw
	vary    []int       // the hyper-parameters that can vary: see theta
	starts  [][]float64 // of the ascent, changes to the logarithms of those
	fits    *gp.Fits
}

const (
	lineNodes  = 161 // probes on a line
	planeNodes = 33  // probes along each side of the plane
	maxExtra   = 80  // observations whose inputs are probes too
)

// refuse says why a problem cannot be worked on, or nil.
func refuse(p algos.Problem, k covariance.Kernel) error {
	w := p.Window
	places := [][2]float64{{w.X0, w.Y0}, {w.X1, w.Y0}, {w.X0, w.Y1}, {w.X1, w.Y1}}
	if p.Dim == 1 {
		places = [][2]float64{{w.X0}, {w.X1}}
	}
	for _, q := range p.Points {
		places = append(places, q.X)
	}
	for _, x := range places {
		if v := k.At(x, x); !(math.Abs(v) <= gp.MaxKernel) {
			return algos.Refuse(say.Vars{"x": x[:p.Dim]}.Text("The kernel's value at the input <x> is beyond 10¹⁰⁰: use fewer linear factors or smaller numbers."))
		}
	}
	return nil
}

func newTask(ctx context.Context, p algos.Problem, o Options, k covariance.Kernel) *task {
	t := &task{Problem: p, ctx: ctx, opt: o, k: k, fits: new(gp.Fits)}
	for _, q := range p.Points {
		t.x, t.y = append(t.x, q.X), append(t.y, q.Y)
		t.size = max(t.size, math.Abs(q.Y))
	}
	if t.line() {
		t.probeLine()
	} else {
		t.probePlane()
	}
	t.reach()
	t.jitter = gp.Jitter(ctx, k, o.NoiseVar, t.x)
	for range maxSamples {
		t.normals = append(t.normals, t.draw(t.nodes))
	}
	if t.line() {
		fine := p.Stream(0)
		for i := range t.normals {
			for range nodesOf(finestDraw) - t.nodes {
				t.normals[i] = append(t.normals[i], fine.NormFloat64())
			}
		}
	}
	for i, v := range append(k.Values(), o.NoiseVar) {
		if v > 0 {
			t.vary = append(t.vary, i)
		}
	}
	t.starts = [][]float64{make([]float64, len(t.vary))}
	for range o.Starts - 1 {
		t.starts = append(t.starts, t.draw(len(t.vary)))
	}
	return t
}

func (t *task) draw(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = t.Rand.NormFloat64()
	}
	return v
}

// probePlane spreads the probes over an even grid.
func (t *task) probePlane() {
	t.lattice = grid.Grid{Window: t.Window, NX: planeNodes, NY: planeNodes}
	t.nodes = t.lattice.Len()
	for i := range t.nodes {
		t.probes = append(t.probes, [2]float64{t.lattice.X(i % planeNodes), t.lattice.Y(i / planeNodes)})
	}
}

// probeLine spreads the probes evenly and adds the inputs of the first observations,
// so that the band is narrow exactly where it should be.
func (t *task) probeLine() {
	line := grid.Grid{Window: t.Window, NX: lineNodes, NY: 1}
	for i := range lineNodes {
		t.probes = append(t.probes, [2]float64{line.X(i)})
	}
	t.nodes = lineNodes
	for i, x := range t.x {
		if i < maxExtra && x[0] > t.Window.X0 && x[0] < t.Window.X1 {
			t.probes = append(t.probes, x)
		}
	}
	t.order = leftToRight(t.probes)
}

// reach chooses the heights that the board shows on a line: all observations and the
// prior's band, as far as that is not more than as much again on either side. A
// window of the user's own is kept.
func (t *task) reach() {
	w := t.Window
	t.height = [2]float64{w.Y0, w.Y1}
	if w != mark.FitWindow(t.Set) {
		return
	}
	band, room := 2.2*priorSD(t.k, t.probes[:t.nodes]), w.Y1-w.Y0
	t.height[0] = min(w.Y0, max(-band, w.Y0-room))
	t.height[1] = max(w.Y1, min(band, w.Y1+room))
}

// priorSD is the largest standard deviation of the prior at some inputs.
func priorSD(k covariance.Kernel, inputs [][2]float64) float64 {
	top := 0.0
	for _, x := range inputs {
		top = max(top, k.At(x, x))
	}
	return math.Sqrt(top)
}

// prior returns the process before any observation.
func (t *task) prior(k covariance.Kernel, noise float64) *gp.Posterior {
	return gp.New(k, noise+t.jitter, t.probes, len(t.y))
}

// line reports whether inputs are numbers, not points of the plane.
func (t *task) line() bool { return t.Dim == 1 }

// optimises reports whether the optimisation of the hyperparameters follows the last observation.
func (t *task) optimises() bool { return t.opt.Optimize && len(t.vary) > 0 && len(t.y) > 0 }

// input is an input as sentences name it: a number or a point.
func (t *task) input(i int) any {
	if t.line() {
		return t.x[i][0]
	}
	return t.x[i]
}

// query is an input that a handle stands for: on a line only its abscissa counts.
func (t *task) query(q [2]float64) [2]float64 {
	if t.line() {
		q[1] = 0
	}
	return q
}

// symbol names a hyper-parameter: one of the kernel's numbers, or the noise.
func (t *task) symbol(i int) string {
	if numbers := t.k.Numbers(); i < len(numbers) {
		return numbers[i].Symbol
	}
	return "σ²"
}
