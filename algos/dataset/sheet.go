package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"playground/algos/say"
)

// A CSVError says what is wrong with a CSV file, and where.
type CSVError struct {
	Line    int    // counted from 1; 0 where the whole file is meant
	Column  string // the column's name; empty where the whole line is meant
	Message string
	Why     say.Phrase // the message, where other languages have it; see [CSVError.Phrase]
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

// A sheet reads rows below a header of column names, as people and spreadsheets
// write them: separated by commas, semicolons or tabs, with a
// decimal comma where that does not separate, quoted or not, with a byte order
// mark or without.
type sheet struct {
	csv      *csv.Reader
	comma    rune
	columns  []string
	headLine int      // of the header
	line     int      // of the current row
	fields   []string // of the current row
	rows     int
	maxRows  int
}

// newSheet reads a file of at most maxBytes and its header.
func newSheet(r io.Reader, maxBytes int64, maxRows int) (*sheet, error) {
	text, err := readText(r, maxBytes)
	if err != nil {
		return nil, err
	}
	return openSheet(text, maxRows)
}

// readText reads a file of at most maxBytes.
func readText(r io.Reader, maxBytes int64) ([]byte, error) {
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
	return text, nil
}

// openSheet reads the header of a file.
func openSheet(text []byte, maxRows int) (*sheet, error) {
	t := &sheet{csv: csv.NewReader(bytes.NewReader(text)), comma: separator(text), maxRows: maxRows}
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

// separator is the first of tab, semicolon and comma that the header holds
// outside of quotation marks.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	quoted := false
	plain := bytes.Map(func(r rune) rune {
		if r == '"' {
			quoted = !quoted
		}
		if quoted {
			return -1
		}
		return r
	}, head)
	for _, c := range "\t;" {
		if bytes.ContainsRune(plain, c) {
			return c
		}
	}
	return ','
}

// appendRow writes the fields of a row; what could be taken for a separator stands
// in quotation marks.
func appendRow(b []byte, fields []string) []byte {
	for k, f := range fields {
		if k > 0 {
			b = append(b, ',')
		}
		if strings.ContainsAny(f, "\",;\t\r\n") {
			b = append(append(append(b, '"'), strings.ReplaceAll(f, `"`, `""`)...), '"')
		} else {
			b = append(b, f...)
		}
	}
	return append(b, '\n')
}

func (t *sheet) header() error {
	for _, f := range t.fields {
		if _, err := strconv.ParseFloat(f, 64); err == nil {
			return &CSVError{Line: t.line, Message: "the first line must be a header such as x1,x2,y"}
		}
	}
	t.columns, t.headLine = slices.Clone(t.fields), t.line
	return nil
}

// letters reports whether the file has the playground's own columns, x1,x2,y or
// x,y: whether one of them is called x1, x2 or x, or all are.
func (t *sheet) letters() bool {
	own := false
	for _, name := range t.columns {
		switch strings.ToLower(name) {
		case "x1", "x2", "x":
			return true
		case "y", heldColumns[0], codeColumn:
		default:
			own = true
		}
	}
	return !own
}

// standardColumns are the playground's own.
var standardColumns = []string{"x1", "x2", "x", "y", heldColumns[0], codeColumn}

// standard says where the columns x1, x2 and y, or x and y, stand; any other
// column is an error, besides the one that says which rows are held out.
func (t *sheet) standard() (at, error) {
	var seen []string
	for _, f := range t.columns {
		name := strings.ToLower(f)
		switch {
		case !slices.Contains(standardColumns, name):
			return at{}, &CSVError{Line: t.headLine, Column: quote(f), Message: "unknown column; the columns are x1,x2,y or x,y"}
		case slices.Contains(seen, name):
			return at{}, &CSVError{Line: t.headLine, Column: name, Message: "the column stands here twice"}
		}
		seen = append(seen, name)
	}
	x, x1, x2 := slices.Index(seen, "x"), slices.Index(seen, "x1"), slices.Index(seen, "x2")
	y := slices.Index(seen, "y")
	switch {
	case x >= 0 && x1 < 0 && x2 < 0:
		return at{x: []int{x}, y: y}, nil
	case x1 >= 0 && x2 >= 0 && x < 0:
		return at{x: []int{x1, x2}, y: y}, nil
	}
	return at{}, &CSVError{Line: t.headLine, Message: "the inputs must be the columns x1 and x2, or x alone"}
}

// at says where the inputs and the target of a file stand; y is −1 where there
// is no target.
type at struct {
	x []int
	y int
}

// next moves to the next row; it returns io.EOF after the last. Rows without a
// single value are forgiven at the end of the file only, where spreadsheets
// leave them.
func (t *sheet) next() error {
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

func (t *sheet) read() error {
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

// bad says what is wrong with column k of the current row.
func (t *sheet) bad(k int, message string) error {
	return &CSVError{Line: t.line, Column: t.columns[k], Message: message}
}

// number returns the number in column k of the current row.
func (t *sheet) number(k int) (float64, error) {
	text := t.fields[k]
	if text == "" {
		return 0, t.bad(k, "the value is missing")
	}
	x, err := parseNumber(text, t.comma)
	if errors.Is(err, strconv.ErrRange) {
		return 0, t.bad(k, fmt.Sprintf("%s is too large: at most %g on either side of 0", quote(text), MaxAbs))
	}
	if err != nil {
		return 0, t.bad(k, quote(text)+" is not a number")
	}
	if err := checkNumber(x); err != nil {
		return 0, t.bad(k, err.Error())
	}
	return x, nil
}

// parseNumber reads a number as people write it: with a true minus and, where a
// comma does not separate, with a decimal comma.
func parseNumber(text string, comma rune) (float64, error) {
	plain := strings.Replace(text, "−", "-", 1)
	if comma != ',' && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	return strconv.ParseFloat(plain, 64)
}
