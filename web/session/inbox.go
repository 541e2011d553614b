package session

import (
	"slices"
	"sync"
	"time"

	"playground/web/wire"
)

// queueLen bounds the messages that wait. Messages of one gesture merge, so only
// a client that sends without listening fills it.
const queueLen = 256

// An inbox holds the messages that the session has not acted upon yet. The
// reader puts, the session takes. A message that supersedes a waiting one
// replaces it, so however fast parameters and points are dragged, the queue
// holds one message for each, the last.
type inbox struct {
	wake chan struct{} // has a token when there may be something to take

	mu     sync.Mutex
	queue  []wire.Client
	ack    uint64 // the highest frame acknowledged
	heard  time.Time
	errors []*wire.Error
	full   bool // messages were dropped since the last take
	end    error
	ended  bool
}

func newInbox(now time.Time) *inbox {
	return &inbox{wake: make(chan struct{}, 1), heard: now}
}

func (b *inbox) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// put adds a message, merging it with one that waits if it can.
func (b *inbox) put(m wire.Client, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.signal()
	b.heard = now
	switch {
	case m.Type == "ack":
		b.ack = max(b.ack, *m.Frame)
	case m.Type == "open":
		b.queue = append(b.queue[:0], m)
	case b.merge(m):
	case len(b.queue) >= queueLen:
		b.full = true
	default:
		b.queue = append(b.queue, m)
	}
}

// merge replaces a waiting message that m supersedes. It looks no further back
// than to a message whose effect depends on those before it.
func (b *inbox) merge(m wire.Client) bool {
	for i := len(b.queue) - 1; i >= 0; i-- {
		old := &b.queue[i]
		switch {
		case supersedes(m, *old):
			*old = m
			return true
		case i == len(b.queue)-1 && continues(m, *old):
			old.By += m.By
			return true
		case barrier(m, *old):
			return false
		}
	}
	return false
}

// supersedes reports whether acting upon m alone is the same as acting upon old
// and then upon m.
func supersedes(m, old wire.Client) bool {
	if m.Type != old.Type {
		return false
	}
	switch m.Type {
	case "set":
		return m.Name == old.Name
	case "points":
		switch {
		case m.Op == wire.Move && old.Op == wire.Move:
			return *m.Index == *old.Index
		case m.Op == wire.Place && old.Op == wire.Place:
			return slices.EqualFunc(m.Points, old.Points, func(a, b wire.Point) bool { return a[0] == b[0] })
		}
	case "seed", "view", "window", "look":
		return true
	case "seek":
		return m.Step != nil && old.Step != nil
	}
	return false
}

// continues reports whether two steps in a row are one longer step.
func continues(m, old wire.Client) bool {
	if m.Type != "step" || old.Type != "step" || m.Size != old.Size || (m.By > 0) != (old.By > 0) {
		return false
	}
	sum := m.By + old.By
	return sum >= -wire.MaxBy && sum <= wire.MaxBy
}

// barrier reports whether m must not overtake old. What is looked at commutes with
// everything but open; parameters, the seed and the view do with everything but
// open and undoing, too; points are numbered anew by
// other edits; and the cursor's moves keep their order among all that moves it.
func barrier(m, old wire.Client) bool {
	switch m.Type {
	case "look":
		return old.Type == "open"
	case "set", "seed", "view", "window":
		return old.Type == "open" || isHistory(old) || m.Type == "window" && old.Type == "points"
	case "points":
		return old.Type == "open" || isHistory(old) || old.Type == "points" && (old.Op != wire.Move || m.Op != wire.Move)
	}
	return true
}

// isMove reports whether a message moves the cursor of a run.
func isMove(m wire.Client) bool { return m.Type == "step" || m.Type == "seek" }

// isHistory reports whether what a message does depends on the edits before it.
func isHistory(m wire.Client) bool { return m.Type == "undo" || m.Type == "redo" }

// isEdit reports whether a message changes the recipe, or what is shown, without
// asking for a place in the run.
func isEdit(m wire.Client) bool {
	switch m.Type {
	case "open", "view", "points", "set", "seed", "window", "undo", "redo", "look":
		return true
	}
	return false
}

// refuse leaves an error for the client.
func (b *inbox) refuse(e *wire.Error, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = now
	if len(b.errors) < maxErrors {
		b.errors = append(b.errors, e)
	}
	b.signal()
}

// drop notes that a message was not even read.
func (b *inbox) drop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.full = true
	b.signal()
}

// close says that nothing more will come, and why.
func (b *inbox) close(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end, b.ended = err, true
	b.signal()
}

// next takes the oldest message, or nothing if it is not wanted yet.
func (b *inbox) next(wanted func(wire.Client) bool) (wire.Client, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 || !wanted(b.queue[0]) {
		return wire.Client{}, false
	}
	m := b.queue[0]
	copy(b.queue, b.queue[1:])
	b.queue[len(b.queue)-1] = wire.Client{}
	b.queue = b.queue[:len(b.queue)-1]
	return m, true
}

// first returns the oldest message without taking it.
func (b *inbox) first() (wire.Client, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		return wire.Client{}, false
	}
	return b.queue[0], true
}

// news is what the session learns from its inbox besides the messages.
type news struct {
	ack    uint64
	heard  time.Time
	errors []*wire.Error
	full   bool
	ended  bool
	end    error
}

func (b *inbox) news() news {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := news{b.ack, b.heard, b.errors, b.full, b.ended, b.end}
	b.errors, b.full = nil, false
	return n
}
