// Package sheet reads tables for trees: numbers below named columns, and a target of classes or of values.
package sheet

import (
	"embed"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// Words are the files of the package, which refuses tables in the name of the demos.
//
//go:embed *.go *.json
var Words embed.FS

// MaxColumns is the most columns of numbers besides the target.
const MaxColumns = 10

// A Sheet is the columns that trees ask about, and their target.
type Sheet struct {
	Names   []string    // of the columns
	X       [][]float64 // the columns, each with a number a row
	Target  string      // the name of the target
	Y       []int       // the classes of the rows; 0 where the target has values
	Classes []string    // the names of the classes; nil where the target has values
	Values  []float64   // the values of the rows; nil where the target has classes
	Rows    []string    // the names of the rows; nil where they have none
	from    []int       // of a column: its place among the inputs of the table
}

// Read reads a table. A column of words that are all different gives the rows their names.
func Read(table dataset.Table) (Sheet, error) {
	var s Sheet
	if len(table.Rows) == 0 {
		return s, algos.Refuse("The table has no samples yet.")
	}
	input := 0
	for k, c := range table.Columns {
		column := make([]float64, len(table.Rows))
		for i, row := range table.Rows {
			column[i] = row[k]
		}
		if c.Wanted {
			s.target(c, column)
			continue
		}
		switch {
		case c.Kind == dataset.Numbers:
			s.Names, s.X, s.from = append(s.Names, c.Name), append(s.X, column), append(s.from, input)
		case !different(column):
			return s, algos.Refuse(say.Vars{"name": say.Given(c.Name)}.Text(
				"The column <name> is a categorical feature. These trees split numeric features: encode it as 0 and 1, or remove it. Only texts that " +
					"are all different may stay, as names of the samples."))
		case s.Rows == nil:
			for i := range table.Rows {
				s.Rows = append(s.Rows, table.Text(i, k))
			}
		}
		input++
	}
	switch n := len(s.X); {
	case s.Target == "":
		return s, algos.Refuse("The table has no target: choose the column that the trees predict.")
	case n > MaxColumns:
		return s, algos.Refuse(say.Vars{"inputs": n, "most": MaxColumns}.Text(
			"<inputs> numeric features are too many: keep at most <most> and the target."))
	case n == 0:
		return s, algos.Refuse("There is no numeric feature besides the target.")
	case len(s.Classes) > dataset.MaxClasses:
		return s, algos.Refuse(say.Vars{"classes": len(s.Classes), "most": dataset.MaxClasses}.Text(
			"<classes> classes are too many: at most <most> have colours and shapes."))
	}
	return s, nil
}

func (s *Sheet) target(c dataset.Column, column []float64) {
	s.Target, s.Y = c.Name, make([]int, len(column))
	if c.Kind == dataset.Numbers {
		s.Values = column
		return
	}
	s.Classes = c.Words
	for i, x := range column {
		s.Y[i] = int(x)
	}
}

// different reports whether no value is there twice.
func different(column []float64) bool {
	sorted := slices.Sorted(slices.Values(column))
	return len(slices.Compact(sorted)) == len(column)
}

// Row are the numbers of a row.
func (s Sheet) Row(i int) []float64 {
	out := make([]float64, len(s.X))
	for j, column := range s.X {
		out[j] = column[i]
	}
	return out
}

// Inputs are the numbers among the inputs of a row of the table.
func (s Sheet) Inputs(row []float64) []float64 {
	out := make([]float64, len(s.from))
	for j, k := range s.from {
		out[j] = row[k]
	}
	return out
}

// Named is what people read for a row.
func (s Sheet) Named(i int) any {
	if s.Rows != nil {
		return say.Given(s.Rows[i])
	}
	return say.Row(i).Name()
}

// Points are the rows at their numbers in two columns, with their classes or values.
func (s Sheet) Points(j, k int) dataset.Set {
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Names: dataset.Names{Classes: s.Classes}}
	if s.Values != nil {
		set.Target = dataset.Values
	}
	for i, y := range s.Y {
		p := dataset.Point{X: [2]float64{s.X[j][i], s.X[k][i]}, Y: float64(y)}
		if s.Values != nil {
			p.Y = s.Values[i]
		}
		set.Points = append(set.Points, p)
	}
	return set
}

// Shown are the columns that a reader has chosen, counted from 1: the last one where there are fewer.
func (s Sheet) Shown(across, upwards int) (j, k int) {
	return min(across, len(s.X)) - 1, min(upwards, len(s.X)) - 1
}

// Problem is the problem with the rows at their places in two columns, for pictures of points and of rows.
func (s Sheet) Problem(p algos.Problem, across, upwards int) algos.Problem {
	p.Set = s.Points(s.Shown(across, upwards))
	p.Window = mark.FitWindow(p.Set)
	return p
}

// Board is the board of two columns, of which the problem has the points. Nobody drags its rows: they have more numbers than two.
func (s Sheet) Board(w grid.Window, across, upwards int) mark.Panel {
	j, k := s.Shown(across, upwards)
	return mark.Panel{
		ID: "board", Title: "Board",
		X: mark.Axis{Name: say.Given(s.Names[j]).Phrase(), Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: say.Given(s.Names[k]).Phrase(), Min: w.Y0, Max: w.Y1},
	}
}
