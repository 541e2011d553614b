package browsertest

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// watchGlides counts the copies of layers in which marks glide, and remembers what the
// server sent and which frames were acknowledged. slow(n) lets the page's clock go n times
// slower from then on, so that what takes a fifth of a second can be looked at.
const watchGlides = `(async () => {
	self.glides = 0;
	new MutationObserver((changes) => {
		for (const c of changes) for (const n of c.addedNodes) if (n.classList?.contains("glides")) glides++;
	}).observe(document.body, {subtree: true, childList: true});
	const parse = JSON.parse;
	JSON.parse = (text, ...more) => {
		const m = parse(text, ...more);
		if (m?.type === "frame") self.frame = {id: m.id, layers: m.panels.find((p) => p.id === "board").layers ?? {}};
		return m;
	};
	const send = WebSocket.prototype.send;
	WebSocket.prototype.send = function (text) {
		if (String(text).startsWith('{"type":"ack"')) self.acked = parse(text).frame;
		return send.call(this, text);
	};
	const now = performance.now.bind(performance);
	let rate = 1, since = now(), at = since;
	performance.now = () => at + (now() - since) / rate;
	self.slow = (n) => { [at, since, rate] = [performance.now(), now(), n] };
	document.querySelector("[data-transport]").dispatchEvent(new PointerEvent("pointerenter"));
	const find = () => performance.getEntriesByType("resource").map((e) => e.name).find((name) => name.includes("/motion-"));
	for (let n = 0; n < 500 && !find(); n++) await new Promise((done) => setTimeout(done, 20));
	await import(find());
	await new Promise((made) => setTimeout(made)); // it is put to work next
})().then(() => true)`

// withMotion loads a page on which marks glide.
func (b *visitor) withMotion(load func()) {
	b.t.Helper()
	load()
	eval[any](b, `localStorage.motion = "on"`)
	load()
	eval[bool](b, watchGlides)
	b.calm()
}

// calm lets so much time go by that the next step is not one of many in a row.
func (b *visitor) calm() {
	b.t.Helper()
	eval[any](b, `new Promise(rest => setTimeout(rest, 200))`)
}

const pressStep = `document.querySelector("[data-action=step]").click()`

// TestMarksGlide looks at a centre of k-means on its way to its next place, in every
// engine: the page shows the way, and holds all the time what the server has sent.
func TestMarksGlide(t *testing.T) {
	const (
		real = `document.querySelector('svg.board > [data-layer=over] circle[data-ref=c0]')`
		seen = `document.querySelector('svg.board > .glides circle[r="' + ` + real + `.getAttribute("r") + '"]')`
		at   = `.getAttribute("cy")`
		// The layers as the server sent them, read and written by the browser.
		sent = `Object.entries(frame.layers).every(([name, text]) => {
			const t = document.createElement("template");
			t.innerHTML = "<svg>" + text + "</svg>";
			const layer = document.querySelector("svg.board > [data-layer=" + name + "]");
			return layer.innerHTML.replaceAll(' class="lit"', "") === t.content.firstChild.innerHTML;
		})`
	)
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		g := open(t, s, 1100, 900)
		g.withMotion(func() { g.load("/d/kmeans?step=5") })
		before := eval[string](g, real+at)
		eval[any](g, `slow(40)`)
		eval[any](g, pressStep)
		g.wait(`document.querySelector("svg.board > .glides")`)
		after := eval[string](g, real+at)
		if before == after {
			t.Fatalf("the centre stays at %s: nothing to see", before)
		}
		between := fmt.Sprintf(`(() => { const y = Number(%s%s); return y > Math.min(%[3]s, %[4]s) && y < Math.max(%[3]s, %[4]s) })()`, seen, at, before, after)
		g.wait(between)
		if !eval[bool](g, sent) {
			t.Error("on the way, the layers are not what the server sent")
		}
		g.wait(`acked >= frame.id`)
		if !eval[bool](g, `(() => {
			const r = `+real+`.getBoundingClientRect(), found = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			const copy = document.querySelector("svg.board > .glides");
			return found === `+real+` && copy.getAttribute("aria-hidden") === "true" && !copy.querySelector("[data-ref], [data-drag], [data-name]");
		})()`) {
			t.Error("the pointer finds what glides, and not what is there")
		}
		eval[any](g, `dispatchEvent(new Event("beforeprint"))`)
		if got := eval[int](g, `document.querySelectorAll(".glides, .gliding").length`); got != 0 {
			t.Errorf("what is printed still glides: %d layers", got)
		}
		const bare = `[...document.querySelectorAll("svg.board > [data-layer]")].every(l => !l.hasAttribute("class") && !l.hasAttribute("style"))`
		if !eval[bool](g, sent+` && `+bare) {
			t.Error("at its end, a glide leaves something behind")
		}
		// It comes to its end by itself, too, and back is a step like others.
		eval[any](g, `slow(1), glides = 0`)
		g.calm()
		eval[any](g, `document.querySelector("[data-action=back]").click()`)
		g.wait(`glides > 0 && !document.querySelector(".glides")`)
		if got := eval[string](g, real+at); got != before {
			t.Errorf("back, the centre is at %s, and was at %s", got, before)
		}
	})
}

// TestMarksJump goes through all that nothing glides for.
func TestMarksJump(t *testing.T) {
	b := serve(t).blank(t, 1100, 900)
	b.withMotion(func() { b.load("/d/perceptron?step=26") })
	b.whole()
	none := func(why string) {
		t.Helper()
		if got := eval[int](b, `glides`); got != 0 {
			t.Errorf("%s: %d layers glided", why, got)
		}
		eval[any](b, `glides = 0`)
	}
	step := func(n int) {
		t.Helper()
		b.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent !== "%d"`, n))
	}
	eval[any](b, `slow(40)`)
	eval[any](b, pressStep)
	b.wait(`document.querySelector("svg.board > .glides")`) // the line and its normal
	const (
		ink  = `path.s-ink:not([stroke-dasharray])`
		line = `document.querySelector("svg.board > .glides ` + ink + `").getAttribute("d")`
		end  = `document.querySelector("svg.board > [data-layer=under] ` + ink + `").getAttribute("d")`
	)
	began := eval[string](b, line)
	b.wait(line + ` !== ` + fmt.Sprintf("%q", began))
	if d := eval[string](b, line); began == "" || d == eval[string](b, end) {
		t.Errorf("the line does not turn: %s", d)
	}
	eval[any](b, `slow(1), dispatchEvent(new PointerEvent("pointerdown")), glides = 0`)
	if eval[bool](b, `!!document.querySelector(".glides")`) {
		t.Error("marks glide on while a hand comes down")
	}

	n := b.step()
	b.key("g")
	b.fill("[data-goto]", "4")
	step(n)
	none("a jump to a step")
	b.waitStep(4)
	b.choose("[data-speed]", "8")
	b.press("[data-action=play]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 20`)
	b.press("[data-action=play]")
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	none("eight steps a second")

	// The reader's own wish, said by the switch in the list of keys.
	b.key("?")
	b.press("#motion")
	if got := eval[string](b, `localStorage.motion + document.querySelector("#motion").checked`); got != "offfalse" {
		t.Errorf("the switch says %s", got)
	}
	eval[any](b, `document.querySelector("#keys-dialog").close()`)
	n = b.step()
	b.press("[data-action=step]")
	step(n)
	none("a reader who wants no motion")

	eval[any](b, `document.querySelector("#motion").click()`)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
	n = b.step()
	b.press("[data-action=step]")
	step(n)
	none("a system that asks for less motion")
}
