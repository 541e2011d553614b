package browsertest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/web/browsertest/engine"
)

// A guest is a visitor with a browser of any engine. What it does is done by hand:
// its mouse, its finger and its keys are the browser's own.
type guest struct {
	visitor
	excuse  func(problem string) // what contains this is expected
	fingers bool                 // its driver has a screen for fingers, and turns the wheel while a key is held
}

func (g *guest) shoot(file string) {
	png, err := g.page.Screenshot()
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		g.t.Log("screenshot:", err)
	}
}

func (g *guest) visit(path string) {
	g.t.Helper()
	if err := g.page.Navigate(g.site.URL + path); err != nil {
		g.t.Fatalf("%s: %v", path, err)
	}
}

// load goes to a path and waits until a frame of the size of the board has come.
func (g *guest) load(path string) {
	g.t.Helper()
	g.visit(path)
	g.live()
}

func (g *guest) live() {
	g.t.Helper()
	g.wait(isLive)
	// What was drawn for the page may be drawn anew once fonts are there.
	eval[any](g, `document.fonts.ready.then(() => true)`)
}

func (g *guest) resize(width, height int) {
	g.t.Helper()
	if err := g.page.Resize(width, height); err != nil {
		g.t.Fatal(err)
	}
}

func (g *guest) perform(device engine.Device, actions ...engine.Action) {
	g.t.Helper()
	if err := g.page.Perform(device, actions...); err != nil {
		g.t.Fatalf("%s: %v", device, err)
	}
}

func (p xy) pixel() (x, y int) { return int(math.Round(p.X)), int(math.Round(p.Y)) }

func (g *guest) click(p xy) {
	g.t.Helper()
	g.perform(engine.Mouse, engine.Move(p.pixel()), engine.Down(), engine.Up())
}

func (g *guest) tap(p xy) {
	g.t.Helper()
	g.perform(engine.Finger, engine.Move(p.pixel()), engine.Down(), engine.Up())
}

// pull presses at one place and moves to another, and does not let go.
func (g *guest) pull(from, to xy) {
	g.t.Helper()
	g.perform(engine.Mouse, engine.Move(from.pixel()), engine.Down())
	const moves = 5
	for i := 1; i <= moves; i++ {
		u := float64(i) / moves
		g.perform(engine.Mouse, engine.Move(xy{from.X + u*(to.X-from.X), from.Y + u*(to.Y-from.Y)}.pixel()))
	}
}

func (g *guest) release() {
	g.t.Helper()
	g.perform(engine.Mouse, engine.Up())
}

func (g *guest) drag(from, to xy) {
	g.t.Helper()
	g.pull(from, to)
	g.release()
}

// middle is where the middle of the first visible element that a selector finds is
// on the screen, once it is in view.
func (g *guest) middle(selector string) xy {
	g.t.Helper()
	visible := fmt.Sprintf(`[...document.querySelectorAll(%q)].find(e => e.checkVisibility({visibilityProperty: true}))`, selector)
	g.wait("!!" + visible)
	return eval[xy](g, fmt.Sprintf(`(async e => {
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		await new Promise(requestAnimationFrame);
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})(%s)`, visible))
}

func (g *guest) press(selector string) {
	g.t.Helper()
	g.click(g.middle(selector))
}

func (g *guest) keys(keys string) {
	g.t.Helper()
	g.perform(engine.Keyboard, engine.Type(keys)...)
}

// held does something while a key is held.
func (g *guest) held(key string, what func()) {
	g.t.Helper()
	g.perform(engine.Keyboard, engine.KeyDown(key))
	what()
	g.perform(engine.Keyboard, engine.KeyUp(key))
}

// A maker opens windows of one engine. When the test ends, nothing may have gone
// wrong in them.
type maker func(t *testing.T, s *site, width, height int) *guest

// halfRead is what Firefox says when it lays a page out of which it has not yet read all of a
// formula, as on a slow line. That formulas are whole is tested where they are made.
const halfRead = "Invalid markup: Incorrect number of children"

// in makes a maker of what starts a browser.
func in(start func() (engine.Browser, error), fingers bool) maker {
	return func(t *testing.T, s *site, width, height int) *guest {
		t.Helper()
		b, err := start()
		if err != nil {
			t.Fatal(err)
		}
		w, err := b.Open(width, height)
		if err != nil {
			t.Fatal(err)
		}
		excused := ""
		g := &guest{visitor: visitor{t: t, site: s, page: w}, excuse: func(problem string) { excused = problem }, fingers: fingers}
		t.Cleanup(func() {
			if dir := os.Getenv("BROWSERTEST_SHOTS"); t.Failed() && dir != "" {
				g.shoot(filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "_")+".png"))
			}
			problems, err := w.Problems()
			if err != nil {
				t.Error(err)
			}
			for _, p := range problems {
				if (excused == "" || !strings.Contains(p, excused)) && !strings.Contains(p, halfRead) {
					t.Error(p)
				}
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
		return g
	}
}

// inChromium opens tabs, which look after themselves.
func inChromium(t *testing.T, s *site, width, height int) *guest {
	t.Helper()
	b := s.blank(t, int64(width), int64(height))
	return &guest{visitor: b.visitor, excuse: func(problem string) { b.excused = problem }, fingers: true}
}
