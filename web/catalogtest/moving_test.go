package catalogtest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/mark"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// A brief frame has the panels on which something can be dragged, as they are in the whole
// frame that comes after it, and says nothing. That frame is the same whether it takes them
// over or not.
func TestBriefIsWhatAHandMoves(t *testing.T) {
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec := start(t, d, r, record.Limits{Steps: 400})
		n := rec.Len() - 1
		drawn := map[string]wire.Panel{}
		scene, err := frame.ComposeBrief(t.Context(), d, rec, nil, n, frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		brief, err := scene.Draw(t.Context(), frame.DefaultView)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := frame.ComposeMoving(t.Context(), d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		moving, err := whole.DrawAfter(t.Context(), frame.DefaultView, &wire.Frame{})
		if err != nil {
			t.Fatal(err)
		}
		after, err := whole.DrawAfter(t.Context(), frame.DefaultView, brief)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(moving, after); diff != "" {
			t.Errorf("%s: a frame that takes panels over is another: %.1000s", d.ID, diff)
		}
		for _, p := range brief.Panels {
			drawn[p.ID] = p
		}
		if brief.Say != "" || len(brief.Checks)+len(brief.Metrics) > 0 || !brief.Brief || brief.Step != moving.Step || brief.Total != moving.Total {
			t.Errorf("%s: the brief frame says %q", d.ID, brief.Say)
		}
		for i, p := range moving.Panels {
			b, ok := drawn[p.ID]
			if held := strings.Contains(p.Layers["over"], "data-drag="); !ok && (i == 0 || held || p.Edits == mark.EditsData) {
				t.Errorf("%s: panel %s is not in the brief frame", d.ID, p.ID)
			}
			if ok && !maps.Equal(b.Layers, p.Layers) {
				t.Errorf("%s: panel %s is drawn otherwise in the brief frame", d.ID, p.ID)
			}
		}
	}
}

// While a hand moves, a frame has the panels of the whole one in their order, those that
// wait without a picture; the sentences are the same, and so are the promises but for
// those that wait.
func TestMovingIsTheSameStep(t *testing.T) {
	checked := 0
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec := start(t, d, r, record.Limits{Steps: 400})
		n := rec.Len() - 1
		s, err := rec.Step(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if !waits(s.Moving()) {
			continue
		}
		checked++
		scene, err := frame.ComposeMoving(t.Context(), d, rec, nil, n, "", frame.DefaultView, plain{})
		if err != nil {
			t.Fatal(err)
		}
		moving, err := scene.Draw(t.Context(), frame.DefaultView)
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
	if checked < 5 {
		t.Errorf("something waits in %d demos only", checked)
	}
}

// waits reports whether something of a step waits for the hand to rest.
func waits(s algos.Step) bool {
	return slices.ContainsFunc(s.Panels(), func(p mark.Panel) bool { return p.Waits }) ||
		slices.ContainsFunc(s.Checks(), func(c algos.Check) bool { return c.Verdict == algos.Waiting })
}
