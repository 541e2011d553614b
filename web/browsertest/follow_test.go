package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// TestFollowing lets one page follow another: it shows the same pictures, is told
// so, can change nothing, and goes on by itself when the presenter has stopped.
func TestFollowing(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	p.live()
	p.press("[data-action=share]")
	p.choose("[data-share-step]", "live")
	p.wait(`document.querySelector("[data-share-url]").value.includes("#follow=")`)
	link := eval[string](p, `document.querySelector("[data-share-url]").value`)
	if !strings.HasPrefix(link, s.URL+"/d/perceptron#follow=") {
		t.Fatalf("the link is %s", link)
	}
	p.wait(`document.querySelector("#share-dialog [data-qr] svg")?.getAttribute("aria-label") === "QR code of ` + link + `"`)
	eval[any](p, `document.querySelector("#share-dialog").close()`)

	f := s.open(t, 1280, 800, strings.TrimPrefix(link, s.URL))
	f.waitText("[data-banner] b", "You follow a presenter.")
	same := func() {
		t.Helper()
		want := p.settled()
		f.waitStep(p.step())
		if !f.shows(want) {
			t.Errorf("at step %d the pictures are not the same", p.step())
		}
	}
	next := func(b *tab) {
		t.Helper()
		before := b.step()
		b.press("[data-action=step]")
		b.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent.trim() !== "%d"`, before))
	}
	same()
	if !eval[bool](f, `document.querySelector("#inputs").inert && document.querySelector("[data-transport]").inert`) {
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

	p.press("[data-action=share]")
	p.press("[data-action=stop-presenting]")
	f.waitText("[data-banner] b", "The presenter has left.")
	same()
	f.press("[data-banner] button")
	f.wait(`document.querySelector("[data-banner]").hidden && !document.querySelector("#inputs").inert && location.hash === ""`)
	same()
	next(f)
}
