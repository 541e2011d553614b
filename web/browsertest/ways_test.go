package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A reader follows a course, ticks what was seen, steps on from demo to demo along it, and
// finds it all again on the front page.
func TestTheWayThroughACourse(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/course/003")
	b.press(`[data-tick^="003.E perceptron"]`)
	b.wait(`document.querySelector("[data-count]").textContent.startsWith("1 ")`)
	for _, theme := range []string{"light", "dark"} {
		b.shade(theme)
		b.accessible("a course, "+theme, which(theme == "dark"))
	}
	b.press(`#E .course-links a`)
	b.live()
	first := eval[string](b, `location.pathname + location.search`)
	b.press(`.top .crumb-ways [rel=next]`)
	b.wait(fmt.Sprintf(`location.pathname + location.search !== %q && document.querySelector("[data-live]")`, first))
	b.wait(`JSON.parse(localStorage.been).length > 0`)
	// Whatever the reader does, the way stays in the address, and goes to nobody else.
	b.press("[data-action=step]")
	b.wait(`/[?&]step=\d+.*[?&]course=003\.E$/.test(location.search)`)
	b.press("[data-action=share]")
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")`)
	if link := eval[string](b, `document.querySelector("[data-share-url]").value`); link == "" || eval[bool](b, fmt.Sprintf(`new URL(%q).searchParams.has("course")`, link)) {
		t.Errorf("the link to share is %s", link)
	}
	eval[any](b, `document.querySelector("#share-dialog").close()`)
	here := eval[string](b, `location.search`)
	b.visit("/")
	b.wait(`document.querySelector(".been a")`)
	if got := eval[string](b, `new URL(document.querySelector(".been a").href).search`); got != here {
		t.Errorf("the front page goes on at %s, not at %s", got, here)
	}
	if got := b.text(`[data-ticked="003"]`); len(got) < 3 || got[:2] != "1/" {
		t.Errorf("the front page says that %q of the note are seen", got)
	}
	b.accessible("the front page with the last demos", both)
	b.visit("/course/003")
	b.wait(`document.querySelector('[data-tick^="003.E perceptron"]').checked`)
}

// What another program has left in the page's own storage breaks nothing.
func TestSpoiltStorage(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/")
	for _, spoilt := range []string{`{`, `{"a":1}`, `[null,1,"x",{"demo":"../evil","query":"","at":0},{"demo":"svm","query":5,"at":1}]`, `[{"demo":"nothing","query":"","at":1}]`} {
		eval[any](b, fmt.Sprintf(`(localStorage.been = %q, localStorage["ticks 003"] = %[1]q)`, spoilt))
		b.visit("/")
		b.wait(`!document.documentElement.hasAttribute("data-been")`)
		if n := eval[int](b, `document.querySelectorAll(".been a").length`); n > 0 {
			t.Errorf("%s gives %d links", spoilt, n)
		}
		b.visit("/course/003")
		b.wait(`document.querySelector("[data-count]").textContent.startsWith("0 ")`)
	}
	eval[any](b, `localStorage.been = JSON.stringify(Array.from({length: 5000}, () => ({demo: "svm", query: "step=3", at: Date.now()})))`)
	b.visit("/")
	b.wait(`document.querySelector(".been a")`)
	if n := eval[int](b, `document.querySelectorAll(".been a").length`); n > 6 {
		t.Errorf("%d links to the last demos", n)
	}
}

// The search finds runs and sections of notes by their titles, and Enter opens what it found.
func TestFindRunsAndSections(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/")
	b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
	b.key("hedge")
	b.wait(`[...document.querySelectorAll(".found-sections a")].some(a => a.getAttribute("href").startsWith("/course/003#"))`)
	b.press("[data-find]")
	eval[any](b, `document.querySelector("[data-find]").select()`)
	b.key("perceptron 17 updates")
	b.wait(`document.querySelector('[data-card="perceptron"] .found a')?.getAttribute("href") === "/d/perceptron?preset=cycle"`)
	b.accessible("runs that were found", both)
	b.key("\r")
	b.wait(`location.pathname + location.search === "/d/perceptron?preset=cycle"`)
}
