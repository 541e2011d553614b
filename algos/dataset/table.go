package dataset

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	files "playground/algos/dataset/sheet"
)

// Limits of a table.
const (
	MaxColumns = 12 // ten inputs, a target, and the names of the rows
	MaxRows    = 2000
	MaxWords   = 50 // different words in one column
)

// A Kind says what a column of a table holds.
type Kind int

// The kinds of columns.
const (
	Numbers Kind = iota
	Words
)

// A Column is a named column of a [Table].
type Column struct {
	Name   string
	Kind   Kind
	Words  []string // what the indexes in a column of words stand for
	Wanted bool     // it is the target: what a method is to tell from the others
}

// A Table is rows of numbers and words below named columns, at most one of which
// is the target. The zero value is no table.
type Table struct {
	Columns []Column
	Rows    [][]float64 // of a column of words the index of the word
}

// Empty reports whether there is no table: no columns.
func (t Table) Empty() bool { return len(t.Columns) == 0 }

// Target is the place of the target among the columns; −1 if there is none.
func (t Table) Target() int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Wanted })
}

// Text is what stands in a cell: the word, or the number in its shortest form.
func (t Table) Text(row, column int) string {
	x, c := t.Rows[row][column], t.Columns[column]
	if c.Kind == Words {
		return c.Words[int(x)]
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Clone returns a table that shares no memory with t.
func (t Table) Clone() Table {
	t.Columns, t.Rows = slices.Clone(t.Columns), slices.Clone(t.Rows)
	for k := range t.Columns {
		t.Columns[k].Words = slices.Clone(t.Columns[k].Words)
	}
	for i := range t.Rows {
		t.Rows[i] = slices.Clone(t.Rows[i])
	}
	return t
}

// Equal reports whether both hold the same in the same order.
func (t Table) Equal(u Table) bool {
	return slices.EqualFunc(t.Columns, u.Columns, func(a, b Column) bool {
		return a.Name == b.Name && a.Kind == b.Kind && a.Wanted == b.Wanted && slices.Equal(a.Words, b.Words)
	}) && slices.EqualFunc(t.Rows, u.Rows, slices.Equal)
}

// Check reports the first thing in a table that breaks a limit: too many columns,
// rows or words, a name that no column or word can have, two of the same name, two
// targets, a row of another length, a number that no board takes, or an index
// without a word.
func (t Table) Check() error {
	if n := len(t.Columns); n > MaxColumns {
		return fmt.Errorf("%d columns are too many: at most %d", n, MaxColumns)
	}
	if n := len(t.Rows); n > MaxRows {
		return fmt.Errorf("%d rows are too many: at most %d", n, MaxRows)
	}
	for k, c := range t.Columns {
		if err := t.checkColumn(k); err != nil {
			return fmt.Errorf("column %d: %w", k+1, err)
		}
		if c.Wanted && t.Target() != k {
			return fmt.Errorf("column %d: there is a target already, %s", k+1, quote(t.Columns[t.Target()].Name))
		}
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("row %d has %d values below %d columns", i+1, len(row), len(t.Columns))
		}
		for k, x := range row {
			if err := t.Columns[k].check(x); err != nil {
				return fmt.Errorf("row %d, column %s: %w", i+1, t.Columns[k].Name, err)
			}
		}
	}
	return nil
}

// checkColumn checks the names of a column and its words.
func (t Table) checkColumn(k int) error {
	c := t.Columns[k]
	if err := CheckName(c.Name); err != nil {
		return err
	}
	if slices.ContainsFunc(t.Columns[:k], func(b Column) bool { return b.Name == c.Name }) {
		return fmt.Errorf("the name %s is given twice", quote(c.Name))
	}
	if c.Kind != Words && len(c.Words) > 0 {
		return errors.New("words in a column of numbers")
	}
	if n := len(c.Words); n > MaxWords {
		return fmt.Errorf("%d different words are too many: at most %d", n, MaxWords)
	}
	for i, w := range c.Words {
		if err := c.checkWord(w); err != nil {
			return err
		}
		if slices.Contains(c.Words[:i], w) {
			return fmt.Errorf("the word %s is listed twice", quote(w))
		}
	}
	return nil
}

// check checks a value of the column.
func (c Column) check(x float64) error {
	if c.Kind == Numbers {
		return checkNumber(x)
	}
	if x != math.Trunc(x) || !(x >= 0 && x < float64(len(c.Words))) {
		return fmt.Errorf("%s stands for none of its %d words", format(x), len(c.Words))
	}
	return nil
}

// parse reads what was written into a cell of column k. A new word joins the
// column's words.
func (t *Table) parse(k int, text string, comma rune) (float64, error) {
	c := &t.Columns[k]
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, errors.New("the value is missing")
	}
	text = norm.NFC.String(text)
	if c.Kind == Numbers {
		x, err := parseNumber(text, comma)
		if errors.Is(err, strconv.ErrSyntax) {
			return 0, fmt.Errorf("%s is not a number", quote(text))
		}
		return x, checkNumber(x)
	}
	i := slices.Index(c.Words, text)
	if i >= 0 {
		return float64(i), nil
	}
	if err := c.checkTyped(text); err != nil {
		return 0, err
	}
	if len(c.Words) >= MaxWords {
		return 0, fmt.Errorf("%s is one word too many: at most %d different ones", quote(text), MaxWords)
	}
	c.Words = append(c.Words, text)
	return float64(len(c.Words) - 1), nil
}

// Set writes into a cell what people typed there.
func (t *Table) Set(row, column int, text string) error {
	if row < 0 || row >= len(t.Rows) || column < 0 || column >= len(t.Columns) {
		return fmt.Errorf("there is no cell in row %d and column %d", row, column)
	}
	x, err := t.parse(column, text, '.')
	if err != nil {
		return fmt.Errorf("column %s: %w", t.Columns[column].Name, err)
	}
	t.Rows[row][column] = x
	t.forget(column)
	return nil
}

// Append adds a row of what people typed.
func (t *Table) Append(values []string) error {
	if len(values) != len(t.Columns) || t.Empty() {
		return fmt.Errorf("%d values for %d columns", len(values), len(t.Columns))
	}
	if len(t.Rows) >= MaxRows {
		return fmt.Errorf("%d rows are the most", MaxRows)
	}
	next := t.Clone()
	row := make([]float64, len(values))
	for k, text := range values {
		var err error
		if row[k], err = next.parse(k, text, '.'); err != nil {
			return fmt.Errorf("column %s: %w", t.Columns[k].Name, err)
		}
	}
	next.Rows = append(next.Rows, row)
	*t = next
	return nil
}

// Remove takes rows away; those that there are not are an error.
func (t *Table) Remove(rows []int) error {
	gone := make([]bool, len(t.Rows))
	for _, i := range rows {
		if i < 0 || i >= len(t.Rows) {
			return fmt.Errorf("there is no row %d: the table has %d, and the first is 0", i, len(t.Rows))
		}
		gone[i] = true
	}
	kept := make([][]float64, 0, len(t.Rows))
	for i, row := range t.Rows {
		if !gone[i] {
			kept = append(kept, row)
		}
	}
	t.Rows = kept
	for k := range t.Columns {
		t.forget(k)
	}
	return nil
}

// Clear takes all rows away; the columns stay.
func (t *Table) Clear() {
	t.Rows = nil
	for k := range t.Columns {
		t.forget(k)
	}
}

// Rename calls a column so.
func (t *Table) Rename(column int, name string) error {
	if column < 0 || column >= len(t.Columns) {
		return fmt.Errorf("there is no column %d: there are %d, and the first is 0", column, len(t.Columns))
	}
	next := t.Clone()
	next.Columns[column].Name = strings.TrimSpace(name)
	if err := next.checkColumns(); err != nil {
		return err
	}
	*t = next
	return nil
}

// Choose makes a column the target, the only one; −1 makes none the target. Labels of
// the one before are numbers again.
func (t *Table) Choose(column int) error {
	if column < -1 || column >= len(t.Columns) {
		return fmt.Errorf("there is no column %d: there are %d, and the first is 0", column, len(t.Columns))
	}
	for k := range t.Columns {
		if t.Columns[k].Wanted && k != column {
			t.unlabel(k)
		}
		t.Columns[k].Wanted = k == column
	}
	return nil
}

func (t Table) checkColumns() error {
	for k := range t.Columns {
		if err := t.checkColumn(k); err != nil {
			return err
		}
	}
	return nil
}

// forget drops the words that no row has any more, so that equal tables are
// written alike whatever was done to them. Classes that are numbers keep the order of these.
func (t *Table) forget(column int) {
	c := &t.Columns[column]
	if c.Kind != Words {
		return
	}
	place := make([]int, len(c.Words))
	var words []string
	for i := range t.Rows {
		k := int(t.Rows[i][column])
		if place[k] == 0 {
			words = append(words, c.Words[k])
			place[k] = len(words)
		}
		t.Rows[i][column] = float64(place[k] - 1)
	}
	if c.Words = words; c.Wanted && allNumbers(words) {
		t.unlabel(column)
		t.label(column)
	}
}

// ReadTable reads a table below a header of up to [MaxColumns] names. A column is
// of numbers if its first value is one. Words are counted in the order of their
// first appearance, and numbers that are classes in the order of their values. The target is the
// column that is called target, or where that is empty the one that guess finds. What is wrong
// with the file is a [*CSVError].
func ReadTable(r io.Reader, want Target, target string) (Table, error) {
	t, _, err := ReadTableAs(r, want, Columns{Y: target})
	return t, err
}

// ReadTableAs is [ReadTable] for columns of which some were chosen. It also says
// what the target is, and why.
func ReadTableAs(r io.Reader, want Target, c Columns) (Table, Guess, error) {
	f, err := OpenCSV(r)
	if err != nil {
		return Table{}, Guess{}, err
	}
	return f.Table(want, c)
}

// Table reads the table of the file, with the chosen columns alone where X says any, in the order of
// the file. It also says what the target is, and why.
func (f *File) Table(want Target, c Columns) (Table, Guess, error) {
	s := f.sheet()
	marked := c.Y == "" && f.marked != ""
	if marked && (c.As == "" || c.As == f.as) {
		c.Y, c.As = f.marked, f.as
	}
	if len(c.X) > 0 && c.Y == "" && want != None {
		// The target is another column than those that were chosen for inputs.
		if guess, _ := f.Suggest(want, nil); !slices.Contains(c.X, guess.Y) {
			c.Y, c.As = guess.Y, cmp.Or(c.As, guess.As)
		}
		if c.Y == "" {
			want = None
		}
	}
	if err := s.only(c); err != nil {
		return Table{}, Guess{}, err
	}
	if err := s.need(s.all(), f.drop); err != nil {
		return Table{}, Guess{}, err
	}
	t, err := s.tableHeader()
	if err != nil {
		return t, Guess{}, err
	}
	in := reading{Table: &t}
	for {
		switch err := s.next(); err {
		case nil:
			in.row(s)
			continue
		case io.EOF:
		default:
			return Table{}, Guess{}, err
		}
		if err := in.settle(want, c); err != nil {
			return Table{}, Guess{}, err
		}
		g, err := t.choose(s.headLine, want, c, marked)
		if err != nil {
			return Table{}, g, err
		}
		return t, g, nil
	}
}

// only leaves the chosen columns of the file, where inputs are chosen.
func (s *sheet) only(c Columns) error {
	if len(c.X) == 0 {
		return nil
	}
	var keep []int
	for _, name := range slices.Concat(c.X, []string{c.Y}) {
		k := slices.Index(s.columns, spelt(s.columns, name))
		switch {
		case name == "":
		case k < 0:
			return &CSVError{Line: s.headLine, Column: quote(name), Message: "there is no such column; there are " + clip(strings.Join(s.columns, ", "))}
		case slices.Contains(keep, k):
			return &CSVError{Line: s.headLine, Column: quote(name), Message: "the column is chosen twice"}
		default:
			keep = append(keep, k)
		}
	}
	slices.Sort(keep)
	some := &files.Sheet{Guess: s.file.Guess}
	some.Guess.RowNames = false // they have no name to be chosen by
	for _, k := range keep {
		some.Columns = append(some.Columns, s.file.Columns[k-s.shift])
	}
	for _, r := range s.file.Rows {
		row := files.Row{Line: r.Line}
		for _, k := range keep {
			row.Cells = append(row.Cells, r.Cells[k-s.shift])
		}
		some.Rows = append(some.Rows, row)
	}
	columns := make([]string, len(keep))
	for i, k := range keep {
		columns[i] = s.columns[k] // which may have lost the mark of a target
	}
	*s = *rowsOfSheet(some)
	s.columns = columns
	return nil
}

// Features is how many columns the file has besides a target, without those that number the rows.
func (f *File) Features(want Target) int {
	n := 0
	for _, h := range f.Header {
		if h.Name != "" && !h.Counts && !f.aside(h.Name) {
			n++
		}
	}
	if want != None {
		n--
	}
	return n
}

// SuggestTable says which columns of a file with more than a table can have are probably what: the
// target as [File.Suggest] says, and the first others that do not number the rows.
func (f *File) SuggestTable(want Target) Columns {
	c, _ := f.Suggest(want, nil) // what is wrong with inputs of points is no matter here
	c.X = nil
	for _, h := range f.Header {
		if h.Name != "" && h.Name != c.Y && !h.Counts && !f.aside(h.Name) && len(c.X) < MaxFeatures {
			c.X = append(c.X, h.Name)
		}
	}
	return c
}

// reading is a table that is being read. A column of both numbers and words is an error, unless it
// turns out to be that of the classes.
type reading struct {
	*Table
	cells  [][]string // of the rows
	faults []fault
}

// A fault is what is wrong in a column; mixed says that it is a number among words, or a word among
// numbers.
type fault struct {
	column int
	mixed  bool
	err    error
}

// row reads the current row of a file.
func (r *reading) row(s *sheet) {
	row := make([]float64, len(r.Columns))
	for k, text := range s.fields {
		x, err := s.parsed(k)
		word := errors.Is(err, strconv.ErrSyntax) && text != ""
		if len(r.Rows) == 0 && word {
			r.Columns[k].Kind = Words
		}
		if err == nil && r.Columns[k].Kind == Numbers {
			row[k], err = x, checkNumber(x)
		} else {
			row[k], err = r.parse(k, text, s.comma)
		}
		if err != nil {
			mixed := text != "" && word == (r.Columns[k].Kind == Numbers) && (word || numberName(text))
			r.faults = append(r.faults, fault{k, mixed, s.bad(k, err.Error())})
		}
	}
	r.Rows, r.cells = append(r.Rows, row), append(r.cells, slices.Clone(s.fields))
}

// settle makes words of a target of both numbers and words where classes will do, and returns the
// first fault besides.
func (r *reading) settle(want Target, c Columns) error {
	if len(r.faults) == 0 {
		return nil
	}
	k := -1
	switch {
	case want == Values || want == None || c.As == AsValues:
	case c.Y != "":
		k = r.column(spelt(r.names(), c.Y))
	default:
		k, _ = r.guess(want)
	}
	for _, f := range r.faults {
		if f.column != k || !f.mixed {
			return f.err
		}
	}
	column := &r.Columns[k]
	column.Kind, column.Words = Words, nil
	for i, cells := range r.cells {
		word := norm.NFC.String(cells[k])
		at := slices.Index(column.Words, word)
		if at < 0 {
			at = len(column.Words)
			column.Words = append(column.Words, word)
		}
		r.Rows[i][k] = float64(at)
	}
	return nil
}

// ReadRows reads rows of the inputs of a table, at which a model is asked for
// predictions, a row for each line: the header names the columns, in any order, and a
// column of the target is not looked at. Words are those of the table.
func ReadRows(r io.Reader, t Table) ([][]float64, error) {
	s, err := newSheet(r, maxInputsBytes, MaxInputs)
	if err != nil {
		return nil, err
	}
	cutMark(s.columns)
	var where []int // of the inputs, in the file
	t = t.Clone()
	for _, c := range t.Columns {
		k := slices.Index(s.columns, c.Name)
		if k < 0 && !c.Wanted {
			return nil, &CSVError{Line: s.headLine, Column: quote(c.Name), Message: "there is no such column, and the table has it"}
		}
		where = append(where, k)
	}
	var rows [][]float64
	for {
		switch err := s.next(); err {
		case nil:
		case io.EOF:
			return rows, nil
		default:
			return nil, err
		}
		var row []float64
		for k, at := range where {
			if t.Columns[k].Wanted {
				continue
			}
			known := len(t.Columns[k].Words)
			x, err := t.parse(k, s.fields[at], s.comma)
			if err == nil && len(t.Columns[k].Words) > known {
				err = fmt.Errorf("no row of the table has the word %s", quote(s.fields[at]))
			}
			if err != nil {
				return nil, s.bad(at, err.Error())
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
}

// tableHeader makes the columns of a table of a file's header.
func (s *sheet) tableHeader() (Table, error) {
	if n := len(s.columns); n > MaxColumns {
		return Table{}, &CSVError{Line: s.headLine, Message: fmt.Sprintf("%d columns are too many: at most %d", n, MaxColumns)}
	}
	var t Table
	for k, name := range s.columns {
		if k == 0 && name == "" {
			name = rowNames // as R writes the names of the rows
		}
		t.Columns = append(t.Columns, Column{Name: name})
		if err := t.checkColumn(k); err != nil {
			return Table{}, &CSVError{Line: s.headLine, Column: quote(name), Message: err.Error()}
		}
	}
	return t, nil
}

// rowNames is what a first column without a name is called.
const rowNames = "row"

// WriteTable writes a table so that [ReadTable] reads the same one back, to the
// last bit; words are then in the order of their first appearance.
func WriteTable(w io.Writer, t Table) error { return WriteMarkedTable(w, t, Marks{}) }

// WriteMarkedTable is [WriteTable] with marks. Words have no codes.
func WriteMarkedTable(w io.Writer, t Table, m Marks) error {
	if err := t.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	row := make([]string, len(t.Columns))
	for k, c := range t.Columns {
		if row[k] = c.Name; m.Target && c.Wanted {
			row[k] = markedHeading(c.Name, map[Kind]Target{Words: Classes, Numbers: Values}[c.Kind])
		}
	}
	line := appendRow(nil, row)
	_, _ = b.Write(line) // Flush reports the first failure
	for i := range t.Rows {
		for k := range row {
			row[k] = t.Text(i, k)
		}
		line = appendRow(line[:0], row)
		_, _ = b.Write(line)
	}
	return b.Flush()
}

// The kinds of columns in the text of a table, in capitals for the target.
const (
	kindNumbers = 'n'
	kindWords   = 'w'
)

// maxTableText bounds the text of a table, inflated.
const maxTableText = MaxRows*MaxColumns*25 + MaxColumns*(MaxWords+1)*(6*MaxName+1)

// tableHead reports whether a text begins like a table's.
func tableHead(head string) bool {
	return len(head) > 1 && (head[0] == plainTable || head[0] == packedTable) && strings.Trim(head[1:], "0123456789") == ""
}

// text writes the columns, and then the rows; empty for no table.
func (t Table) text() string {
	if t.Empty() {
		return ""
	}
	var b []byte
	for k, c := range t.Columns {
		if k > 0 {
			b = append(b, fieldSep...)
		}
		kind := byte(kindNumbers)
		if c.Kind == Words {
			kind = kindWords
		}
		if c.Wanted {
			kind -= 'a' - 'A'
		}
		b = appendName(append(b, kind), c.Name)
		for _, w := range c.Words {
			b = appendName(append(b, numberSep...), w)
		}
	}
	for _, row := range t.Rows {
		b = append(b, fieldSep...)
		for k, x := range row {
			if k > 0 {
				b = append(b, numberSep...)
			}
			b = appendNumber(b, x)
		}
	}
	return shorter(plainTable, packedTable, strconv.Itoa(len(t.Columns)), string(b))
}

// parseTable reads what text wrote.
func parseTable(head, rest string) (Table, error) {
	n, err := strconv.Atoi(head[1:])
	if err != nil || n < 1 || n > MaxColumns {
		return Table{}, fmt.Errorf("a table in %s has from 1 to %d columns", quote(head), MaxColumns)
	}
	if head[0] == packedTable {
		if rest, err = inflate(rest, maxTableText); err != nil {
			return Table{}, err
		}
	}
	if strings.Count(rest, fieldSep) > MaxColumns+MaxRows {
		return Table{}, fmt.Errorf("a table has at most %d rows", MaxRows)
	}
	fields := strings.Split(rest, fieldSep)
	if len(fields) < n {
		return Table{}, fmt.Errorf("%d columns instead of %d", len(fields), n)
	}
	var t Table
	for k, f := range fields[:n] {
		c, err := parseColumn(f)
		if err != nil {
			return Table{}, fmt.Errorf("column %d: %w", k+1, err)
		}
		t.Columns = append(t.Columns, c)
	}
	for i, f := range fields[n:] {
		numbers := strings.Split(f, numberSep)
		if len(numbers) != n {
			return Table{}, fmt.Errorf("row %d has %d values instead of %d", i+1, len(numbers), n)
		}
		row := make([]float64, n)
		for k, text := range numbers {
			if row[k], err = strconv.ParseFloat(text, 64); err != nil {
				return Table{}, fmt.Errorf("row %d: %s is not a number", i+1, quote(text))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, t.Check()
}

func parseColumn(text string) (Column, error) {
	bad := fmt.Errorf("%s is none: its first letter must be one of n, w, N and W", quote(text))
	if text == "" {
		return Column{}, bad
	}
	var c Column
	switch text[0] {
	case kindNumbers:
	case kindWords:
		c.Kind = Words
	case kindNumbers - ('a' - 'A'):
		c.Wanted = true
	case kindWords - ('a' - 'A'):
		c.Kind, c.Wanted = Words, true
	default:
		return c, bad
	}
	parts := strings.Split(text[1:], numberSep)
	for i, p := range parts {
		name, err := parseName(p)
		if err != nil {
			return c, err
		}
		if i == 0 {
			c.Name = name
		} else {
			c.Words = append(c.Words, name)
		}
	}
	return c, nil
}
