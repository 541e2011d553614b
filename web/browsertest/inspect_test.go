package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// rest moves the pointer over the middle of what a selector finds.
func (b *tab) rest(selector string) {
	b.t.Helper()
	p := eval[xy](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, selector))
	b.mouse(chromedp.MouseMoved, p, 0, chromedp.ButtonNone)
}

const inspected = `document.querySelector("[data-inspect]")`

// Resting on a point lights up its bar and its row of the matrix; the words
// follow the run.
func TestLinkedViews(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=0&data=moons~30~0.2~7")
	b.mouse(chromedp.MouseMoved, b.point(6), 0, chromedp.ButtonNone)
	b.wait(inspected + `.textContent.includes("x₇ =")`)
	b.wait(`document.querySelectorAll('[data-ref="x6"].lit').length >= 2`)
	if n := eval[int](b, `document.querySelectorAll('svg.chart [data-ref="x6"].lit').length`); n != 1 {
		t.Errorf("%d bars are lit, want that of the point", n)
	}
	if n := eval[int](b, `document.querySelectorAll(".lit:not([data-ref=x6])").length`); n != 0 {
		t.Errorf("%d other things are lit", n)
	}
	if n := eval[int](b, `document.querySelectorAll("svg[data-panel=matrix] rect.lit-cells").length`); n != 2 {
		t.Errorf("%d rows and columns of the matrix are framed, want 2", n)
	}
	// At the end its α is another one or at least the same words hold.
	before := eval[string](b, inspected+`.textContent`)
	b.key(kb.End)
	b.waitStep(b.whole())
	b.wait(fmt.Sprintf(`%s.textContent !== %q`, inspected, before))
	b.wait(`document.querySelectorAll('svg.chart [data-ref="x6"].lit').length === 1`)
	// The other way round, from the bar.
	b.rest(`svg.chart [data-ref="x3"]`)
	b.wait(`document.querySelector('svg.board [data-layer=data] [data-ref="x3"].lit') && ` + inspected + `.textContent.startsWith("α₄ =")`)
	b.key(kb.Escape)
	b.wait(`!document.querySelector(".lit") && !` + inspected + `.matches(":popover-open")`)
}

// A tooltip keeps up while the run plays, though its point is not drawn anew.
func TestTooltipKeepsUp(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=0&data=moons~30~0.2~7")
	b.whole()
	b.key(" ")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	b.mouse(chromedp.MouseMoved, b.point(6), 0, chromedp.ButtonNone)
	b.wait(inspected + `.textContent.startsWith("x₇ = (0.686, 0.577), y = −1, α = ")`)
	const dot = `document.querySelector('svg.board [data-layer=data] [data-ref="x6"]')`
	eval[any](b, `{
		`+dot+`.same = true;
		window.said = new Set();
		new MutationObserver(() => window.said.add(`+inspected+`.textContent)).observe(`+inspected+`, {childList: true, characterData: true, subtree: true});
	}`)
	b.wait(`window.said.size >= 4`)
	if said := eval[string](b, `[...window.said].filter(s => !s.startsWith("x₇ = (")).join("; ")`); said != "" {
		t.Errorf("on the way it said %q", said)
	}
	if !eval[bool](b, dot+`.same === true`) {
		t.Error("the points were drawn anew for what is said of one")
	}
}

// A cell of a matrix names its row, its column and its value.
func TestMatrixCells(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=1&data=moons~30~0.2~7")
	p := eval[xy](b, `(() => { const e = document.querySelector("svg[data-panel=matrix] image[data-cells]"); e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return {X: r.x + r.width * 4.5 / 30, Y: r.y + r.height * 2.5 / 30} })()`)
	b.mouse(chromedp.MouseMoved, p, 0, chromedp.ButtonNone)
	b.wait(`/^Kernel matrix, x₃, x₅: [\d.]+/.test(` + inspected + `.textContent)`)
	b.wait(`document.querySelector('svg.board [data-ref="x2"].lit') && document.querySelector('svg.board [data-ref="x4"].lit')`)
	// The same by keyboard.
	eval[any](b, `document.querySelector("svg[data-panel=matrix]").focus()`)
	b.key(kb.ArrowRight)
	b.key(kb.ArrowDown)
	b.wait(inspected + `.textContent.startsWith("Kernel matrix, x₂, x₁:")`)
	if n := b.step(); n != 1 {
		t.Errorf("the keys moved the run to step %d", n)
	}
}

const chart = `section[data-view^=chart-]`

// Charts are read at the pointer, a click goes to the step; series can be left
// out, the axis can be logarithmic, and both last.
func TestCharts(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	last := b.whole()
	middle := fmt.Sprintf("%s svg.chart", chart)
	b.rest(middle)
	b.wait(`/^small step \d+: /.test(` + inspected + `.textContent) && document.querySelector("[data-reading]")`)
	step := eval[int](b, `Number(document.querySelector("[data-reading]").dataset.reading)`)
	if step < last/4 || step > last*3/4 {
		t.Errorf("in the middle is step %d of %d", step, last)
	}
	said := eval[string](b, inspected+`.textContent`)
	b.press(middle)
	b.waitStep(step)
	b.wait(fmt.Sprintf(`document.querySelector("%s [data-note]").textContent !== ""`, chart))
	if note := b.text(chart + " [data-note]"); strings.Count(said, "·") < strings.Count(note, "·") {
		t.Errorf("the pointer read %q, at the step it says %q", said, note)
	}

	item := chart + " .legend button.item"
	name := b.text(item)
	series := fmt.Sprintf(`[...document.querySelectorAll('%s [data-name]')].some(e => e.dataset.name === %q)`, chart, name)
	if !eval[bool](b, series) {
		t.Fatalf("no curve is called %s", name)
	}
	b.press(item)
	b.wait("!" + series)
	b.wait(fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-pressed") === "false"`, item))
	b.press("[data-action=back]")
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) < %d`, step))
	if eval[bool](b, series) {
		t.Error("the next frame shows the series again")
	}
	b.press(item)
	b.wait(series)
}

func TestLogAxis(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	b.whole()
	b.wait(`document.querySelector("[data-action=log]:not([hidden])")`)
	id := eval[string](b, `document.querySelector("[data-action=log]:not([hidden])").closest("[data-view]").dataset.view`)
	button := fmt.Sprintf(`[data-view="%s"] [data-action=log]`, id)
	was := eval[string](b, fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-pressed")`, button))
	axes := fmt.Sprintf(`document.querySelector('[data-view="%s"] [data-layer=axes]').innerHTML`, id)
	before := eval[string](b, axes)
	b.press(button)
	b.wait(fmt.Sprintf(`%s !== %q`, axes, before))
	b.press(button)
	b.wait(fmt.Sprintf(`%s === %q && document.querySelector('%s').getAttribute("aria-pressed") === %q`, axes, before, button, was))
}

// A panel opens large, goes on showing every step, and goes back to its place.
func TestEnlargeAndFold(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	b.whole()
	order := `[...document.querySelector("[data-views]").children].map(v => v.dataset.view).join(" ")`
	before := eval[string](b, order)
	view := `section[data-view="bars"]`
	if !eval[bool](b, fmt.Sprintf(`!!document.querySelector('%s')`, view)) {
		view = fmt.Sprintf(`section[data-view=%q]`, strings.Fields(before)[0])
	}
	b.press(view + " [data-action=enlarge]")
	b.wait(fmt.Sprintf(`document.querySelector("#view-dialog").open && document.querySelector('#view-dialog %s svg.chart').viewBox.baseVal.width > 800`, view))
	drawn := eval[string](b, fmt.Sprintf(`document.querySelector('%s svg.chart').innerHTML`, view))
	b.key(kb.ArrowRight)
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 3`)
	b.wait(fmt.Sprintf(`document.querySelector('%s svg.chart').innerHTML !== %q`, view, drawn))
	b.key(kb.Escape)
	b.wait(fmt.Sprintf(`!document.querySelector("#view-dialog").open && document.querySelector('[data-views] > %s svg.chart').viewBox.baseVal.width < 500`, view))
	if after := eval[string](b, order); after != before {
		t.Errorf("the order is %s, was %s", after, before)
	}

	b.press(view + " [data-action=fold]")
	b.wait(fmt.Sprintf(`document.querySelector('%s svg.chart').clientHeight === 0`, view))
	second := strings.Fields(before)[1]
	b.press(fmt.Sprintf(`section[data-view=%q] [data-action=raise]`, second))
	b.load("/d/svm?step=3")
	b.wait(fmt.Sprintf(`document.querySelector('%s.folded')`, view))
	if now := eval[string](b, order); !strings.HasPrefix(now, second) {
		t.Errorf("the order is forgotten: %s", now)
	}
}

// Slow motion goes by small steps and numbers them over the board.
func TestSlowMotion(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron?step=0")
	b.whole()
	b.choose("[data-speed]", "0.8")
	b.wait(`document.querySelector("[data-size=small]").getAttribute("aria-pressed") === "true"`)
	b.press("[data-action=step]")
	b.waitStep(1)
	b.wait(`document.querySelector(".calls li[aria-current]").value === 1 && document.querySelector(".call.now text").textContent === "1"`)
	if said := b.text(".calls li"); said == "" {
		t.Error("the first small step is not named")
	}
	b.press("[data-action=play]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) >= 2`)
	b.press("[data-action=play]")
	b.choose("[data-speed]", "8")
	b.wait(`document.querySelector(".calls").hidden && document.querySelector("[data-size=step]").getAttribute("aria-pressed") === "true"`)
}

// The keyboard reaches every point, bar and step of a chart.
func TestInspectByKeyboard(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=4")
	b.do(chromedp.Focus(chromedp.CSS("svg.board")))
	b.key(".")
	b.wait(`document.querySelector('svg.chart [data-ref="x0"].lit') && ` + inspected + `.textContent.startsWith("x₁ =")`)
	eval[any](b, `document.querySelector("svg.chart:has(rect[data-ref], path[data-ref])").focus()`)
	b.key(kb.ArrowRight)
	b.key(kb.ArrowRight)
	b.wait(`document.querySelector('svg.board [data-ref="x1"].lit')`)
	b.key(kb.Escape)
	b.wait(`!document.querySelector(".lit")`)

	eval[any](b, fmt.Sprintf(`document.querySelector("%s svg.chart").focus()`, chart))
	b.key(kb.ArrowRight)
	b.wait(inspected + `.textContent.startsWith("small step 5: ")`)
	if n := b.step(); n != 4 {
		t.Errorf("reading moved the run to step %d", n)
	}
	b.key(kb.Enter)
	b.waitStep(5)
}

// A finger cannot rest on a thing; a tap tells of it.
func TestInspectByTouch(t *testing.T) {
	b := serve(t).open(t, 390, 844, "/d/svm?step=4", chromedp.EmulateTouch, chromedp.EmulateMobile)
	b.reveal("svg.chart")
	b.settled()
	p := eval[xy](b, `(() => { const e = document.querySelector('svg.chart [data-ref="x2"]'); e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`)
	b.touch("touchStart", p)
	b.touch("touchEnd")
	b.wait(`document.querySelector('svg.board [data-ref="x2"].lit') && ` + inspected + `.matches(":popover-open")`)
	if wide := eval[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than the phone")
	}
}

// What was typed and refused stays, with what is wrong with it, whatever the run does.
func TestRefusedValueStays(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=4")
	b.fill("#p-C", "-3")
	b.wait(`document.querySelector("#p-C").getAttribute("aria-invalid") === "true" && document.querySelector("[data-error-for=C]").textContent !== ""`)
	// Longer than the form waits before it takes what was typed.
	if stays := eval[bool](b, `new Promise(r => setTimeout(() => r(document.querySelector("#p-C").getAttribute("aria-invalid") === "true"), 600))`); !stays {
		t.Error("what is wrong is no longer said")
	}
	b.press("[data-action=step]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 4`)
	if v := eval[string](b, `document.querySelector("#p-C").value`); v != "-3" {
		t.Errorf("the field says %q", v)
	}
	b.fill("#p-C", "3")
	b.wait(`!document.querySelector("#p-C").hasAttribute("aria-invalid") && document.querySelector("[data-error-for=C]").hidden`)
}
