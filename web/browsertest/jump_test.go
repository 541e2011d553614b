package browsertest

import "testing"

// A point of a generated set is dragged, and the set becomes one of the reader's own.
// Nothing in the sidebar moves, neither during the drag nor after it.
func TestTheSidebarStaysWhileAPointIsDragged(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/svm?step=3")
	b.waitStep(3)
	b.settled()
	eval[any](b, `(() => {
		const field = document.querySelector("#p-C"), start = field.getBoundingClientRect().top;
		self.moved = 0;
		const look = () => { self.moved = Math.max(self.moved, Math.abs(field.getBoundingClientRect().top - start)); requestAnimationFrame(look); };
		look();
	})()`)
	b.drag(b.point(6), b.free())
	b.offers("undo", "move x₇")
	b.wait(`document.querySelector("[data-source]").value === "own" && document.querySelector("[data-action=new-data]").disabled`)
	b.settled()
	if moved := eval[float64](b, `self.moved`); moved > 1 {
		t.Errorf("the parameters moved by %.0f px", moved)
	}
	if got := eval[string](b, `document.querySelector("[data-data=n]").value`); got != "60" || !eval[bool](b, `document.querySelector("[data-data=n]").disabled`) {
		t.Errorf("60 points of one's own are %s to generate", got)
	}
	b.press("[data-action=undo]")
	b.wait(`!document.querySelector("[data-data=n]").disabled && !document.querySelector("[data-action=new-data]").disabled`)
}
