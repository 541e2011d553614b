package skeleton

import (
	"math"

	"playground/algos"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	order []int // the samples in the order in which they arrive
}

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, order: make([]int, len(p.Points))}
	for i := range t.order {
		t.order[i] = i
	}
	if o.Order == shuffled {
		p.Rand.Shuffle(len(t.order), func(i, j int) { t.order[i], t.order[j] = t.order[j], t.order[i] })
	}
	return t
}

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	seen    int // samples so far
	before  [2]float64
	mean    [2]float64
	squares float64 // Σ‖x_i − m‖² over the samples so far
}

// next adds one sample.
func (v view) next() view {
	x := v.Points[v.order[v.seen]].X
	v.seen, v.before = v.seen+1, v.mean
	t := float64(v.seen)
	dx, dy := x[0]-v.mean[0], x[1]-v.mean[1]
	v.mean = [2]float64{v.mean[0] + dx/t, v.mean[1] + dy/t}
	v.squares += (t - 1) / t * (dx*dx + dy*dy)
	return v
}

// current is the sample that this step added.
func (v view) current() int { return v.order[v.seen-1] }

// distance is ‖x_i − m‖.
func (v view) distance(i int) float64 {
	x := v.Points[i].X
	return math.Hypot(x[0]-v.mean[0], x[1]-v.mean[1])
}

// moved is how far this step moved the mean.
func (v view) moved() float64 { return math.Hypot(v.mean[0]-v.before[0], v.mean[1]-v.before[1]) }

// Model returns the mean and the variance so far.
func (v view) Model() algos.Model {
	variance := math.NaN()
	if v.seen > 0 {
		variance = v.squares / float64(v.seen)
	}
	return algos.Model{Values: []algos.Value{
		{Name: "mean", Value: []float64{v.mean[0], v.mean[1]}},
		{Name: "variance", Value: variance},
		{Name: "rows", Value: v.seen},
	}}
}
