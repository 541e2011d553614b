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

// Points that are held out stay on the board while a hand moves.
func TestDragPanelsShowHeldOutPoints(t *testing.T) {
	set, err := presets[0].Data.Load()
	if err != nil {
		t.Fatal(err)
	}
	set.Hold([]int{0, 1}, true)
	run, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for s := range run {
		if got, want := s.Moving().DragPanels()[0].Alt, s.Panels()[0].Alt; got != want {
			t.Fatalf("while a hand moves the board is %q, else %q", got, want)
		}
		return
	}
}
