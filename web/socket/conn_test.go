package socket

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// What is short goes as it is, and what is sent in haste is compressed where it is long
// alone.
func TestWhatIsCompressed(t *testing.T) {
	sizes := []int{500, 5_000, 50_000}
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(done)
		up := websocket.Upgrader{EnableCompression: true, Subprotocols: []string{Protocol}}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer ws.Close()
		c := newConn(ws, 1<<20, make(chan struct{}, mostLarge))
		if _, err := c.Recv(r.Context()); err != nil {
			t.Error(err)
		}
		for _, n := range sizes {
			msg := bytes.Repeat([]byte("again "), n/6)
			if err := c.Send(r.Context(), msg); err != nil {
				t.Error(err)
			}
			if err := c.SendHasty(r.Context(), msg); err != nil {
				t.Error(err)
			}
		}
	}))
	defer server.Close()
	client, err := Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if err := client.Say("go on"); err != nil { // what came before would be taken for a part of the handshake
		t.Fatal(err)
	}
	compressed := map[int][2]bool{500: {}, 5_000: {true, false}, 50_000: {true, true}}
	for _, n := range sizes {
		for i, want := range compressed[n] {
			g, err := client.Glance()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(g.Start, []byte("again again ")) || g.First.IsZero() {
				t.Errorf("%d bytes begin with %q", n, g.Start)
			}
			if got := g.Bytes < n/2; got != want {
				t.Errorf("%d bytes take %d, in haste %v", n, g.Bytes, i == 1)
			}
		}
	}
	<-done
}

// connected returns the server's end of a connection, and the client's.
func connected(t *testing.T) (*conn, *Client) {
	t.Helper()
	came, done := make(chan *conn), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{EnableCompression: true, Subprotocols: []string{Protocol}}
		ws, err := up.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			close(came)
			return
		}
		defer ws.Close()
		came <- newConn(ws, 3<<20, make(chan struct{}, 1))
		<-done
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(done) })
	client, err := Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return <-came, client
}

// A context that ends between two messages ends nothing but what is said in it. One that
// ends while a message does not leave cuts the connection, as nothing can follow half of
// it.
func TestSendEndsWithItsContext(t *testing.T) {
	c, client := connected(t)
	first, end := context.WithCancel(t.Context())
	if err := c.Send(first, []byte("one")); err != nil {
		t.Fatal(err)
	}
	end()
	if err := c.Send(first, []byte("two")); !errors.Is(err, context.Canceled) {
		t.Errorf("in a context that has ended: %v", err)
	}
	if err := c.Send(t.Context(), []byte("three")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"one", "three"} {
		if got, _, err := client.Hear(); err != nil || string(got) != want {
			t.Errorf("heard %q, %v, want %q", got, err, want)
		}
	}
	began := time.Now()
	stuck, giveUp := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer giveUp()
	noise := make([]byte, 8<<10) // of which more is written than the buffers of a line hold
	var err error
	for i := 0; i < 10_000 && err == nil; i++ {
		err = c.Send(stuck, noise)
	}
	if err == nil || time.Since(began) > writeWait/2 {
		t.Errorf("what the peer does not take ended with %v", err)
	}
	if err := c.Send(t.Context(), []byte("more")); err == nil {
		t.Error("something could follow half a message")
	}
}

// Reading ends with its context, also where no message is awaited at that moment.
func TestRecvEndsWithItsContext(t *testing.T) {
	c, client := connected(t)
	ctx, end := context.WithCancel(t.Context())
	if err := client.Say("one"); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Recv(ctx); err != nil || string(got) != "one" {
		t.Fatalf("received %q, %v", got, err)
	}
	done := make(chan error)
	go func() {
		_, err := c.Recv(ctx)
		done <- err
	}()
	end()
	if err := <-done; err == nil {
		t.Error("received what nobody sent")
	}
	c.alive() // a pong that comes late
	if _, err := c.Recv(t.Context()); err == nil {
		t.Error("reading went on")
	}
}

// A large message has a place among the few that are in memory at once until the next one is read;
// without a place it waits.
func TestLargeMessagesAreFew(t *testing.T) {
	c, client := connected(t)
	file := strings.Repeat("1,2\n", 2<<20/4)
	for _, text := range []string{file, "short", file} {
		if err := client.Say("%s", text); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []struct{ bytes, places int }{{len(file), 1}, {5, 0}} {
		msg, err := c.Recv(t.Context())
		if err != nil || len(msg) != want.bytes || len(c.large) != want.places {
			t.Fatalf("message %d has %d bytes, %d places are taken: %v", i, len(msg), len(c.large), err)
		}
	}
	c.large <- struct{}{} // another connection has it
	ctx, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer end()
	if _, err := c.Recv(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a place: %v", err)
	}
}
