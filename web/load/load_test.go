package load_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"playground/algos/catalog"
	"playground/web"
	"playground/web/load"
)

// serving returns the address of a server that ends with the test.
func serving(t *testing.T) string {
	t.Helper()
	s, err := web.New(web.Config{Demos: catalog.All, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return server.URL
}

// TestLoad plays, drags and watches for a moment, all at once.
func TestLoad(t *testing.T) {
	r, err := load.Run(t.Context(), load.Config{URL: serving(t), Sessions: 1, Dragging: 1, Watchers: 3, Rate: 20, Time: 800 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if r.Frames == 0 || r.Moves == 0 || r.Watched == 0 || r.Latency == nil || r.Server.FramesSent == 0 || r.Server.Followed == 0 || r.Server.Shared == 0 {
		t.Errorf("%+v", r)
	}
	if q := r.Latency; q != nil && !(0 < q.P50 && q.P50 <= q.P90 && q.P90 <= q.P99 && q.P99 <= q.Max) {
		t.Errorf("latency %+v", *q)
	}
}

// TestBounds refuses what could harm.
func TestBounds(t *testing.T) {
	good := load.Config{URL: "http://127.0.0.1:1", Sessions: 1, Rate: 1, Time: time.Second}
	for name, change := range map[string]func(*load.Config){
		"on this machine": func(c *load.Config) { c.URL = "http://192.0.2.1:80" },
		"http://":         func(c *load.Config) { c.URL = "ws://localhost" },
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
