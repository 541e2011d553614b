package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/web/browsertest/engine"
)

// toScript adds what a page shows to the script.
func (b *tab) toScript(n int) {
	b.t.Helper()
	b.opens("share", "#share-dialog")
	b.press("[data-action=to-script]")
	b.waitText("[data-share-said] a", fmt.Sprintf("Board %d of your script", n))
	eval[any](b, `document.querySelector("#share-dialog").close()`)
}

// lectured says on which board of a lecture a page is.
func (b *tab) lectured(place string) {
	b.t.Helper()
	b.waitText("[data-lecture-place] b", place)
	b.live()
}

// titles are the titles of the script's boards.
const titles = `[...document.querySelectorAll("[data-boards] [data-title]")].map(f => f.value).join("; ")`

// A lecture from its first board to its last: added on the pages of the boards, put in
// order, with notes, sent as a link, presented from it in another browser, and followed.
func TestALecture(t *testing.T) {
	s := serve(t)
	began := time.Now()
	b := s.open(t, 1280, 800, "/d/perceptron?step=5")
	b.toScript(1)
	b.load("/d/svm?step=12")
	b.toScript(2)
	b.load("/d/svm?preset=blobs&step=3")
	b.toScript(3)
	b.visit("/script")
	b.wait(`document.querySelectorAll("[data-state=opens]").length === 3`)

	// In order by the keyboard: the blobs go before the moons. The focus stays.
	b.do(chromedp.Focus(chromedp.CSS("[data-boards] li:nth-child(3) [data-grip]")))
	b.key(kb.ArrowUp)
	b.waitText("[data-said]", "Board 3 is now board 2.")
	if !eval[bool](b, `document.activeElement === document.querySelector("[data-boards] li:nth-child(2) [data-grip]")`) {
		t.Error("what was moved has lost the focus")
	}
	for i, name := range []string{"Some line", "Blobs", "Moons"} {
		b.do(chromedp.Focus(chromedp.CSS(fmt.Sprintf("[data-boards] li:nth-child(%d) [data-title]", i+1))))
		eval[any](b, `document.activeElement.select()`)
		b.key(name)
	}
	// By the mouse back, and back again: what is dragged goes where the line shows.
	grip := func(i int) xy {
		return eval[xy](b, fmt.Sprintf(`(() => {
			const r = document.querySelector("[data-boards] li:nth-child(%d) [data-grip]").getBoundingClientRect();
			return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
		})()`, i))
	}
	b.reveal("[data-boards] li:nth-child(2) [data-grip]")
	b.drag(grip(2), xy{grip(1).X, grip(1).Y - 10})
	b.wait(titles + ` === "Blobs; Some line; Moons"`)
	b.press("[data-boards] li:nth-child(1) [data-down]")
	b.wait(titles + ` === "Some line; Blobs; Moons"`)
	b.do(chromedp.Focus(chromedp.CSS("[data-boards] li:nth-child(1) [data-notes]")))
	b.key("Which line would you take? Wait.")
	b.do(chromedp.Focus(chromedp.CSS("[data-script-title]")))
	b.key("Margins")
	b.press("[data-boards] li:nth-child(3) [data-remove]")
	b.wait(titles + ` === "Some line; Blobs"`)
	b.press("[data-action=undo]")
	b.wait(titles + ` === "Some line; Blobs; Moons"`)
	b.accessible("a script", both)
	b.press("[data-action=script-link]")
	b.wait(`document.querySelector("[data-script-url]").value.includes("#script=")`)
	link := eval[string](b, `document.querySelector("[data-script-url]").value`)
	t.Logf("three boards with notes: %d characters, after %.1f s", len(link), time.Since(began).Seconds())
	b.visit("/script") // a reload has it all
	b.wait(titles + ` === "Some line; Blobs; Moons" && document.querySelector("[data-notes]").value.startsWith("Which line")`)

	// Somebody else presents it. Nothing is kept there until it is said.
	p := s.blank(t, 1280, 800)
	p.visit(strings.TrimPrefix(link, s.URL))
	p.wait(titles + ` === "Some line; Blobs; Moons" && !document.querySelector("[data-strange]").hidden && !localStorage.getItem("script")`)
	p.do(chromedp.Focus(chromedp.CSS("[data-action=present]")))
	p.key("\r")
	p.lectured("1/3")
	if got := p.text("[data-lecture-text]"); got != "Which line would you take? Wait." {
		t.Errorf("the notes are %q", got)
	}
	f := s.follow(t, 1000, 700, p.presents())
	p.key("p") // for the hall, where no notes are
	p.wait(`document.documentElement.dataset.mode === "projector" && !document.querySelector("[data-lecture-notes]").checkVisibility()`)
	p.press("[data-action=step]") // the script stays as it was
	p.key(kb.PageDown)
	p.lectured("2/3")
	f.wait(`location.pathname === "/d/svm"`)
	f.waitText("[data-banner] b", "You follow a presenter.")
	p.wait(`document.documentElement.dataset.mode === "projector"`)
	p.key(kb.PageDown) // the same demo, in place
	p.lectured("3/3")
	f.wait(`document.querySelector("[data-live]")`)
	p.waitStep(p.step())
	f.wait(fmt.Sprintf(`document.querySelector("[data-say]").textContent === %q`, eval[string](p, `document.querySelector("[data-say]").textContent`)))
	p.key(kb.PageDown) // it is the last one
	p.lectured("3/3")
	p.key(kb.PageUp)
	p.lectured("2/3")
	p.key(kb.PageUp)
	p.lectured("1/3")
	f.wait(`location.pathname === "/d/perceptron"`)
	p.wait(`location.search === "?step=5"`)
	f.waitStep(p.step())
	p.key("p")
	p.wait(`document.querySelector("[data-lecture-notes]").checkVisibility()`)
	eval[any](p, `document.querySelector("[data-lecture-notes]").open = true`)
	p.accessible("a lecture", both)
	p.visit("/script#lecture") // the notes, in a window of their own: the board that is shown is marked
	p.wait(titles + ` === "Some line; Blobs; Moons" && document.querySelector("[data-boards] li:nth-child(1)").matches("[aria-current]")`)
	p.load("/d/svm?step=4") // off the script, and on
	p.lectured("1/3")
	p.do(chromedp.Focus(chromedp.CSS("[data-timeline]"))) // its own keys have to wait
	p.key(kb.PageDown)
	p.lectured("2/3")
	p.wait(`location.search === "?preset=blobs&step=3"`)
	eval[any](p, `document.querySelector("[data-lecture-notes]").open = true`)
	p.press("[data-lecture=leave]")
	p.wait(`!document.querySelector(".lecture")`)
}

// The same way in every engine, by hand: what packs and unpacks a script, and what moves
// boards, is the browser's own. A board is moved by a finger where there are fingers.
func TestALectureInEveryEngine(t *testing.T) {
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		g := open(t, s, 1280, 900)
		for _, path := range []string{"/d/perceptron?step=5", "/d/svm?step=12"} {
			g.load(path)
			g.press("[data-action=share]")
			g.wait(`document.querySelector("#share-dialog[open]")`)
			g.press("[data-action=to-script]")
			g.wait(`document.querySelector("[data-share-said] a")`)
		}
		g.visit("/script")
		g.wait(`document.querySelectorAll("[data-state=opens]").length === 2`)
		first := eval[string](g, titles)
		from, to := g.middle("[data-boards] li:nth-child(2) [data-grip]"), g.middle("[data-boards] li:nth-child(1) [data-grip]")
		to.Y -= 12
		if g.fingers {
			g.perform(engine.Finger, engine.Move(from.pixel()), engine.Down(), engine.Move(to.pixel()), engine.Up())
		} else {
			g.drag(from, to)
		}
		g.wait(fmt.Sprintf(`%s !== %q`, titles, first))
		g.press("[data-action=script-link]")
		g.wait(`document.querySelector("[data-script-url]").value.includes("#script=")`)
		link := eval[string](g, `(localStorage.clear(), document.querySelector("[data-script-url]").value)`)
		g.visit("/challenges")
		g.visit(strings.TrimPrefix(link, s.URL))
		g.wait(`document.querySelectorAll("[data-state=opens]").length === 2 && !document.querySelector("[data-strange]").hidden`)
		g.press("[data-action=present]")
		g.wait(`location.pathname === "/d/svm" && document.querySelector("[data-lecture-place] b")?.textContent === "1/2"`)
		g.live()
		g.keys(engine.PageDown)
		g.wait(`location.pathname === "/d/perceptron" && document.querySelector("[data-lecture-place] b")?.textContent === "2/2"`)
		g.live()
		g.press("[data-lecture=back]")
		g.wait(`location.pathname === "/d/svm" && document.querySelector("[data-lecture-place] b")?.textContent === "1/2"`)
		g.live()
	})
}

// taken gives the page of scripts a file.
func (b *tab) taken(text string) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`(() => {
		const files = new DataTransfer();
		files.items.add(new File([%s], "lecture.json"));
		const input = document.querySelector("[data-file]");
		input.files = files.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, text))
}

// What a stranger sends is looked at before anything of it is shown, and what is wrong is
// said in a sentence. The reader's own script stays.
func TestStrangeScripts(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1280, 800, "/d/perceptron?step=5")
	b.toScript(1)
	b.visit("/script")
	b.wait(`document.querySelectorAll("[data-state=opens]").length === 1`)
	mine := eval[string](b, titles)
	script := func(boards string) string {
		return `JSON.stringify({format: "playground.script/1", title: "Strange", boards: ` + boards + `})`
	}
	for _, c := range []struct{ text, says string }{
		{`"PK\u0003\u0004"`, "cannot be read as JSON"},
		{`"[]"`, "its format is not"},
		{`"{\"format\": \"playground.recipe/1\"}"`, "its format is not"},
		{script(`Array(10000).fill({to: "/d/svm", title: "", notes: ""})`), "10000 boards"},
		{script(`[{to: "/d/svm", title: "", notes: ""}, {to: "javascript:alert(1)", title: ""}]`), "address of board 2"},
		{script(`[{to: "//elsewhere.example/d/svm", title: ""}]`), "address of board 1"},
		{script(`[{to: "/d/../ws", title: ""}]`), "address of board 1"},
		{script(`[{to: "/d/svm#follow=AAAA", title: ""}]`), "address of board 1"},
		{script(`[{to: "/d/svm", title: 5}]`), "Board 1 is incomplete"},
		{script(`[null]`), "Board 1 is incomplete"},
		{script(`[{to: "/d/svm", title: "", notes: "n".repeat(4001)}]`), "more than 4000"},
		{`" ".repeat(3 << 20)`, "larger than any script"},
	} {
		b.taken(c.text)
		b.wait(fmt.Sprintf(`!document.querySelector("[data-bad]").hidden && document.querySelector("[data-bad]").textContent.includes(%q)`, c.says))
		if got := eval[string](b, titles); got != mine {
			t.Fatalf("%s: the script became %s", c.text, got)
		}
	}
	b.accessible("a script that is refused", both)

	// A link that is cut off, and a small one that becomes much.
	for _, c := range []struct{ fragment, says string }{
		{`"q1bKSy"`, "damaged"},
		{`"!!!"`, "damaged"},
		{`await (async () => {
			const zeros = new Blob([new Uint8Array(64 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
			let text = "";
			for (const c of new Uint8Array(await new Response(zeros).arrayBuffer())) text += String.fromCharCode(c);
			return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
		})()`, "larger than any script"},
	} {
		eval[any](b, `(async () => { document.querySelector("[data-bad]").textContent = ""; location.hash = "script=" + `+c.fragment+` })()`)
		b.wait(fmt.Sprintf(`document.querySelector("[data-bad]").textContent.includes(%q)`, c.says))
	}

	// What is sound, but does not fit here, is said beside its board.
	b.taken(script(`[
		{to: "/d/nothing?step=2", title: "Gone", notes: ""}, {to: "/d/svm?step=999999", title: "<b>Late</b>"}, {to: "/d/perceptron?data=p2s~a_b_c", title: "Data"},
	]`))
	b.wait(titles + ` === "Gone; <b>Late</b>; Data"`)
	for i, says := range []string{"There is no demo", "There is no such step", "data:"} {
		b.wait(fmt.Sprintf(`document.querySelector("[data-boards] li:nth-child(%d) [data-check]").textContent.includes(%q)`, i+1, says))
	}
	b.press("[data-action=present]") // without the board that does not open
	b.lectured("1/2")
	b.key(kb.PageDown)
	b.lectured("2/2")
	b.wait(`document.querySelector("[data-notice]")`) // the data was dropped, and the page says so
	b.visit("/script")
	b.wait(titles + fmt.Sprintf(` === %q`, mine))
}
