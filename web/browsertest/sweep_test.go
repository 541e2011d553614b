package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On the picture of all C the one of the run is dragged, and its line follows.
func TestDragCOnItsSweep(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/svm?preset=four-points&step=end")
	b.settled()
	from := b.held("C")
	b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, from, 1)
	for i := 1; i <= 4; i++ {
		b.mouse(chromedp.MouseMoved, xy{from.X - 20*float64(i), from.Y}, 1)
	}
	b.wait(`document.getElementById("p-C").value !== "20"`)
	b.mouse(chromedp.MouseReleased, xy{from.X - 80, from.Y}, 0)
	b.final("C")
	if c := b.set("C"); c[0] > 10 || c[0] < 0.1 {
		t.Errorf("dragged from 20 by two decades, C became %v", c)
	}
	b.settled()
	if to := b.held("C"); to.X > from.X-40 {
		t.Errorf("the line of C stayed at %v, from %v", to, from)
	}
}
