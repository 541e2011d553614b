package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

// parts are those of a workbook, by their names.
type parts map[string]string

// book is a workbook of a sheet's rows and merged cells, with texts and styles.
func book(rows string, more parts) []byte {
	all := parts{
		"_rels/.rels":     `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook xmlns:r="http://x"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="rId2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
		"xl/sharedStrings.xml":     `<sst count="999999999999"><si><t>x</t></si><si><t>y</t></si></sst>`,
	}
	for name, text := range more {
		all[name] = text
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range all {
		f, err := w.Create(name)
		if err != nil {
			panic(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// head is a row of the columns x and y.
const head = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`

// TestWorkbooks reads workbooks as other programs write them.
func TestWorkbooks(t *testing.T) {
	row := func(cells string) string { return head + `<row r="2">` + cells + `</row>` }
	for _, c := range []struct {
		name, rows string
		more       parts
		want       string
	}{
		{"without references", `<row><c t="inlineStr"><is><t>x</t></is></c><c t="inlineStr"><is><t>y</t></is></c></row><row><c><v>1</v></c><c><v>2</v></c></row>`, nil, "1 2"},
		{"with prefixes", "", parts{
			"xl/worksheets/sheet1.xml": `<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>` +
				`<x:row r="2"><x:c r="A2"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
		}, "1"},
		{"pronounced", row(`<c r="A2" t="s"><v>0</v></c>`), parts{
			"xl/sharedStrings.xml": `<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></si><si><t>y</t></si></sst>`,
		}, "東京"},
		{"ISO dates", row(`<c r="A2" t="d"><v>2024-02-29</v></c><c r="B2"><v>1</v></c>`), nil, "2024-02-29 1"},
		{"errors of formulas", row(`<c r="A2" t="e"><f>A1/0</f><v>#DIV/0!</v></c><c r="B2" t="e"><v>#SPILL!</v></c>`), nil, "? ?"},
		{"an empty text of a formula", row(`<c r="A2" t="str"><f>IF(1,"","")</f><v></v></c><c r="B2"><v>1</v></c>`), nil, "1"},
		{"no styles of that number", row(`<c r="A2" s="7"><v>45293</v></c><c r="B2" s="-1"><v>1</v></c>`), nil, "45293 1"},
		{"styled", row(`<c r="A2" s="1"><v>0.29</v></c><c r="B2" s="2"><v>36526.5</v></c>`), parts{
			"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;day &quot;[$-407]d\.m\.yy;@"/></numFmts>` +
				`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		}, "29 2000-01-01T12:00:00"},
		{"days that are none", row(`<c r="A2" s="0"><v>-1</v></c><c r="B2" s="1"><v>-1</v></c>`), parts{"xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="14"/><xf numFmtId="14"/></cellXfs></styleSheet>`}, "-1 -1"},
		{"infinite", row(`<c r="A2"><v>1e999</v></c><c r="B2"><v>NaN</v></c>`), nil, "1e999 ?"},
		{"a far cell", row(`<c r="A2"><v>1</v></c>`) + `<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`, nil, "1 ? / ? 2"},
		{"a title", `<row r="1"><c r="A1" t="s"><v>0</v></c></row>` +
			`<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c></row><row r="4"><c r="A4"><v>1</v></c><c r="B4"><v>2</v></c></row>`, nil, "1 2"},
		{"one column", `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3"><c r="A3"><v>1</v></c></row><row r="4"><c r="A4"><v>2</v></c></row>`, nil, "1 / 2"},
		{"a chart in front", "", parts{
			"xl/workbook.xml":            `<workbook><sheets><sheet name="C" r:id="rId2"/><sheet name="S" r:id="rId1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="s.xml"/><Relationship Id="rId2" Type="a/chartsheet" Target="c.xml"/></Relationships>`,
			"xl/s.xml":                   `<worksheet><sheetData><row><c t="inlineStr"><is><t>x</t></is></c></row><row><c><v>3</v></c></row></sheetData></worksheet>`,
		}, "3"},
	} {
		s, err := Read(book(c.rows, c.more), Options{Missing: Keep})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var rows []string
		for _, r := range s.Rows {
			var cells []string
			for _, c := range r.Cells {
				switch {
				case c.Missing:
					cells = append(cells, "?")
				case c.Is:
					cells = append(cells, strconv.FormatFloat(c.Number, 'g', -1, 64))
				default:
					cells = append(cells, c.Text)
				}
			}
			rows = append(rows, strings.Join(cells, " "))
		}
		if got := strings.Join(rows, " / "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestBadWorkbooks refuses workbooks that do not hold together, that lie, or that would take
// much memory.
func TestBadWorkbooks(t *testing.T) {
	sheet := func(text string) parts { return parts{"xl/worksheets/sheet1.xml": text} }
	many := strings.Builder{}
	for i := range MaxSheets + 1 {
		fmt.Fprintf(&many, `<sheet name="S%d" r:id="rId1"/>`, i)
	}
	wide := strings.Repeat(`<c><v>1</v></c>`, lastColumn)
	spread := strings.Builder{}
	for i := range 300 {
		fmt.Fprintf(&spread, `<row r="%d"><c r="%s%d"><v>1</v></c></row>`, i+1, letters(i+1), i+1)
	}
	for _, c := range []struct {
		name, rows string
		more       parts
		want       string
	}{
		{"a text that is not there", `<row><c t="s"><v>-1</v></c></row>`, nil, "damaged"},
		{"a text beyond the last", `<row><c t="s"><v>2</v></c></row>`, nil, "damaged"},
		{"no number of a text", `<row><c t="s"><v>a</v></c></row>`, nil, "damaged"},
		{"a row before another", `<row r="2"/><row r="1"/>`, nil, "damaged"},
		{"a row too far", `<row r="1048577"/>`, nil, "damaged"},
		{"a row too near", `<row r="-1"/>`, nil, "damaged"},
		{"a column too far", `<row><c r="XFE1"><v>1</v></c></row>`, nil, "damaged"},
		{"a column of many letters", `<row><c r="` + strings.Repeat("A", 1000) + `1"><v>1</v></c></row>`, nil, "damaged"},
		{"a mark of many attributes", `<row><c` + strings.Repeat(` a=""`, 1<<18) + `/></row>`, nil, "damaged"},
		{"many merged cells", "", sheet(`<worksheet><sheetData>` + head + `</sheetData>` + strings.Repeat(`<mergeCell ref="A1:B2"/>`, maxSpans+1) + `</worksheet>`), "damaged"},
		{"a column before another", `<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`, nil, "damaged"},
		{"an entity of its own", "", sheet(`<!DOCTYPE a [<!ENTITY b "c">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`), "damaged"},
		{"torn", "", sheet(`<worksheet><sheetData><row`), "damaged"},
		{"no sheet", "", parts{"xl/_rels/workbook.xml.rels": ""}, "damaged"},
		{"no part", "", parts{"xl/_rels/workbook.xml.rels": `<Relationship Id="rId1" Type="worksheet" Target="none.xml"/>`}, "damaged"},
		{"many sheets", "", parts{"xl/workbook.xml": "<sheets>" + many.String() + "</sheets>"}, "sheets"},
		{"a wide row", "<row>" + wide + "</row>", nil, "columns 203 line 1"},
		{"wide", spread.String(), nil, "columns 300 line 1"},
		{"nothing", "", nil, "empty"},
		{"a document", "", parts{"_rels/.rels": `<Relationship Type="officeDocument" Target="word/document.xml"/>`, "word/document.xml": ""}, "not text"},
	} {
		_, err := Read(book(c.rows, c.more), Options{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := told(nil, err)
		if e.Kind == TooManyColumns {
			got += fmt.Sprintf(" line %d", e.Line)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestZipBombs refuses files that unpack to far more than they hold, at once and in little memory.
func TestZipBombs(t *testing.T) {
	bomb := func(real, said uint64) []byte {
		var squeezed bytes.Buffer
		w, err := flate.NewWriter(&squeezed, flate.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		blank, sum := bytes.Repeat([]byte(" "), 1<<20), crc32.NewIEEE()
		for range real >> 20 {
			_, _ = w.Write(blank)
			_, _ = sum.Write(blank)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		whole, err := zip.NewReader(bytes.NewReader(book("", nil)), int64(len(book("", nil))))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, f := range whole.File {
			if f.Name == "xl/worksheets/sheet1.xml" {
				h := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, CRC32: sum.Sum32(), CompressedSize64: uint64(squeezed.Len()), UncompressedSize64: said}
				w, err := z.CreateRaw(h)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = w.Write(squeezed.Bytes())
			} else if err := z.Copy(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	var listing bytes.Buffer // many parts
	z := zip.NewWriter(&listing)
	for i := range 2 * maxParts {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		file []byte
		want ErrorKind
	}{
		{"honest", bomb(64<<20, 64<<20), TooLargeUnpacked},
		{"of many gigabytes", bomb(1<<20, 1<<50), TooLargeUnpacked},
		{"a liar", bomb(64<<20, 1000), Damaged},
		{"many parts", listing.Bytes(), Damaged},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := Read(c.file, Options{})
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
		n := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d kB in, %d kB taken, %v", c.name, len(c.file)>>10, n>>10, took)
		if n > 1<<20 || took > time.Second { // milliseconds, on a machine that does nothing else
			t.Errorf("%s: %d bytes in %v", c.name, n, took)
		}
	}
}

// TestWorkbookIsReadLikeText reads the same rows as text and as cells of a workbook.
func TestWorkbookIsReadLikeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "columns")
		number := rapid.Float64Range(-1e9, 1e9)
		word := rapid.SampledFrom([]string{"a", "ä", "NA", "", "TRUE", "2024-02-29", "x y", "None"})
		numeric := make([]bool, width)
		for k := range numeric {
			numeric[k] = rapid.Bool().Draw(t, "numeric")
		}
		var text, rows strings.Builder
		for i := range rapid.IntRange(1, 20).Draw(t, "rows") + 1 {
			rows.WriteString("<row>")
			for k := range width {
				cell, kind := "", "str"
				switch {
				case i == 0:
					cell = "c" + strconv.Itoa(k)
				case numeric[k] && rapid.IntRange(0, 9).Draw(t, "gap") > 0:
					cell, kind = plain(number.Draw(t, "number")), "n"
				case k > 0 || width == 1: // a blank row of either is none
					cell = word.Draw(t, "word")
				default:
					cell = "z"
				}
				if k > 0 {
					text.WriteByte(';')
				}
				text.WriteString(cell)
				fmt.Fprintf(&rows, `<c t="%s"><v>%s</v></c>`, kind, cell)
			}
			text.WriteByte('\n')
			rows.WriteString("</row>")
		}
		o := Options{Missing: Keep, Header: WithHeader, Decimal: '.', Separator: ';'}
		want, err := Read([]byte(text.String()), o)
		if err != nil {
			t.Skip(err)
		}
		got, err := Read(book(rows.String(), nil), o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Columns, want.Columns) || !reflect.DeepEqual(got.Rows, want.Rows) {
			t.Errorf("got %+v\nwant %+v\nof %q", got, want, text.String())
		}
	})
}

// TestMergedInSample keeps what stands in merged cells, where the sample has not drawn the first of them.
func TestMergedInSample(t *testing.T) {
	var rows strings.Builder
	rows.WriteString(head)
	for i := 2; i <= 50; i++ {
		group := ""
		if i == 2 {
			group = `<c r="A2" t="inlineStr"><is><t>a</t></is></c>`
		}
		fmt.Fprintf(&rows, `<row r="%d">%s<c r="B%d"><v>%d</v></c></row>`, i, group, i, i)
	}
	merged := parts{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows.String() + `</sheetData><mergeCells><mergeCell ref="A2:A50"/></mergeCells></worksheet>`}
	for seed := range uint64(5) {
		s, err := Read(book("", merged), Options{Sample: true, MaxRows: 3, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Rows {
			if r.Cells[0].Text != "a" {
				t.Errorf("seed %d, row %d: %q", seed, r.Line, r.Cells[0].Text)
			}
		}
	}
}

// TestMergedOverAll reads merged cells that lie over each other in no more time than others.
func TestMergedOverAll(t *testing.T) {
	var rows, merged strings.Builder
	for i := 1; i <= 2001; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%d</v></c></row>`, i, i, i)
	}
	for i := range maxSpans {
		fmt.Fprintf(&merged, `<mergeCell ref="A%d:Z1048576"/>`, i%2000+1)
	}
	start := time.Now()
	s, err := Read(book("", parts{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + rows.String() + `</sheetData>` + merged.String() + `</worksheet>`}), Options{Header: WithHeader})
	if err != nil || len(s.Rows) != 2000 || s.Rows[1999].Cells[0].Number != 2001 {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*time.Second { // without a bound it takes minutes
		t.Errorf("it took %v", took)
	}
}

// TestDays compares days with those of package time.
func TestDays(t *testing.T) {
	day := time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)
	for n := 61; n < 2958466; n++ {
		if n < 200_000 || n%97 == 0 || n > 2_958_000 {
			if got, ok := moment(float64(n), aDate, false); !ok || got != day.AddDate(0, 0, n-61).Format(time.DateOnly) {
				t.Fatalf("day %d is %s", n, got)
			}
		}
	}
	for _, c := range []struct {
		x    float64
		kind style
		want string
	}{
		{60, aDate, "1900-02-29"},
		{1, aDate, "1900-01-01"},
		{45293.999999999, aDate, "2024-01-03"},
		{45293.5000057870, aDate, "2024-01-02T12:00:00.500"},
		{0.999999, aTime, "23:59:59.914"},
		{1.25, aTime, "1900-01-01T06:00:00"},
		{100.5, aDuration, "2412:00:00"},
	} {
		if got, ok := moment(c.x, c.kind, false); !ok || got != c.want {
			t.Errorf("%v: %s, want %s", c.x, got, c.want)
		}
	}
	if _, ok := moment(2958466, aDate, false); ok {
		t.Error("a day of the year 10000")
	}
}

func TestStyles(t *testing.T) {
	for format, want := range map[string]style{
		"General": aNumber, "0.00": aNumber, "#,##0.00 \"days\"": aNumber, `0\d`: aNumber, "[Red]0": aNumber, "0.0E+00": aNumber, `_-* #,##0.00\ "€"_-`: aNumber,
		"0%": aPerCent, "0.0 %": aPerCent, `0"%"`: aNumber, "[Green]0.0%;[Red]-0.0%": aPerCent,
		"yyyy-mm-dd": aDate, "[$-409]d-mmm;@": aDate, "mmm": aDate, "m/d": aDate, "dd/mm/yy hh:mm": aDate, "JJJJ": aNumber,
		"h:mm": aTime, "mm:ss": aTime, "hh:mm AM/PM": aTime, "[h]:mm": aDuration, "[mm]:ss": aDuration, "@": aNumber, `"`: aNumber, "[": aNumber, `\`: aNumber,
	} {
		if got := styleOf(format); got != want {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}

// TestPerCent moves the point of numbers, whose products with 100 are others.
func TestPerCent(t *testing.T) {
	for _, x := range []float64{0.07, 0.29, 0.57, 1.1, 1e-300, -0.14, 0, 5e-324} {
		y, err := hundredfold(x)
		if want, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', -1, 64)+"e2", 64); err != nil || y != want {
			t.Errorf("%v: %v, want %v", x, y, want)
		}
	}
	if _, err := hundredfold(1e307); err == nil {
		t.Error("too large")
	}
}

// TestWorkbookNumbers reads numbers as they are stored, to the last bit.
func TestWorkbookNumbers(t *testing.T) {
	want := []float64{0.1 + 0.2*1.0000000000000002, math.Pi, 1.0 / 3, math.MaxFloat64, math.SmallestNonzeroFloat64, -1e21, 123456789012345680, 1e-7}
	var rows strings.Builder
	rows.WriteString(head)
	for i, x := range want {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%s</v></c><c r="B%d"><v>%.17g</v></c></row>`, i+2, i+2, strconv.FormatFloat(x, 'G', -1, 64), i+2, x)
	}
	s, err := Read(book(rows.String(), nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Rows {
		if r.Cells[0].Number != want[i] || r.Cells[1].Number != want[i] {
			t.Errorf("row %d: %v and %v, want %v", i, r.Cells[0].Number, r.Cells[1].Number, want[i])
		}
	}
}

// FuzzWorkbook reads anything as parts of a workbook.
func FuzzWorkbook(f *testing.F) {
	for _, name := range []string{"", "-dates", "-merged", "-texts", "-hidden", "-errors"} {
		file, err := os.ReadFile("testdata/files/workbook" + name + ".xlsx")
		if err != nil {
			f.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			f.Fatal(err)
		}
		text := parts{}
		for _, p := range z.File {
			r, err := p.Open()
			if err != nil {
				f.Fatal(err)
			}
			b, err := io.ReadAll(r)
			if err != nil {
				f.Fatal(err)
			}
			text[p.Name] = string(b)
		}
		f.Add(text["xl/worksheets/sheet1.xml"], text["xl/sharedStrings.xml"], text["xl/styles.xml"], text["xl/workbook.xml"], byte(0))
	}
	f.Fuzz(func(t *testing.T, sheet, texts, styles, main string, how byte) {
		file := book("", parts{"xl/worksheets/sheet1.xml": sheet, "xl/sharedStrings.xml": texts, "xl/styles.xml": styles, "xl/workbook.xml": main})
		s, err := Read(file, Options{MaxRows: 20, Sample: how&1 != 0, Missing: Missing(how >> 1 % 3), Header: Header(how >> 3 % 3)})
		check(t, s, err)
	})
}

func BenchmarkWorkbook(b *testing.B) {
	var rows strings.Builder
	for i := range 2001 {
		rows.WriteString("<row>")
		for j := range 10 {
			if i == 0 {
				fmt.Fprintf(&rows, `<c t="inlineStr"><is><t>c%d</t></is></c>`, j)
			} else {
				fmt.Fprintf(&rows, `<c r="%s%d" s="1"><v>%v</v></c>`, letters(j+1), i+1, math.Sin(float64(10*i+j)))
			}
		}
		rows.WriteString("</row>")
	}
	file := book(rows.String(), nil)
	for b.Loop() {
		if _, err := Read(file, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
