package session

import (
	"errors"
	"regexp"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/param"
	"playground/web/wire"
)

// A dataFile is a file that a client brings, and how it is to be read.
type dataFile struct {
	bytes   []byte // nil: there is none
	columns *wire.Columns
	reading *wire.Reading
}

// fileOf is the file of a message: a text, or bytes in any encoding.
func fileOf(m *wire.Client) dataFile {
	f := dataFile{bytes: m.File, columns: m.Columns, reading: m.Reading}
	if m.CSV != nil {
		f.bytes = append([]byte{}, *m.CSV...)
	}
	return f
}

// options are those of the reader; a sample is drawn by the seed.
func (f dataFile) options(seed uint64) (sheet.Options, error) {
	if f.reading == nil {
		return sheet.Options{}, nil
	}
	o, err := sheet.ParseOptions(f.reading.Options())
	o.Seed = seed
	if err != nil {
		return o, refusedField("reading", dataset.Unread(err))
	}
	return o, nil
}

// withFile returns the recipe with the points of a file, or the table or the graph, and what the file
// was read as.
func (d *document) withFile(f dataFile, table bool) (algos.Recipe, input.Reading, error) {
	r, in := d.recipe, d.whole.Input
	var c dataset.Columns
	switch {
	case table && in.Table == nil:
		return r, input.Reading{}, noTable(d.whole)
	case !table && in.Points == nil:
		return r, input.Reading{}, noBoard(d.whole)
	case table:
		in.Points = nil
	default:
		in.Table = nil
	}
	o, err := f.options(r.Seed)
	if err != nil {
		return r, input.Reading{}, err
	}
	if f.columns != nil {
		c = f.columns.Dataset()
	}
	read, err := in.Read(f.bytes, c, o)
	if err != nil {
		return r, read, err
	}
	if table && c.Y == "" && read.Guess.Why != dataset.Marked && read.Source.Table.KeepTarget(r.Data.Table) {
		read.Guess = read.Source.Table.Guess(dataset.Chosen)
	}
	r.Data, r.Window = read.Source, grid.Window{}
	return r, read, nil
}

// flags are those of the command line in a message, in parentheses: " (-missing drop)".
var flags = regexp.MustCompile(`\s?[(（]-[a-z]+[^)）]*[)）]`)

// How much of a file is shown before it is loaded.
const (
	previewRows  = 6  // points, or rows of a table, as they would be loaded
	previewLines = 10 // rows as they stand in the file
)

// preview tells what a file holds. It changes nothing; where the file cannot be loaded it says why, and
// what helps.
func (s *session) preview(f dataFile, table bool) error {
	d := s.doc
	r, read, err := d.withFile(f, table)
	if in := d.whole.Input.Points; err != nil && read.File != nil && !table && len(read.Columns.X) == 0 {
		c, _ := read.File.Suggest(in.Target, in.Dims) // what is missing is said below
		if f.columns != nil && f.columns.As != "" {
			c.As = f.columns.As
		}
		f.columns = wire.ColumnsOf(c)
		if len(c.X) > 0 {
			r, read, err = d.withFile(f, table)
		}
	}
	if read.File != nil && table && len(read.Columns.X) == 0 && read.File.Features(d.whole.Input.Table.Target) > dataset.MaxFeatures {
		// The reader chooses among more columns than a table can have; the first ones are a proposal.
		c := read.File.SuggestTable(d.whole.Input.Table.Target)
		if read.Columns.Y != "" {
			c.Y, c.As = read.Columns.Y, read.Columns.As
		}
		f.columns = &wire.Columns{Y: c.Y, As: c.As, Features: c.X}
		r, read, err = d.withFile(f, table)
	}
	if err == nil {
		_, err = d.check(d.whole, r)
	}
	var refused *wire.Error
	if errors.As(err, &refused) && read.File == nil {
		return err
	}
	p := &wire.Preview{Rows: [][3]float64{}, Target: "none"}
	s.tellFile(p, f, read, table)
	if err == nil {
		p.Guess = d.whole.Input.Says(read.Guess).In(s.book())
	} else {
		// The page has menus and buttons for what the command line has flags for.
		p.Problem = flags.ReplaceAllString(refusal(refusedField("csv", err), s.book()).Message, "")
		for _, c := range input.Cures(err) {
			p.Cures = append(p.Cures, wire.Cure{Option: c.Option, Value: c.Value, Text: c.Text.In(s.book())})
		}
		s.out.preview = p
		return nil
	}
	switch {
	case read.File == nil:
		edges := len(read.Source.Set.Edges)
		p.Edges = &edges
		fillPreview(p, read.Source.Set, d.whole)
	case table:
		p.Total, p.Table = len(read.Source.Table.Rows), wire.TableOf(read.Source.Table, previewRows)
	default:
		fillPreview(p, read.Source.Set, d.whole)
	}
	s.out.preview = p
	return nil
}

// tellFile says how a file was read, what its columns are taken for, and its first rows.
func (s *session) tellFile(p *wire.Preview, f dataFile, read input.Reading, table bool) {
	file, in := read.File, s.doc.whole.Input
	if file == nil {
		return
	}
	if in.Either() && !table {
		p.Wide = in.Wide(file)
	}
	told := file.Told(read.Columns)
	p.Read, p.Sheets = dataset.Phrase(told.Say()).In(s.book()), told.Guess.Sheets
	g, header := told.Guess, sheet.NoHeader
	if g.Header {
		header = sheet.WithHeader
	}
	found := wire.ReadingOf(sheet.Options{Encoding: g.Encoding, Separator: g.Separator, Decimal: g.Decimal, Header: header, Sheet: g.Sheet}.Text())
	if f.reading != nil {
		found.Missing, found.Sample = f.reading.Missing, f.reading.Sample
	}
	p.Found = &found
	if table {
		p.Columns = &wire.Columns{Y: read.Guess.Column, As: read.Columns.As, Features: read.Columns.X}
	} else {
		p.Columns = wire.ColumnsOf(read.Columns)
	}
	for _, h := range file.Header {
		p.Headings = append(p.Headings, wire.Heading{
			Name: h.Name, Number: h.Number, Kind: h.Kind.String(), Role: read.Role(h), First: h.First,
		})
	}
	for _, row := range told.Rows[:min(previewLines, len(told.Rows))] {
		var line []string
		if told.Guess.RowNames {
			line = append(line, row.Name)
		}
		for _, c := range row.Cells {
			line = append(line, param.Clip(c.Text))
		}
		p.Lines = append(p.Lines, line)
	}
}

// refusedField refuses what a field of a message holds, in the reader's language where it is said in
// several.
func refusedField(field string, err error) error {
	var said *wire.Error
	var known *param.Error
	if errors.As(err, &said) || errors.As(err, &known) {
		return err
	}
	var bad *dataset.CSVError
	if errors.As(err, &bad) && bad.Phrase() != "" {
		return &param.Error{Field: field, Message: bad.Phrase()}
	}
	return wire.Refuse(wire.BadField, field, "%v", err)
}
