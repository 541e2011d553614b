package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// within is a server with so many bytes.
func within(t *testing.T, memory int64) *Server {
	t.Helper()
	s, err := New(Config{Demos: testDemos(), Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func browsed(s *Server, path, language string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", language)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// A picture with too many pixels is refused before anything is computed, in words that
// name the field and the limit.
func TestPicturesAreLimitedByPixels(t *testing.T) {
	s := within(t, 0)
	for path, field := range map[string]string{
		"/d/walk/frame.png?w=4000&h=4000&scale=4":   "scale",
		"/d/walk/frame.png?w=4000&h=4000&scale=2.5": "scale",
		"/d/walk/run.gif?w=4000&h=4000":             "w",
	} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if text := w.Body.String(); w.Code != http.StatusBadRequest || !strings.HasPrefix(text, field+": ") || !strings.Contains(text, "64.0 million") {
			t.Errorf("%s: %d %s", path, w.Code, text)
		}
	}
}

// Where memory is short pictures and pages are refused in words, in both languages, and
// answered again when there is room.
func TestPicturesWithoutMemoryAreRefused(t *testing.T) {
	s := within(t, 32<<20)
	others := s.budget.Open()
	if !others.Grow(s.budget.Limit() - s.budget.Used() - 64<<10) {
		t.Fatal("the rest of the memory is not free")
	}
	for language, words := range map[string]string{"en": "memory is full", "zh": "内存已满"} {
		for _, path := range []string{"/d/walk", "/d/walk/frame.png?lang=" + language} {
			w := browsed(s, path, language)
			if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), words) {
				t.Errorf("%s in %s: %d, Retry-After %q", path, language, w.Code, w.Header().Get("Retry-After"))
			}
		}
	}
	w := httptest.NewRecorder()
	s.hub.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/ws", nil))
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "memory is full") || w.Header().Get("Retry-After") == "" {
		t.Errorf("a connection: %d %s", w.Code, w.Body)
	}
	others.Close()
	for _, path := range []string{"/d/walk", "/d/walk/frame.png"} {
		if w := browsed(s, path, "en"); w.Code != http.StatusOK {
			t.Errorf("%s afterwards: %d", path, w.Code)
		}
	}
	if kept := int64(s.images.bytes); s.budget.Used() != kept {
		t.Errorf("%d bytes are held, and %d kept for later", s.budget.Used(), kept)
	}
}
