package input

import (
	"bytes"
	"slices"

	"playground/algos/dataset"
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

// Read reads a file of data for the demo: points, a graph, a table, or cells. Columns that nobody
// chose are guessed; what the target is taken for, and why, is returned with the data.
func (in Spec) Read(file []byte, c dataset.Columns) (dataset.Source, dataset.Guess, error) {
	switch {
	case in.Cells != nil:
		s, err := in.Cells.read(file)
		return s, dataset.Guess{Target: dataset.None}, err
	case in.Graph() != nil && dataset.IsGraph(file):
		set, err := dataset.ReadGraph(file)
		return dataset.Explicit(set), dataset.Guess{Target: dataset.None}, err
	case in.Points == nil:
		return in.Table.read(file, c)
	}
	f, err := dataset.OpenCSV(bytes.NewReader(file))
	if err != nil {
		return dataset.Source{}, dataset.Guess{}, err
	}
	if in.Table != nil && len(c.X) == 0 && (c.Y != "" || in.Wide(f)) {
		return in.Table.read(file, c)
	}
	if len(c.X) == 0 {
		if c, err = in.Points.Columns(f, c); err != nil {
			return dataset.Source{}, dataset.Guess{}, err
		}
	}
	set, err := f.Points(c, in.Points.Target)
	return dataset.Explicit(set), f.Guessed(c, set), err
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

func (in *Table) read(file []byte, c dataset.Columns) (dataset.Source, dataset.Guess, error) {
	if len(c.X) > 0 {
		const why = "of a table only the target can be chosen: write y=NAME"
		return dataset.Source{}, dataset.Guess{}, &dataset.CSVError{Message: why, Why: why}
	}
	t, g, err := dataset.ReadTableAs(bytes.NewReader(file), in.Target, c)
	return dataset.Tabled(t), g, err
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
		return v.Text("Target <column> (<why>): <n> classes, <labels>. For values: <column>:value.")
	case g.Target == dataset.Classes && g.Few:
		return v.Text("Target <column> (<why>; whole numbers <low> to <high>, each several times): <n> classes, <labels>.")
	case g.Target == dataset.Classes:
		return v.Text("Target <column> (<why>): <n> classes, <labels>.")
	case g.Few && either:
		return v.Text("Target <column> (<why>): values. Its whole numbers <low> to <high> could be classes: <column>:class.")
	}
	return v.Text("Target <column> (<why>): values.")
}

// Aside is what a run says of its target at the start, where that is few whole numbers, each several
// times, and so could be classes or values; empty where it is plain. Of points it is said where the
// demo takes either.
func (in Spec) Aside(p Data) say.Phrase {
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
func listed(names []string) say.Given {
	text := ""
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return say.Given(text)
}
