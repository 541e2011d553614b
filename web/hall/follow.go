package hall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// A Conn carries messages to a follower. Its methods are called as those of
// [peer.Conn]. SendShared may share work with other connections, see [Message].
type Conn interface {
	peer.Conn
	SendShared(ctx context.Context, msg *Message) error
}

// A Meter counts what followers get. Its methods are called from many goroutines.
type Meter interface {
	// FrameSkipped counts a frame that was not sent because a newer one came
	// before the client was ready.
	FrameSkipped()
	// FrameWatched counts a frame sent to a follower, and the time since it could
	// be sent.
	FrameWatched(late time.Duration)
	MessageReceived(bytes int)
}

// A Config is shared by all followers.
type Config struct {
	Hall  *Hall         // nil: nobody can be followed
	Idle  time.Duration // a connection that follows nobody ends after it; zero takes [peer.DefaultIdle]
	Meter Meter         // nil: nothing is counted
}

// ErrOver says that the broadcast has ended.
var ErrOver = errors.New("the presenter has left")

// Bounds of a follower. It sends little besides acknowledgements.
const (
	errorRate  = 5   // errors a second that are answered
	errorBurst = 20  // at once
	queueLen   = 256 // messages that wait
	maxSkipped = 64  // frames that are counted as skipped at once
)

// A follower is one connection that follows a broadcast. The goroutine of
// [Follow] owns it.
type follower struct {
	cfg  Config
	conn Conn
	in   *peer.Inbox[wire.Client]
	pace peer.Bucket // of errors

	broadcast *broadcast // nil: none yet
	seen      [kinds]uint64
	flight    []uint64  // frames not acknowledged
	free      time.Time // when the last credit came
}

// Follow serves a connection that follows a session. It returns nil when the
// client leaves, and else the reason: the context ended, or the broadcast did.
func Follow(ctx context.Context, conn Conn, cfg Config) error {
	if cfg.Idle <= 0 {
		cfg.Idle = peer.DefaultIdle
	}
	if cfg.Meter == nil {
		cfg.Meter = noMeter{}
	}
	now := time.Now()
	f := &follower{cfg: cfg, conn: conn, in: peer.NewInbox(now, enqueue), pace: peer.NewBucket(errorRate, errorBurst, now)}
	reading, stopReading := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		peer.Read(reading, conn, f.in, func(m wire.Client) wire.Client { return m }, cfg.Meter.MessageReceived)
	})
	err := f.loop(ctx)
	if f.broadcast != nil {
		f.broadcast.leave()
	}
	f.bye(ctx, err)
	stopReading()
	wg.Wait()
	if errors.Is(err, peer.ErrLeft) {
		return nil
	}
	return err
}

// enqueue adds a message to those that wait.
func enqueue(queue []wire.Client, m wire.Client) ([]wire.Client, bool) {
	if len(queue) >= queueLen {
		return queue, false
	}
	return append(queue, m), true
}

// loop sends what is due, and waits when nothing is.
func (f *follower) loop(ctx context.Context) error {
	idle := time.NewTimer(f.cfg.Idle)
	defer idle.Stop()
	for {
		if err := f.receive(ctx); err != nil {
			return err
		}
		var changed <-chan struct{}
		if f.broadcast != nil {
			idle.Stop()
			newest, next, closed := f.broadcast.look()
			if closed {
				return ErrOver
			}
			sent, err := f.send(ctx, newest)
			if err != nil {
				return err
			}
			if sent {
				continue // something more important may have come meanwhile
			}
			changed = next
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-f.in.Wake:
		case <-changed:
		case <-idle.C:
			return peer.ErrIdle
		}
	}
}

// receive acts upon what the client sent.
func (f *follower) receive(ctx context.Context) error {
	n, now := f.in.News(), time.Now()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(n.End, peer.ErrFlood):
		return peer.ErrFlood
	case n.Ended:
		return fmt.Errorf("%w: %w", peer.ErrLeft, n.End)
	}
	before := len(f.flight)
	f.flight = slices.DeleteFunc(f.flight, func(id uint64) bool { return id <= n.Ack })
	if before == peer.Credits && len(f.flight) < peer.Credits {
		f.free = now
	}
	for _, e := range n.Errors {
		if err := f.complain(ctx, e, now); err != nil {
			return err
		}
	}
	for {
		m, ok := f.in.Next(func(wire.Client) bool { return true })
		if !ok {
			return nil
		}
		if refused := f.follow(m); refused != nil {
			if err := f.complain(ctx, refused, now); err != nil {
				return err
			}
		}
	}
}

// follow joins the broadcast that the client asks for, and leaves the one before.
func (f *follower) follow(m wire.Client) *wire.Error {
	if m.Type != "follow" {
		return wire.Refuse(wire.BadMessage, "type", "this connection follows: it can send follow and ack")
	}
	if f.cfg.Hall == nil {
		return refuseWithoutHall()
	}
	b, refused := f.cfg.Hall.join(m.Key)
	if refused != nil {
		return refused
	}
	if f.broadcast != nil {
		f.broadcast.leave()
	}
	f.broadcast, f.seen, f.flight = b, [kinds]uint64{}, nil
	return nil
}

// complain sends an error, unless there were too many of them lately.
func (f *follower) complain(ctx context.Context, e *wire.Error, now time.Time) error {
	if !f.pace.Ready(now) {
		return nil
	}
	f.pace.Spend(now, 1)
	msg, err := wire.Encode(e)
	if err != nil {
		return err
	}
	if err := f.conn.Send(ctx, msg); err != nil {
		return fmt.Errorf("%w: %w", peer.ErrLeft, err)
	}
	return nil
}

// send sends the first message that the client has not seen. It reports false if
// there is none, or only a frame without a credit for it.
func (f *follower) send(ctx context.Context, newest [kinds]publication) (bool, error) {
	for kind, p := range newest {
		if p.n == f.seen[kind] || kind == kindFrame && len(f.flight) >= peer.Credits {
			continue
		}
		msg := p.whole
		if p.n == f.seen[kind]+1 && f.seen[kind] > 0 {
			msg = p.next
		}
		if err := f.conn.SendShared(ctx, msg); err != nil {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			return false, fmt.Errorf("%w: %w", peer.ErrLeft, err)
		}
		if kind == kindFrame {
			f.sentFrame(p, msg)
		}
		f.seen[kind] = p.n
		return true, nil
	}
	return false, nil
}

// sentFrame takes a credit, and counts the time since the frame could be sent.
func (f *follower) sentFrame(p publication, msg *Message) {
	f.flight = append(f.flight, p.frame)
	due := msg.at
	if f.free.After(due) {
		due = f.free
	}
	if skipped := p.n - f.seen[kindFrame] - 1; f.seen[kindFrame] > 0 {
		for range min(skipped, maxSkipped) {
			f.cfg.Meter.FrameSkipped()
		}
	}
	f.cfg.Meter.FrameWatched(time.Since(due))
}

// bye says why the connection ends, if the client still listens.
func (f *follower) bye(ctx context.Context, err error) {
	reason := peer.Reason(err)
	if errors.Is(err, ErrOver) {
		reason = "the presenter has left"
	}
	if reason == "" {
		return
	}
	msg, err := wire.Encode(&wire.Bye{Reason: reason})
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), peer.ByeTime)
	defer cancel()
	_ = f.conn.Send(ctx, msg) // the client may be gone
}

type noMeter struct{}

func (noMeter) FrameSkipped()              {}
func (noMeter) FrameWatched(time.Duration) {}
func (noMeter) MessageReceived(int)        {}
