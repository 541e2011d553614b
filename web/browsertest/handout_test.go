package browsertest

import (
	"context"
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
	for _, shown := range []string{"h1", "svg.board", "[data-say]", "[data-promise]", ".handout"} {
		if eval[bool](b, `document.querySelector("`+shown+`").getClientRects().length === 0`) {
			t.Errorf("%s is not printed", shown)
		}
	}
	controls := eval[[]string](b, `[...document.querySelectorAll("button, input, select, textarea")].filter(e => e.getClientRects().length && !e.matches(".step-number")).map(e => e.outerHTML)`)
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
