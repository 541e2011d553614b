package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// In Bayesian regression a point in parameter space is a line on the board,
// and an observation on the board is a stripe there: both are dragged, the one by keys too.
func TestLinesAndPointsAreDual(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/bayesian-regression?preset=line&step=9")
	b.settled()
	const plane = "svg:not(.board)"
	from := b.heldIn(plane, "line")
	b.drag(from, xy{from.X + 30, from.Y - 20})
	b.final("line")
	if v := b.set("line"); v[0] <= 0 || v[1] <= -1 {
		t.Errorf("the line has the coefficients %v after a drag up and to the right", v)
	}
	before := b.set("line")[0]
	b.wait(`document.activeElement.matches('` + plane + ` [data-grip^="line"]')`)
	b.key(kb.ArrowRight)
	b.wait(fmt.Sprintf(`parseFloat(document.getElementById("p-line").value) > %g`, before))
	b.final("line")
	from = b.held("observation")
	b.drag(from, xy{from.X - 80, from.Y})
	b.final("observation")
	if v := b.set("observation"); v[0] >= 1 {
		t.Errorf("the observation is at %v after a drag to the left", v)
	}
}
