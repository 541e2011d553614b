package viz

import (
	"testing"

	"playground/algos/grid"
	"playground/algos/mark"
)

// A field with jumps is sampled four times as finely, and never beyond the
// limit.
func TestSharpFieldsAreSampledFinely(t *testing.T) {
	nodes := func(sharp bool, o Options) int {
		n := 0
		if _, err := Draw(mark.Panel{ID: "board", Marks: []mark.Mark{mark.Field{
			Sharp: sharp,
			Eval:  func(dst []float64, g grid.Grid) { n = max(g.NX, g.NY); clear(dst) },
		}}}, o); err != nil {
			t.Fatal(err)
		}
		return n
	}
	small := Options{Size: Size{300, 220}, FieldNodes: 40}
	if got := nodes(true, small); got != 4*nodes(false, small) {
		t.Errorf("%d nodes, want four times %d", got, nodes(false, small))
	}
	small.FieldNodes = maxNodes
	if got := nodes(true, small); got != maxNodes {
		t.Errorf("%d nodes, want the limit %d", got, maxNodes)
	}
}
