package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// asks opens the demo of package acts at a question.
func (s *site) asks(t *testing.T, id string, width, height int64, opts ...chromedp.EmulateViewportOption) *tab {
	t.Helper()
	b := s.open(t, width, height, "/d/acts?step=0&ask="+id, opts...)
	b.wait(`document.documentElement.hasAttribute("data-asking") && document.querySelectorAll(".ask-picks [data-pick]").length > 1`)
	b.settled()
	return b
}

// pick is where a mark is that can be picked.
func (b *tab) pick(i int) xy {
	b.t.Helper()
	el := fmt.Sprintf(`document.querySelector('.ask-picks [data-pick="%d"] .ask-hit')`, i)
	b.wait(el)
	eval[any](b, el+`.closest("svg").scrollIntoView({block: "center", behavior: "instant"})`)
	b.settled()
	return eval[xy](b, fmt.Sprintf(`(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(%s.getBoundingClientRect())`, el))
}

// picked waits until a mark is chosen, on the panel and in the menu.
func (b *tab) picked(i int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector('.ask-picks [data-pick="%d"]').getAttribute("aria-checked") === "true" &&
		document.querySelector("[data-ask-picks] select").value === "%[1]d" && !document.querySelector("[data-ask] [type=submit]").disabled`, i))
}

func (b *tab) judged(right string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelector("[data-ask-verdict]").dataset.right === %q && !document.querySelector("[data-ask-verdict]").hidden`, right))
}

// A cell, a bar and a node are answers of questions, by the mouse.
func TestMarksArePickedByMouse(t *testing.T) {
	s := serveActs(t)
	for _, c := range []struct {
		id, name     string
		first, right int
		marked       int // in the verdict: what was given, and what is right
	}{{"next-cell", "cell (1, 2)", 5, 1, 2}, {"best-arm", "arm 4", 0, 3, 3}, {"leaf", "node 2", 0, 1, 2}} {
		t.Run(c.id, func(t *testing.T) {
			b := s.asks(t, c.id, 1440, 900)
			b.click(b.pick(c.first))
			b.picked(c.first)
			b.click(b.pick(c.right))
			b.picked(c.right)
			if name := eval[string](b, fmt.Sprintf(`document.querySelector('.ask-picks [data-pick="%d"]').getAttribute("aria-label")`, c.right)); name != c.name {
				t.Errorf("what was picked is called %q, want %q", name, c.name)
			}
			b.accessible("a mark is asked for", both)
			b.press("[data-ask] [type=submit]")
			b.judged("yes")
			b.wait(fmt.Sprintf(`document.querySelectorAll(".ask-picks .right, .ask-picks .given").length === %d`, c.marked))
			b.press("[data-action=go-on]")
			b.wait(`!document.querySelector(".ask-picks")`)
		})
	}
}

func TestMarksArePickedByFinger(t *testing.T) {
	s := serveActs(t)
	b := s.asks(t, "next-cell", 390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)
	at := b.pick(4)
	b.touch("touchStart", at)
	b.touch("touchEnd")
	b.picked(4)
	b.press("[data-ask] [type=submit]")
	b.judged("no")
	// A panel that is out of sight: the menu has the same.
	b = s.open(t, 390, 844, "/d/acts?step=0&ask=best-arm", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.wait(`document.querySelectorAll("[data-ask-picks] option").length === 5`)
	eval[any](b, `(m => { m.value = "1"; m.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("[data-ask-picks] select"))`)
	b.press("[data-ask] [type=submit]")
	b.judged("yes")
}

func TestMarksArePickedByKeyboard(t *testing.T) {
	b := serveActs(t).asks(t, "next-cell", 1440, 900)
	step := b.step()
	b.pick(0)
	eval[any](b, `document.querySelector('.ask-picks [tabindex="0"]').focus()`)
	b.key(kb.ArrowDown)
	b.picked(3)
	b.key(kb.ArrowRight)
	b.picked(4)
	b.key(kb.ArrowUp)
	b.picked(1)
	b.key(".")
	b.picked(2)
	b.key(",")
	b.picked(1)
	if b.step() != step {
		t.Error("the arrow keys moved the run")
	}
	b.wait(`document.activeElement.dataset.pick === "1"`)
	b.key("\r")
	b.judged("yes")
	b.key(kb.Escape)
	b.wait(`document.querySelector("[data-ask]").hidden && !document.querySelector(".ask-picks")`)
}

// A room picks a mark: the table of its answers has the names of the marks, and the answer.
func TestARoomPicksAMark(t *testing.T) {
	s := serveActs(t)
	p := s.open(t, 1366, 768, "/d/acts?step=0")
	f := s.follow(t, 1366, 768, p.presents())
	p.wait(`!document.querySelector("[data-action=guess]").disabled`)
	p.press("[data-action=guess]")
	p.press("[data-question=best-arm]")
	p.wait(`!document.querySelector("[data-votes] [data-do=open]")?.closest("[hidden]")`)
	p.press("[data-votes] [data-do=open]")
	f.wait(`document.querySelector("[data-votes]:not([hidden])") && !document.querySelector("[data-ask-form]").hidden`)
	f.click(f.pick(2))
	f.picked(2)
	f.press("[data-ask] [type=submit]")
	f.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	f.click(f.pick(3))
	f.press("[data-ask] [type=submit]")
	f.waitText("[data-votes-said]", "Your answer is in. You can change it until the question is closed.")
	p.wait(`/Answered: 1 of 1/.test(document.querySelector("[data-votes-said]").textContent)`)
	p.press("[data-votes] [data-do=reveal]")
	for _, b := range []*tab{p, f} {
		b.wait(`[...document.querySelectorAll("[data-votes-rows] tr")].some((r) => r.cells[0].textContent.includes("arm 4"))`)
	}
	f.wait(`document.querySelector("[data-ask-judged]").textContent.includes("Your answer is right.") &&
		document.querySelector("[data-ask-judged]").textContent.includes("The answer: arm 2, arm 4")`)
}
