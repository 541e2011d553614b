package load_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/web"
	"playground/web/load"
	"playground/web/testdemos/line"
)

// standIns are opened for the demos that visitors and attackers ask for.
func standIns() []algos.Demo {
	svm, perceptron := line.Demo(), line.Demo()
	svm.ID, perceptron.ID = load.DefaultDemo, "perceptron"
	return []algos.Demo{svm, perceptron}
}

// serving returns the address of a server that ends with the test.
func serving(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(handler(t))
	t.Cleanup(server.Close)
	return server.URL
}

// handler is a server that ends with the test.
func handler(t *testing.T) http.Handler {
	t.Helper()
	s, err := web.New(web.Config{Demos: standIns(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s.Handler()
}

// TestLoad plays, drags and watches for a moment, all at once.
func TestLoad(t *testing.T) {
	r, err := load.Run(t.Context(), load.Config{URL: serving(t), Sessions: 1, Dragging: 1, Watchers: 3, Cursors: 2, Rate: 20, Time: 2 * time.Minute, Enough: 2})
	if err != nil {
		t.Fatal(err)
	}
	if r.Frames == 0 || r.Moves == 0 || r.Watched == 0 || r.Latency == nil || r.Server.FramesSent == 0 || r.Server.Followed == 0 || r.Server.Shared == 0 {
		t.Errorf("%+v", r)
	}
	if c := r.Nodes[0].Cursors; c == nil || c.N != 2 || c.Frames == 0 || c.Bytes == 0 || c.Bytes > 2000 {
		t.Errorf("those who watch by steps: %+v", c)
	}
	if q := r.Latency; q != nil && !(0 < q.P50 && q.P50 <= q.P90 && q.P90 <= q.P99 && q.P99 <= q.Max) {
		t.Errorf("latency %+v", *q)
	}
}

// TestNodes follows a presenter from two nodes, which here are two doors of one server,
// until everybody has had frames.
func TestNodes(t *testing.T) {
	s := handler(t)
	var doors []string
	for range 2 {
		door := httptest.NewServer(s)
		t.Cleanup(door.Close)
		doors = append(doors, door.URL)
	}
	r, err := load.Run(t.Context(), load.Config{URL: strings.Join(doors, ","), Watchers: 5, Screens: 2, Rate: 20, Time: 2 * time.Minute, Enough: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Nodes) != 2 || len(r.Errors) > 0 {
		t.Fatalf("%+v", r)
	}
	for i, n := range r.Nodes {
		f := n.Followers
		if f == nil || f.N != 3-i || n.URL != doors[i] || f.Frames == 0 || f.Bytes < f.Frames || f.Longest == nil || f.Longest.Max <= 0 || f.Reconnect != 0 {
			t.Fatalf("node %d: %+v", i, f)
		}
		if q := f.Behind; q == nil || q.N == 0 || !(0 <= q.P50 && q.P50 <= q.P99) {
			t.Errorf("node %d: behind %+v", i, q)
		}
	}
}

// TestBounds refuses what could harm.
func TestBounds(t *testing.T) {
	good := load.Config{URL: "http://127.0.0.1:1", Sessions: 1, Rate: 1, Time: time.Second}
	for name, change := range map[string]func(*load.Config){
		"on this machine": func(c *load.Config) { c.URL = "http://192.0.2.1:80" },
		"http://":         func(c *load.Config) { c.URL = "ws://localhost" },
		"only a server":   func(c *load.Config) { c.URL += ",http://192.0.2.1:80" },
		"at most 8":       func(c *load.Config) { c.URL += strings.Repeat(",http://localhost:1", 8) },
		"connections":     func(c *load.Config) { c.Watchers = 100_000 },
		"time":            func(c *load.Config) { c.Time = time.Hour },
		"screens":         func(c *load.Config) { c.Screens = 4 },
		"rate":            func(c *load.Config) { c.Rate = 1e6 },
	} {
		c := good
		change(&c)
		if _, err := load.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
