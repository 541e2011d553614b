package algos

import (
	"maps"

	"playground/algos/dataset"
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
	return input.Data{Set: p.Set, HeldOut: p.HeldOut, Table: p.Table, Cells: p.Cells, Layers: p.Layers}
}

// Layer is a grid of a demo that takes several, by its name: the given one, or that of
// [input.Cells.Start]. The first one is [Problem.Cells] as well, where there is one. A name that
// the demo does not have is no grid.
func (p Problem) Layer(name string) dataset.Cells {
	c, _ := p.Layers.Layer(name)
	return c
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
