package record_test

import (
	"runtime"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web/record"
)

func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestHonest(t *testing.T) {
	for _, d := range catalog.All {
	for _, draw := range []bool{false,true} {
		r, err := d.Recipe(d.Presets[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		var recs [4]*record.Recorder
		one := func() *record.Recorder {
			rec, err := record.New(t.Context(), d, r, record.Limits{Bytes: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if err := rec.ExtendTo(ctx, 1500); err != nil {
				t.Fatal(err)
			}
			if draw {
				for n := range 8 {
					s, err := rec.Step(ctx, n*(rec.Len()-1)/7)
					if err != nil {
						t.Fatal(err)
					}
					s.Panels(); s.Say(); s.Checks()
				}
			}
			return rec
		}
		one().Close()
		before := heap()
		for i := range recs { recs[i] = one() }
		used := (heap() - before)/len(recs)
		said := recs[0].Bytes()
		light := recs[0].Len() * (8*len(d.Metrics) + 21)
		t.Logf("%-18s draw %-5v steps %5d real %9d light %7d said %9d ratio %.2f per step %d", d.ID, draw, recs[0].Len(), used, light, said, float64(said)/float64(used-light), used/recs[0].Len())
		for i := range recs { recs[i].Close() }
		_ = algos.Last
	}
	}
}
