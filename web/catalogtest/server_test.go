package catalogtest

import (
	"image/gif"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

func TestEveryAddressAnswers(t *testing.T) {
	t.Parallel()
	s := everything(t)
	type want struct{ path, contentType, contains string }
	wants := []want{
		{"/", "text/html; charset=utf-8", "Watch machine learning work"},
		{"/healthz", "text/plain; charset=utf-8", "ok"},
		{"/readyz", "text/plain; charset=utf-8", "ready"},
		{"/licences", "text/html", "Permission is hereby granted"},
	}
	for _, d := range catalog.All {
		wants = append(wants,
			want{"/d/" + d.ID, "text/html; charset=utf-8", d.Title},
			want{"/embed/" + d.ID + "?hide=say,legend", "text/html; charset=utf-8", "no-legend"},
			want{"/d/" + d.ID + "/frame.svg", "image/svg+xml", "<svg"},
			want{"/d/" + d.ID + "/card.svg?theme=dark", "image/svg+xml", "<svg"},
			want{"/d/" + d.ID + "/run.csv", "text/csv; charset=utf-8", "step,"},
		)
		if !d.Input.Own() {
			wants = append(wants, want{"/d/" + d.ID + "/points.csv", "text/csv; charset=utf-8", "\n"})
		}
	}
	for _, c := range wants {
		r := get(t, s, c.path)
		got := body(t, r)
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), c.contentType) || !strings.Contains(got, c.contains) {
			t.Errorf("%s: %d %s without %q", c.path, r.StatusCode, r.Header.Get("Content-Type"), c.contains)
		}
		if head := ask(t, s, http.MethodHead, c.path); head.StatusCode != http.StatusOK && !strings.HasSuffix(c.path, "z") {
			t.Errorf("HEAD %s: %d", c.path, head.StatusCode)
		}
	}
}

// The server understands what a form sends without scripts.
func TestFormsWithoutScripts(t *testing.T) {
	s := everything(t)
	for query, want := range map[string]string{
		"?preset=blobs&fit_intercept=false&fit_intercept=true&max_epochs=100&show_max_margin=false&seed=0": `data-query=""`,
		"?preset=blobs&fit_intercept=false&max_epochs=7&show_max_margin=false":                             `data-query="fit_intercept=false&amp;max_epochs=7"`,
	} {
		if got := body(t, get(t, s, "/d/perceptron"+query)); !strings.Contains(got, want) {
			t.Errorf("%s is not understood as %s", query, want)
		}
	}
}

// inline finds what the policy forbids.
var inline = regexp.MustCompile(`(?i)\sstyle="|\son[a-z]+="|<style|<script(?:\s[^>]*)?>[^<]`)

func TestPagesHaveNothingInline(t *testing.T) {
	s := everything(t)
	paths := []string{"/", "/nowhere"}
	for _, d := range algotest.Representatives(catalog.All) {
		paths = append(paths, "/d/"+d.ID, "/d/"+d.ID+"?step=0", "/embed/"+d.ID)
	}
	for _, path := range paths {
		r := get(t, s, path, "Accept", page)
		if found := inline.FindString(body(t, r)); found != "" {
			t.Errorf("%s has %q", path, found)
		}
	}
}

func TestImages(t *testing.T) {
	s := everything(t)
	r := get(t, s, "/d/svm/frame.png?w=300&h=200&scale=2")
	img, err := png.Decode(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got.X != 600 || got.Y != 400 {
		t.Errorf("the PNG is %v, want 600×400", got)
	}
	r = get(t, s, "/d/perceptron/run.gif?preset=trace&w=240&h=200")
	anim, err := gif.DecodeAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if len(anim.Image) < 10 || anim.Config.Width != 240 {
		t.Errorf("the GIF has %d pictures of width %d", len(anim.Image), anim.Config.Width)
	}
	first := body(t, get(t, s, "/d/svm/frame.svg?step=10"))
	if again := body(t, get(t, everything(t), "/d/svm/frame.svg?step=10")); again != first {
		t.Error("another server draws another picture")
	}
	if other := body(t, get(t, s, "/d/svm/frame.svg?step=11")); other == first {
		t.Error("step 11 looks like step 10")
	}
	for _, d := range catalog.All {
		for _, c := range d.ChartsOf(nil) {
			path := "/d/" + d.ID + "/frame.svg?panel=chart-" + c.ID
			if r := get(t, s, path); r.StatusCode != http.StatusOK || !strings.Contains(body(t, r), "<svg") {
				t.Errorf("%s: %d", path, r.StatusCode)
			}
		}
	}
}
