package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

// watchShifts makes the page note what moves without the reader's doing.
const watchShifts = `(() => {
	self.shifts = [];
	const name = n => (n?.outerHTML ?? n?.parentNode?.outerHTML ?? "?").slice(0, 90);
	self.watch = new PerformanceObserver(list => {
		const step = document.querySelector("[data-step]").textContent;
		for (const e of list.getEntries()) self.shifts.push({By: e.value, Step: step, What: e.sources.map(s => name(s.node)).join(" | ")});
	});
	self.watch.observe({type: "layout-shift"});
})()`

// moved is how far things may move while a run is played for the first time, all steps
// together: 0.05 to 0.09 were seen, and browsers call 0.1 in five seconds good and 0.25
// poor. It is not zero because the story's box fits its text and a little more, and grows
// when a step has more to tell than those around the one at which the page was opened.
// seldom is how many steps may move things: a box that has grown stays.
const (
	moved  = 0.15
	seldom = 6
	digit  = 0.002 // a note grows with its digits
)

// walked are the steps that are shown one by one before a run is played for the second
// time, which ends at played: a busy machine shows not every step of a play, and may show
// some more before the key that ends it.
const (
	walked = 30
	played = 15
)

// Frames hardly ever move anything: boxes have the room of what most steps tell, and
// views that are to come have their places. What was shown once moves nothing at all.
func TestNoLayoutShift(t *testing.T) {
	s := serve(t)
	for _, id := range []string{"svm", "gp-regression", "perceptron", "em-gmm", "adaboost"} {
		b := s.open(t, 1440, 900, "/d/"+id+"?step=0")
		eval[any](b, `document.fonts.ready.then(() => {})`) // the maths font swaps in
		last := b.whole()
		b.settled()
		eval[any](b, watchShifts)
		b.plays("60", min(60, last), last)
		b.stands(id, moved, seldom)
		for step := range min(walked, last) {
			b.goTo(step)
		}
		b.stands(id, moved, seldom)
		b.plays("15", min(played, last), last)
		b.stands(id, 0, 0)
	}
}

// plays plays a run from its beginning to a step, so many steps a second, and then jumps
// to the end.
func (b *tab) plays(speed string, to, last int) {
	b.t.Helper()
	b.choose("[data-speed]", speed)
	b.key(kb.Home)
	b.waitStep(0)
	b.key(" ")
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) >= %d`, to))
	b.key(kb.End)
	b.waitStep(last)
}

// stands fails if things moved farther, or at more steps, since it was last asked.
func (b *tab) stands(id string, far float64, often int) {
	b.t.Helper()
	movements := eval[[]movement](b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(self.shifts.splice(0)))))`)
	sum, steps := 0.0, map[string]bool{}
	for _, m := range movements {
		sum += m.By
		if m.By > digit {
			steps[m.Step] = true
		}
	}
	if sum > far+digit || len(steps) > often {
		b.t.Errorf("%s: things move by %.4f at %d steps: %v", id, sum, len(steps), movements)
	}
	b.t.Logf("%s: %.4f at %d steps", id, sum, len(steps))
}

// A movement is what moved at a step, and how far.
type movement struct {
	By   float64
	Step string
	What string
}

// The front page stands still while it loads, also where it has somewhere to go on; and so
// does a course.
func TestGalleryDoesNotShift(t *testing.T) {
	s := serve(t)
	for _, size := range [][2]int64{{1366, 768}, {390, 844}} {
		b := s.blank(t, size[0], size[1])
		b.standsStill("/")
		eval[any](b, `localStorage.been = JSON.stringify([{demo: "svm", query: "step=3", at: Date.now()}])`)
		eval[any](b, `localStorage["ticks 003"] = "[\"003.E perceptron\"]"`)
		b.standsStill("/")
		b.standsStill("/course/003")
	}
}

// unseen is a shift that no reader sees: a formula that grows by a pixel with its font.
const unseen = 0.00005

// standsStill fails if anything of a page moves while it loads.
func (b *tab) standsStill(path string) {
	b.t.Helper()
	b.visit(path)
	eval[any](b, `document.fonts.ready.then(() => Promise.all([...document.images].filter(i => i.loading !== "lazy" || i.complete).map(i => i.decode().catch(() => {}))))`)
	shifts := eval[[]string](b, fmt.Sprintf(`new Promise(done => {
		const name = n => (n?.outerHTML ?? n?.parentNode?.outerHTML ?? "?").slice(0, 120);
		const seen = [];
		new PerformanceObserver(list => { for (const e of list.getEntries()) if (e.value >= %v) seen.push(e.value.toFixed(4) + ": " + e.sources.map(s => name(s.node)).join(" | ")); })
			.observe({type: "layout-shift", buffered: true});
		setTimeout(() => done(seen), 600);
	})`, unseen))
	if len(shifts) > 0 {
		b.t.Errorf("%s: things move:\n%s", path, strings.Join(shifts, "\n"))
	}
}

// white is how much of the story's box may be empty: less than three lines.
const white = 60

// The box of the story fits its text, wherever the run is opened.
func TestStoryFitsItsText(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		for _, query := range []string{"", "?step=0"} {
			b.visit("/d/" + d.ID + query)
			eval[any](b, `document.fonts.ready.then(() => {})`)
			empty := eval[map[string]float64](b, `Object.fromEntries([[".now", "[data-say]"], [".promises", "[data-promise]"]].map(([box, text]) => {
				const inner = document.querySelector(text), outer = document.querySelector(box);
				const style = getComputedStyle(outer), end = inner.lastElementChild?.getBoundingClientRect().bottom ?? 0;
				const source = outer.querySelector(".source")?.getBoundingClientRect().height ?? 0; // the way to the code, below
				return [box, outer.hidden ? 0 : outer.getBoundingClientRect().bottom - parseFloat(style.paddingBottom) - source - end];
			}))`)
			for box, px := range empty {
				if px > white {
					t.Errorf("%s%s: %.0f px of %s are empty", d.ID, query, px, box)
				}
			}
			t.Logf("%s%s: %.0f and %.0f px are empty", d.ID, query, empty[".now"], empty[".promises"])
		}
	}
}
