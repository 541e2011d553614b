package algotest

import (
	"context"
	"fmt"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// latest is how long a run may go on after its context has ended. It is far more
// than what is wanted, 20 ms, since machines that test are busy.
const latest = 500 * time.Millisecond

// interruption looks whether a run at the demo's limit ends soon after its
// context, wherever it is: while it is prepared, and in the middle of a step. The defaults are
// interrupted at five moments, every other setting at one of three in turn.
func interruption(ctx context.Context, d algos.Demo, r *report) {
	inTurn := []time.Duration{60 * time.Millisecond, 7 * time.Millisecond, 25 * time.Millisecond}
	r.notes = append(r.notes, fmt.Sprintf("all settings but the defaults are interrupted after one of %v, in turn", inTurn))
	for i, v := range variants(d) {
		moments := []time.Duration{inTurn[i%len(inTurn)]}
		if i == 0 {
			moments = []time.Duration{0, time.Millisecond, 7 * time.Millisecond, 60 * time.Millisecond, 350 * time.Millisecond}
		}
		for _, after := range moments {
			late := interrupted(ctx, d, v, after, r)
			for again := 0; again < 3 && late > latest; again++ { // something else had the processor
				late = min(late, interrupted(ctx, d, v, after, r))
			}
			if late > latest {
				r.fault("with %v the run ends %v after its context", v, late)
			}
		}
	}
}

// interrupted returns how long a run goes on after its context has ended.
func interrupted(ctx context.Context, d algos.Demo, v param.Values, after time.Duration, r *report) time.Duration {
	set := dataset.Set{Target: dataset.None}
	if d.Input.Points != nil {
		set = gaussians(d, d.Input.Limit(), 0.6, 1)
	}
	ctx, cancel := context.WithTimeout(ctx, after)
	defer cancel()
	run, err := d.Steps(ctx, algos.NewProblem(set, 5, mark.FitWindow(set)), v)
	if err == nil {
		late := 0
		for range run {
			if ctx.Err() != nil {
				late++ // the first one may have come just before
			}
		}
		if late > 1 {
			r.fault("%v: %d steps come after the end of the context", v, late)
		}
	}
	end, _ := ctx.Deadline()
	return max(0, time.Since(end))
}
