package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// The penalty of kernel ridge regression is dragged along a logarithmic axis, in the
// picture of the errors.
func TestPenaltyIsDraggedAlongThePath(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/kernel-ridge?preset=sine&step=end")
	b.settled()
	before := b.set("lambda")
	from := b.held("lambda")
	to := xy{from.X - 60, from.Y}
	b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, from, 1)
	b.mouse(chromedp.MouseMoved, xy{from.X - 30, from.Y}, 1)
	b.mouse(chromedp.MouseMoved, to, 1)
	b.wait(`document.getElementById("p-lambda").value !== "0.3"`)
	b.mouse(chromedp.MouseReleased, to, 0)
	b.final("lambda")
	if after := b.set("lambda"); !(after[0] > 0 && after[0] < before[0]/5) {
		t.Errorf("dragged to the left by 60 pixels, λ went from %v to %v", before, after)
	}
}
