package input

import (
	"image"
	"slices"

	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
)

// A Cells takes a grid of numbers: an image, a grid world, rows of losses, bit strings,
// or a curve drawn by hand, which is one row. The grid is [algos.Problem.Cells]. A reader paints it
// where a panel shows it: see [mark.EditsCells] and [mark.EditsCurve].
//
// A problem may come without a grid: a demo that makes its own examples works on those
// then, and any other one on [Cells.Start] or refuses. The page offers Start to paint on.
//
// A problem may have several grids, such as an image and a filter: the further ones are [Cells.Layers],
// and then each has a name and a title. A run takes them by [algos.Problem.Layer], and those that a
// problem comes without are their Start. A reader paints each where a panel shows it, see [mark.Panel.Grid].
type Cells struct {
	// Name and Title are for a demo with Layers alone: what a grid is called in links, files and
	// messages, and on a page.
	Name, Title string
	// Layers are the further grids. They have no When and no Layers of their own.
	Layers []Cells
	// Alike says that all layers have as many rows and columns as the first one; a reader who
	// changes the size of one changes that of all.
	Alike bool
	// Rows and Cols say how many there may be; zero means from 1 to [dataset.MaxCells].
	Rows, Cols Span
	// Low and High are the limits of a number. Where they are equal only the brushes' values may
	// stand in a cell.
	Low, High float64
	// Brushes are values with names, which a reader paints with.
	Brushes []Brush
	// Start is what is painted on where a recipe has no grid.
	Start dataset.Cells
	// When are the parameters with the values under which the demo looks at the cells; a reader
	// who loads a file or paints sets them. Empty: it always does.
	When param.Values
	// Typed says that a problem may bring the grid as text instead; nil: it may not.
	Typed *Typed
	// Row and Col are what one is called on a page, "round" and "expert"; empty: row and column.
	Row, Col string
}

// A Typed is a parameter of text, empty by default, that stands for the grid where it is not empty, so that a
// link or a command can spell it. Painting goes on with that grid, and [Cells.When] empties the text.
type Typed struct {
	Param string
	Read  func(text string) (dataset.Cells, error)
}

// Given is a source with the grid that the parameters spell, and else the source itself. A text that
// cannot be read is left to the parameter to refuse.
func (in *Cells) Given(s dataset.Source, v param.Values) dataset.Source {
	if in.Typed == nil || v[in.Typed.Param] == "" {
		return s
	}
	if c, err := in.Typed.Read(v[in.Typed.Param]); err == nil {
		s.Cells = c
	}
	return s
}

// A Brush is a value of a cell that has a name: 1 is a wall.
type Brush struct {
	Value float64
	Name  string
}

// A Span is how many there may be of something.
type Span struct{ Least, Most int }

// limits is the span with its defaults.
func (s Span) limits() Span {
	if s.Most == 0 {
		s.Most = dataset.MaxCells
	}
	return Span{max(s.Least, 1), min(s.Most, dataset.MaxCells)}
}

// Shape says how many rows and columns there may be, with the defaults filled in.
func (in *Cells) Shape() (rows, cols Span) { return in.Rows.limits(), in.Cols.limits() }

// Grid is the grid that is painted on: the given one, or where there is none a copy of Start.
func (in *Cells) Grid(c dataset.Cells) dataset.Cells {
	if c.Empty() {
		c = in.Start
	}
	return c.Clone()
}

// Blank is the value of a cell on which nothing was painted: 0 if a cell may have it.
func (in *Cells) Blank() float64 {
	switch {
	case in.Low < in.High:
		return min(max(in.Low, 0), in.High)
	case len(in.Brushes) > 0:
		return in.Brushes[0].Value
	}
	return in.Low
}

// May reports whether a cell may have a value.
func (in *Cells) May(value float64) bool {
	if in.Low < in.High {
		return value >= in.Low && value <= in.High
	}
	return slices.ContainsFunc(in.Brushes, func(b Brush) bool { return b.Value == value })
}

// Counted reports whether a demo with these parameters looks at the cells.
func (in *Cells) Counted(schema param.Schema, v param.Values) bool {
	for _, p := range schema {
		want, asked := in.When[p.Name]
		given, ok := v[p.Name]
		if !ok {
			given = p.Default
		}
		if asked && given != want {
			return false
		}
	}
	return true
}

// Refuses says why a grid cannot be taken; empty if it can. Rows and columns are counted
// from 1 there.
func (in *Cells) Refuses(c dataset.Cells, id string) say.Phrase {
	if c.Empty() {
		return ""
	}
	rows, cols := in.Shape()
	v := say.Vars{"demo": id, "rows": c.Rows, "columns": c.Cols}
	switch {
	case c.Rows < rows.Least || c.Rows > rows.Most:
		v["least"], v["most"] = rows.Least, rows.Most
		return v.Text("the cells have <rows row>: <demo> takes from <least> to <most>")
	case c.Cols < cols.Least || c.Cols > cols.Most:
		v["least"], v["most"] = cols.Least, cols.Most
		return v.Text("the cells have <columns column>: <demo> takes from <least> to <most>")
	}
	for k, x := range c.Values {
		if in.May(x) {
			continue
		}
		v["row"], v["column"], v["value"], v["low"], v["high"] = k/c.Cols+1, k%c.Cols+1, x, in.Low, in.High
		if in.Low < in.High {
			return v.Text("row <row>, column <column>: <value> is not between <low> and <high>")
		}
		v["values"] = in.values()
		return v.Text("row <row>, column <column>: <value> is not one of <values>")
	}
	return ""
}

// values lists those of the brushes.
func (in *Cells) values() string {
	text := ""
	for i, b := range in.Brushes {
		if i > 0 {
			text += ", "
		}
		text += string(say.Num(b.Value))
	}
	return text
}

// refuses says why a problem cannot be taken; empty if it can.
func (in *Cells) refuses(p Data, id string) say.Phrase {
	if len(p.Points)+len(p.HeldOut) > 0 || p.Dim > 0 || !p.Table.Empty() {
		return say.Vars{"demo": id}.Text(takesCells)
	}
	if len(in.Layers) > 0 || len(p.Layers) > 0 {
		return in.refusesLayers(p, id)
	}
	return in.Refuses(p.Cells, id)
}

// ReadImage makes cells of a PNG, grey, as many as the demo takes; see [dataset.ReadImage]. Where only
// the brushes' values may stand in a cell, it is the nearest one in their order of size.
func (in *Cells) ReadImage(file []byte) (dataset.Cells, image.Point, error) {
	rows, cols := in.Shape()
	if in.Low < in.High {
		return dataset.ReadImage(file, in.Low, in.High, rows.Most, cols.Most)
	}
	var values []float64
	for _, b := range in.Brushes {
		values = append(values, b.Value)
	}
	slices.Sort(values)
	c, size, err := dataset.ReadImage(file, 0, 1, rows.Most, cols.Most)
	for k, share := range c.Values {
		c.Values[k] = values[min(int(share*float64(len(values))), len(values)-1)]
	}
	return c, size, err
}
