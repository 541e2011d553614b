package browsertest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// roomLink opens the window for links at what it says of the reader's room, and returns the
// link of it and its code.
func (b *tab) roomLink(at string) (link, code string) {
	b.t.Helper()
	b.opens("share", "#share-dialog")
	b.choose("[data-share-step]", at)
	b.wait(`document.querySelector(".share-room [data-room-code]")?.checkVisibility() &&
		document.querySelector("[data-qr] svg")?.ariaLabel.includes(document.querySelector("[data-share-url]").value)`)
	return eval[string](b, `document.querySelector("[data-share-url]").value`), b.text(".share-room [data-room-code]")
}

// A room has its link, its codes and a sheet to print before it begins. It stays the same in
// the browser, until its presenter wants another one; and who came before the presenter is
// in when it begins.
func TestARoomIsPreparedBeforeItBegins(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link, code := p.roomLink("room")
	key, ok := strings.CutPrefix(link, s.URL+"/room/")
	if !ok || len(key) != 26 || code != key[:4]+"-"+key[4:8] {
		t.Fatalf("the link is %s, and its code %s", link, code)
	}
	p.accessible("a room before it begins", both)
	p.shootAs("share-room")
	p.press("[data-action=new-room]")
	p.wait(fmt.Sprintf(`document.querySelector("[data-share-url]").value !== %q && document.activeElement.matches("[data-action=old-room]")`, link))
	p.press("[data-action=old-room]")
	p.wait(fmt.Sprintf(`document.querySelector("[data-share-url]").value === %q && document.activeElement.matches("[data-action=new-room]")`, link))

	card := p.beside(1000, 900)
	card.visit(eval[string](p, `document.querySelector("[data-room-card]").getAttribute("href")`))
	if text := card.text("main"); !strings.Contains(text, link) || !strings.Contains(text, code) || !strings.Contains(text, s.Listener.Addr().String()+"/room") {
		t.Errorf("the sheet says %s", text)
	}
	card.accessible("a sheet to print", both)
	card.shootAs("room-card")

	const formulas = "math.otf was preloaded" // a phone that follows has its formulas behind a tab
	early := s.blank(t, 390, 844)
	early.excused = formulas
	early.visit("/room/" + strings.ToLower(key))
	early.waitText("[data-room]", "This page joins automatically when the presenter starts.")
	early.accessible("a room that has not begun", both)
	early.shootAs("room-unbegun")
	typist := s.blank(t, 390, 844)
	typist.excused = formulas
	typist.visit("/")
	typist.fill("#room-code", strings.ToLower(strings.ReplaceAll(code, "-", " ")))
	typist.wait(fmt.Sprintf(`location.pathname === "/room/%s" && document.querySelector("[data-room]")`, code))

	p.press("[data-action=begin-room]")
	p.wait(`document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	if again := eval[string](p, `document.querySelector("[data-share-url]").value`); again != link {
		t.Errorf("the room that begins has the link %s, not %s", again, link)
	}
	early.wait(`location.hash.length > 20 && document.querySelector("[data-banner] b")?.textContent === "You follow a presenter."`)
	early.waitStep(2)
	typist.wait(`location.hash.length > 20 && document.querySelector("[data-banner] b")?.textContent === "You follow a presenter."`)
	typist.waitStep(2)

	// Another tab of the browser has the same room, and presents in it only when told so.
	other := p.beside(1280, 800)
	other.load("/d/perceptron?step=1")
	if same, _ := other.roomLink("room"); same != link || eval[bool](other, `document.querySelector("[data-action=share]").matches("[data-presenting]")`) {
		t.Errorf("another tab has the room %s, not %s, or presents in it", same, link)
	}
}

// The code that stands on the wall is typed on the front page, as people type.
func TestRoomCodeOnTheFrontPage(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 390, 844, chromedp.EmulateTouch)
	b.excused = "400 (Bad Request)" // so is a wrong code answered
	b.visit("/?lang=zh")
	b.fill("#room-code", "abcd efg")
	b.wait(`document.querySelector("#room-problem")`)
	b.chinese("a wrong code")
	b.accessible("a wrong code", both)
	if got := b.text("#room-problem"); !strings.Contains(got, "7") {
		t.Errorf("of seven letters it says %q", got)
	}
	b.shootAs("room-wrong")
	b.fill("#room-code", " abcd–efgh ")
	b.wait(`location.pathname === "/room/ABCD-EFGH" && document.querySelector("[data-room]")`)
	b.chinese("a room that has not begun")
}

// The presenter's own window shows what the hall does not see, and leads the board's page,
// also from board to board of a script.
func TestPresentersWindow(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	p.toScript(1)
	p.load("/d/svm?step=3")
	p.toScript(2)
	eval[any](p, `(() => {
		const script = JSON.parse(localStorage.getItem("script"));
		script.boards[0].notes = "Ask which line they would take.";
		localStorage.setItem("script", JSON.stringify(script));
	})()`)
	p.visit("/script")
	p.press("[data-action=present]")
	p.lectured("1/2")
	p.presents()
	p.wait(`document.querySelector("[data-presenter] summary b").checkVisibility()`)

	w := p.beside(1100, 760)
	w.visit("/presenter")
	w.waitText("[data-title]", "Perceptron")
	w.waitText("[data-notes]", "Ask which line they would take.")
	w.wait(`document.querySelector("[data-next-board]").textContent.includes("Support vector machine")`)
	if code := p.text("[data-presenter] summary b"); code != w.text(".stage-room [data-room-code]") {
		t.Errorf("the window's code is %s, the page's %s", w.text(".stage-room [data-room-code]"), code)
	}
	w.accessible("the presenter's window", both)
	w.shootAs("presenter-window")
	before := p.step()
	w.press("[data-do=step]")
	p.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, before))
	eval[any](w, `document.activeElement.blur()`)
	w.key(kb.ArrowLeft)
	p.waitStep(before)
	w.wait(`!document.querySelector("[data-do=next-board]").disabled`)
	w.key(kb.PageDown)
	p.lectured("2/2")
	w.waitText("[data-title]", "Support vector machine")
	w.wait(`document.querySelector("[data-do=next-board]").disabled && !document.querySelector("[data-do=gather]").disabled`)

	last := p.whole()
	p.key(kb.End)
	p.waitStep(last)
	w.waitText("[data-next]", "The run has ended.")

	p.press("[data-presenter] summary")
	p.accessible("the presenter's panel", both)
	p.shootAs("presenter-panel")
	w.do(chromedp.EmulateViewport(390, 844))
	w.accessible("the presenter's window on a phone", ours)
	w.shootAs("presenter-phone")
	p.visit("/")
	w.wait(`!document.querySelector("[data-none]").hidden`)
	w.accessible("no board", both)
}

// A room that another page has taken over is taken back by a press, and by nothing else.
func TestARoomIsTakenOver(t *testing.T) {
	s := serve(t)
	first := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := first.presents()
	f := s.follow(t, 800, 600, link)
	first.waitText("[data-here-short]", "1")
	second := first.beside(1366, 768)
	second.load("/d/svm?step=12")
	if again := second.presents(); again != strings.Replace(link, "perceptron", "svm", 1) {
		t.Errorf("another tab presents under %s, not %s", again, link)
	}
	first.linked("taken")
	first.waitText("[data-banner] b", "Another page is now presenting in your room.")
	first.accessible("taken over", both)
	first.shootAs("banner-taken")
	f.wait(`location.pathname === "/d/svm" && document.querySelector("[data-banner] b")?.textContent === "You follow a presenter."`)

	s.listener.drop() // a connection that breaks and comes again takes nothing back
	second.wait(`document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	first.linked("taken")
	first.wait(`document.querySelector("main[data-live]")`)
	second.waitText("[data-here-short]", "1")

	first.press("[data-banner] button")
	second.linked("taken")
	first.linked("live")
	f.wait(`location.pathname === "/d/perceptron"`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	second.do(chromedp.Reload()) // nor does a page that is loaded again
	second.linked("live")
	first.do(chromedp.Reload()) // and the one that presents goes on
	first.wait(`document.querySelector("[data-live]") && document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	first.press("[data-action=step]")
	first.wait(`document.querySelector("[data-step]").textContent.trim() !== "2"`)
	f.waitStep(first.step())
}

// Nor does a page take it back that was not there when it was taken over, and comes again.
func TestAPageThatWasAwayTakesNoRoom(t *testing.T) {
	s := serve(t)
	first := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := first.presents()
	second := first.beside(1366, 768)
	second.load("/d/svm?step=12")
	eval[any](first, `(() => {
		const real = WebSocket;
		window.WebSocket = function (url, how) {
			if (window.online) return new real(url, how);
			const none = { send() {}, close() {} };
			setTimeout(() => {
				none.onopen?.(new Event("open"));
				none.onclose?.(new CloseEvent("close", { code: 1006 }));
			}, 50);
			return none;
		};
		Object.assign(window.WebSocket, { OPEN: real.OPEN });
	})()`)
	s.listener.drop()
	first.wait(`!document.querySelector("main[data-live]")`)
	second.wait(`document.querySelector("main[data-live]")`)
	second.presents()
	f := s.follow(t, 800, 600, strings.Replace(link, "perceptron", "svm", 1))
	eval[any](first, `window.online = true`)
	first.linked("taken")
	first.waitText("[data-banner] b", "Another page is now presenting in your room.")
	second.press("[data-action=step]")
	second.wait(`document.querySelector("[data-step]").textContent.trim() !== "12"`)
	f.waitStep(second.step())
	first.press("[data-banner] button")
	second.linked("taken")
	f.wait(`location.pathname === "/d/perceptron"`)
}

// The presenter asks those back who went on alone. They come or stay, and what they did is
// in the browser's history.
func TestGather(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	f := s.follow(t, 390, 844, p.presents())
	f.press("[data-banner] button") // goes on alone
	f.linked("live")
	before := f.step()
	f.press("[data-action=step]")
	f.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d && location.search.includes("step=")`, before))
	own := f.step()
	gather := func() {
		t.Helper()
		p.press("[data-presenter] summary")
		p.press("[data-do=gather]")
		p.waitText("[data-presenter] [data-stage-said]", "Those who went on alone have been asked back.")
		f.wait(`document.querySelector("[data-gathered]")?.checkVisibility()`)
		p.key(kb.Escape)
		p.wait(`!document.querySelector("[data-presenter]").open`)
	}
	gather()
	f.accessible("asked back", both)
	f.shootAs("gather-phone")
	f.press("[data-gathered] button:last-child")
	f.wait(`!document.querySelector("[data-gathered]").checkVisibility()`)
	if f.step() != own {
		t.Error("who stays is led away")
	}
	gather()
	f.do(chromedp.EmulateViewport(1280, 800))
	f.shootAs("gather")
	f.press("[data-gathered] button")
	f.wait(`location.hash.startsWith("#follow=") && document.querySelector("[data-banner] b")?.textContent === "You follow a presenter."`)
	f.waitStep(p.step())
	eval[any](f, `history.back()`)
	f.returned(`location.hash === "" && !!document.querySelector("[data-live]") && !document.documentElement.hasAttribute("data-following")`)
	if got := f.step(); got != own {
		t.Errorf("Back leads to step %d, not %d", got, own)
	}
}

// returned waits on a page to which one went back. A browser may have kept it as it was, and
// then the driver's own waiting never ends.
func (b *tab) returned(expression string) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		if is, err := b.page.Evaluate(expression); err == nil && string(is) == "true" {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("waited for %s", expression)
		}
	}
}

// What a server tells of a room that it is cut off from others, and that votes come in, is
// shown on the page and in the presenter's own window.
func TestRoomIsCut(t *testing.T) {
	s := serve(t)
	p := s.blank(t, 1280, 800)
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `self.WebSocket = class extends WebSocket { constructor(...of) { super(...of); self.socket = this } };
				Object.defineProperty(self, "localStorage", { get() { throw new DOMException("", "SecurityError") } }); // nothing may be kept`,
		})
		return err
	}))
	p.load("/d/perceptron?step=2")
	p.presents()
	p.waitText("[data-here-short]", "0")
	w := p.beside(1100, 760)
	w.visit("/presenter")
	w.waitText("[data-title]", "Perceptron")
	told := func(room string) {
		eval[any](p, fmt.Sprintf(`self.socket.onmessage({data: JSON.stringify({type: "room", key: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", seats: 1200, %s})})`, room))
	}
	told(`here: 12, answers: 7, cut: true`)
	p.linked("cut")
	p.accessible("cut off", both)
	p.shootAs("banner-cut")
	w.waitText(".stage-room [data-here]", "Places taken: 12 of 1200")
	w.waitText(".stage-room [data-answers]", "Answered: 7")
	w.waitText(".stage-room [data-stage-said]", "People on other machines do not see you now. Those on this one do.")
	w.shootAs("presenter-cut")
	told(`here: 13`)
	p.linked("live")
	w.waitText(".stage-room [data-here]", "Places taken: 13 of 1200")
	w.waitText(".stage-room [data-stage-said]", "")
	w.wait(`document.querySelector(".stage-room [data-answers]").hidden`)
	p.do(chromedp.Reload()) // the window stays with the page
	w.waitText(".stage-room [data-here]", "Places taken: 0 of 1200")
}

// How all of it looks, for who wants to see.
func TestRoomsLook(t *testing.T) {
	if os.Getenv("BROWSERTEST_SHOTS") == "" {
		t.Skip("BROWSERTEST_SHOTS is not set")
	}
	s := serve(t)
	h := s.blank(t, 1366, 768)
	h.visit("/")
	h.shootAs("home")
	h.do(chromedp.EmulateViewport(390, 844))
	eval[any](h, `document.querySelector("#room-code").scrollIntoView({block: "center"})`)
	h.shootAs("home-phone")
	p := s.open(t, 1920, 1080, "/d/svm?step=12&lang=zh")
	p.presents()
	p.shade("dark")
	p.wait(`document.querySelector("[data-presenter] summary b").checkVisibility()`)
	p.shootAs("page-dark")
	p.press("[data-action=projector]")
	p.live()
	p.press("[data-presenter] summary")
	p.shootAs("page-projector")
	p.roomLink("live")
	p.shootAs("share-projector")
	p.chinese("sharing in a hall")
	eval[any](p, `document.querySelector("#share-dialog").close()`)
	p.press("[data-action=projector]")
	w := p.beside(1366, 768)
	w.visit("/presenter?lang=zh")
	w.waitText("[data-title]", p.text(".stage h1"))
	w.shootAs("presenter-zh")
	w.chinese("the presenter's window")
	p.do(chromedp.EmulateViewport(390, 844))
	p.live()
	p.shootAs("page-phone")
	p.press("[data-presenter] summary")
	p.shootAs("panel-phone")
}
