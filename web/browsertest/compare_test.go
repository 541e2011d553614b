package browsertest

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/web/browsertest/engine"
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
func (b *visitor) within(side string, u, v float64) xy {
	b.t.Helper()
	return eval[xy](b, fmt.Sprintf(`(() => {
		const frame = document.querySelector("[data-side=%s] iframe"), f = frame.getBoundingClientRect();
		const s = frame.contentDocument.querySelector("svg.board").getBoundingClientRect();
		return {x: f.x + s.x + %g * s.width, y: f.y + s.y + %g * s.height};
	})()`, side, u, v))
}

// scrub pulls the slider of a comparison to a place.
func (b *visitor) scrub(to int) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`(r => { r.value = %d; r.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("[data-place]"))`, to))
}

const countPoints = `d.querySelectorAll('svg.board [data-layer=data] [data-ref^="x"]').length`

// Two methods on the same points: one row of buttons moves both, an edit of one changes
// both, and the address says what is shown.
func TestCompare(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 900)
	b.visit("/compare?a=svm%3FC%3D10%26step%3D4&b=logistic&by=step")
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
	b.scrub(50)
	b.waitText("[data-shown]", "50 % of each run")
	last := func(side string) int {
		return inHalf[int](b, side, `Number(d.querySelector("[data-total]").textContent)`)
	}
	halfway := func(n int) int { return (n + 1) / 2 }
	b.bothAt(halfway(last("a")), halfway(last("b")))
	b.wait(fmt.Sprintf(`location.search.includes("by=share") && location.search.includes("step%%3D%d&b=")`, halfway(last("a"))))

	// Played, both keep together to their ends.
	b.choose("[data-speed]", "60")
	b.scrub(92)
	b.waitText("[data-shown]", "92 % of each run")
	b.press("[data-action=play]")
	b.waitText("[data-shown]", "100 % of each run")
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
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
	inHalf[any](b, "a", `(f => { f.value = "3"; f.dispatchEvent(new (d.defaultView.Event)("change")) })(d.querySelector("#p-C"))`)
	b.wait(`/a=svm%3F[^&]*C%3D3/.test(location.search) && !/b=[^&]*C%3D/.test(location.search)`)

	// The address opens the same.
	b.wait(`document.documentElement.hasAttribute("data-fresh")`)
	alt := eval[string](b, `document.querySelector("[data-difference] img").alt`)
	again := s.blank(t, 390, 844)
	again.visit(eval[string](b, `location.pathname + location.search`))
	again.compares()
	again.waitHalf("a", fmt.Sprintf("%s === %d", countPoints, n+1))
	again.wait(fmt.Sprintf(`document.querySelector("[data-difference] img").alt === %q`, alt))
	// What is below the bar of buttons is reached by scrolling: the second board's header is looked at in sight.
	eval[any](again, `void document.querySelector("[aria-labelledby=side-b]").scrollIntoView({ block: "start", behavior: "instant" })`)
	again.accessible("a comparison on a phone", both)
	again.shootAs("compare-phone")
	if over := eval[int](again, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("%d pixels beyond the right edge of a phone", over)
	}
	// One stands above the other, and the one out of sight moves along.
	again.press("[data-action=start]")
	again.bothAt(0, 0)
	place := eval[xy](again, `(r => ({x: r.x + r.width / 2, y: r.y + r.height / 2}))(document.querySelector("[data-place]").getBoundingClientRect())`)
	again.touch("touchStart", place)
	again.touch("touchEnd")
	again.wait(`document.querySelector("[data-shown]").textContent === "50 % of each run"`)
	again.bothAt(halfway(last("a")), halfway(inHalf[int](again, "b", `Number(d.querySelector("[data-total]").textContent)`)))
}

// Who follows a comparison sees both halves move, and moves nothing; a lecture's script has
// it as a board, and another page has it in a frame.
func TestCompareTogether(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	b.visit("/d/svm?step=4")
	b.live()
	b.press("[data-action=step]")
	b.waitStep(6)
	b.press(".top [data-compare]") // at the step that is shown
	b.wait(`location.pathname === "/compare" && decodeURIComponent(location.search).includes("step=6")`)
	b.accessible("what can be compared", both)
	b.press(`[data-partner][href*="b=perceptron"]`)
	b.compares()
	b.waitHalf("a", `d.querySelector("[data-step]").textContent.trim() === "6"`)

	b.opens("share", "#share-dialog")
	b.accessible("the window to share", ours)
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")?.getAttribute("aria-label").includes("/compare?a=")`)
	b.press("[data-action=present]")
	b.wait(`document.querySelector("[data-share-url]").value.includes("#follow=")`)
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")?.getAttribute("aria-label").includes("#follow=")`)
	b.shootAs("compare share")
	link := eval[string](b, `document.querySelector("[data-share-url]").value`)
	b.press("[data-action=to-script]")
	b.wait(`document.querySelector("[data-share-said] a")`)
	markup := eval[string](b, `document.querySelector("[data-embed-code]").value`)
	eval[any](b, `document.querySelector("#share-dialog").close()`)

	f := s.blank(t, 800, 900)
	f.visit(strings.TrimPrefix(link, s.URL))
	f.wait(`document.querySelector("main").hasAttribute("data-live") && !document.querySelector("[data-follows]").hidden`)
	b.press("[data-transport] [data-action=end]")
	b.wait(`document.querySelector("[data-place]").value === document.querySelector("[data-place]").max`)
	last := map[string]int{}
	for _, side := range []string{"a", "b"} {
		b.waitHalf(side, `d.querySelector("[data-step]").textContent === d.querySelector("[data-total]").textContent`)
		last[side] = inHalf[int](b, side, `Number(d.querySelector("[data-total]").textContent)`)
		f.waitHalf(side, fmt.Sprintf(`d.querySelector("[data-step]").textContent.trim() === "%d"`, last[side]))
		if !inHalf[bool](f, side, `d.querySelector(".bar").inert`) {
			t.Error("who follows can edit")
		}
	}
	f.wait(fmt.Sprintf(`document.documentElement.dataset.told === "%d %d"`, last["a"], last["b"]))
	if !eval[bool](f, `[...document.querySelectorAll("[data-transport] button, [data-place]")].every(e => e.disabled)`) {
		t.Error("who follows can move the runs")
	}
	f.accessible("who follows a comparison", ours)
	f.press("[data-action=alone]")
	f.wait(`!location.hash && document.querySelector("[data-follows]").hidden && document.querySelector("main").hasAttribute("data-live")`)
	f.waitHalf("a", fmt.Sprintf(`d.querySelector("[data-step]").textContent.trim() === "%d"`, last["a"]))

	// The board of the script is checked, has its picture, and opens with the bar.
	b.visit("/script")
	b.wait(`document.querySelectorAll("[data-boards] li").length === 1 && document.querySelector("[data-boards] img").naturalWidth > 0`)
	b.press("[data-action=present]")
	b.wait(`location.pathname === "/compare" && document.querySelector("[data-lecture-place] b")?.textContent === "1/1"`)
	b.compares()

	// In a frame there is nothing but both runs.
	src := strings.ReplaceAll(strings.Split(strings.Split(markup, `src="`)[1], `"`)[0], "&amp;", "&")
	f.visit(strings.TrimPrefix(src, s.URL))
	f.compares()
	f.accessible("an embedded comparison", ours)
	if eval[bool](f, `!!document.querySelector(".top, dialog")`) {
		t.Error("an embedded comparison has the page's header or windows")
	}
}

// Every engine compares: by mouse and keyboard, and one board above the other.
func TestCompareInEveryEngine(t *testing.T) {
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		g := open(t, s, 1366, 900)
		g.visit("/compare?a=svm%3Fstep%3D4&b=logistic&by=step")
		g.compares()
		g.bothAt(4, 4)
		g.press("[data-transport] [data-action=step]")
		g.waitText("[data-shown]", "step 3 of 61")
		g.keys(engine.End)
		g.wait(`document.querySelector("[data-shown]").textContent.startsWith("step 61")`)
		n := inHalf[int](g, "a", countPoints)
		g.click(g.within("a", 0.9, 0.12))
		for _, side := range []string{"a", "b"} {
			g.waitHalf(side, fmt.Sprintf("%s === %d", countPoints, n+1))
		}
		g.wait(`location.search.includes("data%3D")`)
		g.resize(390, 844)
		g.press("[data-transport] [data-action=start]")
		g.bothAt(0, 0) // the one out of sight, too
		if over := eval[int](g, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			t.Errorf("%d pixels beyond the right edge of a phone", over)
		}
	})
}

// Two methods open at the same share of their runs, and a press moves both. The bar of
// buttons lies on no legend, also where the window is low.
func TestCompareByShare(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	b.visit("/compare?a=svm&b=logistic")
	b.compares()
	shares := func() [2]float64 {
		var out [2]float64
		for i, side := range []string{"a", "b"} {
			out[i] = inHalf[float64](b, side, `Number(d.querySelector("[data-step]").textContent) / Number(d.querySelector("[data-total]").textContent)`)
		}
		return out
	}
	const shown = `((a, b) => a + " " + b)(...[...document.querySelectorAll("[data-side] iframe")].map(f => f.contentDocument.querySelector("[data-step]").textContent.trim()))`
	b.wait(`document.querySelector("[data-shown]").textContent.endsWith("% of each run")`)
	for range 2 {
		// The shorter run has few steps: half of one is how near it can be.
		if at := shares(); math.Abs(at[0]-at[1]) > 0.5/inHalf[float64](b, "b", `Number(d.querySelector("[data-total]").textContent)`)+0.01 {
			t.Errorf("A is at %.2f of its run, B at %.2f", at[0], at[1])
		}
		before := eval[string](b, shown)
		steps := strings.Fields(before)
		for range 4 { // as many presses as the shorter run may need for a step
			b.press("[data-transport] [data-action=step]")
			b.wait(fmt.Sprintf(`%s !== %q`, shown, before))
			before = eval[string](b, shown)
		}
		for i, now := range strings.Fields(before) {
			if now == steps[i] {
				t.Errorf("side %d stays at step %s", i, now)
			}
		}
	}
	const covered = `[...document.querySelectorAll("[data-side] iframe")].flatMap(f => [...f.contentDocument.querySelectorAll(".legend .item")].map(i => [f.getBoundingClientRect(), i.getBoundingClientRect(), i.textContent])).flatMap(([f, r, text]) => {
		const y = f.y + r.y + r.height / 2, bar = document.querySelector("[data-transport]").getBoundingClientRect();
		return r.height && y < innerHeight && y > bar.top && y < bar.bottom ? [text] : !r.height || y < innerHeight ? [] : [text + " below the window"];
	})`
	if over := eval[[]string](b, covered); len(over) > 0 {
		t.Errorf("not in sight at 1366 by 768: %q", over)
	}
	low := s.blank(t, 320, 256)
	low.visit("/compare?a=svm&b=logistic")
	low.compares()
	eval[any](low, `scrollTo({ top: document.querySelector("[data-side=a]").getBoundingClientRect().top, behavior: "instant" })`)
	if seen := eval[float64](low, `(r => Math.max(0, Math.min(innerHeight, r.bottom) - Math.max(0, r.top)))(document.querySelector("[data-transport]").getBoundingClientRect())`); seen > 0.2*256 {
		t.Errorf("the bar takes %.0f of 256 pixels of a board", seen)
	}
}

// On paper both boards are on the first sheet, and what is said of them on the second.
func TestComparePrints(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	for address, sheets := range map[string]int{"/compare?a=svm&b=logistic": 2, "/compare?a=random-forest&b=bagging": 2, "/d/svm": 2} {
		b.visit(address)
		if strings.HasPrefix(address, "/d/") {
			b.live()
			b.settled()
		} else {
			b.compares()
			b.wait(`[...document.querySelectorAll("[data-side]")].every(s => s.hasAttribute("data-live"))`) // and nothing says that it is waited for
		}
		var pdf []byte
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			css := true
			answer, err := cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &css})
			pdf = answer.Data
			return err
		}))
		if n := len(regexp.MustCompile(`/Type /Page\b[^s]`).FindAll(pdf, -1)); n == 0 || n > sheets {
			t.Errorf("%s takes %d sheets, want at most %d", address, n, sheets)
		}
	}
}
