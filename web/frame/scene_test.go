package frame_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/catalog"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// A scene of any demo is drawn at several sizes at once, also after the recording has
// ended: each time as a session would draw it that has this size.
func TestSceneAtSeveralSizes(t *testing.T) {
	views := []wire.View{
		frame.DefaultView,
		{Board: [2]float64{320, 290}, Side: [2]float64{290, 157}},
		{Board: [2]float64{720, 440}, Side: [2]float64{330, 179}, Projector: true, BoardOnly: true},
	}
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.New(ctx, d, r, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if err := rec.ExtendTo(ctx, 2); err != nil {
			t.Fatal(err)
		}
		n := rec.Len() - 1
		var want, got [3]*wire.Frame
		for i, v := range views {
			if want[i], err = frame.BuildLive(ctx, d, rec, nil, n, "", v, plain{}); err != nil {
				t.Fatal(err)
			}
		}
		scene, err := frame.Compose(ctx, d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		rec.Close()
		var wg sync.WaitGroup
		for i, v := range views {
			wg.Go(func() {
				f, err := scene.Draw(ctx, v)
				if err != nil {
					t.Error(err)
				}
				got[i] = f
			})
		}
		wg.Wait()
		for i := range views {
			if diff := cmp.Diff(want[i], got[i]); diff != "" {
				t.Errorf("%s at %v: -alone +shared:\n%.1000s", d.ID, views[i].Board, diff)
			}
		}
	}
}
