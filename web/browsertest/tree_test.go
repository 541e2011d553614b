package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A node of a tree lights its region and its rows, a region the way to it, and a point both.
func TestTreeAndRegions(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/decision-tree?step=6")
	const board, tree = `svg.board [data-layer=under] `, `svg[data-panel=tree] `
	lit := func(selector string) int {
		return eval[int](b, `document.querySelectorAll('`+selector+`.lit').length`)
	}
	nodes := func() string {
		return eval[string](b, `[...document.querySelectorAll('`+tree+`[data-ref].lit')].map(e => e.dataset.ref).sort().join(" ")`)
	}
	// Node 4 is the right one of two leaves below node 1: 33 of 60 rows.
	b.rest(tree + `[data-ref="n4"]`)
	b.wait(`document.querySelector('` + board + `[data-ref="n4"].lit')`)
	if n := lit(board + `[data-ref]`); n != 1 {
		t.Errorf("%d regions are lit for a leaf", n)
	}
	if n := lit(`svg.board [data-layer=data] [data-ref]`); n != 33 {
		t.Errorf("%d points are lit, want the 33 rows of the leaf", n)
	}
	b.rest(tree + `[data-ref="n1"]`)
	b.wait(`document.querySelectorAll('` + board + `[data-ref].lit').length === 2`)
	if n := lit(`svg.board [data-layer=data] [data-ref]`); n != 39 {
		t.Errorf("%d points are lit, want the 39 rows of the node", n)
	}
	// The other way round, from a place of the board without a point, and from a point.
	p := eval[xy](b, `(() => { const r = document.querySelector('`+board+`[data-ref="n4"]').getBoundingClientRect(); return {X: r.right - 60, Y: r.bottom - 12} })()`)
	b.mouse(chromedp.MouseMoved, p, 0, chromedp.ButtonNone)
	b.wait(`document.querySelectorAll('` + tree + `[data-ref].lit').length === 3`)
	if got := nodes(); got != "n0 n1 n4" {
		t.Errorf("a region lights the way %s", got)
	}
	at := eval[int](b, `Number([...document.querySelectorAll('svg.board [data-layer=data] [data-also="n0 n2"]')][0].dataset.ref.slice(1))`)
	b.mouse(chromedp.MouseMoved, b.point(at), 0, chromedp.ButtonNone)
	b.wait(`document.querySelectorAll('` + tree + `[data-ref].lit').length === 2`)
	if got := nodes(); got != "n0 n2" {
		t.Errorf("a point lights the way %s", got)
	}
}
