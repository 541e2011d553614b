package socket

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// A Client is the client's end of a connection, for load and tests.
type Client struct {
	ws *websocket.Conn

	// These are of Glance.
	raw     *bufio.Reader // nil before the first
	start   []byte        // of the message, as it is on the wire
	inflate io.ReadCloser
	seen    [glanced]byte

	// Openings may be shared by clients that get the same messages; nil: it inflates all.
	Openings *Openings
}

// Openings are how messages began that clients saw lately. What many get is inflated for
// one of them.
type Openings struct {
	mu    sync.Mutex
	known [openings]struct{ packed, start []byte }
	next  int
}

// openings is how many are kept: more than there are messages on their way to a room.
const openings = 16

func (o *Openings) find(packed []byte) []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, k := range o.known {
		if bytes.Equal(k.packed, packed) {
			return k.start
		}
	}
	return nil
}

func (o *Openings) keep(packed, start []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.known[o.next] = struct{ packed, start []byte }{bytes.Clone(packed), bytes.Clone(start)}
	o.next = (o.next + 1) % openings
}

// Dial connects to a server's address, ws://host/ws.
func Dial(ctx context.Context, addr string) (*Client, error) {
	return DialWith(ctx, addr, &net.Dialer{})
}

// DialWith connects through a dialer, for instance from a certain address.
func DialWith(ctx context.Context, addr string, dialer *net.Dialer) (*Client, error) {
	d := websocket.Dialer{
		HandshakeTimeout: writeWait, EnableCompression: true, Subprotocols: []string{Protocol},
		NetDialContext: dialer.DialContext,
	}
	ws, resp, err := d.DialContext(ctx, addr, nil)
	if err != nil {
		if resp != nil {
			return nil, fmt.Errorf("connect to %s: %s: %w", addr, resp.Status, err)
		}
		return nil, fmt.Errorf("connect to %s: %w", addr, err)
	}
	return &Client{ws: ws}, nil
}

// Say sends a message. One goroutine at a time may do so.
func (c *Client) Say(format string, args ...any) error {
	return c.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

// Ping asks the server whether it is there.
func (c *Client) Ping() error {
	return c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWait))
}

// Hear returns the next message, and when its first byte came.
func (c *Client) Hear() ([]byte, time.Time, error) {
	_, r, err := c.ws.NextReader()
	if err != nil {
		return nil, time.Time{}, err
	}
	first := time.Now()
	msg, err := io.ReadAll(r)
	return msg, first, err
}

// A Glance is what is seen of a message that is not read as a whole.
type Glance struct {
	Start []byte    // its first bytes, valid until the next glance
	Bytes int       // that it had on the wire
	First time.Time // when its first byte came
}

// glanced is how many bytes of a message are seen at a glance.
const glanced = 64

// glanceBuffer holds most frames, so that one read takes them.
const glanceBuffer = 32 << 10

// Glance reads the next message, keeps its first bytes and throws the rest away, which
// costs far less than to inflate it. A client that glances must do so from its first
// message on.
func (c *Client) Glance() (Glance, error) {
	if c.raw == nil {
		c.raw = bufio.NewReaderSize(c.ws.NetConn(), glanceBuffer)
	}
	var g Glance
	c.start = c.start[:0]
	packed := false
	for {
		h, err := c.frame()
		if err != nil {
			return g, err
		}
		switch h.op {
		case websocket.PingMessage:
			err = c.ws.WriteControl(websocket.PongMessage, h.data, time.Now().Add(writeWait))
		case websocket.CloseMessage:
			err = io.EOF
		case websocket.PongMessage:
		default:
			if g.First.IsZero() {
				g.First, packed = h.first, h.packed
			}
			if g.Bytes += h.n; h.last {
				g.Start, err = c.opening(packed)
				return g, err
			}
		}
		if err != nil {
			return g, err
		}
	}
}

// opening inflates what is kept of a message.
func (c *Client) opening(packed bool) ([]byte, error) {
	if !packed {
		return c.start[:min(len(c.start), glanced)], nil
	}
	if c.Openings != nil {
		if start := c.Openings.find(c.start); start != nil {
			return start, nil
		}
	}
	source := bytes.NewReader(c.start)
	if c.inflate == nil {
		c.inflate = flate.NewReader(source)
	} else if err := c.inflate.(flate.Resetter).Reset(source, nil); err != nil {
		return nil, err
	}
	n, err := io.ReadFull(c.inflate, c.seen[:])
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // the message is short
	}
	if c.Openings != nil && err == nil {
		c.Openings.keep(c.start, c.seen[:n])
	}
	return c.seen[:n], err
}

// A header is the header of one frame of the websocket protocol (RFC 6455,
// section 5.2). For a control frame it includes the data.
type header struct {
	op     int
	last   bool
	packed bool
	n      int
	data   []byte
	first  time.Time // when it came
}

// kept is how many bytes of a message on the wire are enough to inflate its first ones: the
// codes of a block take less than 350 (RFC 1951, section 3.2.7), and a letter 15 bits.
const kept = 512

// frame reads a frame and throws its data away, but for the first bytes of a message.
func (c *Client) frame() (header, error) {
	var b [8]byte
	if _, err := io.ReadFull(c.raw, b[:2]); err != nil {
		return header{}, err
	}
	h := header{op: int(b[0] & 0xf), last: b[0]&0x80 != 0, packed: b[0]&0x40 != 0, n: int(b[1] & 0x7f), first: time.Now()}
	switch h.n {
	case 126:
		if _, err := io.ReadFull(c.raw, b[:2]); err != nil {
			return h, err
		}
		h.n = int(binary.BigEndian.Uint16(b[:2]))
	case 127:
		if _, err := io.ReadFull(c.raw, b[:8]); err != nil {
			return h, err
		}
		h.n = int(binary.BigEndian.Uint64(b[:8]))
	}
	if h.op >= websocket.CloseMessage { // a control frame: at most 125 bytes
		h.data = make([]byte, min(h.n, 125))
		_, err := io.ReadFull(c.raw, h.data)
		return h, err
	}
	more := min(h.n, max(0, kept-len(c.start)))
	was := len(c.start)
	c.start = slices.Grow(c.start, more)[:was+more]
	if _, err := io.ReadFull(c.raw, c.start[was:]); err != nil {
		return h, err
	}
	_, err := c.raw.Discard(h.n - more)
	return h, err
}

// Compressed sends the bytes of a message that are compressed already.
func (c *Client) Compressed(deflated []byte) error {
	h := []byte{0x80 | 0x40 | websocket.TextMessage, 0x80 | 127} // the last frame, compressed; masked, with a long length
	h = binary.BigEndian.AppendUint64(h, uint64(len(deflated)))
	h = append(h, 0, 0, 0, 0) // a mask that changes nothing
	_, err := c.ws.NetConn().Write(append(h, deflated...))
	return err
}

// Close ends the connection.
func (c *Client) Close() error { return c.ws.NetConn().Close() }
