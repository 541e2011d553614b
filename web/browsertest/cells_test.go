package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/algos/algotest/painted"
	"playground/web"
)

// cells waits until the address has these cells, in the form "2x3~0_1_0.5~1_0_0"; "" for those of the preset.
func (b *tab) cells(want string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`(new URLSearchParams(location.search).get("data") ?? "").slice(1) === %q`, want))
}

// cell is the middle of a cell on the screen, where the grid has so many rows and columns.
func (b *tab) cell(rows, cols, row, col int) xy {
	b.t.Helper()
	return eval[xy](b, fmt.Sprintf(`(() => {
		const r = document.querySelector("svg.board image[data-cells]").getBoundingClientRect();
		return { X: r.x + (%d + 0.5) * r.width / %d, Y: r.y + (%d + 0.5) * r.height / %d };
	})()`, col, cols, row, rows))
}

// Cells are painted by mouse, by keyboard and by finger; a stroke is one change.
func TestCellEditor(t *testing.T) {
	site := serveConfig(t, web.Config{Demos: []algos.Demo{painted.Demo()}})
	b := site.open(t, 1440, 900, "/d/sums?step=1")
	b.settled()
	// A stroke of the brush of ones along the second row; one undo takes it back.
	b.drag(b.cell(2, 3, 1, 1), b.cell(2, 3, 1, 2))
	b.cells("2x3~0_1_0.5~1_1_1")
	b.settled()
	b.press("[data-action=undo]")
	b.cells("")
	b.settled()
	// From a painted cell on, a stroke clears; another brush, and a number between.
	b.drag(b.cell(2, 3, 0, 1), b.cell(2, 3, 0, 2))
	b.cells("2x3~0_0_0~1_0_0")
	b.fill("[data-cell-value]", "0.25")
	b.settled()
	b.click(b.cell(2, 3, 0, 0))
	b.cells("2x3~0.25_0_0~1_0_0")
	b.fill("[data-cell-value]", "7")
	b.wait(`document.querySelector("[data-toast]").textContent.includes("from 0 to 1") && document.querySelector("[data-cell-value]").value === "0.25"`)
	// By keyboard: Enter paints, digits take a brush, plus makes a number larger, Delete clears.
	b.do(chromedp.Focus(chromedp.CSS("svg.board")))
	b.key(kb.ArrowRight)
	b.key(kb.ArrowRight)
	b.wait(`/^row 1, column [23]/.test(document.querySelector("[data-speech]").textContent)`)
	for range 3 {
		b.key(kb.ArrowLeft)
	}
	b.key(kb.ArrowDown)
	b.key("+")
	b.cells("2x3~0.25_0_0~1_0_0") // 1 is the largest
	b.key("-")
	b.cells("2x3~0.25_0_0~0.95_0_0")
	b.key("2")
	b.cells("2x3~0.25_0_0~1_0_0")
	b.key(kb.ArrowRight)
	b.key(kb.Enter)
	b.cells("2x3~0.25_0_0~1_1_0")
	// What is said of the cell may be followed by what the new step says.
	eval[any](b, `(() => {
		const said = document.querySelector("[data-speech]");
		self.said = [];
		new MutationObserver(() => self.said.push(said.textContent)).observe(said, {childList: true, characterData: true, subtree: true});
	})()`)
	b.key(kb.Delete)
	b.cells("2x3~0.25_0_0~1_0_0")
	b.wait(`self.said.some(s => s.includes("row 2, column 2: 0 (nothing)"))`)
	b.key(kb.Escape)
	// Another shape, and blank.
	b.press("[data-unfold=data]")
	b.fill("#cell-columns", "2")
	b.cells("2x2~0.25_0~1_0")
	b.fill("#cell-rows", "9")
	b.wait(`document.querySelector("[data-toast]").textContent.includes("from 1 to 8") && document.querySelector("#cell-rows").value === "2"`)
	b.accessible("a board of cells", both)
	b.press("[data-action=clear]")
	b.cells("2x2~0_0~0_0")
	b.shootAs("cells")
	// Where the demo works on cells of its own, there are no tools but the button that begins.
	b.choose("#p-grid", "ones")
	b.wait(`document.querySelector("[data-cell-bar]").hidden && !document.querySelector("[data-action=paint]").hidden`)
	b.press("[data-action=paint]")
	b.wait(`!document.querySelector("[data-cell-bar]").hidden && document.querySelector("#p-grid").value === "painted"`)

	// A single row is drawn as a curve; arrow keys change its numbers.
	d := site.open(t, 1440, 900, "/d/sums?grid=painted&data=c1x5~0_0_0_0_0")
	d.settled()
	area := eval[[4]float64](d, `(() => { const r = document.querySelector("svg.board").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	d.drag(xy{area[0] + 0.3*area[2], area[1] + 0.7*area[3]}, xy{area[0] + 0.8*area[2], area[1] + 0.3*area[3]})
	const drawn = `(new URLSearchParams(location.search).get("data") ?? "").slice(5).split("_").map(Number)`
	d.wait(fmt.Sprintf(`((v) => v.length === 5 && v[1] > 0 && v[2] > v[1] && v[3] > v[2] && v[3] <= 1)(%s)`, drawn))
	d.settled()
	d.press("[data-action=undo]")
	d.cells("1x5~0_0_0_0_0")
	d.do(chromedp.Focus(chromedp.CSS("svg.board")))
	d.key(kb.ArrowRight)
	d.key(kb.ArrowUp)
	d.wait(fmt.Sprintf(`((v) => Math.max(...v) === 0.05)(%s)`, drawn))

	// In an embedded board there are no tools; a press paints what the last brush does.
	e := site.open(t, 700, 600, "/embed/sums?step=1")
	e.settled()
	e.click(e.cell(2, 3, 1, 1))
	e.wait(`document.querySelector("svg.board image[data-cells]").dataset.values.split(" ")[4] === "1"`)

	// On a phone by finger, and in Chinese.
	c := site.open(t, 390, 844, "/d/sums?step=1&lang=zh")
	c.settled()
	c.touch("touchStart", c.cell(2, 3, 1, 1))
	c.touch("touchMove", c.cell(2, 3, 1, 2))
	c.touch("touchEnd")
	c.cells("2x3~0_1_0.5~1_1_1")
	c.shootAs("cells")
}

// A file of numbers says what it holds before it replaces what is there, and is saved.
func TestCellFile(t *testing.T) {
	b := serveConfig(t, web.Config{Demos: []algos.Demo{painted.Demo()}}).open(t, 1440, 900, "/d/sums")
	b.settled()
	b.pasteInto("svg.board", "0,1\n0.5,0.25\n1,1\n")
	b.wait(`!document.querySelector("[data-csv-preview]").hidden`)
	if got := b.text("[data-csv-preview]"); !strings.Contains(got, "Rows of cells: 3, columns: 2") {
		t.Errorf("the preview says %q", got)
	}
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.cells("3x2~0_1~0.5_0.25~1_1")
	// An image of any format that the browser shows.
	eval[any](b, `(async () => {
		const canvas = document.createElement("canvas");
		canvas.width = 1200; canvas.height = 600;
		const pen = canvas.getContext("2d");
		pen.fillStyle = "black"; pen.fillRect(0, 0, 600, 600);
		pen.fillStyle = "white"; pen.fillRect(600, 0, 600, 600);
		const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
		const files = new DataTransfer();
		files.items.add(new File([blob], "half.png", { type: "image/png" }));
		document.querySelector("[data-board-box]").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
	})()`)
	b.wait(`document.querySelector("[data-csv-preview]").textContent.includes("512 × 256 pixels becomes cells: rows 3, columns 6")`)
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.cells("3x6~0_0_0_1_1_1~0_0_0_1_1_1~0_0_0_1_1_1")
}
