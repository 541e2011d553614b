package session

import (
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
	"playground/web/wire"
)

// newDataCommand returns the command of a data message.
func newDataCommand(m wire.Client, e editing) command {
	switch m.Op {
	case wire.Load:
		return loadTable{tableEdit: tableEdit{editing: e, op: m.Op}, grid: m.Grid, file: fileOf(&m), data: m.Data, image: m.Image}
	case wire.Look:
		return previewTable{tableEdit: tableEdit{editing: e, op: m.Op}, grid: m.Grid, file: fileOf(&m), image: m.Image}
	case wire.Paint:
		return paintCells{tableEdit: tableEdit{editing: e, op: m.Op}, grid: m.Grid, rows: m.Cells}
	case wire.Resize:
		return resizeCells{tableEdit: tableEdit{editing: e, op: m.Op}, grid: m.Grid, rows: m.Shape[0], cols: m.Shape[1]}
	}
	return changeTable{tableEdit: tableEdit{editing: e, op: m.Op}, m: m}
}

// tableEdit has the methods that all operations on a table, or on cells, share. Rows and words
// are numbered, so operations keep their order among each other.
type tableEdit struct {
	editing
	op string
}

func (tableEdit) overtakes(old command) bool {
	_, table := old.(tableCommand)
	return independent(old) && !table
}

func (tableEdit) onTable() {}

// A tableCommand is a command of a data message.
type tableCommand interface {
	command
	onTable()
}

func (tableEdit) window() windowRule      { return windowStays }
func (e tableEdit) gesture(string) string { return "table " + e.op }

func (e tableEdit) label(l lang.Lang, d algos.Demo) string {
	if cells := d.Input.Cells != nil; cells && e.op == wire.Clear {
		return l.T("edit.clear-cells")
	} else if cells && e.op == wire.Load {
		return l.T("edit.load-cells")
	}
	switch e.op {
	case wire.Paint:
		return l.T("edit.paint")
	case wire.Resize:
		return l.T("edit.resize")
	case wire.Cell:
		return l.T("edit.cell")
	case wire.Row:
		return l.T("edit.row")
	case wire.Remove:
		return l.T("edit.remove-rows")
	case wire.Clear:
		return l.T("edit.clear-rows")
	case wire.Name:
		return l.T("edit.name")
	case wire.Target:
		return l.T("edit.target")
	}
	return l.T("edit.load-table")
}

// changeTable changes the table that is there.
type changeTable struct {
	tableEdit
	m wire.Client
}

// What is written into a cell replaces what was written there before.
func (c changeTable) merge(old command) (command, bool) {
	o, ok := old.(changeTable)
	return c, ok && c.op == wire.Cell && o.op == wire.Cell && *c.m.At == *o.m.At && c.m.Grid == o.m.Grid
}

func (c changeTable) replaces() bool { return c.op == wire.Clear }

func (c changeTable) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c changeTable) recipe(d *document) (algos.Recipe, error) {
	r := d.recipe
	if d.demo.Input.Cells != nil {
		return c.ofCells(d)
	}
	if d.demo.Input.Table == nil {
		return r, noTable(d.demo)
	}
	table := r.Data.Table.Clone()
	field, err := "values", error(nil)
	switch c.op {
	case wire.Cell:
		field, err = "value", table.Set(c.m.At[0], c.m.At[1], *c.m.Value)
	case wire.Row:
		err = table.Append(c.m.Values)
	case wire.Remove:
		field, err = "indexes", table.Remove(c.m.Indexes)
	case wire.Clear:
		table.Clear()
	case wire.Name:
		field, err = "name", table.Rename(*c.m.Column, c.m.Name)
	case wire.Target:
		field, err = "column", table.ChooseAs(d.demo.Input.Table.Target, *c.m.Column, c.m.As)
	}
	if err != nil {
		return r, refusedField(field, err)
	}
	r.Data = dataset.Tabled(table)
	return r, nil
}

// loadTable replaces the table by that of a file or of a link.
type loadTable struct {
	tableEdit
	grid  string // of cells: the layer that is meant
	file  dataFile
	data  *string // or this, a source as it stands in a link
	image []byte  // or this, for cells
}

func (loadTable) replaces() bool { return true }

func (c loadTable) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c loadTable) recipe(d *document) (algos.Recipe, error) {
	switch {
	case d.whole.Input.Cells != nil:
		return c.ofCells(d)
	case d.whole.Input.Table == nil:
		return d.recipe, noTable(d.whole)
	case c.file.bytes == nil && c.data == nil:
		return d.recipe, wire.Refuse(wire.BadField, "image", "%s takes no images", d.whole.ID)
	case c.data != nil:
		return d.withSource(*c.data)
	}
	r, _, err := d.withFile(c.file, true)
	if err != nil {
		return d.recipe, refusedField("csv", err)
	}
	return r, nil
}

// previewTable tells what a file holds. It changes nothing.
type previewTable struct {
	tableEdit
	grid  string // of cells: the layer that is meant
	file  dataFile
	image []byte // or this, for cells
}

func (c previewTable) act(s *session, _ time.Time) error {
	switch {
	case s.doc.whole.Input.Cells != nil:
		return c.ofCells(s)
	case s.doc.whole.Input.Table == nil:
		return noTable(s.doc.whole)
	case c.file.bytes == nil:
		return wire.Refuse(wire.BadField, "image", "%s takes no images", s.doc.whole.ID)
	}
	return s.preview(c.file, true)
}

// noTable refuses edits of a table for a demo that works on none.
func noTable(d algos.Demo) error {
	return wire.Refuse(wire.BadField, "op", "%s works on no table", d.ID)
}
