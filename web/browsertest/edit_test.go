package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/param"
)

func TestPlacePoints(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		n := b.points()
		b.press(`.bar [data-class="0"]`)
		at := b.free()
		b.click(at)
		b.waitPoints(n + 1)
		if p := b.point(n); math.Hypot(p.X-at.X, p.Y-at.Y) > 2.5 {
			t.Errorf("clicked at %v, the point is at %v", at, p)
		}
		// Shift puts one of the other class.
		other := b.free()
		b.click(other, func(e *input.DispatchMouseEventParams) { e.Modifiers = 8 })
		b.waitPoints(n + 2)
		b.settled()
		b.wait(`location.search.includes("data=")`)
		rows := b.rows()
		if len(rows) != n+2 || !strings.HasSuffix(rows[n], ",-1") || !strings.HasSuffix(rows[n+1], ",1") {
			t.Errorf("the new points are %s", rows[n:])
		}
		// Right-click removes.
		p := b.point(n)
		b.mouse(chromedp.MousePressed, p, 2, chromedp.ButtonRight)
		b.mouse(chromedp.MouseReleased, p, 0, chromedp.ButtonRight)
		b.waitPoints(n + 1)
		// Delete removes what the pointer is on.
		b.mouse(chromedp.MouseMoved, b.point(0), 0, chromedp.ButtonNone)
		b.key(kb.Delete)
		b.waitPoints(n)
		// So does the eraser.
		b.press(".bar [data-tool=erase]")
		b.click(b.point(0))
		b.waitPoints(n - 1)
		b.press("[data-action=clear]")
		b.waitPoints(0)
		b.press(".bar [data-tool=put]")
		b.click(b.spot(0.5, 0.5))
		b.waitPoints(1)
	})
}

func TestDragMovesAPointAndTheRunFollows(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		b.settled()
		before := b.rows()
		from, to := b.point(0), b.free()
		under := `document.querySelector("svg.board [data-layer=under]").innerHTML`
		drawn := eval[string](b, under)
		b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
		b.mouse(chromedp.MousePressed, from, 1)
		for _, u := range []float64{0.2, 0.5, 0.8, 1} {
			b.mouse(chromedp.MouseMoved, xy{from.X + u*(to.X-from.X), from.Y + u*(to.Y-from.Y)}, 1)
		}
		// The button is still down: the point is there, and so is a new run.
		b.wait(fmt.Sprintf(`(() => { const r = document.querySelector('svg.board [data-layer=data] [data-ref="x0"]').getBoundingClientRect(); return Math.hypot(r.x + r.width / 2 - %g, r.y + r.height / 2 - %g) < 3 })()`, to.X, to.Y))
		b.wait(fmt.Sprintf(`%s !== %q`, under, drawn))
		b.mouse(chromedp.MouseReleased, to, 0)
		b.wait(`location.search.includes("data=")`)
		b.settled()
		after := b.rows()
		if len(after) != len(before) || after[0] == before[0] {
			t.Fatalf("row 0 was %s and is %s", before[0], after[0])
		}
		for i := 1; i < len(after); i++ {
			if after[i] != before[i] {
				t.Errorf("row %d was %s and is %s", i, before[i], after[i])
			}
		}
	})
}

// rows are the points on the board as a CSV file has them.
func (b *tab) rows() []string {
	b.t.Helper()
	return eval[[]string](b, `fetch("/d/" + document.querySelector("[data-demo]").dataset.demo + "/points.csv" + location.search).then(r => r.text()).then(t => t.trim().split("\n").slice(1))`)
}

func TestParameter(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/svm")
	before := b.settled()
	b.fill("#p-C", "10")
	b.wait(`new URLSearchParams(location.search).get("C") === "10"`)
	if !b.differs(before) {
		t.Error("C = 10 changed nothing")
	}
	// A bad value is refused at the field, stays as it was typed, and changes nothing.
	now := b.settled()
	b.fill("#p-C", "-3")
	b.wait(`!document.querySelector("#err-C").hidden`)
	if got := b.text("#err-C"); !strings.Contains(got, "out of range") {
		t.Errorf("the field says %q", got)
	}
	if got := eval[string](b, `document.querySelector("#p-C").value`); got != "-3" {
		t.Errorf("what was typed became %q", got)
	}
	if b.settled() != now {
		t.Error("a refused value changed the picture")
	}
	b.fill("#p-C", "2")
	b.wait(`document.querySelector("#err-C").hidden && new URLSearchParams(location.search).get("C") === "2"`)
	// A choice shows its own parameters and its formula.
	b.choose("#p-kernel", "poly")
	b.wait(`!document.querySelector("[data-param=degree]").hidden`)
	if eval[bool](b, `document.querySelector('[data-param=kernel] [data-option=poly]').hidden`) {
		t.Error("the formula of the chosen kernel is hidden")
	}
	// The slider is live and logarithmic.
	eval[any](b, `(() => { const r = document.querySelector("[data-param=C] input[type=range]"); r.value = r.max; r.dispatchEvent(new Event("input", {bubbles: true})); r.dispatchEvent(new Event("change", {bubbles: true})) })()`)
	b.wait(`document.querySelector("#p-C").value === document.querySelector("[data-param=C] input[type=range]").dataset.hi`)
	b.wait(`Number(new URLSearchParams(location.search).get("C")) === Number(document.querySelector("#p-C").value)`)
}

// A parameter that is a place follows the hand.
func TestDragAPlace(t *testing.T) {
	s := serve(t)
	found := false
	for _, d := range algotest.Representatives(catalog.All) {
		for _, p := range d.Schema() {
			var given param.Values
			path := "/d/" + d.ID
			if p.When != nil {
				given = param.Values{p.When.Param: p.When.Values[0]}
				path += "?" + p.When.Param + "=" + p.When.Values[0]
			}
			if p.Kind != param.Point || !d.Schema().Active(p.Name, given) {
				continue
			}
			found = true
			b := s.open(t, 1440, 900, path)
			// A mark that is not drawn at the step that the page opens with is drawn at
			// the start.
			mark := fmt.Sprintf(`document.querySelector('svg [data-drag=%q]')`, p.Name)
			if !eval[bool](b, "!!"+mark) {
				b.press("[data-action=start]")
				b.waitStep(0)
			}
			b.wait("!!" + mark)
			from := eval[xy](b, fmt.Sprintf(`(() => { const r = %s.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, mark))
			n := 0 // of points, where the demo has them
			if d.Input.Points != nil {
				n = b.points()
			}
			b.drag(from, xy{from.X + 60, from.Y + 40})
			b.wait(fmt.Sprintf(`new URLSearchParams(location.search).has(%q)`, p.Name))
			if d.Input.Points != nil && b.points() != n {
				t.Errorf("%s: dragging %s put a point", d.ID, p.Name)
			}
		}
	}
	if !found {
		t.Error("none of the demos has a place to drag")
	}
}

func TestPresetsAndDataSets(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		second := eval[string](b, `document.querySelector("[data-source]").options[1].value`)
		b.choose("[data-source]", second)
		b.wait(fmt.Sprintf(`new URLSearchParams(location.search).get("preset") === %q`, second))
		b.choose("[data-source]", "data:moons")
		b.wait(`document.querySelector("[data-source]").value === "data:moons" && new URLSearchParams(location.search).get("data")?.startsWith("moons")`)
		b.fill("#data-n", "30")
		b.waitPoints(30)
		b.fill("#data-n", "100000")
		b.wait(`!document.querySelector("[data-error-for=data]").hidden`)
		b.fill("#data-n", "24")
		b.waitPoints(24)
		old := b.settled()
		b.press("[data-action=new-data]")
		b.wait(`new URLSearchParams(location.search).get("data")?.split("~").length === 4`)
		if !b.differs(old) {
			t.Error("new data are the old ones")
		}
		b.opens("csv", "#csv-dialog")
		b.fill("[data-csv-text]", "x1,x2,y\n1,2,1\n-1,oops,-1")
		b.wait(`!document.querySelector("[data-error-for=csv]").hidden`)
		if got := b.text("[data-error-for=csv]"); !strings.Contains(got, "line 3") {
			t.Errorf("a bad file is refused with %q", got)
		}
		b.fill("[data-csv-text]", "x1,x2,y\n1,2,1\n-1,0,-1\n2,1,1")
		b.waitLoadable()
		b.press("[data-action=csv-load]")
		b.wait(`!document.querySelector("#csv-dialog").open`)
		b.waitPoints(3)
	})
}

// A link opens the same picture.
func TestLinkReopensTheSamePicture(t *testing.T) {
	s := serve(t)
	for _, demo := range exemplars {
		t.Run(demo, func(t *testing.T) {
			b := s.open(t, 1440, 3800, "/d/"+demo) // so high that every view is in sight, and drawn
			b.click(b.free())
			b.wait(`location.search.includes("data=")`)
			b.settled()
			b.more("ghost") // the run before is not in a link
			b.drag(b.point(1), b.free())
			b.settled()
			b.press("[data-action=start]")
			b.waitStep(0)
			b.press("[data-action=step]")
			b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
			want := b.settled()
			link := b.address()
			again := s.open(t, 1440, 3800, link)
			if !again.shows(want) {
				t.Errorf("%s shows another picture:\n%s", link, firstDifference(want, again.picture()))
			}
			if got := again.address(); got != link {
				t.Errorf("the link %s became %s", link, got)
			}
		})
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, min(i-60, len(s))):min(len(s), i+60)] }
	return "want …" + cut(a) + "…\n got …" + cut(b) + "…"
}

func TestKeyboardAlone(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		n := b.points()
		b.settled()
		for range 60 {
			b.key(kb.Tab)
			if eval[bool](b, `document.activeElement.matches("svg.board")`) {
				break
			}
		}
		if !eval[bool](b, `document.activeElement.matches("svg.board")`) {
			t.Fatal("Tab does not reach the board")
		}
		b.key("1")
		for range 4 {
			b.key(kb.ArrowUp)
		}
		b.key(kb.Enter)
		b.waitPoints(n + 1)
		b.settled()
		before := b.point(n)
		for range 5 {
			b.key(kb.ArrowRight)
		}
		b.wait(fmt.Sprintf(`document.querySelector('svg.board [data-layer=data] [data-ref="x%d"]').getBoundingClientRect().x > %g`, n, before.X))
		b.key(kb.Delete)
		b.waitPoints(n)
		// What the step says may follow at once: collect all that is read aloud.
		eval[bool](b, `(heard => new MutationObserver(() => heard.push(document.querySelector("[data-speech]").textContent)).observe(document.querySelector("[data-speech]"), { childList: true, characterData: true, subtree: true }) ?? true)(window.heard = [])`)
		b.key(".")
		b.wait(`window.heard.some(words => /^Point \d+/.test(words))`)
		b.key(kb.Escape)
		b.key(kb.Escape)
		b.wait(`!document.activeElement.matches("svg.board")`)
	})
}

func TestPhone(t *testing.T) {
	s := serve(t)
	for _, demo := range exemplars {
		t.Run(demo, func(t *testing.T) {
			b := s.open(t, 360, 740, "/d/"+demo, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
			n := b.points()
			if eval[float64](b, `document.querySelector("[data-action=step]").getBoundingClientRect().bottom`) > 740 {
				t.Error("the step button is below the screen")
			}
			small := eval[[]string](b, `[...document.querySelectorAll("button, select, a.btn")].filter(e => e.offsetParent && !e.closest(".bar, .lesson, dialog") && !e.matches(".info, .sr") && Math.min(e.offsetWidth, e.offsetHeight) < 40).map(e => e.outerHTML.slice(0, 80) + " " + e.offsetWidth + "×" + e.offsetHeight)`)
			for _, what := range small {
				t.Errorf("too small for a finger: %s", what)
			}
			b.press(`.bar [data-class="0"]`)
			p := b.free()
			b.do(chromedp.TapXY(p.X, p.Y))
			b.waitPoints(n + 1)
			b.settled()
			// A finger drags.
			from, to := b.point(n), b.free()
			b.touch("touchStart", from)
			for i := 1; i <= 6; i++ {
				u := float64(i) / 6
				b.touch("touchMove", xy{from.X + u*(to.X-from.X), from.Y + u*(to.Y-from.Y)})
			}
			b.touch("touchEnd")
			b.settled()
			if q := b.point(n); math.Hypot(q.X-from.X, q.Y-from.Y) < 20 {
				t.Errorf("the finger moved the point from %v to %v only", from, q)
			}
			// A finger that rests brings the menu.
			b.touch("touchStart", b.point(n))
			b.wait(`!document.querySelector("[data-point-menu]").hidden`)
			b.touch("touchEnd")
			b.wait(`!document.querySelector("[data-point-menu]").hidden`)
			b.press("[data-point-menu] button:last-child")
			b.waitPoints(n)
		})
	}
}
