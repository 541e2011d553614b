package web

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/web/testdemos/randomwalk"
	"playground/web/turns"
)

// endOf asks for the end of a run.
func endOf(t *testing.T, s *Server, path string) seedRun {
	t.Helper()
	r := get(t, s, path)
	text := body(t, r)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", path, r.StatusCode, text)
	}
	var run seedRun
	if err := json.Unmarshal([]byte(text), &run); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return run
}

func TestSeedsRefuseBadInput(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/d/walk/seed.json?seed=-1", "/d/walk/seed.json?nothing=1", "/d/walk/seed.json?w=9999999", "/d/walk/seed.json?seed=1&seed=2"} {
		if r := get(t, s, path); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if r := get(t, s, "/d/nothing/seed.json"); r.StatusCode != http.StatusNotFound {
		t.Errorf("of no demo: %d", r.StatusCode)
	}
}

// TestSeedsWaitForOthers: while others wait for whole runs, those of other seeds are
// refused and say when to ask again; what is known already is told.
func TestSeedsWaitForOthers(t *testing.T) {
	s := lazy(t)
	endOf(t, s, "/d/walk/seed.json?seed=1")
	leave := besiege(t, s, "192.0.2.1")
	r := get(t, s, "/d/walk/seed.json?seed=2&lang=en", "Accept", "application/json")
	if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "2" || !strings.Contains(text, "when it is free") {
		t.Errorf("%d, again after %q: %s", r.StatusCode, r.Header.Get("Retry-After"), text)
	}
	endOf(t, s, "/d/walk/seed.json?seed=1")
	leave()
	eventually(t, "when it is free", func() bool { return s.idle(t.Context()) == nil })
	endOf(t, s, "/d/walk/seed.json?seed=2")
}

// TestSeedsAreBounded: an address computes one at a time, what takes too long says so, and
// who leaves leaves nothing behind.
func TestSeedsAreBounded(t *testing.T) {
	s, err := New(Config{Demos: []algos.Demo{randomwalk.Demo()}, Log: slog.New(slog.DiscardHandler), Limits: Limits{Request: 300 * time.Millisecond, Wait: time.Hour, Renders: 4}})
	if err != nil {
		t.Fatal(err)
	}
	if run := endOf(t, s, "/d/walk/seed.json?"+asleep); run.State != "slow" || run.Picture != "" {
		t.Errorf("a run without end: %+v", run)
	}
	s = lazy(t)
	ctx, cancel := context.WithCancel(t.Context())
	b := s.lanes.seeds.bounds
	ended := make(chan int, 3)
	for i := range cap(ended) {
		go func() {
			ended <- from(ctx, s, "192.0.2.1", fmt.Sprintf("/d/walk/seed.json?%s&seed=%d", asleep, i)).StatusCode
		}()
	}
	eventually(t, "all but one wait", func() bool { return s.lanes.seeds.queue.Len() == cap(ended)-b.AtOnceEach })
	if r := from(t.Context(), s, "192.0.2.1", "/d/walk"); r.StatusCode != http.StatusOK {
		t.Errorf("meanwhile a page: %d", r.StatusCode)
	}
	cancel()
	for range cap(ended) {
		<-ended
	}
	for _, c := range turns.Classes {
		if n := s.turns.Waiting(c); n != 0 || s.lanes.seeds.queue.Len() != 0 {
			t.Errorf("%d wait for a turn of class %s", n, c)
		}
	}
}
