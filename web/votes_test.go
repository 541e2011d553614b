package web

import (
	"net/http"
	"strings"
	"testing"
)

// What a page needs that asks a room comes in the page's language, and with all words
// that its scripts say.
func TestTheVotesPanel(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]string{"/votes?lang=en": "Ask the room", "/votes?lang=zh": "向全场提问"} {
		page := body(t, get(t, s, path))
		if !strings.Contains(page, want) || !strings.Contains(page, `"votes-mine-in"`) || !strings.Contains(page, "/votes.css") {
			t.Errorf("%s: %.200s", path, page)
		}
	}
	if r := get(t, s, "/votes?round=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown field: %d", r.StatusCode)
	}
	if page := body(t, get(t, s, "/d/walk")); strings.Contains(page, "votes-mine-in") {
		t.Error("a page has the words before a room is asked")
	}
}
