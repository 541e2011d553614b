package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The slice of two values of a Gaussian process is dragged in its own picture, by mouse
// and by keys, and the bell beside it follows.
func TestSliceOfTwoValues(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/gp-regression?preset=slice&step=0")
	b.settled()
	const bell = `document.querySelector("[data-view=conditional]").textContent`
	b.wait(bell + `.includes("N(1.20, 0.360), given 1.5")`)
	from := b.held("given")
	b.drag(from, xy{from.X - 60, from.Y})
	b.final("given")
	if v := b.set("given")[0]; v >= 1.4 {
		t.Errorf("f(q₁) is %v after a drag to the left", v)
	}
	b.wait(`/N\([^)]*, 0\.360\), given (?!1\.5)/.test(` + bell + `)`)
	before := b.set("given")[0]
	b.wait(`document.activeElement === ` + gripOf("given"))
	b.key(kb.ArrowRight)
	b.wait(fmt.Sprintf(`+document.getElementById("p-given").value > %g`, before))
	b.final("given")
}
