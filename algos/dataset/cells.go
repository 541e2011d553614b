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
)

// MaxCells is the most rows, and the most columns, of a grid of cells, so that a link can
// hold it and a hand can paint it.
const MaxCells = 64

// Cells are a grid of numbers: an image, a grid world, rows of losses; a curve is one row.
// The zero value is no grid.
type Cells struct {
	Rows, Cols int
	Values     []float64 // row by row
}

// NewCells returns a grid filled with one value.
func NewCells(rows, cols int, value float64) Cells {
	c := Cells{Rows: rows, Cols: cols, Values: make([]float64, rows*cols)}
	for i := range c.Values {
		c.Values[i] = value
	}
	return c
}

// Grid returns the source of a grid of cells. Rows of different lengths are a mistake in a
// program, which [Cells.Check] finds.
func Grid(rows ...[]float64) Source {
	c := Cells{Rows: len(rows)}
	for _, row := range rows {
		c.Cols = len(row)
		c.Values = append(c.Values, row...)
	}
	return Celled(c)
}

// Celled returns the source of a grid of cells.
func Celled(c Cells) Source { return Source{Cells: c} }

// Empty reports whether there is no grid.
func (c Cells) Empty() bool { return c.Rows == 0 && c.Cols == 0 && len(c.Values) == 0 }

// At is the number in a cell, counted from 0.
func (c Cells) At(row, col int) float64 { return c.Values[row*c.Cols+col] }

// Row is one row of the grid, not a copy.
func (c Cells) Row(row int) []float64 { return c.Values[row*c.Cols : (row+1)*c.Cols] }

// Has reports whether the grid has such a cell, counted from 0.
func (c Cells) Has(row, col int) bool { return row >= 0 && row < c.Rows && col >= 0 && col < c.Cols }

// Clone returns a grid that shares no memory with c.
func (c Cells) Clone() Cells {
	c.Values = slices.Clone(c.Values)
	return c
}

// Equal reports whether both grids have the same shape and numbers.
func (c Cells) Equal(d Cells) bool {
	return c.Rows == d.Rows && c.Cols == d.Cols && slices.Equal(c.Values, d.Values)
}

// Check reports a grid of a shape that there is not, and the first number that no grid
// takes. No grid at all is none to complain of.
func (c Cells) Check() error {
	if c.Empty() {
		return nil
	}
	if err := checkShape(c.Rows, c.Cols); err != nil {
		return err
	}
	if len(c.Values) != c.Rows*c.Cols {
		return fmt.Errorf("%d cells in %d rows of %d", len(c.Values), c.Rows, c.Cols)
	}
	for i, x := range c.Values {
		if err := checkNumber(x); err != nil {
			return fmt.Errorf("row %d, column %d: %w", i/c.Cols+1, i%c.Cols+1, err)
		}
	}
	return nil
}

func checkShape(rows, cols int) error {
	if rows < 1 || rows > MaxCells {
		return fmt.Errorf("cells in %d rows: there are from 1 to %d", rows, MaxCells)
	}
	if cols < 1 || cols > MaxCells {
		return fmt.Errorf("cells in %d columns: there are from 1 to %d", cols, MaxCells)
	}
	return nil
}

// Put writes a number into a cell.
func (c *Cells) Put(row, col int, value float64) error {
	if !c.Has(row, col) {
		return fmt.Errorf("there is no cell in row %d and column %d: the first are 0, and there are %d rows and %d columns", row, col, c.Rows, c.Cols)
	}
	if err := checkNumber(value); err != nil {
		return err
	}
	c.Values[row*c.Cols+col] = value + 0 // −0 is written as 0
	return nil
}

// Write puts what people typed into a cell.
func (c *Cells) Write(row, col int, text string) error {
	x, err := parseNumber(strings.TrimSpace(text), '.')
	if errors.Is(err, strconv.ErrSyntax) {
		return fmt.Errorf("%s is not a number", quote(text))
	}
	return c.Put(row, col, x)
}

// Resized is the grid in another shape: what is in both stays where it is, and new cells
// have the given value.
func (c Cells) Resized(rows, cols int, value float64) Cells {
	d := NewCells(rows, cols, value)
	for i := range min(rows, c.Rows) {
		copy(d.Row(i), c.Row(i)[:min(cols, c.Cols)])
	}
	return d
}

// The heads of a grid's text: c6x3, or k6x3 where it is packed.
const (
	plainCells  = 'c'
	packedCells = 'k'
	shapeSep    = "x"
	maxCellText = MaxCells * MaxCells * 25
)

// cellsHead reads the head of a grid's text; false if it is none.
func cellsHead(head string) (rows, cols string, ok bool) {
	if head == "" || head[0] != plainCells && head[0] != packedCells {
		return "", "", false
	}
	rows, cols, ok = strings.Cut(head[1:], shapeSep)
	return rows, cols, ok && rows != "" && cols != "" && strings.Trim(rows+cols, "0123456789") == ""
}

// text writes the shape, and then the numbers, rows apart; empty for no grid.
func (c Cells) text() string {
	if c.Empty() {
		return ""
	}
	var b []byte
	for i := range c.Rows {
		if i > 0 {
			b = append(b, fieldSep...)
		}
		for j, x := range c.Row(i) {
			if j > 0 {
				b = append(b, numberSep...)
			}
			b = appendNumber(b, x)
		}
	}
	return shorter(plainCells, packedCells, strconv.Itoa(c.Rows)+shapeSep+strconv.Itoa(c.Cols), string(b))
}

// parseCells reads what text wrote.
func parseCells(head, rest string) (Cells, error) {
	rowText, colText, _ := cellsHead(head)
	rows, errRows := strconv.Atoi(rowText)
	cols, errCols := strconv.Atoi(colText)
	if errRows != nil || errCols != nil {
		return Cells{}, fmt.Errorf("cells in %s have from 1 to %d rows and columns", quote(head), MaxCells)
	}
	if err := checkShape(rows, cols); err != nil {
		return Cells{}, err
	}
	if head[0] == packedCells {
		var err error
		if rest, err = inflate(rest, maxCellText); err != nil {
			return Cells{}, err
		}
	}
	if n := strings.Count(rest, fieldSep) + 1; n != rows {
		return Cells{}, fmt.Errorf("%d rows of cells instead of %d", n, rows)
	}
	c := Cells{Rows: rows, Cols: cols, Values: make([]float64, 0, rows*cols)}
	for i, row := range strings.Split(rest, fieldSep) {
		if n := strings.Count(row, numberSep) + 1; n != cols {
			return Cells{}, fmt.Errorf("row %d has %d cells instead of %d", i+1, n, cols)
		}
		for j, text := range strings.Split(row, numberSep) {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return Cells{}, fmt.Errorf("row %d, column %d: %s is not a number", i+1, j+1, quote(text))
			}
			c.Values = append(c.Values, x)
		}
	}
	return c, c.Check()
}

// ReadCells reads a grid from a file: rows of numbers of one length, separated as a
// spreadsheet separates them. A first row without any number is a header and is passed over. What is
// wrong with the file is a [*CSVError].
func ReadCells(file io.Reader) (Cells, error) {
	l, err := ReadLayers(file, nil)
	if err != nil {
		return Cells{}, err
	}
	return l[0].Cells, nil
}

// read reads the rows of a file.
func (b *blocks) read(body []byte) error {
	body = bytes.TrimLeft(body, " \r\n")
	r := csv.NewReader(bytes.NewReader(body))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace, r.ReuseRecord = b.separator(body), -1, true, true
	for first := true; ; {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return &CSVError{Message: err.Error()}
		}
		line, _ := r.FieldPos(0)
		if r.Comma == ' ' {
			fields = slices.DeleteFunc(fields, func(f string) bool { return f == "" })
		}
		if name, ok := b.heading(fields, r.Comma); ok {
			if err := b.begin(name, line); err != nil {
				return err
			}
			first = true
			continue
		}
		header := first && wordsAlone(fields, r.Comma)
		first = false
		if blank(fields) || header {
			continue
		}
		if len(b.all) == 0 {
			b.all = Layers{{}}
		}
		if err := b.all[len(b.all)-1].appendRow(fields, r.Comma, line); err != nil {
			return err
		}
	}
	if len(b.all) == 0 {
		return &CSVError{Message: "the file has no cells: it needs rows of numbers"}
	}
	return b.ended()
}

// separator is that of the first line that is no heading.
func (b *blocks) separator(text []byte) rune {
	for len(b.names) > 0 {
		line, rest, more := bytes.Cut(text, []byte("\n"))
		name := strings.ToLower(strings.Trim(string(line), "#:,; \t\r\""))
		if !more || name != "" && !slices.Contains(b.names, name) {
			break
		}
		text = rest
	}
	return cellSeparator(text)
}

// cellSeparator is the separator of a file of numbers: blanks, where its first line has nothing
// else between them.
func cellSeparator(text []byte) rune {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if line = bytes.TrimSpace(line); bytes.ContainsAny(line, ",;\t\"") || !bytes.Contains(line, []byte(" ")) {
		return separator(text)
	}
	return ' '
}

// wordsAlone reports whether no field of a row is a number, as in a header.
func wordsAlone(fields []string, comma rune) bool {
	return !slices.ContainsFunc(fields, func(f string) bool {
		_, err := parseNumber(strings.TrimSpace(f), comma)
		return !errors.Is(err, strconv.ErrSyntax)
	})
}

// appendRow adds a row of a file.
func (c *Cells) appendRow(fields []string, comma rune, line int) error {
	if c.Rows == MaxCells {
		return &CSVError{Line: line, Message: fmt.Sprintf("the rows are too many: at most %d", MaxCells)}
	}
	if n := len(fields); n > MaxCells {
		return &CSVError{Line: line, Message: fmt.Sprintf("%d columns are too many: at most %d", n, MaxCells)}
	}
	if n := len(fields); c.Rows > 0 && n != c.Cols {
		return &CSVError{Line: line, Message: fmt.Sprintf("this row has %d cells, and the first has %d", n, c.Cols)}
	}
	for j, text := range fields {
		text = strings.TrimSpace(text)
		x, err := parseNumber(text, comma)
		switch {
		case text == "":
			err = errors.New("the value is missing")
		case errors.Is(err, strconv.ErrSyntax):
			err = fmt.Errorf("%s is not a number", quote(text))
		default:
			err = checkNumber(x)
		}
		if err != nil {
			return &CSVError{Line: line, Column: strconv.Itoa(j + 1), Message: err.Error()}
		}
		c.Values = append(c.Values, x+0)
	}
	c.Rows, c.Cols = c.Rows+1, len(fields)
	return nil
}

// WriteCells writes a grid so that [ReadCells] reads the same one back.
func WriteCells(w io.Writer, c Cells) error {
	if err := c.Check(); err != nil {
		return err
	}
	var b []byte
	for i := range c.Rows {
		for j, x := range c.Row(i) {
			if j > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendFloat(b, x, 'g', -1, 64)
		}
		b = append(b, '\n')
	}
	_, err := w.Write(b)
	return err
}
