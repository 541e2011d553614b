package panel_test

import (
	"reflect"
	"testing"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
)

// The pictures of a strip stand row by row from the top, side by side or with
// gaps, and each shows the window.
func TestStripPlaces(t *testing.T) {
	s := panel.Strip{Columns: 2, Rows: 2, Window: grid.Window{X0: -1, X1: 1, Y0: 0, Y1: 4}, Left: 0.1, Bottom: 0.2, Width: 0.8, Height: 0.6}
	centre := mark.XY{X: 0, Y: 2}
	for i, want := range []mark.XY{{X: 0.5, Y: 1.5}, {X: 1.5, Y: 1.5}, {X: 0.5, Y: 0.5}, {X: 1.5, Y: 0.5}} {
		if got := s.Place(i, centre); got != want {
			t.Errorf("the centre of picture %d is at %v, want %v", i, got, want)
		}
	}
	s.Across, s.Up = 2, 1.5
	if got, want := s.Corner(1), (mark.XY{X: 2, Y: 1.5}); got != want {
		t.Errorf("with gaps picture 1 is at %v, want %v", got, want)
	}
	if got, want := s.Frame(2, 0.25, mark.Style{}), (mark.Rect{Min: mark.XY{X: 0.25, Y: 0.25}, Max: mark.XY{X: 0.75, Y: 0.75}}); !reflect.DeepEqual(got, want) {
		t.Errorf("the frame of picture 2 is %v, want %v", got, want)
	}
}
