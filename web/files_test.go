package web

import (
	"net/http"
	"strings"
	"testing"
)

// What the form for files says, and how it looks, comes when somebody opens it, in the page's language.
func TestTheFilesPanel(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]string{"/files?lang=en": "Decimal mark", "/files?lang=zh": "小数点"} {
		page := body(t, get(t, s, path))
		for _, part := range []string{want, `"csv-guessed"`, "/files.css", `data-reading="separator"`} {
			if !strings.Contains(page, part) {
				t.Errorf("%s is without %s: %.200s", path, part, page)
			}
		}
	}
	if r := get(t, s, "/files?file=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown field: %d", r.StatusCode)
	}
	page := body(t, get(t, s, "/d/walk"))
	for _, late := range []string{"csv-guessed", "files.css", "data-reading"} {
		if strings.Contains(page, late) {
			t.Errorf("a page has %s before the form is opened", late)
		}
	}
}
