package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A demo that makes its own examples has nothing to place: no tools, no gestures,
// no keys for points; its first picture is read like any other.
func TestOwnExamples(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/disjunctions?preset=worked&step=2")
	if n := eval[int](b, `document.querySelectorAll("[data-tool], [data-class], [data-generator-box], [data-action=table], [data-action=csv], [data-action=clear], [data-point-menu], .board-zoom, #table-drawer, #csv-dialog").length`); n != 0 {
		t.Errorf("%d parts are for points", n)
	}
	if n := eval[int](b, `document.querySelectorAll("#keys-dialog section").length`); n != 3 {
		t.Errorf("keys for %d things, want the run, pictures and the page", n)
	}
	before := b.address()
	b.click(b.spot(0.5, 0.8))
	b.drag(b.spot(0.3, 0.6), b.spot(0.6, 0.7))
	for _, key := range []string{"1", "a", "b", kb.Delete} {
		b.key(key)
	}
	b.settled()
	if after := b.address(); after != before {
		t.Errorf("gestures led from %s to %s", before, after)
	}

	eval[any](b, `document.querySelector("svg.board").focus()`)
	b.key(kb.ArrowRight)
	b.wait(inspected + `.textContent.startsWith("01000, x")`)
	b.key(kb.Escape)

	b.press("[data-action=step]")
	b.waitStep(6) // at the next mistake
	b.choose("[data-source]", "counting")
	b.wait(`document.querySelector("#p-n").value === "3"`)
	b.fill("#p-n", "2")
	b.wait(`document.querySelector("[data-board-note]").textContent.includes("mistake") && location.search.includes("n=2")`)
	b.press("[data-action=new-seed]")
	b.wait(`location.search.includes("seed=")`)
	b.press("[data-action=undo]")
	b.wait(`!location.search.includes("seed=")`)
}
