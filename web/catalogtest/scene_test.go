package catalogtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/catalog"
	"playground/web/frame"
	"playground/web/record"
)

// A scene of any demo can be drawn after its recording has ended: as a session would draw
// it whose recording has not.
func TestScenesOutliveTheirRecordings(t *testing.T) {
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.New(t.Context(), d, r, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Close()
		if err := rec.ExtendTo(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		n := rec.Len() - 1
		want, err := frame.BuildLive(t.Context(), d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		scene, err := frame.Compose(t.Context(), d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		rec.Close()
		got, err := scene.Draw(t.Context(), frame.DefaultView)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -with +without its recording:\n%.1000s", d.ID, diff)
		}
	}
}
