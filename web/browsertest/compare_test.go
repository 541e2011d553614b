package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A half of a comparison, as an expression: its document.
const half = `document.querySelector("[data-side=%s] iframe").contentDocument`

// inHalf evaluates an expression about the document d of one half.
func inHalf[T any](b asker, side, expression string) T {
	return eval[T](b, fmt.Sprintf(`(d => (%s))(%s)`, expression, fmt.Sprintf(half, side)))
}

// waitHalf waits until an expression about the document d of one half is true.
func (b *visitor) waitHalf(side, expression string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`(d => (%s))(%s)`, expression, fmt.Sprintf(half, side)))
}

// compares opens a comparison and waits until both halves are there, with their pictures.
func (b *visitor) compares() {
	b.t.Helper()
	b.wait(`document.querySelector("main").hasAttribute("data-live")`)
	b.wait(`!!document.documentElement.dataset.told`)
}

// bothAt waits until both halves show these steps, and the pictures below are of them.
func (b *visitor) bothAt(one, other int) {
	b.t.Helper()
	for side, step := range map[string]int{"a": one, "b": other} {
		b.waitHalf(side, fmt.Sprintf(`d.querySelector("[data-step]").textContent.trim() === "%d"`, step))
	}
	b.wait(fmt.Sprintf(`document.documentElement.dataset.told === "%d %d"`, one, other))
}

// within is a place on the board of a half, as shares of its width and height.
func (b *tab) within(side string, u, v float64) xy {
	b.t.Helper()
	return eval[xy](b, fmt.Sprintf(`(() => {
		const frame = document.querySelector("[data-side=%s] iframe"), f = frame.getBoundingClientRect();
		const s = frame.contentDocument.querySelector("svg.board").getBoundingClientRect();
		return {x: f.x + s.x + %g * s.width, y: f.y + s.y + %g * s.height};
	})()`, side, u, v))
}

const countPoints = `d.querySelectorAll('svg.board [data-layer=data] [data-ref^="x"]').length`

// Two methods on the same points: one row of buttons moves both, an edit of one changes
// both, and the address says what is shown.
func TestCompare(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 900)
	b.visit("/compare?a=svm%3FC%3D10%26step%3D4&b=logistic")
	b.compares()
	b.bothAt(4, 4)
	b.accessible("a comparison", both)
	b.shootAs("compare-laptop")

	// By button, by key, on the page and in a half.
	b.press("[data-transport] [data-action=step]")
	b.waitText("[data-shown]", "step 3 of 240")
	eval[any](b, `document.activeElement.blur()`)
	b.key(kb.ArrowLeft)
	b.waitText("[data-shown]", "step 2 of 240")
	b.bothAt(4, 4)
	inHalf[any](b, "b", `d.dispatchEvent(new (d.defaultView.KeyboardEvent)("keydown", {key: "End", bubbles: true}))`)
	b.wait(`document.querySelector("[data-shown]").textContent.startsWith("step 240")`)

	// By share of the run both are where they should be.
	b.choose("[data-by-way]", "share")
	eval[any](b, `(() => { const r = document.querySelector("[data-place]"); r.value = 50; r.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	b.waitText("[data-shown]", "50 % of each run")
	last := func(side string) int {
		return inHalf[int](b, side, `Number(d.querySelector("[data-total]").textContent)`)
	}
	halfway := func(n int) int { return (n + 1) / 2 }
	b.bothAt(halfway(last("a")), halfway(last("b")))
	b.wait(fmt.Sprintf(`location.search.includes("by=share") && location.search.includes("step%%3D%d&b=")`, halfway(last("a"))))

	// Played, both keep together to their ends.
	b.choose("[data-speed]", "60")
	eval[any](b, `(() => { const r = document.querySelector("[data-place]"); r.value = 92; r.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	b.waitText("[data-shown]", "92 % of each run")
	b.press("[data-action=play]")
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false" && document.querySelector("[data-shown]").textContent === "100 % of each run"`)
	b.bothAt(last("a"), last("b"))

	// An edit goes to both, in either direction, and so does taking it back.
	n := inHalf[int](b, "a", countPoints)
	b.click(b.within("a", 0.9, 0.12))
	for _, side := range []string{"a", "b"} {
		b.waitHalf(side, fmt.Sprintf("%s === %d", countPoints, n+1))
	}
	b.click(b.within("b", 0.1, 0.9))
	for _, side := range []string{"a", "b"} {
		b.waitHalf(side, fmt.Sprintf("%s === %d", countPoints, n+2))
	}
	inHalf[any](b, "a", `d.querySelector("[data-action=undo]").click()`)
	for _, side := range []string{"a", "b"} {
		b.waitHalf(side, fmt.Sprintf("%s === %d", countPoints, n+1))
	}
	b.wait(`location.search.includes("data%3D")`)
	link := eval[string](b, `location.pathname + location.search`)
	if strings.Count(link, "data%3D") != 1 {
		t.Errorf("the data stand more than once, or not at all, in %s", link)
	}

	// A setting of one half is its own.
	inHalf[any](b, "a", `(() => { const f = d.querySelector("#p-C"); f.value = "3"; f.dispatchEvent(new (d.defaultView.Event)("change")) })()`)
	b.wait(`/a=svm%3F[^&]*C%3D3/.test(location.search) && !/b=[^&]*C%3D/.test(location.search)`)

	// The address opens the same.
	b.wait(`document.querySelector("[data-difference] img").alt !== ""`)
	alt := eval[string](b, `document.querySelector("[data-difference] img").alt`)
	again := s.blank(t, 390, 844)
	again.visit(eval[string](b, `location.pathname + location.search`))
	again.compares()
	again.waitHalf("a", fmt.Sprintf("%s === %d", countPoints, n+1))
	again.wait(fmt.Sprintf(`document.querySelector("[data-difference] img").alt === %q`, alt))
	again.accessible("a comparison on a phone", both)
	again.shootAs("compare-phone")
	if over := eval[int](again, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("%d pixels beyond the right edge of a phone", over)
	}
	// One stands above the other, and the one out of sight moves along.
	again.press("[data-action=start]")
	again.bothAt(0, 0)
	place := eval[xy](again, `(() => { const r = document.querySelector("[data-place]").getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2} })()`)
	again.touch("touchStart", place)
	again.touch("touchEnd")
	again.wait(`document.querySelector("[data-shown]").textContent === "50 % of each run"`)
	again.bothAt(halfway(last("a")), halfway(inHalf[int](again, "b", `Number(d.querySelector("[data-total]").textContent)`)))
}
