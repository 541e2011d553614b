package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A CSVError says what is wrong with a CSV file, and where.
type CSVError struct {
	Line    int    // counted from 1; 0 where the whole file is meant
	Column  string // the column's name; empty where the whole line is meant
	Message string
}

func (e *CSVError) Error() string {
	switch {
	case e.Line == 0:
		return e.Message
	case e.Column == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Message)
}

// A table reads rows of numbers below a header of column names, as people and
// spreadsheets write them: separated by commas, semicolons or tabs, with a
// decimal comma where that does not separate, quoted or not, with a byte order
// mark or without.
type table struct {
	csv     *csv.Reader
	comma   rune
	columns []string
	line    int      // of the current row
	fields  []string // of the current row
	rows    int
	maxRows int
}

// newTable reads a file of at most maxBytes and its header.
func newTable(r io.Reader, maxBytes int64, maxRows int) (*table, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > maxBytes {
		return nil, &CSVError{Message: fmt.Sprintf("the file is larger than %d KiB", maxBytes>>10)}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, &CSVError{Message: "the file is not UTF-8 text: save it as CSV in UTF-8"}
	}
	t := &table{csv: csv.NewReader(bytes.NewReader(text)), comma: separator(text), maxRows: maxRows}
	t.csv.Comma = t.comma
	t.csv.FieldsPerRecord = -1
	t.csv.TrimLeadingSpace = t.comma != '\t' // a leading tab is an empty field
	t.csv.ReuseRecord = true
	if err := t.read(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, &CSVError{Message: "the file is empty: it needs a header such as x1,x2,y"}
		}
		return nil, err
	}
	return t, t.header()
}

// separator is the first of tab, semicolon and comma that the header holds.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	for _, c := range "\t;" {
		if bytes.ContainsRune(head, c) {
			return c
		}
	}
	return ','
}

func (t *table) header() error {
	number := false
	for _, f := range t.fields {
		_, err := strconv.ParseFloat(f, 64)
		number = number || err == nil
	}
	if number {
		return &CSVError{Line: t.line, Message: "the first line must be a header such as x1,x2,y"}
	}
	for _, f := range t.fields {
		name := strings.ToLower(f)
		switch {
		case !slices.Contains([]string{"x1", "x2", "x", "y"}, name):
			return &CSVError{Line: t.line, Column: quote(f), Message: "unknown column; the columns are x1,x2,y or x,y"}
		case slices.Contains(t.columns, name):
			return &CSVError{Line: t.line, Column: name, Message: "the column stands here twice"}
		}
		t.columns = append(t.columns, name)
	}
	return nil
}

// dim returns 1 for a file with the column x, 2 for x1 and x2.
func (t *table) dim() (int, error) {
	x, x1, x2 := slices.Contains(t.columns, "x"), slices.Contains(t.columns, "x1"), slices.Contains(t.columns, "x2")
	switch {
	case x && !x1 && !x2:
		return 1, nil
	case x1 && x2 && !x:
		return 2, nil
	}
	return 0, &CSVError{Line: t.line, Message: "the inputs must be the columns x1 and x2, or x alone"}
}

// next moves to the next row; it returns io.EOF after the last. Rows without a
// single value are forgiven at the end of the file only, where spreadsheets
// leave them.
func (t *table) next() error {
	if err := t.read(); err != nil {
		return err
	}
	if blank(t.fields) {
		at := t.line
		for blank(t.fields) {
			if err := t.read(); err != nil {
				return err
			}
		}
		return &CSVError{Line: at, Message: "every value is missing"}
	}
	if t.rows++; t.rows > t.maxRows {
		return &CSVError{Line: t.line, Message: fmt.Sprintf("too many rows: at most %d", t.maxRows)}
	}
	if len(t.fields) != len(t.columns) {
		return &CSVError{Line: t.line, Message: fmt.Sprintf("%d values below a header of %d columns", len(t.fields), len(t.columns))}
	}
	return nil
}

func (t *table) read() error {
	record, err := t.csv.Read()
	if err != nil {
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			return &CSVError{Line: bad.Line, Message: "a quotation mark is out of place"}
		}
		return err
	}
	t.line, _ = t.csv.FieldPos(0)
	t.fields = record
	for i, f := range t.fields {
		t.fields[i] = strings.TrimSpace(f)
	}
	return nil
}

func blank(fields []string) bool {
	return !slices.ContainsFunc(fields, func(f string) bool { return f != "" })
}

// number returns the number in the named column of the current row.
func (t *table) number(column string) (float64, error) {
	text := t.fields[slices.Index(t.columns, column)]
	bad := func(message string) (float64, error) {
		return 0, &CSVError{Line: t.line, Column: column, Message: message}
	}
	if text == "" {
		return bad("the value is missing")
	}
	plain := strings.Replace(text, "−", "-", 1)
	if t.comma != ',' && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(plain, 64)
	if errors.Is(err, strconv.ErrRange) {
		return bad(fmt.Sprintf("%s is too large: at most %g on either side of 0", quote(text), MaxAbs))
	}
	if err != nil {
		return bad(quote(text) + " is not a number")
	}
	if err := checkNumber(x); err != nil {
		return bad(err.Error())
	}
	return x, nil
}

// label returns the whole number in the column y of the current row.
func (t *table) label() (int, error) {
	y, err := t.number("y")
	if err != nil {
		return 0, err
	}
	if y != math.Trunc(y) || y < -1 || y >= MaxClasses {
		return 0, &CSVError{Line: t.line, Column: "y", Message: fmt.Sprintf("the label %s is neither -1 or 1 nor a whole number from 0 to %d", format(y), MaxClasses-1)}
	}
	return int(y), nil
}
