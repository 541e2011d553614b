package socket

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A frame that is made once is read by the library of the client as its own.
func TestSharedFrames(t *testing.T) {
	c, client := connected(t)
	if err := client.Say("go on"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Recv(t.Context()); err != nil {
		t.Fatal(err)
	}
	deflated := []byte{0x4a, 0xcd, 0xcb, 0x57, 0x28, 0x49, 0x2d, 0x2e, 0x01, 0x00} // "eno test", as zlib makes it
	if err := c.raw(textFrame(deflated, true)); err != nil {
		t.Fatal(err)
	}
	if got, _, err := client.Hear(); err != nil || string(got) != "eno test" {
		t.Fatalf("heard %q, %v", got, err)
	}
	for _, n := range []int{0, 1, 125, 126, 127, 65_535, 65_536, 200_000} {
		msg := bytes.Repeat([]byte("x"), n)
		go func() { _ = c.raw(textFrame(msg, false)) }() // as buffers of a line may not hold it
		if got, _, err := client.Hear(); err != nil || !bytes.Equal(got, msg) {
			t.Errorf("of %d bytes %d were heard, %v", n, len(got), err)
		}
	}
}

// What the library and we read into an offer is the same, and where it may not be, nothing
// is deflated.
func FuzzOffers(f *testing.F) {
	for _, line := range []string{
		"", "permessage-deflate", "permessage-deflate; client_max_window_bits", "x-webkit-deflate-frame, permessage-deflate; client_max_window_bits=15",
		`permessage-deflate; a="b"`, "foo bar, permessage-deflate", "permessage-deflate; =x", "permessage-deflate;", ", permessage-deflate", "permessage-deflated", "\tpermessage-deflate ; a = b\t",
		"a;b;c,permessage-deflate", "permessage-deflate x", "Permessage-Deflate",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r := httptest.NewRequest(http.MethodGet, "/ws", nil)
		r.Header["Sec-Websocket-Extensions"] = []string{line}
		if ours := canInflate(r); ours && !negotiated(t, r) {
			t.Errorf("%q is no offer to the library", line)
		}
	})
}

// negotiated reports whether the library says that it deflates.
func negotiated(t *testing.T, r *http.Request) bool {
	t.Helper()
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	} {
		r.Header.Set(name, value)
	}
	up := websocket.Upgrader{EnableCompression: true}
	w := &hijacked{ResponseRecorder: httptest.NewRecorder()}
	if ws, err := up.Upgrade(w, r, nil); err != nil || ws == nil {
		t.Fatal(err)
	}
	return strings.Contains(w.answer.String(), "permessage-deflate")
}

// Without an offer of the client, what is shared goes as it is.
func TestSharedWithoutAnOffer(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/ws", nil)
	if canInflate(r) {
		t.Error("a request without an offer offers")
	}
	r.Header.Add("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")
	if !canInflate(r) {
		t.Error("what browsers offer is not read")
	}
}

// A client that takes nothing does not hold a shared message for longer than another one,
// and nothing can follow half a frame.
func TestSharedFrameEndsWithItsDeadline(t *testing.T) {
	c, _ := connected(t)
	c.fresh = time.Now()
	if err := c.ws.NetConn().SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	frame := textFrame(make([]byte, 64<<10), false)
	var err error
	for i := 0; i < 1000 && err == nil; i++ {
		err = c.write(t.Context(), func() error { return c.raw(frame) })
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("what the peer does not take ended with %v", err)
	}
	if err := c.Send(context.Background(), []byte("more")); err == nil {
		t.Error("something could follow half a frame")
	}
}

// A hijacked response keeps what is written on its connection.
type hijacked struct {
	*httptest.ResponseRecorder
	answer bytes.Buffer
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return &quiet{written: &h.answer}, bufio.NewReadWriter(bufio.NewReader(strings.NewReader("")), bufio.NewWriter(io.Discard)), nil
}

// A quiet connection is one on which nobody says anything.
type quiet struct {
	net.Conn
	written *bytes.Buffer
}

func (w *quiet) Write(p []byte) (int, error)      { return w.written.Write(p) }
func (w *quiet) SetDeadline(time.Time) error      { return nil }
func (w *quiet) SetWriteDeadline(time.Time) error { return nil }
func (w *quiet) Close() error                     { return nil }
