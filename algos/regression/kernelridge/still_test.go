package kernelridge

import (
	"regexp"
	"testing"
)

// A sentence that says from where to where a coefficient moves shows two numbers that differ.
func TestCoefficientsThatAdjustAreSeenToMove(t *testing.T) {
	recipe, err := Demo.Recipe("sine")
	if err != nil {
		t.Fatal(err)
	}
	problem, err := recipe.Problem()
	if err != nil {
		t.Fatal(err)
	}
	run, err := Demo.Steps(t.Context(), problem, recipe.Params)
	if err != nil {
		t.Fatal(err)
	}
	move := regexp.MustCompile(`: from (\S+) to (\S+)\.$`)
	said := 0
	for s := range run {
		for _, l := range s.Say() {
			m := move.FindStringSubmatch(l.Text.String())
			if m == nil {
				continue
			}
			if said++; m[1] == m[2] {
				t.Errorf("%s: %s", s.Phase, l.Text)
			}
		}
	}
	if said == 0 {
		t.Error("no coefficient adjusts")
	}
}
