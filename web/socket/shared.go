package socket

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"playground/web/hall"
)

// SendShared is Send for a message that goes to many connections. Its frame on the wire is
// the same for all of them, also if it comes from another server, so it is made once and
// written past the websocket library, which would compress it on each server. A frame is
// one write, and writes of one connection come one after the other: so none gets between
// the parts of another message, which the same goroutine writes, and a ping does not get
// into this one.
func (c *conn) SendShared(ctx context.Context, msg *hall.Message) error {
	frame, err := msg.Prepared(c.inflates, func(payload []byte, deflated bool) any { return textFrame(payload, deflated) })
	if err != nil {
		return fmt.Errorf("prepare a message: %w", err)
	}
	return c.write(ctx, func() error { return c.raw(frame.([]byte)) })
}

// freshTime is how old a write deadline may get before the next shared message. Setting it
// for each one costs more than what else is done for the message here.
const freshTime = time.Second

// raw writes a whole frame. Half of one is the end of the connection.
func (c *conn) raw(frame []byte) error {
	c.sharing.Lock()
	defer c.sharing.Unlock()
	if c.closed {
		return websocket.ErrCloseSent
	}
	nc := c.ws.NetConn()
	// All other deadlines of writes are as far away when they are set, or are the last ones.
	if now := time.Now(); now.Sub(c.fresh) >= freshTime {
		if err := nc.SetWriteDeadline(now.Add(writeWait)); err != nil {
			return fmt.Errorf("set the write deadline: %w", err)
		}
		c.fresh = now
	}
	if _, err := nc.Write(frame); err != nil {
		_ = nc.Close()
		return fmt.Errorf("write a message: %w", err)
	}
	return nil
}

// answerClose answers a close frame, as the library does by itself, but not in front of a
// shared message.
func (c *conn) answerClose(code int, _ string) error {
	c.sharing.Lock()
	defer c.sharing.Unlock()
	c.closed = true
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeWait)) // reading ends in any case
	return nil
}

// textFrame returns the only frame of a text message from a server (RFC 6455, section 5.2).
// The bit of deflated ones is from RFC 7692, section 6.
func textFrame(payload []byte, deflated bool) []byte {
	const last, compressed, short, long = 0x80, 0x40, 126, 127
	first := byte(last | websocket.TextMessage)
	if deflated {
		first |= compressed
	}
	b := append(make([]byte, 0, 10+len(payload)), first)
	switch n := len(payload); {
	case n < short:
		b = append(b, byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, short), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, long), uint64(n))
	}
	return append(b, payload...)
}

// offers is a plain list of extensions (RFC 6455, section 9.1).
var offers = func() *regexp.Regexp {
	const token = "[-!#$%&'*+.^_`|~0-9A-Za-z]+"
	const offer = token + `([ \t]*;[ \t]*` + token + `([ \t]*=[ \t]*` + token + `)?)*`
	return regexp.MustCompile(`^[ \t]*` + offer + `([ \t]*,[ \t]*` + offer + `)*[ \t]*$`)
}()

// canInflate reports whether the client of a request offered to inflate messages, which the
// server accepts then. The library does not tell; where it might read something else into
// a line, the line is no offer.
func canInflate(r *http.Request) bool {
	for _, line := range r.Header.Values("Sec-WebSocket-Extensions") {
		if !offers.MatchString(line) {
			continue
		}
		for offer := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(offer, ";")
			if strings.TrimSpace(name) == "permessage-deflate" {
				return true
			}
		}
	}
	return false
}
