package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// received counts, by type, the messages that a page's sockets get from here on; it also
// counts what the page fetches of frames.
const received = `(() => {
	window.got = {};
	const Socket = WebSocket;
	window.WebSocket = class extends Socket {
		constructor(...args) {
			super(...args);
			this.addEventListener("message", e => { const {type} = JSON.parse(e.data); got[type] = (got[type] ?? 0) + 1; });
		}
	};
	const ask = window.fetch;
	window.fetch = (at, ...rest) => {
		if (String(at).startsWith("/r/")) got.fetched = (got.fetched ?? 0) + 1;
		return ask(at, ...rest);
	};
})()`

// Who watches by steps sees what those see who follow, after steps, jumps and edits, and is
// sent no picture and no state.
func TestWatchingBySteps(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	p.whole()
	link := p.presents()
	f := s.follow(t, 1280, 800, link)
	w := s.blank(t, 1280, 800)
	w.before(received)
	w.visit(strings.TrimPrefix(link, s.URL) + "&watch")
	w.waitText("[data-banner] b", "You are following step by step.")
	w.wait(`document.querySelector("[data-live]")`)
	const pictures = `[...document.querySelectorAll("svg[data-panel]")].map(s => s.dataset.panel + " " + s.viewBox.baseVal.width + " " +
		[...s.querySelectorAll(":scope > [data-layer]")].map(g => g.innerHTML.replaceAll(/ class="(lit)?"/g, "")).join()).join("|") +
		document.querySelector("[data-say]").innerHTML + document.querySelector("[data-promise]").textContent + document.querySelector("[data-count]").textContent`
	same := func(when string) {
		t.Helper()
		f.waitStep(p.step())
		w.waitStep(p.step())
		f.settled()
		want := eval[string](f, pictures)
		w.wait(fmt.Sprintf("(() => { const now = %s; let h = 0; for (const c of now) h = (31*h + c.codePointAt(0)) | 0; return h === %d; })()", pictures, hash(want)))
		if got := eval[string](w, pictures); got != want {
			t.Errorf("%s: the pictures differ", when)
		}
	}
	next := func() {
		t.Helper()
		before := p.step()
		p.press("[data-action=step]")
		p.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent.trim() !== "%d"`, before))
	}
	same("at first")
	next()
	next()
	same("after steps")
	p.key(kb.End)
	p.settled()
	same("after a jump")
	p.key(kb.Home)
	p.press("[data-action=play]")
	p.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "true"`)
	w.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "true"`)
	p.press("[data-action=play]")
	p.settled()
	same("after it has played")
	w.shoot()

	s.listener.drop() // all connections break, and are made again
	w.wait(`!document.querySelector("main[data-live]")`)
	w.waitText("[data-banner] b", "You are following step by step.")
	p.wait(`document.querySelector("main[data-live]")`)
	next()
	same("after its connection broke")
	got := eval[map[string]int](w, `got`)
	if got["frame"]+got["state"]+got["run"] > 0 || got["cursor"] == 0 || got["fetched"] == 0 {
		t.Errorf("the page got %v", got)
	}
	w.press("[data-banner] button")
	w.wait(`document.querySelector("[data-banner]").hidden && !document.querySelector("#inputs section").inert && location.hash === ""`)
	w.waitStep(p.step())
}

// before runs a script before those of the pages that are opened from here on.
func (b *tab) before(script string) {
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

func hash(text string) int32 {
	var h int32
	for _, c := range text {
		h = 31*h + c
	}
	return h
}
