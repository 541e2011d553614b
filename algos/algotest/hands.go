package algotest

import (
	"testing"

	"playground/algos"
)

// Hands reports what is wrong with what a reader may do by hand on the pictures of a
// step: handles whose parameter does not exist or is of another kind, and panels to
// edit something that the demo has not got.
func Hands(t testing.TB, d algos.Demo, panels []algos.Panel) {
	t.Helper()
	edits := false
	for _, p := range panels {
		if p.Edits != "" && p.Edits != algos.EditsData {
			t.Errorf("%s: the panel %s edits %q, which is nothing", d.ID, p.ID, p.Edits)
		}
		edits = edits || p.Edits == algos.EditsData
		held := map[string]bool{}
		for _, m := range p.Marks {
			h, ok := m.(algos.Handle)
			if !ok {
				continue
			}
			if err := h.Check(d.Schema()); err != nil {
				t.Errorf("%s: the panel %s: %v", d.ID, p.ID, err)
			}
			if h.Tip == "" {
				t.Errorf("%s: the panel %s: the handle of %s does not say what it sets", d.ID, p.ID, h.Param)
			}
			if held[h.Param] {
				t.Errorf("%s: the panel %s has two handles of %s", d.ID, p.ID, h.Param)
			}
			held[h.Param] = true
		}
	}
	switch {
	case d.Task == algos.Own && edits:
		t.Errorf("%s makes its own examples, and a panel edits data", d.ID)
	case d.Task != algos.Own && !edits:
		t.Errorf("%s: no panel edits the points", d.ID)
	}
}
