package dataset

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
)

// Limits of a file.
const (
	MaxCSVBytes    = 5 << 20 // of a file of data
	MaxInputs      = 100_000 // rows of a file of inputs
	maxInputsBytes = 16 << 20
)

// Embedded reads a file of points that the program itself carries, see [ReadCSV].
func Embedded(files fs.FS, name string, want Target) Set {
	f, err := files.Open(name)
	if err != nil {
		panic(err) // the file is ours
	}
	defer f.Close()
	s, err := ReadCSV(f, want)
	if err != nil {
		panic(err)
	}
	return s
}

// ReadCSV reads points below a header that names the columns: x1,x2,y and
// x1,x2 in the plane, x,y and x in one dimension, in any order; or names of the
// user's own, of which [File.Guess] says what they are. A column held says by 1 which
// points are held out, and by 0 which are not. What is wrong with the
// file is a [*CSVError].
//
// want says how y is read. For [Classes] it is a label, whatever it is. The labels −1 and 1
// make a signed set, and 0, 1, 2, …, each of them there, are the classes; where all labels are 1
// they count as signed, as they do where all are −1. Other numbers name the classes 0, 1, … in the
// order of their values, and words in the order of their first appearance. For [Values] y is a
// number. For [None] it is not looked at. A file without y is a set without a
// target, whatever is wanted. A heading y:class or y:value says what the column y holds.
func ReadCSV(r io.Reader, want Target) (Set, error) {
	f, err := OpenCSV(r)
	if err != nil {
		return Set{}, err
	}
	c, err := f.Guess(want, nil)
	if err != nil {
		return Set{}, err
	}
	return f.Points(c, want)
}

// ReadInputs reads the places at which a model is asked for predictions, a file
// with the columns x1 and x2, or x where dim is 1. A column y is not looked at.
// Where the inputs have names, they may stand in the header instead, among any
// others.
func ReadInputs(r io.Reader, dim int, names ...string) ([][2]float64, error) {
	t, err := newSheet(r, maxInputsBytes, MaxInputs)
	if err != nil {
		return nil, err
	}
	cutMark(t.columns)
	var where at
	if len(names) == dim && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(t.columns, n) }) {
		where, err = t.find(Columns{X: names})
	} else {
		where, err = t.standard()
	}
	if err != nil {
		return nil, err
	}
	if len(where.x) != dim {
		names := [...]string{1: "x", 2: "x1 and x2"}
		return nil, &CSVError{Line: t.line, Message: fmt.Sprintf("the inputs are the columns %s; this model was made for %s", names[len(where.x)], names[dim])}
	}
	var places [][2]float64
	for {
		switch err := t.next(); err {
		case nil:
		case io.EOF:
			return places, nil
		default:
			return nil, err
		}
		x, err := t.inputs(where)
		if err != nil {
			return nil, err
		}
		places = append(places, x)
	}
}

// inputs returns the inputs of the current row.
func (t *sheet) inputs(where at) (x [2]float64, err error) {
	for i, k := range where.x {
		if x[i], err = t.number(k); err != nil {
			return x, err
		}
	}
	return x, nil
}

// name numbers the classes of points whose Y is the place of their label, and names them. A column
// that numbers the words says the order, and otherwise their first appearance among the points.
func (s *Set) name(l labels, codes *codes, t *sheet, y int) error {
	if s.Target != Classes {
		return nil
	}
	c := l.coding(t.comma)
	if c.size() > MaxClasses {
		return tooMany(l.ninth, t.columns[y], l.texts)
	}
	coded := false
	if c.names != nil && !allNumbers(c.names) {
		if by := codes.of(y); by != nil {
			c, coded = by.coding(l.texts), true
		}
	}
	for i, p := range s.Points {
		s.Points[i].Y = float64(c.class[p.Class()])
	}
	s.Signed, s.Names.Classes = c.signed, c.names
	if !coded && !allNumbers(c.names) {
		s.renumber()
	}
	return nil
}

// Marks are what a file says of its target beside its name, for who would take it for another
// one: the zero value says nothing.
type Marks struct {
	Target bool // the heading says which column it is and what it holds, as in species:class
	Code   bool // a column numbers classes that are called by words
}

// WriteCSV writes points so that [ReadCSV] reads the same ones back, to the
// last bit. Names stand in the header, and instead of labels; classes that are called by words
// are read back in the order of their first appearance, and those without points are not.
func WriteCSV(w io.Writer, s Set) error { return WriteMarked(w, s, Marks{}) }

// WriteMarked is [WriteCSV] with marks.
func WriteMarked(w io.Writer, s Set, m Marks) error {
	if err := s.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	header := []string{"x1", "x2", "y"}
	if s.Dim == 1 {
		header = []string{"x", "y"}
	}
	header = header[:len(s.letters())]
	if len(s.Names.Columns) > 0 {
		header = s.Columns()
		if header[0] == "x" {
			header[0] = "x₁" // x alone would stand for the playground's own columns
		}
	}
	columns := len(header)
	m.Code = m.Code && s.Target == Classes && !slices.Contains(header, codeColumn)
	if m.Target && s.Target != None {
		header[s.Dim] = markedHeading(header[s.Dim], s.Target)
	}
	if m.Code {
		header = append(header[:columns:columns], codeColumn)
		columns++
	}
	if s.Held > 0 {
		header = append(header[:columns:columns], heldHeading(header))
	}
	_, _ = b.Write(appendRow(nil, header)) // Flush reports the first failure
	var line []byte
	row := make([]string, len(header))
	for i, p := range s.Points {
		if s.Held > 0 {
			row[columns] = "0"
			if i >= s.Learnt() {
				row[columns] = "1"
			}
		}
		for k := range s.Dim {
			row[k] = strconv.FormatFloat(p.X[k], 'g', -1, 64)
		}
		switch s.Target {
		case Classes:
			row[s.Dim] = s.written(p.Class())
		case Values:
			row[s.Dim] = strconv.FormatFloat(p.Y, 'g', -1, 64)
		}
		if m.Code {
			row[s.Dim+1] = strconv.Itoa(s.code(p.Class()))
		}
		line = appendRow(line[:0], row)
		_, _ = b.Write(line)
	}
	return b.Flush()
}

// written is the label of class k in a file: where one class is called by a word, all are.
func (s Set) written(k int) string {
	switch {
	case s.named(k):
		return s.Names.Classes[k]
	case len(s.Names.Classes) == 0 || s.wholeNames():
		return strconv.Itoa(s.Label(k))
	}
	return "class " + strconv.Itoa(s.Label(k))
}
