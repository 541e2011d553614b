package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The parameters of logistic regression are scaled up by dragging s: the likelihood in the
// picture rises.
func TestScalingUpByMouse(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/logistic?preset=scaled&step=4")
	b.settled()
	note := `document.querySelector('[data-view=likelihood] [data-note]').textContent`
	before := eval[string](b, note)
	from := b.held("scaling")
	to := xy{from.X + 50, from.Y}
	b.mouse(chromedp.MouseMoved, from, 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, from, 1)
	b.mouse(chromedp.MouseMoved, xy{from.X + 25, from.Y}, 1)
	b.mouse(chromedp.MouseMoved, to, 1)
	b.mouse(chromedp.MouseReleased, to, 0)
	b.final("scaling")
	if s := b.set("scaling"); len(s) != 1 || s[0] <= 3 {
		t.Errorf("s is %v after it was dragged to the right", s)
	}
	b.wait(fmt.Sprintf("%s !== %q", note, before))
}

// Least squares is fitted beside logistic regression, and both numbers of misclassified points are told.
func TestLeastSquaresIsTold(t *testing.T) {
	b := serve(t).open(t, 390, 844, "/d/logistic?preset=squares&step=end", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.settled()
	b.wait(`document.body.textContent.includes("misclassifies 4 of 19") && document.body.textContent.includes("misclassifies 2")`)
}
