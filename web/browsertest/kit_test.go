package browsertest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/descent"
	"playground/web/testdemos/filter"
	"playground/web/testdemos/hierarchy"
	"playground/web/testdemos/network"
	"playground/web/wire"
)

// serveKit serves a demo that shows what the kit has for formulas, networks, trees or chains.
func serveKit(t *testing.T, d algos.Demo) *site {
	t.Helper()
	return serveConfig(t, web.Config{Demos: []algos.Demo{d}})
}

// withHands opens a page for a mouse, and for a finger.
func withHands(t *testing.T, s *site, path string, test func(t *testing.T, b *tab, touch bool)) {
	t.Helper()
	t.Run("mouse", func(t *testing.T) {
		b := s.open(t, 1440, 900, path)
		b.settled()
		test(t, b, false)
	})
	t.Run("finger", func(t *testing.T) {
		b := s.open(t, 390, 844, path, chromedp.EmulateMobile, chromedp.EmulateTouch)
		b.settled()
		test(t, b, true)
	})
}

// typeFormula writes a formula into the form and presses Enter. What is longer than hands write comes at once, as if pasted.
func (b *tab) typeFormula(text string) {
	b.t.Helper()
	if len(text) > 0 && len(text) < 100 {
		b.fill("#p-f", text)
		return
	}
	b.reveal("#p-f")
	b.do(chromedp.Focus(chromedp.CSS("#p-f")))
	eval[any](b, `document.getElementById("p-f").select()`)
	b.key(kb.Delete)
	b.insert(text)
	b.key("\r")
}

// insert writes into the field in focus as an input method does, or as if pasted.
func (b *tab) insert(text string) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// A reader writes the function. What is wrong with it is said at its field, by the character; the run stays, and goes on
// when the formula is right.
func TestAFormulaIsTyped(t *testing.T) {
	b := serveKit(t, descent.Demo()).open(t, 1440, 900, "/d/descent?step=3")
	b.settled()
	board := b.picture()
	const said = "[data-say]"
	b.typeFormula("(x - 1)^2 + (y + 0.5)^2")
	b.wait(`document.querySelector("[data-say] math")?.textContent.includes("0.5") && new URLSearchParams(location.search).get("f") === "(x - 1)^2 + (y + 0.5)^2"`)
	if !b.differs(board) {
		t.Error("another function has the same contours")
	}
	for _, c := range []struct{ text, want string }{
		{"sin(", "character 5: the formula ends where a number, a variable (x, y), a function or an opening bracket is expected"},
		{"x + * y", "character 5: “*” stands where"},
		{"x^2 + z", "character 7: “z” is unknown; the variables are x, y"},
		{"", "the formula is empty: write one of x, y, such as"},
		{strings.Repeat("x+", 4999) + "x", "9999 characters are too many: at most 500"},
		{strings.Repeat("x+", 5000), "10000 characters are too many: at most 500"},
		{strings.Repeat("x", wire.MaxTyped+1), "16385 bytes are too many: at most 16384"},
		{strings.Repeat("(", 1000) + "x" + strings.Repeat(")", 1000), "2001 characters are too many: at most 500"},
		{strings.Repeat("(", 100) + "x" + strings.Repeat(")", 100), "character 41: brackets, signs and powers are nested more than 40 deep; simplify the formula"},
	} {
		before := b.text(said)
		b.typeFormula(c.text)
		b.wait(fmt.Sprintf(`!document.getElementById("err-f").hidden && document.getElementById("err-f").textContent.includes(%q) &&
			document.getElementById("p-f").getAttribute("aria-invalid") === "true"`, c.want))
		if b.text(said) != before {
			t.Errorf("%.20q changed what is said", c.text)
		}
	}
	b.shootAs("descent-error")
	b.accessible("a formula with an error", both)
	// The session lives on: steps are taken, and the next formula that can be read is used.
	step := b.step()
	b.press("[data-action=step]")
	b.waitStep(step + 1)
	b.typeFormula("x^2 + y^2")
	b.wait(`document.getElementById("err-f").hidden && !document.getElementById("p-f").hasAttribute("aria-invalid") &&
		new URLSearchParams(location.search).get("f") === "x^2 + y^2"`)
	// Where it is undefined the run ends in words, and the start can be dragged elsewhere.
	b.typeFormula("log(x) + y^2")
	b.wait(`document.body.textContent.includes("Drag the initial point to where f is defined") && !!document.querySelector('svg.board [data-drag=initial]')`)
	b.shootAs("descent-undefined")

	// In Chinese, on a phone.
	c := serveKitPhone(b)
	c.typeFormula("sin(")
	c.wait(`/第 5 个字符/.test(document.getElementById("err-f").textContent)`)
	c.shootAs("descent-error-phone")
}

// serveKitPhone is the same page in Chinese on a phone.
func serveKitPhone(b *tab) *tab {
	b.t.Helper()
	c := b.site.open(b.t, 390, 844, "/d/descent?lang=zh", chromedp.EmulateMobile, chromedp.EmulateTouch)
	c.settled()
	return c
}

// The start of a descent is dragged on its board, and moved by keys.
func TestTheStartOfADescent(t *testing.T) {
	s := serveKit(t, descent.Demo())
	withHands(t, s, "/d/descent?step=5", func(t *testing.T, b *tab, touch bool) {
		unit := eval[float64](b, `document.querySelector("svg.board").getBoundingClientRect().width`) / 10
		b.pulled(touch, b.held("initial"), 2*unit, unit)
		b.final("initial")
		if at := b.set("initial"); !(at[0] > -1.5 && at[0] < 1.5 && at[1] < 1.3 && at[1] > -1.5) {
			t.Errorf("the start is dragged to %v", at)
		}
		if b.step() != 5 {
			t.Errorf("the page is at step %d, and was at 5", b.step())
		}
		b.accessible("a descent", ours)
	})
	b := s.open(t, 1440, 900, "/d/descent?step=5")
	b.settled()
	b.held("initial")
	eval[any](b, gripOf("initial")+`.focus()`)
	b.key(kb.ArrowRight)
	b.key(kb.ArrowUp)
	b.final("initial")
	if at := b.set("initial"); !(at[0] > -2 && at[0] < -1.8 && at[1] > 1.5 && at[1] < 1.7) {
		t.Errorf("two keys move the start to %v", at)
	}
	// The columns of the histogram say what they count.
	b.rest(`svg[data-panel=lengths] [data-ref^=length]`)
	b.wait(inspected + `.textContent.includes("from")`)
}

// A unit of the network is the answer of a question, on its small board or in the menu.
func TestAUnitIsPicked(t *testing.T) {
	s := serveKit(t, network.Demo())
	withHands(t, s, "/d/network?step=5&ask=largest-move", func(t *testing.T, b *tab, touch bool) {
		b.wait(`document.documentElement.hasAttribute("data-asking") && document.querySelectorAll("[data-ask-picks] option").length === 5`)
		b.reveal("svg[data-panel=network]")
		b.wait(`document.querySelectorAll(".ask-picks [data-pick]").length === 4`)
		for _, i := range []int{0, 3} {
			at := b.pick(i)
			if touch {
				b.touch("touchStart", at)
				b.touch("touchEnd")
			} else {
				b.click(at)
			}
			b.picked(i)
		}
		b.shootAs("network-picked-" + map[bool]string{true: "finger", false: "mouse"}[touch])
		b.press("[data-ask] [type=submit]")
		b.wait(`!document.querySelector("[data-ask-verdict]").hidden && /hidden unit \d/.test(document.querySelector("[data-ask]").textContent)`)
		b.press("[data-action=go-on]")
		b.waitStep(6)
	})
	b := s.open(t, 1440, 900, "/d/network?step=5&ask=largest-move")
	b.wait(`document.querySelectorAll(".ask-picks [data-pick]").length === 4`)
	b.settled()
	b.pick(0)
	eval[any](b, `document.querySelector('.ask-picks [tabindex="0"]').focus()`)
	b.key(kb.ArrowDown)
	b.picked(1)
	b.accessible("a unit is asked for", both)
	b.key("\r")
	b.wait(`!document.querySelector("[data-ask-verdict]").hidden`)
	b.key(kb.Escape)
	b.wait(`document.querySelector("[data-ask]").hidden`)
}

// The network learns from the points as they lie: one is moved, and a step trains on.
func TestANetworkFollowsItsPoints(t *testing.T) {
	s := serveKit(t, network.Demo())
	withHands(t, s, "/d/network?step=8", func(t *testing.T, b *tab, touch bool) {
		said, drawn := b.text("[data-say]"), b.picture()
		data := eval[string](b, `location.search`)
		from := b.point(0)
		b.pulled(touch, from, 30, -50)
		b.wait(fmt.Sprintf(`location.search !== %q && location.search.includes("data=")`, data))
		if !b.differs(drawn) || b.text("[data-say]") == said {
			t.Error("a point that moved changes nothing")
		}
		if to := b.point(0); math.Hypot(to.X-from.X, to.Y-from.Y) < 30 {
			t.Errorf("the point moved from %v to %v", from, to)
		}
		step := b.step()
		b.press("[data-action=step]")
		b.waitStep(step + 1)
		// Every class is counted in the confusion matrix.
		b.reveal("svg[data-panel=confusion]")
		b.settled()
		b.accessible("a network", ours)
	})
	b := s.open(t, 1440, 900, "/d/network?step=8")
	b.settled()
	b.key(kb.ArrowRight)
	b.waitStep(9)
	// The sixth hidden unit: numbers give way to the small boards.
	b.fill("#p-hidden", "6")
	b.wait(`document.querySelectorAll('svg[data-panel=network] [data-ref^="u1-"]').length === 6`)
	b.settled()
	b.shootAs("network-six")
}

// clusters is how many the cut gives, by the note of the tree, and how many colours the board has.
func (b *tab) clusters() (told, coloured int) {
	b.t.Helper()
	b.settled()
	told = eval[int](b, `Number(document.querySelector("[data-say]").textContent.match(/gives (\d+) cluster/)[1])`)
	coloured = eval[int](b, `new Set([...document.querySelectorAll("svg.board [data-layer=data] [data-ref]")].map(e =>
		e.getAttribute("class") ?? e.firstElementChild?.getAttribute("class"))).size`)
	return told, coloured
}

// The cut of a dendrogram is dragged: the points have the colours of the clusters below it.
func TestTheCutOfADendrogram(t *testing.T) {
	s := serveKit(t, hierarchy.Demo())
	withHands(t, s, "/d/hierarchy?step=end", func(t *testing.T, b *tab, touch bool) {
		before, colours := b.clusters()
		at := b.held("cut")
		height := eval[float64](b, `document.querySelector("svg[data-panel=tree]").getBoundingClientRect().height`)
		b.pulled(touch, xy{at.X - 3, at.Y}, 0, 0.12*height)
		b.final("cut")
		lower, more := b.clusters()
		if !(lower > before && more > colours) {
			t.Errorf("a lower cut gives %d clusters in %d colours, and there were %d in %d", lower, more, before, colours)
		}
		b.shootAs("hierarchy-" + map[bool]string{true: "finger", false: "mouse"}[touch])
		// Far above the tree it is one cluster, and the axis stays.
		axis := eval[string](b, `document.querySelector("svg[data-panel=tree]").textContent`)
		at = b.held("cut")
		b.pulled(touch, at, 0, -2*height)
		b.wait(`/gives 1 cluster\b/.test(document.querySelector("[data-say]").textContent)`)
		b.settled()
		if now := eval[string](b, `document.querySelector("svg[data-panel=tree]").textContent`); now != axis {
			t.Errorf("the axis moved: %q became %q", axis, now)
		}
		// It can be fetched back.
		b.pulled(touch, b.held("cut"), 0, 0.5*height)
		b.wait(`!/gives 1 cluster\b/.test(document.querySelector("[data-say]").textContent)`)
		b.accessible("a dendrogram", ours)
	})
	b := s.open(t, 1440, 900, "/d/hierarchy?step=end")
	b.settled()
	before := b.set("cut")[0]
	b.held("cut")
	eval[any](b, gripOf("cut")+`.focus()`)
	for range 3 {
		b.key(kb.ArrowDown)
	}
	b.final("cut")
	if cut := b.set("cut")[0]; !(cut < before) {
		t.Errorf("three keys down move the cut from %g to %g", before, cut)
	}
	// In Chinese the handle is called as its field.
	c := s.open(t, 1440, 900, "/d/hierarchy?step=end&lang=zh")
	c.settled()
	c.wait(gripOf("cut") + `.getAttribute("aria-label") === "切割高度"`)
	// A merge and a leaf light up where the pointer rests.
	b.rest(`svg[data-panel=tree] [data-ref=m16]`)
	b.wait(inspected + `.textContent.includes("merge 17 at the height")`)
}

// Observations are appended by pressing, and the state that follows is picked in the trellis.
func TestATrellisGrows(t *testing.T) {
	s := serveKit(t, filter.Demo())
	withHands(t, s, "/d/filter?preset=week&step=end", func(t *testing.T, b *tab, touch bool) {
		b.waitStep(6)
		press := b.press
		if touch {
			press = b.tap
		}
		press(`[data-acts] [data-act="0"]`)
		b.waitStep(7)
		b.wait(`document.getElementById("p-seen").value === "0 0 2 1 2 2 0"`)
		b.wait(`document.querySelectorAll('svg[data-panel=trellis] [data-ref="t7s0"]').length > 0`)
		top := b.middleOf("prior 2")
		b.pulled(touch, top, 0, -20)
		changed(b, "prior", "0.4 0.3 0.3")
		if p := b.list("prior"); !(p[1] > 0.3) || math.Abs(p[0]+p[1]+p[2]-1) > 1e-12 {
			t.Errorf("the initial distribution is %v", p)
		}
		b.reveal("svg[data-panel=joint]")
		b.accessible("a trellis, a simplex and a joint table", ours)
	})
	b := s.open(t, 1440, 900, "/d/filter?preset=week&step=3&ask=next-state")
	b.wait(`document.querySelectorAll(".ask-picks [data-pick]").length === 3`)
	b.settled()
	b.pick(1)
	eval[any](b, `document.querySelector('.ask-picks [tabindex="0"]').focus()`)
	b.key(kb.ArrowDown)
	b.key("\r")
	b.wait(`!document.querySelector("[data-ask-verdict]").hidden`)
	b.key(kb.Escape)
	b.key("3")
	b.waitStep(7)
}
