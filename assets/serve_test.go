package assets_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"

	"playground/assets"
)

type response struct {
	status int
	header http.Header
	body   string // as it came
}

func get(t testing.TB, h http.Handler, url string, header map[string]string) response {
	return do(t, h, http.MethodGet, url, header)
}

func do(t testing.TB, h http.Handler, method, url string, header map[string]string) response {
	t.Helper()
	r := httptest.NewRequest(method, url, nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return response{w.Code, w.Header(), w.Body.String()}
}

func decode(t testing.TB, r response) string {
	t.Helper()
	var reader io.Reader = strings.NewReader(r.body)
	switch coding := r.header.Get("Content-Encoding"); coding {
	case "":
	case "br":
		reader = brotli.NewReader(reader)
	case "gzip":
		z, err := gzip.NewReader(reader)
		if err != nil {
			t.Fatal(err)
		}
		reader = z
	default:
		t.Fatalf("Content-Encoding %q", coding)
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestServe(t *testing.T) {
	style := strings.Repeat("a { color: red }\n", 100)
	b := serving(t, map[string]string{"a.css": style, "p.png": "png"})
	url := b.URL("a.css")
	tests := []struct {
		name, accept, coding string
	}{
		{"no header", "", ""},
		{"brotli and gzip", "gzip, deflate, br", "br"},
		{"gzip only", "gzip", "gzip"},
		{"weights", "br;q=0.5, gzip;q=0.8", "gzip"},
		{"brotli refused", "br;q=0, gzip", "gzip"},
		{"anything", "*", "br"},
		{"anything but brotli", "br;q=0, *;q=0.1", "gzip"},
		{"identity preferred", "identity;q=1, br;q=0.5", ""},
		{"identity allowed", "identity, br", "br"},
		{"unknown", "zstd", ""},
		{"upper case", "GZIP", "gzip"},
		{"malformed weight", "br;q=x, gzip", "gzip"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := get(t, b, url, map[string]string{"Accept-Encoding": test.accept})
			if r.status != http.StatusOK || r.header.Get("Content-Encoding") != test.coding || decode(t, r) != style {
				t.Errorf("status %d, coding %q, body %.20q…, want coding %q", r.status, r.header.Get("Content-Encoding"), decode(t, r), test.coding)
			}
			for name, want := range map[string]string{
				"Content-Type":           "text/css; charset=utf-8",
				"Cache-Control":          "public, max-age=31536000, immutable",
				"Vary":                   "Accept-Encoding",
				"X-Content-Type-Options": "nosniff",
			} {
				if got := r.header.Get(name); got != want {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
			again := get(t, b, url, map[string]string{"Accept-Encoding": test.accept, "If-None-Match": r.header.Get("ETag")})
			if again.status != http.StatusNotModified || again.body != "" {
				t.Errorf("with its own validator: status %d and %d bytes, want 304 and none", again.status, len(again.body))
			}
			head := do(t, b, http.MethodHead, url, map[string]string{"Accept-Encoding": test.accept})
			if head.status != http.StatusOK || head.body != "" || head.header.Get("Content-Length") != r.header.Get("Content-Length") {
				t.Errorf("HEAD: status %d, %d bytes, length %s, want 200, none and %s", head.status, len(head.body), head.header.Get("Content-Length"), r.header.Get("Content-Length"))
			}
		})
	}
	t.Run("a validator for each coding", func(t *testing.T) {
		tags := map[string]bool{}
		for _, accept := range []string{"", "br", "gzip"} {
			tags[get(t, b, url, map[string]string{"Accept-Encoding": accept}).header.Get("ETag")] = true
		}
		if len(tags) != 3 {
			t.Errorf("%d validators for three bodies: %v", len(tags), tags)
		}
	})
	t.Run("pictures are not compressed again", func(t *testing.T) {
		r := get(t, b, b.URL("p.png"), map[string]string{"Accept-Encoding": "br"})
		if r.header.Get("Content-Encoding") != "" || r.header.Get("Vary") != "" || r.header.Get("Content-Type") != "image/png" {
			t.Errorf("headers %v", r.header)
		}
	})
	t.Run("a range", func(t *testing.T) {
		r := get(t, b, url, map[string]string{"Range": "bytes=2-3"})
		if r.status != http.StatusPartialContent || r.body != style[2:4] {
			t.Errorf("status %d, body %q, want 206 and %q", r.status, r.body, style[2:4])
		}
	})
}

func TestServeRefuses(t *testing.T) {
	b := serving(t, map[string]string{"a.css": "a {}"})
	for _, url := range []string{"/assets/", "/assets/a.css", "/assets/a.0123456789abcdef.css", "/assets/../files.go", b.URL("a.css") + "/"} {
		r := get(t, b, url, nil)
		if r.status != http.StatusNotFound || r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("GET %s: status %d, Cache-Control %q, want 404 and no-store", url, r.status, r.header.Get("Cache-Control"))
		}
	}
	if r := do(t, b, http.MethodPost, b.URL("a.css"), nil); r.status != http.StatusMethodNotAllowed || r.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %q", r.status, r.header.Get("Allow"))
	}
}

func TestServeFromManyGoroutines(t *testing.T) {
	style := strings.Repeat("a { color: red }\n", 1000)
	b := serving(t, map[string]string{"a.css": style})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			r := get(t, b, b.URL("a.css"), map[string]string{"Accept-Encoding": []string{"br", "gzip"}[i%2]})
			if decode(t, r) != style {
				t.Error("another body")
			}
		})
	}
	wg.Wait()
}

// TestProgramFiles reads what the program itself serves: every file arrives.
func TestProgramFiles(t *testing.T) {
	h, ok := assets.Handler().(*assets.Files)
	if !ok {
		t.Fatalf("the handler is a %T", assets.Handler())
	}
	for _, name := range h.Names() {
		plain := get(t, h, h.URL(name), nil)
		if plain.status != http.StatusOK || plain.body == "" {
			t.Errorf("%s: status %d and %d bytes", name, plain.status, len(plain.body))
		}
		for _, coding := range []string{"br", "gzip"} {
			if r := get(t, h, h.URL(name), map[string]string{"Accept-Encoding": coding}); decode(t, r) != plain.body {
				t.Errorf("%s by %s is another", name, coding)
			}
		}
	}
	for _, name := range []string{"favicon.svg", "math.otf", "main.js", "site.css"} {
		if !strings.HasPrefix(assets.URL(name), assets.Prefix) {
			t.Errorf("URL(%s) = %s", name, assets.URL(name))
		}
	}
	if len(assets.Imports("main.js")) == 0 || len(assets.Imports("theme.js")) != 0 {
		t.Errorf("main.js imports %q, theme.js %q", assets.Imports("main.js"), assets.Imports("theme.js"))
	}
}

func BenchmarkServe(b *testing.B) {
	files := serving(b, map[string]string{"a.css": strings.Repeat("a { color: red }\n", 1000)})
	r := httptest.NewRequest(http.MethodGet, files.URL("a.css"), nil)
	r.Header.Set("Accept-Encoding", "gzip, br")
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		w.Body = &bytes.Buffer{}
		files.ServeHTTP(w, r)
	}
}
