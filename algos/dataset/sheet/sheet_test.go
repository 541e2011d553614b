package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// options reads those of a line of testdata/expected.txt.
func options(t *testing.T, text string) (o Options) {
	for _, f := range strings.Fields(text) {
		key, value, _ := strings.Cut(f, "=")
		n, _ := strconv.Atoi(value)
		switch key {
		case "decimal":
			o.Decimal = value[0]
		case "header":
			o.Header = map[string]Header{"yes": WithHeader, "no": NoHeader}[value]
		case "sheet":
			o.Sheet = value
		case "missing", "encoding", "separator":
			if err := o.Set(key, value); err != nil {
				t.Fatal(err)
			}
		case "rows":
			o.MaxRows = n
		case "columns":
			o.MaxColumns = n
		case "bytes":
			o.MaxBytes = n
		case "sample":
			o.Sample = true
		default:
			t.Fatalf("unknown option %q", f)
		}
	}
	return o
}

// told is what a file became, as testdata/expected.txt has it.
func told(s *Sheet, err error) string {
	var e *Error
	if errors.As(err, &e) {
		kind := [...]string{
			"empty", "not text", "spreadsheet", "encoding", "bytes", "rows", "columns", "ragged", "quote", "ambiguous", "mixed", "missing", "quote",
			"password", "damaged", "unpacked", "sheets", "no sheet", "formula",
		}[e.Kind]
		switch e.Kind {
		case TooManyRows, TooManyColumns:
			return fmt.Sprintf("%s %d", kind, e.Count)
		case MissingValue:
			kind = fmt.Sprintf("%s %d", kind, e.Count)
		}
		if e.Line > 0 {
			kind += fmt.Sprintf(" line %d", e.Line)
		}
		if e.Column != "" {
			kind += " column " + e.Column
		}
		return kind
	}
	g := s.Guess
	name := map[byte]string{0: "none", ',': "comma", ';': "semicolon", '\t': "tab", '|': "pipe", ' ': "blanks"}[g.Separator]
	if g.Sheet != "" {
		name = "sheet " + g.Sheet
	}
	made := ""
	if !g.Header {
		made = " made"
	}
	var columns, rows []string
	for _, c := range s.Columns {
		columns = append(columns, strings.ReplaceAll(c.Name, "\n", "⏎")+":"+c.Kind.String())
	}
	for _, r := range s.Rows {
		var cells []string
		for _, c := range r.Cells {
			if text := strings.ReplaceAll(c.Text, "\n", "⏎"); c.Is {
				cells = append(cells, strconv.FormatFloat(c.Number, 'f', -1, 64))
			} else {
				cells = append(cells, text)
			}
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	out := fmt.Sprintf("%s decimal %c %d rows%s; %s; %s", name, g.Decimal, g.Rows-len(g.Dropped), made, strings.Join(columns, " "), strings.Join(rows, " / "))
	if g.Encoding != UTF8 {
		out += "; " + g.Encoding
	}
	if g.Comments > 0 {
		out += fmt.Sprintf("; %d comments", g.Comments)
	}
	if g.RowNames {
		out += "; row names"
	}
	if g.PerCent {
		out += "; per cent"
	}
	if g.Titles > 0 {
		out += fmt.Sprintf("; %d titles", g.Titles)
	}
	if g.Hidden > 0 {
		out += fmt.Sprintf("; %d hidden of %d", g.Hidden, len(g.Sheets))
	}
	if len(g.Empty) > 0 {
		out += "; empty " + strings.Join(g.Empty, ", ")
	}
	if len(g.Dropped) > 0 {
		out += fmt.Sprintf("; %d dropped", len(g.Dropped))
	}
	return out
}

// TestFiles reads files as people have them; testdata/expected.txt says what they become.
func TestFiles(t *testing.T) {
	text, err := os.ReadFile("testdata/expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " | ", 3)
		n++
		t.Run(parts[0], func(t *testing.T) {
			file, err := os.ReadFile(filepath.Join("testdata/files", parts[0]))
			if err != nil {
				t.Fatal(err)
			}
			if got := told(Read(file, options(t, parts[1]))); got != parts[2] {
				t.Errorf("got  %s\nwant %s", got, parts[2])
			}
		})
	}
	if n < 100 {
		t.Errorf("%d files", n)
	}
}

// FuzzRead reads anything: what comes back is an error or a rectangle of finite numbers.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/files/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file, byte(0))
	}
	f.Fuzz(func(t *testing.T, file []byte, how byte) {
		o := Options{MaxRows: 20, Sample: how&1 != 0, Missing: Missing(how >> 1 % 3), Header: Header(how >> 3 % 3)}
		if how&64 != 0 {
			o.Decimal = '.'
		}
		s, err := Read(file, o)
		check(t, s, err)
	})
}

// check holds what was read, of at most 20 rows, to what callers rely on: an error or a rectangle.
func check(t *testing.T, s *Sheet, err error) {
	t.Helper()
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Error() == "" || strings.Contains(e.Error(), "<") && !strings.Contains(e.Found+e.Other+e.Column+e.OtherColumn+some(e.Names), "<") {
			t.Fatalf("%v", err)
		}
		return
	}
	if s.Say().String() == "" {
		t.Error("nothing is said")
	}
	seen := map[string]bool{}
	for _, c := range s.Columns {
		if c.Name == "" || seen[c.Name] {
			t.Errorf("column %q", c.Name)
		}
		seen[c.Name] = true
	}
	if len(s.Rows) > 20 {
		t.Errorf("%d rows", len(s.Rows))
	}
	last := 0
	for _, r := range s.Rows {
		if len(r.Cells) != len(s.Columns) || r.Line <= last {
			t.Errorf("row of %d cells at line %d after %d", len(r.Cells), r.Line, last)
		}
		last = r.Line
		for _, c := range r.Cells {
			if math.IsNaN(c.Number) || math.IsInf(c.Number, 0) || c.Is && c.Missing {
				t.Errorf("cell %+v", c)
			}
		}
	}
}

// table is a file of 2,000 rows and ten columns.
func table() []byte {
	var file bytes.Buffer
	file.WriteString("a,b,c,d,e,f,g,h,i,y\n")
	for i := range 2000 {
		for j := range 10 {
			if j > 0 {
				file.WriteByte(',')
			}
			fmt.Fprintf(&file, "%g", math.Sin(float64(10*i+j)))
		}
		file.WriteByte('\n')
	}
	return file.Bytes()
}

func BenchmarkRead(b *testing.B) {
	file := table()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(file, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStandard reads the same numbers with the standard library, which guesses nothing.
func BenchmarkStandard(b *testing.B) {
	file := table()
	b.ReportAllocs()
	for b.Loop() {
		r := csv.NewReader(bytes.NewReader(file))
		rows, err := r.ReadAll()
		if err != nil {
			b.Fatal(err)
		}
		for _, row := range rows[1:] {
			numbers := make([]float64, len(row))
			for k, text := range row {
				if numbers[k], err = strconv.ParseFloat(text, 64); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
