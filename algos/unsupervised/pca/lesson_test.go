package pca

import (
	"fmt"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// What the lesson and the tour say of numbers is what their links lead to.
func TestNumbersOfTheLesson(t *testing.T) {
	at := func(file, to string) view { return algotest.Linked(t, Demo, file, to).View.(view) }
	const turn = "?preset=hand&step=0#angle"
	hand := at("lesson", turn)
	captured, _ := hand.split(hand.hand)
	algotest.Written(t, Demo, "tour", "34.9", 100*captured/hand.total)
	climb := at("tour", "?preset=power&step=4#direction")
	algotest.Written(t, Demo, "tour", "2.44", climb.lambda(0))
	algotest.Written(t, Demo, "tour", "0.490", climb.lambda(1))
	algotest.Written(t, Demo, "tour", "0.201", climb.ratio())
	slow := at("lesson", "?preset=slow&step=12#chart-off")
	algotest.Written(t, Demo, "lesson", "0.867", slow.ratio())
	if end := viewOf(t, algotest.Last(t, Demo, round, vals("solver", "power", "angle", "-0.9", "max_iter", "2000"))); end.took[0] != 127 {
		t.Errorf("%d iterations, and the lesson says 127", end.took[0])
	}
	share := func(v view, k int) float64 { return 100 * (1 - v.tail(k)/v.total) }
	algotest.Written(t, Demo, "lesson", "99.9", share(at("lesson", "?preset=cars&step=end#scree"), 2))
	algotest.Written(t, Demo, "lesson", "86", share(at("lesson", "?preset=cars-scaled&step=end#scree"), 2))
	algotest.Written(t, Demo, "lesson", "93.3", share(at("lesson", "?preset=stripes&step=end"), 1))
	algotest.Written(t, Demo, "tour", "99.9", share(at("tour", "?preset=faithful&step=end"), 1))
	note := at("notes", "?preset=note&step=end")
	algotest.Written(t, Demo, "notes", "1.0472", note.lambda(0))
	algotest.Written(t, Demo, "notes", "0.1528", note.lambda(1))
}

// With two features the tangent of the angle is multiplied by λ₂/λ₁, with more by less where the start has other components,
// too: then its logarithm is not on a straight line.
func TestTangentShrinksAtLeastByTheRatio(t *testing.T) {
	for _, c := range []struct {
		preset string
		exact  bool
	}{{"power", true}, {"cars-power", false}} {
		differ := false
		for _, s := range presetSteps(t, c.preset) {
			v := viewOf(t, s)
			if v.did != turning || len(v.found) > 0 {
				continue
			}
			was, is := v.tan(v.from), v.tan(v.u)
			if !(was < far && is > near) {
				continue
			}
			if is/was > v.ratio()*(1+1e-6) {
				t.Errorf("%s: the tangent is multiplied by %g, more than %g", c.preset, is/was, v.ratio())
			}
			differ = differ || is/was < v.ratio()*(1-1e-3)
		}
		if differ == c.exact {
			t.Errorf("%s: multiplied by the ratio at every iteration: %v, want %v", c.preset, !differ, c.exact)
		}
	}
}

// Formulas do not show what rounding leaves of a number.
func TestFormulasShowNoRounding(t *testing.T) {
	for _, preset := range Demo.Presets {
		for _, s := range presetSteps(t, preset.ID) {
			for _, line := range viewOf(t, s).Say() {
				if text := fmt.Sprint(line.TeX); strings.Contains(text, "10^{-16}") || strings.Contains(text, "10^{-17}") {
					t.Errorf("%s: %s", preset.ID, text)
				}
			}
		}
	}
}

// presetSteps are the steps of a preset.
func presetSteps(t *testing.T, id string) []algos.Step {
	t.Helper()
	for _, p := range Demo.Presets {
		if p.ID == id {
			return algotest.Steps(t, Demo, p.Data, p.Params)
		}
	}
	t.Fatalf("there is no preset %q", id)
	return nil
}

// Of centred data sums of squares are variances up to the divisor, n − 1: no square is a deviation.
func TestSumsOfSquaresAreVariancesUpToTheDivisor(t *testing.T) {
	v := viewOf(t, presetSteps(t, "hand")[1])
	if text := fmt.Sprint(v.Say()[0].Text); v.did != centring || !strings.Contains(text, "up to the divisor") {
		t.Errorf("centring says %q", text)
	}
	algotest.Near(t, "total variance", v.total/float64(v.n-1), v.trace(), 1e-12)
}
