package catalog_test

import (
	"testing"

	"playground/algos/catalog"
	"playground/algos/mark"
)

// meanings are what legends say of rings that are not about the kind of a point: a
// reader who has learnt one in a demo finds it in the next.
var meanings = map[string]mark.Style{
	"current sample": {Role: mark.RoleAccent},
	"working pair":   {Role: mark.RoleAccent},
	"current point":  {Role: mark.RoleAccent},
	"current w":      {Role: mark.RoleAccent},
	"left out":       {Role: mark.RoleAccent},
	"just added":     {Role: mark.RoleGood},
}

// One meaning has one ring, in all demos, and no two of what is at work, what comes next
// and what has just been seen look alike.
func TestOneRingOneMeaning(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range catalog.All {
		n := 0
		for s := range start(t, d) {
			for _, p := range s.Panels() {
				for _, m := range p.Marks {
					r, ok := m.(mark.Rings)
					if !ok || r.Legend == "" {
						continue
					}
					want, known := meanings[string(r.Legend)]
					got := mark.Style{Role: r.Style.Role, Dash: r.Style.Dash, Dots: r.Style.Dots}
					if known && got != want {
						t.Errorf("%s: %q is drawn as %+v, want %+v", d.ID, r.Legend, got, want)
					}
					seen[string(r.Legend)] = seen[string(r.Legend)] || known
				}
			}
			if n++; n > 40 {
				break
			}
		}
	}
	for legend := range meanings {
		if !seen[legend] {
			t.Errorf("no demo has a ring that says %q", legend)
		}
	}
}
