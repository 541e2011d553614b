package input

import (
	"slices"
	"strings"

	"playground/algos/dataset"
	"playground/algos/say"
)

// Layer says how the grid with that name may be, or the first one without a name; nil where
// the demo has no such grid.
func (in *Cells) Layer(name string) *Cells {
	if name == "" || name == in.Name {
		return in
	}
	if k := in.place(name); k >= 0 {
		return &in.Layers[k]
	}
	return nil
}

func (in *Cells) place(name string) int {
	return slices.IndexFunc(in.Layers, func(x Cells) bool { return x.Name == name })
}

// Names are those of all grids; empty where the demo takes one.
func (in *Cells) Names() []string {
	if len(in.Layers) == 0 {
		return nil
	}
	names := []string{in.Name}
	for _, x := range in.Layers {
		names = append(names, x.Name)
	}
	return names
}

// All are the grids that a demo takes, the first one too, which has no name where it is the
// only one: those of a source, and for others what is painted on.
func (in *Cells) All(s dataset.Source) dataset.Layers {
	first := in.Grid(s.Cells)
	all := dataset.Layers{{Name: in.Name, Cells: first}}
	for i := range in.Layers {
		x := &in.Layers[i]
		c, given := s.Layers.Layer(x.Name)
		if c = x.Grid(c); !given && c.Empty() {
			rows, cols := x.Shape()
			c = dataset.NewCells(rows.Least, cols.Least, x.Blank())
		}
		if in.Alike && !given && !first.Empty() {
			c = c.Resized(first.Rows, first.Cols, x.Blank())
		}
		all = append(all, dataset.Layer{Name: x.Name, Cells: c})
	}
	return all
}

// Put is a source of cells with another grid of that name; the first one has none. Where all
// are alike the others get its size.
func (in *Cells) Put(s dataset.Source, name string, c dataset.Cells) dataset.Source {
	all := in.All(s)
	if name == "" {
		name = in.Name
	}
	for _, x := range all {
		of := in.Layer(x.Name)
		switch {
		case x.Name == name:
			all = all.Put(name, c)
		case in.Alike && (x.Rows != c.Rows || x.Cols != c.Cols):
			all = all.Put(x.Name, x.Resized(c.Rows, c.Cols, of.Blank()))
		}
	}
	s.Cells, s.Layers = all[0].Cells, nil
	if len(all) > 1 {
		s.Layers = all[1:]
	}
	return s
}

// PutAll is a source of cells with the grids of a file in place of those of the same names. If
// it is one alone, the others follow it as by [Cells.Put].
func (in *Cells) PutAll(s dataset.Source, l dataset.Layers) dataset.Source {
	if len(l) == 1 {
		return in.Put(s, l[0].Name, l[0].Cells)
	}
	loose := *in
	loose.Alike = false
	for _, x := range l {
		s = loose.Put(s, x.Name, x.Cells)
	}
	return s
}

// layers are the grids of a problem by name.
func (in *Cells) layers(p Data) dataset.Layers {
	return in.All(dataset.Source{Cells: p.Cells, Layers: p.Layers})
}

const otherSize = "layer <layer> has <rows row> and <columns column>, and layer <first> has <firstrows row> and <firstcolumns column>: " +
	"<demo> takes layers of one size"

// refusesLayers says why grids cannot be taken; empty if they can.
func (in *Cells) refusesLayers(p Data, id string) say.Phrase {
	v := say.Vars{"demo": id, "layers": strings.Join(in.Names(), ", ")}
	for _, x := range p.Layers {
		v["layer"] = say.Given(x.Name)
		switch {
		case len(in.Layers) == 0:
			return v.Text("there is a layer <layer>: <demo> takes cells in one layer")
		case in.place(x.Name) < 0:
			return v.Text("there is no layer <layer>: <demo> takes the layers <layers>")
		}
	}
	all := in.layers(p)
	for _, x := range all {
		if why := in.Layer(x.Name).Refuses(x.Cells, id); why != "" {
			v["layer"], v["why"] = say.Given(x.Name), why
			return v.Text("layer <layer>: <why>")
		}
		if in.Alike && (x.Rows != all[0].Rows || x.Cols != all[0].Cols) {
			v["layer"], v["rows"], v["columns"] = say.Given(x.Name), x.Rows, x.Cols
			v["first"], v["firstrows"], v["firstcolumns"] = say.Given(in.Name), all[0].Rows, all[0].Cols
			return v.Text(otherSize)
		}
	}
	return ""
}
