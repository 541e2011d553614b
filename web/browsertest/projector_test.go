package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

// inHall is how a page in projector mode uses its screen.
type inHall struct {
	High, Promises float64 // the page's height, and where the guarantees end
	Empty          float64 // the share of the story's column without a part of the page
	Stray          float64 // how far More is from the row of the buttons that jump
}

const hallPlaces = `(() => {
	const box = (e) => e.getBoundingClientRect();
	const story = box(document.querySelector(".story")), promises = document.querySelector(".promises");
	const parts = [...document.querySelectorAll(".now, .promises, .in-hall")].filter((e) => e.checkVisibility()).map(box).sort((a, b) => a.top - b.top);
	let at = story.top, empty = 0;
	for (const p of parts) {
		empty += Math.max(0, p.top - at - 16);
		at = Math.max(at, p.bottom);
	}
	const middle = (q) => box(document.querySelector(q)).top + box(document.querySelector(q)).height / 2;
	return {
		High: document.documentElement.scrollHeight, Promises: promises.hidden ? 0 : box(promises).bottom,
		Empty: (empty + Math.max(0, story.bottom - at)) / story.height, Stray: Math.abs(middle(".run-more") - middle(".jumps")),
	};
})()`

// The hall's page fits its screen, also a smaller one, and after steps: what is long scrolls
// in itself, the guarantees stay in sight, and a side view takes the room that is left.
func TestProjectorDoesNotScroll(t *testing.T) {
	s := serve(t)
	demos := algotest.Sample(t.Name(), catalog.All)
	for _, d := range catalog.All { // those with the longest stories, and the longest name of a step
		if slices.Contains([]string{"random-forest", "pca", "gp-classification"}, d.ID) {
			demos = append(demos, d)
		}
	}
	for _, size := range [][2]int64{{1920, 1080}, {1366, 768}} {
		b := s.blank(t, size[0], size[1])
		for _, d := range demos {
			b.load("/d/" + d.ID)
			b.key("p")
			b.wait(`document.documentElement.dataset.mode === "projector"`)
			b.live()
			for _, after := range []int{0, 3} {
				for range after {
					b.press("[data-action=step]")
					b.settled()
				}
				b.settled()
				p := eval[inHall](b, hallPlaces)
				if p.High > float64(size[1]) || p.Promises > float64(size[1]) {
					t.Errorf("%s after %d steps: the page is %.0f pixels high on a screen of %d, its guarantees end at %.0f", d.ID, after, p.High, size[1], p.Promises)
				}
				if p.Empty > 0.25 {
					t.Errorf("%s after %d steps at %d px: %.0f %% of the story's column is empty", d.ID, after, size[0], 100*p.Empty)
				}
				if p.Stray > 10 {
					t.Errorf("%s at %d px: More is in a row of its own", d.ID, size[0])
				}
			}
			b.key("p")
		}
	}
}

// shownSide is the side view in sight; empty: none.
const shownSide = `[...document.querySelectorAll(".side-view")].filter((v) => v.checkVisibility()).map((v) => v.dataset.view).join()`

// Side views and parameters come by key and by button, stay in the address, and are shown by
// it; a script's boards carry them.
func TestProjectorShowsSideViewsAndParameters(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1920, 1080, "/d/ridge")
	b.key("d") // a page that is not in projector mode shows all
	b.key("p")
	b.wait(shownSide + ` === "path"`)
	b.wait(`!location.search.includes("side") && !document.querySelector(".side").checkVisibility()`)
	for _, key := range []struct{ key, side string }{{"d", "ball"}, {"D", "path"}, {"D", ""}, {"d", "path"}, {"d", "ball"}} {
		b.key(key.key)
		b.wait(fmt.Sprintf(`%s === %q`, shownSide, key.side))
	}
	b.press("[data-action=side]")
	b.wait(shownSide + ` !== "ball"`)
	b.key("D")
	b.wait(shownSide + ` === "ball" && location.search.includes("side=ball")`)
	b.wait(`(() => { // drawn for the room that it has
		const svg = document.querySelector(".in-hall > .chart");
		return Math.abs(svg.viewBox.baseVal.height - svg.clientHeight) < 3 && svg.clientHeight > 200;
	})()`)
	b.key("i")
	b.wait(`document.querySelector("[data-param=lambda]").checkVisibility() && location.search.includes("parameters=1")`)
	if p := eval[inHall](b, hallPlaces); p.High > 1080 || p.Promises > 1080 {
		t.Errorf("with parameters the page is %.0f pixels high, its guarantees end at %.0f", p.High, p.Promises)
	}
	b.press("[data-action=parameters]")
	b.wait(`!document.querySelector(".side").checkVisibility() && !location.search.includes("parameters")`)

	c := s.open(t, 1920, 1080, "/d/ridge?side=ball&parameters=1")
	c.key("p")
	c.wait(shownSide + ` === "ball" && document.querySelector(".side").checkVisibility()`)
	c.toScript(1)
	c.visit("/script")
	c.wait(`document.querySelector("[data-state=opens]")`)
	c.press("[data-action=present]")
	c.lectured("1/1")
	c.wait(`location.search.includes("side=ball") && location.search.includes("parameters=1")`)

	// A view that has nothing to show yet is passed over.
	c.load("/d/mds?step=0")
	c.key("p")
	c.wait(`document.querySelector(".in-hall > .chart > [data-layer]:not([data-layer=axes]) > *")?.checkVisibility()`)

	d := s.blank(t, 1366, 768)
	d.visit("/d/ridge?side=tree")
	d.wait(`/side.*there is no side view "tree"; there are path, ball/.test(document.querySelector("[data-notice]").textContent)`)
}

// smallest is the smallest letters in sight, in pixels, of texts and of pictures, and what
// they spell.
const smallest = `(() => {
	let least = {Size: 100, Text: ""};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const e = n.parentElement;
		if (!n.textContent.trim() || e.closest("script, style, annotation, option, .sr, .skip")) continue;
		if (!e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})) continue;
		const m = e instanceof SVGElement && e.getScreenCTM?.();
		const size = parseFloat(getComputedStyle(e).fontSize) * (m ? Math.hypot(m.b, m.d) : 1);
		if (size < least.Size - 0.05) least = {Size: size, Text: n.textContent.slice(0, 30) + " in " + (e.closest("[class]")?.getAttribute("class") ?? e.tagName)};
	}
	return least;
})()`

// Nothing is written in letters below 9 pixels, subscripts of subscripts included, and in
// projector mode nothing in letters below 12.
func TestSmallestLetters(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	look := func(id, where string, least float64) {
		t.Helper()
		if got := eval[struct {
			Size float64
			Text string
		}](b, smallest); got.Size < least-0.1 {
			t.Errorf("%s, %s: letters of %.1f pixels: %s", id, where, got.Size, got.Text)
		}
	}
	for _, id := range []string{"svm", "svr", "logistic", "adaboost", "gp-regression", "bias-variance", "active-learning", "version-space"} {
		b.load("/d/" + id)
		b.settled()
		look(id, "on a laptop", 9)
		b.key("p")
		b.wait(`document.documentElement.dataset.mode === "projector"`)
		b.key("i")
		b.wait(`document.querySelector(".side").checkVisibility()`)
		b.settled()
		look(id, "in projector mode", 12)
		b.key("i")
		b.key("p")
	}
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	for _, id := range []string{"svm", "gp-regression", "adaboost"} {
		b.load("/d/" + id)
		b.settled()
		look(id, "on a phone", 9)
	}
}

// The bar of the page says Compare, Room and the demo's whole title; the data say CSV. While
// the page presents, too, the title is whole.
func TestBarSaysItInWords(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	words := map[string][3]string{"en": {"Compare", "Room", "CSV"}, "zh": {"比较", "房间", "CSV"}}
	const whole = `(() => {
		const title = document.querySelector(".top .crumb"), nav = document.querySelector(".top nav");
		return title.checkVisibility() && title.scrollWidth <= title.clientWidth + 1 && document.querySelector(".top").scrollWidth <= innerWidth &&
			nav.getBoundingClientRect().left >= title.getBoundingClientRect().right;
	})()`
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		for _, language := range []string{"en", "zh"} {
			b.visit("/d/" + d.ID + "?lang=" + language)
			b.wait(`document.documentElement.classList.contains("js")`)
			for _, width := range []int64{1024, 1280, 1366, 1600} {
				b.do(chromedp.EmulateViewport(width, 768))
				if !eval[bool](b, whole) {
					t.Errorf("%s in %s at %d px: the title in the bar is cut", d.ID, language, width)
				}
			}
			b.do(chromedp.EmulateViewport(1366, 768))
			for i, what := range []string{".top [data-compare] span", ".top [data-action=room] span"} {
				const seen = `(() => { const e = document.querySelector(%q); return e.checkVisibility() ? e.textContent : ""; })()`
				if says := eval[string](b, fmt.Sprintf(seen, what)); says != words[language][i] {
					t.Errorf("%s in %s: the bar does not say %s", d.ID, language, words[language][i])
				}
			}
			if says := eval[string](b, `document.querySelector("[data-unfold=data]")?.textContent ?? "CSV"`); !strings.Contains(says, words[language][2]) {
				t.Errorf("%s in %s: the data say %q", d.ID, language, says)
			}
		}
	}
	p := s.open(t, 1366, 768, "/d/gp-classification")
	p.press(".top [data-action=room]")
	p.wait(`document.querySelector("#share-dialog").open && document.querySelector(".share-room:not([hidden])")`)
	p.wait(`document.querySelector("[data-share-step]").value === "room"`)
	p.press("[data-action=begin-room]")
	eval[any](p, `document.querySelector("#share-dialog").close()`)
	p.wait(`document.querySelector("[data-presenter] summary b").checkVisibility() && !document.querySelector(".notices > :not([hidden])")`)
	for _, mode := range []string{"", "projector"} {
		if !eval[bool](p, whole) {
			t.Errorf("the title is cut while the page presents, mode %q", mode)
		}
		p.press("[data-action=projector]")
	}
}

// On a phone what is told in passing lies on no tab, undo and redo not on what is said of the
// step, and the legend shows more than the first of its entries.
func TestPhoneNothingLiesOnAnother(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
	const apart = `((a, b) => a.bottom <= b.top + 4 || b.bottom <= a.top + 4 || a.right <= b.left || b.right <= a.left)`
	const text = `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector(".status")); return r.getBoundingClientRect(); })()`
	const entries = `(() => {
		const box = document.querySelector(".stage > .legend").getBoundingClientRect();
		return [...document.querySelectorAll(".stage > .legend .item")].filter((i) => i.getBoundingClientRect().bottom <= box.bottom + 2).length;
	})()`
	for id, least := range map[string]int{"version-space": 5, "svm": 6} {
		b.load("/d/" + id)
		b.settled()
		if !eval[bool](b, apart+`(`+text+`, document.querySelector(".bar .history").getBoundingClientRect())`) {
			t.Errorf("%s: undo lies on what is said of the step", id)
		}
		if n := eval[int](b, entries); n < least {
			t.Errorf("%s: %d entries of the legend are in sight", id, n)
		}
		eval[any](b, `(() => { const h = document.querySelector("[data-hint]"); h.textContent = "Tap to put a point, drag to move it"; h.hidden = false; })()`)
		for _, part := range []string{"[data-tabs]", "svg.board", "[data-action=step]"} {
			const boxes = `(...["[data-hint]", %q].map((q) => document.querySelector(q).getBoundingClientRect()))`
			if !eval[bool](b, fmt.Sprintf(apart+boxes, part)) {
				t.Errorf("%s: what is told lies on %s", id, part)
			}
		}
	}
}
