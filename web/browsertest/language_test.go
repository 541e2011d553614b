package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

// englishWords lists what one sees or hears in English on a Chinese page, outside
// elements that say that they are English.
// The names that are the same in Chinese follow as a list of words.
const englishWords = `((names) => {
	const proper = new Set("Playground English SVG PNG GIF CSV JSON HTML URL QR Home End Esc Enter Delete Shift Ctrl Tab Alt of and in the on to XOR".split(" ").concat(names));
	const found = [];
	const look = (el, text) => {
		if (el.closest("[lang]")?.lang !== "zh" || el.closest("math, code, kbd, script, noscript, style, template")) return;
		// Names may stand in a Chinese sentence.
		const words = text.match(/\p{Script=Latin}{2,}/gu) ?? [];
		if (!/\p{Script=Han}/u.test(text) && words.some((w) => /[A-Za-z]{2}/.test(w) && !proper.has(w))) found.push(text.trim());
	};
	for (const el of document.querySelectorAll("body *")) {
		for (const name of ["aria-label", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "data-tip"]) {
			if (el.hasAttribute(name)) look(el, el.getAttribute(name));
		}
		for (const node of el.childNodes) if (node.nodeType === Node.TEXT_NODE) look(el, node.data);
	}
	return found;
})`

func (b *tab) chinese(where string) {
	b.t.Helper()
	names, err := json.Marshal(slices.Collect(maps.Keys(algotest.Names(catalog.All, "zh"))))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, text := range eval[[]string](b, fmt.Sprintf("%s(%s)", englishWords, names)) {
		b.t.Errorf("%s says %q", where, text)
	}
}

func TestChinese(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?C=10&step=3")
	// The switch keeps what is shown, also what the page did since it came.
	b.press("[data-action=step]")
	b.wait(`document.querySelector("[data-step]").textContent === "4"`)
	b.wait(`location.search.includes("step=4")`)
	b.press(`[data-language="zh"]`)
	b.wait(`document.documentElement.lang === "zh" && document.querySelector("[data-live]")`)
	for _, want := range []string{"C=10", "step=4", "lang=zh"} {
		if got := eval[string](b, `location.search`); !strings.Contains(got, want) {
			t.Errorf("the address is %s, without %s", got, want)
		}
	}
	b.press("[data-action=step]")
	b.wait(`document.querySelector("[data-step]").textContent === "6"`)
	if got := b.text(".status"); !strings.Contains(got, "240 对") {
		t.Errorf("the step is said as %q", got)
	}
	b.chinese("a step")
	b.accessible("in Chinese", both)

	b.press("[data-action=share]")
	b.wait(`document.querySelector("#share-dialog [data-qr] svg")`)
	link := eval[string](b, `document.querySelector("[data-share-url]").value`)
	if !strings.Contains(link, "step=6") || !strings.Contains(link, "lang=zh") {
		t.Errorf("the link is %s", link)
	}
	if got := eval[string](b, `document.querySelector("#share-dialog [data-qr] svg").getAttribute("aria-label")`); got != link+" 的二维码" {
		t.Errorf("the code is called %q", got)
	}
	b.press(`#share-dialog [data-action="copy-link"]`)
	b.wait(`document.querySelector("[data-share-said]").textContent !== ""`)
	b.chinese("sharing")
	b.accessible("sharing in Chinese", ours)
	b.shootAs("chinese-share")
	b.key(kb.Escape)

	b.press("[data-action=table]")
	b.wait(`document.querySelectorAll("[data-table] tr").length > 10`)
	b.chinese("the table")
	eval[any](b, `(() => { const c = document.querySelector('[data-table] [data-col="0"]'); c.value = "oops"; c.dispatchEvent(new Event("change", {bubbles: true})) })()`)
	if got := b.text("[data-table-error]"); !strings.Contains(got, "第 1 行") {
		t.Errorf("a bad number is refused with %q", got)
	}
	b.shootAs("chinese-table")
	b.key(kb.Escape)

	// An edit, and what undo says of it.
	b.press("[data-action=new-seed]")
	b.wait(`document.querySelector("[data-action=undo]").getAttribute("aria-label") === "撤销：改变随机种子"`)
	b.chord("z", false)
	b.wait(`document.querySelector("[data-toast]").textContent === "已撤销：改变随机种子"`)
	b.chinese("undo")

	// The cookie keeps the language, also of the front page.
	b.visit("/")
	if got := eval[string](b, `document.documentElement.lang + " " + document.querySelector("h1").textContent`); got != "zh 看机器学习一步步运行" {
		t.Errorf("the front page says %q", got)
	}
}

func TestEmbedFormNamesALanguage(t *testing.T) {
	b := serve(t).open(t, 1280, 900, "/d/svm")
	b.press("[data-action=share]")
	b.press(`#share-dialog [data-action="embed"]`)
	markup := `document.querySelector("[data-embed-code]").value`
	if got := eval[string](b, markup); strings.Contains(got, "lang=") {
		t.Errorf("the markup asks for a language by itself: %s", got)
	}
	// A preview that goes while it connects would say so.
	b.wait(`document.querySelector("[data-preview]").contentDocument?.querySelector("[data-live]")`)
	eval[any](b, `(() => { const s = document.querySelector("#embed-lang"); s.value = "zh"; s.dispatchEvent(new Event("input", {bubbles: true})) })()`)
	if got, want := eval[string](b, markup), fmt.Sprintf(`src="%s/embed/svm?lang=zh"`, b.site.URL); !strings.Contains(got, want) {
		t.Errorf("the markup is %s, want %s", got, want)
	}
	b.wait(`document.querySelector("[data-preview]").contentDocument?.documentElement.lang === "zh"`)
}
