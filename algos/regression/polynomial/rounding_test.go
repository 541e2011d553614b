package polynomial

import (
	"strings"
	"testing"
)

// The Runge function is even: what rounding makes of the odd powers is no term of the fit.
func TestRoundingIsNoTerm(t *testing.T) {
	recipe, err := Demo.Recipe("runge")
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
	for s := range run {
		for _, l := range s.Say() {
			if text := l.TeX.String(); strings.HasPrefix(text, "f(x)") && strings.Contains(text, "10^{-1") {
				t.Errorf("%s: %s", s.Phase, text)
			}
		}
	}
}
