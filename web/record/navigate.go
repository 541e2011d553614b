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
