package catalogtest

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/lang"
)

// The page of all goals has each of them, with a link to where it begins, in both languages.
func TestChallenges(t *testing.T) {
	t.Parallel()
	s := everything(t)
	for _, l := range lang.All {
		page := body(t, get(t, s, "/challenges?lang="+l.String()))
		links := regexp.MustCompile(`href="(/d/[^"#]*)#goal-`).FindAllStringSubmatch(page, -1)
		goals := 0
		for _, d := range catalog.All {
			for _, g := range d.Goals {
				goals++
				_, from, found := strings.Cut(page, `id="goal-`+d.ID+`-`+g.ID+`"`)
				if !found || !strings.Contains(from, `href="/d/`+d.ID+`?`) || !strings.Contains(page, `#goal-`+g.ID+`"`) {
					t.Errorf("%s: the goal %s of %s, or its link, is missing", l, g.ID, d.ID)
				}
			}
		}
		if goals < 4 || len(links) != goals {
			t.Errorf("%s: %d links for %d goals", l, len(links), goals)
		}
		if l != lang.English {
			continue // they are the same addresses
		}
		for _, link := range links {
			if r := get(t, s, html.UnescapeString(link[1])); r.StatusCode != http.StatusOK {
				t.Errorf("%s answers %d", link[1], r.StatusCode)
			}
		}
	}
	if r := get(t, s, "/challenges?C=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("what it does not know is answered with %d", r.StatusCode)
	}
}

// In a lesson the goals stand where it tells how to break the method.
func TestGoalsStandWhereItBreaks(t *testing.T) {
	d := catalog.All[slices.IndexFunc(catalog.All, func(d algos.Demo) bool { return d.ID == "svm" })]
	page := body(t, get(t, everything(t), "/d/svm"))
	for _, g := range d.Goals {
		if at := strings.Index(page, `id="goal-`+g.ID+`"`); at < strings.Index(page, ">Break it<") || at > strings.Index(page, ">References<") {
			t.Errorf("the goal %s stands elsewhere", g.ID)
		}
	}
}
