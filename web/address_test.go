package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// asked returns what counts as one client for a request through the middleware.
func asked(t *testing.T, trusted []netip.Prefix, from, forwarded string, log *slog.Logger) string {
	t.Helper()
	s, err := New(Config{Demos: testDemos(), Log: log, TrustedProxies: trusted})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	h := s.clientAddress()(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = network(r) }))
	r := httptest.NewRequest(http.MethodGet, "/ws", nil)
	r.RemoteAddr = from
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	h.ServeHTTP(httptest.NewRecorder(), r)
	return got
}

// Behind a proxy visitors count by their own addresses. Nobody else is believed, and an
// IPv6 customer cannot count as many.
func TestTrustedProxies(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	local := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name            string
		trusted         []netip.Prefix
		from, forwarded string
		want            string
	}{
		{"no proxy is trusted", nil, "127.0.0.1:5000", "192.0.2.7", "127.0.0.1"},
		{"through the proxy", local, "127.0.0.1:5000", "192.0.2.7", "192.0.2.7"},
		{"forged before the proxy", local, "127.0.0.1:5000", "198.51.100.1, 192.0.2.7", "192.0.2.7"},
		{"through two", local, "127.0.0.1:5000", "192.0.2.7, 10.1.2.3", "192.0.2.7"},
		{"past the proxy", local, "192.0.2.9:5000", "198.51.100.1", "192.0.2.9"},
		{"the proxy itself", local, "127.0.0.1:5000", "", "127.0.0.1"},
		{"nonsense", local, "127.0.0.1:5000", "nobody", "127.0.0.1"},
		{"IPv6", local, "127.0.0.1:5000", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"IPv6 directly", nil, "[2001:db8:1:2::9]:5000", "", "2001:db8:1:2::/64"},
	} {
		if got := asked(t, c.trusted, c.from, c.forwarded, log); got != c.want {
			t.Errorf("%s: counts as %q, want %q", c.name, got, c.want)
		}
	}
}

// A proxy that was forgotten is told of, because all visitors count as one then.
func TestAForgottenProxyIsNoticed(t *testing.T) {
	for _, c := range []struct {
		from, forwarded string
		want            bool
	}{
		{"127.0.0.1:5000", "192.0.2.7", true},
		{"127.0.0.1:5000", "", false},
		{"192.0.2.9:5000", "198.51.100.1", false}, // anybody can write it
	} {
		var log bytes.Buffer
		asked(t, nil, c.from, c.forwarded, slog.New(slog.NewTextHandler(&log, nil)))
		if got := strings.Contains(log.String(), "-trusted-proxy"); got != c.want {
			t.Errorf("%s forwards for %q: the log says %q", c.from, c.forwarded, log.String())
		}
	}
}

// Whoever asks whether the server is ready hears why it is not.
func TestReadyz(t *testing.T) {
	s, err := New(Config{Demos: testDemos(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ask := func() (int, string) {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	if code, text := ask(); code != http.StatusOK || text != "ready" {
		t.Errorf("%d %q", code, text)
	}
	why := "no memory is left"
	s.ready = append(s.ready, func() string { return why })
	if code, text := ask(); code != http.StatusServiceUnavailable || text != why {
		t.Errorf("%d %q", code, text)
	}
	why = ""
	s.Drain()
	if code, text := ask(); code != http.StatusServiceUnavailable || !strings.Contains(text, "shutting down") {
		t.Errorf("%d %q", code, text)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}
