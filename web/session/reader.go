package session

import (
	"context"
	"errors"
	"time"

	"playground/web/wire"
)

// How much a client may send before messages are dropped unread, and before the
// session ends. A drag sends a few hundred messages a second, and they merge;
// these bounds only stop what costs the server time to read.
const (
	readRate  = 2000   // messages a second, for ever
	readBurst = 20_000 // at once
	readFlood = 20_000 // beyond the burst: the session ends
	readChunk = 4096   // a longer message counts as several of this many bytes
)

// read feeds the inbox until the connection ends.
func read(ctx context.Context, conn Conn, in *inbox, meter Meter) {
	limit := newBucket(readRate, readBurst, time.Now())
	for {
		data, err := conn.Recv(ctx)
		var refused *wire.Error
		if errors.As(err, &refused) {
			limit.spend(time.Now(), readBurst/10) // reading past it was work
			in.refuse(refused, time.Now())
			continue
		}
		if err != nil {
			in.close(err)
			return
		}
		meter.MessageReceived(len(data))
		now := time.Now()
		left := limit.spend(now, 1+float64(len(data)/readChunk))
		if left < -readFlood {
			in.close(ErrFlood)
			return
		}
		if left < 0 {
			in.drop()
			continue
		}
		m, err := wire.Decode(data)
		if err != nil {
			var e *wire.Error
			if !errors.As(err, &e) {
				e = wire.Refuse(wire.BadMessage, "", "%v", err)
			}
			in.refuse(e, now)
			continue
		}
		in.put(m, now)
	}
}

// A writer is the one goroutine that sends. The session hands it one message at
// a time, made when the writer is free, so nothing queues here.
type writer struct {
	out  chan []byte   // of capacity one
	free chan struct{} // has a token after a message was sent
	fail chan error    // why sending ended
}

func newWriter() *writer {
	return &writer{out: make(chan []byte, 1), free: make(chan struct{}, 1), fail: make(chan error, 1)}
}

func (w *writer) run(ctx context.Context, conn Conn) {
	for msg := range w.out {
		if err := conn.Send(ctx, msg); err != nil {
			w.fail <- err
			return
		}
		w.free <- struct{}{}
	}
}
