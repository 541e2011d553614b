package pca

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// Data are columns of numbers.
type data struct {
	columns [][]float64
	names   []say.Phrase
	rows    []string   // the names of the rows; nil where they have none
	table   bool       // they came as a table, of which the board shows two columns
	left    say.Phrase // the column that was left out as a target; empty: none
	where   []int      // of the columns, among the inputs of a row
}

// read takes the points of a board or the columns of a table. Of a table words that are
// all different give the rows their names.
func read(p algos.Problem) (data, error) {
	if !p.Table.Empty() {
		return readTable(p.Table)
	}
	d, names := data{}, p.Columns()
	for k := range p.Dim {
		column := make([]float64, len(p.Points))
		for i, q := range p.Points {
			column[i] = q.X[k]
		}
		d.columns, d.names, d.where = append(d.columns, column), append(d.names, say.Given(names[k]).Phrase()), append(d.where, k)
	}
	return d, nil
}

func readTable(table dataset.Table) (data, error) {
	d := data{table: true}
	if len(table.Rows) < 2 {
		return d, algos.Refuse("One sample has no variance: the table needs at least two.")
	}
	target := targetOf(table)
	for k, c := range table.Columns {
		column := make([]float64, len(table.Rows))
		for i, row := range table.Rows {
			column[i] = row[k]
		}
		name := say.Given(c.Name)
		switch {
		case k == target:
			d.left = name.Phrase()
		case c.Kind == dataset.Numbers:
			d.columns, d.names, d.where = append(d.columns, column), append(d.names, name.Phrase()), append(d.where, k)
		case !different(column):
			return d, algos.Refuse(say.Vars{"name": name}.Text(
				"The column <name> is categorical and has no variance: encode it as 0/1, or drop it. A text column may stay if all its values differ: " +
					"it names the samples."))
		case d.rows == nil:
			for i := range table.Rows {
				d.rows = append(d.rows, table.Text(i, k))
			}
		}
	}
	switch p := len(d.columns); {
	case p > maxColumns:
		return d, algos.Refuse(say.Vars{"columns": p, "most": maxColumns}.Text("<columns> numeric features are too many: keep at most <most>."))
	case p < 2:
		return d, algos.Refuse("PCA needs at least two numeric features.")
	}
	return d, nil
}

// targetOf is the last column where it is called y and all others are x1, x2, …: the
// target of a file that was made for another method. It is −1 in every other table.
func targetOf(t dataset.Table) int {
	last := len(t.Columns) - 1
	if last < 2 || t.Columns[last].Name != "y" {
		return -1
	}
	for k, c := range t.Columns[:last] {
		if c.Name != "x"+strconv.Itoa(k+1) {
			return -1
		}
	}
	return last
}

// different reports whether no value is there twice.
func different(column []float64) bool {
	sorted := slices.Sorted(slices.Values(column))
	return len(slices.Compact(sorted)) == len(column)
}

// row is what people read for a row.
func (d data) row(i int) say.Phrase {
	if d.rows != nil {
		return say.Given(d.rows[i]).Phrase()
	}
	return say.Phrase(say.Row(i).Name())
}

// centred is a column without its mean; one of equal values becomes 0 without rounding.
func centred(column []float64) (out []float64, mean float64) {
	out = make([]float64, len(column))
	if slices.Min(column) == slices.Max(column) {
		return out, column[0]
	}
	n := float64(len(column))
	mean = floats.Sum(column) / n
	for i, x := range column {
		out[i] = x - mean
	}
	// What is left of the mean after it was subtracted is its own rounding.
	rest := floats.Sum(out) / n
	floats.AddConst(-rest, out)
	return out, mean + rest
}

func dot(a, b []float64) float64 { return floats.Dot(a, b) }

// norm is the length of a vector; large and small ones do not over- or underflow.
func norm(a []float64) float64 {
	const small, large = 1e-200, 1e200
	if sum := dot(a, a); sum > small && sum < large {
		return math.Sqrt(sum)
	}
	size := largest(a)
	if size == 0 || math.IsInf(size, 1) {
		return size
	}
	sum := 0.0
	for _, x := range a {
		sum += (x / size) * (x / size)
	}
	return size * math.Sqrt(sum)
}
