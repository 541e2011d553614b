package web

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// narrow makes the buffers of connections as small as the system lets them be.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		err = tcp.SetWriteBuffer(1)
	}
	return c, err
}

// TestWhoDoesNotReadKeepsNobodyWaiting asks for whole runs and for the checks, and reads
// nothing. The next one of the same address, of which one is served at a time, is answered.
func TestWhoDoesNotReadKeepsNobodyWaiting(t *testing.T) {
	s, err := New(Config{Demos: testDemos(), Log: slog.New(slog.DiscardHandler), Limits: Limits{Request: time.Second, Wait: time.Hour, Renders: 4}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(s.Handler())
	server.Listener = narrow{server.Listener}
	server.Start()
	defer server.Close()
	for _, path := range []string{"/checks", "/d/walk/run.csv", "/d/walk/replay.html"} {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(1); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Read(make([]byte, 1)); err != nil { // so that it is being served, or was
			t.Fatal(err)
		}
		answered := make(chan error, 1)
		go func() {
			r, err := http.Get(server.URL + "/d/walk/run.csv?seed=7")
			if err == nil {
				_ = r.Body.Close()
			}
			answered <- err
		}()
		select {
		case err := <-answered:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute): // it waits a second, and for a busy machine
			t.Fatalf("who does not read %s keeps others waiting", path)
		}
	}
}
