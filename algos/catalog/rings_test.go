package catalog_test

import (
	"testing"

	"playground/algos"
	"playground/algos/catalog"
)

// meanings are what legends say of rings that are not about the kind of a point: a
// reader who has learnt one in a demo finds it in the next.
var meanings = map[string]algos.Style{
	"at work":           {Role: algos.RoleAccent},
	"the pair at work":  {Role: algos.RoleAccent},
	"the point at work": {Role: algos.RoleAccent},
	"w at work":         {Role: algos.RoleAccent},
	"left out":          {Role: algos.RoleAccent},
	"next":              {Role: algos.RoleInk, Dots: true},
	"just seen":         {Role: algos.RoleGood},
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
					r, ok := m.(algos.Rings)
					if !ok || r.Legend == "" {
						continue
					}
					want, known := meanings[string(r.Legend)]
					got := algos.Style{Role: r.Style.Role, Dash: r.Style.Dash, Dots: r.Style.Dots}
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
