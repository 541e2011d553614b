package peer

import (
	"slices"
	"sync"
	"time"

	"playground/web/wire"
)

// An Inbox holds the messages of a connection that have not been acted upon yet,
// and what else was learned from the client. A reader puts, the owner takes.
type Inbox[M any] struct {
	// Wake has a token when there may be something to take.
	Wake chan struct{}

	add     func(queue []M, m M) ([]M, bool)
	credits int // frames that may be on their way at once

	mu     sync.Mutex
	queue  []M
	news   News
	flight []uint64 // frames not acknowledged
	newest uint64   // the highest frame that was sent since the numbers began
	past   uint64   // and before
}

// News is what the owner of an inbox learns besides the messages.
type News struct {
	Waiting int       // messages
	Flight  int       // frames on their way: sent, and not acknowledged
	Heard   time.Time // when the client last sent something
	Errors  []*wire.Error
	Dropped bool  // messages were dropped since the last call
	Ended   bool  // nothing more will come
	End     error // why
}

// NewInbox returns an empty inbox of a client that may have so many frames on their way.
// The function add puts a message into the queue and may merge it with one that waits. It
// reports false if there is no room.
func NewInbox[M any](now time.Time, credits int, add func(queue []M, m M) ([]M, bool)) *Inbox[M] {
	return &Inbox[M]{Wake: make(chan struct{}, 1), add: add, credits: credits, news: News{Heard: now}}
}

// change runs a function under the lock and wakes the owner.
func (b *Inbox[M]) change(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
	b.Ring()
}

// Ring wakes the owner, for whatever reason.
func (b *Inbox[M]) Ring() {
	select {
	case b.Wake <- struct{}{}:
	default:
	}
}

// Put adds a message.
func (b *Inbox[M]) Put(m M, now time.Time) {
	b.change(func() {
		b.news.Heard = now
		var ok bool
		if b.queue, ok = b.add(b.queue, m); !ok {
			b.news.Dropped = true
		}
	})
}

// Sent notes that a frame is on its way, before it is: its acknowledgement may come at
// once. Frames have rising numbers.
func (b *Inbox[M]) Sent(frame uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flight = append(b.flight, frame)
	b.newest = max(b.newest, frame)
}

// Forget takes frames on their way as acknowledged: their numbers start over. What is
// acknowledged of those before means nothing.
func (b *Inbox[M]) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past = max(b.past, b.newest)
	b.flight, b.newest = nil, 0
}

// ack notes that the client has painted a frame, and all frames before it that are on
// their way. One that was never sent is refused and means nothing. The owner is woken if
// it had no credit left: else it could send before, too.
func (b *Inbox[M]) ack(frame uint64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.newest < frame {
		if frame > b.past {
			b.note(wire.Refuse(wire.BadField, "frame", "frame %d was not sent", frame), now)
		}
		return
	}
	b.news.Heard = now
	was := len(b.flight)
	b.flight = slices.DeleteFunc(b.flight, func(id uint64) bool { return id <= frame })
	if was >= b.credits && len(b.flight) < b.credits {
		b.Ring()
	}
}

// refuse notes an error to be sent to the client.
func (b *Inbox[M]) refuse(e *wire.Error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(e, now)
}

func (b *Inbox[M]) note(e *wire.Error, now time.Time) {
	b.news.Heard = now
	if len(b.news.Errors) < MaxErrors {
		b.news.Errors = append(b.news.Errors, e)
	}
	b.Ring()
}

// drop notes that a message was not even decoded.
func (b *Inbox[M]) drop() { b.change(func() { b.news.Dropped = true }) }

// close says that nothing more will come, and why.
func (b *Inbox[M]) close(err error) { b.change(func() { b.news.End, b.news.Ended = err, true }) }

// Next takes the oldest message. It reports false if there is none, or if that
// one is not wanted yet.
func (b *Inbox[M]) Next(wanted func(M) bool) (M, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var none M
	if len(b.queue) == 0 || !wanted(b.queue[0]) {
		return none, false
	}
	m := b.queue[0]
	copy(b.queue, b.queue[1:])
	b.queue[len(b.queue)-1] = none
	b.queue = b.queue[:len(b.queue)-1]
	return m, true
}

// Return puts messages back that were taken, or replaced, before all that wait.
func (b *Inbox[M]) Return(first []M) {
	b.change(func() {
		waiting := b.queue
		b.queue = nil
		for _, m := range slices.Concat(first, waiting) {
			var ok bool
			if b.queue, ok = b.add(b.queue, m); !ok {
				b.news.Dropped = true
			}
		}
	})
}

// First returns the oldest message without taking it.
func (b *Inbox[M]) First() (M, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		var none M
		return none, false
	}
	return b.queue[0], true
}

// Each calls a function with the messages that wait, the oldest first, until it
// returns false.
func (b *Inbox[M]) Each(f func(M) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.queue {
		if !f(m) {
			return
		}
	}
}

// News returns what was learned. Errors and drops are returned once.
func (b *Inbox[M]) News() News {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.news
	n.Waiting, n.Flight = len(b.queue), len(b.flight)
	b.news.Errors, b.news.Dropped = nil, false
	return n
}
