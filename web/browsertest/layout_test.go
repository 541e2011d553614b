package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

// placed is where the parts of the page are that a laptop should show without
// scrolling.
type placed struct {
	Field, Third, View float64 // the first parameter's top, the third one's bottom, the first view's bottom
	Title, Beyond      float64 // the title's height, and what its line has too much
	Unsaid             int     // buttons without a tip
	Empty              bool    // the first view has no picture
}

const places1366 = `(() => {
	const box = (e) => e?.getBoundingClientRect();
	const fields = [...document.querySelectorAll("[data-param]")].filter((e) => e.checkVisibility()).map(box);
	const head = document.querySelector(".stage > header");
	const title = box(document.querySelector(".stage h1")), last = box(document.querySelector(".status")), stage = box(document.querySelector(".stage"));
	return {
		Field: fields[0]?.top ?? 0, Third: fields[Math.min(2, fields.length - 1)]?.bottom ?? 0,
		View: box(document.querySelector(".side-view"))?.bottom ?? 0,
		Title: title.height,
		Beyond: Math.max(head.scrollWidth - head.clientWidth, last.right - stage.right, last.top < title.bottom ? title.right - last.left : 0),
		Unsaid: [...document.querySelectorAll(".bar button, #data-tools button, .unfold")].filter((b) => !b.dataset.tip).length,
		Empty: !document.querySelector(".side-view").matches(":not(.absent):has(> svg.chart > [data-layer] > *)"),
	};
})()`

// From a small laptop on, nothing of the title's line is cut, in either language.
func TestTitleIsWhole(t *testing.T) {
	b := serve(t).blank(t, 1024, 720)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		for _, language := range []string{"en", "zh"} {
			b.visit("/d/" + d.ID + "?lang=" + language)
			for _, width := range []int64{1024, 1280, 1366} {
				b.do(chromedp.EmulateViewport(width, 720))
				if p := eval[placed](b, places1366); p.Title > 34 || p.Beyond > 0.5 {
					t.Errorf("%s in %s at %d px: the title is %.0f pixels high, its line %.0f too long", d.ID, language, width, p.Title, p.Beyond)
				}
			}
		}
	}
}

// On a laptop the method's own parameters and a view beside the board can be seen
// without scrolling, whatever the demo.
func TestLaptopShowsParametersAndAView(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		b.load("/d/" + d.ID)
		b.settled()
		p := eval[placed](b, places1366)
		if p.Field > 280 {
			t.Errorf("%s: the first parameter is at %.0f", d.ID, p.Field)
		}
		if p.Third > 768 {
			t.Errorf("%s: the third parameter ends at %.0f", d.ID, p.Third)
		}
		if p.View > 768 {
			t.Errorf("%s: the first view ends at %.0f", d.ID, p.View)
		}
		if p.Title > 34 || p.Beyond > 0.5 {
			t.Errorf("%s: the title is %.0f pixels high, its line %.0f too long", d.ID, p.Title, p.Beyond)
		}
		if p.Empty {
			t.Errorf("%s: the first view is empty", d.ID)
		}
		if p.Unsaid > 0 {
			t.Errorf("%s: %d buttons of the data have no tip", d.ID, p.Unsaid)
		}
	}
}

// A view that the first frame did not have is drawn when it comes.
func TestLaterViewsAreDrawn(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	later := 0
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		b.load("/d/" + d.ID + "?step=0")
		at := eval[int](b, `document.querySelectorAll(".side-view.absent").length`)
		last := b.whole()
		b.key(kb.End)
		b.waitStep(last)
		b.settled()
		later += at - eval[int](b, `document.querySelectorAll(".side-view.absent").length`)
		for _, id := range eval[[]string](b, `[...document.querySelectorAll(".side-view:not(.absent)")]
			.filter((v) => !v.querySelector("svg.chart > [data-layer] > *")).map((v) => v.dataset.view)`) {
			t.Errorf("%s: the view %s is empty at the end", d.ID, id)
		}
	}
	if later == 0 {
		t.Error("no view comes later")
	}
}

// Only classes in use have chips; a further one begins with the next.
func TestChipsOfClassesInUse(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm-multiclass?step=0")
	const chips = `[...document.querySelectorAll(".chip[data-class]")].filter((c) => c.checkVisibility()).map((c) => c.dataset.class).join()`
	if got := eval[string](b, chips); got != "0,1,2" {
		t.Fatalf("three classes have the chips %s", got)
	}
	n := b.points()
	b.press("[data-action=more-classes]")
	b.wait(chips + ` === "0,1,2,3" && document.activeElement.matches('[data-class="3"][aria-pressed=true]')`)
	b.click(b.free())
	b.waitPoints(n + 1)
	b.press(`.bar [data-class="0"]`)
	b.wait(chips + ` === "0,1,2,3"`) // it is in use now
	b.press("[data-action=undo]")
	b.waitPoints(n)
	b.wait(chips + ` === "0,1,2"`)
	b.key("6")
	b.wait(chips + ` === "0,1,2,5"`)

	c := b.site.open(t, 1366, 768, "/d/perceptron?step=0")
	if got := eval[string](c, chips); got != "0,1" || eval[bool](c, `!!document.querySelector("[data-action=more-classes]")`) {
		t.Errorf("two classes that are all there are have the chips %s, and one more", got)
	}
}

// What was unfolded is so on the next page, before its scripts run.
func TestUnfoldedStays(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm?step=0")
	const open = `document.querySelector("[data-action=jitter]").checkVisibility() && document.querySelector("[data-unfold=data]").getAttribute("aria-expanded") === "true"`
	if eval[bool](b, open) {
		t.Fatal("the data tools are unfolded at first")
	}
	b.do(chromedp.Focus(chromedp.CSS("[data-unfold=data]")))
	b.key("\r")
	b.wait(open)
	b.load("/d/perceptron?step=0")
	b.wait(open)
	if !eval[bool](b, `document.documentElement.dataset.unfolded === "data"`) {
		t.Error("the document does not say so")
	}
	b.press("[data-unfold=data]")
	b.load("/d/perceptron?step=0")
	if eval[bool](b, open) {
		t.Error("what was folded again is unfolded")
	}
}

// On a phone the board stays in sight above every tab, a step's sentence is seen at
// once, and no tab is longer than three screens.
func TestPhoneHasASheet(t *testing.T) {
	b := serve(t).blank(t, 390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		b.load("/d/" + d.ID)
		b.settled()
		b.press("[data-action=step]")
		b.wait(`document.querySelector("[data-say]").textContent.trim() !== ""`)
		if y := eval[float64](b, `document.querySelector("[data-say] > *").getBoundingClientRect().top`); y > 844-48 || y < 0 {
			t.Errorf("%s: after a step its sentence is at %.0f", d.ID, y)
		}
		if rows := eval[int](b, `new Set([...document.querySelectorAll(".transport > *")].filter((e) => e.checkVisibility()).map((e) => Math.round(e.getBoundingClientRect().top / 20))).size`); rows > 3 {
			t.Errorf("%s: the transport has %d rows", d.ID, rows)
		}
		if high := eval[float64](b, `document.querySelector(".status").getBoundingClientRect().height`); high > 24 {
			t.Errorf("%s: the step and its note are %.0f pixels high", d.ID, high)
		}
		for _, name := range eval[[]string](b, `[...document.querySelectorAll("[data-tabs] [role=tab]")].filter((t) => t.checkVisibility()).map((t) => t.dataset.tab)`) {
			b.press("#tab-" + name)
			if high := eval[int](b, `document.documentElement.scrollHeight`); high > 3*844 {
				t.Errorf("%s: with %s the page is %d pixels long", d.ID, name, high)
			}
			const first = `document.querySelector("[data-param]:not([hidden]) :is(select, input:not([type=hidden]))").getBoundingClientRect().bottom`
			if low := eval[float64](b, first); name == "settings" && low > 844 {
				t.Errorf("%s: the first parameter ends at %.0f", d.ID, low)
			}
			shown := eval[string](b, `[...document.querySelectorAll("[role=tabpanel]")].filter((p) => p.checkVisibility()).map((p) => p.getAttribute("aria-labelledby")).join()`)
			if shown != "tab-"+name {
				t.Errorf("%s: with %s the page shows %s", d.ID, name, shown)
			}
			eval[any](b, `scrollTo({top: 1e6, behavior: "instant"})`)
			if !eval[bool](b, `(() => {
				const r = document.querySelector("svg.board").getBoundingClientRect(), step = document.querySelector("[data-action=step]").getBoundingClientRect();
				const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
				return r.top > -2 && r.bottom < 0.6 * innerHeight && step.bottom < innerHeight && !!at?.closest("svg.board, .board-empty, .board-options");
			})()`) {
				t.Errorf("%s: the board is not in sight below %s", d.ID, name)
			}
		}
		if over := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %d pixels beyond the right edge", d.ID, over)
		}
	}
}

// The tabs are those of ARIA, by finger and by keys; on wider screens nothing is one.
func TestSheetByKeyboard(t *testing.T) {
	b := serve(t).open(t, 390, 844, "/d/svm?step=3")
	const selected = `[...document.querySelectorAll("[role=tab]")].filter((t) => t.ariaSelected === "true" && t.tabIndex === 0).map((t) => t.dataset.tab).join()`
	b.do(chromedp.Focus(chromedp.CSS("#tab-story")))
	for _, c := range []struct{ key, tab, shown string }{
		{kb.ArrowRight, "promises", ".promises"},
		{kb.ArrowRight, "settings", "#preset"},
		{kb.ArrowRight, "views", ".side-view"},
		{kb.ArrowRight, "story", "[data-say]"},
		{kb.ArrowLeft, "views", ".side-view"},
		{kb.Home, "story", "[data-say]"},
		{kb.End, "views", ".side-view"},
	} {
		b.key(c.key)
		b.wait(fmt.Sprintf(`%s === %q && document.activeElement.id === "tab-%s" && document.querySelector(%q).checkVisibility()`, selected, c.tab, c.tab, c.shown))
	}
	if got := b.step(); got != 3 {
		t.Errorf("the arrows of the tabs have stepped to %d", got)
	}
	b.key("\t")
	b.wait(`document.activeElement.matches("[data-tabs] > [data-action=csv]")`) // the way to one's data is beside the tabs
	b.key("\t")
	b.wait(`document.activeElement.matches("[role=tabpanel]") && document.activeElement.contains(document.querySelector(".side-view"))`)
	// One tab's place means nothing to another: it begins at its top.
	eval[any](b, `scrollTo({top: 1e6, behavior: "instant"})`)
	b.press("#tab-settings")
	if top := eval[float64](b, `document.querySelector("#preset").getBoundingClientRect().top - document.querySelector("[data-tabs]").getBoundingClientRect().bottom`); top < -1 || top > 40 {
		t.Errorf("the settings begin %.0f pixels below the tabs", top)
	}
	b.do(chromedp.EmulateViewport(1366, 768))
	b.wait(`!document.querySelector("[role=tabpanel]") && !document.querySelector("[data-tabs]").checkVisibility()`)
	for _, part := range []string{".now", ".promises", ".side", ".side-view"} {
		if !eval[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, part)) {
			t.Errorf("%s is not shown on a laptop", part)
		}
	}
}

// A small phone, and one on its side.
func TestSmallPhones(t *testing.T) {
	s := serve(t)
	for _, size := range [][2]int64{{320, 568}, {844, 390}} {
		b := s.open(t, size[0], size[1], "/d/svm?step=3", chromedp.EmulateMobile, chromedp.EmulateTouch)
		n := b.points()
		p := b.free()
		b.do(chromedp.TapXY(p.X, p.Y))
		b.waitPoints(n + 1)
		b.press("[data-action=step]")
		b.settled()
		for _, q := range []string{"svg.board", "[data-action=step]", "[data-tabs]"} {
			if low := eval[float64](b, fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().bottom`, q)); low > float64(size[1]) {
				t.Errorf("at %d×%d %s ends at %.0f", size[0], size[1], q, low)
			}
		}
		if over := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("at %d×%d: %d pixels beyond the right edge", size[0], size[1], over)
		}
		b.press("#p-C + input, [data-param=C] input.num")
		b.wait(`document.activeElement.matches("[data-param=C] input")`)
	}
}
