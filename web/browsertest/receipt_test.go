package browsertest

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos/catalog"
	"playground/algos/course"
	"playground/web"
	"playground/web/receipt"
)

// A reader reaches a goal by hand, gets a receipt by the keyboard, and another checks it by
// its link, as a file and as pasted text; one that was changed does not hold. On a phone, in
// Chinese and in the dark the same is at hand, also of a run of an earlier visit.
func TestReceipts(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	s := serveConfig(t, web.Config{Demos: catalog.All, Courses: course.All(), Receipts: web.ReceiptKeys{Sign: key}, Version: "playground test"})
	b := s.open(t, 1366, 768, "/d/svm?"+eightPoints+"#goal-three")
	const get = "#goal-three [data-action=receipt]"
	b.waitText("#goal-three [data-goal-number]", "6 support vectors")
	if !eval[bool](b, `document.querySelector("`+get+`").hidden`) {
		t.Error("there is a receipt before the goal is reached")
	}
	if n := eval[int](b, `performance.getEntriesByType("resource").filter(r => /receipt/.test(r.name)).length`); n > 0 {
		t.Errorf("%d requests for receipts before anybody wants one", n)
	}
	b.fill("#p-C", "100")
	b.wait(`!document.querySelector("` + get + `").hidden`)

	// By the keyboard alone.
	b.reveal(get)
	b.do(chromedp.Focus(chromedp.CSS(get)))
	b.key(kb.Enter)
	b.wait(`document.querySelector("#receipt-dialog")?.open && document.activeElement.id === "receipt-name"`)
	b.key("Ada Lovelace")
	b.key(kb.Enter)
	b.waitText("[data-receipt-said]", "Signed: 3 support vectors.")
	b.wait(`document.querySelector("[data-receipt-qr] svg")`)
	text := eval[string](b, `document.querySelector("#receipt-text").value`)
	link := eval[string](b, `document.querySelector("#receipt-link").value`)
	o, err := receipt.Open(receipt.Find(text)[0], []ed25519.PublicKey{receipt.Public(key)})
	if err != nil || o.Signature != receipt.Good || o.Name != "Ada Lovelace" || o.Goal != "three" || o.Number != 3 {
		t.Errorf("the receipt is %+v, %v", o, err)
	}
	if file := eval[string](b, `decodeURIComponent(document.querySelector("[data-receipt-file]").href.split(",")[1])`); file != text {
		t.Errorf("the file holds %q", file)
	}
	b.accessible("the window with a receipt", both)
	b.shootAs("receipt-window")

	// Whoever has the link sees that it holds.
	b.visit(strings.TrimPrefix(link, s.URL))
	b.wait(`document.querySelector("[data-verdict=valid]")`)
	b.wait(`[...document.querySelectorAll(".receipt-board img")].filter(i => i.checkVisibility() && i.naturalWidth).length === 1`)
	for _, theme := range []string{"light", "dark"} {
		b.shade(theme)
		b.accessible("a receipt that is valid, "+theme, both)
	}
	b.shootAs("receipt-valid")

	// As a file, with the letter around it; then with a letter changed.
	file := filepath.Join(t.TempDir(), "receipt.txt")
	letter := "Dear teacher,\n\n" + text + "\nAda\n" + strings.Repeat("x", 100_000)
	if err := os.WriteFile(file, []byte(letter), 0o600); err != nil {
		t.Fatal(err)
	}
	b.visit("/receipt")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[data-receipt-open]"), []string{file}))
	b.wait(`document.querySelector("[data-verdict=valid]")`)
	token := receipt.Find(text)[0]
	changed := strings.ReplaceAll(receipt.Text(token[:200]+string('A'+(token[200]-'A'+1)%26)+token[201:]), "\n", "\r\n")
	eval[any](b, fmt.Sprintf(`(document.querySelector("#receipt-given").value = %q, true)`, changed))
	b.press("[data-receipt-ask] .go")
	b.wait(`document.querySelector("[data-verdict=forged]")`)
	b.accessible("a receipt that does not hold", both)
	if err := os.WriteFile(file, make([]byte, 10<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[data-receipt-open]"), []string{file}))
	b.waitText("[data-receipt-said]", "The file is too large for a receipt.")

	// From the page of all challenges to the window again, by finger, on a phone.
	b.do(chromedp.EmulateViewport(phoneWidth, phoneHeight))
	b.visit("/challenges?lang=zh")
	b.wait(`!document.querySelector("#goal-svm-three a[data-action=receipt]").hidden`)
	b.load("/d/svm?lang=zh#goal-three")
	b.shade("dark")
	b.tap(get)
	b.wait(`document.querySelector("#receipt-dialog")?.open`)
	b.tap("[data-receipt-form] .go")
	b.wait(`document.querySelector("[data-receipt-qr] svg")`)
	// What is scrolled out of the lesson lies over the page's header.
	eval[any](b, `(document.querySelectorAll("body, body *").forEach(e => e.scrollTop = 0), scrollTo(0, 0), true)`)
	b.accessible("the window with a receipt on a phone, dark", both)
	b.chinese("the window with a receipt")
	if n := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); n > 0 {
		t.Errorf("the page is %d pixels wider than the phone", n)
	}
	b.shootAs("receipt-phone")
	b.visit(strings.TrimPrefix(link, s.URL) + "&lang=zh")
	b.wait(`document.querySelector("[data-verdict=valid]")`)
	b.accessible("a receipt on a phone", both)
	b.chinese("a receipt")
	if n := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); n > 0 {
		t.Errorf("the page of a receipt is %d pixels wider than the phone", n)
	}
	b.shootAs("receipt-phone-valid")
}
