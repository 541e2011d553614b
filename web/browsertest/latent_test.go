package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Where the latent function is looked at is dragged on the board and moved by keys, and
// the two probabilities beside it follow; the lengths are dragged on their logarithmic axis.
func TestLatentFunctionIsLookedAt(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/gp-classification?preset=high&step=end")
	b.settled()
	const said = `document.querySelector("[data-view=averaging]").textContent`
	b.wait(said + `.includes("averaged 0.638, plug-in 0.928")`)
	from := b.held("q")
	b.drag(from, xy{from.X + 60, from.Y})
	b.final("q")
	moved := b.set("q")
	if moved[0] <= 0.6 {
		t.Errorf("q is at %v after a drag to the right", moved)
	}
	b.wait(`/averaged 0\.(?!638)/.test(` + said + `)`)
	b.wait(`document.activeElement === ` + gripOf("q"))
	b.key(kb.ArrowLeft)
	b.final("q")
	from = b.held("length_scale_factor")
	b.drag(from, xy{from.X + 40, from.Y})
	b.final("length_scale_factor")
	if v := b.set("length_scale_factor")[0]; v <= 1.1 {
		t.Errorf("the lengths are multiplied by %v after a drag to the right", v)
	}
}
