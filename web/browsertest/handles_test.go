package browsertest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/handles"
)

// A pull is what happens to a handle of one kind.
type pull struct {
	name   string
	by     xy // dragged so far, in pixels
	want   func(before, after []float64) bool
	keys   []string // then
	change []float64
}

// pulls has one of every kind.
var pulls = []pull{
	{
		"at",
		xy{40, -30},
		func(_, v []float64) bool { return v[0] > 0 && v[1] > 0 && v[0] < 1.5 && v[1] < 1.5 },
		[]string{kb.ArrowLeft, kb.ArrowUp},
		[]float64{-1, 1},
	},
	{"cut", xy{30, 25}, func(_, v []float64) bool { return len(v) == 1 && v[0] > 0 }, []string{kb.ArrowLeft}, []float64{-1}},
	{"level", xy{50, -15}, func(_, v []float64) bool { return len(v) == 1 && v[0] > 1.5 && v[0] < 100 }, []string{kb.ArrowUp}, []float64{1}},
	{"angle", xy{-35, -40}, func(_, v []float64) bool { return len(v) == 1 && v[0] > 0.3 && v[0] < math.Pi }, []string{kb.ArrowRight}, []float64{1}},
	{ // half a degree a pixel, and what is near follows the hand; 3° a key
		"turn",
		xy{-40, 30},
		func(b, v []float64) bool { return v[0] == b[0]+20 && v[1] == b[1]+15 },
		[]string{kb.ArrowLeft, kb.ArrowUp},
		[]float64{1, -1},
	},
	{"line", xy{10, -30}, func(b, v []float64) bool { return v[0] > b[0] && v[1] < b[1] }, []string{kb.ArrowUp}, []float64{1, -1}},
	{"aim", xy{10, 30}, func(b, v []float64) bool { return v[0] > b[0] && v[1] < b[1] }, []string{kb.ArrowRight, kb.ArrowDown}, []float64{1, -1}},
}

// serveHands serves the demo of package hands.
func serveHands(t *testing.T) *site {
	t.Helper()
	return serveConfig(t, web.Config{Demos: []algos.Demo{handles.Demo()}})
}

func gripOf(name string) string {
	return fmt.Sprintf(`document.querySelector('svg [data-grip=%q]')`, name)
}

// held is where the middle of a handle is, in sight.
func (b *tab) held(name string) xy {
	b.t.Helper()
	return b.heldIn("svg", name)
}

// heldIn is where the middle of the first handle of a parameter is on some pictures.
func (b *tab) heldIn(pictures, name string) xy {
	b.t.Helper()
	selector := fmt.Sprintf("%s [data-drag=%q]", pictures, name)
	mark := fmt.Sprintf(`document.querySelector('%s')`, selector)
	b.wait(fmt.Sprintf(`document.querySelector('%s [data-grip^=%q]')`, pictures, name))
	if b.reveal(selector) {
		b.settled()
	}
	eval[any](b, mark+`.closest("svg").scrollIntoView({block: "center", behavior: "instant"})`)
	return eval[xy](b, fmt.Sprintf(`(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(%s.getBoundingClientRect())`, mark))
}

// set is the value that the form shows.
func (b *tab) set(name string) []float64 {
	b.t.Helper()
	var numbers []float64
	for text := range strings.SplitSeq(eval[string](b, fmt.Sprintf(`document.getElementById("p-%s").value`, name)), ",") {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			b.t.Fatal(err)
		}
		numbers = append(numbers, x)
	}
	return numbers
}

// final waits until the address names the parameter, so that it is final.
func (b *tab) final(name string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`new URLSearchParams(location.search).get(%[1]q) === document.getElementById("p-%[1]s").value`, name))
}

func TestHandlesByMouse(t *testing.T) {
	s := serveHands(t)
	for _, p := range pulls {
		t.Run(p.name, func(t *testing.T) {
			b := s.open(t, 1440, 900, "/d/hands")
			b.settled()
			before := b.set(p.name)
			from := b.held(p.name)
			points := b.points()

			// A click alone holds it and sets nothing.
			b.click(xy{from.X + 2, from.Y})
			b.wait(`document.activeElement === ` + gripOf(p.name))
			if now := b.set(p.name); fmt.Sprint(now) != fmt.Sprint(before) {
				t.Errorf("a click changed %v to %v", before, now)
			}

			b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
			b.mouse(chromedp.MousePressed, from, 1)
			for i := 1; i <= 4; i++ {
				u := float64(i) / 4
				b.mouse(chromedp.MouseMoved, xy{from.X + u*p.by.X, from.Y + u*p.by.Y}, 1)
			}
			// It follows while the button is down.
			b.wait(fmt.Sprintf(`document.getElementById("p-%s").value !== %q`, p.name, join(before)))
			b.mouse(chromedp.MouseReleased, xy{from.X + p.by.X, from.Y + p.by.Y}, 0)
			b.final(p.name)
			after := b.set(p.name)
			if !p.want(before, after) {
				t.Errorf("dragged by %v, %v became %v", p.by, before, after)
			}
			if b.points() != points {
				t.Error("the drag put a point")
			}
			// One gesture is one edit.
			b.press("[data-action=undo]")
			b.wait(fmt.Sprintf(`document.getElementById("p-%s").value === %q`, p.name, join(before)))
		})
	}
}

func join(v []float64) string {
	var parts []string
	for _, x := range v {
		parts = append(parts, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(parts, ",")
}

func TestHandlesByFinger(t *testing.T) {
	s := serveHands(t)
	for _, p := range pulls {
		t.Run(p.name, func(t *testing.T) {
			b := s.open(t, 390, 844, "/d/hands", chromedp.EmulateMobile, chromedp.EmulateTouch)
			b.settled()
			before := b.set(p.name)
			at := b.held(p.name)
			reach := eval[float64](b, gripOf(p.name)+`.querySelector(".grip-reach").getBoundingClientRect().width`)
			if reach < 43.9 {
				t.Errorf("a finger has %v pixels to hit", reach)
			}
			from := xy{at.X - 15, at.Y + 13} // beside it
			b.touch("touchStart", from)
			for i := 1; i <= 5; i++ {
				u := float64(i) / 5
				b.touch("touchMove", xy{from.X + u*p.by.X, from.Y + u*p.by.Y})
			}
			b.touch("touchEnd")
			b.final(p.name)
			if after := b.set(p.name); !p.want(before, after) {
				t.Errorf("dragged by %v, %v became %v", p.by, before, after)
			}
		})
	}
}

func TestHandlesByKeyboard(t *testing.T) {
	s := serveHands(t)
	for _, p := range pulls {
		t.Run(p.name, func(t *testing.T) {
			b := s.open(t, 1440, 900, "/d/hands")
			b.settled()
			b.held(p.name)
			points, step := b.points(), b.step()
			// Tab reaches it from its picture.
			eval[any](b, fmt.Sprintf(`%s.closest("svg").focus()`, gripOf(p.name)))
			b.key(kb.Tab)
			b.wait(`document.activeElement === ` + gripOf(p.name))
			if ring := eval[string](b, fmt.Sprintf(`getComputedStyle(%s.querySelector(".grip-ring")).opacity`, gripOf(p.name))); ring != "1" {
				t.Errorf("the focus is seen with opacity %s", ring)
			}
			tip, other := map[string]string{"at": "sets the place", "turn": "to turn it"}[p.name]
			if !other {
				tip = "sets the " + p.name
			}
			b.wait(inspected + fmt.Sprintf(`.textContent.includes(%q)`, tip))
			start := b.set(p.name)
			for _, key := range p.keys {
				b.key(key)
			}
			b.final(p.name)
			near := b.set(p.name)
			for _, key := range p.keys {
				b.key(key, chromedp.KeyModifiers(8)) // Shift
			}
			b.wait(fmt.Sprintf(`document.getElementById("p-%s").value !== %q`, p.name, join(near)))
			b.final(p.name)
			far := b.set(p.name)
			for i, way := range p.change {
				if d := (near[i] - start[i]) * way; !(d > 0) || !((far[i]-near[i])*way > 2*d) {
					t.Errorf("number %d went from %v to %v, with Shift to %v", i, start[i], near[i], far[i])
				}
			}
			if said := eval[string](b, gripOf(p.name)+`.getAttribute("aria-valuetext")`); said == "" || (p.name == "angle" || p.name == "turn") != strings.HasSuffix(said, "°") {
				t.Errorf("the value is said as %q", said)
			}
			b.key(kb.Enter)
			if b.points() != points || b.step() != step {
				t.Error("keys of a handle put a point or step")
			}
		})
	}
}

// A handle says what it is, stays within its limits, and is there on the large picture.
func TestHandlesAreNamedAndLimited(t *testing.T) {
	b := serveHands(t).open(t, 1440, 900, "/d/hands?angle=1")
	b.settled()
	for name, want := range map[string]string{
		"at": "slider place ", "cut": "slider cut at -2..2", "level": "slider level 0.1..100",
		"angle": "slider angle 0..3.141592653589793", "aim": "slider direction ", "turn": "slider turn ",
		"line": "slider left ", "line 2": "slider right ",
	} {
		got := eval[string](b, fmt.Sprintf(`(g => {
			const of = name => g.getAttribute(name);
			return [of("role"), of("aria-label"), g.hasAttribute("aria-valuemin") ? of("aria-valuemin") + ".." + of("aria-valuemax") : ""].join(" ");
		})(%s)`, gripOf(name)))
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	from := b.held("cut")
	b.drag(from, xy{from.X + 140, from.Y}) // the panel shows up to 4
	b.wait(`document.getElementById("p-cut").value === "2"`)
	from = b.held("angle")
	b.drag(from, xy{from.X + 10, from.Y + 120}) // below the centre there is none
	b.wait(`["0", "3.141592653589793"].includes(document.getElementById("p-angle").value)`)

	b.held("aim")
	b.press(`[data-view="aim"] [data-action=enlarge]`)
	b.wait(`document.querySelector("#view-dialog svg.chart").clientWidth > 500 && document.querySelector("#view-dialog svg.chart").viewBox.baseVal.width > 500`)
	b.settled()
	before := b.set("aim")
	from = eval[xy](b, `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.querySelector('svg [data-drag="aim"]').getBoundingClientRect())`)
	b.drag(from, xy{from.X - 60, from.Y - 60})
	b.wait(fmt.Sprintf(`document.getElementById("p-aim").value !== %q`, join(before)))
	if after := b.set("aim"); !(after[0] < before[0] && after[1] > before[1]) {
		t.Errorf("on the large picture %v became %v", before, after)
	}
}

// mirrored is where a point is drawn on the second panel that edits points.
func (b *tab) mirrored(row int) xy {
	b.t.Helper()
	dot := fmt.Sprintf(`document.querySelector('svg[data-panel="mirror"] [data-layer=data] [data-ref="x%d"]')`, row)
	b.wait(dot)
	if b.reveal(`svg[data-panel="mirror"]`) {
		b.settled()
	}
	eval[any](b, dot+`.closest("svg").scrollIntoView({block: "center", behavior: "instant"})`)
	return eval[xy](b, fmt.Sprintf(`(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(%s.getBoundingClientRect())`, dot))
}

// Points are put, moved and removed on a side view that edits them, and a picture
// to read takes none.
func TestPointsOnASecondPanel(t *testing.T) {
	s := serveHands(t)
	b := s.open(t, 1440, 900, "/d/hands")
	b.settled()
	rows := b.rows()
	at := b.mirrored(0)
	b.drag(at, xy{at.X + 30, at.Y - 20})
	b.wait(`location.search.includes("data=")`)
	b.settled()
	moved := b.rows()
	if moved[0] == rows[0] || moved[1] != rows[1] || moved[2] != rows[2] {
		t.Errorf("the points were %q and are %q", rows, moved)
	}
	if on := b.mirrored(0); math.Hypot(on.X-at.X-30, on.Y-at.Y+20) > 3 {
		t.Errorf("dragged by (30, −20), the point went from %v to %v", at, on)
	}
	at = b.mirrored(1)
	b.click(xy{at.X - 40, at.Y + 10})
	b.waitPoints(4)
	b.settled()
	if on := b.mirrored(3); math.Hypot(on.X-at.X+40, on.Y-at.Y-10) > 3 {
		t.Errorf("the point is at %v, put beside %v", on, at)
	}
	b.click(b.mirrored(3), chromedp.ButtonRight)
	b.waitPoints(3)
	b.press("[data-action=undo]")
	b.waitPoints(4)
	// On the board, afterwards, the board counts.
	b.click(b.free())
	b.waitPoints(5)
	cut := b.held("cut")
	b.click(xy{cut.X + 40, cut.Y + 20})
	b.settled()
	if n := b.points(); n != 5 {
		t.Errorf("a click on a picture to read makes %d points of 5", n)
	}

	// A finger drags a point there; elsewhere on it, the page scrolls.
	b = s.open(t, 390, 844, "/d/hands", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.settled()
	from := b.mirrored(0)
	b.touch("touchStart", from)
	for i := 1; i <= 5; i++ {
		b.touch("touchMove", xy{from.X + 5*float64(i), from.Y - 7*float64(i)})
	}
	b.touch("touchEnd")
	b.wait(`location.search.includes("data=")`)
	b.settled()
	if on := b.mirrored(0); math.Hypot(on.X-from.X, on.Y-from.Y) < 20 {
		t.Errorf("the finger moved the point from %v to %v only", from, on)
	}
}

// A picture in three dimensions is held anywhere, not by its handle alone, and turns
// without its run starting over; the keys go on where the hand let go.
func TestTurningAPicture(t *testing.T) {
	b := serveHands(t).open(t, 1440, 900, "/d/hands?step=2")
	b.settled()
	b.held("turn")
	picture := `document.querySelector('[data-view="turn"] svg.chart [data-layer="data"]').innerHTML`
	before, step := eval[string](b, picture), b.step()
	middle := eval[xy](b, `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 3}))(document.querySelector('[data-view="turn"] svg.chart').getBoundingClientRect())`)
	b.drag(middle, xy{middle.X + 60, middle.Y + 20})
	b.final("turn")
	if v := b.set("turn"); v[0] != 0 || v[1] != 30 {
		t.Errorf("dragged by (60, 20) from 30, 20 it is at %v", v)
	}
	b.settled()
	if eval[string](b, picture) == before || b.step() != step {
		t.Errorf("the picture is the same, or the step %v is %v", step, b.step())
	}
	b.key(kb.ArrowRight)
	b.wait(`new URLSearchParams(location.search).get("turn") === "-3,30"`)
}

// Embedded pictures, replays and sessions that are followed cannot be dragged.
func TestHandlesAreReadOnlyElsewhere(t *testing.T) {
	s := serveHands(t)
	b := s.open(t, 800, 600, "/embed/hands")
	b.settled()
	from := eval[xy](b, `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.querySelector('svg [data-drag="at"]').getBoundingClientRect())`)
	said := b.text("[data-say]")
	b.drag(from, xy{from.X + 50, from.Y})
	b.settled()
	if now := b.text("[data-say]"); now != said {
		t.Errorf("%q became %q", said, now)
	}
	if n := eval[int](b, `document.querySelectorAll("[data-grip]").length`); n != 0 {
		t.Errorf("an embedded picture has %d grips", n)
	}
}

// A line has two grips: where one is lifted, the other stays, and both keep their place
// under the hand and under the keys.
func TestTwoGripsOnALine(t *testing.T) {
	b := serveHands(t).open(t, 1440, 900, "/d/hands")
	b.settled()
	b.held("line")
	ends := func() [2]xy {
		return eval[[2]xy](b, `[...document.querySelectorAll('svg [data-drag="line"]')].map(m => m.getBoundingClientRect())
			.map(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))`)
	}
	before, value := ends(), b.set("line")
	b.drag(before[1], xy{before[1].X + 15, before[1].Y + 40})
	b.final("line")
	b.settled()
	after, now := ends(), b.set("line")
	if math.Abs(after[1].Y-before[1].Y-40) > 2 || math.Hypot(after[0].X-before[0].X, after[0].Y-before[0].Y) > 1.5 || math.Abs(after[1].X-before[1].X) > 1 {
		t.Errorf("the right end dragged by (15, 40): the ends went from %v to %v", before, after)
	}
	if !(now[0] < value[0] && now[1] < value[1]) {
		t.Errorf("the right end dragged down: %v became %v", value, now)
	}
	b.wait(`document.activeElement === ` + gripOf("line 2"))
	const form = `document.getElementById("p-line").value`
	said := eval[string](b, form)
	b.key(kb.ArrowUp)
	b.wait(fmt.Sprintf(`%s !== %q`, form, said))
	b.final("line")
	if keyed := b.set("line"); !(keyed[0] > now[0] && keyed[1] > now[1]) {
		t.Errorf("the right end up by a key: %v became %v", now, keyed)
	}
}
