package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	files "playground/algos/dataset/sheet"
	"playground/algos/say"
)

// A CSVError says what is wrong with a CSV file, and where.
type CSVError struct {
	Line    int    // counted from 1; 0 where the whole file is meant
	Column  string // the column's name; empty where the whole line is meant
	Message string
	Why     say.Phrase // the message, where other languages have it; see [CSVError.Phrase]
	Err     error      // of the package sheet, where that says it
}

func (e *CSVError) Unwrap() error { return e.Err }

func (e *CSVError) Error() string {
	switch {
	case e.Line == 0:
		return e.Message
	case e.Column == "":
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Message)
}

// A sheet goes through the rows of a file that the package sheet has read.
type sheet struct {
	file     *files.Sheet
	comma    rune
	columns  []string
	shift    int // 1 where names of the rows are the first column
	headLine int // of the header
	line     int // of the current row
	fields   []string
	cells    []files.Cell // of the current row, behind the name that it may have
	rows     int
	needed   []int // columns: rows where one has no value are left out
}

// newSheet reads a file of at most maxBytes and its header.
func newSheet(r io.Reader, maxBytes int64, maxRows int) (*sheet, error) {
	file, err := readFile(r, maxBytes)
	if err != nil {
		return nil, err
	}
	s, err := files.Read(file, files.Options{Missing: files.Keep, MaxBytes: max(1, len(file)), MaxRows: maxRows})
	if err != nil {
		return nil, Unread(err)
	}
	return rowsOfSheet(s), nil
}

// readFile reads a file of at most maxBytes.
func readFile(r io.Reader, maxBytes int64) ([]byte, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(file)) > maxBytes {
		return nil, &CSVError{Message: fmt.Sprintf("the file is larger than %d KiB", maxBytes>>10)}
	}
	return file, nil
}

// readText reads a text of at most maxBytes in any encoding, with the line ends of a program.
func readText(r io.Reader, maxBytes int64) ([]byte, error) {
	text, err := readFile(r, maxBytes)
	if err != nil {
		return nil, err
	}
	plain, err := files.Text(text)
	if err != nil {
		return nil, Unread(err)
	}
	return []byte(lineEnds.Replace(plain)), nil
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Unread is the error of a file that cannot be read, of the package sheet.
func Unread(err error) error {
	var e *files.Error
	if !errors.As(err, &e) {
		return err
	}
	return &CSVError{Line: e.Line, Column: e.Column, Message: e.Message(), Why: Phrase(e.Say()), Err: e}
}

// rowsOfSheet goes through the rows of a file. Values that are missing are an error where they are
// used, see [sheet.need].
func rowsOfSheet(s *files.Sheet) *sheet {
	t := &sheet{file: s, comma: ',', headLine: s.Guess.HeadLine, line: s.Guess.HeadLine}
	if s.Guess.RowNames {
		t.columns, t.shift = append(t.columns, ""), 1
	}
	for _, c := range s.Columns {
		if s.Guess.Header && !c.Given {
			c.Name = ""
		}
		t.columns = append(t.columns, c.Name)
	}
	return t
}

// need says in which columns a value must stand. Rows where one is missing are left out, or else they
// are an error that says how many values are.
func (t *sheet) need(columns []int, drop bool) error {
	e, lines := t.lacking(columns)
	switch {
	case e.Count == 0:
		return nil
	case !drop:
		return Unread(e)
	case len(lines) == len(t.file.Rows):
		e.Kind = files.NoneLeft
		return Unread(e)
	}
	t.needed = columns
	return nil
}

// lacking finds the values that are missing in columns, and the lines where any is.
func (t *sheet) lacking(columns []int) (e *files.Error, lines []int) {
	e = &files.Error{Kind: files.MissingValue}
	for _, r := range t.file.Rows {
		before := e.Count
		for _, k := range columns {
			if k < t.shift || !r.Cells[k-t.shift].Missing {
				continue
			}
			if e.Count++; e.Count == 1 {
				e.Line, e.Column, e.Found = r.Line, t.columns[k], r.Cells[k-t.shift].Text
			}
		}
		if e.Count > before {
			lines = append(lines, r.Line)
		}
	}
	e.Rows, e.Limit = len(lines), len(t.file.Rows)
	return e, lines
}

// all are the places of all columns.
func (t *sheet) all() []int {
	at := make([]int, len(t.columns))
	for k := range at {
		at[k] = k
	}
	return at
}

// places are where the chosen columns stand; those that there are not are left out.
func (t *sheet) places(c Columns) []int {
	var at []int
	for k, name := range t.columns {
		if name != "" && (slices.Contains(c.X, name) || name == c.Y) {
			at = append(at, k)
		}
	}
	return at
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
		if files.NeedsQuotes(f) || len(fields) == 1 && strings.Contains(f, " ") {
			b = append(append(append(b, '"'), strings.ReplaceAll(f, `"`, `""`)...), '"')
		} else {
			b = append(b, f...)
		}
	}
	return append(b, '\n')
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

// next moves to the next row; it returns io.EOF after the last. Numbers with other marks
// than those of a program become what a program writes.
func (t *sheet) next() error {
	lacks := func(k int) bool { return k >= t.shift && t.file.Rows[t.rows].Cells[k-t.shift].Missing }
	for t.rows < len(t.file.Rows) && slices.ContainsFunc(t.needed, lacks) {
		t.rows++
	}
	if t.rows == len(t.file.Rows) {
		return io.EOF
	}
	r := t.file.Rows[t.rows]
	t.rows++
	t.line, t.fields, t.cells = r.Line, t.fields[:0], r.Cells
	if t.file.Guess.RowNames {
		t.fields = append(t.fields, r.Name)
	}
	for k, c := range r.Cells {
		text := c.Text
		if c.Missing {
			text = "" // whatever stands for it, such as NA
		}
		if c.Is && t.file.Columns[k].Kind == files.Numbers {
			// 1.234 with decimal commas is 1234.
			if g := t.file.Guess; g.Thousands || g.PerCent || g.Decimal == ',' {
				text = strconv.FormatFloat(c.Number, 'g', -1, 64)
			}
		}
		t.fields = append(t.fields, text)
	}
	return nil
}

// counts reports whether a column of that name numbers the rows, such as id: whole numbers, each
// larger than the one before it.
func (t *sheet) counts(k int) bool {
	if !slices.Contains([]string{"id", "index", "idx", "nr", "no", "row", "obs", "#"}, strings.ToLower(strings.Trim(t.columns[k], ". "))) {
		return k < t.shift
	}
	last := math.Inf(-1)
	for _, r := range t.file.Rows {
		c := r.Cells[k-t.shift]
		if !c.Is || c.Number != math.Trunc(c.Number) || c.Number <= last {
			return false
		}
		last = c.Number
	}
	return true
}

// blank reports whether no field has a text.
func blank(fields []string) bool {
	return !slices.ContainsFunc(fields, func(f string) bool { return f != "" })
}

// bad says what is wrong with column k of the current row.
func (t *sheet) bad(k int, message string) error {
	return &CSVError{Line: t.line, Column: t.columns[k], Message: message}
}

// parsed is the number in column k of the current row, as the package sheet has read it, or as
// parseNumber reads what is no finite number.
func (t *sheet) parsed(k int) (float64, error) {
	if k >= t.shift && t.cells[k-t.shift].Is {
		return t.cells[k-t.shift].Number, nil
	}
	return parseNumber(t.fields[k], t.comma)
}

// number returns the number in column k of the current row.
func (t *sheet) number(k int) (float64, error) {
	text := t.fields[k]
	if text == "" {
		return 0, t.bad(k, "the value is missing")
	}
	x, err := t.parsed(k)
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
