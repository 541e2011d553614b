package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pickColumn chooses a column of a pasted file in the form of its dialog.
func (b *tab) pickColumn(letter, name string) {
	b.t.Helper()
	b.choose(fmt.Sprintf("[data-column-for=%s]", letter), name)
}

// columnsOf are the columns that the form of the dialog has chosen for x₁, x₂ and y.
func (b *tab) columnsOf() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll("[data-column-for]")].map((s) => s.value).join()`)
}

// axes are the names at the axes of the board, and legend what its legend says.
const (
	axes   = `[...document.querySelectorAll("svg.board text[font-style=italic]")].map((t) => t.textContent).join("|")`
	legend = `document.querySelector("[data-legend=board]").textContent`
)

// A table with a header of its own is pasted into the board of a classifier: words
// become classes, names stand at the axes and in the legend, and the link brings
// them back.
func TestOwnColumnsForClasses(t *testing.T) {
	site := serve(t)
	b := site.open(t, 1440, 900, "/d/logistic")
	n := b.points()
	b.pasteInto("svg.board", "tree\theight\tgirth\tkind\nt1\t1,5\t2\toak\nt2\t3\t4\tash\nt3\t2,5\t1\toak\nt4\t4\t5\tash")
	b.wait(`!document.querySelector("[data-csv-columns]").hidden && !document.querySelector("[data-csv-preview]").hidden`)
	if got := b.columnsOf(); got != "height,girth,kind" {
		t.Errorf("the form guesses %s", got)
	}
	for _, want := range []string{"4 points", "2 of class oak", "2 of class ash", "heightgirthkind"} {
		if got := b.text("[data-csv-preview]"); !strings.Contains(got, want) {
			t.Errorf("the preview says %q, without %q", got, want)
		}
	}
	// What cannot be is said with its line and column; nothing changes.
	b.pickColumn("x1", "tree")
	b.wait(`!document.querySelector("[data-error-for=csv]").hidden`)
	if got := b.text("[data-error-for=csv]"); !strings.Contains(got, "line 2, column tree") || b.points() != n {
		t.Errorf("refused with %q, %d points", got, b.points())
	}
	b.pickColumn("x1", "girth")
	b.wait(`!document.querySelector("[data-error-for=csv]").hidden`) // chosen twice
	b.pickColumn("x2", "height")
	b.wait(`!document.querySelector("[data-csv-preview]").hidden`)
	b.press("[data-action=csv-load]")
	b.waitPoints(4)
	b.wait(axes + `.includes("x₁: girth")`)
	b.wait(legend + `.includes("oak") && ` + legend + `.includes("ash")`)
	if got := eval[string](b, `document.querySelector(".bar [data-class='1']").textContent.trim()`); got != "ash" {
		t.Errorf("the chip of the second class says %q", got)
	}

	// The drawer shows the names, and the reader gives others.
	b.press("[data-action=table]")
	b.wait(`document.querySelector("[data-table] th:nth-child(2)").textContent === "girth"`)
	eval[any](b, `document.querySelector("[data-names]").open = true`)
	b.fill(`[data-name-of=column][data-k="0"]`, "girth <b>in</b> $m$")
	b.wait(axes + `.includes("x₁: girth <b>in</b> ＄m＄")`)
	b.fill(`[data-name-of=class][data-k="0"]`, "ash")
	b.wait(`!document.querySelector("[data-error-for=name]").hidden`)
	if got := b.text("[data-error-for=name]"); !strings.Contains(got, "given twice") {
		t.Errorf("the same name for two classes is refused with %q", got)
	}
	b.fill(`[data-name-of=class][data-k="0"]`, "Eiche")
	b.wait(legend + `.includes("Eiche")`)
	address := b.address()

	// The link, in a tab of its own, shows the same before and after scripts run.
	c := site.open(t, 1440, 900, address)
	c.waitPoints(4)
	c.wait(axes + `.includes("x₁: girth <b>in</b> ＄m＄") && ` + axes + `.includes("x₂: height")`)
	c.wait(legend + `.includes("Eiche") && ` + legend + `.includes("ash")`)
	if got := eval[string](c, `fetch("/d/logistic/points.csv" + location.search).then((r) => r.text())`); !strings.HasPrefix(got, "girth <b>in</b> $m$,height,kind\n2,1.5,Eiche\n") {
		t.Errorf("the file is %q", got)
	}
	b.press("[data-action=undo]")
	b.wait(legend + `.includes("oak")`)
}

// The same for a regression, in one dimension.
func TestOwnColumnsForValues(t *testing.T) {
	site := serve(t)
	b := site.open(t, 1440, 900, "/d/svr")
	b.opens("csv", "#csv-dialog")
	b.do(chromedp.Focus(chromedp.CSS("[data-csv-text]")))
	eval[any](b, `(() => { const t = document.querySelector("[data-csv-text]"); t.value = "speed,distance,gear\n1,2,5\n2,3.5,1\n3,5.5,2\n"; t.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	b.wait(`!document.querySelector("[data-csv-columns]").hidden`)
	if got := b.columnsOf(); got != "speed,distance,gear" {
		t.Errorf("the form guesses %s", got)
	}
	b.pickColumn("x2", "")
	b.pickColumn("y", "distance")
	b.wait(`document.querySelector("[data-csv-preview]").textContent.includes("speeddistance1")`)
	b.press("[data-action=csv-load]")
	b.waitPoints(3)
	b.wait(axes + `.includes("x: speed") && ` + axes + `.includes("y: distance")`)

	c := site.open(t, 1440, 900, b.address())
	c.waitPoints(3)
	c.wait(axes + `.includes("x: speed") && ` + axes + `.includes("y: distance")`)
	c.opens("csv", "#csv-dialog")
	c.accessible("the window for files", ours)
	c.key("\x1b")
	// What is told of a point has its names.
	eval[any](c, `document.querySelector("svg.board").focus()`)
	c.key(".")
	c.wait(inspected + `.textContent.includes("speed 1, distance 2")`)
}
