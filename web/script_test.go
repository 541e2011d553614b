package web

import (
	"net/http"
	"strings"
	"testing"

	"playground/lang"
)

// The page and the bar are there in each language, and know no query.
func TestScriptPage(t *testing.T) {
	s := newServer(t, Limits{})
	for _, l := range lang.All {
		for _, path := range []string{"/script", "/script/bar"} {
			if page := body(t, get(t, s, path+"?lang="+l.String())); !strings.Contains(page, l.T("script.notes")) {
				t.Errorf("%s in %s has no notes", path, l)
			}
			if r := get(t, s, path+"?drift=1"); r.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: what it does not know is answered with %d", path, r.StatusCode)
			}
		}
	}
}
