package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"playground/algos/param"
	"playground/web/hall"
	"playground/web/wire"
)

const roomSecret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// presenting lets a session of a server present.
func presenting(t *testing.T, s *Server, secret, demo, query string) *hall.Presenter {
	t.Helper()
	p := s.hall.Presenter("")
	if err := p.Start(hall.Claim{Secret: secret}); err != nil {
		t.Fatal(err)
	}
	p.State(wire.State{Demo: demo, Query: query}, param.Schema{}, time.Now())
	return p
}

// A code leads to its room however it is typed, and a key before the room has begun, too.
func TestACodeLeadsToItsRoom(t *testing.T) {
	s := newServer(t, Limits{})
	now := time.Now()
	s.misses.now = func() time.Time { return now }
	key := hall.KeyOf(roomSecret)
	code := wire.RoomCode(key)
	for _, early := range []string{"/room/" + code, "/room/" + key} {
		if r := get(t, s, early); r.StatusCode != http.StatusNotFound || !strings.Contains(body(t, r), code) {
			t.Errorf("%s before the room has begun: %s", early, r.Status)
		}
	}
	p := presenting(t, s, roomSecret, "walk", "drift=10&step=47")
	if r := get(t, s, "/room/"+code); r.StatusCode != http.StatusNotFound {
		t.Errorf("a code is looked for again at once: %s", r.Status)
	}
	now = now.Add(missAgain)
	to := "/d/walk?drift=10&step=47#follow=" + key
	for _, typed := range []string{code, strings.ToLower(code), strings.ReplaceAll(code, "-", ""), strings.ReplaceAll(code, "-", "%20"), key} {
		if r := get(t, s, "/room/"+typed); r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != to || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("/room/%s: %s to %s", typed, r.Status, r.Header.Get("Location"))
		}
	}
	if r := get(t, s, "/room?code="+strings.ToLower(code)); r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/room/"+code {
		t.Errorf("the form leads to %s, %s", r.Header.Get("Location"), r.Status)
	}
	for path, status := range map[string]int{"/room/ABC": http.StatusBadRequest, "/room?code=ABC": http.StatusBadRequest, "/room?code=" + code + "&x=1": http.StatusBadRequest, "/room": http.StatusBadRequest} {
		if r := get(t, s, path); r.StatusCode != status {
			t.Errorf("%s: %s, want %d", path, r.Status, status)
		}
	}
	p.State(wire.State{Demo: "walk", Query: "points=" + strings.Repeat("1", longestQuery)}, param.Schema{}, time.Now())
	if r := get(t, s, "/room/"+code); r.Header.Get("Location") != "/d/walk#follow="+key {
		t.Errorf("a recipe with many points leads to %.100s", r.Header.Get("Location"))
	}
}

// Whoever guesses codes is stopped. A lecture room behind one address that waits for one
// room is not.
func TestCodesCannotBeGuessed(t *testing.T) {
	s := newServer(t, Limits{})
	now := time.Now()
	s.misses.now = func() time.Time { return now }
	guess := func(i int) string {
		return "/room/" + hall.KeyOf(fmt.Sprint(i))[:8]
	}
	for i := range mostMisses {
		for range 5 {
			if r := get(t, s, guess(i)); r.StatusCode != http.StatusNotFound {
				t.Fatalf("guess %d: %s", i, r.Status)
			}
		}
	}
	presenting(t, s, roomSecret, "walk", "")
	code := "/room/" + hall.KeyOf(roomSecret)[:8]
	for _, path := range []string{guess(mostMisses), code} {
		if r := get(t, s, path); r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") != "60" {
			t.Errorf("%s: %s, again after %s", path, r.Status, r.Header.Get("Retry-After"))
		}
	}
	if r := get(t, s, guess(0)); r.StatusCode != http.StatusNotFound {
		t.Errorf("who waits for a room is refused: %s", r.Status)
	}
	if r := get(t, s, "/room/"+hall.KeyOf(roomSecret)); r.StatusCode != http.StatusSeeOther {
		t.Errorf("a key is refused: %s", r.Status)
	}
	now = now.Add(missTime)
	if r := get(t, s, code); r.StatusCode != http.StatusSeeOther {
		t.Errorf("after a minute: %s", r.Status)
	}
	get(t, s, guess(0))
	if n := len(s.misses.tries); n != 1 {
		t.Errorf("%d addresses are remembered", n)
	}
}

// An away relay is cut off from all other servers.
type away struct{}

func (away) Publish(string, []byte) error { return errors.New("cut off") }

func (away) Ask(context.Context, string, []byte) ([]byte, error)     { return nil, errors.New("cut off") }
func (away) Cut() bool                                               { return true }
func (away) Listen(func(string, []byte, func([]byte))) hall.Listener { return away{} }
func (away) Hear(string) error                                       { return nil }
func (away) Ignore(string)                                           {}
func (away) Close()                                                  {}

// A server that cannot reach others serves, and says so.
func TestCutOffFromOtherServers(t *testing.T) {
	s, err := New(Config{Demos: testDemos()[:1], Log: slog.New(slog.DiscardHandler), Relay: away{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	if r := get(t, s, "/readyz"); r.StatusCode != http.StatusOK || body(t, r) != "ready, but NATS is not connected\n" {
		t.Errorf("/readyz: %s", r.Status)
	}
	presenting(t, s, roomSecret, "walk", "")
	if r := get(t, s, "/room/"+hall.KeyOf(roomSecret)); r.StatusCode != http.StatusSeeOther {
		t.Errorf("a room of its own: %s", r.Status)
	}
	if r := get(t, s, "/room/"+hall.KeyOf("another")); r.StatusCode != http.StatusNotFound {
		t.Errorf("a room of another server: %s", r.Status)
	}
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{"playground_relay_connected 0", "playground_relay_followers 0", "playground_relay_sent_total 0", "playground_relay_gaps_total 0"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("/metrics does not say %s", want)
		}
	}
}
