package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// presents lets others follow the page, and returns the link to which the room leads them.
func (b *tab) presents() string {
	b.t.Helper()
	b.opens("share", "#share-dialog")
	b.choose("[data-share-step]", "live")
	b.wait(`document.querySelector("[data-share-url]").value.includes("/room/")`)
	eval[any](b, `document.querySelector("#share-dialog").close()`)
	return eval[string](b, `location.origin + location.pathname + "#follow=" + document.querySelector("[data-share-url]").value.split(/\/room\/|\?/)[1]`)
}

// follow opens a link of a page that presents, in a window of that size.
func (s *site) follow(t *testing.T, width, height int64, link string) *tab {
	t.Helper()
	f := s.blank(t, width, height)
	f.visit(strings.TrimPrefix(link, s.URL))
	f.waitText("[data-banner] b", "You follow a presenter.")
	f.wait(`document.querySelector("[data-live]")`)
	return f
}

// TestFollowing lets one page follow another: it shows the same pictures, is told
// so, can change nothing, and goes on by itself when the presenter has stopped.
func TestFollowing(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := p.presents()
	if !strings.HasPrefix(link, s.URL+"/d/perceptron#follow=") {
		t.Fatalf("the link is %s", link)
	}
	room := s.URL + "/room/" + strings.SplitAfter(link, "#follow=")[1]
	p.wait(`document.querySelector("#share-dialog [data-qr] svg")?.getAttribute("aria-label") === "QR code of ` + room + `"`)

	f := s.follow(t, 1280, 800, link)
	same := func() {
		t.Helper()
		f.waitStep(p.step())
		f.wait(fmt.Sprintf(`document.querySelector("[data-say]").textContent === %q`, eval[string](p, `document.querySelector("[data-say]").textContent`)))
	}
	next := func(b *tab) {
		t.Helper()
		before := b.step()
		b.press("[data-action=step]")
		b.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent.trim() !== "%d"`, before))
	}
	same()
	if !eval[bool](f, `[...document.querySelectorAll("#inputs fieldset, #inputs section")].every(e => e.inert) &&
		document.querySelector("[data-transport]").inert`) {
		t.Error("who follows can use the controls")
	}
	f.key(" ") // would play
	next(p)
	next(p)
	same()
	f.shoot()

	s.listener.drop() // all connections break, and are made again
	p.wait(`!document.querySelector("main[data-live]")`)
	p.wait(`document.querySelector("main[data-live]") && document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	next(p)
	same()

	p.opens("share", "#share-dialog")
	p.press("[data-action=stop-presenting]")
	f.waitText("[data-banner] b", "The presenter has left.")
	same()
	f.press("[data-banner] button")
	f.wait(`document.querySelector("[data-banner]").hidden && !document.querySelector("#inputs section").inert && location.hash === ""`)
	same()
	next(f)
}

// A page that follows acknowledges several frames at once while they come quickly, and the
// last one in any case: so a room is fewer messages.
func TestFollowersAcknowledgeSeveralAtOnce(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/svm?step=2")
	f := s.follow(t, 1280, 800, p.presents())
	eval[any](f, `(() => {
		window.acks = []; window.frames = [];
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (text) {
			if (!this.heard) this.addEventListener("message", e => {
				const m = JSON.parse(e.data);
				if (m.type === "frame") window.frames.push(m.id);
			});
			this.heard = true;
			const m = JSON.parse(text);
			if (m.type === "ack") window.acks.push(m.frame);
			send.call(this, text);
		};
	})()`)
	p.press("[data-action=step]") // with its acknowledgement the page is heard
	f.wait(`acks.length === 1`)
	p.press("[data-action=play]")
	f.wait(`frames.length - acks.length >= 6`)
	p.press("[data-action=play]")
	f.wait(`acks.at(-1) === frames.at(-1)`)
}

// A page that follows and is slow shows the newest of the frames that have come, as another
// one shows it that came late; and acknowledges that one.
func TestSlowFollowersShowTheNewest(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/svm?step=2")
	link := p.presents()
	f := s.follow(t, 1280, 800, link)
	f.waitStep(2)
	eval[any](f, `(() => {
		window.waits = []; window.heard = 0;
		const paint = window.requestAnimationFrame;
		window.requestAnimationFrame = what => { window.waits ? window.waits.push(what) : paint(what); return 0; };
		const parse = JSON.parse;
		JSON.parse = text => { const m = parse(text); if (m?.type === "frame") window.heard++; return m; };
	})()`)
	for i := range 4 {
		p.press("[data-action=step]")
		for began := time.Now(); eval[int](f, `heard`) <= i; time.Sleep(20 * time.Millisecond) { // a wait would wait to be painted
			if time.Since(began) > 10*time.Second {
				t.Fatalf("frame %d has not come", i+1)
			}
		}
	}
	if n := f.step(); n != 2 {
		t.Errorf("step %d is shown, and nothing was painted", n)
	}
	eval[any](f, `(() => { const all = waits; window.waits = null; all.forEach(what => what(performance.now())); })()`)
	const shown = `JSON.stringify([...document.querySelectorAll("svg[data-panel] > [data-layer], [data-say], [data-promise]")].map(e => e.innerHTML))`
	f.waitStep(p.step())
	late := s.follow(t, 1280, 800, link)
	late.waitStep(p.step())
	late.wait(shown + ` === ` + fmt.Sprintf("%q", eval[string](f, shown)))
}
