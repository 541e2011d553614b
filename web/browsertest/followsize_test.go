package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// smallText lists the words in pictures that are smaller than twelve pixels on the
// screen, with their size.
const smallText = `[...document.querySelectorAll("svg[data-panel] text")].filter(t => t.getClientRects().length && t.textContent.trim()).map(t => {
	const m = t.getScreenCTM();
	return [t.closest("svg").dataset.panel, t.textContent, parseFloat(getComputedStyle(t).fontSize) * Math.hypot(m.a, m.b)];
}).filter(([, , px]) => px < 11.99).map(([panel, text, px]) => panel + ": " + text + " " + px.toFixed(1) + " px")`

// alone opens the run of a page in a session of its own, at the size of the pictures
// that the page shows, and returns what is different in them.
const alone = `new Promise((done, fail) => {
	const shown = id => document.querySelector('svg[data-panel="' + id + '"]');
	const size = svg => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
	const board = shown("board"), side = document.querySelector('svg[data-panel^="chart-"]');
	const main = document.querySelector("[data-demo]"), step = document.querySelector("[data-step]").textContent.trim();
	const ws = new WebSocket(new URL("/ws?lang=en", location.href), "playground.v1");
	const layers = {};
	let whole = false;
	ws.onerror = () => fail(new Error("no session"));
	ws.onopen = () => ws.send(JSON.stringify({type: "open", demo: main.dataset.demo, query: "step=" + step, view: {board: size(board), side: size(side)}}));
	ws.onmessage = e => {
		const m = JSON.parse(e.data);
		if (m.type === "error" || m.type === "bye") fail(new Error(e.data));
		if (m.type === "run") whole = m.complete;
		if (m.type !== "frame") return;
		for (const p of m.panels) for (const [name, svg] of Object.entries(p.layers ?? {})) layers[p.id + "/" + name] = svg;
		ws.send(JSON.stringify({type: "ack", frame: m.id}));
		if (!whole || m.step !== Number(step)) return;
		ws.onmessage = null;
		ws.close();
		const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
		done(Object.entries(layers).filter(([id, svg]) => {
			const [panel, name] = id.split("/");
			g.innerHTML = svg;
			return shown(panel)?.querySelector(':scope > [data-layer="' + name + '"]').innerHTML.replaceAll(/ class="(lit)?"/g, "") !== g.innerHTML;
		}).map(([id]) => id));
	};
})`

// Whoever follows a presenter with a large screen gets pictures for his own: he can
// read them, and they are what a page of that size would show without a presenter.
func TestFollowersCanRead(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1920, 1080, "/d/svm?step=48")
	p.whole()
	link := p.presents()
	phone, laptop := s.follow(t, 390, 844, link), s.follow(t, 1366, 768, link)
	readable := func(f *tab, when string) {
		t.Helper()
		if small := eval[[]string](f, smallText); len(small) > 0 {
			t.Errorf("%s: too small to read: %s", when, strings.Join(small, ", "))
		}
		f.wait(fmt.Sprintf("(%s).length === 0", strings.Replace(smallText, "11.99", "0", 1)))
	}
	same := func(f *tab, when string) {
		t.Helper()
		f.waitStep(p.step())
		f.settled()
		if other := eval[[]string](f, alone); len(other) > 0 {
			t.Errorf("%s: not as one alone would see it: %s", when, strings.Join(other, ", "))
		}
	}
	width := func(f *tab) float64 {
		return eval[float64](f, `document.querySelector("svg.board").viewBox.baseVal.width`)
	}
	for range 2 {
		before := p.step()
		p.press("[data-action=step]")
		p.wait(fmt.Sprintf(`document.querySelector("[data-step]").textContent.trim() !== "%d"`, before))
		for name, f := range map[string]*tab{"phone": phone, "laptop": laptop} {
			same(f, name)
			readable(f, name)
		}
	}
	if a, b := width(phone), width(laptop); a >= b {
		t.Errorf("the phone's picture is %g wide, the laptop's %g", a, b)
	}

	upright := width(phone)
	phone.do(chromedp.EmulateViewport(844, 390))
	phone.wait(fmt.Sprintf(`document.querySelector("svg.board").viewBox.baseVal.width !== %g`, upright))
	same(phone, "turned")
	readable(phone, "turned")

	// A wall that shows the board only keeps nobody from the side views.
	p.press("[data-action=projector]")
	p.wait(`document.documentElement.dataset.mode === "projector"`)
	p.settled()
	p.press("[data-action=step]")
	p.settled()
	same(laptop, "beside a wall")
	if n := eval[int](laptop, `[...document.querySelectorAll("[data-views] [data-view]:not(.absent) svg.chart")].filter(s => s.clientWidth).length`); n == 0 {
		t.Error("the laptop's side views are gone")
	}
}

// bannerCovers lists what the banner lies on, or what of it cannot be seen.
const bannerCovers = `(() => {
	const r = document.querySelector("[data-banner]").getBoundingClientRect();
	const meets = e => {
		const o = e.getBoundingClientRect();
		return o.width && o.height && o.left < r.right - 0.5 && o.right > r.left + 0.5 && o.top < r.bottom - 0.5 && o.bottom > r.top + 0.5;
	};
	const beside = matchMedia("(min-width: 1280px)").matches || document.documentElement.hasAttribute("data-following");
	const head = beside ? ", .top .brand, .top .crumb, .top nav > *" : "";
	const title = document.querySelector(".embed") ? "" : ", .stage h1, .status";
	const found = [...document.querySelectorAll("[data-board-box], .transport, .stage > .legend, .story .panel, #inputs > *" + title + head)]
		.filter(meets).map(e => e.className || e.tagName);
	if (r.left < 0 || r.right > document.documentElement.clientWidth || r.top < 0 || !r.height) found.push("the edge of the page");
	for (const e of document.querySelectorAll("[data-banner] b, [data-banner] button")) {
		const o = e.getBoundingClientRect();
		if (o.left < r.left - 0.5 || o.right > r.right + 0.5 || o.top < r.top - 1 || o.bottom > r.bottom + 1) found.push("its own edge: " + e.textContent);
	}
	return found;
})()`

// On a phone the banner stays in sight above the board, however far the reader scrolls.
func TestBannerStaysOnAPhone(t *testing.T) {
	s := serve(t)
	f := s.follow(t, 390, 844, s.open(t, 1366, 768, "/d/svm?step=48").presents())
	f.press("#tab-settings")
	f.settled()
	eval[any](f, `(scrollTo({top: 1e6, behavior: "instant"}), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`)
	if at := eval[float64](f, `scrollY`); at < 100 {
		t.Fatalf("the page scrolls by %.0f pixels only", at)
	}
	if !eval[bool](f, `(() => {
		const box = s => document.querySelector(s).getBoundingClientRect(), banner = box("[data-banner]"), board = box("svg.board");
		const seen = document.elementFromPoint(banner.x + banner.width / 2, banner.y + banner.height / 2);
		return banner.top > -2 && !!seen?.closest("[data-banner]") && board.top > banner.bottom - 2 && board.bottom < 0.65 * innerHeight;
	})()`) {
		t.Error("scrolled, the banner and the board are not in sight below each other")
	}
}

// standing is where the parts of the page stand that are in view.
const standing = `JSON.stringify([...document.querySelectorAll("[data-board-box], .transport, .story, .top nav")].map(e => {
	const r = e.getBoundingClientRect();
	return [e.className || e.id, r.left, r.top, r.width];
}))`

// The banner has a place of its own: it covers nothing of the run, and nothing moves
// when it comes or says something else.
func TestBannerCoversNothing(t *testing.T) {
	s := serve(t)
	sizes := [][2]int64{{320, 640}, {390, 844}, {844, 390}, {1100, 800}, {1366, 768}, {1920, 1080}}
	p := s.open(t, 1280, 800, "/d/svm?step=48")
	link := p.presents()
	clear := func(b *tab, what string, size [2]int64) {
		t.Helper()
		if on := eval[[]string](b, bannerCovers); len(on) > 0 {
			t.Errorf("%s at %v: the banner lies on %s", what, size, strings.Join(on, ", "))
			b.shootAs(fmt.Sprint("banner-", what, size[0]))
		}
	}
	// No new connection comes to be.
	const cut = `self.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({code: 1006, reason: ""}), 0) } close() {} }`
	f, own, embed := s.follow(t, 1366, 768, link), s.open(t, 1366, 768, "/d/svm?step=48"), s.open(t, 900, 560, "/embed/svm?step=48")
	for _, size := range sizes {
		f.do(chromedp.EmulateViewport(size[0], size[1]))
		f.settled()
		clear(f, "following", size)
	}
	stand := func(b *tab) (at []string) {
		for _, size := range sizes {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			b.settled()
			at = append(at, eval[string](b, standing))
		}
		return at
	}
	tabs := map[string]*tab{"following": f, "own": own, "embedded": embed}
	before := map[string][]string{}
	for name, b := range tabs {
		before[name] = stand(b)
		b.excused = "/ws"
		eval[any](b, cut)
	}
	p.excused = "/ws"
	s.listener.drop()
	for name, b := range tabs {
		b.linked("lost")
		for i, size := range sizes {
			b.do(chromedp.EmulateViewport(size[0], size[1]))
			if now := eval[string](b, standing); now != before[name][i] {
				t.Errorf("%s at %v: things moved from %s to %s", name, size, before[name][i], now)
			}
			clear(b, name+", lost", size)
		}
	}
}

// What is not the follower's to use is away or says why, and what it says is there
// before scripts run: nothing moves when the page comes alive.
func TestFollowersControls(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/svm?step=48")
	link := p.presents()
	for _, size := range [][2]int64{{390, 844}, {1366, 768}} {
		f := s.blank(t, size[0], size[1])
		f.visit(strings.TrimPrefix(link, s.URL))
		f.waitText("[data-banner] b", "You follow a presenter.")
		f.wait(`document.querySelector("[data-live]")`)
		if seen := eval[[]string](f, `[...document.querySelectorAll(".stage button, .stage select, #inputs button:not(.info)")]
			.filter(e => e.getClientRects().length && !e.closest("[inert]")).map(e => e.textContent || e.ariaLabel)`); len(seen) > 0 {
			t.Errorf("%v: of no use, but shown: %q", size, seen)
		}
		f.reveal(".why-locked")
		if why := f.text(".why-locked"); !strings.Contains(why, "presenter") || !eval[bool](f, `document.querySelector(".why-locked").getClientRects().length > 0`) {
			t.Errorf("%v: it is not said why the inputs are locked", size)
		}
		f.accessible("following", both)
		// A legend would leave a curve out, were it the follower's own chart.
		eval[any](f, `document.querySelector("[data-view^=chart-] button.item").click()`)
		f.waitText("[data-toast]", "The presenter decides what is shown. Go on by yourself to change it.")
		f.opens("share", "#share-dialog")
		f.choose("[data-share-step]", "live")
		f.wait(`document.querySelector("[data-share-url]").value !== ""`)
		if got, want := eval[string](f, `document.querySelector("[data-share-url]").value`), s.URL+"/room/"+strings.SplitAfter(link, "#follow=")[1]; got != want {
			t.Errorf("a follower hands on %s, want %s", got, want)
		}
	}
}

// A link to follow that is opened on the page of the same demo changes its hash only;
// and after a phone has slept, its connection may be dead without a word.
func TestFollowingFromAPhone(t *testing.T) {
	s := serve(t)
	p := s.open(t, 1280, 800, "/d/perceptron?step=2")
	link := p.presents()
	f := s.open(t, 390, 844, "/d/perceptron")
	eval[any](f, fmt.Sprintf(`location.hash = %q`, link[strings.Index(link, "#"):]))
	f.waitText("[data-banner] b", "You follow a presenter.")
	f.waitStep(2)
	eval[any](f, `(() => {
		const { now } = Date, Socket = WebSocket;
		self.sockets = 0;
		self.WebSocket = class extends Socket { constructor(...a) { super(...a); self.sockets++ } };
		const see = hidden => {
			Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
			document.dispatchEvent(new Event("visibilitychange"));
		};
		see(true);
		see(false); // a glance at another tab
		see(true);
		Date.now = () => now() + 60000;
		see(false);
	})()`)
	f.wait(`self.sockets === 1 && document.querySelector("[data-demo]").dataset.link === "following"`)
	p.press("[data-action=step]")
	p.wait(`document.querySelector("[data-step]").textContent.trim() !== "2"`)
	f.waitStep(p.step())
}
