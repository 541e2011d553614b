package catalogtest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// What means nothing in a link does not cost the rest of it: a reader gets the page
// without it, and is told the field and the limit. Programs get the error.
func TestAPartOfALinkThatMeansNothing(t *testing.T) {
	s := everything(t)
	for _, c := range []struct{ query, field, says, kept string }{
		{"preset=no-such&C=7&step=3", "preset", `svm has no preset &#34;no-such&#34;; it has`, "C=7&amp;step=3"},
		{"nothing=1&C=7", "nothing", "there is no such parameter; this demo has", "C=7"},
		{"C=-1&seed=4", "C", "out of range", "seed=4"},
		{"C=7&step=-4", "step", "whole number", "C=7"},
		{"data=moons~1e9&C=7", "data", "", "C=7"},
		{"C=7&a=1&b=1&seed=x", "seed", "whole number", "C=7"},
	} {
		for _, path := range []string{"/d/svm?", "/embed/svm?"} {
			r := get(t, s, path+c.query, "Accept", "text/html")
			page := body(t, r)
			_, list, found := strings.Cut(page, "data-notice")
			list, _, _ = strings.Cut(list, "</ul>")
			if r.StatusCode != http.StatusOK || !found || !strings.Contains(list, "<b>"+c.field+"</b>") || !strings.Contains(list, c.says) {
				t.Errorf("%s%s: %d, %q", path, c.query, r.StatusCode, list)
			}
			if !strings.Contains(page, `data-query="`+c.kept+`"`) {
				t.Errorf("%s%s: the rest of the link is lost", path, c.query)
			}
			if r := get(t, s, path+c.query); r.StatusCode != http.StatusBadRequest {
				t.Errorf("%s%s: a program gets %d", path, c.query, r.StatusCode)
			}
		}
	}
	many := url.Values{}
	for _, c := range "abcdefghijk" {
		many.Set("x"+string(c), "1")
	}
	if r := get(t, s, "/d/svm?"+many.Encode(), "Accept", "text/html"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("a link of nothing that means anything gives %d", r.StatusCode)
	}
	if page := body(t, get(t, s, "/d/svm?C=7", "Accept", "text/html")); strings.Contains(page, "data-notice") {
		t.Error("a good link is complained about")
	}
}

// What says how an embedded board looks and plays is forgiven like the rest of a link,
// and what is right of it stays.
func TestAPartOfAnEmbedLinkThatMeansNothing(t *testing.T) {
	s := everything(t)
	for _, c := range []struct{ query, field, says, kept string }{
		{"hide=points,title&speed=30&step=4", "hide", "&#34;points&#34; is not one of title, ", `data-speed="30"`},
		{"speed=1000&hide=title&step=4", "speed", "&#34;1000&#34; is not one of 0.8, 0.5, 1, 2, 4, 8, 15, 30, 60", "no-title"},
		{"autoplay=yes&loop=1", "autoplay", "neither 1 nor 0", `data-loop="1"`},
		{"start=-1&end=30", "start", "a whole number from 0 to 10000000", `data-end="30"`},
		{"start=7&end=5&speed=4", "end", "step 5 is not after the start, step 7", `data-start="7"`},
		{"theme=projector&step=3", "theme", "neither light nor dark", `data-query="step=3"`},
		{"speed=1000&C=-1&step=3", "C", "out of range", `data-query="step=3"`},
	} {
		r := get(t, s, "/embed/svm?"+c.query, "Accept", "text/html")
		page := body(t, r)
		_, list, _ := strings.Cut(page, "data-notice")
		list, _, _ = strings.Cut(list, "</ul>")
		if r.StatusCode != http.StatusOK || !strings.Contains(list, "<b>"+c.field+"</b>") || !strings.Contains(list, c.says) {
			t.Errorf("%s: %d, %q", c.query, r.StatusCode, list)
		}
		if !strings.Contains(page, c.kept) {
			t.Errorf("%s: %s is lost", c.query, c.kept)
		}
	}
}

// A demo may have a parameter called start, which then is what an address means by it; the first step of
// an excerpt is called first everywhere.
func TestStartIsAParameterWhereADemoHasIt(t *testing.T) {
	s := everything(t)
	for path, kept := range map[string]string{
		"/embed/gradient-descent?start=3,4&first=2&end=9": `data-start="2"`,
		"/embed/newton?start=1.5":                         `data-query="start=1.5"`,
		"/embed/svm?start=2&end=9":                        `data-start="2"`,
	} {
		r := get(t, s, path, "Accept", "text/html")
		if page := body(t, r); r.StatusCode != http.StatusOK || !strings.Contains(page, kept) || strings.Contains(page, "data-notice") {
			t.Errorf("%s: %d, without %s", path, r.StatusCode, kept)
		}
	}
}

// The scale of a picture is a number. A word under this name is the demo's own choice.
func TestAScaleThatIsAWord(t *testing.T) {
	s := everything(t)
	for query, status := range map[string]int{"scale=unit": 200, "scale=1": 200, "scale=9": 400, "scale=inches": 400, "scale=": 400} {
		if r := get(t, s, "/d/pca/frame.png?w=100&h=100&"+query); r.StatusCode != status {
			t.Errorf("%s: %d, want %d: %s", query, r.StatusCode, status, body(t, r))
		}
	}
}

// The notice is in the reader's language. Names, and what a reader of data complains
// of in English, are quoted.
func TestANoticeInChinese(t *testing.T) {
	t.Parallel()
	s := everything(t)
	for _, c := range []struct{ path, says string }{
		{"/d/svm?preset=no-such", "没有预设"},
		{"/d/svm?nothing=1", "没有这个参数；这个演示的参数有"},
		{"/d/svm?C=-1", "-1 超出范围：须在"},
		{"/d/svm?C=much", "&#34;much&#34; 不是有限的数"},
		{"/d/svm?kernel=none", "&#34;none&#34; 不在“linear, "},
		{"/d/svm?step=-4", "既不是从 0 到"},
		{"/d/svm?seed=x", "&#34;x&#34; 不是从 0 到 2⁵³"},
		{"/d/svm?view=1", "须是 fit，或 x0,x1,y0,y1"},
		{"/d/svm?data=moons~1e9", "读不懂："},
		{"/d/svm?data=iris-of-the-eye", "读不懂："},
		{"/d/svr?data=p2n~1_1", "“svr”的每个点都要有一个值"},
		{"/d/gp-regression?kernel=rbf(", "读不懂："},
		{"/d/gp-regression?climb=perhaps&optimise=maybe", "既不是 true 也不是 false"},
		{"/embed/svm?hide=points", "&#34;points&#34; 不在“title, "},
		{"/embed/svm?speed=1000", "&#34;1000&#34; 不在“0.8, "},
		{"/embed/svm?start=5&end=5", "第 5 步不在起点第 5 步之后"},
		{"/embed/svm?autoplay=yes", "&#34;yes&#34; 既不是 1 也不是 0"},
	} {
		page := body(t, get(t, s, c.path, "Accept", "text/html", "Accept-Language", "zh"))
		_, list, _ := strings.Cut(page, "data-notice")
		list, _, _ = strings.Cut(list, "</ul>")
		if !strings.Contains(list, c.says) || strings.Contains(list, `<span lang="en">`) {
			t.Errorf("%s: %q", c.path, list)
		}
	}
}
