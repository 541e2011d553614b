package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// done waits until these actions were taken: the form, the address and the run say so.
func (b *tab) done(list string) {
	b.t.Helper()
	n := 0
	for _, r := range list {
		if r != ' ' {
			n++
		}
	}
	b.wait(fmt.Sprintf(`document.getElementById("p-walk").value === %q && (new URLSearchParams(location.search).get("walk") ?? "") === %[1]q`, list))
	b.waitStep(3 + n)
}

func TestActionsByMouse(t *testing.T) {
	b := serveActs(t).open(t, 1440, 900, "/d/acts?step=1")
	b.settled()
	b.waitText("[data-acts-count]", "Nothing done yet")
	b.press(`[data-acts] [data-act="1"]`) // from the middle of the run, to its end
	b.done("1")
	b.press(`[data-acts] [data-act="0"]`)
	b.press(`[data-acts] [data-act="2"]`)
	b.done("1 0 2")
	b.waitText("[data-acts-count]", "3 of at most 12 done, the last one: turn")
	b.accessible("actions", both)
	// A bar of a panel is pressed: its top, and anywhere on it.
	b.click(b.middleOf("walk 2"))
	b.done("1 0 2 1")
	top := b.middleOf("walk 3")
	b.click(xy{top.X, top.Y + 30})
	b.done("1 0 2 1 2")
	b.drag(top, xy{top.X + 40, top.Y + 20}) // that is none
	b.press("[data-action=undo]")
	b.done("1 0 2 1")
	b.press("[data-action=act-back]")
	b.done("1 0 2")
	b.press("[data-action=act-clear]")
	b.done("")
	b.press("[data-action=undo]")
	b.done("1 0 2")
}

func TestActionsByKeyboard(t *testing.T) {
	b := serveActs(t).open(t, 1440, 900, "/d/acts?step=end")
	b.settled()
	for range 7 { // faster than states come
		b.key("d")
		b.key("3")
	}
	b.done("1 2 1 2 1 2 1 2 1 2 1 2") // there may be twelve
	b.wait(`[...document.querySelectorAll("[data-acts] [data-act]")].every(b => b.disabled)`)
	b.press("[data-action=act-clear]")
	b.done("")
	eval[any](b, gripOf("walk")+`.focus()`)
	b.key("\r")
	b.done("0")
	b.key(" ")
	b.done("0 0")
	if role := eval[string](b, gripOf("walk")+`.getAttribute("role") + " " + `+gripOf("walk")+`.getAttribute("aria-label")`); role != "button go west" {
		t.Errorf("what is pressed is a %q", role)
	}
	// In a field, letters are text.
	eval[any](b, `document.getElementById("p-walk").focus()`)
	b.key("d")
	b.wait(`document.getElementById("p-walk").value.includes("d")`)
	b.wait(`!document.getElementById("err-walk").hidden && document.getElementById("err-walk").textContent.includes("is not an action")`)
}

func TestActionsByFinger(t *testing.T) {
	b := serveActs(t).open(t, 390, 844, "/d/acts?step=end", chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.settled()
	b.tap(`[data-acts] [data-act="1"]`)
	b.done("1")
	if h := eval[float64](b, `document.querySelector("[data-acts] [data-act]").getBoundingClientRect().height`); h < 43.9 {
		t.Errorf("a finger has %v pixels to hit", h)
	}
	at := b.middleOf("walk 3")
	b.touch("touchStart", at)
	b.touch("touchEnd")
	b.done("1 2")
}

// A replay of the link is the same, and whoever follows cannot press.
func TestActionsStandInTheLink(t *testing.T) {
	s := serveActs(t)
	b := s.open(t, 1440, 900, "/d/acts?walk=1+1+0&step=end")
	b.settled()
	b.waitText("[data-acts-count]", "3 of at most 12 done, the last one: west")
	b.waitStep(6)
	b = s.open(t, 800, 600, "/embed/acts?walk=1")
	b.settled()
	if n := eval[int](b, `document.querySelectorAll("[data-acts], [data-grip]").length`); n != 0 {
		t.Errorf("an embedded picture has %d things to press", n)
	}
}
