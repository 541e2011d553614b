package algotest

import (
	"context"
	"fmt"

	"playground/algos"
)

// handled looks at the first steps of every variant for panels that nobody can
// edit as they say.
func handled(ctx context.Context, d algos.Demo, r *report) {
	const first = 4 // steps looked at
	for _, v := range variants(d) {
		steps, err := take(ctx, d, Small(d), v, first)
		if err != nil {
			r.fault("%v: %v", v, err)
			return
		}
		for _, s := range steps {
			for _, f := range hands(d, s.Panels()) {
				r.fault("%v: %s", v, f)
			}
		}
	}
}

// hands lists what is wrong with what a reader may do by hand on the pictures of a
// step: panels to edit something that the demo has not got, none to edit the
// points, and handles of which two set the same.
func hands(d algos.Demo, panels []algos.Panel) []string {
	var faults []string
	edits := false
	for _, p := range panels {
		if p.Edits != "" && p.Edits != algos.EditsData {
			faults = append(faults, fmt.Sprintf("the panel %s edits %q, which is nothing", p.ID, p.Edits))
		}
		edits = edits || p.Edits == algos.EditsData
		held := map[string]bool{}
		for _, m := range p.Marks {
			h, ok := m.(algos.Handle)
			if !ok {
				continue
			}
			if held[h.Param] {
				faults = append(faults, fmt.Sprintf("the panel %s has two handles of %s", p.ID, h.Param))
			}
			held[h.Param] = true
		}
	}
	switch {
	case d.Input.Points == nil && edits:
		faults = append(faults, "it makes its own examples, and a panel edits data")
	case d.Input.Points != nil && !edits:
		faults = append(faults, "no panel edits the points")
	}
	return faults
}
