package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// pasteInto pastes text into what a selector finds.
func (b *tab) pasteInto(selector, text string) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		document.querySelector(%q).dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
	})()`, text, selector))
}

func TestFileIsShownBeforeItReplacesThePoints(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm")
	n := b.points()
	// A bad line is named, and nothing changes.
	b.pasteInto("svg.board", "x1\tx2\ty\n1\t2\t1\n3\toops\t-1")
	b.wait(`document.querySelector("#csv-dialog").open && !document.querySelector("[data-error-for=csv]").hidden`)
	if got := b.text("[data-error-for=csv]"); !strings.Contains(got, "line 3") {
		t.Errorf("the file is refused with %q", got)
	}
	if b.points() != n || !eval[bool](b, `document.querySelector("[data-action=csv-load]").getAttribute("aria-disabled") === "true"`) {
		t.Errorf("a bad file left %d points, and can be loaded", b.points())
	}
	// Corrected by hand, it says what it holds; still nothing changes.
	b.do(chromedp.Focus(chromedp.CSS("[data-csv-text]")))
	eval[any](b, `(() => { const t = document.querySelector("[data-csv-text]"); t.value = t.value.replace("oops", "0,5"); t.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	b.waitLoadable()
	for _, want := range []string{"2 points", "1 of class −1", "1 of class +1", "Target y (by its name): 2 classes, −1, +1."} {
		if got := b.text("[data-csv-preview]"); !strings.Contains(got, want) {
			t.Errorf("the preview says %q, without %q", got, want)
		}
	}
	if rows := eval[int](b, `document.querySelectorAll("[data-csv-preview] tr").length`); rows != 4 || b.points() != n {
		t.Errorf("%d rows are shown, %d points on the board", rows, b.points())
	}
	b.press("[data-action=csv-load]")
	b.wait(`!document.querySelector("#csv-dialog").open`)
	b.waitPoints(2)
	b.press("[data-action=undo]")
	b.waitPoints(n)
}

func TestFileDroppedOnTheBoard(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron")
	eval[any](b, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(["x1,x2,y\n0,1,1\n1,0,-1\n2,2,1\n"], "mine.csv", {type: "text/csv"}));
		document.querySelector("svg.board").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	})()`)
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.waitPoints(3)
}

// waitRows is rows once the address has as many.
func (b *tab) waitRows(n int) []string {
	b.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if rows := b.rows(); len(rows) == n {
			return rows
		}
	}
	b.t.Fatalf("the address has %d rows, want %d", len(b.rows()), n)
	return nil
}

func TestTableMirrorsTheBoard(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron")
	n := b.points()
	b.press("[data-action=table]")
	b.wait(fmt.Sprintf(`document.querySelectorAll("[data-table] tr[data-ref]").length === %d`, n))
	// A number that is typed moves the point, one that is none is refused.
	before := b.rows()
	b.changes(func() { b.fill(`[data-row="0"] [data-col="0"]`, "0.125") })
	b.settled()
	after := b.rows()
	if len(after) != n {
		t.Fatalf("%d rows after an edit, want %d; the address is %s", len(after), n, eval[string](b, `location.search`))
	}
	if !strings.HasPrefix(after[0], "0.125,") || strings.Join(after[1:], "\n") != strings.Join(before[1:], "\n") {
		t.Errorf("row 0 was %s and is %s", before[0], after[0])
	}
	b.fill(`[data-row="1"] [data-col="0"]`, "soon")
	b.wait(`document.querySelector("[data-table-error]").textContent.includes("soon")`)
	// The row in focus is ringed on the board.
	b.do(chromedp.Focus(chromedp.CSS(`[data-row="0"] [data-col="1"]`)))
	b.wait(`document.querySelector(".overlay-ring").getAttribute("visibility") === "visible"`)
	// Rows of a spreadsheet: all or none.
	b.pasteInto(`[data-row="0"] [data-col="1"]`, "0.1\t0.2\t1\n0.3\toops\t-1")
	b.wait(`document.querySelector("[data-table-error]").textContent.includes("line 2")`)
	b.waitPoints(n)
	b.pasteInto(`[data-row="0"] [data-col="1"]`, "x1\tx2\ty\n0.1\t0,2\t1\n0.3\t0.4\t-1")
	b.waitPoints(n + 2)
	b.waitRows(n + 2)
	// A new row, and one that goes.
	eval[any](b, `(() => { document.querySelector('[data-row="-1"] [data-col="0"]').value = "0.5" })()`)
	b.fill(`[data-row="-1"] [data-col="1"]`, "0.25")
	b.waitPoints(n + 3)
	rows := b.waitRows(n + 3)
	if rows[n] != "0.1,0.2,1" || rows[n+1] != "0.3,0.4,-1" || !strings.HasPrefix(rows[n+2], "0.5,0.25,") {
		t.Errorf("added %v", rows[n:])
	}
	b.press(`[data-row="0"] [data-do=remove]`)
	b.waitPoints(n + 2)
	b.key("\x1b")
	b.wait(`!document.querySelector("#table-drawer").open`)
}
