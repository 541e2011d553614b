package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// another serves a page of another site, in which SITE stands for the playground, and the
// files of a folder below /files/. It returns where.
func another(t *testing.T, s *site, page, files string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(page, "SITE", s.URL))
	})
	if files != "" {
		mux.Handle("/files/", http.StripPrefix("/files/", http.FileServer(http.Dir(files))))
	}
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	other := httptest.NewServer(mux)
	t.Cleanup(other.Close)
	return other.URL
}

// elsewhere opens a page of another site in a tab.
func elsewhere(t *testing.T, s *site, height int64, page, files string) *tab {
	t.Helper()
	url := another(t, s, page, files)
	b := s.blank(t, 1000, height)
	b.excused = url // it is asked for its own page
	b.do(chromedp.Navigate(url))
	return b
}

// high is a window that shows the frames of guestPage at once: browsers draw nothing in a
// frame out of sight, and what is asked of it waits.
const high = 2400

// guestPage has a frame and its element, one further down, two that say nothing sensible,
// and a frame of its own from which a stranger speaks.
const guestPage = `<!doctype html><html lang="en"><title>Another site</title>
<main><h1>Another site</h1>
<iframe id="plain" src="SITE/embed/svm?fit=1&step=2" title="plain" width="900" height="300"></iframe>
<playground-board id="one" demo="perceptron" query="preset=cycle&amp;step=0" title="A perceptron"></playground-board>
<playground-board id="empty"></playground-board>
<playground-board id="evil" src="javascript:alert(1)"></playground-board>
<iframe id="stranger" srcdoc="<p>" title="stranger"></iframe>
<div style="height:9000px"></div>
<playground-board id="far" src="SITE/d/svm?step=3" height="400"></playground-board></main>
<script src="SITE/embed.js"></script>
<script>
	self.steps = []; self.heights = [];
	addEventListener("message", e => {
		if (e.source !== plain.contentWindow) return;
		if (e.data.type === "playground:state") steps.push(e.data);
		if (e.data.type === "playground:height") { heights.push(e.data.height); plain.height = e.data.height; }
	});
	self.ask = m => plain.contentWindow.postMessage(m, "*");
	self.boardFrame = b => b.shadowRoot.querySelector("iframe");
	self.events = [];
	one.addEventListener("state", e => events.push(e.detail));
</script></html>`

func TestGuestPageStepsTheBoard(t *testing.T) {
	b := elsewhere(t, serve(t), high, guestPage, "")
	// Commands wait until the board is there.
	eval[any](b, `one.step(2), undefined`)
	b.wait(`one.state.status === "paused" && one.state.step > 0`)
	after := eval[int](b, `one.state.step`)
	eval[any](b, `one.step(-1), undefined`)
	b.wait(fmt.Sprintf(`one.state.step < %d`, after))
	eval[any](b, `one.seek(3), undefined`)
	b.wait(`one.state.step === 3 && one.state.last > 3`)
	eval[any](b, `one.play(), undefined`)
	b.wait(`one.state.status === "playing"`)
	eval[any](b, `one.pause(), undefined`)
	b.wait(`one.state.status === "paused"`)
	eval[any](b, `one.seek(one.state.last), undefined`)
	b.wait(`one.state.status === "ended" && one.state.step === one.state.last`)
	eval[any](b, `one.step(), undefined`) // a button would start again
	eval[any](b, `one.seek(5), undefined`)
	b.wait(`one.state.step === 5`)
	if eval[bool](b, `(at => at < 0 || events.slice(at).some(s => s.step === 0))(events.findIndex(s => s.status === "ended"))`) {
		t.Error("at the end a step forwards starts again")
	}

	for id, want := range map[string]string{"empty": "give it a demo", "evil": "not an address of http"} {
		if got := eval[string](b, id+`.shadowRoot.textContent`); !strings.Contains(got, want) {
			t.Errorf("%s says %q, without %q", id, got, want)
		}
	}
	if got := eval[string](b, `boardFrame(one).title`); got != "A perceptron" {
		t.Errorf("the frame is called %q", got)
	}
	if eval[bool](b, `far.state.step !== null`) {
		t.Error("a board far down is loaded at once")
	}
	eval[any](b, `far.scrollIntoView(), undefined`)
	b.wait(`far.state.step === 3`)
	if got := eval[float64](b, `boardFrame(far).getBoundingClientRect().height`); got != 400 {
		t.Errorf("a height of 400 became %g", got)
	}
}

func TestGuestPageHearsTheHeight(t *testing.T) {
	s := serve(t)
	b := elsewhere(t, s, high, guestPage, "")
	b.wait(`steps.at(-1)?.step === 2 && heights.length`)
	b.wait(`one.state.step === 0 && boardFrame(one).style.height !== "560px"`)
	// Nothing follows from the frame's new height: it comes to rest.
	eval[any](b, `new Promise(rest => setTimeout(rest, 600))`)
	n := eval[int](b, `heights.length`)
	eval[any](b, `new Promise(rest => setTimeout(rest, 600))`)
	if more := eval[int](b, `heights.length`); more != n || n > 8 {
		t.Errorf("heights are told without end: %v", eval[[]int](b, `heights`))
	}
	if h := eval[int](b, `heights.at(-1)`); h < 320 || h > 1600 {
		t.Errorf("a board of 900 pixels is %d high", h)
	}

	// Strangers are not heard, neither by the board nor by the element.
	tall := eval[string](b, `boardFrame(one).style.height`)
	eval[any](b, `(() => {
		const stranger = document.querySelector("#stranger").contentWindow;
		stranger.eval("parent.plain.contentWindow.postMessage({type: 'playground:seek', step: 9}, '*')");
		postMessage({type: "playground:height", height: 3000}, "*");
		postMessage({type: "playground:state", step: 77, last: 99, status: "ended"}, "*");
	})()`)
	// What means nothing, or too much, changes nothing either.
	eval[any](b, `[null, 7, "playground:step", {type: "playground:explode"}, {type: "playground:seek", step: -1}, {type: "playground:seek", step: 1e9},
		{type: "playground:seek"}, {type: "playground:step", by: 0.5}, {type: "playground:step", by: 1e6}, {type: {}}].forEach(ask)`)
	eval[any](b, `ask({type: "playground:seek", step: 4})`)
	b.wait(`steps.at(-1).step === 4`)
	if eval[bool](b, `steps.some(s => s.step !== null && ![0, 2, 4].includes(s.step))`) {
		t.Errorf("the board went where nobody may send it: %s", eval[string](b, `JSON.stringify(steps)`))
	}
	if got := eval[string](b, `boardFrame(one).style.height`); got != tall || eval[bool](b, `one.state.step === 77`) {
		t.Errorf("the element believes a stranger: %s, was %s", got, tall)
	}
	// A page that asks without end costs the board nothing but patience.
	eval[any](b, `(() => { for (let i = 0; i < 2000; i++) ask({type: "playground:step", by: i % 2 ? 1 : -1}) })()`)
	eval[any](b, `new Promise(rest => setTimeout(rest, 500))`)
	eval[any](b, `ask({type: "playground:seek", step: 6})`)
	b.wait(`steps.at(-1).step === 6 && steps.at(-1).status === "paused"`)
}

// The element is one for every browser.
func TestElementInEveryEngine(t *testing.T) {
	const page = `<!doctype html><html lang="en"><title>Another site</title><h1>Another site</h1>
<playground-board id="one" demo="perceptron" query="preset=cycle&amp;step=1" title="A perceptron"></playground-board>
<script src="SITE/embed.js"></script></html>`
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		g := open(t, s, 1000, 800)
		g.excuse("someone else: http://127.0.0.1:") // there are two sites
		if err := g.page.Navigate(another(t, s, page, "")); err != nil {
			t.Fatal(err)
		}
		g.wait(`one.state.step === 1 && one.shadowRoot.querySelector("iframe").style.height !== "560px"`)
		eval[any](g, `(one.seek(5), null)`)
		g.wait(`one.state.step === 5 && one.state.status === "paused"`)
		eval[any](g, `(one.step(-1), null)`)
		g.wait(`one.state.step < 5`)
	})
}

// A frame that follows its content: the content does not follow the frame.
func TestFittedBoardHasAHeightOfItsOwn(t *testing.T) {
	b := serve(t).blank(t, 900, 300)
	for _, width := range []int64{900, 400} {
		var heights []int
		for _, height := range []int64{300, 1200} {
			b.do(chromedp.EmulateViewport(width, height))
			b.load("/embed/svm?fit=1")
			heights = append(heights, eval[int](b, `Math.round(document.querySelector("main").getBoundingClientRect().height)`))
		}
		if diff := heights[0] - heights[1]; diff > 2 || diff < -2 {
			t.Errorf("%d pixels wide, the content is as high as its frame makes it: %v", width, heights)
		}
	}
}

const deck = `<!doctype html><html lang="en"><title>Slides</title>
<link rel="stylesheet" href="/files/dist/reveal.css">
<div class="reveal"><div class="slides">
<section><h2>Before</h2></section>
<section><h2>Board</h2>
<playground-board id="board" demo="perceptron" query="preset=cycle&amp;step=0" title="Perceptron" height="500" data-fragments="3"></playground-board></section>
<section><h2>After</h2></section>
</div></div>
<script src="SITE/embed.js"></script>
<script src="/files/dist/reveal.js"></script>
<script>Reveal.initialize({hash: false, transition: "none"}).then(() => Reveal.slide(1, 0, 0))</script></html>`

// Fragments of a slide step the board. REVEAL_JS names the folder of the npm package
// reveal.js, which only this test uses.
func TestFragmentsStepTheBoard(t *testing.T) {
	folder := os.Getenv("REVEAL_JS")
	if folder == "" {
		t.Skip("without reveal.js: REVEAL_JS is not set")
	}
	if _, err := os.Stat(filepath.Join(folder, "dist", "reveal.js")); err != nil {
		t.Fatal(err)
	}
	b := elsewhere(t, serve(t), 800, deck, folder)
	// Opened with its first fragment shown, the board has taken one step.
	b.wait(`self.board?.state.status === "paused" && board.state.step > 0 && Reveal.getIndices().f === 0`)
	first := eval[int](b, `board.state.step`)
	eval[any](b, `Reveal.next(), undefined`)
	b.wait(fmt.Sprintf(`board.state.step > %d`, first))
	second := eval[int](b, `board.state.step`)
	eval[any](b, `Reveal.next(), undefined`)
	b.wait(fmt.Sprintf(`board.state.step > %d`, second))
	eval[any](b, `Reveal.prev(), undefined`)
	b.wait(fmt.Sprintf(`board.state.step === %d`, second))
	eval[any](b, `Reveal.prev(), undefined`)
	b.wait(fmt.Sprintf(`board.state.step === %d`, first))
	if got := eval[int](b, `Reveal.getIndices().h`); got != 1 {
		t.Errorf("on slide %d, want 1", got)
	}
	eval[any](b, `Reveal.next(), Reveal.next(), Reveal.next(), undefined`)
	b.wait(`Reveal.getIndices().h === 2`)
}

// The page of recipes copies them, and has a board that lives.
func TestRecipesForGuestsAreCopied(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1200, 900)
	b.visit("/help/embed")
	b.press(`[data-copy=iframe]`)
	b.wait(`/copied|Ctrl/.test(document.querySelector("#said-iframe").textContent)`)
	eval[any](b, `document.querySelector("playground-board").scrollIntoView()`)
	b.wait(`document.querySelector("playground-board").state.step === 12`)
	// All of it is in its frame, at any width.
	for _, width := range []int64{1200, 820, 390} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.wait(`(frame => {
			const page = frame.contentDocument.documentElement;
			return page.clientWidth === frame.clientWidth && Math.abs(page.querySelector("main").getBoundingClientRect().height - frame.clientHeight) <= 1;
		})(document.querySelector("playground-board").shadowRoot.querySelector("iframe"))`)
	}
}

// A sandboxed frame without an origin of its own has styles, fonts, a session, and a board that is stepped.
func TestSandboxedBoard(t *testing.T) {
	b := elsewhere(t, serve(t), 900, `<!doctype html><html lang="en"><title>Another site</title>
<iframe id="board" sandbox="allow-scripts" src="SITE/embed/svm?step=2&fit=1" title="svm" width="900" height="700"></iframe>
<script>
	self.states = []; self.height = 0;
	addEventListener("message", e => {
		if (e.source !== board.contentWindow) return;
		if (e.data.type === "playground:state") states.push({...e.data, origin: e.origin});
		if (e.data.type === "playground:height") height = e.data.height;
	});
</script></html>`, "")
	b.wait(`states.at(-1)?.status === "paused" && states.at(-1).origin === "null"`)
	eval[any](b, `board.contentWindow.postMessage({type: "playground:step", by: 3}, "*")`)
	b.wait(`states.at(-1).step > 2`)
	if high := eval[float64](b, `height`); high < 200 || high > 1200 {
		t.Errorf("the board is %g pixels high: it has no style", high)
	}
}
