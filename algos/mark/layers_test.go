package mark_test

import (
	"testing"

	"playground/algos/dataset"
	"playground/algos/mark"
)

// A board of another layer edits that one, and its rows are not those of the first.
func TestLayerBoard(t *testing.T) {
	c := dataset.Grid([]float64{0, 1}, []float64{1, 0}, []float64{1, 1}).Cells
	p := mark.LayerBoard("filter", "Filter", c, 0, 1)
	if p.ID != "filter" || p.Title != "Filter" || p.Grid != "filter" || p.Edits != mark.EditsCells || p.Height != 1 {
		t.Errorf("the panel is %+v", p)
	}
	cells := p.Marks[0].(mark.Matrix)
	if cells.RowRefs[2] != "filter-row3" || cells.ColRefs[1] != "filter-col2" || len(cells.RowRefs) != 3 {
		t.Errorf("the references are %q and %q", cells.RowRefs, cells.ColRefs)
	}
	if first := mark.CellBoard(c, 0, 1); first.Grid != "" || first.Marks[0].(mark.Matrix).RowRefs[2] != "row3" {
		t.Errorf("the first board is %+v", first)
	}
	if wide := mark.LayerBoard("a", "A", dataset.NewCells(1, 9, 0), 0, 1); wide.Height != 0.4 {
		t.Errorf("one row of nine is %g of its width high", wide.Height)
	}
	if blank := mark.LayerBoard("a", "A", dataset.Cells{}, 0, 1); blank.Height != 0 || len(blank.Marks) != 0 {
		t.Errorf("no cells are %+v", blank)
	}
}
