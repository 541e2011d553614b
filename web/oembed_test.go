package web

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
)

// A proxy hides by which scheme a page was reached. Only a trusted one is believed.
func TestSchemeIsATrustedProxysWord(t *testing.T) {
	s := newServer(t, Limits{})
	r := httptest.NewRequest(http.MethodGet, "/d/walk", http.NoBody) // from 192.0.2.1
	r.Header.Set("X-Forwarded-Proto", "https")
	if got := s.scheme(r); got != "http" {
		t.Errorf("anybody's word is believed: %s", got)
	}
	s.cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	if got := s.scheme(r); got != "https" {
		t.Errorf("a trusted proxy is not believed: %s", got)
	}
}

// The script of the element may be loaded by any page, and keeps its address.
func TestElementIsForOtherSites(t *testing.T) {
	s := newServer(t, Limits{})
	r := get(t, s, "/embed.js", "Accept-Encoding", "br")
	for name, want := range map[string]string{
		"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "br", "Cache-Control": "public, max-age=600",
		"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	tag := r.Header.Get("ETag")
	if got := get(t, s, "/embed.js", "If-None-Match", tag); tag == "" || got.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with %q: %d", tag, got.StatusCode)
	}
	if text := body(t, get(t, s, "/embed.js")); len(text) > 4<<10 || !strings.Contains(text, `"playground-board"`) {
		t.Errorf("%d bytes: %.80s", len(text), text)
	}
}

// The recipes name addresses that answer, in both languages.
func TestEmbedRecipesWork(t *testing.T) {
	s := newServer(t, Limits{})
	address := regexp.MustCompile(`http://example\.com(/[^"\s]*)`)
	code := regexp.MustCompile(`(?s)<textarea id="code-(\w+)"[^>]*>(.*?)</textarea>`)
	for _, page := range []string{"/help/embed", "/help/embed?lang=zh"} {
		boxes := code.FindAllStringSubmatch(body(t, get(t, s, page)), -1)
		if len(boxes) != len(recipes) {
			t.Errorf("%s: %d recipes, want %d", page, len(boxes), len(recipes))
		}
		for _, box := range boxes {
			for _, at := range address.FindAllStringSubmatch(html.UnescapeString(box[2]), -1) {
				if r := get(t, s, html.UnescapeString(at[1])); r.StatusCode != http.StatusOK { // of an attribute
					t.Errorf("%s, %s: %s answers %d", page, box[1], at[1], r.StatusCode)
				}
			}
		}
	}
	if r := get(t, s, "/help/embed?x=1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown key: %d", r.StatusCode)
	}
}
