package catalogtest

import (
	"runtime"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web/record"
)

// What a recording says that it keeps is what it keeps, for every demo, also after
// some of its steps were looked at. The real memory is what the heap grows by,
// without the light part of the steps, which is known.
//
// The figure may be up to a half off, and a little more for dirichlet-process, whose steps are little but words. The gauge sees a few of the steps, so a run
// whose steps differ is known to about a fifth. And it does not see what a demo
// works out late for all steps. Where that is most, in losses, it is 40 KB of
// tables, nearly half of that short run.
func TestBytesIsHonest(t *testing.T) {
	const most = 600 // steps
	for _, d := range catalog.All {
		t.Run(d.ID, func(t *testing.T) {
			r := longPreset(t, d, most)
			recorded(t, d, r, most).Close() // what all runs share is there now
			var recs [4]*record.Recorder
			before := heap()
			for i := range recs {
				recs[i] = recorded(t, d, r, most)
			}
			used, said, n := (heap()-before)/len(recs), recs[0].Bytes(), recs[0].Len()
			used -= n * (8*len(d.Metrics) + 21) // values, phase, size and cost of every step
			if ratio := float64(said) / float64(used); ratio < 0.45 || ratio > 1.5 {
				t.Errorf("%d steps keep %d bytes, and are said to keep %d", n, used, said)
			}
			for _, rec := range recs {
				rec.Close()
			}
		})
	}
}

// heap is what is in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one has found is free now
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// recorded records some steps at most, and looks at a few of them.
func recorded(t *testing.T, d algos.Demo, r algos.Recipe, most int) *record.Recorder {
	t.Helper()
	rec, err := record.New(t.Context(), d, r, record.Limits{Bytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	if err := rec.ExtendTo(t.Context(), most); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, rec.Len() / 2, rec.Len() - 1} {
		s, err := rec.Step(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		s.Panels()
		s.Checks()
	}
	return rec
}

// longPreset is the demo's first preset that has several hundred steps, or else the
// longest one.
func longPreset(t *testing.T, d algos.Demo, most int) algos.Recipe {
	t.Helper()
	var longest algos.Recipe
	steps := 0
	for _, p := range d.Presets {
		r, err := d.Recipe(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.New(t.Context(), d, r, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		err = rec.ExtendTo(t.Context(), most)
		rec.Close()
		if err != nil {
			t.Fatal(err)
		}
		if rec.Len() > steps {
			longest, steps = r, rec.Len()
		}
		if steps > most/2 {
			break
		}
	}
	return longest
}
