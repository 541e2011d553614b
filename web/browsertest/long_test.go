package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A run of ten thousand steps is scrubbed like a short one: as many messages as
// the screen can show, a frame for each at most, and no more elements.
func TestLongRunStaysSmooth(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron?data=xor~40~0.15~7&passes=300")
	last := b.whole()
	if last < 9000 {
		t.Fatalf("the run has %d steps", last)
	}
	b.settled()
	const elements = `document.querySelectorAll("*").length`
	before := eval[int](b, elements)
	// The ticks are drawn once for each pixel, however many events there are.
	if n := eval[int](b, `document.querySelector("[data-ticks]").innerHTML.length`); n > 60_000 {
		t.Errorf("the timeline's ticks take %d characters", n)
	}
	eval[any](b, `(() => {
		self.sent = {};
		self.painted = 0;
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (m) {
			const { type } = JSON.parse(m);
			self.sent[type] = (self.sent[type] ?? 0) + 1;
			send.call(this, m);
		};
		const count = () => { self.painted++; requestAnimationFrame(count) };
		count();
	})()`)
	at := func(u float64) xy {
		return eval[xy](b, fmt.Sprintf(`(() => { const r = document.querySelector("[data-timeline]").getBoundingClientRect(); return {X: r.x + 6 + %g * (r.width - 12), Y: r.y + r.height / 2} })()`, u))
	}
	from, to := at(0.02), at(0.98)
	b.mouse(chromedp.MousePressed, from, 1)
	const moves = 150
	for i := range moves {
		b.mouse(chromedp.MouseMoved, xy{from.X + (to.X-from.X)*float64(i)/moves, from.Y}, 1)
	}
	b.mouse(chromedp.MouseMoved, at(1), 1)
	b.mouse(chromedp.MouseReleased, at(1), 0)
	b.waitStep(last)
	b.settled()
	seeks, acks, painted := eval[int](b, `self.sent.seek ?? 0`), eval[int](b, `self.sent.ack ?? 0`), eval[int](b, `self.painted`)
	if seeks == 0 || seeks > painted || seeks > moves+3 {
		t.Errorf("%d moves send %d messages in %d frames of the screen", moves, seeks, painted)
	}
	if acks == 0 || acks > seeks+4 {
		t.Errorf("%d messages are answered by %d pictures", seeks, acks)
	}
	if after := eval[int](b, elements); after > before+150 {
		t.Errorf("%d elements became %d", before, after)
	}
}
