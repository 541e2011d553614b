package catalogtest

import (
	"encoding/json"
	"html"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"playground/web"
)

// oembedOf asks how a page is embedded; more is what follows its address.
func oembedOf(t *testing.T, s *web.Server, page, more string) (oEmbed, *http.Response, string) {
	t.Helper()
	r := get(t, s, "/oembed?url="+url.QueryEscape(page)+more)
	text := body(t, r)
	var a oEmbed
	if r.StatusCode == http.StatusOK {
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatalf("%s: %v", page, err)
		}
	}
	return a, r, text
}

var frameSource = regexp.MustCompile(`<iframe src="([^"]+)"`)

func TestOEmbedAnswersWithTheBoard(t *testing.T) {
	s := everything(t)
	for _, c := range []struct {
		page, more    string
		source        string // of the frame
		title         string
		width, height int
	}{
		{"http://example.com/d/svm", "", "http://example.com/embed/svm", "Support vector machine", 900, 560},
		{"https://example.com/d/svm?C=10&step=7", "&format=json&dnt=1", "https://example.com/embed/svm?C=10&step=7", "Support vector machine", 900, 560},
		{"http://example.com/d/svm?lang=zh#lesson", "&maxwidth=800", "http://example.com/embed/svm?lang=zh", "支持向量机", 800, 560},
		{
			"http://EXAMPLE.com/embed/svm?hide=title,timeline&start=4&end=9", "&maxwidth=400&maxheight=600",
			"http://example.com/embed/svm?end=9&hide=title%2Ctimeline&start=4&step=4", "Support vector machine", 400, 600,
		},
		{
			"http://example.com/compare?a=svm%3FC%3D10%26step%3D7&b=logistic&by=pass&lang=en", "",
			"http://example.com/embed/compare?a=svm%3FC%3D10%26step%3D7&b=logistic&by=pass&lang=en", "Support vector machine and Logistic regression", 1000, 900,
		},
		{
			"http://example.com/embed/compare?a=svm&b=svm%3Fseed%3D2&theme=dark", "&maxwidth=400",
			"http://example.com/embed/compare?a=svm&b=svm%3Fseed%3D2&theme=dark", "Support vector machine and Support vector machine", 400, 900,
		},
		{"http://example.com/d/svm/", "&maxheight=300", "http://example.com/embed/svm", "Support vector machine", 900, 300},
	} {
		a, r, text := oembedOf(t, s, c.page, c.more)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", c.page, r.StatusCode, text)
			continue
		}
		found := frameSource.FindStringSubmatch(a.HTML)
		if len(found) == 0 || html.UnescapeString(found[1]) != c.source {
			t.Errorf("%s: the frame is %s, want %s", c.page, a.HTML, c.source)
		}
		if a.Version != "1.0" || a.Type != "rich" || a.ProviderName != "Playground" || a.Title != c.title || a.Width != c.width || a.Height != c.height {
			t.Errorf("%s: %+v", c.page, a)
		}
		own, _ := strings.CutPrefix(html.UnescapeString(found[1]), a.ProviderURL)
		if got := get(t, s, "/"+own).StatusCode; got != http.StatusOK {
			t.Errorf("%s: the frame answers %d", c.page, got)
		}
		picture, _ := strings.CutPrefix(a.ThumbnailURL, a.ProviderURL)
		drawn, err := png.Decode(get(t, s, "/"+picture).Body)
		if err != nil {
			t.Fatalf("%s: %v", a.ThumbnailURL, err)
		}
		if size := drawn.Bounds().Size(); size.X != a.ThumbnailWidth || size.Y != a.ThumbnailHeight || size.X > a.Width || size.Y > max(a.Height, 480) {
			t.Errorf("%s: a picture of %v, told %d×%d", c.page, size, a.ThumbnailWidth, a.ThumbnailHeight)
		}
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=600",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", c.page, name, got)
			}
		}
	}
}

func TestOEmbedRefuses(t *testing.T) {
	s := everything(t)
	for _, c := range []struct {
		page, more string
		status     int
		says       string
	}{
		{"", "", 400, "not the address of a demo here, such as http://example.com/d/"},
		{"svm", "", 400, "not the address of a demo"},
		{"javascript:alert(1)", "", 400, "not the address of a demo"},
		{"http://[", "", 400, "not the address of a demo"},
		{"http://elsewhere.test/d/svm", "", 404, "not the address of a demo"},
		{"http://example.com/checks/svm", "", 404, "not the address of a demo"},
		{"http://example.com/d/svm/code", "", 404, "not the address of a demo"},
		{"http://example.com/d/nothing", "", 404, "There is no demo"},
		{"http://example.com/d/svm?C=-1", "", 400, "C: "},
		{"http://example.com/d/svm?C=1&C=2", "", 400, "more than once"},
		{"http://example.com/d/svm?%zz", "", 400, "not well formed"},
		{"http://example.com/d/svm?lang=xx", "", 400, "lang: "},
		{"http://example.com/embed/svm?hide=all", "", 400, "hide: "},
		{"http://example.com/compare", "", 400, "a: "},
		{"http://example.com/compare?a=svm", "", 400, "b: "},
		{"http://example.com/compare?a=svm%3FC%3D-1&b=logistic", "", 400, "a.C: "},
		{"http://example.com/compare?a=svm&b=logistic&theme=pink", "", 400, "theme: "},
		{"http://example.com/compare?a=svm&b=logistic&x=1", "", 400, "x: "},
		{"http://example.com/compare/boards.png?a=svm&b=logistic", "", 404, "not the address of a demo"},
		{"http://example.com/d/svm", "&format=xml", 501, `"xml"`},
		{"http://example.com/d/svm", "&maxwidth=200", 400, "at least 320"},
		{"http://example.com/d/svm", "&maxheight=tall", 400, "maxheight: "},
		{"http://example.com/d/svm", "&maxwidth=500&maxwidth=600", 400, "more than once"},
	} {
		if _, r, text := oembedOf(t, s, c.page, c.more); r.StatusCode != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s%s: %d %q, want %d, %q", c.page, c.more, r.StatusCode, text, c.status, c.says)
		}
	}
}

var alternate = regexp.MustCompile(`<link rel="alternate" type="application/json\+oembed" href="([^"]+)"`)

// Every demo's page leads to its own answer, by the scheme by which it was reached.
func TestPagesLeadToOEmbed(t *testing.T) {
	s := everything(t)
	for _, page := range []string{"/d/svm", "/d/perceptron?preset=cycle&step=3&lang=zh", "/d/hedge?tour=1", "/compare?a=svm%3FC%3D10&b=logistic&lang=zh"} {
		found := alternate.FindStringSubmatch(body(t, get(t, s, page)))
		if len(found) == 0 {
			t.Errorf("%s leads to no oEmbed answer", page)
			continue
		}
		at, inside := strings.CutPrefix(html.UnescapeString(found[1]), "http://example.com")
		if r := get(t, s, at); !inside || r.StatusCode != http.StatusOK {
			t.Errorf("%s leads to %s, which answers %d", page, at, r.StatusCode)
		}
	}
	long := "/d/svm?data=" + strings.Repeat("0.25,0.5,1;", 300)
	if r := get(t, s, long); r.StatusCode == http.StatusOK && alternate.MatchString(body(t, r)) {
		t.Error("a page repeats a long recipe in its head")
	}
}
