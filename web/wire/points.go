package wire

import (
	"math"

	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
	"playground/algos/param"
)

// Operations of a points message.
const (
	Add     = "add"
	Move    = "move"
	Place   = "place"
	Remove  = "remove"
	Relabel = "relabel"
	Clear   = "clear"
	Load    = "load"
	Look    = "look"  // reads a file without loading it
	Name    = "name"  // gives a column or a class a name
	Hold    = "hold"  // holds points out, or lets methods learn from them
	Share   = "share" // holds out a share of all points
	As      = "as"    // makes values of classes, or classes of values
	Edge    = "edge"  // joins two points of a graph, or parts them
)

func checkPoints(m *Client) *Error {
	switch m.Op {
	case Add:
		return checkAdd(m)
	case Move:
		return checkMove(m)
	case Place:
		return checkPlace(m)
	case Remove:
		return checkIndexes(m)
	case Relabel:
		if m.Class == nil {
			return missing("class")
		}
		if *m.Class < 0 || *m.Class > MaxClass {
			return Refuse(BadField, "class", "must be from 0 to %d", MaxClass)
		}
		return checkIndexes(m)
	case Clear:
		return nil
	case As:
		if m.As == "" {
			return missing("as")
		}
		return checkAs("as", m.As)
	case Load, Look:
		return checkFile(m)
	case Name:
		return checkName(m)
	case Hold:
		if m.On == nil {
			return missing("on")
		}
		return checkIndexes(m)
	case Share:
		if m.Share == nil {
			return missing("share")
		}
		if *m.Share < 0 || *m.Share > dataset.MaxShare {
			return Refuse(BadField, "share", "must be a whole number of percent from 0 to %d", dataset.MaxShare)
		}
		return nil
	case Edge:
		return checkEdge(m)
	case "":
		return missing("op")
	}
	return Refuse(BadField, "op", "%q is not one of add, move, place, remove, relabel, clear, load, look, name, hold, share, edge", param.Clip(m.Op))
}

func checkAdd(m *Client) *Error {
	if len(m.Points) == 0 {
		return missing("points")
	}
	if len(m.Points) > MaxPoints {
		return Refuse(Limit, "points", "%d points are too many: at most %d", len(m.Points), MaxPoints)
	}
	for i, p := range m.Points {
		for _, x := range p {
			if !(math.Abs(x) <= MaxAbs) {
				return Refuse(BadField, "points", "point %d lies outside ±1e9", i+1)
			}
		}
	}
	return nil
}

func checkMove(m *Client) *Error {
	if m.Index == nil {
		return missing("index")
	}
	if *m.Index < 0 || *m.Index >= MaxPoints {
		return Refuse(BadField, "index", "must be from 0 to %d", MaxPoints-1)
	}
	if m.X == nil {
		return missing("x")
	}
	if m.Y == nil {
		return missing("y")
	}
	if !(math.Abs(*m.X) <= MaxAbs) {
		return Refuse(BadField, "x", "lies outside ±1e9")
	}
	if !(math.Abs(*m.Y) <= MaxAbs) {
		return Refuse(BadField, "y", "lies outside ±1e9")
	}
	return nil
}

// checkPlace checks rows of an index and a place. There may be none: the message
// then only ends a live gesture.
func checkPlace(m *Client) *Error {
	if len(m.Points) > MaxPoints {
		return Refuse(Limit, "points", "%d points are too many: at most %d", len(m.Points), MaxPoints)
	}
	for i, p := range m.Points {
		if k := p[0]; k != math.Trunc(k) || !(k >= 0 && k < MaxPoints) {
			return Refuse(BadField, "points", "the index of row %d must be a whole number from 0 to %d", i+1, MaxPoints-1)
		}
		if !(math.Abs(p[1]) <= MaxAbs && math.Abs(p[2]) <= MaxAbs) {
			return Refuse(BadField, "points", "row %d lies outside ±1e9", i+1)
		}
	}
	return nil
}

// checkEdge checks the two nodes of an edge and its weight; 0 takes the edge away.
func checkEdge(m *Client) *Error {
	if m.Nodes == nil {
		return missing("nodes")
	}
	for _, i := range *m.Nodes {
		if i < 0 || i >= dataset.MaxNodes {
			return Refuse(BadField, "nodes", "must be from 0 to %d", dataset.MaxNodes-1)
		}
	}
	switch {
	case m.Weight == nil:
		return missing("weight")
	case !(*m.Weight >= 0 && *m.Weight <= dataset.MaxWeight):
		return Refuse(BadField, "weight", "must be from 0 to %d", dataset.MaxWeight)
	}
	return nil
}

func checkIndexes(m *Client) *Error {
	if len(m.Indexes) == 0 {
		return missing("indexes")
	}
	if len(m.Indexes) > MaxPoints {
		return Refuse(Limit, "indexes", "%d indexes are too many: at most %d", len(m.Indexes), MaxPoints)
	}
	for _, i := range m.Indexes {
		if i < 0 || i >= MaxPoints {
			return Refuse(BadField, "indexes", "must be from 0 to %d", MaxPoints-1)
		}
	}
	return nil
}

// checkFile checks what brings new data: a file, or the text of a link.
func checkFile(m *Client) *Error {
	file := m.CSV != nil || len(m.File) > 0
	switch {
	case len(m.Image) > 0 && m.Type == "data" && !file && m.Data == nil:
		return nil
	case m.CSV != nil && len(m.File) > 0:
		return Refuse(BadField, "file", "a file is either csv or file")
	case m.Op == Look && !file:
		return missing("csv")
	case m.Op == Load && file == (m.Data != nil):
		return Refuse(BadField, "data", "load needs either csv or data")
	}
	if e := checkReading(m.Reading); e != nil || m.Columns == nil {
		return e
	}
	if n := len(m.Columns.Features); n > dataset.MaxFeatures {
		return Refuse(Limit, "columns", "%d features are too many: at most %d", n, dataset.MaxFeatures)
	}
	for _, name := range append([]string{m.Columns.X1, m.Columns.X2, m.Columns.X, m.Columns.Y}, m.Columns.Features...) {
		if e := text("columns", name, MaxValue); e != nil {
			return e
		}
	}
	return checkAs("columns", m.Columns.As)
}

// checkReading checks the lengths of options; what they may be is checked where a file is read.
func checkReading(r *Reading) *Error {
	if r == nil {
		return nil
	}
	for name, value := range r.Options() {
		if e := text(name, value, MaxValue); e != nil {
			return e
		}
	}
	return nil
}

// checkAs checks what a target is said to be; empty: nothing is said.
func checkAs(field, as string) *Error {
	if as != "" && as != dataset.AsClasses && as != dataset.AsValues {
		return Refuse(BadField, field, "must be %s or %s", dataset.AsClasses, dataset.AsValues)
	}
	return nil
}

// checkName checks the new name of a column or a class; an empty one takes the
// name away.
func checkName(m *Client) *Error {
	switch {
	case (m.Column == nil) == (m.Class == nil):
		return Refuse(BadField, "column", "name needs either column or class")
	case m.Column != nil && (*m.Column < 0 || *m.Column >= dataset.MaxColumns):
		return Refuse(BadField, "column", "must be from 0 to %d", dataset.MaxColumns-1)
	case m.Class != nil && (*m.Class < 0 || *m.Class > MaxClass):
		return Refuse(BadField, "class", "must be from 0 to %d", MaxClass)
	}
	return text("name", m.Name, 4*dataset.MaxName)
}

// Columns says which columns of a file are the inputs and the target: x1 and x2,
// or x alone; y may be left out. Without inputs they are guessed.
type Columns struct {
	X1 string `json:"x1,omitempty"`
	X2 string `json:"x2,omitempty"`
	X  string `json:"x,omitempty"`
	Y  string `json:"y,omitempty"`
	As string `json:"as,omitempty"` // where a demo takes either: "classes" or "values"; absent: the file says it
	// Features are the columns of a table besides the target; absent: guessed.
	Features []string `json:"features,omitempty"`
}

// Reading says how a file is read; what is absent is guessed. The words are those of the command line.
type Reading struct {
	Encoding  string `json:"encoding,omitempty"`  // "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030" or "windows-1252"
	Separator string `json:"separator,omitempty"` // "comma", "semicolon", "tab", "pipe" or "blank"
	Decimal   string `json:"decimal,omitempty"`   // "." or ","
	Header    string `json:"header,omitempty"`    // "yes" or "no"
	Missing   string `json:"missing,omitempty"`   // "drop" leaves rows with missing values out
	Sample    string `json:"sample,omitempty"`    // how many rows of a longer file are drawn, such as "2000"
	Sheet     string `json:"sheet,omitempty"`     // of a spreadsheet, by its name
}

// Options are those that are chosen, by their names.
func (r Reading) Options() map[string]string {
	return map[string]string{
		sheet.EncodingOption: r.Encoding, sheet.SeparatorOption: r.Separator, sheet.DecimalOption: r.Decimal, sheet.HeaderOption: r.Header,
		sheet.MissingOption: r.Missing, sheet.SampleOption: r.Sample, sheet.SheetOption: r.Sheet,
	}
}

// ReadingOf is the inverse of [Reading.Options].
func ReadingOf(o map[string]string) Reading {
	return Reading{
		Encoding: o[sheet.EncodingOption], Separator: o[sheet.SeparatorOption], Decimal: o[sheet.DecimalOption], Header: o[sheet.HeaderOption],
		Missing: o[sheet.MissingOption], Sample: o[sheet.SampleOption], Sheet: o[sheet.SheetOption],
	}
}

// A Cure is a way out of what is wrong with a file: an option of [Reading] and its value.
type Cure struct {
	Option string `json:"option"` // such as "missing"
	Value  string `json:"value"`  // such as "drop"
	Text   string `json:"text"`   // of the button: "Leave out 2 rows"
}

// Dataset are the columns as package dataset has them.
func (c Columns) Dataset() dataset.Columns {
	d := dataset.Columns{Y: c.Y, As: c.As}
	switch {
	case len(c.Features) > 0:
		d.X = c.Features
	case c.X != "":
		d.X = []string{c.X}
	case c.X1 != "" || c.X2 != "":
		d.X = []string{c.X1, c.X2}
	}
	return d
}

// ColumnsOf is the inverse of [Columns.Dataset].
func ColumnsOf(d dataset.Columns) *Columns {
	c := &Columns{Y: d.Y, As: d.As}
	switch len(d.X) {
	case 1:
		c.X = d.X[0]
	case 2:
		c.X1, c.X2 = d.X[0], d.X[1]
	}
	return c
}

// Heading is a column of a file whose header is not x1,x2,y or x,y.
type Heading struct {
	Name   string   `json:"name"`
	Number bool     `json:"number,omitempty"` // most of its values are numbers
	Kind   string   `json:"kind,omitempty"`   // "numbers", "words" or "dates"
	Role   string   `json:"role,omitempty"`   // "feature", "target", "held" or "names"; absent: it is not used
	First  []string `json:"first,omitempty"`  // its first values
}

// Preview is what a file of points holds, before it replaces those on the board.
type Preview struct {
	Type   string       `json:"type"` // "preview"
	Total  int          `json:"total"`
	Held   int          `json:"held,omitempty"`  // of these, the last
	Edges  *int         `json:"edges,omitempty"` // between them, where the file is one of a graph
	Dim    int          `json:"dim"`
	Target string       `json:"target"`           // what y is, as in a state
	Rows   [][3]float64 `json:"rows"`             // the first ones, as in a state
	Counts []ClassCount `json:"counts,omitempty"` // where the demo looks at classes

	// Where the file has a header of its own: its columns, which of them are taken
	// for what, and what is wrong with that choice.
	Headings []Heading `json:"headings,omitempty"`
	Columns  *Columns  `json:"columns,omitempty"`
	Problem  string    `json:"problem,omitempty"`

	// Guess says in a sentence what the target is taken for, and why.
	Guess string `json:"guess,omitempty"`
	// Read says in a line how the file was read: "semicolons, decimal commas, 3 columns, 120 rows,
	// 2 left out"; Found are the options under which it was, as they were chosen or guessed.
	Read  string   `json:"read,omitempty"`
	Found *Reading `json:"found,omitempty"`
	// Sheets are the names of the sheets of a spreadsheet.
	Sheets []string `json:"sheets,omitempty"`
	// Lines are the first rows as they stand in the file, below Headings.
	Lines [][]string `json:"lines,omitempty"`
	// Cures are ways out of Problem.
	Cures []Cure `json:"cures,omitempty"`
	// Wide says that there are more columns of numbers than points can have, and that the
	// demo takes a table as well.
	Wide bool `json:"wide,omitempty"`
	// The table, with its first rows, where the demo takes one.
	Table *Table `json:"table,omitempty"`
	// The cells, where the demo takes them; and how wide and high the image is of which they are made.
	Cells *Cells `json:"cells,omitempty"`
	// Those with a name in a file of layers of cells.
	Layers []Layer `json:"layers,omitempty"`
	Image  *[2]int `json:"image,omitempty"`
}

// ClassCount is how many points a class has.
type ClassCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}
