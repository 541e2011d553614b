package svm

import (
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/mark"
)

// Whatever can be dragged is among the panels that are drawn while many hands move.
func TestDragPanelsHaveAllHandles(t *testing.T) {
	for _, p := range presets {
		r, err := Demo.Recipe(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		run, err := r.Run(t.Context(), Demo)
		if err != nil {
			t.Fatal(err)
		}
		var last algos.Step
		for s := range run {
			last = s
		}
		held := map[string]bool{}
		for _, p := range last.DragPanels() {
			held[p.ID] = true
		}
		for _, q := range last.Panels() {
			handled := slices.ContainsFunc(q.Marks, func(m mark.Mark) bool {
				_, ok := m.(mark.Handle)
				return ok
			})
			if (handled || q.Edits != "") && !held[q.ID] {
				t.Errorf("%s: nothing can be dragged on %s", p.ID, q.ID)
			}
		}
	}
}
