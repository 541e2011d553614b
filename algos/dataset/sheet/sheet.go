// Package sheet reads rows of cells as people have them: with any usual separator, decimal
// mark, encoding and line end, with a header or without. What a file does not say is
// guessed; each guess is told, and can be overridden.
//
// It knows nothing of points or classes, see [playground/algos/dataset].
package sheet

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
)

// Limits of a file where [Options] have none.
const (
	MaxBytes   = 5 << 20
	MaxRows    = 2000
	MaxColumns = 100
)

// Options override what would be guessed. The zero value guesses everything, and refuses
// missing values.
type Options struct {
	Encoding  string // as in [Guess]
	Separator byte   // a comma, semicolon, tab, bar or blank (runs of them); 0: guessed
	Decimal   byte   // '.' or ','; the other one marks thousands; 0: guessed
	Header    Header
	Comment   byte // the first byte of a line that is not read; 0: '#' and '%'
	Missing   Missing
	// Sheet is the one of a workbook that is read, by its name or its number from 1 among those in sight;
	// empty: the first one.
	Sheet string
	// Use are the columns whose missing values matter; nil for all.
	Use []string
	// MaxBytes, MaxRows and MaxColumns are limits; 0: those of the package.
	MaxBytes, MaxRows, MaxColumns int
	// Sample takes MaxRows rows of a longer file at random, in the order of the file,
	// instead of refusing it.
	Sample bool
	Seed   uint64 // of the sample
}

// Header says whether the first row names the columns.
type Header int

// What the first row may be.
const (
	GuessHeader Header = iota
	WithHeader
	NoHeader
)

// Missing says what becomes of rows with missing values.
type Missing int

// What may be done with missing values.
const (
	Refuse Missing = iota
	Drop           // leave their rows out
	Keep           // as they are, for a preview
)

// A Sheet is a file that was read.
type Sheet struct {
	Columns []Column
	Rows    []Row
	Guess   Guess
}

// A Column is a column of a sheet.
type Column struct {
	Name  string // unique within the sheet
	Given bool   // the name stands in the file so, or made unique
	Kind  Kind
}

// Kind is what most cells of a column hold.
type Kind int

// What a column may hold.
const (
	Numbers Kind = iota
	Words
	Dates
)

func (k Kind) String() string { return [...]string{"numbers", "words", "dates"}[k] }

// A Row is a row below the header.
type Row struct {
	Line  int    // of the file, counted from 1
	Name  string // as R writes it in front of the row; empty without one
	Cells []Cell
}

// A Cell is a value of a row.
type Cell struct {
	Text    string // as written, without blanks around it, with composed letters
	Number  float64
	Is      bool // Number is what Text says; it is finite
	Missing bool
}

// Guess is what was found out about a file.
type Guess struct {
	Encoding  string // "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030" or "windows-1252"
	Separator byte   // 0: there is one column
	Decimal   byte   // '.' or ','
	Decimals  bool   // some number has a decimal mark
	Thousands bool   // some number has a thousands mark
	PerCent   bool   // some number has a per cent sign; 10 % is read as 10
	Header    bool   // the first row names the columns
	HeadLine  int    // of the file, where the first row is
	RowNames  bool   // names of the rows stood in front of them, and are no column
	Comments  int    // lines of comments
	Rows      int    // of the file below the header, with those that a sample or Drop left out
	Sampled   bool   // rows were drawn at random
	Dropped   []int  // lines of rows that were left out for a missing value
	// Missing values stand in MissingRows of the rows that were read, those left out among them.
	Missing, MissingRows int
	Codes                []string // columns of codes of two letters, among which NA is no missing value
	Renamed              []string // columns that got a number, since another has their name
	Empty                []string // columns with a name and no value, which are skipped
	// Of a workbook: the sheet that was read, all in sight, and how many are hidden; rows above the
	// header, such as a title, that were skipped.
	Sheet          string
	Sheets         []string
	Hidden, Titles int
}

// A field is a cell as it is scanned.
type field struct {
	text   string
	quoted bool
	word   bool // no number, although it could be read as one
	// Of a workbook: known is a number with a point whatever the decimal mark is, formula one without a
	// result.
	known, formula bool
	number         form // how it is written, once that was looked at
}

// A record is a row as it is scanned.
type record struct {
	line   int
	fields []field
	at     []int // of a workbook: the columns of the fields, as long as empty ones are none
}

// Read reads a file. What is wrong with it is an [*Error].
func Read(file []byte, o Options) (*Sheet, error) {
	o.MaxBytes = cmp.Or(o.MaxBytes, MaxBytes)
	o.MaxRows = cmp.Or(o.MaxRows, MaxRows)
	o.MaxColumns = cmp.Or(o.MaxColumns, MaxColumns)
	if len(file) > o.MaxBytes {
		return nil, &Error{Kind: TooLarge, Count: len(file), Limit: o.MaxBytes}
	}
	if err := refuse(file); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(file, []byte(packed)) {
		return readWorkbook(file, o)
	}
	text, encoding, err := decode(file, o.Encoding)
	if err != nil {
		return nil, err
	}
	s := &Sheet{Guess: Guess{Encoding: encoding}}
	line := 1
	if sep, rest, ok := declared(text); ok {
		text, line = rest, 2
		if o.Separator == 0 {
			o.Separator = sep
		}
	}
	s.Guess.Separator = o.Separator
	if o.Separator == 0 {
		s.Guess.Separator = separator(text, o.Comment)
	}
	records, comment, err := s.scan(scanner{text: text, line: line, sep: s.Guess.Separator, comment: o.Comment}, o)
	if err != nil {
		return nil, err
	}
	if err := s.build(records, comment, o); err != nil {
		return nil, err
	}
	return s, nil
}

// scan returns the records that are not blank, at most one more than the limit of rows, and
// the last comment in front of them. Guess.Rows becomes the number of all.
func (s *Sheet) scan(t scanner, o Options) (records []record, comment string, err error) {
	k := newKeeper(o)
	k.records = make([]record, 0, max(1, min(o.MaxRows, lines(t.text))+1))
	for {
		r, err := t.next()
		if err != nil {
			return nil, "", err
		}
		if r.fields == nil {
			break
		}
		if blank(r.fields) {
			continue
		}
		if len(r.fields) > 2*o.MaxColumns+2 { // blank columns do not count, but are bounded
			return nil, "", &Error{Kind: TooManyColumns, Line: r.line, Count: len(r.fields), Limit: o.MaxColumns}
		}
		if k.total == 1 && isRule(r.fields) {
			continue
		}
		if k.total == 0 {
			comment = t.last
		}
		k.add(r)
	}
	s.Guess.Comments = t.comments
	s.Guess.Rows = k.total
	if k.total == 0 {
		return nil, "", &Error{Kind: Empty}
	}
	return k.sorted(), comment, nil
}

// A keeper keeps the first records, or the first one and a sample of the others.
type keeper struct {
	o       Options
	random  *rand.Rand
	records []record
	fields  []field // room for those of the next records
	total   int     // of the records that it was shown
}

func newKeeper(o Options) *keeper {
	return &keeper{o: o, random: rand.New(rand.NewPCG(o.Seed, 1))}
}

// add shows it a record, whose fields may be overwritten afterwards.
func (k *keeper) add(r record) {
	k.total++
	at := len(k.records)
	if k.total <= k.o.MaxRows+1 {
		k.records = append(k.records, r)
	} else {
		if !k.o.Sample {
			return
		}
		if at = k.random.IntN(k.total-1) + 1; at > k.o.MaxRows {
			return
		}
	}
	r.at = slices.Clone(r.at)
	if n := len(r.fields); at == len(k.records)-1 && n < 256 {
		if len(k.fields) < n {
			k.fields = make([]field, min(1024, 8*n*(at+1)))
		}
		copy(k.fields, r.fields)
		r.fields, k.fields = k.fields[:n:n], k.fields[n:]
	} else {
		r.fields = slices.Clone(r.fields)
	}
	k.records[at] = r
}

// sorted are the records in the order of the file.
func (k *keeper) sorted() []record {
	if k.o.Sample && len(k.records) > 0 {
		slices.SortFunc(k.records[1:], func(a, b record) int { return cmp.Compare(a.line, b.line) })
	}
	return k.records
}

// build makes columns and rows of records.
func (s *Sheet) build(records []record, comment string, o Options) error {
	width, names, torn := shape(records, o.Header)
	if torn != nil {
		if s.Guess.Separator != 0 {
			torn.Found = string(s.Guess.Separator)
		}
		return torn
	}
	head := o.Header == WithHeader || names || o.Header == GuessHeader && header(records, width)
	var heading []field
	s.Guess.HeadLine = records[0].line
	switch {
	case head:
		heading, records = records[0].fields, records[1:]
		s.Guess.Rows--
	case comment != "":
		t := scanner{text: comment, line: 1, sep: s.Guess.Separator, comment: 1}
		if r, err := t.next(); err == nil && len(r.fields) == width && !slices.ContainsFunc(r.fields, func(f field) bool { return f.text == "" || f.looksNumber() }) {
			heading, head = r.fields, true
			s.Guess.Comments--
		}
	}
	if names {
		heading = append([]field{{}}, heading...)
		width++
	}
	s.Guess.Header = head
	if s.Guess.Rows > o.MaxRows {
		if !o.Sample {
			return &Error{Kind: TooManyRows, Count: s.Guess.Rows, Limit: o.MaxRows}
		}
		records = records[:min(len(records), o.MaxRows)]
		s.Guess.Sampled = true
	}
	var keep []int
	for k := range width {
		switch {
		case len(records) == 0 || slices.ContainsFunc(records, func(r record) bool { return r.fields[k].text != "" }):
			keep = append(keep, k)
		case k < len(heading) && heading[k].text != "":
			s.Guess.Empty = append(s.Guess.Empty, heading[k].text)
		}
	}
	if head && len(keep) > 1 && keep[0] < len(heading) && heading[keep[0]].text == "" {
		s.Guess.RowNames = true
	}
	at := keep
	if s.Guess.RowNames {
		at = keep[1:]
	}
	if len(at) > o.MaxColumns {
		return &Error{Kind: TooManyColumns, Line: s.Guess.HeadLine, Count: len(at), Limit: o.MaxColumns}
	}
	s.name(heading, at)
	all := tallies(records, at)
	if s.Guess.Decimal = o.Decimal; o.Decimal == 0 {
		decimal, err := s.decimal(all)
		if err != nil {
			return err
		}
		s.Guess.Decimal = decimal
	}
	s.fill(records, keep[:len(keep)-len(at)], at)
	return s.missing(o)
}

// shape returns the number of columns, and whether the rows have a name in front that the
// header does not count, as R writes them: two rows or more have a value more. It takes separators off the ends of rows.
func shape(records []record, h Header) (width int, names bool, err *Error) {
	first := records[0].fields
	full := len(first)
	width = full
	for width > 0 && first[width-1].text == "" {
		width--
	}
	widest, short := 0, len(records) > 2 && h != NoHeader
	for i := range records[1:] {
		r := &records[i+1]
		for len(r.fields) > width && r.fields[len(r.fields)-1].text == "" {
			r.fields = r.fields[:len(r.fields)-1]
		}
		widest = max(widest, len(r.fields))
		short = short && len(r.fields) == width+1
	}
	if widest > width && widest <= full {
		width = widest
		for i := range records[1:] {
			r := &records[i+1]
			for len(r.fields) < width && cap(r.fields) >= width {
				r.fields = r.fields[:len(r.fields)+1] // empty ones that were taken off above
			}
		}
	} else if short {
		records[0].fields = first[:width]
		return width, true, nil
	}
	records[0].fields = first[:width]
	for _, r := range records[1:] {
		if len(r.fields) != width {
			return 0, false, &Error{Kind: Ragged, Line: r.line, Count: len(r.fields), Limit: width}
		}
	}
	return width, false, nil
}

// header guesses whether the first record names the columns: it holds no number, or a word
// above numbers, or years above numbers that are none.
func header(records []record, width int) bool {
	first, rows := records[0].fields, records[1:]
	numbers, years, last := 0, true, 0.0
	for i := range first {
		f := &first[i]
		if !f.looksNumber() {
			continue
		}
		x, ok := number(f.text, '.')
		years = years && ok && len(f.text) == 4 && x >= 1000 && x < 3000 && (numbers == 0 || x == last+1)
		last = x
		numbers++
	}
	if numbers == 0 {
		return true
	}
	for k := range width {
		if first[k].looksNumber() || isMissing(&first[k], true) {
			continue
		}
		n, w := 0, 0
		for _, r := range rows {
			switch {
			case r.fields[k].looksNumber():
				n++
			case !isMissing(&r.fields[k], true):
				w++
			}
		}
		if n > w {
			return true
		}
	}
	if !years || numbers < 2 {
		return false
	}
	for _, r := range rows {
		for k := range width {
			x, ok := number(r.fields[k].text, '.')
			if first[k].looksNumber() && (!ok || len(r.fields[k].text) != 4 || x < 1000 || x >= 3000) {
				return true
			}
		}
	}
	return false
}

// missing does with rows of missing values what the options say.
func (s *Sheet) missing(o Options) error {
	if s.Guess.Missing == 0 {
		return nil
	}
	e := &Error{Kind: MissingValue, Limit: len(s.Rows)}
	kept := s.Rows[:0:0]
	for i, r := range s.Rows {
		gone := false
		for k, c := range r.Cells {
			if !c.Missing || o.Use != nil && !slices.Contains(o.Use, s.Columns[k].Name) {
				continue
			}
			gone = true
			if e.Count++; e.Count == 1 {
				e.Line, e.Column, e.Found = r.Line, s.Columns[k].Name, c.Text
				kept = append(kept, s.Rows[:i]...)
			}
		}
		switch {
		case gone:
			e.Rows++
			if o.Missing == Drop {
				s.Guess.Dropped = append(s.Guess.Dropped, r.Line)
			}
		case e.Count > 0:
			kept = append(kept, r)
		}
	}
	s.Guess.Missing, s.Guess.MissingRows = e.Count, e.Rows
	switch {
	case e.Count == 0 || o.Missing == Keep:
		return nil
	case o.Missing == Refuse:
		return e
	}
	s.Rows = kept
	return nil
}

// isRule reports whether fields are a line between header and rows, as in tables of Markdown and of
// databases.
func isRule(fields []field) bool {
	for _, f := range fields {
		if f.text != "" && (len(f.text) < 3 || f.quoted || strings.Trim(f.text, "-:+=") != "") {
			return false
		}
	}
	return true
}

// blank reports whether no field has a text.
func blank(fields []field) bool {
	return !slices.ContainsFunc(fields, func(f field) bool { return f.text != "" })
}

// declared reads a first line such as sep=; that some spreadsheets write.
func declared(text string) (sep byte, rest string, ok bool) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return 0, "", false
	}
	first := strings.Trim(text[:end], `"`)
	if len(first) != 5 || !strings.EqualFold(first[:4], "sep=") {
		return 0, "", false
	}
	rest = text[end:]
	if strings.HasPrefix(rest, "\r\n") {
		rest = rest[1:]
	}
	return first[4], rest[1:], true
}
