package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/algos/algotest/drawn"
	"playground/web"
)

// edges waits until the address has these edges, in the form "0_1 1_2_0.5".
func (b *tab) edges(want string) {
	b.t.Helper()
	const edges = `(new URLSearchParams(location.search).get("data") ?? "").split("~").filter((f) => f.startsWith("e")).map((f) => f.slice(1)).join(" ")`
	b.wait(fmt.Sprintf(`%s === %q`, edges, want))
}

// A graph is drawn by mouse, by keyboard and in a list.
func TestGraphEditor(t *testing.T) {
	site := serveConfig(t, web.Config{Demos: []algos.Demo{drawn.Demo()}})
	b := site.open(t, 1440, 900, "/d/degrees?step=1")
	b.settled()
	// By mouse: an edge, its weight, and without it.
	b.press(".bar [data-tool=edge]")
	b.drag(b.point(2), b.point(0))
	b.edges("0_1 1_2_0.5 0_2")
	b.fill("[data-edge-weight]", "2.5")
	b.edges("0_1 1_2_0.5 0_2_2.5")
	p, q := b.point(0), b.point(1)
	b.click(xy{(p.X + q.X) / 2, (p.Y + q.Y) / 2})
	b.wait(`document.querySelector("[data-edge-weight]").value === "1" && !document.querySelector("[data-action=remove-edge]").hidden`)
	b.press("[data-action=remove-edge]")
	b.edges("1_2_0.5 0_2_2.5")
	b.press("[data-action=undo]")
	b.edges("0_1 1_2_0.5 0_2_2.5")
	// A node that is put, dragged and erased; its edges go with it.
	b.press(".bar [data-tool=put]")
	b.click(b.free())
	b.waitPoints(4)
	b.settled()
	b.press(".bar [data-tool=edge]")
	b.drag(b.point(3), b.point(1))
	b.edges("0_1 1_2_0.5 0_2_2.5 1_3")
	b.press(".bar [data-tool=put]")
	from := b.point(3)
	b.changes(func() { b.drag(from, xy{from.X + 30, from.Y + 20}) })
	b.edges("0_1 1_2_0.5 0_2_2.5 1_3")
	b.settled()
	b.press(".bar [data-tool=erase]")
	b.click(b.point(1))
	b.edges("0_1_2.5")
	b.settled()
	p, q = b.point(0), b.point(1)
	mid := xy{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
	b.drag(xy{mid.X + 25*(q.Y-p.Y)/b.distance(0, 1), mid.Y - 25*(q.X-p.X)/b.distance(0, 1)}, mid)
	b.edges("")
	b.waitPoints(3)
	// By keyboard.
	b.do(chromedp.Focus(chromedp.CSS("svg.board")))
	b.key(".")
	b.key("c")
	b.wait(`document.querySelector("[data-speech]").textContent.startsWith("An edge begins at node 1")`)
	b.key(".")
	b.key(".")
	b.key("c")
	b.edges("0_2")
	b.key(kb.Escape)
	// In the list.
	b.press("[data-action=table]")
	b.wait(`document.querySelectorAll("[data-edges] tr[data-edge]").length === 2`)
	b.fill(`[data-edge="0_2"] [data-edge-col=weight]`, "7")
	b.edges("0_2_7")
	eval[any](b, `(() => { document.querySelector('[data-edge=new] [data-edge-col=from]').value = "3" })()`)
	b.fill(`[data-edge=new] [data-edge-col=to]`, "4")
	b.wait(`document.querySelector("[data-table-error]").textContent.includes("from 1 to 3")`)
	b.fill(`[data-edge=new] [data-edge-col=to]`, "2")
	b.edges("0_2_7 1_2")
	b.accessible("the list of a graph", both)
	b.press(`[data-edge="0_2"] button`)
	b.edges("1_2")
	b.key(kb.Escape)

	// On a phone by finger, and in Chinese.
	c := site.open(t, 390, 844, "/d/degrees?step=1&lang=zh")
	c.settled()
	c.press(".bar [data-tool=edge]")
	p, q = c.point(2), c.point(0)
	c.touch("touchStart", p)
	c.touch("touchMove", xy{(p.X + q.X) / 2, (p.Y + q.Y) / 2})
	c.touch("touchMove", q)
	c.touch("touchEnd")
	c.edges("0_1 1_2_0.5 0_2")
	c.shootAs("edges")
}

// A file of a graph says what it holds before it replaces what is there, and is saved.
func TestGraphFile(t *testing.T) {
	b := serveConfig(t, web.Config{Demos: []algos.Demo{drawn.Demo()}}).open(t, 1440, 900, "/d/degrees")
	b.pasteInto("svg.board", "from,to,weight\nA,B,2\nB,C,3\n")
	b.wait(`!document.querySelector("[data-csv-preview]").hidden`)
	if got := b.text("[data-csv-preview]"); !strings.Contains(got, "Nodes: 3, edges: 2") {
		t.Errorf("the preview says %q", got)
	}
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.edges("0_1_2 1_2_3")
	want := "node,x,y\n1,0,1\n2,-0.866,-0.5\n3,0.866,-0.5\n\nfrom,to,weight\n1,2,2\n2,3,3\n"
	if got := eval[string](b, `fetch("/d/degrees/points.csv" + location.search).then((r) => r.text())`); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}
