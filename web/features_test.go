package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"playground/lang"
)

// Everything that the site does is found by name, in every language, and is where it is said to be.
func TestTheSearchKnowsWhatTheSiteDoes(t *testing.T) {
	s := newServer(t, Limits{})
	for _, l := range lang.All {
		var x index
		if err := json.Unmarshal([]byte(body(t, get(t, s, "/find.json?lang="+l.String()))), &x); err != nil {
			t.Fatal(err)
		}
		if len(x.Site) != len(features) || len(x.Coming) == 0 {
			t.Errorf("%s: %d features of %d, and %d methods to come", l, len(x.Site), len(features), len(x.Coming))
		}
		for _, f := range x.Site {
			if f.Title == "" || strings.HasPrefix(f.Title, "find.") || len(f.Words) < 3 {
				t.Errorf("%s: %+v has no name, or too few", l, f)
			}
			path, _, _ := strings.Cut(f.To, "#")
			if r := get(t, s, path); r.StatusCode != http.StatusOK {
				t.Errorf("%s: %s leads to %s, which answers %d", l, f.Title, f.To, r.StatusCode)
			}
		}
		for id, with := range x.With {
			for _, other := range with {
				if r := get(t, s, "/compare?a="+id+"&b="+other); r.StatusCode != http.StatusOK {
					t.Errorf("%s and %s cannot be compared: %d", id, other, r.StatusCode)
				}
			}
		}
		for id := range s.demos {
			if len(x.Names[id]) < 2 {
				t.Errorf("%s: the names of %s are %q", l, id, x.Names[id])
			}
		}
	}
}
