// Package randomwalk is a demo for tests of the web: a random walk over the board,
// whose length, step sizes, events and faults are parameters.
package randomwalk

import (
	"context"
	"fmt"
	"iter"
	"math"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Options of the walk.
type Options struct {
	Steps   int     // the walk ends after so many
	Drift   float64 // added to x₁ at every step
	Bytes   int     // what a step holds besides, so that it costs memory
	PanicAt int     // the step at which the demo is broken; 0: never
	Endless bool    // it never says that it ends
	Nap     int     // microseconds that a step takes, asleep
}

// Demo returns the demo. Every second step is a Normal one and every tenth a
// Pass; the event "peak" says that x₁ is higher than ever, "half" that half the
// steps are done.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "walk", Title: "Random walk", Summary: "A walk for tests.", Family: "Tests",
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 3, Max: 50}},
		MinPoints: 1, TooFew: "there are no points",
		Metrics: metricNames,
		Formula: `x \leftarrow x + e`,
		Charts: []mark.Chart{{
			ID: "x", Title: "x", Y: "x",
			Series: []mark.Series{{Metric: "x", Label: "x₁"}, {Metric: "max", Label: "highest", Bound: true}},
		}},
		Presets: []algos.Preset{
			{ID: "short", Title: "Short", Data: data, Seed: 7, Step: 0},
			{ID: "end", Title: "At its end", Data: data, Seed: 7, Step: algos.Last},
			{ID: "long", Title: "Long", Data: data, Seed: 7, Params: map[string]string{"steps": "5000"}},
		},
	}, bind, run)
}

var data = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{1, 1, 1}, [3]float64{2, -1, 1})

func bind(o *Options, s *param.Set) {
	s.Int(&o.Steps, "steps", 40, 0, 1_000_000)
	s.Float(&o.Drift, "drift", 0, -10, 10)
	s.Int(&o.Bytes, "bytes", 100, 0, 1<<20)
	s.Int(&o.PanicAt, "panic", 0, 0, 1_000_000)
	s.Bool(&o.Endless, "endless", false)
	s.Int(&o.Nap, "nap", 0, 0, 1_000_000)
}

// state is a step's view.
type state struct {
	set  dataset.Set
	w    grid.Window
	n    int
	at   mark.XY
	top  float64
	held []byte
}

func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		s := state{set: p.Set, w: p.Window, at: mark.XY{X: p.Points[0].X[0], Y: p.Points[0].X[1]}}
		s.top = s.at.X
		for {
			step := s.step(o)
			if !yield(step) || step.Status.Final() {
				return
			}
			s.n++
			if s.n == o.PanicAt {
				panic("the walk fell off the board")
			}
			if o.Nap > 0 {
				nap(ctx, time.Duration(o.Nap)*time.Microsecond)
			}
			s.at.X += 0.1*p.Rand.NormFloat64() + o.Drift
			s.at.Y += 0.1 * p.Rand.NormFloat64()
		}
	}, nil
}

// glance is how long a nap lasts between two looks at the context.
const glance = 5 * time.Millisecond

// nap sleeps until the time is over or the context has ended, at which it looks every
// now and then as the contract wants.
func nap(ctx context.Context, d time.Duration) {
	for ; d > 0 && ctx.Err() == nil; d -= glance {
		timer := time.NewTimer(min(d, glance))
		select {
		case <-ctx.Done():
			timer.Stop()
		case <-timer.C:
		}
	}
}

var metricNames = []string{"x", "max", "log"}

func metrics(x, top float64) []float64 {
	return []float64{x, top, math.Log(x)}
}

// step says what happened, and raises the peak.
func (s *state) step(o Options) algos.Step {
	step := algos.Step{
		Phase:   say.Phrase(fmt.Sprintf("step %d", s.n)),
		Next:    algos.Next{Small: "go on", Step: "go on twice", Pass: "go on ten times"},
		Status:  algos.Status{State: algos.Running},
		EndTold: true, // that it ends is nothing to speak of
	}
	switch {
	case s.n%10 == 0:
		step.Size = algos.Pass
	case s.n%2 == 0:
		step.Size = algos.Normal
	}
	if s.at.X > s.top {
		s.top = s.at.X
		step.Events = append(step.Events, algos.Event{Kind: "peak", Text: "higher than ever"})
	}
	if s.n == o.Steps/2 && s.n > 0 {
		step.Events = append(step.Events, algos.Event{Kind: "half", Text: "half the steps are done"})
	}
	if s.n >= o.Steps && !o.Endless {
		step.Status = algos.Status{State: algos.Converged, Reason: "walked far enough"}
		step.Next = algos.Next{}
	}
	step.Metrics = metrics(s.at.X, s.top)
	s.held = make([]byte, o.Bytes)
	step.View = *s
	return step
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Phrase(fmt.Sprintf("At $x_1 = %.3f$.", s.at.X))}}
}

func (s state) Checks() []algos.Check {
	return []algos.Check{
		algos.AtMost("peak", "$x_1$ is at most the peak", s.at.X, s.top, 0),
		algos.Inapplicable("home", "the walk comes home", "it is not asked to"),
	}
}

func (s state) Panels() []mark.Panel {
	board := mark.Panel{
		ID: "board", Title: "Board", Edits: mark.EditsData, Equal: true, Alt: say.Phrase(fmt.Sprintf("%d points", len(s.set.Points))),
		X: mark.Axis{Name: "x₁", Min: s.w.X0, Max: s.w.X1}, Y: mark.Axis{Name: "x₂", Min: s.w.Y0, Max: s.w.Y1},
	}
	points := mark.Points{Legend: "points"}
	for i, p := range s.set.Points {
		points.At = append(points.At, mark.XY{X: p.X[0], Y: p.X[1]})
		points.Class = append(points.Class, p.Class())
		points.Refs = append(points.Refs, fmt.Sprintf("x%d", i))
		points.Tips = append(points.Tips, say.Phrase(fmt.Sprintf("%.2f away", math.Hypot(s.at.X-p.X[0], s.at.Y-p.X[1]))))
	}
	if len(points.At) > 0 {
		board.Marks = append(board.Marks, points, mark.Rings{At: []mark.XY{s.at}, Radius: []float64{9}, Legend: "here"})
	}
	bars := mark.Panel{ID: "bars", Title: "Where", X: mark.Axis{Integer: true}, Height: 0.4}
	bars.Marks = append(bars.Marks, mark.Bars{Y: []float64{s.at.X, s.at.Y}})
	return []mark.Panel{board, bars}
}

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "x", Value: s.at.X}}}
}
