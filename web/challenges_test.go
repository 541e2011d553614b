package web

import (
	"net/http"
	"strings"
	"testing"

	"playground/algos/catalog"
	"playground/lang"
	"playground/views"
)

// The page of all goals has each of them, with a link to where it begins, in both languages.
func TestChallenges(t *testing.T) {
	s := newServer(t, Limits{})
	for _, l := range lang.All {
		page := body(t, get(t, s, "/challenges?lang="+l.String()))
		n := 0
		for _, c := range s.challenges(l) {
			for _, g := range c.Goals {
				n++
				link := strings.ReplaceAll(g.Link, "&", "&amp;")
				for _, want := range []string{`id="goal-` + c.ID + `-` + g.ID + `"`, `href="` + link + `"`, string(g.Text)} {
					if !strings.Contains(page, want) {
						t.Errorf("%s: the goal %s of %s lacks %s", l, g.ID, c.ID, want)
					}
				}
				where, _, _ := strings.Cut(g.Link, "#")
				if r := get(t, s, where); r.StatusCode != http.StatusOK {
					t.Errorf("%s answers %d", where, r.StatusCode)
				}
			}
		}
		if n < 4 {
			t.Errorf("%s: %d goals", l, n)
		}
	}
	if r := get(t, s, "/challenges?C=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("what it does not know is answered with %d", r.StatusCode)
	}
}

// In a lesson the goals stand where it tells how to break the method, or at its end.
func TestGoalsStandWhereItBreaks(t *testing.T) {
	for _, c := range []struct{ lesson, before string }{
		{"<h3>What it is</h3>a<h3 id=x>Now break it</h3>b<h4>c</h4>d<h3>References</h3>e", "<h3>What it is</h3>a<h3 id=x>Now break it</h3>b<h4>c</h4>d"},
		{"<h3>它是什么</h3>a<h3>再来把它弄坏</h3>b<h3>参考文献</h3>", "<h3>它是什么</h3>a<h3>再来把它弄坏</h3>b"},
		{"<h3>What it is</h3>a", "<h3>What it is</h3>a"},
		{"a", "a"},
	} {
		before, after := atBreak(views.HTML(c.lesson))
		if string(before) != c.before || string(before+after) != c.lesson {
			t.Errorf("%s is cut after %s", c.lesson, before)
		}
	}
	d, _ := catalog.Find("svm")
	page := body(t, get(t, newServer(t, Limits{}), "/d/svm"))
	for _, g := range d.Goals {
		if at := strings.Index(page, `id="goal-`+g.ID+`"`); at < strings.Index(page, "Now break it") || at > strings.Index(page, ">References<") {
			t.Errorf("the goal %s stands elsewhere", g.ID)
		}
	}
}
