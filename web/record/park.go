package record

import (
	"context"
	"fmt"

	"playground/algos"
)

// Parked is what is left of a recording that was let go: the recipe, and how far
// the recording had got, without any step. The recording can be made again from
// it.
type Parked struct {
	demo     algos.Demo
	recipe   algos.Recipe
	limits   Limits
	steps    int
	complete bool
}

// Park closes the recording and returns what it can be made again from. The
// recorder is of no use afterwards.
func (r *Recorder) Park() Parked {
	p := Parked{r.demo, r.recipe, r.limits, r.Len(), r.Complete()}
	r.Close()
	return p
}

// Begin starts the recording again, at step 0. [Parked.Extend] reports when it is
// as it was.
func (p Parked) Begin(ctx context.Context) (*Recorder, error) {
	rec, err := New(ctx, p.demo, p.recipe, p.limits)
	if err != nil {
		return nil, fmt.Errorf("record again: %w", err)
	}
	return rec, nil
}

// Extend goes on with a recording that was begun again until more returns false.
// It asks more after every step. It reports whether the recording is as it was.
func (p Parked) Extend(ctx context.Context, rec *Recorder, more func() bool) (bool, error) {
	missing := func() bool { return rec.Len() < p.steps || p.complete && !rec.Complete() }
	if missing() {
		if err := rec.Extend(ctx, func() bool { return missing() && more() }); err != nil {
			return false, err
		}
	}
	if rec.Complete() && rec.Len() != p.steps {
		return false, fmt.Errorf("record: %s has %d steps, and had %d before", p.demo.ID, rec.Len(), p.steps)
	}
	return !missing(), nil
}
