package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/course"
	"playground/web/testdemos/handles"
	"playground/web/testdemos/randomwalk"
	"playground/web/testdemos/table"
)

func newServer(t testing.TB, limits Limits) *Server {
	t.Helper()
	return newServerOf(t, testDemos(), limits)
}

// testDemos are on points that can be moved, on handles, and on a table.
func testDemos() []algos.Demo {
	return []algos.Demo{randomwalk.Demo(), handles.Demo(), table.Demo()}
}

func newServerOf(t testing.TB, demos []algos.Demo, limits Limits) *Server {
	t.Helper()
	if limits.Request == 0 { // what is answered is tested, not how fast the machine is
		limits.Request, limits.Wait = time.Hour, time.Hour
	}
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

func TestBadRequestsNameTheField(t *testing.T) {
	s := newServer(t, Limits{URLBytes: 4000})
	for _, c := range []struct {
		path   string
		status int
		field  string
		says   string
	}{
		{"/d/walk?drift=-11", 400, "drift", "out of range"},
		{"/d/walk?drift=much", 400, "drift", "not a finite number"},
		{"/d/walk?nothing=1", 400, "nothing", "no such parameter"},
		{"/d/walk?drift=1&drift=2", 400, "drift", "more than once"},
		{"/d/walk?data=moons~1e9", 400, "data", ""},
		{"/d/walk?step=-4", 400, "step", "whole number"},
		{"/d/walk?seed=x", 400, "seed", "whole number"},
		{"/d/walk?w=300", 400, "w", "no such parameter"},
		{"/d/walk?%zz", 400, "", "not well formed"},
		{"/d/walk/frame.svg?w=12", 400, "w", "from 64 to"},
		{"/d/walk/frame.svg?h=1e4", 400, "h", "from 64 to"},
		{"/d/walk/frame.svg?theme=pink", 400, "theme", "light, dark, projector"},
		{"/d/walk/frame.png?scale=0", 400, "scale", "0.5 to 4"},
		{"/d/walk/frame.svg?panel=none", 400, "panel", "board"},
		{"/d/walk/card.svg?drift=2", 400, "drift", ""},
		{"/embed/walk?hide=everything", 400, "hide", "transport"},
		{"/d/none", 404, "", "none"},
		{"/d/walk/frame.bmp", 404, "", "No page has this address"},
		{"/nowhere", 404, "", "No page has this address"},
		{"/d/walk?data=" + strings.Repeat("x", 5000), 414, "", "4000 bytes"},
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
		if (strings.HasPrefix(c.path, "/d/walk?") || strings.HasPrefix(c.path, "/embed/")) && c.field != "" && c.says != "more than once" {
			continue // a reader gets the page without it: see TestAPartOfALinkThatMeansNothing
		}
		designed := get(t, s, c.path, "Accept", page)
		if got := body(t, designed); designed.StatusCode != c.status || !strings.Contains(got, `class="problem"`) {
			t.Errorf("%.60s: no page of ours", c.path)
		}
	}
}

func TestBadInputIsEscaped(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/d/walk?drift=%3Cscript%3E", "/d/walk?%3Cscript%3E=1", "/d/%3Cscript%3E", "/embed/walk?hide=%3Cscript%3E"} {
		if got := body(t, get(t, s, path, "Accept", page)); strings.Contains(got, "<script>") {
			t.Errorf("%s comes back as markup", path)
		}
	}
}

func TestOnlyReading(t *testing.T) {
	s := newServer(t, Limits{})
	if r := ask(t, s, http.MethodPost, "/d/walk"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", r.StatusCode)
	}
	if r := ask(t, s, http.MethodPost, "/d/walk", "Sec-Fetch-Site", "cross-site"); r.StatusCode != http.StatusForbidden {
		t.Errorf("POST from another site: %d", r.StatusCode)
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := newServer(t, Limits{})
	for path, frames := range map[string]string{"/": "frame-ancestors 'self'", "/d/walk": "frame-ancestors 'self'", "/embed/walk": "frame-ancestors *", "/nowhere": "frame-ancestors 'self'"} {
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

func TestImagesAreKeptByTheirTag(t *testing.T) {
	s := newServer(t, Limits{})
	r := get(t, s, "/d/walk/frame.svg")
	tag := r.Header.Get("ETag")
	if tag == "" || !strings.Contains(r.Header.Get("Cache-Control"), "max-age=") {
		t.Fatalf("headers %v", r.Header)
	}
	if again := get(t, s, "/d/walk/frame.svg", "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with its tag: %d", again.StatusCode)
	}
	if other := get(t, s, "/d/walk/frame.svg?theme=dark", "If-None-Match", tag); other.StatusCode != http.StatusOK {
		t.Errorf("another picture with that tag: %d", other.StatusCode)
	}
}

func TestPagesTravelCompressed(t *testing.T) {
	s := newServer(t, Limits{})
	want := body(t, get(t, s, "/d/walk"))
	r := get(t, s, "/d/walk", "Accept-Encoding", "gzip")
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
	s := newServer(t, Limits{Points: 20})
	r := get(t, s, "/d/walk?data=moons~30", "Accept", "application/json")
	if got := body(t, r); r.StatusCode != 400 || !strings.Contains(got, "at most 20") {
		t.Errorf("%d %s", r.StatusCode, got)
	}
}

func TestAskingForTooMuchGivesUp(t *testing.T) {
	s := newServer(t, Limits{Request: 1})
	r := get(t, s, "/d/walk/frame.svg", "Accept", "application/json")
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
		"twice the same": {Demos: append(testDemos(), testDemos()...)},
		"negative limit": {Demos: testDemos(), Limits: Limits{Sessions: -1}},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
