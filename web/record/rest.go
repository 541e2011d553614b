package record

import (
	"context"
	"fmt"

	"playground/algos"
)

// A Rest is what a recording can be made again from: the recipe and how far it
// had got, without any step.
type Rest struct {
	demo     algos.Demo
	recipe   algos.Recipe
	limits   Limits
	steps    int
	complete bool
}

// Rest closes the recording and returns what it can be made again from. The
// caller lets the recorder go.
func (r *Recorder) Rest() Rest {
	rest := Rest{r.demo, r.recipe, r.limits, r.Len(), r.Complete()}
	r.Close()
	return rest
}

// Begin starts the recording again, at step 0. It is as it was when [Rest.Extend]
// says so. It
// ends with the context, see [New].
func (r Rest) Begin(ctx context.Context) (*Recorder, error) {
	rec, err := New(ctx, r.demo, r.recipe, r.limits)
	if err != nil {
		return nil, fmt.Errorf("record again: %w", err)
	}
	return rec, nil
}

// Extend goes on with a recording that was begun again until more returns false,
// which is asked after every step. It reports whether the recording is as it was.
func (r Rest) Extend(ctx context.Context, rec *Recorder, more func() bool) (bool, error) {
	missing := func() bool { return rec.Len() < r.steps || r.complete && !rec.Complete() }
	if missing() {
		if err := rec.Extend(ctx, func() bool { return missing() && more() }); err != nil {
			return false, err
		}
	}
	if rec.Complete() && rec.Len() != r.steps {
		return false, fmt.Errorf("record: %s has %d steps, and had %d before", r.demo.ID, rec.Len(), r.steps)
	}
	return !missing(), nil
}
