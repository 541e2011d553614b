package browsertest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func TestHandoutHasNoControls(t *testing.T) {
	b := serve(t).open(t, 1280, 800, "/d/svm?step=3&C=10")
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	eval[any](b, `dispatchEvent(new Event("beforeprint"))`)
	if got, want := b.text("[data-handout-link]"), b.site.URL+"/d/svm?C=10&step=3"; got != want {
		t.Errorf("the link is %s, want %s", got, want)
	}
	b.wait(`document.querySelector("[data-handout-facts]").textContent.includes("C = 10 · ")`)
	// Its settings are told in the words of the controls.
	if facts := b.text("[data-handout-facts]"); !strings.Contains(facts, "hard margin = off") || strings.Contains(facts, "kernel = rbf") {
		t.Errorf("the settings are %s", facts)
	}
	for _, shown := range []string{".stage h1", "svg.board", "[data-say]", "[data-promise]", ".handout"} {
		if eval[bool](b, `document.querySelector("`+shown+`").getClientRects().length === 0`) {
			t.Errorf("%s is not printed", shown)
		}
	}
	controls := eval[[]string](b, `[...document.querySelectorAll("button, input, select, textarea")].filter(e => e.getClientRects().length && !e.matches(".step-number, .legend .item")).map(e => e.outerHTML)`)
	for _, c := range controls {
		t.Errorf("printed: %.120s", c)
	}
}

func TestProjectorByKey(t *testing.T) {
	b := serve(t).open(t, 1920, 1080, "/d/svm?step=3")
	b.key("p")
	b.wait(`document.documentElement.dataset.mode === "projector"`)
	b.wait(`document.querySelector(".side").getClientRects().length === 0`)
	for _, shown := range []string{"svg.board", ".transport", "[data-say]", "[data-promise]"} {
		if eval[bool](b, `document.querySelector("`+shown+`").getClientRects().length === 0`) {
			t.Errorf("%s is not shown", shown)
		}
	}
	b.key("p")
	b.wait(`document.documentElement.dataset.mode !== "projector" && document.querySelector(".side").getClientRects().length > 0`)
}

// The printed board has the shape that it has on the screen, and the side views and
// the lesson are printed if somebody wants them.
func TestHandoutKeepsTheShapeAndHasMore(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm?step=3")
	b.settled()
	const shape = `(() => { const m = document.querySelector("svg.board").getScreenCTM(), box = document.querySelector("svg.board").viewBox.baseVal; return box.width / box.height * m.a / m.d })()`
	before := eval[float64](b, shape)
	b.press("[data-action=export]")
	b.wait(`document.querySelector("#export-dialog").open`)
	b.press("[data-print-part=views]")
	b.press("[data-print-part=lesson]")
	eval[any](b, `self.print = () => { self.printed = true }`)
	b.press("[data-action=print]")
	b.wait(`self.printed && !document.querySelector("#export-dialog").open`)
	b.do(chromedp.EmulateViewport(718, 1000), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	}))
	if after := eval[float64](b, shape); after < 0.95*before || after > 1.05*before {
		t.Errorf("the board is %.2f times as wide as high on paper, %.2f times on the screen", after, before)
	}
	printed := func(part string) bool {
		return eval[bool](b, `document.querySelector("`+part+`").getClientRects().length > 0`)
	}
	if !printed(".lesson .prose") || !printed(".side-view svg.chart") {
		t.Error("what was asked for is not printed")
	}
	eval[any](b, `for (const p of document.querySelectorAll("[data-print-part]")) if (p.checked) p.click()`)
	if printed(".lesson .prose") || printed(".side-view svg.chart") {
		t.Error("what was not asked for is printed")
	}
}
