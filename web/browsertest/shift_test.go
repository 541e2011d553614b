package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// watchShifts makes the page note what moves without the reader's doing.
const watchShifts = `(() => {
	self.shifts = [];
	const name = n => (n?.outerHTML ?? n?.parentNode?.outerHTML ?? "?").slice(0, 90);
	self.watch = new PerformanceObserver(list => {
		for (const e of list.getEntries()) self.shifts.push([e.value, document.querySelector("[data-step]").textContent, e.sources.map(s => name(s.node)).join(" | ")]);
	});
	self.watch.observe({type: "layout-shift"});
})()`

// moved is how far things may move while a run is played for the first time, as
// browsers measure it: a twentieth of what they call good. It is not zero because
// the legend of a side view may take another line when it names a thing that the
// looked-at steps had not, and because a note grows with its digits.
const moved = 0.005

// Nothing moves when frames arrive, not even at first: boxes have the room of what
// later steps tell, and views that are to come have their places.
func TestNoLayoutShift(t *testing.T) {
	s := serve(t)
	for _, id := range []string{"svm", "gp-regression", "perceptron", "em-gmm", "adaboost"} {
		b := s.open(t, 1440, 900, "/d/"+id+"?step=0")
		eval[any](b, `document.fonts.ready.then(() => {})`) // the maths font swaps in
		last := b.whole()
		b.settled()
		b.choose("[data-speed]", "60")
		eval[any](b, watchShifts)
		b.key(" ")
		b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) >= %d`, min(60, last)))
		b.key(kb.End)
		b.waitStep(last)
		sum := eval[float64](b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
			const rest = self.watch.takeRecords();
			done(self.shifts.reduce((sum, [v]) => sum + v, 0) + rest.reduce((sum, e) => sum + e.value, 0));
		})))`)
		if sum > moved {
			t.Errorf("%s: things move by %.4f in all:\n%s", id, sum, strings.Join(eval[[]string](b, `self.shifts.map(([v, step, s]) => v.toFixed(4) + " at step " + step + ": " + s)`), "\n"))
		}
		t.Logf("%s: %.4f", id, sum)
	}
}
