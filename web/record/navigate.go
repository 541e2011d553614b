package record

import (
	"slices"
	"sort"

	"playground/algos"
)

// Forward returns the step after n to which one step of a size leads. That is
// the next step of this size or a larger one, or the end of the run. It reports
// false while that step is not recorded yet.
func (r *Recorder) Forward(n int, s algos.Size) (int, bool) {
	for m := max(n+1, 0); m < r.Len(); m++ {
		if algos.Size(r.sizes[m]) >= s {
			return m, true
		}
	}
	if r.Complete() {
		return r.Len() - 1, true
	}
	return n, false
}

// Back returns the step before n to which one step of a size leads back. That is
// the last step before n of this size or a larger one, or step 0.
func (r *Recorder) Back(n int, s algos.Size) int {
	for m := min(n, r.Len()) - 1; m > 0; m-- {
		if algos.Size(r.sizes[m]) >= s {
			return m
		}
	}
	return 0
}

// Count returns in which step of a size step n is, from 1; 0 at the start of the run.
// A step of that size ends where [Recorder.Forward] stops, so this is how many
// presses of a button lead there.
func (r *Recorder) Count(n int, s algos.Size) int {
	if n <= 0 {
		return 0
	}
	count := 1
	for _, size := range r.sizes[1:min(n, r.Len())] {
		if algos.Size(size) >= s {
			count++
		}
	}
	return count
}

// Sizes are the sizes of the recorded steps, in their order. The caller must not
// change them.
func (r *Recorder) Sizes() []uint8 { return r.sizes[:r.Len():r.Len()] }

// NextEvent returns the first step after n with an event of that kind, or of any
// kind if it is empty. It reports false if none is recorded.
func (r *Recorder) NextEvent(n int, kind string) (int, bool) {
	from := sort.Search(len(r.events), func(i int) bool { return r.events[i].Step > n })
	for _, e := range r.events[from:] {
		if kind == "" || e.Kind == kind {
			return e.Step, true
		}
	}
	return 0, false
}

// PrevEvent returns the last step before n with an event of that kind, or of any
// kind if it is empty. It reports false if there is none.
func (r *Recorder) PrevEvent(n int, kind string) (int, bool) {
	to := sort.Search(len(r.events), func(i int) bool { return r.events[i].Step >= n })
	for _, e := range slices.Backward(r.events[:to]) {
		if kind == "" || e.Kind == kind {
			return e.Step, true
		}
	}
	return 0, false
}

// Opening returns the step at which a page opens the run: the one that is wanted where
// something comes after it, and else one third of the way, in steps of the usual size,
// so that something has happened and something is to come. [algos.Last] is taken at its
// word. It reports false while that is not known yet.
func (r *Recorder) Opening(want int) (int, bool) {
	last := r.Len() - 1
	switch {
	case want >= 0 && want < last:
		return want, true
	case want == algos.Last:
		return last, r.Complete()
	}
	var stops []int
	for m := 1; m <= last; m++ {
		if algos.Size(r.sizes[m]) >= algos.Normal || m == last {
			stops = append(stops, m)
		}
	}
	if len(stops) < 2 {
		return 0, r.Complete()
	}
	return stops[(len(stops)-1)/3], r.Complete()
}
