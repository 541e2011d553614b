package socket

import (
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"playground/web/hall"
	"playground/web/peer"
	"playground/web/wire"
)

// Times of a connection.
const (
	pongWait   = 60 * time.Second // without a sign of life the peer is gone
	pingPeriod = 54 * time.Second // shorter, so that a live peer always answers in time
	writeWait  = 10 * time.Second // for one message to leave
	closeWait  = time.Second      // for the close frame to leave and to be answered
)

// oversize bounds oversized messages, as a multiple of the limit. Up to it, a
// message is read to its end and refused. Beyond it, the connection ends.
const oversize = 4

// Large messages bring files of data. Only so many are received at once, of all connections; the
// others wait. One that takes too long ends its connection, so that it holds up nobody.
const (
	largeFrom = 1 << 20
	mostLarge = 8
	largeWait = 30 * time.Second
)

// compressHastyFrom is from how many bytes on it pays to compress a message in haste. Half of
// a short brief frame is a picture, which is compressed already.
const compressHastyFrom = 8 << 10

// A conn is a websocket as a session sees it.
type conn struct {
	ws       *websocket.Conn
	limit    int64     // bytes of one message, after decompression
	inflates bool      // the client can inflate messages
	fresh    time.Time // when the write deadline was set for shared messages. The writer owns it

	sharing sync.Mutex // of a shared message, which the library does not know of, and of the answer to a close frame
	closed  bool       // that was answered: no message can follow

	large chan struct{} // of the hub: a place for each large message
	holds bool          // the last message has one of them. The reader owns it

	control peer.Bucket // of pings and pongs; the reader owns it
	fault   int         // the close code that says what was wrong with the client's last message; 0: nothing. The reader owns it

	mu      sync.Mutex
	stopped bool // the read deadline stays in the past
	closing bool // and it is the last one
	writes  bool // a message is being written

	// What happens when the context of reading ends, and when that of writing does. It is
	// arranged once, and not for every message. The reader and the writer own them.
	reading, writing arrangement
}

// An arrangement is what happens when a context ends.
type arrangement struct {
	ctx context.Context
	end func() bool // takes it back
}

// arrange arranges that a function is called when a context ends, instead of what was
// arranged before.
func (a *arrangement) arrange(ctx context.Context, f func()) {
	if a.ctx == ctx {
		return
	}
	if a.end != nil {
		a.end()
	}
	a.ctx, a.end = ctx, context.AfterFunc(ctx, f)
}

// How many pings and pongs a client may send. A browser answers one in a minute.
const (
	controlRate  = 10   // a second, at all times
	controlBurst = 1000 // at once; beyond it the connection ends
)

func newConn(ws *websocket.Conn, limit int64, large chan struct{}) *conn {
	c := &conn{ws: ws, limit: limit, large: large, control: peer.NewBucket(controlRate, controlBurst, time.Now())}
	// This counts bytes on the wire; Recv counts again after decompression.
	ws.SetReadLimit(oversize * limit)
	ws.SetPingHandler(func(data string) error {
		if err := c.counted(); err != nil {
			return err
		}
		err := ws.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(writeWait))
		if errors.Is(err, websocket.ErrCloseSent) {
			return nil
		}
		return err
	})
	ws.SetCloseHandler(c.answerClose)
	ws.SetPongHandler(func(string) error { c.alive(); return c.counted() })
	// The level is a valid one.
	_ = ws.SetCompressionLevel(1)
	c.alive()
	return c
}

// counted counts a ping or a pong.
func (c *conn) counted() error {
	if c.control.Spend(time.Now(), 1) < 0 {
		return peer.ErrFlood
	}
	return nil
}

// alive extends the read deadline until the next pong is due.
func (c *conn) alive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped && !c.holds {
		_ = c.ws.SetReadDeadline(time.Now().Add(pongWait))
	}
}

// stopReading makes a read that is under way fail, and all later ones.
func (c *conn) stopReading() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped = true; !c.closing {
		_ = c.ws.SetReadDeadline(time.Unix(1, 0))
	}
}

// Recv returns the next message.
func (c *conn) Recv(ctx context.Context) ([]byte, error) {
	c.reading.arrange(ctx, c.stopReading)
	c.release()
	kind, r, err := c.ws.NextReader()
	if err != nil {
		return nil, c.blame(err)
	}
	data, err := io.ReadAll(io.LimitReader(r, min(largeFrom, c.limit+1)))
	if err != nil {
		return nil, c.blame(err)
	}
	if len(data) == largeFrom {
		if data, err = c.readLarge(ctx, r, data); err != nil {
			return nil, c.blame(err)
		}
	}
	if int64(len(data)) > c.limit {
		// A few compressed bytes can inflate to very many.
		n, err := io.Copy(io.Discard, io.LimitReader(r, (oversize-1)*c.limit))
		if err != nil {
			return nil, c.blame(err)
		}
		if n == (oversize-1)*c.limit {
			return nil, c.blame(websocket.ErrReadLimit)
		}
		return nil, wire.Refuse(wire.Limit, "", "the message is too long: at most %d bytes", c.limit)
	}
	if kind != websocket.TextMessage {
		return nil, wire.Refuse(wire.BadMessage, "", "messages are text, not binary")
	}
	return data, nil
}

// readLarge reads the rest of a large message.
func (c *conn) readLarge(ctx context.Context, r io.Reader, data []byte) ([]byte, error) {
	select {
	case c.large <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.hold(true)
	rest, err := io.ReadAll(io.LimitReader(r, c.limit+1-int64(len(data))))
	return append(data, rest...), err
}

// release gives the place of the last message back, once it has been taken in.
func (c *conn) release() {
	if c.holds {
		<-c.large
		c.hold(false)
		c.alive()
	}
}

// hold notes whether the last message has a place among the large ones. While one is read no pong
// extends the deadline.
func (c *conn) hold(holds bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holds = holds; holds && !c.stopped {
		_ = c.ws.SetReadDeadline(time.Now().Add(largeWait))
	}
}

// blame notes what was wrong with a message that ends the connection.
func (c *conn) blame(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, websocket.ErrReadLimit):
		c.fault = websocket.CloseMessageTooBig
	case errors.As(err, &corrupt):
		c.fault = websocket.CloseInvalidFramePayloadData
	}
	return fmt.Errorf("read a message: %w", err)
}

// Send writes one message. If the context ends while the peer does not take it,
// the connection is closed, because nothing can follow half a message.
func (c *conn) Send(ctx context.Context, msg []byte) error {
	return c.write(ctx, func() error { return c.text(msg, len(msg) > hall.DeflateFrom) })
}

// SendHasty is Send where processors are short: it compresses long messages alone.
func (c *conn) SendHasty(ctx context.Context, msg []byte) error {
	return c.write(ctx, func() error { return c.text(msg, len(msg) > compressHastyFrom) })
}

// text writes a message, compressed or not.
func (c *conn) text(msg []byte, compressed bool) error {
	if err := c.ws.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return fmt.Errorf("set the write deadline: %w", err)
	}
	c.ws.EnableWriteCompression(compressed)
	return c.ws.WriteMessage(websocket.TextMessage, msg)
}

// write writes one message.
func (c *conn) write(ctx context.Context, write func() error) error {
	c.writing.arrange(ctx, c.cutWriting)
	c.setWrites(true)
	defer c.setWrites(false)
	if err := ctx.Err(); err != nil { // it may have ended before what was arranged saw that something is written
		return err
	}
	return write()
}

func (c *conn) setWrites(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes = on
}

// cutWriting closes the connection if a message is being written.
func (c *conn) cutWriting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writes {
		_ = c.ws.NetConn().Close()
	}
}

// ping sends pings until the context ends. Control messages may be written while
// Send writes.
func (c *conn) ping(ctx context.Context) {
	t := time.NewTicker(pingPeriod)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-t.C:
			if err := c.ws.WriteControl(websocket.PingMessage, nil, now.Add(writeWait)); err != nil {
				return // reading fails too, when no pong comes
			}
		}
	}
}

// close says why and ends the connection. It waits for the peer to close its
// side, so that the reason arrives. Unread input would make the system reset the
// connection.
func (c *conn) close(code int, reason string) {
	nc := c.ws.NetConn()
	defer func() { _ = nc.Close() }()
	deadline := time.Now().Add(closeWait)
	if err := c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), deadline); err != nil {
		return
	}
	if err := c.readUntil(deadline); err != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, nc, oversize*c.limit)
}

// readUntil sets the last read deadline, whatever ends meanwhile.
func (c *conn) readUntil(deadline time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped, c.closing = true, true
	return c.ws.NetConn().SetReadDeadline(deadline)
}
