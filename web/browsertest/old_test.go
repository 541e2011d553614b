package browsertest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A browser that does not know the colours of the style sheets shows a sentence and
// a picture instead of black on black; one that does, neither.
func TestAnOldBrowserGetsASentenceAndAPicture(t *testing.T) {
	s := serve(t)
	const seen = `[".too-old", ".too-old img", "main"].filter(q => document.querySelector(q).checkVisibility()).join()`
	now := s.open(t, 1366, 768, "/d/svm?step=3")
	if got := eval[string](now, seen); got != "main" {
		t.Errorf("a browser of today shows %s", got)
	}
	if n := eval[int](now, `performance.getEntriesByType("resource").filter(e => e.name.includes("frame.svg")).length`); n != 0 {
		t.Error("a browser of today loads the picture for old ones")
	}
	app := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".css") {
			app.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		sheet := httptest.NewRecorder()
		app.ServeHTTP(sheet, r)
		w.Header().Set("Content-Type", "text/css")
		w.Write([]byte(strings.ReplaceAll(sheet.Body.String(), "light-dark(", "of-a-day-to-come(")))
	})
	old := s.blank(t, 1366, 768)
	old.visit("/d/svm?step=3")
	if got := eval[string](old, seen); got != ".too-old,.too-old img" {
		t.Errorf("an old browser shows %s", got)
	}
	old.wait(`document.querySelector(".too-old img").naturalWidth > 0`)
}
