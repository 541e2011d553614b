package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// slide moves the slider of number i of a text, from 0 to 1000.
func (b *tab) slide(name string, i, to int) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`(() => { const r = document.querySelectorAll("[data-param=%s] [data-numbers] input[type=range]")[%d]; r.value = %d; for (const type of ["input", "change"]) r.dispatchEvent(new Event(type, {bubbles: true})) })()`, name, i, to))
}

// Every number of an expression has a slider that rewrites the text, and the
// formulas of what it calls stand below it.
func TestSlidersOfAnExpression(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/gp-regression")
	const text = `document.querySelector("#p-kernel").value`
	names := func() string {
		return eval[string](b, `[...document.querySelectorAll("[data-param=kernel] [data-numbers] .name")].map((n) => n.textContent).join()`)
	}
	before := b.settled()
	if got := names(); got != "rbf factor,rbf length scale" {
		t.Errorf("the sliders are %q", got)
	}
	// The middle of the logarithmic range is 1, three quarters are 10.
	b.slide("kernel", 1, 750)
	b.wait(text + ` === "1*rbf(10)"`)
	b.wait(`new URLSearchParams(location.search).get("kernel") === "1*rbf(10)"`)
	if !b.differs(before) {
		t.Error("another length scale, the same picture")
	}
	// Another text has other sliders; brackets, spaces and powers of ten do not mislead.
	b.fill("#p-kernel", "(2.5e-1 + rq(1, .5)) * periodic(1,2)")
	b.wait(`(new URLSearchParams(location.search).get("kernel") ?? "").includes("periodic")`)
	b.settled()
	if got := names(); got != "constant,rq length scale,rq alpha,periodic length scale,periodic period" {
		t.Errorf("the sliders are %q", got)
	}
	shown := eval[string](b, `[...document.querySelectorAll("[data-call]:not([hidden])")].map((n) => n.dataset.call).join()`)
	if shown != "rq,periodic" {
		t.Errorf("the formulas are those of %q", shown)
	}
	b.slide("kernel", 2, 500)
	b.wait(text + ` === "(2.5e-1 + rq(1, 1)) * periodic(1,2)"`)
	// What cannot be read is refused at the field, by place.
	b.fill("#p-kernel", "rbf(")
	b.wait(`!document.querySelector("#err-kernel").hidden`)
	if got := b.text("#err-kernel"); !strings.Contains(got, "at character 5") {
		t.Errorf("the field says %q", got)
	}
}
