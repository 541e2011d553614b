package algotest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// A countingContext counts how often somebody looks whether it has ended, and ends at a
// look: what goes on after that is counted, and not timed.
type countingContext struct {
	context.Context
	ends  int64 // the look at which it ends; 0: it never does
	looks atomic.Int64
	done  chan struct{}
}

func newCounting(ctx context.Context, ends int64) *countingContext {
	return &countingContext{Context: ctx, ends: ends, done: make(chan struct{})}
}

// look counts one, and ends the context when it is time.
func (c *countingContext) look() bool {
	n := c.looks.Add(1)
	if n == c.ends {
		close(c.done)
	}
	return c.ends > 0 && n >= c.ends
}

// Err implements [context.Context].
func (c *countingContext) Err() error {
	if c.look() {
		return context.Canceled
	}
	return c.Context.Err()
}

// Done implements [context.Context].
func (c *countingContext) Done() <-chan struct{} {
	c.look()
	return c.done
}

// after is how often the context was looked at after its end.
func (c *countingContext) after() int64 {
	if c.ends == 0 {
		return 0
	}
	return max(0, c.looks.Load()-c.ends)
}

// mostAfter is how many looks a run may make after the one that has found its context
// ended: a few loops within each other leave one by one.
const mostAfter = 64

// effort looks at a run at the demo's limits: it leaves early wherever its context ends, and
// so does what is slow. What a look at a step costs there is bounded, and the log tells it.
func effort(ctx context.Context, d algos.Demo, r *report) {
	set := dataset.Set{Target: dataset.None}
	if d.Input.Points != nil {
		set = gaussians(d, d.Input.Limit(), 0.6, 1)
	}
	for _, ends := range []int64{1, 2, 3, 5, 20, 100, 1000} {
		c := newCounting(ctx, ends)
		late := 0
		run, err := d.Steps(c, algos.NewProblem(set, contractSeed, mark.FitWindow(set)), nil)
		if err == nil {
			n := 0
			for range run {
				if n++; c.looks.Load() >= ends {
					late++
				}
				if n > 3000 {
					break
				}
			}
		}
		if late > 1 || c.after() > mostAfter {
			r.fault("at the limit of %d points %d steps and %d looks at the context come after its end, which was at look %d", d.Input.Limit(), late, c.after(), ends)
		}
	}
	r.slowWork(ctx, d)
	r.looksAt(ctx, d, set)
}

// slowWork sees that slow panels and guarantees look at the context of their run.
func (r *report) slowWork(ctx context.Context, d algos.Demo) {
	const first, points = 12, 60 // how often work looks does not depend on how many points there are
	set := dataset.Set{Target: dataset.None}
	if d.Input.Points != nil {
		set = gaussians(d, min(points, d.Input.Limit()), 0.6, 1)
	}
	for _, v := range variants(d) {
		looks := map[string]int64{} // at the context, by what is slow
		// A run of its own for each part: what another part has computed, and keeps, would not look again.
		for part := 0; ; part++ {
			c := newCounting(ctx, 0)
			run, err := d.Steps(c, algos.NewProblem(set, contractSeed, mark.FitWindow(set)), v)
			if err != nil {
				break
			}
			n, found := 0, false
			for s := range run {
				if n++; n > first {
					break
				}
				if n == 1 || n == first || s.Status.Final() {
					found = slowLooks(c, s, part, looks) || found
				}
			}
			if !found {
				break
			}
		}
		for _, name := range slices.Sorted(maps.Keys(looks)) {
			if looks[name] <= 1 { // algos.Slow itself looks once, in the end
				r.fault("%v: the slow %s does not look at the context of its run", v, name)
			}
		}
		if len(r.faults) > 0 {
			return // one setting's faults are enough
		}
	}
}

// slowLooks counts how often a slow part of a step, by its place, looks at the context. It
// reports false where there are fewer parts.
func slowLooks(c *countingContext, s algos.Step, part int, looks map[string]int64) bool {
	count := func(name string, work func()) bool {
		if part--; part >= 0 {
			return false
		}
		before := c.looks.Load()
		work()
		looks[name] += c.looks.Load() - before
		return true
	}
	for _, p := range s.View.Panels() {
		if p.Slow != nil && count("panel "+p.ID, func() { p.Whole() }) {
			return true
		}
	}
	for _, k := range s.View.Checks() {
		if k.Slow != nil && count("guarantee "+k.Name, func() { k.Done() }) {
			return true
		}
	}
	return false
}

// What a look at a step may cost at the limit, in units of a reference computation that
// takes about a millisecond: far more than is wanted. What code computes cannot be counted from
// outside, so both are measured in the time that the processor works on this thread alone, which
// other work on a busy machine does not add to.
const (
	dearestField  = 300 // a field on 64×64 nodes
	dearestChecks = 120 // all guarantees that are not slow
)

// referenceWork is a millisecond's work of a processor of 2026.
func referenceWork() float64 {
	x := 0.5
	for range 400_000 {
		x = 3.9 * x * (1 - x)
	}
	return x
}

// costs is how many times as long as the reference something takes: the lesser of two
// tries where the first is beyond the bound, for the memory may be collected meanwhile.
func costs(bound float64, of func()) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := math.Inf(1)
	for range 2 {
		start := worked()
		if referenceWork() > 1 {
			panic("the reference leaves the unit interval")
		}
		unit := worked() - start
		start = worked()
		of()
		if least = min(least, float64(worked()-start)/float64(max(unit, time.Microsecond))); least <= bound {
			break
		}
	}
	return least
}

// looksAt sees what a look at a step costs at the limit, and notes it.
func (r *report) looksAt(ctx context.Context, d algos.Demo, set dataset.Set) {
	steps, err := take(ctx, d, set, nil, 4)
	if err != nil || len(steps) == 0 {
		return
	}
	s := steps[len(steps)-1]
	checks := costs(dearestChecks, func() { s.View.Checks() })
	if checks > dearestChecks {
		r.fault("with %d points the guarantees of a step cost %.0f times the reference, and %d are allowed: make what is long slow", d.Input.Limit(), checks, dearestChecks)
	}
	dearest, name := 0.0, "no field"
	for _, p := range s.Panels() {
		for _, m := range p.Marks {
			f, ok := m.(mark.Field)
			g := grid.Grid{Window: grid.Window{X0: p.X.Min, X1: p.X.Max, Y0: p.Y.Min, Y1: p.Y.Max}, NX: 64, NY: 64}
			if !ok || g.Empty() {
				continue
			}
			dst := make([]float64, g.Len())
			cost := costs(dearestField, func() { f.Eval(dst, g) })
			if cost > dearestField {
				r.fault("with %d points the field of %s costs %.0f times the reference on 64×64 nodes, and %d are allowed", d.Input.Limit(), p.ID, cost, dearestField)
			}
			if cost >= dearest {
				dearest, name = cost, "the field of "+p.ID
			}
		}
	}
	r.notes = append(r.notes, fmt.Sprintf("with %d points the guarantees of a step cost %.1f ms of the reference, %s %.1f", d.Input.Limit(), checks, name, dearest))
}
