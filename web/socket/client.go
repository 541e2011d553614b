package socket

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gorilla/websocket"
)

// A Client is the client's end of a connection, for load and tests.
type Client struct {
	ws  *websocket.Conn
	raw *bufio.Reader // of Skip; nil before the first
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

// Skip reads the next message and throws it away, which costs far less than to
// inflate it. It returns how many bytes the message had on the wire. A client
// that skips must do so from its first message on.
func (c *Client) Skip() (int, error) {
	if c.raw == nil {
		c.raw = bufio.NewReader(c.ws.NetConn())
	}
	total := 0
	for {
		h, err := c.frame()
		if err != nil {
			return total, err
		}
		switch h.op {
		case websocket.PingMessage:
			err = c.ws.WriteControl(websocket.PongMessage, h.data, time.Now().Add(writeWait))
		case websocket.CloseMessage:
			err = io.EOF
		case websocket.PongMessage:
		default:
			total += h.n
			if h.last {
				return total, nil
			}
		}
		if err != nil {
			return total, err
		}
	}
}

// A header is the header of one frame of the websocket protocol (RFC 6455,
// section 5.2). For a control frame it includes the data.
type header struct {
	op   int
	last bool
	n    int
	data []byte
}

// frame reads a frame and throws its data away.
func (c *Client) frame() (header, error) {
	var b [8]byte
	if _, err := io.ReadFull(c.raw, b[:2]); err != nil {
		return header{}, err
	}
	h := header{op: int(b[0] & 0xf), last: b[0]&0x80 != 0, n: int(b[1] & 0x7f)}
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
	_, err := io.CopyN(io.Discard, c.raw, int64(h.n))
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
