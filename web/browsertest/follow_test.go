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
	same := func(step int) {
		t.Helper()
		p.waitStep(step)
		f.waitStep(step)
		if !f.shows(p.settled()) {
			t.Errorf("at step %d the pictures are not the same", step)
		}
	}
	same(2)
	if !eval[bool](f, `document.querySelector("#inputs").inert && document.querySelector("[data-transport]").inert`) {
		t.Error("who follows can use the controls")
	}
	f.key(" ") // would play
	p.press("[data-action=step]")
	p.press("[data-action=step]")
	same(p.step())
	f.shoot()

	p.press("[data-action=share]")
	p.press("[data-action=stop-presenting]")
	f.waitText("[data-banner] b", "The presenter has left.")
	same(p.step())
	f.press("[data-banner] button")
	f.wait(`document.querySelector("[data-banner]").hidden && !document.querySelector("#inputs").inert && location.hash === ""`)
	same(p.step())
	f.press("[data-action=step]")
	f.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent.trim() !== "%d"`, p.step()))
}
