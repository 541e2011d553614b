package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"playground/web/wire"
)

// A WatchConn carries messages to a follower. Its methods are called as those of
// [Conn]; SendShared may share work with other connections, see [Shared].
type WatchConn interface {
	Conn
	SendShared(ctx context.Context, msg *Shared) error
}

// ErrOver says that there is nothing to follow any more.
var ErrOver = errors.New("the presenter has left")

// A follower says little besides acknowledging frames.
const (
	watchRate  = 5  // messages a second
	watchBurst = 20 // at once
)

// A watcher is one follower of a stage, owned by the goroutine of [Watch].
type watcher struct {
	cfg  Config
	conn WatchConn
	in   *inbox
	pace bucket

	stage  *stage // nil: none yet
	seen   [casts]uint64
	flight []uint64  // frames not acknowledged
	free   time.Time // when the last credit came
}

// Watch serves a connection that follows a session, until the client leaves,
// which gives nil, or the context ends, or that session does.
func Watch(ctx context.Context, conn WatchConn, cfg Config) error {
	cfg = cfg.withDefaults()
	now := time.Now()
	w := &watcher{cfg: cfg, conn: conn, in: newInbox(now), pace: newBucket(watchRate, watchBurst, now)}
	reading, stopReading := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { read(reading, conn, w.in, cfg.Meter) })
	err := w.loop(ctx)
	if w.stage != nil {
		w.stage.leave()
	}
	w.goodbye(ctx, err)
	stopReading()
	wg.Wait()
	if errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// loop sends what is due, and waits when there is nothing.
func (w *watcher) loop(ctx context.Context) error {
	patience := time.NewTimer(w.cfg.Limits.Idle)
	defer patience.Stop()
	for {
		if err := w.hear(ctx); err != nil {
			return err
		}
		var news <-chan struct{}
		if w.stage != nil {
			patience.Stop()
			all, more, closed := w.stage.look()
			if closed {
				return ErrOver
			}
			sent, err := w.send(ctx, all)
			if err != nil {
				return err
			}
			if sent {
				continue // what came meanwhile may count more
			}
			news = more
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.in.wake:
		case <-news:
		case <-patience.C:
			return ErrIdle
		}
	}
}

// hear takes what the client said.
func (w *watcher) hear(ctx context.Context) error {
	n, now := w.in.news(), time.Now()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(n.end, ErrFlood):
		return ErrFlood
	case n.ended:
		return fmt.Errorf("%w: %w", errLeft, n.end)
	}
	before := len(w.flight)
	w.flight = slices.DeleteFunc(w.flight, func(id uint64) bool { return id <= n.ack })
	if before == credits && len(w.flight) < credits {
		w.free = now
	}
	for _, e := range n.errors {
		if err := w.complain(ctx, e, now); err != nil {
			return err
		}
	}
	for {
		m, ok := w.in.next(func(wire.Client) bool { return true })
		if !ok {
			return nil
		}
		if refused := w.follow(m); refused != nil {
			if err := w.complain(ctx, refusal(refused), now); err != nil {
				return err
			}
		}
	}
}

// follow takes a seat before the stage that the client asks for, and leaves the
// one before.
func (w *watcher) follow(m wire.Client) error {
	if m.Type != "follow" {
		return wire.Refuse(wire.BadMessage, "type", "this connection follows: it can send follow and ack")
	}
	if w.cfg.Hall == nil {
		return noHall()
	}
	s, err := w.cfg.Hall.join(m.Key)
	if err != nil {
		return err
	}
	if w.stage != nil {
		w.stage.leave()
	}
	w.stage, w.seen, w.flight = s, [casts]uint64{}, nil
	return nil
}

// complain sends an error. Beyond a few a second they would tell nothing.
func (w *watcher) complain(ctx context.Context, e *wire.Error, now time.Time) error {
	if !w.pace.ready(now) {
		return nil
	}
	w.pace.spend(now, 1)
	msg, err := wire.Encode(e)
	if err != nil {
		return err
	}
	if err := w.conn.Send(ctx, msg); err != nil {
		return fmt.Errorf("%w: %w", errLeft, err)
	}
	return nil
}

// send sends the first message that the client has not seen. It reports false if
// there is none, or only a frame without a credit for it.
func (w *watcher) send(ctx context.Context, all [casts]cast) (bool, error) {
	for kind, c := range all {
		if c.n == w.seen[kind] || kind == castFrame && len(w.flight) >= credits {
			continue
		}
		msg := c.whole
		if c.n == w.seen[kind]+1 && w.seen[kind] > 0 {
			msg = c.next
		}
		if err := w.conn.SendShared(ctx, msg); err != nil {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			return false, fmt.Errorf("%w: %w", errLeft, err)
		}
		if kind == castFrame {
			w.sentFrame(c, msg)
		}
		w.seen[kind] = c.n
		return true, nil
	}
	return false, nil
}

// sentFrame takes a credit, and counts the time since the frame could be sent.
func (w *watcher) sentFrame(c cast, msg *Shared) {
	w.flight = append(w.flight, c.frame)
	due := msg.at
	if w.free.After(due) {
		due = w.free
	}
	if missed := c.n - w.seen[castFrame] - 1; w.seen[castFrame] > 0 {
		for range min(missed, maxDue) {
			w.cfg.Meter.FrameSkipped()
		}
	}
	w.cfg.Meter.FrameWatched(time.Since(due))
}

// goodbye says why it ends, if the client still listens.
func (w *watcher) goodbye(ctx context.Context, err error) {
	reason := closing(err)
	if reason == "" {
		return
	}
	msg, err := wire.Encode(&wire.Bye{Reason: reason})
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTime)
	defer cancel()
	_ = w.conn.Send(ctx, msg) // it may be gone
}
