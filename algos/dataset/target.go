package dataset

import (
	"slices"
	"strings"
)

// usualTargets are the names of a column that is the target where nobody says another,
// in small letters: the playground's own, and that of scikit-learn's frames.
var usualTargets = []string{"y", "target"}

// choose makes a column the target: the one that is called so, or where nobody says one,
// the one that is guessed. Labels become words where classes are wanted, or will do and
// the column is called y or was named.
func (t *Table) choose(line int, want Target, name string) error {
	if want == None {
		return nil
	}
	k := t.guess(want)
	if name != "" {
		if k = t.column(name); k < 0 {
			return &CSVError{Line: line, Column: quote(name), Message: "there is no such column"}
		}
	}
	if name != "" || want == Classes || k >= 0 && t.usual(k) {
		return t.ChooseFor(want, k)
	}
	return t.Choose(k)
}

// ChooseFor makes a column the target of a method, as [Table.Choose] does. Labels become
// words where the method takes classes.
func (t *Table) ChooseFor(want Target, column int) error {
	if err := t.Choose(column); err != nil {
		return err
	}
	if want == Classes || want == Either {
		t.label(column)
	}
	return nil
}

// guess is the place of the column that is probably the target, of the kind that is
// wanted; −1 if there is none. One with a usual name is. Where values are wanted and the
// first column names the rows it is the first column of numbers: so R writes a data frame,
// whose first column is the response of its formula. Else it is the last, as in most
// collections of data. Where either will do, words that tell no rows apart come first.
// Classes may be labels, too: in a column with a usual name, or in the last one of a table
// without words.
func (t *Table) guess(want Target) int {
	if want == Either {
		k := t.guess(Classes)
		if v := t.guess(Values); k < 0 || t.Columns[k].Kind == Numbers && !t.usual(k) || t.namesRows(k) || v >= 0 && t.usual(v) && !t.usual(k) {
			return v
		}
		return k
	}
	kind := Words
	if want == Values {
		kind = Numbers
	}
	for _, name := range usualTargets {
		k := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		if k >= 0 && (t.Columns[k].Kind == kind || want == Classes && t.labelled(k)) {
			return k
		}
	}
	ofKind := func(c Column) bool { return c.Kind == kind }
	if want == Values && t.namesRows(0) {
		return slices.IndexFunc(t.Columns, ofKind)
	}
	for k := len(t.Columns) - 1; k >= 0; k-- {
		if ofKind(t.Columns[k]) {
			return k
		}
	}
	if last := len(t.Columns) - 1; want == Classes && last >= 0 && t.labelled(last) {
		return last
	}
	return -1
}

// usual reports whether a column is called as targets usually are.
func (t *Table) usual(column int) bool {
	return slices.ContainsFunc(usualTargets, func(name string) bool { return strings.EqualFold(t.Columns[column].Name, name) })
}

// namesRows reports whether a column tells the rows apart by words, each another.
func (t *Table) namesRows(column int) bool {
	return column < len(t.Columns) && t.Columns[column].Kind == Words && len(t.Rows) > 1 && len(t.Columns[column].Words) == len(t.Rows)
}

// column is the place of the column with a name; −1 if there is none.
func (t *Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// KeepTarget makes the column the target that is so in another table, if there is one of
// its name and kind: who loads a table again means the same.
func (t *Table) KeepTarget(other Table) {
	k := other.Target()
	if k < 0 {
		return
	}
	was := other.Columns[k]
	if at := t.column(was.Name); at >= 0 && t.Columns[at].Kind == was.Kind {
		_ = t.Choose(at) // it is a column
	}
}
