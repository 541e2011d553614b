package web

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/web/wire"
)

// The gaps of a replay draw every step once, and after each of them the steps are spread
// evenly, with both ends.
func TestGapsDrawEveryStepOnce(t *testing.T) {
	for _, n := range []int{1, 2, 15, 16, 17, 33, 100, 240, replayFrames, 5000} {
		steps := spread(n, replayFrames)
		var drawn []int
		for gap := coarsest; gap >= 1; gap /= 2 {
			drawn = append(drawn, everyNth(steps, gap)...)
			slices.Sort(drawn)
			if drawn[0] != 0 || drawn[len(drawn)-1] != n-1 {
				t.Errorf("%d steps: from %d to %d", n, drawn[0], drawn[len(drawn)-1])
			}
			for i := 1; i < len(drawn); i++ {
				from, to := slices.Index(steps, drawn[i-1]), slices.Index(steps, drawn[i])
				if to-from != gap && to != len(steps)-1 {
					t.Fatalf("%d steps, gap %d: nothing between %d and %d", n, gap, from, to)
				}
			}
		}
		if !slices.Equal(drawn, steps) {
			t.Errorf("%d steps: drawn %v", n, drawn)
		}
	}
}

// A reel that goes back is as it was, and steps added in any order come in theirs.
func TestReel(t *testing.T) {
	add := func(r *reel, steps ...int) {
		for _, n := range steps {
			r.add(&wire.Frame{Step: n, Say: strings.Repeat("x", n)}, nil)
		}
	}
	for _, c := range []struct{ shown, first int }{{0, 0}, {4, 3}, {6, 6}, {algos.Last, 6}} {
		r := newReel(c.shown)
		add(r, 0, 6)
		before, start := r.bytes, r.start
		m := r.checkpoint()
		add(r, 2, 4)
		r.back(m)
		if r.bytes != before || r.start != start || len(r.Frames) != 2 || len(r.Texts) != len(r.places) {
			t.Errorf("back there are %d bytes, %d frames, %d texts at %d places", r.bytes, len(r.Frames), len(r.Texts), len(r.places))
		}
		add(r, 3)
		tape, shown := r.done()
		var steps []int
		for _, f := range tape.Frames {
			steps = append(steps, f.Step)
			if tape.Texts[f.Say] != strings.Repeat("x", f.Step) {
				t.Errorf("step %d says %q", f.Step, tape.Texts[f.Say])
			}
		}
		if !slices.Equal(steps, []int{0, 3, 6}) || shown.Step != c.first || tape.Frames[tape.Start].Step != c.first {
			t.Errorf("asked for step %d: %v from %d on", c.shown, steps, shown.Step)
		}
	}
}

// A request that would run out of time leaves out steps.
func TestHurried(t *testing.T) {
	long, stop := context.WithTimeout(t.Context(), time.Hour)
	defer stop()
	if hurried(t.Context(), time.Hour, 1, 100) || hurried(long, time.Second, 16, 16) || !hurried(long, time.Hour, 16, 16) {
		t.Error("a request hurries without need, or does not when it has to")
	}
}
