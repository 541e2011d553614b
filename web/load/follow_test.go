package load

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/line"
)

// A door lets connections in, and can break them.
type door struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.conns = append(d.conns, c)
	return c, err
}

func (d *door) breakAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.conns {
		_ = c.Close()
	}
	d.conns = nil
}

// TestComingBack breaks the connections of a node, the presenter's among them: all go on by
// the next one. The nodes are two doors of one server.
func TestComingBack(t *testing.T) {
	d := line.Demo()
	d.ID = DefaultDemo
	s, err := web.New(web.Config{Demos: []algos.Demo{d}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{cfg: Config{Watchers: 4, Cursors: 2, Screens: 1, Rate: 50, Demo: DefaultDemo, Query: DefaultQuery}}
	var doors []*door
	for range 2 {
		h := httptest.NewUnstartedServer(s.Handler())
		d := &door{Listener: h.Listener}
		h.Listener = d
		h.Start()
		defer h.Close()
		u, err := url.Parse(h.URL)
		if err != nil {
			t.Fatal(err)
		}
		doors, c.nodes = append(doors, d), append(c.nodes, u)
	}
	defer s.Shutdown(context.Background())
	defer c.leave()
	c.measuring.Store(true)
	coming, cancel := context.WithTimeout(t.Context(), time.Minute)
	if err := c.gather(coming, t.Context()); err != nil {
		t.Fatal(err)
	}
	cancel() // everybody has come
	// all waits until each follower has had so many frames more, and has come back so often.
	all := func(frames int, again func(f *follower) int) {
		t.Helper()
		for _, f := range c.followers {
			for late := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
				f.mu.Lock()
				done := f.frames >= frames && f.again == again(f)
				f.mu.Unlock()
				if done {
					break
				}
				if err := c.failure(); err != nil || time.Now().After(late) {
					t.Fatalf("%+v, %v", f, err)
				}
			}
			f.mu.Lock()
			f.frames = 0
			f.mu.Unlock()
		}
	}
	never := func(*follower) int { return 0 }
	all(2, never)
	doors[0].breakAll()
	all(0, func(f *follower) int { return 1 - f.node })
	all(5, func(f *follower) int { return 1 - f.node })
}
