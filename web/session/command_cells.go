package session

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/param"
	"playground/web/wire"
)

// withCells returns the recipe after a change of the cells of a layer, or of those that painting
// begins with where it has none.
func (d *document) withCells(layer string, change func(*dataset.Cells, *input.Cells) error) (algos.Recipe, error) {
	in := d.demo.Input.Cells
	if in == nil {
		return d.recipe, wire.Refuse(wire.BadField, "op", "%s works on no cells", d.demo.ID)
	}
	of, err := layerOf(d.demo, layer)
	if err != nil {
		return d.recipe, err
	}
	data := in.Given(d.recipe.Data, d.recipe.Params)
	cells, _ := in.All(data).Layer(of.Name)
	if err := change(&cells, of); err != nil {
		return d.recipe, err
	}
	return d.recipe.Painted(in, in.Put(data, of.Name, cells)), nil
}

// layerOf is what a demo says of one of its layers.
func layerOf(d algos.Demo, layer string) (*input.Cells, error) {
	in := d.Input.Cells
	if of := in.Layer(layer); of != nil {
		return of, nil
	}
	if len(in.Layers) == 0 {
		return nil, wire.Refuse(wire.BadField, "grid", "%s has one layer of cells: leave grid out", d.ID)
	}
	return nil, wire.Refuse(wire.BadField, "grid", "%s has no layer %q: it is one of %s", d.ID, layer, strings.Join(in.Names(), ", "))
}

// ofCells is the change of a demo's cells.
func (c changeTable) ofCells(d *document) (algos.Recipe, error) {
	return d.withCells(c.m.Grid, func(cells *dataset.Cells, in *input.Cells) error {
		switch c.op {
		case wire.Cell:
			if err := cells.Write(c.m.At[0], c.m.At[1], *c.m.Value); err != nil {
				return wire.Refuse(wire.BadField, "value", "%v", err)
			}
			return nil
		case wire.Clear:
			*cells = dataset.NewCells(cells.Rows, cells.Cols, in.Blank())
			return nil
		}
		return noTable(d.demo)
	})
}

// paintCells writes into cells. A stroke paints live. Without cells it only ends the gesture
// under way.
type paintCells struct {
	tableEdit
	grid string
	rows []wire.Point // of a row, a column and a number
}

// What a stroke has passed over while the server was busy is painted at once.
func (c paintCells) merge(old command) (command, bool) {
	const most = dataset.MaxCells * dataset.MaxCells
	o, ok := old.(paintCells)
	if !ok || !o.isLive || o.grid != c.grid || len(o.rows)+len(c.rows) > most {
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
	return d.withCells(c.grid, func(cells *dataset.Cells, _ *input.Cells) error {
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
	return "cells paint " + c.grid
}

// resizeCells gives the grid another shape.
type resizeCells struct {
	tableEdit
	grid       string
	rows, cols int
}

func (c resizeCells) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c resizeCells) recipe(d *document) (algos.Recipe, error) {
	return d.withCells(c.grid, func(cells *dataset.Cells, in *input.Cells) error {
		*cells = cells.Resized(c.rows, c.cols, in.Blank())
		return nil
	})
}

// ofCells replaces the cells by those of a file, an image or a link.
func (c loadTable) ofCells(d *document) (algos.Recipe, error) {
	if c.data == nil {
		f, err := d.withCellFile(c.grid, c.file.bytes, c.image)
		return f.recipe, err
	}
	src, err := dataset.ParseSource(*c.data)
	if err != nil {
		return d.recipe, &param.Error{Field: "data", Message: param.Unread(err)}
	}
	if err := d.whole.Takes(src); err != nil {
		return d.recipe, err
	}
	return d.recipe.Painted(d.whole.Input.Cells, src), nil
}

// A cellFile is what a file of numbers or an image brings.
type cellFile struct {
	recipe algos.Recipe   // with it
	layers dataset.Layers // a single one without a name is that which the client names
	size   image.Point    // of the image
}

// withCellFile reads a file of numbers, or an image, for the layer that is named, or for those
// that the file names.
func (d *document) withCellFile(layer string, text, picture []byte) (cellFile, error) {
	in, f := d.whole.Input.Cells, cellFile{recipe: d.recipe}
	of, err := layerOf(d.whole, layer)
	if err != nil {
		return f, err
	}
	if text == nil {
		var cells dataset.Cells
		if cells, f.size, err = of.ReadImage(picture); err != nil {
			return f, wire.Refuse(wire.BadField, "image", "%v", err)
		}
		f.layers = dataset.Layers{{Cells: cells}}
	} else if f.layers, err = dataset.ReadLayers(bytes.NewReader(text), in.Names()); err != nil {
		return f, refusedField("csv", err)
	}
	read := f.layers
	if read[0].Name == "" {
		read = slices.Clone(read)
		read[0].Name = of.Name
	}
	f.recipe = d.recipe.Painted(in, in.PutAll(d.recipe.Data, read))
	f.recipe.Window = grid.Window{}
	return f, nil
}

// ofCells tells what a file of cells holds.
func (c previewTable) ofCells(s *session) error {
	f, err := s.doc.withCellFile(c.grid, c.file.bytes, c.image)
	if err != nil {
		return err
	}
	if _, err := s.doc.check(s.doc.whole, f.recipe); err != nil {
		return err
	}
	s.out.preview = &wire.Preview{
		Total: f.layers.Len(), Target: "none", Rows: [][3]float64{},
		Cells: wire.CellsOf(f.layers[0].Cells), Layers: wire.LayersOf(f.layers),
	}
	if c.file.bytes == nil {
		s.out.preview.Image = &[2]int{f.size.X, f.size.Y}
	}
	return nil
}

// weighed is how many points a recipe's rows and cells count for, where memory is reserved.
func weighed(data dataset.Source) int {
	const each = 8 // cells that weigh no more than a point
	return len(data.Table.Rows) + (len(data.Cells.Values)+data.Layers.Len()+each-1)/each
}
