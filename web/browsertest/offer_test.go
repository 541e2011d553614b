package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/web/browsertest/engine"
)

// Where the ascent of the evidence has ended, a button puts the optimum into the
// controls: as one edit, in the link, and taken back at once. By the mouse, by keys
// alone, and by a finger on a phone.
func TestTakeTheOptimum(t *testing.T) {
	s := serve(t)
	for _, way := range []struct {
		name          string
		width, height int64
		opts          []chromedp.EmulateViewportOption
		take, undo    func(b *tab)
	}{
		{"mouse", 1366, 768, nil, func(b *tab) { b.press("[data-action=take]") }, func(b *tab) { b.press("[data-action=undo]") }},
		{"keys", 1366, 768, nil, func(b *tab) {
			b.tabTo("[data-action=take]")
			b.key("\r")
		}, func(b *tab) { b.chord("z", false) }},
		{
			"finger", 390, 844,
			[]chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch},
			func(b *tab) { b.tap("[data-action=take]") }, func(b *tab) { b.tap("[data-action=undo]") },
		},
	} {
		t.Run(way.name, func(t *testing.T) {
			b := s.open(t, way.width, way.height, "/d/gp-regression?preset=optimise&step=end", way.opts...)
			b.settled()
			b.wait(`!document.querySelector("[data-offer]").hidden`)
			kernel := eval[string](b, `document.querySelector("#p-kernel").value`)
			offered := eval[string](b, `document.querySelector("[data-offer-values] dd").textContent`)
			if offered == kernel || !strings.HasPrefix(offered, "0.") || len(offered) > 40 {
				t.Errorf("the kernel %q is offered in place of %q", offered, kernel)
			}
			way.take(b)
			b.wait(`document.querySelector("#p-kernel").value !== "` + kernel + `"`)
			b.offers("undo", "change kernel, noise variance σ², hyperparameter tuning")
			if got := eval[string](b, `document.querySelector("#p-kernel").value`); got != offered {
				t.Errorf("the kernel is %q, offered was %q", got, offered)
			}
			b.wait(`new URLSearchParams(location.search).get("kernel") === document.querySelector("#p-kernel").value`)
			b.wait(`document.querySelector("[data-offer]").hidden`) // nothing climbs now
			// Whoever took them by keys goes on by keys from about there.
			if way.name == "keys" && eval[bool](b, `document.activeElement === document.body`) {
				t.Error("the keyboard is nowhere once the button has gone")
			}
			way.undo(b)
			b.wait(`document.querySelector("#p-kernel").value === "` + kernel + `" && document.querySelector("#p-optimize").checked`)
			b.offers("undo", "")
		})
	}
}

// tabTo goes on by Tab until it is at what a selector finds.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	b.reveal(selector)
	const many = 150
	for range many {
		b.key(kb.Tab)
		if eval[bool](b, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
	}
	b.t.Fatalf("%d times Tab do not lead to %s", many, selector)
}

// tap touches what a selector finds with a finger.
func (b *tab) tap(selector string) {
	b.t.Helper()
	b.reveal(selector)
	p := (&guest{visitor: b.visitor}).middle(selector)
	if err := b.page.Perform(engine.Finger, engine.Move(p.pixel()), engine.Down(), engine.Up()); err != nil {
		b.t.Fatal(err)
	}
}
