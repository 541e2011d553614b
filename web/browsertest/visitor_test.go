package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"playground/web/browsertest/engine"
)

// A visitor is at a page, in whatever browser.
type visitor struct {
	t    *testing.T
	site *site
	page engine.Page
}

func (b *visitor) asks(expression string) (*testing.T, json.RawMessage, error) {
	answer, err := b.page.Evaluate(expression)
	return b.t, answer, err
}

// wait waits until an expression is true. What throws is not true yet: between
// two frames a selector may name an element that is about to come.
func (b *visitor) wait(expression string) {
	b.t.Helper()
	if err := b.page.Wait(expression, patience); err != nil {
		b.t.Fatalf("waited for %s: %v", expression, err)
	}
}

// An asker can be asked about its page.
type asker interface {
	asks(expression string) (*testing.T, json.RawMessage, error)
}

func eval[T any](b asker, expression string) T {
	t, answer, err := b.asks(expression)
	t.Helper()
	var value T
	if err == nil {
		err = json.Unmarshal(answer, &value)
	}
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// load goes to a path and waits until the page is live.
func (b *tab) load(path string) {
	b.t.Helper()
	b.visit(path)
	b.live()
}

func (b *tab) visit(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.site.URL + path))
}

// isLive says that a frame has come over the socket, drawn for the size at which it
// is shown.
const isLive = `document.querySelector("[data-live]") && (() => {
	const svg = document.querySelector("svg.board"), v = svg.viewBox.baseVal;
	return Math.abs(v.width - svg.clientWidth) <= 1 && Math.abs(v.height - svg.clientHeight) <= 1;
})()`

// live waits until a frame has come over the socket, drawn for the size at which
// it is shown.
func (b *tab) live() {
	b.t.Helper()
	b.wait(isLive)
}

func (b *visitor) text(selector string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q).textContent.trim()`, selector))
}

func (b *visitor) waitText(selector, want string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector(%q).textContent.trim() === %q`, selector, want))
}

// step is the number of the step that is shown.
func (b *visitor) step() int {
	b.t.Helper()
	n, err := strconv.Atoi(b.text("[data-step]"))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

func (b *visitor) waitStep(n int) {
	b.t.Helper()
	b.waitText("[data-step]", strconv.Itoa(n))
}

// whole waits until the run is recorded to its end, and returns its last step.
func (b *visitor) whole() int {
	b.t.Helper()
	b.wait(`/^\d+$/.test(document.querySelector("[data-total]").textContent)`)
	n, err := strconv.Atoi(b.text("[data-total]"))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

func (b *visitor) points() int {
	b.t.Helper()
	n, err := strconv.Atoi(b.text("[data-count]"))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}

func (b *visitor) waitPoints(n int) {
	b.t.Helper()
	b.waitText("[data-count]", strconv.Itoa(n))
	// The server's picture has them, too.
	b.wait(fmt.Sprintf(`new Set([...document.querySelectorAll('svg.board [data-layer=data] [data-ref]')].map(e => e.dataset.ref)).size === %d`, n))
}

type xy struct{ X, Y float64 }

// spot is a place on the board, as shares of its width and height.
func (b *visitor) spot(u, v float64) xy {
	b.t.Helper()
	return eval[xy](b, fmt.Sprintf(`(() => { const r = document.querySelector("svg.board").getBoundingClientRect(); return {X: r.x + %g * r.width, Y: r.y + %g * r.height} })()`, u, v))
}

// point is where a point of the data is drawn.
func (b *visitor) point(row int) xy {
	b.t.Helper()
	return eval[xy](b, fmt.Sprintf(`(() => { const r = document.querySelector('svg.board [data-layer=data] [data-ref="x%d"]').getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, row))
}

// free is the place nearest to the middle of the board that is at least 40 pixels
// from every point. The middle, because a point at the border would widen what
// the board shows.
func (b *visitor) free() xy {
	b.t.Helper()
	return eval[xy](b, `(() => {
		const board = document.querySelector("svg.board").getBoundingClientRect();
		const dots = [...document.querySelectorAll('svg.board [data-layer=data] [data-ref]')].map(e => e.getBoundingClientRect());
		const places = [];
		for (let v = 0.15; v < 0.85; v += 0.05) for (let u = 0.2; u < 0.9; u += 0.05) places.push([u, v]);
		places.sort(([a, b], [c, d]) => Math.hypot(a - 0.5, b - 0.5) - Math.hypot(c - 0.5, d - 0.5));
		for (const [u, v] of places) {
			const x = Math.round(board.x + u * board.width), y = Math.round(board.y + v * board.height);
			if (dots.every(r => Math.hypot(r.x + r.width / 2 - x, r.y + r.height / 2 - y) > 40)) return {X: x, Y: y};
		}
		throw new Error("the board is crowded");
	})()`)
}

func (b *tab) mouse(typ input.DispatchMouseEventType, p xy, buttons int64, opts ...chromedp.MouseOption) {
	b.t.Helper()
	opts = append([]chromedp.MouseOption{chromedp.ButtonLeft, chromedp.ClickCount(1)}, opts...)
	opts = append(opts, func(e *input.DispatchMouseEventParams) { e.Buttons = buttons })
	b.do(chromedp.MouseEvent(typ, p.X, p.Y, opts...))
}

func (b *tab) click(p xy, opts ...chromedp.MouseOption) {
	b.t.Helper()
	b.mouse(chromedp.MouseMoved, p, 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, p, 1, opts...)
	b.mouse(chromedp.MouseReleased, p, 0, opts...)
}

// drag pulls from one place to another in a few moves.
func (b *tab) drag(from, to xy) {
	b.t.Helper()
	b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, from, 1)
	const moves = 6
	for i := 1; i <= moves; i++ {
		u := float64(i) / moves
		b.mouse(chromedp.MouseMoved, xy{from.X + u*(to.X-from.X), from.Y + u*(to.Y-from.Y)}, 1)
	}
	b.mouse(chromedp.MouseReleased, to, 0)
}

// touch puts one finger on the screen, moves it or lifts it.
func (b *tab) touch(typ input.DispatchTouchEventType, at ...xy) {
	b.t.Helper()
	points := []*input.TouchPoint{}
	for _, p := range at {
		points = append(points, &input.TouchPoint{X: p.X, Y: p.Y})
	}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: points})
		return err
	}))
}

// reveal opens what a control lies in, as a visitor does who looks for it: what is
// folded away, and the tab of a phone's sheet. It reports whether anything was hidden.
func (b *tab) reveal(selector string) bool {
	b.t.Helper()
	return eval[bool](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		const sheet = e?.closest("[role=tabpanel]"), fold = e?.closest("[data-unfolds]"), view = e?.closest(".side-view.folded");
		const openers = [
			[sheet, () => document.getElementById(sheet.getAttribute("aria-labelledby"))],
			[fold, () => document.querySelector("[data-unfold=" + fold.dataset.unfolds + "]")],
			[e?.closest(".transport") && e, () => document.querySelector("[data-unfold=run]")],
		].filter(([box]) => box && !box.checkVisibility());
		for (const [, opener] of openers) opener().click();
		view?.querySelector("[data-action=fold]").click();
		return openers.length > 0 || !!view;
	})()`, selector))
}

// press clicks what a selector finds, by a real click in its middle. As a visitor does, it
// waits until that is in sight, rests, and nothing lies over it.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.reveal(selector)
	at := eval[xy](b, fmt.Sprintf(`new Promise((found, never) => {
		const end = performance.now() + %d;
		let before, why;
		const look = () => {
			const e = document.querySelector(%[2]q);
			e?.scrollIntoViewIfNeeded();
			const r = e && [...e.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)[0];
			if (!r || r.width * r.height === 0) return "is not there";
			const place = [r.x + r.width / 2, r.y + r.height / 2], old = before;
			before = { e, place };
			if (old?.e !== e || Math.hypot(place[0] - old.place[0], place[1] - old.place[1]) > 0.5) return "moves";
			const top = document.elementFromPoint(...place);
			if (!e.contains(top) && top?.closest("label")?.control !== e) return "lies below " + (top?.outerHTML ?? "the edge").slice(0, 200);
			found({ X: place[0], Y: place[1] });
		};
		const frame = () => {
			if (!(why = look())) return;
			if (performance.now() > end) return never(new Error(%[2]q + " " + why));
			let done = false; // a tab in the background may draw no frames
			const next = () => { if (!done) done = true, frame() };
			requestAnimationFrame(next);
			setTimeout(next, 100);
		};
		frame();
	})`, patience.Milliseconds(), selector))
	b.mouse(chromedp.MousePressed, at, 1)
	b.mouse(chromedp.MouseReleased, at, 0)
}

// opens presses the button of a window, which is loaded first, and waits for it.
func (b *tab) opens(action, window string) {
	b.t.Helper()
	b.press("[data-action=" + action + "]")
	b.wait(fmt.Sprintf(`document.querySelector(%q).open`, window))
}

func (b *tab) key(keys string, opts ...chromedp.KeyOption) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys, opts...))
}

// fill types into a field in place of what is there.
func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.reveal(selector)
	b.do(chromedp.Focus(chromedp.CSS(selector)))
	eval[any](b, fmt.Sprintf(`document.querySelector(%q).select()`, selector))
	b.key(text)
	b.key("\r")
}

// choose picks an entry of a menu.
func (b *visitor) choose(selector, value string) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})) })()`, selector, value))
}

// picture is the markup of everything that is drawn, without what the page adds
// itself: its own marks on top, and the class of what the pointer rests on.
func (b *visitor) picture() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll("svg[data-panel] [data-layer]")].map(g => g.parentNode.dataset.panel + "/" + g.dataset.layer + ":" + g.innerHTML.replaceAll(/ class="(lit)?"/g, "")).join("\n")`)
}

// settled waits until nothing is drawn for a while, and returns what is shown.
func (b *visitor) settled() string {
	b.t.Helper()
	eval[any](b, `new Promise((quiet, never) => {
		const watch = new MutationObserver(() => { clearTimeout(calm); calm = setTimeout(end, 250) });
		const end = () => { watch.disconnect(); clearTimeout(limit); quiet() };
		let calm = setTimeout(end, 250);
		const limit = setTimeout(() => never(new Error("the picture does not settle")), 15000);
		watch.observe(document.getElementById("main"), {subtree: true, childList: true, characterData: true, attributes: true});
	})`)
	return b.picture()
}

// shows reports whether the picture becomes this one. On a busy machine a picture
// may rest for a moment before its last frame has come.
func (b *visitor) shows(want string) bool {
	b.t.Helper()
	for began := time.Now(); time.Since(began) < patience; {
		if b.settled() == want {
			return true
		}
	}
	return false
}

// differs reports whether the picture becomes another one.
func (b *visitor) differs(from string) bool {
	b.t.Helper()
	for began := time.Now(); time.Since(began) < patience; {
		if b.settled() != from {
			return true
		}
	}
	return false
}

// address is what stands in the address bar once it is up to date.
func (b *tab) address() string {
	b.t.Helper()
	b.opens("share", "#share-dialog")
	eval[any](b, `document.querySelector("#share-dialog").close()`)
	return eval[string](b, `location.pathname + location.search`)
}
