// Package peer is the server's end of one connection. It reads messages within
// bounds, keeps them until they are acted upon, and says why a connection ends.
// Packages session and hall build on it.
package peer

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"playground/web/wire"
)

// A Conn carries whole messages. Recv and Send are each called by one goroutine
// at a time, and return soon after their context ends. A message that Recv
// refuses, for its size, is a [*wire.Error]. Any other error ends the connection.
type Conn interface {
	Recv(ctx context.Context) ([]byte, error)
	Send(ctx context.Context, msg []byte) error
}

// A HastyConn can send a message in the least time, whatever that takes of the line.
type HastyConn interface {
	Conn
	SendHasty(ctx context.Context, msg []byte) error
}

// What holds for every connection.
const (
	Credits     = 2                // frames that may be on their way at once
	MaxErrors   = 16               // errors that may wait to be sent
	ByeTime     = time.Second      // for the last message to leave
	DefaultIdle = 30 * time.Minute // without any message
	SilentTime  = 10 * time.Second // until it must have said what it is for: an open, or a follow of a key that is known
)

// Reasons why a connection ends.
var (
	ErrIdle   = errors.New("the session was idle for too long")
	ErrSilent = errors.New("the client never said what it is for")
	ErrFlood  = errors.New("the client sent far too many messages")
	ErrLeft   = errors.New("the client left")
)

// ReasonFault is what the client is told about an error of the server.
const ReasonFault = "a fault of the server"

const reasonClosing = "the server is shutting down"

// Reason is what the client is told when its connection ends with an error. It is
// empty if the client left.
func Reason(err error) string {
	switch {
	case errors.Is(err, ErrLeft):
		return ""
	case errors.Is(err, ErrIdle):
		return "nothing happened for a long time"
	case errors.Is(err, ErrSilent):
		return "nothing was said for ten seconds"
	case errors.Is(err, ErrFlood):
		return "far too many messages"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return reasonClosing
	default:
		return ReasonFault
	}
}

// A server that ends tells its clients to come back after a random pause, so that
// not all of them come at the same moment.
const (
	firstBack = 500 * time.Millisecond
	lastBack  = 5 * time.Second
)

// Bye is the last message on a connection that ends with an error; nil if the client
// left.
func Bye(err error) *wire.Bye {
	m := &wire.Bye{Reason: Reason(err)}
	switch {
	case m.Reason == "":
		return nil
	case m.Reason == reasonClosing:
		m.After = (firstBack + rand.N(lastBack-firstBack)).Milliseconds()
	}
	return m
}
