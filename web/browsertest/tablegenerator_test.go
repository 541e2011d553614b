package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A table is generated with the number of features that is typed; a number out of range is
// refused in words, and the table stays. A cell that is changed makes the table the reader's
// own. A data set of the menu leads from points to a table, and back.
func TestGeneratedTable(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1366, 768, "/d/decision-tree?data=classes~30~1~7~x3")
	b.press("[data-unfold=data]")
	columns := func(n string) {
		t.Helper()
		b.wait(`new URLSearchParams(location.search).get("data")?.endsWith("` + n + `") ?? false`)
	}
	b.fill("#data-features", "10")
	columns("~x10")
	b.fill("#data-features", "11")
	b.wait(`!document.querySelector("[data-error-for=data]").hidden`)
	if got := b.text("[data-error-for=data]"); !strings.Contains(got, "cannot have 11 features: it must be from 1 to 10") {
		t.Errorf("11 features are refused by %q", got)
	}
	columns("~x10")
	b.fill("#data-features", "2")
	columns("~x2")
	b.press("[data-action=new-data]")
	b.wait(`!/~7~x2$/.test(new URLSearchParams(location.search).get("data"))`)
	columns("~x2")

	b.load("/d/linear-regression")
	b.choose("[data-source]", "data:sparse")
	b.wait(`"tabular" in document.querySelector("[data-demo]").dataset && document.querySelector("[data-live]")`)
	if got := eval[string](b, `document.querySelector("#data-features").value`); got != "8" {
		t.Errorf("the table has %s features", got)
	}
	b.choose("[data-source]", "data:line")
	b.wait(`!("tabular" in document.querySelector("[data-demo]").dataset) && document.querySelector("[data-live]")`)
	b.key(kb.Escape)
}
