package browsertest

import (
	"fmt"
	"strings"
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

// What a course asks in words is asked above the board. What gives the answer away is covered
// until the reader uncovers it, which goes to the step that answers, or goes on.
func TestACourseAsksAboveTheBoard(t *testing.T) {
	s := serve(t)
	const covered = `[...document.querySelectorAll("[data-say], [data-promise], [data-preset-note], .status .note")].every(e => !e.checkVisibility({visibilityProperty: true}))`
	for _, size := range [][2]int64{{1366, 768}, {390, 844}} {
		b := s.open(t, size[0], size[1], "/d/svm?preset=triple&step=0&course=002.3&ask=note&lang=zh")
		b.settled()
		b.wait(covered)
		b.waitText("[data-next]", "下一步")
		if got := b.text("#course-question"); !strings.Contains(got, "支持向量") {
			t.Errorf("above the board stands %q", got)
		}
		b.accessible("a question in words", both)
		b.press("[data-course-question] summary")
		b.wait(`document.querySelector("[data-say]").checkVisibility({visibilityProperty: true})`)
		b.waitStep(2)

		b.visit("/d/kmeans?preset=four-points&step=2&course=000.7&ask=note")
		b.settled()
		b.wait(covered)
		b.press("[data-action=step]")
		b.wait(`document.querySelector("[data-course-question]").open`)
		if b.text("[data-next]") == "下一步" {
			t.Error("the button does not say what comes after the answer")
		}

		// A question that the demo asks is covered alike.
		b.visit("/d/kmeans?preset=six-points&step=2&course=002.8&ask=objective")
		b.wait(`document.documentElement.hasAttribute("data-asking")`)
		b.wait(covered)
		b.waitText("[data-next]", "下一步") // the language was chosen before
	}
}
