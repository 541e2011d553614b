package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"image/gif"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/course"
)

func newServer(t testing.TB, limits Limits) *Server {
	t.Helper()
	return newServerOf(t, catalog.All, limits)
}

func newServerOf(t testing.TB, demos []algos.Demo, limits Limits) *Server {
	t.Helper()
	s, err := New(Config{Demos: demos, Courses: course.All(), Log: slog.New(slog.DiscardHandler), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks for a path; header is pairs of names and values.
func get(t testing.TB, s *Server, path string, header ...string) *http.Response {
	t.Helper()
	return ask(t, s, http.MethodGet, path, header...)
}

func ask(t testing.TB, s *Server, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const page = "text/html,application/xhtml+xml"

func TestEveryAddressAnswers(t *testing.T) {
	s := newServer(t, Limits{})
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

func TestBadRequestsNameTheField(t *testing.T) {
	s := newServer(t, Limits{URLBytes: 4000})
	for _, c := range []struct {
		path   string
		status int
		field  string
		says   string
	}{
		{"/d/svm?C=-1", 400, "C", "out of range"},
		{"/d/svm?gamma=much", 400, "gamma", "not a finite number"},
		{"/d/svm?nothing=1", 400, "nothing", "no such parameter"},
		{"/d/svm?C=1&C=2", 400, "C", "more than once"},
		{"/d/svm?data=moons~1e9", 400, "data", ""},
		{"/d/svm?step=-4", 400, "step", "whole number"},
		{"/d/svm?seed=x", 400, "seed", "whole number"},
		{"/d/svm?w=300", 400, "w", "no such parameter"},
		{"/d/svm?%zz", 400, "", "not well formed"},
		{"/d/svm/frame.svg?w=12", 400, "w", "from 64 to"},
		{"/d/svm/frame.svg?h=1e4", 400, "h", "from 64 to"},
		{"/d/svm/frame.svg?theme=pink", 400, "theme", "light, dark, projector"},
		{"/d/svm/frame.png?scale=0", 400, "scale", "0.5 to 4"},
		{"/d/svm/frame.svg?panel=none", 400, "panel", "board"},
		{"/d/svm/card.svg?C=2", 400, "C", ""},
		{"/embed/svm?hide=everything", 400, "hide", "transport"},
		{"/d/none", 404, "", "none"},
		{"/d/svm/frame.bmp", 404, "", "nothing at this address"},
		{"/nowhere", 404, "", "nothing at this address"},
		{"/d/svm?data=" + strings.Repeat("x", 5000), 414, "", "4000 bytes"},
	} {
		r := get(t, s, c.path, "Accept", "application/json")
		var got struct{ Error, Field string }
		if err := json.Unmarshal([]byte(body(t, r)), &got); err != nil {
			t.Errorf("%s: %v", c.path, err)
		}
		if r.StatusCode != c.status || got.Field != c.field || !strings.Contains(got.Error, c.says) {
			t.Errorf("%.60s: %d %+v, want %d, field %q, %q", c.path, r.StatusCode, got, c.status, c.field, c.says)
		}
		text := get(t, s, c.path, "Accept", "image/*")
		if got := body(t, text); !strings.Contains(got, c.says) || strings.Contains(got, "<") && c.status != 404 {
			t.Errorf("%.60s: as text %q", c.path, got)
		}
		if (strings.HasPrefix(c.path, "/d/svm?") || strings.HasPrefix(c.path, "/embed/")) && c.field != "" && c.says != "more than once" {
			continue // a reader gets the page without it: see TestAPartOfALinkThatMeansNothing
		}
		designed := get(t, s, c.path, "Accept", page)
		if got := body(t, designed); designed.StatusCode != c.status || !strings.Contains(got, `class="problem"`) {
			t.Errorf("%.60s: no page of ours", c.path)
		}
	}
}

// The server understands what a form sends without scripts.
func TestFormsWithoutScripts(t *testing.T) {
	s := newServer(t, Limits{})
	for query, want := range map[string]string{
		"?preset=blobs&bias=false&bias=true&passes=100&best=false&seed=0": `data-query=""`,
		"?preset=blobs&bias=false&passes=7&best=false":                    `data-query="bias=false&amp;passes=7"`,
	} {
		if got := body(t, get(t, s, "/d/perceptron"+query)); !strings.Contains(got, want) {
			t.Errorf("%s is not understood as %s", query, want)
		}
	}
}

func TestBadInputIsEscaped(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/d/svm?C=%3Cscript%3E", "/d/svm?%3Cscript%3E=1", "/d/%3Cscript%3E", "/embed/svm?hide=%3Cscript%3E"} {
		if got := body(t, get(t, s, path, "Accept", page)); strings.Contains(got, "<script>") {
			t.Errorf("%s comes back as markup", path)
		}
	}
}

func TestOnlyReading(t *testing.T) {
	s := newServer(t, Limits{})
	if r := ask(t, s, http.MethodPost, "/d/svm"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", r.StatusCode)
	}
	if r := ask(t, s, http.MethodPost, "/d/svm", "Sec-Fetch-Site", "cross-site"); r.StatusCode != http.StatusForbidden {
		t.Errorf("POST from another site: %d", r.StatusCode)
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := newServer(t, Limits{})
	for path, frames := range map[string]string{"/": "frame-ancestors 'self'", "/d/svm": "frame-ancestors 'self'", "/embed/svm": "frame-ancestors *", "/nowhere": "frame-ancestors 'self'"} {
		h := get(t, s, path, "Accept", page).Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "script-src 'self';", "style-src 'self';", "base-uri 'none'", frames} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" || h.Get("Permissions-Policy") == "" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

// inline finds what the policy forbids.
var inline = regexp.MustCompile(`(?i)\sstyle="|\son[a-z]+="|<style|<script(?:\s[^>]*)?>[^<]`)

func TestPagesHaveNothingInline(t *testing.T) {
	s := newServer(t, Limits{})
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
	s := newServer(t, Limits{})
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
	if again := body(t, get(t, newServer(t, Limits{}), "/d/svm/frame.svg?step=10")); again != first {
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

func TestImagesAreKeptByTheirTag(t *testing.T) {
	s := newServer(t, Limits{})
	r := get(t, s, "/d/svm/frame.svg")
	tag := r.Header.Get("ETag")
	if tag == "" || !strings.Contains(r.Header.Get("Cache-Control"), "max-age=") {
		t.Fatalf("headers %v", r.Header)
	}
	if again := get(t, s, "/d/svm/frame.svg", "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with its tag: %d", again.StatusCode)
	}
	if other := get(t, s, "/d/svm/frame.svg?theme=dark", "If-None-Match", tag); other.StatusCode != http.StatusOK {
		t.Errorf("another picture with that tag: %d", other.StatusCode)
	}
}

func TestPagesTravelCompressed(t *testing.T) {
	s := newServer(t, Limits{})
	want := body(t, get(t, s, "/d/svm"))
	r := get(t, s, "/d/svm", "Accept-Encoding", "gzip")
	if r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("headers %v", r.Header)
	}
	z, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil || string(got) != want {
		t.Errorf("unpacked it differs (%v)", err)
	}
}

func TestReadyTurnsFalseWhenDraining(t *testing.T) {
	s := newServer(t, Limits{})
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if r := get(t, s, "/readyz"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("ready while shutting down: %d", r.StatusCode)
	}
	if r := get(t, s, "/healthz"); r.StatusCode != http.StatusOK {
		t.Errorf("not alive while shutting down: %d", r.StatusCode)
	}
}

func TestTooManyPoints(t *testing.T) {
	s := newServer(t, Limits{Points: 50})
	r := get(t, s, "/d/svm?data=moons~60", "Accept", "application/json")
	if got := body(t, r); r.StatusCode != 400 || !strings.Contains(got, "at most 50") {
		t.Errorf("%d %s", r.StatusCode, got)
	}
}

func TestAskingForTooMuchGivesUp(t *testing.T) {
	s := newServer(t, Limits{Request: 1})
	r := get(t, s, "/d/svm/frame.svg", "Accept", "application/json")
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
}

func TestAFaultIsOneRequestsOnly(t *testing.T) {
	s := newServer(t, Limits{})
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	h := s.recoverPanics(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "boom") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "boom") {
		t.Error("the fault is not in the log")
	}
}

func TestBadConfigurations(t *testing.T) {
	for name, c := range map[string]Config{
		"no demos":       {},
		"twice the same": {Demos: append(catalog.All[:1:1], catalog.All[0])},
		"negative limit": {Demos: catalog.All, Limits: Limits{Sessions: -1}},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
