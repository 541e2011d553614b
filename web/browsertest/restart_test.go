package browsertest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"playground/algos/catalog"
	"playground/web"
)

// A restarting site can be restarted, at the same address.
type restarting struct {
	*site
	app atomic.Pointer[web.Server]
}

func (r *restarting) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.app.Load().Handler().ServeHTTP(w, req)
}

func serveRestarting(t *testing.T) *restarting {
	t.Helper()
	if off() {
		t.Skip(notAsked)
	}
	if browser == nil {
		t.Skip("Chromium is not installed: " + getChromium)
	}
	t.Parallel()
	r := &restarting{}
	r.start(t)
	r.site = &site{Server: httptest.NewUnstartedServer(r)}
	r.listener = &droppingListener{Listener: r.Listener}
	r.Server.Listener = r.listener
	r.Start()
	t.Cleanup(func() {
		end(t, r.app.Load())
		r.Close()
	})
	return r
}

// start puts a new server in the place of the one that is there, and returns that.
func (r *restarting) start(t *testing.T) *web.Server {
	t.Helper()
	app, err := web.New(web.Config{Demos: catalog.All, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return r.app.Swap(app)
}

// restart ends the server as a deployment does. The new one knows nothing.
func (r *restarting) restart(t *testing.T) {
	t.Helper()
	end(t, r.start(t))
}

func end(t *testing.T, app *web.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := app.Shutdown(ctx); err != nil {
		t.Errorf("shutdown: %v", err)
	}
}

// A restart of the server costs nothing: not the step, not the points, and not what
// can be undone and redone.
func TestEditsCanBeUndoneAfterARestart(t *testing.T) {
	s := serveRestarting(t)
	b := s.open(t, 1280, 800, "/d/perceptron?step=5")
	b.excused = "503"
	b.waitStep(5)
	b.more("ghost") // what a change is compared with ends with the connection
	n := b.points()
	var pictures []string
	for i := range 4 {
		if i > 0 {
			b.click(b.free())
			b.waitPoints(n + i)
			b.wait(`!document.querySelector("[data-action=undo]").disabled`)
		}
		pictures = append(pictures, b.settled())
	}
	b.press("[data-action=undo]") // so that there is one to be redone
	b.waitPoints(n + 2)
	for range 2 { // and again, with what came from the page
		b.recordsLinks()
		s.restart(t)
		b.wasLinked("closing")
		b.linked("live")
		b.waitStep(5)
		b.waitPoints(n + 2)
		b.wait(`!document.querySelector("[data-action=redo]").disabled`)
	}
	b.press("[data-action=redo]")
	b.waitPoints(n + 3)
	for i := 2; i >= 0; i-- {
		b.press("[data-action=undo]")
		b.waitPoints(n + i)
		if !b.shows(pictures[i]) {
			t.Errorf("with %d edits undone after the restart it is another picture: %s", 3-i, firstDifference(pictures[i], b.settled()))
		}
	}
	b.wait(`document.querySelector("[data-action=undo]").disabled`)
}

// A restart ends no room: the presenter's page gets the same key again, and those who
// follow wait for it, whoever comes back first.
func TestARoomOutlivesARestart(t *testing.T) {
	s := serveRestarting(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	p.excused = "503"
	link := p.presents()
	f := s.follow(t, 1280, 800, link)
	f.excused = "503"
	f.recordsLinks()
	s.restart(t)
	f.wasLinked("closing")
	p.linked("live")
	p.wait(`document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	p.press("[data-action=step]")
	p.wait(`document.querySelector("[data-step]").textContent.trim() !== "2"`)
	f.waitStep(p.step())
	if again := p.presents(); again != link {
		t.Errorf("the link is %s, was %s", again, link)
	}
}

// A presenter who loads the page again presents on, under the same link, and those who
// follow wait meanwhile. Once presenting was stopped, nothing is left of it.
func TestARoomOutlivesAReload(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := p.presents()
	f := s.follow(t, 1280, 800, link)
	if kept := eval[int](p, `sessionStorage.length`); kept != 0 {
		t.Errorf("a page that presents keeps %d things, which a duplicate of its tab would get", kept)
	}
	p.do(chromedp.Reload())
	p.wait(`document.querySelector("[data-live]") && document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	p.press("[data-action=step]")
	p.wait(`document.querySelector("[data-step]").textContent.trim() !== "2"`)
	f.waitStep(p.step())
	if again := p.presents(); again != link {
		t.Errorf("after the reload the link is %s, was %s", again, link)
	}
	p.opens("share", "#share-dialog")
	p.press("[data-action=stop-presenting]")
	eval[any](p, `document.querySelector("#share-dialog").close()`)
	p.wait(`!document.querySelector("[data-action=share]").matches("[data-presenting]")`)
	p.do(chromedp.Reload())
	p.linked("live")
	p.wait(`document.querySelector("[data-live]")`)
	if eval[bool](p, `document.querySelector("[data-action=share]").matches("[data-presenting]")`) {
		t.Error("a page that has stopped presents after a reload")
	}
}

// Whoever comes before the presenter waits, and is in when the presenter is there.
func TestFollowersWaitForThePresenter(t *testing.T) {
	s := serveRestarting(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := p.presents()
	s.start(t) // another server, which the presenter does not know yet
	f := s.blank(t, 800, 600)
	f.visit(link[len(s.URL):])
	f.linked("unbegun")
	f.accessible("waiting for the presenter", both)
	s.listener.drop() // the presenter's connection breaks, and its page comes to the new one
	f.waitText("[data-banner] b", "You follow a presenter.")
	f.waitStep(2)

	// A presenter who goes elsewhere in the browser may come back, under the same link.
	p.visit("/")
	f.linked("waiting")
	f.accessible("the presenter is away", both)
	f.shootAs("banner-waiting")
	p.load("/d/perceptron?step=4")
	if again := p.presents(); again != link {
		t.Errorf("the link is %s, was %s", again, link)
	}
	f.waitText("[data-banner] b", "You follow a presenter.")
	f.waitStep(4)

	lost := s.blank(t, 800, 600)
	lost.visit("/d/perceptron#follow=ABC")
	lost.linked("nowhere")
	lost.press("[data-banner] button")
	lost.linked("live")
}

// Who finds no seat for pictures in a room watches it by steps. If there is no room for that
// either, the page says so, and is let in when it asks again and somebody has left.
func TestFullRoom(t *testing.T) {
	s := serveWith(t, web.Limits{Seats: 1, Watchers: 1})
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	room, _ := p.roomLink("room")
	eval[any](p, `document.querySelector("#share-dialog").close()`)
	early, late := s.blank(t, 800, 600), s.blank(t, 390, 844)
	early.visit(room[len(s.URL):])
	early.waitText("[data-room]", "This page joins automatically when the presenter starts.")
	late.excused = "/ws" // an address without a seat
	late.visit(room[len(s.URL):])
	late.waitText("[data-room]", "The room is full. This page tries again by itself.")
	late.visit("/")
	early.visit("/")

	link := p.presents()
	s.follow(t, 800, 600, link)
	first := s.blank(t, 800, 600)
	first.visit(link[len(s.URL):])
	first.waitText("[data-banner] b", "You are following step by step.")
	first.waitStep(2)
	first.accessible("by steps", both)
	second := s.blank(t, 800, 600)
	second.excused = "/ws" // what is asked there is refused
	second.visit(link[len(s.URL):])
	second.linked("full")
	second.waitText("[data-banner] b", "The room is full.")
	second.accessible("a full room", both)
	first.visit("/")
	second.waitText("[data-banner] b", "You are following step by step.")
	p.press("[data-action=step]")
	p.wait(`document.querySelector("[data-step]").textContent.trim() !== "2"`)
	second.waitStep(p.step())
	second.wait(fmt.Sprintf(`document.querySelector("[data-say]").textContent === %q`, eval[string](p, `document.querySelector("[data-say]").textContent`)))
}

// What is said to those who wait has room in the banner, in both languages.
func TestWaitingBannerCoversNothing(t *testing.T) {
	s := serve(t)
	for _, lang := range []string{"en", "zh"} {
		b := s.blank(t, 1366, 768)
		b.visit("/d/svm?step=48&lang=" + lang + "#follow=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		b.linked("unbegun")
		for _, size := range [][2]int64{{320, 640}, {844, 390}, {1100, 800}} {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			b.settled()
			if on := eval[[]string](b, bannerCovers); len(on) > 0 {
				t.Errorf("%s at %v: the banner lies on %s", lang, size, strings.Join(on, ", "))
			}
			b.shootAs(fmt.Sprint("waiting-", lang, "-", size[0]))
		}
	}
}
