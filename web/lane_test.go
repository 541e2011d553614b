package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos"
	"playground/web/testdemos/randomwalk"
	"playground/web/turns"
)

// asleep is a run that nobody sees the end of.
const asleep = "steps=1000&nap=1000000"

// lazy serves a demo whose runs are asleep, with time for all of it.
func lazy(t *testing.T) *Server {
	t.Helper()
	s, err := New(Config{Demos: []algos.Demo{randomwalk.Demo()}, Log: slog.New(slog.DiscardHandler), Limits: Limits{Request: time.Hour, Wait: time.Hour, Renders: 4}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// from asks for a path from an address.
func from(ctx context.Context, s *Server, address, path string, header ...string) *http.Response {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.RemoteAddr = address + ":1"
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

// eventually waits until something holds. The time is for machines that do much else.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not happen that %s", what)
		}
	}
}

// besiege asks for whole runs from an address, each for others, until as many wait as may. It returns
// how to leave.
func besiege(t *testing.T, s *Server, address string) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	b := s.lanes.films.bounds
	ended := make(chan int, b.AtOnceEach+b.WaitingEach)
	waiting := s.lanes.films.queue.Len()
	for i := range cap(ended) {
		kind, last := []string{"run.gif", "run.csv", "replay.html"}[i%3], address[strings.LastIndexByte(address, '.')+1:]
		go func() {
			ended <- from(ctx, s, address, fmt.Sprintf("/d/walk/%s?%s&seed=1%s%d", kind, asleep, last, i)).StatusCode
		}()
	}
	eventually(t, "all others wait", func() bool { return s.lanes.films.queue.Len() == waiting+b.WaitingEach })
	return func() {
		t.Helper()
		if len(ended) > 0 {
			t.Errorf("an endless run has ended: %d", <-ended)
		}
		cancel()
		for range cap(ended) {
			select {
			case <-ended:
			case <-time.After(30 * time.Second):
				t.Fatal("who has left is still served")
			}
		}
	}
}

// TestFilmsStopNobody lets an address ask for more whole runs than it may. What does
// not fit is refused at once. Meanwhile pages, pictures, and whole runs of others are
// made. When the address leaves, nothing is left.
func TestFilmsStopNobody(t *testing.T) {
	s := lazy(t)
	leave := besiege(t, s, "192.0.2.1")
	for _, c := range []struct{ lang, accept, says string }{
		{"en", "text/html", "Too many requests from your address (4 queued)"},
		{"zh", "text/html", "已有 4 个请求"},
		{"zh", "*/*", "Too many requests from your address (4 queued)"},
	} {
		r := from(t.Context(), s, "192.0.2.1", "/d/walk/replay.html?"+asleep, "Accept", c.accept, "Accept-Language", c.lang)
		if text := body(t, r); r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" || !strings.Contains(text, c.says) {
			t.Errorf("%d, again after %q, without %q", r.StatusCode, r.Header.Get("Retry-After"), c.says)
		}
	}
	for _, address := range []string{"192.0.2.1", "192.0.2.2"} {
		for _, path := range []string{"/", "/d/walk", "/d/walk/card.svg", "/embed/walk", "/d/walk/frame.svg", "/d/walk/frame.png?w=300&h=200"} {
			if r := from(t.Context(), s, address, path); r.StatusCode != http.StatusOK {
				t.Errorf("%s for %s: %d", path, address, r.StatusCode)
			}
		}
	}
	for _, path := range []string{"/d/walk/run.gif?steps=3", "/d/walk/run.csv", "/d/walk/replay.html?steps=3", "/checks"} {
		if r := from(t.Context(), s, "192.0.2.2", path); r.StatusCode != http.StatusOK {
			t.Errorf("%s for another address: %d", path, r.StatusCode)
		}
	}
	leave()
	if r := from(t.Context(), s, "192.0.2.1", "/d/walk/run.csv"); r.StatusCode != http.StatusOK {
		t.Errorf("afterwards: %d", r.StatusCode)
	}
	for _, c := range turns.Classes {
		if n := s.turns.Waiting(c); n != 0 {
			t.Errorf("%d wait for a %v", n, c)
		}
	}
}

// TestFilmsHaveABound refuses the whole runs of everybody when too many wait.
func TestFilmsHaveABound(t *testing.T) {
	s := lazy(t)
	b := s.lanes.films.bounds
	for i := range b.Waiting / b.WaitingEach {
		address := fmt.Sprintf("192.0.2.%d", i)
		if i >= b.AtOnce/b.AtOnceEach { // no place is left to be served
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{}, b.WaitingEach)
			waiting := s.lanes.films.queue.Len()
			for range b.WaitingEach {
				go func() {
					from(ctx, s, address, "/d/walk/run.csv?"+asleep)
					ended <- struct{}{}
				}()
			}
			defer func() {
				cancel()
				for range b.WaitingEach {
					<-ended
				}
			}()
			eventually(t, "all wait", func() bool { return s.lanes.films.queue.Len() == waiting+b.WaitingEach })
			continue
		}
		defer besiege(t, s, address)()
	}
	r := from(t.Context(), s, "198.51.100.1", "/d/walk/run.csv", "Accept-Language", "zh", "Accept", "text/html")
	text := body(t, r)
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" || !strings.Contains(text, "已有 16 个请求在排队") {
		t.Errorf("%d, again after %q", r.StatusCode, r.Header.Get("Retry-After"))
	}
	if r := from(t.Context(), s, "198.51.100.1", "/d/walk"); r.StatusCode != http.StatusOK {
		t.Errorf("a page: %d", r.StatusCode)
	}
	m, err := io.ReadAll(from(t.Context(), s, "127.0.0.1", "http://localhost/metrics").Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`playground_requests_refused_total{full="server",lane="film"} 1`, `playground_requests_waiting{lane="film"} 16`,
		`playground_turns_waiting{class="step"} 0`, `playground_turn_wait_seconds_count{class="page"}`,
	} {
		if !strings.Contains(string(m), line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

// TestAHallBehindOneAddress opens one link on a hundred phones at once, and asks for
// its replay: all are served.
func TestAHallBehindOneAddress(t *testing.T) {
	s := lazy(t)
	got := make(chan string, 200)
	for range 100 {
		for _, path := range []string{"/d/walk?steps=3", "/d/walk/replay.html?steps=3"} {
			go func() { got <- fmt.Sprint(path, " ", from(t.Context(), s, "192.0.2.1", path).StatusCode) }()
		}
	}
	for range cap(got) {
		if answer := <-got; !strings.HasSuffix(answer, " 200") {
			t.Error(answer)
		}
	}
}

// TestOneMakesItForAll asks for the same while it is being made, and who made it fails.
func TestOneMakesItForAll(t *testing.T) {
	c := newCache(1<<20, nil)
	begun, fail := make(chan struct{}), make(chan struct{})
	failed := make(chan error)
	go func() {
		_, err := c.make(t.Context(), "key", func() ([]byte, error) {
			close(begun)
			<-fail
			return nil, io.ErrUnexpectedEOF
		})
		failed <- err
	}()
	<-begun
	gone, leave := context.WithCancel(t.Context())
	leave()
	never := func() ([]byte, error) { t.Error("made twice at once"); return nil, nil }
	if _, err := c.make(gone, "key", never); !errors.Is(err, context.Canceled) {
		t.Errorf("who has left waits: %v", err)
	}
	made, all := 0, make(chan error)
	for range 10 {
		go func() {
			body, err := c.make(t.Context(), "key", func() ([]byte, error) { made++; return []byte("it"), nil })
			if err == nil && string(body) != "it" {
				err = fmt.Errorf("got %q", body)
			}
			all <- err
		}()
	}
	close(fail)
	if err := <-failed; !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
	for range 10 {
		if err := <-all; err != nil {
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
}

// TestWaitingTakesNoTime lets a request wait longer than one may take: its time begins
// when it is its turn. One that waits too long is told when to ask again.
func TestWaitingTakesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Config{
			Demos: []algos.Demo{randomwalk.Demo()}, Log: slog.New(slog.DiscardHandler),
			Limits: Limits{Request: 10 * time.Second, Wait: 30 * time.Second, Renders: 4},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			busy   time.Duration
			status int
		}{{25 * time.Second, http.StatusOK}, {40 * time.Second, http.StatusServiceUnavailable}} {
			ctx := context.WithValue(t.Context(), guestKey{}, guest{s.lanes.films, "192.0.2.1"})
			leave, err := s.enter(ctx)
			if err != nil {
				t.Fatal(err)
			}
			answer := make(chan *http.Response)
			go func() { answer <- from(t.Context(), s, "192.0.2.1", "/d/walk/run.csv?steps=3") }()
			time.Sleep(c.busy)
			leave()
			r := <-answer
			if r.StatusCode != c.status {
				t.Errorf("who waits %v is answered %d, want %d", c.busy, r.StatusCode, c.status)
			}
			if again := r.Header.Get("Retry-After"); c.status != http.StatusOK && again == "" {
				t.Error("nobody says when to ask again")
			}
		}
	})
}
