package sheet

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Limits of a workbook besides those of any file.
const (
	MaxUnpacked = 16 << 20 // bytes of the parts that are read, 35,000 rows of ten columns
	MaxSheets   = 256
	maxParts    = 4096
	maxStyles   = 1 << 16
	maxSpans    = 1 << 16
	maxStrings  = 1 << 20
	maxMark     = 1 << 20 // bytes of a mark with the text behind it
	lastRow     = 1 << 20
	lastColumn  = 1 << 14
)

// Signatures of a packed file, of a part in its directory, and of what old programs write and where
// new ones put a workbook with a password.
const (
	packed    = "PK\x03\x04"
	listed    = "PK\x01\x02"
	compound  = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	encrypted = "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"
)

// A workbook is a file of a spreadsheet program. Its parts are unpacked only as they are read, and
// only after the directory said that they are not too large.
type workbook struct {
	parts   map[string]*zip.File // by their names in small letters
	opened  map[*zip.File]bool
	bytes   uint64 // of the parts that were opened
	strings []string
	styles  []style
	sheets  []worksheet
	old     bool // days are counted from 1904
}

// A worksheet is a sheet of cells of a workbook.
type worksheet struct {
	name, part string
	hidden     bool
}

// errDamaged is what a workbook is that does not hold together.
var errDamaged = &Error{Kind: Damaged}

// refuse says why a file of a spreadsheet program is not read; nil where it may be.
func refuse(file []byte) error {
	if !bytes.HasPrefix(file, []byte(compound)) {
		return nil
	}
	if bytes.Contains(file, []byte(encrypted)) {
		return &Error{Kind: Password}
	}
	return &Error{Kind: Spreadsheet, Found: ".xls"}
}

// readWorkbook reads a sheet of a workbook.
func readWorkbook(file []byte, o Options) (*Sheet, error) {
	b, err := openWorkbook(file)
	if err != nil {
		return nil, err
	}
	s := &Sheet{Guess: Guess{Encoding: UTF8}}
	sheet, err := b.choose(o.Sheet, &s.Guess)
	if err != nil {
		return nil, err
	}
	records, err := b.records(sheet, o, &s.Guess)
	if err != nil {
		return nil, err
	}
	if err := s.build(records, "", o); err != nil {
		return nil, err
	}
	return s, nil
}

// openWorkbook reads the directory of a workbook, its styles and its texts.
func openWorkbook(file []byte) (*workbook, error) {
	if bytes.Count(file, []byte(listed)) > maxParts {
		return nil, errDamaged
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, errDamaged
	}
	b := &workbook{parts: map[string]*zip.File{}, opened: map[*zip.File]bool{}}
	for _, f := range z.File {
		if name := partName(f.Name); b.parts[name] == nil {
			b.parts[name] = f
		}
	}
	switch {
	case b.parts["content.xml"] != nil && b.parts["mimetype"] != nil:
		return nil, &Error{Kind: Spreadsheet, Found: ".ods"}
	case b.parts["xl/workbook.bin"] != nil:
		return nil, &Error{Kind: Spreadsheet, Found: ".xlsb"}
	case b.parts["index/document.iwa"] != nil || b.parts["index.zip"] != nil:
		return nil, &Error{Kind: Spreadsheet, Found: ".numbers"}
	}
	main := "xl/workbook.xml"
	top, err := b.relations("")
	if err != nil {
		return nil, err
	}
	for _, r := range top {
		if r.kind == "officeDocument" {
			main = r.part
		}
	}
	if b.parts[main] == nil || b.parts["word/document.xml"] != nil || b.parts["ppt/presentation.xml"] != nil {
		return nil, &Error{Kind: NotText}
	}
	return b, b.contents(main)
}

// partName is the name of a part as programs should write it.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// open unpacks a part, if the directory says that it is not too large. Package zip does not read
// more of it than that.
func (b *workbook) open(name string) (io.ReadCloser, error) {
	f := b.parts[name]
	if f == nil {
		return nil, errDamaged
	}
	if !b.opened[f] {
		b.opened[f] = true
		b.bytes += min(f.UncompressedSize64, 1<<40)
	}
	if b.bytes > MaxUnpacked {
		return nil, &Error{Kind: TooLargeUnpacked, Count: int(b.bytes), Limit: MaxUnpacked}
	}
	r, err := f.Open()
	if err != nil {
		return nil, errDamaged
	}
	return r, nil
}

// walk visits the marks and texts of a part.
func (b *workbook) walk(name string, visit func(xml.Token) error) error {
	r, err := b.open(name)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	d := xml.NewDecoder(&guard{r: r})
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errDamaged
		}
		if err := visit(token); err != nil {
			return err
		}
	}
}

// A guard stops at a mark that is too long: a mark is read as a whole, with all its attributes.
type guard struct {
	r   io.Reader
	run int // bytes behind the last <
}

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if k := bytes.LastIndexByte(p[:n], '<'); k >= 0 {
		g.run = n - k
	} else if g.run += n; g.run > maxMark {
		return 0, errDamaged
	}
	return n, err
}

// elements visits the elements of a part.
func (b *workbook) elements(name string, visit func(xml.StartElement) error) error {
	return b.walk(name, func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok {
			return visit(e)
		}
		return nil
	})
}

// attribute is an attribute of an element, whatever its prefix is; empty without one.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A relation is a part that another one refers to.
type relation struct{ id, kind, part string }

// relations are those of a part, or of the whole file.
func (b *workbook) relations(of string) (all []relation, err error) {
	dir, base := path.Split(of)
	name := dir + "_rels/" + base + ".rels"
	if b.parts[name] == nil {
		return nil, nil
	}
	err = b.elements(name, func(e xml.StartElement) error {
		if e.Name.Local != "Relationship" {
			return nil
		}
		if len(all) > maxParts {
			return errDamaged
		}
		target := attribute(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(dir, target)
		}
		all = append(all, relation{attribute(e, "Id"), path.Base(attribute(e, "Type")), partName(target)})
		return nil
	})
	return all, err
}

// contents reads what the workbook lists: its sheets, and texts and styles of all.
func (b *workbook) contents(main string) error {
	related, err := b.relations(main)
	if err != nil {
		return err
	}
	err = b.elements(main, func(e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			b.old = isTrue(attribute(e, "date1904"))
		case "sheet":
			id := attribute(e, "id")
			k := slices.IndexFunc(related, func(r relation) bool { return r.id == id })
			if k < 0 || related[k].kind != "worksheet" {
				return nil // a chart
			}
			if len(b.sheets) >= MaxSheets {
				return &Error{Kind: TooManySheets, Count: len(b.sheets) + 1, Limit: MaxSheets}
			}
			state := attribute(e, "state")
			b.sheets = append(b.sheets, worksheet{clean(attribute(e, "name")), related[k].part, state != "" && state != "visible"})
		}
		return nil
	})
	for _, r := range related {
		if err != nil {
			return err
		}
		switch {
		case b.parts[r.part] == nil:
		case r.kind == "sharedStrings":
			err = b.texts(r.part)
		case r.kind == "styles":
			err = b.formats(r.part)
		}
	}
	return err
}

// isTrue reads a truth value of an attribute.
func isTrue(s string) bool { return s == "1" || s == "true" }

// texts reads the texts that cells refer to by their numbers.
func (b *workbook) texts(part string) error {
	var text strings.Builder
	inText, spoken := false, false // a part of a text, and how it is pronounced
	return b.walk(part, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "si":
				text.Reset()
			case "t":
				inText = !spoken
			case "rPh":
				spoken = true
			}
		case xml.CharData:
			if inText {
				text.Write(t)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "si":
				if len(b.strings) >= maxStrings {
					return errDamaged
				}
				b.strings = append(b.strings, text.String())
			case "t":
				inText = false
			case "rPh":
				spoken = false
			}
		}
		return nil
	})
}

// choose finds the sheet that is asked for, or the first in sight, and tells which there are.
func (b *workbook) choose(want string, g *Guess) (worksheet, error) {
	var sight []worksheet
	for _, s := range b.sheets {
		if s.hidden {
			g.Hidden++
			continue
		}
		sight = append(sight, s)
		g.Sheets = append(g.Sheets, s.name)
	}
	var found *worksheet
	if want == "" && len(sight) > 0 {
		found = &sight[0]
	}
	for _, same := range []func(string) bool{
		func(name string) bool { return name == clean(want) },
		func(name string) bool { return strings.EqualFold(name, clean(want)) },
	} {
		if k := slices.IndexFunc(b.sheets, func(s worksheet) bool { return same(s.name) }); found == nil && k >= 0 {
			found = &b.sheets[k]
		}
	}
	if n, err := strconv.Atoi(want); found == nil && err == nil && n >= 1 && n <= len(sight) {
		found = &sight[n-1]
	}
	if found == nil {
		if want == "" {
			return worksheet{}, errDamaged
		}
		return worksheet{}, &Error{Kind: NoSheet, Found: want, Names: g.Sheets}
	}
	g.Sheet = found.name
	return *found, nil
}

// clean is a text without blanks around it, with composed letters, and with the signs that
// programs write as _x000D_.
func clean(s string) string {
	if strings.Contains(s, "_x") {
		var out strings.Builder
		for {
			before, after, ok := strings.Cut(s, "_x")
			out.WriteString(before)
			if !ok {
				break
			}
			if len(after) >= 5 && after[4] == '_' {
				if code, err := strconv.ParseUint(after[:4], 16, 16); err == nil && (code >= ' ' || code == '\n' || code == '\t' || code == '\r') {
					out.WriteRune(rune(code))
					s = after[5:]
					continue
				}
			}
			out.WriteString("_x")
			s = after
		}
		s = out.String()
	}
	return strings.TrimSpace(norm.NFC.String(s))
}

// A span is cells that are merged, of which the first one is written.
type span struct{ row, column, last int }

// records reads the rows of a sheet with a cell that is not empty, as [Sheet.scan] does. Columns without
// a cell are no fields. What stands in merged cells stands in each of their rows.
func (b *workbook) records(sheet worksheet, o Options, g *Guess) ([]record, error) {
	k := newKeeper(o)
	var titles []record // rows of one cell at the top
	spans, err := b.rows(sheet.part, o, func(r record) {
		if k.total > 0 || len(r.fields) == 1 && len(titles) < 20 {
			if k.total == 0 {
				r.fields, r.at = slices.Clone(r.fields), slices.Clone(r.at)
				titles = append(titles, r)
				return
			}
			k.add(r)
			return
		}
		if n := len(titles); n > 0 && (len(r.fields) > 2 || len(r.fields) > 1 && r.line > titles[n-1].line+1) {
			g.Titles, titles = n, nil
		}
		for _, t := range titles {
			k.add(t)
		}
		titles = nil
		k.add(r)
	})
	if err != nil {
		return nil, err
	}
	for _, t := range titles { // all rows have one cell
		k.add(t)
	}
	records := k.sorted()
	if g.Rows = k.total; g.Rows == 0 {
		e := &Error{Kind: Empty}
		if names := slices.DeleteFunc(slices.Clone(g.Sheets), func(name string) bool { return name == g.Sheet }); len(names) > 0 {
			e.Found, e.Names = g.Sheet, names
		}
		return nil, e
	}
	columns, err := columnsOf(records, o)
	if err == nil && len(spans) > 0 {
		err = b.spread(sheet, o, records, columns, spans, k.total > len(records))
	}
	if err != nil {
		return nil, err
	}
	return records, dense(records, columns)
}

// columnsOf are the columns that have a cell in some row.
func columnsOf(records []record, o Options) ([]int, error) {
	used := map[int]bool{}
	for _, r := range records {
		for _, c := range r.at {
			used[c] = true
		}
	}
	if n := len(used); n > 2*o.MaxColumns+2 {
		return nil, &Error{Kind: TooManyColumns, Line: records[0].line, Count: n, Limit: o.MaxColumns}
	}
	return slices.Sorted(maps.Keys(used)), nil
}

// spread writes what stands in merged cells into those below. Of a sample the first of
// them may not be there; then the sheet is read once more.
func (b *workbook) spread(sheet worksheet, o Options, records []record, columns []int, spans []span, sample bool) error {
	wanted := map[[2]int]field{}
	for _, s := range spans {
		if _, ok := slices.BinarySearch(columns, s.column); ok {
			wanted[[2]int{s.row, s.column}] = field{}
		}
	}
	take := func(r record) {
		for i, c := range r.at {
			if _, ok := wanted[[2]int{r.line, c}]; ok {
				wanted[[2]int{r.line, c}] = r.fields[i]
			}
		}
	}
	if sample {
		if _, err := b.rows(sheet.part, o, take); err != nil {
			return err
		}
	}
	for _, r := range records {
		take(r)
	}
	for _, s := range spans {
		f := wanted[[2]int{s.row, s.column}]
		if f.text == "" {
			continue
		}
		from, _ := slices.BinarySearchFunc(records, s.row+1, func(r record, line int) int { return cmp.Compare(r.line, line) })
		for i := from; i < len(records) && records[i].line <= s.last; i++ {
			r := &records[i]
			at, taken := slices.BinarySearch(r.at, s.column)
			if taken {
				break
			}
			r.at, r.fields = slices.Insert(r.at, at, s.column), slices.Insert(r.fields, at, f)
		}
	}
	return nil
}

// dense gives all rows a field for each column.
func dense(records []record, columns []int) error {
	place := make(map[int]int, len(columns))
	for i, c := range columns {
		place[c] = i
	}
	fields := make([]field, len(records)*len(columns))
	for i := range records {
		r := &records[i]
		row := fields[i*len(columns) : (i+1)*len(columns) : (i+1)*len(columns)]
		for j, c := range r.at {
			if r.fields[j].formula {
				name := letters(c)
				if i > 0 && records[0].fields[place[c]].text != "" {
					name = records[0].fields[place[c]].text
				}
				return &Error{Kind: Formula, Line: r.line, Column: name, Found: r.fields[j].text}
			}
			row[place[c]] = r.fields[j]
		}
		r.fields, r.at = row, nil
	}
	return nil
}

// rows visits the rows of a sheet that are not blank, and returns the merged cells that
// reach over several rows. The fields of a row are overwritten by the next one.
func (b *workbook) rows(part string, o Options, visit func(record)) (spans []span, err error) {
	var (
		r          record
		c          cell
		text       *[]byte // where characters go
		line, last int
		column     int
		data       bool
		spoken     bool
	)
	err = b.walk(part, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch name := t.Name.Local; {
			case name == "sheetData":
				data = true
			case name == "mergeCell" && !data:
				if s, ok := spanOf(attribute(t, "ref")); ok {
					spans = append(spans, s)
				}
				if len(spans) > maxSpans {
					return errDamaged
				}
			case !data:
			case name == "row":
				line++
				if n, err := strconv.Atoi(attribute(t, "r")); err == nil {
					line = n
				}
				if line <= last || line > lastRow {
					return errDamaged
				}
				last, column = line, 0
				r = record{line: line, fields: r.fields[:0], at: r.at[:0]}
			case name == "c":
				column++
				c = cell{value: c.value[:0], formula: c.formula[:0]}
				for _, a := range t.Attr {
					switch a.Name.Local {
					case "r":
						n, rest := columnOf(a.Value)
						if n < column || n > lastColumn || rest == "" {
							return errDamaged
						}
						column = n
					case "t":
						c.kind = a.Value
					case "s":
						c.style, _ = strconv.Atoi(a.Value)
					}
				}
			case name == "v":
				text, c.stored = &c.value, true
			case name == "t" && !spoken:
				text = &c.value
			case name == "f":
				text, c.calculated = &c.formula, true
			case name == "rPh":
				spoken = true
			}
		case xml.CharData:
			if text != nil {
				*text = append(*text, t...)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "v", "t", "f":
				text = nil
			case "rPh":
				spoken = false
			case "sheetData":
				data = false
			case "c":
				f, err := b.field(&c)
				if err != nil {
					return err
				}
				if f.text == "" {
					return nil
				}
				if len(r.fields) > 2*o.MaxColumns+2 {
					return &Error{Kind: TooManyColumns, Line: line, Count: len(r.fields), Limit: o.MaxColumns}
				}
				r.fields, r.at = append(r.fields, f), append(r.at, column)
			case "row":
				if len(r.fields) > 0 {
					visit(r)
				}
			}
		}
		return nil
	})
	return spans, err
}

// columnOf reads the column, counted from 1, in front of a reference such as AB12.
func columnOf(ref string) (column int, rest string) {
	for i := range len(ref) {
		c := ref[i] | 0x20
		if c < 'a' || c > 'z' || column > lastColumn {
			return column, ref[i:]
		}
		column = 26*column + int(c-'a') + 1
	}
	return column, ""
}

// letters are the name of a column that is counted from 1.
func letters(column int) string {
	name := ""
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

// spanOf reads merged cells such as A2:A4; ok is false where they are one row.
func spanOf(ref string) (s span, ok bool) {
	from, to, _ := strings.Cut(ref, ":")
	column, first := columnOf(from)
	_, last := columnOf(to)
	row, err := strconv.Atoi(first)
	end, err2 := strconv.Atoi(last)
	return span{row, column, end}, err == nil && err2 == nil && row >= 1 && end > row && end <= lastRow
}
