package algos

import (
	"context"
	"sync"
)

// Late returns a function that works a value out when it is first asked for, and
// keeps it: what the steps of a run share and only a look at one needs. The work
// leaves off early when the run's context has ended; what it returns then is not
// kept.
func Late[T any](run context.Context, work func(context.Context) T) func() T {
	var mu sync.Mutex
	var value T
	known := false
	return func() T {
		mu.Lock()
		defer mu.Unlock()
		if known {
			return value
		}
		v := work(run)
		if run.Err() == nil {
			value, known = v, true
		}
		return v
	}
}
