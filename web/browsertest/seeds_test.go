package browsertest

import (
	"strings"
	"testing"

	"playground/web/browsertest/engine"
)

const (
	seedsOpen = `[data-seeds] > summary`
	seedLinks = `[...document.querySelectorAll("[data-seeds-list] a")]`
	allSeeds  = `document.querySelectorAll("[data-seeds-list] img[src]").length === 16 && ` + seedLinks + `.every(a => a.querySelector("img").naturalWidth > 0)`
)

// A reader opens the panel of other seeds by hand and by the keyboard, sees how sixteen
// runs end, and opens one of them, in every engine.
func TestOtherSeeds(t *testing.T) {
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		g := open(t, s, 1366, 768)
		g.load("/d/kmeans?seed=3")
		if n := eval[int](g, `performance.getEntriesByType("resource").filter(r => /seed/.test(r.name)).length`); n > 0 {
			t.Errorf("%d requests for other seeds before anybody wants them", n)
		}
		g.press(seedsOpen)
		g.wait(allSeeds)
		g.wait(`document.querySelector("[data-seeds-said]").textContent.startsWith("16 runs")`)
		if at := eval[string](g, `document.querySelector("[data-seeds-list] [aria-current]").dataset.seed`); at != "3" {
			t.Errorf("the run on the board is that of seed %s", at)
		}
		// Sorted, the numbers rise.
		g.press(`[data-action="seeds-sort"]`)
		g.wait(seedLinks + `.map(a => Number(a.querySelector("[data-number]").textContent)).every((x, i, all) => i === 0 || x >= all[i - 1])`)
		g.press(`[data-action="seeds-sort"]`)
		// By the keyboard: the link of seed 5 says how its run ends, and opens it where the reader is.
		eval[any](g, seedLinks+`.find(a => a.dataset.seed === "5").focus()`)
		if name := eval[string](g, `document.activeElement.textContent`); !strings.HasPrefix(name, "seed 5") || !strings.Contains(name, "converged") {
			t.Errorf("the link of seed 5 says %q", name)
		}
		step := g.step()
		g.keys(engine.Enter)
		g.wait(`new URLSearchParams(location.search).get("seed") === "5"`)
		g.wait(`document.querySelector("[data-seeds-list] [aria-current]")?.dataset.seed === "5"`)
		g.waitStep(step)
		// A change of the recipe asks for its own runs, with what was shown gone.
		eval[any](g, `(self.was = document.querySelector("[data-seeds-list] img").src, true)`)
		g.choose("[data-source]", "data:moons")
		g.wait(`document.querySelector("[data-seeds-list] img").src !== was && ` + allSeeds)
	})
}

// The panel is for everybody, by finger on a phone in Chinese as well, and is not offered
// where no chance plays.
func TestOtherSeedsAreForEverybody(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1280, 800, "/d/perceptron")
	b.wait(`document.querySelector("[data-live]")`)
	b.wait(`document.querySelector("[data-seeds]").hidden`)
	b.load("/d/mcmc")
	b.press(seedsOpen)
	b.wait(allSeeds)
	b.accessible("other seeds", both)
	phone := s.open(t, phoneWidth, phoneHeight, "/d/em-gmm?lang=zh")
	phone.tap("#tab-views")
	phone.tap(seedsOpen)
	phone.wait(allSeeds)
	phone.shade("dark")
	phone.wait(allSeeds)
	phone.accessible("other seeds on a phone, dark", both)
	if n := eval[int](phone, `document.documentElement.scrollWidth - innerWidth`); n > 0 {
		t.Errorf("the page is %d pixels wider than the phone", n)
	}
	phone.tap(`[data-seeds-list] a[data-seed="2"]`)
	phone.wait(`new URLSearchParams(location.search).get("seed") === "2"`)
	phone.chinese("other seeds")
}
