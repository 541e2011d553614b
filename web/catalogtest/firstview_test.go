package catalogtest

import (
	"net/url"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/viz"
	"playground/web/record"
)

// mostKinds is how many kinds of marks a newcomer takes in at once.
const mostKinds = 7

// The board that a page opens with explains at most seven kinds of marks.
func TestFirstViewHasFewKindsOfMarks(t *testing.T) {
	t.Parallel()
	for _, d := range catalog.All {
		rec, r := recordOf(t, d, d.Presets[0])
		n, _ := rec.Opening(d.Opening(r, url.Values{}))
		s, err := rec.Step(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := viz.Draw(s.Panels()[0], viz.Options{Size: viz.Size{W: 640, H: 560}})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, item := range picture.Legend {
			kinds = append(kinds, item.Text)
		}
		if len(kinds) > mostKinds {
			t.Errorf("%s: %d kinds of marks at first view: %s", d.ID, len(kinds), strings.Join(kinds, " · "))
		}
	}
}

// Whatever step a button leads to shows something and says what is seen, the first one
// included: *Start again* goes there.
func TestNoStepIsEmpty(t *testing.T) {
	t.Parallel()
	for _, d := range catalog.All {
		for _, p := range d.Presets {
			rec, _ := recordOf(t, d, p)
			for _, n := range []int{0, rec.Len() - 1} {
				s, err := rec.Step(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				if len(s.Say()) == 0 {
					t.Errorf("%s, %s: step %d of %d says nothing", d.ID, p.ID, n, rec.Len()-1)
				}
				if len(s.Panels()[0].Marks) == 0 {
					t.Errorf("%s, %s: step %d of %d has an empty board", d.ID, p.ID, n, rec.Len()-1)
				}
			}
		}
	}
}

// recordOf is the whole run of a preset, and its recipe.
func recordOf(t *testing.T, d algos.Demo, p algos.Preset) (*record.Recorder, algos.Recipe) {
	t.Helper()
	r, err := d.Recipe(p.ID)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(t.Context(), d, r, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	if err := rec.ExtendTo(t.Context(), algos.MaxStep); err != nil {
		t.Fatal(err)
	}
	return rec, r
}
