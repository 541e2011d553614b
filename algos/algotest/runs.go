package algotest

import (
	"context"
	"fmt"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// looked says which steps of a run have their views rendered.
func looked(i int, s algos.Step) bool { return i < 12 || i%41 == 0 || s.Status.Final() }

// run looks at the first steps of a run.
func (r *report) run(ctx context.Context, d algos.Demo, name string, set dataset.Set, v param.Values, limit int, usual bool) {
	r.runOn(ctx, d, name, algos.Problem{Set: set}, v, limit, usual)
}

// runOn is run for any kind of data.
func (r *report) runOn(ctx context.Context, d algos.Demo, name string, p algos.Problem, v param.Values, limit int, usual bool) {
	r.add(r.onRun(ctx, d, name, p, v, limit, usual))
}

// onRun is what is found in the first steps of a run, and what is said there.
func (r *report) onRun(ctx context.Context, d algos.Demo, name string, p algos.Problem, v param.Values, limit int, usual bool) *account {
	key := fmt.Sprint(limit, usual, runKey(p, v))
	return r.observe(ctx, d, key, manner{name: name, usual: usual, drawn: limit, heard: limit}, func() ([]algos.Step, error) {
		return takeOf(ctx, d, p, v, limit)
	})
}

// sound looks at a run step by step: nothing spoils the page, metrics keep their
// names and order, and nothing comes after a final status.
func (r *report) sound(d algos.Demo, name string, steps []*sight) {
	if len(steps) == 0 {
		r.fault("%s: no step", name)
	}
	schema := d.Schema()
	before := len(r.faults)
	for i, s := range steps {
		if s.Status.Final() && i < len(steps)-1 {
			r.fault("%s: step %d is final and not the last", name, i)
		}
		if len(s.Metrics) != len(d.Metrics) {
			r.fault("%s: step %d has %d metrics, the demo names %q", name, i, len(s.Metrics), d.Metrics)
		}
		if _, err := schema.Canonical(s.Takeaway); err != nil {
			r.fault("%s: step %d, %s: what it offers to take cannot be taken: %v", name, i, s.Phase, err)
		}
		if looked(i, s.Step) {
			seen := show(s)
			for _, f := range slices.Concat(seen.faults(schema), r.pictured(seen.Panels)) {
				r.fault("%s: step %d, %s: %s", name, i, s.Phase, f)
			}
		} else {
			for _, f := range unnamed(s.Events) {
				r.fault("%s: step %d, %s: %s", name, i, s.Phase, f)
			}
		}
		if len(r.faults) > before {
			return // one step's faults are enough
		}
	}
}

// variantSteps and degenerateSteps are how far settings are played on usual points and on degenerate sets.
const (
	variantSteps    = 150
	degenerateSteps = 40
)

// onVariant is what is found in the run of a setting on usual points.
func (r *report) onVariant(ctx context.Context, d algos.Demo, v param.Values) *account {
	return r.onRun(ctx, d, fmt.Sprint(v), algos.Problem{Set: Small(d)}, v, variantSteps, true)
}

// onDegenerate is what is found in its run on a degenerate set.
func (r *report) onDegenerate(ctx context.Context, d algos.Demo, g degenerate, v param.Values) *account {
	return r.onRun(ctx, d, fmt.Sprint(g.name, v), algos.Problem{Set: g.set}, v, degenerateSteps, false)
}

// everyVariant runs all variants on usual points and on the telling degenerate
// sets.
func everyVariant(ctx context.Context, d algos.Demo, r *report) {
	sets := degenerates(d)
	for _, v := range variants(d) {
		if r.add(r.onVariant(ctx, d, v)); len(r.faults) > 0 {
			return // what is wrong on usual points is said once
		}
		for _, g := range sets {
			if d.Input.Points != nil && (g.telling || full()) {
				r.add(r.onDegenerate(ctx, d, g, v))
			}
		}
		r.onPaintings(ctx, d, v, true)
		if len(r.faults) > 0 {
			return // one variant's faults are enough
		}
	}
}

// degenerateSets runs the defaults on the sets that not every variant runs on.
func degenerateSets(ctx context.Context, d algos.Demo, r *report) {
	r.onPaintings(ctx, d, nil, false)
	if d.Input.Points == nil {
		return // it takes no points
	}
	if r.run(ctx, d, "usual points", Small(d), nil, degenerateSteps, false); len(r.faults) > 0 {
		return // what is wrong on usual points is said once
	}
	for _, g := range degenerates(d) {
		if !g.telling && !full() {
			r.run(ctx, d, g.name, g.set, nil, degenerateSteps, false)
		}
	}
}

// determinism sees that the same recipe gives the same steps, bit for bit, that a
// step stays as it was when later ones have been made, and that views give the
// same again, in any order.
func determinism(ctx context.Context, d algos.Demo, r *report) {
	for _, v := range variants(d) {
		run, err := Start(ctx, d, Small(d), contractSeed, v)
		if err != nil {
			r.fault("%v: %v", v, err)
			return
		}
		const limit = 60
		var steps []algos.Step
		texts := map[int]string{}
		for s := range run {
			if i := len(steps); looked(i, s) {
				texts[i] = Text(s)
			}
			if steps = append(steps, s); len(steps) == limit {
				break
			}
		}
		for i, s := range slices.Backward(steps) {
			if before, ok := texts[i]; ok {
				if after := Text(s); after != before {
					r.fault("%v: step %d looked at later: %s", v, i, firstDifference(before, after))
					return
				}
			}
		}
		again, err := take(ctx, d, Small(d), v, limit)
		if err != nil || len(again) != len(steps) {
			r.fault("%v: %d steps, then %d: %v", v, len(steps), len(again), err)
			return
		}
		for i, s := range again {
			if before, ok := texts[i]; ok {
				if after := Text(s); after != before {
					r.fault("%v: step %d of a second run: %s", v, i, firstDifference(before, after))
					return
				}
			}
		}
	}
}
