package web

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"playground/assets"
	"playground/licences"
)

// askAs asks as a client at an address, under the name of a host.
func askAs(s *Server, path, client, host string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.RemoteAddr, r.Host = client, host
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

func TestMetricsAreForThisMachine(t *testing.T) {
	s := newServer(t, Limits{})
	for _, c := range []struct {
		client, host string
		header       []string
		want         int
	}{
		{"127.0.0.1:4711", "localhost:8080", nil, http.StatusOK},
		{"[::1]:4711", "[::1]:8080", nil, http.StatusOK},
		{"[::ffff:127.0.0.1]:4711", "127.0.0.1", nil, http.StatusOK},
		{"192.0.2.7:4711", "localhost:8080", nil, http.StatusNotFound},
		{"127.0.0.1:4711", "localhost:8080", []string{"X-Forwarded-For", "192.0.2.7"}, http.StatusNotFound},
		{"127.0.0.1:4711", "localhost:8080", []string{"Forwarded", "for=192.0.2.7"}, http.StatusNotFound},
		{"127.0.0.1:4711", "evil.example", nil, http.StatusNotFound}, // a name that was pointed at this machine
	} {
		if got := askAs(s, "/metrics", c.client, c.host, c.header...).StatusCode; got != c.want {
			t.Errorf("%+v: status %d", c, got)
		}
	}
}

func TestMetricsApart(t *testing.T) {
	s, err := New(Config{Demos: testDemos(), Log: slog.New(slog.DiscardHandler), MetricsApart: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := askAs(s, "/metrics", "127.0.0.1:1", "localhost"); got.StatusCode != http.StatusNotFound {
		t.Errorf("visitors get /metrics: status %d", got.StatusCode)
	}
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "playground_sessions 0") {
		t.Errorf("status %d: %.200s", w.Code, w.Body)
	}
}

// Which parameters are set is counted by demo and name.
func TestMetricsOfParameters(t *testing.T) {
	s := newServer(t, Limits{})
	s.metrics.ParameterSet("svm", "C")
	s.metrics.ParameterSet("svm", "C")
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if want := `playground_parameter_sets_total{demo="svm",parameter="C"} 2`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("/metrics does not say %s", want)
	}
}

// TestWhoMayShowAnAnswer: pages of other sites may show pictures and boards, and nothing else.
func TestWhoMayShowAnAnswer(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]string{
		"/": "same-origin", "/d/walk": "same-origin", "/licences": "same-origin", "/d/walk/replay.html": "same-origin", "/d/walk/points.csv": "same-origin",
		"/healthz": "same-origin", "/nothing": "same-origin", "/embed/walk": "cross-origin", "/help/embed": "same-origin", "/embed.js": "cross-origin", assets.URL("favicon.svg"): "cross-origin", "/d/walk/frame.svg": "cross-origin",
		"/d/walk/frame.png?w=100&h=100": "cross-origin", "/d/walk/card.svg": "cross-origin", "/d/walk/qr.svg": "cross-origin",
		"/d/walk/run.gif?w=100&h=100&preset=xor": "cross-origin",
	} {
		r := get(t, s, path)
		if got := r.Header.Values("Cross-Origin-Resource-Policy"); len(got) != 1 || got[0] != want {
			t.Errorf("%s, status %d: policy %q, want %q", path, r.StatusCode, got, want)
		}
		if got := r.Header.Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%s without TLS promises it: %q", path, got)
		}
	}
}

func TestOwnTLSIsPromised(t *testing.T) {
	s := newServer(t, Limits{})
	r := httptest.NewRequest(http.MethodGet, "/healthz", http.NoBody)
	r.TLS = &tls.ConnectionState{}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if got := w.Header().Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("over TLS: %q", got)
	}
}

// A refusal is written with its limit, its route and the client, but not again and again.
func TestRefusalsAreWrittenOnceInAWhile(t *testing.T) {
	var b bytes.Buffer
	l := newRefusals(slog.New(slog.NewTextHandler(&b, nil)))
	now := time.Unix(1e9, 0)
	l.now = func() time.Time { return now }
	for range 1000 {
		l.note(context.Background(), refused{"address", "/ws"}, "", 503)
	}
	l.note(context.Background(), refused{"server", "/ws"}, "", 503)
	now = now.Add(quietTime)
	l.note(context.Background(), refused{"address", "/ws"}, "", 503)
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines:\n%s", len(lines), b.String())
	}
	for i, want := range []string{
		`msg=refused limit=address route=/ws client="" status=503 more=0`, `msg=refused limit=server route=/ws client="" status=503 more=0`,
		`msg=refused limit=address route=/ws client="" status=503 more=999`,
	} {
		if !strings.HasSuffix(lines[i], want) {
			t.Errorf("line %d is %s, want %s in it", i, lines[i], want)
		}
	}
}

func TestRefusalsSayWhy(t *testing.T) {
	var b bytes.Buffer
	s, err := New(Config{Demos: testDemos(), Log: slog.New(slog.NewTextHandler(&b, nil)), Limits: Limits{URLBytes: 100}})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		askAs(s, "/d/walk?data="+strings.Repeat("1", 200), "192.0.2.7:4711", "localhost")
	}
	want := "msg=refused limit=url route=none client=192.0.2.7 status=414 more=0"
	if got := b.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, want) {
		t.Errorf("the log is\n%s\nwant one line with %s", got, want)
	}
}

func TestHealthSaysWhichBuild(t *testing.T) {
	s, err := New(Config{Demos: testDemos(), Log: slog.New(slog.DiscardHandler), Version: "playground v9 abc"})
	if err != nil {
		t.Fatal(err)
	}
	if got := body(t, get(t, s, "/healthz")); got != "ok\nplayground v9 abc\n" {
		t.Errorf("healthz says %q", got)
	}
}

func TestLicencesAreShown(t *testing.T) {
	s := newServer(t, Limits{})
	for lang, title := range map[string]string{"en": "Licences", "zh": "许可证"} {
		text := body(t, get(t, s, "/licences?lang="+lang))
		for _, m := range licences.All() {
			if !strings.Contains(text, m.Name()) {
				t.Errorf("%s: the page does not name %s", lang, m.Name())
			}
		}
		for _, want := range []string{title, "GUST Font License", "SIL OPEN FONT LICENSE", "Apache License"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not on the page", lang, want)
			}
		}
		if text := body(t, get(t, s, "/?lang="+lang)); !strings.Contains(text, `href="/licences"`) {
			t.Errorf("%s: the front page does not lead to the licences", lang)
		}
	}
	if got := get(t, s, "/licences?x=1").StatusCode; got != http.StatusBadRequest {
		t.Errorf("an unknown key: status %d", got)
	}
}
