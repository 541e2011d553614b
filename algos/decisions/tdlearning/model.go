package tdlearning

import "playground/algos"

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
}

func newTask(p algos.Problem, o options) *task { return &task{Problem: p, options: o} }

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	taken int // steps so far
}

// done reports whether the run has come to its end.
func (v view) done() bool { return v.taken == len(v.Points) }

// next takes one step.
func (v view) next() view {
	v.taken++
	return v
}

// Model names the results so far.
func (v view) Model() algos.Model { return algos.Model{} }
