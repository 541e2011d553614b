package session

import (
	"image"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/web/wire"
)

// withCells returns the recipe after a change of its cells, or of those that painting begins
// with where it has none.
func (d *document) withCells(change func(*dataset.Cells) error) (algos.Recipe, error) {
	in := d.demo.Input.Cells
	if in == nil {
		return d.recipe, wire.Refuse(wire.BadField, "op", "%s works on no cells", d.demo.ID)
	}
	cells := in.Grid(d.recipe.Data.Cells)
	if err := change(&cells); err != nil {
		return d.recipe, err
	}
	return in.Painted(d.recipe, cells), nil
}

// ofCells is the change of a demo's cells.
func (c changeTable) ofCells(d *document) (algos.Recipe, error) {
	return d.withCells(func(cells *dataset.Cells) error {
		switch c.op {
		case wire.Cell:
			if err := cells.Write(c.m.At[0], c.m.At[1], *c.m.Value); err != nil {
				return wire.Refuse(wire.BadField, "value", "%v", err)
			}
			return nil
		case wire.Clear:
			*cells = dataset.NewCells(cells.Rows, cells.Cols, d.demo.Input.Cells.Blank())
			return nil
		}
		return noTable(d.demo)
	})
}

// paintCells writes into cells. A stroke paints live. Without cells it only ends the gesture
// under way.
type paintCells struct {
	tableEdit
	rows []wire.Point // of a row, a column and a number
}

// What a stroke has passed over while the server was busy is painted at once.
func (c paintCells) merge(old command) (command, bool) {
	const most = dataset.MaxCells * dataset.MaxCells
	o, ok := old.(paintCells)
	if !ok || !o.isLive || len(o.rows)+len(c.rows) > most {
		return nil, false
	}
	c.rows = append(o.rows[:len(o.rows):len(o.rows)], c.rows...)
	return c, true
}

func (c paintCells) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c paintCells) recipe(d *document) (algos.Recipe, error) {
	if len(c.rows) == 0 && d.demo.Input.Cells != nil {
		return d.recipe, nil
	}
	return d.withCells(func(cells *dataset.Cells) error {
		for _, row := range c.rows {
			if err := cells.Put(int(row[0]), int(row[1]), row[2]); err != nil {
				return wire.Refuse(wire.BadField, "cells", "%v", err)
			}
		}
		return nil
	})
}

func (c paintCells) gesture(current string) string {
	if len(c.rows) == 0 {
		return current
	}
	return "cells paint"
}

// resizeCells gives the grid another shape.
type resizeCells struct {
	tableEdit
	rows, cols int
}

func (c resizeCells) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c resizeCells) recipe(d *document) (algos.Recipe, error) {
	return d.withCells(func(cells *dataset.Cells) error {
		*cells = cells.Resized(c.rows, c.cols, d.demo.Input.Cells.Blank())
		return nil
	})
}

// ofCells replaces the cells by those of a file, an image or a link.
func (c loadTable) ofCells(d *document) (algos.Recipe, error) {
	if c.data == nil {
		r, _, _, err := d.withCellFile(c.csv, c.image)
		return r, err
	}
	src, err := dataset.ParseSource(*c.data)
	if err != nil {
		return d.recipe, &param.Error{Field: "data", Message: param.Unread(err)}
	}
	if err := d.whole.Takes(src); err != nil {
		return d.recipe, err
	}
	return d.whole.Input.Cells.Painted(d.recipe, src.Cells), nil
}

// withCellFile returns the recipe with the cells of a file of numbers or of an image, these
// cells, and the size of the image.
func (d *document) withCellFile(csv *string, picture []byte) (algos.Recipe, dataset.Cells, image.Point, error) {
	in := d.whole.Input.Cells
	if csv == nil {
		cells, size, err := in.ReadImage(picture)
		if err != nil {
			return d.recipe, cells, size, wire.Refuse(wire.BadField, "image", "%v", err)
		}
		r := in.Painted(d.recipe, cells)
		r.Window = grid.Window{}
		return r, cells, size, nil
	}
	cells, err := dataset.ReadCells(strings.NewReader(*csv))
	if err != nil {
		return d.recipe, cells, image.Point{}, wire.Refuse(wire.BadField, "csv", "%v", err)
	}
	r := in.Painted(d.recipe, cells)
	r.Window = grid.Window{}
	return r, cells, image.Point{}, nil
}

// ofCells tells what a file of cells holds.
func (c previewTable) ofCells(s *session) error {
	r, cells, size, err := s.doc.withCellFile(c.csv, c.image)
	if err != nil {
		return err
	}
	if _, err := s.doc.check(s.doc.whole, r); err != nil {
		return err
	}
	s.out.preview = &wire.Preview{Total: len(cells.Values), Target: "none", Rows: [][3]float64{}, Cells: wire.CellsOf(cells)}
	if c.csv == nil {
		s.out.preview.Image = &[2]int{size.X, size.Y}
	}
	return nil
}

// weighed is how many points a recipe's rows and cells count for, where memory is reserved.
func weighed(data dataset.Source) int {
	const each = 8 // cells that weigh no more than a point
	return len(data.Table.Rows) + (len(data.Cells.Values)+each-1)/each
}
