package dataset

import (
	"fmt"
	"slices"
	"strconv"
)

// labelled reports whether the numbers of a column are labels of classes, as those of
// points are: −1 and 1, or 0, 1, 2, …, each of them there, and one of them twice.
func (t *Table) labelled(column int) bool {
	return t.Columns[column].Kind == Numbers && areLabels(t.numbers(column), len(t.Rows))
}

// areLabels reports whether the different numbers among n, from the smallest on, are labels.
func areLabels(labels []float64, n int) bool {
	if len(labels) < 2 || len(labels) > MaxClasses || len(labels) == n {
		return false
	}
	if slices.Equal(labels, []float64{-1, 1}) {
		return true
	}
	for k, y := range labels {
		if y != float64(k) {
			return false
		}
	}
	return true
}

// label makes words of the numbers of a column where they are labels of classes, in the
// order of the numbers, so that class k is called k. Other columns stay as they are.
func (t *Table) label(column int) {
	if column < 0 || !t.labelled(column) {
		return
	}
	labels := t.numbers(column)
	c := &t.Columns[column]
	c.Kind, c.Words = Words, nil
	for _, y := range labels {
		c.Words = append(c.Words, strconv.FormatFloat(y, 'f', -1, 64))
	}
	for _, row := range t.Rows {
		k, _ := slices.BinarySearch(labels, row[column])
		row[column] = float64(k)
	}
}

// unlabel makes numbers of a column whose words are all labels: as an input it is one of
// numbers again.
func (t *Table) unlabel(column int) {
	c := &t.Columns[column]
	if c.Kind != Words || len(c.Words) == 0 {
		return
	}
	labels := make([]float64, len(c.Words))
	for k, w := range c.Words {
		y, ok := Label(w).(int)
		if !ok {
			return
		}
		labels[k] = float64(y)
	}
	c.Kind, c.Words = Numbers, nil
	for _, row := range t.Rows {
		row[column] = labels[int(row[column])]
	}
}

// Label is the number of a class that is called as labels are, "−1", "0", "1", …, and the
// name of any other.
func Label(name string) any {
	if k, err := strconv.Atoi(name); err == nil && k >= -1 && k < MaxClasses && strconv.Itoa(k) == name {
		return k
	}
	return name
}

// checkWord says what is wrong with a word of the column. Labels are words of a target
// alone, and not beside others.
func (c Column) checkWord(word string) error {
	first := word // the word of the first row says what the column has
	if len(c.Words) > 0 {
		first = c.Words[0]
	}
	switch {
	case !c.Wanted || !isLabel(first):
		return CheckName(word)
	case !isLabel(word):
		return fmt.Errorf("%s is no label, such as %s", quote(word), first)
	}
	return nil
}

func isLabel(word string) bool {
	_, ok := Label(word).(int)
	return ok
}

// numbers are the different numbers of a column, from the smallest on.
func (t *Table) numbers(column int) []float64 {
	all := make([]float64, len(t.Rows))
	for i, row := range t.Rows {
		all[i] = row[column]
	}
	return distinct(all)
}

// distinct are the different numbers among all, which it sorts, from the smallest on.
func distinct(all []float64) []float64 {
	for i := range all {
		all[i] += 0 // no −0
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// As is the set with targets of another kind. Classes become the values of their labels. Values
// that are labels, −1 and 1 or 0, 1, 2, …, become these classes; of others those above the
// median are of the class +1, and the rest of the class −1. A set without targets stays one.
func (s Set) As(target Target) Set {
	if s.Target == target || s.Target == None || target != Classes && target != Values {
		return s
	}
	s = s.Clone()
	if target == Values {
		for i, p := range s.Points {
			s.Points[i].Y = float64(s.Label(p.Class()))
		}
		s.Target, s.Signed, s.Names.Classes = Values, false, nil
		return s
	}
	all := make([]float64, len(s.Points))
	for i, p := range s.Points {
		all[i] = p.Y
	}
	labels := distinct(slices.Clone(all))
	s.Target, s.Signed = Classes, false
	if areLabels(labels, len(all)) && labels[0] == 0 {
		return s
	}
	s.Signed = true
	if len(all) == 0 {
		return s
	}
	at := border(all, labels)
	for i, p := range s.Points {
		s.Points[i].Y = 0
		if p.Y > at {
			s.Points[i].Y = 1
		}
	}
	return s
}

// border parts numbers in two: it is the median, or where no number is larger the next one below.
func border(all, labels []float64) float64 {
	slices.Sort(all)
	median := all[(len(all)-1)/2]
	if k := len(labels) - 1; k > 0 && labels[k] == median {
		return labels[k-1]
	}
	return median
}
