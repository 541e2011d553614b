package browsertest

import (
	"fmt"
	"testing"
)

// offers waits until the button of the name offers what is given; "" for nothing.
func (b *tab) offers(action, what string) {
	b.t.Helper()
	name := map[string]string{"undo": "Undo", "redo": "Redo"}[action]
	if what != "" {
		name += ": " + what
	}
	b.wait(fmt.Sprintf(`(() => { const e = document.querySelector("[data-action=%s]"); return e.getAttribute("aria-label") === %q && e.disabled === %t })()`, action, name, what == ""))
}

// chord presses a key with Ctrl, and with Shift.
func (b *tab) chord(key string, shift bool) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: %q, ctrlKey: true, shiftKey: %t, bubbles: true, cancelable: true}))`, key, shift))
}

func TestUndoADragAndAParameter(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/svm?step=3")
	b.waitStep(3)
	b.offers("undo", "")
	start, first := b.settled(), b.rows()
	b.drag(b.point(6), b.free())
	b.offers("undo", "move x₇")
	b.wait(`location.search.includes("data=")`)
	moved := b.rows()
	if moved[6] == first[6] {
		t.Fatal("the drag moved nothing")
	}
	b.fill("#p-C", "10")
	b.offers("undo", "change regularisation C")
	eval[any](b, `document.activeElement.blur()`)
	b.chord("z", false)
	b.offers("redo", "change regularisation C")
	b.wait(`document.querySelector("#p-C").value === "1"`)
	b.chord("z", false)
	b.offers("undo", "")
	b.wait(`!location.search.includes("data=")`)
	if !b.shows(start) {
		t.Errorf("after undoing everything the picture differs:\n%s", firstDifference(start, b.picture()))
	}
	b.chord("y", false)
	b.offers("redo", "change regularisation C")
	b.chord("Z", true)
	b.offers("redo", "")
	b.wait(`new URLSearchParams(location.search).get("C") === "10"`)
	if got := b.rows(); got[6] != moved[6] {
		t.Errorf("done again, x₇ is at %s; it was at %s", got[6], moved[6])
	}
	// A preset is undone by the button.
	b.choose("[data-source]", eval[string](b, `document.querySelector("[data-source]").options[1].value`))
	b.wait(`document.querySelector("[data-action=undo]").getAttribute("aria-label").startsWith("Undo: open")`)
	b.press("[data-action=undo]")
	b.wait(`new URLSearchParams(location.search).get("C") === "10"`)
}

func TestStopAtAnEventAndTypeAStep(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/perceptron?step=0")
	b.waitStep(0)
	b.wait(`document.querySelector("[data-event-kind] option[value=mistake]")`)
	b.choose("[data-event-kind]", "mistake")
	b.press("[data-action=next]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 0`)
	first := b.step()
	b.press("[data-action=next]")
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, first))
	second := b.step()
	// The same two steps by playing.
	b.press("[data-action=start]")
	b.waitStep(0)
	b.choose("[data-speed]", "60")
	b.more("until")
	for _, want := range []int{first, second} {
		b.press("[data-action=play]")
		b.waitStep(want)
		b.wait(`document.querySelector("[data-action=play]").getAttribute("aria-pressed") === "false"`)
	}
	// The step number is a field.
	b.press("[data-action=goto]")
	b.fill("[data-goto]", "2")
	b.waitStep(2)
	b.press("[data-action=goto]")
	b.fill("[data-goto]", "two")
	b.wait(`!document.querySelector("[data-toast]").hidden`)
	if got := b.step(); got != 2 {
		t.Errorf("a bad step number moved to step %d", got)
	}
}

func TestWhatIf(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/perceptron?step=12")
	b.waitStep(12)
	b.settled()
	if eval[bool](b, `!document.querySelector("[data-ghost]").hidden`) {
		t.Fatal("there is a run before without a change")
	}
	b.drag(b.point(2), b.free())
	b.wait(`/^Previous run: /.test(document.querySelector("[data-ghost-text]").textContent) && !document.querySelector("[data-ghost]").hidden`)
	b.wait(`document.querySelector("[data-legend=board]").textContent.includes("the run before")`)
	b.press("[data-action=forget]")
	b.wait(`document.querySelector("[data-ghost]").hidden && !document.querySelector("[data-legend=board]").textContent.includes("the run before")`)
	// Switched off, nothing is kept.
	b.more("ghost")
	b.waitStep(12)
	b.settled()
	b.drag(b.point(2), b.free())
	b.settled()
	if eval[bool](b, `!document.querySelector("[data-ghost]").hidden`) {
		t.Error("the run before is kept though it is switched off")
	}
}
