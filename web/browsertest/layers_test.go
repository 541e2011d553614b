package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/algos/algotest/painted"
	"playground/web"
	"playground/web/testdemos/layers"
)

// imageOf is the grid in a picture, as an expression.
func imageOf(panel string) string {
	return fmt.Sprintf(`document.querySelector('svg[data-panel="%s"] image[data-cells]')`, panel)
}

// cellOf is the middle of a cell of a picture on the screen, in sight.
func (b *tab) cellOf(panel string, row, col int) xy {
	b.t.Helper()
	b.wait(imageOf(panel))
	if b.reveal(fmt.Sprintf(`svg[data-panel="%s"]`, panel)) {
		b.settled()
	}
	eval[any](b, imageOf(panel)+`.closest("svg").scrollIntoView({block: "center", behavior: "instant"})`)
	return eval[xy](b, fmt.Sprintf(`((image) => {
		const r = image.getBoundingClientRect();
		const [rows, cols] = image.dataset.cells.split(" ").map(Number);
		return { X: r.x + (%d + 0.5) * r.width / cols, Y: r.y + (%d + 0.5) * r.height / rows };
	})(%s)`, col, row, imageOf(panel)))
}

// grids waits until the pictures show these numbers.
func (b *tab) grids(want map[string]string) {
	b.t.Helper()
	for panel, values := range want {
		b.wait(fmt.Sprintf(`%s?.dataset.values === %q`, imageOf(panel), values))
	}
}

// Each layer of cells is painted where a picture shows it, with brushes of its own, by mouse, by
// keyboard and by finger. A change of one leaves the others, and links have all.
func TestLayers(t *testing.T) {
	const first, second = "4x4~0_0_1_1~0_1_1_1~0_0_1_0~0_0_1_1", "~llabels~c4x4~"
	site := serveConfig(t, web.Config{Demos: []algos.Demo{layers.Demo(), painted.Filtered()}})
	b := site.open(t, 1440, 900, "/d/smoothing?step=1")
	b.settled()
	// A stroke on the second layer, beside the board; one undo takes it back.
	b.drag(b.cellOf("labels", 0, 0), b.cellOf("labels", 0, 1))
	b.cells(first + second + "1_1_1_1~0_1_1_1~0_0_1_0~0_0_1_1")
	b.settled()
	b.grids(map[string]string{"board": "0 0 1 1 0 1 1 1 0 0 1 0 0 0 1 1", "labels": "1 1 1 1 0 1 1 1 0 0 1 0 0 0 1 1"})
	b.press("[data-action=undo]")
	b.cells("")
	b.settled()
	// Its brush is not that of the board.
	b.press(`[data-cell-hand=labels] [data-brush-value="0"]`)
	b.wait(`document.querySelector('[data-cell-hand=image] [data-brush-value="1"]').ariaPressed === "true"`)
	b.click(b.cellOf("labels", 0, 3))
	b.cells(first + second + "0_0_1_0~0_1_1_1~0_0_1_0~0_0_1_1")
	b.settled()
	b.click(b.cellOf("board", 0, 0))
	b.cells("4x4~1_0_1_1~0_1_1_1~0_0_1_0~0_0_1_1" + second + "0_0_1_0~0_1_1_1~0_0_1_0~0_0_1_1")
	b.settled()
	// By keyboard, with the numbers of the layer in focus.
	b.do(chromedp.Focus(chromedp.CSS(`svg[data-panel="labels"]`)))
	for range 2 {
		b.key(kb.ArrowDown)
	}
	b.wait(`/^row [23], column 1: 0 \(ground\)/.test(document.querySelector("[data-speech]").textContent)`)
	for range 4 {
		b.key(kb.ArrowUp)
	}
	b.key("2")
	b.cells("4x4~1_0_1_1~0_1_1_1~0_0_1_0~0_0_1_1" + second + "1_0_1_0~0_1_1_1~0_0_1_0~0_0_1_1")
	b.key(kb.ArrowRight)
	b.key(kb.Enter) // paints what the second brush does
	b.cells("4x4~1_0_1_1~0_1_1_1~0_0_1_0~0_0_1_1" + second + "1_1_1_0~0_1_1_1~0_0_1_0~0_0_1_1")
	b.key(kb.Delete)
	b.cells("4x4~1_0_1_1~0_1_1_1~0_0_1_0~0_0_1_1" + second + "1_0_1_0~0_1_1_1~0_0_1_0~0_0_1_1")
	b.key(kb.Escape)
	b.accessible("two layers of cells", both)
	b.shootAs("layers")
	// All are of one size. One alone is cleared.
	b.press("[data-unfold=data]")
	b.fill("#cell-rows-image", "2")
	b.cells("2x4~1_0_1_1~0_1_1_1~llabels~c2x4~1_0_1_0~0_1_1_1")
	b.fill("#cell-rows-image", "17")
	b.wait(`document.querySelector("[data-toast]").textContent.includes("from 2 to 16") && document.querySelector("#cell-rows-image").value === "2"`)
	b.press("[data-clear=labels]")
	b.cells("2x4~1_0_1_1~0_1_1_1~llabels~c2x4~0_0_0_0~0_0_0_0")
	b.settled()
	// One is filled by chance, with what its brushes have; one undo takes it back.
	eval[any](b, `Math.random = ((n) => () => (n++ % 4) / 4)(0)`)
	b.press("[data-random=labels]")
	b.cells("2x4~1_0_1_1~0_1_1_1~llabels~c2x4~0_0_1_1~0_0_1_1")
	b.shootAs("layers-tools")
	b.settled()
	b.press("[data-action=undo]")
	b.cells("2x4~1_0_1_1~0_1_1_1~llabels~c2x4~0_0_0_0~0_0_0_0")
	b.settled()
	// The link has both, and the page as well after it is loaded again.
	link := b.address()
	b.load(link)
	b.settled()
	b.grids(map[string]string{"board": "1 0 1 1 0 1 1 1", "labels": "0 0 0 0 0 0 0 0"})

	// A file of layers of other sizes is refused in words, and nothing is lost.
	b.pasteInto("svg.board", "image\n0,1\n1,1\n\nlabels\n0,1\n1,1\n0,0\n")
	b.wait(`document.querySelector("[data-error-for=csv]").textContent.includes("labels has 3 rows and 2 columns, and layer image has 2 rows and 2 columns")`)
	b.cells("2x4~1_0_1_1~0_1_1_1~llabels~c2x4~0_0_0_0~0_0_0_0")
	b.fill("[data-csv-text]", "image\n0,1\n1,1\n\nlabels\n0,1\n1,0\n")
	b.wait(`document.querySelector("[data-csv-preview]").textContent.includes("Labels: 2 × 2")`)
	b.shootAs("layers-file")
	b.waitLoadable()
	b.press("[data-action=csv-load]")
	b.cells("2x2~0_1~1_1~llabels~c2x2~0_1~1_0")
	b.wait(`document.querySelector("[data-toast]").textContent.includes("Loaded: Image, Labels")`)

	// Layers of different sizes, in Chinese.
	f := site.open(t, 1440, 900, "/d/filtered?lang=zh&step=end")
	f.settled()
	f.grids(map[string]string{"filter": "-1 1", "output": "0 1 0 0 1 0 0 1 0"})
	f.click(f.cellOf("filter", 0, 0)) // plus
	f.cells("3x4~0_0_1_1~0_0_1_1~0_0_1_1~lfilter~c1x2~1_1")
	f.settled()
	f.grids(map[string]string{"output": "0 1 2 0 1 2 0 1 2"})
	f.press("[data-unfold=data]")
	f.fill("#cell-rows-filter", "2")
	f.cells("3x4~0_0_1_1~0_0_1_1~0_0_1_1~lfilter~c2x2~1_1~0_0")
	f.shootAs("layers-filter")

	// On a phone by finger, where the second board is on a tab of its own.
	c := site.open(t, 390, 844, "/d/smoothing?step=1")
	c.settled()
	c.touch("touchStart", c.cellOf("labels", 0, 0))
	c.touch("touchMove", c.cellOf("labels", 0, 1))
	c.touch("touchEnd")
	c.cells(first + second + "1_1_1_1~0_1_1_1~0_0_1_0~0_0_1_1")
	c.shootAs("layers-phone")
}
