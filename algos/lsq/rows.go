package lsq

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// Rows are the columns of numbers with their target, as points or a table have them.
type Rows struct {
	Columns [][]float64
	Y       []float64
	Names   []say.Phrase // of the columns
	Target  say.Phrase   // the name of the target
	Called  []string     // the names of the rows; nil where they have none
	from    []int        // of a column of a table: its place among the inputs of a row
}

// ReadPoints takes the coordinates of points.
func ReadPoints(p algos.Problem) Rows {
	d := Rows{Target: "y"}
	names := p.Columns()
	for k := range p.Dim {
		column := make([]float64, len(p.Points))
		for i, q := range p.Points {
			column[i] = q.X[k]
		}
		d.Columns, d.Names = append(d.Columns, column), append(d.Names, say.Given(names[k]).Phrase())
	}
	for _, q := range p.Points {
		d.Y = append(d.Y, q.Y)
	}
	return d
}

// ReadTable takes the columns of numbers. A column of words that are all different gives
// the rows their names; words that repeat are refused by a sentence, which may say the
// <name> of their column.
func ReadTable(table dataset.Table, repeated string) (Rows, error) {
	var d Rows
	input := 0
	for k, c := range table.Columns {
		column := make([]float64, len(table.Rows))
		for i, row := range table.Rows {
			column[i] = row[k]
		}
		name := say.Given(c.Name)
		if c.Wanted {
			d.Y, d.Target = column, name.Phrase()
			continue
		}
		switch {
		case c.Kind == dataset.Numbers:
			d.Columns, d.Names, d.from = append(d.Columns, column), append(d.Names, name.Phrase()), append(d.from, input)
		case !different(column):
			return d, algos.Refuse(say.Vars{"name": name}.Text(repeated))
		case d.Called == nil:
			for i := range table.Rows {
				d.Called = append(d.Called, table.Text(i, k))
			}
		}
		input++
	}
	return d, nil
}

// different reports whether no value is there twice.
func different(column []float64) bool {
	sorted := slices.Sorted(slices.Values(column))
	return len(slices.Compact(sorted)) == len(column)
}

// Inputs are the numbers among the inputs of a row of the table, where names may stand
// between them.
func (d Rows) Inputs(row []float64) []float64 {
	out := make([]float64, len(d.from))
	for j, k := range d.from {
		out[j] = row[k]
	}
	return out
}
