package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// heldSaid is how many points the page says are held out.
const heldSaid = `(/\+ (\d+) held out/.exec(document.querySelector("[data-count]").textContent) ?? ["", "0"])[1]`

func (b *tab) waitHeld(n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`%s === "%d"`, heldSaid, n))
	b.settled()
}

// Points are held out by a stroke, a share, a key and the table; each is one edit.
func TestHoldOut(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron?data=blobs~12~0.5~3&step=end")
	first, second := b.point(0), b.point(1)
	b.press(".bar [data-tool=hold]")
	b.drag(first, second)
	b.wait(heldSaid + ` !== "0"`)
	b.settled()
	b.wait(`/points held out|point held out/.test(document.querySelector("[data-say]").textContent)`)
	b.wait(`location.search.includes("~h")`)
	if legend := b.text("[data-legend=board]"); !strings.Contains(legend, "held out") {
		t.Errorf("the legend is %q", legend)
	}
	b.press("[data-action=undo]")
	b.waitHeld(0)
	// A share; generated points stay short in the address.
	b.press("[data-unfold=data]")
	b.choose("[data-held-share]", "50")
	b.waitHeld(6)
	b.wait(`location.search.includes("blobs~12~0.5~3~h6")`)
	// The point in focus, by a key; it is still the one in focus.
	eval[any](b, `document.querySelector("svg.board").focus()`)
	b.key(".")
	b.key("o")
	b.waitHeld(7)
	b.wait(`/held out/.test(document.querySelector("[data-speech]").textContent)`)
	b.key("o")
	b.waitHeld(6)
	// New points stand before those that are held out.
	b.press(".bar [data-tool=put]")
	b.click(b.spot(0.9, 0.1))
	b.wait(`document.querySelector("[data-count]").textContent === "7 + 6 held out"`)
	b.settled()
	// A row of the table, by its box.
	b.press("[data-action=table]")
	b.wait(`document.querySelectorAll("[data-table] [data-held]:checked").length === 6`)
	eval[any](b, `document.querySelector('[data-table] [data-row="0"] [data-held]').click()`)
	b.waitHeld(7)
	b.wait(`document.querySelectorAll("[data-table] [data-held]:checked").length === 7`)
}

// Where there are no targets, there is nothing to test.
func TestNothingToHoldOut(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/em-gmm")
	if n := eval[int](b, `document.querySelectorAll("[data-tool=hold], [data-held-share], [data-action=hold-selected]").length`); n != 0 {
		t.Errorf("%d controls hold points out", n)
	}
	b.key("o")
	b.wait(`document.querySelector("[data-board-box]").dataset.activeTool === "put"`)
}
