package browsertest

import (
	"slices"
	"strings"
	"testing"
)

// loaded is what a page fetched besides itself, with the bytes as they travelled.
const loaded = `performance.getEntriesByType("resource").map((e) => [new URL(e.name).pathname, e.transferSize])`

// A first visit is light, and nothing comes that is not shown.
func TestFirstVisitIsLight(t *testing.T) {
	site := serve(t)
	for _, page := range []struct {
		path           string
		requests, most int
		fonts          string // at most
	}{
		{"/d/svm", 14, 180_000, "math.otf signs.otf"},
		{"/", 60, 200_000, "signs.otf"},
		{"/checks", 8, 200_000, "math.otf signs.otf"},
	} {
		b := site.blank(t, 1366, 768)
		b.visit(page.path)
		b.wait(`document.readyState === "complete" && document.fonts.status === "loaded"`)
		own := eval[int](b, `performance.getEntriesByType("navigation")[0].transferSize`)
		total, fonts, files := own, []string(nil), eval[[][2]any](b, loaded)
		for _, f := range files {
			name, _ := f[0].(string)
			bytes, _ := f[1].(float64)
			total += int(bytes)
			if strings.HasSuffix(name, ".otf") {
				fonts = append(fonts, name[strings.LastIndexByte(name, '/')+1:])
			}
		}
		if len(files)+1 > page.requests || total > page.most {
			t.Errorf("%s: %d requests, %d bytes; want at most %d and %d: %v", page.path, len(files)+1, total, page.requests, page.most, files)
		}
		for _, font := range fonts {
			if !slices.Contains(strings.Fields(page.fonts), font) {
				t.Errorf("%s loads %s", page.path, font)
			}
		}
		t.Logf("%s: %d requests, %d bytes", page.path, len(files)+1, total)
	}
}

// A window that few open is loaded when it is opened.
func TestWindowsAreLoadedWhenOpened(t *testing.T) {
	site := serve(t)
	b := site.open(t, 1366, 768, "/d/perceptron?step=3")
	for action, file := range map[string]string{"share": "/sharedialog-", "export": "/export-", "csv": "/csvdialog-", "table": "/table-"} {
		has := loaded + `.some(([name]) => name.includes("` + file + `"))`
		if eval[bool](b, has) {
			t.Errorf("%s is there before it is asked for", file)
		}
		window := map[string]string{"share": "#share-dialog", "export": "#export-dialog", "csv": "#csv-dialog", "table": "#table-drawer"}[action]
		b.opens(action, window)
		if !eval[bool](b, has) {
			t.Errorf("%s is open without %s", window, file)
		}
		eval[any](b, `document.querySelector("`+window+`").close()`)
	}
}
