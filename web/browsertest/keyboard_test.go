package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// watchFocus collects what the Tab key should reach, and what it does reach; of
// that, what does not show the focus.
const watchFocus = `(() => {
	const shown = e => e.checkVisibility({visibilityProperty: true}) && !e.closest("[inert]");
	self.wanted = [...document.querySelectorAll("a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0']")].filter(e => e.tabIndex >= 0 && shown(e));
	self.reached = [];
	self.unseen = [];
	document.addEventListener("focusin", ({target: e}) => {
		self.reached.push(e);
		const s = getComputedStyle(e);
		const outline = s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
		const ring = e.querySelector(":scope > .grip-ring"); // of a handle
		const ringed = ring && getComputedStyle(ring).opacity === "1";
		if (!outline && !ringed && s.boxShadow === "none") self.unseen.push(e.outerHTML.slice(0, 120));
	});
	document.activeElement.blur();
	return self.wanted.length;
})()`

// The Tab key reaches every control, in the order of the page, shows where it is,
// and is caught nowhere; back it goes the same way.
func TestTabReachesEverything(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/d/svm?step=3", "/d/disjunctions", "/embed/svm?step=3"} {
		b := s.open(t, 1440, 900, path)
		b.settled()
		wanted := eval[int](b, watchFocus)
		if wanted < 8 {
			t.Fatalf("%s: only %d controls", path, wanted)
		}
		for range wanted + 1 { // the last one leaves the page
			b.key("\t")
		}
		for _, what := range eval[[]string](b, `self.wanted.filter(e => !self.reached.includes(e)).map(e => e.outerHTML.slice(0, 120))`) {
			t.Errorf("%s: Tab does not reach %s", path, what)
		}
		for _, what := range eval[[]string](b, `self.unseen`) {
			t.Errorf("%s: the focus cannot be seen on %s", path, what)
		}
		back := eval[[]string](b, `self.reached.filter((e, i) => i > 0 && !(self.reached[i-1].compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)).map(e => e.outerHTML.slice(0, 120))`)
		if len(back) > 1 { // around the page's end
			t.Errorf("%s: Tab goes back to %s", path, strings.Join(back, "\n"))
		}
		for _, from := range []string{"svg.board", "[data-timeline]", "[data-speed]"} {
			eval[any](b, fmt.Sprintf(`(() => { document.querySelector(%q).focus(); self.reached = [] })()`, from))
			b.key("\t", chromedp.KeyModifiers(shift))
			b.wait(`self.reached.length > 0`)
			if eval[bool](b, fmt.Sprintf(`!(document.querySelector(%q).compareDocumentPosition(self.reached.at(-1)) & Node.DOCUMENT_POSITION_PRECEDING)`, from)) {
				t.Errorf("%s: Shift and Tab do not lead back from %s", path, from)
			}
		}
	}
}

const shift = 8 // the modifier of a key event

// Escape closes whatever was opened, and gives the focus back to what opened it.
func TestEscapeGivesTheFocusBack(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	for _, c := range []struct{ opener, opened string }{
		{".top [data-action=keys]", "#keys-dialog[open]"},
		{".top [data-action=share]", "#share-dialog[open]"},
		{".top [data-action=export]", "#export-dialog[open]"},
		{".side [data-action=csv]", "#csv-dialog[open]"},
		{".side [data-action=table]", "#table-drawer[open]"},
		{"[data-view=alphas] [data-action=enlarge]", "#view-dialog[open]"},
		{".top [data-action=lesson]", "[data-lesson=open]"},
	} {
		b.reveal(c.opener)
		b.do(chromedp.Focus(chromedp.CSS(c.opener)))
		b.key("\r")
		b.wait(fmt.Sprintf(`document.querySelector(%q)`, c.opened))
		if strings.Contains(c.opened, "dialog") {
			b.wait(fmt.Sprintf(`document.querySelector(%q).contains(document.activeElement)`, c.opened))
		}
		b.key(kb.Escape)
		b.wait(fmt.Sprintf(`!document.querySelector(%q) && document.activeElement === document.querySelector(%q)`, c.opened, c.opener))
		eval[any](b, `new Promise(heard => requestAnimationFrame(() => setTimeout(heard)))`) // the page has heard that it was closed
	}
}

// Who does not want motion gets none: nothing moves by itself, and slow motion
// takes one small step for each press.
func TestReducedMotion(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1440, 900)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
	b.load("/d/svm?step=0")
	const frame = 1000.0 / 60
	moving := fmt.Sprintf(`[...document.getAnimations().filter(a => a.effect.getComputedTiming().activeDuration > %[1]g).map(a => "an animation of " + a.effect.target?.outerHTML.slice(0, 90)),
		...[...document.querySelectorAll("*")].filter(e => { const s = getComputedStyle(e); return [s.transitionDuration, s.animationDuration].some(d => d.split(",").some(x => parseFloat(x) * 1000 > %[1]g)) || s.scrollBehavior === "smooth" }).map(e => "a transition of " + e.outerHTML.slice(0, 90))]`, frame)
	for _, what := range eval[[]string](b, moving) {
		t.Error(what)
	}
	b.choose("[data-speed]", "30")
	b.key(" ")
	b.wait(`Number(document.querySelector("[data-step]").textContent) >= 8`)
	for _, what := range eval[[]string](b, moving) {
		t.Errorf("while it plays: %s", what)
	}
	b.key(" ")
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	b.key(kb.Home)
	b.waitStep(0)
	b.choose("[data-speed]", "0.8")
	b.wait(`document.querySelector("[data-size=small]").getAttribute("aria-pressed") === "true"`)
	for n := range 3 {
		b.press("[data-action=play]")
		b.waitStep(n + 1)
		b.wait(`!document.querySelector(".calls").hidden && document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	}
	for _, what := range eval[[]string](b, moving) {
		t.Errorf("in slow motion: %s", what)
	}
}

// Keys of one letter can be switched off, and stay off; other keys do not care.
func TestLettersCanBeSwitchedOff(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron?step=0")
	last := b.whole()
	size := func() string { return b.text("[data-size][aria-pressed=true]") }
	was := size()
	b.key("s")
	if size() == was {
		t.Fatal("s does not change the size of a step")
	}
	was = size()
	b.key("?")
	b.press("#letters")
	b.key(kb.Escape)
	b.wait(`!document.querySelector("#keys-dialog").open`)
	quiet := func() {
		b.t.Helper()
		theme := eval[string](b, `document.documentElement.dataset.theme ?? ""`)
		tool := eval[string](b, `document.querySelector(".bar [data-tool][aria-pressed=true]").dataset.tool`)
		for _, key := range []string{"s", "S", "t", "m", "x", "2", "]", "n", "?", "p", "l", "w", "e"} {
			b.key(key)
		}
		b.key(kb.End) // is heard after all of them
		b.waitStep(last)
		b.key(kb.Home)
		b.waitStep(0)
		if size() != was || eval[string](b, `document.documentElement.dataset.theme ?? ""`) != theme || eval[string](b, `document.querySelector(".bar [data-tool][aria-pressed=true]").dataset.tool`) != tool ||
			eval[bool](b, `document.querySelector("dialog[open]") !== null || document.documentElement.dataset.mode === "projector" || document.documentElement.dataset.lesson === "open"`) {
			b.t.Error("a letter does something though letters are off")
		}
	}
	quiet()
	b.load("/d/perceptron?step=0")
	b.whole()
	was = size()
	quiet()
	// On the board keys belong to the board.
	b.do(chromedp.Focus(chromedp.CSS("svg.board")))
	b.key(".")
	b.wait(`document.querySelector(".overlay-ring")`)
	b.press(".top [data-action=keys]")
	b.press("#letters")
	b.key(kb.Escape)
	b.wait(`!document.querySelector("#keys-dialog").open`)
	b.key("t")
	b.wait(`document.documentElement.dataset.theme`)
}
