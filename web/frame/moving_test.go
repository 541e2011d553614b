package frame_test

import (
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web/frame"
	"playground/web/record"
)

// While a hand moves, a frame has the panels of the whole one in their order, those that
// wait without a picture; the sentences are the same, and so are the promises but for
// those that wait.
func TestMovingIsTheSameStep(t *testing.T) {
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec := start(t, d, r, record.Limits{Steps: 400})
		n := rec.Len() - 1
		s, err := rec.Step(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := s.View.(algos.Mover); !ok {
			continue
		}
		scene, err := frame.ComposeMoving(ctx, d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		moving, err := scene.Draw(ctx, frame.DefaultView)
		if err != nil {
			t.Fatal(err)
		}
		whole := build(t, d, rec, n, frame.DefaultView)
		if moving.Say != whole.Say {
			t.Errorf("%s says something else while a hand moves", d.ID)
		}
		var ids, had []string
		for _, p := range moving.Panels {
			ids = append(ids, p.ID)
			if p.Waits == (len(p.Layers) > 0) {
				t.Errorf("%s: %s waits %v, with %d layers", d.ID, p.ID, p.Waits, len(p.Layers))
			}
		}
		for _, p := range whole.Panels {
			had = append(had, p.ID)
		}
		if ids = slices.DeleteFunc(ids, func(id string) bool { return !slices.Contains(had, id) }); !slices.Equal(ids, had) {
			t.Errorf("%s: panels %v while a hand moves, and %v of the whole", d.ID, ids, had)
		}
		for i, c := range moving.Checks {
			w := whole.Checks[i]
			if c.Name != w.Name || c.Verdict != w.Verdict && c.Verdict != string(algos.Waiting) {
				t.Errorf("%s: promise %s is %s while a hand moves, and %s is %s", d.ID, c.Name, c.Verdict, w.Name, w.Verdict)
			}
		}
	}
}
