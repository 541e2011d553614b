package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/lang"
)

// more presses a button that is folded away under More, and folds it away again.
func (b *tab) more(action string) {
	b.t.Helper()
	b.press("[data-run-more] summary")
	b.press("[data-run-more] [data-action=" + action + "]")
	b.press("[data-run-more] summary")
}

// Whatever moves through a run, and the tools, say what they do and which key does it.
func TestControlsHaveTooltips(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/d/svm?step=3", "/d/svm?step=3&lang=zh", "/d/disjunctions"} {
		b := s.open(t, 1366, 768, path)
		for _, what := range eval[[]string](b, `[...document.querySelectorAll("[data-transport] :is(button, select, summary), .step-number, .tools button, [data-action=table], [data-action=csv], [data-action=clear]")]
			.filter(e => !e.dataset.tip && !e.matches("[data-action=outcome]")).map(e => e.outerHTML.slice(0, 120))`) {
			t.Errorf("%s: no tooltip: %s", path, what)
		}
		for action, key := range map[string]string{"step": "→", "back": "←", "start": "Home", "next": "N", "until": "E", "loop-from": "[", "ghost": "W", "goto": "G"} {
			if tip := eval[string](b, fmt.Sprintf(`document.querySelector("[data-action=%s]").dataset.tip`, action)); !strings.Contains(tip, "("+key+")") {
				t.Errorf("%s: the tooltip %q of %s does not name the key %s", path, tip, action, key)
			}
		}
		if kinds := b.text("[data-tick-legend]"); strings.Contains(kinds, "sv ") || strings.Contains(kinds, "sv-") {
			t.Errorf("%s: the ticks are called %q", path, kinds)
		}
	}
}

// The page counts what its buttons take: a pair of the SVM is two small steps. Links,
// and the field to type in, count the small ones. Back is where one came from.
func TestCountsWhatTheButtonsTake(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm?step=74")
	b.waitText("[data-shown]", "37")
	b.waitStep(74)
	last := b.whole()
	shown := eval[string](b, `[...document.querySelectorAll("[data-before], [data-shown], [data-between], [data-shown-total], [data-after]")].map(e => e.textContent).join("")`)
	if want := fmt.Sprintf("pair 37 of %d", last/2); shown != want {
		t.Errorf("%q, want %q", shown, want)
	}
	if tip := eval[string](b, `document.querySelector("[data-action=goto]").dataset.tip`); !strings.Contains(tip, fmt.Sprintf("small step 74 of %d", last)) {
		t.Errorf("the tooltip of the number: %q", tip)
	}
	press := func(key string, shown, step int) {
		t.Helper()
		for range 3 {
			b.key(key)
		}
		b.waitText("[data-shown]", fmt.Sprint(shown))
		b.waitStep(step)
	}
	press(kb.ArrowRight, 40, 80)
	press(kb.ArrowLeft, 37, 74)
	press(kb.ArrowLeft, 34, 68)
	press(kb.ArrowRight, 37, 74)
	if address := b.address(); !strings.Contains(address, "step=74") {
		t.Errorf("the link of pair 37 is %s", address)
	}
	b.press("[data-size=small]")
	b.waitText("[data-shown]", "74")
	b.waitText("[data-shown-total]", fmt.Sprint(last))
	b.press("[data-action=step]")
	b.waitText("[data-shown]", "75")
	// From the middle of a step, back leads to where the step began.
	b.press("[data-size=step]")
	b.waitText("[data-shown]", "38")
	b.key(kb.ArrowLeft)
	b.waitStep(74)
	b.press("[data-action=goto]")
	if got := eval[string](b, `document.querySelector("[data-goto]").value`); got != "74" {
		t.Errorf("the field to type in has %s", got)
	}
}

// cutOff lists what of the line under the transport is not all to be seen.
const cutOff = `[...document.querySelectorAll(".run-line, .run-line *")].filter(e => e.checkVisibility() && e instanceof HTMLElement && (() => {
	const r = e.getBoundingClientRect(), around = document.querySelector(".transport").getBoundingClientRect(), s = getComputedStyle(e);
	return s.display !== "inline" && e.scrollWidth > e.clientWidth + 1 || s.textOverflow === "ellipsis" || s.webkitLineClamp !== "none" ||
		r.left < around.left - 1 || r.right > around.right + 1 || r.bottom > around.bottom + 5;
})()).map(e => e.className + ": " + e.textContent)`

// The line under the transport tells this step. How the run ends, it tells when asked
// for, and at the end. Nothing of it is cut off, with the run before a change neither.
func TestStatusLine(t *testing.T) {
	s := serve(t)
	for _, width := range []int64{390, 1366, 1920} {
		b := s.open(t, width, 844, "/d/svm?step=74")
		whole := func(when string) {
			t.Helper()
			for _, what := range eval[[]string](b, cutOff) {
				t.Errorf("at %d px, %s: cut off: %s", width, when, what)
			}
		}
		b.whole()
		b.wait(`document.querySelector("[data-reason]").textContent.startsWith("optimise")`)
		whole("in the middle")
		high := eval[float64](b, `document.querySelector("svg.board").clientHeight`)
		b.press("[data-action=outcome]")
		b.wait(`document.querySelector("[data-reason]").textContent.startsWith("In the end: Converged")`)
		whole("with the end")
		if got := eval[float64](b, `document.querySelector("svg.board").clientHeight`); width > 980 && got != high {
			t.Errorf("at %d px the board is %g high when the end is told, and %g before", width, got, high)
		}
		b.press("[data-action=outcome]")
		b.wait(`document.querySelector("[data-reason]").textContent.startsWith("optimise")`)
		b.drag(b.point(2), b.free())
		b.wait(`!document.querySelector("[data-ghost]").hidden && document.querySelector("[data-ghost-text]").textContent.startsWith("Previous run")`)
		b.settled()
		whole("with the run before")
		b.press("[data-action=end]")
		b.wait(`/^Converged/.test(document.querySelector("[data-reason]").textContent) && document.querySelector("[data-reason]").dataset.state === "converged" && document.querySelector("[data-action=outcome]").hidden`)
		whole("at the end")
	}
}

// filledButtons lists the buttons around the board that are filled.
const filledButtons = `(() => {
	const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const light = css => {
		context.clearRect(0, 0, 1, 1);
		context.fillStyle = css;
		context.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
		const part = x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
		return a < 128 ? null : 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
	};
	const paper = light(getComputedStyle(document.body).backgroundColor);
	return [...document.querySelectorAll(":is([data-transport], .tools, .board-zoom) :is(button, summary)")].filter(e => e.checkVisibility()).filter(e => {
		const own = light(getComputedStyle(e).backgroundColor) ?? paper;
		return (Math.max(own, paper) + 0.05) / (Math.min(own, paper) + 0.05) > 1.6;
	}).map(e => e.dataset.action ?? e.outerHTML.slice(0, 80));
})()`

// One button is filled: the one that goes on.
func TestOneFilledButton(t *testing.T) {
	s := serve(t)
	for _, theme := range []string{"light", "dark"} {
		b := s.open(t, 1366, 768, "/d/svm?step=3")
		eval[any](b, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
		b.press("[data-action=snap]")
		b.press("[data-run-more] summary")
		filled := eval[[]string](b, filledButtons)
		if len(filled) != 1 || filled[0] != "step" {
			t.Errorf("%s: filled are %q", theme, filled)
		}
	}
}

// wordless lists controls of the transport and of the tools that have neither words of
// their own nor a tooltip, or no name for those who do not see them. The timeline says
// where the pointer is on it.
const wordless = `[...document.querySelectorAll("[data-transport] :is(button, select, summary, input), .tools :is(button, select, summary, input), .board-zoom button, .history button, .step-number")]
	.filter(e => e.type !== "hidden").flatMap(e => {
		const label = e.labels?.[0]?.textContent.trim() || e.closest("label")?.textContent.trim();
		const says = e.dataset.tip || e.title || e.closest("[data-tip]")?.dataset.tip || e.textContent.trim() || label;
		const name = e.getAttribute("aria-label") || e.textContent.trim() || label || e.title || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent.trim();
		return says && name ? [] : [e.outerHTML.slice(0, 160)];
	})`

// At each demo, in both languages, on a laptop: the line under the transport tells this
// step and the end only when asked, one button is filled, and every control says what
// it does.
func TestTransportOfEveryDemo(t *testing.T) {
	s := serve(t)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		for _, language := range []string{"en", "zh"} {
			t.Run(d.ID+"/"+language, func(t *testing.T) {
				b := s.open(t, 1366, 768, "/d/"+d.ID+"?step=0&lang="+language)
				words := lang.Lang(language)
				last := b.whole()
				b.press("[data-action=step]")
				b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
				told := func() string { return b.text("[data-reason]") }
				if step := b.step(); step < last {
					now := told()
					ask := b.text("[data-action=outcome]")
					if ask != words.T("live.outcome-ask") {
						t.Errorf("step %d: what asks for the end says %q", step, ask)
					}
					b.press("[data-action=outcome]")
					b.wait(fmt.Sprintf(`document.querySelector("[data-action=outcome]").textContent.trim() === %q`, words.T("live.outcome-hide")))
					asked := told()
					b.press("[data-action=outcome]")
					b.waitText("[data-action=outcome]", ask)
					b.press("[data-action=end]")
					b.waitStep(last)
					end := told()
					if now == "" || now == end || strings.Contains(now, end) {
						t.Errorf("step %d tells %q, and the end is %q", step, now, end)
					}
					if want := words.T("live.outcome", end); asked != want {
						t.Errorf("asked for the end it tells %q, want %q", asked, want)
					}
					if state := eval[string](b, `document.querySelector("[data-reason]").dataset.state`); state == "running" {
						t.Errorf("at the end the state is %s", state)
					}
				} else {
					t.Errorf("the first press leads to the end of %d steps", last)
				}
				b.press("[data-run-more] summary")
				if filled := eval[[]string](b, filledButtons); !slices.Equal(filled, []string{"step"}) {
					t.Errorf("filled are %q", filled)
				}
				for _, what := range eval[[]string](b, wordless) {
					t.Errorf("a control without words: %s", what)
				}
			})
		}
	}
}

// covered lists which messages cover a board, a transport, a formula, or the buttons
// that take an edit back.
const covered = `(() => {
	const words = JSON.parse(document.querySelector("#words").content.textContent);
	const apart = (a, b) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
	const found = [];
	const look = (what, box) => {
		box.hidden = false;
		const r = box.getBoundingClientRect();
		if (!r.width || !r.height || r.left < 0 || r.right > innerWidth || box.scrollWidth > box.clientWidth + 1) found.push(what + " has no room");
		for (const e of document.querySelectorAll("svg.board, [data-transport], [data-say] math, .history")) {
			if (e.checkVisibility() && !apart(r, e.getBoundingClientRect())) found.push(what + " covers " + e.outerHTML.slice(0, 60));
		}
		box.hidden = true;
	};
	const [toast, hint, banner] = ["toast", "hint", "banner"].map(name => document.querySelector("[data-" + name + "]"));
	for (const key of ["bad-step", "full", "room", "small-steps", "jittered", "one-series", "row-class", "recipe-large", "undone"]) {
		const text = words[key];
		toast.textContent = (typeof text === "string" ? text : text.other).replaceAll(/%\[\d\]./g, "123");
		look("the toast " + key, toast);
	}
	for (const key of matchMedia("(max-width: 760px)").matches ? ["hint-touch"] : ["hint-touch", "hint", "hint-classes"]) {
		if (!hint) continue;
		hint.textContent = words[key];
		look("the " + key, hint);
	}
	for (const key of Object.keys(words).filter(k => words[k + "-next"])) {
		banner.innerHTML = "<p><b></b> <span></span> <span></span></p><button class=btn></button>";
		banner.querySelector("b").textContent = words[key];
		const [next, wait] = banner.querySelectorAll("span");
		next.textContent = words[key + "-next"];
		wait.textContent = words["link.wait"].replace("%[1]d", "12");
		banner.querySelector("button").textContent = words.alone;
		look("the banner " + key, banner);
	}
	banner.replaceChildren();
	return found;
})()`

// What is said in passing covers neither the board nor the transport nor a formula.
func TestNoticesCoverNothing(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		path          string
		width, height int64
	}{
		{"/d/svm?step=3", 390, 844},
		{"/d/svm-multiclass?step=3&lang=zh", 1024, 768},
		{"/d/svm?step=3", 1920, 1080},
		{"/d/svm?step=3", 844, 390},
		{"/embed/svm?step=3", 360, 480},
		{"/embed/svm?step=3", 640, 480},
		{"/embed/svm?step=3&hide=title", 1366, 700},
		{"/d/svm?step=3", 1366, 768},
	} {
		b := s.open(t, c.width, c.height, c.path)
		for _, what := range eval[[]string](b, covered) {
			t.Errorf("%s at %d px: %s", c.path, c.width, what)
		}
		if c.width < 900 && strings.HasPrefix(c.path, "/d/") { // a phone's board stays when the page is scrolled
			b.press("#tab-settings")
			eval[any](b, `(scrollTo({top: 1e6, behavior: "instant"}), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`)
			for _, what := range eval[[]string](b, covered) {
				t.Errorf("%s at %d px, scrolled: %s", c.path, c.width, what)
			}
		}
		if c.width != 1366 || strings.Contains(c.path, "embed") {
			continue
		}
		// A real one moves nothing.
		const place = `JSON.stringify(document.querySelector("svg.board").getBoundingClientRect())`
		before := eval[string](b, place)
		b.press("[data-action=goto]")
		b.fill("[data-goto]", "two")
		b.wait(`!document.querySelector("[data-toast]").hidden`)
		if after := eval[string](b, place); after != before {
			t.Errorf("a message moves the board from %s to %s", before, after)
		}
	}
}

// The keyboard's cross is seen among points: lines over the whole board, a ring, halos
// behind both, and where it is.
func TestKeyboardCross(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm?step=20")
	b.settled()
	b.do(chromedp.Focus(chromedp.CSS("svg.board")))
	b.key(kb.ArrowRight)
	b.key(kb.ArrowUp)
	b.wait(`document.querySelector(".overlay-cross").getAttribute("visibility") === "visible"`)
	type size struct{ W, H, Board, Ring, Halo float64 }
	got := eval[size](b, `(() => {
		const box = s => document.querySelector(s).getBoundingClientRect();
		const lines = box(".overlay-cross path:not(.cross-ring, .halo)");
		return {W: lines.width, H: lines.height, Board: box("svg.board").height, Ring: box(".cross-ring:not(.halo)").width, Halo: parseFloat(getComputedStyle(document.querySelector(".overlay-cross .halo")).strokeWidth)};
	})()`)
	if got.W < 400 || got.H < 0.7*got.Board || got.Ring < 24 || got.Halo < 4 {
		t.Errorf("the cross: %+v", got)
	}
	if place := b.text(".overlay-cross text"); !strings.Contains(place, ", ") {
		t.Errorf("it says %q", place)
	}
	for range 40 { // in the corner the words go to the other side
		b.key(kb.ArrowRight)
		b.key(kb.ArrowUp)
	}
	b.wait(`(() => {
		const words = document.querySelector(".overlay-cross text").getBoundingClientRect(), board = document.querySelector("svg.board").getBoundingClientRect();
		return words.right < board.right && words.top > board.top;
	})()`)
}
