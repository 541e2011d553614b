package browsertest

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
)

// A window of 1280 × 1024 at 400 % is 320 × 256 pixels of the page. Everything
// is there, one below the other, and works.
func TestZoomOf400Percent(t *testing.T) {
	s := serve(t)
	for _, demo := range []string{"svm", "gp-regression"} {
		b := s.open(t, 320, 256, "/d/"+demo+"?step=3")
		b.settled()
		if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			t.Errorf("%s: %d pixels beyond the right edge", demo, over)
		}
		b.reveal("[data-speed]")
		hidden := eval[[]string](b, `["svg.board", ".bar [data-tool=put]", ".bar [data-tool=move]", "[data-action=step]", "[data-action=back]", "[data-action=play]", "[data-timeline]", "[data-speed]", "[data-run-more] summary", "[data-say]", "#preset", ".side input[type=range]", "[data-action=table]", "#seed", "[data-action=share]"].filter(q => {
			const e = document.querySelector(q);
			if (e.closest("[role=tabpanel]")) document.getElementById(e.closest("[role=tabpanel]").getAttribute("aria-labelledby")).click();
			if (e.closest("[data-unfolds]") && !e.checkVisibility()) document.querySelector("[data-unfold=data]").click();
			e.scrollIntoView({block: "center", inline: "nearest"});
			const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + Math.min(r.height, innerHeight) / 2;
			const at = document.elementFromPoint(x, Math.max(1, y));
			return !(r.left >= 0 && r.right <= innerWidth + 1 && at && (e.contains(at) || at.contains(e) || e.closest("label, .board-box, .seg")?.contains(at)));
		})`)
		for _, what := range hidden {
			t.Errorf("%s: %s cannot be reached", demo, what)
		}
		if high := eval[float64](b, `document.querySelector("svg.board").clientHeight`); high > 256 {
			t.Errorf("%s: the board is %.0f pixels high, more than the window", demo, high)
		}
		n := b.points()
		eval[any](b, `document.querySelector("svg.board").scrollIntoView({block: "center"})`)
		b.click(b.free())
		b.waitPoints(n + 1)
		at := b.step()
		b.press("[data-action=step]")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, at))
		b.reveal("#seed")
		b.fill("#seed", "5")
		b.wait(`new URLSearchParams(location.search).get("seed") === "5" || document.querySelector("#seed").value === "5"`)
		b.press(".side [data-action=keys]")
		b.wait(`document.querySelector("#keys-dialog[open]")`)
		if over := eval[int](b, `(d => d.scrollWidth - d.clientWidth)(document.querySelector("#keys-dialog"))`); over > 0 {
			t.Errorf("%s: the list of keys is %d pixels too wide", demo, over)
		}
	}
}

// A finger takes hold of what is 22 pixels away, of points and of the marks of
// parameters.
func TestHandlesAreAsWideAsAFinger(t *testing.T) {
	s := serve(t)
	pull := func(b *tab, from xy) {
		b.t.Helper()
		b.touch("touchStart", from)
		for i := 1; i <= 5; i++ {
			b.touch("touchMove", xy{from.X + 8*float64(i), from.Y})
		}
		b.touch("touchEnd")
	}
	b := s.open(t, 360, 740, "/d/perceptron?data=p2s~-1_-1_-1~1_1_1~-0.25_0_-1~0.25_0_1", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.settled()
	n := b.points()
	p := b.point(0)
	pull(b, xy{p.X, p.Y - 21})
	b.wait(fmt.Sprintf(`document.querySelector('svg.board [data-layer=data] [data-ref="x0"]').getBoundingClientRect().x > %g`, p.X+20))
	b.waitPoints(n)

	b = s.open(t, 360, 740, "/d/gp-regression?step=0", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.settled()
	n = b.points()
	const mark = `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.querySelector('svg.board [data-drag="q1"]').getBoundingClientRect())`
	q := eval[xy](b, mark)
	way := 21.0
	for i := range n { // away from the nearest point
		if d := b.point(i); math.Abs(d.X-q.X) < 30 && d.Y > q.Y {
			way = -21
		}
	}
	pull(b, xy{q.X, q.Y + way})
	b.wait(fmt.Sprintf(`%s.X > %g`, mark, q.X+20))
	b.waitPoints(n)
}
