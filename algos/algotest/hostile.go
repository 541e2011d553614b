package algotest

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// Bounds of how hostile inputs are looked at.
const (
	hostileSteps = 8                // of each run
	hostileLooks = 4                // at the context, after which it ends for a run that is broken off
	hangs        = 60 * time.Second // without a sign: it names what hangs, and does not measure
)

// hostile sees that every step, guarantee and model comes to its end on points and with settings
// at the ends of what is taken, and that a run leaves when its context ends there. Nothing is
// said about the numbers: the parts on degenerate sets look at those.
func hostile(ctx context.Context, d algos.Demo, r *report) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var at atomic.Value // what is being looked at
	at.Store("the start")
	var count atomic.Int64
	doing := func(format string, args ...any) {
		at.Store(fmt.Sprintf(format, args...))
		count.Add(1)
	}
	found := make(chan string, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				found <- fmt.Sprintf("%v: %v", at.Load(), p)
			}
		}()
		found <- endures(ctx, d, doing)
	}()
	for before := int64(-1); ; {
		select {
		case fault := <-found:
			if fault != "" {
				r.fault("%s", fault)
			}
			return
		case <-time.After(hangs):
			now := count.Load()
			if now == before {
				r.fault("it hangs: %v does not come to its end within %v", at.Load(), hangs)
				return
			}
			before = now
		}
	}
}

// endures runs a demo on hostile inputs and says what it does. It returns what is wrong.
func endures(ctx context.Context, d algos.Demo, doing func(format string, args ...any)) string {
	sets := hostileSets(d)
	extremes := extremes(d)
	for i, set := range sets {
		settings := []param.Values{nil}
		for k := i; k < len(extremes); k += len(sets) { // each setting on one set
			settings = append(settings, extremes[k])
		}
		for _, v := range settings {
			name := fmt.Sprintf("%s %v", set.name, v)
			doing("%s: preparing", name)
			run, err := Start(ctx, d, set.set, contractSeed, v)
			if err != nil {
				continue // it is refused
			}
			n := 0
			for s := range run {
				for _, c := range s.View.Checks() {
					doing("%s, step %d (%s): the guarantee %s", name, n, s.Phase, c.Name)
					c.Done()
				}
				doing("%s, step %d (%s): the model", name, n, s.Phase)
				s.Model()
				doing("%s: step %d", name, n+1)
				if n++; n == hostileSteps {
					break
				}
			}
		}
		if fault := brokenOff(ctx, d, set); fault != "" {
			return fault
		}
	}
	return ""
}

// brokenOff sees that a run on hostile points leaves when its context ends.
func brokenOff(ctx context.Context, d algos.Demo, set degenerate) string {
	c := newCounting(ctx, hostileLooks)
	run, err := d.Steps(c, algos.NewProblem(set.set, contractSeed, mark.FitWindow(set.set)), nil)
	if err != nil {
		return ""
	}
	late := 0
	for range run {
		if c.looks.Load() >= hostileLooks {
			late++
		}
		if late > 1 {
			return fmt.Sprintf("%s: steps come after the end of the context", set.name)
		}
	}
	return ""
}

// hostileSets are points at the ends of what is taken: tiny and huge, far from 0, on one place.
func hostileSets(d algos.Demo) []degenerate {
	if d.Input.Points == nil {
		return []degenerate{{name: "its own examples", set: dataset.Set{Target: dataset.None}}}
	}
	if d.Input.Points.Target == dataset.Either {
		var all []degenerate
		for _, target := range []dataset.Target{dataset.Classes, dataset.Values} {
			all = append(all, hostileSets(of(d, target))...)
		}
		return all
	}
	const far = dataset.MaxAbs
	spread := gaussians(d, 10, 1, 1)
	moved := func(scale, offset float64) dataset.Set {
		return board(d, 10, func(i int) (float64, float64, int) {
			x := spread.Points[i].X
			return offset + scale*x[0], offset + scale*(x[1]+spread.Points[i].Y), i % 2
		})
	}
	all := []degenerate{
		{name: "scale 1e-12", set: moved(1e-12, 0)},
		{name: "scale 1e-300", set: moved(1e-300, 0)},
		{name: "largest", set: moved(far/10, 0)},
		{name: "offset 9e8", set: moved(1, 0.9*far)},
		{name: "one point", set: board(d, 1, func(int) (float64, float64, int) { return 1e-12, far, 1 })},
		{name: "one place", set: board(d, 12, func(i int) (float64, float64, int) { return 1, 1, i % 2 })},
		{name: "two places", set: board(d, 12, func(i int) (float64, float64, int) { return float64(i % 2), float64(i % 2), i / 6 })},
		{name: "all scales", set: board(d, 12, func(i int) (float64, float64, int) {
			scale := []float64{1e-12, 1e-6, 1, 1e6, far}[i%5]
			return scale, -scale * float64(i%3-1), i % 2
		})},
	}
	if d.Input.Graph() != nil {
		for _, w := range []float64{1e-300, 1e-12, 1e-9, dataset.MaxWeight} {
			set := board(d, 5, func(i int) (float64, float64, int) { return float64(i), float64(i * i), 0 })
			all = append(all, degenerate{name: fmt.Sprintf("edges of weight %g", w), set: joined(&set, 5, func(i, j int) float64 { return w * float64(j-i) / 5 })})
		}
	}
	return all
}

// extremes are settings with one parameter each at an end of what is taken, and every choice and
// switch.
func extremes(d algos.Demo) []param.Values {
	var all []param.Values
	for _, p := range d.Schema() {
		var values []string
		switch p.Kind {
		case param.Float, param.Int:
			values = []string{param.Format(*p.Min), param.Format(*p.Max)}
		case param.Choice:
			for _, c := range p.Choices {
				values = append(values, c.Value)
			}
		case param.Bool:
			values = []string{"true", "false"}
		}
		for _, v := range values {
			if v == p.Default {
				continue
			}
			setting := param.Values{p.Name: v}
			if p.When != nil {
				setting[p.When.Param] = p.When.Values[0]
			}
			all = append(all, setting)
		}
	}
	return all
}
