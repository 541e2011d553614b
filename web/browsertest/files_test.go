package browsertest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// choose a file in the form, and wait until the server has said what it is.
func (b *tab) chooseFile(name string) {
	b.t.Helper()
	path, err := filepath.Abs(filepath.Join("../../algos/dataset/sheet/testdata/files", name))
	if err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[data-csv-file]"), []string{path}))
	b.wait(`document.querySelector("[data-csv-name]").textContent.includes("` + name + `")`)
	b.wait(`document.querySelector("[data-action=csv-load]").getAttribute("aria-disabled") === "false" || !document.querySelector("[data-error-for=csv]").hidden`)
}

// Files as people have them are shown before they are loaded: how they were read, their first rows,
// and what helps where they cannot be.
func TestFilesInTheForm(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron")
	n := b.points()
	if got := b.text(".top [data-action=csv]"); strings.TrimSpace(got) != "Data" {
		t.Fatalf("the button says %q", got)
	}
	b.opens("csv", "#csv-dialog")
	for name, want := range map[string]string{
		"comma.csv":               "commas, 3 columns",
		"semicolon.csv":           "semicolons",
		"decimal-comma.csv":       "decimal commas",
		"tab.tsv":                 "tabs",
		"pipe.txt":                "vertical bars",
		"blanks.txt":              "blanks",
		"sep-semicolon.csv":       "semicolons",
		"cr.csv":                  "commas",
		"utf16le-bom.csv":         "encoding UTF-16LE",
		"windows-1252.csv":        "encoding windows-1252",
		"gb18030.csv":             "encoding GB18030",
		"bom.csv":                 "commas",
		"no-header.csv":           "no header",
		"thousands-both.csv":      "thousands marks",
		"per-cent.csv":            "per cent",
		"r-short-header.csv":      "row names",
		"header-twice.csv":        "equal names told apart",
		"comments-hash.csv":       "comment line",
		"blank-tabs.tsv":          "tabs",
		"trailing-all.csv":        "commas",
		"quotes-newline.csv":      "commas",
		"workbook.xlsx":           "sheet",
		"missing-question.csv":    "missing value",
		"header-chinese.csv":      "commas",
		"plus-minus-labels.csv":   "commas",
		"thousands-narrow.csv":    "thousands marks",
		"workbook-row-names.xlsx": "row names",
	} {
		b.chooseFile(name)
		if got := b.text("[data-csv-line]"); !strings.Contains(got, want) {
			t.Errorf("%s: read as %q, want %q; %s", name, got, want, b.text("[data-error-for=csv]"))
		}
		if rows := eval[int](b, `document.querySelectorAll("[data-csv-rows] tbody tr").length`); rows < 1 || rows > 10 {
			t.Errorf("%s: %d rows are shown", name, rows)
		}
		b.shootAs("form-" + name)
	}
	for name, want := range map[string]string{
		"old.xls": ".xls files are not read", "ambiguous-point.csv": "say which mark is decimal", "picture.png": "not a text file", "empty.csv": "empty",
		"quotes-open.csv": "quotation mark", "ragged-long.csv": "line", "workbook-password.xlsx": "password",
	} {
		b.chooseFile(name)
		if got := b.text("[data-error-for=csv]"); !strings.Contains(got, want) || b.points() != n {
			t.Errorf("%s: refused with %q, want %q", name, got, want)
		}
		if got := b.text("[data-csv-why]"); got == "" {
			t.Errorf("%s: nothing says why it cannot be loaded", name)
		}
		b.shootAs("form-" + name)
	}
	b.accessible("the form with a file that is refused", both)
}

// A file with missing values offers to omit their lines, an ambiguous one the decimal mark, and a long one a
// sample.
func TestWaysOutInTheForm(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron")
	b.opens("csv", "#csv-dialog")
	b.fill("[data-csv-text]", "x1,x2,y\n1,0.5,1\n?,0.7,1\n-1,-0.5,-1\nNA,,1")
	b.wait(`document.querySelectorAll("[data-csv-cures] button").length === 1`)
	if got := b.text("[data-csv-cures]"); got != "Omit 2 lines" {
		t.Errorf("offered: %s", got)
	}
	b.press("[data-csv-cures] button")
	b.waitLoadable()
	if got := b.text("[data-csv-line]"); !strings.Contains(got, "2 omitted for missing values") {
		t.Errorf("read as %q", got)
	}
	b.press("[data-action=csv-change]")
	if got := eval[string](b, `document.querySelector("[data-reading=missing]").value + document.querySelector("[data-reading=separator]").options[0].text`); got != "dropguessed: comma" {
		t.Errorf("the options are %q", got)
	}
	b.shootAs("form-options")
	b.press("[data-action=csv-load]")
	b.waitPoints(2)
	b.wait(`location.search.includes("~m2")`)
	b.key(kb.Home)
	b.wait(`document.querySelector(".now").textContent.includes("2 lines were omitted")`)

	b.opens("csv", "#csv-dialog")
	b.fill("[data-csv-text]", "x1;x2;y\n1.234;5.678;1\n-2.345;6.789;-1")
	b.wait(`document.querySelectorAll("[data-csv-cures] button").length === 2`)
	b.press("[data-csv-cures] button:nth-child(2)")
	b.waitLoadable()
	if got := b.text("[data-csv-line]"); !strings.Contains(got, "thousands marks") {
		t.Errorf("read as %q", got)
	}
}

// The form on a phone, in the dark and in Chinese.
func TestFormOnAPhone(t *testing.T) {
	b := serve(t).open(t, phoneWidth, phoneHeight, "/d/decision-tree?lang=zh")
	b.shade("dark")
	b.wait(`document.querySelector(".tabs > [data-action=csv]").offsetWidth > 0`)
	b.press(".tabs > [data-action=csv]")
	b.wait(`document.querySelector("#csv-dialog").open && document.querySelector("[data-csv-name]")`)
	b.chooseFile("workbook.xlsx")
	b.shootAs("form-phone")
	b.chooseFile("missing-two.csv")
	if got := b.text("[data-csv-cures]"); !strings.HasPrefix(got, "略去") {
		t.Errorf("offered: %s", got)
	}
	if wide := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels too wide", wide)
	}
	b.accessible("the form on a phone", both)
	b.shootAs("form-phone-missing")
}
