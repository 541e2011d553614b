package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Points without classes are put, sprayed, selected and removed like others.
func TestToolsWithoutClasses(t *testing.T) {
	s := serve(t)
	for _, demo := range []string{"gp-regression", "em-gmm"} {
		t.Run(demo, func(t *testing.T) {
			b := s.open(t, 1440, 900, "/d/"+demo)
			n := b.points()
			b.click(b.spot(0.6, 0.3))
			b.press(".bar [data-tool=brush]")
			b.click(b.spot(0.5, 0.7))
			b.settled()
			if b.points() <= n+1 {
				t.Errorf("%d points after a click and a stroke, %d before", b.points(), n)
			}
			b.press(".bar [data-tool=select]")
			b.press("[data-action=select-all]")
			b.key(kb.Delete)
			b.waitText("[data-count]", "0")
		})
	}
}
