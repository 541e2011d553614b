package frame_test

import (
	"encoding/json"
	"sync/atomic"
	"testing"

	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// What is left out of a frame because it was in the one before can be put back, for demos of all
// kinds, forwards and backwards. So a server that is sent what changes can tell all to those
// who come late.
func TestMergeGivesTheWholeBack(t *testing.T) {
	var all atomic.Int64
	t.Cleanup(func() {
		if all.Load() == 0 {
			t.Error("nothing was mended")
		}
	})
	for _, d := range demos {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			r, err := d.Recipe("")
			if err != nil {
				t.Fatal(err)
			}
			rec, err := record.New(t.Context(), d, r, record.Limits{Steps: 12})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(rec.Close)
			if err := rec.ExtendTo(ctx, algos.Last); err != nil {
				t.Fatal(err)
			}
			sent := wire.Sent{Mend: true}
			var got wire.Got
			left, mended := 0, 0
			last := rec.Len() - 1
			for _, n := range []int{0, 1, 2, last, last, last / 2, 1, 0} {
				whole := build(t, d, rec, min(n, last), frame.DefaultView)
				next := recoded(t, sent.Thin(whole))
				for i, p := range next.Panels {
					left += len(whole.Panels[i].Layers) - len(p.Layers)
					mended += len(p.Mends)
				}
				for _, m := range next.Mends {
					mended += len(m)
				}
				merged, err := got.Merge(next)
				if err != nil {
					t.Fatal(err)
				}
				if a, b := encoded(t, whole), encoded(t, merged); a != b {
					t.Fatalf("step %d: merged\n%.400s\nis not the whole\n%.400s", n, b, a)
				}
			}
			if left == 0 {
				t.Error("nothing was left out")
			}
			all.Add(int64(mended))
		})
	}
}

func encoded(t *testing.T, f *wire.Frame) string {
	t.Helper()
	b, err := wire.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// recoded is a frame as it comes from a message.
func recoded(t *testing.T, f *wire.Frame) *wire.Frame {
	t.Helper()
	var out wire.Frame
	if err := json.Unmarshal([]byte(encoded(t, f)), &out); err != nil {
		t.Fatal(err)
	}
	return &out
}
