package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"playground/algos/say"
)

// labels turns what stands in the column of a file into classes. Numbers are classes in the order
// of their values, words in the order of their first appearance, whatever they are called: a run
// does not depend on that.
type labels struct {
	texts []string // the different ones, in the order of their first appearance
	place map[string]int
	ninth int // the line of the first that is more than classes can be
}

// add returns the place of a label among the different ones; how the classes are numbered is known
// at the end, see [labels.classes].
func (l *labels) add(t *sheet, k int) (int, error) {
	text := norm.NFC.String(t.fields[k])
	if text == "" {
		return 0, t.bad(k, "the value is missing")
	}
	if i, known := l.place[text]; known {
		return i, nil
	}
	if _, number := labelNumber(text, t.comma); !number {
		if err := CheckName(text); err != nil {
			return 0, t.bad(k, err.Error())
		}
	}
	if l.place == nil {
		l.place = map[string]int{}
	}
	i := len(l.texts)
	if l.place[text] = i; i == MaxClasses {
		l.ninth = t.line
	}
	l.texts = append(l.texts, text)
	return i, nil
}

// A coding says which class each of the different labels is, and what the classes are called.
type coding struct {
	class  []int
	names  []string // nil: −1 and 1, which make a signed set, or 0, 1, 2, …
	signed bool
}

// coding numbers the classes. Where all labels are 1, or all are −1, they count as signed.
func (l *labels) coding(comma rune) coding {
	var c coding
	values := make([]float64, len(l.texts))
	for i, text := range l.texts {
		var ok bool
		if values[i], ok = labelNumber(text, comma); !ok {
			for k := range l.texts {
				c.class = append(c.class, k)
			}
			c.names = l.texts
			return c
		}
	}
	all := distinct(slices.Clone(values))
	switch {
	case signs(all):
		c.signed = len(all) > 0
		for _, y := range values {
			c.class = append(c.class, int(max(y, 0)))
		}
		return c
	case !counted(all):
		c.names = labelNames(all)
	}
	for _, y := range values {
		k, _ := slices.BinarySearch(all, y)
		c.class = append(c.class, k)
	}
	return c
}

// size is how many classes there are.
func (c coding) size() int {
	if len(c.class) == 0 {
		return 0
	}
	return slices.Max(c.class) + 1
}

// labelNumber is the number that a label is, if it is a finite one.
func labelNumber(text string, comma rune) (float64, bool) {
	y, err := parseNumber(text, comma)
	return y, err == nil && !math.IsInf(y, 0) && !math.IsNaN(y)
}

// labelNames are what classes with these numbers for labels are called.
func labelNames(labels []float64) []string {
	names := make([]string, len(labels))
	for k, y := range labels {
		names[k] = format(y)
	}
	return names
}

// wholeName is the whole number that a name is, if it is one.
func wholeName(name string) (int, bool) {
	y, err := strconv.Atoi(name)
	return y, err == nil && strconv.Itoa(y) == name && y >= -MaxAbs && y <= MaxAbs
}

// numberName reports whether a name is a number.
func numberName(name string) bool {
	_, ok := labelNumber(name, ',')
	return ok
}

// allNumbers reports whether classes or words are called by numbers alone.
func allNumbers(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !numberName(name) })
}

// tooMany is the error of more different labels than there can be classes.
func tooMany(line int, column string, texts []string) error {
	var first []string
	for _, text := range texts[:min(len(texts), 3)] {
		first = append(first, clip(text))
	}
	why := say.Vars{"n": len(texts), "most": MaxClasses, "first": say.Given(strings.Join(first, ", "))}.Text(
		"<n> different labels (<first>, …) are too many: at most <most> classes. Choose another target, or a demo that fits values")
	return &CSVError{Line: line, Column: column, Message: why.String(), Why: why}
}

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
	return slices.Equal(labels, []float64{-1, 1}) || counted(labels)
}

// counted reports whether numbers are 0, 1, 2, ….
func counted(labels []float64) bool {
	for k, y := range labels {
		if y != float64(k) {
			return false
		}
	}
	return true
}

// Few reports whether numbers are few whole ones, each several times, as labels of classes are. It
// returns the smallest and the largest.
func Few(all []float64) (low, high float64, ok bool) {
	labels := distinct(slices.Clone(all))
	if len(labels) < 2 || len(labels) > MaxClasses || len(all) < 2*len(labels) {
		return 0, 0, false
	}
	times := make([]int, len(labels))
	for _, y := range all {
		k, _ := slices.BinarySearch(labels, y)
		times[k]++
	}
	for k, y := range labels {
		if times[k] < 2 || y != math.Trunc(y) {
			return 0, 0, false
		}
	}
	return labels[0], labels[len(labels)-1], true
}

// few reports whether a column holds few whole numbers, each several times.
func (t *Table) few(column int) bool {
	if t.Columns[column].Kind != Numbers {
		return false
	}
	_, _, ok := Few(t.values(column))
	return ok
}

// label makes words of the numbers of a column, in the order of the numbers, where they can be
// classes; other columns stay as they are.
func (t *Table) label(column int) {
	if column < 0 || t.Columns[column].Kind != Numbers || len(t.Rows) == 0 {
		return
	}
	labels := t.numbers(column)
	if len(labels) > MaxClasses {
		return
	}
	c := &t.Columns[column]
	c.Kind, c.Words = Words, labelNames(labels)
	for _, row := range t.Rows {
		k, _ := slices.BinarySearch(labels, row[column])
		row[column] = float64(k)
	}
}

// unlabel makes numbers of a column whose words are all labels: as an input it is one of
// numbers again.
func (t *Table) unlabel(column int) {
	c := &t.Columns[column]
	if c.Kind != Words || !allNumbers(c.Words) {
		return
	}
	labels := make([]float64, len(c.Words))
	for k, w := range c.Words {
		labels[k], _ = labelNumber(w, ',')
	}
	c.Kind, c.Words = Numbers, nil
	for _, row := range t.Rows {
		row[column] = labels[int(row[column])]
	}
}

// Label is the number of a class that is called by a whole number, "−1", "0", "1", …, and the
// name of any other.
func Label(name string) any {
	if k, ok := wholeName(name); ok {
		return k
	}
	return name
}

// checkWord says what is wrong with a word of the column. Numbers are words of a target alone.
func (c Column) checkWord(word string) error {
	if c.Wanted && numberName(word) {
		return nil
	}
	return CheckName(word)
}

// checkTyped says what is wrong with a new word that is typed into the column: labels that are
// numbers stay numbers, and words words.
func (c Column) checkTyped(word string) error {
	switch {
	case !c.Wanted || len(c.Words) > 0 && !allNumbers(c.Words):
		return CheckName(word)
	case len(c.Words) > 0 && !numberName(word):
		return fmt.Errorf("%s is no label, such as %s", quote(word), c.Words[0])
	}
	return c.checkWord(word)
}

// values are the numbers of a column.
func (t *Table) values(column int) []float64 {
	all := make([]float64, len(t.Rows))
	for i, row := range t.Rows {
		all[i] = row[column]
	}
	return all
}

// numbers are the different numbers of a column, from the smallest on.
func (t *Table) numbers(column int) []float64 { return distinct(t.values(column)) }

// Different is how many different values a column holds.
func (t *Table) Different(column int) int { return len(t.numbers(column)) }

// distinct are the different numbers among all, which it sorts, from the smallest on.
func distinct(all []float64) []float64 {
	for i := range all {
		all[i] += 0 // no −0
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// As is the set with targets of another kind. Classes become the values of their labels. Values
// that are labels, −1 and 1 or 0, 1, 2, …, become these classes, and few whole numbers, each several
// times, classes of these names; of others those above the median are of the class +1, and the rest of
// the class −1. A set without targets stays one.
func (s Set) As(target Target) Set {
	if s.Target == target || s.Target == None || target != Classes && target != Values {
		return s
	}
	s = s.Clone()
	if target == Values {
		for i, p := range s.Points {
			s.Points[i].Y = s.valueOf(p.Class())
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
	if _, _, few := Few(all); few && labels[0] != -1 {
		s.Names.Classes = labelNames(labels)
		for i, y := range all {
			k, _ := slices.BinarySearch(labels, y)
			s.Points[i].Y = float64(k)
		}
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

// valueOf is the value of the label of class k.
func (s Set) valueOf(k int) float64 {
	if allNumbers(s.Names.Classes) && k < len(s.Names.Classes) {
		if y, ok := labelNumber(s.Names.Classes[k], ','); ok && checkNumber(y) == nil {
			return y
		}
	}
	return float64(s.Label(k))
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
