package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// exemplars are the demos that every gesture is tried on: a simple one and a
// deep one. Nothing in the page depends on the demo.
var exemplars = []string{"perceptron", "svm"}

// each runs a test on the exemplars, each in a tab of its own.
func each(t *testing.T, query string, test func(*testing.T, *tab)) {
	s := serve(t)
	for _, id := range exemplars {
		t.Run(id, func(t *testing.T) {
			test(t, s.open(t, 1440, 900, "/d/"+id+query))
		})
	}
}

func TestStepAndBack(t *testing.T) {
	each(t, "?step=3", func(t *testing.T, b *tab) {
		b.waitStep(3)
		start := b.settled()
		label := b.text("[data-next]")
		if label == "" || label == "Next step" {
			t.Errorf("the button says %q instead of what comes next", label)
		}
		b.press("[data-action=step]")
		b.wait(`Number(document.querySelector("[data-step]").textContent) > 3`)
		if !b.differs(start) {
			t.Error("a step changed nothing in the pictures")
		}
		b.press("[data-action=back]")
		b.wait(`Number(document.querySelector("[data-step]").textContent) <= 3`)
		b.press("[data-action=start]")
		b.waitStep(0)
		for b.step() < 3 {
			n := b.step()
			b.press(`[data-size=small]`)
			b.press("[data-action=step]")
			b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, n))
		}
		if b.step() == 3 && !b.shows(start) {
			t.Error("forwards from the start, step 3 looks different")
		}
	})
}

func TestScrub(t *testing.T) {
	each(t, "?step=0", func(t *testing.T, b *tab) {
		last := b.whole()
		at := func(u float64) xy {
			return eval[xy](b, fmt.Sprintf(`(() => { const r = document.querySelector("[data-timeline]").getBoundingClientRect(); return {X: r.x + 6 + %g * (r.width - 12), Y: r.y + r.height / 2} })()`, u))
		}
		b.drag(at(0.1), at(1))
		b.waitStep(last)
		end := b.settled()
		b.drag(at(1), at(0))
		b.waitStep(0)
		b.drag(at(0), at(1))
		b.waitStep(last)
		if !b.shows(end) {
			t.Error("after scrubbing back and forth the end looks different")
		}
		if got := eval[string](b, `document.querySelector("[data-timeline]").getAttribute("aria-valuenow")`); got != fmt.Sprint(last) {
			t.Errorf("the slider says %s, want %d", got, last)
		}
	})
}

func TestJumpToEvents(t *testing.T) {
	each(t, "?step=0", func(t *testing.T, b *tab) {
		b.whole()
		b.press("[data-action=next]")
		b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
		first := b.step()
		b.press("[data-action=next]")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, first))
		b.press("[data-action=prev]")
		b.waitStep(first)
		// The last kind of the menu alone.
		kind := eval[string](b, `document.querySelector("[data-event-kind]").options[document.querySelector("[data-event-kind]").options.length - 1].value`)
		b.choose("[data-event-kind]", kind)
		b.press("[data-action=start]")
		b.waitStep(0)
		b.press("[data-action=next]")
		b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	})
}

func TestPlayAndPause(t *testing.T) {
	each(t, "?step=0", func(t *testing.T, b *tab) {
		b.choose("[data-speed]", "30")
		b.press("[data-action=play]")
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "true"`)
		b.wait(`Number(document.querySelector("[data-step]").textContent) >= 4`)
		b.press("[data-action=play]")
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
		b.settled()
		n := b.step()
		b.settled()
		if m := b.step(); m != n {
			t.Errorf("after the pause it went on from %d to %d", n, m)
		}
		// At the end it stops by itself.
		b.press("[data-action=end]")
		b.waitStep(b.whole())
		b.waitText("[data-next]", "Start again")
		b.press("[data-action=step]")
		b.waitStep(0)
	})
}

func TestKeys(t *testing.T) {
	each(t, "?step=0", func(t *testing.T, b *tab) {
		last := b.whole()
		b.key(kb.End)
		b.waitStep(last)
		b.key(kb.Home)
		b.waitStep(0)
		b.key(kb.ArrowRight)
		b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
		b.key(kb.ArrowLeft)
		b.waitStep(0)
		b.key("n")
		b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
		first := b.step()
		b.key("n")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, first))
		b.key("N")
		b.waitStep(first)
		b.key("?")
		b.wait(`document.querySelector("#keys-dialog").open`)
		b.key(kb.Escape)
		b.wait(`!document.querySelector("#keys-dialog").open`)
		b.key(" ")
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "true"`)
		b.key(" ")
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	})
}

func TestReconnects(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/perceptron?step=5")
	b.excused = "WebSocket" // the browser reports the lost connection
	b.waitStep(5)
	before := b.settled()
	s.listener.drop()
	b.wait(`!document.querySelector("[data-live]")`)
	if eval[bool](b, `document.querySelector("[data-banner]").hidden`) {
		t.Error("the page does not say that the connection is lost")
	}
	if b.picture() != before {
		t.Error("the board went blank")
	}
	b.live()
	b.wait(`document.querySelector("[data-banner]").hidden`)
	if !b.shows(before) {
		t.Error("after reconnecting the picture is another one")
	}
	b.press("[data-action=step]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 5`)
}
