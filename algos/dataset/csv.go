package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
)

// Limits of a file.
const (
	MaxCSVBytes    = 1 << 20 // of a file of points
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
// want says how y is read. For [Classes] it is a label: −1 and 1, which make a
// signed set, or 0, 1, 2, …; where all labels are 1 they count as signed, as
// they do where all are −1. If the first label is a word, all are: they become
// the classes 0, 1, … in the order of their first appearance. For [Values] y is a
// number. For [None] it is not looked at. A file without y is a set without a
// target, whatever is wanted.
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

// labels turns the labels of a file into classes. Which convention a file
// follows shows in its first label, a word or a number, and in its first −1 or its
// first label other than ±1.
type labels struct {
	words        []string // in the order of their first appearance
	rows         int
	minus, other int // lines of the first label −1 and the first that is not ±1
	first        int // that first other label
}

// class returns the class of the current row: the place of its word, or 0 and 1
// if the label is −1 or 1 and the file signed, or else the label itself. The label
// 1 is class 1 in both.
func (l *labels) class(t *sheet, k int) (float64, error) {
	l.rows++
	if _, err := parseNumber(t.fields[k], t.comma); l.rows == 1 && t.fields[k] != "" && errors.Is(err, strconv.ErrSyntax) || len(l.words) > 0 {
		return l.word(t, k)
	}
	y, err := t.label(k)
	if err != nil {
		return 0, err
	}
	switch {
	case y == -1 && l.minus == 0:
		l.minus = t.line
	case y != -1 && y != 1 && l.other == 0:
		l.other, l.first = t.line, y
	}
	if l.minus > 0 && l.other > 0 {
		return 0, t.bad(k, fmt.Sprintf("labels are -1 and 1, or 0, 1, 2, …: line %d has -1 and line %d has %d", l.minus, l.other, l.first))
	}
	return float64(max(y, 0)), nil
}

// word returns the class that the word of the current row stands for.
func (l *labels) word(t *sheet, k int) (float64, error) {
	word := t.fields[k]
	if word == "" {
		return 0, t.bad(k, "the value is missing")
	}
	i := slices.Index(l.words, word)
	if i >= 0 {
		return float64(i), nil
	}
	if err := CheckName(word); err != nil {
		return 0, t.bad(k, err.Error())
	}
	if len(l.words) == MaxClasses {
		return 0, t.bad(k, fmt.Sprintf("%s is one class too many: at most %d", quote(word), MaxClasses))
	}
	l.words = append(l.words, word)
	return float64(len(l.words) - 1), nil
}

func (l *labels) signed() bool { return l.other == 0 && l.rows > 0 && len(l.words) == 0 }

// WriteCSV writes points so that [ReadCSV] reads the same ones back, to the
// last bit. Names stand in the header, and instead of labels; classes with names
// are read back in the order of their first appearance.
func WriteCSV(w io.Writer, s Set) error {
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
		line = appendRow(line[:0], row)
		_, _ = b.Write(line)
	}
	return b.Flush()
}

// written is the label of class k in a file: where one class has a name, all are
// words.
func (s Set) written(k int) string {
	switch {
	case len(s.Names.Classes) == 0:
		return strconv.Itoa(s.Label(k))
	case s.named(k):
		return s.Names.Classes[k]
	}
	return "class " + strconv.Itoa(s.Label(k))
}
