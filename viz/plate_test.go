package viz_test

import (
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

// A label that has no free place among the points stands on a ground of its own; one
// that has a place needs none.
func TestALabelAmongPointsHasAGround(t *testing.T) {
	draw := func(dots int) string {
		var crowd mark.Points
		for i := range dots {
			for j := range dots {
				crowd.At = append(crowd.At, mark.XY{X: float64(i) / float64(dots), Y: float64(j) / float64(dots)})
			}
		}
		label := mark.Points{At: []mark.XY{{X: 0.5, Y: 0.5}}, Labels: []say.Phrase{"7"}, Layer: mark.Over}
		pic, err := viz.Draw(mark.Panel{X: mark.Axis{Min: 0, Max: 1}, Y: mark.Axis{Min: 0, Max: 1}, Marks: []mark.Mark{crowd, label}}, viz.Options{Size: viz.Size{W: 300, H: 300}})
		if err != nil {
			t.Fatal(err)
		}
		return string(pic.Layers[3].SVG)
	}
	if !strings.Contains(draw(60), "f-halo") {
		t.Error("a label is lost among the points")
	}
	if strings.Contains(draw(2), "f-halo") {
		t.Error("a label that stands alone has a ground")
	}
}
