package record_test

import (
	"testing"

	"playground/algos"
	"playground/web/record"
)

// A run opens at the step that is wanted where something comes after it, and else one
// third of the way: the walk stops at every second step. Where nothing is between start
// and end, the start is the place.
func TestOpening(t *testing.T) {
	for _, c := range []struct {
		query      string
		want, step int
	}{
		{"steps=40", algos.Midway, 14},
		{"steps=40", 33, 33},
		{"steps=40", 39, 39},
		{"steps=40", 40, 14},
		{"steps=40", 400, 14},
		{"steps=40", algos.Last, 40},
		{"steps=4", algos.Midway, 2},
		{"steps=3", algos.Midway, 2},
		{"steps=2", algos.Midway, 0},
		{"steps=1", algos.Midway, 0},
		{"steps=0", algos.Midway, 0},
		{"steps=0", algos.Last, 0},
	} {
		rec := start(t, c.query, record.Limits{})
		finish(t, rec)
		if step, known := rec.Opening(c.want); step != c.step || !known {
			t.Errorf("%s opens at %d where %d is wanted, want %d; known: %v", c.query, step, c.want, c.step, known)
		}
	}
}

// Before the run is complete, a third of it is not known; what has been recorded is.
func TestOpeningOfAGrowingRun(t *testing.T) {
	rec := start(t, "steps=400", record.Limits{})
	if err := rec.ExtendTo(ctx, 60); err != nil {
		t.Fatal(err)
	}
	for want, known := range map[int]bool{algos.Midway: false, algos.Last: false, 30: true, 90: false} {
		if step, ok := rec.Opening(want); ok != known || ok && step != want {
			t.Errorf("after 60 steps, %d leads to %d, known: %v", want, step, ok)
		}
	}
}
