package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pickRole chooses what a column of a pasted file is, in the form of its dialog; "" is not used.
func (b *tab) pickRole(name, role string) {
	b.t.Helper()
	k := eval[int](b, fmt.Sprintf(`[...document.querySelectorAll("[data-csv-rows] thead b")].findIndex((e) => e.textContent === %q)`, name))
	b.choose(fmt.Sprintf("[data-role='%d']", k), role)
}

// rolesOf are the columns that the form has taken for something, in the order of the file: x1=height.
func (b *tab) rolesOf() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll("[data-csv-rows] thead b")].map((e, k) => [document.querySelector("[data-role='" + k + "']").value, e.textContent])
		.filter(([role]) => role).map((pair) => pair.join("=")).join()`)
}

// waitLoadable waits until the file in the form can be loaded.
func (b *tab) waitLoadable() {
	b.t.Helper()
	b.wait(`document.querySelector("[data-action=csv-load]").getAttribute("aria-disabled") === "false"`)
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
	b.waitLoadable()
	if got := b.rolesOf(); got != "x1=height,x2=girth,y=kind" {
		t.Errorf("the form guesses %s", got)
	}
	for _, want := range []string{"4 points", "2 of class oak", "2 of class ash", "tree", "1,5", "Target kind (the last categorical one): 2 classes, oak, ash."} {
		if got := b.text("[data-csv-preview]"); !strings.Contains(got, want) {
			t.Errorf("the preview says %q, without %q", got, want)
		}
	}
	// What cannot be is said with its line and column; nothing changes.
	b.pickRole("tree", "x1")
	b.wait(`!document.querySelector("[data-error-for=csv]").hidden`)
	if got := b.text("[data-error-for=csv]"); !strings.Contains(got, "line 2, column tree") || b.points() != n {
		t.Errorf("refused with %q, %d points", got, b.points())
	}
	if !eval[bool](b, `document.querySelector("[data-action=csv-load]").getAttribute("aria-disabled") === "true"`) {
		t.Error("what is refused can be loaded")
	}
	b.pickRole("girth", "x1") // it changes places with tree
	b.pickRole("height", "x2")
	b.waitLoadable()
	if got := b.rolesOf(); got != "x2=height,x1=girth,y=kind" {
		t.Errorf("the form has %s", got)
	}
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
	b.waitLoadable()
	if got := b.rolesOf(); got != "x1=speed,x2=distance,y=gear" {
		t.Errorf("the form guesses %s", got)
	}
	b.pickRole("distance", "y")
	b.pickRole("gear", "")
	b.waitLoadable()
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
