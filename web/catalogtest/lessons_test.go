package catalogtest

import (
	"net/http"
	"strings"
	"testing"
)

// The page opens at the stop of a tour that its address names: with the stop's board, or
// with what else the address says. A stop that does not exist is told like any other part of a
// link that means nothing.
func TestAddressOfAStop(t *testing.T) {
	s := everything(t)
	page := func(query string) string {
		t.Helper()
		r := get(t, s, "/d/svm?"+query, "Accept", "text/html")
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", query, r.StatusCode)
		}
		return body(t, r)
	}
	for _, c := range []struct{ query, recipe, at string }{
		{"tour=1", "preset=two-points&amp;step=2", "1"},
		{"tour=4&lang=zh", "C=0.01&amp;preset=overlap&amp;step=end", "4"},
		{"tour=2&C=7&step=3", "C=7&amp;step=3", "2"},
		{"C=7&step=3", "C=7&amp;step=3", "0"},
	} {
		got := page(c.query)
		if !strings.Contains(got, `data-query="`+c.recipe+`"`) || !strings.Contains(got, `data-tour data-at="`+c.at+`"`) {
			t.Errorf("%s opens another recipe or stop", c.query)
		}
	}
	for _, c := range []struct{ query, says string }{
		{"tour=6", "&#34;6&#34; is not a stop of the tour, a whole number from 1 to 5"},
		{"tour=0", "a whole number from 1 to 5"},
		{"tour=1e9", "a whole number from 1 to 5"},
		{"tour=", "a whole number from 1 to 5"},
		{"tour=99999999999999999999", "a whole number from 1 to 5"},
	} {
		got := page(c.query + "&C=7")
		if !strings.Contains(got, "<b>tour</b>") || !strings.Contains(got, c.says) || !strings.Contains(got, `data-query="C=7"`) {
			t.Errorf("%s is not refused with the field and the limit", c.query)
		}
		if r := get(t, s, "/d/svm?"+c.query); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: a program gets %d", c.query, r.StatusCode)
		}
	}
	if r := get(t, s, "/embed/svm?tour=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("an embedded board with a tour gives %d", r.StatusCode)
	}
}
