package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A reader follows a course, ticks what was seen, steps on from demo to demo along it, and
// finds it all again on the front page.
func TestTheWayThroughACourse(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/course/003")
	b.press(`[data-tick^="003.E perceptron"]`)
	b.wait(`document.querySelector("[data-count]").textContent.startsWith("1 ")`)
	for _, theme := range []string{"light", "dark"} {
		b.shade(theme)
		b.accessible("a course, "+theme, which(theme == "dark"))
	}
	b.press(`#E .course-links a`)
	b.live()
	first := eval[string](b, `location.pathname + location.search`)
	b.press(`.top .crumb-ways [rel=next]`)
	b.wait(fmt.Sprintf(`location.pathname + location.search !== %q && document.querySelector("[data-live]")`, first))
	b.wait(`JSON.parse(localStorage.been).length > 0`)
	// Whatever the reader does, the way stays in the address, and goes to nobody else.
	b.press("[data-action=step]")
	b.wait(`/[?&]step=\d+.*[?&]course=003\.E$/.test(location.search)`)
	b.press("[data-action=share]")
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")`)
	if link := eval[string](b, `document.querySelector("[data-share-url]").value`); link == "" || eval[bool](b, fmt.Sprintf(`new URL(%q).searchParams.has("course")`, link)) {
		t.Errorf("the link to share is %s", link)
	}
	eval[any](b, `document.querySelector("#share-dialog").close()`)
	here := eval[string](b, `location.search`)
	b.visit("/")
	b.wait(`document.querySelector(".been a")`)
	if got := eval[string](b, `new URL(document.querySelector(".been a").href).search`); got != here {
		t.Errorf("the front page goes on at %s, not at %s", got, here)
	}
	if got := b.text(`[data-ticked="003"]`); len(got) < 3 || got[:2] != "1/" {
		t.Errorf("the front page says that %q of the note are seen", got)
	}
	b.accessible("the front page with the last demos", both)
	b.visit("/course/003")
	b.wait(`document.querySelector('[data-tick^="003.E perceptron"]').checked`)
}

// What another program has left in the page's own storage breaks nothing.
func TestSpoiltStorage(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/")
	for _, spoilt := range []string{`{`, `{"a":1}`, `[null,1,"x",{"demo":"../evil","query":"","at":0},{"demo":"svm","query":5,"at":1}]`, `[{"demo":"nothing","query":"","at":1}]`} {
		eval[any](b, fmt.Sprintf(`(localStorage.been = %q, localStorage["ticks 003"] = %[1]q)`, spoilt))
		b.visit("/")
		b.wait(`!document.documentElement.hasAttribute("data-been")`)
		if n := eval[int](b, `document.querySelectorAll(".been a").length`); n > 0 {
			t.Errorf("%s gives %d links", spoilt, n)
		}
		b.visit("/course/003")
		b.wait(`document.querySelector("[data-count]").textContent.startsWith("0 ")`)
	}
	eval[any](b, `localStorage.been = JSON.stringify(Array.from({length: 5000}, () => ({demo: "svm", query: "step=3", at: Date.now()})))`)
	b.visit("/")
	b.wait(`document.querySelector(".been a")`)
	if n := eval[int](b, `document.querySelectorAll(".been a").length`); n > 6 {
		t.Errorf("%d links to the last demos", n)
	}
}

// The search finds runs and sections of notes by their titles, and Enter opens what it found.
func TestFindRunsAndSections(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	b.visit("/")
	b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
	b.key("hedge")
	b.wait(`[...document.querySelectorAll(".found-sections a")].some(a => a.getAttribute("href").startsWith("/course/003#"))`)
	b.press("[data-find]")
	eval[any](b, `document.querySelector("[data-find]").select()`)
	b.key("perceptron 17 updates")
	b.wait(`document.querySelector('[data-card="perceptron"] .found a')?.getAttribute("href") === "/d/perceptron?preset=cycle"`)
	b.accessible("runs that were found", both)
	b.key("\r")
	b.wait(`location.pathname + location.search === "/d/perceptron?preset=cycle"`)
}

// A word that names a demo opens this demo; one that names what the site does opens that,
// and of what is to come it is said so, in both languages.
func TestTheSearchOpensWhatIsNamed(t *testing.T) {
	b := serve(t).blank(t, 1366, 768)
	for _, c := range []struct{ lang, words, to string }{
		{"en", "svm", "/d/svm"},
		{"en", "support vector machine", "/d/svm"},
		{"zh", "支持向量机", "/d/svm"},
		{"en", "gmm", "/d/em-gmm"},
		{"en", "compare", "/compare?a=svm"},
		{"en", "SVM vs logistic", "/compare?a=svm&b=logistic"},
		{"zh", "支持向量机与感知机比较", "/compare?a=svm&b=perceptron"},
		{"zh", "挑战", "/challenges"},
	} {
		b.visit("/?lang=" + c.lang)
		b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
		b.insert(c.words)
		b.key("\r")
		b.wait(fmt.Sprintf(`location.pathname + location.search === %q`, c.to))
	}
	for _, c := range []struct{ lang, words, coming string }{
		{"en", "knn", "k-nearest neighbours"},
		{"en", "k-nearest neighbours", "k-nearest neighbours"},
		{"en", "naive bayes", "Naive Bayes"},
		{"en", "t-SNE", "t-SNE"},
		{"en", "anomaly detection", "Isolation forest"},
		{"zh", "朴素贝叶斯", "朴素贝叶斯"},
		{"zh", "维特比", "隐马尔可夫模型"},
	} {
		b.visit("/?lang=" + c.lang)
		b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
		b.insert(c.words)
		b.wait(fmt.Sprintf(`[...document.querySelectorAll("[data-found-coming] li")].some(li => li.textContent === %q) && document.querySelector("[data-nothing]").hidden`, c.coming))
	}
	b.accessible("what is to come", both)
	b.shootAs("search-coming")
	b.visit("/")
	b.do(chromedp.Focus(chromedp.CSS("[data-find]")))
	b.insert("own data")
	b.wait(`document.querySelector("[data-found-site] a")`)
	b.accessible("what the site does", both)
	b.key("\r")
	b.wait(`location.pathname === "/d/svm" && !!document.querySelector("#csv-dialog[open]")`)
}
