package frame_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// A scene is drawn at several sizes at once, also after the recording has
// ended: each time as a session would draw it that has this size.
func TestSceneAtSeveralSizes(t *testing.T) {
	views := []wire.View{
		frame.DefaultView,
		{Board: [2]float64{320, 290}, Side: [2]float64{290, 157}},
		{Board: [2]float64{720, 440}, Side: [2]float64{330, 179}, Projector: true, BoardOnly: true},
	}
	for _, d := range demos {
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
		prints := scene.Prints()
		for i := range views {
			if diff := cmp.Diff(want[i], got[i]); diff != "" {
				t.Errorf("%s at %v: -alone +shared:\n%.1000s", d.ID, views[i].Board, diff)
			}
			for again := range 2 {
				f, anew, err := prints.Draw(ctx, views[i])
				if err != nil {
					t.Fatal(err)
				}
				if anew != (again == 0) {
					t.Errorf("%s at %v: print %d is drawn anew: %v", d.ID, views[i].Board, again+1, anew)
				}
				if diff := cmp.Diff(want[i], f); diff != "" {
					t.Errorf("%s at %v: -alone +as a print:\n%.1000s", d.ID, views[i].Board, diff)
				}
			}
		}
	}
}

// Side views of one size are drawn once.
func TestPrintsShareSideViews(t *testing.T) {
	d, rec := walked(t, nil, record.Limits{})
	scene, err := frame.Compose(ctx, d, rec, nil, 0, "", frame.DefaultView, plain{})
	if err != nil {
		t.Fatal(err)
	}
	prints := scene.Prints()
	layers := func(board, side float64) (boardLayers, sideLayers uintptr) {
		f, _, err := prints.Draw(ctx, wire.View{Board: [2]float64{board, board}, Side: [2]float64{side, side / 2}})
		if err != nil {
			t.Fatal(err)
		}
		return reflect.ValueOf(f.Panels[0].Layers).Pointer(), reflect.ValueOf(f.Panels[1].Layers).Pointer()
	}
	b1, s1 := layers(400, 300)
	b2, s2 := layers(500, 300)
	_, s3 := layers(500, 310)
	if b1 == b2 || s1 != s2 || s2 == s3 {
		t.Error("what is of one size is drawn twice, or what is not once")
	}
}
