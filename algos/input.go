package algos

import (
	"bytes"
	"fmt"
	"io"
	"maps"

	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
	"playground/algos/input"
	"playground/algos/param"
	"playground/algos/say"
)

// On is the demo as it is on data: of one that takes points or a table, the one of both
// that these are. It is the demo itself where there is nothing to choose.
func (d Demo) On(s dataset.Source) Demo {
	d.Input = d.Input.On(!s.Table.Empty())
	return d
}

// Takes checks that a source is of the kind that the demo works on, before it is
// loaded.
func (d Demo) Takes(s dataset.Source) error { return refusedData(d.Input.Takes(s, d.ID)) }

// accepts checks what every demo needs checked, so that a loop never meets data
// of the wrong kind.
func (d Demo) accepts(p Problem) error { return refusedData(d.Input.Refuses(p.data(), d.ID)) }

// refusedData is the error of data that are refused for a reason; nil without one.
func refusedData(reason say.Phrase) error {
	if reason == "" {
		return nil
	}
	return &param.Error{Field: keyData, Message: reason}
}

// data are what the problem brings.
func (p Problem) data() input.Data {
	return input.Data{Set: p.Set, HeldOut: p.HeldOut, Table: p.Table, Cells: p.Cells, Layers: p.Layers, Left: p.Source.Left}
}

// Layer is a grid of a demo that takes several, by its name: the given one, or that of
// [input.Cells.Start]. The first one is [Problem.Cells] as well, where there is one. A name that
// the demo does not have is no grid.
func (p Problem) Layer(name string) dataset.Cells {
	c, _ := p.Layers.Layer(name)
	return c
}

// WriteData writes the data of a recipe of the demo as a file: points, a graph, a table, or the cells.
// The command line and the page read it back as the same data without being told which column is the
// target and what it holds: where they would take the file for something else it says so, see [dataset.Marks].
func (r Recipe) WriteData(w io.Writer, d Demo) error {
	p, err := r.Problem()
	if err != nil {
		return err
	}
	if p.Standards != nil { // a file has the data in their own units
		set, w, table := p.Given()
		p = NewProblem(set, r.Seed, w)
		p.Table = table
	}
	in := d.On(r.Data).Input
	switch {
	case in.Cells != nil:
		return dataset.WriteLayers(w, in.Cells.All(in.Cells.Given(r.Data, r.Params)))
	case in.Graph() != nil:
		return dataset.WriteGraph(w, p.All())
	}
	var plain []byte
	for _, marks := range []dataset.Marks{{}, {Target: true}, {Code: true}, {Target: true, Code: true}} {
		var b bytes.Buffer
		if in.Table != nil {
			err = dataset.WriteMarkedTable(&b, p.Table, marks)
		} else {
			err = dataset.WriteMarked(&b, p.All(), marks)
		}
		if err != nil {
			return err
		}
		if d.readsBack(b.Bytes(), p) {
			plain = b.Bytes()
			break
		}
		if plain == nil {
			plain = b.Bytes()
		}
	}
	_, err = w.Write(append(leftComment(r.Data.Left), plain...))
	return err
}

// leftComment says at the head of a file what of the one before was left out; nothing where all was read.
func leftComment(l dataset.Left) []byte {
	var b []byte
	if l.Rows > 0 {
		b = fmt.Appendf(b, "# a random sample of %d rows\n", l.Rows)
	}
	if l.Missing > 0 {
		b = fmt.Appendf(b, "# rows omitted for missing values: %d\n", l.Missing)
	}
	return b
}

// readsBack reports whether a file is read as the data of a problem, as far as the demo looks at them.
func (d Demo) readsBack(file []byte, p Problem) bool {
	if d.Input.Target() == dataset.None {
		return true
	}
	r, err := d.Input.Read(file, dataset.Columns{}, sheet.Options{})
	if err != nil || !p.Table.Empty() {
		return err == nil && r.Source.Table.Equal(p.Table)
	}
	return r.Source.Equal(dataset.Explicit(p.All()))
}

// Painted is the recipe with cells at which the demo looks: the parameters are set so.
func (r Recipe) Painted(in *input.Cells, cells dataset.Source) Recipe {
	r.Data, r.Params = cells, maps.Clone(r.Params)
	if r.Params == nil {
		r.Params = param.Values{}
	}
	maps.Copy(r.Params, in.When)
	return r
}
