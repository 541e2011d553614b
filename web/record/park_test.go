package record_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"playground/web/record"
)

// A recording that was parked and made again is as it was, whether it was
// complete or not. It can be made again in slices.
func TestParking(t *testing.T) {
	for _, steps := range []int{1, 7, 60} {
		rec := start(t, "steps=60", record.Limits{})
		if err := rec.ExtendTo(ctx, steps); err != nil {
			t.Fatal(err)
		}
		total, complete, events, x := rec.Len(), rec.Complete(), rec.Events(), rec.Series("x")
		rest := rec.Park()
		again, err := rest.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		turns := 0
		for {
			done, err := rest.Extend(ctx, again, inFives())
			if err != nil {
				t.Fatal(err)
			}
			turns++
			if done {
				break
			}
			if turns > 20 {
				t.Fatal("it never is as it was")
			}
		}
		if again.Len() != total || again.Complete() != complete || !slices.Equal(again.Events(), events) || !slices.Equal(again.Series("x"), x) {
			t.Errorf("after a rest it has %d steps, complete %v, before %d and %v", again.Len(), again.Complete(), total, complete)
		}
		if want := (total + 3) / 5; turns < want {
			t.Errorf("%d steps in %d slices", total, turns)
		}
	}
}

func inFives() func() bool {
	n := 0
	return func() bool { n++; return n < 5 }
}

func TestParkingEndsWithItsContext(t *testing.T) {
	rec := start(t, "steps=60", record.Limits{})
	if err := rec.ExtendTo(ctx, 30); err != nil {
		t.Fatal(err)
	}
	rest := rec.Park()
	again, err := rest.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := rest.Extend(ctx, again, inFives()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
