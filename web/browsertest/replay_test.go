package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestReplayPlaysFromAFile(t *testing.T) {
	s := serve(t)
	r, err := http.Get(s.URL + "/d/svm/replay.html?step=2")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := s.blank(t, 1280, 800)
	b.excused = "file://" + file // the one address that is asked for
	b.do(chromedp.Navigate("file://" + file))
	b.waitStep(2)
	look := func() string {
		return eval[string](b, `document.querySelector("[data-say]").innerHTML + [...document.querySelectorAll("svg[data-board] > [data-layer]")].map(g => g.innerHTML).join()`) // without the copies that glide
	}
	before := look()
	b.key(kb.ArrowRight)
	b.waitStep(3)
	if look() == before {
		t.Error("the next step looks the same")
	}
	b.key(kb.ArrowLeft)
	b.waitStep(2)
	if look() != before {
		t.Error("back at the step it looks different")
	}
	// What the pointer is on is told, also of another step.
	p := eval[xy](b, `(() => { const r = document.querySelector('svg[data-board] [data-ref="x0"]').getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`)
	b.mouse(chromedp.MouseMoved, p, 0, chromedp.ButtonNone)
	const tip = `document.querySelector("[data-tip-box]")`
	b.wait(tip + `.textContent.includes("α = ") && !` + tip + `.hidden`)
	said := eval[string](b, tip+`.textContent`)
	b.key(kb.End)
	b.wait(fmt.Sprintf(`%s.hidden || %s.textContent !== %q`, tip, tip, said)) // or a line crosses it now
	if n := eval[int](b, `document.querySelector("[data-scrub]").max`+` - document.querySelector("[data-scrub]").value`); n != 0 {
		t.Errorf("End stops %d frames before the end", n)
	}
	if got := eval[int](b, `document.querySelectorAll("[data-promise] math").length`); got == 0 {
		t.Error("no formulas among the promises")
	}
	// The events of the run are marked over the scrubber, and named.
	if n := eval[int](b, `document.querySelectorAll(".event-ticks path[d]").length`); n == 0 || n != eval[int](b, `document.querySelectorAll(".tick-names li").length`) {
		t.Errorf("%d kinds of ticks", n)
	}
	b.key(kb.Home)
	b.waitStep(0)
	eval[any](b, `(() => { const s = document.querySelector("[data-speed]"); s.value = "60" })()`)
	b.press("[data-action=play]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 3`)
}
