package wire

import (
	"math"
	"slices"

	"playground/algos/dataset"
	"playground/algos/param"
)

// Operations of a data message besides remove, clear, load, look and name, which it
// shares with points.
const (
	Cell   = "cell"   // writes into a cell
	Row    = "row"    // adds a row
	Target = "target" // makes a column the target
	Paint  = "paint"  // writes into cells of a grid
	Resize = "resize" // gives a grid another shape
)

func checkData(m *Client) *Error {
	if m.Grid != "" && !dataset.IsLayerName(m.Grid) {
		return Refuse(BadField, "grid", "%q is no name of a layer of cells: at most %d small letters, digits and hyphens", param.Clip(m.Grid), dataset.MaxLayerName)
	}
	switch m.Op {
	case Cell:
		if m.At == nil {
			return missing("at")
		}
		const columns = max(dataset.MaxColumns, dataset.MaxCells) // of a table, of a grid
		if i, k := m.At[0], m.At[1]; i < 0 || i >= dataset.MaxRows || k < 0 || k >= columns {
			return Refuse(BadField, "at", "must be a row from 0 to %d and a column from 0 to %d", dataset.MaxRows-1, columns-1)
		}
		if m.Value == nil {
			return missing("value")
		}
		return text("value", *m.Value, 4*dataset.MaxName)
	case Row:
		if n := len(m.Values); n == 0 || n > dataset.MaxColumns {
			return Refuse(BadField, "values", "must be from 1 to %d", dataset.MaxColumns)
		}
		for _, v := range m.Values {
			if e := text("values", v, 4*dataset.MaxName); e != nil {
				return e
			}
		}
		return nil
	case Remove:
		return checkIndexes(m)
	case Clear:
		return nil
	case Name:
		if m.Column == nil {
			return missing("column")
		}
		m.Class = nil
		return checkName(m)
	case Target:
		if m.Column == nil {
			return missing("column")
		}
		if k := *m.Column; k < 0 || k >= dataset.MaxColumns {
			return Refuse(BadField, "column", "must be from 0 to %d", dataset.MaxColumns-1)
		}
		return nil
	case Paint:
		return checkPaint(m)
	case Resize:
		if m.Shape == nil {
			return missing("shape")
		}
		if m, n := m.Shape[0], m.Shape[1]; m < 1 || m > dataset.MaxCells || n < 1 || n > dataset.MaxCells {
			return Refuse(BadField, "shape", "must be from 1 to %d rows and columns", dataset.MaxCells)
		}
		return nil
	case Load, Look:
		return checkFile(m)
	case "":
		return missing("op")
	}
	return Refuse(BadField, "op", "%q is not one of cell, row, remove, clear, name, target, paint, resize, load, look", param.Clip(m.Op))
}

// checkPaint checks rows of a cell and its number. There may be none: the message then only
// ends a live gesture.
func checkPaint(m *Client) *Error {
	if n := len(m.Cells); n > dataset.MaxCells*dataset.MaxCells {
		return Refuse(Limit, "cells", "%d cells are too many: at most %d", n, dataset.MaxCells*dataset.MaxCells)
	}
	for i, c := range m.Cells {
		for _, k := range c[:2] {
			if k != math.Trunc(k) || !(k >= 0 && k < dataset.MaxCells) {
				return Refuse(BadField, "cells", "the row and the column of cell %d must be whole numbers from 0 to %d", i+1, dataset.MaxCells-1)
			}
		}
		if !(math.Abs(c[2]) <= MaxAbs) {
			return Refuse(BadField, "cells", "the number of cell %d lies outside ±1e9", i+1)
		}
	}
	return nil
}

// Cells are a grid as a state has it.
type Cells struct {
	Rows   int       `json:"rows"`
	Cols   int       `json:"cols"`
	Values []float64 `json:"values"` // row by row
}

// CellsOf is a grid as messages have it; nil where there is none.
func CellsOf(c dataset.Cells) *Cells {
	if c.Empty() {
		return nil
	}
	return &Cells{Rows: c.Rows, Cols: c.Cols, Values: c.Values}
}

// Layer is a grid with a name, of a demo that takes several.
type Layer struct {
	Name   string    `json:"name"`
	Rows   int       `json:"rows"`
	Cols   int       `json:"cols"`
	Values []float64 `json:"values"` // row by row
}

// LayersOf are grids as messages have them; those without a name are none of them.
func LayersOf(l dataset.Layers) []Layer {
	var out []Layer
	for _, x := range l {
		if x.Name != "" {
			out = append(out, Layer{Name: x.Name, Rows: x.Rows, Cols: x.Cols, Values: x.Values})
		}
	}
	return out
}

// Table is a table as a state has it.
type Table struct {
	Columns []TableColumn `json:"columns"`
	Rows    [][]string    `json:"rows"` // as they are written into the cells
}

// TableColumn is a column of a [Table].
type TableColumn struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"`            // "numbers" or "words"
	Words  []string `json:"words,omitempty"` // those of a column of words
	Target bool     `json:"target,omitempty"`
}

// TableOf is a table with at most the given number of rows.
func TableOf(t dataset.Table, most int) *Table {
	if t.Empty() {
		return nil
	}
	m := &Table{Columns: []TableColumn{}, Rows: [][]string{}}
	for _, c := range t.Columns {
		column := TableColumn{Name: c.Name, Kind: "numbers", Words: slices.Clone(c.Words), Target: c.Wanted}
		if c.Kind == dataset.Words {
			column.Kind = "words"
		}
		m.Columns = append(m.Columns, column)
	}
	for i := range t.Rows[:min(most, len(t.Rows))] {
		row := make([]string, len(t.Columns))
		for k := range row {
			row[k] = t.Text(i, k)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}
