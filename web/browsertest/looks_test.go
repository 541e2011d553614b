package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/web/browsertest/engine"
)

// crowded lists formulas of which a box cuts a part off, and those on which the bar
// of a box that scrolls would lie: bars may take no room of their own.
const crowded = `[...document.querySelectorAll("math")].filter(m => m.checkVisibility({visibilityProperty: true})).flatMap(m => {
	const all = [m, ...m.querySelectorAll("*")].map(e => e.getBoundingClientRect()).filter(r => r.width && r.height);
	const left = Math.min(...all.map(r => r.left)), right = Math.max(...all.map(r => r.right));
	const top = Math.min(...all.map(r => r.top)), bottom = Math.max(...all.map(r => r.bottom));
	for (let box = m.parentElement; box && box !== document.body; box = box.parentElement) {
		const style = getComputedStyle(box), b = box.getBoundingClientRect();
		if (style.display === "inline" || style.overflowX === "visible") continue;
		const sideways = /auto|scroll/.test(style.overflowX), down = /auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1;
		const what = m.getAttribute("alttext") + " in " + box.className + ": ";
		if (!down && (top < b.top - 1 || bottom > b.bottom + 1)) return [what + "cut above or below"];
		if (!sideways && (left < b.left - 1 || right > b.right + 1)) return [what + "cut at a side"];
		if (sideways && box.scrollWidth > box.clientWidth + 1 && bottom > b.bottom - 8) return [what + "under the scroll bar"];
	}
	return [];
})`

// loud lists words that are not smaller than the symbols on their line, which have
// smaller letters, and words in scripts that are not smaller than what they stand at.
const loud = `[...document.querySelectorAll("math > .words, math > mrow > .words")].flatMap(words => {
	const size = e => parseFloat(getComputedStyle(e).fontSize);
	return words.checkVisibility() && size(words) > 0.9 * size(words.parentElement) ? [words.textContent + " of " + size(words) + " px on a line of " + size(words.parentElement)] : [];
}).concat([...document.querySelectorAll(":is(msub, msup) > :nth-child(2), msubsup > :nth-child(n + 2)")].flatMap(script => {
	const words = script.matches(".words") ? script : script.querySelector(".words");
	if (!words?.checkVisibility()) return [];
	const size = e => parseFloat(getComputedStyle(e).fontSize), base = script.parentElement.firstElementChild;
	return size(words) > 0.85 * size(base) ? [words.textContent + " of " + size(words) + " px at " + base.textContent + " of " + size(base)] : [];
}))`

// Every engine lays the pages out alike: nothing goes beyond the right edge, no
// formula is cut, words in exponents are small. With PLAYGROUND_FULL=1 all demos are
// looked at, and BROWSERTEST_SHOTS keeps a picture of each.
func TestLooksInEveryEngine(t *testing.T) {
	inEveryEngine(t, func(t *testing.T, s *site, open maker) {
		demos := algotest.Representatives(catalog.All)
		shots := os.Getenv("BROWSERTEST_SHOTS")
		if len(demos) < len(catalog.All) {
			shots = ""
		}
		g := open(t, s, 1366, 768)
		for _, d := range demos {
			for _, size := range [][2]int{{1366, 768}, {390, 844}} {
				g.resize(size[0], size[1])
				g.load("/d/" + d.ID + "?step=0")
				where := fmt.Sprintf("%s at %d px", d.ID, size[0])
				if over := eval[int](g, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
					t.Errorf("%s: %d pixels beyond the right edge", where, over)
				}
				for range 6 {
					for _, what := range eval[[]string](g, crowded+".concat("+loud+")") {
						t.Errorf("%s, step %d: %s", where, g.step(), what)
					}
					n := g.step()
					g.keys(engine.ArrowRight)
					g.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d || /^%[1]d$/.test(document.querySelector("[data-total]").textContent)`, n))
				}
				if shots == "" {
					continue
				}
				for _, theme := range []string{"light", "dark"} {
					eval[any](g, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
					g.settled()
					g.shoot(filepath.Join(shots, fmt.Sprintf("%s-%d-%s-%s.png", d.ID, size[0], theme, filepath.Base(t.Name()))))
				}
			}
		}
	})
}
