package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A question is asked before the run goes on: what comes hides, the answer is given on
// the board or by keys, and the verdict is drawn. Escape leaves at any time.
func TestGuessFirst(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/perceptron?step=3")
	b.settled()
	if next := b.text("[data-next]"); next == "Next step" {
		t.Fatalf("before the question the button says %q", next)
	}
	ask := func(id string) {
		t.Helper()
		b.wait(`!document.querySelector("[data-action=guess]").disabled`)
		b.key("q")
		b.wait(`document.querySelector("[data-question], [data-asking]")`)
		if eval[bool](b, `!!document.querySelector("[data-question]")`) {
			b.press(fmt.Sprintf("[data-question=%s]", id))
		}
		b.wait(`document.documentElement.hasAttribute("data-asking")`)
	}
	left := func() {
		t.Helper()
		b.wait(`document.querySelector("[data-ask]").hidden && !document.documentElement.hasAttribute("data-asking")`)
	}

	ask("next-mistake")
	b.waitText("[data-next]", "Next step")
	b.waitText("[data-total]", "3 …")
	b.accessible("a point is asked for", both)
	b.key(kb.Escape)
	left()
	if b.step() != 3 {
		t.Errorf("leaving moves the run to step %d", b.step())
	}

	// By keys alone: from point to point, then Enter.
	ask("next-mistake")
	b.wait(`document.activeElement.matches("svg.board")`)
	b.key(".")
	b.waitText("[data-ask-given]", "Chosen: x₁")
	b.key(kb.ArrowRight)
	b.key("\r")
	b.wait(`document.querySelector("[data-ask-verdict]").dataset.right`)
	b.waitText("[data-legend=board] .item:nth-last-child(1)", "your guess")
	b.accessible("the verdict", both)
	mistake := b.step()
	if mistake <= 3 || eval[string](b, `document.querySelector("[data-next]").textContent`) == "Next step" {
		t.Errorf("the verdict is shown at step %d", mistake)
	}

	// By the mouse: a line.
	b.press("[data-action=go-on]")
	left()
	b.waitStep(mistake + 1)
	ask("next-line")
	b.drag(b.spot(0.2, 0.8), b.spot(0.8, 0.2))
	b.waitText("[data-ask-given]", "Your line is drawn; its ends can be moved.")
	b.press("[data-ask] [type=submit]")
	b.wait(`document.querySelector("[data-ask-verdict]").dataset.right && !document.querySelector("[data-ask-verdict]").hidden`)

	// A link asks at once, and whoever wants no question goes on as always.
	b.visit("/d/perceptron?step=0&ask=updates-left")
	b.wait(`document.querySelectorAll("[data-ask-options] input").length === 4`)
	b.accessible("options", both)
	b.press("[data-action=step]")
	left()
}
