package session

import (
	"context"
	"time"

	"playground/web/peer"
)

// A writer is the one goroutine that sends. The session hands it one message at a
// time, made when the writer is free, so nothing queues here.
type writer struct {
	out  chan []byte   // of capacity one
	free chan struct{} // has a token after a message was sent
	fail chan error    // why sending ended
}

func newWriter() *writer {
	return &writer{out: make(chan []byte, 1), free: make(chan struct{}, 1), fail: make(chan error, 1)}
}

func (w *writer) run(ctx context.Context, conn peer.Conn) {
	for msg := range w.out {
		if err := conn.Send(ctx, msg); err != nil {
			w.fail <- err
			return
		}
		w.free <- struct{}{}
	}
}

// wait waits until the writer is free again. It reports false if sending failed or
// took too long.
func (w *writer) wait(timeout <-chan time.Time) bool {
	select {
	case <-w.free:
		return true
	case <-w.fail:
	case <-timeout:
	}
	return false
}
