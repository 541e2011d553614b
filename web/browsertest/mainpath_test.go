package browsertest

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/web/browsertest/engine"
)

// pathDemos are the demos whose main path is tried in every engine: a simple one
// and a deep one, and all with PLAYGROUND_FULL=1.
func pathDemos() []algos.Demo {
	if len(algotest.Representatives(catalog.All)) == len(catalog.All) {
		return catalog.All
	}
	var out []algos.Demo
	for _, d := range catalog.All {
		if d.ID == exemplars[0] || d.ID == exemplars[1] {
			out = append(out, d)
		}
	}
	return out
}

// What a visitor does, in the order in which visitors do it.
var mainPath = []struct {
	name   string
	points bool // needs a board on which points are put
	do     func(g *guest, d algos.Demo, open maker)
}{
	{"place", true, placeByHand},
	{"tap", true, tapByFinger},
	{"drag", true, dragByHand},
	{"step", false, stepByHand},
	{"scrub", false, scrubByHand},
	{"wheel", true, zoomByWheel},
	{"set", false, setBySlider},
	{"theme", false, switchTheme},
	{"share", false, shareByHand},
	{"follow", false, followInAnotherWindow},
	{"replay", false, replayFromAFile},
}

func TestMainPathInEveryEngine(t *testing.T) {
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		for _, d := range pathDemos() {
			t.Run(d.ID, func(t *testing.T) {
				g := open(t, s, 1366, 768)
				g.load("/d/" + d.ID)
				for _, part := range mainPath {
					if part.points && d.Input.Points == nil {
						continue
					}
					part.do(g, d, open)
				}
			})
		}
	})
}

// placeByHand puts a point, and one of the other class with Shift.
func placeByHand(g *guest, _ algos.Demo, _ maker) {
	g.settled()
	n := g.points()
	at := g.free()
	g.click(at)
	g.waitPoints(n + 1)
	if p := g.point(n); math.Hypot(p.X-at.X, p.Y-at.Y) > 2.5 {
		g.t.Errorf("clicked at %v, the point is at %v", at, p)
	}
	other := g.free()
	g.held(engine.Shift, func() { g.click(other) })
	g.waitPoints(n + 2)
	g.settled()
	g.wait(`location.search.includes("data=")`)
}

// tapByFinger puts a point as on a phone.
func tapByFinger(g *guest, _ algos.Demo, _ maker) {
	if !g.fingers {
		return
	}
	g.settled()
	n := g.points()
	g.tap(g.free())
	g.waitPoints(n + 1)
}

// dragByHand moves a point; the run follows while the button is still down.
func dragByHand(g *guest, _ algos.Demo, _ maker) {
	g.settled()
	from, to := g.point(0), g.free()
	// All that the run says of the points, on any picture: a move may leave the boundary
	// where it is.
	told := `[...document.querySelectorAll("svg [data-layer=under], svg:not(.board) [data-layer], [data-say], [data-promise]")].map(e => e.innerHTML).join()`
	eval[any](g, "self.toldBefore = "+told)
	g.pull(from, to)
	g.wait(fmt.Sprintf(`(() => { const r = document.querySelector('svg.board [data-layer=data] [data-ref="x0"]').getBoundingClientRect(); return Math.hypot(r.x + r.width / 2 - %g, r.y + r.height / 2 - %g) < 3 })()`, to.X, to.Y))
	g.wait(told + " !== self.toldBefore")
	g.release()
	g.settled()
}

// stepByHand goes on and back by buttons and by keys.
func stepByHand(g *guest, _ algos.Demo, _ maker) {
	last := g.whole()
	// Once the end was told, the line of the run has the room that it takes.
	g.keys(engine.End)
	g.waitStep(last)
	g.settled()
	g.press("[data-action=start]")
	g.waitStep(0)
	start := g.settled()
	g.press("[data-action=step]")
	g.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	if !g.differs(start) {
		g.t.Error("a step changed nothing in the pictures")
	}
	g.press("[data-action=back]")
	g.waitStep(0)
	g.keys(engine.End)
	g.waitStep(last)
	g.keys(engine.Home)
	g.waitStep(0)
	if !g.shows(start) {
		g.t.Errorf("back at the start it looks different:\n%s", firstDifference(start, g.picture()))
	}
	g.keys(" ")
	g.wait(`Number(document.querySelector("[data-step]").textContent) > 1`)
	g.keys(" ")
	g.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
}

// scrubByHand drags the head of the timeline from end to end.
func scrubByHand(g *guest, _ algos.Demo, _ maker) {
	last := g.whole()
	g.middle("[data-timeline]") // in view
	at := func(u float64) xy {
		return eval[xy](g, fmt.Sprintf(`(r => ({X: r.x + 1 + %g * (r.width - 2), Y: r.y + r.height / 2}))(document.querySelector("[data-timeline]").getBoundingClientRect())`, u))
	}
	g.drag(at(0.1), at(1))
	g.waitStep(last)
	g.drag(at(1), at(0))
	g.waitStep(0)
}

// zoomByWheel zooms with Ctrl or by the tool that pans, and else not.
func zoomByWheel(g *guest, _ algos.Demo, _ maker) {
	before := g.settled()
	turn := func(by int) {
		eval[any](g, `scrollTo(0, 0)`)
		x, y := g.spot(0.5, 0.5).pixel()
		g.perform(engine.Wheel, engine.Scroll(x, y, by))
	}
	turn(60)
	if !g.shows(before) {
		g.t.Error("the wheel alone changes the board")
	}
	view := `new URLSearchParams(location.search).get("view")`
	if g.fingers {
		g.held(engine.Control, func() { turn(-60) })
		g.wait("!!" + view)
		g.settled()
	}
	was := eval[any](g, view)
	g.press("[data-tool=pan]")
	turn(-60)
	g.wait(fmt.Sprintf(`%s && %[1]s !== %q`, view, fmt.Sprint(was)))
	g.press("[data-tool=put]")
	g.settled()
}

// setBySlider sets the first slider of the method by the mouse, and a number by keys.
func setBySlider(g *guest, _ algos.Demo, _ maker) {
	const slider = `[...document.querySelectorAll("[data-param] input[type=range]")].find(e => e.checkVisibility())`
	if !eval[bool](g, "!!"+slider) {
		return
	}
	name := eval[string](g, slider+`.closest("[data-param]").dataset.param`)
	own := fmt.Sprintf(`[data-param=%q] input[type=range]`, name)
	g.middle(own)
	at := func(u float64) xy {
		return eval[xy](g, fmt.Sprintf(`(r => ({X: r.x + %g * r.width, Y: r.y + r.height / 2}))(%s.getBoundingClientRect())`, u, slider))
	}
	now := eval[float64](g, fmt.Sprintf(`(e => (e.value - e.min) / (e.max - e.min))(%s)`, slider))
	to := 0.85
	if now > 0.5 {
		to = 0.15
	}
	g.drag(at(now), at(to))
	g.wait(fmt.Sprintf(`new URLSearchParams(location.search).has(%q)`, name))
	if share := eval[float64](g, fmt.Sprintf(`(e => (e.value - e.min) / (e.max - e.min))(%s)`, slider)); math.Abs(share-to) > 0.08 {
		g.t.Errorf("%s: pulled to %.2f of its length, the slider stands at %.2f", name, to, share)
	}
}

// switchTheme asks for the dark theme and back; the colours come from light-dark().
func switchTheme(g *guest, _ algos.Demo, _ maker) {
	colour := `getComputedStyle(document.body).backgroundColor`
	for _, want := range []string{"rgb(21, 23, 27)", "rgb(251, 250, 246)"} {
		g.press("[data-action=theme]")
		g.wait(fmt.Sprintf(`%s === %q`, colour, want))
	}
}

// shareByHand asks for the link, copies it, and closes the window by its key.
func shareByHand(g *guest, d algos.Demo, _ maker) {
	g.press("[data-action=share]")
	g.wait(`document.querySelector("#share-dialog").open && document.querySelector("#share-dialog [data-qr]").children.length > 0`)
	if link := eval[string](g, `document.querySelector("[data-share-url]").value`); !strings.HasPrefix(link, g.site.URL+"/d/"+d.ID) {
		g.t.Errorf("the link is %s", link)
	}
	// On the clipboard, or selected where the browser keeps that from scripts.
	g.press("[data-action=copy-link]")
	g.wait(`document.querySelector("[data-share-said]").textContent !== ""`)
	g.keys(engine.Escape)
	g.wait(`!document.querySelector("#share-dialog").open`)
}

// followInAnotherWindow shows in a second window what the first one does.
func followInAnotherWindow(g *guest, _ algos.Demo, open maker) {
	g.press("[data-action=share]")
	g.choose("[data-share-step]", "live")
	g.wait(`document.querySelector("[data-share-url]").value.includes("/room/")`)
	link := eval[string](g, `location.origin + location.pathname + "#follow=" + document.querySelector("[data-share-url]").value.split("/room/")[1]`)
	g.keys(engine.Escape)
	g.wait(`!document.querySelector("#share-dialog").open`)
	g.press("[data-action=start]")
	g.waitStep(0)
	f := open(g.t, g.site, 1366, 768)
	f.visit(strings.TrimPrefix(link, g.site.URL))
	f.waitText("[data-banner] b", "You follow a presenter.")
	f.waitStep(0)
	g.press("[data-action=step]")
	g.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	g.settled()
	f.waitStep(g.step())
	// The picture is drawn for the follower's own screen; what it tells is the same.
	f.waitText("[data-say]", eval[string](g, `document.querySelector("[data-say]").textContent.trim()`))
}

// replayFromAFile opens the run as one file, without a server.
func replayFromAFile(g *guest, d algos.Demo, open maker) {
	r, err := http.Get(g.site.URL + "/d/" + d.ID + "/replay.html?step=0")
	if err != nil {
		g.t.Fatal(err)
	}
	page, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil || r.StatusCode != http.StatusOK {
		g.t.Fatalf("the file of the run: %s, %v", r.Status, err)
	}
	file := filepath.Join(g.t.TempDir(), "run.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		g.t.Fatal(err)
	}
	f := open(g.t, g.site, 1280, 800)
	f.excuse("file://" + file) // the one address that is asked for
	if err := f.page.Navigate("file://" + file); err != nil {
		g.t.Fatal(err)
	}
	f.waitStep(0)
	before := f.picture()
	f.keys(engine.ArrowRight)
	f.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	f.keys(engine.ArrowLeft)
	f.waitStep(0)
	if f.picture() != before {
		g.t.Error("back at the first step it looks different")
	}
	f.keys(engine.End) // by then something is promised in formulas
	f.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	if n := eval[int](f, `document.querySelectorAll("[data-promise] math").length`); n == 0 {
		g.t.Error("no formulas among the promises")
	}
}
