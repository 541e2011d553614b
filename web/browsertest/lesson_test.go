package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A link of the lesson sets the board in place: no page is loaded, the lesson and the
// focus stay, what the link names pulses, and one undo takes it back.
func TestALessonPlays(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/svm?step=3")
	eval[any](b, `void (window.here = true)`)
	const link = `#lesson a[href="?preset=robust&step=end#x19"]`
	b.press(".top [data-action=lesson]")
	// A ring is there for two seconds: who asks later is told that it was.
	eval[any](b, `void new MutationObserver(changes => {
		const at = document.querySelector("[data-param=C]").getBoundingClientRect().top;
		for (const ring of changes.flatMap(c => [...c.addedNodes]).filter(n => n.classList?.contains("pulse"))) {
			if (ring.classList.contains("round")) window.pulsed = true;
			else if (Math.abs(ring.offsetTop - scrollY - at) < 40) window.pulsedC = true;
		}
	}).observe(document.body, { childList: true })`)
	b.settled() // the lesson beside the board is loaded
	b.press(link)
	b.wait(`document.querySelector("[data-source]").value === "robust"`)
	b.wait(`window.pulsed`)
	b.wait(`document.querySelector("[data-board-set]").textContent.includes("an unbounded support vector")`)
	if !eval[bool](b, `window.here && document.documentElement.dataset.lesson === "open"`) ||
		!eval[bool](b, fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, link)) {
		t.Error("the page was left, the lesson closed, or the focus moved")
	}
	// A control that the link has changed pulses, too.
	if !eval[bool](b, `!!window.pulsedC`) {
		t.Error("the parameter C does not pulse")
	}
	b.wait(`document.querySelector("body > .pulse") === null`)
	eval[any](b, `document.querySelector("[data-action=undo]").click()`)
	b.wait(`document.querySelector("[data-source]").value === "moons"`)

	// Below the board a link opens the lesson beside it, so that both are in sight.
	b.press("#lesson [data-action=lesson]")
	// What was out of sight is painted, and can be hit, from the next frame on.
	eval[any](b, `new Promise(painted => {
		document.querySelector("#lesson a[href*='gamma=50']").scrollIntoView();
		requestAnimationFrame(() => requestAnimationFrame(painted));
	})`)
	b.press("#lesson a[href*='gamma=50']")
	b.wait(`document.querySelector("#p-gamma").value === "50" && document.documentElement.dataset.lesson === "open"`)
	if !eval[bool](b, `(() => {
		const seen = e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight };
		return seen(document.querySelector("[data-board-box]")) && seen(document.querySelector("#lesson a[href*='gamma=50']"));
	})()`) {
		t.Error("the board or the link is out of sight")
	}
}

// A tour leads from stop to stop by buttons and keys, and stands in the address. A
// reader may play with the board at every stop.
func TestATour(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/svm")
	at := func(n int, title, preset string) {
		t.Helper()
		b.wait(fmt.Sprintf(`document.querySelector("[data-stop='%d']").checkVisibility()`, n))
		b.waitText(fmt.Sprintf("[data-stop='%d'] h2", n), title)
		b.wait(fmt.Sprintf(`document.querySelector("[data-source]").value === %q`, preset))
	}
	b.press("[data-action=tour]")
	at(1, "Two points are enough", "two-points")
	b.press("[data-action=tour-next]")
	at(2, "A working pair", "moons")
	b.waitStep(10)
	b.wait(`location.search.includes("tour=2")`)
	b.press("[data-action=step]")
	b.waitStep(12)
	b.key("k")
	at(1, "Two points are enough", "two-points")
	for range 4 {
		b.key("j")
	}
	at(5, "The kernel trick", "circles")
	if got := b.text("[data-action=tour-next] :not([hidden])"); got != "Done" {
		t.Errorf("the last stop offers %q", got)
	}
	b.key("\x1b")
	b.wait(`document.querySelector("#tour").hidden && !location.search.includes("tour=")`)
	b.key("u")
	at(1, "Two points are enough", "two-points")

	b.load("/d/svm?tour=4")
	at(4, "The soft margin", "overlap")
	b.accessible("at a stop", which(true))
	b.shade("dark")
	b.accessible("at a stop in the dark", which(false))
	b.shade("projector")
	b.live()
	b.accessible("at a stop in a lecture room", which(false))
	b.shade("light")

	// Those who follow read the stop in their own language.
	b.press("[data-action=tour-next]")
	at(5, "The kernel trick", "circles")
	f := s.follow(t, 1366, 768, b.presents())
	shown := func(n int) string {
		return fmt.Sprintf(`document.querySelector("[data-stop='%d']").checkVisibility()`, n)
	}
	f.wait(shown(5))
	if eval[bool](f, `document.querySelector("[data-action=tour-next]").checkVisibility()`) {
		t.Error("who follows has buttons")
	}
	b.press("[data-action=tour-back]")
	f.wait(shown(4))
	s.listener.drop() // a new session learns the stop again
	b.press("[data-action=tour-close]")
	f.wait(`document.querySelector("#tour").hidden`)
}

// On a phone the card stands in the sheet below the board.
func TestATourOnAPhone(t *testing.T) {
	s := serve(t)
	p := s.blank(t, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
	p.load("/d/perceptron")
	p.press("#tab-settings")
	p.press(".top [data-action=lesson]")
	p.press("#lesson [data-action=tour]") // there is no room for it at the top
	p.wait(`document.querySelector("[data-stop='1']").checkVisibility() && document.documentElement.dataset.lesson !== "open"`)
	p.wait(`(() => {
		const card = document.querySelector("#tour").getBoundingClientRect(), board = document.querySelector("[data-board-box]").getBoundingClientRect();
		return card.top >= board.bottom && card.top < innerHeight && document.documentElement.scrollWidth <= innerWidth;
	})()`)
	p.accessible("a tour on a phone", which(false))
	p.press("#tab-settings")
	p.wait(`!document.querySelector("#tour").checkVisibility()`)
}
