package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"playground/web/load"
)

// sixty points of two classes, the first in the middle.
func sixty() string {
	var b strings.Builder
	b.WriteString("p2s~0.1_0.1_1")
	for i := 1; i < 60; i++ {
		class := 1 - 2*(i%2)
		x, y := float64(i%8)*0.35+0.3, float64(i/8)*0.3-0.9
		fmt.Fprintf(&b, "~%.2f_%.2f_%d", float64(class)*x, float64(class)*y, class)
	}
	return b.String()
}

// spied opens a page that keeps the frames that come, and counts what asks for the
// layout while a frame is being made.
func (s *site) spied(t *testing.T, path string) *tab {
	t.Helper()
	b := s.blank(t, 1366, 768)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			self.frames = [];
			self.WebSocket = class extends WebSocket {
				constructor(...a) {
					super(...a);
					this.addEventListener("message", e => { const m = JSON.parse(e.data); if (m.type === "frame") frames.push(m) });
				}
			};
			self.asked = [];
			let making = false;
			const next = self.requestAnimationFrame;
			self.requestAnimationFrame = f => next(at => { making = true; try { f(at) } finally { making = false } });
			const spy = (of, name) => {
				const was = Object.getOwnPropertyDescriptor(of, name), kind = was.get ? "get" : "value";
				Object.defineProperty(of, name, {...was, [kind](...a) { if (making) asked.push(name); return was[kind].apply(this, a) }});
			};
			for (const name of ["clientWidth", "clientHeight", "scrollWidth", "getBoundingClientRect"]) spy(Element.prototype, name);
			for (const name of ["offsetWidth", "offsetHeight"]) spy(HTMLElement.prototype, name);
			spy(SVGGraphicsElement.prototype, "getScreenCTM");
		`})
		return err
	}))
	b.load(path)
	b.whole()
	b.settled()
	return b
}

// hold presses the mouse on a point and pulls it a little, until a frame shows it.
func (b *tab) hold(row int) (at xy) {
	b.t.Helper()
	at = b.point(row)
	b.mouse(chromedp.MouseMoved, at, 0, chromedp.ButtonNone)
	b.settled()
	b.mouse(chromedp.MousePressed, at, 1)
	b.pull(&at, 9)
	return at
}

// pull moves what is held and waits for the frame that shows it.
func (b *tab) pull(at *xy, by float64) {
	b.t.Helper()
	n := eval[int](b, `frames.length`)
	at.X += by
	b.mouse(chromedp.MouseMoved, *at, 1)
	b.wait(fmt.Sprintf(`frames.slice(%d).some(f => f.panels[0].layers?.data || f.panels[0].mends?.data)`, n)) // the picture of a hand at rest may follow
	eval[any](b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// sent are the ids of the side views that the newest frame holds, and those that it
// leaves out.
func (b *tab) sent() (held, away []string) {
	b.t.Helper()
	f := eval[struct{ Held, Away []string }](b, `(() => { const side = frames.at(-1).panels.slice(1);
		return {Held: side.filter(p => !p.away).map(p => p.id), Away: side.filter(p => p.away).map(p => p.id)} })()`)
	return f.Held, f.Away
}

// While a point is dragged, frames leave out the pictures of views that are out of
// sight or folded, which stay as they are; they come when they are scrolled into
// sight, and when the drag ends.
func TestDragLeavesOutViewsOutOfSight(t *testing.T) {
	b := serve(t).spied(t, "/d/svm?step=end&data="+sixty())
	layers := func(id string) string {
		return eval[string](b, fmt.Sprintf(`[...document.querySelectorAll('svg[data-panel=%q] [data-layer]')].map(g => g.innerHTML).join()`, id))
	}
	at := b.hold(0)
	held, away := b.sent()
	if len(held) == 0 || len(away) < 2 {
		t.Fatalf("a frame of a drag holds the views %v and leaves out %v", held, away)
	}
	last := away[len(away)-1]
	before := layers(last)
	if before == "" {
		t.Fatalf("%s was never drawn", last)
	}
	b.pull(&at, 30)
	if layers(last) != before {
		t.Errorf("%s is out of sight and was drawn", last)
	}
	// Under the hand, which holds on.
	n := eval[int](b, `frames.length`)
	eval[any](b, fmt.Sprintf(`document.querySelector('svg[data-panel=%q]').scrollIntoView({block: "center"})`, last))
	b.wait(fmt.Sprintf(`frames.slice(%d).some(f => f.panels.some(p => p.id === %q && !p.away && p.layers))`, n, last))
	b.wait(fmt.Sprintf(`[...document.querySelectorAll('svg[data-panel=%q] [data-layer]')].map(g => g.innerHTML).join() !== %q`, last, before))
	eval[any](b, `scrollTo(0, 0)`)
	b.settled()
	b.wait(fmt.Sprintf(`!document.querySelector('svg[data-panel=%q]').matches(":hover")`, last))
	// One that is folded is as good as out of sight.
	eval[any](b, fmt.Sprintf(`document.querySelector('[data-view=%q] [data-action=fold]').click()`, held[0]))
	for tries := 0; ; tries++ {
		b.pull(&at, -3) // and never back: its picture would be what it was
		_, away = b.sent()
		if slices.Contains(away, held[0]) && slices.Contains(away, last) {
			break
		}
		if tries == 40 {
			t.Fatalf("%s is folded and %s out of sight, but left out are %v", held[0], last, away)
		}
	}
	before = layers(last)
	b.mouse(chromedp.MouseReleased, at, 0)
	b.wait(`frames.at(-1).panels.every(p => !p.away)`)
	b.wait(fmt.Sprintf(`[...document.querySelectorAll('svg[data-panel=%q] [data-layer]')].map(g => g.innerHTML).join() !== %q`, last, before))
}

// A frame of a drag changes what has changed: the other points and the promises keep
// their elements, and nothing asks for the layout while the frame is made.
func TestDragChangesLittle(t *testing.T) {
	b := serve(t).spied(t, "/d/svm?step=end&data="+sixty())
	at := b.hold(0)
	eval[any](b, `(() => {
		self.made = []; asked.length = 0;
		self.kept = [...document.querySelectorAll("svg.board [data-layer=data] [data-ref], [data-promise] .check")];
		new MutationObserver(list => made.push(...list.flatMap(m => [...m.addedNodes].map(n => m.target.nodeName + "/" + n.nodeName)))).observe(
			document.querySelector("svg.board [data-layer=data]"), {subtree: true, childList: true});
	})()`)
	for i := range 8 {
		b.pull(&at, 4-8*float64(i%2))
	}
	if made := eval[[]string](b, `made`); len(made) > 0 {
		t.Errorf("moving one point makes %v of the data anew", made)
	}
	if gone := eval[int](b, `kept.filter(e => !e.isConnected).length`); gone > 0 {
		t.Errorf("%d of the points and promises are other elements than before", gone)
	}
	if asked := eval[[]string](b, `asked`); len(asked) > 0 {
		t.Errorf("frames waited for the layout: %v", asked)
	}
	b.mouse(chromedp.MouseReleased, at, 0)
	b.settled()
	// What has been changed bit by bit is what the server has drawn and told.
	differ := b.strays()
	if len(differ) > 0 {
		t.Errorf("after a drag these are not as the server has drawn them: %v", differ)
	}
}

// strays are the layers and words that are not as the newest frame with them has them.
func (b *tab) strays() []string {
	b.t.Helper()
	return eval[[]string](b, `(() => {
		const newest = new Map(), svg = "http://www.w3.org/2000/svg", clean = s => s.replaceAll(/ class="(lit)?"/g, "").replaceAll(/ lit"/g, '"');
		for (const f of frames) {
			for (const p of f.panels) {
				const at = layer => `+"`svg[data-panel=${p.id}] [data-layer=${layer}]`"+`;
				for (const [layer, markup] of Object.entries(p.layers ?? {})) newest.set(at(layer), markup);
				for (const [layer, mends] of Object.entries(p.mends ?? {})) {
					let old = newest.get(at(layer));
					for (const [from, drop, text] of mends.toReversed()) old = old.slice(0, from) + text + old.slice(from + drop);
					newest.set(at(layer), old);
				}
			}
			if (!f.brief) newest.set("[data-say]", f.say).set("[data-promise]", f.promise);
		}
		return [...newest].filter(([where, markup]) => {
			const is = document.querySelector(where), made = is instanceof SVGElement ? document.createElementNS(svg, "g") : document.createElement("div");
			made.innerHTML = markup;
			return clean(is.innerHTML) !== clean(made.innerHTML);
		}).map(([where]) => where);
	})()`)
}

// While many drag at once, most frames hold what the hand moves alone. The rest of the page
// stays there, and at the end all of it is as the server has drawn and told it.
func TestDragAmongMany(t *testing.T) {
	s := serve(t)
	b := s.spied(t, "/d/svm?step=end&data="+sixty())
	ctx, cancel := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	crowd.Go(func() {
		_, err := load.Run(ctx, load.Config{URL: s.URL, Dragging: 12, Rate: 50, Time: 5 * time.Minute})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	defer func() { cancel(); crowd.Wait() }()
	at := b.hold(0)
	const mended = `frames.at(-1).brief === true && frames.at(-1).panels.some(p => p.mends)`
	for tries := 0; !eval[bool](b, mended); tries++ {
		if tries == 200 {
			t.Fatal("among many hands no frame is brief, or none says of a layer what has changed in it alone")
		}
		b.pull(&at, 3-6*float64(tries%2))
	}
	if gone := eval[int](b, `document.querySelectorAll(".side-view.absent").length`); gone > 0 {
		t.Errorf("%d views are gone while a frame is brief", gone)
	}
	if eval[string](b, `document.querySelector("[data-say]").textContent`) == "" {
		t.Error("nothing is said while a frame is brief")
	}
	n := eval[int](b, `frames.length`)
	b.mouse(chromedp.MouseReleased, at, 0)
	b.wait(fmt.Sprintf(`frames.slice(%d).some(f => !f.brief && f.panels.every(p => !p.away))`, n))
	cancel()
	crowd.Wait()
	b.settled()
	if differ := b.strays(); len(differ) > 0 {
		t.Errorf("after the drag these are not as the server has drawn them: %v", differ)
	}
}

// The lesson is not painted while it is out of sight, and is as high as it was.
func TestLessonRestsOutOfSight(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm")
	b.settled()
	const height = `document.querySelector(".lesson").offsetHeight`
	const painted = `document.querySelector(".lesson .prose > h2").checkVisibility({contentVisibilityAuto: true})`
	b.wait(`!` + painted)
	resting := eval[int](b, height)
	eval[any](b, `document.querySelector(".lesson").style.setProperty("content-visibility", "visible")`)
	if full := eval[int](b, height); full != resting {
		t.Errorf("the lesson is %d pixels high, and out of sight %d", full, resting)
	}
	eval[any](b, `document.querySelector(".lesson").style.removeProperty("content-visibility")`)
	eval[any](b, `document.querySelector(".lesson").scrollIntoView()`)
	b.wait(painted)
}
