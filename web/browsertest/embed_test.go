package browsertest

import (
	"strings"
	"testing"
)

func TestEmbedFormBuildsTheMarkup(t *testing.T) {
	b := serve(t).open(t, 1280, 900, "/d/perceptron?step=1")
	b.press("[data-action=share]")
	b.press("[data-action=embed]")
	b.press(`[data-embed-form] [value=timeline]`)
	b.press(`[data-embed-form] [name=loop]`)
	code := eval[string](b, `document.querySelector("[data-embed-code]").value`)
	for _, want := range []string{`<iframe src="` + b.site.URL + "/embed/perceptron?", "step=1", "hide=timeline", "&amp;loop=1", `width="900"`} {
		if !strings.Contains(code, want) {
			t.Errorf("the markup %s lacks %s", code, want)
		}
	}
	// The preview is what the markup shows: alive, without the timeline.
	b.wait(`(() => {
		const page = document.querySelector("[data-preview]").contentDocument;
		return page?.querySelector("[data-live]") && !page.querySelector(".timeline").offsetParent;
	})()`)
}

func TestEmbeddedRunPlaysFromStartToEnd(t *testing.T) {
	b := serve(t).open(t, 320, 640, "/embed/svm?autoplay=1&speed=60&start=4&end=9&hide=transport,timeline")
	b.waitStep(9)
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("%d pixels beyond the right edge", over)
	}
	if eval[bool](b, `!!document.querySelector("[data-action=step]").offsetParent`) {
		t.Error("the buttons are not hidden")
	}
	// What is hidden are controls: how a run ended is still said.
	b.load("/embed/svm?step=end&hide=transport,timeline")
	b.wait(`document.querySelector("[data-reason]").textContent && document.querySelector("[data-reason]").offsetParent`)
}

// An excerpt ends where it should, even if no step of it was shown on the way: it has
// only one, or the machine is slow.
func TestEmbeddedRunEndsUnseen(t *testing.T) {
	b := serve(t).open(t, 640, 640, "/embed/svm?speed=60&start=4&end=5")
	b.waitStep(4)
	for range 2 {
		b.press("[data-action=play]")
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
		b.waitStep(5)
	}
}

// Played to its end, an excerpt starts over where it started, not at step 0.
func TestEmbeddedRunStartsOver(t *testing.T) {
	b := serve(t).open(t, 640, 640, "/embed/svm?speed=2&start=4&end=7")
	b.waitStep(4)
	b.press("[data-action=play]")
	b.waitStep(7)
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	eval[any](b, `(() => {
		self.steps = [];
		new MutationObserver(() => self.steps.push(Number(document.querySelector("[data-step]").textContent))).observe(document.querySelector("[data-step]"), {childList: true, characterData: true, subtree: true});
	})()`)
	b.press("[data-action=play]")
	b.wait(`self.steps.some((n) => n < 7) && self.steps.at(-1) === 7`)
	b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	if least := eval[int](b, `Math.min(...self.steps)`); least != 4 {
		t.Errorf("it starts over at step %d, want 4", least)
	}
	// The button that steps goes there, too.
	b.waitText("[data-next]", "Start again")
	b.press("[data-action=step]")
	b.waitStep(4)
}
