package browsertest

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestRecipeFileOpensTheSameRun(t *testing.T) {
	s := serve(t)
	const query = "C=5&preset=xor&step=2"
	r, err := http.Get(s.URL + "/d/svm/recipe.json?" + query)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.json"), filepath.Join(dir, "bad.json")
	for name, text := range map[string]string{good: string(recipe), bad: `{"format": "something else"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// Another demo's page opens it, too.
	b := s.open(t, 1280, 800, "/d/perceptron")
	b.opens("export", "#export-dialog")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[data-recipe-file]"), []string{bad}))
	b.wait(`document.querySelector("[data-export-error]").textContent.includes("bad.json is not a recipe")`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[data-recipe-file]"), []string{good}))
	b.wait(`location.pathname === "/d/svm"`)
	b.live()
	b.waitStep(2)
	if got, want := b.address(), "/d/svm?"+query; got != want {
		t.Errorf("it opened %s, want %s", got, want)
	}
}

func TestExportSavesWhatIsChosen(t *testing.T) {
	b := serve(t).open(t, 1280, 800, "/d/svm?step=3")
	// What would be saved is kept for a look.
	eval[any](b, `(() => { const make = URL.createObjectURL; URL.createObjectURL = (file) => { self.saved = file; return make(file) } })()`)
	eval[any](b, `HTMLAnchorElement.prototype.click = function () { self.savedAs = this.download }`)
	b.opens("export", "#export-dialog")
	eval[any](b, `(() => { const f = document.querySelector("[data-picture-form]").elements; f.panel.selectedIndex = 1; f.theme.value = "dark"; f.w.value = 300 })()`)
	b.press(`[data-export="frame.svg"]`)
	b.wait(`self.savedAs === "svm-frame.svg"`)
	svg := eval[string](b, `self.saved.text()`)
	if !strings.Contains(svg, `width="300"`) || !strings.Contains(svg, "#15171b") && !strings.Contains(svg, "#191c21") {
		t.Errorf("not a dark picture of the width 300: %.300s", svg)
	}
	if eval[bool](b, `document.querySelector("[data-export-state]").offsetParent !== null`) {
		t.Error("still busy")
	}
	b.press(`[data-export="replay.html"]`)
	b.wait(`self.savedAs === "svm-replay.html" && self.saved.size > 100000`)
}
