package catalogtest

import (
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/views/mathml"
	"playground/web"
)

// Bounds of a first visit to a demo, in bytes as they travel and in requests. The
// browser asks for one more, the connection on which the run comes. How much comes
// on it a browser test knows.
const (
	mostBytes    = 170 << 10
	mostRequests = 14
)

var assetRefs = regexp.MustCompile(`/assets/[\w./-]+\.(?:css|js|svg|otf)`)

// visit is what a browser fetches for a page that it has never seen.
func visit(t *testing.T, s *web.Server, page string) (files []string, total int) {
	t.Helper()
	total = len(body(t, get(t, s, page, "Accept-Encoding", "br, gzip")))
	files = assetRefs.FindAllString(body(t, get(t, s, page)), -1)
	slices.Sort(files)
	files = slices.Compact(files)
	for _, file := range files {
		total += len(body(t, get(t, s, file, "Accept-Encoding", "br")))
	}
	return files, total
}

func TestFirstVisitIsLight(t *testing.T) {
	s := everything(t)
	for _, d := range algotest.Representatives(catalog.All) {
		files, total := visit(t, s, "/d/"+d.ID)
		if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix(f, "/math.otf") }) {
			t.Errorf("%s: the font of its formulas is not asked for beforehand: %q", d.ID, files)
		}
		if requests := len(files) + 1; total > mostBytes || requests > mostRequests {
			t.Errorf("%s: %d bytes in %d requests, want at most %d in %d", d.ID, total, requests, mostBytes, mostRequests)
		}
		t.Logf("%s: %d bytes in %d requests", d.ID, total, len(files)+1)
	}
}

// TestGalleryAsksForNoFont: it has no formulas.
func TestGalleryAsksForNoFont(t *testing.T) {
	s := everything(t)
	files, total := visit(t, s, "/")
	t.Logf("%d bytes in %d requests", total, len(files)+1)
	for _, file := range files {
		if strings.HasSuffix(file, ".otf") {
			t.Errorf("the gallery asks for %s", file)
		}
	}
	if page := body(t, get(t, s, "/")); strings.Contains(page, "<math") {
		t.Error("the gallery has formulas: its font should be asked for beforehand")
	}
}

var formulas = regexp.MustCompile(`(?s)<math.*?</math>`)

// TestPagesNeedTheCommonCharacters: whatever demos write in formulas is in the
// font that every page with formulas loads.
func TestPagesNeedTheCommonCharacters(t *testing.T) {
	t.Parallel()
	s := everything(t)
	common := map[rune]bool{}
	for _, r := range mathml.Common() {
		common[r] = true
	}
	pages := []string{"/checks"}
	for _, d := range catalog.All {
		pages = append(pages, "/d/"+d.ID)
	}
	for _, page := range pages {
		found := formulas.FindAllString(body(t, get(t, s, page)), -1)
		if len(found) == 0 {
			t.Errorf("%s has no formula", page)
		}
		for _, markup := range found {
			for _, r := range typeset(t, markup) {
				if !common[r] {
					t.Errorf("%s: %q (%U) is not among the common characters: %s", page, r, r, markup)
				}
			}
		}
	}
}

// typeset returns the characters of a formula that are not words.
func typeset(t *testing.T, markup string) []rune {
	t.Helper()
	var out []rune
	d := xml.NewDecoder(strings.NewReader(markup))
	words := false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", markup, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			words = slices.ContainsFunc(token.Attr, func(a xml.Attr) bool { return a.Value == "words" })
		case xml.CharData:
			if !words {
				out = append(out, []rune(string(token))...)
			}
		}
	}
}
