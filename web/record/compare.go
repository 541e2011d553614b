package record

import (
	"math"
	"slices"
)

// Retire ends a recording that is kept for comparison. Nothing more is recorded,
// and only as many steps are kept as fit into so many bytes. The others are
// replayed when they are asked for, so Close must still be called.
func (r *Recorder) Retire(bytes int) {
	r.stop()
	r.replay = window{}
	r.Fit(bytes)
}

// Fit sets how much memory the run and its kept steps take from now on, and drops the
// steps that do not fit any more.
func (r *Recorder) Fit(bytes int) {
	shrinks := bytes < r.limits.Bytes
	r.limits.Bytes = bytes
	r.share(bytes)
	if !shrinks {
		return
	}
	if kept := len(r.head.steps); r.tail.first == 0 {
		if r.head.shrink(); len(r.head.steps) < kept {
			r.tail.first = r.Len() // what comes next does not follow the first steps
		}
	} else {
		r.head.shrink()
	}
	r.share(bytes) // the newest steps get what is left
	r.tail.trim()
	r.replay.trim()
}

// trim drops the oldest steps while the budget is exceeded. The newest one stays.
func (w *window) trim() {
	if last := len(w.steps) - 1; last >= 0 {
		newest := w.steps[last]
		w.steps, w.bytes = w.steps[:last], w.bytes-newest.cost
		w.push(newest)
	}
}

// shrink drops the newest steps while the budget is exceeded. The first one
// stays.
func (w *window) shrink() {
	for last := len(w.steps) - 1; last > 0 && w.bytes > w.budget; last-- {
		w.bytes -= w.steps[last].cost
		w.steps[last] = measured{} // the array keeps nothing alive
		w.steps = w.steps[:last]
	}
}

// Part compares two recordings step by step, from a step on. Steps are the same
// if their phases are, and all bits of their metrics. It returns the first step
// at which the runs differ, and true. If there is none yet, it returns the
// number of steps that are recorded of both, and false. Runs also differ where
// one is over and the other goes on.
func Part(a, b *Recorder, from int) (int, bool) {
	n := min(a.Len(), b.Len())
	if !slices.Equal(a.Metrics(), b.Metrics()) {
		return from, true
	}
	for i := from; i < n; i++ {
		if a.phases[i] != b.phases[i] || a.sizes[i] != b.sizes[i] {
			return i, true
		}
		for k := range a.values {
			if !same(a.values[k][i], b.values[k][i]) {
				return i, true
			}
		}
	}
	return n, a.Complete() && b.Complete() && a.Len() != b.Len()
}

// same reports whether two numbers have the same bits, or both are NaN.
func same(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}
