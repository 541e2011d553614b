package browsertest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/web"
)

// linked waits until the page says that its connection is as it is called.
func (b *tab) linked(kind string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector("[data-demo]").dataset.link === %q`, kind))
	hidden := eval[bool](b, `document.querySelector("[data-banner]").hidden`)
	if hidden != (kind == "live") {
		b.t.Errorf("%s: the banner is hidden: %v", kind, hidden)
	}
}

// recordsLinks keeps the kinds that the link has from now on: some are over before a test
// can ask for them.
func (b *tab) recordsLinks() {
	b.t.Helper()
	eval[any](b, `{
		const root = document.querySelector("[data-demo]");
		self.links = [];
		new MutationObserver(() => links.push(root.dataset.link + (document.querySelector("[data-banner]").hidden ? ", hidden" : "")))
			.observe(root, {attributes: true, attributeFilter: ["data-link"]});
	}`)
}

// wasLinked waits until the link has been of a kind that the banner shows, since
// recordsLinks.
func (b *tab) wasLinked(kind string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`self.links.includes(%q)`, kind))
}

// A visitor who comes when the server is full is told so, keeps the picture, and
// is let in when there is room.
func TestFullServer(t *testing.T) {
	for _, c := range []struct {
		kind   string
		limits web.Limits
	}{
		{"busy", web.Limits{Sessions: 1}},
		{"address", web.Limits{PerAddress: 1}},
	} {
		t.Run(c.kind, func(t *testing.T) {
			s := serveWith(t, c.limits)
			first := s.open(t, 1280, 800, "/d/perceptron")
			second := s.blank(t, 1280, 800)
			second.excused = "/ws" // what is asked there is refused, or asked again as a page
			second.visit("/d/perceptron?step=3")
			second.linked(c.kind)
			if n := eval[int](second, `document.querySelectorAll("svg.board [data-layer=data] [data-ref]").length`); n == 0 {
				t.Error("the board is empty")
			}
			second.accessible("no room", both)
			first.visit("/")
			// By itself or by hand, whatever comes first.
			second.wait(`document.querySelector("[data-banner] button") || document.querySelector("[data-demo]").dataset.link === "live"`)
			eval[any](second, `document.querySelector("[data-banner] button")?.click()`)
			second.live()
			second.linked("live")
			second.waitStep(3)
		})
	}
}

// A session that slept stays asleep until someone wants it back.
func TestSleepingSession(t *testing.T) {
	s := serveWith(t, web.Limits{Idle: 3 * time.Second})
	b := s.open(t, 1280, 800, "/d/perceptron?step=4")
	before := b.settled()
	b.linked("asleep")
	b.press("[data-banner] button")
	b.live()
	b.linked("live")
	if !b.shows(before) {
		t.Error("after the sleep the picture is another one")
	}
}

// A cut connection costs nothing: not the step, not the points, and not what can
// be undone.
func TestEditsCanBeUndoneAfterAReconnect(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1280, 800, "/d/perceptron?step=5")
	b.excused = "WebSocket"
	b.waitStep(5)
	b.more("ghost") // what a change is compared with ends with the connection
	n := b.points()
	first := b.settled()
	b.click(b.free())
	b.waitPoints(n + 1)
	b.wait(`!document.querySelector("[data-action=undo]").disabled`)
	for b.step() < 7 {
		at := b.step()
		b.press("[data-size=small]")
		b.press("[data-action=step]")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, at))
	}
	at := b.step()
	edited := b.settled()
	for range 2 { // and again
		s.listener.drop()
		b.linked("lost")
		b.live()
		b.linked("live")
		b.waitStep(at)
		if !b.shows(edited) {
			t.Errorf("after reconnecting the picture is another one: %s", firstDifference(edited, b.settled()))
		}
	}
	b.wait(`!document.querySelector("[data-action=undo]").disabled`)
	b.press("[data-action=undo]")
	b.waitPoints(n)
	b.press("[data-action=redo]")
	b.waitPoints(n + 1)
	b.press("[data-action=undo]")
	b.waitPoints(n)
	eval[any](b, `document.querySelector("[data-timeline]").focus()`)
	for b.step() > 5 {
		at := b.step()
		b.press("[data-action=back]")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) < %d`, at))
	}
	if b.step() == 5 && !b.shows(first) {
		t.Error("all undone, step 5 is another one")
	}
}

// A page that the server has no time for says so, and asks again by itself.
func TestBusyPageAsksAgain(t *testing.T) {
	s := serveWith(t, web.Limits{Request: time.Nanosecond})
	b := s.blank(t, 800, 600)
	b.excused = "503"
	b.visit("/d/perceptron")
	if got := b.text("main .code"); got != "503" {
		t.Fatalf("the page says %q", got)
	}
	b.accessible("busy", both)
	b.wait(`performance.getEntriesByType("navigation")[0].type === "reload"`)
}

func TestEmptyBoard(t *testing.T) {
	b := serve(t).open(t, 1280, 800, "/d/perceptron")
	if !eval[bool](b, `document.querySelector("[data-board-empty]").hidden`) {
		t.Error("a board with points is called empty")
	}
	b.press(".side [data-action=clear]")
	b.waitPoints(0)
	b.wait(`!document.querySelector("[data-board-empty]").hidden`)
	b.accessible("an empty board", both)
	b.click(b.spot(0.5, 0.46)) // where it is written
	b.waitPoints(1)
	b.wait(`document.querySelector("[data-board-empty]").hidden`)
}

// Readers look for what they know: another name, a part, a task, in their language.
func TestFindInTheGallery(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/")
	const cards = `[...document.querySelectorAll(".card")].filter(c => c.checkVisibility())`
	all := eval[int](b, cards+".length")
	b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
	for words, want := range map[string]string{
		"Gaussian PROCESS": "gp-regression", "clustering": "em-gmm", "k-means": "em-gmm", "boosting": "adaboost", "LDA": "discriminant", "fisher": "discriminant",
		"SMO": "svm", "聚类": "em-gmm", "支持向量机": "svm", "classification": "perceptron", "bayes": "gp-regression", "tree": "adaboost",
		"gradient descent": "logistic", "kernel perc": "kernel-perceptron", "em": "em-gmm", "moons": "svm", "γ": "svm",
	} {
		eval[any](b, fmt.Sprintf(`(() => {const f = document.querySelector("[data-find]"); f.value = %q; f.dispatchEvent(new Event("input", {bubbles: true}));})()`, words))
		if found := eval[[]string](b, cards+`.map(c => c.getAttribute("href"))`); len(found) == 0 || len(found) == all || !slices.Contains(found, "/d/"+want) {
			t.Errorf("%q finds %q, not %s", words, found, want)
		}
	}
	eval[any](b, `(() => {const f = document.querySelector("[data-find]"); f.value = ""; f.dispatchEvent(new Event("input", {bubbles: true}));})()`)
	b.key("em")
	b.wait(fmt.Sprintf(`%[1]s.length > 0 && %[1]s.every(c => c.getBoundingClientRect().top < innerHeight) && location.search === "?find=em"`, cards))
	if n := eval[int](b, cards+`.filter(c => c.getAttribute("href") === "/d/adaboost").length`); n > 0 {
		t.Error("em is found within a word")
	}
	b.key("xyz")
	b.wait(cards + `.length === 0 && !document.querySelector("[data-nothing]").hidden`)
	b.accessible("nothing found", both)
	b.press("[data-action=show-all]")
	b.wait(fmt.Sprintf(`%s.length === %d && document.querySelector("[data-nothing]").hidden && document.activeElement.matches("[data-find]") && location.search === ""`, cards, all))
	b.key("kernel perc" + kb.Enter)
	b.wait(`location.pathname === "/d/kernel-perceptron"`)
	b.visit("/?find=SAMME")
	b.wait(cards + `.length === 1`)
}
