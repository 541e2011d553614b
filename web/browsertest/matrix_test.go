package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/chain"
)

// matrix waits until a parameter of the address is a matrix; "" for its default.
func (b *tab) matrix(name, want string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`(new URLSearchParams(location.search).get(%q) ?? "") === %q`, name, want))
}

// entry is the selector of a number of a matrix, counted from 0.
func entry(name string, row, col int) string {
	return fmt.Sprintf(`[data-param=%s] tbody tr:nth-child(%d) td:nth-child(%d) input`, name, row+1, col+2)
}

// A matrix is edited as a table, by keys and by mouse.
func TestMatrixTable(t *testing.T) {
	site := serveConfig(t, web.Config{Demos: []algos.Demo{chain.Demo()}})
	b := site.open(t, 1440, 900, "/d/chain?step=1")
	b.settled()
	b.wait(`!document.querySelector("#p-P").checkVisibility()`)
	if got := eval[[]string](b, `[...document.querySelectorAll("[data-param=P] th")].map(e => e.textContent)`); fmt.Sprint(got) != "[sunny rainy sunny rainy]" {
		t.Errorf("rows and columns are called %q", got)
	}
	// A row that does not sum to 1 is refused with its number, and what was typed stays.
	b.fill(entry("P", 1, 1), "0.7")
	b.waitText("#err-P", "row 2 sums to 0.9: make it 1, or press Normalise")
	b.wait(`[...document.querySelectorAll("[data-param=P] tbody [aria-invalid=true]")].map(e => e.value).join() === "0.2,0.7"`)
	b.matrix("P", "")
	b.press("[data-param=P] [data-matrix-normalise]")
	b.matrix("P", "0.7 0.3; 0.2222 0.7778")
	b.wait(`document.querySelector("#err-P").hidden && !document.querySelector("[data-param=P] [aria-invalid]")`)
	b.press("[data-action=undo]")
	b.matrix("P", "")
	b.wait(fmt.Sprintf(`document.querySelector(%q).value === "0.8"`, entry("P", 1, 1)))
	// Arrow keys go from cell to cell, and within a number along it.
	at := func(row, col int) {
		t.Helper()
		b.wait(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, entry("P", row, col)))
	}
	b.do(chromedp.Focus(chromedp.CSS(entry("P", 0, 0))))
	b.key(kb.ArrowDown)
	at(1, 0)
	b.key(kb.ArrowRight)
	at(1, 1)
	b.key(kb.End)
	b.key(kb.ArrowLeft)
	at(1, 1)
	b.key(kb.ArrowUp)
	at(0, 1)
	// Alt and an arrow change a number by a step; the others of its row give way.
	b.key(kb.ArrowUp, chromedp.KeyModifiers(chromedp.ModifierAlt))
	b.matrix("P", "0.6 0.4; 0.2 0.8")
	at(0, 1)
	// The slider moves the number in hand.
	b.wait(`document.querySelector("[data-param=P] [data-matrix-at]").textContent === "row sunny, column rainy"`)
	bar := eval[[4]float64](b, `(() => { const r = document.querySelector("[data-param=P] input[type=range]").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	b.drag(xy{bar[0] + 0.4*bar[2], bar[1] + bar[3]/2}, xy{bar[0] + bar[2] - 1, bar[1] + bar[3]/2})
	b.matrix("P", "0 1; 0.2 0.8")
	b.settled()
	b.press("[data-action=undo]")
	b.matrix("P", "0.6 0.4; 0.2 0.8")
	// One more state: its row is equal numbers, and the rest keeps its sums.
	b.fill("[data-param=P] [data-matrix-size]", "3")
	b.matrix("P", "0.6 0.4 0; 0.2 0.8 0; 0.3334 0.3333 0.3333")
	b.wait(`document.querySelectorAll("[data-param=P] tbody input").length === 9`)
	b.fill("[data-param=P] [data-matrix-size]", "7")
	b.wait(`document.querySelector("[data-toast]").textContent.includes("from 2 to 4") && document.querySelector("[data-param=P] [data-matrix-size]").value === "3"`)
	b.accessible("matrices among the parameters", both)
	b.shootAs("matrix")
	// What is typed and then given up is what the run has again.
	b.do(chromedp.Focus(chromedp.CSS(entry("P", 0, 0))))
	eval[any](b, `document.activeElement.select()`)
	b.key("x")
	b.key(kb.Tab)
	b.waitText("#err-P", `row 1, column 1: "x" is not a finite number`)
	b.do(chromedp.Focus(chromedp.CSS(entry("P", 0, 0))))
	b.key(kb.Escape)
	b.wait(fmt.Sprintf(`document.querySelector("#err-P").hidden && document.querySelector(%q).value === "0.6"`, entry("P", 0, 0)))
	// All numbers of a joint distribution sum to 1.
	b.fill(entry("joint", 0, 0), "1")
	b.waitText("#err-joint", "the numbers sum to 1.75: make it 1, or press Normalise")
	b.press("[data-param=joint] [data-matrix-normalise]")
	b.matrix("joint", "0.5713 0.1429; 0.1429 0.1429")
	// A change of a symmetric matrix is two, and the demo says what else it must be.
	b.fill(entry("cov", 0, 1), "−0.5")
	b.matrix("cov", "1 -0.5; -0.5 1")
	b.fill(entry("cov", 0, 0), "0")
	b.waitText("#err-cov", "the matrix is not positive definite: make the numbers on its diagonal larger")
	// A preset of another size brings its table.
	b.choose("#preset", "cycle")
	b.wait(`[...document.querySelectorAll("[data-param=P] tbody input")].map(e => e.value).join("") === "010001100"`)

	// On a phone by finger, and in Chinese.
	c := site.open(t, 390, 844, "/d/chain?step=1&lang=zh")
	c.settled()
	c.tap(entry("P", 0, 0))
	c.wait(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, entry("P", 0, 0)))
	eval[any](c, `document.activeElement.select()`)
	c.key("0.5")
	c.waitText("#err-P", "第 1 行之和为 0.8：须为 1，也可按“归一化”")
	c.tap("[data-param=P] [data-matrix-normalise]")
	c.matrix("P", "0.625 0.375; 0.2 0.8")
	c.shootAs("matrix")
}
