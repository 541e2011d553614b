package browsertest

import "testing"

// x(s) slides along the line of the largest margin by a handle in a picture beside the
// board: the board follows, and the nearest is the foot.
func TestTheFootSlides(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/perceptron?preset=mirror&step=end")
	b.settled()
	board := func() string { return eval[string](b, `document.querySelector("svg.board").innerHTML`) }
	before := board()
	from := b.held("slide")
	b.drag(from, xy{from.X + 40, from.Y - 10})
	b.final("slide")
	if at := b.set("slide"); !(at[0] > 0.1) {
		t.Errorf("x(s) stands at s = %v", at)
	}
	b.wait(`document.querySelector("svg.board text") !== null`)
	if board() == before {
		t.Error("the board does not show x(s) move")
	}
	b.press("[data-action=undo]")
	b.wait(`document.getElementById("p-slide").value === "0"`)
}

// Many orders of the rows come when they are asked for, in both languages.
func TestManyOrders(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/perceptron?preset=blobs&step=end&lang=zh")
	if eval[bool](b, `document.querySelector("svg[data-panel=orders]") !== null`) {
		t.Error("twenty orders without being asked")
	}
	eval[any](b, `document.getElementById("p-orders").click()`)
	b.wait(`["orders", "ends"].every(id => document.querySelector("svg[data-panel=" + id + "] [data-layer]"))`)
	b.wait(`document.querySelector(".controls, form").textContent.includes("比较")`)
	b.accessible("many orders", both)
}
