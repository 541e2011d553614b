package svmmulticlass

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting  phase = iota
	asking          // a point and the class that violates its margin most, nothing has moved
	updating        // the weights have moved
	finishing       // the dual was raised over all points
)

// A hit is a step of the descent in which a class beat the true one: w_y grew by
// the point and w_j shrank by it.
type hit struct{ row, rival int32 }

// A view is a run of the Crammer–Singer form after some steps. It never changes.
type view struct {
	*task
	phase phase
	t     int       // steps of the descent
	w     []vec     // by class
	hits  []hit     // of the descent so far
	owed  float64   // ΣΔ over the hits
	tau   []float64 // n × K coefficients of the points in the weights; nil during the descent
	joint.Sum
	dual  float64
	share float64 // the multiple of the coefficients that the dual is of
	viol  float64 // largest KKT violation, NaN during the descent

	before *view // the one before this step, without its own before; nil at the start
	row    int   // the point of the step, −1 where there is none
	rival  int   // its loss-augmented prediction before the step
	xi     float64
	sweeps int // of the dual in this step
	all    int // of the dual so far
	free   int // directions of the face step that followed
	status algos.Status
}

// descend is the textbook loop: take a point, find the class that violates its
// margin most, move the two weight vectors; and in the end close the gap.
//
// The step size is that of Pegasos, 1/λt with λ = 1/Cn, which starts at t = n as if
// a pass had gone by. So w is Cn/(t+n) times the sum of the moves so far, every
// point's share of it is at most C, and w is the weights of a feasible point of the
// dual at every step.
func (t *task) descend(yield func(algos.Step) bool) {
	n, K := len(t.X), t.count()
	total := make([]vec, K) // Σ of the moves
	now := &view{task: t, w: make([]vec, K), row: -1, viol: math.NaN()}
	now.look()
	now.status = now.goesOn()
	if !yield(now.step()) || now.status.Final() {
		return
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for at := range n * t.Passes {
		if at%n == 0 {
			t.Rand.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		asked := now.ask(order[at%n])
		if !yield(asked.step()) {
			return
		}
		now = now.update(asked, total)
		if !yield(now.step()) || now.status.Final() {
			return
		}
	}
	t.finish(now, yield)
}

// ask is the micro step: the point and its loss-augmented prediction, with nothing
// moved.
func (v *view) ask(row int) *view {
	a := *v
	a.phase, a.row, a.before = asking, row, nil
	a.rival, a.xi = joint.Violation(v.scores(v.X[row]), v.Cost[v.Y[row]], v.Y[row])
	return &a
}

// update moves the weights for the point that was asked; total is the sum of all
// moves.
func (v *view) update(asked *view, total []vec) *view {
	next := &view{
		task: v.task, phase: updating, t: v.t + 1, hits: v.hits, owed: v.owed, row: asked.row, rival: asked.rival, xi: asked.xi,
		viol: math.NaN(), before: v.short(), w: make([]vec, len(total)),
	}
	if y := v.Y[next.row]; next.rival != y {
		next.hits = append(next.hits, hit{int32(next.row), int32(next.rival)})
		next.owed += v.Cost[y][next.rival]
		for c, x := range v.X[next.row] {
			total[y][c] += x
			total[next.rival][c] -= x
		}
	}
	for k := range total {
		for c := range total[k] {
			next.w[k][c] = v.rate(next.t) * total[k][c]
		}
	}
	next.look()
	next.status = next.goesOn()
	return next
}

// rate is the step size of step t, 1/λ(t+n) with λ = 1/Cn: what a hit weighs after t
// steps.
func (t *task) rate(steps int) float64 {
	n := float64(len(t.X))
	return t.C * n / (float64(steps) + n)
}

// Limits of the finish, in one step and in all: blocks times classes.
const (
	stepWork = 200_000
	allWork  = 6_000_000
	// faceEvery is how many sweeps a face step has to wait for.
	faceEvery = 10
)

// finish raises the dual point by point; a step sweeps over all of them until the
// violation is a quarter of what it was.
func (t *task) finish(now *view, yield func(algos.Step) bool) {
	tau := now.coefficients()
	for i := range tau {
		tau[i] *= now.share
	}
	w := make([]vec, t.count())
	for work := 0; ; {
		t.Weigh(w, tau)     // without the rounding of many small changes
		goal := math.Inf(1) // the first step is a single sweep
		if now.all > 0 {
			goal = max(t.Tol, now.viol/4)
		}
		sweeps, free, spent := t.sweep(w, tau, goal)
		if now.all > 0 {
			free = max(free, t.Face(w, tau))
		}
		work += spent
		next := &view{
			task: t, phase: finishing, t: now.t, w: slices.Clone(w), tau: slices.Clone(tau), row: -1,
			before: now.short(), sweeps: sweeps, all: now.all + sweeps, free: free, viol: t.KKT(w, tau),
		}
		next.look()
		next.status = next.finished(work >= allWork)
		now = next
		if !yield(now.step()) || now.status.Final() {
			return
		}
	}
}

// sweep raises the dual over the points in turn until no violation is above the
// goal, or the work of a step is spent.
func (t *task) sweep(w []vec, tau []float64, goal float64) (sweeps, free, spent int) {
	K := t.count()
	for spent < stepWork {
		for i := range t.X {
			t.Block(w, tau[i*K:(i+1)*K], i)
		}
		sweeps++
		spent += len(tau)
		if t.KKT(w, tau) <= goal {
			break
		}
		if sweeps%faceEvery == 0 {
			free = t.Face(w, tau)
			spent += free * free * free / 10
		}
	}
	return sweeps, free, spent
}

// coefficients are τ, the n × K coefficients of the points in the weights: during
// the descent what the hits weigh.
func (v *view) coefficients() []float64 {
	if v.tau != nil {
		return slices.Clone(v.tau)
	}
	K := v.count()
	tau := make([]float64, len(v.X)*K)
	for _, h := range v.hits {
		tau[int(h.row)*K+v.Y[h.row]]++
		tau[int(h.row)*K+int(h.rival)]--
	}
	for i := range tau {
		tau[i] *= v.rate(v.t)
	}
	return tau
}

// look measures the view: the primal of its weights, and the dual ΣαΔ − ½Σ‖w‖² of
// its coefficients. During the descent these are only feasible, and so is every
// multiple of them from 0 to 1, of which we take the best.
func (v *view) look() {
	v.Sum = v.Measure(v.w)
	gain := 0.0
	if v.tau == nil {
		gain = v.rate(v.t) * v.owed
	} else {
		K := v.count()
		for i, y := range v.Y {
			for k, d := range v.Cost[y] {
				gain -= v.tau[i*K+k] * d
			}
		}
	}
	v.share = 1
	if v.tau == nil && gain < v.Norm2 {
		v.share = gain / v.Norm2
	}
	v.dual = v.share*gain - v.share*v.share*v.Norm2/2
}

// short is the view without the one before, so that views do not hold on to all that
// came earlier.
func (v *view) short() *view {
	c := *v
	c.before = nil
	return &c
}

// scores are w_k·x of every class at a place.
func (v *view) scores(x vec) []float64 {
	score := make([]float64, v.count())
	joint.Scores(score, v.w, x)
	return score
}

// predicted are the classes of all rows.
func (v *view) predicted() []int {
	classes := make([]int, len(v.X))
	for i, x := range v.X {
		classes[i] = joint.Best(v.scores(x))
	}
	return classes
}

// clearance is by how much the true class beats all others with Δ added.
func (v *view) clearance(score []float64, y int) float64 {
	least := math.Inf(1)
	for k, f := range score {
		if k != y {
			least = min(least, score[y]-f-v.Cost[y][k])
		}
	}
	return least
}

// rounding bounds the rounding error of primal and dual.
func (v *view) rounding() float64 {
	return 16 * ulp * float64(len(v.X)) * (v.Norm2 + v.C*v.Size)
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"primal", "dual", "gap", "kkt", "hinge", "n_errors", "error_rate", "log_loss"}

// step captures the view.
func (v *view) step() algos.Step {
	n := len(v.X)
	wrong := float64(v.Mistakes)
	step := algos.Step{
		Phase: v.title(), Size: algos.Normal, Status: v.status, View: v, Next: v.next(),
		Metrics: []float64{v.Primal, v.dual, v.Primal - v.dual, v.viol, v.Slack / float64(n), wrong, wrong / float64(n), math.NaN()},
	}
	switch {
	case v.phase == asking:
		step.Size = algos.Micro
	case v.phase == finishing:
		step.Size = algos.Pass
		if v.before.tau == nil {
			step.Events = append(step.Events, algos.Event{Kind: "finish", Text: "switch to dual coordinate ascent"})
		}
	case v.phase == updating:
		if v.t%n == 0 {
			step.Size = algos.Pass
			step.Events = append(step.Events, algos.Event{Kind: "pass", Text: say.Vars{"pass": v.t / n}.Text("epoch <pass> done")})
		}
		if v.before.Mistakes > 0 && v.Mistakes == 0 {
			step.Events = append(step.Events, algos.Event{Kind: "separated", Text: "every point is classified correctly"})
		}
	}
	return step
}

// Model returns the weights so far.
func (v *view) Model() algos.Model {
	K := v.count()
	weights, bias, classes := make([][]float64, K), make([]float64, K), make([]int, K)
	for k, w := range v.w {
		weights[k], bias[k], classes[k] = []float64{w[0], w[1]}, w[2], v.label(k)
	}
	// What q would cost under both losses, were it of each class.
	hinges, logs, at := make([]float64, K), make([]float64, K), v.scores(v.lift(v.Query))
	for k := range K {
		_, hinges[k] = joint.Violation(at, v.Cost[k], k)
		logs[k] = logit.RowLoss(at, k)
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "classes", Value: classes},
			{Name: "weights", Value: weights},
			{Name: "bias", Value: bias},
			{Name: "primal", Value: v.Primal},
			{Name: "dual", Value: v.dual},
			{Name: "query_hinges", Value: hinges},
			{Name: "query_log_losses", Value: logs},
		},
		Predict: func(x [2]float64) []algos.Value {
			score := v.scores(v.lift(x))
			return []algos.Value{{Name: "label", Value: v.label(joint.Best(score))}, {Name: "scores", Value: score}}
		},
	}
}
