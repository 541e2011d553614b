package wire

import (
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
)

func checkData(m *Client) *Error {
	switch m.Op {
	case Cell:
		if m.At == nil {
			return missing("at")
		}
		if i, k := m.At[0], m.At[1]; i < 0 || i >= dataset.MaxRows || k < 0 || k >= dataset.MaxColumns {
			return Refuse(BadField, "at", "must be a row from 0 to %d and a column from 0 to %d", dataset.MaxRows-1, dataset.MaxColumns-1)
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
	case Load, Look:
		return checkFile(m)
	case "":
		return missing("op")
	}
	return Refuse(BadField, "op", "%q is not one of cell, row, remove, clear, name, target, load, look", param.Clip(m.Op))
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
