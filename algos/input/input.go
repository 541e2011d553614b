// Package input says what a demo works on: the points, tables, graphs and cells that it takes,
// within which limits, and in which words it refuses others.
package input

import (
	"fmt"
	"slices"

	"playground/algos/dataset"
	"playground/algos/say"
)

// A Spec says what a demo works on: points, a table, cells, or with both of the first fields
// set whichever of the two a reader brings, such as two columns on the board or ten in a
// table (see [Demo.On]). None is a demo that makes its own examples, from its parameters and its seed: bit strings,
// words, a graph. Such a demo takes no data, its presets bring none, and its
// first panel is a picture to read, not a board to put points on.
//
// A graph is points, its nodes, with edges between them: see [Graph]. A reader puts nodes
// down, moves and removes them as any points, and draws an edge from one to another.
//
// Cells are a grid of numbers: see [Cells]. They stand alone: no demo takes cells or
// else points.
type Spec struct {
	Points *Points
	Table  *Table
	Cells  *Cells
	// Raw says that features are taken as they are: the demo standardises them itself, or they are
	// distances, or places of a function that does not depend on the data.
	Raw bool
	// ScaleFree says that what is learnt does not depend on the scales of the features, as with trees.
	ScaleFree bool
}

// Scalable reports whether the features of the data can be standardised.
func (in Spec) Scalable() bool {
	return !in.Raw && in.Cells == nil && in.Graph() == nil && !in.Own()
}

// A Points takes the points of a board. Points in one dimension without a
// target lie on a number line.
type Points struct {
	Dims    []int          // accepted input dimensions: {2}, {1} or {1, 2}
	Target  dataset.Target // what y means; with None it is not looked at, with Either the points say whether it is a class or a value: see [dataset.Set.Target] of the problem
	Classes int            // the most classes; 0 where labels are not used
	Max     int            // the most points; 0 means [dataset.MaxPoints]
	Graph   *Graph         // the points are the nodes of a graph; nil: they have no edges
}

// A Graph says that points, in two dimensions and without a target, are the nodes of a
// graph with weighted edges, the [dataset.Set.Edges] of a problem. At most
// [dataset.MaxNodes] nodes and [dataset.MaxEdges] edges.
type Graph struct {
	Directed bool // whether edges may lead from one node to the other alone
}

// Graph says which graphs the demo works on; nil where it takes none.
func (in Spec) Graph() *Graph {
	if in.Points == nil {
		return nil
	}
	return in.Points.Graph
}

// A Table takes a table of named columns.
type Table struct {
	Columns int  // the most columns, the target among them; 0 means [dataset.MaxColumns]
	Words   bool // whether columns besides the target may hold words
	// Target says what the target column holds: words (Classes), numbers (Values),
	// whichever of the two (Either), or that there is none (None).
	Target dataset.Target
	Max    int // the most rows; 0 means [dataset.MaxRows]
}

// Own reports whether the demo makes its own examples.
func (in Spec) Own() bool { return in.Points == nil && in.Table == nil && in.Cells == nil }

// Supervised reports whether the demo learns from points what their targets are, so
// that points can be held out to test it.
func (in Spec) Supervised() bool { return in.Points != nil && in.Points.Target != dataset.None }

// Target says how the column y of a file is read: as a label, as a value or not
// at all.
func (in Spec) Target() dataset.Target {
	switch {
	case in.Points != nil:
		return in.Points.Target
	case in.Table != nil:
		return in.Table.Target
	}
	return dataset.None
}

// Classified reports whether the demo looks at the classes of points, where they have any.
func (in Spec) Classified() bool {
	return in.Points != nil && (in.Points.Target == dataset.Classes || in.Points.Target == dataset.Either)
}

// Classes is how many classes points can be given, 0 where there are no points.
func (in Spec) Classes() int {
	switch {
	case in.Points == nil:
		return 0
	case in.Points.Classes > 0:
		return min(in.Points.Classes, dataset.MaxClasses)
	}
	return dataset.MaxClasses
}

// Limit is the most points, or rows of a table or of cells, that the demo takes.
func (in Spec) Limit() int {
	switch {
	case in.Points != nil && in.Points.Max > 0:
		return in.Points.Max
	case in.Graph() != nil:
		return dataset.MaxNodes
	case in.Points != nil:
		return dataset.MaxPoints
	case in.Table != nil && in.Table.Max > 0:
		return in.Table.Max
	case in.Table != nil:
		return dataset.MaxRows
	case in.Cells != nil:
		return in.Cells.Rows.limits().Most
	}
	return 0
}

// Suits reports whether the demo takes what a generator makes.
func (in Spec) Suits(g dataset.Generator) bool {
	if g.Features > 0 {
		return in.Table != nil && in.Table.suits(g)
	}
	if in.Points == nil || in.Points.Graph != nil || !slices.Contains(in.Points.Dims, g.Dim) {
		return false // no generator draws edges
	}
	switch in.Points.Target {
	case dataset.Classes:
		return g.Target == dataset.Classes && g.Classes <= in.Points.Classes
	case dataset.Values:
		return g.Target == dataset.Values
	case dataset.Either:
		return g.Target == dataset.Values || g.Target == dataset.Classes && g.Classes <= in.Points.Classes
	}
	return g.Target != dataset.Values
}

// suits reports whether the table takes what a generator makes. One that takes fewer rows than
// that makes by default takes another kind of table, such as one of distances.
func (in *Table) suits(g dataset.Generator) bool {
	most, columns := in.Max, in.Columns
	if most == 0 {
		most = dataset.MaxRows
	}
	if columns == 0 {
		columns = dataset.MaxColumns
	}
	wants := in.Target == g.Target || in.Target == dataset.Either && g.Target != dataset.None
	return wants && g.N <= most && g.Features < columns
}

// Either reports whether the demo takes points, or else a table.
func (in Spec) Either() bool { return in.Points != nil && in.Table != nil }

// Kinds reports whether what the target of a file holds, classes or values, is for the file to say.
func (in Spec) Kinds() bool {
	return in.Points != nil && in.Points.Target == dataset.Either || in.Table != nil && in.Table.Target == dataset.Either
}

// On is the input as it is on data: of points or a table the one of both that these are.
func (in Spec) On(table bool) Spec {
	switch {
	case !in.Either():
		return in
	case table:
		in.Points = nil
		return in
	}
	in.Table = nil
	return in
}

// Task names in one word what the demo works on, as "playground list" writes it.
func (in Spec) Task() string {
	switch {
	case in.Points == nil && in.Table != nil:
		return "table"
	case in.Cells != nil:
		return "cells"
	case in.Points == nil:
		return "own"
	case in.Points.Graph != nil:
		return "graph"
	}
	switch in.Points.Target {
	case dataset.Classes:
		return "classify"
	case dataset.Values:
		return "regress"
	case dataset.Either:
		return "classify or regress"
	}
	return "cluster"
}

// What a demo says to data of the wrong kind.
const (
	makesItsOwn = "<demo> generates its own data and takes no points"
	takesTable  = "<demo> takes a table of named columns, not points"
	takesPoints = "<demo> takes points, not a table"
	takesCells  = "<demo> takes cells, a grid of numbers, not points"
	takesNone   = "<demo> takes no cells"
)

// Takes says why a source is not of the kind that the demo works on; empty if it is. That is known
// before it is loaded.
func (in Spec) Takes(s dataset.Source, id string) say.Phrase {
	fail := func(template string) say.Phrase { return say.Vars{"demo": id}.Text(template) }
	empty := s.Equal(dataset.Source{})
	in = in.On(!s.Table.Empty())
	switch {
	case in.Own() && !empty:
		return fail(makesItsOwn)
	case in.Cells != nil && !empty && s.Cells.Empty():
		return fail(takesCells)
	case in.Cells == nil && !s.Cells.Empty():
		return fail(takesNone)
	case in.Table != nil && !empty && s.Table.Empty():
		return fail(takesTable)
	case in.Points != nil && !s.Table.Empty():
		return fail(takesPoints)
	}
	return ""
}

// Data are what a problem brings.
type Data struct {
	dataset.Set
	HeldOut []dataset.Point
	Table   dataset.Table
	Cells   dataset.Cells
	Layers  dataset.Layers
	Left    dataset.Left // what of a file is not among them
}

// Refuses says why data cannot be taken; empty if they can.
func (in Spec) Refuses(p Data, id string) say.Phrase {
	in = in.On(!p.Table.Empty())
	switch {
	case in.Own():
		if len(p.Points)+len(p.HeldOut) > 0 || !p.Table.Empty() || !p.Cells.Empty() {
			return say.Vars{"demo": id}.Text(makesItsOwn)
		}
		return ""
	case in.Cells != nil:
		return in.Cells.refuses(p, id)
	case !p.Cells.Empty():
		return say.Vars{"demo": id}.Text(takesNone)
	case in.Table != nil:
		return in.Table.refuses(p, id)
	}
	return in.Points.refuses(p, id)
}

// refuses says why the points cannot be taken; empty if they can.
func (in *Points) refuses(p Data, id string) say.Phrase {
	limit := Spec{Points: in}.Limit()
	points := len(p.Points) + len(p.HeldOut)
	v := say.Vars{"demo": id, "n": points, "most": limit, "dim": p.Dim, "dims": fmt.Sprint(in.Dims), "taken": in.Classes}
	switch {
	case !p.Table.Empty():
		return v.Text(takesPoints)
	case points > limit && in.Graph != nil:
		return v.Text("<n> nodes are too many: <demo> takes at most <most>")
	case points > limit:
		return v.Text("<n> points are too many: <demo> takes at most <most>")
	case in.Graph == nil && (len(p.Edges) > 0 || p.Directed):
		return v.Text("<demo> takes points without edges, not a graph")
	case in.Graph != nil && p.Directed && !in.Graph.Directed:
		return v.Text("<demo> takes undirected graphs: weights must be symmetric")
	case !slices.Contains(in.Dims, p.Dim):
		return v.Text("the points have <dim> input columns; <demo> takes <dims>")
	case in.Target == dataset.Classes && p.Target != dataset.Classes:
		return v.Text("<demo> needs a class label for every point: a column y of numbers or words")
	case in.Target == dataset.Values && p.Target == dataset.None:
		return v.Text("<demo> needs a value for every point: a column y")
	case in.Target == dataset.Either && p.Target == dataset.None:
		return v.Text("<demo> needs a class or a value for every point: a column y")
	case in.Target == dataset.None && len(p.HeldOut) > 0:
		return v.Text("<demo> is unsupervised: points cannot be held out")
	case p.Target == dataset.Classes && (in.Target == dataset.Classes || in.Target == dataset.Either) && max(len(dataset.Counts(p.Points)), len(dataset.Counts(p.HeldOut))) > in.Classes:
		all := p.Set
		all.Points = slices.Concat(p.Points, p.HeldOut)
		names := all.ClassNames()
		v["classes"], v["labels"] = len(names), listed(names)
		return v.Text("the points have <classes> classes (<labels>); <demo> takes at most <taken>: choose a demo for more, or leave out the others")
	}
	return ""
}

// refuses says why the table cannot be taken; empty if it can.
func (in *Table) refuses(p Data, id string) say.Phrase {
	t, limit := p.Table, Spec{Table: in}.Limit()
	columns := in.Columns
	if columns == 0 {
		columns = dataset.MaxColumns
	}
	v := say.Vars{"demo": id, "rows": len(t.Rows), "most": limit, "columns": len(t.Columns), "taken": columns}
	switch {
	case len(p.Points)+len(p.HeldOut) > 0 || p.Dim > 0:
		return v.Text(takesTable)
	case len(t.Rows) > limit:
		return v.Text("<rows> rows are too many: <demo> takes at most <most>")
	case len(t.Columns) > columns:
		return v.Text("<columns> columns are too many: <demo> takes at most <taken>")
	}
	target := t.Target()
	if target >= 0 {
		v["column"], v["n"], v["most"] = say.Given(t.Columns[target].Name), t.Different(target), dataset.MaxClasses
	}
	switch {
	case in.Target == dataset.None && target >= 0:
		return v.Text("<demo> is unsupervised: <column> cannot be its target")
	case in.Target != dataset.None && target < 0 && !t.Empty():
		return v.Text("<demo> needs to know which column is the target")
	case in.Target == dataset.Classes && target >= 0 && t.Columns[target].Kind != dataset.Words:
		if t.Different(target) <= dataset.MaxClasses {
			return v.Text("<demo> needs classes: <column> holds <n> different numbers. Choose another target, or load the file with <column>:class")
		}
		return v.Text("<demo> needs at most <most> classes: <column> holds <n> different numbers. Choose another target, or a demo that fits values")
	case in.Target == dataset.Values && target >= 0 && t.Columns[target].Kind != dataset.Numbers:
		return v.Text("<demo> needs a target of numbers: <column> holds words. Choose another target, or a classification demo")
	}
	if !in.Words {
		for i, c := range t.Columns {
			if c.Kind == dataset.Words && i != target {
				v["column"] = say.Given(c.Name)
				return v.Text("<demo> needs numeric features: the column <column> is categorical")
			}
		}
	}
	return ""
}
