package catalog_test

import (
	"testing"

	"playground/algos"
)

// Every number that the page of checks shows is right, and a reader learns where
// it comes from.
func TestFixtures(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		if len(d.Fixtures) == 0 {
			t.Error("it proves no number")
		}
		seen := map[string]bool{}
		for _, f := range d.Fixtures {
			if seen[f.ID] || !word.MatchString(f.ID) || f.Title == "" || f.Source == "" || len(f.Want) == 0 {
				t.Errorf("the fixture %q is taken, does not fit a URL, or says nothing", f.ID)
			}
			seen[f.ID] = true
			compared, err := f.Compare(t.Context(), d)
			if err != nil {
				t.Error(err)
			}
			for _, c := range compared {
				if !c.Good {
					t.Errorf("%s: %s = %v, want %v ± %g", f.ID, c.Name, c.Got, c.Value, c.Tolerance)
				}
			}
		}
	})
}
