package catalog_test

import (
	"slices"
	"testing"

	"playground/algos/catalog"
)

// mostBefore is how many demos one may come after: a reader is shown a way, not a list.
const mostBefore = 3

// What comes before a demo exists, and nobody is led in a circle.
func TestWaysLeadOn(t *testing.T) {
	const under, done = 1, 2
	state := map[string]int{}
	var follow func(id string, path []string)
	follow = func(id string, path []string) {
		path = append(slices.Clone(path), id)
		if state[id] == under {
			t.Fatalf("a circle: %q", path)
		}
		if state[id] == done {
			return
		}
		state[id] = under
		d, ok := catalog.Find(id)
		if !ok {
			t.Fatalf("%q: there is no demo %s", path, id)
		}
		if len(d.Prerequisites) > mostBefore || len(slices.Compact(slices.Sorted(slices.Values(d.Prerequisites)))) < len(d.Prerequisites) {
			t.Errorf("%s comes after %q: more than %d, or one of them twice", id, d.Prerequisites, mostBefore)
		}
		for _, before := range d.Prerequisites {
			follow(before, path)
		}
		state[id] = done
	}
	for _, d := range catalog.All {
		follow(d.ID, nil)
	}
}
