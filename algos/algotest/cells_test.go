package algotest

import (
	"context"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/painted"
)

// The contract runs a demo on grids that it takes, and sees whether it refuses others.
func TestContractOnCells(t *testing.T) {
	d, ctx := painted.Demo(), context.Background()
	for _, in := range []*algos.CellsInput{
		d.Input.Cells, {Brushes: []algos.Brush{{Value: 2, Name: "wall"}, {Value: -1, Name: "goal"}}}, {Rows: algos.Span{Least: 1, Most: 1}, Low: -3, High: 5},
	} {
		d.Input.Cells = in
		if len(paintings(d)) == 0 {
			t.Error("a demo of cells has no grids to run on")
		}
		for _, g := range paintings(d) {
			if err := g.cells.Check(); err != nil || in.Refuses(g.cells, d.ID) != "" {
				t.Errorf("%s: %v, %s", g.name, err, in.Refuses(g.cells, d.ID))
			}
		}
	}
	d = painted.Demo()
	r := &report{}
	r.onPaintings(ctx, d, nil, true)
	r.onPaintings(ctx, d, nil, false)
	r.cellLimits(ctx, d)
	if len(r.faults) > 0 {
		t.Errorf("the demo has faults: %q", r.faults)
	}
	tight := painted.Demo()
	tight.Input.Cells = &algos.CellsInput{Rows: algos.Span{Most: 8}, Cols: algos.Span{Most: 6}}
	if r = (&report{}); true {
		r.runOn(ctx, tight, "values", algos.Problem{Cells: d.Presets[0].Data.Cells}, nil, 4, false)
		if len(r.faults) == 0 || !strings.Contains(r.faults[0], "is none of the values") {
			t.Errorf("a grid that is refused has the faults %q", r.faults)
		}
	}
}
