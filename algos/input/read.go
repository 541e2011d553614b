package input

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
	"playground/algos/say"
)

// Wide reports whether a file is a table and no points, where the demo takes either: it has more
// columns of numbers than points can have, or too few, but a feature besides the target.
func (in Spec) Wide(f *dataset.File) bool {
	if f.Wide(slices.Max(in.Points.Dims), in.Points.Target) {
		return true
	}
	_, err := f.Suggest(in.Points.Target, in.Points.Dims)
	return err != nil && !f.Standard && len(f.Header) > max(1, f.Numbers()) && len(f.Header) > 1
}

// A Reading is what a file was read as.
type Reading struct {
	Source dataset.Source
	Guess  dataset.Guess // what the target is taken for
	// File is the file with its columns; nil of cells and graphs, and where it cannot be read.
	File *dataset.File
	// Columns are those that were chosen or guessed; a table without inputs has all columns of the file.
	Columns dataset.Columns
	Table   bool // it is read as a table
}

// Read reads a file of data for the demo: points, a graph, a table, or cells. Columns that nobody
// chose are guessed. Where the data cannot be read what is known by then is returned with the error.
func (in Spec) Read(file []byte, c dataset.Columns, o sheet.Options) (Reading, error) {
	r := Reading{Guess: dataset.Guess{Target: dataset.None}, Columns: c}
	var err error
	switch {
	case in.Cells != nil:
		r.Source, err = in.Cells.read(file)
		return r, err
	case in.Graph() != nil && dataset.IsGraph(file):
		set, err := dataset.ReadGraph(file)
		r.Source = dataset.Explicit(set)
		return r, err
	}
	if r.File, err = dataset.Open(file, o); err != nil {
		return r, err
	}
	switch {
	case in.Points == nil, in.Table != nil && (len(c.X) > 2 || len(c.X) == 0 && (c.Y != "" || in.Wide(r.File))):
		err = r.table(in.Table)
	default:
		err = r.points(in.Points)
	}
	r.Source.Left = r.File.Left(r.Columns)
	return r, err
}

// points reads points.
func (r *Reading) points(in *Points) error {
	var err error
	if len(r.Columns.X) == 0 {
		if r.Columns, err = in.Columns(r.File, r.Columns); err != nil {
			return err
		}
	}
	set, err := r.File.Points(r.Columns, in.Target)
	r.Source, r.Guess = dataset.Explicit(set), r.File.Guessed(r.Columns, set)
	return err
}

// table reads a table.
func (r *Reading) table(in *Table) error {
	r.Table = true
	t, g, err := r.File.Table(in.Target, r.Columns)
	r.Source, r.Guess = dataset.Tabled(t), g
	return err
}

// Role is what a column of the file is taken for: "feature", "target", "held" or "names"; empty where it
// is not used.
func (r Reading) Role(h dataset.Heading) string {
	switch {
	case h.Name != "" && h.Name == r.Guess.Column:
		return "target"
	case slices.Contains(r.Columns.X, h.Name):
		return "feature"
	case r.File.Held(h.Name):
		return "held"
	case h.Name == "" && r.Table:
		return "names"
	case r.Table && len(r.Columns.X) == 0:
		return "feature"
	case h.Name != "" && h.Name == r.Columns.Y:
		return "target"
	}
	return ""
}

// Columns are those that are guessed, but for a target that was chosen and what it is said to hold.
func (in *Points) Columns(f *dataset.File, c dataset.Columns) (dataset.Columns, error) {
	if c.Y != "" {
		return f.Inputs(c, in.Target, in.Dims)
	}
	g, err := f.Guess(in.Target, in.Dims)
	if c.As != "" {
		g.As = c.As
	}
	return g, err
}

// A Cure is a way out of what is wrong with a file: an option of the reader, and its value.
type Cure struct {
	Option, Value string
	Text          say.Phrase
}

// Cures are those of an error of a file.
func Cures(err error) []Cure {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return nil
	}
	v := say.Vars{"n": e.Limit, "all": e.Count, "rows": e.Rows}
	switch e.Kind {
	case sheet.MissingValue:
		return []Cure{{"missing", "drop", v.Text("Omit <rows line>")}}
	case sheet.Ambiguous, sheet.MixedMarks:
		return []Cure{{"decimal", ".", "Decimal points"}, {"decimal", ",", "Decimal commas"}}
	case sheet.TooManyRows:
		return []Cure{{"sample", strconv.Itoa(e.Limit), v.Text("Draw <n> of <all line>")}}
	}
	return nil
}

// read reads rows of numbers, of one grid or of several with names, or an image.
func (in *Cells) read(file []byte) (dataset.Source, error) {
	if dataset.IsImage(file) {
		cells, _, err := in.ReadImage(file)
		return in.Put(dataset.Source{}, "", cells), err
	}
	layers, err := dataset.ReadLayers(bytes.NewReader(file), in.Names())
	if err != nil {
		return dataset.Source{}, err
	}
	return in.PutAll(dataset.Source{}, layers), nil
}

// reasons are what a guess is founded on.
var reasons = map[dataset.Reason]say.Phrase{
	dataset.Chosen: "as chosen", dataset.Marked: "as its heading says", dataset.Usual: "by its name", dataset.LastWords: "the last categorical one",
	dataset.LastNumbers: "the last numeric one", dataset.FirstNumbers: "the first numeric one after the sample names",
}

// Says tells in one line what the target of a file is, and why; empty where it has none.
func (in Spec) Says(g dataset.Guess) say.Phrase {
	if g.Column == "" || g.Target == dataset.None {
		return ""
	}
	v := say.Vars{
		"column": say.Given(g.Column), "why": reasons[g.Why], "n": len(g.Labels), "labels": listed(g.Labels), "low": g.Low, "high": g.High,
	}
	either := in.Kinds()
	switch {
	case g.Target == dataset.Classes && g.Few && either:
		return v.Text("Target <column> (<why>): <n class>, <labels>. For values: <column>:value.")
	case g.Target == dataset.Classes && g.Few:
		return v.Text("Target <column> (<why>; whole numbers <low> to <high>, each several times): <n class>, <labels>.")
	case g.Target == dataset.Classes:
		return v.Text("Target <column> (<why>): <n class>, <labels>.")
	case g.Few && either:
		return v.Text("Target <column> (<why>): values. Its whole numbers <low> to <high> could be classes: <column>:class.")
	}
	return v.Text("Target <column> (<why>): values.")
}

// Asides are what a run says of its data at the start: what of a file was left out, and of its target
// [Spec.aside].
func (in Spec) Asides(p Data) []say.Phrase {
	var all []say.Phrase
	v := say.Vars{"missing": p.Left.Missing, "rows": p.Left.Rows, "n": max(len(p.Points)+len(p.HeldOut), len(p.Table.Rows))}
	if p.Left.Rows > 0 {
		all = append(all, v.Text("The data are a random sample of the <rows line> of a file."))
	}
	if p.Left.Missing > 0 {
		all = append(all, v.Text("Missing values: <missing line was> omitted; <n sample is> used."))
	}
	if text := in.aside(p); text != "" {
		all = append(all, text)
	}
	return all
}

// aside is what a run says of its target at the start, where that is few whole numbers, each several
// times, and so could be classes or values; empty where it is plain. Of points it is said where the
// demo takes either.
func (in Spec) aside(p Data) say.Phrase {
	g, either := dataset.Guess{}, false
	switch {
	case in.Table != nil && !p.Table.Empty():
		g, either = p.Table.Guess(dataset.Chosen), in.Table.Target == dataset.Either
	case in.Points != nil && in.Points.Target == dataset.Either && p.Target == dataset.Values:
		g, either = p.Set.Guess(), true
	}
	v := say.Vars{"column": say.Given(g.Column), "low": g.Low, "high": g.High, "n": len(g.Labels)}
	switch {
	case !g.Few:
		return ""
	case g.Target == dataset.Values && either:
		return v.Text("The target <column> holds whole numbers from <low> to <high>, which are fitted as values. For classes, load the file with <column>:class.")
	case g.Target == dataset.Classes && either:
		return v.Text("The target <column> holds whole numbers from <low> to <high>, which are <n> classes. For values, load the file with <column>:value.")
	case g.Target == dataset.Values && !pair(g):
		return v.Text("The target <column> holds whole numbers from <low> to <high>, which are fitted as values. For classes, choose a classification demo.")
	}
	return ""
}

// pair reports whether numbers are the labels of two classes, 0 and 1 or −1 and 1, which a loss may want.
func pair(g dataset.Guess) bool {
	return g.High == 1 && (g.Low == 0 || g.Low == -1)
}

// listed are names as a sentence lists them.
func listed(names []string) say.Given { return say.Given(strings.Join(names, ", ")) }
