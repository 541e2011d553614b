package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A line is turned by hand on the board, with the mouse and with keys, and
// the promise about its margin follows.
func TestALineByHand(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/svm-primal?preset=hand")
	b.settled()
	promise := func() string { return b.text(`[data-check="hand"]`) }
	before, promised := b.set("angle"), promise()
	at := b.held("angle")
	b.drag(at, xy{at.X - 25, at.Y - 30})
	b.final("angle")
	b.settled()
	turned := b.set("angle")
	if !(turned[0] > before[0]) {
		t.Errorf("dragged upwards, the angle went from %v to %v", before, turned)
	}
	if promise() == promised {
		t.Errorf("the promise about the margin is still %q", promised)
	}
	b.held("through")
	eval[any](b, fmt.Sprintf(`%s.focus()`, gripOf("through")))
	b.key(kb.ArrowLeft)
	b.final("through")
	if got := b.set("through"); got[0] == 0 && got[1] == 0 {
		t.Error("an arrow key does not move the line")
	}
}
