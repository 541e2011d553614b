package session

import (
	"context"
	"time"

	"playground/web/peer"
)

// A writer is the one goroutine that sends. The session hands it one message at a
// time, made when the writer is free, so nothing queues here.
type writer struct {
	out  chan outbound // of capacity one
	free chan struct{} // has a token after a message was sent
	fail chan error    // why sending ended
}

func newWriter() *writer {
	return &writer{out: make(chan outbound, 1), free: make(chan struct{}, 1), fail: make(chan error, 1)}
}

// An outbound message goes to the client.
type outbound struct {
	msg   []byte
	hasty bool // the processor is short, and not the line
}

func (w *writer) run(ctx context.Context, conn peer.Conn) {
	hasty, _ := conn.(peer.HastyConn)
	for m := range w.out {
		send := conn.Send
		if m.hasty && hasty != nil {
			send = hasty.SendHasty
		}
		if err := send(ctx, m.msg); err != nil {
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
