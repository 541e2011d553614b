package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/nearest"
)

// Points have classes or values, by the data, and a reader turns one into the other.
func TestClassesOrValues(t *testing.T) {
	site := serveConfig(t, web.Config{Demos: []algos.Demo{nearest.Demo()}})
	b := site.open(t, 1440, 900, "/d/nearest")
	b.settled()
	const chips = `document.querySelector(".chips").checkVisibility()`
	b.wait(chips)
	if got := eval[[]string](b, `[...document.querySelectorAll("option[data-generator]")].map(o => o.dataset.generator)`); !strings.Contains(strings.Join(got, " "), "moons") || !strings.Contains(strings.Join(got, " "), "sine") {
		t.Errorf("the generators are %q", got)
	}
	b.press("[data-unfold=data]")
	b.choose("[data-target-as]", "values")
	b.wait(`!` + chips + ` && location.search.includes("data=p2v~0_0_-1~1_0_1")`)
	b.wait(`document.querySelector("[data-say]").textContent.includes("The mean of")`)
	b.press("[data-action=undo]")
	b.wait(chips + ` && document.querySelector("[data-target-as]").value === "classes" && document.querySelector("[data-say]").textContent.includes("vote")`)
	// By keyboard.
	b.do(chromedp.Focus(chromedp.CSS("[data-target-as]")))
	b.key(kb.ArrowDown)
	b.wait(`!` + chips + ` && document.querySelector("[data-target-as]").value === "values"`)
	// A point that is put by the mouse has a value, and held-out points are tested by it.
	b.settled()
	b.press("[data-tool=put]")
	b.click(b.spot(0.5, 0.3))
	b.waitPoints(5)
	b.choose("#held-share", "20")
	b.wait(`[...document.querySelectorAll("[data-chart]")].some(c => c.textContent.includes("squared error")) || document.body.textContent.includes("mean squared error")`)
	// A preset of classes brings the chips back.
	b.choose("#preset", "classes")
	b.wait(chips + ` && document.querySelector("[data-target-as]").value === "classes"`)
	b.accessible("classes or values", both)

	// A page that opens with values has the chips for when they become classes; by finger.
	c := site.open(t, 390, 844, "/d/nearest?preset=values")
	c.settled()
	c.wait(`!` + chips)
	c.reveal("[data-target-as]")
	c.choose("[data-target-as]", "classes")
	c.wait(chips)
	c.settled()
	before := eval[int](c, `document.querySelectorAll("svg.board [data-layer=data] [data-ref]").length`)
	at := c.spot(0.3, 0.3)
	c.touch("touchStart", at)
	c.touch("touchEnd")
	c.waitPoints(before + 1)
}
