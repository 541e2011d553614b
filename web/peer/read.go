package peer

import (
	"context"
	"errors"
	"time"

	"playground/web/wire"
)

// How much a client may send before messages are dropped unread, and before its
// connection ends. A drag sends a few hundred messages a second, and they merge.
// These bounds only stop what costs the server time to read.
const (
	readRate  = 2000   // messages a second, at all times
	readBurst = 20_000 // at once
	readFlood = 20_000 // beyond the burst: the connection ends
	readChunk = 4096   // a longer message counts as several of this many bytes
)

// Read feeds the inbox until the connection ends. It decodes each message, calls
// take to turn it into what the inbox holds, and counts its bytes.
func Read[M any](ctx context.Context, conn Conn, in *Inbox[M], take func(wire.Client) M, count func(bytes int)) {
	limit := NewBucket(readRate, readBurst, time.Now())
	for {
		data, err := conn.Recv(ctx)
		var refused *wire.Error
		if errors.As(err, &refused) {
			limit.Spend(time.Now(), readBurst/10) // it took work to read past the message
			in.refuse(refused, time.Now())
			continue
		}
		if err != nil {
			in.close(err)
			return
		}
		count(len(data))
		now := time.Now()
		left := limit.Spend(now, 1+float64(len(data)/readChunk))
		if left < -readFlood {
			in.close(ErrFlood)
			return
		}
		if left < 0 {
			in.drop()
			continue
		}
		if frame, ok := wire.Acked(data); ok { // most of what pages send
			in.ack(frame, now)
			continue
		}
		m, err := wire.Decode(data)
		switch {
		case errors.As(err, &refused):
			in.refuse(refused, now)
		case err != nil:
			in.refuse(wire.Refuse(wire.BadMessage, "", "%v", err), now)
		case m.Type == "ack":
			in.ack(*m.Frame, now)
		default:
			in.Put(take(m), now)
		}
	}
}
