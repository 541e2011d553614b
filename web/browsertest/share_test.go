package browsertest

import (
	"strings"
	"testing"
)

func TestShareGivesALinkAndItsCode(t *testing.T) {
	b := serve(t).open(t, 1280, 800, "/d/svm?step=3&C=10")
	b.press("[data-action=share]")
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")`)
	link := eval[string](b, `document.querySelector("[data-share-url]").value`)
	if want := b.site.URL + "/d/svm?C=10&step=3"; link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
	code := `document.querySelector("#share-dialog [data-qr] svg")?.getAttribute("aria-label")`
	if got := eval[string](b, code); got != "QR code of "+link {
		t.Errorf("the code is a %s, want one of %s", got, link)
	}
	// Of another step it is another link and another code.
	eval[any](b, `(() => { const s = document.querySelector("[data-share-step]"); s.value = "end"; s.dispatchEvent(new Event("change")) })()`)
	b.wait(code + `.includes("step=end")`)
	if link := eval[string](b, `document.querySelector("[data-share-url]").value`); !strings.Contains(link, "step=end") {
		t.Errorf("the link is %s", link)
	}
}
