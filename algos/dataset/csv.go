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
// x1,x2 in the plane, x,y and x in one dimension, in any order. What is wrong
// with the file is a [*CSVError].
//
// want says how y is read. For [Classes] it is a label: −1 and 1, which make a
// signed set, or 0, 1, 2, …; where all labels are 1 they count as signed, as
// they do where all are −1. For [Values] y is a number. For [None] it is not
// looked at. A file without y is a set without a target, whatever is wanted.
func ReadCSV(r io.Reader, want Target) (Set, error) {
	t, err := newTable(r, MaxCSVBytes, MaxPoints)
	if err != nil {
		return Set{}, err
	}
	s := Set{Target: want}
	if s.Dim, err = t.dim(); err != nil {
		return Set{}, err
	}
	if !slices.Contains(t.columns, "y") {
		s.Target = None
	}
	var labels labels
	for {
		switch err := t.next(); err {
		case nil:
		case io.EOF:
			s.Signed = s.Target == Classes && labels.signed(s.Points)
			return s, nil
		default:
			return Set{}, err
		}
		var p Point
		if p.X, err = t.inputs(s.Dim); err != nil {
			return Set{}, err
		}
		switch s.Target {
		case Classes:
			p.Y, err = labels.class(t)
		case Values:
			p.Y, err = t.number("y")
		}
		if err != nil {
			return Set{}, err
		}
		s.Points = append(s.Points, p)
	}
}

// ReadInputs reads the places at which a model is asked for predictions, a file
// with the columns x1 and x2, or x where dim is 1. A column y is not looked at.
func ReadInputs(r io.Reader, dim int) ([][2]float64, error) {
	t, err := newTable(r, maxInputsBytes, MaxInputs)
	if err != nil {
		return nil, err
	}
	got, err := t.dim()
	if err != nil {
		return nil, err
	}
	if got != dim {
		names := [...]string{1: "x", 2: "x1 and x2"}
		return nil, &CSVError{Line: t.line, Message: fmt.Sprintf("the inputs are the columns %s; this model was made for %s", names[got], names[dim])}
	}
	var at [][2]float64
	for {
		switch err := t.next(); err {
		case nil:
		case io.EOF:
			return at, nil
		default:
			return nil, err
		}
		x, err := t.inputs(dim)
		if err != nil {
			return nil, err
		}
		at = append(at, x)
	}
}

// inputs returns the inputs of the current row.
func (t *table) inputs(dim int) (x [2]float64, err error) {
	if dim == 1 {
		x[0], err = t.number("x")
		return x, err
	}
	if x[0], err = t.number("x1"); err != nil {
		return x, err
	}
	x[1], err = t.number("x2")
	return x, err
}

// labels turns the labels of a file into classes. Which convention a file
// follows shows in its first −1 or its first label other than ±1.
type labels struct {
	minus, other int // lines of the first label −1 and the first that is not ±1
	first        int // that first other label
}

// class returns the class of the current row if the label is −1 or 1 and the
// file signed, or else the label itself. The label 1 is class 1 in both.
func (l *labels) class(t *table) (float64, error) {
	y, err := t.label()
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
		return 0, &CSVError{Line: t.line, Column: "y", Message: fmt.Sprintf("labels are -1 and 1, or 0, 1, 2, …: line %d has -1 and line %d has %d", l.minus, l.other, l.first)}
	}
	return float64(max(y, 0)), nil
}

func (l *labels) signed(points []Point) bool { return l.other == 0 && len(points) > 0 }

// WriteCSV writes points so that [ReadCSV] reads the same ones back, to the
// last bit.
func WriteCSV(w io.Writer, s Set) error {
	if err := s.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	header := "x1,x2"
	if s.Dim == 1 {
		header = "x"
	}
	if s.Target != None {
		header += ",y"
	}
	_, _ = b.WriteString(header + "\n") // Flush reports the first failure
	var row []byte
	for _, p := range s.Points {
		row = strconv.AppendFloat(row[:0], p.X[0], 'g', -1, 64)
		if s.Dim == 2 {
			row = append(row, ',')
			row = strconv.AppendFloat(row, p.X[1], 'g', -1, 64)
		}
		switch s.Target {
		case Classes:
			row = append(row, ',')
			row = strconv.AppendInt(row, int64(s.Label(p.Class())), 10)
		case Values:
			row = append(row, ',')
			row = strconv.AppendFloat(row, p.Y, 'g', -1, 64)
		}
		_, _ = b.Write(append(row, '\n'))
	}
	return b.Flush()
}
