package panel_test

import (
	"testing"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
)

// moved is a list after a handle has moved, as a page moves its numbers.
func moved(list []float64, h mark.Handle, x, y float64) []float64 {
	out := append([]float64(nil), list...)
	for _, i := range h.MovesX {
		out[i] += x
	}
	for _, i := range h.MovesY {
		out[i] += y
	}
	return out
}

func handlesOf(marks []mark.Mark) (all []mark.Handle) {
	for _, m := range marks {
		if h, ok := m.(mark.Handle); ok {
			all = append(all, h)
		}
	}
	return all
}

// Whatever handle of a rectangle or a half-plane is moved, it is there afterwards, and the
// others stand where they did or have moved along.
func TestHandlesOfShapesFollowTheHand(t *testing.T) {
	list := []float64{9, 9, 9, 9, 3, -1, 1, 2} // the second one has its corners the other way round
	var set param.Set
	var dst []float64
	set.Numbers(&dst, "p", list, -20, 20).Each(4)
	for name, marks := range map[string]func(v []float64) []mark.Mark{
		"box": func(v []float64) []mark.Mark { return panel.Box{Param: "p", Values: v, Nth: 1, Tip: "it"}.Marks() },
		"side": func(v []float64) []mark.Mark {
			return panel.HalfPlane{Param: "p", Values: v, Nth: 1, Tip: "it"}.Marks()
		},
		"bars": func(v []float64) []mark.Mark { return panel.DragBars{Param: "p", Values: v, Tip: "it"}.Marks() },
	} {
		before := handlesOf(marks(list))
		for k, h := range before {
			if err := h.Check(set.Schema()); err != nil {
				t.Errorf("%s %s: %v", name, h.Name, err)
			}
			after := handlesOf(marks(moved(list, h, 0.25, -0.5)))
			want := h.At
			if len(h.MovesX) > 0 {
				want.X += 0.25
			}
			if len(h.MovesY) > 0 {
				want.Y -= 0.5
			}
			if after[k].At != want {
				t.Errorf("%s: %s is at %v after it was moved to %v", name, h.Name, after[k].At, want)
			}
		}
	}
}

func TestHalfPlaneIsOnTheLeft(t *testing.T) {
	a, b, c, ok := panel.HalfPlane{Values: []float64{1, 1, 4, 1}}.Coefficients()
	if !ok || a != 0 || b != 1 || c != -1 {
		t.Errorf("going to the right at the height 1: %g·x₁ + %g·x₂ + %g ≥ 0, %v", a, b, c, ok)
	}
	if _, _, _, ok := (panel.HalfPlane{Values: []float64{1, 1, 1, 1}}).Coefficients(); ok {
		t.Error("one place is a half-plane")
	}
	if n := len(handlesOf(panel.HalfPlane{Values: []float64{1, 1, 1, 1}}.Marks())); n != 3 {
		t.Errorf("one place has %d handles, which could not be pulled apart", n)
	}
}
