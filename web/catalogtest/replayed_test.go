package catalogtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/web/record"
	"playground/web/wire"
)

// TestEverySizeCanBeDrawn takes the smallest and the largest view that the
// protocol allows.
func TestEverySizeCanBeDrawn(t *testing.T) {
	for _, d := range algotest.Representatives(catalog.All) {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec := start(t, d, r, record.Limits{Steps: 20})
		for _, px := range []float64{wire.MinSide, wire.MaxSide} {
			size := [2]float64{px, px}
			f := build(t, d, rec, rec.Len()-1, wire.View{Board: size, Side: size})
			if _, err := wire.Encode(f); err != nil {
				t.Errorf("%s at %v pixels: %v", d.ID, px, err)
			}
		}
	}
}

// TestReplayedFramesOfAllDemos compares the frames of kept steps with the frames
// of steps that were dropped and replayed. It goes forwards and back.
func TestReplayedFramesOfAllDemos(t *testing.T) {
	const steps = 150
	view := wire.View{Board: [2]float64{200, 180}, Side: [2]float64{120, 90}}
	for _, d := range algotest.Representatives(catalog.All) {
		for _, preset := range d.Presets {
			t.Run(d.ID+"/"+preset.ID, func(t *testing.T) {
				r, err := d.Recipe(preset.ID)
				if err != nil {
					t.Fatal(err)
				}
				kept := start(t, d, r, record.Limits{Steps: steps, Bytes: 1 << 30})
				again := start(t, d, r, record.Limits{Steps: steps, Bytes: 1})
				end := kept.Len() - 1
				if again.Len() != kept.Len() || again.Status() != kept.Status() {
					t.Fatalf("one recording has %d steps (%v), the other %d (%v)", kept.Len(), kept.Status(), again.Len(), again.Status())
				}
				if end > 2 && again.Kept(end/2) {
					t.Errorf("step %d was kept within a budget of nothing", end/2)
				}
				for _, n := range []int{end / 2, end, end / 3, end/3 + 1, 0} {
					n = min(n, end)
					if diff := cmp.Diff(build(t, d, kept, n, view), build(t, d, again, n, view)); diff != "" {
						t.Fatalf("step %d differs when it is replayed: %s", n, diff)
					}
				}
			})
		}
	}
}
