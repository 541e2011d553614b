package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/algos/algotest/either"
	"playground/web"
	"playground/web/testdemos/table"
)

// cells is what stands in the rows of the table's drawer.
const cells = `[...document.querySelectorAll("[data-table] tr[data-row]")].filter((r) => Number(r.dataset.row) >= 0).map((r) => [...r.querySelectorAll("[data-col]")].map((c) => c.value).join()).join("|")`

// cell is the field of a row and a column; row −1 is the new one, −2 the names.
func cell(row, column int) string {
	return fmt.Sprintf(`[data-table] [data-row="%d"] [data-col="%d"]`, row, column)
}

// A table is edited in its drawer, by keyboard alone, and its link brings it back.
func TestTableEditor(t *testing.T) {
	site := serveConfig(t, web.Config{Demos: []algos.Demo{table.Demo()}})
	b := site.open(t, 1440, 900, "/d/tally?step=1")
	if n := eval[int](b, `document.querySelectorAll("[data-tool], .board-zoom, [data-generator-box]").length`); n != 0 {
		t.Errorf("%d parts are for points", n)
	}
	b.press("[data-action=table]")
	b.wait(cells + ` === "sunny,29.5,no|rain,21,yes|overcast,18,yes"`)
	if got := eval[string](b, `document.activeElement.getAttribute("aria-label")`); got != "outlook in row 1" {
		t.Errorf("the focus is on %q", got)
	}
	b.fill(cell(0, 0), "fog")
	b.wait(`location.search.includes("Woutlook") || location.search.includes("woutlook_fog")`)
	b.wait(`document.activeElement.closest("tr").dataset.row === "1"`)
	b.fill(cell(1, 1), "warm")
	b.wait(`!document.querySelector("[data-table-error]").hidden`)
	if got := b.text("[data-table-error]"); !strings.Contains(got, `column temperature: "warm" is not a number`) {
		t.Errorf("refused with %q", got)
	}
	b.fill(cell(1, 1), "−4,5")
	b.wait(`document.querySelector("[data-table-error]").hidden && ` + cells + `.includes("rain,-4.5,yes")`)
	b.fill(cell(-1, 0), "hail")
	b.fill(cell(-1, 1), "3")
	b.do(chromedp.Focus(chromedp.CSS(cell(-1, 2))))
	b.key("no")
	b.key("\r")
	b.wait(cells + `.endsWith("hail,3,no")`)
	b.do(chromedp.Focus(chromedp.CSS(cell(2, 0))))
	b.chord("Delete", false)
	b.wait(cells + ` === "fog,29.5,no|rain,-4.5,yes|hail,3,no"`)
	b.fill(cell(-2, 1), "degrees")
	b.press(`[data-target="0"]`)
	b.wait(`document.querySelector("[data-target='0']").getAttribute("aria-pressed") === "true"`)
	if n := eval[string](b, `document.querySelector("[data-count]").textContent`); n != "3" {
		t.Errorf("%s rows are counted", n)
	}
	b.key(kb.Escape)
	b.wait(`!document.querySelector("#table-drawer").open`)

	c := site.open(t, 390, 844, b.address())
	c.press("[data-action=table]")
	c.wait(cells + ` === "fog,29.5,no|rain,-4.5,yes|hail,3,no"`)
	if got := eval[string](c, `fetch("/d/tally/points.csv" + location.search).then((r) => r.text())`); got != "outlook:class,degrees,play\nfog,29.5,no\nrain,-4.5,yes\nhail,3,no\n" {
		t.Errorf("the file is %q", got)
	}
	c.shootAs("drawer")
	c.accessible("the drawer of the table", both)
	b.press("[data-action=undo]")
	b.press("[data-action=table]")
	b.wait(`document.querySelector("[data-target='2']").getAttribute("aria-pressed") === "true"`)
}

// A table is pasted: what is in it is shown before it replaces the one that is there.
func TestTableFromAFile(t *testing.T) {
	b := serveConfig(t, web.Config{Demos: []algos.Demo{table.Demo()}}).open(t, 1440, 900, "/d/tally?lang=zh")
	b.pasteInto("svg.board", "size\tcolour\n1\tred\nbig\tblue")
	b.wait(`!document.querySelector("[data-error-for=csv]").hidden`)
	if got := b.text("[data-error-for=csv]"); !strings.Contains(got, `line 3, column size: "big" is not a number`) {
		t.Errorf("refused with %q", got)
	}
	eval[any](b, `(() => { const t = document.querySelector("[data-csv-text]"); t.value = t.value.replace("big", "2"); t.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	b.waitLoadable()
	for _, want := range []string{"2 行", "size", "1red2blue", "colour"} {
		if got := b.text("[data-csv-preview]"); !strings.Contains(got, want) {
			t.Errorf("the preview says %q, without %q", got, want)
		}
	}
	b.press("[data-action=csv-load]")
	b.wait(`document.querySelector("[data-count]").textContent === "2" && location.search.includes("t2~nsize~Wcolour_red_blue~1_0~2_1")`)
	b.press("[data-action=clear]")
	b.wait(`document.querySelector("[data-count]").textContent === "0"`)
	b.press("[data-action=undo]")
	b.wait(`document.querySelector("[data-count]").textContent === "2"`)
}

// A page of points becomes one of a table with a file that has more columns than the board
// can take, and is one of points again when the table is taken back.
func TestPointsOrATable(t *testing.T) {
	b := serveConfig(t, web.Config{Demos: []algos.Demo{either.Demo()}}).open(t, 1440, 900, "/d/means")
	tabular := `"tabular" in document.querySelector("[data-demo]").dataset`
	if eval[bool](b, tabular) {
		t.Fatal("it opens as a table")
	}
	b.pasteInto("svg.board", "size\tage\tweight\tprice\n1\t2\t3\t4\n2\t3\t4\t6\n5\t3\t4\t9")
	b.wait(`document.querySelector("[data-csv-as][value=data]")?.checked === true`)
	b.waitLoadable()
	if got := b.text("[data-csv-preview]"); !strings.Contains(got, "size") || !strings.Contains(got, "price") {
		t.Errorf("the preview says %q", got)
	}
	// What one file is says nothing of the next.
	b.pasteInto("#csv-dialog", "x,y\n1,2\n2,5")
	b.wait(`document.querySelector("[data-csv-as][value=points]").checked && document.querySelector("[data-action=csv-load]").textContent === "Load 2 points"`)
	b.pasteInto("#csv-dialog", "size\tage\tweight\tprice\n1\t2\t3\t4\n2\t3\t4\t6\n5\t3\t4\t9")
	b.wait(`document.querySelector("[data-csv-as][value=data]").checked && document.querySelector("[data-action=csv-load]").textContent === "Load 3 rows"`)
	b.press("[data-action=csv-load]")
	b.wait(tabular + ` && document.querySelector("[data-live]") && location.search.includes("t4~") && document.querySelector("[data-count]").textContent === "3"`)
	b.press("[data-action=table]")
	b.wait(cells + ` === "1,2,3,4|2,3,4,6|5,3,4,9"`)
	b.key(kb.Escape)
	b.pasteInto("svg[data-panel=board]", "x,y\n1,2\n2,5")
	b.wait(`document.querySelector("[data-csv-as][value=data]").checked`)
	b.press("[data-csv-as][value=points]")
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.wait(`!(` + tabular + `) && document.querySelector("[data-live]") && document.querySelector("[data-count]").textContent === "2"`)
}

// Where a demo draws other labels, the table says that its labels are those of the data.
func TestTableOfDrawnLabels(t *testing.T) {
	s := serve(t)
	note := `document.querySelector("#table-drawer[open] [data-relabelled]")`
	b := s.open(t, 1366, 768, "/d/logistic?preset=drawn")
	b.settled()
	b.press("[data-action=table]")
	b.wait(note + `?.getBoundingClientRect().height > 10 && ` + note + `.textContent.includes("simulated labels")`)
	b.fill("#p-true_w0", "2")
	b.settled()
	b.wait(`!` + note + `.hidden`)

	b = s.open(t, 1366, 768, "/d/logistic")
	b.settled()
	b.press("[data-action=table]")
	b.wait(note)
	if !eval[bool](b, note+`.hidden`) {
		t.Error("the labels of the data are said to be replaced, and are not")
	}
	b = s.open(t, 1366, 768, "/d/perceptron")
	b.settled()
	b.press("[data-action=table]")
	b.wait(`document.querySelector("#table-drawer[open]")`)
	if eval[bool](b, note+` !== null`) {
		t.Error("a demo that takes the labels of the data has words about others")
	}
}
