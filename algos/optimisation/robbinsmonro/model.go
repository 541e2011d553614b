package robbinsmonro

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/mark"
	"playground/algos/panel"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
	f    function
	z    source
	grid []float64          // equally probable values of Z
	best float64            // θ*; NaN where there is none
	at   [4]float64         // decay exponents that are compared
	runs func() [][]float64 // θ of other samples, one run each
}

// repeats is how many runs on other samples are drawn.
const repeats = 20

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	t := &task{Problem: p, options: o, z: source{kind: o.Distribution, samples: o.Samples}, f: function{kind: o.Function, q: o.Q}}
	if o.Function == own {
		f, err := expression.Parse(o.Expression, "theta", "z")
		if err != nil {
			return nil, err
		}
		t.f.own = f
	}
	t.grid, t.at = t.z.values(nodes), [4]float64{0, 0.5, 1, 2}
	t.best = t.root()
	t.runs = algos.Slow(ctx, t.others)
	return t, nil
}

// rate is η_k = c/k^p.
func (t *task) rate(k int) float64 { return t.decayed(k, t.Power) }

func (t *task) decayed(k int, power float64) float64 { return t.Eta / math.Pow(float64(k), power) }

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	k            int
	thetas       []float64 // θ_0 … θ_k
	means        []float64 // Polyak averages of θ_1 … θ_k; that of k = 0 is θ_0
	drawn        []float64 // z_1 … z_k, and z_{k+1}
	slopes       []float64 // f(z_j; θ_{j−1}), j = 1 … k
	sum, squares float64   // Σ η, Σ η²
	forgotten    float64   // Π (1 − η_j), the weight of θ_0 in θ_k for the mean
	random       *rand.Rand
}

func (t *task) start() view {
	v := view{task: t, thetas: []float64{t.Start}, means: []float64{t.Start}, forgotten: 1, random: t.Problem.Rand}
	v.drawn = []float64{t.z.draw(1, v.random)}
	return v
}

// done reports whether the run has come to its end.
func (v view) done() bool { return v.k == v.Iterations || v.diverged() }

func (v view) diverged() bool { return !(math.Abs(v.theta()) <= limit) }

// theta is θ_k, and average the mean of θ_1 … θ_k.
func (v view) theta() float64   { return v.thetas[v.k] }
func (v view) average() float64 { return v.means[v.k] }

// next takes one iteration. The slices of earlier steps are the beginnings of these, and stay as they are.
func (v view) next() view {
	z, before := v.drawn[v.k], v.theta()
	v.k++
	eta, f := v.rate(v.k), v.f.at(z, before)
	theta := before - eta*f
	average := theta
	if v.k > 1 {
		average = v.means[v.k-1] + (theta-v.means[v.k-1])/float64(v.k)
	}
	v.slopes, v.thetas, v.means = append(v.slopes, f), append(v.thetas, theta), append(v.means, average)
	v.drawn = append(v.drawn, v.z.draw(v.k+1, v.random))
	v.sum, v.squares, v.forgotten = v.sum+eta, v.squares+eta*eta, v.forgotten*(1-eta)
	return v
}

// off is the distance to the root; NaN where there is none.
func (v view) off(theta float64) float64 { return math.Abs(theta - v.best) }

// follow runs the algorithm on these samples with another decay, to iteration k.
func (t *task) follow(power float64, samples []float64) []float64 {
	theta := []float64{t.Start}
	for j, z := range samples {
		at := theta[j]
		theta = append(theta, min(max(at-t.decayed(j+1, power)*t.f.at(z, at), -limit), limit))
	}
	return theta
}

// others are the runs on other samples, all to the end; fewer where the context ends.
func (t *task) others(ctx context.Context) [][]float64 {
	var runs [][]float64
	for i := range repeats {
		if ctx.Err() != nil {
			return nil
		}
		r := t.Problem.Stream(uint64(i + 1))
		samples := make([]float64, t.Iterations)
		for j := range samples {
			samples[j] = t.z.draw(j+1, r)
		}
		runs = append(runs, t.follow(t.Power, samples))
	}
	return runs
}

// expected is E (θ_k − θ*)² for the mean, from e_k = (1 − η_k)² e_{k−1} + η_k² Var Z, and spread the variance of θ_k.
func (v view) expected() (squared, spread float64) {
	squared = (v.Start - v.best) * (v.Start - v.best)
	for j := 1; j <= v.k; j++ {
		eta := v.rate(j)
		squared = (1-eta)*(1-eta)*squared + eta*eta*v.z.variance()
		spread = (1-eta)*(1-eta)*spread + eta*eta*v.z.variance()
	}
	return squared, spread
}

// Model names the results so far.
func (v view) Model() algos.Model {
	return algos.Model{Values: []algos.Value{
		{Name: "theta", Value: v.theta()},
		{Name: "average", Value: v.average()},
		{Name: "root", Value: v.best},
		{Name: "iterations", Value: v.k},
		{Name: "sum_eta", Value: v.sum},
		{Name: "sum_eta2", Value: v.squares},
	}}
}

// course is θ over the iterations, up to where f is not a number.
func course(theta []float64) []mark.XY {
	if n := slices.IndexFunc(theta, func(x float64) bool { return !finite(x) }); n >= 0 {
		theta = theta[:n]
	}
	return panel.Course(theta)
}
