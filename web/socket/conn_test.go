package socket

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
		c := newConn(ws, 1<<20)
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
