package web

import (
	"net/http"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/acts"
)

// Lists and actions are text in the form of a page without scripts, and in links; what is
// wrong with them is said by field, limit and cure.
func TestListsAndActionsInLinks(t *testing.T) {
	s := newServerOf(t, []algos.Demo{acts.Demo()}, Limits{})
	html := body(t, get(t, s, "/d/acts?walk=1+0&shares=0.1,0.2,0.3,0.4&step=end", "Accept", page))
	for _, want := range []string{
		`id="p-walk" name="walk" value="1 0"`, `id="p-shares" name="shares" value="0.1 0.2 0.3 0.4"`,
		`data-acts="walk" data-most="12"`, `data-key="a" aria-keyshortcuts="a"`, `<b>2</b> <span>turn</span>`, `data-drag="shares"`,
	} {
		if !strings.Contains(strings.ReplaceAll(html, "'", `"`), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	a, b := body(t, get(t, s, "/d/acts/frame.svg?walk=1+0&step=end")), body(t, get(t, s, "/d/acts/frame.svg?walk=1,00&step=5"))
	if a != b || !strings.Contains(a, "<svg") {
		t.Error("two links with the same actions show different pictures")
	}
	for query, want := range map[string]string{
		"walk=7":                           "is not an action: write their numbers, from 0 to 2",
		"walk=" + strings.Repeat("1+", 13): "13 actions are too many: at most 12",
		"shares=1+1+0+0":                   "the numbers add up to 2, and a distribution adds up to 1",
		"boxes=1+2":                        "there are 2 numbers, and 4 of them belong together",
		"heights=9":                        "must be from −4 to 4",
	} {
		r := get(t, s, "/d/acts/frame.svg?"+query)
		if text := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: %d %.200s, want %q", query, r.StatusCode, text, want)
		}
	}
}
